//! Where servers may connect is said and changed, and what they ask of that is decided.

use paddock_control::view::{Asked, DestinationRule, LifetimeView, NetworkChoice};
use paddock_control::{Command, Role};

use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, run};
use crate::sample;

const ASKS: &str = "to decline:";

fn host() -> FakeHost {
    FakeHost::start(sample::view(), true)
}

/// What was decided about a destination of the first server, or of the second.
fn rule(host: &FakeHost, server: usize, destination: &str) -> Option<DestinationRule> {
    let view = host.view();
    let found = view.servers[server].destinations.iter().find(|it| it.destination == destination);
    found.map(|it| it.rule.clone())
}

fn lifetime(host: &FakeHost, server: usize, destination: &str) -> Option<LifetimeView> {
    match rule(host, server, destination)? {
        DestinationRule::Allowed { lifetime, .. } => Some(lifetime),
        DestinationRule::Never => None,
    }
}

fn at_terminal(host: &FakeHost, args: &[&str], typed: &str) -> (i32, String) {
    let mut terminal = AtTerminal::start(&host.world, args, "");
    terminal.until(ASKS).types(typed);
    terminal.end()
}

#[test]
fn destinations_are_listed_with_what_went_there() {
    let host = host();
    let said = run(&host.world, &["destinations"]).out;
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    for words in ["Files", "*.example.com", "Allowed: until", "3", "1.5 kB", "48 MB"] {
        assert!(lines[1].contains(words), "{words}: {said}");
    }
    assert!(lines[2].contains("tracker.example.net") && lines[2].contains("Never"), "{said}");
    for words in ["Files", "api.example.org", "Waits for you: destination-5"] {
        assert!(lines[3].contains(words), "{words}: {said}");
    }
    let none = run(&host.world, &["destinations", "web"]).out;
    assert_eq!(none, "You have not decided about any destination.\n");
    assert_eq!(run(&host.world, &["destinations", "nobody"]).code, 66);
    let shown = run(&host.world, &["servers", "show", "files"]).out;
    assert!(shown.contains("Network: Ask first") && shown.contains("*.example.com"), "{shown}");
    assert!(shown.contains("api.example.org: Tried to connect 2 times"), "{shown}");
}

#[test]
fn what_is_asked_about_is_listed_where_nothing_was_decided() {
    let mut view = sample::view();
    view.servers[0].destinations.clear();
    let host = FakeHost::start(view, true);
    let said = run(&host.world, &["destinations"]).out;
    assert!(
        said.contains("Waits for you: destination-5") && !said.contains("not decided"),
        "{said}"
    );
}

#[test]
fn that_a_folder_could_go_to_anyone_is_said_before_it_is_granted() {
    for (anywhere, words) in [(true, true), (false, false)] {
        let mut view = sample::view();
        view.servers[0].reaches_anywhere = anywhere;
        let host = FakeHost::start(view, true);
        let (_, seen) = at_terminal(&host, &["grant", "/home/ann/work", "files"], "no\n");
        let line = "Files may connect anywhere, so it could send what it reads to anyone";
        assert_eq!(seen.replace("\r\n", " ").contains(line), words, "{seen}");
    }
}

#[test]
fn a_destination_is_allowed_by_a_person_at_the_terminal() {
    for (typed, code, allowed) in [("no\n", 75, None), ("yes\n", 0, Some(LifetimeView::ThisRun))] {
        let host = host();
        let args = ["allow", "files", "API.example.org", "--this-run"];
        let (ended, seen) = at_terminal(&host, &args, typed);
        assert_eq!(ended, code, "{seen}");
        assert_eq!(lifetime(&host, 0, "api.example.org"), allowed, "{seen}");
        for words in [
            "Let Files connect to api.example.org?",
            "It can read acme, and could send what it reads there.",
            "Destination: api.example.org",
            "Ports: 80 and 443",
            "While the server runs",
            "/bin/agent",
        ] {
            assert!(seen.contains(words), "{words}: {seen}");
        }
    }
}

