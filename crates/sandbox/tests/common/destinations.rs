//! A server with a network of its own, and a world outside that the test makes up.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use paddock_network::{
    AddressKind, Broker, Event, Limits, Meant, Name, Pending, Rules, Sockets, Unasked, Went,
    kind_of,
};
use paddock_supervisor::{Job, Network, Proof, Stdout};
use paddock_supervisor::{Launch, Stdin};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::kept::World;
use super::{PATIENCE, spawn, system, within};

pub(crate) fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

fn rules(allowed: &[&str]) -> Rules {
    Rules::new(allowed.iter().map(|text| text.parse().unwrap()).collect(), Vec::new())
}

/// A public address that stands for a program on this machine.
const FIRST: u32 = 0x5db8_d800;

/// Where names are, and what is at an address.
#[derive(Debug, Default)]
pub(crate) struct Map {
    names: Mutex<BTreeMap<String, Vec<IpAddr>>>,
    places: Mutex<BTreeMap<IpAddr, SocketAddr>>,
    everywhere: Mutex<Option<SocketAddr>>,
    this_computer: AtomicBool,
}

impl Map {
    /// Has a name lead to a program.
    pub(crate) fn leads(&self, name: &str, outside: &Outside) {
        let mut places = self.places.lock().unwrap();
        let count = u32::try_from(places.len()).unwrap();
        let address = IpAddr::V4((FIRST + count + 1).into());
        places.insert(address, outside.address);
        self.names.lock().unwrap().insert(name.into(), vec![address]);
    }

    /// What listens here is reached where that is allowed.
    pub(crate) fn this_computer_is_real(&self) {
        self.this_computer.store(true, Ordering::Relaxed);
    }

    pub(crate) fn leads_everywhere(&self, outside: &Outside) {
        *self.everywhere.lock().unwrap() = Some(outside.address);
    }
}

impl paddock_network::Outside for Map {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        let found = self.names.lock().unwrap().get(name.as_str()).cloned();
        Box::pin(async move { found.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        let real = self.this_computer.load(Ordering::Relaxed) && address.ip().is_loopback();
        let place = self.places.lock().unwrap().get(&address.ip()).copied();
        let place = place.or(*self.everywhere.lock().unwrap()).or(real.then_some(address));
        Box::pin(async move {
            let stream = TcpStream::connect(place.ok_or(io::ErrorKind::NotFound)?).await?;
            stream.set_nodelay(true)?;
            Ok(stream)
        })
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        kind_of(address)
    }
}

/// A program outside.
pub(crate) struct Outside {
    pub(crate) address: SocketAddr,
    pub(crate) connections: Arc<AtomicUsize>,
}

impl Outside {
    /// One that is there already.
    pub(crate) fn at(port: u16) -> Self {
        let address = (Ipv4Addr::LOCALHOST, port).into();
        Self { address, connections: Arc::default() }
    }

    /// Says what it is told.
    pub(crate) async fn echo() -> Self {
        Self::serve(|mut stream: TcpStream| async move {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut bytes).await {
                if stream.write_all(&bytes[..count]).await.is_err() {
                    break;
                }
            }
        })
        .await
    }

