//! Servers as the window shows them, and as they are typed in.

use std::collections::BTreeMap;

pub use paddock_core::Difference;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    AskedValue, AskingView, AttemptView, DestinationView, EnforcementView, Failure, FollowedView,
    LifecycleView, LimitsView, ListsView, NetworkChoice, OffersView, ProofView, ReadableView,
    SendingView, SoughtView, UsageView,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each stands for itself in the window")]
pub struct ServerView {
    pub id: u32,
    pub name: String,
    /// The server that comes with Paddock; it cannot be edited or removed.
    pub bundled: bool,
    pub command: CommandView,
    pub state: RunView,
    /// Name and version the server gave of itself.
    pub reported: Option<String>,
    /// MCP revision agreed upon, such as `2025-11-25`.
    pub revision: Option<String>,
    pub asks_for_roots: bool,
    pub told: ToldView,
    pub enforcement: EnforcementView,
    /// It has a process that nothing keeps from what the account can read and write.
    pub reaches_all: bool,
    /// Nobody is asked before it connects to much of the internet: its network is open, or so wide a
    /// destination is allowed.
    pub reaches_anywhere: bool,
    pub network: NetworkChoice,
    /// Where it may connect, and where not, in alphabetical order.
    pub destinations: Vec<DestinationView>,
    /// Its first access to something that is not granted waits for the person.
    pub ask_first: bool,
    /// Its command names folders, as `${roots}` does: a change of its folders starts it again.
    pub folders_in_command: bool,
    /// What it needs in order to run, and so can read besides its grants.
    pub reads: Vec<ReadableView>,
    /// Its command runs something that is not among those, and that can't be told.
    pub untold: bool,
    /// What a probe inside found after the launch or the last change.
    pub proof: Option<ProofView>,
    /// What it tried to reach outside of its grants, newest first.
    pub attempts: Vec<AttemptView>,
    /// Destinations that it sought, and of which nothing is said, newest first.
    pub sought: Vec<SoughtView>,
    /// How often it sought more while too much waited to be answered: it was refused unasked.
    pub refused_unasked: u32,
    /// Folders that its command names and that are not granted to it.
    pub unmet: Vec<String>,
    /// What it would have to read in order to start, if it failed for want of it.
    pub missed: Option<MissedPathView>,
    /// Folders this run was told of and that have been taken back since, where nothing can keep
    /// the server from them until it is restarted.
    pub lingering: Vec<String>,
    /// The server is known to go on serving its last folders when it is told there are none.
    pub ignores_empty_list: bool,
    /// The folder it was to start in, if it started in its own home because that is not granted.
    pub not_entered: Option<String>,
    pub calls_in_flight: u32,
    pub offers: OffersView,
    pub lists: ListsView,
    /// Resources whose changes are followed.
    pub followed: Vec<FollowedView>,
    pub lifecycle: LifecycleView,
    /// How much of the computer it may take.
    pub limits: LimitsView,
    /// How much it may send in a day.
    pub sending: SendingView,
    /// What it asks of the person, and how much of that it may.
    pub asking: AskingView,
    /// How apps may use it.
    pub usage: UsageView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CommandView {
    pub program: String,
    pub args: Vec<String>,
    pub env_names: Vec<String>,
    /// Those of them whose values are in the keyring.
    pub in_keyring: Vec<String>,
    /// Secrets whose values are in Paddock's own file, for no keyring took them.
    pub in_file: Vec<String>,
    /// Variables that are no secrets, with their values.
    pub env_values: Vec<EnvEntry>,
    pub cwd: Option<String>,
    /// The whole command as one line, exact and untruncated, quoted for reading.
    pub line: String,
    /// Where the program was found, when it was looked for.
    pub resolved: Option<String>,
    /// The file behind that place, links followed: the one that is trusted.
    pub file: Option<String>,
    /// First sixteen hexadecimal digits of the fingerprint, when the program was found.
    pub fingerprint: Option<String>,
    /// A person trusts these words, and the file where that is known.
    pub trusted: bool,
}

/// A command as it was when a person trusted it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TrustedView {
    pub program: String,
    pub args: Vec<String>,
    pub env_names: Vec<String>,
    pub env_values: Vec<EnvEntry>,
    pub cwd: Option<String>,
    /// The file of the program, links followed.
    pub file: Option<String>,
    /// What is another by now.
    pub differs: Difference,
    /// What it needed in order to run.
    pub reads: Vec<ReadableView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum RunView {
    Stopped,
    /// The exact command must be seen and trusted before the server runs.
    NeedsTrust {
        fingerprint: String,
        changed: bool,
        /// What was trusted before, word by word, where it is known.
        was: Option<TrustedView>,
    },
    /// It starts when it is used.
    Asleep,
    /// On its way since then, launchers that download what they run included.
    Starting {
        #[specta(type = u32)]
        since: f64,
    },
    Running {
        #[specta(type = u32)]
        since: f64,
    },
    Stopping,
    /// It ended by itself and is started again at `at`.
    Restarting {
        #[specta(type = u32)]
        at: f64,
        attempt: u32,
        reason: Failure,
    },
    Failed {
        reason: Failure,
    },
    Paused,
}

/// Something that a server could not read, and could not do without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MissedPathView {
    pub path: String,
    /// The smallest sensible folder to grant for it, if there is one.
    pub offer: Option<String>,
}

/// What the server knows of its folders, compared with what the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ToldView {
    /// The server holds the list shown here.
    Told,
    /// It was notified that its list changed, and has not read it again.
    Waiting,
    /// It speaks a revision without sessions: it is told in its next call.
    WaitingForCall,
    /// It has never asked for roots.
    NeverAsked,
    NotRunning,
}

/// A server as typed into the form, or found in pasted JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ServerDraft {
    pub name: String,
    pub program: String,
    pub args: Vec<String>,
    pub env: Vec<EnvEntry>,
    pub cwd: Option<String>,
    /// Further variables, which are secrets and are set: they stay as they are. A value for one of
    /// them is in `env` instead.
    #[serde(default)]
    pub secrets: Vec<String>,
    /// What a person said of variables: a secret, or none.
    #[serde(default)]
    pub said: BTreeMap<String, bool>,
    /// The server with the same command that was removed a moment ago, which this is again.
    #[serde(default)]
    pub was: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EnvEntry {
    pub name: String,
    pub value: String,
}

/// What pasted JSON holds, entry by entry: nothing is left out in silence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Pasted {
    Server {
        draft: ServerDraft,
        line: String,
        /// Folders that its command names, which a person is asked about once it is added.
        names: Vec<String>,
        /// Paths of its command, as they are written, of which nothing is there.
        missing: Vec<String>,
        /// What has to be filled in before it is added.
        asks: Vec<AskedValue>,
    },
    /// An entry that can't be run here, such as one with a `url`.
    Unusable { name: String, reason: Failure },
}
