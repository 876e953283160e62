use super::*;

#[tokio::test]
async fn a_name_at_private_addresses_is_one_question_and_goes_on_when_they_are_allowed() {
    let world = World::new(&["office.example"], HOLD).await;
    let _server = world.connect_to_name("office.example", 443).await;
    let office = Name::parse("office.example").unwrap();
    let addresses = ["10.0.0.1", "10.0.0.2", "fd12::1"].map(|it| it.parse().unwrap()).to_vec();
    assert_eq!(world.event().await, Event::AsksForAddresses(office, 443, addresses));
    assert!(world.dialled().is_empty());
    // That of another port is no answer.
    world.broker.set_rules(destinations(&["office.example", "10.0.0.2:22"]));
    world.broker.set_rules(destinations(&["office.example", "10.0.0.2"]));
    world.accept().await;
    assert_eq!(world.dialled(), ["10.0.0.2:443"]);
}

#[tokio::test]
async fn a_neighbour_at_a_public_address_is_asked_about_as_one_at_a_private() {
    let world = World::new(&["*"], HOLD).await;
    let _server = world.connect_to_name("nas.example", 443).await;
    let (nas, address) = (Name::parse("nas.example").unwrap(), "2a02::5".parse().unwrap());
    assert_eq!(world.event().await, Event::AsksForAddresses(nas, 443, vec![address]));
    world.broker.set_rules(destinations(&["*", "2a02::5"]));
    world.accept().await;
    assert_eq!(world.dialled(), ["[2a02::5]:443"]);
}

#[tokio::test]
async fn what_a_name_led_to_is_cut_when_the_address_alone_is_taken_back() {
    let world = World::new(&["home.example", "10.0.0.1"], HOLD).await;
    let mut server = world.connect_to_name("home.example", 443).await;
    let _outside = world.accept().await;
    world.broker.set_rules(destinations(&["home.example"]));
    assert!(is_reset(&mut server).await);
    assert_eq!(world.event().await, Event::Cut(meant("home.example", 443)));
}

#[tokio::test]
async fn what_a_name_led_to_is_cut_when_its_public_address_is_refused() {
    let world = World::new(&["good.example"], HOLD).await;
    let mut server = world.connect_to_name("good.example", 443).await;
    let _outside = world.accept().await;
    let never = vec![PUBLIC.parse().unwrap()];
    world.broker.set_rules(Rules::new(vec!["good.example".parse().unwrap()], never));
    assert!(is_reset(&mut server).await);
    assert_eq!(world.event().await, Event::Cut(meant("good.example", 443)));
}

#[tokio::test]
async fn of_an_answer_with_thousands_of_addresses_few_are_looked_at() {
    let world = World::new(&["crowd.example"], HOLD).await;
    let _server = world.connect_to_name("crowd.example", 443).await;
    let _outside = world.accept().await;
    assert_eq!(world.dialled(), ["93.0.0.0:443"]);
    assert_eq!(world.stage.looked_at.load(Ordering::Relaxed), 64);
}

#[tokio::test]
async fn a_proxy_is_not_left_to_choose_among_addresses_that_were_not_looked_at() {
    let world = World::behind_a_proxy(&["crowd.example"]).await;
    let _server = world.connect_to_name("crowd.example", 443).await;
    let _outside = world.accept().await;
    assert_eq!(world.dialled(), ["93.0.0.0:443 by proxy"]);
}

#[tokio::test]
async fn this_computer_and_a_cloud_are_asked_about_as_what_they_are_whatever_name_leads_there() {
    for (name, expected) in [
        ("rebound.example", Meant::ThisComputer(443)),
        ("myself.example", Meant::ThisComputer(443)),
        ("metadata.example", Meant::Address([169, 254, 169, 254].into(), 443)),
    ] {
        let world = World::new(&["*"], HOLD).await;
        let mut server = world.connect_to_name(name, 443).await;
        assert_eq!(world.event().await, Event::AsksFor(expected.clone()), "{name}");
        // What is allowed of this computer is so without a name.
        let allowed = ["*", "localhost:443"].map(|it| it.parse().unwrap()).to_vec();
        let never = vec!["169.254.0.0/16".parse().unwrap()];
        world.broker.set_rules(Rules::new(allowed, never));
        assert!(is_reset(&mut server).await, "{name}");
        let why = match expected {
            Meant::ThisComputer(_) => Refusal::NotPublic(AddressKind::ThisComputer),
            Meant::Address(..) | Meant::Name(..) => Refusal::AddressRefused,
        };
        assert_eq!(world.event().await, Event::Refused(meant(name, 443), why));
        assert!(world.dialled().is_empty());
    }
}

