//! Sessions of apps: begun, heard of, over.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use paddock_core::text::shown;
use paddock_core::{
    AbsolutePath, Actor as By, Called, Event, Place, RootEntry, RootList, RunState, ServerId,
    SessionId, Time, User,
};
use paddock_mcp::Roots;
use paddock_relay::{Named, Side};
use tokio::sync::oneshot;

use super::asks::Return;
use super::calls::app_of;
use super::stand_ins::Hearing;
use super::{Actor, Message};
use crate::arguments::named_paths;
use crate::handle::Joining;
use crate::inbox::{AskedBy, Visits};
use crate::runtime::{Gate, Runtime};
use crate::view::{Code, Failure};
use crate::wire_log::WireLog;
use crate::{clock, places_of_apps as places};

/// The longest name of an app that is kept, in characters.
pub(super) const LONGEST_NAME: usize = 64;

/// A session, and what says that it is over and why.
pub(crate) type Begun = (SessionId, oneshot::Receiver<Option<Failure>>);

impl Actor {
    /// Whether an app can use the server of this name now.
    pub(crate) fn may_join(&self, name: &str) -> Result<(), Failure> {
        self.named_server(name).map(drop)
    }

    fn named_server(&self, name: &str) -> Result<ServerId, Failure> {
        let mut known = self.state.servers();
        let found = known.find(|server| server.name.to_lowercase() == name.to_lowercase());
        let unknown = || Failure::new(Code::NoSuchServer).with("name", shown(name));
        found.map(|server| server.id).ok_or_else(unknown)
    }

    pub(super) fn join(&mut self, joining: Joining) -> Result<Begun, Failure> {
        let Joining { server, app, folder, by, places, ends } = joining;
        let folder = folder.filter(|folder| is_plain(folder));
        let server = self.named_server(&server)?;
        let app: String = app.chars().take(LONGEST_NAME).collect();
        let session = SessionId { server, number: self.numbers.session() };
        let nothing = self.lists.roots(&Arc::default());
        let options = paddock_relay::Options {
            remembered: self.remembered(server),
            policy: self.policy_for(server, &app),
            stand_in: self.state.stands_in_for(&app),
            name: self.server_name(server),
            era: self.era_of(server),
            tell_arguments: Arc::clone(&self.retention.tell_arguments),
            ..paddock_relay::Options::default()
        };
        let (relay, events) = paddock_relay::begin(ends.input, ends.output, nothing, options);
        // One log for all that is said of a server.
        let journal = self.runtimes.entry(server.own()).or_default().journal.clone();
        let wire = WireLog::default();
        let hearing = Hearing {
            session,
            relay: relay.clone(),
            journal: journal.clone(),
            wire: wire.clone(),
            to: self.to_self.clone(),
        };
        tokio::spawn(hearing.hear(events));
        let (over, is_over) = oneshot::channel();
        let gate = Gate {
            relay,
            folder,
            by,
            since: clock::now(),
            revision: None,
            teaches: self.command(server),
            began_in: places.clone(),
            statement: 0,
            tools: BTreeMap::new(),
            off: BTreeSet::new(),
            calls: 0,
            served: 0,
            gone: 0,
            told: RunState::Starting,
            lost: None,
            over: Some(over),
        };
        self.runtimes
            .insert(session, Runtime { gate: Some(gate), journal, wire, ..Runtime::default() });
        match self.handle(Event::Joined(session, User::App(app), places)) {
            Some(failure) => {
                self.over(session);
                Err(failure)
            }
            None => Ok((session, is_over)),
        }
    }

    /// A list as the server of a session is to read it: some take the first folder for theirs.
    pub(super) fn roots(&mut self, session: SessionId, list: &Arc<RootList>) -> Roots {
        let Some(folder) = self.state.places(session).next() else {
            return self.lists.roots(list);
        };
        let mut entries = list.entries.clone();
        nearest_first(&folder.path, &mut entries);
        self.lists.roots(&Arc::new(RootList { entries, ..RootList::clone(list) }))
    }

    /// What the relay of a session says.
    pub(super) fn heard_of_app(&mut self, session: SessionId, event: paddock_relay::Event) {
        use paddock_relay::Event as Heard;
        if self.gate(session).is_none() {
            return;
        }
        match event {
            Heard::Opened { name, version, .. } => {
                self.note(session, &format!("the app says that it is {name} {version}"));
            }
            Heard::Stated(folders) => self.stated(session, folders),
            Heard::Waits { call, tool, arguments, digest } => {
                self.call_waits(session, call, tool, arguments, digest);
            }
            Heard::Unserved => {
                let failed = self.state.run(session) == Some(RunState::Failed);
                if failed && self.has_failed_for_want(session) {
                    self.ask_for_named(session);
                }
            }
            // Read elsewhere.
            Heard::Asked(_) => {}
            Heard::AskEnded { ask, why } => self.ask_ended(AskedBy::App(session, ask), &why),
            Heard::ElicitationComplete(named) => {
                self.elicitation_complete(Visits::App(session), &named);
            }
            Heard::Lapsed(call) => self.call_lapsed(session, call),
            Heard::TakenBack(call) => self.call_taken_back(session, call),
            Heard::Tools(tools) => self.listed(session, tools),
            Heard::Ready { revision } => self.app_server_ready(session, revision),
            Heard::Told(generation) => self.given_list(session, generation),
            Heard::Called { tool, named, ok } => {
                if let Some(gate) = self.gate(session) {
                    gate.calls = gate.calls.saturating_add(1);
                }
                let Named { paths, arguments } = named;
                let (what, paths) = (Called::Tool(tool), named_paths(&paths));
                self.handle(Event::Called { session, what, paths, arguments, ok });
            }
            Heard::Learned(said) => self.learn(session, *said),
            Heard::AppGone => self.end_session(session, None),
            Heard::ServerGone => {
                if let Some(gate) = self.gate(session) {
                    gate.gone += 1;
                    gate.tell_loss();
                }
            }
            Heard::Unlike(unlike) => {
                self.note(session, &format!("the server is not the one it was: {unlike:?}"));
                self.end_session(session, Some(Failure::new(Code::SessionUnlike)));
            }
            Heard::Violation { side, violation } => {
                let who = match side {
                    Side::App => "app",
                    Side::Server => "server",
                };
                self.note(session, &format!("{who}: {violation}"));
            }
            Heard::Dropped { count } => self.note(session, &format!("… {count} more")),
        }
    }

