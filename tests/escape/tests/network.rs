//! Every way out of a network by destinations, without a sandbox and in one.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use common::ground::Ground;
use common::keeper::Server;
use common::{Run, User, loudly, or_skip};
use paddock_escape::table::Bare;
use paddock_escape::ways::{ALLOWED, Outdoors, WAYS, Way};
use paddock_escape::{Evidence, Outcome, Said};
use paddock_network::{Broker, Limits, Name, Outside, Pending, Rules, Sockets, System, Unasked};
use paddock_sandbox::{Network, Tier};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};

const SITE: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 34));
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 99));

#[test]
fn without_a_sandbox_the_ways_lead_out() {
    for user in User::all() {
        let run = Run { tier: None, network: Network::Open, user };
        judge(run, walk(run, &[]), |way, is_out, is_there| match way.bare {
            Bare::Escapes => is_out,
            Bare::AsRoot if user.is_root() => is_out || !is_there,
            Bare::AsRoot | Bare::Blocked(_) => !is_out,
            Bare::BesideRoot | Bare::Depends(_) => true,
        });
    }
}

#[test]
fn a_network_by_destinations_keeps_the_server_in() {
    for user in User::all() {
        let run = Run { tier: Some(Tier::LiveMounts), network: Network::Destinations, user };
        judge(run, walk(run, &[]), |_, is_out, _| !is_out);
    }
}

/// The same ways lead out where that is allowed: it is the decision that keeps the server in.
#[test]
fn what_is_allowed_leads_out_and_nothing_else() {
    let user = User::all()[0];
    let run = Run { tier: Some(Tier::LiveMounts), network: Network::Destinations, user };
    let out = ["plain-address", "one-number", "localhost", "another-loopback", "without-waiting"];
    let not_out = ["rebound", "rebound-second", "own-address", "datagram", "question-txt"];
    judge(run, walk(run, &["localhost"]), |way, is_out, _| {
        (!out.contains(&way.name) || is_out) && (!not_out.contains(&way.name) || !is_out)
    });
}

#[test]
fn there_are_as_many_ways_as_are_wanted_each_with_a_name() {
    let mut names: Vec<_> = WAYS.iter().map(|way| way.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), WAYS.len());
    assert!(WAYS.len() >= 60);
}

/// What came of each way, and whether it led out; `None` where there is no such run.
type Walked = Option<BTreeMap<String, (Outcome, bool)>>;

/// `also` is allowed at the port of the service.
fn walk(run: Run, also: &[&str]) -> Walked {
    let ground = Ground::new(run);
    let yard = Yard::open(&ground.token, run.tier.is_some());
    let (mut server, broker) = start(&ground, run, &yard, also)?;
    let mut said = BTreeMap::new();
    loop {
        let line = server.stdout.next().unwrap_or_else(|| panic!("ended after {said:#?}"));
        let Ok(one) = serde_json::from_str::<Said>(&line) else { break };
        said.insert(one.probe, one.outcome);
    }
    server.end();
    drop(broker);
    assert!(yard.site_visits.load(Ordering::Relaxed) > 0, "{run}: not even the site was reached");
    let judged = |(name, outcome)| {
        let is_out = yard.is_out(&outcome);
        (name, (outcome, is_out))
    };
    Some(said.into_iter().map(judged).collect())
}

fn judge(run: Run, walked: Walked, is_right: impl Fn(&Way, bool, bool) -> bool) {
    let Some(walked) = walked else { return };
    let mut wrong = Vec::new();
    for way in WAYS {
        let (outcome, is_out) = &walked[way.name];
        let is_there = !matches!(outcome, Outcome::NotApplicable(_));
        if !is_right(way, *is_out, is_there) {
            wrong.push(format!("{}: {outcome:?}", way.name));
        }
    }
    let out = walked.values().filter(|(_, is_out)| *is_out).count();
    loudly(&format!("{run}: {out} of {} ways led out", WAYS.len()));
    assert!(wrong.is_empty(), "{run}: not as it must be: {wrong:#?}");
}