#[test]
fn what_a_destination_covers_is_said_in_words() {
    for (destination, words) in [
        ("*", "Let Files connect to every name on the internet?"),
        ("*", "could send what it reads to anyone on the internet."),
        ("0.0.0.0/0", "could send what it reads to anyone on the internet."),
        ("10.0.0.0/8", "could send what it reads there."),
        ("*.example.org", "every name under example.org"),
        ("10.0.0.0/8", "the addresses 10.0.0.0/8"),
        ("192.0.2.7:22", "the address 192.0.2.7"),
        ("192.0.2.7:22", "Port: 22"),
        ("localhost:5432", "a program on this computer, at port 5432"),
    ] {
        let host = host();
        let waits = run(&host.world, &["allow", "files", destination, "--no-wait"]);
        assert_eq!(waits.code, 75, "{destination}: {}", waits.err);
        let shown = run(&host.world, &["consents", "show", "c3"]).out;
        assert!(shown.contains(words), "{words}: {shown}");
        assert!(run(&host.world, &["consents"]).out.contains(destination));
    }
}

#[test]
fn an_allowance_that_does_not_count_yet_says_so() {
    let mut view = sample::view();
    let anyway = "it can connect there already";
    for (mode, asked, destinations, words) in [
        (NetworkChoice::Open, Asked::Enforced, true, anyway),
        (NetworkChoice::Ask, Asked::Advisory, true, anyway),
        (NetworkChoice::Off, Asked::Enforced, true, "Its network is off."),
        (NetworkChoice::Ask, Asked::Enforced, false, "can’t limit a server to single destinations"),
    ] {
        view.servers[0].network = mode;
        view.servers[0].enforcement.asked = asked;
        view.system.destinations = destinations;
        let host = FakeHost::start(view.clone(), true);
        run(&host.world, &["allow", "files", "api.example.org", "--no-wait"]);
        let shown = run(&host.world, &["consents", "show", "c3"]).out;
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn what_narrows_is_done_at_once() {
    let host = host();
    assert_eq!(run(&host.world, &["deny", "files", "*.example.com"]).code, 0);
    assert_eq!(rule(&host, 0, "*.example.com"), Some(DestinationRule::Never));
    assert_eq!(run(&host.world, &["deny", "web", "api.example.org"]).code, 0);
    assert_eq!(rule(&host, 1, "api.example.org"), Some(DestinationRule::Never));

    let fresh = FakeHost::start(sample::view(), true);
    assert_eq!(run(&fresh.world, &["forget", "files", "*.example.com"]).code, 0);
    assert_eq!(rule(&fresh, 0, "*.example.com"), None);
}

#[test]
fn to_be_asked_again_waits_for_consent() {
    let host = host();
    let forget = ["forget", "files", "tracker.example.net"];
    let waits: Vec<_> = forget.iter().chain(&["--no-wait"]).copied().collect();
    assert_eq!(run(&host.world, &waits).code, 75);
    assert_eq!(rule(&host, 0, "tracker.example.net"), Some(DestinationRule::Never));
    assert_eq!(run(&host.world, &["consents", "dismiss", "c3"]).code, 0);
    let (code, seen) = at_terminal(&host, &forget, "yes\n");
    assert_eq!((code, rule(&host, 0, "tracker.example.net")), (0, None), "{seen}");
    assert!(seen.contains("Ask about tracker.example.net again?"), "{seen}");
}

#[test]
fn nothing_else_allows_a_destination() {
    let host = host();
    let allow = ["allow", "files", "api.example.org"];
    assert_eq!(run(&host.world, &allow).code, 77, "no terminal");
    assert!(host.view().consents.is_empty(), "what nobody can answer is taken back");
    for args in [
        &["allow", "files"][..],
        &["allow", "files", "api.example.org", "--yes"],
        &["allow", "files", "api.example.org", "--for", "1h", "--always"],
        &["deny", "files"],
        &["requests", "allow", "place-2"],
        &["requests", "allow", "call-3", "--for", "2h"],
        &["requests", "allow", "destination-5", "--session"],
        &["requests", "allow", "destination-5", "--always", "--this-run"],
        &["requests", "deny", "destination-5", "--block"],
        &["requests", "grant", "destination-5"],
    ] {
        assert_eq!(run(&host.world, args).code, 64, "{args:?}");
    }
    let page = run(&host.world, &["allow", "files", "https://example.com/x"]);
    assert_eq!(page.code, 65);
    assert!(page.err.contains("the address of a page"), "{}", page.err);
    let was = sample::view();
    assert_eq!(host.view().servers, was.servers);
    assert_eq!(host.view().asked_destinations, was.asked_destinations);
    let asked = host.asked();
    let agreed = asked.iter().any(|(_, command)| matches!(command, Command::Agree { .. }));
    assert!(!agreed && asked.iter().all(|(role, _)| *role != Role::Consent));
}

#[test]
fn what_a_server_asks_is_listed_shown_allowed_and_put_off() {
    let host = host();
    let listed = run(&host.world, &["requests"]).out;
    for words in ["destination-5", "api.example.org", "for Claude Code", "tried 2 times"] {
        assert!(listed.contains(words), "{words}: {listed}");
    }
    let shown = run(&host.world, &["requests", "show", "destination-5"]).out;
    assert!(shown.starts_with("Files wants to connect to api.example.org\n"), "{shown}");
    assert!(shown.contains("and could send what it reads there"), "{shown}");
    assert!(shown.contains("\n8 more connections were refused without asking you"), "{shown}");
    assert_eq!(run(&host.world, &["requests", "deny", "destination-5"]).code, 0);
    assert!(host.view().asked_destinations.is_empty());
    assert_eq!(rule(&host, 0, "api.example.org"), None, "nothing is decided");
    for args in [["requests", "deny"], ["requests", "show"], ["requests", "allow"]] {
        let args: Vec<_> = args.into_iter().chain(["destination-5"]).collect();
        assert_eq!(run(&host.world, &args).code, 66, "{args:?}");
    }

    let asked = FakeHost::start(sample::view(), true);
    let allow = ["requests", "allow", "destination-5", "--always"];
    let (code, seen) = at_terminal(&asked, &allow, "yes\n");
    assert_eq!(code, 0, "{seen}");
    assert_eq!(lifetime(&asked, 0, "api.example.org"), Some(LifetimeView::Always));
    let brief = FakeHost::start(sample::view(), true);
    let (_, seen) = at_terminal(&brief, &["requests", "allow", "destination-5"], "no\n");
    assert!(seen.contains("1 hour"), "{seen}");
}

#[test]
fn a_name_on_a_private_network_is_allowed_with_its_address() {
    let mut view = sample::view();
    view.asked_destinations[0].leads_to = vec!["10.0.0.7".into()];
    let host = FakeHost::start(view, true);
    let shown = run(&host.world, &["requests", "show", "destination-5"]).out;
    assert!(shown.contains("on a private network, at 10.0.0.7"), "{shown}");
    let allow = ["requests", "allow", "destination-5", "--always"];
    let (code, seen) = at_terminal(&host, &allow, "yes\n");
    assert_eq!(code, 0, "{seen}");
    assert!(seen.contains("On a private network, at: 10.0.0.7"), "{seen}");
    for to in ["api.example.org", "10.0.0.7"] {
        assert_eq!(lifetime(&host, 0, to), Some(LifetimeView::Always), "{to}");
    }
}

#[test]
fn the_network_has_three_modes_and_more_of_it_waits() {
    let set = |server, mode| ["servers", "set", server, "--network", mode];
    let host = host();
    assert_eq!(run(&host.world, &set("files", "off")).code, 0);
    assert_eq!(host.view().servers[0].network, NetworkChoice::Off);
    let (code, seen) = at_terminal(&host, &set("files", "ask"), "yes\n");
    assert_eq!((code, host.view().servers[0].network), (0, NetworkChoice::Ask), "{seen}");
    for words in [
        "Let Files ask to connect?",
        "It may connect to: *.example.com",
        "Now: Off",
        "Then: Ask first",
    ] {
        assert!(seen.contains(words), "{words}: {seen}");
    }
    for (mode, typed, code) in [("open", "no\n", 75), ("on", "yes\n", 0)] {
        let (ended, seen) = at_terminal(&host, &set("files", mode), typed);
        assert_eq!(ended, code, "{seen}");
        for words in ["Let Files connect anywhere?", "It can read acme", "Then: Open"] {
            assert!(seen.contains(words), "{words}: {seen}");
        }
    }
    assert_eq!(host.view().servers[0].network, NetworkChoice::Open);
    assert_eq!(run(&host.world, &set("files", "some")).code, 64);
}
