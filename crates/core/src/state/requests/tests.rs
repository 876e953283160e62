//! What is decided of requests, one thing at a time.

use std::time::Duration;

use super::missed::MISSED;
use super::{MOST_ALLOWED, OPEN_OF_A_SERVER};
use crate::{
    Asking, Change, Decision, Effect, Ending, Event, MissedWhy, Notice, Phase, Provider,
    ProviderApi, ProviderId, Refusal, Reply, Request, RequestId, RequestKind, SamplingLimits,
    Saved, ServerId, State, Time, TokensByHour, Written,
};

const START: Time = Time(1_000_000_000_000);
const MINUTE: i64 = 60_000;

/// A state with one running server, a provider, and a disk that always works.
struct Fixture {
    state: State,
    server: ServerId,
    now: Time,
    last: u32,
    /// What the disk holds of what was spent.
    spent: Option<TokensByHour>,
}

impl Fixture {
    fn new() -> Self {
        let provider = Provider {
            allowed: true,
            id: ProviderId(900),
            name: "here".into(),
            api: ProviderApi::OpenAi,
            url: "http://127.0.0.1:1/v1".into(),
            preferred: None,
            has_key: false,
        };
        Self::with(vec![provider])
    }

    fn with(providers: Vec<Provider>) -> Self {
        let (state, effects) =
            State::open(Saved { providers, next_id: 901, ..Saved::default() }, START);
        let server = state.servers().next().unwrap().id;
        let mut fixture = Self { state, server, now: START, last: 0, spent: None };
        fixture.keep(&effects);
        fixture.send(Event::Surveyed(Some(crate::How::Live)));
        fixture.run();
        fixture
    }

    fn run(&mut self) {
        let server = self.server;
        self.send(Event::Start(server));
        self.send(Event::Found { session: server.own(), seen: None });
        self.send(Event::Ready(server.own()));
    }

    /// What is to be done, beside keeping what changed.
    fn send(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = self.state.handle(event, self.now);
        self.keep(&effects);
        effects.retain(|effect| !matches!(effect, Effect::Commit(_)));
        effects
    }

    fn keep(&mut self, effects: &[Effect]) {
        for effect in effects {
            if let Effect::Commit(commit) = effect {
                for change in &commit.changes {
                    if let Change::PutSpent(_, spent) = change {
                        self.spent = Some(spent.clone());
                    }
                }
                self.send(Event::Committed(commit.id));
            }
        }
    }

    fn ask(&mut self, kind: RequestKind, tokens: u32) -> (RequestId, Vec<Effect>) {
        self.last += 1;
        let id = RequestId(self.last);
        let summary = "Summarise".into();
        let (session, during, of) = (self.server.own(), None, None);
        let request = Request { id, session, kind, summary, during, tokens, of };
        (id, self.send(Event::Requested(request)))
    }

    fn sampling(&mut self, tokens: u32) -> RequestId {
        self.ask(RequestKind::Sampling, tokens).0
    }

    fn decide(&mut self, id: RequestId, decision: Decision) -> Vec<Effect> {
        self.send(Event::Decided(id, decision))
    }

    fn answer(&mut self, id: RequestId, tokens: u32) -> Vec<Effect> {
        self.send(Event::Answered(id, Written { model: "m".into(), tokens }))
    }

    fn phase(&self, id: RequestId) -> Option<Phase> {
        self.state.request(id).map(|open| open.phase)
    }

    fn mute(&mut self, muted: bool) {
        self.send(Event::SetAsking(self.server, Asking { muted, ..Asking::default() }));
    }

    fn limits(&mut self, requests_an_hour: u32, tokens_a_day: u32) {
        let limits = SamplingLimits { requests_an_hour, tokens_a_day };
        self.send(Event::SetAsking(self.server, Asking { limits, muted: false }));
    }
}

fn refused(effects: &[Effect]) -> Option<MissedWhy> {
    effects.iter().find_map(|effect| {
        if let Effect::Reply(_, Reply::Refused(why)) = effect { Some(*why) } else { None }
    })
}

const SEND: Decision = Decision::Send { allow_next: 0 };
const DELIVER: Decision = Decision::Deliver { by_hand: false };
const DENY: Decision = Decision::Deny { mute: false };

