mod connections;
mod names;
mod private;
mod proxy;
mod quota;
mod refusals;

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};
use tokio::time::timeout;

use super::*;
use crate::dns::TIME_TO_LIVE;
use crate::{AddressKind, Ceiling, Name, Pending, kind_of};

const PATIENCE: Duration = Duration::from_secs(20);
const PUBLIC: &str = "93.184.216.34";
/// How the addresses of the network begin that this computer is on.
const NEAR: u16 = 0x2a02;
/// The person's settings say that no proxy leads there.
const EXCEPTED: &str = "excepted.example";

/// A world in which names are where the test says, and whatever is connected to is one listener.
#[derive(Debug)]
struct Stage {
    names: BTreeMap<&'static str, Vec<IpAddr>>,
    listener: SocketAddr,
    dialled: Mutex<Vec<String>>,
    /// How often it was asked whose an address is.
    looked_at: AtomicUsize,
    has_proxy: AtomicBool,
    proxy_refuses: AtomicBool,
    proxy_takes_addresses: AtomicBool,
}

impl Outside for Stage {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        let found = self.names.get(name.as_str()).cloned();
        Box::pin(async move { found.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        self.dialled.lock().unwrap().push(address.to_string());
        Box::pin(TcpStream::connect(self.listener))
    }

    fn proxy(&self) -> Option<Option<String>> {
        self.has_proxy.load(Ordering::Relaxed).then(|| Some("http://proxy.example:3128".to_owned()))
    }

    fn proxy_looks_up(&self) -> bool {
        !self.proxy_takes_addresses.load(Ordering::Relaxed)
    }

    fn goes_by_proxy(&self, host: &str, _: u16) -> bool {
        self.has_proxy.load(Ordering::Relaxed) && host != EXCEPTED
    }

    fn by_proxy(&self, host: &str, port: u16) -> Option<Pending<'_, TcpStream>> {
        if !self.goes_by_proxy(host, port) {
            return None;
        }
        self.dialled.lock().unwrap().push(format!("{host}:{port} by proxy"));
        if self.proxy_refuses.load(Ordering::Relaxed) {
            return Some(Box::pin(async { Err(io::Error::other("the proxy says no")) }));
        }
        Some(Box::pin(TcpStream::connect(self.listener)))
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        self.looked_at.fetch_add(1, Ordering::Relaxed);
        if address == IpAddr::from([8, 8, 8, 8]) {
            AddressKind::ThisComputer
        } else if matches!(address, IpAddr::V6(address) if address.segments()[0] == NEAR) {
            AddressKind::Private
        } else {
            kind_of(address)
        }
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

    async fn behind_a_proxy(allowed: &[&str]) -> Self {
        let world = Self::new(allowed, Unasked::Refuse).await;
        world.stage.has_proxy.store(true, Ordering::Relaxed);
        world
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
            ("proxy.example", vec!["1.1.1.1"]),
            ("alias.example", vec!["1.1.1.1"]),
            ("mixed.example", vec!["10.0.0.1", "127.0.0.1", "::1", PUBLIC]),
            (EXCEPTED, vec!["10.0.0.1", PUBLIC]),
            ("home.example", vec!["10.0.0.1"]),
            ("nas.example", vec!["2a02::5"]),
            ("office.example", vec!["fd12::1", "10.0.0.2", "169.254.169.254", "10.0.0.1"]),
            ("metadata.example", vec!["169.254.169.254"]),
            ("void.example", vec!["0.0.0.0", "224.0.0.1", "198.18.0.1"]),
            ("rebound.example", vec!["127.0.0.1", "169.254.169.254", "::ffff:127.0.0.1"]),
            ("myself.example", vec!["8.8.8.8"]),
            ("empty.example", vec![]),
        ];
        let addresses = |texts: Vec<&str>| texts.iter().map(|it| it.parse().unwrap()).collect();
        let mut names: BTreeMap<_, _> =
            names.into_iter().map(|(name, texts)| (name, addresses(texts))).collect();
        let crowd = (0..5_000).map(|low| Ipv4Addr::from(0x5d00_0000 + low / 2).into());
        names.insert("crowd.example", crowd.collect());
        let stage = Arc::new(Stage {
            names,
            listener: outside.local_addr().unwrap(),
            dialled: Mutex::default(),
            looked_at: AtomicUsize::default(),
            has_proxy: AtomicBool::default(),
            proxy_takes_addresses: AtomicBool::default(),
            proxy_refuses: AtomicBool::default(),
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
        self.stage.dialled.lock().unwrap().clone()
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

const HOLD: Unasked = Unasked::Hold(PATIENCE);
