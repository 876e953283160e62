//! A world to escape in, and a server started in it.
#![cfg(target_os = "linux")]
#![expect(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod ground;
pub(crate) mod keeper;
pub(crate) mod lines;
pub(crate) mod naive;
pub(crate) mod yard;

use std::fmt;
use std::io::{self, Write as _};

use keeper::Start;
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Network, Tier};

/// As whom a server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    /// The one who runs the tests.
    Current,
    /// An ordinary one; only if root runs the tests.
    Ordinary,
}

/// A server's circumstances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// `None` for no sandbox at all.
    pub(crate) tier: Option<Tier>,
    pub(crate) network: Network,
    pub(crate) user: User,
}

impl User {
    pub(crate) const ORDINARY: u32 = 1000;

    /// The user to switch to.
    pub(crate) fn id(self) -> Option<u32> {
        (self == Self::Ordinary).then_some(Self::ORDINARY)
    }

    pub(crate) fn is_root(self) -> bool {
        self == Self::Current && rustix::process::geteuid().is_root()
    }

    /// Everyone a server can be run as here.
    pub(crate) fn all() -> Vec<Self> {
        if rustix::process::geteuid().is_root() {
            vec![Self::Current, Self::Ordinary]
        } else {
            vec![Self::Current]
        }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tier {
            Some(tier) => write!(f, "{tier}")?,
            None => f.write_str("no sandbox")?,
        }
        let network = match self.network {
            Network::Open => "on",
            Network::Off => "off",
            Network::Destinations => "by destinations",
        };
        let user = if self.user.is_root() { "root" } else { "ordinary user" };
        write!(f, ", network {network}, {user}")
    }
}

/// Takes a start that could not be for a reason to skip; `None` then. Where the tiers must be there,
/// it is a failure.
pub(crate) fn or_skip<T>(start: Start<T>, run: Run, count: usize) -> Option<T> {
    match start {
        Ok(started) => Some(started),
        Err(refusal) if is_unavailable(refusal) => {
            let why = format_args!("{count} probes: {run} is not there: {refusal:?}");
            paddock_skip::skip_for_tier(why);
            None
        }
        Err(refusal) => panic!("{run}: not started: {refusal:?}"),
    }
}

fn is_unavailable(refusal: Refusal) -> bool {
    matches!(refusal.obstacle, Obstacle::Facility(_))
}

/// Also seen when tests succeed.
pub(crate) fn loudly(text: &str) {
    _ = writeln!(io::stderr().lock(), "\n*** {text} ***");
}
