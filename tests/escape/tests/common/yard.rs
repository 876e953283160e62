//! The world outside of a server in a network by destinations: with much to reach, and ears.

use std::collections::BTreeMap;
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use paddock_escape::ways::{ALLOWED, NEEDS_ADDRESS, NEEDS_IPV6, Outdoors};
use paddock_escape::{Evidence, Outcome};
use paddock_network::{AddressKind, Name, Outside, Pending, Rules, System};
use tokio::net::TcpStream;

const SITE: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 34));
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 99));
/// Sites that send on.
const AWAY: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 35));
const TO_METADATA: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 216, 36));
const METADATA: IpAddr = IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254));

type Words = Arc<Mutex<Vec<Vec<u8>>>>;

/// The world outside of a server.
pub(crate) struct Yard {
    token: String,
    pub(crate) outdoors: Outdoors,
    pub(crate) map: Map,
    heard: Words,
    pub(crate) site_visits: Arc<AtomicUsize>,
}

/// Names, and what is at addresses.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    places: BTreeMap<IpAddr, SocketAddr>,
    rebound: Vec<Vec<IpAddr>>,
    heard: Words,
}

impl Yard {
    pub(crate) fn open(token: &str, kept: bool) -> Self {
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

        let service: SocketAddr = (Ipv4Addr::LOCALHOST, port).into();
        let metadata = if kept { (METADATA, 80).into() } else { service };
        let (away, to_metadata) = (send_on(service), send_on(metadata));
        let display = display();
        let display_port = display.local_addr().unwrap().port();
        greet(display, token, &heard);
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
            away: if kept { ("away.example".into(), 80) } else { of(away) },
            to_metadata: if kept { ("metadata.example".into(), 80) } else { of(to_metadata) },
            neighbour: 0,
            display: display_port,
            kept,
        };
        let places =
            [(SITE, site_address), (AWAY, away), (TO_METADATA, to_metadata), (METADATA, service)];
        let map = Map { places: places.into(), rebound, heard: Arc::clone(&heard) };
        Self { token: token.into(), outdoors, map, heard, site_visits }
    }

    /// Everything but this computer, at the ports of the web and those that are tried.
    pub(crate) fn rules(&self, also: &[&str]) -> Rules {
        let texts = ALLOWED.iter().chain(also);
        let at = |text| self.outdoors.ports().map(|port| format!("{text}:{port}"));
        let at_port = texts.flat_map(at);
        let all = ALLOWED.iter().map(ToString::to_string).chain(at_port);
        Rules::new(all.map(|text| text.parse().unwrap()).collect(), Vec::new())
    }

    pub(crate) fn is_out(&self, outcome: &Outcome) -> bool {
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
        let site = match name.as_str() {
            "away.example" => AWAY,
            "metadata.example" => TO_METADATA,
            _ => SITE,
        };
        let found = rebound.cloned().unwrap_or_else(|| vec![site]);
        Box::pin(async move { Ok(found) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        let real = self.places.get(&address.ip()).copied().unwrap_or(address);
        let is_nobody = address.ip() == NOBODY;
        Box::pin(async move {
            if is_nobody {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            TcpStream::connect(real).await
        })
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        System.kind_of(address)
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

/// Has whoever asks go elsewhere.
fn send_on(to: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for client in listener.incoming() {
            _ = client.and_then(|mut client| {
                _ = client.read(&mut [0; 1024])?;
                write!(client, "HTTP/1.1 302 Found\r\nLocation: http://{to}/\r\n\r\n")
            });
        }
    });
    address
}

/// At one of the ports that displays have.
fn display() -> TcpListener {
    let mut ports = 6010..6100;
    ports.find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()).unwrap()
}

/// Whether this machine has what a way needs, as far as that is known.
pub(crate) fn has(what: &str) -> bool {
    match what {
        NEEDS_IPV6 => TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok(),
        NEEDS_ADDRESS => own_address().is_some_and(|address| address.is_ipv4()),
        _ => false,
    }
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
