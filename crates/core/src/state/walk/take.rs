//! One step of the walk, and what must hold right after it.

use super::World;
use super::step::*;
use crate::network::NetworkChoice;
use crate::{
    Access, Actor, Again, Asking, Command, Confinement, Consent, Era, Event, GrantId, Had,
    Lifetime, Provider, ProviderApi, ProviderId, Reachability, Root, RunState, Server, ServerId,
    SessionId, Time, User,
};

impl World {
    pub(super) fn take(&mut self, step: Step) {
        match step {
            Step::Grant { folder: number, server, access, lifetime } => {
                let (root, server) = (folder(number), self.server(server));
                self.grant(root, server, access, self.lifetime(lifetime));
            }
            Step::GrantAgain(number) => {
                self.agree_to_what_came_back();
                let ended = self.state.ended().nth(number).map(|ended| ended.grant.id);
                self.send(Event::GrantAgain(ended.unwrap_or(GrantId(0))));
            }
            Step::Revoke(number) => {
                let id = self.some_grant(number).map_or(GrantId(0), |grant| grant.id);
                self.send(Event::Revoke(id));
                assert!(self.state.grant_by_id(id).is_none(), "revoking waits for nothing");
            }
            Step::RevokeAll => self.revoke_all(),
            Step::GrantAllAgain => self.grant_all_again(),
            Step::SetAccess(number, access) => self.set_access(number, access),
            Step::SetLifetime(number, choice) => {
                let Some(grant) = self.some_grant(number) else { return };
                self.send(Event::SetLifetime(grant.id, self.lifetime(choice)));
            }
            Step::AddServer(number) => {
                let name = format!("server {}", number % 5);
                self.send(Event::AddServer { name, command: command(number) });
            }
            Step::EditServer(server, number) => {
                let (server, name) = (self.server(server), format!("server {}", number % 5));
                let command = command(number);
                self.by_person(server, Event::EditServer { server, name, command });
            }
            Step::RemoveServer(server) => self.remove_server(self.server(server)),
            Step::CameBack => self.come_back(),
            Step::Start(server) => self.start(self.server(server)),
            Step::Trust(server) => self.trust(self.server(server)),
            Step::WithdrawTrust(server) => self.withdraw_trust(self.server(server)),
            Step::Stop(server) => {
                let server = self.server(server);
                self.send(Event::Stop(server));
                assert!(!self.runs_on(server.own()));
                self.note_stop(server.own());
            }
            Step::Restart(session) => self.restart(self.session(session)),
            Step::Joined(server, place) => self.join(self.server(server), place),
            Step::Apps(step) => self.take_of_apps(step),
            Step::Network(step) => self.take_of_network(step),
            Step::Left(session) => self.leave(self.session(session)),
            Step::FindOver(session, found) => self.find_over(self.session(session), found),
            Step::Ready(session) => self.get_ready(self.session(session)),
            Step::Ends(server, end) => self.end(server, end),
            Step::Needed(session) => self.need(self.session(session)),
            Step::Busy(session, busy) => self.use_session(self.session(session), busy),
            Step::SetLifecycle(server, choice) => {
                self.send(Event::SetLifecycle(self.server(server), lifecycle(choice)));
            }
            Step::SetAsking(server, choice) => {
                self.set_asking(self.server(server), asking(choice));
            }
            Step::Spoke(server, modern) => self.speak(self.session(server), modern),
            Step::AddProvider(number) => self.add_provider(number),
            Step::EditProvider(which, number) => self.edit_provider(which, number),
            Step::AllowProvider(which, number) => self.allow_provider(which, number),
            Step::RemoveProvider(which) => {
                let id = self.provider(which).map_or(ProviderId(0), |provider| provider.id);
                self.send(Event::RemoveProvider(id));
                assert!(self.state.provider(id).is_none());
            }
            Step::Pause(minutes) => {
                let until = minutes.map(|m| Time(self.now.0 + i64::from(m) * 60_000));
                self.pause(until);
            }
            Step::Resume => self.send(Event::Resume),
            Step::Reached(number, seen) => self.reach(number, seen),
            Step::TimePasses(milliseconds) => {
                self.now.0 += i64::from(milliseconds);
                if self.wake.is_some_and(|moment| moment <= self.now) {
                    self.send(Event::TimePassed);
                }
            }
            Step::ClockSetBack(milliseconds) => {
                self.now.0 -= i64::from(milliseconds);
                self.send(Event::TimePassed);
            }
            Step::Disk(works) => self.disk(works),
            Step::Ask(session) => {
                let session = self.session(session);
                if self.is_ready(session) {
                    self.ask(session);
                }
            }
            Step::SetConfinement(server, asked, network) => {
                let network = if network { NetworkChoice::Open } else { NetworkChoice::Ask };
                let confinement = Confinement { asked, network, ..Confinement::default() };
                let server = self.server(server);
                self.by_person(server, Event::SetConfinement(server, confinement));
            }
            Step::Prove(session, less) => self.prove(self.session(session), less),
            Step::AppDies => self.reopen(),
        }
    }

