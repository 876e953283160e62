//! A random walk: whatever is asked, decided and withdrawn in whatever order, every request gets at
//! most one answer, and nothing is answered without asking beyond what a person allowed.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::missed::MISSED;
use super::{MOST_ALLOWED, OPEN, OPEN_OF_A_SERVER};
use crate::{
    Asking, Change, Command, CustomCommand, Decision, Effect, Ending, Event, Fingerprint,
    Footprint, How, MissedWhy, Phase, Provider, ProviderApi, ProviderId, Reply, Request, RequestId,
    RequestKind, ResolvedProgram, RunState, SamplingLimits, Saved, SeenCommand, ServerId, State,
    Time, Written,
};

const DAY: i64 = 24 * 3_600_000;

#[derive(Clone, Copy, Debug)]
enum Step {
    Ask(usize, RequestKind, u16),
    Decide(usize, Decision),
    Answered(usize, u16),
    AnswerFailed(usize, u16),
    Withdrawn(usize, MissedWhy),
    AllowNext(usize, u8),
    Mute(usize, bool),
    Limit(usize, u8, u16),
    Start(usize),
    Stop(usize),
    Crash(usize),
    Remove(usize),
    TimePasses(u32),
    /// The host is killed and started again.
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let which = 0usize..8;
    let kind = prop_oneof![
        4 => Just(RequestKind::Sampling),
        1 => Just(RequestKind::Form),
        1 => Just(RequestKind::Url),
    ];
    let decision = prop_oneof![
        4 => (0u32..4).prop_map(|allow_next| Decision::Send { allow_next }),
        1 => Just(Decision::Stop),
        2 => any::<bool>().prop_map(|by_hand| Decision::Deliver { by_hand }),
        1 => Just(Decision::Submit),
        1 => Just(Decision::Visit),
        2 => prop::bool::weighted(0.2).prop_map(|mute| Decision::Deny { mute }),
    ];
    let why = prop_oneof![Just(MissedWhy::Cancelled), Just(MissedWhy::CallEnded)];
    prop_oneof![
        20 => (which.clone(), kind, 0u16..2000).prop_map(|(who, kind, cost)| Step::Ask(who, kind, cost)),
        12 => (which.clone(), decision).prop_map(|(which, decision)| Step::Decide(which, decision)),
        8 => (which.clone(), 0u16..3000).prop_map(|(which, cost)| Step::Answered(which, cost)),
        2 => (which.clone(), 0u16..100).prop_map(|(which, cost)| Step::AnswerFailed(which, cost)),
        3 => (which.clone(), why).prop_map(|(which, why)| Step::Withdrawn(which, why)),
        4 => (which.clone(), any::<u8>()).prop_map(|(who, count)| Step::AllowNext(who, count)),
        2 => (which.clone(), prop::bool::weighted(0.3)).prop_map(|(who, on)| Step::Mute(who, on)),
        2 => (which.clone(), 0u8..40, 0u16..20_000).prop_map(|(who, an_hour, a_day)| Step::Limit(who, an_hour, a_day)),
        4 => which.clone().prop_map(Step::Start),
        1 => which.clone().prop_map(Step::Stop),
        1 => which.clone().prop_map(Step::Crash),
        1 => which.prop_map(Step::Remove),
        4 => (0u32..20_000_000).prop_map(Step::TimePasses),
        1 => Just(Step::Reopen),
    ]
}

/// What is found of every program.
fn found() -> (SeenCommand, Fingerprint) {
    let resolved = ResolvedProgram { path: "/bin/x".into(), size: 1, changed: 1 };
    let seen = SeenCommand::new(&CustomCommand::default(), resolved, Footprint::default());
    let fingerprint = Fingerprint::of(&seen);
    (seen, fingerprint)
}

