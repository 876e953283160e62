//! Servers that ask in order to deceive, to fill what there is, or to be heard alone.

use paddock_host::view::{
    ActivityFilter, ActivityFormat, FieldKind, MissedWhy, PartView, ProviderDraft, RequestDetail,
    SamplingEdit, View, WireFilter,
};
use serde_json::{Value, json};

use super::{Asking, draft};
use crate::model::{FakeModel, Says};
use crate::world::World;

/// Turns around what follows, ends lines, clears screens.
const EVIL: &str = "a\u{202e}b\u{1b}[2Jc\u{2066}d\r\u{7}\u{200b}";

fn one(method: &str, params: &Value) -> Value {
    json!({ "rounds": [{ "inputs": { "it": { "method": method, "params": params } } }] })
}

/// Whether every string that is shown is free of what could deceive.
fn is_harmless(shown: &Value) -> bool {
    let shown = shown.to_string();
    // JSON itself escapes the ASCII ones.
    !shown.contains(['\u{202e}', '\u{2066}', '\u{200b}'])
        && !["\\u001b", "\\u0007", "\\r"].iter().any(|escaped| shown.contains(escaped))
}

#[tokio::test(flavor = "multi_thread")]
async fn eli_2_nothing_that_is_shown_of_a_request_can_deceive() {
    let asking = Asking::new(&[]).await;
    let schema = json!({ "type": "object", "properties": {
        "n": { "type": "string", "title": EVIL, "description": EVIL, "default": EVIL },
        "c": { "type": "string", "oneOf": [{ "const": "x", "title": EVIL }] },
    } });
    let form = json!({ "message": EVIL, "requestedSchema": schema });
    let content = json!({ "type": "text", "text": EVIL });
    let sampling = json!({
        "messages": [{ "role": "user", "content": content }], "maxTokens": 9,
        "systemPrompt": EVIL, "stopSequences": [EVIL], "includeContext": "none",
        "modelPreferences": { "hints": [{ "name": EVIL }] },
        "tools": [{ "name": EVIL, "description": EVIL, "inputSchema": { "type": "object" } }],
    });
    let url = json!({
        "mode": "url", "message": EVIL, "url": "https://example.org/\u{202e}x", "elicitationId": "1",
    });
    let asks = [
        ("elicitation/create", form),
        ("sampling/createMessage", sampling),
        ("elicitation/create", url),
    ];
    for (method, params) in asks {
        let called = asking.call_with("ask", &one(method, &params));
        let request = asking.until_waiting().await;
        assert!(is_harmless(&json!(request)), "{request:?}");
        let detail = asking.world.host.request(request.id).await.unwrap();
        assert!(is_harmless(&json!(detail)), "{detail:?}");
        if let RequestDetail::Form(form) = &detail {
            let choice = form.fields.iter().find(|field| field.name == "c").unwrap();
            let FieldKind::Choice { options } = &choice.kind else { panic!("{form:?}") };
            assert_eq!(options[0].value, "x");
            assert!(form.fields.iter().all(|field| field.default.is_none()));
        }
        asking.world.host.deny_request(request.id, false).await.unwrap();
        called.answer().await;
    }
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_a_model_says_can_deceive() {
    let (asking, model) = Asking::with_model(&[]).await;
    model.will(Says::Text(EVIL));
    let _called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    let answer = asking.sampling(request.id).await.answer.unwrap();
    assert!(is_harmless(&json!(answer)), "{answer:?}");
    assert!(matches!(&answer.parts[..], [PartView::Text { text }] if text.contains("\\u{202e}")));
    let grown = |seen: &crate::recorder::Seen| seen.grown.first().map(|it| json!(it));
    assert!(is_harmless(&asking.world.shell.until("it grew", grown).await));
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_of_one_server_wait_and_another_is_still_heard() {
    const MOST: usize = 16;
    let asking = Asking::new(&[]).await;
    let other = asking.world.add_fake("other", &[]).await;
    asking.world.until_running(other).await;
    let calls: Vec<_> = (0..MOST).map(|_| asking.call("visit")).collect();
    let full = |view: &View| view.requests.len() == MOST;
    asking.world.until("as many wait as may", full).await;
    assert_eq!(asking.call("visit").answer().await, json!({ "action": "cancel" }));
    let missed = asking.until_missed().await;
    assert_eq!((missed.why, missed.again), (MissedWhy::TooOften, 0));
    assert_eq!(asking.call("form").answer().await, json!({ "action": "cancel" }));
    assert_eq!(asking.until_missed().await.again, 1);

    let heard = Asking { world: asking.world, server: other };
    let _form = heard.call("form");
    heard.world.until("the other is heard", |view| view.requests.len() == MOST + 1).await;
    let asking = Asking { world: heard.world, server: asking.server };
    asking.world.host.stop_server(asking.server).await.unwrap();
    asking.world.until("only the other's waits", |view| view.requests.len() == 1).await;
    for call in calls {
        call.failure().await;
    }
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_in_no_log_and_no_export() {
    const SECRET: &str = "sk-never-to-be-seen-anywhere";
    let asking = Asking::new(&[]).await;
    let model = FakeModel::start().await;
    let with_key = ProviderDraft { key: Some(SECRET.into()), ..draft("here", &model) };
    asking.add_as(with_key).await;
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    called.answer().await;

    let world: &World = &asking.world;
    let messages = world.host.messages(asking.server, WireFilter::default()).await.unwrap();
    let upto = messages.messages[0].number;
    let script = world.host.reproduce(asking.server, upto).await.unwrap();
    let log = world.host.follow_log(Some(asking.server)).await.unwrap();
    let file = world.ground.beside("export");
    world
        .host
        .export_activity(ActivityFilter::default(), ActivityFormat::JsonLines, file.clone().into())
        .await
        .unwrap();
    let export = std::fs::read_to_string(file).unwrap();
    assert!(export.contains("sampling-delivered"), "{export}");
    for shown in [format!("{messages:?}"), script, format!("{log:?}"), export] {
        assert!(!shown.contains(SECRET), "{shown}");
    }
    assert!(model.asked()[0].key.as_ref().unwrap().contains(SECRET), "the model got it");
    asking.world.quit().await;
}