    fn edit_provider(&mut self, which: usize, number: u8) {
        if let Some(provider) = self.provider(which) {
            let name = format!("provider {}", number % 3);
            let edited = Provider { name, url: address(number), allowed: true, ..provider };
            self.send(Event::EditProvider(edited));
        }
    }

    fn allow_provider(&mut self, which: usize, number: u8) {
        if let Some(Provider { id, .. }) = self.provider(which) {
            let url = address(number);
            self.allowed_providers.insert((id, url.clone()));
            self.send(Event::AllowProvider { provider: id, url });
        }
    }

    fn grant_all_again(&mut self) {
        self.agree_to_what_came_back();
        let folders = self.state.ended().map(|it| (it.grant.id, it.grant.lifetime));
        let connects = self.state.ended_destinations().map(|it| (it.id, it.lifetime));
        let all = folders.chain(connects);
        let all = all.map(|(ended, lifetime)| Again { ended, lifetime }).collect();
        self.send(Event::GrantAllAgain(all));
    }

    fn remove_server(&mut self, server: ServerId) {
        let command = self.state.server(server).unwrap().command.clone();
        let had = self.state.had(server);
        self.send(Event::RemoveServer(server));
        if self.state.server(server).is_none() {
            self.removed = had.map(|had| (command, had));
        }
    }

    /// A person adds the server that was removed last as it was. Nothing is given by that.
    fn come_back(&mut self) {
        let Some((command, had)) = self.removed.take() else { return };
        let name = format!("back {}", self.came_back.len());
        self.send(Event::AddServer { name: name.clone(), command });
        while !self.under_way.is_empty() {
            self.disk(true);
        }
        let Some(back) = self.state.servers().find(|it| it.name == name) else { return };
        let server = back.id;
        let given: Vec<_> = self.state.grants().cloned().collect();
        self.send(Event::CameBack(server, had.clone()));
        assert!(self.state.grants().all(|grant| given.contains(grant)), "nobody agreed yet");
        let now = self.state.server(server).unwrap();
        assert!(now.destinations.allowed.is_empty());
        let changed = now.usage.changed.clone().into_iter();
        self.listed.extend(changed.map(|(tool, digest)| ((server, tool), digest)));
        assert!(self.state.ended().all(|it| it.grant.server != server), "it was not found yet");
        self.came_back.push((server, had));
    }

    /// A person agrees to what servers had when they were removed, and to no more.
    fn agree_to_what_came_back(&mut self) {
        for (server, had) in self.came_back.clone() {
            let Had { grants, destinations, .. } = *had;
            for grant in grants {
                self.consent(grant.root, server, grant.access);
            }
            self.let_connect.extend(destinations.into_iter().map(|(to, _)| (server, to)));
        }
    }