#[test]
fn sampling_is_sent_reviewed_and_delivered_and_each_is_on_record() {
    let mut fixture = Fixture::new();
    let (id, effects) = fixture.ask(RequestKind::Sampling, 100);
    assert_eq!(effects, [Effect::Tell(Notice::Requested(fixture.server))]);
    let mut effects = fixture.decide(id, SEND);
    assert!(effects.contains(&Effect::Answer(id)));
    effects.extend(fixture.answer(id, 40));
    assert_eq!(fixture.phase(id), Some(Phase::Review));
    effects.extend(fixture.decide(id, DELIVER));
    assert!(effects.ends_with(&[Effect::Reply(id, Reply::Given), Effect::Forget(id)]));
    assert_eq!(fixture.phase(id), None);
    let records: Vec<_> = effects
        .iter()
        .filter_map(|effect| if let Effect::Record(record) = effect { Some(record) } else { None })
        .map(|record| (record.action.code(), record.detail.as_deref()))
        .collect();
    let delivered = ("sampling-delivered", Some("m, 40 tokens"));
    assert_eq!(records, [("sampling-sent", None), delivered]);
    assert_eq!(fixture.state.account(fixture.server).tokens, 40);
}

#[test]
fn what_is_over_is_decided_no_more() {
    let mut fixture = Fixture::new();
    let id = fixture.sampling(1);
    fixture.decide(id, DENY);
    for decision in [SEND, DELIVER, DENY, Decision::Stop, Decision::Submit, Decision::Visit] {
        assert_eq!(fixture.decide(id, decision), [Effect::Refuse(Refusal::UnknownRequest)]);
    }
    assert_eq!(fixture.answer(id, 1), []);
    assert_eq!(fixture.send(Event::Withdrawn(id, MissedWhy::Cancelled)), []);
}

#[test]
fn a_decision_that_does_not_fit_is_refused() {
    let mut fixture = Fixture::new();
    let sampling = fixture.sampling(1);
    let form = fixture.ask(RequestKind::Form, 0).0;
    let misfits = [
        (sampling, DELIVER),
        (sampling, Decision::Stop),
        (sampling, Decision::Submit),
        (form, SEND),
        (form, Decision::Visit),
        (form, Decision::Deliver { by_hand: true }),
    ];
    for (id, decision) in misfits {
        assert_eq!(fixture.decide(id, decision), [Effect::Refuse(Refusal::NotNow)], "{decision:?}");
        assert_eq!(fixture.phase(id), Some(Phase::Waiting));
    }
}

#[test]
fn a_stopped_model_has_cost_what_it_might_and_can_be_asked_again() {
    let mut fixture = Fixture::new();
    let id = fixture.sampling(300);
    fixture.decide(id, SEND);
    assert_eq!(fixture.decide(id, Decision::Stop), [Effect::StopAnswering(id)]);
    assert_eq!(fixture.answer(id, 5), [], "too late");
    assert_eq!(
        (fixture.phase(id), fixture.state.account(fixture.server).tokens),
        (Some(Phase::Waiting), 300)
    );
    assert!(fixture.decide(id, SEND).contains(&Effect::Answer(id)));
    fixture.send(Event::AnswerFailed { request: id, tokens: 7 });
    assert_eq!(
        (fixture.phase(id), fixture.state.account(fixture.server).tokens),
        (Some(Phase::Failed), 307)
    );
}

#[test]
fn sam_3_so_many_as_were_allowed_go_through_and_then_it_asks_again() {
    let mut fixture = Fixture::new();
    let first = fixture.sampling(10);
    fixture.decide(first, Decision::Send { allow_next: 2 });
    for _ in 0..2 {
        let (id, effects) = fixture.ask(RequestKind::Sampling, 10);
        assert_eq!(effects, [Effect::Answer(id)]);
        let effects = fixture.answer(id, 10);
        assert!(effects.ends_with(&[Effect::Reply(id, Reply::Given), Effect::Forget(id)]));
    }
    let third = fixture.sampling(10);
    assert_eq!(fixture.phase(third), Some(Phase::Waiting));
    let form = fixture.ask(RequestKind::Form, 0).0;
    assert_eq!(fixture.phase(form), Some(Phase::Waiting));
}

