//! What is written down of use, and how that is deleted.

use super::{Round, State};
use crate::{AbsolutePath, Action, Actor, AuditRecord, Change, GrantId, ServerId, Used};

impl State {
    /// Takes note of the grants in whose folders `paths` are, if the call was a success. The first
    /// such path.
    pub(super) fn note_use(
        &mut self,
        server: ServerId,
        by: &str,
        paths: &[AbsolutePath],
        ok: bool,
    ) -> Option<(GrantId, AbsolutePath)> {
        let mut first = None;
        for path in paths {
            let Some(grant) = self.nearest_grant(server, path) else { continue };
            first.get_or_insert_with(|| (grant, path.clone()));
            if ok {
                let by = crate::text::shown(by);
                self.used.insert(grant, Used { at: self.now, by, path: path.clone() });
            }
        }
        first
    }

    fn nearest_grant(&self, server: ServerId, path: &AbsolutePath) -> Option<GrantId> {
        let holds = self.grants_of(server).filter(|grant| path.is_within(&grant.root.path));
        holds.max_by_key(|grant| grant.root.path.parts().count()).map(|grant| grant.id)
    }

    pub(super) fn delete_activity(&mut self, round: &mut Round) {
        let record =
            AuditRecord { actor: Actor::Person, ..self.about_app(Action::ActivityDeleted) };
        self.commit_first(vec![Change::ForgetActivity], vec![record], round);
    }

    pub(super) fn set_retention(&mut self, words: String, round: &mut Round) {
        let record = self.about_app(Action::RetentionChanged);
        round.record(AuditRecord { actor: Actor::Person, detail: Some(words), ..record });
    }
}