    fn withdraw_trust(&mut self, server: ServerId) {
        self.send(Event::WithdrawTrust(server));
        let is_bundled = |known: &Server| known.command == Command::Bundled;
        if self.state.server(server).is_some_and(|known| !is_bundled(known)) {
            for session in self.state.sessions_of(server) {
                assert!(!self.runs_on(session));
            }
            self.note_stop(server.own());
            assert!(self.state.server(server).is_some_and(|it| it.trusted.is_none()));
        }
    }

    fn grant(&mut self, root: Root, server: ServerId, access: Access, lifetime: Lifetime) {
        self.consent(root.clone(), server, access);
        self.send(Event::Grant(Consent { root, server, access, lifetime }));
    }

    fn set_access(&mut self, number: usize, access: Access) {
        let Some(grant) = self.some_grant(number) else { return };
        self.consent(grant.root, grant.server, access);
        self.send(Event::SetAccess(grant.id, access));
        if access == Access::Read {
            let now = self.state.grant_by_id(grant.id);
            let less = now.is_none_or(|grant| grant.access == Access::Read);
            assert!(less, "narrowing applies immediately");
        }
    }

    fn trust(&mut self, server: ServerId) {
        let asks = self.state.sessions_of(server).into_iter().find_map(|session| {
            let run = self.state.run(session);
            if let Some(RunState::NeedsTrust { fingerprint, .. }) = run {
                Some(fingerprint)
            } else {
                None
            }
        });
        if let Some(fingerprint) = asks {
            self.by_person(server, Event::Trust { server, fingerprint });
        }
    }

    fn join(&mut self, server: ServerId, place: usize) {
        self.joined += 1;
        let session = SessionId { server, number: self.joined };
        let app = User::App(["an app", "another"][place % 2].to_owned());
        self.send(Event::Joined(session, app, places(place)));
        assert!(self.state.run(session).is_some());
    }

    fn leave(&mut self, session: SessionId) {
        self.send(Event::Left(session, Actor::App));
        if session.is_own() {
            return;
        }
        assert!(!self.runs_on(session), "it goes on without its app");
        let has_process = self.processes.contains_key(&session);
        assert!(has_process || self.state.run(session).is_none(), "it stays without a process");
        self.note_stop(session);
        self.left.insert(session);
    }

    fn need(&mut self, session: SessionId) {
        self.send(Event::Needed(session));
        let asleep = self.state.run(session) == Some(RunState::Asleep);
        assert!(!asleep || self.state.paused().is_some(), "asleep though it is needed");
    }

    fn use_session(&mut self, session: SessionId, busy: bool) {
        if busy {
            self.busy.insert(session);
        } else {
            self.busy.remove(&session);
        }
        self.send(Event::Busy(session, busy));
    }

    fn set_asking(&mut self, server: ServerId, asking: Asking) {
        let before = self.state.server(server).unwrap().asking;
        self.send(Event::SetAsking(server, asking));
        let now = self.state.server(server).unwrap().asking;
        let less = asking.is_within(&before);
        assert_eq!(now, if less { asking } else { before }, "more before it was kept");
    }

    fn speak(&mut self, session: SessionId, modern: bool) {
        let era = if modern { Era::Modern } else { Era::Legacy };
        if self.is_ready(session) {
            self.send(Event::Spoke(session, Some(era)));
            let known = self.state.server(session.server).unwrap();
            let bundled = known.command == Command::Bundled;
            assert_eq!(known.era(), (!bundled).then_some(era));
        }
    }

    fn add_provider(&mut self, number: u8) {
        let name = format!("provider {}", number % 3);
        let url = address(number);
        let (api, preferred) = (ProviderApi::OpenAi, None);
        self.send(Event::AddProvider { name, api, url, preferred, has_key: false });
    }

    fn reach(&mut self, number: usize, seen: Reachability) {
        let count = self.watched.len().max(1);
        if let Some(root) = self.watched.iter().nth(number % count).cloned() {
            self.send(Event::Reached(root, seen));
        }
    }
}

/// Of a provider.
fn address(number: u8) -> String {
    format!("http://localhost:{}", number % 2)
}
