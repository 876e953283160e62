//! Where servers connect, as the window shows it.

use paddock_core::network::{Destination, NetworkChoice};
use paddock_core::text::shown;
use paddock_core::{Asked, Server, ServerId};
use paddock_network::{Seen, Went};
use paddock_supervisor::Capabilities;

use super::{Showing, lifetime, time};
use crate::sought::Tried;
use crate::unreached::Failed;
use crate::view::{
    AskedDestinationView, DestinationRule, DestinationView, SeenView, SoughtView, UnreachedView,
};

impl Showing<'_> {
    pub(super) fn destinations(&self, server: &Server) -> Vec<DestinationView> {
        let seen = self.seen_of(server.id);
        let failed = self.traffic.unreached.of(server.id);
        let open = server.destinations.allowed.iter().map(|(to, it)| {
            let rule =
                DestinationRule::Allowed { lifetime: lifetime(it.lifetime), since: time(it.since) };
            let (seen, destination) = (allowed(to, &seen), to.to_string());
            DestinationView { destination, rule, seen, unreached: unreached(to, failed, seen) }
        });
        let never = server.destinations.never.iter().map(|to| {
            let (destination, rule) = (to.to_string(), DestinationRule::Never);
            DestinationView { destination, rule, seen: forbidden(to, &seen), unreached: None }
        });
        let mut all: Vec<_> = open.chain(never).collect();
        all.sort_by(|one, other| one.destination.cmp(&other.destination));
        all
    }

    /// What it sought in vain, but for what was allowed since.
    pub(super) fn sought_by(&self, server: ServerId) -> Vec<SoughtView> {
        let view = |it: &Tried| {
            let never = self.state.is_never(server, &it.to);
            (never || self.state.is_undecided(server, &it.to)).then(|| SoughtView {
                destination: it.to.to_string(),
                never,
                count: it.count,
                last: time(it.last),
            })
        };
        self.traffic.sought.of(server).iter().filter_map(view).collect()
    }

    /// What is in force, which is not always what was chosen.
    fn network_in_force(&self, server: &Server) -> NetworkChoice {
        let can = |what: fn(&Capabilities) -> bool| self.capabilities.as_ref().is_some_and(what);
        let confinement = &server.confinement;
        if confinement.asked == Asked::Advisory || !can(|it| it.network_off) {
            return NetworkChoice::Open;
        }
        match confinement.network {
            NetworkChoice::Ask if !can(|it| it.destinations) => NetworkChoice::Off,
            chosen @ (NetworkChoice::Off | NetworkChoice::Ask | NetworkChoice::Open) => chosen,
        }
    }

    pub(super) fn reaches_anywhere(&self, server: &Server) -> bool {
        match self.network_in_force(server) {
            NetworkChoice::Open => true,
            NetworkChoice::Ask => server.destinations.allowed.keys().any(Destination::is_anywhere),
            NetworkChoice::Off => false,
        }
    }

    pub(super) fn asked_destination_views(&self) -> Vec<AskedDestinationView> {
        let view = |asked: &paddock_core::AskedDestination| AskedDestinationView {
            id: asked.id.0,
            server: asked.session.server.0,
            app: asked.app.as_ref().map(shown),
            destination: asked.destination.to_string(),
            leads_to: asked.leads_to.iter().map(ToString::to_string).collect(),
            during: asked.during.iter().map(shown).collect(),
            at: time(asked.at),
            times: asked.times,
        };
        self.state.asked_destinations().map(view).collect()
    }

    /// What its processes connected to: those that run now, and those before.
    fn seen_of(&self, server: ServerId) -> Vec<Seen> {
        let runs = self.runtimes.of(server).filter_map(|(_, runtime)| runtime.run.as_ref());
        let now = runs.filter_map(|run| run.broker.as_ref()).flat_map(|broker| broker.seen());
        now.chain(self.traffic.connected.of(server).cloned()).collect()
    }
}

/// What of it went to a destination that is allowed.
fn allowed(to: &Destination, seen: &[Seen]) -> SeenView {
    sum(seen, |went| went.is_covered_by(to))
}

/// What of it went to a destination before it was forbidden.
fn forbidden(to: &Destination, seen: &[Seen]) -> SeenView {
    sum(seen, |went| went.is_refused_by(to))
}

/// The last failure there, unless something got there since.
fn unreached(to: &Destination, failed: &[Failed], seen: SeenView) -> Option<UnreachedView> {
    let it = failed.iter().find(|it| it.meant.is_covered_by(to))?;
    let at = time(it.last);
    // What is seen is told in whole seconds.
    let is_last = seen.last.is_none_or(|last| last + 1000.0 <= at);
    is_last.then_some(UnreachedView { why: it.why, at })
}

fn sum(seen: &[Seen], is_there: impl Fn(&Went) -> bool) -> SeenView {
    let covered = |it: &&Seen| is_there(&it.went);
    let mut all = SeenView::default();
    let mut last = 0;
    for it in seen.iter().filter(covered) {
        all.connections = all.connections.saturating_add(number(it.connections));
        all.open = all.open.saturating_add(number(it.open));
        all.sent += bytes(it.sent);
        all.received += bytes(it.received);
        last = last.max(it.last_used);
    }
    all.last = (last > 0).then(|| bytes(last) * 1000.0);
    all
}

fn number(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "shown to a person, rounded")]
pub(crate) fn bytes(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use paddock_core::Time;
    use paddock_core::network::{Meant, Name};

    use super::*;
    use crate::view::NotReached;

    #[test]
    fn a_failure_is_said_until_something_gets_there() {
        let meant = Meant::Name(Name::parse("a.of.example").unwrap(), 443);
        let (why, last) = (NotReached::NoAddress, Time(8_000));
        let failed = [Failed { meant, why, last }];
        let said = |to: &str, last: Option<f64>| {
            let seen = SeenView { last, ..SeenView::default() };
            unreached(&to.parse().unwrap(), &failed, seen).map(|it| it.why)
        };
        assert_eq!(said("*.of.example", None), Some(why));
        assert_eq!(said("a.of.example:443", Some(7_000.0)), Some(why));
        assert_eq!(said("a.of.example", Some(8_000.0)), None);
        assert_eq!(said("a.of.example:80", None), None);
        assert_eq!(said("b.of.example", None), None);
    }

    #[test]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole bytes")]
    fn what_went_to_a_destination_is_said_after_it_is_forbidden() {
        let to = |name, port| Went::To(Meant::Name(Name::parse(name).unwrap(), port));
        let under = |rule: &str| Went::Under(rule.parse().unwrap());
        let seen =
            |went, sent| Seen { went, connections: 1, open: 0, sent, received: 1, last_used: 7 };
        let all = [
            seen(to("a.of.example", 443), 10),
            seen(to("a.of.example", 8443), 20),
            seen(to("b.of.example", 443), 40),
            seen(under("*.of.example"), 80),
            seen(under("*"), 160),
        ];
        for (never, sent) in
            [("a.of.example", 30), ("*.of.example", 150), ("*", 310), ("c.of.example", 0)]
        {
            assert_eq!(forbidden(&never.parse().unwrap(), &all).sent as u64, sent, "{never}");
        }
        let only = allowed(&"a.of.example".parse().unwrap(), &all);
        assert_eq!((only.sent as u64, only.connections), (10, 1));
        let anything = allowed(&"*".parse().unwrap(), &all);
        assert_eq!((anything.sent as u64, anything.connections), (290, 4));
    }
}
