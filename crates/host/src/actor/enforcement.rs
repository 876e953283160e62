//! Keeping servers to their folders: what they are launched under, what was proved, what they tried.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::{
    AbsolutePath, Access, Asked, Confinement, Event, How, Proven, RootEntry, RootList, ServerId,
};
use paddock_supervisor::needs::{self, Reserved};
use paddock_supervisor::{Attempt, Capabilities, Exit, Launch, Proof, Reach, Sandbox, Tier};

use super::Actor;
use crate::confine::{Terms, confine};
use crate::desk::{Desk, Missed, Proved};
use crate::run::{Why, Wish};
use crate::view::{AskedView, ConfinementChoice, Failure, LogSource};
use crate::{Notification, Places, attempts, clock, homes, placeholders};

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

    /// The best way to enforce grants here.
    pub(crate) fn tier(&self) -> Option<Tier> {
        self.capabilities().and_then(|capabilities| capabilities.best())
    }

    /// What is to be launched, and the folders it is let into.
    pub(super) fn prepare(&mut self, id: ServerId) -> Result<(Launch, Arc<RootList>), Failure> {
        let unknown = || Failure::new("unknown-server");
        let server = self.state.server(id).ok_or_else(unknown)?;
        let list = self.state.wanted(id).cloned().ok_or_else(unknown)?;
        let tier = self.tier();
        let programs = self.programs();
        let desk = self.desks.entry(id).or_default();
        let mut found = desk.found.clone().ok_or_else(unknown)?;
        desk.confined = None;
        if server.command.names_roots() {
            placeholders::expand(&mut found, &list.entries)?;
        }
        if server.confinement.asked == Asked::Advisory {
            return Ok((found.launch, list));
        }
        let (Some(sandbox), Some(tier)) = (&self.sandbox, tier) else {
            return Err(Failure::new("not-enforceable"));
        };
        let terms = Terms {
            sandbox: &**sandbox,
            tier,
            chosen: &server.confinement,
            folders: &list.entries,
            programs,
            home: self.places.home_of(id),
        };
        let confined = confine(found, terms, &self.places)?;
        if let Some(folder) = &confined.not_entered {
            let text = format!("{} is not granted: started in its own home", folder.display());
            let _ = desk.journal.write(LogSource::Paddock, None, &text);
        }
        let launch = confined.launch.clone();
        desk.confined = Some(confined);
        Ok((launch, list))
    }

    /// What the trusted programs of all servers are made of, as far as it is not the system's.
    fn programs(&self) -> Vec<PathBuf> {
        let trusted = self.state.servers().filter_map(|server| server.trusted.as_ref());
        let seen = trusted.filter_map(|trusted| trusted.seen.as_ref());
        let parts = seen.flat_map(|seen| seen.footprint.own());
        let mut programs: Vec<_> = parts.map(|(part, _)| part.path.clone()).collect();
        programs.sort();
        programs.dedup();
        programs
    }

    /// Starts those servers again that run since before what programs are made of was known, and may
    /// write it.
    pub(super) fn keep_programs(&mut self) {
        let running: Vec<_> = self.desks.keys().copied().collect();
        for server in running {
            if self.writes_unknown_programs(server) {
                self.start_anew_at_once(server);
            }
        }
    }

    /// What is taken from it at the same time waits for nothing.
    fn start_anew_at_once(&mut self, server: ServerId) {
        self.follow_up(Event::Restart(server));
        if let Some(run) = self.desks.get(&server).and_then(|desk| desk.run.as_ref()) {
            run.wish(Wish::EndAtOnce);
        }
    }

    fn writes_unknown_programs(&self, server: ServerId) -> bool {
        let desk = self.desks.get(&server).filter(|desk| desk.run.is_some());
        let confined = desk.and_then(|desk| desk.confined.as_ref());
        let policy = confined.and_then(|confined| confined.launch.policy.as_ref());
        let (Some(policy), Some(wanted)) = (policy, self.state.wanted(server)) else {
            return false;
        };
        let folders = wanted.entries.iter().filter(|entry| entry.access.writes());
        let folders: Vec<_> = folders.map(|entry| entry.root.path.as_path()).collect();
        let is_written = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder));
        self.programs().iter().any(|path| is_written(path) && !policy.programs.contains(path))
    }

    /// The server was removed, and no process of it is left: its home goes too.
    pub(super) fn forget(&mut self, server: ServerId) {
        self.desks.remove(&server);
        let home = self.places.home_of(server);
        homes::remove(&home);
    }

    pub(super) fn enforce(&mut self, server: ServerId) {
        if self.writes_unknown_programs(server) {
            return self.start_anew_at_once(server);
        }
        let Some(list) = self.state.wanted(server).cloned() else { return };
        let run = self.desks.get(&server).and_then(|desk| desk.run.as_ref());
        let Some(run) = run else { return };
        let narrows = guards_more(&run.wanted.borrow(), &list);
        run.wanted.send_replace(list);
        if narrows {
            self.start_anew_at_once(server);
        }
    }

    pub(super) fn enforced(&mut self, server: ServerId, list: Arc<RootList>, proof: Proof) {
        let proven = proven(&proof);
        if !proven.holds {
            self.notify(Notification::Leaked { server: self.server_name(server) });
        }
        let Some(desk) = self.desks.get_mut(&server) else { return };
        let let_go = desk.attempts.granted(&list.entries);
        if let Some(run) = &mut desk.run {
            run.proof = Some(Proved { proof, at: clock::now() });
        }
        for held in let_go {
            self.decide(server, held);
        }
        self.handle(Event::Enforced { server, list, proven });
        self.release_calls(server);
    }

    /// Lets an access that was held find what is there for it now.
    fn decide(&self, server: ServerId, held: u64) {
        let run = self.desks.get(&server).and_then(|desk| desk.run.as_ref());
        if let Some(boundary) = run.and_then(|run| run.boundary.clone()) {
            tokio::spawn(async move { boundary.decide(held).await });
        }
    }

    pub(super) fn attempted(&mut self, server: ServerId, attempt: Attempt) {
        let Some(desk) = self.desks.get_mut(&server) else { return };
        self.changed = true;
        let new = desk.attempts.note(attempt, clock::now(), &self.places.home);
        let Some(tried) = new.cloned() else { return };
        if tried.held.is_some() {
            let folder = tried.offer.as_deref().and_then(Path::file_name);
            let folder = paddock_core::text::shown(folder.unwrap_or_default());
            self.notify(Notification::Asks { folder, server: self.server_name(server) });
        }
        if let Ok(path) = AbsolutePath::new(&tried.path) {
            let access = if tried.write { Access::WriteGuarded } else { Access::Read };
            self.handle(Event::Tried { server, path, access });
        }
    }

    /// The folder to offer for an attempt.
    pub(super) fn offer(&self, server: ServerId, attempt: u32) -> Result<PathBuf, Failure> {
        let desk = self.desks.get(&server);
        let tried = desk.and_then(|desk| desk.attempts.get(attempt));
        tried.and_then(|tried| tried.offer.clone()).ok_or_else(|| Failure::new("unknown-attempt"))
    }

    /// A person does not allow it.
    pub(super) fn dismiss_attempt(&mut self, server: ServerId, attempt: u32) {
        let desk = self.desks.get_mut(&server);
        let Some(tried) = desk.and_then(|desk| desk.attempts.dismiss(attempt)) else { return };
        self.changed = true;
        if let Some(held) = tried.held {
            self.decide(server, held);
        }
    }

    pub(super) fn choose(
        &mut self,
        server: ServerId,
        choice: ConfinementChoice,
    ) -> Result<(), Failure> {
        let asked = match choice.asked {
            AskedView::Enforced => Asked::Enforced,
            AskedView::Advisory => Asked::Advisory,
        };
        let ConfinementChoice { network, ask_first, .. } = choice;
        let chosen = Confinement { asked, network, ask_first };
        self.handle(Event::SetConfinement(server, chosen)).map_or(Ok(()), Err)
    }

    /// The folder to offer for what the server missed.
    pub(super) fn offer_missed(&self, server: ServerId) -> Result<PathBuf, Failure> {
        let missed = self.desks.get(&server).and_then(|desk| desk.missed.as_ref());
        let folder = missed.and_then(|missed| missed.offer.clone());
        folder.ok_or_else(|| Failure::new("unknown-attempt"))
    }
}

