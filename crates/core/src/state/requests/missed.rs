//! What servers asked that ended without a decision of the person.

use super::super::{Round, State};
use crate::{Action, Actor, AuditRecord, Effect, Missed, MissedWhy, Reply, Request, RequestId};

/// Missed requests kept.
pub(super) const MISSED: usize = 50;
/// What a server is refused for one reason within this time is one missed request, in
/// milliseconds.
const TOGETHER: i64 = 60 * 60 * 1000;

impl State {
    /// What ended without a decision, newest first.
    pub fn missed(&self) -> impl Iterator<Item = &Missed> {
        self.requests.newest_first.iter()
    }

    pub(in super::super) fn dismiss_missed(&mut self, id: RequestId) {
        self.requests.newest_first.retain(|missed| missed.request.id != id);
    }

    /// Refuses what the person is not asked. A server that goes on asking is told so each time,
    /// and the person once.
    pub(super) fn refuse_unasked(&mut self, request: Request, why: MissedWhy, round: &mut Round) {
        let id = request.id;
        round.effects.extend([Effect::Reply(id, Reply::Refused(why)), Effect::Forget(id)]);
        let now = self.now;
        let known = self.requests.newest_first.iter_mut().find(|missed| {
            let recent = missed.at.0.abs_diff(now.0) < TOGETHER.unsigned_abs();
            missed.request.server() == request.server() && missed.why == why && recent
        });
        match known {
            Some(missed) => missed.again = missed.again.saturating_add(1),
            None => self.miss(request, why, round),
        }
    }

    pub(super) fn miss(&mut self, request: Request, why: MissedWhy, round: &mut Round) {
        if self.server(request.server()).is_none() {
            return;
        }
        let record = self.about_session(Action::RequestMissed, Actor::Paddock, request.session);
        round.record(AuditRecord { ok: false, detail: Some(why.words().to_owned()), ..record });
        self.requests.newest_first.push_front(Missed { request, at: self.now, why, again: 0 });
        self.requests.newest_first.truncate(MISSED);
    }
}