/// Who asks, who answers, and what was seen of it.
struct World {
    state: State,
    kept: Saved,
    now: Time,
    last: u32,
    /// Every request ever made, and who made it.
    asked: BTreeMap<RequestId, ServerId>,
    replied: BTreeSet<RequestId>,
    forgotten: BTreeSet<RequestId>,
    /// Models at work, and what each may cost.
    models: BTreeMap<RequestId, u32>,
    /// Requests that a person sent to a model.
    sent: BTreeSet<RequestId>,
    /// What was let through without asking, and what a person had allowed.
    let_through: BTreeMap<ServerId, u32>,
    allowed: BTreeMap<ServerId, u32>,
    spent: Vec<(ServerId, Time, u32)>,
}

impl World {
    fn open() -> Self {
        let provider = Provider {
            allowed: true,
            id: ProviderId(900),
            name: "here".into(),
            api: ProviderApi::OpenAi,
            url: "http://127.0.0.1:1/v1".into(),
            preferred: None,
            has_key: false,
        };
        let now = Time(1_000_000_000_000);
        let saved = Saved { providers: vec![provider], next_id: 901, ..Saved::default() };
        let (state, effects) = State::open(saved.clone(), now);
        let mut world = Self {
            state,
            kept: saved,
            now,
            last: 0,
            asked: BTreeMap::new(),
            replied: BTreeSet::new(),
            forgotten: BTreeSet::new(),
            models: BTreeMap::new(),
            sent: BTreeSet::new(),
            let_through: BTreeMap::new(),
            allowed: BTreeMap::new(),
            spent: Vec::new(),
        };
        world.carry_out(effects);
        world.send(Event::Surveyed(Some(How::Live)));
        for name in ["one", "two"] {
            let command = CustomCommand { program: name.into(), ..CustomCommand::default() };
            let command = Command::Custom(command);
            world.send(Event::AddServer { name: name.into(), command });
        }
        world.send(Event::Opened);
        world
    }

