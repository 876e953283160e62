//! What becomes of the connections of one run, each recorded once while the rules stay the same.

use std::collections::BTreeSet;

use paddock_core::Connection;
use paddock_core::network::{Destination, Name, Rules, Target};
use paddock_network::Event;

/// Destinations recorded one by one, of those where something went and of those that were refused.
const MOST: usize = 128;

#[derive(Debug, Default)]
pub(super) struct Recorded(BTreeSet<(Destination, Connection)>);

impl Recorded {
    /// What to record of an event. Where something went is always recorded, beyond [`MOST`] as the
    /// destination that allows it: neither refusals nor earlier connections crowd it out.
    pub(super) fn next(
        &mut self,
        event: &Event,
        rules: &Rules,
    ) -> Option<(Destination, Connection)> {
        let (to, what) = outcome(event)?;
        if what == Connection::Cut {
            return Some((to, what));
        }
        let mut said = (to, what);
        if self.0.contains(&said) {
            return None;
        }
        if self.count(what) >= MOST {
            let Event::Connected(meant) = event else { return None };
            said.0 = rules.counted_as(meant);
        }
        self.0.insert(said.clone()).then_some(said)
    }

    /// Whether what was recorded just now was the last of its kind to be recorded by itself.
    pub(super) fn is_full_now(&self, what: Connection) -> bool {
        self.count(what) == MOST
    }

    fn count(&self, what: Connection) -> usize {
        self.0.iter().filter(|it| it.1 == what).count()
    }
}

/// What became of a connection, as it is kept.
pub(super) fn outcome(event: &Event) -> Option<(Destination, Connection)> {
    match event {
        Event::NameRefused(name) => Some((named(name), Connection::Refused)),
        Event::Refused(meant, _) => Some((meant.destination(), Connection::Refused)),
        Event::Cut(meant) => Some((meant.destination(), Connection::Cut)),
        Event::Connected(meant) => Some((meant.destination(), Connection::Made)),
        Event::AsksForName(_)
        | Event::AsksFor(_)
        | Event::AsksForAddresses(..)
        | Event::Moved
        | Event::Closed(_) => None,
    }
}

pub(super) fn named(name: &Name) -> Destination {
    Destination { target: Target::Name(name.clone()), port: None }
}

#[cfg(test)]
mod tests {
    use paddock_core::network::Meant;
    use paddock_network::Refusal;

    use super::*;

    fn meant(name: &str) -> Meant {
        Meant::Name(Name::parse(name).unwrap(), 443)
    }

    fn rules() -> Rules {
        Rules::new(vec!["*".parse().unwrap()], Vec::new())
    }

    #[test]
    fn what_was_told_is_not_told_again_unless_it_was_cut() {
        let mut recorded = Recorded::default();
        let mut next = |event: Event| recorded.next(&event, &rules()).map(|it| it.0.to_string());
        let some = Some("a.example".to_owned());
        assert_eq!(next(Event::Connected(meant("a.example"))), some);
        assert_eq!(next(Event::Connected(meant("a.example"))), None);
        assert_eq!(next(Event::Refused(meant("a.example"), Refusal::NoAddress)), some);
        assert_eq!(next(Event::Cut(meant("a.example"))), some);
        assert_eq!(next(Event::Cut(meant("a.example"))), some);
    }

    #[test]
    fn decoys_do_not_hide_where_something_went() {
        let mut recorded = Recorded::default();
        let mut next = |event: Event| recorded.next(&event, &rules()).map(|it| it.0.to_string());
        for number in 0..MOST {
            let decoy = meant(&format!("n{number}.example"));
            assert!(next(Event::Connected(decoy.clone())).is_some());
            assert!(next(Event::Refused(decoy, Refusal::NoAddress)).is_some());
        }
        assert_eq!(next(Event::Refused(meant("evil.example"), Refusal::NoAddress)), None);
        assert_eq!(next(Event::Connected(meant("evil.example"))), Some("*".to_owned()));
        assert_eq!(next(Event::Connected(meant("other.example"))), None);
        assert_eq!(next(Event::Connected(meant("n0.example"))), None);
    }
}
