//! How the shim of an AI app hands a session over. It greets as [`Role::Session`], asks in one
//! frame, is answered in one, sends its two ends, and is told how the session ended. This stays as
//! it is in every version: apps keep the shim that they have started.
//!
//! [`Role::Session`]: crate::Role::Session

use serde::{Deserialize, Serialize};

use crate::view::Failure;

/// The longest of these frames, in bytes.
pub const LONGEST_OF_SHIM: usize = 64 << 10;

/// What an app asks for, through its shim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    /// The name of the server.
    pub server: String,
    /// The name of the app, as its configuration has it. Nothing proves it.
    pub app: String,
    /// Where the app started the shim.
    #[serde(default)]
    pub folder: Option<crate::WirePath>,
}

/// Whether the host takes the session. If so, one byte follows from the shim, and with it the
/// descriptors of its standard input and output (`SCM_RIGHTS`, `unix(7)`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    #[serde(default)]
    pub refused: Option<Failure>,
}

/// The session is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// Why, if it did not end with its app.
    #[serde(default)]
    pub failure: Option<Failure>,
}