/// Whether a folder that could be written whole is from now on kept from having what runs changed: a
/// file that is open for writing would stay so.
fn guards_more(before: &RootList, now: &RootList) -> bool {
    let was_whole = |entry: &RootEntry| {
        let same = before.entries.iter().find(|it| it.root == entry.root);
        same.is_some_and(|it| it.access == Access::ReadWrite)
    };
    now.entries.iter().any(|it| it.access == Access::WriteGuarded && was_whole(it))
}

/// The smallest thing the server would have to read in order to start, if it ended for want of it.
pub(super) fn missed(desk: &Desk, why: &Why, places: &Places) -> Option<Missed> {
    let confined = desk.confined.as_ref()?;
    let Why::Exited { exit, stderr } = why else { return None };
    let attempts: Vec<_> = desk
        .attempts
        .of_this_run()
        .map(|tried| Attempt { path: tried.path.clone(), write: tried.write, held: None })
        .collect();
    let code = match exit {
        Exit::Code(code) => Some(*code),
        Exit::Signal(_) | Exit::Stuck | Exit::KeeperLost => None,
    };
    let ending = needs::Ending { code, stderr, attempts: &attempts };
    let reserved = Reserved::new(&places.home, &places.own_data());
    let missing = needs::missing(&ending, &confined.launch, &confined.footprint, &reserved)?;
    let path = missing.path;
    Some(Missed { offer: attempts::offer(&path, &places.home), path })
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
