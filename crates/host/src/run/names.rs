//! Names that are asked for from inside: one that is allowed, and one that is not.

use std::io::{Error, ErrorKind};

use paddock_core::network::{Name, Rules, Verdict};
use paddock_supervisor::{Boundary, BoundaryError, NameAnswer};

use super::network::Broker;
use crate::view::{ArrivalView, PassageView, WayView};

/// A name for tests (RFC 6761), of which hardly anybody says anything.
const UNHEARD_OF: &str = "not-allowed.test";
/// Nobody has it (RFC 6761): it is refused whatever is allowed.
const NOBODYS: &str = "other.invalid";

/// What is asked for, and what is expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names(Vec<(WayView, Name)>);

impl Names {
    /// Under `rules`, which were `before`. What was just taken back is the first that must not have an
    /// address. Nothing is looked up outside before something connects.
    pub(crate) fn under(rules: &Rules, before: &Rules) -> Self {
        let allowed = rules.a_name().cloned().map(|name| (WayView::AllowedName, name));
        let unheard_of = || {
            let name = Name::parse(UNHEARD_OF).ok()?;
            (rules.of_name(&name) != Verdict::Allowed).then_some(name)
        };
        let other = rules.a_name_refused(before).or_else(unheard_of);
        let other = other.or_else(|| Name::parse(NOBODYS).ok());
        Self(allowed.into_iter().chain(other.map(|name| (WayView::OtherName, name))).collect())
    }

    /// # Errors
    /// The server has ended, or nobody could be asked.
    pub(crate) async fn ask(
        self,
        boundary: &Boundary,
        broker: &Broker,
    ) -> Result<Vec<PassageView>, BoundaryError> {
        let names: Vec<_> = self.0.iter().map(|(_, name)| name.clone()).collect();
        let asked = names.iter().map(Name::to_string).collect();
        let _trial = broker.put_on_trial(names);
        let answered = boundary.try_names(asked).await?;
        let answers = answered.iter().map(Some).chain(std::iter::repeat(None));
        Ok(self.0.iter().zip(answers).map(|((way, _), answer)| passage(*way, answer)).collect())
    }
}

/// What was not answered shows nothing.
fn passage(way: WayView, answer: Option<&NameAnswer>) -> PassageView {
    let is_answered = answer.is_some_and(|it| it.address.is_some());
    let no_such_name = |it: &NameAnswer| {
        it.address.is_none() && Error::from_raw_os_error(it.errno).kind() == ErrorKind::NotFound
    };
    PassageView {
        way,
        found: if is_answered { ArrivalView::Paddock } else { ArrivalView::Nowhere },
        ok: if way == WayView::AllowedName {
            is_answered
        } else {
            answer.is_some_and(no_such_name)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(allowed: &[&str], never: &[&str]) -> Rules {
        let all = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Rules::new(all(allowed), all(never))
    }

    /// The name that is allowed, and the one that is not.
    fn tried(rules: &Rules, before: &Rules) -> (Option<String>, Option<String>) {
        let names = Names::under(rules, before).0;
        let of = |way| names.iter().find(|it| it.0 == way).map(|(_, name)| name.to_string());
        (of(WayView::AllowedName), of(WayView::OtherName))
    }

    fn pair(allowed: &str, other: &str) -> (Option<String>, Option<String>) {
        let some = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        (some(allowed), some(other))
    }

    #[test]
    fn a_name_that_is_allowed_is_tried_and_one_that_is_not() {
        for (allowed, never, expected) in [
            (&[][..], &[][..], pair("", UNHEARD_OF)),
            (&["10.0.0.1", "*.a.example", "localhost:1"], &[], pair("", UNHEARD_OF)),
            (&["a.example", "b.example:5432"], &["a.example"], pair("b.example", "a.example")),
            (&["*", "a.example"], &[], pair("a.example", NOBODYS)),
            (&["*"], &["b.example"], pair("", "b.example")),
            (&["*"], &["*.corp.example"], pair("", NOBODYS)),
        ] {
            let rules = rules(allowed, never);
            assert_eq!(tried(&rules, &Rules::default()), expected, "{allowed:?}, {never:?}");
        }
    }

    #[test]
    fn what_was_taken_back_is_tried_first() {
        let before = rules(&["a.example", "b.example"], &[]);
        let taken = |allowed, never| tried(&rules(allowed, never), &before);
        assert_eq!(taken(&["a.example"], &["c.example"]), pair("a.example", "b.example"));
        assert_eq!(taken(&[], &[]), pair("", "a.example"));
        assert_eq!(taken(&["*"], &[]), pair("", NOBODYS));
        assert_eq!(taken(&["*"], &["b.example"]), pair("", "b.example"));
    }

    #[test]
    fn an_answer_is_right_for_the_one_and_a_leak_of_the_other() {
        let answer = |address: Option<[u8; 4]>, errno| NameAnswer {
            name: String::new(),
            address: address.map(Into::into),
            errno,
        };
        let (no_such_name, timed_out) = (2, 110);
        let found = answer(Some([33, 250, 0, 1]), 0);
        let (refused, silent) = (answer(None, no_such_name), answer(None, timed_out));
        for (way, answer, ok, leaks) in [
            (WayView::AllowedName, Some(&found), true, false),
            (WayView::AllowedName, Some(&refused), false, false),
            (WayView::AllowedName, None, false, false),
            (WayView::OtherName, Some(&refused), true, false),
            (WayView::OtherName, Some(&silent), false, false),
            (WayView::OtherName, None, false, false),
            (WayView::OtherName, Some(&found), false, true),
        ] {
            let passage = passage(way, answer);
            assert_eq!((passage.ok, passage.leaks()), (ok, leaks), "{passage:?}");
        }
    }
}
