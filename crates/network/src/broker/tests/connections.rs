use super::*;

#[tokio::test]
async fn what_is_allowed_is_passed_on_both_ways_and_counted() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let mut server = world.connect_to_name("good.example", 443).await;
    let mut outside = world.accept().await;
    let question = vec![b'q'; 3 << 20];
    let answer = vec![b'a'; 2 << 20];
    let ask = async {
        server.write_all(&question).await.unwrap();
        server.shutdown().await.unwrap();
        read_to_end(&mut server).await.unwrap()
    };
    let reply = async {
        let asked = read_to_end(&mut outside).await.unwrap();
        outside.write_all(&answer).await.unwrap();
        drop(outside);
        asked
    };
    let (answered, asked) = tokio::join!(ask, reply);
    assert!(answered == answer && asked == question);
    assert_eq!(world.dialled(), ["93.184.216.34:443"]);
    let seen = world.broker.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].sent, seen[0].received, seen[0].connections), (3 << 20, 2 << 20, 1));
}

#[tokio::test]
async fn that_bytes_go_over_a_connection_is_said_once_until_it_is_wanted_again() {
    let world = World::new(&["good.example:25"], Unasked::Refuse).await;
    let mut server = world.connect_to_name("good.example", 25).await;
    let mut outside = world.accept().await;
    let mut say = async || {
        outside.write_all(b"a").await.unwrap();
        timeout(PATIENCE, server.read_exact(&mut [0])).await.unwrap().unwrap();
    };
    let next = || timeout(PATIENCE, world.broker.next_event());
    say().await;
    assert_eq!(next().await.unwrap(), Event::Connected(meant("good.example", 25)));
    assert_eq!(next().await.unwrap(), Event::Moved);
    say().await;
    world.broker.hear_of_bytes();
    say().await;
    assert_eq!(next().await.unwrap(), Event::Moved);
    drop(server);
    drop(outside);
    assert_eq!(next().await.unwrap(), Event::Closed(meant("good.example", 25)));
}

#[tokio::test]
async fn who_is_called_may_speak_first() {
    let world = World::new(&["good.example:25"], Unasked::Refuse).await;
    let mut server = world.connect_to_name("good.example", 25).await;
    let mut outside = world.accept().await;
    outside.write_all(b"220 hello\r\n").await.unwrap();
    let mut bytes = [0; 11];
    timeout(PATIENCE, server.read_exact(&mut bytes)).await.unwrap().unwrap();
    assert_eq!(&bytes, b"220 hello\r\n");
}

#[tokio::test]
async fn what_is_not_allowed_is_cut_and_said() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    for (address, expected) in [
        ("1.1.1.1:443", Meant::Address([1, 1, 1, 1].into(), 443)),
        ("[::ffff:1.1.1.1]:443", Meant::Address([1, 1, 1, 1].into(), 443)),
        ("127.0.0.1:443", Meant::ThisComputer(443)),
        ("[::1]:80", Meant::ThisComputer(80)),
        ("169.254.169.254:80", Meant::Address([169, 254, 169, 254].into(), 80)),
    ] {
        let mut server = world.connect(address.parse().unwrap()).await;
        assert!(is_reset(&mut server).await, "{address}");
        assert_eq!(world.event().await, Event::Refused(expected, Refusal::NotAllowed));
    }
    let mut server = world.connect_to_name("good.example", 22).await;
    assert!(is_reset(&mut server).await);
    // Never lent to a name.
    let mut server = world.connect("33.251.7.7:443".parse().unwrap()).await;
    assert!(is_reset(&mut server).await);
    assert!(world.dialled().is_empty());
}

#[tokio::test]
async fn a_public_name_leads_nowhere_private() {
    let world = World::new(&["*"], Unasked::Refuse).await;
    for (name, why) in [
        ("rebound.example", Refusal::NotPublic(AddressKind::ThisComputer)),
        ("home.example", Refusal::NotPublic(AddressKind::Private)),
        ("nas.example", Refusal::NotPublic(AddressKind::Private)),
        ("myself.example", Refusal::NotPublic(AddressKind::ThisComputer)),
        ("metadata.example", Refusal::NotPublic(AddressKind::Local)),
        ("void.example", Refusal::NotPublic(AddressKind::Nowhere)),
        ("empty.example", Refusal::NoAddress),
        ("missing.example", Refusal::NoAddress),
    ] {
        let mut server = world.connect_to_name(name, 443).await;
        assert!(is_reset(&mut server).await, "{name}");
        assert_eq!(world.event().await, Event::Refused(meant(name, 443), why));
    }
    assert!(world.dialled().is_empty());
    let _server = world.connect_to_name("mixed.example", 443).await;
    world.accept().await;
    assert_eq!(world.dialled(), ["93.184.216.34:443"]);
}

/// As in the tests of the greeting.
fn hello(server_name: Option<&str>) -> Vec<u8> {
    let list = |bytes: &[u8]| [&u16::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat();
    let extensions = server_name.map_or(Vec::new(), |name| {
        let names = list(&[&[0], list(name.as_bytes()).as_slice()].concat());
        [&[0, 0], list(&names).as_slice()].concat()
    });
    let body =
        [&[3, 3], [7; 32].as_slice(), &[0, 0, 2, 0x13, 1, 1, 0], &list(&extensions)].concat();
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let message = [&[1], &length[1..], &body].concat();
    [&[22, 3, 1], list(&message).as_slice()].concat()
}

#[tokio::test]
async fn a_greeting_for_the_same_name_goes_through_to_the_byte() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let mut server = world.connect_to_name("good.example", 443).await;
    let mut outside = world.accept().await;
    let whole = [hello(Some("Good.example")), b"and more".to_vec()].concat();
    let (first, rest) = whole.split_at(20);
    server.write_all(first).await.unwrap();
    server.write_all(rest).await.unwrap();
    server.shutdown().await.unwrap();
    assert_eq!(read_to_end(&mut outside).await.unwrap(), whole);
}

