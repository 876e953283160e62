//! Sessions of apps: begun, heard of, over.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use paddock_core::text::shown;
use paddock_core::{
    Actor as By, Called, Event, Fingerprint, Place, RootEntry, RunState, ServerId, SessionId,
    State, User,
};
use paddock_relay::{Named, Overheard, Side};
use tokio::sync::oneshot;

use super::Actor;
use super::calls::{digests, relayed};
use super::runs::era_of;
use super::stand_ins::Hearing;
use crate::arguments::named_paths;
use crate::handle::Joining;
use crate::inbox::{AskedBy, Visits};
use crate::message::{Begun, Message, Return};
use crate::runtime::{Gate, Runtime};
use crate::show::app_of;
use crate::view::{Code, Failure};
use crate::wire_log::WireLog;
use crate::{clock, places_of_apps as places};

/// The longest name of an app that is kept, in characters.
pub(super) const LONGEST_NAME: usize = 64;

impl Actor {
    pub(super) fn join(&mut self, joining: Joining) -> Result<Begun, Failure> {
        let Joining { server, app, folder, by, places, ends } = joining;
        let folder = folder.filter(|folder| is_plain(folder));
        let server = self.overview().server_named(&server)?;
        let app: String = app.chars().take(LONGEST_NAME).collect();
        let session = SessionId { server, number: self.runtimes.number_session() };
        let nothing = self.runtimes.roots(&Arc::default(), None);
        let options = paddock_relay::Options {
            remembered: self.remembered.of(server, trusted(&self.state, server)),
            rules: relayed(self.state.rules_for(server, &app)),
            stand_in: self.state.stands_in_for(&app),
            name: self.state.name_of(server),
            era: era_of(&self.state, server),
            tell_arguments: Arc::clone(&self.retention.tell_arguments),
            ..paddock_relay::Options::default()
        };
        let (relay, events) = paddock_relay::begin(ends.input, ends.output, nothing, options);
        // One log for all that is said of a server, in which each line says of which session it is.
        let journal = self.runtimes.entry(server.own()).journal.of_session(session.number, &app);
        let wire = WireLog::default();
        let hearing = Hearing {
            session,
            relay: relay.clone(),
            journal: journal.clone(),
            wire: wire.clone(),
            to: self.beside.mailbox(),
        };
        tokio::spawn(hearing.hear(events));
        let (over, is_over) = oneshot::channel();
        let mut gate = Gate::new(relay, folder, by, over);
        gate.teaches = trusted(&self.state, server);
        gate.began_in.clone_from(&places);
        let runtime = Runtime { gate: Some(gate), journal, wire, ..Runtime::default() };
        self.runtimes.insert(session, runtime);
        match self.handle(Event::Joined(session, User::App(app), places)) {
            Some(failure) => {
                self.over(session);
                Err(failure)
            }
            None => Ok((session, is_over)),
        }
    }

    /// What the server of a session answered Paddock itself.
    pub(super) fn overheard(
        &mut self,
        session: SessionId,
        command: Option<Fingerprint>,
        heard: Overheard,
    ) {
        match heard {
            Overheard::Tools(tools) => self.listed(session, tools),
            Overheard::Learned(said) => {
                let is_the_same = trusted(&self.state, session.server) == command;
                let runtime = self.runtimes.get(session).filter(|_| is_the_same);
                let Some(runtime) = runtime else { return };
                let is_secret = said.texts().any(|text| runtime.wire.is_secret_in(text));
                self.remembered.learn(session.server, command, *said, is_secret);
            }
        }
    }

