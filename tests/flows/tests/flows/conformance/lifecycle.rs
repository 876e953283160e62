//! How a conversation, and a process, begins and ends.

use std::fs;
use std::time::Duration;

use paddock_host::view::{LogSource, RunView};
use paddock_mcp::{CallError, CloseReason, Era, LogLevel};
use serde_json::json;

use super::discovering::ended;
use super::hearing::Heard;
use super::revision::Revision;
use super::wired::{Wired, one_root, options, raw};
use crate::world::{World, is_running};

pub(super) async fn lif_1_initialize_then_initialized(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    wired.call("echo", json!({})).await;
    let heard = wired.end().await;
    let initialize = heard.one("initialize");
    assert_eq!(initialize["params"]["protocolVersion"], Revision::D.date());
    let client = &initialize["params"]["clientInfo"];
    assert!(client["name"].is_string() && client["version"].is_string(), "{client}");
    assert!(initialize["params"]["capabilities"].is_object());
    let after: Vec<_> =
        heard.methods().into_iter().skip_while(|method| method != "initialize").collect();
    assert_eq!(after[1], "notifications/initialized");
    heard.one("notifications/initialized");
}

pub(super) async fn lif_2_nothing_is_sent_before_the_answer(revision: Revision) {
    let mut options = options();
    options.era = Some(Era::Legacy);
    options.initialize_time_out = SOON;
    let silent = [&revision.args()[..], &["--bad", "never-answers:initialize"]].concat();
    let roots = Some(one_root(1, "file:///a"));
    let mut wired = Wired::start(&silent, options, roots);
    wired.connection.set_roots(one_root(2, "file:///b"));
    let early = wired.connection.call_tool("echo", raw(&json!({}))).await;
    assert!(matches!(early, Err(CallError::NotReady)), "{early:?}");
    assert!(matches!(wired.connection.tools().await, Err(CallError::NotReady)));
    let why = wired.until("the end", ended).await;
    assert!(matches!(why, CloseReason::InitializeTimedOut { .. }), "{why}");
    let mut heard = wired.end().await.methods();
    heard.retain(|method| method != "ping");
    assert_eq!(heard, ["initialize"]);
}

pub(super) async fn lif_3_an_unknown_revision_ends_it(revision: Revision) {
    let bad = ["--bad", "unsupported-revision"];
    let mut wired = Wired::start(&[&revision.args()[..], &bad].concat(), options(), None);
    let why = wired.until("the end", ended).await;
    assert_eq!(why, CloseReason::UnsupportedRevision { offered: "1999-12-31".into() });
    let heard = wired.end().await;
    assert_eq!(heard.all("notifications/initialized").len(), 0);

    let world = World::new();
    let server = world.add_fake("old", &[&revision.args()[..], &bad].concat()).await;
    let failure = world.until_failed(server).await;
    assert!(format!("{failure:?}").contains("1999-12-31"), "{failure:?}");
    world.quit().await;
}

pub(super) async fn lif_4_what_is_not_offered_is_not_used(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    let connection = &wired.connection;
    for refused in [
        connection.resources().await.err(),
        connection.resource_templates().await.err(),
        connection.prompts().await.err(),
        connection.read_resource("fake://text").await.err(),
        connection.prompt("greet", [].into()).await.err(),
        connection.set_log_level(LogLevel::Debug).await.err(),
        connection.follow_resource("fake://text", true).await.err(),
    ] {
        assert!(matches!(refused, Some(CallError::NotOffered(_))), "{refused:?}");
    }
    wired.call("echo", json!({})).await;
    let begun = ["server/discover", "initialize", "notifications/initialized"];
    assert_eq!(wired.end().await.methods(), [&begun[..], &["tools/call"]].concat());
}

pub(super) async fn std_3_standard_error_is_a_log(revision: Revision) {
    let world = World::new();
    let server = world.add_fake("loud", &revision.args()).await;
    world.until_running(server).await;
    let words = "ERROR: all is well";
    world.call(server, "say", json!({ "errors": [words] })).await.unwrap();
    let line = world.until_logged(server, "what it wrote", |line| line.text.contains(words)).await;
    assert_eq!(line.source, LogSource::Stderr);
    let view = world.until_running(server).await;
    assert!(is_running(&view));
    assert_eq!(world.view().await.notices, []);
    world.quit().await;
}

pub(super) async fn std_4_a_server_ends_when_its_input_does(revision: Revision) {
    let world = World::new();
    let record = world.ground.beside("record");
    let args = [&revision.args()[..], &["--record", record.to_str().unwrap()]].concat();
    let server = world.add_fake("polite", &args).await;
    world.until_running(server).await;
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let record = fs::read_to_string(record).unwrap();
    assert!(record.ends_with("= stdin ended\n"), "{record}");
    world.quit().await;
}

pub(super) async fn std_5_a_server_ends_when_its_input_does(revision: Revision) {
    std_4_a_server_ends_when_its_input_does(revision).await;
}

pub(super) async fn std_4_a_deaf_server_is_killed(revision: Revision) {
    let world = World::new();
    let deaf = ["--bad", "ignores-eof", "--bad", "ignores-term"];
    let server = world.add_fake("deaf", &[&revision.args()[..], &deaf].concat()).await;
    world.until_running(server).await;
    world.host.stop_server(server).await.unwrap();
    world.until_stopped(server).await;
    let left = world.ground.processes();
    assert!(!left.iter().any(|(_, line)| line.contains("fake-server")), "{left:?}");
    world.quit().await;
}

pub(super) async fn std_6_a_crashed_server_is_started_again(revision: Revision) {
    let world = World::new();
    let record = world.ground.beside("record");
    let args = [&revision.args()[..], &["--record", record.to_str().unwrap()]].concat();
    let server = world.add_fake("fragile", &args).await;
    world.until_running(server).await;
    world.call(server, "crash", json!({})).await.unwrap_err();
    let again = |it: &paddock_host::view::ServerView| {
        matches!(it.state, RunView::Running { .. })
            && Heard::recorded(&record).methods().last().is_some_and(|last| last != "tools/call")
    };
    world.until_server(server, "it runs again", again).await;
    world.still_answers(server).await;
    assert_eq!(Heard::recorded(&record).all("server/discover").len(), 2);
    world.quit().await;
}

/// As short as a handshake may be on a busy machine.
pub(super) const SOON: Duration = Duration::from_millis(300);
