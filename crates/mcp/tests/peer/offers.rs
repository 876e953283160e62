//! Resources, prompts, completions; lists and how long they are good for; the tap.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use paddock_mcp::{
    CallError, Completed, Completing, Completion, Connection, Event, List, Options, Tap, Violation,
};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::fake::{World, modern_with, options, ready_offering};

const SECOND: Duration = Duration::from_secs(1);

fn everything() -> Value {
    json!({
        "tools": {"listChanged": true},
        "resources": {"subscribe": true, "listChanged": true},
        "prompts": {},
        "completions": {},
    })
}

async fn legacy() -> World {
    ready_offering("2025-11-25", everything(), options()).await
}

/// A modern server whose subscription to lists is acknowledged; its id.
async fn modern() -> (World, Value) {
    let mut world = modern_with(everything(), options(), None).await;
    let request = world.server.read().await;
    assert_eq!(request["method"], "subscriptions/listen");
    let wanted = json!({"toolsListChanged": true, "resourcesListChanged": true});
    assert_eq!(request["params"]["notifications"], wanted);
    let id = request["id"].clone();
    tell(&mut world, "subscriptions/acknowledged", &id, json!({"notifications": wanted})).await;
    (world, id)
}

async fn tell(world: &mut World, what: &str, subscription: &Value, mut params: Value) {
    params["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": subscription});
    world.server.notify(&format!("notifications/{what}"), params).await;
}

fn names(connection: &Connection) -> JoinHandle<Result<Vec<String>, CallError>> {
    let connection = connection.clone();
    tokio::spawn(async move {
        Ok(connection.tools().await?.into_iter().map(|tool| tool.name).collect())
    })
}

async fn answer_tools(world: &mut World, names: &[&str], rest: Value) -> Value {
    let request = world.server.read().await;
    assert_eq!(request["method"], "tools/list");
    let tools: Vec<_> = names.iter().map(|name| json!({"name": name, "inputSchema": {}})).collect();
    let mut result = json!({"tools": tools});
    result.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    world.server.answer(&request["id"], result).await;
    request
}

fn follow(connection: &Connection, uri: &'static str) -> JoinHandle<Result<(), CallError>> {
    let connection = connection.clone();
    tokio::spawn(async move { connection.follow_resource(uri, true).await })
}

#[tokio::test(start_paused = true)]
async fn pag_1_every_list_is_read_to_its_end_without_what_makes_no_sense() {
    let mut world = legacy().await;
    let connection = world.connection.clone();
    let asking = tokio::spawn(async move {
        let resources = connection.resources().await.unwrap();
        let templates = connection.resource_templates().await.unwrap();
        (resources, templates, connection.prompts().await.unwrap())
    });
    for (method, key, item) in [
        ("resources/list", "resources", json!({"uri": "file:///a", "name": "a", "size": 7})),
        (
            "resources/templates/list",
            "resourceTemplates",
            json!({"uriTemplate": "file:///{x}", "name": "x", "mimeType": "text/plain"}),
        ),
        (
            "prompts/list",
            "prompts",
            json!({"name": "p", "arguments": [{"name": "q", "required": true}]}),
        ),
    ] {
        let id = world.server.read_request(method).await;
        world.server.answer(&id, json!({key: [7, item], "nextCursor": "2"})).await;
        let request = world.server.read().await;
        assert_eq!(
            (&request["method"], &request["params"]),
            (&json!(method), &json!({"cursor": "2"}))
        );
        world.server.answer(&request["id"], json!({key: [item]})).await;
        assert!(
            matches!(world.events.next_violation().await, Violation::Item { method: of, .. } if of == method)
        );
    }
    let (resources, templates, prompts) = asking.await.unwrap();
    assert_eq!((resources.len(), templates.len(), prompts.len()), (2, 2, 2));
    assert_eq!((resources[0].uri.as_str(), resources[0].size), ("file:///a", Some(7.0)));
    assert_eq!(templates[1].uri_template, "file:///{x}");
    assert!(prompts[1].arguments[0].required);
}

#[tokio::test(start_paused = true)]
async fn pag_1_an_answer_without_the_list_is_no_list() {
    let mut world = legacy().await;
    let list = names(&world.connection);
    let id = world.server.read_request("tools/list").await;
    world.server.answer(&id, json!({"prompts": []})).await;
    assert!(matches!(list.await.unwrap(), Err(CallError::Decode(_))));
}

#[tokio::test(start_paused = true)]
async fn pag_1_an_empty_cursor_is_no_end_in_the_modern_era() {
    let (mut world, _) = modern().await;
    let list = names(&world.connection);
    answer_tools(&mut world, &["a"], json!({"nextCursor": ""})).await;
    let request = answer_tools(&mut world, &["b"], json!({})).await;
    assert_eq!(request["params"]["cursor"], "");
    assert_eq!(list.await.unwrap().unwrap(), ["a", "b"]);
}

