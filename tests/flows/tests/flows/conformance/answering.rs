//! A server's wish for the answer of a language model, in the hands of a person.

use paddock_host::view::{
    Code, MissedWhy, ModelChoice, PartView, RequestKind, SamplingEdit, TextEdit,
};
use serde_json::{Value, json};

use super::revision::Revision;
use crate::model::{MODEL, Says};
use crate::requests::{Asking, Called};

const INVALID_PARAMS: i64 = -32602;

pub(super) async fn sam_2_nothing_is_sent_or_delivered_before_the_person_says_so(
    revision: Revision,
) {
    let (asking, model) = Asking::with_model(&revision.args()).await;
    model.will(Says::Text("Rome, and a secret"));
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    assert_eq!((request.kind, request.server), (RequestKind::Sampling, asking.server));
    let shown = asking.sampling(request.id).await;
    let words = PartView::Text { text: "What is the capital of France?".into() };
    assert_eq!(shown.messages[0].parts, [words]);
    assert_eq!(shown.system_prompt.as_deref(), Some("Answer in one word."));
    assert!(model.asked().is_empty(), "sent before the person says so");

    let text = TextEdit { message: 0, part: 0, text: "And of Italy?".into() };
    let edit = SamplingEdit { texts: vec![text], ..SamplingEdit::default() };
    asking.world.host.send_sampling(request.id, edit).await.unwrap();
    asking.until_review().await;
    let sent = model.asked().remove(0).body.to_string();
    assert!(sent.contains("And of Italy?") && !sent.contains("France"), "{sent}");
    let answer = asking.sampling(request.id).await.answer.unwrap();
    assert_eq!(answer.parts, [PartView::Text { text: "Rome, and a secret".into() }]);
    assert!(!called.is_over(), "delivered before the person says so");

    asking.world.host.deliver_answer(request.id, Some("Rome".into())).await.unwrap();
    assert_eq!(called.answer().await["content"], json!({ "type": "text", "text": "Rome" }));
    asking.world.quit().await;
}

pub(super) async fn sam_2_the_person_can_answer_without_any_model(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.deliver_answer(request.id, Some("Paris".into())).await.unwrap();
    let answer = called.answer().await;
    assert_eq!(answer["content"], json!({ "type": "text", "text": "Paris" }));
    assert_eq!((&answer["role"], &answer["model"]), (&json!("assistant"), &json!("human")));
    asking.world.quit().await;
}

pub(super) async fn sam_3_a_server_asks_no_more_often_than_it_may(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    asking.limit(1, 1_000_000).await;
    let first = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.deny_request(request.id, false).await.unwrap();
    first.until_refused(revision).await;
    asking.call("sample").until_refused(revision).await;
    assert_eq!(asking.until_missed().await.why, MissedWhy::TooOften);
    asking.world.quit().await;
}

pub(super) async fn sam_3_what_makes_no_sense_is_refused(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let hello = json!([said("hello")]);
    for params in [
        json!({}),
        json!({ "messages": hello }),
        json!({ "messages": [], "maxTokens": 10 }),
        json!({ "messages": hello, "maxTokens": 0 }),
        json!({ "messages": hello, "maxTokens": -1 }),
        json!({ "messages": [{ "role": "system", "content": [] }], "maxTokens": 10 }),
        json!({ "messages": [{ "role": "user", "content": { "type": "image", "data": "%" } }], "maxTokens": 10 }),
    ] {
        let code = sample(&asking, &params).until_refused(revision).await;
        assert!(code.is_none_or(|code| code == INVALID_PARAMS), "{code:?} to {params}");
    }
    assert!(asking.world.view().await.requests.is_empty());
    asking.world.quit().await;
}