    fn send(&mut self, event: Event) {
        let effects = self.state.handle(event, self.now);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Commit(commit) => {
                    commit.changes.into_iter().for_each(|change| self.keep(change));
                    self.send(Event::Committed(commit.id));
                }
                Effect::Find(session) => {
                    let (seen, fingerprint) = found();
                    self.send(Event::Found { session, seen: Some(seen) });
                    self.send(Event::Trust { server: session.server, fingerprint });
                }
                Effect::Launch(session) => self.send(Event::Ready(session)),
                Effect::Stop(session) | Effect::Kill(session) => {
                    self.send(Event::Ended(session, Ending::Asked));
                }
                Effect::Answer(id) => self.begin(id),
                Effect::StopAnswering(id) => {
                    let cost = self.models.remove(&id).expect("no model was at work");
                    self.spend(id, cost);
                }
                Effect::Reply(id, reply) => self.reply(id, reply),
                Effect::Forget(id) => self.forget(id),
                Effect::Record(record) => {
                    assert_ne!(record.detail.as_deref(), Some("secret"), "contents on record");
                }
                Effect::Watch(_)
                | Effect::Unwatch(_)
                | Effect::Announce(_)
                | Effect::Enforce(_)
                | Effect::Over(_)
                | Effect::Rules(_)
                | Effect::StandIn(_)
                | Effect::Destinations(_)
                | Effect::LetGo(..)
                | Effect::Sending(_)
                | Effect::DayOver
                | Effect::Settle(..)
                | Effect::Wake(_)
                | Effect::Tell(_)
                | Effect::Note(_)
                | Effect::Refuse(_) => {}
            }
        }
    }

    fn keep(&mut self, change: Change) {
        let Saved { servers, spent, next_id, .. } = &mut self.kept;
        match change {
            Change::PutServer(server) => {
                *next_id = (*next_id).max(server.id.0 + 1);
                servers.retain(|kept| kept.id != server.id);
                servers.push(server);
            }
            Change::RemoveServer(id) => {
                servers.retain(|kept| kept.id != id);
                spent.retain(|(server, _)| *server != id);
            }
            Change::PutSpent(id, tokens) => {
                assert!(servers.iter().any(|server| server.id == id), "spent by no server");
                spent.retain(|(server, _)| *server != id);
                spent.push((id, tokens));
            }
            Change::PutGrant(_)
            | Change::RemoveGrant(_)
            | Change::PutProvider(_)
            | Change::RemoveProvider(_)
            | Change::SetStandIn(..)
            | Change::SetPause(_)
            | Change::SetAppPause(..)
            | Change::Remember(_)
            | Change::Forget(_)
            | Change::ForgetActivity => unreachable!("nobody does that in this walk"),
        }
    }

    /// What waits is gone, and nobody knows what models at work would have cost.
    fn reopen(&mut self) {
        let open: Vec<_> = self.state.requests().map(|open| open.request.id).collect();
        self.forgotten.extend(open);
        self.models.clear();
        let (state, effects) = State::open(self.kept.clone(), self.now);
        self.state = state;
        self.carry_out(effects);
        self.send(Event::Surveyed(Some(How::Live)));
        self.send(Event::Opened);
    }

    fn begin(&mut self, id: RequestId) {
        assert!(!self.forgotten.contains(&id), "a model for what is over");
        let open = self.state.request(id).expect("a model for what is not there");
        let (server, cost) = (open.request.server(), open.request.tokens);
        if !self.sent.contains(&id) {
            let limit = self.state.server(server).unwrap().asking.limits.tokens_a_day;
            let day = |at: Time| at.0 > self.now.0 - DAY;
            let spent = self.spent.iter().filter(|(who, at, _)| *who == server && day(*at));
            let spent: u32 = spent.map(|(_, _, cost)| cost).sum();
            let under_way: u32 = self.of(server).map(|(_, cost)| cost).sum();
            assert!(spent + under_way + cost <= limit, "over the budget, and nobody was asked");
            let count = self.let_through.entry(server).or_default();
            *count += 1;
            let allowed = self.allowed.get(&server).copied().unwrap_or(0);
            assert!(*count <= allowed, "let through what nobody allowed");
        }
        assert!(self.models.insert(id, cost).is_none(), "two models for one request");
    }

    fn of(&self, server: ServerId) -> impl Iterator<Item = (RequestId, u32)> {
        let at_work = self.models.iter().map(|(id, cost)| (*id, *cost));
        at_work.filter(move |(id, _)| self.asked[id] == server)
    }

    fn reply(&mut self, id: RequestId, reply: Reply) {
        assert!(self.asked.contains_key(&id), "an answer to nothing");
        assert!(self.replied.insert(id), "two answers to one request");
        assert!(!self.forgotten.contains(&id), "an answer to what is over");
        let why = MissedWhy::ServerEnded;
        let to_the_gone = self.state.run(self.asked[&id]) != Some(RunState::Running);
        assert!(!to_the_gone || reply == Reply::Refused(why), "an answer to who is gone");
    }

    fn forget(&mut self, id: RequestId) {
        assert!(self.forgotten.insert(id), "ended twice");
        assert!(self.state.request(id).is_none(), "over and still there");
        if let Some(cost) = self.models.remove(&id) {
            self.spend(id, cost);
        }
    }

    fn spend(&mut self, id: RequestId, cost: u32) {
        self.spent.push((self.asked[&id], self.now, cost));
    }

    fn server(&self, number: usize) -> ServerId {
        let ids: Vec<_> = self.state.servers().map(|server| server.id).collect();
        ids[number % ids.len()]
    }

    /// A request that is open, or now and then one that is long over.
    fn some(&self, number: usize) -> RequestId {
        let open: Vec<_> = self.state.requests().map(|open| open.request.id).collect();
        let over = self.asked.keys().next().copied().unwrap_or(RequestId(0));
        if open.is_empty() || number == 7 { over } else { open[number % open.len()] }
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Ask(number, kind, tokens) => {
                let server = self.server(number);
                self.last += 1;
                let id = RequestId(self.last);
                self.asked.insert(id, server);
                let tokens = if kind == RequestKind::Sampling { tokens.into() } else { 0 };
                let summary = "secret".to_owned();
                let (session, during, of) = (server.own(), None, None);
                let request = Request { id, session, kind, summary, during, tokens, of };
                self.send(Event::Requested(request));
            }
            Step::Decide(number, decision) => {
                let id = self.some(number);
                if let (Decision::Send { allow_next }, Some(open)) =
                    (decision, self.state.request(id))
                {
                    let fits = open.phase != Phase::Answering;
                    if fits && open.request.kind == RequestKind::Sampling {
                        self.sent.insert(id);
                        *self.allowed.entry(open.request.server()).or_default() += allow_next;
                    }
                }
                self.send(Event::Decided(id, decision));
            }
            Step::Answered(number, tokens) => {
                if let Some(id) = self.model(number) {
                    self.models.remove(&id);
                    self.spend(id, tokens.into());
                    let written = Written { model: "m".into(), tokens: tokens.into() };
                    self.send(Event::Answered(id, written));
                }
            }
            Step::AnswerFailed(number, tokens) => {
                if let Some(id) = self.model(number) {
                    self.models.remove(&id);
                    self.spend(id, tokens.into());
                    self.send(Event::AnswerFailed { request: id, tokens: tokens.into() });
                }
            }
            Step::Withdrawn(number, why) => {
                let id = self.some(number);
                self.send(Event::Withdrawn(id, why));
            }
            Step::AllowNext(number, count) => {
                let server = self.server(number);
                *self.allowed.entry(server).or_default() += u32::from(count).min(MOST_ALLOWED);
                self.send(Event::AllowNext(server, count.into()));
            }
            Step::Mute(number, muted) => {
                let server = self.server(number);
                let asking = self.state.server(server).unwrap().asking;
                self.send(Event::SetAsking(server, Asking { muted, ..asking }));
            }
            Step::Limit(number, requests_an_hour, tokens_a_day) => {
                let limits = SamplingLimits {
                    requests_an_hour: requests_an_hour.into(),
                    tokens_a_day: tokens_a_day.into(),
                };
                let server = self.server(number);
                let asking = self.state.server(server).unwrap().asking;
                self.send(Event::SetAsking(server, Asking { limits, ..asking }));
            }
            Step::Start(number) => self.send(Event::Start(self.server(number))),
            Step::Stop(number) => self.send(Event::Stop(self.server(number))),
            Step::Crash(number) => {
                let server = self.server(number);
                if self.state.run(server) == Some(RunState::Running) {
                    self.send(Event::Ended(server.own(), Ending::Final));
                }
            }
            Step::Remove(number) => self.send(Event::RemoveServer(self.server(number))),
            Step::TimePasses(by) => self.now = Time(self.now.0 + i64::from(by)),
            Step::Reopen => self.reopen(),
        }
    }

    fn model(&self, number: usize) -> Option<RequestId> {
        self.models.keys().nth(number % self.models.len().max(1)).copied()
    }

    fn check(&self) {
        let state = &self.state;
        for open in state.requests() {
            let id = open.request.id;
            assert_eq!(state.run(open.request.session), Some(RunState::Running), "of who is gone");
            assert!(!self.replied.contains(&id) && !self.forgotten.contains(&id), "over and there");
            assert_eq!(open.phase == Phase::Answering, self.models.contains_key(&id));
            assert!(!state.server(open.request.server()).unwrap().asking.muted, "muted and there");
        }
        for id in self.asked.keys() {
            let open = state.request(*id).is_some();
            assert_eq!(open, !self.forgotten.contains(id), "neither there nor over");
        }
        assert!(state.requests().count() <= OPEN && state.missed().count() <= MISSED);
        for server in state.servers() {
            let open = state.requests().filter(|open| open.request.server() == server.id);
            assert!(open.count() <= OPEN_OF_A_SERVER);
            let allowed = state.account(server.id).allowed_next;
            assert!(allowed == 0 || state.run(server.id) == Some(RunState::Running));
        }
        for missed in state.missed() {
            assert!(state.server(missed.request.server()).is_some(), "missed of who is gone");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_request_gets_at_most_one_answer_and_no_budget_is_overdrawn_unasked(
        steps in prop::collection::vec(step(), 1..120),
    ) {
        let mut world = World::open();
        world.check();
        for step in steps {
            world.take(step);
            world.check();
        }
    }
}
