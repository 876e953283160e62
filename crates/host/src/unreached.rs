//! Where servers may connect and did not get through.

use std::collections::BTreeMap;

use paddock_core::network::Meant;
use paddock_core::{ServerId, Time};

use crate::view::NotReached;

/// The most that is remembered of one server; what failed longest ago goes first.
const MOST: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct Unreached {
    of_servers: BTreeMap<ServerId, Vec<Failed>>,
}

/// A connection that failed, and when it did last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    pub(crate) meant: Meant,
    pub(crate) why: NotReached,
    pub(crate) last: Time,
}

impl Unreached {
    pub(crate) fn note(&mut self, server: ServerId, meant: Meant, why: NotReached, at: Time) {
        let failed = self.of_servers.entry(server).or_default();
        failed.retain(|it| it.meant != meant);
        failed.insert(0, Failed { meant, why, last: at });
        failed.truncate(MOST);
    }

    /// The newest first.
    pub(crate) fn of(&self, server: ServerId) -> &[Failed] {
        self.of_servers.get(&server).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn forget(&mut self, server: ServerId) {
        self.of_servers.remove(&server);
    }

    pub(crate) fn clear(&mut self) {
        self.of_servers.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_failure_of_each_is_kept_newest_first_and_bounded() {
        let (server, mut unreached) = (ServerId(1), Unreached::default());
        for (at, port, why) in [
            (1, 1, NotReached::NoAddress),
            (2, 2, NotReached::Unreachable),
            (3, 1, NotReached::Unreachable),
        ] {
            unreached.note(server, Meant::ThisComputer(port), why, Time(at));
        }
        let kept = |port, last| Failed {
            meant: Meant::ThisComputer(port),
            why: NotReached::Unreachable,
            last: Time(last),
        };
        assert_eq!(unreached.of(server), [kept(1, 3), kept(2, 2)]);
        for port in 0..100 {
            unreached.note(server, Meant::ThisComputer(port), NotReached::Unreachable, Time(4));
        }
        assert_eq!(unreached.of(server).len(), MOST);
        unreached.forget(server);
        assert_eq!(unreached.of(server), []);
    }
}
