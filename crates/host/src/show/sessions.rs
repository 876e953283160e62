//! Sessions of apps, as the window shows them.

use paddock_core::text::shown;
use paddock_core::{RunState, SessionId, User};

use super::enforcement::proof;
use super::{run_view, time};
use crate::actor::Actor;
use crate::view::SessionView;

impl Actor {
    pub(super) fn session_views(&self) -> Vec<SessionView> {
        self.state.sessions().filter_map(|session| self.session_view(session)).collect()
    }

    fn session_view(&self, id: SessionId) -> Option<SessionView> {
        let Some(User::App(app)) = self.state.user(id) else { return None };
        let desk = self.desks.get(&id)?;
        let gate = desk.gate.as_ref()?;
        let server = self.state.server(id.server)?;
        let run = self.state.run(id)?;
        Some(SessionView {
            server: id.server.0,
            number: id.number,
            app: shown(app),
            folder: gate.folder.as_ref().map(shown),
            since: time(gate.since),
            state: run_view(run, desk, self.state.enforcement(id), None),
            revision: gate.revision.clone(),
            told: self.told(id, run == RunState::Running),
            enforcement: self.enforcement_of(server, id, desk),
            proof: desk.run.as_ref().and_then(|run| run.proof.as_ref()).map(proof),
            calls: gate.calls,
        })
    }
}
