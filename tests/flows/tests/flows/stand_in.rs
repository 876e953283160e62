//! What servers ask in the sessions of apps that can't be asked: the person is, in Paddock.

use std::path::Path;

use paddock_host::Notification;
use paddock_host::view::{Code, MissedView, MissedWhy, OfAppView, RequestKind, RequestView, View};
use serde_json::{Value, json};

use crate::app::App;
use crate::world::{READ, World};

/// What the app of these tests calls itself in its configuration.
const APP: &str = "Test App";

struct Scene {
    world: World,
    server: u32,
}

impl Scene {
    async fn new(args: &[&str], on: bool) -> Self {
        let world = World::new();
        let server = world.add_fake("asker", args).await;
        if on {
            world.host.set_stand_in(APP.into(), true).await.unwrap();
        }
        Self { world, server }
    }

    async fn join(&self, folder: Option<&Path>) -> App {
        App::join(&self.world.ground, "asker", folder).await
    }

    /// A session of an app that declares this.
    async fn open(&self, capabilities: Value) -> App {
        let mut app = self.join(None).await;
        let opened = app.ask("initialize", opening(&capabilities)).await;
        assert!(opened["result"].is_object(), "{opened}");
        app.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        app
    }

    async fn until_waiting(&self) -> RequestView {
        let one = |view: &View| view.requests.len() == 1;
        self.world.until("a request waits", one).await.requests.remove(0)
    }

    async fn fill_in(&self, request: u32) {
        let values = json!({ "name": "Ada", "email": "ada@example.org", "days": ["tue"] });
        self.world.host.submit_form(request, values.to_string()).await.unwrap();
    }

    async fn until_missed(&self) -> MissedView {
        let view = self.world.until("one is missed", |view| !view.missed.is_empty()).await;
        assert!(view.requests.is_empty(), "{view:?}");
        view.missed[0].clone()
    }
}

fn opening(capabilities: &Value) -> Value {
    let client = json!({ "name": "test", "version": "1" });
    json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client })
}

fn calling(tool: &str) -> Value {
    json!({ "name": tool, "arguments": {} })
}

/// A call of the modern era, by an app that declares this.
fn modern(tool: &str, capabilities: &Value) -> Value {
    json!({ "name": tool, "arguments": {}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    } })
}

/// What the server was answered, as its tool says it.
fn answer(called: &Value) -> Value {
    let text =
        called["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{called}"));
    serde_json::from_str::<Value>(text).unwrap_or_else(|_| panic!("{text}"))["it"].take()
}

