use std::collections::{BTreeMap, BTreeSet};

use super::{Destination, Rules};
use crate::{Lifetime, Time};

/// What of the network a server has. The wider one is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NetworkChoice {
    Off,
    /// Its [`Destinations`], and a question for each that nobody decided on.
    Ask,
    /// All that the person's own programs can reach.
    Open,
}

/// How long a destination is allowed, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub lifetime: Lifetime,
    pub since: Time,
}

/// Where a server may connect, as a person chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Destinations {
    pub allowed: BTreeMap<Destination, Allowance>,
    /// Refused without asking, even where something that is allowed covers it.
    pub never: BTreeSet<Destination>,
}

impl Destinations {
    /// What decides of connections.
    pub fn rules(&self) -> Rules {
        let allowed = self.allowed.keys().cloned().collect();
        Rules::new(allowed, self.never.iter().cloned().collect())
    }

    /// Whether a server may connect to no more by `self` than by `other`, and for no longer.
    pub fn is_within(&self, other: &Self) -> bool {
        let as_long = |(destination, it): (&Destination, &Allowance)| {
            let others = other.allowed.get(destination);
            others.is_some_and(|other| it.lifetime.is_within(other.lifetime))
        };
        self.allowed.iter().all(as_long) && other.never.is_subset(&self.never)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn destinations(allowed: &[(&str, Lifetime)], never: &[&str]) -> Destinations {
        let since = Time(0);
        let allowance = |lifetime| Allowance { lifetime, since };
        let allowed = allowed.iter().map(|(text, it)| (text.parse().unwrap(), allowance(*it)));
        let never = never.iter().map(|text| text.parse().unwrap());
        Destinations { allowed: allowed.collect(), never: never.collect() }
    }

    #[test]
    fn what_is_more_or_lasts_longer_or_is_refused_no_more_is_not_within() {
        let hour = Lifetime::Until(Time(3_600_000));
        let one = destinations(&[("a.example", hour)], &[]);
        let none = Destinations::default();
        assert!(none.is_within(&one) && !one.is_within(&none));
        let longer = destinations(&[("a.example", Lifetime::Always)], &[]);
        assert!(one.is_within(&longer) && !longer.is_within(&one));
        let wider = destinations(&[("*", hour)], &[]);
        assert!(!wider.is_within(&one));
        let refused = destinations(&[("a.example", hour)], &["b.example"]);
        assert!(refused.is_within(&one) && !one.is_within(&refused));
    }
}
