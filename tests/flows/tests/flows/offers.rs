//! What servers offer: tools held to their schemas, resources, prompts, and how far calls have come.

use paddock_host::view::{
    Code, Completing, CompletingOf, NamedValue, PartView, ServerView, ToldView,
};
use serde_json::json;

use crate::world::{READ, World, uri};

const ERAS: [&str; 2] = ["legacy", "modern"];

#[tokio::test(flavor = "multi_thread")]
async fn arguments_arrive_as_they_were_written() {
    let world = World::new();
    let server = world.add_fake("fake", &[]).await;
    world.until_told(server).await;
    let written = r#"{"z":12345678901234567890123,"a":{"y":-0,"b":[0.30000000000000000001,1.0]}}"#;
    let spaced = written.replace(',', " ,\n\t");
    let number = world.next_call();
    world.host.call_tool(server, "echo".into(), spaced, number).await.unwrap();
    let heard = world.ask(server, "record").await;
    let heard: Vec<String> = serde_json::from_str(&heard).unwrap();
    assert!(heard.iter().any(|line| line.contains(written)), "{heard:#?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_are_listed_read_filled_in_and_followed_in_both_eras() {
    let world = World::new();
    for era in ERAS {
        let server = world.add_fake(era, &["--era", era, "--offers", "all"]).await;
        let view = world.until_running(server).await;
        assert!(view.offers.resources && view.offers.subscribe && view.offers.prompts, "{view:?}");

        let listed = world.host.resources(server).await.unwrap();
        let uris: Vec<_> = listed.resources.iter().map(|it| it.uri.as_str()).collect();
        assert_eq!(uris, ["fake://text", "fake://picture", "fake://asks"]);
        assert_eq!(listed.templates[1].variables, ["path", "q", "lang"]);

        let text = world.host.read_resource(server, "fake://text".into(), 900).await.unwrap();
        let [PartView::Resource { text: Some(text), .. }] = &text.parts[..] else {
            panic!("{text:?}")
        };
        assert_eq!(text, "Hello, you.\n");
        let picture = world.host.read_resource(server, "fake://picture".into(), 901).await.unwrap();
        assert!(matches!(&picture.parts[..], [PartView::Resource { image: Some(_), size: 8, .. }]));
        let note = vec![value("name", "a b")];
        let template = listed.templates[0].template.clone();
        let note = world.host.read_template(server, template, note, 902).await.unwrap();
        let [PartView::Resource { text: Some(text), .. }] = &note.parts[..] else {
            panic!("{note:?}")
        };
        assert_eq!(text, "note a%20b");
        let gone =
            world.host.read_resource(server, "fake://nowhere".into(), 903).await.unwrap_err();
        assert_eq!(gone.code, Code::CallFailed);

        world.host.follow_resource(server, "fake://text".into(), true).await.unwrap();
        world.call(server, "change", json!({ "uri": "fake://text" })).await.unwrap();
        let changed = |it: &ServerView| it.followed.first().is_some_and(|it| it.changes == 1);
        world.until_server(server, "the change is shown", changed).await;
        world.host.follow_resource(server, "fake://text".into(), false).await.unwrap();
        assert!(world.view().await.servers.iter().all(|it| it.followed.is_empty()));
        let kinds = world.activity(server).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "resource-read").count(), 4);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_are_filled_in_with_what_the_server_proposes_in_both_eras() {
    let world = World::new();
    for era in ERAS {
        let server = world.add_fake(era, &["--era", era, "--offers", "all"]).await;
        world.until_running(server).await;
        let prompts = world.host.prompts(server).await.unwrap();
        assert_eq!(prompts[0].name, "greet");
        assert!(prompts[0].arguments[0].required);
        let completing = Completing {
            of: CompletingOf::Prompt { name: "greet".into() },
            argument: "name".into(),
            value: "A".into(),
            others: Vec::new(),
        };
        assert_eq!(world.host.complete(server, completing).await.unwrap(), ["Ada", "Alan"]);
        let values = vec![value("name", "Ada"), value("tone", "")];
        let filled = world.host.prompt(server, "greet".into(), values, 910).await.unwrap();
        let text = PartView::Text { text: "Greet Ada.".into() };
        assert_eq!(filled.messages[0].parts, [text]);
        let refused = world.host.prompt(server, "greet".into(), vec![], 911).await.unwrap_err();
        assert_eq!(refused.code, Code::CallFailed);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_that_change_are_counted_and_asked_for_anew() {
    let world = World::new();
    for era in ERAS {
        let server = world.add_fake(era, &["--era", era, "--offers", "all"]).await;
        world.until_running(server).await;
        let before = world.host.tools(server).await.unwrap().len();
        for list in ["tools", "resources", "prompts"] {
            world.call(server, "change", json!({ "list": list })).await.unwrap();
        }
        let each = |it: &ServerView| {
            it.lists.tools >= 1 && it.lists.resources >= 1 && it.lists.prompts >= 1
        };
        world.until_server(server, "each list changed", each).await;
        assert_eq!(world.host.tools(server).await.unwrap().len(), before + 1);
        assert_eq!(world.host.resources(server).await.unwrap().resources.len(), 4);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tool_1_arguments_that_do_not_fit_are_not_sent_and_broken_promises_are_told() {
    let world = World::new();
    let tool = |name: &str, input: serde_json::Value| {
        let object = json!({ "type": "object" });
        json!({ "name": name, "inputSchema": input, "outputSchema": object }).to_string()
    };
    let strict = tool(
        "strict",
        json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] }),
    );
    let elsewhere = tool("elsewhere", json!({ "$ref": "https://schemas.invalid/n.json" }));
    let server = world.add_fake("fake", &["--tool", &strict, "--tool", &elsewhere]).await;
    world.until_told(server).await;

    let wrong = world.call(server, "strict", json!({ "n": "x" })).await.unwrap_err();
    assert_eq!(wrong.code, Code::BadArguments);
    let sent = world.ask(server, "record").await;
    assert!(!sent.contains("strict"), "{sent}");

    let arguments = json!({ "n": 1 }).to_string();
    let called = world.host.call_tool(server, "strict".into(), arguments, 920).await.unwrap();
    assert_eq!(called.broken_promise.as_deref(), Some("no structured content"));

    world.call(server, "elsewhere", json!({ "n": "x" })).await.unwrap();
    let said = |line: &paddock_host::view::LogLine| {
        line.text.contains("elsewhere: arguments not checked") && line.text.contains("not fetched")
    };
    world.until_logged(server, "it says that nothing was checked", said).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tsk_1_how_a_tool_can_be_run_is_shown() {
    let world = World::new();
    let server = world.add_fake("fake", &["--offers", "tasks"]).await;
    world.until_told(server).await;
    let tools = world.host.tools(server).await.unwrap();
    let task = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap().task.clone();
    assert_eq!(task("task").as_deref(), Some("optional"));
    assert_eq!(task("task-required").as_deref(), Some("required"));
    assert_eq!(task("task-forbidden"), None);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prg_1_progress_is_shown_under_the_number_of_its_call() {
    let world = World::new();
    for era in ERAS {
        let server = world.add_fake(era, &["--era", era]).await;
        world.until_running(server).await;
        let (host, number) = (world.host.clone(), if era == "legacy" { 930 } else { 931 });
        let arguments = json!({ "endless": true }).to_string();
        let call = tokio::spawn(async move {
            host.call_tool(server, "progress".into(), arguments, number).await
        });
        let steps = |seen: &crate::recorder::Seen| {
            seen.progress.iter().find(|it| it.call == number && it.progress >= 1.0).cloned()
        };
        world.shell.until("progress was shown", steps).await;
        world.host.cancel_call(number).await.unwrap();
        assert_eq!(call.await.unwrap().unwrap_err().code, Code::CallCancelled);
    }
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_modern_server_is_told_in_its_next_call_and_no_call_is_held_for_it() {
    let world = World::new();
    let server = world.add_fake("modern", &["--era", "modern"]).await;
    let view = world.until_running(server).await;
    assert_eq!(view.told, ToldView::NeverAsked);
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    world.until_told(server).await;

    let folder = world.folder("acme");
    world.grant(server, &folder, READ).await;
    let waits = |it: &ServerView| it.told == ToldView::WaitingForCall;
    world.until_server(server, "it waits for the call", waits).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)]);
    world.until_told(server).await;
    world.quit().await;
}

fn value(name: &str, value: &str) -> NamedValue {
    NamedValue { name: name.to_owned(), value: value.to_owned() }
}
