//! Servers: what is configured, and the life of each.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::lifecycle::{Backoff, Idle};
use super::records::{about, paths};
use super::{Entry, Pause, Round, State, Told};
use crate::{
    Action, Actor, Asked, AuditRecord, Called, Change, Command, Effect, Era, Fingerprint, GrantId,
    Refusal, RootList, RunState, SeenCommand, Server, ServerId, Time, Trusted,
};

/// Name of the server that comes with the app.
const BUNDLED_NAME: &str = "Files";

impl State {
    pub(super) fn add_server(&mut self, name: String, command: Command, round: &mut Round) {
        let id = ServerId(self.next_number());
        if let Err(why) = self.may_be_called(id, &name).and_then(|()| may_be_run(&command)) {
            return round.refuse(why);
        }
        let server = Server::new(id, name, command);
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
        if let Err(why) =
            self.may_be_called(id, &server.name).and_then(|()| may_be_run(&server.command))
        {
            return round.refuse(why);
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
        self.servers.remove(&id);
        round.effects.push(Effect::Stop(id));
        self.commit_after(vec![Change::RemoveServer(id)], audit, round);
    }

    pub(super) fn start(&mut self, id: ServerId, round: &mut Round) {
        let Some(run) = self.run(id) else { return round.refuse(Refusal::UnknownServer) };
        self.set_wanted(id, true, round);
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

    /// Has the program looked for, unless all servers are paused.
    pub(super) fn begin(&mut self, id: ServerId, round: &mut Round) {
        let paused = self.paused.is_some();
        let Some(entry) = self.servers.get_mut(&id) else { return };
        entry.run = if paused { RunState::Paused } else { RunState::Starting };
        if !paused {
            round.effects.push(Effect::Find(id));
        }
    }

    fn start_after_stop(&mut self, id: ServerId) {
        if let Some(entry) = self.servers.get_mut(&id) {
            entry.again = true;
        }
    }

    /// Only a command that was seen and trusted runs.
    pub(super) fn found(&mut self, id: ServerId, seen: Option<SeenCommand>, round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id) else { return };
        if entry.run != RunState::Starting {
            return;
        }
        entry.seen.clone_from(&seen);
        let (Command::Custom(_), Some(seen)) = (&entry.server.command, seen) else {
            if entry.server.command == Command::Bundled {
                return self.launch(id, round);
            }
            entry.run = RunState::Failed;
            return;
        };
        let fingerprint = Fingerprint::of(&seen);
        match &entry.server.trusted {
            Some(trusted) if trusted.fingerprint == fingerprint => {
                let is_new = trusted.seen.is_none();
                self.launch(id, round);
                if is_new {
                    self.learn(id, |trusted| trusted.seen = Some(seen), round);
                }
            }
            trusted => {
                entry.run = RunState::NeedsTrust { fingerprint, changed: trusted.is_some() };
            }
        }
    }

    /// What the running server was heard to speak.
    pub(super) fn spoke(&mut self, id: ServerId, era: Option<Era>, round: &mut Round) {
        let Some(entry) = self.servers.get(&id) else { return };
        if entry.is_trusted() && entry.server.era() != era {
            self.learn(id, |trusted| trusted.era = era, round);
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
        if !matches!(entry.run, RunState::NeedsTrust { fingerprint, .. } if fingerprint == seen) {
            return round.refuse(Refusal::CommandChanged);
        }
        let trusted = Trusted { fingerprint: seen, seen: entry.seen.clone(), era: None };
        let mut server = Server { trusted: Some(trusted), wanted: true, ..entry.server.clone() };
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

    pub(super) fn withdraw_trust(&mut self, id: ServerId, round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        if entry.server.command == Command::Bundled {
            return round.refuse(Refusal::Bundled);
        }
        self.commits.overtake_server(id);
        entry.server.trusted = None;
        entry.server.confinement.asked = Asked::Enforced;
        self.stop(id, round);
        let change = self.server(id).cloned().map(Change::PutServer);
        let audit = self.about_server(Action::TrustWithdrawn, Actor::Person, id);
        self.commit_after(change.into_iter().collect(), vec![audit], round);
    }

    pub(super) fn stop(&mut self, id: ServerId, round: &mut Round) {
        self.stop_by(Effect::Stop(id), id, round);
    }

    /// Stops a server; `how` ends its process.
    pub(super) fn stop_by(&mut self, how: Effect, id: ServerId, round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        entry.again = false;
        entry.idle.falling_asleep = false;
        match entry.run {
            RunState::Starting | RunState::Running | RunState::Stopping => {
                entry.run = RunState::Stopping;
                round.effects.push(how);
            }
            RunState::Stopped
            | RunState::Asleep
            | RunState::NeedsTrust { .. }
            | RunState::Restarting { .. }
            | RunState::Failed
            | RunState::Paused => {
                entry.run = RunState::Stopped;
                self.end_run_of(id, round);
            }
        }
        self.set_wanted(id, false, round);
    }

    pub(super) fn restart(&mut self, id: ServerId, round: &mut Round) {
        let Some(entry) = self.servers.get_mut(&id) else {
            return round.refuse(Refusal::UnknownServer);
        };
        match entry.run {
            RunState::Starting | RunState::Running | RunState::Stopping => {
                entry.again = true;
                entry.run = RunState::Stopping;
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

    pub(super) fn pause(&mut self, until: Option<Time>, round: &mut Round) {
        // Another pause never ends one earlier: that is what `Resume` is for.
        let end = |pause: &Pause| pause.until.unwrap_or(Time(i64::MAX));
        let asked = Pause { until };
        let pause = self.paused.take().filter(|now| end(now) >= end(&asked)).unwrap_or(asked);
        self.paused = Some(pause);
        let record = AuditRecord { actor: Actor::Person, ..self.about_app(Action::Paused) };
        round.record(record);
        for (id, entry) in &mut self.servers {
            match entry.run {
                RunState::Starting | RunState::Running => {
                    entry.again = true;
                    entry.run = RunState::Stopping;
                    round.effects.push(Effect::Stop(*id));
                }
                RunState::Restarting { .. } => entry.run = RunState::Paused,
                RunState::Stopped
                | RunState::Asleep
                | RunState::NeedsTrust { .. }
                | RunState::Stopping
                | RunState::Failed
                | RunState::Paused => {}
            }
        }
    }

    pub(super) fn resume(&mut self, round: &mut Round) {
        if self.paused.take().is_none() {
            return;
        }
        round.record(self.about_app(Action::Resumed));
        self.begin_all(|entry| entry.run == RunState::Paused, round);
    }

    fn begin_all(&mut self, which: impl Fn(&Entry) -> bool, round: &mut Round) {
        let chosen = self.servers.iter().filter(|(_, entry)| which(entry));
        let ids: Vec<_> = chosen.map(|(id, _)| *id).collect();
        for id in ids {
            self.begin(id, round);
        }
    }

    pub(super) fn start_wanted(&mut self, round: &mut Round) {
        round.record(self.about_app(Action::Started));
        for entry in self.servers.values_mut() {
            let stopped = entry.run == RunState::Stopped;
            if stopped && entry.server.wanted && entry.server.lifecycle.on_demand {
                entry.run = RunState::Asleep;
            }
        }
        self.begin_all(|entry| entry.server.wanted && entry.run == RunState::Stopped, round);
    }

    pub(super) fn ready(&mut self, id: ServerId, round: &mut Round) {
        let now = self.now;
        let Some(entry) = self.servers.get_mut(&id) else { return };
        // A person who asked it to stop in the meantime is not overruled by its getting ready.
        if entry.run != RunState::Starting {
            return;
        }
        entry.run = RunState::Running;
        entry.changing = false;
        entry.begin_idling(now);
        round.record(self.about_server(Action::ServerStarted, Actor::Paddock, id));
    }

    pub(super) fn told(&mut self, id: ServerId, list: Arc<RootList>, round: &mut Round) {
        let at = self.now;
        let Some(entry) = self.servers.get_mut(&id) else { return };
        if entry.run != RunState::Running {
            return;
        }
        entry.exposed.extend(list.entries.iter().map(|entry| entry.root.clone()));
        let same = entry.told.as_ref().is_some_and(|told| told.list == list);
        let detail = (!list.entries.is_empty()).then(|| paths(&list));
        entry.told = Some(Told { list, at });
        if !same {
            let record = self.about_server(Action::RootsTold, Actor::Paddock, id);
            round.record(AuditRecord { detail, ..record });
        }
    }

    pub(super) fn called(&mut self, id: ServerId, what: &Called, ok: bool, round: &mut Round) {
        let (action, name) = match what {
            Called::Tool(name) => (Action::ToolCalled, name),
            Called::Resource(uri) => (Action::ResourceRead, uri),
            Called::Prompt(name) => (Action::PromptFilled, name),
        };
        let record = self.about_server(action, Actor::Person, id);
        round.record(AuditRecord { ok, detail: Some(crate::text::shown(name)), ..record });
    }

    pub(super) fn insert_server(&mut self, server: Server) {
        let entry = Entry {
            wanted: Arc::default(),
            list: Arc::default(),
            run: RunState::Stopped,
            seen: None,
            idle: Idle::default(),
            backoff: Backoff::default(),
            gave_up: None,
            again: false,
            changing: false,
            kept_to: None,
            unenforced: None,
            told: None,
            exposed: BTreeSet::new(),
            server,
        };
        self.servers.insert(entry.server.id, entry);
    }

    /// Puts a server that is kept in force, and brings it to run what it says.
    pub(super) fn put_server(&mut self, server: Server, round: &mut Round) {
        let id = server.id;
        let Some(entry) = self.servers.get_mut(&id) else {
            self.insert_server(server);
            return self.begin(id, round);
        };
        let old = std::mem::replace(&mut entry.server, server);
        if entry.stays_stopped() {
            return;
        }
        let confined_anew = old.confinement != entry.server.confinement && is_up(entry.run);
        let sleeps_on =
            entry.run == RunState::Asleep && old.command.same_words(&entry.server.command);
        // It fell asleep while it was still being kept that it is to stop.
        if sleeps_on && !entry.server.wanted {
            entry.run = RunState::Stopped;
            return self.end_run_of(id, round);
        }
        if sleeps_on && !entry.wakes() {
            return;
        }
        if old.command != entry.server.command || confined_anew || sleeps_on {
            self.restart(id, round);
        } else if !is_up(entry.run)
            && (old.trusted != entry.server.trusted
                || entry.run == RunState::Failed && old.confinement != entry.server.confinement)
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
