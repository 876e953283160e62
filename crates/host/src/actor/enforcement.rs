//! Keeping servers to their folders: what they are launched under, what was proved, what they tried.

use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::Arc;

use paddock_core::{
    AbsolutePath, Event, Grant, How, Proven, Reachability, RootEntry, RootList, SeenCommand,
    ServerId, SessionId, State,
};
use paddock_supervisor::needs;
use paddock_supervisor::{Bounds, Capabilities, Proof, Reach, Sandbox, StopLevel, Tier};

use super::Actor;
use crate::named::home;
use crate::runtime::Proved;
use crate::runtime::{self, Runtimes};
use crate::{Notification, clock};

impl Actor {
    pub(super) fn surveyed(&mut self, sandbox: Arc<dyn Sandbox>) {
        tracing::info!(found = ?sandbox.capabilities(), "what can be enforced");
        self.sandbox = Some(sandbox);
        let live = |tier: Tier| if tier.is_live() { How::Live } else { How::RestartOnChange };
        self.handle(Event::Surveyed(self.tier().map(live)));
    }

    /// What this system can enforce, as far as it may be used; none until it was tried.
    pub(crate) fn capabilities(&self) -> Option<Capabilities> {
        let mut capabilities = self.sandbox.as_ref()?.capabilities().clone();
        let best = self.places.best_tier;
        capabilities.tiers.retain(|(tier, _)| best.is_none_or(|best| *tier >= best));
        Some(capabilities)
    }

    /// How much a server may take, and what holds it to that here.
    pub(super) fn bounds(&self, server: ServerId) -> Bounds {
        let limits = self.state.server(server).map(|known| known.limits).unwrap_or_default();
        let by_group = self.sandbox.as_ref().map(|it| it.capabilities().by_group);
        Bounds { limits, by_group: by_group.unwrap_or_default() }
    }

    /// The best way to enforce grants here.
    pub(crate) fn tier(&self) -> Option<Tier> {
        self.capabilities().and_then(|capabilities| capabilities.best())
    }

    /// What the trusted programs of all servers are made of, as far as it is not the system's, and
    /// where they look for more.
    pub(super) fn programs(&self) -> Vec<PathBuf> {
        let trusted = self.state.servers().filter_map(|session| session.trusted.as_ref());
        let seen = trusted.filter_map(|trusted| trusted.seen.as_ref());
        let mut programs: Vec<_> = seen.flat_map(|seen| self.program_of(seen)).collect();
        programs.sort();
        programs.dedup();
        programs
    }

    fn program_of(&self, seen: &SeenCommand) -> Vec<PathBuf> {
        let cwd = seen.cwd.as_ref().map(|cwd| home::expanded_path(cwd, &self.places.home));
        let mut program = needs::lookups(
            (&seen.program, &seen.args),
            &seen.footprint,
            &seen.env_values,
            cwd.as_deref(),
        );
        program.extend(seen.footprint.own().map(|(part, _)| part.path.clone()));
        program
    }

    /// Starts those servers again that run since before what programs are made of was known, and may
    /// write it.
    pub(super) fn keep_programs(&mut self) {
        let running: Vec<_> = self.runtimes.keys().copied().collect();
        for session in running {
            if self.writes_unknown_programs(session) {
                self.start_anew_at_once(session);
            }
        }
    }

    /// What is taken from it at the same time waits for nothing.
    fn start_anew_at_once(&mut self, session: SessionId) {
        self.follow_up(Event::Restart(session));
        if let Some(run) = self.runtimes.get(&session).and_then(|runtime| runtime.run.as_ref()) {
            run.raise(StopLevel::Kill);
        }
    }