#[tokio::test]
async fn nobody_is_asked_about_what_nothing_can_be_connected_to() {
    let world = World::new(&["*"], HOLD).await;
    let mut server = world.connect_to_name("void.example", 443).await;
    assert!(is_reset(&mut server).await);
    let refused =
        Event::Refused(meant("void.example", 443), Refusal::NotPublic(AddressKind::Nowhere));
    assert_eq!(world.event().await, refused);
}

#[tokio::test]
async fn no_name_leads_to_a_public_address_that_is_refused() {
    let world = World::new(&["*"], Unasked::Refuse).await;
    let never = vec![PUBLIC.parse().unwrap()];
    world.broker.set_rules(Rules::new(vec!["*".parse().unwrap()], never));
    let mut server = world.connect_to_name("good.example", 443).await;
    assert!(is_reset(&mut server).await);
    let refused = Event::Refused(meant("good.example", 443), Refusal::AddressRefused);
    assert_eq!(world.event().await, refused);
}

/// Its names are never found.
#[derive(Debug, Default)]
pub(super) struct Silence(AtomicUsize);

impl Outside for Silence {
    fn look_up<'a>(&'a self, _: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::pending())
    }

    fn connect(&self, _: SocketAddr) -> Pending<'_, TcpStream> {
        Box::pin(std::future::pending())
    }

    fn proxy(&self) -> Option<Option<String>> {
        Some(Some("http://proxy.example:3128".to_owned()))
    }

    fn by_proxy(&self, host: &str, _: u16) -> Option<Pending<'_, TcpStream>> {
        panic!("{host} is taken to the proxy")
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        kind_of(address)
    }
}

#[tokio::test(start_paused = true)]
async fn names_that_nobody_finds_are_few_at_a_time_and_given_up() {
    let silence = Arc::new(Silence::default());
    let outside = Arc::clone(&silence) as Arc<dyn Outside>;
    let limits = Limits { look_ups: 3, ..Limits::default() };
    let rules = destinations(&["*"]);
    let broker = Broker::without_sockets(rules, Unasked::Refuse, outside, limits, Arc::default());
    let mut servers = Vec::new();
    for number in 0..10 {
        let name = Name::parse(&format!("n{number}.example")).unwrap();
        let address = broker.common.lent().lend(&name);
        let (inner, server) = pair().await;
        broker.admit(inner, (address, 443).into());
        servers.push(server);
    }
    for _ in 0..10 {
        let Event::Refused(_, Refusal::NotLookedUp) = broker.next_event().await else { panic!() };
    }
    assert_eq!(silence.0.load(Ordering::Relaxed), 3);
}

#[tokio::test]
async fn a_private_address_is_reached_by_name_where_it_is_allowed_too() {
    let world = World::new(&["home.example", "10.0.0.0/8"], Unasked::Refuse).await;
    let _server = world.connect_to_name("home.example", 443).await;
    world.accept().await;
    assert_eq!(world.dialled(), ["10.0.0.1:443"]);
}

#[tokio::test]
async fn an_address_of_this_computer_is_not_reached_as_an_address() {
    let world = World::new(&["8.8.8.8", "localhost:5432"], Unasked::Refuse).await;
    let mut server = world.connect("8.8.8.8:443".parse().unwrap()).await;
    assert!(is_reset(&mut server).await);
    let _server = world.connect("127.0.0.1:5432".parse().unwrap()).await;
    world.accept().await;
    assert_eq!(world.dialled(), ["127.0.0.1:5432"]);
}
