//! A session: one process of a server, for one user of it.

use crate::ServerId;

/// Names a session; never given twice in one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId {
    pub server: ServerId,
    /// Chosen by whoever brings the session; 0 is Paddock's own.
    pub number: u32,
}

impl ServerId {
    /// Paddock's own use of the server: what a person starts and stops in the window.
    pub const fn own(self) -> SessionId {
        SessionId { server: self, number: 0 }
    }

    /// After all others in order.
    pub(crate) const fn last(self) -> SessionId {
        SessionId { server: self, number: u32::MAX }
    }
}

impl SessionId {
    pub const fn is_own(self) -> bool {
        self.number == 0
    }
}

impl From<ServerId> for SessionId {
    fn from(server: ServerId) -> Self {
        server.own()
    }
}

/// Who uses a server in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum User {
    Paddock,
    /// An AI app, by the name that its own configuration gives it.
    App(String),
}
