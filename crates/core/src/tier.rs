//! What can keep a server to its folders.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed_codes;

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

closed_codes! {
    /// A part of the operating system that a tier needs.
    pub enum Facility {
        UserNamespace = "user-namespace",
        MountNamespace = "mount-namespace",
        PidNamespace = "pid-namespace",
        NetworkNamespace = "network-namespace",
        /// Mounting in a namespace of its own.
        Mount = "mount",
        Landlock = "landlock",
        Seccomp = "seccomp",
        /// This build has none for this system.
        System = "system",
    }
}

closed_codes! {
    /// Something a server can still do to what was not granted.
    pub enum Gap {
        /// Send signals to the person's other programs: Landlock before version 6.
        Signals = "signals",
        /// See the command lines of the person's other programs.
        CommandLines = "command-lines",
        /// See whether a path exists, and the size and times of what is there.
        Existence = "existence",
        /// Change the mode and times of what the person owns.
        Metadata = "metadata",
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
