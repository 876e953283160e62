//! What the actor knows of the sessions of servers, and the numbers that tell apart what comes back
//! of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

use paddock_core::{
    AbsolutePath, Change, Grant, Reachability, Remembered, Root, RootEntry, RootList, ServerId,
    SessionId, State,
};
use paddock_mcp::Roots;
use paddock_supervisor::StopLevel;

use crate::client::Client;
use crate::look::Looks;
use crate::preparation::PreparationId;
use crate::roots::Lists;
use crate::run::RunId;
use crate::runtime::{Current, Gate, Runtime};
use crate::view::{Code, Failure};
use crate::wire_log::WireLog;

/// All sessions that there is something to know of.
#[derive(Debug, Default)]
pub(crate) struct Runtimes {
    by_session: BTreeMap<SessionId, Runtime>,
    last_session: u32,
    last_run: u64,
    last_preparation: u64,
    last_attempt: u32,
    lists: Lists,
    /// Looks at what apps name.
    app_looks: Looks,
    quitting: bool,
}

impl Runtimes {
    pub(crate) fn new(app_looks: Looks) -> Self {
        Self { app_looks, ..Self::default() }
    }

    pub(crate) fn app_looks(&self) -> Looks {
        self.app_looks.clone()
    }

    pub(crate) fn get(&self, session: SessionId) -> Option<&Runtime> {
        self.by_session.get(&session)
    }

    pub(crate) fn get_mut(&mut self, session: SessionId) -> Option<&mut Runtime> {
        self.by_session.get_mut(&session)
    }

    /// From now on there is something to know of it.
    pub(crate) fn entry(&mut self, session: SessionId) -> &mut Runtime {
        self.by_session.entry(session).or_default()
    }

    pub(crate) fn insert(&mut self, session: SessionId, runtime: Runtime) {
        self.by_session.insert(session, runtime);
    }

    pub(crate) fn run(&self, session: SessionId) -> Option<&Current> {
        self.get(session)?.run.as_ref()
    }

    pub(crate) fn run_mut(&mut self, session: SessionId) -> Option<&mut Current> {
        self.get_mut(session)?.run.as_mut()
    }

    pub(crate) fn client(&self, session: SessionId) -> Option<&Arc<Client>> {
        self.run(session)?.client.as_ref()
    }

    pub(crate) fn gate(&self, session: SessionId) -> Option<&Gate> {
        self.get(session)?.gate.as_ref()
    }

