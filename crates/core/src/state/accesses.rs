//! Accesses that servers waited with for the person.

use super::{Round, State};
use crate::text::shown;
use crate::{AbsolutePath, Request, RequestId, RequestKind, SessionId};

impl State {
    /// Nobody answered while the server waited to open this path.
    pub(super) fn access_lapsed(&mut self, id: SessionId, path: &AbsolutePath, round: &mut Round) {
        if self.server(id.server).is_some() {
            self.miss_held(self.missed_access(id, path), round);
        }
    }

    /// A person answered what the server waited to open, in time or not.
    pub(super) fn access_answered(
        &mut self,
        id: SessionId,
        path: &AbsolutePath,
        round: &mut Round,
    ) {
        self.answered_after_all(&self.missed_access(id, path), round);
    }

    fn missed_access(&self, session: SessionId, path: &AbsolutePath) -> Request {
        Request {
            id: RequestId(0),
            session,
            kind: RequestKind::Access,
            summary: shown(path.as_path()),
            during: None,
            tokens: 0,
            of: self.shown_app_of(session),
        }
    }
}
