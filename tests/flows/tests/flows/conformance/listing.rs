//! What a server offers, page by page, and that it changes.

use paddock_mcp::{CallError, Event, List};
use serde_json::json;

use super::hearing::Heard;
use super::revision::Revision;
use super::wired::Wired;

pub(super) async fn pag_1_all_pages_are_read(revision: Revision) {
    let wired = Wired::ready(revision, &["--offers", "all", "--page-size", "1"]).await;
    let names: Vec<_> =
        wired.connection.tools().await.unwrap().into_iter().map(|tool| tool.name).collect();
    assert!(names.len() > 10 && names[0] == "roots" && names[1] == "echo", "{names:?}");
    let uris: Vec<_> =
        wired.connection.resources().await.unwrap().into_iter().map(|it| it.uri).collect();
    assert_eq!(uris, ["fake://text", "fake://picture", "fake://asks"]);
    assert_eq!(wired.connection.resource_templates().await.unwrap().len(), 2);
    assert_eq!(wired.connection.prompts().await.unwrap().len(), 2);

    let heard = wired.heard().await;
    let lists = heard.all("resources/list");
    let cursors: Vec<_> = lists.iter().map(|list| list["params"].get("cursor").cloned()).collect();
    let second = if revision.is_modern() { "" } else { "é \"1\"/=" };
    assert_eq!(cursors, [None, Some(second.into()), Some("é \"2\"/=".into())]);
}

pub(super) async fn pag_1_a_list_without_end_is_cut_off(revision: Revision) {
    let wired = Wired::ready(revision, &["--bad", "endless-pages", "--page-size", "1"]).await;
    let error = wired.connection.tools().await.unwrap_err();
    assert!(matches!(error, CallError::ListTooLong(_)), "{error}");
    assert_eq!(wired.call("echo", json!({ "text": "on" })).await, "on");
}

pub(super) async fn lch_1_a_changed_list_is_reported(revision: Revision) {
    let mut wired = listening(revision, &["--offers", "all"]).await;
    for (name, list) in
        [("tools", List::Tools), ("resources", List::Resources), ("prompts", List::Prompts)]
    {
        wired.call("change", json!({ "list": name })).await;
        assert_eq!(changed(&mut wired).await, list);
    }
    if revision.is_modern() {
        let filter = wired.heard().await.all("subscriptions/listen").pop().unwrap();
        assert_eq!(filter["params"]["notifications"]["toolsListChanged"], true);
    }
}

pub(super) async fn lch_1_what_belongs_to_no_subscription_is_not_believed(revision: Revision) {
    let mut wired = listening(revision, &["--offers", "all"]).await;
    let foreign = json!({
        "jsonrpc": "2.0",
        "method": "notifications/tools/list_changed",
        "params": { "_meta": { "io.modelcontextprotocol/subscriptionId": "nobody's" } },
    });
    let without = json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" });
    wired.say(&[&foreign.to_string(), &without.to_string()]).await;
    wired.call("change", json!({ "list": "resources" })).await;
    assert_eq!(changed(&mut wired).await, List::Resources);
    assert_eq!(revision, Revision::E);
}

pub(super) async fn lch_2_a_changed_list_is_asked_for_anew(revision: Revision) {
    let mut wired = listening(revision, &["--offers", "all", "--ttl", "3600000"]).await;
    let before = wired.connection.tools().await.unwrap().len();
    wired.call("change", json!({ "list": "tools" })).await;
    changed(&mut wired).await;
    assert_eq!(wired.connection.tools().await.unwrap().len(), before + 1);

    for ttl in ["0", "-5"] {
        let wired = Wired::ready(revision, &["--ttl", ttl]).await;
        wired.connection.tools().await.unwrap();
        wired.connection.tools().await.unwrap();
        assert_eq!(wired.heard().await.all("tools/list").len(), 2, "after {ttl}");
    }
}

pub(super) async fn err_1_an_old_code_is_taken_as_it_is(revision: Revision) {
    let wired = Wired::ready(revision, &["--offers", "all"]).await;
    let error = json!({ "code": -32002, "message": "no such resource" });
    let answered = wired.try_call("answer", &json!({ "error": error })).await.unwrap_err();
    assert!(matches!(answered, CallError::Server(ref it) if it.code == -32002), "{answered}");
    let read = wired.connection.read_resource("fake://none").await.unwrap_err();
    assert!(matches!(read, CallError::Server(ref it) if it.code == -32602), "{read}");
}

/// A server that has heard that somebody listens, where that has to be said.
async fn listening(revision: Revision, args: &[&str]) -> Wired {
    let wired = Wired::ready(revision, args).await;
    if revision.is_modern() {
        let listens = |heard: &Heard| !heard.all("subscriptions/listen").is_empty();
        wired.until_heard("somebody listens", listens).await;
    }
    wired
}

async fn changed(wired: &mut Wired) -> List {
    wired
        .until("a list changed", |event| match event {
            Event::ListChanged(list) => Ok(list),
            other => Err(other),
        })
        .await
}
