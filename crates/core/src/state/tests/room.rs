//! What may be added without consent has an end.

use super::Fixture;
use crate::state::room::{PROVIDERS, SERVERS, WORDS};
use crate::{
    Command, CustomCommand, Effect, Event, Provider, ProviderApi, ProviderId, Refusal, ServerId,
    State, ToolOf, ToolRule,
};

fn command(program: &str, args: Vec<String>) -> Command {
    Command::Custom(CustomCommand { program: program.into(), args, ..Default::default() })
}

fn add(fixture: &mut Fixture, name: &str, args: Vec<String>) -> Vec<Effect> {
    fixture.send(Event::AddServer { name: name.into(), command: command("x", args) })
}

fn server(fixture: &Fixture, name: &str) -> ServerId {
    fixture.state.servers().find(|server| server.name == name).unwrap().id
}

#[test]
fn the_number_of_servers_is_bounded_with_those_on_their_way() {
    let mut fixture = Fixture::new();
    // None of them is kept yet.
    for number in 0..SERVERS {
        let name = number.to_string();
        let effects = fixture
            .state
            .handle(Event::AddServer { name, command: command("x", vec![]) }, super::START);
        assert!(!effects.iter().any(|it| matches!(it, Effect::Refuse(_))), "{number}");
    }
    let refused = [Effect::Refuse(Refusal::TooManyServers)];
    assert_eq!(add(&mut fixture, "more", vec![]), refused);
}

#[test]
fn one_that_is_removed_leaves_room() {
    let mut fixture = Fixture::new();
    for number in 0..SERVERS {
        add(&mut fixture, &number.to_string(), vec![]);
    }
    assert_eq!(add(&mut fixture, "more", vec![]), [Effect::Refuse(Refusal::TooManyServers)]);
    let first = server(&fixture, "0");
    fixture.send(Event::RemoveServer(first));
    add(&mut fixture, "more", vec![]);
    server(&fixture, "more");
}

#[test]
fn all_commands_together_are_bounded_as_they_are_shown() {
    let mut fixture = Fixture::new();
    // Each of these characters is shown with five.
    let hidden = || vec!["\u{1}".repeat(32 << 10)];
    let mut added = 0;
    while add(&mut fixture, &added.to_string(), hidden())
        != [Effect::Refuse(Refusal::CommandsTooLong)]
    {
        added += 1;
    }
    assert_eq!(added, WORDS / (5 * (32 << 10)));
    let first = server(&fixture, "0");
    let edit =
        |args| Event::EditServer { server: first, name: "0".into(), command: command("x", args) };
    let longer = vec!["\u{1}".repeat(64 << 10)];
    assert_eq!(fixture.send(edit(longer)), [Effect::Refuse(Refusal::CommandsTooLong)]);
    let shorter = fixture.send(edit(vec!["\u{1}".repeat(1 << 10)]));
    assert!(!shorter.iter().any(|it| matches!(it, Effect::Refuse(_))));
    add(&mut fixture, "fits", vec!["y".repeat(16 << 10)]);
    server(&fixture, "fits");
}

#[test]
fn what_was_kept_is_taken_up_and_may_be_shortened() {
    let mut saved = crate::Saved::default();
    for number in 1..=u32::try_from(SERVERS + 10).unwrap() {
        let command = command("x", vec!["y".repeat(8 << 10)]);
        saved.servers.push(crate::Server::new(ServerId(number), number.to_string(), command));
    }
    saved.next_id = 10_000;
    let (mut state, _) = State::open(saved, super::START);
    assert!(state.servers().count() > SERVERS);
    let event = Event::EditServer {
        server: ServerId(1),
        name: "1".into(),
        command: command("x", vec!["y".repeat(4 << 10)]),
    };
    let effects = state.handle(event, super::START);
    assert!(effects.iter().any(|it| matches!(it, Effect::Commit(_))), "{effects:?}");
}

#[test]
fn rules_about_tools_are_bounded_over_all_servers() {
    let mut fixture = Fixture::new();
    for name in ["a", "b", "c"] {
        add(&mut fixture, name, vec![]);
    }
    let ids = ["a", "b", "c"].map(|name| server(&fixture, name));
    let rule = |server, number: usize, rule| {
        let tool = format!("{number:04}{}", "\u{1}".repeat(250));
        let app = Some("\u{1}".repeat(2000));
        Event::SetToolRule(server, ToolOf { tool, app }, rule)
    };
    let mut made = 0;
    let off = Some(ToolRule::Off);
    while fixture.send(rule(ids[made % 3], made, off)) != [Effect::Refuse(Refusal::TooManyRules)] {
        made += 1;
    }
    assert!((90..100).contains(&made), "{made}");
    fixture.send(rule(ids[0], 0, None));
    let again = fixture.send(rule(ids[1], 9999, off));
    assert!(!again.contains(&Effect::Refuse(Refusal::TooManyRules)));
}

#[test]
fn providers_are_bounded() {
    let mut fixture = Fixture::new();
    let provider = |name: String| Event::AddProvider {
        name,
        api: ProviderApi::OpenAi,
        url: "http://localhost/".into(),
        preferred: None,
        has_key: false,
    };
    let long = provider("x".repeat(1 << 20));
    assert_eq!(fixture.send(long), [Effect::Refuse(Refusal::ProviderTooLong)]);
    for number in 0..PROVIDERS {
        fixture.send(provider(number.to_string()));
    }
    let more = fixture.send(provider("more".into()));
    assert_eq!(more, [Effect::Refuse(Refusal::TooManyProviders)]);
    let Provider { id, .. } = fixture.state.providers().next().unwrap().clone();
    let edited = Provider { name: "renamed".into(), ..fixture.state.provider(id).unwrap().clone() };
    fixture.send(Event::EditProvider(edited));
    assert_eq!(fixture.state.provider(ProviderId(id.0)).unwrap().name, "renamed");
}
