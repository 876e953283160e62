//! Folders: granted, ended, picked and asked about.

use paddock_core::Reachability;
pub use paddock_core::consent::{Warning, WarningCode, WarningLevel};
pub use paddock_core::{Access, EndedWhy};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::FrontView;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GrantView {
    pub id: u32,
    pub server: u32,
    pub folder: FolderView,
    pub access: Access,
    pub lifetime: LifetimeView,
    pub reachability: ReachabilityView,
    #[specta(type = u32)]
    pub granted_at: f64,
    /// Last time the server was told of this folder.
    #[specta(type = Option<u32>)]
    pub last_told: Option<f64>,
    /// The last that a call named something in it, as far as that was seen.
    pub last_used: Option<UsedView>,
    /// Path of the folder granted above this one to the same server, if there is one.
    pub inside: Option<String>,
    /// Path of the read-only folder in this writable one that is not where it was: until it is
    /// back, this one may only be read.
    pub held_back: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UsedView {
    #[specta(type = u32)]
    pub at: f64,
    /// The tool, or the address of what was read.
    pub by: String,
    pub path: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FolderView {
    /// Last part of the path.
    pub name: String,
    /// Whole canonical path.
    pub path: String,
    /// `file://` URI as servers see it.
    pub uri: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum LifetimeView {
    /// Ends when the server stops or the host ends.
    ThisRun,
    Until {
        #[specta(type = u32)]
        at: f64,
    },
    Always,
}

/// What a person chooses; the host turns it into an end time by its own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LifetimeChoice {
    OneHour,
    ThisRun,
    UntilMidnight,
    Always,
    For { minutes: u32 },
}

/// What stands where a granted folder was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ReachabilityView {
    Reachable,
    Missing,
    /// Another folder stands in its place; it needs consent of its own.
    Replaced,
    NotAFolder,
    Denied,
    /// It is there, and is not let into a server that runs: it is when that starts next.
    NextStart,
    /// It is there, and a server that runs is not let in: it holds Paddock's own data, or the system
    /// refused.
    NotLetIn,
}

impl From<Reachability> for ReachabilityView {
    fn from(seen: Reachability) -> Self {
        match seen {
            Reachability::Reachable => Self::Reachable,
            Reachability::Missing => Self::Missing,
            Reachability::Replaced => Self::Replaced,
            Reachability::NotAFolder => Self::NotAFolder,
            Reachability::Denied => Self::Denied,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EndedView {
    pub id: u32,
    pub server: u32,
    pub folder: FolderView,
    pub access: Access,
    #[specta(type = u32)]
    pub at: f64,
    pub why: EndedWhy,
}

/// Where a server could connect before all access was revoked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EndedDestinationView {
    pub id: u32,
    pub server: u32,
    pub destination: String,
    #[specta(type = u32)]
    pub at: f64,
}

/// A folder that was picked and waits for consent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PickView {
    pub id: u32,
    /// Resolved, canonical folder: what would be granted.
    pub folder: FolderView,
    /// The path as picked, where it differs because of a symbolic link.
    pub picked_as: Option<String>,
    /// Git repository that this folder is inside of, offered instead of the subfolder.
    pub repository: Option<FolderView>,
    /// How much there is in it; not known at first, and never where the disk does not answer.
    pub size: Option<SizeView>,
    /// Project kinds recognised: `git`, `rust`, `node`, `python`, `go`, `java`, `dotnet`, `ruby`, `php`.
    pub projects: Vec<String>,
    pub warnings: Vec<Warning>,
    /// The folder's own name must be typed before it can be granted.
    pub type_name_to_grant: bool,
    /// It can't be granted at all; the reason is among the warnings.
    pub refused: bool,
    /// Servers that already hold this very folder, by whatever path.
    pub granted_to: Vec<u32>,
    /// The server that tried to reach it or whose command names it, if that is why it was picked.
    pub server: Option<u32>,
    /// How the command of that server names it.
    pub named: Option<NamedView>,
    /// The server that a person had in mind when they asked for it.
    pub wished: Option<u32>,
    /// What was asked for together has one number, and can be answered together: folders of one
    /// workspace file, or those that commands name which wait for trust.
    pub together: Option<u32>,
    /// Who proposed it.
    pub by: FrontView,
}

/// The files in a folder and in all folders in it. Links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SizeView {
    pub files: u32,
    #[specta(type = u32)]
    pub bytes: f64,
    /// Counting ended before all was counted.
    pub at_least: bool,
}

/// How a command names a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedView {
    pub by: NamedBy,
    /// The file in it that is named; a whole folder is what can be granted.
    pub file: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum NamedBy {
    /// An argument, of which this is the path as it is written.
    Argument { text: String },
    /// A variable of its environment.
    Variable { name: String },
    /// It is where the server starts.
    WorkingFolder,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VerdictView {
    /// The path as asked, safe to show.
    pub path: String,
    pub server: u32,
    pub outcome: Outcome,
    /// Folder whose grant decides, or the nearest granted one when outside.
    pub folder: Option<String>,
    pub grant: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    AllowedRead,
    /// It may be written, but not what other programs run in it.
    AllowedWriteGuarded,
    /// It may be read; what has its name is run by other programs.
    AllowedReadGuarded,
    AllowedReadWrite,
    /// Not granted: it is part of what the program needs in order to run, and read for that.
    NeededToRun,
    /// Not granted: it is in the server's own home, which that reads and writes.
    OwnHome,
    /// Granted, and withheld as long as the folder is not reachable.
    Withheld,
    /// Granted, and let in when the server starts next.
    NextStart,
    Outside,
    /// Nothing keeps the server, which runs, from it, granted or not.
    NotEnforced,
    /// It is not an absolute path.
    NotAPath,
}
