//! Changes of what a person chose for a server.

use super::{Round, State};
use crate::{Action, Actor, AuditRecord, Change, Refusal, Server, ServerId};

impl State {
    /// Changes a server. Narrowing, as `narrows` tells of the new and the old, applies immediately;
    /// widening only after it is saved. `change` is done to the server as it is and to what of it is
    /// on its way, and must be the same in both.
    pub(super) fn change_server(
        &mut self,
        id: ServerId,
        (action, by, detail): (Action, Actor, String),
        change: impl Fn(&mut Server),
        narrows: impl Fn(&Server, &Server) -> bool,
        round: &mut Round,
    ) {
        let Some(now) = self.server(id) else { return round.refuse(Refusal::UnknownServer) };
        // What is on its way stays so.
        let latest = self.commits.server(id).unwrap_or(now);
        let (mut less, mut new) = (now.clone(), latest.clone());
        change(&mut less);
        change(&mut new);
        if new == *latest && less == *now {
            return;
        }
        let narrows = narrows(&less, now);
        let audit = AuditRecord { detail: Some(detail), ..self.about_server(action, by, id) };
        let changes = vec![Change::PutServer(new.clone())];
        let is_all = less == new;
        if narrows {
            self.commits.overtake_server(id);
            self.put_server(less, round);
        }
        if narrows && is_all {
            self.commit_after(changes, vec![audit], round);
        } else {
            self.commit_first(changes, vec![audit], round);
        }
    }
}
