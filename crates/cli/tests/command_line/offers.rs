//! Resources, prompts, messages and providers of models.

use paddock_control::Command;
use paddock_control::view::{CompletingOf, FollowedView, ProviderDraft, ProviderState};

use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, run};
use crate::sample;

#[test]
fn a_resource_and_a_template_are_read() {
    let host = FakeHost::start(sample::view(), true);
    let listed = run(&host.world, &["servers", "resources", "files"]);
    assert!(
        listed.out.contains("note:///{name}") && listed.out.contains("note:///1"),
        "{}",
        listed.out
    );
    assert!(run(&host.world, &["servers", "read", "files", "note:///1"]).out.contains("hello"));
    let filled = run(&host.world, &["servers", "read", "files", "note:///{name}", "name=a=b"]);
    assert_eq!(filled.code, 0, "{}", filled.err);
    let asked = host.asked();
    let values = asked.iter().find_map(|(_, command)| {
        let Command::ReadTemplate { template, values, .. } = command else { return None };
        Some((template, values))
    });
    let (template, values) = values.unwrap();
    assert_eq!(template, "note:///{name}");
    assert_eq!((values[0].name.as_str(), values[0].value.as_str()), ("name", "a=b"));
}

#[test]
fn a_prompt_is_filled_in() {
    let host = FakeHost::start(sample::view(), true);
    let listed = run(&host.world, &["servers", "prompts", "files"]);
    assert!(listed.out.contains("greet") && listed.out.contains("name [tone]"), "{}", listed.out);
    let filled = run(&host.world, &["servers", "prompt", "files", "greet", "name=Ann"]);
    assert!(filled.out.starts_with("User:\nhello"), "{}", filled.out);
    let wrong = run(&host.world, &["servers", "prompt", "files", "greet", "Ann"]);
    assert_eq!(wrong.code, 64, "{}", wrong.err);
}

#[test]
fn a_resource_that_is_followed_is_read_again_until_it_is_interrupted() {
    let host = FakeHost::start(sample::view(), true);
    let following = ["servers", "read", "files", "note:///1", "--follow"];
    let mut terminal = AtTerminal::start(&host.world, &following, "");
    terminal.until("hello");
    host.resources_change();
    terminal.until("hello").types("\u{3}");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen}");
    let asked = host.asked();
    let followed = asked.iter().filter_map(|(_, command)| {
        if let Command::FollowResource { on, .. } = command { Some(*on) } else { None }
    });
    assert_eq!(followed.collect::<Vec<_>>(), [true, false]);
}

#[test]
fn what_the_window_follows_is_followed_on() {
    let mut view = sample::view();
    view.servers[0].followed = vec![FollowedView { uri: "note:///1".into(), changes: 7 }];
    let host = FakeHost::start(view, true);
    let following = ["servers", "read", "files", "note:///1", "-f"];
    let mut terminal = AtTerminal::start(&host.world, &following, "");
    terminal.until("hello").types("\u{3}");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(host.view().servers[0].followed.len(), 1);
}

#[test]
fn a_server_suggests_values() {
    let host = FakeHost::start(sample::view(), true);
    let suggested = run(&host.world, &["servers", "suggest", "files", "greet", "name=A", "tone=x"]);
    assert_eq!(suggested.out, "Ann\nAnna\\u{1b}[2J\n", "{}", suggested.err);
    run(&host.world, &["servers", "suggest", "files", "note:///{name}", "name="]);
    let asked = host.asked();
    let of = asked.iter().filter_map(|(_, command)| {
        if let Command::Complete { completing, .. } = command { Some(&completing.of) } else { None }
    });
    let prompt = CompletingOf::Prompt { name: "greet".into() };
    let template = CompletingOf::Template { template: "note:///{name}".into() };
    assert_eq!(of.collect::<Vec<_>>(), [&prompt, &template]);
}

#[test]
fn messages_are_shown_oldest_first_and_sent_again_by_a_script() {
    let host = FakeHost::start(sample::view(), true);
    let shown = run(&host.world, &["servers", "messages", "files", "--errors"]).out;
    assert!(shown.find("tools/list").unwrap() < shown.find("failed").unwrap(), "{shown}");
    let script = run(&host.world, &["servers", "messages", "files", "--script", "2"]);
    assert_eq!(script.out, "#!/bin/sh\n");
    let both = run(&host.world, &["servers", "messages", "files", "--script", "2", "--json"]);
    assert_eq!(both.code, 64);
}

#[test]
fn a_provider_keeps_what_is_not_named_and_its_key_is_typed_unseen() {
    let host = FakeHost::start(sample::with_provider(), true);
    let edited = run(&host.world, &["models", "edit", "local", "--model", "small"]);
    assert_eq!(edited.code, 0, "{}", edited.err);
    let adding = ["models", "add", "far", "--url", "https://models.example.com/v1", "--key"];
    let mut terminal = AtTerminal::start(&host.world, &adding, "");
    terminal.until("Key:").types("sesame\n");
    let (code, seen) = terminal.end();
    assert!(code == 0 && !seen.contains("sesame"), "{seen}");
    let asked = host.asked();
    let drafts: Vec<_> = asked.iter().filter_map(|(_, command)| draft(command)).collect();
    assert_eq!(drafts[0].url, "http://127.0.0.1:11434/v1");
    assert_eq!((drafts[0].key.as_deref(), drafts[0].preferred.as_deref()), (None, Some("small")));
    assert_eq!(drafts[1].key.as_deref(), Some("sesame"));
    drop(asked);
    assert_eq!(run(&host.world, &["models", "check", "none"]).code, 66);
    assert!(run(&host.world, &["models", "check", "local"]).out.contains("small"));
}

#[test]
fn an_address_that_nobody_agreed_to_is_asked_about_before_its_provider_is_checked() {
    let mut view = sample::with_provider();
    view.providers[0].state = ProviderState::NotAllowed;
    let host = FakeHost::start(view.clone(), true);
    let listed = run(&host.world, &["models"]);
    assert!(listed.out.contains("you have not allowed its address"), "{}", listed.out);
    let check = ["models", "check", "local"];
    let waits = run(&host.world, &[&check[..], &["--no-wait"]].concat());
    assert_eq!(waits.code, 75, "{}", waits.err);
    assert!(host.asked().iter().all(|(_, it)| !matches!(it, Command::CheckProvider { .. })));

    let host = FakeHost::start(view, true);
    let mut terminal = AtTerminal::start(&host.world, &check, "");
    terminal.until("to decline:").types("yes\n");
    let (code, seen) = terminal.end();
    assert!(code == 0 && seen.contains("Send what servers ask to local?"), "{seen}");
    assert!(seen.contains("On this computer") && seen.contains("small"), "{seen}");
}

fn draft(command: &Command) -> Option<&ProviderDraft> {
    let (Command::AddProvider { draft } | Command::EditProvider { draft, .. }) = command else {
        return None;
    };
    Some(draft)
}
