//! What holds after every step.

use std::collections::BTreeSet;

use super::World;
use super::step::PATHS;
use crate::{
    AbsolutePath, Access, Enforcement, Fingerprint, Grant, Reachability, Root, RootEntry, RunState,
    Scope, SessionId, ToolRule, User,
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
                let taken = self.taken.get(&session).map(Vec::as_slice).unwrap_or_default();
                let again = |root: &&Root| taken.iter().any(|it| it.is_same_folder(root));
                let again = own.iter().map(|(root, _)| root).filter(again);
                let taken_by: Vec<_> = taken.iter().chain(again).map(|it| &it.path).collect();
                let is_taken = |root: &Root| {
                    let overlaps =
                        |it: &&AbsolutePath| it.is_within(&root.path) || root.path.is_within(it);
                    taken_by.iter().any(overlaps)
                };
                assert!(!seen.iter().any(|(root, _)| is_taken(root)), "it has what was taken");
                let mut left = own.clone();
                left.retain(|(root, _)| !is_taken(root));
                if session.is_own() || server.usage.scope == Scope::AllFolders {
                    assert_eq!(left, seen, "a session sees its server's grants, and nothing else");
                } else if taken.is_empty() {
                    self.check_scope(session, &left, &seen);
                }
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
            let at = (provider.id, provider.url.clone());
            assert!(!provider.allowed || self.allowed_providers.contains(&at), "nobody agreed");
            let same = state.providers().filter(|other| other.name == provider.name);
            assert_eq!(same.count(), 1, "one name, two providers");
        }
        for grant in state.grants() {
            let consented = self.consents.get(&(grant.root.clone(), grant.server));
            if let Some(used) = state.used(grant.id) {
                assert!(used.path.is_within(&grant.root.path), "used elsewhere");
            }
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
        let granted = state.grants().map(|grant| grant.root.clone());
        let places = state.sessions().flat_map(|session| state.places(session)).cloned();
        let roots: BTreeSet<_> = granted.chain(places).collect();
        assert_eq!(roots, self.watched, "grants and places are watched, and nothing else");
        self.check_rules();
        self.check_destinations();
        self.check_sending();
        assert!(self.wake.is_none_or(|moment| moment > state.now()), "a moment that passed");
        self.check_lives();
        self.check_paths();
    }

    /// A session that is narrowed reaches, of every path, what its server's grants and the places
    /// of its app both hold.
    fn check_scope(
        &self,
        session: SessionId,
        own: &BTreeSet<(Root, Access)>,
        seen: &BTreeSet<(Root, Access)>,
    ) {
        let state = &self.state;
        let there = |root: &&Root| state.reachability(root) == Reachability::Reachable;
        let places: Vec<_> = state.places(session).filter(there).collect();
        let nearest = |list: &BTreeSet<(Root, Access)>, path: &AbsolutePath| {
            let above = list.iter().filter(|(root, _)| path.is_within(&root.path));
            let depth = |root: &Root| root.path.as_path().components().count();
            above.max_by_key(|(root, _)| depth(root)).map(|(root, access)| (root.clone(), *access))
        };
        for path in PATHS.map(|path| AbsolutePath::new(path).unwrap()) {
            let granted = nearest(own, &path).map(|(_, access)| access);
            let works = places.iter().any(|place| path.is_within(&place.path));
            // Where a grant stands at the path of a place, what was consented to counts.
            let expected = granted.filter(|_| works);
            assert_eq!(nearest(seen, &path).map(|(_, access)| access), expected, "{path:?}");
        }
        for (root, _) in seen {
            let is_granted = own.iter().any(|(grant, _)| grant == root);
            assert!(is_granted || places.contains(&root), "a folder that nobody named");
        }
    }

    /// What a call needs is what the person chose last, and what waits is of a session that is
    /// there.
    fn check_rules(&self) {
        let state = &self.state;
        for session in state.sessions().filter(|session| !session.is_own()) {
            let usage = &state.server(session.server).unwrap().usage;
            let Some(User::App(app)) = state.user(session) else { unreachable!("an app's") };
            for tool in ["read", "write"] {
                let rule = state.tool_rule(session, tool);
                let chosen = usage.rule(Some(app), tool);
                let called = (session, tool.to_owned());
                let for_an_hour =
                    self.for_an_hour.get(&called).is_some_and(|end| *end > state.now());
                let allowed = self.allowed.contains(&called) || for_an_hour;
                assert!(rule <= chosen || allowed && chosen > ToolRule::Off, "more than chosen");
                let is_known = usage.seen.contains_key(tool);
                let changed = state.has_changed(session.server, tool) || !is_known;
                let changed = usage.hold_changed && changed;
                assert!(rule < ToolRule::Allowed || !changed || allowed, "a changed tool");
            }
        }
        for session in state.sessions().filter(|session| !session.is_own()) {
            let rules = state.rules(session);
            for tool in ["read", "write", "never-listed"] {
                let given = rules.by_name.get(tool).copied().unwrap_or(rules.others);
                assert_eq!(given, state.tool_rule(session, tool), "{tool}");
            }
        }
        for call in state.held_calls() {
            assert!(state.run(call.session).is_some() && !self.left.contains(&call.session));
            assert_eq!(
                state.tool_rule(call.session, &call.tool),
                ToolRule::Ask,
                "it need not wait"
            );
            assert!(call.lapsed || self.waiting.contains_key(&call.id), "settled and it waits");
        }
        for (id, call) in &self.waiting {
            let is_over = state.run(call.session).is_none() || self.left.contains(&call.session);
            assert!(is_over || state.held_call(*id).is_some(), "nobody settles it");
        }
        for place in state.asked_places() {
            let declined = (place.server, place.app.clone(), place.root.clone());
            assert!(!self.declined.contains(&declined), "asked again");
        }
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

    /// `check` and what is wanted say the same of every path, but for what a session is not let into.
    fn check_paths(&self) {
        let paths = PATHS.map(|path| AbsolutePath::new(path).unwrap());
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
                let is_let_in = |entry: &&RootEntry| {
                    let mut grants = self.state.grants_of(server.id);
                    let grant = grants.find(|it| it.root == entry.root);
                    grant.is_some_and(|it| self.state.is_there(it))
                };
                let wanted = nearest.filter(is_let_in).map(|entry| entry.access);
                assert_eq!(allowed, wanted, "{path:?}");
            }
        }
    }
}
