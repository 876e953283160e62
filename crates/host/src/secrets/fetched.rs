//! What comes of asking the keyring, for the actor.

use paddock_core::{ServerId, SessionId};

use super::{Kept, Values};
use crate::message::Message;
use crate::view::Failure;

/// What comes back from the keyring.
#[derive(Debug)]
pub(crate) enum FromKeyring {
    /// It keeps these values of a server.
    Kept(ServerId, Kept),
    /// It was offered all that there was; why it did not take more.
    Offered(Option<Failure>),
    /// What a session is launched with, for a command with these secrets.
    Fetched(SessionId, Kept, Result<Values, Failure>),
    /// Whether secrets are in the keyring or nowhere is kept as it was chosen last.
    Chosen,
}

/// The secrets of a session that is about to be launched.
#[derive(Debug)]
pub(crate) enum Fetched {
    UnderWay(Kept),
    Here(Kept, Values),
}

impl From<FromKeyring> for Message {
    fn from(heard: FromKeyring) -> Self {
        Self::Keyring(heard)
    }
}
