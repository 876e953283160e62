//! What servers ask of the person, from the moment of asking to the one answer.
//!
//! Requests are kept apart even where they say the same: a server that asks twice wants two
//! answers, and consent to one thing is not consent to two. What keeps a server from asking on and
//! on is how many of its requests may wait, and how many it may make in an hour.

mod ledger;
mod missed;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walk;

use std::collections::{BTreeMap, VecDeque};

use super::{Round, State};
use crate::{
    Account, Action, Actor, Asking, AuditRecord, Change, Decision, Effect, FactCode, Missed,
    MissedWhy, Notice, OpenRequest, Phase, Refusal, Reply, Request, RequestId, RequestKind,
    RunState, ServerId, SessionId, TokensByHour, Written,
};
use ledger::Ledger;
pub use missed::MISSED;

/// Requests that are open at the most: of one server, and of all.
const OPEN_OF_A_SERVER: usize = 16;
const OPEN: usize = 100;
/// Forms and addresses of one server within an hour.
const ELICITATIONS_AN_HOUR: u32 = 60;
/// Requests that can be let through at the most without asking.
const MOST_ALLOWED: u32 = 50;

#[derive(Debug, Default)]
pub(super) struct Requests {
    open: BTreeMap<RequestId, OpenRequest>,
    newest_first: VecDeque<Missed>,
    ledgers: BTreeMap<ServerId, Ledger>,
}

impl Requests {
    /// Takes up what a server spent in the last run of the host.
    pub(super) fn open_ledger(&mut self, server: ServerId, spent: TokensByHour) {
        self.ledgers.insert(server, Ledger::open(spent));
    }

    pub(super) fn of(&self, server: ServerId) -> impl Iterator<Item = &OpenRequest> {
        self.open.values().filter(move |open| open.request.server() == server)
    }

    pub(super) fn of_session(&self, session: SessionId) -> impl Iterator<Item = &OpenRequest> {
        self.open.values().filter(move |open| open.request.session == session)
    }
}

impl State {
    /// What waits for an answer, oldest first.
    pub fn requests(&self) -> impl Iterator<Item = &OpenRequest> {
        self.requests.open.values()
    }

    pub fn request(&self, id: RequestId) -> Option<&OpenRequest> {
        self.requests.open.get(&id)
    }

    /// How a server stands with its limits now.
    pub fn account(&self, server: ServerId) -> Account {
        let ledger = self.requests.ledgers.get(&server);
        ledger.map_or_else(Account::default, |ledger| {
            let under_way = u64::from(self.tokens_under_way(server));
            let tokens = ledger.spent(self.now).saturating_add(under_way);
            Account {
                sampled: ledger.sampled(self.now),
                tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
                allowed_next: ledger.allowed_next,
            }
        })
    }

    pub(super) fn requested(&mut self, request: Request, round: &mut Round) {
        let id = request.id;
        if self.requests.open.contains_key(&id) {
            return;
        }
        if let Err(why) = self.may_ask(&request) {
            return self.refuse_unasked(request, why, round);
        }
        let has_model = self.providers().next().is_some();
        let ledger = self.requests.ledgers.entry(request.server()).or_default();
        ledger.asked(request.kind, self.now);
        let automatic = request.kind == RequestKind::Sampling && has_model && ledger.let_through();
        let server = request.server();
        let phase = if automatic { Phase::Answering } else { Phase::Waiting };
        let open = OpenRequest { request, at: self.now, phase, automatic, written: None };
        self.requests.open.insert(id, open);
        round.effects.push(if automatic {
            Effect::Answer(id)
        } else {
            Effect::Tell(Notice::Requested(server))
        });
    }

    fn may_ask(&self, request: &Request) -> Result<(), MissedWhy> {
        let Asking { limits, .. } = self.heard(request.session)?;
        let of_server = self.requests.of(request.server()).count();
        if of_server >= OPEN_OF_A_SERVER || self.requests.open.len() >= OPEN {
            return Err(MissedWhy::TooOften);
        }
        let account = self.account(request.server());
        let (asked, limit) = match request.kind {
            RequestKind::Sampling => (account.sampled, limits.requests_an_hour),
            RequestKind::Form | RequestKind::Url | RequestKind::Call | RequestKind::Access => {
                let ledger = self.requests.ledgers.get(&request.server());
                (ledger.map_or(0, |ledger| ledger.elicited(self.now)), ELICITATIONS_AN_HOUR)
            }
        };
        if asked >= limit.min(ledger::MOST) {
            return Err(MissedWhy::TooOften);
        }
        if account.tokens.saturating_add(request.tokens) > limits.tokens_a_day
            && request.kind == RequestKind::Sampling
        {
            return Err(MissedWhy::OverBudget);
        }
        Ok(())
    }

