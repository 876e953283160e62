//! Folders that were taken from one session of an app. It gets none of them back: they are its
//! server's again with its next session.

use super::{Round, State};
use crate::{AbsolutePath, Action, Actor, AuditRecord, Refusal, RootEntry, SessionId};

impl State {
    /// Folders that were taken from a session.
    pub fn taken_from(&self, session: SessionId) -> impl Iterator<Item = &AbsolutePath> {
        self.session(session).into_iter().flat_map(|session| &session.without)
    }

    pub(super) fn narrow(&mut self, id: SessionId, folder: AbsolutePath, round: &mut Round) {
        let session = self.sessions.get_mut(&id);
        let Some(session) = session.filter(|it| !id.is_own() && it.left.is_none()) else {
            return round.refuse(Refusal::UnknownSession);
        };
        let has = |entry: &RootEntry| entry.root.path == folder;
        let holds = |entry: &RootEntry| !has(entry) && folder.is_within(&entry.root.path);
        if !session.wanted.entries.iter().any(has) {
            return round.refuse(Refusal::NotItsFolder);
        }
        if session.wanted.entries.iter().any(holds) {
            return round.refuse(Refusal::WithinAnother);
        }
        session.without.insert(folder.clone());
        let record = self.about_session(Action::SessionNarrowed, Actor::Person, id);
        round.record(AuditRecord { path: Some(folder), ..record });
        round.touched.insert(id.server);
    }

    /// A folder that holds one that was taken would give it back, so it goes too.
    pub(super) fn leave_out_what_was_taken(&self, id: SessionId, entries: &mut Vec<RootEntry>) {
        for taken in self.taken_from(id) {
            entries.retain(|entry| {
                let path = &entry.root.path;
                !path.is_within(taken) && !taken.is_within(path)
            });
        }
    }
}
