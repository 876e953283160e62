//! When a server is started again, kept awake and put to sleep.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use specta::Type;

/// What a person chose of a server's life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lifecycle {
    pub restart: Restart,
    /// How often it is asked for a sign of life.
    pub keep_alive: Option<Duration>,
    /// It starts when it is first used, and not with Paddock.
    pub on_demand: bool,
    /// After so long without use it is stopped, until it is used again.
    pub stop_when_idle: Option<Duration>,
}

/// What follows when a server ends unasked.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Restart {
    /// It is started again unless it said that all is well.
    #[default]
    OnFailure,
    Never,
    Always,
}

impl Restart {
    /// Whether a server that ended unasked is started again. `well`: it said that all is well.
    pub fn starts_again(self, well: bool) -> bool {
        match self {
            Self::OnFailure => !well,
            Self::Never => false,
            Self::Always => true,
        }
    }
}

impl Lifecycle {
    /// Whether it may be asleep: wanted, and without a process until it is used.
    pub fn sleeps(&self) -> bool {
        self.on_demand || self.stop_when_idle.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_policy_is_what_it_says() {
        let again = |policy: Restart| [policy.starts_again(false), policy.starts_again(true)];
        assert_eq!(again(Restart::OnFailure), [true, false]);
        assert_eq!(again(Restart::Never), [false, false]);
        assert_eq!(again(Restart::Always), [true, true]);
    }
}
