//! Secrets that leave what is saved.

use std::collections::BTreeMap;

use super::{Fixture, START};
use crate::{
    Change, Command, CustomCommand, Effect, Event, Fingerprint, Footprint, ResolvedProgram,
    RunState, Saved, Secret, SeenCommand, Server, ServerId, State, Trusted,
};

const URL: &str = "postgres://ada:lovelace@db/x";

fn command() -> CustomCommand {
    let env = [("TOKEN", "hunter2"), ("DATABASE_URL", URL), ("LEVEL", "debug")];
    CustomCommand {
        program: "other".into(),
        env: env.map(|(name, value)| (name.into(), value.into())).into(),
        ..CustomCommand::default()
    }
}

fn seen(command: &CustomCommand) -> SeenCommand {
    let resolved = ResolvedProgram { path: "/bin/other".into(), size: 1, changed: 1 };
    SeenCommand::new(command, resolved, Footprint::default())
}

fn running() -> (Fixture, ServerId) {
    let mut fixture = Fixture::new();
    let added = Event::AddServer { name: "Other".into(), command: Command::Custom(command()) };
    fixture.send(added);
    let server = fixture.state.servers().last().unwrap().id;
    let found = || Event::Found { session: server.own(), seen: Some(seen(&command())) };
    fixture.send(found());
    fixture.send(Event::Trust { server, fingerprint: Fingerprint::of(&seen(&command())) });
    fixture.send(found());
    fixture.send(Event::Ready(server.own()));
    assert_eq!(fixture.state.run(server), Some(RunState::Running));
    (fixture, server)
}

fn kept(pairs: &[(&str, &str)]) -> BTreeMap<String, Secret> {
    pairs.iter().map(|(name, value)| ((*name).into(), Secret::of([1; 16], value))).collect()
}

fn custom(fixture: &Fixture, server: ServerId) -> CustomCommand {
    let Command::Custom(custom) = &fixture.state.server(server).unwrap().command else {
        panic!("the server has a command of its own");
    };
    custom.clone()
}

#[test]
fn a_running_server_runs_on_and_stays_trusted() {
    let (mut fixture, server) = running();
    let secrets = kept(&[("TOKEN", "hunter2"), ("DATABASE_URL", URL)]);
    let effects = fixture.send(Event::SecretsKept(server, secrets.clone()));
    let [Effect::Commit(commit)] = &effects[..] else { panic!("{effects:?}") };
    assert!(matches!(&commit.changes[..], [Change::PutServer(_)]) && commit.audit.is_empty());
    assert_eq!(fixture.state.run(server), Some(RunState::Running));
    let now = custom(&fixture, server);
    assert_eq!((now.secrets.clone(), now.env.len()), (secrets, 1));

    let trusted = fixture.state.server(server).unwrap().trusted.clone().unwrap();
    assert_eq!(trusted.fingerprint, Fingerprint::of(&seen(&now)));
    let shown = trusted.seen.unwrap().env_values;
    assert_eq!(shown, [("LEVEL".into(), "debug".into())], "the address has a password in it");
    fixture.send(Event::Restart(server.own()));
    fixture.send(Event::Ended(server.own(), crate::Ending::Asked));
    let effects = fixture.send(Event::Found { session: server.own(), seen: Some(seen(&now)) });
    assert!(effects.contains(&Effect::Launch(server.own())), "{effects:?}");
}

#[test]
fn a_value_that_changed_meanwhile_stays() {
    let (mut fixture, server) = running();
    let effects = fixture.send(Event::SecretsKept(server, kept(&[("TOKEN", "older")])));
    assert_eq!(effects, []);
    assert_eq!(custom(&fixture, server), command());
    fixture.send(Event::SecretsKept(ServerId(99), kept(&[("TOKEN", "hunter2")])));
}

#[test]
fn an_address_with_a_password_that_was_shown_is_forgotten_and_stays_trusted() {
    let mut shown = seen(&command());
    shown.env_values.insert(0, ("DATABASE_URL".into(), URL.into()));
    let trusted = Trusted { fingerprint: Fingerprint::of(&shown), seen: Some(shown), era: None };
    let server = Server {
        trusted: Some(trusted),
        ..Server::new(ServerId(7), "Other".into(), Command::Custom(command()))
    };
    let saved = Saved { servers: vec![server], next_id: 8, ..Saved::default() };
    let (state, effects) = State::open(saved, START);
    let trusted = state.server(ServerId(7)).unwrap().trusted.clone().unwrap();
    assert_eq!(trusted.fingerprint, Fingerprint::of(&seen(&command())));
    assert_eq!(trusted.seen, Some(seen(&command())));
    let kept = effects.iter().any(|effect| {
        let Effect::Commit(commit) = effect else { return false };
        commit.changes.iter().any(|change| {
            matches!(change, Change::PutServer(server) if server.trusted == Some(trusted.clone()))
        })
    });
    assert!(kept, "{effects:?}");
}

#[test]
fn another_value_of_a_secret_restarts_the_server_and_does_not_ask() {
    let (mut fixture, server) = running();
    fixture.send(Event::SecretsKept(server, kept(&[("TOKEN", "hunter2"), ("DATABASE_URL", URL)])));
    let mut edited = custom(&fixture, server);
    edited.secrets.insert("TOKEN".into(), Secret::of([2; 16], "hunter3"));
    let (name, command) = ("Other".into(), Command::Custom(edited.clone()));
    let effects = fixture.send(Event::EditServer { server, name, command });
    assert!(effects.contains(&Effect::Stop(server.own())), "{effects:?}");
    assert_eq!(Fingerprint::of(&seen(&edited)), Fingerprint::of(&seen(&custom(&fixture, server))));
}
