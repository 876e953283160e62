//! Where servers connected before: in runs that are over, and before the host began.

use std::collections::BTreeMap;

use paddock_core::network::{Destination, Meant, Target, WEB_PORTS};
use paddock_core::{ServerId, Time};
use paddock_network::{Seen, Went};
use paddock_storage::Counted;

/// Destinations of one server that are told apart; those above it count with all of their kind.
const MOST: usize = 1024;

#[derive(Debug, Default)]
pub(crate) struct Connected {
    of_servers: BTreeMap<ServerId, BTreeMap<Went, Seen>>,
}

impl Connected {
    /// Begins with what was kept.
    pub(crate) fn new(kept: Vec<Counted>) -> Self {
        let mut connected = Self::default();
        for Counted { at, server, destination, counts } in kept {
            let to = destination.and_then(|to| to.parse::<Destination>().ok());
            let Some(to) = to else { continue };
            let seen = Seen {
                went: went(to),
                connections: counts.connections,
                open: 0,
                sent: counts.sent,
                received: counts.received,
                last_used: seconds(at),
            };
            connected.add(server, seen);
        }
        connected
    }

    /// A run is over, and saw this.
    pub(crate) fn keep(&mut self, server: ServerId, seen: Vec<Seen>) {
        for it in seen {
            self.add(server, it);
        }
    }

    fn add(&mut self, server: ServerId, mut seen: Seen) {
        let of_server = self.of_servers.entry(server).or_default();
        if of_server.len() >= MOST && !of_server.contains_key(&seen.went) {
            seen.went = all_of_its_kind(&seen.went);
        }
        if let Some(known) = of_server.get_mut(&seen.went) {
            known.connections = known.connections.saturating_add(seen.connections);
            known.sent = known.sent.saturating_add(seen.sent);
            known.received = known.received.saturating_add(seen.received);
            known.last_used = known.last_used.max(seen.last_used);
        } else {
            seen.open = 0;
            of_server.insert(seen.went.clone(), seen);
        }
    }

    pub(crate) fn of(&self, server: ServerId) -> impl Iterator<Item = &Seen> {
        self.of_servers.get(&server).into_iter().flat_map(BTreeMap::values)
    }

    pub(crate) fn forget(&mut self, server: ServerId) {
        self.of_servers.remove(&server);
    }

    pub(crate) fn clear(&mut self) {
        self.of_servers.clear();
    }
}

/// What a destination that was counted stood for.
fn went(to: Destination) -> Went {
    let port = to.port.unwrap_or(WEB_PORTS[0]);
    match to.target {
        Target::Name(name) => Went::To(Meant::Name(name, port)),
        Target::Addresses(range) if range.is_one() => Went::To(Meant::Address(range.first(), port)),
        Target::ThisComputer => Went::To(Meant::ThisComputer(port)),
        Target::Under(_) | Target::AnyName | Target::Addresses(_) => Went::Under(to),
    }
}

fn all_of_its_kind(went: &Went) -> Went {
    Went::Under(match went {
        Went::To(meant) => meant.destination().all_of_its_kind(),
        Went::Under(rule) => rule.all_of_its_kind(),
    })
}

fn seconds(at: Time) -> u64 {
    u64::try_from(at.0 / 1000).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use paddock_core::network::Name;
    use paddock_storage::Counts;

    use super::*;

    const SERVER: ServerId = ServerId(1);

    fn seen(meant: Meant, sent: u64, last_used: u64) -> Seen {
        Seen { went: Went::To(meant), connections: 1, open: 1, sent, received: 2, last_used }
    }

    #[test]
    fn runs_add_up_and_nothing_of_them_is_open() {
        let local = || Meant::ThisComputer(5432);
        let mut connected = Connected::default();
        connected.keep(SERVER, vec![seen(local(), 10, 9)]);
        connected.keep(SERVER, vec![seen(local(), 5, 7)]);
        let all: Vec<_> = connected.of(SERVER).cloned().collect();
        let expected = Seen {
            went: Went::To(local()),
            connections: 2,
            open: 0,
            sent: 15,
            received: 4,
            last_used: 9,
        };
        assert_eq!(all, [expected]);
        assert_eq!(connected.of(ServerId(2)).count(), 0);
        connected.forget(SERVER);
        assert_eq!(connected.of(SERVER).count(), 0);
    }

    #[test]
    fn what_was_kept_is_of_the_rule_that_covers_it() {
        for text in [
            "api.example.com",
            "api.example.com:8443",
            "10.0.0.1:22",
            "localhost:5432",
            "10.0.0.0/8",
            "*.example.com:8443",
            "*",
        ] {
            let counted = Counted {
                at: Time(60_000),
                server: SERVER,
                destination: Some(text.to_owned()),
                counts: Counts { connections: 3, ..Counts::default() },
            };
            let connected = Connected::new(vec![counted]);
            let seen = connected.of(SERVER).next().unwrap();
            assert_eq!((seen.connections, seen.last_used), (3, 60), "{text}");
            assert!(seen.went.is_covered_by(&text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn more_destinations_than_are_remembered_count_together() {
        let mut connected = Connected::default();
        for number in 0..MOST + 5 {
            let meant = Meant::Name(Name::parse(&format!("n{number}.example")).unwrap(), 443);
            connected.keep(SERVER, vec![seen(meant, 1, 1)]);
        }
        assert_eq!(connected.of(SERVER).count(), MOST + 1);
        let of_any_name = |it: &&Seen| it.went == Went::Under("*".parse().unwrap());
        assert_eq!(connected.of(SERVER).find(of_any_name).map(|it| it.sent), Some(5));
    }
}
