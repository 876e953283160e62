use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::AtomicUsize;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};
use tokio::time::timeout;

use super::*;
use crate::dns::TIME_TO_LIVE;
use crate::{Ceiling, Name, Pending};

const PATIENCE: Duration = Duration::from_secs(20);
const PUBLIC: &str = "93.184.216.34";

/// A world in which names are where the test says, and whatever is connected to is one listener.
#[derive(Debug)]
struct Stage {
    names: BTreeMap<&'static str, Vec<IpAddr>>,
    listener: SocketAddr,
    dialled: Mutex<Vec<SocketAddr>>,
}

impl Outside for Stage {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        let found = self.names.get(name.as_str()).cloned();
        Box::pin(async move { found.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        self.dialled.lock().unwrap().push(address);
        Box::pin(TcpStream::connect(self.listener))
    }

    fn is_own(&self, address: IpAddr) -> bool {
        address == IpAddr::from([8, 8, 8, 8])
    }
}

/// A broker, and the program outside that it leads to.
struct World {
    broker: Broker,
    stage: Arc<Stage>,
    outside: TcpListener,
}

fn destinations(texts: &[&str]) -> Rules {
    Rules::new(texts.iter().map(|text| text.parse().unwrap()).collect(), Vec::new())
}

impl World {
    async fn new(allowed: &[&str], unasked: Unasked) -> Self {
        Self::limited(allowed, unasked, Limits::default()).await
    }

    async fn limited(allowed: &[&str], unasked: Unasked, limits: Limits) -> Self {
        Self::with(allowed, unasked, limits, Arc::default()).await
    }

    /// One whose server may send so many bytes.
    async fn with_most(allowed: &[&str], bytes: u64) -> (Self, Arc<Quota>) {
        let quota = Arc::new(Quota::new(Ceiling::Bytes(bytes), 0));
        let limits = Limits::default();
        (Self::with(allowed, Unasked::Refuse, limits, Arc::clone(&quota)).await, quota)
    }

    async fn with(allowed: &[&str], unasked: Unasked, limits: Limits, quota: Arc<Quota>) -> Self {
        let outside = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let names = [
            ("good.example", vec![PUBLIC]),
            ("other.example", vec![PUBLIC]),
            ("mixed.example", vec!["10.0.0.1", "127.0.0.1", "::1", PUBLIC]),
            ("home.example", vec!["10.0.0.1"]),
            ("office.example", vec!["fd12::1", "10.0.0.2", "169.254.169.254", "10.0.0.1"]),
            ("metadata.example", vec!["169.254.169.254"]),
            ("void.example", vec!["0.0.0.0", "224.0.0.1", "198.18.0.1"]),
            ("rebound.example", vec!["127.0.0.1", "169.254.169.254", "::ffff:127.0.0.1"]),
            ("myself.example", vec!["8.8.8.8"]),
            ("empty.example", vec![]),
        ];
        let addresses = |texts: Vec<&str>| texts.iter().map(|it| it.parse().unwrap()).collect();
        let stage = Arc::new(Stage {
            names: names.into_iter().map(|(name, texts)| (name, addresses(texts))).collect(),
            listener: outside.local_addr().unwrap(),
            dialled: Mutex::default(),
        });
        let broker = Broker::without_sockets(
            destinations(allowed),
            unasked,
            Arc::clone(&stage) as Arc<dyn Outside>,
            limits,
            quota,
        );
        Self { broker, stage, outside }
    }

    /// Connects as the server would that asked for `name`.
    async fn connect_to_name(&self, name: &str, port: u16) -> TcpStream {
        let address = self.broker.common.lent().lend(&Name::parse(name).unwrap());
        self.connect((address, port).into()).await
    }

    async fn connect(&self, meant: SocketAddr) -> TcpStream {
        let (inner, server) = pair().await;
        self.broker.admit(inner, meant);
        server
    }

    async fn accept(&self) -> TcpStream {
        timeout(PATIENCE, self.outside.accept()).await.unwrap().unwrap().0
    }

    async fn event(&self) -> Event {
        loop {
            // What was allowed is not what these tests wait for.
            let event = timeout(PATIENCE, self.broker.next_event()).await.unwrap();
            if !matches!(event, Event::Connected(_) | Event::Moved | Event::Closed(_)) {
                return event;
            }
        }
    }

    fn dialled(&self) -> Vec<String> {
        self.stage.dialled.lock().unwrap().iter().map(ToString::to_string).collect()
    }
}

async fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (accepted, connected) = tokio::join!(listener.accept(), TcpStream::connect(address));
    (accepted.unwrap().0, connected.unwrap())
}

async fn read_to_end(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap()?;
    Ok(bytes)
}

async fn is_reset(stream: &mut TcpStream) -> bool {
    matches!(read_to_end(stream).await, Err(error) if error.kind() == io::ErrorKind::ConnectionReset)
}

