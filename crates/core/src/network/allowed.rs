use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Destination, Rules};
use crate::{Lifetime, Time};

/// What of the network a server has. The wider one is the greater.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum NetworkChoice {
    Off,
    /// Its destinations, and a question for each that nobody decided on. Where the system can't hold
    /// that, it is off.
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
        let is_refused = |to: &Destination| self.never.iter().any(|it| it.refuses(to));
        self.allowed.iter().all(as_long) && other.never.iter().all(is_refused)
    }

    /// Refuses `to`. Where that is more than `most` that was said, all of the kind of which there are
    /// most is refused instead of each: nothing is refused less than before.
    pub fn refuse(&mut self, to: &Destination, most: usize) {
        self.allowed.remove(to);
        self.never.insert(to.clone());
        while self.allowed.len() + self.never.len() > most {
            let mut kinds = BTreeMap::<_, usize>::new();
            for it in &self.never {
                *kinds.entry(it.all_of_its_kind()).or_default() += 1;
            }
            let largest = kinds.into_iter().max_by_key(|(_, count)| *count);
            let Some((all, 2..)) = largest else { return };
            self.never.retain(|it| !all.refuses(it));
            self.never.insert(all);
        }
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
    fn a_denial_always_fits_and_refuses_no_less() {
        let names: Vec<_> = (0..8).map(|it| format!("n{it}.example")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        for to in ["evil.example", "10.0.0.1:22", "localhost:5432", "*.site.test"] {
            let mut said = destinations(&[("a.test", Lifetime::Always)], &names);
            let before = said.clone();
            said.refuse(&to.parse().unwrap(), 9);
            assert!(said.allowed.len() + said.never.len() <= 9, "{to}: {said:?}");
            assert!(said.is_within(&before), "{to}");
            assert!(said.never.iter().any(|it| it.refuses(&to.parse().unwrap())), "{to}");
        }
        // As long as there is room, each is told apart.
        let mut said = destinations(&[], &names);
        said.refuse(&"evil.example".parse().unwrap(), 9);
        assert_eq!(said.never.len(), 9);
    }

    #[test]
    fn what_is_refused_by_more_is_not_missed() {
        let each = destinations(&[], &["a.site.test", "b.site.test"]);
        let all = destinations(&[], &["*.site.test"]);
        assert!(all.is_within(&each) && !each.is_within(&all));
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
