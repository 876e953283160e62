//! The wall clock, and waking at a moment of it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use paddock_core::{Lifetime, Time};

use crate::view::LifetimeChoice;

/// The longest single wait: a clock that is set, or a computer that slept, is noticed by then.
#[cfg(not(target_os = "linux"))]
const LONGEST_WAIT: Duration = Duration::from_secs(30);

pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

pub(crate) fn lifetime(choice: LifetimeChoice, now: Time) -> Lifetime {
    match choice {
        LifetimeChoice::OneHour => Lifetime::Until(now.plus(Duration::from_hours(1))),
        LifetimeChoice::ThisRun => Lifetime::ThisRun,
        LifetimeChoice::UntilMidnight => Lifetime::Until(next_midnight(now)),
        LifetimeChoice::Always => Lifetime::Always,
        LifetimeChoice::For { minutes } => {
            Lifetime::Until(now.plus(Duration::from_mins(minutes.into())))
        }
    }
}

/// The end of this day where the person is; in a day's time if the calendar does not know.
pub(crate) fn next_midnight(now: Time) -> Time {
    use chrono::{Days, Local, NaiveTime, TimeZone};
    let midnight = || {
        let today = Local.timestamp_millis_opt(now.0).single()?.date_naive();
        let tomorrow = today.checked_add_days(Days::new(1))?.and_time(NaiveTime::MIN);
        Local.from_local_datetime(&tomorrow).earliest()
    };
    match midnight() {
        Some(moment) => Time(moment.timestamp_millis()),
        None => now.plus(Duration::from_hours(24)),
    }
}

/// The beginning of this day where the person is; a day ago if the calendar does not know.
pub(crate) fn last_midnight(now: Time) -> Time {
    use chrono::{Local, NaiveTime, TimeZone};
    let midnight = || {
        let today = Local.timestamp_millis_opt(now.0).single()?.date_naive();
        Local.from_local_datetime(&today.and_time(NaiveTime::MIN)).earliest()
    };
    match midnight() {
        Some(moment) => Time(moment.timestamp_millis()),
        None => Time(now.0.saturating_sub(24 * 60 * 60 * 1000)),
    }
}

/// Returns when something is due; never, if nothing is.
pub(crate) async fn due(moment: Option<tokio::time::Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Waits until a moment of the wall clock, also through sleep of the computer.
#[derive(Debug)]
pub(crate) struct Alarm {
    moment: Option<Time>,
    #[cfg(target_os = "linux")]
    timer: Option<tokio::io::unix::AsyncFd<std::os::fd::OwnedFd>>,
}

impl Alarm {
    /// Waits for the moment that it was set to last, where that is still to come or passed only just.
    pub(crate) fn again(&mut self) {
        self.set(self.moment);
    }
}

#[cfg(target_os = "linux")]
impl Alarm {
    pub(crate) fn new() -> Self {
        use rustix::time::{TimerfdClockId, TimerfdFlags, timerfd_create};
        let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
        let timer = timerfd_create(TimerfdClockId::Realtime, flags).ok();
        #[expect(
            deprecated,
            reason = "sound for an `OwnedFd`, which stays open until it is dropped"
        )]
        let timer = timer.and_then(|timer| tokio::io::unix::AsyncFd::new(timer).ok());
        Self { moment: None, timer }
    }

    pub(crate) fn set(&mut self, moment: Option<Time>) {
        use rustix::time::{Itimerspec, TimerfdTimerFlags, Timespec, timerfd_settime};
        self.moment = moment;
        let Some(timer) = &self.timer else { return };
        let at = moment.map_or(Timespec { tv_sec: 0, tv_nsec: 0 }, |moment| Timespec {
            tv_sec: moment.0.div_euclid(1000),
            tv_nsec: moment.0.rem_euclid(1000) * 1_000_000 + 1,
        });
        let spec = Itimerspec { it_interval: Timespec { tv_sec: 0, tv_nsec: 0 }, it_value: at };
        let flags = TimerfdTimerFlags::ABSTIME | TimerfdTimerFlags::CANCEL_ON_SET;
        let _ = timerfd_settime(timer, flags, &spec);
    }

    /// Returns when the moment has come, or the clock was set.
    pub(crate) async fn ring(&mut self) {
        let Some(moment) = self.moment else { return std::future::pending().await };
        let Some(timer) = &self.timer else {
            return tokio::time::sleep(now().until(moment)).await;
        };
        if let Ok(mut guard) = timer.readable().await {
            let mut count = [0; 8];
            // Fails when the clock was set, which is a reason to look at it too.
            let _ = rustix::io::read(timer, &mut count);
            guard.clear_ready();
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Alarm {
    pub(crate) fn new() -> Self {
        Self { moment: None }
    }

    pub(crate) fn set(&mut self, moment: Option<Time>) {
        self.moment = moment;
    }

    pub(crate) async fn ring(&mut self) {
        let Some(moment) = self.moment else { return std::future::pending().await };
        tokio::time::sleep(now().until(moment).min(LONGEST_WAIT)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn midnight_is_within_a_day() {
        let now = now();
        let midnight = next_midnight(now);
        assert!(midnight > now);
        assert!(now.until(midnight) <= Duration::from_hours(25));
        let began = last_midnight(now);
        assert!(began <= now && began.until(now) <= Duration::from_hours(25));
    }

    #[tokio::test]
    async fn an_alarm_rings_at_its_moment_and_not_before() {
        let mut alarm = Alarm::new();
        let moment = now().plus(Duration::from_millis(30));
        alarm.set(Some(moment));
        alarm.ring().await;
        assert!(now() >= moment);
    }
}