fn meant(name: &str, port: u16) -> Meant {
    Meant::Name(Name::parse(name).unwrap(), port)
}

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
        ("rebound.example", Refusal::NotPublic),
        ("home.example", Refusal::NotPublic),
        ("myself.example", Refusal::NotPublic),
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

const HOLD: Unasked = Unasked::Hold(PATIENCE);

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
async fn what_a_name_led_to_is_cut_when_the_address_alone_is_taken_back() {
    let world = World::new(&["home.example", "10.0.0.1"], HOLD).await;
    let mut server = world.connect_to_name("home.example", 443).await;
    let _outside = world.accept().await;
    world.broker.set_rules(destinations(&["home.example"]));
    assert!(is_reset(&mut server).await);
    assert_eq!(world.event().await, Event::Cut(meant("home.example", 443)));
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
        assert_eq!(world.event().await, Event::AsksFor(expected), "{name}");
        // What is allowed of this computer is so without a name.
        let allowed = ["*", "localhost:443"].map(|it| it.parse().unwrap()).to_vec();
        let never = vec!["169.254.0.0/16".parse().unwrap()];
        world.broker.set_rules(Rules::new(allowed, never));
        assert!(is_reset(&mut server).await, "{name}");
        assert!(world.dialled().is_empty());
    }
}

#[tokio::test]
async fn nobody_is_asked_about_what_nothing_can_be_connected_to() {
    let world = World::new(&["*"], HOLD).await;
    let mut server = world.connect_to_name("void.example", 443).await;
    assert!(is_reset(&mut server).await);
    let refused = Event::Refused(meant("void.example", 443), Refusal::NotPublic);
    assert_eq!(world.event().await, refused);
}

/// Its names are never found.
#[derive(Debug, Default)]
struct Silence(AtomicUsize);

