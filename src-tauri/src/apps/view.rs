//! What the pages see of AI apps. Names, paths and commands are others' texts, escaped to be shown.

use paddock_apps::EntryRef;
use paddock_control::view::{AnsweredValue, AskedValue, Failure};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The apps that are here, or that something was connected of.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppsView {
    pub(crate) apps: Vec<AppView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) files: Vec<AppFileView>,
    /// What was connected and is in no file any more.
    pub(crate) lost: Vec<LostEntryView>,
}

/// A config.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppFileView {
    pub(crate) path: String,
    /// The folder of the project that it belongs to; none if it is the person's.
    pub(crate) project: Option<String>,
    /// Why it can't be read.
    pub(crate) problem: Option<Failure>,
    /// Why it can be read and not written.
    pub(crate) not_written: Option<Failure>,
    pub(crate) entries: Vec<AppEntryView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppEntryView {
    pub(crate) key: EntryKey,
    pub(crate) name: String,
    pub(crate) content: EntryContent,
    /// How it stands since it was connected; none if it was not.
    pub(crate) standing: Option<EntryStanding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LostEntryView {
    pub(crate) key: EntryKey,
    pub(crate) name: String,
    pub(crate) path: String,
}

/// Which entry it is, as it is written. Not to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EntryKey {
    pub(crate) file: String,
    /// Keys down to what holds the entries.
    pub(crate) at: Vec<String>,
    pub(crate) name: String,
}

/// An entry that is to be connected, and what a person filled in for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeantEntry {
    pub(crate) key: EntryKey,
    /// What the person was asked about, as it was shown.
    pub(crate) seen: String,
    pub(crate) answers: Vec<AnsweredValue>,
}

impl EntryKey {
    pub(crate) fn of(entry: &EntryRef) -> Self {
        Self {
            file: entry.file.path.to_string_lossy().into_owned(),
            at: entry.at.clone(),
            name: entry.name.clone(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub(crate) enum EntryContent {
    /// The app launches it itself. Secrets in the command are masked.
    Direct {
        command: String,
        enabled: bool,
        /// What the app would fill in, and a person has to before it is connected.
        asks: Vec<AskedValue>,
        /// A digest of all that, which comes back with the answers.
        seen: String,
    },
    /// It goes through Paddock, or says so: that the program is this Paddock's is sure where it was
    /// connected, or has the very path.
    Through {
        server: String,
        command: String,
        sure: bool,
    },
    Remote {
        address: String,
    },
    /// What the app brings itself.
    Own {
        what: String,
    },
    Unreadable {
        problem: Failure,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub(crate) enum EntryStanding {
    AsWritten,
    /// Somebody gave it back.
    AsBefore,
    /// Somebody made something else of it.
    Changed,
    /// Nobody can tell.
    Unreadable {
        problem: Failure,
    },
}

/// A change of configs that waits for the person.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppChangeView {
    pub(crate) id: u32,
    /// Its name.
    pub(crate) app: String,
    /// The folder of the project whose config it is.
    pub(crate) project: Option<String>,
    pub(crate) what: AppChangeWhat,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub(crate) enum AppChangeWhat {
    Connect { files: Vec<ConnectedFileView> },
    GiveBack { files: Vec<GivenFileView> },
}

/// What connecting does to one file.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConnectedFileView {
    pub(crate) path: String,
    /// What is written where the path is a link.
    pub(crate) target: Option<String>,
    pub(crate) entries: Vec<ConnectedEntryView>,
    /// Unified, with secrets masked.
    pub(crate) diff: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConnectedEntryView {
    pub(crate) name: String,
    pub(crate) server: String,
    /// The server is added; otherwise Paddock has the very same.
    pub(crate) is_new: bool,
    pub(crate) command: String,
    pub(crate) cwd: Option<String>,
    /// Variables that move into Paddock.
    pub(crate) env: Vec<String>,
    /// Further variables, which were read from a file.
    pub(crate) env_file: Option<EnvFileView>,
    /// Why its file of variables was not read.
    pub(crate) problem: Option<Failure>,
    /// Variables that its app may have a value for, and that have none here.
    pub(crate) unset: Vec<String>,
    /// Folders that its command names.
    pub(crate) folders: Vec<String>,
    /// What only the app would have given it.
    pub(crate) lost: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EnvFileView {
    pub(crate) path: String,
    pub(crate) names: Vec<String>,
}

/// What giving back does to one file.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GivenFileView {
    pub(crate) path: String,
    pub(crate) target: Option<String>,
    pub(crate) entries: Vec<GivenEntryView>,
    /// None where the file stays as it is.
    pub(crate) diff: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GivenEntryView {
    pub(crate) name: String,
    pub(crate) outcome: GivenOutcome,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub(crate) enum GivenOutcome {
    Restored,
    AsBefore,
    /// Somebody edited it since.
    LeftAlone,
    Gone,
    Refused {
        problem: Failure,
    },
}
