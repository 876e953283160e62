//! What the window shows: one whole value, sent again after every change.
//!
//! These are wire types of the edge between the host and its fronts. They are converted by hand
//! from the values of `paddock-core`, so the vocabulary can change without breaking the window.
//! Every string that came from a folder, a server or a file is already safe to show: controls
//! and bidirectional marks are escaped. Times are milliseconds since the Unix epoch.

mod activity;
mod asked_values;
mod code;
mod consents;
mod content;
mod enforcement;
mod grants;
mod hint;
mod limits;
mod log;
mod network;
mod offers;
mod providers;
mod requests;
mod sending;
mod servers;
mod sessions;
mod usage;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

pub use activity::*;
pub use asked_values::*;
pub use code::Code;
pub use consents::*;
pub use content::*;
pub use enforcement::*;
pub use grants::*;
pub use hint::Hint;
pub use limits::*;
pub use log::*;
pub use network::*;
pub use offers::*;
pub use providers::*;
pub use requests::*;
pub use sending::*;
pub use servers::*;
pub use sessions::*;
pub use usage::*;

/// Everything the window shows, except what it asks for by page (activity, logs, tools).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Grows by one with every change, so that a late answer never replaces a newer view.
    pub sequence: u32,
    pub servers: Vec<ServerView>,
    /// AI apps that use them, by server and in the order in which they came.
    pub sessions: Vec<SessionView>,
    pub grants: Vec<GrantView>,
    /// Grants that ended, newest first; each can be given again.
    pub ended: Vec<EndedView>,
    /// Destinations that ended when all access was revoked, newest first.
    pub ended_destinations: Vec<EndedDestinationView>,
    /// Folders that were picked and wait for consent, oldest first.
    pub picks: Vec<PickView>,
    /// What was asked for, widens, and waits for consent, oldest first.
    pub consents: Vec<ConsentView>,
    pub paused: Option<PausedView>,
    /// Apps whose sessions are paused, by the names that their configurations give them.
    pub paused_apps: Vec<PausedAppView>,
    /// What went wrong or needs to be known, newest first.
    pub notices: Vec<NoticeView>,
    /// What servers ask of the person, oldest first.
    pub requests: Vec<RequestView>,
    /// What they asked and is over, newest first.
    pub missed: Vec<MissedView>,
    /// Folders that apps work in and that are not granted, oldest first.
    pub places: Vec<PlaceView>,
    /// Calls of apps that wait for the person, oldest first.
    pub held_calls: Vec<HeldCallView>,
    /// Where servers want to connect, and nobody decided, oldest first.
    pub asked_destinations: Vec<AskedDestinationView>,
    /// Servers that have sent what they may today and have more to send, oldest first.
    pub asked_sending: Vec<AskedSendingView>,
    /// Where language models are reached.
    pub providers: Vec<ProviderView>,
    pub system: SystemView,
    /// Where secrets of servers are kept.
    pub secrets: SecretsView,
    /// A person may consent at a terminal on this computer, and not in the window only.
    pub terminal_consent: bool,
    /// Apps in whose place the person is asked what servers ask, by the names that their
    /// configurations give them.
    pub stand_ins: Vec<String>,
    /// How long what happened is kept.
    pub retention: RetentionView,
    /// When a person had it deleted last, in this run of the host.
    #[specta(type = Option<u32>)]
    pub activity_deleted: Option<f64>,
}

/// Where values of environments are kept that are secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretsView {
    /// A person wants them in the keyring or nowhere: a server does not start otherwise.
    pub keyring_only: bool,
    /// How many are in Paddock's own file, which only its owner may read.
    pub in_file: u32,
    /// Why the keyring did not take or give one, when it was last asked.
    pub trouble: Option<Failure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PausedView {
    /// When the servers start again; absent until a person resumes.
    #[specta(type = Option<u32>)]
    pub until: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PausedAppView {
    pub app: String,
    /// When its servers start again; absent until a person resumes.
    #[specta(type = Option<u32>)]
    pub until: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NoticeView {
    pub id: u32,
    #[specta(type = u32)]
    pub at: f64,
    pub failure: Failure,
}

/// Something that did not work, with what the words for it need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    pub code: Code,
    /// Values for its words, by name.
    pub details: BTreeMap<String, String>,
    /// What may help besides what its code says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
}
