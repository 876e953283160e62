use super::*;

/// A question in the DNS for an address of `name`.
pub(super) fn question(name: &str) -> Vec<u8> {
    let mut packet = vec![1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in name.split('.') {
        packet.push(u8::try_from(label.len()).unwrap());
        packet.extend(label.bytes());
    }
    packet.extend([0, 0, 1, 0, 1]);
    packet
}

/// The address in an answer, or the code of an error.
fn answer(packet: &[u8]) -> Result<Ipv4Addr, u8> {
    match packet[3] & 15 {
        0 => {
            let (before, octets) = packet.split_last_chunk::<4>().unwrap();
            assert_eq!(before[before.len() - 6..][..4], TIME_TO_LIVE.to_be_bytes());
            Ok((*octets).into())
        }
        code => Err(code),
    }
}

/// Somebody to ask, with a way to do so.
pub(super) async fn resolver(world: &World) -> UdpSocket {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = socket.local_addr().unwrap();
    resolver::over_udp(socket, &world.broker.common, world.broker.rules.subscribe()).unwrap();
    let asker = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    asker.connect(address).await.unwrap();
    asker
}

pub(super) async fn hear(asker: &UdpSocket) -> Result<Ipv4Addr, u8> {
    let mut packet = [0; 512];
    let count = timeout(PATIENCE, asker.recv(&mut packet)).await.unwrap().unwrap();
    answer(&packet[..count])
}

#[tokio::test(start_paused = true)]
async fn what_a_person_does_not_decide_on_now_waits_no_longer() {
    let world = World::new(&["office.example"], HOLD).await;
    let asker = resolver(&world).await;
    asker.send(&question("a.example")).await.unwrap();
    let name = |text: &str| Name::parse(text).unwrap();
    assert_eq!(world.event().await, Event::AsksForName(name("a.example")));
    let began = tokio::time::Instant::now();
    for other in ["b.example", "*.example.com", "localhost:1"] {
        world.broker.let_go(&other.parse().unwrap());
    }
    world.broker.let_go(&"a.example".parse().unwrap());
    assert_eq!(hear(&asker).await, Err(3));

    let mut server = world.connect("1.1.1.1:443".parse().unwrap()).await;
    assert_eq!(world.event().await, Event::NameRefused(name("a.example")));
    let address = Meant::Address("1.1.1.1".parse().unwrap(), 443);
    assert_eq!(world.event().await, Event::AsksFor(address));
    world.broker.let_go(&"1.1.1.1".parse().unwrap());
    assert!(is_reset(&mut server).await);

    let mut server = world.connect_to_name("office.example", 443).await;
    while !matches!(world.event().await, Event::AsksForAddresses(..)) {}
    world.broker.let_go(&"office.example".parse().unwrap());
    assert!(is_reset(&mut server).await);

    // It waits no second time soon, and nobody is asked.
    asker.send(&question("a.example")).await.unwrap();
    assert_eq!(hear(&asker).await, Err(3));
    while world.event().await != Event::NameRefused(name("a.example")) {}
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn what_waited_in_vain_waits_no_second_time_soon() {
    let world = World::new(&["office.example"], HOLD).await;
    let asker = resolver(&world).await;
    let name = Name::parse("a.example").unwrap();
    let ask = async || {
        asker.send(&question("a.example")).await.unwrap();
        let mut packet = [0; 512];
        let count = asker.recv(&mut packet).await.unwrap();
        answer(&packet[..count])
    };
    let began = tokio::time::Instant::now();
    assert_eq!(ask().await, Err(3));
    assert!(began.elapsed() >= PATIENCE, "{:?}", began.elapsed());
    assert_eq!(world.event().await, Event::AsksForName(name.clone()));
    assert_eq!(world.event().await, Event::NameRefused(name.clone()));

    // Nobody is asked again, and it is refused all the same.
    let again = tokio::time::Instant::now();
    assert_eq!(ask().await, Err(3));
    assert!(again.elapsed() < PATIENCE, "{:?}", again.elapsed());
    assert_eq!(world.event().await, Event::NameRefused(name.clone()));
    // Another name waits, and so does this one after a while.
    asker.send(&question("b.example")).await.unwrap();
    assert_eq!(world.event().await, Event::AsksForName(Name::parse("b.example").unwrap()));
    tokio::time::advance(Duration::from_mins(1)).await;
    asker.send(&question("a.example")).await.unwrap();
    while world.event().await != Event::AsksForName(name.clone()) {}
}

#[tokio::test(start_paused = true)]
async fn who_decides_something_is_there_to_decide_on_what_waited_in_vain() {
    let world = World::new(&[], HOLD).await;
    let asker = resolver(&world).await;
    let name = Name::parse("a.example").unwrap();
    asker.send(&question("a.example")).await.unwrap();
    // It takes all of its time.
    assert!(asker.recv(&mut [0; 512]).await.unwrap() > 0);
    while world.event().await != Event::NameRefused(name.clone()) {}
    world.broker.set_rules(destinations(&["b.example"]));
    asker.send(&question("a.example")).await.unwrap();
    while world.event().await != Event::AsksForName(name.clone()) {}
}

#[tokio::test]
async fn only_an_allowed_name_has_an_address() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let asker = resolver(&world).await;
    asker.send(&question("good.example")).await.unwrap();
    assert_eq!(hear(&asker).await, Ok(Ipv4Addr::new(33, 250, 0, 1)));
    asker.send(&question("secret.of.the.person.example")).await.unwrap();
    assert_eq!(hear(&asker).await, Err(3));
    let name = Name::parse("secret.of.the.person.example").unwrap();
    assert_eq!(world.event().await, Event::NameRefused(name));
    asker.send(&question("localhost")).await.unwrap();
    assert_eq!(hear(&asker).await, Ok(Ipv4Addr::LOCALHOST));
    asker.send(b"garbage").await.unwrap();
    asker.send(&question("good.example")[..20]).await.unwrap();
    assert_eq!(hear(&asker).await, Err(1));
}

#[tokio::test]
async fn nobody_is_asked_about_a_name_that_nobody_can_have() {
    let world = World::new(&["allowed.invalid"], Unasked::Hold(PATIENCE)).await;
    let asker = resolver(&world).await;
    let refused = async |name| {
        asker.send(&question(name)).await.unwrap();
        assert_eq!(hear(&asker).await, Err(3), "{name}");
    };
    for name in ["other.invalid", "invalid", "allowed.invalid"] {
        refused(name).await;
    }
    // Whatever is allowed, or forbidden: neither is on record as the server's doing.
    for (allowed, never) in [(vec!["*"], vec![]), (vec![], vec!["*"])] {
        let all = |names: Vec<&str>| names.iter().map(|name| name.parse().unwrap()).collect();
        world.broker.set_rules(Rules::new(all(allowed), all(never)));
        refused("other.invalid").await;
    }
    world.broker.set_rules(Rules::default());
    // The next that is heard of is this one.
    asker.send(&question("other.invalid.example")).await.unwrap();
    let name = Name::parse("other.invalid.example").unwrap();
    assert_eq!(world.event().await, Event::AsksForName(name));
}

#[tokio::test]
async fn a_name_on_trial_is_answered_by_the_rules_and_asked_about_by_nobody() {
    let world = World::new(&["good.example"], Unasked::Hold(PATIENCE)).await;
    let (good, other) = ("good.example", "other.example");
    let names = || [good, other].map(|name| Name::parse(name).unwrap()).to_vec();
    let asker = resolver(&world).await;
    let ask = async |name| {
        asker.send(&question(name)).await.unwrap();
        hear(&asker).await
    };
    let (first, second) = (world.broker.put_on_trial(names()), world.broker.put_on_trial(names()));
    assert_eq!(ask(good).await, Ok(Ipv4Addr::new(33, 250, 0, 1)));
    assert_eq!(ask(other).await, Err(3));
    drop(first);
    // What the rules say is what is tried: here they allow the one and forbid the other.
    let never = vec![good.parse().unwrap()];
    world.broker.set_rules(Rules::new(vec![other.parse().unwrap()], never));
    assert_eq!(ask(good).await, Err(3));
    assert!(ask(other).await.is_ok());
    world.broker.set_rules(Rules::default());
    drop(second);
    // The first that is heard of is this one, of the server's own.
    asker.send(&question(other)).await.unwrap();
    assert_eq!(world.event().await, Event::AsksForName(Name::parse(other).unwrap()));
}

#[tokio::test]
async fn a_name_is_asked_about_once_and_waits_for_the_decision() {
    let world = World::new(&[], Unasked::Hold(PATIENCE)).await;
    let name = Name::parse("good.example").unwrap();
    let (first, second) = (resolver(&world).await, resolver(&world).await);
    first.send(&question("good.example")).await.unwrap();
    assert_eq!(world.event().await, Event::AsksForName(name));
    second.send(&question("good.example")).await.unwrap();
    second.send(&question("other.example")).await.unwrap();
    // The second question for the same name came before this one.
    let other = Name::parse("other.example").unwrap();
    assert_eq!(world.event().await, Event::AsksForName(other));
    world.broker.set_rules(destinations(&["good.example"]));
    assert_eq!(hear(&first).await, Ok(Ipv4Addr::new(33, 250, 0, 1)));
    assert_eq!(hear(&second).await, Ok(Ipv4Addr::new(33, 250, 0, 1)));
}

#[tokio::test]
async fn however_many_names_are_asked_for_few_wait() {
    let limits = Limits { questions: 2, ..Limits::default() };
    let world = World::limited(&[], Unasked::Hold(PATIENCE), limits).await;
    let asker = resolver(&world).await;
    for name in ["a.example", "b.example", "c.example"] {
        asker.send(&question(name)).await.unwrap();
    }
    assert_eq!(hear(&asker).await, Err(3));
    let all = [world.event().await, world.event().await, world.event().await];
    let refused = Event::NameRefused(Name::parse("c.example").unwrap());
    assert!(all.contains(&refused), "what there is no room for is said: {all:?}");
}

#[tokio::test]
async fn a_question_over_tcp_is_answered_the_same() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    resolver::over_tcp(listener, &world.broker.common, world.broker.rules.subscribe()).unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    for (name, expected) in
        [("good.example", Ok(Ipv4Addr::new(33, 250, 0, 1))), ("bad.example", Err(3))]
    {
        let asked = question(name);
        stream.write_u16(u16::try_from(asked.len()).unwrap()).await.unwrap();
        stream.write_all(&asked).await.unwrap();
        let mut packet = vec![0; stream.read_u16().await.unwrap().into()];
        stream.read_exact(&mut packet).await.unwrap();
        assert_eq!(answer(&packet), expected);
    }
    stream.write_u16(u16::MAX).await.unwrap();
    assert!(read_to_end(&mut stream).await.is_ok_and(|rest| rest.is_empty()));
}
