//! What is public goes by the proxy where there is one, and nothing else does.

use super::*;

const KNOWN_BY_THE_PROXY_ALONE: &str = "elsewhere.com";

async fn reaches(allowed: &[&str], connect: impl AsyncFnOnce(&World) -> TcpStream) -> Vec<String> {
    let world = World::behind_a_proxy(allowed).await;
    let mut server = connect(&world).await;
    server.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let mut outer = world.accept().await;
    let mut words = [0; 16];
    timeout(PATIENCE, outer.read_exact(&mut words)).await.unwrap().unwrap();
    world.dialled()
}

async fn is_refused(allowed: &[&str], name: &str) -> Refusal {
    let world = World::behind_a_proxy(allowed).await;
    let mut server = world.connect_to_name(name, 443).await;
    assert!(is_reset(&mut server).await);
    assert_eq!(world.dialled(), [""; 0]);
    let Event::Refused(_, why) = world.event().await else { panic!("it is not refused") };
    why
}

#[tokio::test]
async fn a_public_name_goes_by_its_name() {
    let dialled =
        reaches(&["good.example"], async |it| it.connect_to_name("good.example", 443).await).await;
    assert_eq!(dialled, ["good.example:443 by proxy"]);
}

#[tokio::test]
async fn a_name_that_only_the_proxy_knows_goes_there_if_it_can_be_public() {
    let name = KNOWN_BY_THE_PROXY_ALONE;
    let dialled = reaches(&[name], async |it| it.connect_to_name(name, 443).await).await;
    assert_eq!(dialled, ["elsewhere.com:443 by proxy"]);
    for name in ["metadata.google.internal", "wiki.corp", "printer.local", "box.home.arpa"] {
        assert_eq!(is_refused(&[name], name).await, Refusal::NoAddress, "{name}");
    }
}

/// It may be a name of the proxy's own network.
#[tokio::test]
async fn a_name_that_only_the_proxy_knows_has_to_be_allowed_by_name() {
    let name = KNOWN_BY_THE_PROXY_ALONE;
    assert_eq!(is_refused(&["*"], name).await, Refusal::KnownToProxyOnly);
}

/// A server can see to it that no name is looked up in time.
#[tokio::test(start_paused = true)]
async fn a_name_that_was_not_looked_up_is_not_taken_to_the_proxy() {
    let outside = Arc::new(private::Silence::default()) as Arc<dyn Outside>;
    let rules = destinations(&["slow.example.com"]);
    let limits = Limits::default();
    let broker = Broker::without_sockets(rules, Unasked::Refuse, outside, limits, Arc::default());
    let address = broker.common.lent().lend(&Name::parse("slow.example.com").unwrap());
    let (inner, _server) = pair().await;
    broker.admit(inner, (address, 443).into());
    let refused = Event::Refused(meant("slow.example.com", 443), Refusal::NotLookedUp);
    assert_eq!(broker.next_event().await, refused);
}

#[tokio::test]
async fn a_proxy_that_looks_no_names_up_is_told_an_address_that_was_looked_at() {
    let world = World::behind_a_proxy(&["good.example", KNOWN_BY_THE_PROXY_ALONE]).await;
    world.stage.proxy_takes_addresses.store(true, Ordering::Relaxed);
    let _server = world.connect_to_name("good.example", 443).await;
    world.accept().await;
    assert_eq!(world.dialled(), [format!("{PUBLIC}:443 by proxy")]);
    let mut server = world.connect_to_name(KNOWN_BY_THE_PROXY_ALONE, 443).await;
    assert!(is_reset(&mut server).await);
    assert_eq!(world.dialled().len(), 1);
}

#[tokio::test]
async fn what_is_excepted_by_its_name_is_so_at_each_address() {
    let dialled = reaches(&[EXCEPTED], async |it| it.connect_to_name(EXCEPTED, 443).await).await;
    assert_eq!(dialled, ["93.184.216.34:443"]);
}

/// The proxy would look the name up for itself, and might come by the other address.
#[tokio::test]
async fn a_name_that_is_in_a_private_network_too_goes_by_the_address_that_was_looked_at() {
    let dialled =
        reaches(&["mixed.example"], async |it| it.connect_to_name("mixed.example", 443).await)
            .await;
    assert_eq!(dialled, ["93.184.216.34:443 by proxy"]);
}

#[tokio::test]
async fn a_private_network_is_reached_without_it_and_refused_as_ever() {
    let allowed = ["home.example", "10.0.0.1"];
    let dialled = reaches(&allowed, async |it| it.connect_to_name("home.example", 443).await).await;
    assert_eq!(dialled, ["10.0.0.1:443"]);
    for (name, kind) in [
        ("home.example", AddressKind::Private),
        ("rebound.example", AddressKind::ThisComputer),
        ("metadata.example", AddressKind::Local),
        ("void.example", AddressKind::Nowhere),
    ] {
        assert_eq!(is_refused(&[name], name).await, Refusal::NotPublic(kind), "{name}");
    }
}

#[tokio::test]
async fn an_address_goes_by_the_proxy_if_it_is_public() {
    for (allowed, goes) in [(PUBLIC, "93.184.216.34:443 by proxy"), ("10.0.0.1", "10.0.0.1:443")] {
        let to = SocketAddr::new(allowed.parse().unwrap(), 443);
        assert_eq!(reaches(&[allowed], async |it| it.connect(to).await).await, [goes]);
    }
}

#[tokio::test]
async fn this_computer_is_reached_without_it() {
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, 5432));
    let dialled = reaches(&["localhost:5432"], async |it| it.connect(to).await).await;
    assert!(dialled.iter().all(|it| !it.contains("proxy")), "{dialled:?}");
}

#[tokio::test]
async fn a_proxy_that_leads_nowhere_is_not_passed_by() {
    let world = World::behind_a_proxy(&["good.example"]).await;
    world.stage.proxy_refuses.store(true, Ordering::Relaxed);
    let mut server = world.connect_to_name("good.example", 443).await;
    assert!(is_reset(&mut server).await);
    let refused = Refusal::Proxy("the proxy says no".to_owned());
    assert_eq!(world.event().await, Event::Refused(meant("good.example", 443), refused));
    assert_eq!(world.dialled(), ["good.example:443 by proxy"]);
}

/// It would lead on to what no public name and no `*` covers.
#[tokio::test]
async fn the_proxy_itself_is_no_destination() {
    for name in ["proxy.example", "alias.example"] {
        let world = World::behind_a_proxy(&["*:3128"]).await;
        let mut server = world.connect_to_name(name, 3128).await;
        assert!(is_reset(&mut server).await);
        assert_eq!(world.dialled(), [""; 0]);
        let refused = Event::Refused(meant(name, 3128), Refusal::IsTheProxy);
        assert_eq!(world.event().await, refused);
    }
    let to = &["1.1.1.1:3128"];
    let world = World::behind_a_proxy(to).await;
    let mut server = world.connect(SocketAddr::from(([1, 1, 1, 1], 3128))).await;
    assert!(is_reset(&mut server).await);
    assert_eq!(world.dialled(), [""; 0]);
    let dialled = reaches(&["*"], async |it| it.connect_to_name("alias.example", 443).await).await;
    assert_eq!(dialled, ["alias.example:443 by proxy"]);
}