impl Outside for Silence {
    fn look_up<'a>(&'a self, _: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::pending())
    }

    fn connect(&self, _: SocketAddr) -> Pending<'_, TcpStream> {
        Box::pin(std::future::pending())
    }

    fn is_own(&self, _: IpAddr) -> bool {
        false
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
        let Event::Refused(_, Refusal::NoAddress) = broker.next_event().await else { panic!() };
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

/// A question in the DNS for an address of `name`.
fn question(name: &str) -> Vec<u8> {
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
async fn resolver(world: &World) -> UdpSocket {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = socket.local_addr().unwrap();
    resolver::over_udp(socket, &world.broker.common, world.broker.rules.subscribe()).unwrap();
    let asker = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    asker.connect(address).await.unwrap();
    asker
}

async fn hear(asker: &UdpSocket) -> Result<Ipv4Addr, u8> {
    let mut packet = [0; 512];
    let count = timeout(PATIENCE, asker.recv(&mut packet)).await.unwrap().unwrap();
    answer(&packet[..count])
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

#[tokio::test]
async fn a_listener_stays_for_as_long_as_its_port_is_allowed() {
    let world = World::new(&["good.example"], Unasked::Refuse).await;
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let port = address.port();
    let here = format!("localhost:{port}");
    world.broker.set_rules(destinations(&[&here]));
    assert!(world.broker.unheard_ports().contains(&port));
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
    let refused = TcpStream::connect(address).await.unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
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

/// What a name costs that is looked up.
const NAME: u64 = "good.example".len() as u64;

/// Reads what is there, and waits for `count` bytes of it.
async fn read_exactly(stream: &mut TcpStream, count: usize) {
    let mut bytes = vec![0; count];
    timeout(PATIENCE, stream.read_exact(&mut bytes)).await.unwrap().unwrap();
}

/// Once what is sent is held: all that may be sent has been passed on by then.
fn nothing_came(stream: &TcpStream) -> bool {
    stream.try_read(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
}

#[tokio::test]
async fn a_server_is_held_at_the_byte_and_goes_on_where_it_was() {
    let most = 300_001;
    let (world, quota) = World::with_most(&["good.example:25"], most + NAME).await;
    let mut holds = quota.holds();
    let mut server = world.connect_to_name("good.example", 25).await;
    let mut outside = world.accept().await;
    let upload = tokio::spawn(async move {
        server.write_all(&vec![b'u'; 500_000]).await.unwrap();
        server.shutdown().await.unwrap();
        server
    });
    read_exactly(&mut outside, 300_001).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert!(nothing_came(&outside));
    assert_eq!((quota.sent(), world.broker.seen()[0].sent), (most + NAME, most));
    assert_eq!(world.broker.seen()[0].open, 1);

    quota.set_ceiling(Ceiling::Bytes(most + NAME + 1));
    read_exactly(&mut outside, 1).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert!(nothing_came(&outside));
    quota.set_ceiling(Ceiling::Unlimited);
    assert_eq!(read_to_end(&mut outside).await.unwrap().len(), 500_000 - 300_002);
    // What comes back is never held.
    outside.write_all(b"thanks").await.unwrap();
    drop(outside);
    assert_eq!(read_to_end(&mut upload.await.unwrap()).await.unwrap(), b"thanks");
}

#[tokio::test]
async fn who_sends_all_that_it_may_and_no_more_is_not_held() {
    let (world, quota) = World::with_most(&["good.example:25"], 5 + NAME).await;
    let holds = quota.holds();
    let mut server = world.connect_to_name("good.example", 25).await;
    let mut outside = world.accept().await;
    server.write_all(b"hello").await.unwrap();
    read_exactly(&mut outside, 5).await;
    server.shutdown().await.unwrap();
    assert!(read_to_end(&mut outside).await.unwrap().is_empty());
    assert!(!holds.has_changed().unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_connections_send_no_byte_more_together() {
    let most = 1_000_003;
    let (world, quota) = World::with_most(&["localhost:25"], most).await;
    let mut holds = quota.holds();
    let got = Arc::new(AtomicU64::new(0));
    let mut connections = Vec::new();
    for _ in 0..16 {
        let server = world.connect("127.0.0.1:25".parse().unwrap()).await;
        connections.push((server, world.accept().await));
    }
    for (mut server, mut outside) in connections {
        tokio::spawn(async move {
            _ = server.write_all(&vec![b'u'; 200_000]).await;
            std::future::pending::<()>().await;
        });
        let got = Arc::clone(&got);
        tokio::spawn(async move {
            let mut bytes = vec![0; 65_536];
            while let Ok(count @ 1..) = outside.read(&mut bytes).await {
                got.fetch_add(count as u64, Ordering::Relaxed);
            }
        });
    }
    let arrived = async {
        while got.load(Ordering::Relaxed) < most {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, arrived).await.unwrap();
    // Five may have sent all that they have. Each of the others is held.
    timeout(PATIENCE, holds.wait_for(|count| *count >= 11)).await.unwrap().unwrap();
    assert_eq!((got.load(Ordering::Relaxed), quota.sent()), (most, most));
}

#[tokio::test]
async fn a_new_connection_waits_where_nothing_may_be_sent_and_another_day_lets_it_go_on() {
    let (world, quota) = World::with_most(&["good.example"], 5).await;
    let mut holds = quota.holds();
    // Not even its name is looked up.
    let _server = world.connect_to_name("good.example", 443).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert!(world.dialled().is_empty());
    assert_eq!((quota.sent(), world.broker.looked_up()), (0, 0));
    quota.set_ceiling(Ceiling::Bytes(NAME));
    world.accept().await;
    assert_eq!((quota.sent(), world.broker.looked_up()), (NAME, NAME));

    let _second = world.connect_to_name("good.example", 443).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    assert_eq!(world.dialled().len(), 1);
    quota.begin_day();
    world.accept().await;
    assert_eq!(quota.sent(), NAME);
}

#[tokio::test]
async fn a_server_that_is_stopped_is_cut_and_gets_nowhere() {
    let (world, quota) = World::with_most(&["good.example"], 1000).await;
    let asker = resolver(&world).await;
    let mut server = world.connect_to_name("good.example", 80).await;
    let mut outside = world.accept().await;
    server.write_all(b"GET /").await.unwrap();
    read_exactly(&mut outside, 5).await;
    quota.set_ceiling(Ceiling::Stopped);
    assert!(is_reset(&mut server).await);
    assert!(is_reset(&mut outside).await);
    assert_eq!(world.event().await, Event::Cut(meant("good.example", 80)));
    let mut late = world.connect_to_name("good.example", 80).await;
    assert!(is_reset(&mut late).await);
    let refused = Event::Refused(meant("good.example", 80), Refusal::Stopped);
    assert_eq!(world.event().await, refused);
    asker.send(&question("good.example")).await.unwrap();
    assert_eq!(hear(&asker).await, Err(3));
    quota.set_ceiling(Ceiling::Bytes(1000));
    asker.send(&question("good.example")).await.unwrap();
    assert!(hear(&asker).await.is_ok());
}

#[tokio::test]
async fn a_connection_that_waits_to_be_made_is_cut_when_the_server_is_stopped() {
    let (world, quota) = World::with_most(&["good.example"], 0).await;
    let mut holds = quota.holds();
    let mut server = world.connect_to_name("good.example", 80).await;
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    quota.set_ceiling(Ceiling::Stopped);
    assert!(is_reset(&mut server).await);
    assert!(world.dialled().is_empty());
}

#[tokio::test]
async fn who_is_held_and_gone_is_not_waited_for() {
    let (world, quota) = World::with_most(&["localhost:25"], 1).await;
    let mut holds = quota.holds();
    let mut server = world.connect("127.0.0.1:25".parse().unwrap()).await;
    let _outside = world.accept().await;
    server.write_all(b"hello").await.unwrap();
    timeout(PATIENCE, holds.changed()).await.unwrap().unwrap();
    pump::cut(&server);
    drop(server);
    let closed = async {
        while world.broker.seen()[0].open > 0 {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, closed).await.unwrap();
}
