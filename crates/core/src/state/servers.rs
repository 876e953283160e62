//! Servers: what is configured, and the life of each.

use std::sync::Arc;

use super::records::{about, paths};
use super::{Entry, Round, Session, State, Told};
use crate::{
    AbsolutePath, Action, Actor, Asked, AuditRecord, Called, Change, Command, Effect, Era,
    Fingerprint, GrantId, Refusal, RootList, RunState, SeenCommand, Server, ServerId, SessionId,
    Trusted, User,
};

/// Name of the server that comes with Paddock.
const BUNDLED_NAME: &str = "Files";
/// What is recorded of the name of what was used, in bytes.
const LONGEST_USED: usize = 2048;

impl State {
    pub(super) fn add_server(&mut self, name: String, command: Command, round: &mut Round) {
        let id = ServerId(self.next_number());
        if let Err(why) = self.may_be_called(id, &name).and_then(|()| may_be_run(&command)) {
            return round.refuse(why);
        }
        let server = Server::new(id, name, command);
        if let Err(why) = self.has_room_for(&server) {
            return round.refuse(why);
        }
        let audit = about(self.now, Action::ServerAdded, Actor::Person, &server);
        self.commit_first(vec![Change::PutServer(server)], vec![audit], round);
    }

    pub(super) fn edit_server(
        &mut self,
        id: ServerId,
        name: String,
        command: Command,
        round: &mut Round,
    ) {
        let Some(old) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        if old.command == Command::Bundled {
            return round.refuse(Refusal::Bundled);
        }
        let mut server = Server { name, command, ..old.clone() };
        // A value in env too may say what is run.
        if server.command != old.command {
            server.confinement.asked = Asked::Enforced;
        }
        if let Err(why) = self
            .may_be_called(id, &server.name)
            .and_then(|()| may_be_run(&server.command))
            .and_then(|()| self.has_room_for(&server))
        {
            return round.refuse(why);
        }
        // With the first trust in other words, nobody is asked what another command had.
        if old.trusted.is_none() && !old.command.same_words(&server.command) {
            self.forget_ended_of(id, round);
        }
        let audit = about(self.now, Action::ServerEdited, Actor::Person, &server);
        self.commit_first(vec![Change::PutServer(server)], vec![audit], round);
    }

    pub(super) fn remove_server(&mut self, id: ServerId, round: &mut Round) {
        let Some(entry) = self.servers.get(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        if entry.server.command == Command::Bundled {
            return round.refuse(Refusal::Bundled);
        }
        let mut audit = vec![self.about_server(Action::ServerRemoved, Actor::Person, id)];
        let grants: Vec<GrantId> = self.grants_of(id).map(|grant| grant.id).collect();
        let removed: Vec<_> =
            grants.iter().filter_map(|grant| self.remove_grant(*grant, round)).collect();
        audit.extend(removed.iter().map(|grant| self.about(Action::Revoked, Actor::Person, grant)));
        self.commits.overtake_server(id);
        self.ended.retain(|kept| kept.grant.server != id);
        self.ended_destinations.retain(|kept| kept.server != id);
        self.servers.remove(&id);
        for session in self.sessions_of(id) {
            self.remove_session(session, round);
            round.effects.push(Effect::Stop(session));
        }
        self.commit_after(vec![Change::RemoveServer(id)], audit, round);
    }

    pub(super) fn start(&mut self, server: ServerId, round: &mut Round) {
        let id = server.own();
        let Some(run) = self.run(id) else { return round.refuse(Refusal::UnknownServer) };
        self.set_wanted(server, true, round);
        self.forgive(id);
        match run {
            RunState::Starting | RunState::Running => {}
            RunState::Stopping => self.start_after_stop(id),
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => self.begin(id, round),
        }
    }

    /// Has the program looked for, unless the session is paused.
    pub(super) fn begin(&mut self, id: SessionId, round: &mut Round) {
        let paused = self.is_paused(id);
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.run = if paused { RunState::Paused } else { RunState::Starting };
        if !paused {
            round.effects.push(Effect::Find(id));
        }
    }

    fn start_after_stop(&mut self, id: SessionId) {
        if let Some(session) = self.sessions.get_mut(&id) {
            session.again = true;
        }
    }

    /// Only a command that was seen and trusted runs.
    pub(super) fn found(&mut self, id: SessionId, seen: Option<SeenCommand>, round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id.server) else { return };
        let Some(session) = self.sessions.get_mut(&id) else { return };
        if session.run != RunState::Starting {
            return;
        }
        entry.seen.clone_from(&seen);
        let (Command::Custom(_), Some(seen)) = (&entry.server.command, seen) else {
            if entry.server.command == Command::Bundled {
                return self.launch(id, round);
            }
            session.run = RunState::Failed;
            return self.end_run_of(id.server, round);
        };
        let fingerprint = Fingerprint::of(&seen);
        match &entry.server.trusted {
            Some(trusted) if trusted.fingerprint == fingerprint => {
                let is_new = trusted.seen.is_none();
                self.launch(id, round);
                if is_new {
                    self.learn(id.server, |trusted| trusted.seen = Some(seen), round);
                }
            }
            trusted => {
                let changed = trusted.is_some();
                session.run = RunState::NeedsTrust { fingerprint, changed };
                if !changed {
                    self.recall(id.server, &seen, round);
                }
                // What was given for a run is not for another command.
                self.end_run_of(id.server, round);
            }
        }
    }

