//! What the server that shows all of the protocol asks, answered by a person and a model.

use paddock_host::view::{
    Code, FieldKind, PartView, RequestDetail, RequestKind, SamplingEdit, TextEdit,
};
use serde_json::{Value, json};

use super::{Asking, Called};
use crate::model::{FakeModel, Says};
use crate::peers::node_peer;
use crate::world::World;

async fn everything() -> Option<Asking> {
    let draft = node_peer("server-everything")?;
    let world = World::new();
    let server = world.add(draft).await;
    world.until_told(server).await;
    Some(Asking { world, server })
}

impl Called {
    async fn text(self) -> String {
        let called = self.0.await.unwrap().unwrap();
        let texts = called.parts.iter().filter_map(|part| {
            let PartView::Text { text } = part else { return None };
            Some(text.as_str())
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sampling_is_edited_answered_reviewed_edited_and_delivered() {
    let Some(asking) = everything().await else { return };
    let model = FakeModel::start().await;
    asking.add(&model).await;
    model.will(Says::Text("Forty-two, says Ada"));
    let arguments = json!({ "prompt": "What is my name?", "maxTokens": 60 });
    let called = asking.call_with("trigger-sampling-request", &arguments);
    let request = asking.until_waiting().await;
    let shown = asking.sampling(request.id).await;
    assert_eq!(shown.system_prompt.as_deref(), Some("You are a helpful test server."));
    assert_eq!(shown.max_tokens, 60);
    let [PartView::Text { text }] = &shown.messages[0].parts[..] else { panic!("{shown:?}") };
    assert!(text.contains("What is my name?"), "{text}");

    let text = TextEdit { message: 0, part: 0, text: "What is the answer?".into() };
    let edit = SamplingEdit { texts: vec![text], max_tokens: Some(30), ..SamplingEdit::default() };
    asking.world.host.send_sampling(request.id, edit).await.unwrap();
    asking.until_review().await;
    let sent = model.asked().remove(0).body.to_string();
    assert!(sent.contains("What is the answer?") && !sent.contains("my name"), "{sent}");
    asking.world.host.deliver_answer(request.id, Some("Forty-two".into())).await.unwrap();
    let said = called.text().await;
    assert!(said.contains(r#""text": "Forty-two""#) && !said.contains("Ada"), "{said}");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sampling_is_refused() {
    let Some(asking) = everything().await else { return };
    let called = asking.call_with("trigger-sampling-request", &json!({ "prompt": "x" }));
    let request = asking.until_waiting().await;
    asking.world.host.deny_request(request.id, false).await.unwrap();
    let refused = called.0.await.unwrap().unwrap();
    assert!(refused.is_error, "{refused:?}");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_every_kind_is_filled_in() {
    let Some(asking) = everything().await else { return };
    let called = asking.call("trigger-elicitation-request");
    let request = asking.until_waiting().await;
    let detail = asking.world.host.request(request.id).await.unwrap();
    let RequestDetail::Form(form) = detail else { panic!("{detail:?}") };
    let choices =
        |kind: &FieldKind| matches!(kind, FieldKind::Choice { .. } | FieldKind::Choices { .. });
    assert_eq!(form.fields.iter().filter(|field| choices(&field.kind)).count(), 5);
    let mut values = super::elicitation::defaults(&form);
    values.insert("name".into(), json!("Ada"));
    values.insert("email".into(), json!("not an address"));
    let submit = async |values: &_| {
        asking.world.host.submit_form(request.id, serde_json::to_string(values).unwrap()).await
    };
    let refused = submit(&values).await.unwrap_err();
    assert!(refused.code == Code::FormInvalid && refused.details.contains_key("email"));
    values.insert("email".into(), json!("ada@example.org"));
    submit(&values).await.unwrap();
    let said = called.text().await;
    let raw = said.split_once("Raw result: ").unwrap().1;
    let raw: Value = serde_json::from_str(raw).unwrap();
    assert_eq!(raw, json!({ "action": "accept", "content": values }));
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_needs_a_visit_first_is_made_again_after_it() {
    let Some(asking) = everything().await else { return };
    let arguments = json!({ "url": "https://example.org/", "errorPath": true });
    let called = asking.call_with("trigger-url-elicitation", &arguments);
    let first = asking.until_waiting().await;
    let address = asking.world.host.agree_to_url(first.id).await.unwrap();
    assert_eq!(address, "https://modelcontextprotocol.io/");
    assert_eq!(called.failure().await.code, Code::CallAgain);

    let called = asking.call_with("trigger-url-elicitation", &arguments);
    let second = asking.until("what it is about", |it| it.id != first.id).await;
    asking.world.host.agree_to_url(second.id).await.unwrap();
    assert!(called.text().await.contains("\"action\": \"accept\""));
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_refused_and_then_agreed_to() {
    let Some(asking) = everything().await else { return };
    let address = "https://example.org/sign-in?a=b";
    for agreed in [false, true] {
        let called = asking.call_with("trigger-url-elicitation", &json!({ "url": address }));
        let request = asking.until_waiting().await;
        assert_eq!(request.kind, RequestKind::Url);
        let word = if agreed {
            assert_eq!(asking.world.host.agree_to_url(request.id).await.unwrap(), address);
            "accept"
        } else {
            asking.world.host.deny_request(request.id, false).await.unwrap();
            "decline"
        };
        let said = called.text().await;
        assert!(said.contains(&format!("\"action\": \"{word}\"")), "{said}");
    }
    asking.world.quit().await;
}