pub(super) async fn sam_4_no_more_tokens_than_the_server_wants(revision: Revision) {
    let (asking, model) = Asking::with_model(&revision.args()).await;
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    let more = SamplingEdit { max_tokens: Some(101), ..SamplingEdit::default() };
    let refused = asking.world.host.send_sampling(request.id, more).await.unwrap_err();
    assert_eq!(refused.code, Code::BadEdit);
    let other = SamplingEdit { temperature: Some(0.5), ..SamplingEdit::default() };
    asking.world.host.send_sampling(request.id, other).await.unwrap();
    asking.until_review().await;
    let sent = model.asked().remove(0).body;
    let limit = sent.get("max_tokens").or_else(|| sent.get("max_completion_tokens"));
    assert_eq!(limit, Some(&json!(100)), "{sent}");
    assert_eq!((&sent["temperature"], &sent["stop"]), (&json!(0.5), &json!(["\n\n"])), "{sent}");
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    called.answer().await;
    asking.world.quit().await;
}

pub(super) async fn sam_5_the_first_hint_that_fits_decides_and_the_person_may_differ(
    revision: Revision,
) {
    let (asking, model) = Asking::with_model(&revision.args()).await;
    let hints = ["nobody", "OTHE", "sonnet"].map(|name| json!({ "name": name }));
    let called = prefer(&asking, &json!({ "hints": hints, "intelligencePriority": 1.0 }));
    let request = asking.until_waiting().await;
    let shown = asking.sampling(request.id).await;
    let chosen = shown.chosen.unwrap();
    assert_eq!((chosen.model.as_str(), shown.chosen_by_hint.as_deref()), ("other", Some("OTHE")));

    let model_of_choice = ModelChoice { model: MODEL.into(), ..chosen };
    let edit = SamplingEdit { model: Some(model_of_choice), ..SamplingEdit::default() };
    asking.world.host.send_sampling(request.id, edit).await.unwrap();
    asking.until_review().await;
    assert_eq!(model.asked()[0].body["model"], MODEL);
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    assert_eq!(called.answer().await["model"], MODEL);
    asking.world.quit().await;
}

pub(super) async fn sam_5_without_a_fitting_hint_priorities_decide(revision: Revision) {
    let (asking, model) = Asking::with_model(&revision.args()).await;
    model.offers(&["grand-large", "petit-mini"]);
    asking.check_models().await;
    for (priority, wanted) in
        [("speedPriority", "petit-mini"), ("intelligencePriority", "grand-large")]
    {
        let called = prefer(&asking, &json!({ "hints": [{ "name": "nobody" }], priority: 0.9 }));
        let request = asking.until_waiting().await;
        let shown = asking.sampling(request.id).await;
        assert_eq!(shown.chosen.unwrap().model, wanted);
        assert_eq!(shown.chosen_by_hint, None);
        asking.world.host.deny_request(request.id, false).await.unwrap();
        called.until_refused(revision).await;
    }
    asking.world.quit().await;
}

pub(super) async fn sam_6_tools_are_refused_where_there_are_none(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let code = asking.call("sample-tools").until_refused(revision).await;
    assert_eq!(code, Some(INVALID_PARAMS));
    asking.world.quit().await;
}

pub(super) async fn sam_7_results_are_unmixed_and_follow_their_use(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    for wrong in misplaced_results() {
        converse(&asking, &wrong).until_refused(revision).await;
    }
    assert!(asking.world.view().await.requests.is_empty());

    let right = json!([said("Go"), uses(&["1", "2"]), gives(&["2", "1"]), said("Well?")]);
    let called = converse(&asking, &right);
    let request = asking.until_waiting().await;
    assert_eq!(asking.sampling(request.id).await.messages.len(), 4);
    asking.world.host.deny_request(request.id, false).await.unwrap();
    called.until_refused(revision).await;
    asking.world.quit().await;
}

pub(super) async fn sam_8_missing_and_mixed_results_are_invalid(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    for wrong in misplaced_results() {
        let code = converse(&asking, &wrong).until_refused(revision).await;
        assert_eq!(code, Some(INVALID_PARAMS), "{wrong}");
    }
    asking.world.quit().await;
}

pub(super) async fn sam_10_a_conversation_of_tools_has_an_end(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let rounds = (0..21).flat_map(|round| {
        let id = round.to_string();
        [uses(&[&id]), gives(&[&id])]
    });
    let messages: Vec<Value> = std::iter::once(said("Go")).chain(rounds).collect();
    converse(&asking, &messages.into()).until_refused(revision).await;
    assert!(asking.world.view().await.requests.is_empty());
    asking.world.quit().await;
}

