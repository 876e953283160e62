//! Destinations that servers sought, and that nobody had allowed then.

use std::collections::BTreeMap;

use paddock_core::network::Destination;
use paddock_core::{ServerId, Time};

/// The most that is remembered of one server; what was sought longest ago goes first.
const MOST: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct Sought {
    of_servers: BTreeMap<ServerId, Vec<Tried>>,
}

/// A destination, how often it was sought and when last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    pub(crate) to: Destination,
    pub(crate) count: u32,
    pub(crate) last: Time,
}

impl Sought {
    pub(crate) fn note(&mut self, server: ServerId, to: &Destination, times: u32, at: Time) {
        let tried = self.of_servers.entry(server).or_default();
        let known = tried.iter().position(|it| it.to == *to).map(|index| tried.remove(index));
        let count = known.map_or(0, |it| it.count).saturating_add(times);
        tried.insert(0, Tried { to: to.clone(), count, last: at });
        tried.truncate(MOST);
    }

    /// The newest first.
    pub(crate) fn of(&self, server: ServerId) -> &[Tried] {
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

    const SERVER: ServerId = ServerId(1);

    #[test]
    fn what_was_sought_is_counted_newest_first_and_bounded() {
        let mut sought = Sought::default();
        let to = |text: &str| text.parse::<Destination>().unwrap();
        for (at, text) in [(1, "a.example"), (2, "localhost:5432"), (3, "a.example")] {
            sought.note(SERVER, &to(text), 1, Time(at));
        }
        let said: Vec<_> =
            sought.of(SERVER).iter().map(|it| (it.to.to_string(), it.count, it.last.0)).collect();
        assert_eq!(said, [("a.example".to_owned(), 2, 3), ("localhost:5432".to_owned(), 1, 2)]);
        for number in 0..2 * MOST {
            sought.note(SERVER, &to(&format!("n{number}.example")), 1, Time(4));
        }
        assert_eq!(sought.of(SERVER).len(), MOST);
        assert_eq!(sought.of(ServerId(2)), []);
        sought.forget(SERVER);
        assert_eq!(sought.of(SERVER), []);
    }
}
