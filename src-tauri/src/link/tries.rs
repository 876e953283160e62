//! Whether a host that ended is started again.

use std::time::{Duration, Instant};

use paddock_control::view::{Code, Failure};

/// How long to wait after each end within [`WITHIN`]; after one more, a person has to ask.
const WAITS: &[Duration] = &[Duration::ZERO, Duration::from_secs(2)];
/// How long to wait for the host before to be gone for good: its connections end a moment before it
/// lets go of the database.
const BUSY: &[Duration] =
    &[Duration::from_millis(100), Duration::from_millis(500), Duration::from_secs(2)];
const WITHIN: Duration = Duration::from_mins(1);

/// The ends of hosts within the last minute.
#[derive(Debug)]
pub(super) struct Tries {
    waits: &'static [Duration],
    ends: Vec<Instant>,
    /// Starts in a row that found the database taken.
    busy: usize,
}

impl Default for Tries {
    fn default() -> Self {
        Self { waits: WAITS, ends: Vec::new(), busy: 0 }
    }
}

impl Tries {
    /// With other waits.
    #[cfg(test)]
    pub(super) fn waiting(waits: &'static [Duration]) -> Self {
        Self { waits, ends: Vec::new(), busy: 0 }
    }

    /// A host ended, or did not start. How long to wait before the next; none, if there is to be
    /// none.
    pub(super) fn after(&mut self, failure: &Failure, now: Instant) -> Option<Duration> {
        if is_refusal(failure) {
            return None;
        }
        if failure.code == Code::StorageBusy
            && let Some(wait) = BUSY.get(self.busy)
        {
            self.busy += 1;
            return Some(*wait);
        }
        self.busy = 0;
        self.ends.retain(|end| now.duration_since(*end) < WITHIN);
        let wait = self.waits.get(self.ends.len()).copied();
        self.ends.push(now);
        wait
    }

    /// A person asked for another.
    pub(super) fn forget(&mut self) {
        self.ends.clear();
    }
}

/// A host that is there and does not speak with this app will not do so the next time.
fn is_refusal(failure: &Failure) -> bool {
    matches!(
        failure.code,
        Code::HostNewer
            | Code::HostOlder
            | Code::HostOtherVersion
            | Code::HostForeign
            | Code::NotAFront
            | Code::ConsentElsewhere
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_end_within_a_minute_is_the_last() {
        let (mut tries, failure, start) =
            (Tries::default(), Failure::new(Code::HostGone), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(tries.after(&failure, at(0)), Some(Duration::ZERO));
        assert_eq!(tries.after(&failure, at(10)), Some(Duration::from_secs(2)));
        assert_eq!(tries.after(&failure, at(59)), None);
        tries.forget();
        assert_eq!(tries.after(&failure, at(59)), Some(Duration::ZERO));
    }

    #[test]
    fn an_end_now_and_then_is_followed_by_another_host() {
        let (mut tries, failure, start) =
            (Tries::default(), Failure::new(Code::HostFailed), Instant::now());
        for minute in 0..100 {
            let now = start + WITHIN * minute;
            assert_eq!(tries.after(&failure, now), Some(Duration::ZERO));
        }
        assert_eq!(tries.ends.len(), 1);
    }

    #[test]
    fn a_host_on_its_way_out_is_waited_for_and_counts_once() {
        let (mut tries, now) = (Tries::default(), Instant::now());
        let (gone, busy) = (Failure::new(Code::HostGone), Failure::new(Code::StorageBusy));
        assert_eq!(tries.after(&gone, now), Some(Duration::ZERO));
        for wait in BUSY {
            assert_eq!(tries.after(&busy, now), Some(*wait));
        }
        assert_eq!(tries.after(&gone, now), Some(Duration::from_secs(2)));
        for _ in BUSY {
            assert!(tries.after(&busy, now).is_some());
        }
        assert_eq!(tries.after(&busy, now), None, "somebody else has it");
    }

    #[test]
    fn a_refusal_is_taken_for_an_answer() {
        let mut tries = Tries::default();
        assert_eq!(tries.after(&Failure::new(Code::HostNewer), Instant::now()), None);
    }
}
