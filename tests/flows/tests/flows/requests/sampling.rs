//! A server asks for the answer of a language model.

use paddock_host::view::{
    Code, ModelChoice, PartView, RequestKind, RequestPhase, SamplingEdit, TextEdit,
};
use serde_json::json;

use super::{Asking, ERAS};
use crate::model::{FakeModel, MODEL, Says};

#[tokio::test(flavor = "multi_thread")]
async fn sam_2_a_request_is_edited_answered_reviewed_and_delivered() {
    for era in ERAS {
        let (asking, model) = Asking::with_model(era).await;
        model.will(Says::Half("Par", "is"));
        let called = asking.call("sample");
        let request = asking.until_waiting().await;
        assert_eq!(request.kind, RequestKind::Sampling);
        assert_eq!(request.summary, "What is the capital of France?");
        let shown = asking.sampling(request.id).await;
        assert_eq!(shown.system_prompt.as_deref(), Some("Answer in one word."));
        assert_eq!(shown.chosen_by_hint.as_deref(), Some("sonnet"));
        let chosen = shown.chosen.unwrap();
        assert_eq!(chosen.model, MODEL);
        assert!(model.asked().is_empty(), "nothing is sent before the person says so");

        let text = TextEdit { message: 0, part: 0, text: "And of Italy?".into() };
        let edit = SamplingEdit {
            max_tokens: Some(50),
            temperature: Some(0.5),
            system_prompt: Some("Be brief.".into()),
            texts: vec![text],
            ..SamplingEdit::default()
        };
        asking.world.host.send_sampling(request.id, edit).await.unwrap();
        let grown = |seen: &crate::recorder::Seen| {
            seen.grown
                .iter()
                .find(|it| (it.request, it.text.as_str()) == (request.id, "Par"))
                .cloned()
        };
        asking.world.shell.until("the answer is shown as it grows", grown).await;
        let so_far = asking.sampling(request.id).await.answer.unwrap();
        assert_eq!(so_far.parts, [PartView::Text { text: "Par".into() }]);
        model.go_on();
        asking.until_review().await;
        let answer = asking.sampling(request.id).await.answer.unwrap();
        assert_eq!(answer.parts, [PartView::Text { text: "Paris".into() }]);
        assert_eq!((answer.tokens_in, answer.tokens_out), (Some(11), Some(5)));

        let sent = model.asked().remove(0).body;
        assert_eq!(sent["model"], MODEL);
        assert_eq!(sent["messages"][0]["content"], "Be brief.");
        assert!(sent["messages"][1].to_string().contains("And of Italy?"), "{sent}");
        assert!(!sent.to_string().contains("France"), "{sent}");
        assert!(sent.to_string().contains("50"), "{sent}");

        asking.world.host.deliver_answer(request.id, None).await.unwrap();
        let answered = called.answer().await;
        assert_eq!(answered["model"], MODEL);
        assert_eq!(answered["role"], "assistant");
        assert_eq!(answered["stopReason"], "endTurn");
        assert_eq!(answered["content"], json!({ "type": "text", "text": "Paris" }));
        asking.until_nothing_waits().await;
        let kinds = asking.world.activity(asking.server).await;
        for kind in ["sampling-sent", "sampling-delivered"] {
            assert!(kinds.iter().any(|it| it == kind), "{kinds:?}");
        }
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_2_the_answer_is_edited_before_the_server_gets_it() {
    let (asking, model) = Asking::with_model(&[]).await;
    model.will(Says::Text("Paris, and my password is hunter2"));
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    asking.world.host.deliver_answer(request.id, Some("Paris".into())).await.unwrap();
    assert_eq!(called.answer().await["content"]["text"], "Paris");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_2_a_person_answers_without_any_model() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        let called = asking.call("sample");
        let request = asking.until_waiting().await;
        assert_eq!(asking.sampling(request.id).await.chosen, None);
        let nothing = asking.world.host.deliver_answer(request.id, None).await.unwrap_err();
        assert_eq!(nothing.code, Code::RequestNotNow);
        asking.world.host.deliver_answer(request.id, Some("Paris".into())).await.unwrap();
        let answered = called.answer().await;
        assert_eq!(answered["content"], json!({ "type": "text", "text": "Paris" }));
        assert_eq!(answered["model"], "human");
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_no_provider_it_waits_until_there_is_one() {
    let asking = Asking::new(&[]).await;
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    assert_eq!(asking.until_failed().await.code, Code::NoModel);
    asking.add(&FakeModel::start().await).await;
    assert!(asking.sampling(request.id).await.chosen.is_some());
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    assert_eq!(called.answer().await["content"]["text"], "fine");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_9_a_denial_is_error_minus_1_or_ends_the_call() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        let called = asking.call("sample");
        let request = asking.until_waiting().await;
        asking.world.host.deny_request(request.id, false).await.unwrap();
        if era.is_empty() {
            assert_eq!(called.answer().await["error"]["code"], -1);
        } else {
            assert_eq!(called.failure().await.code, Code::CallDenied);
        }
        let view = asking.world.view().await;
        assert!(view.requests.is_empty() && view.missed.is_empty());
        let over = asking.world.host.deny_request(request.id, false).await.unwrap_err();
        assert_eq!(over.code, Code::UnknownRequest);
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_4_a_person_asks_for_no_more_than_the_server_did() {
    let (asking, model) = Asking::with_model(&[]).await;
    let _called = asking.call("sample");
    let request = asking.until_waiting().await;
    let nobody = ModelChoice { provider: 4_000_000, model: "x".into() };
    let misfits = [
        (SamplingEdit { max_tokens: Some(101), ..SamplingEdit::default() }, Code::BadEdit),
        (SamplingEdit { temperature: Some(-1.0), ..SamplingEdit::default() }, Code::BadEdit),
        (
            SamplingEdit {
                texts: vec![TextEdit { message: 0, part: 1, text: "x".into() }],
                ..SamplingEdit::default()
            },
            Code::BadEdit,
        ),
        (SamplingEdit { model: Some(nobody), ..SamplingEdit::default() }, Code::UnknownProvider),
    ];
    for (edit, code) in misfits {
        let refused = asking.world.host.send_sampling(request.id, edit).await.unwrap_err();
        assert_eq!(refused.code, code);
    }
    assert!(model.asked().is_empty());
    asking.until_waiting().await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_10_what_a_model_wants_of_tools_goes_to_the_server_as_it_is() {
    for era in ERAS {
        let (asking, model) = Asking::with_model(era).await;
        model.will(Says::Tool { name: "weather", arguments: r#"{"city":"Paris"}"# });
        let called = asking.call("sample-tools");
        let request = asking.until_waiting().await;
        assert_eq!(asking.sampling(request.id).await.tools[0].name, "weather");
        asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
        asking.until_review().await;
        let answer = asking.sampling(request.id).await.answer.unwrap();
        assert!(matches!(&answer.parts[..], [PartView::ToolUse { name, .. }] if name == "weather"));
        asking.world.host.deliver_answer(request.id, None).await.unwrap();

        let next = asking.until("it asks once more", |it| it.id != request.id).await;
        let shown = asking.sampling(next.id).await;
        assert!(matches!(&shown.messages[2].parts[..], [PartView::ToolResult { .. }]));
        asking.world.host.send_sampling(next.id, SamplingEdit::default()).await.unwrap();
        asking.until_review().await;
        asking.world.host.deliver_answer(next.id, None).await.unwrap();
        called.answers().await;
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_10_a_conversation_of_tools_has_an_end() {
    let asking = Asking::new(&[]).await;
    let mut messages = vec![json!({ "role": "user", "content": { "type": "text", "text": "Go" } })];
    for round in 0..21 {
        let id = format!("use-{round}");
        let wants = json!({ "type": "tool_use", "id": id, "name": "again", "input": {} });
        let gave = json!({ "type": "tool_result", "toolUseId": id, "content": [] });
        messages.push(json!({ "role": "assistant", "content": [wants] }));
        messages.push(json!({ "role": "user", "content": [gave] }));
    }
    let tool = json!({ "name": "again", "inputSchema": { "type": "object" } });
    let params = json!({ "messages": messages, "maxTokens": 10, "tools": [tool] });
    let input = json!({ "method": "sampling/createMessage", "params": params });
    let rounds = json!({ "rounds": [{ "inputs": { "it": input } }] });
    let answered = asking.call_with("ask", &rounds).answer().await;
    assert_eq!(answered["error"]["code"], -32603, "{answered}");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sam_8_a_tool_use_without_a_result_is_refused_at_once() {
    let asking = Asking::new(&[]).await;
    assert_eq!(asking.call("sample-wrong").answer().await["error"]["code"], -32602);
    assert!(asking.world.view().await.requests.is_empty());
    let refused = |line: &paddock_host::view::LogLine| line.text.contains("request refused");
    asking.world.until_logged(asking.server, "why", refused).await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_stopped_and_the_request_waits_again() {
    let (asking, model) = Asking::with_model(&[]).await;
    model.will(Says::Half("one", "two"));
    let called = asking.call("sample");
    let request = asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until("the model writes", |it| it.phase == RequestPhase::Answering).await;
    let wrote = |seen: &crate::recorder::Seen| (!seen.grown.is_empty()).then_some(());
    asking.world.shell.until("it has begun", wrote).await;
    asking.world.host.stop_sampling(request.id).await.unwrap();
    model.until_hung_up().await;
    asking.until_waiting().await;
    asking.world.host.send_sampling(request.id, SamplingEdit::default()).await.unwrap();
    asking.until_review().await;
    asking.world.host.deliver_answer(request.id, None).await.unwrap();
    assert_eq!(called.answer().await["content"]["text"], "fine");
    assert_eq!(asking.world.view().await.missed, []);
    asking.world.quit().await;
}
