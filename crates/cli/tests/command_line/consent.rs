//! A person consents at a terminal or in the window, and nothing else does.

use std::io::{BufRead as _, BufReader};

use paddock_control::view::{Access, EndedDestinationView, View};
use paddock_control::{Command, Role};

use crate::fake_again;
use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, paddock, run};
use crate::sample;

const ASKS: &str = "to decline:";

fn headless() -> FakeHost {
    FakeHost::start(sample::view(), true)
}

fn granted(host: &FakeHost) -> usize {
    host.view().grants.len() - sample::view().grants.len()
}

#[test]
fn yes_at_the_terminal_grants() {
    let host = headless();
    let args = ["grant", "/home/ann/work", "files", "--access", "write", "--for", "1h"];
    let mut terminal = AtTerminal::start(&host.world, &args, "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!((code, granted(&host)), (0, 1), "{seen}");
    assert_eq!(host.view().grants[2].access, Access::WriteGuarded);
    for words in ["/home/ann/work", "Files", "Write, but not what runs", "1 h 0 min", "/bin/agent"]
    {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    assert!(!seen.contains("\x1b[2J"), "what servers say moves no cursor: {seen}");
    let asked = host.asked();
    let by_view = asked.iter().filter(|(role, _)| *role == Role::View);
    let mut by_view = by_view.map(|(_, command)| command);
    assert!(!by_view.any(|it| matches!(it, Command::Grant { .. } | Command::Agree { .. })));
}

#[test]
fn anything_else_at_the_terminal_grants_nothing() {
    for typed in ["no\n", "\n", "y\n", "yes please\n", "\u{4}"] {
        let host = headless();
        let mut terminal = AtTerminal::start(&host.world, &["grant", "/w", "files"], "");
        terminal.until(ASKS).types(typed);
        let (code, seen) = terminal.end();
        assert_eq!((code, granted(&host)), (75, 0), "{typed:?}: {seen}");
        assert!(host.view().picks.is_empty(), "{typed:?} is an answer");
    }
}

#[test]
fn who_interrupts_the_question_takes_back_what_was_asked_for() {
    let host = headless();
    let mut terminal = AtTerminal::start(&host.world, &["grant", "/w", "files"], "");
    terminal.until(ASKS).types("\u{3}");
    let (code, seen) = terminal.end();
    assert_eq!((code, granted(&host)), (75, 0), "{seen}");
    assert!(seen.contains("You did not consent"), "{seen}");
    assert!(host.view().picks.is_empty(), "nothing is left that nobody knows of");
}

#[test]
fn a_terminal_that_goes_away_takes_back_what_was_asked_for() {
    let host = headless();
    let mut terminal = AtTerminal::start(&host.world, &["grant", "/w", "files"], "");
    terminal.until(ASKS).hangs_up();
    let (code, seen) = terminal.end();
    assert_eq!((code, granted(&host)), (75, 0), "{seen}");
    assert!(host.view().picks.is_empty());
}

#[test]
fn a_host_that_dies_under_the_question_leaves_nothing_of_the_answer_to_the_shell() {
    let host = headless();
    let mut terminal = AtTerminal::start_before_shell(&host.world, &["grant", "/w", "files"]);
    terminal.until(ASKS).types("ye").until("ye");
    let _world = host.dies();
    terminal.until("background service ended").types("s\n");
    let (code, seen) = terminal.end();
    assert_eq!(code, 69, "{seen}");
    assert!(seen.contains("the shell read: s."), "{seen}");
    assert!(!seen.contains("answered elsewhere"), "nobody answered: {seen}");
}

#[test]
fn a_window_that_answers_first_leaves_nothing_of_the_answer_to_the_shell() {
    for (agree, code) in [(true, 0), (false, 75)] {
        let host = headless();
        let mut terminal = AtTerminal::start_before_shell(&host.world, &["grant", "/w", "files"]);
        terminal.until(ASKS).types("ye").until("ye");
        host.decide(agree);
        terminal.until("answered elsewhere").types("s\n");
        let (ended, seen) = terminal.end();
        assert_eq!(ended, code, "{seen}");
        assert!(seen.contains("the shell read: s."), "{seen}");
    }
}

#[test]
fn who_interrupts_another_question_leaves_it_and_is_told() {
    let host = headless();
    run(&host.world, &["access", "12", "write", "--no-wait"]);
    let mut terminal = AtTerminal::start(&host.world, &["consents", "agree", "c3"], "");
    terminal.until(ASKS).types("\u{3}");
    let (code, seen) = terminal.end();
    assert!(code == 75 && seen.contains("It waits for your consent as c3."), "{seen}");
    assert_eq!(host.view().consents.len(), 1);
}

#[test]
fn what_was_typed_before_the_question_is_no_answer() {
    let host = headless();
    let mut terminal = AtTerminal::start(&host.world, &["grant", "/w", "files"], "yes\n");
    terminal.until(ASKS).types("no\n");
    let (code, seen) = terminal.end();
    assert_eq!((code, granted(&host)), (75, 0), "{seen}");
}

#[test]
fn a_red_warning_takes_the_folders_name() {
    for (typed, code, count) in [("secret\n", 0, 1), ("yes\n", 75, 0), ("Secret\n", 75, 0)] {
        let host = headless();
        let mut terminal = AtTerminal::start(&host.world, &["grant", "/h/secret", "files"], "");
        terminal.until("Type secret to allow it").types(typed);
        let (ended, seen) = terminal.end();
        assert_eq!((ended, granted(&host)), (code, count), "{typed:?}: {seen}");
    }
}

fn ended(folders: &[(u32, &str)]) -> FakeHost {
    let ended = folders.iter().map(|(id, path)| fake_again::ended(*id, path)).collect();
    FakeHost::start(View { ended, ..sample::view() }, true)
}

#[test]
fn what_takes_its_name_takes_it_again() {
    for (typed, code, count) in [("secret\n", 0, 1), ("yes\n", 75, 0), ("\n", 75, 0)] {
        let host = ended(&[(21, "/h/secret")]);
        let mut terminal = AtTerminal::start(&host.world, &["again", "21"], "");
        terminal.until("Type secret to allow it").types(typed);
        let (ended, seen) = terminal.end();
        assert_eq!((ended, granted(&host)), (code, count), "{typed:?}: {seen}");
        assert!(host.view().picks.is_empty(), "{typed:?} is an answer");
        if count == 1 {
            assert_eq!(host.view().grants[2].access, Access::WriteGuarded, "as it was");
        }
        let agreed = host.asked().iter().any(|(_, it)| matches!(it, Command::Agree { .. }));
        assert!(!agreed, "one answer is no other's");
    }
}

#[test]
fn of_all_that_ended_what_takes_its_name_is_asked_about_by_itself() {
    for (typed, count) in [("secret\n", 1), ("yes\n", 0)] {
        let host = ended(&[(20, "/h/one"), (21, "/h/secret"), (22, "/h/two")]);
        let mut terminal = AtTerminal::start(&host.world, &["again", "--all"], "");
        terminal.until(ASKS).types("yes\n");
        terminal.until("Type secret to allow it").types(typed);
        let (_, seen) = terminal.end();
        let left: Vec<_> = host.view().ended.iter().map(|it| it.id).collect();
        assert_eq!((left, granted(&host)), (vec![21], count), "{typed:?}: {seen}");
    }
}

#[test]
fn one_that_is_given_again_and_one_that_is_widened_say_what_all_of_them_would() {
    let host = ended(&[(20, "/h/one"), (22, "/h/two")]);
    let said = |args: &[&str]| {
        let mut terminal = AtTerminal::start(&host.world, args, "");
        terminal.until(ASKS).types("no\n");
        terminal.end().1
    };
    let caution = "too large to look through";
    assert!(said(&["again", "--all"]).contains(caution));
    assert!(said(&["again", "20"]).contains(caution));
    assert!(said(&["access", "12", "write"]).contains(caution));
}

#[test]
fn of_all_that_is_given_again_it_is_said_what_could_go_to_anyone() {
    for (destination, is_said) in [("*", true), ("api.example.com", false)] {
        let destination = destination.to_owned();
        let open = vec![EndedDestinationView { id: 30, server: 1, destination, at: 0.0 }];
        let ended = vec![fake_again::ended(20, "/h/one")];
        let view = View { ended, ended_destinations: open, ..sample::view() };
        let host = FakeHost::start(view, true);
        let mut terminal = AtTerminal::start(&host.world, &["again", "--all"], "");
        terminal.until(ASKS).types("no\n");
        let (_, seen) = terminal.end();
        assert_eq!(seen.contains("to anyone on the internet"), is_said, "{seen}");
    }
}

#[test]
fn without_a_terminal_nobody_consents() {
    let host = headless();
    let mut piped = paddock(&host.world, &["grant", "/w", "files"]);
    let (input, mut yes) = std::io::pipe().unwrap();
    std::io::Write::write_all(&mut yes, b"yes\nyes\n").unwrap();
    let ended: crate::program::Ended = piped.stdin(input).output().unwrap().into();
    assert_eq!((ended.code, granted(&host)), (77, 0), "{}", ended.err);
    assert!(host.view().picks.is_empty(), "a refused question is taken back");
    assert!(ended.err.contains("terminal"), "{}", ended.err);
}

#[test]
fn in_the_background_nobody_consents() {
    let host = headless();
    let behind = AtTerminal::start_behind(&host.world, &["grant", "/w", "files"]);
    let (code, seen) = behind.end();
    assert_eq!((code, granted(&host)), (77, 0), "{seen}");
    assert!(seen.contains("foreground") && host.view().picks.is_empty(), "{seen}");
}

#[test]
fn no_wait_leaves_it_waiting() {
    for terminal in [true, false] {
        let host = FakeHost::start(sample::view(), terminal);
        let ended = run(&host.world, &["grant", "/w", "files", "--no-wait", "--json"]);
        assert_eq!(ended.code, 75, "{}", ended.err);
        assert!(ended.out.contains("\"p7\"") && ended.out.contains("waits"), "{}", ended.out);
        assert_eq!(host.view().picks.len(), 1);
        let asked = ["grant", "/w", "files", "--access", "write", "--for", "2h", "--no-wait"];
        let said = run(&host.world, &asked).out;
        let agree = "paddock consents agree p7 --server '#1' --access write --for 120m\n";
        assert!(said.ends_with(agree), "{said}");
    }
}

#[test]
fn a_window_decides_for_who_waits() {
    for (agree, code) in [(true, 0), (false, 75)] {
        for args in [&["grant", "/w", "files"][..], &["access", "12", "write"]] {
            let host = FakeHost::start(sample::view(), false);
            let mut waiting = paddock(&host.world, args)
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            let mut said = BufReader::new(waiting.stderr.take().unwrap());
            let mut line = String::new();
            said.read_line(&mut line).unwrap();
            assert!(line.contains("window"), "{line}");
            host.decide(agree);
            assert_eq!(waiting.wait().unwrap().code(), Some(code), "{args:?} {agree}");
        }
    }
}

#[test]
fn what_narrows_asks_nobody() {
    let host = FakeHost::start(sample::view(), false);
    assert_eq!(run(&host.world, &["access", "11", "read"]).code, 0);
    assert_eq!(run(&host.world, &["revoke", "/home/ann/acme", "web"]).code, 0);
    assert_eq!(host.view().grants.iter().map(|it| it.id).collect::<Vec<_>>(), [11]);
    assert_eq!(run(&host.world, &["revoke", "--all"]).code, 0);
    assert!(host.view().grants.is_empty());
}

#[test]
fn trust_shows_the_command_and_what_it_needs() {
    let host = headless();
    let mut terminal = AtTerminal::start(&host.world, &["servers", "trust", "web"], "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen}");
    for words in
        ["npx -y web\\u{1b}", "web-old", "npx-cli.js", "_npx/web", "120 files, 4.0 MB", "TOKEN"]
    {
        assert!(seen.contains(words), "{words}: {seen}");
    }
}

#[test]
fn a_destination_is_left_out_of_what_a_command_is_trusted_with() {
    let host = headless();
    let args = ["servers", "trust", "web", "--without", "db.example:5432"];
    let mut terminal = AtTerminal::start(&host.world, &args, "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen}");
    assert!(seen.contains("api.example.com") && !seen.contains("db.example"), "{seen}");
    let left = |(role, it): &(Role, Command)| {
        let Command::AgreeWithout { destinations, .. } = it else { return false };
        *role == Role::Consent && *destinations == ["db.example:5432"]
    };
    assert!(host.asked().iter().any(left));

    let host = headless();
    let args = ["servers", "trust", "web", "--without", "other.example"];
    let (code, seen) = AtTerminal::start(&host.world, &args, "").end();
    assert!(code != 0 && seen.contains("other.example"), "{seen}");
    assert!(host.view().consents.is_empty(), "what nobody can be asked about does not wait");
}

#[test]
fn what_waits_is_agreed_to_later() {
    let host = headless();
    assert_eq!(run(&host.world, &["grant", "/w", "files", "--no-wait"]).code, 75);
    let list = run(&host.world, &["consents"]);
    assert!(list.out.contains("p7") && list.out.contains("/w"), "{}", list.out);
    assert_eq!(run(&host.world, &["consents", "agree", "p7", "--server", "files"]).code, 77);
    assert_eq!(host.view().picks.len(), 1, "a refusal leaves what others proposed");
    let args = ["consents", "agree", "p7", "--server", "files"];
    let mut terminal = AtTerminal::start(&host.world, &args, "");
    terminal.until(ASKS).types("yes\n");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(granted(&host), 1);
}

#[test]
fn what_cannot_be_granted_is_not_asked_about() {
    let host = headless();
    let (code, seen) = AtTerminal::start(&host.world, &["grant", "/refused", "files"], "").end();
    assert_eq!((code, granted(&host)), (77, 0), "{seen}");
    assert!(seen.contains("cannot be granted") && host.view().picks.is_empty(), "{seen}");
}

#[test]
fn what_is_so_already_is_no_failure_and_asks_nobody() {
    let host = headless();
    for args in [&["resume"][..], &["terminal-consent", "on"]] {
        let ended = run(&host.world, args);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{args:?}");
        assert!(ended.out.contains("Already so"), "{args:?}: {}", ended.out);
    }
    assert!(host.asked().iter().all(|(_, command)| matches!(command, Command::View {})));
}

#[test]
fn who_goes_away_from_a_hidden_answer_sees_again_what_is_typed() {
    let host = headless();
    let add = ["servers", "add", "new", "--secret", "TOKEN", "--", "npx", "x"];
    let mut terminal = AtTerminal::start(&host.world, &add, "");
    terminal.until("TOKEN").until("Value:");
    assert!(!terminal.echoes());
    terminal.types("hunter2").types("\x03").until_its_end();
    assert!(terminal.echoes());
    let (code, seen) = terminal.end();
    assert!(code == 75 && !seen.contains("hunter2"), "{code}: {seen}");
    assert!(!host.asked().iter().any(|(_, it)| matches!(it, Command::AddServer { .. })));
}

#[test]
fn who_goes_away_from_a_hidden_answer_leaves_nothing_of_it_to_the_shell() {
    let host = headless();
    let add = ["servers", "add", "new", "--secret", "TOKEN", "--", "npx", "x"];
    let mut terminal = AtTerminal::start_before_shell(&host.world, &add);
    terminal.until("TOKEN").until("Value:").types("hunter2\x03");
    terminal.until("did not agree").types("s\n");
    let (code, seen) = terminal.end();
    assert!(code == 75 && seen.contains("the shell read: s."), "{code}: {seen}");
    assert!(!seen.contains("hunter2"), "{seen}");
}
