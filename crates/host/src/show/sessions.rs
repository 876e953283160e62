//! Sessions of apps, as the window shows them.

use paddock_core::text::shown;
use paddock_core::{Pause, RunState, Server, SessionId, State, User};

use super::enforcement::proof;
use super::servers::run_view;
use super::{Showing, brief, folder, time};
use crate::view::{
    HeldCallView, PausedAppView, PlaceView, ReachedView, SessionView, ToolRuleView, UsageView,
};

impl Showing<'_> {
    pub(super) fn session_views(&self) -> Vec<SessionView> {
        self.state.sessions().filter_map(|session| self.session_view(session)).collect()
    }

    /// The folders that a session is let into, as far as that is proved.
    fn reached(&self, id: SessionId) -> Vec<ReachedView> {
        let list = self.state.view(id).map(|list| list.entries.as_slice());
        let reached = list.unwrap_or_default().iter().map(|entry| ReachedView {
            path: shown(entry.root.path.as_path()),
            access: entry.access,
        });
        reached.collect()
    }

    pub(super) fn paused_app_views(&self) -> Vec<PausedAppView> {
        let paused = self.state.paused_apps().iter();
        let view = |(app, pause): (&String, &Pause)| PausedAppView {
            app: app.clone(),
            until: pause.until.map(time),
        };
        paused.map(view).collect()
    }

    pub(super) fn place_views(&self) -> Vec<PlaceView> {
        let places = self.state.asked_places().map(|place| PlaceView {
            id: place.id.0,
            server: place.server.0,
            app: shown(&place.app),
            folder: folder(&place.root),
            at: time(place.at),
        });
        places.collect()
    }

    pub(super) fn held_call_views(&self) -> Vec<HeldCallView> {
        let calls = self.state.held_calls().map(|call| HeldCallView {
            id: call.id.0,
            server: call.session.server.0,
            session: call.session.number,
            app: app_of(self.state, call.session),
            tool: shown(&call.tool),
            at: time(call.at),
            lapsed: call.lapsed,
            until: (!call.lapsed).then(|| time(call.at.plus(paddock_relay::PERSON_TIME_OUT))),
            changed: call.changed,
        });
        calls.collect()
    }

    pub(super) fn usage(&self, server: &Server) -> UsageView {
        let usage = &server.usage;
        let rules = usage.rules.iter().map(|(of, rule)| ToolRuleView {
            app: of.app.as_ref().map(shown),
            tool: shown(&of.tool),
            rule: *rule,
        });
        UsageView {
            scope: usage.scope,
            rules: rules.collect(),
            changed_tools: self.state.changed_tools(server.id).map(shown).collect(),
            hold_changed: usage.hold_changed,
        }
    }

    fn session_view(&self, id: SessionId) -> Option<SessionView> {
        let Some(User::App(app)) = self.state.user(id) else { return None };
        let runtime = self.runtimes.get(id)?;
        let gate = runtime.gate.as_ref()?;
        let server = self.state.server(id.server)?;
        let run = self.state.run(id)?;
        Some(SessionView {
            server: id.server.0,
            number: id.number,
            app: shown(app),
            folder: gate.folder.as_ref().map(brief),
            works_in: self.state.places(id).map(|root| brief(root.path.as_path())).collect(),
            reaches: self.reached(id),
            taken: self.state.taken_from(id).map(|path| shown(path.as_path())).collect(),
            since: time(gate.since),
            state: run_view(run, runtime, self.state.enforcement(id), None),
            revision: gate.revision.clone(),
            told: self.told(id, run == RunState::Running),
            enforcement: self.enforcement_of(server, id, runtime),
            proof: runtime.run.as_ref().and_then(proof),
            calls: gate.calls,
        })
    }
}

/// The app of a session by its name.
pub(crate) fn app_of(state: &State, session: SessionId) -> String {
    match state.user(session) {
        Some(User::App(app)) => shown(app),
        Some(User::Paddock) | None => String::new(),
    }
}