    pub(crate) fn gate_mut(&mut self, session: SessionId) -> Option<&mut Gate> {
        self.get_mut(session)?.gate.as_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (SessionId, &Runtime)> {
        self.by_session.iter().map(|(session, runtime)| (*session, runtime))
    }

    pub(crate) fn sessions(&self) -> Vec<SessionId> {
        self.by_session.keys().copied().collect()
    }

    /// Sessions of a server that there is something to know of.
    pub(crate) fn of(&self, server: ServerId) -> impl Iterator<Item = (SessionId, &Runtime)> {
        self.iter().filter(move |(session, _)| session.server == server)
    }

    pub(crate) fn of_mut(
        &mut self,
        server: ServerId,
    ) -> impl Iterator<Item = (SessionId, &mut Runtime)> {
        let all = self.by_session.iter_mut().map(|(session, runtime)| (*session, runtime));
        all.filter(move |(session, _)| session.server == server)
    }

    /// Sessions of a server that have a run.
    pub(crate) fn running(&self, server: ServerId) -> impl Iterator<Item = (SessionId, &Runtime)> {
        self.of(server).filter(|(_, runtime)| runtime.run.is_some())
    }

    pub(crate) fn is_being_proved(&self, server: ServerId) -> bool {
        self.get(server.own()).is_some_and(|runtime| runtime.proving.is_some())
    }

    /// The folder to offer for an attempt.
    pub(crate) fn offer(&self, server: ServerId, attempt: u32) -> Result<PathBuf, Failure> {
        let tried = self.of(server).find_map(|(_, runtime)| runtime.attempts.get(attempt));
        let folder = tried.and_then(|tried| tried.offer.clone());
        folder.ok_or_else(|| Failure::new(Code::UnknownAttempt))
    }

    /// The folder to offer for what the server missed.
    pub(crate) fn offer_missed(&self, server: ServerId) -> Result<PathBuf, Failure> {
        let missed = self.of(server).find_map(|(_, runtime)| runtime.missed.as_ref());
        let folder = missed.and_then(|missed| missed.offer.clone());
        folder.ok_or_else(|| Failure::new(Code::UnknownAttempt))
    }

    /// Tools of a session that are being called: by Paddock, or by the app whose session it is.
    pub(crate) fn tools_under_way(&self, session: SessionId) -> Vec<String> {
        let own = self.client(session).map(|client| client.tools_under_way());
        let of_app = || Some(self.gate(session)?.relay.tools_under_way());
        own.or_else(of_app).unwrap_or_default()
    }

    /// A list as the server of a session is to read it, whose app works in `folder`: some take the
    /// first folder for theirs.
    pub(crate) fn roots(&mut self, list: &Arc<RootList>, folder: Option<&Root>) -> Roots {
        let Some(folder) = folder else { return self.lists.roots(list) };
        let mut entries = list.entries.clone();
        nearest_first(&folder.path, &mut entries);
        self.lists.roots(&Arc::new(RootList { entries, ..RootList::clone(list) }))
    }

    /// Tells the server of a session of its list, if it can be told by now.
    pub(crate) fn announce(
        &mut self,
        session: SessionId,
        list: Arc<RootList>,
        works: Option<&Root>,
    ) {
        if self.run(session).is_none() {
            return;
        }
        let roots = self.roots(&list, works);
        let Some(runtime) = self.get_mut(session) else { return };
        let Some(run) = &mut runtime.run else { return };
        let generation = roots.generation();
        match (&run.client, &runtime.gate) {
            (Some(client), _) => client.connection.set_roots(roots),
            (None, Some(gate)) => gate.relay.set_roots(roots),
            (None, None) => return,
        }
        run.lists.insert(generation, list);
    }

    /// Gives the connection of a server the newest list, if it has an older one.
    pub(crate) fn follow_up_list(&mut self, session: SessionId, list: Arc<RootList>) {
        let Self { by_session, lists, .. } = self;
        let run = by_session.get_mut(&session).and_then(|runtime| runtime.run.as_mut());
        let Some(run) = run else { return };
        let newest = run.lists.last_key_value().map(|(_, list)| list.generation);
        if let Some(client) = &run.client
            && newest != Some(list.generation)
        {
            let roots = lists.roots(&list);
            run.lists.insert(roots.generation(), list);
            client.connection.set_roots(roots);
        }
    }

    /// The next round numbers its lists anew.
    pub(crate) fn end_round(&mut self) {
        self.lists.end_round();
    }

    /// Lets an access that was held find what is there for it now.
    pub(crate) fn decide(&self, session: SessionId, held: u64) {
        if let Some(boundary) = self.run(session).and_then(|run| run.boundary.clone()) {
            tokio::spawn(async move { boundary.decide(held).await });
        }
    }

    /// A line of ours in the log of a session.
    pub(crate) fn note(&self, session: SessionId, text: &str) {
        if let Some(runtime) = self.get(session) {
            runtime.note(text);
        }
    }

    pub(crate) fn wire(&self, session: SessionId) -> WireLog {
        self.get(session).map(|runtime| runtime.wire.clone()).unwrap_or_default()
    }

    /// No database is to hold a secret of a server that it repeats in what it asks.
    pub(crate) fn without_secrets(&self, mut change: Change) -> Change {
        if let Change::Remember(Remembered::Missed(missed)) = &mut change {
            let runtime = self.get(missed.request.session);
            let summary = &missed.request.summary;
            missed.request.summary = runtime.map(|it| it.wire.masked(summary)).unwrap_or_default();
        }
        change
    }

    /// Nothing of the session is left; its app is told.
    pub(crate) fn over(&mut self, session: SessionId) {
        if let Some(mut runtime) = self.by_session.remove(&session)
            && let Some(gate) = &mut runtime.gate
        {
            gate.close(Some(Failure::new(Code::SessionEnded)));
        }
    }

    /// Ends every run, and lets none begin.
    pub(crate) fn quit(&mut self) {
        self.quitting = true;
        for run in self.by_session.values().filter_map(|runtime| runtime.run.as_ref()) {
            run.raise(StopLevel::Stop);
        }
    }

    pub(crate) fn is_quitting(&self) -> bool {
        self.quitting
    }

    /// Nothing runs, and nothing will.
    pub(crate) fn are_over(&self) -> bool {
        self.quitting && self.by_session.values().all(|runtime| runtime.run.is_none())
    }

    /// For a session of an app. As the numbers below, it is given once.
    pub(crate) fn number_session(&mut self) -> u32 {
        self.last_session += 1;
        self.last_session
    }

    pub(crate) fn number_run(&mut self) -> RunId {
        self.last_run += 1;
        RunId(self.last_run)
    }

    pub(crate) fn number_preparation(&mut self) -> PreparationId {
        self.last_preparation += 1;
        PreparationId(self.last_preparation)
    }

    /// For something that a server tried to reach.
    pub(crate) fn number_attempt(&mut self) -> u32 {
        self.last_attempt += 1;
        self.last_attempt
    }
}

/// Puts the folders that hold this one before the others, the innermost of them first.
fn nearest_first(folder: &AbsolutePath, entries: &mut [RootEntry]) {
    entries.sort_by_key(|entry| {
        let path = &entry.root.path;
        Reverse(folder.is_within(path).then(|| path.as_path().components().count()))
    });
}

impl Runtimes {
    /// Whether a process that runs is not let into a folder that is there, and the next one is.
    pub(crate) fn waits_for_start(&self, state: &State, grant: &Grant) -> bool {
        let path = grant.root.path.as_path();
        let mut proofs = self.of(grant.server).filter_map(|(session, runtime)| {
            let is_granted = state.wanted(session)?.entries.iter().any(|it| it.root == grant.root);
            runtime.run.as_ref()?.proof.as_ref().filter(|_| is_granted)
        });
        let is_busy = |errno| io::Error::from_raw_os_error(errno).kind() == ErrorKind::ResourceBusy;
        proofs.any(|it| it.proof.withheld.iter().any(|it| it.path == path && is_busy(it.errno)))
            && state.reachability(&grant.root) == Reachability::Reachable
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{Access, Identity, Root};

    use super::*;

    #[test]
    fn nothing_is_over_before_the_host_quits_and_no_number_comes_again() {
        let mut runtimes = Runtimes::default();
        runtimes.entry(ServerId(1).own());
        assert!(!runtimes.are_over() && !runtimes.is_quitting());
        runtimes.quit();
        assert!(runtimes.are_over() && runtimes.is_quitting());
        assert_ne!(runtimes.number_session(), runtimes.number_session());
    }

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
