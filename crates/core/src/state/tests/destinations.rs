//! Where a server wants to connect, and when that is decided.

use super::Fixture;
use crate::network::Destination;
use crate::{Effect, Ending, Event, Lifetime, Seeking, ServerId};

fn to(text: &str) -> Destination {
    text.parse().unwrap()
}

fn all(texts: &[&str]) -> Vec<Destination> {
    texts.iter().map(|text| to(text)).collect()
}

fn allow(fixture: &mut Fixture, server: ServerId, texts: &[&str], lifetime: Lifetime) {
    fixture.send(Event::Allow(server, all(texts), lifetime));
}

fn seek(fixture: &mut Fixture, server: ServerId, text: &str, leads_to: &[&str]) {
    let seeking = Seeking { to: to(text), leads_to: all(leads_to), during: Vec::new() };
    fixture.send(Event::Sought(server.own(), seeking));
}

fn asked(fixture: &Fixture) -> Vec<(String, usize)> {
    let asked = fixture.state.asked_destinations();
    asked.map(|it| (it.destination.to_string(), it.leads_to.len())).collect()
}

#[test]
fn a_name_at_private_addresses_is_asked_about_once_however_they_change() {
    let (mut fixture, server) = Fixture::running();
    allow(&mut fixture, server, &["git.corp.example"], Lifetime::Always);
    for addresses in [&["10.0.0.1", "fd12::1"], &["10.0.0.2", "10.0.0.3"]] {
        seek(&mut fixture, server, "git.corp.example", addresses);
    }
    assert_eq!(asked(&fixture), [("git.corp.example".to_owned(), 2)]);
    let shown = &fixture.state.asked_destinations().next().unwrap().leads_to;
    assert_eq!(*shown, all(&["10.0.0.1", "fd12::1"]), "what is shown does not change");
    // Another address is no answer, and one of its own is.
    allow(&mut fixture, server, &["10.0.0.2"], Lifetime::Always);
    assert_eq!(asked(&fixture).len(), 1);
    allow(&mut fixture, server, &["fd12::1"], Lifetime::Always);
    assert_eq!(asked(&fixture), []);
}

#[test]
fn a_name_and_its_addresses_are_allowed_together_and_nothing_is_had_for_less_long() {
    let (mut fixture, server) = Fixture::running();
    allow(&mut fixture, server, &["git.corp.example"], Lifetime::Always);
    allow(&mut fixture, server, &["git.corp.example", "10.0.0.1"], Lifetime::ThisRun);
    let of = |fixture: &Fixture, text: &str| {
        fixture
            .state
            .server(server)
            .unwrap()
            .destinations
            .allowed
            .get(&to(text))
            .map(|it| it.lifetime)
    };
    assert_eq!(of(&fixture, "git.corp.example"), Some(Lifetime::Always));
    assert_eq!(of(&fixture, "10.0.0.1"), Some(Lifetime::ThisRun));
    allow(&mut fixture, server, &["git.corp.example", "10.0.0.1"], Lifetime::Always);
    assert_eq!(of(&fixture, "10.0.0.1"), Some(Lifetime::Always));
}

#[test]
fn one_port_of_the_web_does_not_decide_on_the_other() {
    for (said, sought) in [("10.0.0.1:443", "10.0.0.1"), ("a.example:443", "a.example")] {
        let (mut fixture, server) = Fixture::running();
        allow(&mut fixture, server, &[said], Lifetime::Always);
        seek(&mut fixture, server, sought, &[]);
        assert_eq!(asked(&fixture), [(sought.to_owned(), 0)]);
        allow(&mut fixture, server, &[sought], Lifetime::Always);
        assert_eq!(asked(&fixture), []);
        seek(&mut fixture, server, sought, &[]);
        assert_eq!(asked(&fixture), []);
    }
}

#[test]
fn tools_that_were_called_meanwhile_are_named_once_and_few_of_them() {
    let (mut fixture, server) = Fixture::running();
    for tools in [&["fetch"][..], &["fetch", "search"], &["a", "b", "c"]] {
        let during = tools.iter().map(|it| (*it).to_owned()).collect();
        let seeking = Seeking { to: to("a.example"), leads_to: Vec::new(), during };
        fixture.send(Event::Sought(server.own(), seeking));
    }
    let asked = fixture.state.asked_destinations().next().unwrap();
    assert_eq!((asked.times, asked.during.join(" ")), (3, "fetch search a b".to_owned()));
}

#[test]
fn what_there_is_no_room_to_ask_about_is_counted_while_the_server_runs() {
    let (mut fixture, server) = Fixture::running();
    for number in 0..40 {
        seek(&mut fixture, server, &format!("n{number}.example"), &[]);
    }
    assert_eq!((asked(&fixture).len(), fixture.state.refused_unasked(server)), (32, 8));
    // What waits is no more than sought again.
    seek(&mut fixture, server, "n0.example", &[]);
    assert_eq!(fixture.state.refused_unasked(server), 8);
    let first = fixture.state.asked_destinations().next().unwrap().id;
    let effects = fixture.send(Event::DismissDestination(first));
    let let_go = Effect::LetGo(server.own(), to("n0.example"));
    assert!(effects.contains(&let_go), "{effects:?}");
    seek(&mut fixture, server, "n39.example", &[]);
    assert_eq!((asked(&fixture).len(), fixture.state.refused_unasked(server)), (32, 8));
    fixture.send(Event::Stop(server));
    fixture.send(Event::Ended(server.own(), Ending::Asked));
    assert_eq!((asked(&fixture), fixture.state.refused_unasked(server)), (vec![], 0));
}

#[test]
fn a_denial_fits_however_many_there_were() {
    let (mut fixture, server) = Fixture::running();
    for number in 0..600 {
        fixture.send(Event::Never(server, to(&format!("n{number}.example"))));
    }
    let effects = fixture.send(Event::Never(server, to("evil.test")));
    assert!(!effects.iter().any(|it| matches!(it, Effect::Refuse(_))), "{effects:?}");
    let said = &fixture.state.server(server).unwrap().destinations;
    assert!(said.never.len() <= 512);
    for name in ["n0.example", "n599.example", "evil.test"] {
        assert!(said.never.iter().any(|it| it.refuses(&to(name))), "{name}");
    }
}