    /// The app says where it works. Without a word it works where it was started.
    fn stated(&mut self, session: SessionId, folders: Option<Vec<String>>) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let Some(gate) = &mut runtime.gate else { return };
        gate.statement += 1;
        let Some(folders) = folders else {
            let places = gate.began_in.clone();
            self.handle(Event::Works(session, places));
            return;
        };
        let (number, looks) = (gate.statement, self.app_looks.clone());
        let (host_places, to_self) = (Arc::clone(&self.places), self.to_self.clone());
        tokio::spawn(async move {
            let look = move || places::stated(&folders, &host_places);
            // What does not answer is no place.
            let places = looks.look(look).await.unwrap_or_default();
            let _ = to_self.send(Message::Works(session, number, places)).await;
        });
    }

    pub(super) fn works(&mut self, session: SessionId, number: u32, places: Vec<Place>) {
        let newest = self.gate(session).is_some_and(|gate| gate.statement == number);
        if newest {
            self.handle(Event::Works(session, places));
        }
    }

    pub(super) fn gate(&mut self, session: SessionId) -> Option<&mut Gate> {
        self.runtimes.get_mut(&session)?.gate.as_mut()
    }

    fn app_server_ready(&mut self, session: SessionId, revision: String) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
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
        if let Some(gate) = self.gate(session) {
            gate.close(why);
        }
        self.handle(Event::Left(session, By::App));
    }

    /// Apps hear what has become of their servers, where those do not run.
    pub(super) fn tell_apps(&mut self) {
        let gates = self
            .runtimes
            .iter()
            .filter_map(|(id, runtime)| Some((*id, runtime.gate.as_ref()?.told)));
        let changed = |(id, told): &(SessionId, RunState)| self.state.run(*id) != Some(*told);
        let changed: Vec<_> = gates.filter(changed).map(|(id, _)| id).collect();
        for session in changed {
            if let Some(run) = self.state.run(session) {
                self.tell_app(session, run);
            }
        }
    }

    fn tell_app(&mut self, session: SessionId, run: RunState) {
        if let Some(gate) = self.gate(session) {
            gate.told = run;
        }
        let Some(loss) = self.loss(session, run) else { return };
        if let Some(gate) = self.gate(session) {
            gate.lost = Some(loss);
            gate.tell_loss();
        }
    }

    pub(super) fn pause_app(&mut self, app: &str, until: Option<Time>, reply: Return<()>) {
        self.tell_state(Event::PauseApp(self.named_app(app), until), reply);
    }

    /// An app by the name that people see: the one that it has in its sessions, or would have. What is
    /// spelled out there makes a name longer than what it is cut at.
    pub(super) fn named_app(&self, typed: &str) -> String {
        let name = shown(typed);
        let is_here = self.state.sessions().any(|session| app_of(&self.state, session) == name);
        if is_here || self.state.paused_apps().contains_key(&name) {
            return name;
        }
        shown(typed.chars().take(LONGEST_NAME).collect::<String>())
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
        if let Some(mut runtime) = self.runtimes.remove(&session)
            && let Some(gate) = &mut runtime.gate
        {
            gate.close(Some(Failure::new(Code::SessionEnded)));
        }
        self.changed = true;
    }
}

/// Puts the folders that hold this one before the others, the innermost of them first.
fn nearest_first(folder: &AbsolutePath, entries: &mut [RootEntry]) {
    entries.sort_by_key(|entry| {
        let path = &entry.root.path;
        Reverse(folder.is_within(path).then(|| path.as_path().components().count()))
    });
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
    use paddock_core::{Access, Identity, Root};

    use super::*;

    #[test]
    fn the_innermost_folder_that_holds_where_the_app_works_is_first() {
        let path = |path: &str| AbsolutePath::new(path).unwrap();
        let identity = Identity { device: 1, inode: 1, born: None };
        let entry =
            |at: &&str| RootEntry { root: Root { path: path(at), identity }, access: Access::Read };
        let mut entries: Vec<_> =
            ["/w", "/work1", "/work1/other", "/work1/sub"].iter().map(entry).collect();
        nearest_first(&path("/work1/sub/deep"), &mut entries);
        let order: Vec<_> = entries.iter().map(|it| it.root.path.as_path().to_str()).collect();
        let expected = ["/work1/sub", "/work1", "/w", "/work1/other"].map(Some);
        assert_eq!(order, expected);
    }
}
