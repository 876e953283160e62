//! What apps do and what a person chooses of it, in the walk.

use std::time::Duration;

use super::World;
use super::step::{AppStep, TOOLS, places};
use crate::{
    AbsolutePath, CallAnswer, CallId, CallVerdict, Called, Command, Event, HeldCall, Place,
    RootEntry, Scope, Server, ServerId, SessionId, State, Time, ToolDigest, ToolOf, ToolRule,
    Usage, User,
};

type Change = Box<dyn Fn(&mut Usage)>;

fn tool(choice: u8) -> String {
    TOOLS[usize::from(choice % 2)].to_owned()
}

fn app(which: bool) -> &'static str {
    if which { "an app" } else { "another" }
}

fn digest(choice: u8) -> ToolDigest {
    ToolDigest([choice / 64; 32])
}

impl World {
    pub(super) fn take_of_apps(&mut self, step: AppStep) {
        match step {
            AppStep::Works(session, place) => self.work(self.session(session), places(place)),
            AppStep::Use(server, choice) => self.choose_usage(self.server(server), choice),
            AppStep::Listed(session, choice) => self.list(self.session(session), choice),
            AppStep::Recalled(session, choice) => self.recall(self.session(session), choice),
            AppStep::Held(session, choice) => self.hold(self.session(session), choice),
            AppStep::DeleteActivity => self.send(Event::DeleteActivity),
            AppStep::Pause(which, minutes) => {
                let until = minutes.map(|it| Time(self.now.0 + i64::from(it) * 60_000));
                self.pause_app(app(which), until);
            }
            AppStep::Resume(which) => self.send(Event::ResumeApp(app(which).to_owned())),
            AppStep::Narrow(session, which) => self.narrow(self.session(session), which),
            AppStep::Called(session) => self.call(self.session(session)),
            AppStep::Decide(number, how) => self.decide(number, how),
        }
    }

    /// An app works elsewhere: of what it worked in before, only what another session of it works
    /// in stays asked for.
    fn work(&mut self, session: SessionId, places: Vec<Place>) {
        let before: Vec<_> = self.state.places(session).cloned().collect();
        self.send(Event::Works(session, places));
        let Some(app) = self.state.user(session).filter(|_| !session.is_own()).cloned() else {
            return;
        };
        let is_same = |it: &SessionId| {
            it.server == session.server && self.state.user(*it).is_some_and(|of| *of == app)
        };
        let now: Vec<_> =
            self.state.sessions().filter(is_same).flat_map(|it| self.state.places(it)).collect();
        for asked in self.state.asked_places().filter(|it| it.server == session.server) {
            let is_left = before.contains(&asked.root) && !now.contains(&&asked.root);
            let of_app = app == User::App(asked.app.clone());
            assert!(!(of_app && is_left), "asked for a folder that nobody works in");
        }
    }

    /// Takes a folder from a session, if it can be told from all others that it has.
    fn narrow(&mut self, session: SessionId, which: usize) {
        let Some(wanted) = self.state.wanted(session).cloned() else { return };
        let Some(root) = wanted.entries.get(which).map(|entry| entry.root.clone()) else {
            return;
        };
        let folder = root.path.clone();
        let holds = |it: &RootEntry| it.root.path != folder && folder.is_within(&it.root.path);
        let is_inner = wanted.entries.iter().any(holds);
        let own_or_left = session.is_own() || self.left.contains(&session);
        self.send(Event::Narrow(session, folder));
        if is_inner || own_or_left {
            let same = self.state.wanted(session).is_none_or(|now| now.entries == wanted.entries);
            return assert!(same, "narrowed by what was refused");
        }
        self.taken.entry(session).or_default().push(root);
    }

    /// A person chooses how apps may use a server. Narrowing applies immediately.
    pub(super) fn choose_usage(&mut self, server: ServerId, choice: u8) {
        let app = ["an app", "another", ""][usize::from(choice / 4 % 3)];
        let of = ToolOf { tool: tool(choice), app: (!app.is_empty()).then(|| app.to_owned()) };
        let rules = [None, Some(ToolRule::Off), Some(ToolRule::Ask), Some(ToolRule::Allowed)];
        let rule = rules[usize::from(choice / 16 % 4)];
        let even = choice.is_multiple_of(2);
        let (event, change): (_, Change) = match choice / 64 {
            0 => {
                let scope = if even { Scope::WhereAppWorks } else { Scope::AllFolders };
                (Event::SetScope(server, scope), Box::new(move |it| it.scope = scope))
            }
            1 if choice.is_multiple_of(4) => {
                let print = self.state.changed_print(server).unwrap();
                (Event::AcceptTools(server, print), Box::new(|_| {}))
            }
            1 => {
                let on = even;
                (Event::SetHoldChanged(server, on), Box::new(move |it| it.hold_changed = on))
            }
            _ => {
                let event = Event::SetToolRule(server, of.clone(), rule);
                let change = move |it: &mut Usage| {
                    it.rules.remove(&of);
                    it.rules.extend(rule.map(|rule| (of.clone(), rule)));
                };
                (event, Box::new(change))
            }
        };
        let before = self.state.server(server).unwrap().usage.clone();
        let mut wanted = before.clone();
        change(&mut wanted);
        self.forget_allowed(server, &before, &wanted);
        self.send(event);
        let now = &self.state.server(server).unwrap().usage;
        if wanted.is_within(&before) {
            assert_eq!((now.scope, &now.rules), (wanted.scope, &wanted.rules), "less at once");
            assert_eq!(now.hold_changed, wanted.hold_changed, "less at once");
        } else {
            assert_eq!(*now, before, "more before it was kept");
        }
    }