#[test]
fn an_automatic_answer_that_fails_waits_for_the_person() {
    let mut fixture = Fixture::new();
    fixture.send(Event::AllowNext(fixture.server, u32::MAX));
    assert_eq!(fixture.state.account(fixture.server).allowed_next, MOST_ALLOWED);
    let id = fixture.sampling(10);
    let effects = fixture.send(Event::AnswerFailed { request: id, tokens: 0 });
    assert_eq!(effects, [Effect::Tell(Notice::Requested(fixture.server))]);
    fixture.decide(id, SEND);
    fixture.answer(id, 10);
    assert_eq!(fixture.phase(id), Some(Phase::Review), "the person sent it, and reviews it");
}

#[test]
fn without_a_model_nothing_is_automatic_and_nothing_allowed_is_used_up() {
    let mut fixture = Fixture::with(Vec::new());
    fixture.send(Event::AllowNext(fixture.server, 1));
    let id = fixture.sampling(10);
    assert_eq!(fixture.phase(id), Some(Phase::Waiting));
    assert_eq!(fixture.state.account(fixture.server).allowed_next, 1);
}

#[test]
fn sam_3_a_server_asks_no_more_often_than_it_may() {
    let mut fixture = Fixture::new();
    fixture.limits(2, 1000);
    for _ in 0..2 {
        let id = fixture.sampling(1);
        fixture.decide(id, DENY);
    }
    let (_, effects) = fixture.ask(RequestKind::Sampling, 1);
    assert_eq!(refused(&effects), Some(MissedWhy::TooOften));
    assert_eq!(fixture.state.missed().next().unwrap().why, MissedWhy::TooOften);
    fixture.now.0 += 60 * MINUTE;
    let id = fixture.sampling(1);
    assert_eq!(fixture.phase(id), Some(Phase::Waiting));
}

#[test]
fn sam_3_what_would_cost_too_much_is_refused_and_what_is_under_way_counts() {
    let mut fixture = Fixture::new();
    fixture.limits(100, 1000);
    fixture.send(Event::AllowNext(fixture.server, 10));
    let first = fixture.sampling(600);
    let (_, effects) = fixture.ask(RequestKind::Sampling, 401);
    assert_eq!(refused(&effects), Some(MissedWhy::OverBudget));
    fixture.answer(first, 100);
    let second = fixture.sampling(900);
    assert_eq!(fixture.phase(second), Some(Phase::Answering));
    fixture.answer(second, 900);
    let (_, effects) = fixture.ask(RequestKind::Sampling, 1);
    assert_eq!(refused(&effects), Some(MissedWhy::OverBudget));
    fixture.now.0 += 26 * 60 * MINUTE;
    fixture.send(Event::TimePassed);
    assert_eq!(fixture.state.account(fixture.server).tokens, 0);
}

#[test]
fn sam_3_a_budget_is_not_new_because_the_app_is_started_again() {
    let mut fixture = Fixture::new();
    fixture.limits(100, 1000);
    fixture.send(Event::AllowNext(fixture.server, 1));
    let id = fixture.sampling(600);
    fixture.answer(id, 600);
    let spent = vec![(fixture.server, fixture.spent.take().unwrap())];
    let servers = fixture.state.servers().cloned().collect();

    let saved = Saved { servers, spent, next_id: 901, ..Saved::default() };
    let (state, effects) = State::open(saved, fixture.now);
    fixture.state = state;
    fixture.keep(&effects);
    fixture.send(Event::Surveyed(Some(crate::How::Live)));
    fixture.run();
    assert_eq!(fixture.state.account(fixture.server).tokens, 600);
    let (_, effects) = fixture.ask(RequestKind::Sampling, 401);
    assert_eq!(refused(&effects), Some(MissedWhy::OverBudget));
    let (_, effects) = fixture.ask(RequestKind::Sampling, 400);
    assert_eq!(refused(&effects), None);
}

#[test]
fn eli_4_forms_come_no_more_often_than_sixty_times_an_hour() {
    let mut fixture = Fixture::new();
    for _ in 0..60 {
        let id = fixture.ask(RequestKind::Form, 0).0;
        fixture.decide(id, Decision::Submit);
    }
    let (_, effects) = fixture.ask(RequestKind::Url, 0);
    assert_eq!(refused(&effects), Some(MissedWhy::TooOften));
}

#[test]
fn only_so_many_wait_and_the_same_asked_twice_is_two() {
    let mut fixture = Fixture::new();
    for _ in 0..OPEN_OF_A_SERVER {
        fixture.ask(RequestKind::Form, 0);
    }
    assert_eq!(fixture.state.requests().count(), OPEN_OF_A_SERVER);
    let (_, effects) = fixture.ask(RequestKind::Form, 0);
    assert_eq!(refused(&effects), Some(MissedWhy::TooOften));
}

