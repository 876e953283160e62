//! Folders that were taken from one session of an app. It gets none of them back: they are its
//! server's again with its next session.

use super::{Round, State};
use crate::{AbsolutePath, Action, Actor, AuditRecord, Refusal, Root, RootEntry, SessionId};

impl State {
    /// Folders that were taken from a session.
    pub fn taken_from(&self, session: SessionId) -> impl Iterator<Item = &AbsolutePath> {
        self.without(session).map(|root| &root.path)
    }

    fn without(&self, session: SessionId) -> impl Iterator<Item = &Root> {
        self.session(session).into_iter().flat_map(|session| &session.without)
    }

    pub(super) fn narrow(&mut self, id: SessionId, folder: AbsolutePath, round: &mut Round) {
        let session = self.sessions.get_mut(&id);
        let Some(session) = session.filter(|it| !id.is_own() && it.left.is_none()) else {
            return round.refuse(Refusal::UnknownSession);
        };
        let has = |entry: &RootEntry| entry.root.path == folder;
        let holds = |entry: &RootEntry| !has(entry) && folder.is_within(&entry.root.path);
        let Some(taken) = session.wanted.entries.iter().find(|entry| has(entry)) else {
            return round.refuse(Refusal::NotItsFolder);
        };
        if session.wanted.entries.iter().any(holds) {
            return round.refuse(Refusal::WithinAnother);
        }
        let taken = taken.root.clone();
        session.without.insert(taken);
        let record = self.about_session(Action::SessionNarrowed, Actor::Person, id);
        round.record(AuditRecord { path: Some(folder), ..record });
        round.touched.insert(id.server);
    }

    /// What was taken goes by every path that leads to it, and so does a folder that holds it, which
    /// would give it back.
    pub(super) fn leave_out_what_was_taken(&self, id: SessionId, entries: &mut Vec<RootEntry>) {
        let mut taken: Vec<AbsolutePath> = self.taken_from(id).cloned().collect();
        let is_taken = |root: &&Root| self.without(id).any(|taken| taken.is_same_folder(root));
        let again = entries.iter().map(|entry| &entry.root).filter(is_taken);
        taken.extend(again.map(|root| root.path.clone()));
        entries.retain(|entry| {
            let path = &entry.root.path;
            !taken.iter().any(|taken| path.is_within(taken) || taken.is_within(path))
        });
    }
}