    pub(crate) async fn serve<F>(answer: impl Fn(TcpStream) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(answer(stream));
            }
        });
        Self { address, connections }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    pub(crate) fn count(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

/// A shell in its network, and the broker outside of it.
pub(crate) struct Stage {
    pub(crate) world: World,
    pub(crate) job: Job,
    pub(crate) broker: Broker,
    map: Arc<Map>,
    stdin: Stdin,
    stdout: BufReader<Stdout>,
}

impl Stage {
    pub(crate) async fn new(allowed: &[&str]) -> Self {
        Self::which(Unasked::Refuse, allowed).await
    }

    pub(crate) async fn which(unasked: Unasked, allowed: &[&str]) -> Self {
        let world = World::new();
        Self::launched(Self::shell(&world), world, allowed, unasked).await
    }

    /// It reads one line after another, as `bash`.
    pub(crate) fn shell(world: &World) -> Launch {
        let mut launch = world.shell(Vec::new());
        launch.program = "/bin/bash".into();
        let policy = launch.policy.as_mut().unwrap();
        policy.network = Network::Destinations;
        let names = ["/etc/nsswitch.conf", "/etc/passwd", "/etc/group", "/etc/resolv.conf"];
        policy.readable.extend(names.map(system));
        policy.readable.push(system("/etc/hosts"));
        launch.env.push(("HOME".into(), world.home().into()));
        launch
    }

    pub(crate) async fn launched(
        launch: Launch,
        world: World,
        allowed: &[&str],
        unasked: Unasked,
    ) -> Self {
        Self::with(Map::default(), launch, world, allowed, unasked).await
    }

    /// With so many connections at a time.
    pub(crate) async fn narrow(connections: usize, allowed: &[&str]) -> Self {
        let (world, map) = (World::new(), Map::default());
        let launch = Self::shell(&world);
        let limits = Limits { connections, ..Limits::default() };
        Self::limited(map, launch, world, allowed, Unasked::Refuse, limits).await
    }

    pub(crate) async fn with(
        map: Map,
        launch: Launch,
        world: World,
        allowed: &[&str],
        unasked: Unasked,
    ) -> Self {
        Self::limited(map, launch, world, allowed, unasked, Limits::default()).await
    }

    async fn limited(
        map: Map,
        launch: Launch,
        world: World,
        allowed: &[&str],
        unasked: Unasked,
        limits: Limits,
    ) -> Self {
        let map = Arc::new(map);
        let (job, stdio) = spawn(launch).await;
        let connected = job.boundary().unwrap().take_connected().await.unwrap();
        let sockets = Sockets {
            questions: vec![connected.questions],
            long_questions: vec![connected.long_questions],
            refusals: connected.refusals,
            listeners: connected.listeners.into_iter().map(|(_, listener)| listener).collect(),
        };
        let outside = Arc::clone(&map) as Arc<dyn paddock_network::Outside>;
        let broker =
            Broker::start(sockets, rules(allowed), unasked, outside, limits, Arc::default());
        let broker = broker.unwrap();
        let stdout = BufReader::new(stdio.stdout);
        let stage = Self { world, job, broker, map, stdin: stdio.stdin, stdout };
        stage.allow(allowed).await;
        stage
    }

    pub(crate) fn proof(&self) -> &Proof {
        self.job.boundary().unwrap().first_proof()
    }

    /// From now on exactly these.
    pub(crate) async fn allow(&self, destinations: &[&str]) {
        assert_eq!(self.failed_ports(destinations).await, [0_u16; 0]);
    }

    /// From now on exactly these, and these never, at the ports of the web.
    pub(crate) fn decide(&self, allowed: &[&str], never: &[&str]) {
        let parsed = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        self.broker.set_rules(Rules::new(parsed(allowed), parsed(never)));
    }

    /// The same, and the ports where nothing could listen.
    pub(crate) async fn failed_ports(&self, destinations: &[&str]) -> Vec<u16> {
        self.broker.set_rules(rules(destinations));
        let ports: Vec<_> = self.broker.unheard_ports().into_iter().collect();
        if ports.is_empty() {
            return ports;
        }
        let listening = self.job.boundary().unwrap().listen(ports).await.unwrap();
        for (_, listener) in listening.listeners {
            self.broker.listen(listener).unwrap();
        }
        listening.failed.into_iter().map(|(port, _)| port).collect()
    }

    /// Waits until nobody listens there any more.
    pub(crate) async fn until_closed(&self, port: u16) {
        within("a listener to close", async {
            while self.broker.hears(port) {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    pub(crate) fn is_at(&self, name: &str, outside: &Outside) {
        self.map.leads(name, outside);
    }

    pub(crate) fn every_address_is(&self, outside: &Outside) {
        self.map.leads_everywhere(outside);
    }

    pub(crate) fn this_computer_is_real(&self) {
        self.map.this_computer_is_real();
    }

    pub(crate) async fn event(&self) -> Event {
        loop {
            // What was allowed is not what these tests wait for.
            let event = within("an event", self.broker.next_event()).await;
            if !matches!(event, Event::Connected(_) | Event::Moved | Event::Closed(_)) {
                return event;
            }
        }
    }

    /// The destinations that something went to.
    pub(crate) fn seen(&self) -> Vec<Meant> {
        let to = |went| match went {
            Went::To(meant) => Some(meant),
            Went::Under(_) => None,
        };
        self.broker.seen().into_iter().filter_map(|seen| to(seen.went)).collect()
    }

    /// Has the shell begin with a line.
    pub(crate) async fn begin(&mut self, line: &str) {
        assert!(!line.contains('\n'), "{line}");
        self.stdin.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// What the line that was begun has written, and its status.
    pub(crate) async fn outcome(&mut self) -> (String, i32) {
        let mut output = String::new();
        loop {
            let mut line = String::new();
            let read = self.stdout.read_line(&mut line);
            let count = tokio::time::timeout(PATIENCE, read).await.unwrap_or_else(|_| {
                panic!("waited in vain after {output:?}");
            });
            assert!(count.unwrap() > 0, "the server ended after {output:?}");
            if let Some(status) = line.strip_prefix('=') {
                output.truncate(output.trim_end_matches('\n').len());
                return (output, status.trim().parse().unwrap());
            }
            output.push_str(&line);
        }
    }

    pub(crate) async fn run(&mut self, line: &str) -> (String, i32) {
        self.begin(line).await;
        self.outcome().await
    }

    pub(crate) async fn succeeds(&mut self, line: &str) -> String {
        let (output, status) = self.run(line).await;
        assert_eq!(status, 0, "{line}: {output}");
        output
    }

    pub(crate) async fn fails(&mut self, line: &str) -> String {
        let (output, status) = self.run(line).await;
        assert_ne!(status, 0, "{line}: {output}");
        output
    }

    /// What it prints until it ends by itself.
    pub(crate) async fn lines_to_the_end(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) =
            within("a line", (&mut self.stdout).lines().next_line()).await.unwrap()
        {
            lines.push(line);
        }
        lines
    }
}
