//! What widens, and waits for a person.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    Access, Confinement, FolderView, LifetimeChoice, LifetimeView, ReachabilityView, RetentionView,
    Scope, TodayView, ToolRule, Warning,
};

/// Something that was asked for and is done once a person agrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConsentView {
    pub id: u32,
    #[specta(type = u32)]
    pub at: f64,
    pub by: FrontView,
    pub what: WideningView,
    /// What was asked for with others, folders among them, has one number with them.
    pub together: Option<u32>,
}

/// Who asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum FrontView {
    /// Paddock's own window or tray.
    #[default]
    Window,
    /// Some other program of this account: the command line, a script, an agent.
    Program {
        /// The path of what runs, and of what started it, as far as they can be known.
        path: String,
        parent: Option<String>,
    },
}

/// A folder that ended, as it is given again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderAgain {
    pub ended: u32,
    pub server: u32,
    pub folder: FolderView,
    pub access: Access,
    pub lifetime: LifetimeView,
    /// What a person has to know before all else: by itself it takes its name to be typed.
    pub warnings: Vec<Warning>,
}

/// Where a server could connect, as it is allowed again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DestinationAgain {
    pub ended: u32,
    pub server: u32,
    pub destination: String,
    /// It holds much of the internet, or a domain in which anybody can have a name.
    pub anywhere: bool,
    pub lifetime: LifetimeView,
}

/// A folder that ended and is not what or where it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LostFolder {
    pub server: u32,
    pub folder: FolderView,
    pub why: ReachabilityView,
}

/// What a server is given that it does not have, or what hides what servers did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum WideningView {
    /// To run a command: the one with this fingerprint; and to connect to what the host found that
    /// it names, always.
    Trust { server: u32, fingerprint: String, destinations: Vec<String> },
    /// More in a folder that is granted to it, and what is to be known of that.
    Access { grant: u32, access: Access, warnings: Vec<Warning> },
    /// A folder for longer.
    Lifetime { grant: u32, lifetime: LifetimeChoice },
    /// A folder that it had before, and what is to be known of it.
    GrantAgain { ended: u32, warnings: Vec<Warning> },
    /// Folders and destinations that it had before; and folders that can't be brought back.
    GrantAllAgain {
        folders: Vec<FolderAgain>,
        destinations: Vec<DestinationAgain>,
        lost: Vec<LostFolder>,
    },
    /// To run without enforcement, or with the network.
    Confinement { server: u32, choice: Confinement },
    /// All its folders in every session of an app, wherever that works.
    Scope { server: u32, scope: Scope },
    /// A tool for an app, or for every app; `rule` none takes the app's own rule away.
    ToolRule { server: u32, app: Option<String>, tool: String, rule: Option<ToolRule> },
    /// Calls of tools that changed no longer wait.
    HoldChanged { server: u32 },
    /// Tools that changed are taken as they were when this was asked for, by their print.
    ChangedTools { server: u32, print: String },
    /// To connect somewhere, for so long; and if it is a name, where it was found on a private network.
    /// `anywhere`: it holds much of the internet, or a domain in which anybody can have a name.
    Destination {
        server: u32,
        destination: String,
        anywhere: bool,
        leads_to: Vec<String>,
        lifetime: LifetimeChoice,
    },
    /// What was refused there is asked about again, or allowed by another destination.
    ForgetDestination { server: u32, destination: String },
    /// To send so much in a day, in kilobytes; `most` none: any number of bytes.
    MostSent { server: u32, most: Option<u32> },
    /// To send more today than its limit.
    SendToday { server: u32, today: TodayView },
    /// What servers ask is sent to a provider of models at this address.
    Provider { provider: u32, url: String },
    /// Servers run again before a pause ends.
    Resume,
    /// The servers of an app run again before its pause ends.
    ResumeApp { app: String },
    /// A person may consent at a terminal too.
    TerminalConsent,
    /// Secrets that the keyring does not take are kept in a file of Paddock's own.
    SecretsInFile,
    /// What happened is kept for less time, or less of it.
    Retention { keep: RetentionView },
    /// What happened so far is deleted.
    DeleteActivity,
}