    /// What the relay of a session says.
    pub(super) fn heard_of_app(&mut self, session: SessionId, event: paddock_relay::Event) {
        use paddock_relay::Event as Heard;
        let Some(gate) = self.runtimes.gate_mut(session) else { return };
        match event {
            Heard::Opened { name, version, .. } => {
                self.runtimes
                    .note(session, &format!("the app says that it is {name:?} {version:?}"));
            }
            Heard::Stated(folders) => self.stated(session, folders),
            Heard::Waits { call, tool, arguments, digest } => {
                self.call_waits(session, call, tool, arguments, digest);
            }
            Heard::Unserved => {
                let failed = self.state.run(session) == Some(RunState::Failed);
                if failed && self.overview().has_failed_for_want(session) {
                    self.ask_for_named(session);
                }
            }
            // Read elsewhere.
            Heard::Asked(_) => {}
            Heard::AskEnded { ask, why } => self.ask_ended(AskedBy::App(session, ask), &why),
            Heard::ElicitationComplete(named) => {
                self.elicitation_complete(Visits::App(session), &named);
            }
            Heard::Lapsed(call) => {
                if let Some(id) = self.held.id_of(session, call) {
                    self.handle(Event::CallLapsed(id));
                }
            }
            Heard::TakenBack(call) => {
                if let Some(id) = self.held.id_of(session, call) {
                    self.handle(Event::CallGone(id));
                }
            }
            Heard::Tools(tools) => self.listed(session, tools),
            Heard::Recalled(tools) => {
                self.handle(Event::Recalled(session, digests(&tools)));
            }
            Heard::Ready { revision } => self.app_server_ready(session, revision),
            Heard::Told(generation) => self.given_list(session, generation),
            Heard::Called { tool, named, ok } => {
                gate.calls = gate.calls.saturating_add(1);
                if let Some(run) = self.runtimes.run_mut(session) {
                    run.called = true;
                }
                let Named { paths, arguments } = named;
                let (what, paths) = (Called::Tool(tool), named_paths(&paths));
                self.handle(Event::Called { session, what, paths, arguments, ok });
            }
            Heard::Learned(said) => {
                let command = trusted(&self.state, session.server);
                let runtime = self.runtimes.get_mut(session);
                let is_secret = runtime.and_then(|runtime| runtime.may_learn(command, &said));
                if let Some(is_secret) = is_secret {
                    self.remembered.learn(session.server, command, *said, is_secret);
                }
            }
            Heard::AppGone => self.end_session(session, None),
            Heard::ServerGone => {
                gate.gone += 1;
                gate.tell_loss();
            }
            Heard::Unlike(unlike) => {
                self.runtimes
                    .note(session, &format!("the server is not the one it was: {unlike:?}"));
                self.end_session(session, Some(Failure::new(Code::SessionUnlike)));
            }
            Heard::Violation { side, violation } => {
                let who = match side {
                    Side::App => "app",
                    Side::Server => "server",
                };
                self.runtimes.note(session, &format!("{who}: {violation}"));
            }
            Heard::Dropped { count } => self.runtimes.note(session, &format!("… {count} more")),
        }
    }

    /// The app says where it works. Without a word it works where it was started.
    fn stated(&mut self, session: SessionId, folders: Option<Vec<String>>) {
        let Some(gate) = self.runtimes.gate_mut(session) else { return };
        gate.statement += 1;
        let Some(folders) = folders else {
            let places = gate.began_in.clone();
            self.handle(Event::Works(session, places));
            return;
        };
        let number = gate.statement;
        let (looks, host_places) = (self.runtimes.app_looks(), Arc::clone(&self.places));
        self.beside.report(async move {
            let look = move || places::stated(&folders, &host_places);
            // What does not answer is no place.
            let places = looks.look(look).await.unwrap_or_default();
            Message::Works(session, number, places)
        });
    }

    pub(super) fn works(&mut self, session: SessionId, number: u32, places: Vec<Place>) {
        if self.runtimes.gate(session).is_some_and(|gate| gate.statement == number) {
            self.handle(Event::Works(session, places));
        }
    }

