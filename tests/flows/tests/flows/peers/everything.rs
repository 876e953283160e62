//! The server that has everything: sampling, a form, progress and a task.

use paddock_host::view::{RequestDetail, RequestKind};
use serde_json::{Map, Value, json};

use super::node_peer;
use crate::requests::Asking;
use crate::world::World;

const SERVER: &str = "server-everything";

#[tokio::test(flavor = "multi_thread")]
async fn server_everything_is_given_the_answer_of_a_model() {
    let Some(asking) = everything().await else { return };
    let prompt = json!({ "prompt": "the capital of France", "maxTokens": 50 });
    let called = asking.call_with("trigger-sampling-request", &prompt);
    let request = asking.until_waiting().await;
    assert_eq!(request.kind, RequestKind::Sampling);
    let shown = asking.sampling(request.id).await;
    assert_eq!(shown.max_tokens, 50);
    assert!(format!("{:?}", shown.messages).contains("the capital of France"), "{shown:?}");
    asking.world.host.deliver_answer(request.id, Some("Paris".into())).await.unwrap();
    let said = called.said().await;
    assert!(said.contains("Paris"), "{said}");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_everything_is_given_a_form_that_is_filled_in() {
    let Some(asking) = everything().await else { return };
    let called = asking.call("trigger-elicitation-request");
    let request = asking.until_waiting().await;
    let RequestDetail::Form(form) = asking.world.host.request(request.id).await.unwrap() else {
        panic!("{request:?}")
    };
    let proposed = form.fields.iter().filter_map(|field| {
        let value: Value = serde_json::from_str(field.default.as_ref()?).unwrap();
        Some((field.name.clone(), value))
    });
    let mut values: Map<String, Value> = proposed.collect();
    values.insert("name".into(), json!("Ada Lovelace"));
    let values = Value::Object(values).to_string();
    asking.world.host.submit_form(request.id, values).await.unwrap();
    let answer = called.parts().await;
    assert!(answer.contains("Ada Lovelace"), "{answer}");

    let called = asking.call("trigger-elicitation-request");
    let request = asking.until_waiting().await;
    asking.world.host.deny_request(request.id, false).await.unwrap();
    let answer = called.parts().await;
    assert!(answer.contains("declined"), "{answer}");
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_everything_tells_its_progress() {
    let Some(asking) = everything().await else { return };
    let world = &asking.world;
    let steps = json!({ "duration": 0.2, "steps": 4 });
    let answer = world.call(asking.server, "trigger-long-running-operation", steps).await.unwrap();
    assert!(!answer.is_error, "{answer:?}");
    let last = |seen: &crate::recorder::Seen| {
        seen.progress.iter().find(|it| it.total == Some(4.0)).cloned()
    };
    world.shell.until("progress", last).await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_everything_is_waited_for_where_a_call_is_a_task() {
    let Some(asking) = everything().await else { return };
    let topic = json!({ "topic": "meadows", "ambiguous": false });
    let answer = asking.world.call(asking.server, "simulate-research-query", topic).await.unwrap();
    assert!(!answer.is_error && answer.text.contains("meadows"), "{answer:?}");
    asking.world.quit().await;
}

async fn everything() -> Option<Asking> {
    let draft = node_peer(SERVER)?;
    let world = World::new();
    let server = world.add(draft).await;
    world.until_told(server).await;
    Some(Asking { world, server })
}