    /// What the running server was heard to speak.
    pub(super) fn spoke(&mut self, id: SessionId, era: Option<Era>, round: &mut Round) {
        let Some(entry) = self.servers.get(&id.server) else { return };
        if entry.is_trusted() && entry.server.era() != era {
            self.learn(id.server, |trusted| trusted.era = era, round);
        }
    }

    /// Keeps what was found out of a trusted command.
    fn learn(&mut self, id: ServerId, what: impl FnOnce(&mut Trusted), round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id) else { return };
        let Some(trusted) = &mut entry.server.trusted else { return };
        what(trusted);
        let change = Change::PutServer(entry.server.clone());
        self.commit_aside(vec![change], round);
    }

    pub(super) fn trust(&mut self, id: ServerId, seen: Fingerprint, round: &mut Round) {
        let Some(entry) = self.servers.get(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        if !self.asks_for_trust(id, seen) {
            return round.refuse(Refusal::CommandChanged);
        }
        let trusted = Trusted { fingerprint: seen, seen: entry.seen.clone(), era: None };
        // What is on its way stays so.
        let latest = self.commits.server(id).unwrap_or(&entry.server);
        let mut server = Server { trusted: Some(trusted), wanted: true, ..latest.clone() };
        // What a person lets run without enforcement is the command that they saw then.
        if entry.server.trusted.as_ref().is_some_and(|before| before.fingerprint != seen) {
            server.confinement.asked = Asked::Enforced;
        }
        let audit = AuditRecord {
            detail: Some(seen.to_string()),
            ..about(self.now, Action::ServerTrusted, Actor::Person, &server)
        };
        self.commit_first(vec![Change::PutServer(server)], vec![audit], round);
    }

    fn asks_for_trust(&self, server: ServerId, seen: Fingerprint) -> bool {
        self.sessions_of(server).into_iter().any(|session| {
            let run = self.run(session);
            matches!(run, Some(RunState::NeedsTrust { fingerprint, .. }) if fingerprint == seen)
        })
    }

    pub(super) fn withdraw_trust(&mut self, id: ServerId, round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        if entry.server.command == Command::Bundled {
            return round.refuse(Refusal::Bundled);
        }
        self.commits.overtake_server(id);
        let trusted = entry.server.trusted.as_ref().and_then(|it| it.seen.as_ref());
        let custom = entry.server.command.custom();
        let is_edited = trusted.zip(custom).is_some_and(|(seen, command)| !seen.says(command));
        entry.server.trusted = None;
        entry.server.confinement.asked = Asked::Enforced;
        if is_edited {
            self.forget_ended_of(id, round);
        }
        self.stop(id, round);
        // What an app uses asks before it goes on.
        let is_here = |id: &SessionId| self.session(*id).is_some_and(|it| it.left.is_none());
        let apps = self.sessions_of(id).into_iter().filter(|it| !it.is_own() && is_here(it));
        for session in apps.collect::<Vec<_>>() {
            self.restart(session, round);
        }
        let change = self.server(id).cloned().map(Change::PutServer);
        let audit = self.about_server(Action::TrustWithdrawn, Actor::Person, id);
        self.commit_after(change.into_iter().collect(), vec![audit], round);
    }

    pub(super) fn stop(&mut self, server: ServerId, round: &mut Round) {
        self.stop_by(Effect::Stop(server.own()), server.own(), round);
    }

    /// Stops a session until somebody wants it; `how` ends its process.
    pub(super) fn stop_by(&mut self, how: Effect, id: SessionId, round: &mut Round) {
        if !self.sessions.contains_key(&id) {
            return round.refuse(Refusal::UnknownServer);
        }
        self.halt(id, how, round);
        if id.is_own() {
            self.set_wanted(id.server, false, round);
        }
    }

    pub(super) fn halt(&mut self, id: SessionId, how: Effect, round: &mut Round) {
        let Some(session) = self.sessions.get_mut(&id) else { return };
        session.again = false;
        session.idle.falling_asleep = false;
        match session.run {
            RunState::Starting | RunState::Running | RunState::Stopping => {
                session.run = RunState::Stopping;
                round.effects.push(how);
            }
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => {
                session.run = RunState::Stopped;
                self.end_run_of(id.server, round);
            }
        }
    }

    pub(super) fn restart(&mut self, id: SessionId, round: &mut Round) {
        let Some(session) = self.sessions.get_mut(&id).filter(|session| session.left.is_none())
        else {
            return round.refuse(Refusal::UnknownSession);
        };
        match session.run {
            RunState::Starting | RunState::Running | RunState::Stopping => {
                session.again = true;
                session.run = RunState::Stopping;
                round.effects.push(Effect::Stop(id));
            }
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => {
                self.forgive(id);
                self.begin(id, round);
            }
        }
    }

    pub(super) fn start_wanted(&mut self, round: &mut Round) {
        round.record(self.about_app(Action::Started));
        let wanted = self.servers().filter(|server| server.wanted);
        let wanted: Vec<_> = wanted.map(|it| (it.id.own(), it.lifecycle.on_demand)).collect();
        for (id, on_demand) in wanted {
            let stopped = self.sessions.get_mut(&id).filter(|it| it.run == RunState::Stopped);
            match stopped {
                Some(session) if on_demand => session.run = RunState::Asleep,
                Some(_) => self.begin(id, round),
                None => {}
            }
        }
    }

    pub(super) fn ready(&mut self, id: SessionId, round: &mut Round) {
        let now = self.now;
        let Some(session) = self.sessions.get_mut(&id) else { return };
        // A person who asked it to stop in the meantime is not overruled by its getting ready.
        if session.run != RunState::Starting {
            return;
        }
        session.run = RunState::Running;
        session.changing = false;
        session.begin_idling(now);
        round.record(self.about_session(Action::ServerStarted, Actor::Paddock, id));
    }

    pub(super) fn told(&mut self, id: SessionId, list: Arc<RootList>, round: &mut Round) {
        let at = self.now;
        let Some(session) = self.sessions.get_mut(&id) else { return };
        if session.run != RunState::Running {
            return;
        }
        session.exposed.extend(list.entries.iter().map(|entry| entry.root.clone()));
        let same = session.told.as_ref().is_some_and(|told| told.list == list);
        let detail = (!list.entries.is_empty()).then(|| paths(&list));
        session.told = Some(Told { list, at });
        if !same {
            let record = self.about_session(Action::RootsTold, Actor::Paddock, id);
            round.record(AuditRecord { detail, ..record });
        }
    }

    pub(super) fn called(
        &mut self,
        id: SessionId,
        what: &Called,
        paths: &[AbsolutePath],
        arguments: Option<String>,
        ok: bool,
        round: &mut Round,
    ) {
        let (action, name) = match what {
            Called::Tool(name) => (Action::ToolCalled, name),
            Called::Resource(uri) => (Action::ResourceRead, uri),
            Called::Prompt(name) => (Action::PromptFilled, name),
        };
        let by = if id.is_own() { Actor::Person } else { Actor::App };
        let record = self.about_session(action, by, id);
        let start = &name[..name.floor_char_boundary(LONGEST_USED)];
        let detail = Some(crate::text::shown(start));
        let named = self.note_use(id.server, name, paths, ok);
        let (grant, path) = named.unzip();
        round.record(AuditRecord { grant, path, ok, detail, arguments, ..record });
        self.note_try(id, paths, ok);
        self.ask_for_places(id, round);
    }

    pub(super) fn insert_server(&mut self, server: Server) {
        self.sessions.insert(server.id.own(), Session::new(User::Paddock));
        let entry = Entry { server, seen: None, had: None };
        self.servers.insert(entry.server.id, entry);
    }

    /// Puts a server that is kept in force, and brings its sessions to run what it says.
    pub(super) fn put_server(&mut self, server: Server, round: &mut Round) {
        let id = server.id;
        let Some(entry) = self.servers.get_mut(&id) else {
            self.insert_server(server);
            return self.begin(id.own(), round);
        };
        let old = std::mem::replace(&mut entry.server, server);
        self.follow_usage(id, &old.usage, round);
        self.forget_destinations_said_anew(id);
        self.follow_destinations(id, &old.destinations, round);
        for session in self.sessions_of(id) {
            self.follow_change(session, &old, round);
        }
    }

    /// Brings a session to run what its server says now.
    fn follow_change(&mut self, id: SessionId, old: &Server, round: &mut Round) {
        let Some((server, session)) = self.session_mut(id) else { return };
        // What its app left only comes to its end.
        if session.left.is_some() || session.stays_stopped(server, id) {
            return;
        }
        let confined_anew = old.confinement != server.confinement && is_up(session.run);
        // A process keeps the limits that it was started with.
        let limited_anew = old.limits != server.limits && is_up(session.run);
        let sleeps_on = session.run == RunState::Asleep && old.command.same_words(&server.command);
        // It fell asleep while it was still being kept that it is to stop.
        if sleeps_on && !server.wanted {
            session.run = RunState::Stopped;
            return self.end_run_of(id.server, round);
        }
        if sleeps_on && !session.wakes(server) {
            return;
        }
        if old.command != server.command || confined_anew || limited_anew || sleeps_on {
            self.restart(id, round);
        } else if !is_up(session.run)
            && (old.trusted != server.trusted
                || session.run == RunState::Failed
                    && (&old.confinement, old.limits) != (&server.confinement, server.limits))
        {
            self.forgive(id);
            self.begin(id, round);
        }
    }

    pub(super) fn add_bundled(&mut self, round: &mut Round) {
        if self.servers().any(|server| server.command == Command::Bundled) {
            return;
        }
        let id = ServerId(self.next_number());
        let server = Server::new(id, BUNDLED_NAME.to_owned(), Command::Bundled);
        let audit = about(self.now, Action::ServerAdded, Actor::Paddock, &server);
        self.insert_server(server.clone());
        self.commit_after(vec![Change::PutServer(server)], vec![audit], round);
    }

    fn set_wanted(&mut self, id: ServerId, wanted: bool, round: &mut Round) {
        self.commits.overtake_wanted(id);
        let Some(entry) = self.servers.get_mut(&id) else { return };
        if entry.server.wanted != wanted {
            entry.server.wanted = wanted;
            let change = Change::PutServer(entry.server.clone());
            self.commits.overtake_wanted(id);
            self.commit_after(vec![change], Vec::new(), round);
        }
    }

    fn may_be_called(&self, id: ServerId, name: &str) -> Result<(), Refusal> {
        if name.trim().is_empty() {
            return Err(Refusal::EmptyName);
        }
        let known = self.servers().map(|server| (server.id, server.name.as_str()));
        let taken = known
            .chain(self.commits.names_taken())
            .any(|(other, taken)| other != id && taken.to_lowercase() == name.to_lowercase());
        if taken { Err(Refusal::NameTaken) } else { Ok(()) }
    }
}

impl Entry {
    /// Whether the command that was found last is the one that is trusted.
    fn is_trusted(&self) -> bool {
        let trusted = self.server.trusted.as_ref().map(|trusted| trusted.fingerprint);
        trusted.is_some() && self.seen.as_ref().map(Fingerprint::of) == trusted
    }
}

fn may_be_run(command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Bundled => Err(Refusal::Bundled),
        Command::Custom(custom) if custom.program.trim().is_empty() => Err(Refusal::EmptyProgram),
        Command::Custom(_) => Ok(()),
    }
}

/// Whether there is a process, or one on its way.
pub(super) fn is_up(run: RunState) -> bool {
    match run {
        RunState::Starting
        | RunState::Running
        | RunState::Stopping
        | RunState::Restarting { .. } => true,
        RunState::Stopped
        | RunState::Asleep
        | RunState::NeedsTrust { .. }
        | RunState::Failed
        | RunState::Paused => false,
    }
}