pub(super) async fn sam_10_what_a_model_wants_of_tools_goes_to_the_server(revision: Revision) {
    let (asking, model) = Asking::with_model(&revision.args()).await;
    model.will(Says::Tool { name: "weather", arguments: r#"{"city":"Paris"}"# });
    let called = converse(&asking, &json!([said("How is the weather?")]));
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    let mut answer = called.answer().await;
    assert_eq!(answer["stopReason"], "toolUse", "{answer}");
    let content = match answer["content"].take() {
        Value::Array(mut parts) if parts.len() == 1 => parts.remove(0),
        one => one,
    };
    assert_eq!((&content["type"], &content["name"]), (&json!("tool_use"), &json!("weather")));
    assert_eq!(content["input"], json!({ "city": "Paris" }));
    asking.world.quit().await;
}

pub(super) async fn can_2_what_waits_for_the_person_is_closed(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let _called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.call(asking.server, "cancel-asks", json!({})).await.unwrap();
    let missed = asking.until_missed().await;
    assert_eq!((missed.request, missed.why), (Some(request.id), MissedWhy::Cancelled));
    asking.until_nothing_waits().await;
    let late = asking.world.host.deliver_answer(request.id, Some("Paris".into())).await;
    assert_eq!(late.unwrap_err().code, Code::UnknownRequest);
    asking.world.quit().await;
}

impl Called {
    /// Waits until the server is refused what it asked: in the legacy era with an error, whose code
    /// this is; in the modern era the call is over.
    async fn until_refused(self, revision: Revision) -> Option<i64> {
        if revision.is_modern() {
            let failure = self.failure().await;
            assert!(failure.code.as_str().starts_with("call-"), "{failure:?}");
            assert_ne!(failure.code, Code::CallTimeout);
            return None;
        }
        let answer = self.answer().await;
        Some(answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{answer}")))
    }
}

/// Has the server ask for sampling with these parameters.
fn sample(asking: &Asking, params: &Value) -> Called {
    let input = json!({ "method": "sampling/createMessage", "params": params });
    asking.call_with("ask", &json!({ "rounds": [{ "inputs": { "it": input } }] }))
}

fn prefer(asking: &Asking, preferences: &Value) -> Called {
    let messages = [said("hello")];
    sample(
        asking,
        &json!({ "messages": messages, "maxTokens": 10, "modelPreferences": preferences }),
    )
}

/// Has it ask for the next turn of a conversation in which there is a tool.
fn converse(asking: &Asking, messages: &Value) -> Called {
    let tool = json!({ "name": "weather", "inputSchema": { "type": "object" } });
    sample(asking, &json!({ "messages": messages, "maxTokens": 10, "tools": [tool] }))
}

fn misplaced_results() -> [Value; 5] {
    let mixed = {
        let mut message = gives(&["1"]);
        let parts = message["content"].as_array_mut().unwrap();
        parts.push(json!({ "type": "text", "text": "and" }));
        message
    };
    [
        json!([said("Go"), uses(&["1"])]),
        json!([said("Go"), uses(&["1"]), said("Well?")]),
        json!([said("Go"), uses(&["1"]), mixed]),
        json!([said("Go"), uses(&["1", "2"]), gives(&["1"])]),
        json!([said("Go"), uses(&["1"]), gives(&["2"])]),
    ]
}

fn said(text: &str) -> Value {
    json!({ "role": "user", "content": { "type": "text", "text": text } })
}

fn uses(ids: &[&str]) -> Value {
    let parts = ids
        .iter()
        .map(|id| json!({ "type": "tool_use", "id": id, "name": "weather", "input": {} }));
    json!({ "role": "assistant", "content": parts.collect::<Vec<_>>() })
}

fn gives(ids: &[&str]) -> Value {
    let parts =
        ids.iter().map(|id| json!({ "type": "tool_result", "toolUseId": id, "content": [] }));
    json!({ "role": "user", "content": parts.collect::<Vec<_>>() })
}
