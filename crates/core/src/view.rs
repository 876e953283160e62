//! What a server may see now.

use crate::{Access, Root};

/// The folders of one server: its own grants that are in force, on folders that are there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootList {
    /// Grows with every change, within one server.
    pub generation: u64,
    /// By path, each once.
    pub entries: Vec<RootEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RootEntry {
    pub root: Root,
    pub access: Access,
}
