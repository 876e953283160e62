//! What people read, and how the program ends.

use paddock_control::Command;
use paddock_control::view::{Code, Failure, Hint, RunView};
use serde_json::Value;

use crate::fake_host::{FakeHost, World};
use crate::program::{AtTerminal, Ended, paddock, run};
use crate::sample;

const LISTS: &[&[&str]] = &[
    &["status"],
    &["servers"],
    &["servers", "show", "files"],
    &["servers", "show", "#2"],
    &["servers", "tools", "files"],
    &["servers", "log", "files"],
    &["servers", "call", "files", "read"],
    &["servers", "resources", "files"],
    &["servers", "read", "files", "note:///1"],
    &["servers", "prompts", "files"],
    &["servers", "prompt", "files", "greet", "name=Ann"],
    &["servers", "messages", "files"],
    &["models"],
    &["sessions"],
    &["folders"],
    &["folders", "--ended"],
    &["requests"],
    &["requests", "show", "41"],
    &["requests", "show", "call-3"],
    &["requests", "show", "place-2"],
    &["requests", "show", "destination-5"],
    &["requests", "show", "attempt-1-5"],
    &["destinations"],
    &["destinations", "files"],
    &["scope", "files"],
    &["rules", "files"],
    &["changed", "files"],
    &["consents"],
    &["activity"],
    &["prove"],
    &["system"],
    &["system", "--markdown"],
];

