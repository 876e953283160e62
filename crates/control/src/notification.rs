//! What a person is told outside of a window.

use serde::{Deserialize, Serialize};

/// What a server tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttemptOf {
    pub server: u32,
    pub attempt: u32,
}

/// What is worth a word outside of the window. It names folders, never whole paths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Notification {
    Expiring {
        folder: String,
        server: String,
        grant: u32,
    },
    Ended {
        folder: String,
        server: String,
    },
    FolderGone {
        folder: String,
    },
    FolderReplaced {
        folder: String,
    },
    ServerFailed {
        server: String,
    },
    CommandChanged {
        server: String,
    },
    /// The server waits until the person lets it into the folder, or does not.
    Asks {
        folder: String,
        server: String,
        /// By which it is answered.
        attempt: AttemptOf,
    },
    /// The boundary of the server did not hold, and it was stopped.
    Leaked {
        server: String,
    },
    RevokeNotSaved,
    /// Servers ask something of the person; so many requests wait.
    Requests {
        server: String,
        count: u32,
    },
    /// The same, in the sessions of an app that can't be asked itself.
    RequestsOfApp {
        app: String,
        server: String,
        count: u32,
    },
    /// A call of an app waits for the person.
    CallWaits {
        app: String,
        tool: String,
        server: String,
        call: u32,
    },
    /// A server wants to connect somewhere, and waits for the person.
    Destination {
        server: String,
        destination: String,
    },
    /// A server has sent what it may in a day, and waits for the person.
    Sending {
        server: String,
        /// What it has sent, in kilobytes.
        sent: u32,
    },
    /// An app works in a folder that the server it uses may not.
    Place {
        app: String,
        folder: String,
        server: String,
    },
}