fn start(ground: &Ground, run: Run, yard: &Yard, also: &[&str]) -> Option<(Server, Option<Kept>)> {
    let outdoors = OsString::from(serde_json::to_string(&yard.outdoors).unwrap());
    let program = ground.world.program();
    let mut launch = ground.launch_of(run, &program, vec!["ways".into(), outdoors]);
    if run.tier.is_none() {
        return Some((Server::bare(&launch, run.user, &ground.careless()), None));
    }
    launch.policy.as_mut().unwrap().ports = vec![yard.outdoors.port];
    let server = Server::kept(launch, run.user, &ground.careless());
    let mut server = or_skip(server, run, WAYS.len())?;
    let sockets = server.take_network();
    Some((server, Some(Kept::decide(sockets, yard, also))))
}

/// A broker at work.
struct Kept {
    broker: Option<Broker>,
    runtime: Runtime,
}

impl Kept {
    fn decide(sockets: Vec<OwnedFd>, yard: &Yard, also: &[&str]) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let mut sockets = sockets.into_iter();
        let mut next = || sockets.next().unwrap();
        let (questions, long_questions) = (next().into(), next().into());
        let sockets = Sockets {
            questions: vec![questions],
            long_questions: vec![long_questions],
            listeners: sockets.map(TcpListener::from).collect(),
        };
        let broker = {
            let _inside = runtime.enter();
            let outside = Arc::new(yard.map.clone());
            Broker::start(sockets, yard.rules(also), Unasked::Refuse, outside, Limits::default())
        };
        Self { broker: Some(broker.unwrap()), runtime }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let _inside = self.runtime.enter();
        drop(self.broker.take());
    }
}

type Words = Arc<Mutex<Vec<Vec<u8>>>>;

/// The world outside of a server.
struct Yard {
    token: String,
    outdoors: Outdoors,
    map: Map,
    heard: Words,
    site_visits: Arc<AtomicUsize>,
}

/// Names, and what is at addresses.
#[derive(Clone, Debug)]
struct Map {
    site: SocketAddr,
    rebound: Vec<Vec<IpAddr>>,
    heard: Words,
}

impl Yard {
    fn open(token: &str, kept: bool) -> Self {
        let heard = Words::default();
        let service = TcpListener::bind((Ipv6Addr::UNSPECIFIED, 0)).unwrap();
        let port = service.local_addr().unwrap().port();
        let datagrams = UdpSocket::bind((Ipv6Addr::UNSPECIFIED, port)).unwrap();
        greet(service, token, &heard);
        hear_all(datagrams, &heard);
        let site = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let site_address = site.local_addr().unwrap();
        let site_visits = answer(site, token);
        let (questions, long_questions) = resolver();
        let resolver = questions.local_addr().unwrap();
        hear_all(questions, &heard);
        greet(long_questions, "", &heard);

        let own = own_address();
        let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let rebound = vec![
            vec![loopback],
            vec![Ipv4Addr::LOCALHOST.to_ipv6_mapped().into()],
            vec![Ipv6Addr::LOCALHOST.into()],
            vec![Ipv4Addr::UNSPECIFIED.into()],
            vec![own.unwrap_or(loopback)],
            vec![NOBODY, loopback],
        ];
        let names = rebound.iter().enumerate().map(|(which, addresses)| {
            let bare = addresses.last().map(ToString::to_string).unwrap_or_default();
            if kept { format!("rebound{which}.example") } else { bare }
        });
        let outdoors = Outdoors {
            port,
            address: own.map(|address| address.to_string()),
            resolver: if kept { ("127.0.0.1".into(), 53) } else { of(resolver) },
            site: if kept { ("good.example".into(), 443) } else { of(site_address) },
            rebound: names.collect(),
            kept,
        };
        let map = Map { site: site_address, rebound, heard: Arc::clone(&heard) };
        Self { token: token.into(), outdoors, map, heard, site_visits }
    }

