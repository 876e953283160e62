use crate::{Destination, Meant};

/// What went to one destination, or to several together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub went: Went,
    /// How many connections there were, and how many there are.
    pub connections: u64,
    pub open: u64,
    /// In bytes, as the server sees it.
    pub sent: u64,
    pub received: u64,
    /// In seconds since 1970.
    pub last_used: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Went {
    To(Meant),
    /// To more than are told apart, each of them allowed by this.
    Under(Destination),
}

impl Went {
    /// Whether a destination that is allowed covers it.
    pub fn is_covered_by(&self, allowed: &Destination) -> bool {
        match self {
            Self::To(meant) => meant.is_covered_by(allowed),
            Self::Under(rule) => allowed.refuses(rule) && allowed.port == rule.port,
        }
    }

    /// Whether a destination that is refused covers it.
    pub fn is_refused_by(&self, never: &Destination) -> bool {
        match self {
            Self::To(meant) => meant.is_refused_by(never),
            Self::Under(rule) => never.refuses(rule),
        }
    }
}