    /// What was allowed for a session ends where a person is stricter since.
    fn forget_allowed(&mut self, server: ServerId, before: &Usage, now: &Usage) {
        let state = &self.state;
        let stays = |session: &SessionId, tool: &str| {
            let Some(User::App(app)) = state.user(*session) else { return false };
            let stricter = now.rule(Some(app), tool) < before.rule(Some(app), tool);
            session.server != server || !stricter && (before.hold_changed || !now.hold_changed)
        };
        self.allowed.retain(|(session, tool)| stays(session, tool));
        self.for_an_hour.retain(|(session, tool), _| stays(session, tool));
    }

    pub(super) fn list(&mut self, session: SessionId, choice: u8) {
        let (tool, digest) = (tool(choice), digest(choice));
        let server = session.server;
        let Server { usage, command, .. } = self.state.server(server).unwrap();
        let is_bundled = *command == Command::Bundled;
        let last = self.listed.insert((server, tool.clone()), digest);
        let marked = self.state.has_changed(server, &tool);
        let first = usage.seen.get(&tool).copied();
        let is_another = !is_bundled && first.is_some_and(|first| first != digest || marked);
        if usage.hold_changed && is_another && last != Some(digest) {
            self.allowed.retain(|(of, name)| of.server != server || *name != tool);
            self.for_an_hour.retain(|(of, name), _| of.server != server || *name != tool);
        }
        self.send(Event::Listed(session, vec![(tool.clone(), digest)]));
        let changed = !is_bundled && first.is_some_and(|first| first != digest);
        assert_eq!(self.state.has_changed(server, &tool), marked || changed, "a mark stays");
    }

    fn recall(&mut self, session: SessionId, choice: u8) {
        let (tool, digest) = (tool(choice), digest(choice));
        let server = session.server;
        let seen = |state: &State| state.server(server).unwrap().usage.seen.get(&tool).copied();
        let first = seen(&self.state).unwrap_or(digest);
        let marked = self.state.has_changed(server, &tool);
        self.send(Event::Recalled(session, vec![(tool.clone(), digest)]));
        assert_eq!(seen(&self.state), Some(first), "what was told counts as seen");
        assert_eq!(self.state.has_changed(server, &tool), marked, "memory marks nothing");
    }

    /// An app calls a tool; the host puts before the state what is not simply allowed.
    pub(super) fn hold(&mut self, session: SessionId, choice: u8) {
        if session.is_own() || self.left.contains(&session) {
            return;
        }
        self.calls += 1;
        let id = CallId(self.calls);
        let call = HeldCall {
            id,
            session,
            tool: tool(choice),
            arguments: digest(choice),
            changed: false,
            at: self.now,
            lapsed: false,
        };
        self.waiting.insert(id, call.clone());
        self.send(Event::Held(call));
    }

    pub(super) fn call(&mut self, session: SessionId) {
        let what = Called::Tool("read".to_owned());
        let roots = self.state.watched().map(|root| root.path.as_path().join("a file"));
        let paths = roots.chain(["/elsewhere/file".into()]);
        let paths = paths.map(|path| AbsolutePath::new(path).unwrap()).collect();
        self.send(Event::Called { session, what, paths, arguments: None, ok: true });
    }

    pub(super) fn settle_call(&mut self, id: CallId, verdict: CallVerdict) {
        let call = self.waiting.remove(&id).expect("settled twice");
        let again = (call.session, call.tool.clone(), call.arguments);
        let once = self.once.iter().position(|it| *it == again);
        let agreed = self.agreed.take_if(|agreed| *agreed == id).is_some()
            || self.state.tool_rule(call.session, &call.tool) == ToolRule::Allowed
            || once.map(|at| self.once.remove(at)).is_some();
        assert!(verdict != CallVerdict::Pass || agreed, "a call that nobody allowed");
    }

    pub(super) fn decide(&mut self, number: usize, how: u8) {
        let place = self.state.asked_places().nth(number).cloned();
        if let Some(place) = place.filter(|_| how.is_multiple_of(2)) {
            self.declined.insert((place.server, place.app.clone(), place.root.clone()));
            return self.send(Event::DeclinePlace(place.id));
        }
        let Some(call) = self.state.held_calls().nth(number).cloned() else { return };
        match how % 7 {
            0 | 1 => {
                self.once.extend(call.lapsed.then_some((call.session, call.tool, call.arguments)));
                self.agreed = Some(call.id);
                self.send(Event::AllowCall(call.id, CallAnswer::Once));
            }
            2 => {
                self.allowed.insert((call.session, call.tool));
                self.agreed = Some(call.id);
                self.send(Event::AllowCall(call.id, CallAnswer::Session));
            }
            3 => {
                self.allowed.insert((call.session, call.tool));
                self.agreed = Some(call.id);
                self.send(Event::AllowCall(call.id, CallAnswer::Always));
            }
            4 => self.send(Event::DenyCall(call.id)),
            5 => {
                let end = self.now.plus(Duration::from_hours(1));
                self.for_an_hour.insert((call.session, call.tool), end);
                self.agreed = Some(call.id);
                self.send(Event::AllowCall(call.id, CallAnswer::Hour));
            }
            _ => {
                self.waiting.remove(&call.id);
                self.send(Event::CallLapsed(call.id));
            }
        }
    }
}
