//! What goes between servers and the network.

use std::collections::BTreeMap;
use std::sync::Arc;

use paddock_core::{Ceiling, ServerId};
use paddock_network::Quota;

use crate::connected::Connected;
use crate::counting::Counting;
use crate::sought::Sought;
use crate::unreached::Unreached;

/// What servers sent, where they connected and what they sought. A person who has the activity deleted
/// has this deleted with it, but for what counts towards a limit: that would begin anew.
#[derive(Debug)]
pub(crate) struct Traffic {
    pub(crate) counting: Counting,
    pub(crate) connected: Connected,
    pub(crate) sought: Sought,
    pub(crate) unreached: Unreached,
    quotas: BTreeMap<ServerId, Arc<Quota>>,
    /// What servers had sent today before the host began.
    before: BTreeMap<ServerId, u64>,
}

impl Traffic {
    pub(crate) fn new(sent_today: BTreeMap<ServerId, u64>, connected: Connected) -> Self {
        Self {
            counting: Counting::new(),
            connected,
            sought: Sought::default(),
            unreached: Unreached::default(),
            quotas: BTreeMap::new(),
            before: sent_today,
        }
    }

    /// What decides how much the processes of a server send: one count for all of its sessions.
    pub(crate) fn quota(&mut self, server: ServerId, ceiling: Ceiling) -> Arc<Quota> {
        let sent = self.sent_today(server);
        let quota = || Arc::new(Quota::new(ceiling, sent));
        Arc::clone(self.quotas.entry(server).or_insert_with(quota))
    }

    /// In bytes.
    pub(crate) fn sent_today(&self, server: ServerId) -> u64 {
        let before = self.before.get(&server).copied().unwrap_or_default();
        self.quotas.get(&server).map_or(before, |quota| quota.sent())
    }

    /// Brings the connections of a server to what it may send now.
    pub(crate) fn limit(&self, server: ServerId, ceiling: Ceiling) {
        if let Some(quota) = self.quotas.get(&server) {
            quota.set_ceiling(ceiling);
        }
    }

    /// It has more to send than it may.
    pub(crate) fn holds_something(&self, server: ServerId) -> bool {
        self.quotas.get(&server).is_some_and(|quota| quota.holds_something())
    }

    /// Nothing was sent yet in the day that begins.
    pub(crate) fn begin_day(&mut self) {
        self.before.clear();
        for quota in self.quotas.values() {
            quota.begin_day();
        }
    }

    /// The server is removed.
    pub(crate) fn removed(&mut self, server: ServerId) {
        self.quotas.remove(&server);
    }

    /// Nothing of a server that was removed runs any more.
    pub(crate) fn forget(&mut self, server: ServerId) {
        self.connected.forget(server);
        self.sought.forget(server);
        self.unreached.forget(server);
    }

    pub(crate) fn forget_activity(&mut self) {
        self.counting.clear();
        self.connected.clear();
        self.sought.clear();
        self.unreached.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: ServerId = ServerId(1);

    #[test]
    fn who_has_the_activity_deleted_gives_no_server_another_day() {
        let sent_today = BTreeMap::from([(SERVER, 500)]);
        let mut traffic = Traffic::new(sent_today, Connected::default());
        let quota = traffic.quota(SERVER, Ceiling::Bytes(1000));
        traffic.forget_activity();
        traffic.forget(SERVER);
        assert_eq!((traffic.sent_today(SERVER), quota.sent()), (500, 500));
        assert!(Arc::ptr_eq(&quota, &traffic.quota(SERVER, Ceiling::Unlimited)), "one for all");
        traffic.begin_day();
        assert_eq!(traffic.sent_today(SERVER), 0);
        traffic.removed(SERVER);
        assert!(!Arc::ptr_eq(&quota, &traffic.quota(SERVER, Ceiling::Unlimited)));
    }
}
