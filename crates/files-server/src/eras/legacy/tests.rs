//! When calls wait for the roots, and for how long.

use super::*;
use serde_json::{Value, json};

use crate::eras::Client;

struct Talk {
    client: Client,
    now: Instant,
}

impl Talk {
    fn initialized() -> Self {
        let mut talk = Self { client: Client::default(), now: Instant::now() };
        talk.say(
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}}}}"#,
        );
        assert_eq!(talk.say(INITIALIZED)[0]["method"], "roots/list");
        talk
    }

    /// What is sent, and for each call that is let go its id and whether there are roots.
    fn say(&mut self, line: &str) -> Vec<Value> {
        let mut turn = Turn::default();
        self.client.receive(line.as_bytes().to_vec(), self.now, &mut turn);
        told(&turn)
    }

    fn wait(&mut self, time: Duration) -> Vec<Value> {
        self.now += time;
        let mut turn = Turn::default();
        self.client.give_up_waiting(self.now, &mut turn);
        told(&turn)
    }
}

fn told(turn: &Turn) -> Vec<Value> {
    let sent = serde_json::Deserializer::from_slice(&turn.out).into_iter().map(Result::unwrap);
    let ready = turn.ready.iter().map(|ready| {
        let Due::One(request) = &ready.asked else { panic!() };
        let id: Value = serde_json::from_str(request.id()).unwrap();
        json!({ "id": id, "refused": ready.granted.is_err() })
    });
    sent.chain(ready).collect()
}

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_allowed_directories"}}"#;
const ALMOST: Duration = Duration::from_millis(9_999);
const REST: Duration = Duration::from_millis(1);

fn listed(id: u64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[{{"uri":"file:///no"}}]}}}}"#)
}

#[test]
fn srv_4_a_call_waits_for_the_roots_and_not_longer_than_that() {
    let mut talk = Talk::initialized();
    assert!(talk.say(CALL).is_empty());
    assert!(talk.wait(ALMOST).is_empty());
    let answers = talk.wait(REST);
    assert_eq!(answers[0]["refused"], true);
    assert_eq!(talk.client.deadline(), None, "nothing is left to wait for");
    assert_eq!(talk.say(CALL)[0]["refused"], true, "a later call is refused at once");
    assert!(talk.say(&listed(1)).is_empty());
    assert_eq!(talk.say(CALL)[0]["refused"], false);
}

#[test]
fn srv_4_changes_do_not_make_a_call_wait_longer() {
    let mut talk = Talk::initialized();
    talk.say(CALL);
    assert!(talk.wait(ALMOST).is_empty());
    assert_eq!(talk.say(CHANGED)[0]["id"], 2);
    assert_eq!(talk.wait(REST)[0]["id"], 7);
    talk.say(CHANGED);
    talk.say(CALL);
    assert!(talk.wait(ALMOST).is_empty(), "a new question gives new calls their time");
}

#[test]
fn srv_4_calls_are_answered_in_order_when_the_roots_come() {
    let mut talk = Talk::initialized();
    for id in 10..15 {
        assert!(talk.say(&CALL.replace('7', &id.to_string())).is_empty());
    }
    let answers = talk.say(&listed(1));
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [10, 11, 12, 13, 14]);
}

#[test]
fn srv_11_waiting_calls_are_bounded() {
    let mut talk = Talk::initialized();
    for _ in 0..MAX_WAITING {
        assert!(talk.say(CALL).is_empty());
    }
    assert_eq!(talk.say(CALL)[0]["refused"], true);
    assert_eq!(talk.say(&listed(1)).len(), MAX_WAITING);
}
