use super::*;
use crate::{
    AbsolutePath, CallAnswer, CallId, CallVerdict, HeldCall, MissedWhy, RequestKind, SessionId,
    ToolDigest, ToolOf, ToolRule, User,
};

fn asking() -> (Fixture, SessionId) {
    let (mut fixture, server) = Fixture::running();
    let session = SessionId { server, number: 1 };
    fixture.send(Event::Joined(session, User::App("an app".into()), vec![]));
    let of = ToolOf { tool: "write".into(), app: None };
    fixture.send(Event::SetToolRule(server, of, Some(ToolRule::Ask)));
    (fixture, session)
}

fn held(session: SessionId, number: u32, arguments: u8) -> Event {
    Event::Held(HeldCall {
        id: CallId(number),
        session,
        tool: "write".into(),
        arguments: ToolDigest([arguments; 32]),
        changed: false,
        at: START,
        lapsed: false,
    })
}

fn settled(effects: &[Effect]) -> Vec<(CallId, CallVerdict)> {
    let settled = |effect: &Effect| {
        if let Effect::Settle(id, verdict) = effect { Some((*id, *verdict)) } else { None }
    };
    effects.iter().filter_map(settled).collect()
}

#[test]
fn an_answer_that_comes_late_is_for_the_same_arguments_once() {
    let denied = |id| Event::DenyCall(id);
    let allowed = |id| Event::AllowCall(id, CallAnswer::Once);
    for (answer, verdict) in
        [(denied as fn(CallId) -> Event, CallVerdict::Denied), (allowed, CallVerdict::Pass)]
    {
        let (mut fixture, session) = asking();
        fixture.send(held(session, 1, 7));
        fixture.send(Event::CallLapsed(CallId(1)));
        assert_eq!(settled(&fixture.send(answer(CallId(1)))), []);
        assert_eq!(settled(&fixture.send(held(session, 2, 8))), [], "other arguments");
        assert_eq!(settled(&fixture.send(held(session, 3, 7))), [(CallId(3), verdict)]);
        assert_eq!(settled(&fixture.send(held(session, 4, 7))), [], "once");
    }
}

#[test]
fn a_person_who_changes_their_mind_is_heard_last() {
    let (mut fixture, session) = asking();
    fixture.send(held(session, 1, 7));
    fixture.send(Event::CallLapsed(CallId(1)));
    // The same call again lets go of the one that lapsed.
    fixture.send(held(session, 2, 7));
    fixture.send(Event::CallLapsed(CallId(2)));
    fixture.send(Event::AllowCall(CallId(2), CallAnswer::Once));
    let of = ToolOf { tool: "write".into(), app: None };
    fixture.send(Event::SetToolRule(session.server, of, Some(ToolRule::Off)));
    assert_eq!(settled(&fixture.send(held(session, 3, 7))), [(CallId(3), CallVerdict::Off)]);
}

#[test]
fn an_hour_is_over_after_an_hour() {
    let (mut fixture, session) = asking();
    fixture.send(held(session, 1, 7));
    let effects = fixture.send(Event::AllowCall(CallId(1), CallAnswer::Hour));
    assert_eq!(settled(&effects), [(CallId(1), CallVerdict::Pass)]);
    let end = Time(START.0 + HOUR);
    assert!(effects.contains(&Effect::Wake(Some(end))), "{effects:?}");
    assert_eq!(settled(&fixture.send(held(session, 2, 8))), [(CallId(2), CallVerdict::Pass)]);
    fixture.send_at(Event::TimePassed, Time(end.0 - 1));
    assert_eq!(fixture.state.tool_rule(session, "write"), ToolRule::Allowed);
    let effects = fixture.send_at(Event::TimePassed, end);
    assert!(effects.contains(&Effect::Rules(session)), "the relay is told: {effects:?}");
    assert_eq!(fixture.state.tool_rule(session, "write"), ToolRule::Ask);
    assert_eq!(settled(&fixture.send(held(session, 3, 9))), [], "it waits again");
}

