//! Keeping servers to their folders: what they are launched under, what was proved, what they tried.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::{
    AbsolutePath, Event, How, Proven, RootEntry, RootList, SeenCommand, ServerId, SessionId,
};
use paddock_supervisor::needs;
use paddock_supervisor::{Proof, Reach, Sandbox, StopLevel, Tier};

use super::Actor;
use crate::Notification;
use crate::named::home;
use crate::overview::Overview;
use crate::runtime::Runtime;

impl Actor {
    pub(super) fn surveyed(&mut self, sandbox: Arc<dyn Sandbox>) {
        self.machine.surveyed(sandbox);
        let live = |tier: Tier| if tier.is_live() { How::Live } else { How::RestartOnChange };
        self.handle(Event::Surveyed(self.machine.tier().map(live)));
    }

    /// Starts those servers again that run since before what programs are made of was known, and may
    /// write it.
    pub(super) fn keep_programs(&mut self) {
        for session in self.runtimes.sessions() {
            if self.overview().writes_unknown_programs(session) {
                self.start_anew_at_once(session);
            }
        }
    }

    /// What is taken from it at the same time waits for nothing.
    fn start_anew_at_once(&mut self, session: SessionId) {
        self.follow_up(Event::Restart(session));
        if let Some(run) = self.runtimes.run(session) {
            run.raise(StopLevel::Kill);
        }
    }

    /// The server was removed, and no process of it is left: its home goes too.
    pub(super) fn forget(&mut self, session: SessionId) {
        self.over(session);
        self.forget_if_gone(session.server);
    }

    pub(super) fn forget_if_gone(&mut self, server: ServerId) {
        if self.state.server(server).is_none() && self.runtimes.of(server).next().is_none() {
            self.removals.home(self.places.home_of(server));
            self.traffic.forget(server);
            self.remembered.forget(server);
            self.removals.unused_bundles(&self.state, &self.places);
        }
    }

    pub(super) fn enforce(&mut self, session: SessionId) {
        if self.overview().writes_unknown_programs(session) {
            return self.start_anew_at_once(session);
        }
        let Some(list) = self.state.wanted(session).cloned() else { return };
        let Some(run) = self.runtimes.run(session) else { return };
        let narrows = guards_more(&run.wanted.borrow(), &list);
        run.wanted.send_replace(list);
        if narrows {
            self.start_anew_at_once(session);
        }
    }

    pub(super) fn enforced(&mut self, session: SessionId, list: Arc<RootList>, proof: Proof) {
        let proven = proven(&proof);
        if !proven.holds {
            let server = self.state.name_of(session.server);
            self.screen.notify(Notification::Leaked { server });
        }
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        let granted = runtime.attempts.granted(&list.entries);
        if let Some(run) = &mut runtime.run {
            run.note_proof(proof);
        }
        for tried in granted {
            self.answered_attempt(session, &tried);
        }
        self.handle(Event::Enforced { session, list, proven });
        self.release_calls(session);
    }
}

impl Overview<'_> {
    /// What the trusted programs of all servers are made of, as far as it is not the system's, and
    /// where they look for more.
    pub(crate) fn programs(&self) -> Vec<PathBuf> {
        let trusted = self.state.servers().filter_map(|session| session.trusted.as_ref());
        let seen = trusted.filter_map(|trusted| trusted.seen.as_ref());
        let mut programs: Vec<_> = seen.flat_map(|it| program_of(it, &self.places.home)).collect();
        programs.sort();
        programs.dedup();
        programs
    }

    fn writes_unknown_programs(&self, session: SessionId) -> bool {
        let runtime = self.runtimes.get(session).filter(|runtime| runtime.run.is_some());
        let policy = runtime.and_then(Runtime::policy);
        let (Some(policy), Some(wanted)) = (policy, self.state.wanted(session)) else {
            return false;
        };
        let folders = wanted.entries.iter().filter(|entry| entry.access.writes());
        let folders: Vec<_> = folders.map(|entry| entry.root.path.as_path()).collect();
        let is_written = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder));
        self.programs().iter().any(|path| is_written(path) && !policy.programs.contains(path))
    }
}

fn program_of(seen: &SeenCommand, at_home: &Path) -> Vec<PathBuf> {
    let cwd = seen.cwd.as_ref().map(|cwd| home::expanded_path(cwd, at_home));
    let mut program = needs::lookups(
        (&seen.program, &seen.args),
        &seen.footprint,
        &seen.env_values,
        cwd.as_deref(),
    );
    program.extend(seen.footprint.own().map(|(part, _)| part.path.clone()));
    program
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
