//! Where servers connect, as the window shows it.

use paddock_core::network::{Destination, NetworkChoice, Rules, Verdict};
use paddock_core::text::shown;
use paddock_core::{Asked, Server, ServerId};
use paddock_network::Seen;
use paddock_supervisor::Capabilities;

use super::{Showing, lifetime, time};
use crate::sought::Tried;
use crate::view::{AskedDestinationView, DestinationRule, DestinationView, SeenView, SoughtView};

impl Showing<'_> {
    pub(super) fn destinations(&self, server: &Server) -> Vec<DestinationView> {
        let seen = self.seen_of(server.id);
        let allowed = server.destinations.allowed.iter().map(|(to, it)| {
            let rule =
                DestinationRule::Allowed { lifetime: lifetime(it.lifetime), since: time(it.since) };
            DestinationView { destination: to.to_string(), rule, seen: sum(to, &seen) }
        });
        let never = server.destinations.never.iter().map(|to| DestinationView {
            destination: to.to_string(),
            rule: DestinationRule::Never,
            seen: SeenView::default(),
        });
        let mut all: Vec<_> = allowed.chain(never).collect();
        all.sort_by(|one, other| one.destination.cmp(&other.destination));
        all
    }

    /// What it sought, but for what was decided since.
    pub(super) fn sought_by(&self, server: ServerId) -> Vec<SoughtView> {
        let open = self.traffic.sought.of(server).iter();
        let open = open.filter(|it| self.state.is_undecided(server, &it.to));
        let view = |it: &Tried| SoughtView {
            destination: it.to.to_string(),
            count: it.count,
            last: time(it.last),
        };
        open.map(view).collect()
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

/// What of it went to a destination.
fn sum(to: &Destination, seen: &[Seen]) -> SeenView {
    let rules = Rules::new(vec![to.clone()], Vec::new());
    let covered =
        |it: &&Seen| it.meant.as_ref().is_some_and(|meant| rules.of(meant) == Verdict::Allowed);
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