    pub(super) fn decided(&mut self, id: RequestId, decision: Decision, round: &mut Round) {
        let Some(open) = self.requests.open.get(&id) else {
            return round.refuse(Refusal::UnknownRequest);
        };
        let server = open.request.server();
        match (decision, open.request.kind, open.phase) {
            (
                Decision::Send { allow_next },
                RequestKind::Sampling,
                Phase::Waiting | Phase::Failed | Phase::Review,
            ) => self.send(id, server, allow_next, round),
            (Decision::Stop, RequestKind::Sampling, Phase::Answering) => {
                self.settle_tokens(id, None, round);
                self.turn(id, Phase::Waiting);
                round.effects.push(Effect::StopAnswering(id));
            }
            (Decision::Deliver { by_hand: true }, RequestKind::Sampling, _)
            | (Decision::Deliver { by_hand: false }, RequestKind::Sampling, Phase::Review)
            | (Decision::Submit, RequestKind::Form, _)
            | (Decision::Visit, RequestKind::Url, _) => {
                let by_hand = matches!(decision, Decision::Deliver { by_hand: true });
                self.give(id, by_hand, round);
            }
            (Decision::Deny { mute }, ..) => {
                self.deny(id, round);
                if mute {
                    self.mute(server, round);
                }
            }
            _ => round.refuse(Refusal::NotNow),
        }
    }

    fn send(&mut self, id: RequestId, server: ServerId, allow_next: u32, round: &mut Round) {
        if allow_next > 0 {
            self.allow_next(server, allow_next, round);
        }
        self.turn(id, Phase::Answering);
        round.effects.push(Effect::Answer(id));
        self.record_of(id, Action::SamplingSent, Actor::Person, None, round);
    }

    /// A model has answered. One that nobody waits for any more says nothing.
    pub(super) fn answered(&mut self, id: RequestId, written: Written, round: &mut Round) {
        let open = self.requests.open.get_mut(&id);
        let Some(open) = open.filter(|open| open.phase == Phase::Answering) else { return };
        let (automatic, tokens) = (open.automatic, written.tokens);
        open.written = Some(written);
        self.settle_tokens(id, Some(tokens), round);
        self.turn(id, Phase::Review);
        if automatic {
            self.record_of(id, Action::SamplingAutomatic, Actor::Paddock, None, round);
            self.close(id, Some(Reply::Given), round);
        }
    }

    pub(super) fn answer_failed(&mut self, id: RequestId, tokens: u32, round: &mut Round) {
        let open = self.requests.open.get(&id);
        let Some(open) = open.filter(|open| open.phase == Phase::Answering) else { return };
        let (automatic, server) = (open.automatic, open.request.server());
        self.settle_tokens(id, Some(tokens), round);
        self.turn(id, Phase::Failed);
        if automatic {
            round.effects.push(Effect::Tell(Notice::Requested(server)));
        }
    }

    /// A request needs no answer any more.
    pub(super) fn withdrawn(&mut self, id: RequestId, why: MissedWhy, round: &mut Round) {
        if let Some(open) = self.close(id, None, round) {
            self.miss(open.request, why, round);
        }
    }

    /// Lets the next requests of a server for sampling through, in place of what was let through.
    pub(super) fn allow_next(&mut self, server: ServerId, count: u32, round: &mut Round) {
        if !self.is_heard(server) {
            return round.refuse(Refusal::NotHeard);
        }
        let ledger = self.requests.ledgers.entry(server).or_default();
        ledger.allowed_next = count.min(MOST_ALLOWED);
    }

    /// What a server asked ends with it, or once nobody listens to it, and so does what was allowed
    /// it.
    pub(super) fn end_requests_of_the_gone(&mut self, round: &mut Round) {
        let asking = self.requests.open.values().map(|open| &open.request);
        let over = asking.filter_map(|it| Some((it.id, self.heard(it.session).err()?)));
        let over: Vec<_> = over.collect();
        for (id, why) in over {
            let is_choice = matches!(why, MissedWhy::Muted | MissedWhy::NoStandIn);
            let reply = is_choice.then_some(Reply::Refused(why));
            if let Some(open) = self.close(id, reply, round) {
                self.miss(open.request, why, round);
            }
        }
        let Self { servers, requests, .. } = self;
        requests.ledgers.retain(|server, _| servers.contains_key(server));
        requests.newest_first.retain(|missed| servers.contains_key(&missed.request.server()));
        let unheard = self.requests.ledgers.keys().filter(|server| !self.is_heard(**server));
        let unheard: Vec<_> = unheard.copied().collect();
        for server in unheard {
            self.requests.ledgers.entry(server).and_modify(|ledger| ledger.allowed_next = 0);
        }
    }