    fn writes_unknown_programs(&self, session: SessionId) -> bool {
        let runtime = self.runtimes.get(&session).filter(|runtime| runtime.run.is_some());
        let confined = runtime.and_then(|runtime| runtime.confined.as_ref());
        let policy = confined.and_then(|confined| confined.launch.policy.as_ref());
        let (Some(policy), Some(wanted)) = (policy, self.state.wanted(session)) else {
            return false;
        };
        let folders = wanted.entries.iter().filter(|entry| entry.access.writes());
        let folders: Vec<_> = folders.map(|entry| entry.root.path.as_path()).collect();
        let is_written = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder));
        self.programs().iter().any(|path| is_written(path) && !policy.programs.contains(path))
    }

    /// The server was removed, and no process of it is left: its home goes too.
    pub(super) fn forget(&mut self, session: SessionId) {
        self.over(session);
        self.remove_home_if_gone(session.server);
    }

    pub(super) fn remove_home_if_gone(&mut self, server: ServerId) {
        let is_of = |session: &SessionId| session.server == server;
        if self.state.server(server).is_none() && !self.runtimes.keys().any(is_of) {
            self.remove_home(server);
            self.connected.forget(server);
            self.sought.forget(server);
            self.remembered.forget(server);
            self.tidy_bundles();
        }
    }

    pub(super) fn enforce(&mut self, session: SessionId) {
        if self.writes_unknown_programs(session) {
            return self.start_anew_at_once(session);
        }
        let Some(list) = self.state.wanted(session).cloned() else { return };
        let run = self.runtimes.get(&session).and_then(|runtime| runtime.run.as_ref());
        let Some(run) = run else { return };
        let narrows = guards_more(&run.wanted.borrow(), &list);
        run.wanted.send_replace(list);
        if narrows {
            self.start_anew_at_once(session);
        }
    }

    pub(super) fn enforced(&mut self, session: SessionId, list: Arc<RootList>, proof: Proof) {
        let proven = proven(&proof);
        if !proven.holds {
            self.notify(Notification::Leaked { server: self.server_name(session.server) });
        }
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let let_go = runtime.attempts.granted(&list.entries);
        if let Some(run) = &mut runtime.run {
            // The network is tried at the launch, and what was found then holds for the run.
            let tried = run.proof.take().map(|it| it.proof.passages);
            let tried = tried.filter(|_| proof.passages.is_empty()).unwrap_or_default();
            let passages = if tried.is_empty() { proof.passages } else { tried };
            run.proof = Some(Proved { proof: Proof { passages, ..proof }, at: clock::now() });
        }
        for held in let_go {
            self.decide(session, held);
        }
        self.handle(Event::Enforced { session, list, proven });
        self.release_calls(session);
    }

    /// Lets an access that was held find what is there for it now.
    pub(super) fn decide(&self, session: SessionId, held: u64) {
        let run = self.runtimes.get(&session).and_then(|runtime| runtime.run.as_ref());
        if let Some(boundary) = run.and_then(|run| run.boundary.clone()) {
            tokio::spawn(async move { boundary.decide(held).await });
        }
    }
}

/// Whether more of a folder is from now on kept from being written: a file that is open for writing
/// would stay so.
fn guards_more(before: &RootList, now: &RootList) -> bool {
    let wrote_more = |entry: &RootEntry| {
        let same = before.entries.iter().find(|it| it.root == entry.root);
        same.is_some_and(|it| it.access > entry.access)
    };
    now.entries.iter().any(|it| it.access.guards() && wrote_more(it))
}

fn proven(proof: &Proof) -> Proven {
    let withheld = proof.withheld.iter();
    Proven {
        holds: proof.holds(),
        withheld: withheld.filter_map(|it| AbsolutePath::new(&it.path).ok()).collect(),
        open_handles: proof.open_handles,
        detail: detail(proof),
    }
}

fn detail(proof: &Proof) -> String {
    let open = proof.findings.iter().filter(|finding| finding.found > Reach::Nothing).count();
    let blocked = proof.findings.len() - open;
    let mut detail = format!("{open} open, {blocked} blocked");
    for leak in proof.findings.iter().filter(|finding| !finding.holds()) {
        detail.push_str(", leaks ");
        detail.push_str(&paddock_core::text::shown(&leak.path));
    }
    detail
}

/// Whether a process that runs is not let into a folder that is there, and the next one is.
pub(crate) fn waits_for_start(state: &State, runtimes: &Runtimes, grant: &Grant) -> bool {
    let path = grant.root.path.as_path();
    let mut proofs = runtime::of(runtimes, grant.server).filter_map(|(session, runtime)| {
        let is_granted = state.wanted(session)?.entries.iter().any(|it| it.root == grant.root);
        runtime.run.as_ref()?.proof.as_ref().filter(|_| is_granted)
    });
    let is_busy = |errno| io::Error::from_raw_os_error(errno).kind() == ErrorKind::ResourceBusy;
    proofs.any(|it| it.proof.withheld.iter().any(|it| it.path == path && is_busy(it.errno)))
        && state.reachability(&grant.root) == Reachability::Reachable
}
