//! Where servers may connect, as a person says.

use std::sync::Arc;
use std::time::Instant;

use paddock_core::network::{Allowance, Destination, NetworkChoice, Rules};
use paddock_core::{DestinationId, Event, Lifetime, Server, ServerId, SessionId, State};

use super::Actor;
use crate::destinations::read;
use crate::held_calls::ANOTHER_WORD;
use crate::overview::Overview;
use crate::view::{Code, Failure, LifetimeChoice, WideningView};
use crate::{Notification, clock};

/// What decides of the connections of a server.
pub(super) fn connection_rules(server: Option<&Server>) -> Arc<Rules> {
    Arc::new(server.map(|known| known.destinations.rules()).unwrap_or_default())
}

/// Whether a server could connect to more by it than it can now, or for longer.
pub(super) fn widens(state: &State, server: ServerId, event: Option<Event>) -> bool {
    let Some(known) = state.server(server) else { return false };
    let now = &known.destinations;
    let mut new = now.clone();
    match event {
        Some(Event::Allow(_, all, lifetime)) => {
            for to in all {
                new.never.remove(&to);
                new.allowed.insert(to, Allowance { lifetime, since: clock::now() });
            }
        }
        Some(Event::ForgetDestination(_, to)) => {
            new.never.remove(&to);
            new.allowed.remove(&to);
        }
        _ => return false,
    }
    !new.is_within(now)
}

impl Overview<'_> {
    /// What it takes to let a server connect to what it asks for.
    ///
    /// # Errors
    /// It was decided meanwhile, or is sought no more.
    pub(crate) fn asked_widening(
        &self,
        id: DestinationId,
        lifetime: LifetimeChoice,
    ) -> Result<WideningView, Failure> {
        let asked = self.state.asked_destination(id);
        let asked = asked.ok_or_else(|| Failure::new(Code::UnknownDestination))?;
        Ok(WideningView::Destination {
            server: asked.session.server.0,
            destination: asked.destination.to_string(),
            anywhere: asked.destination.is_anywhere(),
            leads_to: asked.leads_to.iter().map(ToString::to_string).collect(),
            lifetime,
        })
    }

    /// Puts in where the command of a server will want to connect: what is asked for with its trust
    /// is what was found, whoever asks.
    pub(super) fn add_proposed(&self, what: &mut WideningView) {
        let WideningView::Trust { server, destinations, .. } = what else { return };
        let id = ServerId(*server);
        let found = self.runtimes.of(id).find_map(|(_, runtime)| runtime.found.as_ref());
        let known = self.state.server(id).filter(|it| it.confinement.network == NetworkChoice::Ask);
        let said = |to: &&Destination| {
            known.is_some_and(|known| {
                !known.destinations.allowed.contains_key(to)
                    && !known.destinations.never.contains(to)
            })
        };
        let proposed = found.map(|found| found.proposed.as_slice()).unwrap_or_default();
        *destinations = proposed.iter().filter(said).map(ToString::to_string).collect();
    }
}

impl Actor {
    /// Brings a process to what is in force.
    pub(super) fn follow_destinations(&mut self, session: SessionId) {
        if let Some(run) = self.runtimes.run(session) {
            run.rules.send_replace(connection_rules(self.state.server(session.server)));
        }
    }

    pub(super) fn let_go(&mut self, session: SessionId, to: &Destination) {
        let run = self.runtimes.run(session);
        if let Some(broker) = run.and_then(|run| run.broker.as_ref()) {
            broker.let_go(to);
        }
    }

    /// Allows what a person trusts a command with.
    pub(super) fn allow_proposed(&mut self, server: ServerId, destinations: &[String]) {
        for to in destinations.iter().filter_map(|text| read(text).ok()) {
            // What the person said of it since counts for more.
            let known = self.state.server(server).map(|known| &known.destinations);
            if known.is_none_or(|it| it.allowed.contains_key(&to) || it.never.contains(&to)) {
                continue;
            }
            self.handle(Event::Allow(server, vec![to], Lifetime::Always));
        }
    }

    /// One word is enough for destinations of one session that come one upon the other.
    pub(super) fn tell_of_destination(&mut self, id: DestinationId) -> Option<Notification> {
        let asked = self.state.asked_destination(id)?;
        let told = &mut self.runtimes.get_mut(asked.session)?.told_of_destination;
        if told.is_some_and(|told| told.elapsed() < ANOTHER_WORD) {
            return None;
        }
        *told = Some(Instant::now());
        let server = self.state.name_of(asked.session.server);
        Some(Notification::Destination { server, destination: asked.destination.to_string() })
    }
}
