//! How far a server has read what was written to it.

use std::fmt;

/// Whoever knows the way into the server.
pub trait Inlet: Send + Sync + fmt::Debug {
    /// Whether something that was written waits to be read.
    fn is_unread(&self) -> bool;
}
