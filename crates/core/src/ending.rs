//! How runs of servers end.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// How a run ended, or that none began. No process is left, but where it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was asked to end.
    Asked,
    /// The server ended by itself, or no longer spoke with us.
    Unasked(Unasked),
    /// Another run would end like it.
    Final,
    /// There was nothing to launch.
    NotLaunched,
    /// It was killed, and there may still be a process.
    Stuck,
}

/// An end that nobody asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unasked {
    pub cause: Cause,
    /// The server said that all is well.
    pub well: bool,
    /// For how long it had been ready; none if it never was.
    pub ready_for: Option<Duration>,
    /// It was called meanwhile: what it ended at may be a call, and not its start.
    pub called: bool,
    /// It may have ended at how it was spoken to, and is spoken to otherwise the next time.
    pub misspoken: bool,
}

/// Why a server ended, as far as it tells two ends apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause(u64);

impl Cause {
    /// `what` happened, as by its exit code, and the server's last `words`. Words with digits in
    /// them count for nothing: times, ports and numbers of processes differ each time.
    pub fn new(what: &str, words: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        let varies = |word: &&str| word.contains(|it: char| it.is_ascii_digit());
        for word in words.split_whitespace().filter(|word| !varies(word)) {
            word.hash(&mut hasher);
        }
        Self(hasher.finish())
    }
}

/// Why a server that ended by itself was left stopped, other than by a person's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// It ended the same way as the time before, early both times, and without being called.
    SameEnd,
    /// It ended so many times within this time.
    Loop { ends: usize, within: Duration },
}

#[cfg(test)]
impl Ending {
    /// A server crashed, after it had been ready for as long.
    pub(crate) fn crash(what: &str, ready_for: Duration) -> Self {
        let cause = Cause::new(what, "");
        let ready_for = Some(ready_for);
        Self::Unasked(Unasked { cause, well: false, ready_for, called: false, misspoken: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_what_happened_and_what_was_said_but_for_numbers() {
        let said = |words| Cause::new("code 1", words);
        let [first, then] = ["10:00:01 [pid 17] no such\nhost", "10:00:09 [pid 23] no such\nhost"];
        assert_eq!(said(first), said(then));
        assert_ne!(said("no such host"), said("no such file"));
        assert_ne!(said("no such host"), Cause::new("code 2", "no such host"));
    }
}
