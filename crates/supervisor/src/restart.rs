//! When to start a crashed server again. Pure: time is passed in.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::Exit;

/// How patient to be with a server that ends unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The wait before the first restart; it doubles with each further one.
    pub first: Duration,
    /// The longest wait.
    pub longest: Duration,
    /// A run of at least this long makes good for all crashes before it.
    pub stable: Duration,
    /// How many crashes `within` are too many. At least 1.
    pub crashes: usize,
    pub within: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(500),
            longest: Duration::from_secs(30),
            stable: Duration::from_mins(1),
            crashes: 5,
            within: Duration::from_mins(1),
        }
    }
}

/// What to do about a server that ended unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Start it again after this wait.
    After(Duration),
    /// Leave it stopped until a person starts it: it ended `crashes` times `within` this time.
    GiveUp { crashes: usize, within: Duration },
    /// Leave it stopped: the last one may still be running.
    StillThere,
}

/// The history of one server's crashes.
#[derive(Debug, Clone, Default)]
pub struct Backoff {
    patience: Patience,
    in_a_row: u32,
    crashes: VecDeque<Instant>,
}

impl Backoff {
    pub fn new(patience: Patience) -> Self {
        Self { patience, ..Self::default() }
    }

    /// Takes note that the server ended unasked at `now` after it `ran_for` a time.
    ///
    /// An exit with code 0 counts as much as any other: a server that stays is all that is wanted.
    pub fn next(&mut self, exit: Exit, ran_for: Duration, now: Instant) -> Next {
        let Patience { first, longest, stable, crashes, within } = self.patience;
        match exit {
            Exit::Stuck => return Next::StillThere,
            Exit::Code(_) | Exit::Signal(_) | Exit::KeeperLost => {}
        }
        if ran_for >= stable {
            self.forgive();
        }
        self.crashes.push_back(now);
        self.crashes.retain(|crash| now.duration_since(*crash) < within);
        if self.crashes.len() >= crashes {
            let crashes = self.crashes.len();
            return Next::GiveUp { crashes, within };
        }
        let wait = first.saturating_mul(2_u32.saturating_pow(self.in_a_row)).min(longest);
        self.in_a_row = self.in_a_row.saturating_add(1);
        Next::After(wait)
    }

    /// Forgets all crashes, as when a person starts the server.
    pub fn forgive(&mut self) {
        self.in_a_row = 0;
        self.crashes.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CRASH: Exit = Exit::Code(1);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_wait_doubles_up_to_the_longest() {
        let patience = Patience { crashes: usize::MAX, ..Patience::default() };
        let mut backoff = Backoff::new(patience);
        let now = Instant::now();
        let waits: Vec<_> = (0..40).map(|_| backoff.next(CRASH, seconds(0), now)).collect();
        let wait = |milliseconds| Next::After(Duration::from_millis(milliseconds));
        assert_eq!(waits[..4], [wait(500), wait(1000), wait(2000), wait(4000)]);
        assert!(waits[6..].iter().all(|next| *next == Next::After(seconds(30))));
    }

    #[test]
    fn the_fifth_crash_within_a_minute_is_the_last() {
        let mut backoff = Backoff::default();
        let start = Instant::now();
        for second in [0, 10, 20, 30] {
            let next = backoff.next(CRASH, seconds(9), start + seconds(second));
            assert!(matches!(next, Next::After(_)));
        }
        let next = backoff.next(CRASH, seconds(9), start + seconds(59));
        assert_eq!(next, Next::GiveUp { crashes: 5, within: seconds(60) });
    }

    #[test]
    fn crashes_far_apart_never_end_it() {
        let mut backoff = Backoff::default();
        let start = Instant::now();
        for minute in 0..100 {
            let next = backoff.next(CRASH, seconds(30), start + seconds(20 * minute));
            assert!(matches!(next, Next::After(_)), "at crash {minute}");
        }
    }

    #[test]
    fn a_stable_run_starts_over() {
        let mut backoff = Backoff::default();
        let now = Instant::now();
        for _ in 0..4 {
            backoff.next(CRASH, seconds(0), now);
        }
        let next = backoff.next(CRASH, seconds(60), now);
        assert_eq!(next, Next::After(Duration::from_millis(500)));
    }

    #[test]
    fn a_server_that_may_still_be_there_is_not_started_twice() {
        let next = Backoff::default().next(Exit::Stuck, seconds(0), Instant::now());
        assert_eq!(next, Next::StillThere);
    }

    proptest! {
        #[test]
        fn no_minute_sees_more_restarts_than_allowed(
            gaps in prop::collection::vec(0_u64..30, 1..200),
        ) {
            let mut backoff = Backoff::default();
            let mut now = Instant::now();
            let mut restarts = Vec::new();
            for gap in gaps {
                now += seconds(gap);
                match backoff.next(CRASH, seconds(gap), now) {
                    Next::After(wait) => {
                        prop_assert!(wait <= seconds(30));
                        restarts.push(now);
                    }
                    Next::GiveUp { crashes, .. } => {
                        prop_assert!(crashes >= 5);
                        return Ok(());
                    }
                    Next::StillThere => prop_assert!(false),
                }
            }
            let busiest = restarts.iter().map(|start| {
                restarts.iter().filter(|at| *at >= start && **at - *start < seconds(60)).count()
            });
            prop_assert!(busiest.max().unwrap_or(0) < 5);
        }
    }
}
