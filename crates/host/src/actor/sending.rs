//! How much servers may send in a day: one count for all sessions of each.

use paddock_core::{Ceiling, Event, ServerId, SessionId, State};

use super::Actor;
use crate::clock;
use crate::view::TodayView;

impl Actor {
    /// Brings the connections of a server to what it may send now.
    pub(super) fn follow_sending(&mut self, server: ServerId) {
        if self.state.server(server).is_none() {
            self.traffic.removed(server);
        } else {
            self.traffic.limit(server, self.state.ceiling(server));
        }
    }

    /// Nothing was sent yet in the day that begins.
    pub(super) fn begin_day(&mut self) {
        self.traffic.begin_day();
        self.follow_up(Event::DayBegan(clock::next_midnight(clock::now())));
    }

    /// The server of a session may have more to send than it may.
    pub(super) fn sending_held(&mut self, session: SessionId) {
        // Something may have been said of it meanwhile.
        if self.traffic.holds_something(session.server) {
            self.counter().connections(session);
            self.handle(Event::SendingHeld(session));
        }
    }
}

/// Whether a server could send more by it than it can now.
pub(super) fn widens(state: &State, server: ServerId, event: Option<&Event>) -> bool {
    let Some(known) = state.server(server) else { return false };
    let (old, now) = (&known.sending, clock::now());
    match event {
        Some(Event::SetMostSent(_, most)) => !old.limited(*most, now).is_within(old, now),
        // Of a server without a limit there is nothing to say, and the state refuses it.
        Some(Event::SendToday(_, ceiling)) => !ceiling.is_within(old.ceiling(now)),
        _ => false,
    }
}

pub(super) fn bytes(kilobytes: u32) -> u64 {
    u64::from(kilobytes) * 1000
}

pub(super) fn ceiling(today: TodayView) -> Ceiling {
    match today {
        TodayView::UpTo { kilobytes } => Ceiling::Bytes(bytes(kilobytes)),
        TodayView::Unlimited => Ceiling::Unlimited,
        TodayView::Stopped => Ceiling::Stopped,
    }
}