    /// Whether anybody listens to what the server asks in any session.
    fn is_heard(&self, server: ServerId) -> bool {
        self.sessions_of(server).into_iter().any(|session| self.heard(session).is_ok())
    }

    /// Whether anybody listens to what the server asks in a session.
    fn heard(&self, id: SessionId) -> Result<Asking, MissedWhy> {
        let server = self.server(id.server).ok_or(MissedWhy::ServerEnded)?;
        match server.asking {
            _ if self.run(id) != Some(RunState::Running) => Err(MissedWhy::ServerEnded),
            _ if !self.may_be_asked_in(id) => Err(MissedWhy::NoStandIn),
            Asking { muted: true, .. } => Err(MissedWhy::Muted),
            asking @ Asking { muted: false, .. } => Ok(asking),
        }
    }

    fn mute(&mut self, server: ServerId, round: &mut Round) {
        let Some(known) = self.server(server) else { return };
        self.set_asking(server, Asking { muted: true, ..known.asking }, round);
    }

    fn give(&mut self, id: RequestId, by_hand: bool, round: &mut Round) {
        let Some(open) = self.requests.open.get(&id) else { return };
        let action = match open.request.kind {
            RequestKind::Sampling => Action::SamplingDelivered,
            RequestKind::Form => Action::ElicitationAnswered,
            RequestKind::Url => Action::UrlVisited,
            RequestKind::Call | RequestKind::Access => Action::CallAllowed,
        };
        let note = by_hand.then(|| FactCode::ByHand.said());
        self.record_of(id, action, Actor::Person, note, round);
        self.close(id, Some(Reply::Given), round);
    }

    fn deny(&mut self, id: RequestId, round: &mut Round) {
        let Some(open) = self.requests.open.get(&id) else { return };
        let action = match open.request.kind {
            RequestKind::Sampling => Action::SamplingDenied,
            RequestKind::Form | RequestKind::Url => Action::ElicitationDeclined,
            RequestKind::Call | RequestKind::Access => Action::CallDenied,
        };
        self.record_of(id, action, Actor::Person, None, round);
        self.close(id, Some(Reply::Denied), round);
    }

    /// Ends a request, whatever becomes of it.
    fn close(
        &mut self,
        id: RequestId,
        reply: Option<Reply>,
        round: &mut Round,
    ) -> Option<OpenRequest> {
        self.settle_tokens(id, None, round);
        let open = self.requests.open.remove(&id)?;
        self.begin_idling(open.request.session);
        round.effects.extend(reply.map(|reply| Effect::Reply(id, reply)));
        round.effects.push(Effect::Forget(id));
        Some(open)
    }

    fn turn(&mut self, id: RequestId, phase: Phase) {
        if let Some(open) = self.requests.open.get_mut(&id) {
            open.phase = phase;
            open.automatic &= phase == Phase::Answering;
        }
    }

    /// Writes down what an answer under way has cost; what it may cost at the most, where nobody
    /// knows.
    fn settle_tokens(&mut self, id: RequestId, tokens: Option<u32>, round: &mut Round) {
        let open = self.requests.open.get(&id).filter(|open| open.phase == Phase::Answering);
        let Some(&Request { session, tokens: most, .. }) = open.map(|open| &open.request) else {
            return;
        };
        let server = session.server;
        let ledger = self.requests.ledgers.entry(server).or_default();
        let spent = ledger.spend(tokens.unwrap_or(most), self.now).clone();
        if self.servers.contains_key(&server) {
            self.commit_aside(vec![Change::PutSpent(server, spent)], round);
        }
    }

    fn tokens_under_way(&self, server: ServerId) -> u32 {
        let answering = self.requests.of(server).filter(|open| open.phase == Phase::Answering);
        answering.fold(0, |sum, open| sum.saturating_add(open.request.tokens))
    }

    /// A record of what became of a request, without what it says.
    fn record_of(
        &self,
        id: RequestId,
        action: Action,
        actor: Actor,
        note: Option<String>,
        round: &mut Round,
    ) {
        let Some(open) = self.requests.open.get(&id) else { return };
        let written = open.written.as_ref().filter(|_| note.is_none());
        let written =
            written.map(|it| format!("{}, {}", it.model, FactCode::Tokens.of(it.tokens.into())));
        let record = self.about_session(action, actor, open.request.session);
        round.record(AuditRecord { detail: note.or(written), ..record });
    }
}