    fn app_server_ready(&mut self, session: SessionId, revision: String) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        runtime.forget_failure();
        if let Some(run) = &mut runtime.run {
            run.since = clock::now();
            run.ready = Some(Instant::now());
        }
        if let Some(gate) = &mut runtime.gate {
            gate.revision = Some(revision);
        }
        self.handle(Event::Ready(session));
    }

    /// The shim is told at once, and the process of the server ends in its own time.
    fn end_session(&mut self, session: SessionId, why: Option<Failure>) {
        if let Some(gate) = self.runtimes.gate_mut(session) {
            gate.close(why);
        }
        self.handle(Event::Left(session, By::App));
    }

    /// What failed while its app worked in none of the server's folders is tried again with one.
    pub(super) fn start_what_lacked_a_folder(&mut self) {
        let lacking = self.runtimes.iter();
        let lacking = lacking.filter(|(_, it)| it.gate.as_ref().is_some_and(|it| it.lacks_folder));
        let has_one = |id: &SessionId| {
            let wanted = self.state.wanted(*id);
            self.state.run(*id) == Some(RunState::Failed)
                && wanted.is_some_and(|list| !list.entries.is_empty())
        };
        let ready: Vec<_> = lacking.map(|(id, _)| id).filter(has_one).collect();
        for session in ready {
            let Some(runtime) = self.runtimes.get_mut(session) else { continue };
            runtime.forget_failure();
            if let Some(gate) = &mut runtime.gate {
                gate.lacks_folder = false;
            }
            self.handle(Event::Restart(session));
        }
    }

    /// Apps hear what has become of their servers, where those do not run.
    pub(super) fn tell_apps(&mut self) {
        let gates = self.runtimes.iter();
        let gates = gates.filter_map(|(id, runtime)| Some((id, runtime.gate.as_ref()?.told)));
        let changed = |(id, told): &(SessionId, RunState)| self.state.run(*id) != Some(*told);
        let changed: Vec<_> = gates.filter(changed).map(|(id, _)| id).collect();
        for session in changed {
            if let Some(run) = self.state.run(session) {
                self.tell_app(session, run);
            }
        }
    }

    fn tell_app(&mut self, session: SessionId, run: RunState) {
        let loss = self.overview().loss(session, run);
        let works_in_none = self.state.works_in_none(session);
        let Some(gate) = self.runtimes.gate_mut(session) else { return };
        gate.told = run;
        gate.lacks_folder = run == RunState::Failed && works_in_none;
        if loss.is_some() {
            gate.lost = loss;
            gate.tell_loss();
        }
    }

    pub(super) fn narrow(&mut self, session: SessionId, folder: &str, reply: Return<()>) {
        let entries = self.state.wanted(session).map(|list| list.entries.as_slice());
        let mut paths = entries.unwrap_or_default().iter().map(|entry| &entry.root.path);
        let found = paths.find(|path| shown(path.as_path()) == folder).cloned();
        let known = self.state.run(session).is_some();
        let Some(path) = found else {
            let code = if known { Code::NotItsFolder } else { Code::UnknownSession };
            return drop(reply.send(Err(Failure::new(code))));
        };
        self.tell_state(Event::Narrow(session, path), reply);
    }

    /// Nothing of the session is left.
    pub(super) fn over(&mut self, session: SessionId) {
        self.runtimes.over(session);
        self.screen.change();
    }
}

/// An app by the name that people see: the one that it has in its sessions, or would have. What is
/// spelled out there makes a name longer than what it is cut at.
pub(super) fn named_app(state: &State, typed: &str) -> String {
    let name = shown(typed);
    let is_here = state.sessions().any(|session| app_of(state, session) == name);
    if is_here || state.paused_apps().contains_key(&name) {
        return name;
    }
    shown(typed.chars().take(LONGEST_NAME).collect::<String>())
}

/// The command of a server, as a person trusted it.
pub(super) fn trusted(state: &State, server: ServerId) -> Option<Fingerprint> {
    let trusted = state.server(server)?.trusted.as_ref();
    trusted.map(|trusted| trusted.fingerprint)
}

/// Whether a path says where it leads.
fn is_plain(path: &Path) -> bool {
    path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
}

/// Where the server of an app starts, if its command does not say: where the app works, as far as
/// that is granted.
pub(super) fn start_in(app: Option<&Path>, folders: &[RootEntry]) -> Option<PathBuf> {
    let first = folders.first().map(|entry| entry.root.path.as_path());
    app.and_then(|app| workplace(Some(app), folders)).or(first).map(Path::to_path_buf)
}

/// The folder that a command means by where it is used: where the app works, if that is granted. Who
/// says of no folder that they work there means the first.
pub(super) fn workplace<'a>(app: Option<&'a Path>, folders: &'a [RootEntry]) -> Option<&'a Path> {
    let mut paths = folders.iter().map(|entry| entry.root.path.as_path());
    match app {
        Some(app) => paths.any(|path| app.starts_with(path)).then_some(app),
        None => paths.next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placeholders::tests::folders;

    #[test]
    fn a_server_starts_where_its_app_works_or_in_its_first_folder() {
        let granted = folders(&["/acme", "/notes"]);
        for (app, starts_in) in [
            (Some("/notes"), "/notes"),
            (Some("/notes/today"), "/notes/today"),
            (Some("/notes-evil"), "/acme"),
            (Some("/"), "/acme"),
            (None, "/acme"),
        ] {
            let found = start_in(app.map(Path::new), &granted);
            assert_eq!(found.as_deref(), Some(Path::new(starts_in)), "{app:?}");
        }
        assert_eq!(start_in(Some(Path::new("/acme")), &[]), None);
    }
}