#[tokio::test(start_paused = true)]
async fn lch_2_a_list_is_kept_as_long_as_its_shortest_page_says() {
    let (mut world, _) = modern().await;
    let list = names(&world.connection);
    answer_tools(&mut world, &["a"], json!({"nextCursor": "n", "ttlMs": 60_000})).await;
    answer_tools(&mut world, &["b"], json!({"ttlMs": 5_000, "cacheScope": "private"})).await;
    list.await.unwrap().unwrap();

    tokio::time::advance(4 * SECOND).await;
    assert_eq!(names(&world.connection).await.unwrap().unwrap(), ["a", "b"]);
    world.server.silent().await;
    tokio::time::advance(SECOND).await;
    let list = names(&world.connection);
    answer_tools(&mut world, &["c"], json!({"ttlMs": 1e300})).await;
    assert_eq!(list.await.unwrap().unwrap(), ["c"]);
}

#[tokio::test(start_paused = true)]
async fn lch_2_without_a_time_a_list_is_stale_at_once() {
    let (mut world, _) = modern().await;
    for time in [json!({}), json!({"ttlMs": -1}), json!({"ttlMs": 0}), json!({"ttlMs": "1"})] {
        let list = names(&world.connection);
        answer_tools(&mut world, &["a"], time).await;
        list.await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn lch_2_a_change_makes_a_list_stale_even_while_it_is_read() {
    let (mut world, subscription) = modern().await;
    let list = names(&world.connection);
    answer_tools(&mut world, &["a"], json!({"ttlMs": 60_000})).await;
    list.await.unwrap().unwrap();
    tell(&mut world, "tools/list_changed", &subscription, json!({})).await;
    assert!(matches!(world.events.next().await, Event::ListChanged(List::Tools)));

    let list = names(&world.connection);
    let id = world.server.read_request("tools/list").await;
    tell(&mut world, "tools/list_changed", &subscription, json!({})).await;
    world.server.answer(&id, json!({"tools": [], "ttlMs": 60_000})).await;
    list.await.unwrap().unwrap();
    let list = names(&world.connection);
    answer_tools(&mut world, &["b"], json!({})).await;
    assert_eq!(list.await.unwrap().unwrap(), ["b"]);
}

#[tokio::test(start_paused = true)]
async fn lch_1_only_what_was_subscribed_to_is_heard() {
    let (mut world, subscription) = modern().await;
    for (what, id) in [
        ("tools/list_changed", json!(999)),
        ("tools/list_changed", json!(subscription.to_string())),
        ("prompts/list_changed", subscription.clone()),
        ("resources/updated", subscription.clone()),
    ] {
        tell(&mut world, what, &id, json!({"uri": "file:///a"})).await;
        assert!(matches!(world.events.next_violation().await, Violation::Params { .. }), "{what}");
    }
    world.server.notify("notifications/tools/list_changed", json!({})).await;
    assert!(matches!(world.events.next_violation().await, Violation::Params { .. }));
    tell(&mut world, "resources/list_changed", &subscription, json!({})).await;
    assert!(matches!(world.events.next().await, Event::ListChanged(List::Resources)));
}

#[tokio::test(start_paused = true)]
async fn lch_1_a_subscription_that_the_server_ends_is_opened_again() {
    let (mut world, mut id) = modern().await;
    for (round, wait) in [1, 2, 4].into_iter().enumerate() {
        if round == 1 {
            world.server.notify("notifications/cancelled", json!({"requestId": id})).await;
        } else {
            world.server.answer(&id, json!({"resultType": "complete"})).await;
        }
        let ended = tokio::time::Instant::now();
        let request = world.server.read().await;
        assert_eq!(request["method"], "subscriptions/listen");
        assert_eq!(ended.elapsed(), wait * SECOND);
        assert_ne!(request["id"], id);
        id = request["id"].clone();
        let wanted = request["params"]["notifications"].clone();
        tell(&mut world, "subscriptions/acknowledged", &id, json!({"notifications": wanted})).await;
        // What changed meanwhile nobody knows.
        assert!(matches!(world.events.next().await, Event::ListChanged(List::Tools)));
        assert!(matches!(world.events.next().await, Event::ListChanged(List::Resources)));
    }
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lch_1_a_refused_subscription_is_left_at_that() {
    let mut world = modern_with(everything(), options(), None).await;
    let id = world.server.read_request("subscriptions/listen").await;
    world.server.refuse(&id, -32601).await;
    tokio::time::advance(Duration::from_hours(1)).await;
    world.server.silent().await;
    world.events.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lch_1_nothing_is_listened_to_that_is_not_told() {
    let quiet = json!({"tools": {}, "resources": {"subscribe": true}, "prompts": {}});
    let mut world = modern_with(quiet, options(), None).await;
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lch_1_a_resource_is_followed_by_a_subscription_of_its_own() {
    let (mut world, _) = modern().await;
    let following = follow(&world.connection, "file:///a");
    let request = world.server.read().await;
    let wanted = json!({"resourceSubscriptions": ["file:///a"]});
    assert_eq!(request["params"]["notifications"], wanted);
    tokio::task::yield_now().await;
    assert!(!following.is_finished());
    let id = request["id"].clone();
    tell(&mut world, "subscriptions/acknowledged", &id, json!({"notifications": wanted})).await;
    following.await.unwrap().unwrap();
    follow(&world.connection, "file:///a").await.unwrap().unwrap();

    tell(&mut world, "resources/updated", &id, json!({"uri": "file:///a/b"})).await;
    let event = world.events.next().await;
    assert!(matches!(event, Event::ResourceUpdated { uri } if uri == "file:///a/b"));

    world.connection.follow_resource("file:///a", false).await.unwrap();
    let message = world.server.read().await;
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(message["params"]["requestId"], id);
    // Both crossed the cancellation.
    tell(&mut world, "resources/updated", &id, json!({"uri": "file:///a"})).await;
    world.server.answer(&id, json!({"resultType": "complete"})).await;
    world.events.silent().await;
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn lch_1_a_resource_the_server_does_not_grant_is_not_followed() {
    let (mut world, _) = modern().await;
    let following = follow(&world.connection, "file:///a");
    let id = world.server.read_request("subscriptions/listen").await;
    tell(&mut world, "subscriptions/acknowledged", &id, json!({"notifications": {}})).await;
    assert!(matches!(following.await.unwrap(), Err(CallError::NotOffered(_))));
    assert_eq!(world.server.read().await["params"]["requestId"], id);

    let following = follow(&world.connection, "file:///a");
    world.server.read_request("subscriptions/listen").await;
    assert!(matches!(following.await.unwrap(), Err(CallError::TimedOut { .. })));
}

#[tokio::test(start_paused = true)]
async fn followed_resources_are_bounded() {
    let (mut world, _) = modern().await;
    for number in 0..64 {
        let connection = world.connection.clone();
        let uri = format!("file:///{number}");
        tokio::spawn(async move { connection.follow_resource(&uri, true).await });
        world.server.read_request("subscriptions/listen").await;
    }
    assert!(matches!(follow(&world.connection, "file:///x").await.unwrap(), Err(CallError::Busy)));
}

#[tokio::test(start_paused = true)]
async fn a_legacy_resource_is_subscribed_to() {
    let mut world = legacy().await;
    let following = follow(&world.connection, "file:///a");
    let request = world.server.read().await;
    assert_eq!(request["method"], "resources/subscribe");
    assert_eq!(request["params"], json!({"uri": "file:///a"}));
    world.server.answer(&request["id"], json!({})).await;
    following.await.unwrap().unwrap();
    world.server.notify("notifications/resources/updated", json!({"uri": "file:///a"})).await;
    assert!(matches!(world.events.next().await, Event::ResourceUpdated { .. }));
    for list in ["resources", "prompts"] {
        world.server.notify(&format!("notifications/{list}/list_changed"), json!({})).await;
    }
    assert!(matches!(world.events.next().await, Event::ListChanged(List::Resources)));
    assert!(matches!(world.events.next().await, Event::ListChanged(List::Prompts)));
}

#[tokio::test(start_paused = true)]
async fn lif_4_what_is_not_offered_is_not_asked_for() {
    let mut world = ready_offering("2025-11-25", json!({}), options()).await;
    let connection = &world.connection;
    assert!(matches!(connection.resources().await, Err(CallError::NotOffered("resources"))));
    assert!(matches!(connection.resource_templates().await, Err(CallError::NotOffered(_))));
    assert!(matches!(connection.read_resource("x").await, Err(CallError::NotOffered(_))));
    assert!(matches!(connection.follow_resource("x", true).await, Err(CallError::NotOffered(_))));
    assert!(matches!(connection.prompts().await, Err(CallError::NotOffered("prompts"))));
    let refused = connection.prompt("x", BTreeMap::new()).await;
    assert!(matches!(refused, Err(CallError::NotOffered(_))));
    assert!(matches!(connection.complete(completing()).await, Err(CallError::NotOffered(_))));
    world.server.silent().await;
}

#[tokio::test(start_paused = true)]
async fn a_resource_is_read_and_a_prompt_filled_in() {
    let mut world = legacy().await;
    let reading = tokio::spawn(world.connection.read_resource("file:///a"));
    let request = world.server.read().await;
    assert_eq!(request["method"], "resources/read");
    assert_eq!(request["params"]["uri"], "file:///a");
    world.server.answer(&request["id"], json!({"contents": []})).await;
    assert_eq!(reading.await.unwrap().unwrap().raw.get(), r#"{"contents":[]}"#);

    let arguments = BTreeMap::from([("q".to_owned(), "v".to_owned())]);
    let prompting = tokio::spawn(world.connection.prompt("p", arguments));
    let request = world.server.read().await;
    assert_eq!(request["method"], "prompts/get");
    assert_eq!(request["params"]["name"], "p");
    assert_eq!(request["params"]["arguments"], json!({"q": "v"}));
    world.server.answer(&request["id"], json!({"messages": []})).await;
    prompting.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn mrtr_1_resources_and_prompts_take_rounds_too() {
    let (mut world, _) = modern().await;
    let calls = [
        world.connection.read_resource("file:///a"),
        world.connection.prompt("p", BTreeMap::new()),
    ];
    for (call, method) in calls.into_iter().zip(["resources/read", "prompts/get"]) {
        let calling = tokio::spawn(call);
        let id = world.server.read_request(method).await;
        let result = json!({"resultType": "input_required", "requestState": "s"});
        world.server.answer(&id, result).await;
        let retry = world.server.read().await;
        assert_eq!(
            (&retry["method"], &retry["params"]["requestState"]),
            (&json!(method), &json!("s"))
        );
        world.server.answer(&retry["id"], json!({"resultType": "complete"})).await;
        calling.await.unwrap().unwrap();
    }
}

fn completing() -> Completing {
    Completing {
        of: Completed::Prompt("p".to_owned()),
        argument: "q".to_owned(),
        value: "v".to_owned(),
        others: BTreeMap::from([("o".to_owned(), "w".to_owned())]),
    }
}

#[tokio::test(start_paused = true)]
async fn completions_are_proposed_within_their_bounds() {
    for (revision, context) in
        [("2025-03-26", None), ("2025-06-18", Some(json!({"arguments": {"o": "w"}})))]
    {
        let mut world = ready_offering(revision, everything(), options()).await;
        let connection = world.connection.clone();
        let asking = tokio::spawn(async move { connection.complete(completing()).await });
        let request = world.server.read().await;
        assert_eq!(request["method"], "completion/complete");
        assert_eq!(request["params"]["ref"], json!({"type": "ref/prompt", "name": "p"}));
        assert_eq!(request["params"]["argument"], json!({"name": "q", "value": "v"}));
        assert_eq!(request["params"].get("context"), context.as_ref());
        let values: Vec<_> = (0..150).map(|number| number.to_string()).collect();
        world.server.answer(&request["id"], json!({"completion": {"values": values}})).await;
        let proposed: Completion = asking.await.unwrap().unwrap();
        assert_eq!((proposed.values.len(), proposed.more), (100, true));
    }
}

#[derive(Debug, Default)]
struct Recorder(Mutex<Vec<(char, String)>>);

impl Recorder {
    fn push(&self, way: char, line: &[u8]) {
        self.0.lock().unwrap().push((way, String::from_utf8_lossy(line).into_owned()));
    }
}

impl Tap for Recorder {
    fn sent(&self, line: &[u8]) {
        self.push('>', line);
    }

    fn received(&self, line: &[u8]) {
        self.push('<', line);
    }
}

#[tokio::test(start_paused = true)]
async fn the_tap_sees_every_line_both_ways_as_it_is() {
    let recorder = Arc::new(Recorder::default());
    let tap: Arc<dyn Tap> = Arc::<Recorder>::clone(&recorder);
    let mut world =
        ready_offering("2025-11-25", json!({}), Options { tap: Some(tap), ..options() }).await;
    world.server.send_line("no message").await;
    world.events.next_violation().await;
    world.server.send_line(r#"{"jsonrpc":"2.0","id": 7,"method":"ping"}"#).await;
    world.server.read().await;
    tokio::task::yield_now().await;

    let seen = recorder.0.lock().unwrap();
    let ways: String = seen.iter().map(|(way, _)| *way).collect();
    assert_eq!(ways, "><><<>");
    assert!(seen[0].1.starts_with(r#"{"jsonrpc":"2.0","id":1,"method":"initialize""#));
    assert_eq!(seen[3].1, "no message");
    assert_eq!(seen[4].1, r#"{"jsonrpc":"2.0","id": 7,"method":"ping"}"#);
    assert_eq!(seen[5].1, r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
}
