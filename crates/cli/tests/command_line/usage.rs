//! How apps may use a server is said and changed, and what of their calls waits is decided.

use paddock_control::view::{CallAnswer, Scope, ToolRule, ToolRuleView};
use paddock_control::{Command, Role};

use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, run};
use crate::sample;

const ASKS: &str = "to decline:";

fn host() -> FakeHost {
    FakeHost::start(sample::view(), true)
}

fn own_rules(host: &FakeHost) -> Vec<ToolRuleView> {
    host.view().servers[1].usage.rules.clone()
}

fn allowed(host: &FakeHost) -> Vec<(Role, u32, CallAnswer)> {
    let asked = host.asked();
    let mut allowed = Vec::new();
    for (role, command) in asked.iter() {
        if let Command::AllowCall { call, answer } = command {
            allowed.push((*role, *call, *answer));
        }
    }
    allowed
}

#[test]
fn a_narrower_scope_holds_at_once_and_a_wider_one_waits() {
    let host = host();
    assert_eq!(run(&host.world, &["scope", "web"]).out, "All folders of this server\n");
    assert_eq!(run(&host.world, &["scope", "web", "app"]).code, 0);
    assert_eq!(host.view().servers[1].usage.scope, Scope::WhereAppWorks);
    assert_eq!(run(&host.world, &["scope", "web", "all", "--no-wait"]).code, 75);
    assert_eq!(host.view().servers[1].usage.scope, Scope::WhereAppWorks);

    let mut terminal = AtTerminal::start(&host.world, &["consents", "agree", "c3"], "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!((code, host.view().servers[1].usage.scope), (0, Scope::AllFolders), "{seen}");
    for words in ["Give apps all folders of web?", "Now: Only where the app works"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
}

#[test]
fn rules_are_listed_with_the_apps_they_are_for() {
    let host = host();
    let said = run(&host.world, &["rules", "files"]).out;
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    for words in ["write_file", "Every app", "Ask first", "Changed since first seen"] {
        assert!(lines[1].contains(words), "{words}: {said}");
    }
    assert!(lines[2].contains("Claude Code") && lines[2].contains("Off"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    assert_eq!(run(&host.world, &["rules", "web"]).out, "There are no rules.\n");
}

#[test]
fn a_stricter_rule_is_made_at_once_and_a_looser_one_by_consent() {
    let host = host();
    let off = ["rules", "web", "fetch", "off", "--app", "Zed"];
    assert_eq!(run(&host.world, &off).code, 0);
    let rule = |rule| ToolRuleView { app: Some("Zed".into()), tool: "fetch".into(), rule };
    assert_eq!(own_rules(&host), [rule(ToolRule::Off)]);

    let ask = ["rules", "web", "fetch", "ask", "--app", "Zed"];
    for (typed, code, expected) in [("no\n", 75, ToolRule::Off), ("yes\n", 0, ToolRule::Ask)] {
        let mut terminal = AtTerminal::start(&host.world, &ask, "");
        terminal.until(ASKS).types(typed);
        let (ended, seen) = terminal.end();
        assert_eq!((ended, own_rules(&host)), (code, vec![rule(expected)]), "{seen}");
        for words in ["Let Zed call fetch of web?", "Now: Off", "Then: Ask first", "/bin/agent"] {
            assert!(seen.contains(words), "{words}: {seen}");
        }
    }
}

#[test]
fn a_rule_is_named_whole() {
    let host = host();
    for args in [
        &["rules", "web", "fetch"][..],
        &["rules", "web", "fetch", "maybe"],
        &["changed", "web", "--accept", "--hold", "on"],
        &["scope", "web", "some"],
        &["requests", "allow", "3"],
        &["requests", "allow", "place-2"],
        &["requests", "allow", "call-3", "--session", "--always"],
        &["requests", "allow", "call-3", "--yes"],
        &["requests", "grant", "call-3"],
        &["requests", "deny", "place-2", "--block"],
    ] {
        assert_eq!(run(&host.world, args).code, 64, "{args:?}");
    }
    assert_eq!((host.view().held_calls.len(), host.view().places.len()), (1, 1));
}

#[test]
fn changed_tools_are_listed_held_and_accepted() {
    let host = host();
    let said = run(&host.world, &["changed", "files"]).out;
    assert!(said.contains("They wait for you") && said.contains("write_file"), "{said}");
    assert_eq!(run(&host.world, &["changed", "web", "--hold", "on"]).code, 0);
    assert!(host.view().servers[1].usage.hold_changed);
    assert_eq!(run(&host.world, &["changed", "web", "--hold", "off", "--no-wait"]).code, 75);
    assert!(host.view().servers[1].usage.hold_changed);

    assert_eq!(run(&host.world, &["consents", "dismiss", "c3"]).code, 0);
    let mut terminal = AtTerminal::start(&host.world, &["changed", "files", "--accept"], "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen}");
    assert!(seen.contains("as they are now?") && seen.contains("write_file"), "{seen}");
    assert!(host.view().servers[0].usage.changed_tools.is_empty());
}

#[test]
fn what_apps_ask_is_listed_shown_and_refused() {
    let host = host();
    let said = run(&host.world, &["requests"]).out;
    for words in ["#41", "call-3", "Claude Code: write_file", "place-2", "/home/ann/work"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(run(&host.world, &["status"]).out.contains("5 requests wait for you"));

    let shown = run(&host.world, &["requests", "show", "call-3"]).out;
    let first = shown.lines().next().unwrap();
    assert!(first.starts_with("Claude Code wants to call write_file"), "{shown}");
    for words in [
        "has changed since it was first seen",
        "\n    \"path\": \"/home/ann/acme/a",
        "The server says: changes things, can destroy something. Paddock cannot verify this.",
        "Works in: /home/ann/acme/site",
        "/usr/lib/paddock/paddock-files --mcp",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert_eq!(shown.matches("\nArguments:").count(), 1, "a server imitates nothing: {shown}");

    assert_eq!(run(&host.world, &["requests", "deny", "call-3"]).code, 0);
    assert_eq!(run(&host.world, &["requests", "deny", "place-2"]).code, 0);
    assert_eq!((host.view().held_calls.len(), host.view().places.len()), (0, 0));
    assert_eq!(run(&host.world, &["requests", "show", "call-3"]).code, 66);
    assert_eq!(run(&host.world, &["requests", "show", "place-2"]).code, 66);
}

#[test]
fn a_call_is_allowed_by_a_person_at_the_terminal() {
    for (flags, answer) in [
        (&[][..], CallAnswer::Once),
        (&["--for", "1h"], CallAnswer::Hour),
        (&["--session"], CallAnswer::Session),
        (&["--always"], CallAnswer::Always),
    ] {
        let host = host();
        let args: Vec<_> = ["requests", "allow", "call-3"].iter().chain(flags).copied().collect();
        let mut terminal = AtTerminal::start(&host.world, &args, "");
        terminal.until(ASKS).types("yes\n");
        let (code, seen) = terminal.end();
        assert_eq!((code, allowed(&host)), (0, vec![(Role::Consent, 3, answer)]), "{seen}");
        assert!(seen.contains("/home/ann/acme/a"), "the arguments are read first: {seen}");
        assert!(!seen.contains("\x1b[2J"), "{seen}");
    }
}

#[test]
fn a_call_is_refused_for_good_by_anyone() {
    let host = host();
    let call = host.view().held_calls[0].clone();
    assert_eq!(run(&host.world, &["requests", "deny", "call-3", "--block"]).code, 0);
    assert_eq!((allowed(&host), host.view().held_calls.len()), (vec![], 0));
    let rule = Some(ToolRule::Off);
    let app = Some(call.app);
    let off = Command::SetToolRule { server: call.server, app, tool: call.tool, rule };
    assert!(host.asked().iter().any(|(_, asked)| *asked == off), "the tool is off for the app");
}

#[test]
fn nothing_else_allows_a_call() {
    let host = host();
    let mut terminal = AtTerminal::start(&host.world, &["requests", "allow", "call-3"], "yes\n");
    terminal.until(ASKS).types("y\n");
    assert_eq!(terminal.end().0, 75);
    assert_eq!(run(&host.world, &["requests", "allow", "call-3"]).code, 77, "no terminal");
    let elsewhere = FakeHost::start(sample::view(), false);
    let refused = AtTerminal::start(&elsewhere.world, &["requests", "allow", "call-3"], "");
    assert_eq!(refused.end().0, 77, "consent is given in the window there");
    for host in [host, elsewhere] {
        assert_eq!((allowed(&host), host.view().held_calls.len()), (vec![], 1));
    }
}

#[test]
fn a_place_is_granted_as_any_folder_is() {
    let host = host();
    let before = host.view().grants.len();
    let args = ["requests", "grant", "place-2", "--access", "write", "--for", "1h"];
    let mut terminal = AtTerminal::start(&host.world, &args, "");
    terminal.until(ASKS).types("yes\n");
    let (code, seen) = terminal.end();
    let view = host.view();
    assert_eq!((code, view.grants.len()), (0, before + 1), "{seen}");
    assert_eq!(view.grants[before].server, 2);
    for words in ["/home/ann/work", "Write, but not what runs", "1 h 0 min"] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    let refused = run(&FakeHost::start(sample::view(), true).world, &args);
    assert_eq!(refused.code, 77, "{}", refused.err);
}

#[test]
fn a_person_says_whether_they_are_asked_in_the_place_of_an_app() {
    let host = host();
    let says = |app: &str| run(&host.world, &["apps", "ask", app]).out;
    assert!(says("Cursor").contains("only what the app lets them ask"));
    for (typed, code) in [("no\n", 75), ("yes\n", 0)] {
        let mut terminal = AtTerminal::start(&host.world, &["apps", "ask", "cursor", "on"], "");
        terminal.until(ASKS).types(typed);
        let (ended, seen) = terminal.end();
        assert_eq!(ended, code, "{seen}");
        assert!(seen.contains("where cursor cannot ask you?"), "{seen}");
    }
    // Its config may name it by either.
    assert_eq!(host.view().stand_ins, ["Zed", "cursor", "Cursor"]);
    assert!(says("CURSOR").contains("You are asked in Paddock"));
    assert_eq!(run(&host.world, &["apps", "ask", "Cursor", "off"]).code, 0);
    assert_eq!(host.view().stand_ins, ["Zed"]);
    // One that nobody knows is taken by its name, and a flag gives no consent.
    assert_ne!(run(&host.world, &["apps", "ask", "An SDK", "on"]).code, 0);
    assert_eq!(host.view().stand_ins, ["Zed"]);
}

#[test]
fn a_request_names_the_app_that_can_not_be_asked() {
    let host = host();
    assert!(run(&host.world, &["requests"]).out.contains("Claude Code\\u{1b}[2J: Which"));
    let shown = run(&host.world, &["requests", "show", "41"]).out;
    assert!(shown.starts_with("used by Claude Code\\u{1b}[2J in /home/ann/work"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}