#[test]
fn what_is_always_allowed_passes_in_the_next_session_of_that_app_alone() {
    let (mut fixture, first) = asking();
    fixture.send(held(first, 1, 7));
    let effects = fixture.send(Event::AllowCall(CallId(1), CallAnswer::Always));
    assert_eq!(settled(&effects), [(CallId(1), CallVerdict::Pass)]);
    let [next, other] = [(2, "an app"), (3, "another app")].map(|(number, app)| {
        let session = SessionId { number, ..first };
        fixture.send(Event::Joined(session, User::App(app.into()), vec![]));
        session
    });
    assert_eq!(settled(&fixture.send(held(next, 2, 8))), [(CallId(2), CallVerdict::Pass)]);
    assert_eq!(settled(&fixture.send(held(other, 3, 8))), [], "another app");
    assert!(fixture.state.held_call(CallId(3)).is_some(), "it waits");
}

#[test]
fn a_call_that_lapses_is_missed_until_it_is_answered() {
    let (mut fixture, session) = asking();
    for number in 1..=3 {
        fixture.send(held(session, number, 7));
        fixture.send(Event::CallLapsed(CallId(number)));
    }
    let missed: Vec<_> = fixture.state.missed().cloned().collect();
    let [missed] = missed.as_slice() else { panic!("one for the same tool: {missed:?}") };
    assert_eq!((missed.why, missed.again), (MissedWhy::Lapsed, 2));
    assert_eq!((missed.request.kind, &*missed.request.summary), (RequestKind::Call, "write"));
    assert_eq!(missed.request.of.as_ref().unwrap().app, "an app");
    fixture.send(Event::DenyCall(CallId(3)));
    assert_eq!(fixture.state.missed().count(), 0);
}

#[test]
fn an_access_that_lapses_is_missed_until_it_is_answered() {
    let (mut fixture, session) = asking();
    let path = |name: &str| AbsolutePath::new(format!("/work/{name}")).unwrap();
    for name in ["a", "b", "a"] {
        fixture.send(Event::AccessLapsed(session, path(name)));
    }
    let missed: Vec<_> = fixture.state.missed().map(|it| it.request.clone()).collect();
    let about: Vec<_> = missed.iter().map(|it| (it.kind, &*it.summary)).collect();
    assert_eq!(about, [(RequestKind::Access, "/work/b"), (RequestKind::Access, "/work/a")]);
    assert_eq!(missed[0].of.as_ref().unwrap().app, "an app");
    fixture.send(Event::AccessAnswered(session, path("a")));
    let left: Vec<_> = fixture.state.missed().map(|it| it.request.summary.clone()).collect();
    assert_eq!(left, ["/work/b"]);
}

/// A server names the paths, so they push out none of what else was missed.
#[test]
fn accesses_that_lapse_push_out_nothing_but_such() {
    let (mut fixture, session) = asking();
    fixture.send(held(session, 1, 7));
    fixture.send(Event::CallLapsed(CallId(1)));
    for number in 0..300 {
        let path = AbsolutePath::new(format!("/work/{number}")).unwrap();
        fixture.send(Event::AccessLapsed(session, path));
    }
    let kinds: Vec<_> = fixture.state.missed().map(|it| it.request.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == RequestKind::Access).count(), 20);
    assert_eq!(kinds.last(), Some(&RequestKind::Call));
    let newest = fixture.state.missed().next().unwrap();
    assert_eq!(newest.request.summary, "/work/299");
}

#[test]
fn a_tool_that_changed_is_marked_unless_it_comes_with_paddock() {
    let (mut fixture, bundled) = Fixture::running();
    let added = fixture.custom("other");
    for (server, marked) in [(bundled, false), (added, true)] {
        for digest in [1, 2] {
            let tools = vec![("read".to_owned(), ToolDigest([digest; 32]))];
            fixture.send(Event::Listed(server.own(), tools));
        }
        assert_eq!(fixture.state.has_changed(server, "read"), marked);
    }
}
