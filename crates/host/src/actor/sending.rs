//! How much servers may send in a day: one count for all sessions of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use paddock_core::{Ceiling, Event, ServerId, SessionId};
use paddock_network::Quota;

use super::Actor;
use crate::view::TodayView;
use crate::{Notification, clock};

/// What servers have sent today.
#[derive(Debug, Default)]
pub(crate) struct Quotas {
    of_servers: BTreeMap<ServerId, Arc<Quota>>,
    /// What they had sent before the host began.
    before: BTreeMap<ServerId, u64>,
}

impl Quotas {
    pub(crate) fn new(before: BTreeMap<ServerId, u64>) -> Self {
        Self { of_servers: BTreeMap::new(), before }
    }

    /// In bytes.
    pub(crate) fn sent(&self, server: ServerId) -> u64 {
        let before = self.before.get(&server).copied().unwrap_or_default();
        self.of_servers.get(&server).map_or(before, |quota| quota.sent())
    }
}

impl Actor {
    /// What decides how much the processes of a server send.
    pub(super) fn quota(&mut self, server: ServerId) -> Arc<Quota> {
        let (ceiling, sent) = (self.state.ceiling(server), self.quotas.sent(server));
        let quota = || Arc::new(Quota::new(ceiling, sent));
        Arc::clone(self.quotas.of_servers.entry(server).or_insert_with(quota))
    }

    /// Brings the connections of a server to what it may send now.
    pub(super) fn follow_sending(&mut self, server: ServerId) {
        if self.state.server(server).is_none() {
            self.quotas.of_servers.remove(&server);
        } else if let Some(quota) = self.quotas.of_servers.get(&server) {
            quota.set_ceiling(self.state.ceiling(server));
        }
    }

    /// Nothing was sent yet in the day that begins.
    pub(super) fn begin_day(&mut self) {
        self.quotas.before.clear();
        for quota in self.quotas.of_servers.values() {
            quota.begin_day();
        }
        self.follow_up(Event::DayBegan(clock::next_midnight(clock::now())));
    }

    /// The server of a session may have more to send than it may.
    pub(super) fn sending_held(&mut self, session: SessionId) {
        let quota = self.quotas.of_servers.get(&session.server);
        // Something may have been said of it meanwhile.
        if quota.is_some_and(|quota| quota.holds_something()) {
            self.count_connections(session);
            self.handle(Event::SendingHeld(session));
        }
    }

    pub(super) fn tell_of_sending(&self, server: ServerId) -> Notification {
        let sent = kilobytes(self.quotas.sent(server));
        Notification::Sending { server: self.server_name(server), sent }
    }

    /// Whether a server could send more by it than it can now.
    pub(super) fn widens_sending(&self, server: ServerId, event: Option<&Event>) -> bool {
        let Some(known) = self.state.server(server) else { return false };
        let (old, now) = (&known.sending, clock::now());
        match event {
            Some(Event::SetMostSent(_, most)) => !old.limited(*most, now).is_within(old, now),
            // Of a server without a limit there is nothing to say, and the state refuses it.
            Some(Event::SendToday(_, ceiling)) => !ceiling.is_within(old.ceiling(now)),
            _ => false,
        }
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

pub(crate) fn kilobytes(bytes: u64) -> u32 {
    u32::try_from(bytes / 1000).unwrap_or(u32::MAX)
}
