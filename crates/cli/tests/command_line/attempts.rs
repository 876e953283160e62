//! What a server waits with is listed, shown, granted by a person, and not.

use paddock_control::Command;
use paddock_control::view::Access;

use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, run};
use crate::sample;

fn host() -> FakeHost {
    FakeHost::start(sample::view(), true)
}

fn attempts(host: &FakeHost) -> usize {
    host.view().servers[0].attempts.len()
}

#[test]
fn what_a_server_waits_with_is_listed_shown_and_counted() {
    let host = host();
    let listed = run(&host.world, &["requests"]).out;
    let line = listed.lines().find(|line| line.starts_with("attempt-1-5")).unwrap_or_default();
    for words in ["Files", "Access outside", "Waits for you", "/home/ann/.ssh/id_ed25519"] {
        assert!(line.contains(words), "{words}: {listed}");
    }
    let shown = run(&host.world, &["requests", "show", "attempt-1-5"]).out;
    for words in ["Files", "/home/ann/.ssh/id_ed25519", "Waiting for you", "/home/ann/notes"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let json = run(&host.world, &["requests", "--json"]).out;
    assert!(json.contains(r#""which": "attempt-1-5""#), "{json}");

    let count = || -> u64 {
        let status = run(&host.world, &["status", "--json"]).out;
        let status: serde_json::Value = serde_json::from_str(&status).unwrap();
        status["requests"].as_u64().unwrap()
    };
    let before = count();
    assert_eq!(run(&host.world, &["requests", "deny", "attempt-1-5"]).code, 0);
    assert_eq!((attempts(&host), count()), (0, before - 1));
    for verb in ["show", "deny", "grant"] {
        assert_eq!(run(&host.world, &["requests", verb, "attempt-1-5"]).code, 66, "{verb}");
    }
}

#[test]
fn the_folder_for_it_is_granted_by_a_person() {
    let host = host();
    let grants = host.view().grants.len();
    let grant = ["requests", "grant", "attempt-1-5"];
    let mut terminal = AtTerminal::start(&host.world, &grant, "");
    terminal.until("/home/ann/notes").until("to decline:").types("no\n");
    assert_eq!((terminal.end().0, host.view().grants.len()), (75, grants));
    let mut terminal = AtTerminal::start(&host.world, &grant, "");
    terminal.until("to decline:").types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!((code, host.view().grants.len()), (0, grants + 1), "{seen}");
    assert_eq!(host.view().grants[grants].access, Access::Read);
}

#[test]
fn what_a_server_waits_with_is_refused_as_long_as_it_runs() {
    let host = host();
    assert_eq!(run(&host.world, &["requests", "deny", "attempt-1-5", "--block"]).code, 0);
    assert_eq!(attempts(&host), 0);
    let silenced = |(_, command): &(_, Command)| {
        matches!(command, Command::DismissAttempt { server: 1, attempt: 5, silence: true })
    };
    assert!(host.asked().iter().any(silenced));
}

#[test]
fn who_tries_to_write_is_proposed_to_write() {
    let mut view = sample::view();
    view.servers[0].attempts[0].write = true;
    let host = FakeHost::start(view, true);
    for (more, access) in [(&[][..], Access::WriteGuarded), (&["--access", "read"], Access::Read)] {
        let args = [&["requests", "grant", "attempt-1-5"][..], more].concat();
        let mut terminal = AtTerminal::start(&host.world, &args, "");
        terminal.until("to decline:").types("yes\n");
        assert_eq!(terminal.end().0, 0);
        let asked = host.asked();
        let granted = asked.iter().rev().find_map(|(_, command)| {
            if let Command::Grant { access, .. } = command { Some(*access) } else { None }
        });
        assert_eq!(granted, Some(access));
    }
}
