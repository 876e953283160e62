//! Sees every message that passes, either way.

use std::fmt;

/// Whoever wants to see what is said. Called on the tasks of the connection: it must be quick.
pub trait Tap: Send + Sync + fmt::Debug {
    /// This line, without its end, begins to be written to the server: before its answer can come.
    fn sent(&self, line: &[u8]);

    /// This line came from the server, whether it is a message or not.
    fn received(&self, line: &[u8]);
}
