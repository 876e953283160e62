//! Where servers connect, and what a person says of it, in the walk.

use super::World;
use super::step::NetworkStep;
use crate::network::{Allowance, Destination, Destinations, Meant, Place, Verdict, WEB_PORTS};
use crate::{Event, ServerId, SessionId, Time};

const PLACES: [&str; 7] = [
    "a.site.test",
    "b.site.test",
    "*.site.test",
    "*",
    "a.site.test:8443",
    "localhost:5432",
    "10.0.0.1",
];

fn destination(choice: u8) -> Destination {
    PLACES[usize::from(choice) % PLACES.len()].parse().unwrap()
}

impl World {
    pub(super) fn take_of_network(&mut self, step: NetworkStep) {
        match step {
            NetworkStep::Allow(server, to, lasts) => {
                let (server, to) = (self.server(server), destination(to));
                let lifetime = self.lifetime(lasts);
                self.let_connect.insert((server, to.clone()));
                let event = Event::Allow(server, vec![to.clone()], lifetime);
                self.say(server, event, |it| {
                    it.never.remove(&to);
                    it.allowed.insert(to.clone(), Allowance { lifetime, since: Time(0) });
                });
            }
            NetworkStep::Never(server, to) => {
                let (server, to) = (self.server(server), destination(to));
                self.say(server, Event::Never(server, to.clone()), |it| {
                    it.allowed.remove(&to);
                    it.never.insert(to.clone());
                });
            }
            NetworkStep::Forget(server, to) => {
                let (server, to) = (self.server(server), destination(to));
                self.say(server, Event::ForgetDestination(server, to.clone()), |it| {
                    it.allowed.remove(&to);
                    it.never.remove(&to);
                });
            }
            NetworkStep::Sought(session, to) => {
                // Addresses are what a name led to.
                let (to, leads_to) = match destination(to) {
                    to if matches!(to.place, Place::Addresses(_)) => (destination(0), vec![to]),
                    to => (to, Vec::new()),
                };
                self.send(Event::Sought(self.session(session), to, leads_to));
            }
            NetworkStep::Dismiss(number) => {
                let asked = self.state.asked_destinations().nth(number).map(|asked| asked.id);
                if let Some(asked) = asked {
                    self.send(Event::DismissDestination(asked));
                    assert!(self.state.asked_destination(asked).is_none());
                }
            }
        }
    }

    /// What gives less holds at once, and nothing that gives more.
    fn say(&mut self, server: ServerId, event: Event, change: impl Fn(&mut Destinations)) {
        let before = self.state.server(server).unwrap().destinations.clone();
        let mut wanted = before.clone();
        change(&mut wanted);
        self.send(event);
        let now = &self.state.server(server).unwrap().destinations;
        if wanted.is_within(&before) {
            assert!(now.is_within(&wanted) && now.never == wanted.never, "less at once");
        } else {
            assert_eq!(*now, before, "more before it was kept");
        }
    }

    /// The broker carries out what is in force then.
    pub(super) fn tell_broker(&mut self, session: SessionId) {
        let destinations = self.state.server(session.server).unwrap().destinations.clone();
        self.brokers.insert(session, destinations);
    }

    pub(super) fn check_destinations(&self) {
        for server in self.state.servers() {
            for (to, it) in &server.destinations.allowed {
                assert!(!it.lifetime.is_over(self.state.now()), "allowed past its end");
                assert!(self.let_connect.contains(&(server.id, to.clone())), "nobody allowed it");
                assert!(!server.destinations.never.contains(to), "allowed and refused");
                let kept = self.kept_servers.get(&server.id).expect("before it was kept");
                let settled = self.under_way.is_empty() && !self.disk_failed;
                assert!(!settled || kept.destinations.allowed.contains_key(to), "not kept");
            }
        }
        for (session, process) in &self.processes {
            let Some(server) = self.state.server(session.server) else { continue };
            let told = self.brokers.get(session).expect("nobody told its broker");
            assert!(process.ending || *told == server.destinations, "told = in force");
        }
        for asked in self.state.asked_destinations() {
            let server = self.state.server(asked.session.server).expect("of a server that is gone");
            let rules = server.destinations.rules();
            let Place::Name(name) = &asked.destination.place else { continue };
            if asked.leads_to.is_empty() && asked.destination.port.is_none() {
                let on = |port| rules.of(&Meant::Name(name.clone(), port));
                assert_ne!(rules.of_name(name), Verdict::Never, "it is decided");
                assert!(WEB_PORTS.iter().any(|port| on(*port) == Verdict::Unknown), "decided");
            }
            for to in &asked.leads_to {
                assert!(!server.destinations.allowed.contains_key(to), "it is decided");
            }
        }
    }
}
