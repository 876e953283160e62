//! What holds after every step.

use std::collections::BTreeSet;

use super::World;
use crate::{
    AbsolutePath, Access, Enforcement, Fingerprint, Grant, Reachability, RootEntry, RunState,
    SessionId,
};

impl World {
    pub(super) fn check(&self) {
        let state = &self.state;
        for server in state.servers() {
            let own: BTreeSet<_> = state
                .grants_of(server.id)
                .filter(|grant| state.reachability(&grant.root) == Reachability::Reachable)
                .map(|grant| (grant.root.clone(), state.access_now(grant)))
                .collect();
            for session in state.sessions_of(server.id) {
                let list = state.wanted(session).unwrap();
                let seen: BTreeSet<_> =
                    list.entries.iter().map(|entry| (entry.root.clone(), entry.access)).collect();
                assert_eq!(own, seen, "a session sees its server's grants, and nothing else");
                assert_eq!(seen.len(), list.entries.len(), "each once");
                self.check_told(session);
            }
        }
        for server in state.servers() {
            let asleep = state.run(server.id) == Some(RunState::Asleep);
            assert!(!asleep || server.wanted && server.lifecycle.sleeps(), "{server:?}");
            let fingerprint = server.trusted.as_ref().map(|trusted| trusted.fingerprint);
            let seen = server.trusted.as_ref().and_then(|trusted| trusted.seen.as_ref());
            assert_eq!(seen.map(Fingerprint::of), fingerprint, "what was trusted was seen");
        }
        for provider in state.providers() {
            assert!(self.kept_providers.contains_key(&provider.id), "before it was kept");
            let same = state.providers().filter(|other| other.name == provider.name);
            assert_eq!(same.count(), 1, "one name, two providers");
        }
        for grant in state.grants() {
            let consented = self.consents.get(&(grant.root.clone(), grant.server));
            assert!(Some(&grant.access) <= consented, "a grant that nobody gave");
            assert!(!grant.lifetime.is_over(state.now()), "a grant past its end");
            let kept = self.kept_grants.get(&grant.id).expect("in force before it was kept");
            let settled = self.under_way.is_empty() && !self.disk_failed;
            assert!(!settled || kept.access >= grant.access, "wider than what was kept");
        }
        for (session, process) in &self.processes {
            if let Some(list) = process.holds.as_ref().filter(|_| !process.ending) {
                let current = list == state.view(*session).unwrap();
                assert!(
                    current || self.announced.contains(session),
                    "a server holds an old list and was not told"
                );
            }
        }
        let roots: BTreeSet<_> = state.grants().map(|grant| grant.root.clone()).collect();
        assert_eq!(roots, self.watched, "what is granted is watched, and nothing else");
        assert!(self.wake.is_none_or(|moment| moment > state.now()), "a moment that passed");
        self.check_lives();
        self.check_paths();
    }

    /// What is told is wanted, and behind it stands the operating system.
    fn check_told(&self, session: SessionId) {
        let told = self.state.view(session).unwrap();
        let wanted = self.state.wanted(session).unwrap();
        for entry in &told.entries {
            let covers = |it: &RootEntry| it.root == entry.root && it.access >= entry.access;
            assert!(wanted.entries.iter().any(covers), "told of what is not granted");
        }
        self.check_nested(session, &told.entries);
        let Some(boundary) = self.boundaries.get(&session) else { return };
        for entry in &told.entries {
            assert!(boundary.lets_into(entry), "told of what is not in force");
        }
        for entry in &boundary.folders {
            let covers = |it: &RootEntry| it.root == entry.root && it.access >= entry.access;
            let killed = self.processes.get(&session).is_some_and(|process| process.killed);
            assert!(killed || wanted.entries.iter().any(covers), "in force and not granted");
        }
        if boundary.coming.is_none() && self.is_ready(session) {
            let shown = self.state.enforcement(session);
            assert!(matches!(shown, Some(Enforcement::Enforced(_))), "{shown:?}");
            assert!(boundary.withheld || told.entries == wanted.entries, "told = enforced");
        }
    }

    /// What may only be read is never written as a part of the folder around it.
    fn check_nested(&self, session: SessionId, told: &[RootEntry]) {
        let may_be_written = |inner: &Grant| {
            let around = told.iter().filter(|entry| entry.access.writes());
            around
                .map(|entry| &entry.root.path)
                .any(|path| *path != inner.root.path && inner.root.path.is_within(path))
        };
        for inner in
            self.state.grants_of(session.server).filter(|grant| grant.access == Access::Read)
        {
            let is_apart = told.iter().any(|entry| entry.root == inner.root);
            let comes = self.boundaries.get(&session).is_some_and(|it| it.coming.is_some());
            assert!(is_apart || comes || !may_be_written(inner), "written as a part");
        }
    }

    /// `check` and what is wanted say the same of every path.
    fn check_paths(&self) {
        let paths = ["/", "/a", "/a/x", "/a/b", "/a/b/c/d", "/a-evil/x", "/d/e", "/z"]
            .map(|path| AbsolutePath::new(path).unwrap());
        for server in self.state.servers() {
            let list = self.state.wanted(server.id).unwrap();
            for (path, verdict) in paths.iter().zip(self.state.check(server.id, &paths)) {
                let nearest = list
                    .entries
                    .iter()
                    .filter(|entry| path.is_within(&entry.root.path))
                    .max_by_key(|entry| entry.root.path.as_path().components().count());
                let allowed = match verdict {
                    crate::Verdict::Allowed { access, .. } => Some(access),
                    crate::Verdict::Withheld { .. }
                    | crate::Verdict::NeededToRun
                    | crate::Verdict::Outside { .. } => None,
                };
                assert_eq!(allowed, nearest.map(|entry| entry.access), "{path:?}");
            }
        }
    }
}