#[test]
fn a_muted_server_is_heard_no_more_and_what_it_asked_is_over() {
    let mut fixture = Fixture::new();
    fixture.send(Event::AllowNext(fixture.server, 5));
    let answering = fixture.sampling(10);
    let (form, other) = (fixture.ask(RequestKind::Form, 0).0, fixture.ask(RequestKind::Url, 0).0);
    let effects = fixture.decide(form, Decision::Deny { mute: true });
    assert!(effects.contains(&Effect::Reply(form, Reply::Denied)));
    for id in [answering, other] {
        assert!(effects.contains(&Effect::Reply(id, Reply::Refused(MissedWhy::Muted))));
    }
    assert_eq!(fixture.state.requests().count(), 0);
    let (_, effects) = fixture.ask(RequestKind::Form, 0);
    assert_eq!(refused(&effects), Some(MissedWhy::Muted));
    fixture.mute(false);
    assert_eq!(fixture.state.account(fixture.server).allowed_next, 0);
    let id = fixture.sampling(1);
    assert_eq!(fixture.phase(id), Some(Phase::Waiting));
}

#[test]
fn can_2_what_is_withdrawn_is_closed_without_a_word() {
    let mut fixture = Fixture::new();
    let id = fixture.sampling(50);
    fixture.decide(id, SEND);
    let effects = fixture.send(Event::Withdrawn(id, MissedWhy::Cancelled));
    assert!(effects.contains(&Effect::Forget(id)));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Reply(..))));
    assert_eq!(
        fixture.state.account(fixture.server).tokens,
        50,
        "the model may have written all of it"
    );
    assert_eq!(fixture.state.missed().next().unwrap().why, MissedWhy::Cancelled);
    let missed = fixture.state.missed().next().unwrap().id;
    fixture.send(Event::DismissMissed(missed));
    assert_eq!(fixture.state.missed().count(), 0);
}

#[test]
fn what_a_server_asked_ends_with_it() {
    let endings: [fn(&mut Fixture) -> Vec<Effect>; 4] = [
        |fixture| fixture.send(Event::Stop(fixture.server)),
        |fixture| fixture.send(Event::Pause(None)),
        |fixture| {
            fixture.send(Event::Ended(fixture.server.own(), Ending::crash("x", Duration::ZERO)))
        },
        |fixture| fixture.send(Event::Ended(fixture.server.own(), Ending::Final)),
    ];
    for end in endings {
        let mut fixture = Fixture::new();
        fixture.send(Event::AllowNext(fixture.server, 5));
        let id = fixture.ask(RequestKind::Form, 0).0;
        let effects = end(&mut fixture);
        assert!(effects.contains(&Effect::Forget(id)));
        assert_eq!(fixture.state.requests().count(), 0);
        assert_eq!(fixture.state.account(fixture.server).allowed_next, 0);
        let (_, effects) = fixture.ask(RequestKind::Form, 0);
        assert_eq!(refused(&effects), Some(MissedWhy::ServerEnded));
    }
}

#[test]
fn only_the_last_missed_are_kept() {
    let mut fixture = Fixture::new();
    fixture.limits(1000, 100_000);
    for _ in 0..2 * MISSED {
        let id = fixture.sampling(1);
        fixture.send(Event::Withdrawn(id, MissedWhy::Cancelled));
    }
    assert_eq!(fixture.state.missed().count(), MISSED);
}

#[test]
fn a_server_that_asks_on_and_on_is_told_each_time_and_the_person_once_an_hour() {
    let mut fixture = Fixture::new();
    fixture.mute(true);
    let mut records = 0;
    for _ in 0..1000 {
        let (_, effects) = fixture.ask(RequestKind::Sampling, 1);
        assert_eq!(refused(&effects), Some(MissedWhy::Muted));
        records += effects.iter().filter(|it| matches!(it, Effect::Record(_))).count();
    }
    assert_eq!(records, 1);
    let missed: Vec<_> = fixture.state.missed().map(|it| (it.request.id, it.again)).collect();
    assert_eq!(missed, [(RequestId(1), 999)]);

    fixture.now = fixture.now.plus(Duration::from_hours(1));
    fixture.sampling(1);
    assert_eq!(fixture.state.missed().count(), 2);
}