/// Nothing was asked of the app.
fn was_not_asked(app: &App) {
    let asked = app.said.iter().filter(|message| message.get("id").is_some());
    assert_eq!(asked.count(), 0, "{:?}", app.said);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_answers_in_the_place_of_an_app() {
    let scene = Scene::new(&[], true).await;
    let folder = scene.world.folder("acme");
    scene.world.grant(scene.server, &folder, READ).await;
    let mut app = scene.join(Some(&folder)).await;
    app.ask("initialize", opening(&json!({}))).await;
    app.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    let call = app.begin("tools/call", calling("form")).await;

    let request = scene.until_waiting().await;
    let of = OfAppView { app: APP.into(), folder: Some(folder.display().to_string()) };
    assert_eq!((request.server, request.kind), (scene.server, RequestKind::Form));
    assert_eq!(request.of, Some(of));
    let told = |seen: &crate::recorder::Seen| {
        let asks = |it: &&Notification| matches!(it, Notification::RequestsOfApp { .. });
        seen.notifications.iter().find(asks).cloned()
    };
    let told = scene.world.shell.until("the person is told", told).await;
    let (app_name, server) = (APP.into(), "asker".into());
    assert_eq!(told, Notification::RequestsOfApp { app: app_name, server, count: 1 });

    scene.fill_in(request.id).await;
    let called = app.answer(call).await;
    assert_eq!(answer(&called)["content"]["name"], "Ada", "{called}");
    scene.world.until("nothing waits", |view| view.requests.is_empty()).await;
    was_not_asked(&app);
    let activity = scene.world.activity(scene.server).await;
    assert!(activity.iter().any(|action| action == "elicitation-answered"), "{activity:?}");
    scene.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_modern_call_goes_on_with_what_the_person_gave() {
    let scene = Scene::new(&["--era", "modern"], true).await;
    let mut app = scene.join(None).await;
    let call = app.begin("tools/call", modern("form", &json!({}))).await;
    let request = scene.until_waiting().await;
    assert_eq!(request.during.as_deref(), Some("form"));
    assert_eq!(request.of.as_ref().map(|of| of.app.as_str()), Some(APP));
    scene.fill_in(request.id).await;
    let called = app.answer(call).await;
    assert_eq!(answer(&called)["content"]["name"], "Ada", "{called}");

    // Sampling that is declined has no answer there: the call is given up, with a word to the model.
    let call = app.begin("tools/call", modern("sample", &json!({}))).await;
    let request = scene.until_waiting().await;
    scene.world.host.deny_request(request.id, false).await.unwrap();
    let called = app.answer(call).await;
    assert_eq!(called["result"]["isError"], true, "{called}");
    assert!(called.to_string().contains("they said no"), "{called}");
    was_not_asked(&app);
    scene.world.quit().await;
}

/// What makes the server fail a call until the person went somewhere.
fn first() -> Value {
    let url = "https://example.org/sign-in";
    let visit = json!({ "mode": "url", "message": "Sign in", "url": url, "elicitationId": "e-1" });
    let data = json!({ "elicitations": [visit] });
    let error = json!({ "code": -32042, "message": "sign in first", "data": data });
    json!({ "name": "answer", "arguments": { "error": error } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_needs_a_visit_asks_for_it_once_and_can_be_made_again() {
    let scene = Scene::new(&[], true).await;
    let mut app = scene.open(json!({})).await;
    let call = app.begin("tools/call", first()).await;
    let request = scene.until_waiting().await;
    assert_eq!((request.kind, request.during.as_deref()), (RequestKind::Url, Some("answer")));
    assert_eq!(request.of.as_ref().map(|of| of.app.as_str()), Some(APP));
    let address = scene.world.host.agree_to_url(request.id).await.unwrap();
    assert_eq!(address, "https://example.org/sign-in");
    for called in [app.answer(call).await, app.ask("tools/call", first()).await] {
        assert_eq!(called["result"]["isError"], true, "{called}");
        assert!(called.to_string().contains("They agreed in Paddock"), "{called}");
    }
    let complete = json!({ "jsonrpc": "2.0", "method": "notifications/elicitation/complete",
                           "params": { "elicitationId": "e-1" } });
    let said = json!({ "name": "say", "arguments": { "lines": [complete.to_string()] } });
    app.ask("tools/call", said).await;
    let echo = json!({ "name": "echo", "arguments": { "text": "through" } });
    let called = app.ask("tools/call", echo).await;
    assert_eq!(called["result"]["content"][0]["text"], "through", "{called}");
    let view = scene.world.view().await;
    assert!(view.requests.is_empty() && view.missed.is_empty(), "{view:?}");

    // Once it is over, it is another question; and one that is declined is an error for the model.
    let call = app.begin("tools/call", first()).await;
    scene.world.host.deny_request(scene.until_waiting().await.id, false).await.unwrap();
    let called = app.answer(call).await;
    assert!(called.to_string().contains("they said no"), "{called}");
    was_not_asked(&app);
    let heard = app.said.iter().any(|it| it["method"] == "notifications/elicitation/complete");
    assert!(!heard, "{:?}", app.said);
    scene.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_declined_is_declined_for_the_server() {
    let scene = Scene::new(&[], true).await;
    let mut app = scene.open(json!({})).await;
    let call = app.begin("tools/call", calling("form")).await;
    scene.world.host.deny_request(scene.until_waiting().await.id, false).await.unwrap();
    assert_eq!(answer(&app.answer(call).await)["action"], "decline");
    let call = app.begin("tools/call", calling("sample")).await;
    let request = scene.until_waiting().await;
    assert_eq!(request.kind, RequestKind::Sampling);
    scene.world.host.deny_request(request.id, false).await.unwrap();
    assert_eq!(answer(&app.answer(call).await)["error"]["code"], -1);
    scene.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_can_be_asked_is_asked_itself_and_nobody_else() {
    for on in [true, false] {
        let scene = Scene::new(&[], on).await;
        let mut app = scene.open(json!({ "elicitation": {}, "sampling": {} })).await;
        for tool in ["form", "sample"] {
            let call = app.begin("tools/call", calling(tool)).await;
            let asked = app.next().await.unwrap();
            assert!(asked["method"].is_string(), "{asked}");
            let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "x": tool } });
            app.send(&answer).await;
            let called = app.answer(call).await;
            assert!(called.to_string().contains(tool), "{called}");
        }
        let view = scene.world.view().await;
        assert!(view.requests.is_empty() && view.missed.is_empty(), "{view:?}");
        scene.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_unless_it_is_switched_on_for_that_app() {
    let scene = Scene::new(&["--era", "modern"], false).await;
    scene.world.host.set_stand_in("Another App".into(), true).await.unwrap();
    assert_eq!(scene.world.view().await.stand_ins, ["Another App"]);
    let mut app = scene.join(None).await;
    let called = app.ask("tools/call", modern("form", &json!({}))).await;
    // The server was told that nobody can be asked.
    assert_eq!(called["error"]["code"], -32021, "{called}");
    assert!(scene.world.view().await.requests.is_empty());
    scene.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_session_takes_its_request_back() {
    for era in [&[] as &[&str], &["--era", "modern"]] {
        let scene = Scene::new(era, true).await;
        let params = |tool| if era.is_empty() { calling(tool) } else { modern(tool, &json!({})) };
        let mut app = match era {
            [] => scene.open(json!({})).await,
            _ => scene.join(None).await,
        };
        let mut other = match era {
            [] => scene.open(json!({})).await,
            _ => scene.join(None).await,
        };
        app.begin("tools/call", params("form")).await;
        let request = scene.until_waiting().await;
        let call = other.begin("tools/call", params("form")).await;
        scene.world.until("both wait", |view| view.requests.len() == 2).await;
        app.kill_shim();
        let view = scene.world.until("one is over", |view| view.requests.len() == 1).await;
        let missed = &view.missed[0];
        assert_eq!((missed.request, missed.why), (Some(request.id), MissedWhy::ServerEnded));
        assert_eq!(missed.of.as_ref().map(|of| of.app.as_str()), Some(APP));
        // What is left belongs to the other session, and its answer goes there.
        scene.fill_in(view.requests[0].id).await;
        assert_eq!(answer(&other.answer(call).await)["content"]["name"], "Ada");
        let late = scene.world.host.submit_form(request.id, "{}".into()).await.unwrap_err();
        assert_eq!(late.code, Code::UnknownRequest);
        scene.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_the_app_cancels_takes_its_request_along() {
    for era in [&[] as &[&str], &["--era", "modern"]] {
        let scene = Scene::new(era, true).await;
        let (mut app, params) = match era {
            [] => (scene.open(json!({})).await, calling("form")),
            _ => (scene.join(None).await, modern("form", &json!({}))),
        };
        let call = app.begin("tools/call", params).await;
        let request = scene.until_waiting().await;
        let cancelled = json!({ "requestId": call });
        app.send(
            &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }),
        )
        .await;
        let missed = scene.until_missed().await;
        assert_eq!((missed.request, missed.why), (Some(request.id), MissedWhy::CallEnded));
        scene.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn switching_it_off_meanwhile_takes_back_what_waits_and_refuses_the_rest() {
    let scene = Scene::new(&[], true).await;
    let mut app = scene.open(json!({})).await;
    let call = app.begin("tools/call", calling("form")).await;
    let request = scene.until_waiting().await;
    scene.world.host.set_stand_in(APP.into(), false).await.unwrap();
    assert_eq!(answer(&app.answer(call).await)["action"], "decline");
    let missed = scene.until_missed().await;
    assert_eq!((missed.request, missed.why), (Some(request.id), MissedWhy::NoStandIn));
    // The server of this session still holds that it may ask, and is refused without a question.
    let called = app.ask("tools/call", calling("form")).await;
    assert_eq!(answer(&called)["action"], "decline");
    was_not_asked(&app);
    assert!(scene.world.view().await.requests.is_empty());
    scene.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_choice_outlives_the_host_and_only_names_are_taken() {
    let scene = Scene::new(&[], true).await;
    for name in ["", " ", &"x".repeat(65)] {
        let refused = scene.world.host.set_stand_in(name.into(), true).await.unwrap_err();
        assert_eq!(refused.code, Code::NoSuchApp);
    }
    let ground = scene.world.quit().await;
    let world = ground.start();
    assert_eq!(world.view().await.stand_ins, [APP]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_floods_is_bounded_and_its_app_goes_on() {
    let scene = Scene::new(&[], true).await;
    scene.world.host.set_muted(scene.server, true).await.unwrap();
    let mut app = scene.open(json!({})).await;
    for _ in 0..50 {
        let called = app.ask("tools/call", calling("form")).await;
        assert_eq!(answer(&called)["action"], "decline", "{called}");
    }
    let missed = scene.until_missed().await;
    assert_eq!((missed.why, missed.again), (MissedWhy::Muted, 49));
    scene.world.quit().await;
}
