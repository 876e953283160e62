//! Servers on what others write servers with. Each asks for the folders, a person and a model, in
//! the newest revision that its SDK speaks; those of both eras do so in the older one as well.

use paddock_host::view::{RequestDetail, RequestKind, ServerDraft};
use paddock_mcp::Era;
use serde_json::json;
use tokio::time::timeout;

use super::{program_peer, python_peer, script_peer, sees_what_is_granted};
use crate::conformance::revision::Revision;
use crate::conformance::wired::{Wired, one_root, options, reply};
use crate::requests::Asking;
use crate::world::{PATIENCE, World, find};

const PYTHON_MCP: &str = "PADDOCK_PEERS_PYTHON_MCP";
const PYTHON_FASTMCP: &str = "PADDOCK_PEERS_PYTHON_FASTMCP";
const PYTHON_FASTMCP4: &str = "PADDOCK_PEERS_PYTHON_FASTMCP4";
const RMCP: &str = "PADDOCK_PEERS_RMCP";

#[tokio::test(flavor = "multi_thread")]
async fn the_typescript_sdk_1() {
    let Some(draft) = script_peer("typescript-v1.mjs") else { return };
    asks_for_everything(draft, Revision::D).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_typescript_sdk_2() {
    let Some(draft) = script_peer("typescript-v2.mjs") else { return };
    asks_as_a_legacy_server(&draft).await;
    asks_for_everything(draft, Revision::E).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_sdk_2() {
    let Some(draft) = python_peer(PYTHON_MCP, "mcp_peer.py") else { return };
    asks_as_a_legacy_server(&draft).await;
    asks_for_everything(draft, Revision::E).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fastmcp_3() {
    let Some(draft) = python_peer(PYTHON_FASTMCP, "fastmcp_peer.py") else { return };
    asks_for_everything(draft, Revision::D).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fastmcp_4() {
    let Some(draft) = python_peer(PYTHON_FASTMCP4, "fastmcp4_peer.py") else { return };
    asks_for_everything(draft, Revision::E).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rmcp() {
    let Some(draft) = program_peer(RMCP) else { return };
    asks_as_a_legacy_server(&draft).await;
    asks_for_everything(draft, Revision::E).await;
}

async fn asks_for_everything(draft: ServerDraft, revision: Revision) {
    sees_what_is_granted(draft.clone()).await;

    let asking = timeout(PATIENCE, speaking(draft, revision)).await.expect("it speaks so");

    let called = asking.call("person");
    let request = asking.until_waiting().await;
    assert_eq!((request.kind, request.summary.as_str()), (RequestKind::Form, "Who are you?"));
    let RequestDetail::Form(form) = asking.world.host.request(request.id).await.unwrap() else {
        panic!("{request:?}")
    };
    let [field] = form.fields.as_slice() else { panic!("{form:?}") };
    let values = json!({ &field.name: "Ada" }).to_string();
    asking.world.host.submit_form(request.id, values).await.unwrap();
    assert_eq!(called.said().await, "Ada");

    let called = asking.call("model");
    let request = asking.until_waiting().await;
    assert_eq!(request.summary, "What is the capital of France?");
    assert_eq!(asking.sampling(request.id).await.max_tokens, 100);
    asking.world.host.deliver_answer(request.id, Some("Paris".into())).await.unwrap();
    let said = called.said().await;
    assert!(said.contains("Paris"), "{said}");
    asking.until_nothing_waits().await;
    asking.world.quit().await;
}

/// A server of both eras that is long in answering, on a busy machine, is spoken with as a legacy one,
/// and remembered as such: the next world knows nothing of it.
async fn speaking(draft: ServerDraft, revision: Revision) -> Asking {
    loop {
        let world = World::new();
        let server = world.add(draft.clone()).await;
        world.until_running(server).await;
        let spoken = find(&world.view().await, server).unwrap().revision.clone();
        if spoken.as_deref() == Some(revision.date()) {
            return Asking { world, server };
        }
        world.quit().await;
    }
}

async fn asks_as_a_legacy_server(draft: &ServerDraft) {
    let mut options = options();
    options.era = Some(Era::Legacy);
    let roots = Some(one_root(1, "file:///folder"));
    let mut wired = Wired::launch(draft.program.as_ref(), &draft.args, options, roots);
    wired.until_ready().await;
    assert_eq!(wired.revision(), Revision::D.date());
    let told = wired.call("roots", json!({})).await;
    assert!(told.contains("file:///folder"), "{told}");
    let text = json!({ "type": "text", "text": "Paris" });
    for (tool, answer, told) in [
        ("person", json!({ "action": "accept", "content": { "name": "Ada" } }), "Ada"),
        ("model", json!({ "role": "assistant", "model": "m", "content": text }), "Paris"),
    ] {
        let call = wired.begin(tool, &json!({}));
        let ask = wired.asked().await;
        wired.connection.answer(ask.id, reply(&answer));
        let said = call.await.unwrap().unwrap().raw;
        assert!(said.get().contains(told), "{said}");
    }
}
