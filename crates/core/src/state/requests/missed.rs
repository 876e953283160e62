//! What servers asked that ended without a decision of the person.

use super::super::{Round, State};
use crate::{
    Action, Actor, AuditRecord, Change, Effect, Forgotten, Missed, MissedWhy, Remembered, Reply,
    Request, RequestKind, ServerId, Time,
};

/// Missed requests of one server that are kept.
pub const MISSED: usize = 200;
/// Accesses among them: which paths they name is the server's to choose, and how many.
const ACCESSES: usize = 20;
/// Those of all servers.
const ALL_MISSED: usize = 1000;
/// What a server is refused for one reason within this time is one missed request, in
/// milliseconds.
const TOGETHER: i64 = 60 * 60 * 1000;

impl State {
    /// What ended without a decision, newest first.
    pub fn missed(&self) -> impl Iterator<Item = &Missed> {
        self.requests.newest_first.iter()
    }

    pub(in super::super) fn dismiss_missed(&mut self, id: u32, round: &mut Round) {
        self.requests.newest_first.retain(|missed| missed.id != id);
        round.effects.push(Effect::Note(Box::new(Change::Forget(Forgotten::Missed(id)))));
    }

    /// Takes up what was missed before, newest first.
    pub(in super::super) fn remember_missed(&mut self, missed: Vec<Missed>) {
        let here = |it: &Missed| self.server(it.request.server()).is_some();
        let here: Vec<_> = missed.into_iter().filter(here).take(ALL_MISSED).collect();
        self.requests.newest_first.extend(here);
    }

    pub(in super::super) fn forget_missed_before(&mut self, oldest: Time) {
        self.requests.newest_first.retain(|missed| missed.at >= oldest);
    }

    pub(in super::super) fn forget_missed(&mut self) {
        self.requests.newest_first.clear();
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
        self.remember_as_missed(request, why, round);
    }

    /// What was held for the person lapsed. The same over and over is one, so that nothing else is
    /// pushed out.
    pub(in super::super) fn miss_held(&mut self, held: Request, round: &mut Round) {
        let now = self.now;
        let known = self.requests.newest_first.iter_mut().find(|missed| {
            is_same(missed, &held) && missed.at.0.abs_diff(now.0) < TOGETHER.unsigned_abs()
        });
        if let Some(missed) = known {
            missed.again = missed.again.saturating_add(1);
            return;
        }
        if held.kind == RequestKind::Access {
            self.make_room_for_access(held.server(), round);
        }
        self.remember_as_missed(held, MissedWhy::Lapsed, round);
    }

    fn make_room_for_access(&mut self, server: ServerId, round: &mut Round) {
        let is_one =
            |it: &&Missed| it.request.server() == server && it.request.kind == RequestKind::Access;
        let last = self.requests.newest_first.iter().filter(is_one).nth(ACCESSES - 1);
        if let Some(id) = last.map(|missed| missed.id) {
            self.dismiss_missed(id, round);
        }
    }

    /// The person answered what had lapsed.
    pub(in super::super) fn answered_after_all(&mut self, held: &Request, round: &mut Round) {
        let missed = self.requests.newest_first.iter().find(|missed| is_same(missed, held));
        if let Some(id) = missed.map(|missed| missed.id) {
            self.dismiss_missed(id, round);
        }
    }

    fn remember_as_missed(&mut self, request: Request, why: MissedWhy, round: &mut Round) {
        let (server, id, at) = (request.server(), self.next_number(), self.now);
        let missed = Missed { id, request, at, why, again: 0 };
        round
            .effects
            .push(Effect::Note(Box::new(Change::Remember(Remembered::Missed(missed.clone())))));
        let all = &mut self.requests.newest_first;
        all.push_front(missed);
        let mut of_server = 0;
        all.retain(|it| {
            of_server += usize::from(it.request.server() == server);
            it.request.server() != server || of_server <= MISSED
        });
        all.truncate(ALL_MISSED);
    }
}

/// Whether the same call or access, of the same app, lapsed there.
fn is_same(missed: &Missed, held: &Request) -> bool {
    let Request { kind, summary, of, .. } = &missed.request;
    missed.why == MissedWhy::Lapsed
        && missed.request.server() == held.server()
        && (*kind, summary, of) == (held.kind, &held.summary, &held.of)
}
