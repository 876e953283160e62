//! Names that are asked for from inside: one that is allowed, and one of which nothing was said.

use std::io::{Error, ErrorKind};

use paddock_core::network::Rules;
use paddock_supervisor::{Answered, Boundary, BoundaryError};

use crate::view::{ArrivalView, PassageView, WayView};

/// Nobody has it (RFC 6761): it is refused whatever is allowed, without anybody being asked.
const OTHER: &str = "other.invalid";

/// What is asked for, and what is expected of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names(Vec<(WayView, String)>);

impl Names {
    /// Under these rules. A name that is allowed is one of the person's own: an answer takes the
    /// broker alone, which looks it up outside only where something connects.
    pub(crate) fn under(rules: &Rules) -> Self {
        let allowed = rules.a_name().map(|name| (WayView::AllowedName, name.to_string()));
        Self(allowed.into_iter().chain([(WayView::OtherName, OTHER.to_owned())]).collect())
    }

    /// # Errors
    /// The server has ended, or nobody could be asked.
    pub(crate) async fn ask(self, boundary: &Boundary) -> Result<Vec<PassageView>, BoundaryError> {
        let names = self.0.iter().map(|(_, name)| name.clone()).collect();
        let answered = boundary.try_names(names).await?;
        let answers = answered.iter().map(Some).chain(std::iter::repeat(None));
        Ok(self.0.iter().zip(answers).map(|((way, _), answer)| passage(*way, answer)).collect())
    }
}

/// What was not answered shows nothing.
fn passage(way: WayView, answer: Option<&Answered>) -> PassageView {
    let is_answered = answer.is_some_and(|it| it.address.is_some());
    let no_such_name = |it: &Answered| {
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

    fn under(allowed: &[&str], never: &[&str]) -> Vec<(WayView, String)> {
        let all = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Names::under(&Rules::new(all(allowed), all(never))).0
    }

    #[test]
    fn a_name_that_is_allowed_is_tried_and_one_that_is_not() {
        let other = (WayView::OtherName, OTHER.to_owned());
        let allowed = |name: &str| (WayView::AllowedName, name.to_owned());
        let only_other = vec![other.clone()];
        assert_eq!(under(&[], &[]), only_other);
        assert_eq!(under(&["10.0.0.1", "*.a.example", "localhost:1"], &[]), only_other);
        let both = [allowed("b.example"), other];
        assert_eq!(under(&["a.example", "b.example:5432"], &["a.example"]), both);
        assert_eq!(under(&["*", "a.example"], &[])[0], allowed("a.example"));
        assert_eq!(under(&["*"], &["other.invalid"]), only_other);
    }

    #[test]
    fn an_answer_is_right_for_the_one_and_a_leak_of_the_other() {
        let answer = |address: Option<[u8; 4]>, errno| Answered {
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
