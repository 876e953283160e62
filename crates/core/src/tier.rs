//! What can keep a server to its folders.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use specta::Type;

/// A way to keep a server to its folders, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Tier {
    /// Namespaces, Landlock and seccomp: grants come and go in the running server.
    LiveMounts,
    /// Landlock and seccomp: a change needs a new start.
    Landlock,
}

impl Tier {
    /// Best first.
    pub const ALL: [Self; 2] = [Self::LiveMounts, Self::Landlock];

    /// As it is typed and written down.
    pub fn name(self) -> &'static str {
        match self {
            Self::LiveMounts => "live-mounts",
            Self::Landlock => "landlock",
        }
    }

    /// Whether grants change without a new start.
    pub fn is_live(self) -> bool {
        match self {
            Self::LiveMounts => true,
            Self::Landlock => false,
        }
    }
}

/// No tier has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tier of that name")]
pub struct UnknownTier;

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        Self::ALL.into_iter().find(|tier| tier.name() == name).ok_or(UnknownTier)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far a path can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Reach {
    Nothing,
    Read,
    Write,
}
