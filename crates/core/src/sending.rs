//! How much a server may send in a day.

use crate::Time;

/// What a person chose of how much a server may send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sending {
    /// The most bytes in a day of the person's calendar; none: no limit.
    pub most: Option<u64>,
    /// What counts instead, for one day.
    pub said: Option<Said>,
}

/// What a person said of one day, and when that day ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    pub ceiling: Ceiling,
    pub until: Time,
}

/// How much a server may send before it is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ceiling {
    #[default]
    Unlimited,
    /// So many bytes in all of the day.
    Bytes(u64),
    /// Nothing, and it is not asked about.
    Stopped,
}

impl Sending {
    /// What of a day is of any use: a thousand bytes to four terabytes.
    pub const MOST: (u64, u64) = (1000, 4_000_000_000_000);

    pub fn is_sensible(&self) -> bool {
        let (least, most) = Self::MOST;
        self.most.is_none_or(|bytes| (least..=most).contains(&bytes))
    }

    /// What it is held to at a moment.
    pub fn ceiling(&self, now: Time) -> Ceiling {
        let said = self.said.filter(|said| now < said.until);
        said.map_or_else(|| self.of_other_days(), |said| said.ceiling)
    }

    fn of_other_days(&self) -> Ceiling {
        self.most.map_or(Ceiling::Unlimited, Ceiling::Bytes)
    }

    /// With another limit. What was said of the day is over with that, but that a server was stopped
    /// stands where the new limit is lower.
    #[must_use]
    pub fn limited(&self, most: Option<u64>, now: Time) -> Self {
        let is_stopped = self.ceiling(now) == Ceiling::Stopped;
        let is_lower = most.is_some_and(|new| self.most.is_none_or(|old| new < old));
        Self { most, said: self.said.filter(|_| is_stopped && is_lower) }
    }

    /// Whether it lets a server send no more than `other` does, today and on other days.
    pub fn is_within(&self, other: &Self, now: Time) -> bool {
        self.ceiling(now).is_within(other.ceiling(now))
            && self.of_other_days().is_within(other.of_other_days())
    }
}

impl Ceiling {
    pub fn is_within(self, other: Self) -> bool {
        match (self, other) {
            (Self::Stopped, _) | (_, Self::Unlimited) => true,
            (Self::Unlimited, _) | (_, Self::Stopped) => false,
            (Self::Bytes(one), Self::Bytes(other)) => one <= other,
        }
    }

    /// What is left of it after `sent` bytes; none: any number.
    pub fn left(self, sent: u64) -> Option<u64> {
        match self {
            Self::Unlimited => None,
            Self::Bytes(bytes) => Some(bytes.saturating_sub(sent)),
            Self::Stopped => Some(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time(6);
    const UNTIL: Time = Time(7);

    fn sending(most: Option<u64>, said: Option<Ceiling>) -> Sending {
        Sending { most, said: said.map(|ceiling| Said { ceiling, until: UNTIL }) }
    }

    #[test]
    fn what_was_said_of_the_day_counts_instead_of_the_limit() {
        assert_eq!(sending(None, None).ceiling(NOW), Ceiling::Unlimited);
        assert_eq!(sending(Some(5000), None).ceiling(NOW), Ceiling::Bytes(5000));
        for said in [Ceiling::Bytes(9000), Ceiling::Unlimited, Ceiling::Stopped] {
            let today = sending(Some(5000), Some(said));
            assert_eq!(today.ceiling(NOW), said);
            assert_eq!(today.ceiling(UNTIL), Ceiling::Bytes(5000));
        }
    }

    #[test]
    fn a_lower_limit_leaves_a_server_stopped_and_any_other_ends_what_was_said() {
        let stopped = sending(Some(5000), Some(Ceiling::Stopped));
        assert_eq!(stopped.limited(Some(4000), NOW), sending(Some(4000), Some(Ceiling::Stopped)));
        for most in [Some(5000), Some(6000), None] {
            assert_eq!(stopped.limited(most, NOW), sending(most, None));
            assert!(!stopped.limited(most, NOW).is_within(&stopped, NOW), "{most:?}");
        }
        for said in [Ceiling::Bytes(9000), Ceiling::Unlimited] {
            let more = sending(Some(5000), Some(said));
            assert_eq!(more.limited(Some(4000), NOW), sending(Some(4000), None));
            assert!(more.limited(Some(5000), NOW).is_within(&more, NOW));
        }
    }

    #[test]
    fn more_on_any_day_is_not_within() {
        let usual = sending(Some(5000), None);
        for more in [
            sending(Some(5001), None),
            sending(None, None),
            sending(Some(5000), Some(Ceiling::Bytes(5001))),
            sending(Some(5000), Some(Ceiling::Unlimited)),
            sending(None, Some(Ceiling::Stopped)),
        ] {
            assert!(!more.is_within(&usual, NOW), "{more:?}");
        }
        assert!(sending(Some(5000), Some(Ceiling::Stopped)).is_within(&usual, NOW));
    }

    #[test]
    fn nothing_is_left_once_it_was_sent() {
        assert_eq!(Ceiling::Bytes(10).left(4), Some(6));
        assert_eq!(Ceiling::Bytes(10).left(11), Some(0));
        assert_eq!((Ceiling::Stopped.left(0), Ceiling::Unlimited.left(9)), (Some(0), None));
    }
}
