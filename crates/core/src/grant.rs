//! A folder given to a server.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{AbsolutePath, Root, ServerId, Time};

/// Number of a grant; never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantId(pub u32);

/// Root × server × access × lifetime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub id: GrantId,
    pub root: Root,
    pub server: ServerId,
    pub access: Access,
    pub lifetime: Lifetime,
    pub granted_at: Time,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    Read,
    /// All but what other programs run by its name: see [`Guarded`](crate::Guarded).
    WriteGuarded,
    /// That, and what Git writes when someone commits. Its hooks and settings stay as they are.
    WriteCommits,
    ReadWrite,
}

impl Access {
    /// Whether anything may be changed.
    pub fn writes(self) -> bool {
        self > Self::Read
    }

    /// Whether some names may not be written, whatever folder they are in.
    pub fn guards(self) -> bool {
        matches!(self, Self::WriteGuarded | Self::WriteCommits)
    }
}

/// The last that a call named something in a granted folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    pub at: Time,
    /// The tool, or the address of what was read; safe to show.
    pub by: String,
    pub path: AbsolutePath,
}

/// How long a grant lasts, unless it is revoked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lifetime {
    /// Until the server stops or the host ends. A crash that is followed by a restart does not
    /// end it.
    ThisRun,
    Until(Time),
    Always,
}

impl Lifetime {
    pub fn is_over(self, now: Time) -> bool {
        match self {
            Self::Until(end) => end <= now,
            Self::ThisRun | Self::Always => false,
        }
    }

    /// Whether `self` lasts at most as long as `other`.
    pub fn is_within(self, other: Self) -> bool {
        match (self, other) {
            (_, Self::Always) | (Self::ThisRun, Self::ThisRun) => true,
            (Self::Until(end), Self::Until(later)) => end <= later,
            (Self::Always | Self::ThisRun, Self::Until(_))
            | (Self::Always | Self::Until(_), Self::ThisRun) => false,
        }
    }
}
