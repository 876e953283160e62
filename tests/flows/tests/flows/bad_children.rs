//! Servers that break every rule, each beside one that keeps them.
//!
//! What is wrong is shown, the other server goes on, and quitting takes no longer than its
//! deadline, which `World::quit` checks.

use std::fs;

use paddock_host::view::{
    Asked, Code, Failure, Hint, InForceView, LogLine, LogSource, RunView, ServerDraft, ServerView,
    View,
};

use crate::world::{READ, World, detail, find, is_running, uri};

#[tokio::test(flavor = "multi_thread")]
async fn one_that_ends_before_it_answers_shows_its_exit_and_last_words_at_once() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--no-such-option"]).await;
    let ended =
        |it: &ServerView| matches!(it.state, RunView::Restarting { .. } | RunView::Failed { .. });
    let first = world.until_server(bad, "it ended", ended).await;
    let RunView::Restarting { reason, attempt: 1, .. } = first.state else { panic!("{first:?}") };
    assert_eq!((reason.code.clone(), detail(&reason, "code")), (Code::ServerExited, "2"));
    assert!(detail(&reason, "stderr").contains("--no-such-option"), "{reason:?}");
    let reason = world.until_failed(bad).await;
    assert_eq!((reason.code.clone(), detail(&reason, "code")), (Code::ServerExitsAtStart, "2"));
    assert_eq!(reason.hint, Some(Hint::Arguments));
    assert!(detail(&reason, "stderr").contains("--no-such-option"), "{reason:?}");
    world.still_answers(good).await;
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_exits_at_once_is_left_stopped_after_a_second_try() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "exit-at-once:3"]).await;
    let exited = |reason: &Failure| reason.code == Code::ServerExited;
    let restarting =
        |it: &ServerView| matches!(&it.state, RunView::Restarting { reason, .. } if exited(reason));
    let again = world.until_server(bad, "it is started again", restarting).await;
    let RunView::Restarting { attempt, reason, .. } = again.state else { unreachable!() };
    assert_eq!(attempt, 1);
    assert_eq!(detail(&reason, "code"), "3");
    world.still_answers(good).await;
    let reason = world.until_failed(bad).await;
    assert_eq!((reason.code.clone(), detail(&reason, "code")), (Code::ServerExitsAtStart, "3"));
    let failed = paddock_host::Notification::ServerFailed { server: "bad".into() };
    let told = world.shell.until("the person is told", |seen| seen.notifications.first().cloned());
    assert_eq!(told.await, failed);
    // A person may still try.
    world.host.start_server(bad).await.unwrap();
    world.until_server(bad, "it is started again", restarting).await;
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_with_a_name_without_end_does_not_blind_the_window() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "long-info"]).await;
    world.until_running(bad).await;
    let view = world.view().await;
    let reported = find(&view, bad).unwrap().reported.as_ref().unwrap();
    assert!(reported.starts_with("\\u{7f}") && reported.len() < 3000, "{}", reported.len());
    assert!(paddock_control::encode(&view).unwrap().len() < 100_000);
    world.still_answers(good).await;
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_exits_after_the_handshake_is_left_stopped_too() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "exit-after-init"]).await;
    assert_eq!(world.until_failed(bad).await.code, Code::ServerExitsAtStart);
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_ends_otherwise_each_time_is_left_stopped_after_the_fifth() {
    let (world, good) = beside_a_good_one().await;
    let says_more = [
        "import os, sys",
        "file = os.path.join(os.environ['HOME'], 'said')",
        "with open(file, 'a') as said: said.write('o')",
        "sys.exit('o' * os.path.getsize(file))",
    ];
    let bad = script(&world, &says_more).await;
    let reason = world.until_failed(bad).await;
    assert_eq!((reason.code.clone(), detail(&reason, "count")), (Code::CrashLoop, "5"));
    assert_eq!(detail(&reason, "reason"), "ooooo");
    let mut attempts: Vec<_> =
        world.shell.views().iter().filter_map(|view| attempt(view, bad)).collect();
    attempts.dedup();
    assert_eq!(attempts, [1, 2, 3, 4]);
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_is_killed_at_its_start_is_left_stopped_after_a_second_try() {
    let (world, good) = beside_a_good_one().await;
    let bad = script(&world, &["import os, signal", "os.kill(os.getpid(), signal.SIGKILL)"]).await;
    assert_eq!(world.until_failed(bad).await.code, Code::ServerKilledAtStart);
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_an_unknown_revision_fails_and_is_not_tried_again() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "unsupported-revision"]).await;
    let reason = world.until_failed(bad).await;
    assert_eq!(reason.code, Code::UnsupportedRevision);
    assert_eq!(detail(&reason, "revision"), "1999-12-31");
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_never_answers_or_never_reads_is_shown_as_starting_and_stopped_with_its_calls() {
    for bad in ["never-answers", "never-reads"] {
        let (world, good) = beside_a_good_one().await;
        let bad = world.add_fake("bad", &["--bad", bad]).await;
        let starting = |it: &ServerView| matches!(it.state, RunView::Starting { .. });
        let shown = world.until_server(bad, "it starts", starting).await;
        assert_ne!(shown.state, RunView::Starting { since: 0.0 });
        if shown.enforcement.asked == Asked::Enforced {
            assert_eq!(shown.enforcement.in_force, InForceView::Starting);
        }
        let host = world.host.clone();
        let call =
            tokio::spawn(async move { host.call_tool(bad, "echo".into(), String::new(), 7).await });
        let waits = |it: &ServerView| it.calls_in_flight == 1 && starting(it);
        world.until_server(bad, "the call waits", waits).await;
        world.host.stop_server(bad).await.unwrap();
        assert_eq!(call.await.unwrap().unwrap_err().code, Code::ServerNotRunning);
        over(world, good).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_closes_its_output_and_lives_on_is_ended_and_said_to_have() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "closes-stdout-lives-on"]).await;
    let restarting = |it: &ServerView| matches!(it.state, RunView::Restarting { .. });
    let again = world.until_server(bad, "it is started again", restarting).await;
    let RunView::Restarting { reason, .. } = again.state else { unreachable!() };
    assert_eq!(reason.code, Code::Protocol, "{reason:?}");
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_hears_neither_the_end_of_its_input_nor_a_signal_is_killed() {
    for bad in [&["--bad", "ignores-eof"][..], &["--bad", "ignores-eof", "--bad", "ignores-term"]] {
        let (world, good) = beside_a_good_one().await;
        let bad = world.add_fake("bad", bad).await;
        world.until_told(bad).await;
        world.still_answers(bad).await;
        world.host.stop_server(bad).await.unwrap();
        let stopping = |it: &ServerView| it.state == RunView::Stopping;
        world.until_server(bad, "it is asked to stop", stopping).await;
        world.until_stopped(bad).await;
        world.host.start_server(bad).await.unwrap();
        world.until_told(bad).await;
        over(world, good).await;
    }
}