#[test]
fn what_is_added_says_which_folders_it_names_and_how_to_be_asked() {
    let host = FakeHost::start(sample::view(), true);
    let ended =
        run(&host.world, &["servers", "add", "notes", "--", "notes", "/home/ann/a", "/b\u{1b}[2J"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    for words in ["#9", "/home/ann/a", "2 folders", "paddock servers propose \"#9\""] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    assert!(!ended.out.contains('\x1b'), "{:?}", ended.out);
    assert!(host.view().picks.is_empty(), "nobody is asked by adding it");
    let ended =
        run(&host.world, &["--json", "servers", "add", "notes", "--", "notes", "/home/ann/a"]);
    let written: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(written["folders"][0], "/home/ann/a");
}

#[test]
fn nothing_that_servers_say_moves_the_cursor_and_no_message_is_missing() {
    let host = FakeHost::start(sample::view(), true);
    for args in LISTS {
        let ended = run(&host.world, args);
        assert_eq!(ended.code, 0, "{args:?}: {}", ended.err);
        assert!(!ended.out.contains('\x1b'), "{args:?}: {:?}", ended.out);
        assert!(ended.out.trim().len() > 5, "{args:?}");
        for prefix in [
            "network-",
            "destination-any",
            "destinations-",
            "cli-",
            "error-",
            "consent-",
            "servers-",
            "state-",
            "facility-",
        ] {
            let mut words = ended.out.split([' ', '\n', ':']);
            assert!(!words.any(|word| word.starts_with(prefix)), "{args:?}: {}", ended.out);
        }
    }
}

#[test]
fn a_server_says_what_it_did_lately() {
    let host = FakeHost::start(sample::view(), true);
    let ended = run(&host.world, &["servers", "show", "files"]);
    let line = ended.out.lines().find(|line| line.starts_with("Over time"));
    let said = "142 calls in the last 24 hours, attempts blocked: 3; 1";
    assert!(line.is_some_and(|it| it.contains(said)));
}

#[test]
fn a_terminal_has_colours_and_its_width() {
    let host = FakeHost::start(sample::view(), true);
    let (code, seen) = AtTerminal::start(&host.world, &["folders"], "").end();
    assert!(code == 0 && seen.contains("\x1b[32m"), "{seen}");
    assert!(!seen.contains("\x1b[2J"), "{seen}");
}

#[test]
fn a_command_that_is_named_can_be_pasted() {
    for (name, pasted) in [("my py ü", "'my py ü'"), ("it's $x", r"'it'\''s $x'"), ("-x", "-- -x")]
    {
        let mut view = sample::view();
        view.servers[1].name = name.into();
        let host = FakeHost::start(view, true);
        let ended = run(&host.world, &["servers", "start", "#2"]);
        let told = format!("paddock servers trust {pasted}\n");
        assert!(ended.code == 69 && ended.err.ends_with(&told), "{}", ended.err);
    }
}

#[test]
fn what_is_wrong_is_said_plainly() {
    let host = FakeHost::start(sample::view(), true);
    for (args, said) in [
        (&["servers", "call", "files", "read", "x"][..], r#"such as '{"text": "hi"}'"#),
        (&["man", "nosuch"], "There is no command nosuch.\n"),
        (&["access", "12", "write"], "Nothing was changed."),
    ] {
        let ended = run(&host.world, args);
        assert!(ended.code != 0 && ended.err.contains(said), "{args:?}: {}", ended.err);
    }
    let kept = run(&host.world, &["settings"]).out;
    assert!(kept.starts_with("Activity is kept for ") && kept.ends_with(".\n"), "{kept}");
}

#[test]
fn what_may_help_is_said_where_something_failed() {
    let mut view = sample::view();
    let reason = Failure::new(Code::ServerExited).with("code", 127).with("stderr", "pyenv: x");
    let reason = reason.hinting(Some(Hint::VersionManager));
    view.servers[0].state = RunView::Failed { reason };
    let host = FakeHost::start(view, true);
    for (args, words) in [
        (&["servers", "show", "files"][..], "A version manager"),
        (&["doctor"], "A version manager"),
        (&["servers", "call", "files", "fail"], "--no-sandbox"),
    ] {
        let said = run(&host.world, args).out;
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn the_doctor_says_where_consent_is_given() {
    for (terminal, display, said, words) in [
        (true, "", true, "at a terminal. This session has no desktop"),
        (true, ":0", true, "window, or at a terminal"),
        (false, ":0", true, "window, and not at a terminal"),
        (false, "", false, "Nobody can consent from here"),
    ] {
        let host = FakeHost::start(sample::view(), terminal);
        let mut doctor = paddock(&host.world, &["doctor", "--json"]);
        let ended: Ended = doctor.env("DISPLAY", display).output().unwrap().into();
        let found: Value = serde_json::from_str(&ended.out).unwrap();
        let consent = |it: &&Value| it["what"] == "consent";
        let consent = found["findings"].as_array().unwrap().iter().find(consent).unwrap();
        assert_eq!(consent["ok"], said);
        assert!(consent["words"].as_str().unwrap().contains(words), "{consent}");
    }
}

#[test]
fn the_doctor_names_no_home() {
    let mut view = sample::view();
    let host = FakeHost::start(sample::view(), true);
    let home = host.world.home().to_str().unwrap().to_owned();
    view.notices[0].failure = Failure::new(Code::StorageFull).with("path", format!("{home}/data"));
    host.change(|now| now.notices = view.notices);
    for args in [&["doctor"][..], &["doctor", "--json"]] {
        let said = run(&host.world, args).out;
        assert!(said.contains("~/data") && !said.contains(&home), "{said}");
    }
}

#[test]
fn the_way_it_ends_says_what_it_was() {
    let host = FakeHost::start(sample::view(), true);
    for (args, code) in [
        (&["grant"][..], 64),
        (&["folders", "--server", "nobody"], 66),
        (&["revoke", "/nowhere"], 66),
        (&["end"], 64),
        (&["end", "7", "--app", "Zed"], 64),
        (&["end", "99"], 66),
        (&["end", "--app", "nobody"], 66),
        (&["requests", "deny", "call-99"], 66),
        (&["consents", "dismiss", "p999"], 66),
        (&["servers", "edit", "files", "--unset", "NOPE"], 66),
        (&["scope", "nobody", "app"], 66),
        (&["servers", "call", "files", "read", "[1]"], 65),
        (&["servers", "call", "files", "fail"], 1),
        (&["check", "/x"], 1),
        (&["servers", "start", "web"], 69),
        (&["generate", "/proc/nowhere"], 73),
        (&["servers", "stop", "files"], 0),
        (&["pause", "--for", "30m"], 0),
        (&["end", "#7"], 0),
    ] {
        let ended = run(&host.world, args);
        assert_eq!(ended.code, code, "{args:?}: {}{}", ended.out, ended.err);
    }
}

#[test]
fn a_pause_is_no_start() {
    let mut view = sample::view();
    view.servers[0].state = RunView::Paused;
    let host = FakeHost::start(view, true);
    let ended = run(&host.world, &["servers", "start", "files"]);
    assert!(ended.code == 75 && ended.err.contains("paddock resume"), "{}", ended.err);
    assert_eq!(run(&host.world, &["servers", "stop", "files"]).code, 0);
}

#[test]
fn an_edit_without_a_change_is_none() {
    let mut view = sample::view();
    view.servers[1].command.in_file = vec!["TOKEN".into()];
    let host = FakeHost::start(view, true);
    let ended = run(&host.world, &["servers", "edit", "files"]);
    assert!(ended.code == 0 && ended.out.contains("Nothing was changed"), "{}", ended.out);
    assert!(!host.asked().iter().any(|(_, it)| matches!(it, Command::EditServer { .. })));
    let ended = run(&host.world, &["servers", "edit", "web", "--env", "A=b"]);
    assert!(ended.out.contains("paddock servers trust"), "{}{}", ended.out, ended.err);
    assert!(ended.err.contains("own file") && ended.err.contains("TOKEN"), "{}", ended.err);
}

#[test]
fn where_nothing_runs_nothing_is_started_to_say_so() {
    let world = World::new();
    for args in [&["status"][..], &["stop"], &["sessions"], &["end", "7"], &["quit"]] {
        let args = if args == ["stop"] { &["servers", "stop", "files"][..] } else { args };
        let ended = run(&world, args);
        assert_eq!(ended.code, 0, "{args:?}: {}", ended.err);
        assert!(ended.out.contains("not running"), "{args:?}: {}", ended.out);
    }
    let status = run(&world, &["status", "--json"]);
    assert_eq!(status.out.split_whitespace().collect::<String>(), r#"{"running":false}"#);
}

#[test]
fn what_is_not_enforced_heads_the_list_without_any_grant() {
    let mut view = sample::view();
    view.grants.clear();
    view.servers[0].reaches_all = true;
    let host = FakeHost::start(view, true);
    let listed = run(&host.world, &["folders"]).out;
    let first = listed.lines().next().unwrap_or_default();
    assert!(first.ends_with("everything that you can read, not enforced"), "{listed}");
    for args in [["folders"], ["status"]] {
        let said = run(&host.world, &args).out;
        assert!(!said.contains("No folder access"), "{said}");
    }
}

#[test]
fn colours_are_for_terminals_whose_person_wants_them() {
    let host = FakeHost::start(sample::view(), true);
    let at_terminal = |variable| AtTerminal::start_with(&host.world, variable, &["status"]).end().1;
    let paints = |text: &str| text.contains("\x1b[");
    assert!(paints(&at_terminal("A=b")));
    assert!(!paints(&at_terminal("NO_COLOR=1")));
    assert!(!paints(&at_terminal("TERM=dumb")));
    assert!(!paints(&run(&host.world, &["status"]).out), "a pipe is no terminal");
}