#[tokio::test]
async fn a_greeting_for_another_name_does_not_arrive() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let other = Name::parse("other.example").unwrap();
    let cut_short = [&hello(Some("good.example"))[..3], &[0, 0]].concat();
    for (greeting, why) in [
        (hello(Some("other.example")), Refusal::OtherServerName(other)),
        (hello(None), Refusal::NoServerName),
        (cut_short, Refusal::Malformed),
    ] {
        let mut server = world.connect_to_name("good.example", 443).await;
        let mut outside = world.accept().await;
        server.write_all(&greeting).await.unwrap();
        assert!(is_reset(&mut server).await);
        assert!(is_reset(&mut outside).await);
        assert_eq!(world.event().await, Event::Refused(meant("good.example", 443), why));
    }
}

#[tokio::test]
async fn what_is_revoked_is_cut_at_once_and_nothing_else() {
    let world = World::new(&["good.example", "other.example"], Unasked::Refuse).await;
    let mut kept = world.connect_to_name("other.example", 443).await;
    let mut kept_outside = world.accept().await;
    let mut server = world.connect_to_name("good.example", 443).await;
    let mut outside = world.accept().await;
    server.write_all(b"hi").await.unwrap();
    timeout(PATIENCE, outside.read_exact(&mut [0; 2])).await.unwrap().unwrap();

    world.broker.set_rules(destinations(&["other.example"]));
    assert!(is_reset(&mut server).await);
    assert!(is_reset(&mut outside).await);
    assert_eq!(world.event().await, Event::Cut(meant("good.example", 443)));

    kept.write_all(b"hi").await.unwrap();
    timeout(PATIENCE, kept_outside.read_exact(&mut [0; 2])).await.unwrap().unwrap();
    let mut again = world.connect_to_name("good.example", 443).await;
    assert!(is_reset(&mut again).await);
}

#[tokio::test]
async fn without_its_broker_nothing_goes_on() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let mut server = world.connect_to_name("good.example", 443).await;
    let mut outside = world.accept().await;
    server.write_all(b"hi").await.unwrap();
    timeout(PATIENCE, outside.read_exact(&mut [0; 2])).await.unwrap().unwrap();
    drop(world);
    assert!(is_reset(&mut server).await);
    assert!(is_reset(&mut outside).await);
}

#[tokio::test]
async fn an_address_waits_for_a_decision_and_then_goes_on() {
    let world = World::new(&[], Unasked::Hold(PATIENCE)).await;
    let address = Meant::Address([1, 1, 1, 1].into(), 443);
    let _allowed = world.connect("1.1.1.1:443".parse().unwrap()).await;
    assert_eq!(world.event().await, Event::AsksFor(address.clone()));
    world.broker.set_rules(destinations(&["1.1.1.1"]));
    world.accept().await;

    world.broker.set_rules(Rules::default());
    assert_eq!(world.event().await, Event::Cut(address.clone()));
    let mut never = world.connect("1.1.1.1:443".parse().unwrap()).await;
    assert_eq!(world.event().await, Event::AsksFor(address.clone()));
    world.broker.set_rules(Rules::new(Vec::new(), vec!["1.1.1.1".parse().unwrap()]));
    assert!(is_reset(&mut never).await);
    assert_eq!(world.event().await, Event::Refused(address, Refusal::NotAllowed));
}

#[tokio::test]
async fn a_decision_that_does_not_come_is_a_refusal() {
    let world = World::new(&[], Unasked::Hold(Duration::from_millis(1))).await;
    let mut server = world.connect("1.1.1.1:443".parse().unwrap()).await;
    assert!(is_reset(&mut server).await);
}

#[tokio::test]
async fn a_listener_stays_for_as_long_as_its_port_is_allowed() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let port = address.port();
    let here = format!("localhost:{port}");
    world.broker.set_rules(destinations(&[&here]));
    assert!(world.broker.unheard_ports().contains(&port));
    // Like one of a child that is forked at the wrong moment.
    let copy = listener.try_clone().unwrap();
    world.broker.listen(listener).unwrap();
    assert!(!world.broker.unheard_ports().contains(&port));
    let _server = TcpStream::connect(address).await.unwrap();
    world.accept().await;
    world.broker.set_rules(Rules::default());
    assert_eq!(world.event().await, Event::Cut(Meant::ThisComputer(port)));
    world.broker.set_rules(destinations(&[&here]));
    // It closes on a task of its own.
    while !world.broker.unheard_ports().contains(&port) {
        tokio::task::yield_now().await;
    }
    // Its port may be somebody else's by now, so it is not tried.
    assert_eq!(copy.accept().unwrap_err().kind(), io::ErrorKind::InvalidInput);
}

#[tokio::test]
async fn more_connections_than_it_may_have_wait_in_the_kernel() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let here = format!("localhost:{}", address.port());
    let world = World::limited(&[&here], Unasked::Refuse, limits).await;
    world.broker.listen(listener).unwrap();
    let first = TcpStream::connect(address).await.unwrap();
    let _second = TcpStream::connect(address).await.unwrap();
    let _third = TcpStream::connect(address).await.unwrap();
    let (one, _other) = (world.accept().await, world.accept().await);
    assert_eq!(world.broker.seen()[0].open, 2);
    let third = timeout(Duration::from_millis(50), world.outside.accept()).await;
    assert!(third.is_err());
    drop((first, one));
    world.accept().await;
}