/// What is no message is reported in its log, and all else it says counts.
#[tokio::test(flavor = "multi_thread")]
async fn one_that_says_what_is_no_message_is_understood_all_the_same() {
    let cases = [
        ("garbage", "line is not JSON-RPC"),
        ("json-logs", "line is not JSON-RPC"),
        ("answers-twice", "second answer"),
        ("null-id", "message is refused"),
    ];
    let (world, good) = beside_a_good_one().await;
    for (mode, noticed) in cases {
        let bad = world.add_fake(mode, &["--bad", mode]).await;
        world.until_told(bad).await;
        let folder = world.folder("acme");
        world.grant_and_tell(bad, &folder, READ).await;
        assert_eq!(world.held_by_fake(bad).await, [uri(&folder)], "{mode}");
        world.until_logged(bad, noticed, |line| says(line, noticed)).await;
    }
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_nests_a_message_without_end_is_cut_short() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "deep-json"]).await;
    world.until_told(bad).await;
    world.still_answers(bad).await;
    let is_nested = |line: &LogLine| line.text.starts_with("[[[[");
    let line = world.until_logged(bad, "its message", is_nested).await;
    assert!(line.text.len() <= 10 << 10, "{}", line.text.len());
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_asks_too_early_is_answered_when_it_is_time() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "asks-before-initialized"]).await;
    world.until_told(bad).await;
    world.still_answers(bad).await;
    over(world, good).await;
}

/// Its calls have no answer. They wait without harm, and are over when it is stopped.
#[tokio::test(flavor = "multi_thread")]
async fn one_that_answers_in_riddles_fails_its_own_calls_only() {
    let cases = [("wrong-ids", "never used"), ("batch", "batch is refused")];
    let (world, good) = beside_a_good_one().await;
    for (mode, noticed) in cases {
        let bad = world.add_fake(mode, &["--bad", mode]).await;
        world.until_told(bad).await;
        let host = world.host.clone();
        let call = tokio::spawn(async move {
            host.call_tool(bad, "echo".into(), String::new(), 1000 + bad).await
        });
        world.until_logged(bad, noticed, |line| says(line, noticed)).await;
        world.still_answers(good).await;
        world.host.stop_server(bad).await.unwrap();
        assert_eq!(call.await.unwrap().unwrap_err().code, Code::CallCut);
    }
    over(world, good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_leaves_a_call_unanswered_still_answers_others() {
    let (world, good) = beside_a_good_one().await;
    let bad = world.add_fake("bad", &["--bad", "never-answers:tools/list"]).await;
    world.until_told(bad).await;
    let host = world.host.clone();
    let list = tokio::spawn(async move { host.tools(bad).await });
    world.still_answers(bad).await;
    world.still_answers(good).await;
    world.host.stop_server(bad).await.unwrap();
    let ended: Failure = list.await.unwrap().unwrap_err();
    assert_eq!(ended.code, Code::CallCut);
    over(world, good).await;
}

async fn beside_a_good_one() -> (World, u32) {
    let world = World::new();
    let good = world.well_behaved("good").await;
    (world, good)
}

async fn over(world: World, good: u32) {
    world.still_answers(good).await;
    let view = world.view().await;
    assert!(is_running(find(&view, good).unwrap()));
    world.quit().await;
}

fn says(line: &LogLine, what: &str) -> bool {
    line.source == LogSource::Paddock && line.text.contains(what)
}

/// A server that is a program in Python.
async fn script(world: &World, lines: &[&str]) -> u32 {
    let file = world.folder("bin").join("server.py");
    fs::write(&file, lines.join("\n")).unwrap();
    let draft = ServerDraft {
        name: "bad".into(),
        program: "python3".into(),
        args: vec![file.display().to_string()],
        ..ServerDraft::default()
    };
    world.add(draft).await
}

/// Which restart in a row it waits for.
fn attempt(view: &View, server: u32) -> Option<u32> {
    match find(view, server)?.state {
        RunView::Restarting { attempt, .. } => Some(attempt),
        RunView::Stopped
        | RunView::NeedsTrust { .. }
        | RunView::Asleep
        | RunView::Starting { .. }
        | RunView::Running { .. }
        | RunView::Stopping
        | RunView::Failed { .. }
        | RunView::Paused => None,
    }
}
