use super::*;
use crate::broker::refusals::Said;

fn at(text: &str) -> SocketAddr {
    text.parse().unwrap()
}

/// What is said of refusals at these, one after the other.
fn said(world: &World, said: &mut Said, refused: &[SocketAddr]) {
    for address in refused {
        let rules = world.broker.rules.borrow();
        world.broker.common.say_refused(*address, &rules, said);
    }
}

#[tokio::test]
async fn what_nobody_listens_for_is_asked_about_by_its_name_and_port() {
    let world = World::new(&["good.example"], Unasked::Hold(PATIENCE)).await;
    let inside = world.broker.common.lent().lend(&Name::parse("good.example").unwrap());
    let mut so_far = Said::default();
    said(&world, &mut so_far, &[(inside, 5432).into(), at("127.0.0.1:6379")]);
    assert_eq!(world.event().await, Event::AsksFor(meant("good.example", 5432)));
    let refused = Event::Refused(meant("good.example", 5432), Refusal::NotAllowed);
    assert_eq!(world.event().await, refused);
    assert_eq!(world.event().await, Event::AsksFor(Meant::ThisComputer(6379)));
}

#[tokio::test]
async fn nobody_is_asked_about_what_is_decided_or_could_not_be_opened() {
    let world = World::new(&["1.1.1.1:22"], Unasked::Hold(PATIENCE)).await;
    let never = vec!["2.2.2.2".parse().unwrap()];
    world.broker.set_rules(Rules::new(vec!["1.1.1.1:22".parse().unwrap()], never));
    let mut so_far = Said::default();
    // The last one is of an address that no name has.
    let tried = ["1.1.1.1:22", "2.2.2.2:22", "3.3.3.3:53", "33.250.7.7:22"].map(at);
    said(&world, &mut so_far, &tried);
    let address = |text: &str, port| Meant::Address(text.parse().unwrap(), port);
    for (meant, why) in [
        (address("1.1.1.1", 22), Refusal::PortClosed),
        (address("2.2.2.2", 22), Refusal::NotAllowed),
        (address("3.3.3.3", 53), Refusal::NotAllowed),
    ] {
        assert_eq!(world.event().await, Event::Refused(meant, why));
    }
    assert_eq!(world.broker.refused(), 3);
}

#[tokio::test]
async fn where_it_looks_for_what_it_started_itself_nobody_is_asked() {
    let world = World::new(&[], Unasked::Hold(PATIENCE)).await;
    let mut so_far = Said::default();
    let tried = ["[::1]:8000", "127.0.0.1:45678", "[2606:4700::1]:8000"].map(at);
    said(&world, &mut so_far, &tried);
    let outside = Meant::Address("2606:4700::1".parse().unwrap(), 8000);
    assert_eq!(world.event().await, Event::AsksFor(outside));
}

#[tokio::test(start_paused = true)]
async fn however_often_something_is_refused_it_is_said_once_in_a_while() {
    let world = World::new(&[], Unasked::Refuse).await;
    let mut so_far = Said::default();
    let all: Vec<_> = (1..=9000).map(|port| SocketAddr::from(([1, 2, 3, 4], port))).collect();
    said(&world, &mut so_far, &all);
    said(&world, &mut so_far, &all);
    // Each of them is counted.
    assert_eq!(world.broker.refused(), 18_000);
    for port in 1..=64 {
        let refused = Meant::Address([1, 2, 3, 4].into(), port);
        assert_eq!(world.event().await, Event::Refused(refused, Refusal::NotAllowed));
    }
    assert_eq!(world.broker.next_event().await, Event::Moved);
    tokio::time::advance(LONGEST_HOLD).await;
    said(&world, &mut so_far, &all[..1]);
    let again = Meant::Address([1, 2, 3, 4].into(), 1);
    assert_eq!(world.event().await, Event::Refused(again, Refusal::NotAllowed));
}
