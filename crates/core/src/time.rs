//! Time as a value: it comes in with the event.

use std::time::Duration;

/// A moment of the wall clock, in milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub i64);

impl Time {
    /// This moment and `later`, or the last moment there is.
    #[must_use]
    pub fn plus(self, later: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(later.as_millis()).unwrap_or(i64::MAX)))
    }

    /// How long until `then`; zero when it is past.
    #[must_use]
    pub fn until(self, then: Self) -> Duration {
        Duration::from_millis(u64::try_from(then.0.saturating_sub(self.0)).unwrap_or(0))
    }
}
