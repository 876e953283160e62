//! Apps that use servers are listed, and what they use is ended.

use paddock_control::Command;

use crate::fake_host::FakeHost;
use crate::program::run;
use crate::sample;

fn numbers(host: &FakeHost) -> Vec<u32> {
    host.view().sessions.iter().map(|it| it.number).collect()
}

fn ended(host: &FakeHost) -> Vec<(u32, u32)> {
    let asked = host.asked();
    let mut ends = Vec::new();
    for (_, command) in asked.iter() {
        if let Command::EndSession { server, session } = command {
            ends.push((*server, *session));
        }
    }
    ends
}

#[test]
fn every_session_is_a_line_with_its_number() {
    let host = FakeHost::start(sample::view(), true);
    let said = run(&host.world, &["sessions"]).out;
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for words in [
        "#7",
        "Claude Code",
        "Files",
        "/home/ann/acme",
        "Running",
        "Live mounts",
        "/home/ann/acme/site",
    ] {
        assert!(lines[1].contains(words), "{words}: {said}");
    }
    assert!(lines[2].contains("#8") && lines[2].contains("Starting"), "{said}");
}

#[test]
fn none_is_said_and_is_an_empty_list() {
    let mut view = sample::view();
    view.sessions.clear();
    let host = FakeHost::start(view, true);
    assert_eq!(run(&host.world, &["sessions"]).out, "No app uses a server.\n");
    let listed = run(&host.world, &["sessions", "--json"]).out;
    assert_eq!(listed.split_whitespace().collect::<String>(), r#"{"sessions":[]}"#);
    assert!(!run(&host.world, &["status"]).out.contains("sessions"));
}

#[test]
fn the_status_counts_them() {
    let host = FakeHost::start(sample::view(), true);
    let said = run(&host.world, &["status"]).out;
    assert!(said.contains("2 sessions of apps: paddock sessions"), "{said}");
}

#[test]
fn a_session_is_ended_by_its_number_and_is_gone_when_it_is_said() {
    let host = FakeHost::start(sample::view(), true);
    let done = run(&host.world, &["end", "#8", "8"]);
    assert_eq!((done.code, done.out.as_str()), (0, "1 session was ended.\n"), "{}", done.err);
    assert_eq!((ended(&host), numbers(&host)), (vec![(2, 8)], vec![7]));
    let again = run(&host.world, &["end", "8"]);
    assert_eq!(again.code, 66);
    assert!(again.err.contains("paddock sessions"), "{}", again.err);
}

#[test]
fn nothing_is_ended_where_one_of_several_is_not_there() {
    let host = FakeHost::start(sample::view(), true);
    assert_eq!(run(&host.world, &["end", "7", "99"]).code, 66);
    assert_eq!(numbers(&host), [7, 8]);
}

#[test]
fn all_of_an_app_are_ended_and_no_others() {
    let mut view = sample::view();
    let more = [(1, 9, "Claude Code"), (2, 10, "claude code"), (2, 11, "Claude Code 2")];
    for (server, number, app) in more {
        let session = view.sessions[0].clone();
        view.sessions.push(paddock_control::view::SessionView {
            server,
            number,
            app: app.into(),
            ..session
        });
    }
    let host = FakeHost::start(view, true);
    let done = run(&host.world, &["end", "--app", "Claude Code", "--json"]).out;
    assert_eq!(done.split_whitespace().collect::<String>(), r#"{"ended":[7,9]}"#);
    assert_eq!(numbers(&host), [8, 10, 11]);
    assert_eq!(run(&host.world, &["end", "--app", "CLAUDE CODE"]).code, 0);
    assert_eq!(numbers(&host), [8, 11]);
}

#[test]
fn the_activity_says_that_it_was_an_app() {
    let host = FakeHost::start(sample::view(), true);
    let said = run(&host.world, &["activity"]).out;
    assert!(said.contains("(App Claude Code"), "{said}");
    assert!(said.contains("(You)"), "{said}");
}

fn paused(host: &FakeHost) -> Vec<String> {
    let asked = host.asked();
    let names = asked.iter().filter_map(|(_, command)| {
        if let Command::PauseApp { app, .. } = command { Some(app.clone()) } else { None }
    });
    names.collect()
}

#[test]
fn an_app_that_nobody_knows_is_paused_only_if_that_is_meant() {
    let host = FakeHost::start(sample::view(), true);
    let mistyped = run(&host.world, &["pause", "--app", "Claud Code"]);
    assert_eq!((mistyped.code, paused(&host)), (66, vec![]));
    for words in ["Claud Code", "paddock sessions", "--ahead"] {
        assert!(mistyped.err.contains(words), "{words}: {}", mistyped.err);
    }
    for args in [
        &["pause", "--app", "claude code"][..],
        &["pause", "--app", "cursor"],
        &["pause", "--app", "Zed", "--ahead"],
    ] {
        assert_eq!(run(&host.world, args).code, 0, "{args:?}");
    }
    assert_eq!(paused(&host), ["Claude Code", "Cursor", "Zed"], "or is paused already");
    assert_eq!(run(&host.world, &["pause", "--ahead"]).code, 64);
}
