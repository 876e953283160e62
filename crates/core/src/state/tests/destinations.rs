//! Where a server wants to connect, and when that is decided.

use super::Desk;
use crate::network::Destination;
use crate::{Effect, Event, Lifetime, ServerId};

fn to(text: &str) -> Destination {
    text.parse().unwrap()
}

fn all(texts: &[&str]) -> Vec<Destination> {
    texts.iter().map(|text| to(text)).collect()
}

fn allow(desk: &mut Desk, server: ServerId, texts: &[&str], lifetime: Lifetime) {
    desk.send(Event::Allow(server, all(texts), lifetime));
}

fn asked(desk: &Desk) -> Vec<(String, usize)> {
    let asked = desk.state.asked_destinations();
    asked.map(|it| (it.destination.to_string(), it.leads_to.len())).collect()
}

#[test]
fn a_name_at_private_addresses_is_asked_about_once_however_they_change() {
    let (mut desk, server) = Desk::running();
    allow(&mut desk, server, &["git.corp.example"], Lifetime::Always);
    for addresses in [&["10.0.0.1", "fd12::1"], &["10.0.0.2", "10.0.0.3"]] {
        let sought = Event::Sought(server.own(), to("git.corp.example"), all(addresses));
        desk.send(sought);
    }
    assert_eq!(asked(&desk), [("git.corp.example".to_owned(), 2)]);
    let shown = &desk.state.asked_destinations().next().unwrap().leads_to;
    assert_eq!(*shown, all(&["10.0.0.1", "fd12::1"]), "what is shown does not change");
    // Another address is no answer, and one of its own is.
    allow(&mut desk, server, &["10.0.0.2"], Lifetime::Always);
    assert_eq!(asked(&desk).len(), 1);
    allow(&mut desk, server, &["fd12::1"], Lifetime::Always);
    assert_eq!(asked(&desk), []);
}

#[test]
fn a_name_and_its_addresses_are_allowed_together_and_nothing_is_had_for_less_long() {
    let (mut desk, server) = Desk::running();
    allow(&mut desk, server, &["git.corp.example"], Lifetime::Always);
    allow(&mut desk, server, &["git.corp.example", "10.0.0.1"], Lifetime::ThisRun);
    let of = |desk: &Desk, text: &str| {
        desk.state.server(server).unwrap().destinations.allowed.get(&to(text)).map(|it| it.lifetime)
    };
    assert_eq!(of(&desk, "git.corp.example"), Some(Lifetime::Always));
    assert_eq!(of(&desk, "10.0.0.1"), Some(Lifetime::ThisRun));
    allow(&mut desk, server, &["git.corp.example", "10.0.0.1"], Lifetime::Always);
    assert_eq!(of(&desk, "10.0.0.1"), Some(Lifetime::Always));
}

#[test]
fn one_port_of_the_web_does_not_decide_on_the_other() {
    for (said, sought) in [("10.0.0.1:443", "10.0.0.1"), ("a.example:443", "a.example")] {
        let (mut desk, server) = Desk::running();
        allow(&mut desk, server, &[said], Lifetime::Always);
        desk.send(Event::Sought(server.own(), to(sought), Vec::new()));
        assert_eq!(asked(&desk), [(sought.to_owned(), 0)]);
        allow(&mut desk, server, &[sought], Lifetime::Always);
        assert_eq!(asked(&desk), []);
        desk.send(Event::Sought(server.own(), to(sought), Vec::new()));
        assert_eq!(asked(&desk), []);
    }
}

#[test]
fn a_denial_fits_however_many_there_were() {
    let (mut desk, server) = Desk::running();
    for number in 0..600 {
        desk.send(Event::Never(server, to(&format!("n{number}.example"))));
    }
    let effects = desk.send(Event::Never(server, to("evil.test")));
    assert!(!effects.iter().any(|it| matches!(it, Effect::Refuse(_))), "{effects:?}");
    let said = &desk.state.server(server).unwrap().destinations;
    assert!(said.never.len() <= 512);
    for name in ["n0.example", "n599.example", "evil.test"] {
        assert!(said.never.iter().any(|it| it.refuses(&to(name))), "{name}");
    }
}
