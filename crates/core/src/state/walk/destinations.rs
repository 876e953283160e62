//! Where servers connect, and what a person says of it, in the walk.

use super::World;
use super::step::NetworkStep;
use crate::network::{Allowance, Destination, Destinations, Meant, Target, Verdict, WEB_PORTS};
use crate::{Ceiling, Event, Seeking, Sending, ServerId, SessionId, Time};

const PLACES: [&str; 8] = [
    "a.site.test",
    "b.site.test",
    "*.site.test",
    "*",
    "a.site.test:8443",
    "localhost:5432",
    "10.0.0.1",
    "10.0.0.0/8",
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
                    to if matches!(to.target, Target::Addresses(_)) => (destination(0), vec![to]),
                    to => (to, Vec::new()),
                };
                let seeking = Seeking { to, leads_to, during: Vec::new() };
                self.send(Event::Sought(self.session(session), seeking));
            }
            NetworkStep::Dismiss(number) => {
                let asked = self.state.asked_destinations().nth(number).map(|asked| asked.id);
                if let Some(asked) = asked {
                    self.send(Event::DismissDestination(asked));
                    assert!(self.state.asked_destination(asked).is_none());
                }
            }
            NetworkStep::MostSent(server, choice) => {
                let most = [None, Some(1000), Some(2000), Some(3000)][usize::from(choice) % 4];
                let server = self.server(server);
                self.say_of_sending(server, Event::SetMostSent(server, most), |it, now| {
                    *it = it.limited(most, now);
                });
            }
            NetworkStep::SendToday(server, choice) => {
                let all = [Ceiling::Unlimited, Ceiling::Bytes(2500), Ceiling::Stopped];
                let (server, ceiling) = (self.server(server), all[usize::from(choice) % 3]);
                // Whether it is carried out depends on the day; nothing of it may widen at once.
                let before = self.state.ceiling(server);
                self.send(Event::SendToday(server, ceiling));
                let now = self.state.ceiling(server);
                assert!(now.is_within(before), "more before it was kept");
            }
            NetworkStep::SendingHeld(session) => {
                self.send(Event::SendingHeld(self.session(session)));
            }
            NetworkStep::DayBegan(lasts) => {
                let ends = self.now.plus(std::time::Duration::from_secs(lasts.into()));
                self.send(Event::DayBegan(ends));
            }
        }
    }

    /// Narrowing applies immediately, and widening does not.
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

    fn say_of_sending(
        &mut self,
        server: ServerId,
        event: Event,
        change: impl Fn(&mut Sending, Time),
    ) {
        let before = self.state.server(server).unwrap().sending;
        let mut wanted = before;
        change(&mut wanted, self.now);
        self.send(event);
        let now = self.state.server(server).unwrap().sending;
        let expected = if wanted.is_within(&before, self.now) { wanted } else { before };
        assert_eq!(now, expected, "less at once, more when it is kept");
    }

    /// The quota of a server follows what is in force then.
    pub(super) fn tell_quota(&mut self, server: ServerId) {
        self.quotas.insert(server, self.state.ceiling(server));
    }

    pub(super) fn check_sending(&self) {
        for server in self.state.servers() {
            let told = self.quotas.get(&server.id).copied().unwrap_or_default();
            let in_force = server.sending.ceiling(self.state.now());
            assert_eq!(told, in_force, "told = in force");
            let kept = self.kept_servers.get(&server.id).map(|it| it.sending).unwrap_or_default();
            let settled = self.under_way.is_empty() && !self.disk_failed;
            assert!(!settled || kept == server.sending, "not kept");
        }
        for asked in self.state.asked_sending() {
            let ceiling = self.state.ceiling(asked.server);
            assert_eq!(ceiling, Ceiling::Bytes(asked.ceiling), "something was said of it");
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
            let Target::Name(name) = &asked.destination.target else { continue };
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