    /// Everything but this computer, at the ports of the web and of the service.
    fn rules(&self, also: &[&str]) -> Rules {
        let port = self.outdoors.port;
        let texts = ALLOWED.iter().chain(also);
        let at_port = texts.map(|text| format!("{text}:{port}"));
        let all = ALLOWED.iter().map(ToString::to_string).chain(at_port);
        Rules::new(all.map(|text| text.parse().unwrap()).collect(), Vec::new())
    }

    fn is_out(&self, outcome: &Outcome) -> bool {
        let Outcome::Escaped(evidence) = outcome else { return false };
        match evidence {
            Evidence::Bytes(bytes) => bytes.contains(&self.token),
            Evidence::Heard(word) => self.has_heard(word),
            Evidence::Did(_) => true,
            Evidence::Wrote(_) | Evidence::Inode(_) => panic!("{evidence:?}"),
        }
    }

    /// A datagram may still be on its way: that of the kept must not come, the other one does.
    fn has_heard(&self, word: &str) -> bool {
        let is_in = |bytes: &Vec<u8>| bytes.windows(word.len()).any(|it| it == word.as_bytes());
        self.heard.lock().unwrap().iter().any(is_in)
    }
}

impl Outside for Map {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        self.heard.lock().unwrap().push(name.as_str().into());
        let which = name.as_str().strip_prefix("rebound").and_then(|it| it.split('.').next());
        let rebound = which.and_then(|which| self.rebound.get(which.parse::<usize>().ok()?));
        let found = rebound.cloned().unwrap_or_else(|| vec![SITE]);
        Box::pin(async move { Ok(found) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        let real = if address.ip() == SITE { self.site } else { address };
        let is_nobody = address.ip() == NOBODY;
        Box::pin(async move {
            if is_nobody {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            TcpStream::connect(real).await
        })
    }

    fn is_own(&self, address: IpAddr) -> bool {
        System.is_own(address)
    }
}

/// Says the token to whoever connects, and hears them.
fn greet(listener: TcpListener, token: &str, heard: &Words) {
    let (token, heard) = (token.to_owned(), Arc::clone(heard));
    thread::spawn(move || {
        for client in listener.incoming() {
            let (token, heard) = (token.clone(), Arc::clone(&heard));
            thread::spawn(move || -> io::Result<()> {
                let mut client = client?;
                client.write_all(token.as_bytes())?;
                client.set_read_timeout(Some(Duration::from_secs(1)))?;
                let mut bytes = Vec::new();
                _ = client.read_to_end(&mut bytes);
                heard.lock().unwrap().push(bytes);
                Ok(())
            });
        }
    });
}

fn hear_all(socket: UdpSocket, heard: &Words) {
    let heard = Arc::clone(heard);
    thread::spawn(move || {
        let mut bytes = [0; 2048];
        while let Ok((count, asker)) = socket.recv_from(&mut bytes) {
            heard.lock().unwrap().push(bytes[..count].to_vec());
            _ = socket.send_to(b"heard", asker);
        }
    });
}

/// Says the token to whoever says anything: nobody says anything else to it than they may not.
fn answer(listener: TcpListener, token: &str) -> Arc<AtomicUsize> {
    let (token, visits) = (token.to_owned(), Arc::<AtomicUsize>::default());
    let count = Arc::clone(&visits);
    thread::spawn(move || {
        for client in listener.incoming() {
            count.fetch_add(1, Ordering::Relaxed);
            let token = token.clone();
            thread::spawn(move || -> io::Result<()> {
                let mut client = client?;
                if client.read(&mut [0; 4096])? > 0 {
                    client.write_all(token.as_bytes())?;
                }
                Ok(())
            });
        }
    });
    visits
}

/// The same port by UDP and TCP.
fn resolver() -> (UdpSocket, TcpListener) {
    loop {
        let questions = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        if let Ok(listener) = TcpListener::bind(questions.local_addr().unwrap()) {
            return (questions, listener);
        }
    }
}

/// The one by which this machine would call somebody outside; nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((SITE, 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback()).then_some(address)
}

fn of(address: SocketAddr) -> (String, u16) {
    (address.ip().to_string(), address.port())
}
