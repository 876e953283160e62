use crate::Meant;

/// What went to one destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// `None` for all those that were too many to be told apart.
    pub meant: Option<Meant>,
    /// How many connections there were, and how many there are.
    pub connections: u64,
    pub open: u64,
    /// In bytes, as the server sees it.
    pub sent: u64,
    pub received: u64,
    /// In seconds since 1970.
    pub last_used: u64,
}
