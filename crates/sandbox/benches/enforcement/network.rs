//! Connections of a server in a network by destinations, beside those in an open one.

mod decisions;
mod idle;
mod secure;

use std::env;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::fd::AsRawFd as _;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use paddock_network::Unasked;
use paddock_sandbox::{Launch, Network, OnAttempt, Tier};
use paddock_site::{Page, Site};
use tokio::runtime::Runtime;

use crate::common::destinations::{Map, Outside, Stage};
use crate::common::kept::{World, launch};
use crate::place::{confine, free};
use crate::samples::tell_times;

const ROUNDS: usize = 4;
const BATCHES: usize = 10;
const BATCH: u32 = 50;

/// What one connection brings where throughput is measured.
const BYTES: usize = 64 << 20;
const MANY: usize = 32;
/// Bytes a second of a link of 10 Gbit/s, shared by as many as use it.
const LINK: u32 = 1_250_000_000;

const PLACE: &str = "PADDOCK_BENCH_PLACE";
const NAME: &str = "good.example";

/// What the server measures, by the number that it tells it with.
const GROUPS: [&str; 8] = [
    "connect",
    "one stream",
    "many streams",
    "secure",
    "one over a link",
    "many over a link",
    "one stream out",
    "many streams out",
];
type Times = [Vec<Duration>; GROUPS.len()];

/// What is outside.
struct Services {
    plain: u16,
    /// Answers by TLS.
    secure: u16,
    site: Site,
}

pub(crate) fn measure() {
    let runtime = Runtime::new().unwrap();
    let services = runtime.block_on(Services::new());
    let (mut open, mut named) = (Times::default(), Times::default());
    for _ in 0..ROUNDS {
        add(&mut open, &openly(&services));
        add(&mut named, &runtime.block_on(by_name(&services)));
    }
    for (group, (open, named)) in GROUPS.into_iter().zip(open.iter().zip(&named)) {
        tell_times(group, "open", open);
        tell_times(group, "destinations", named);
    }
    runtime.block_on(decisions::measure());
    runtime.block_on(idle::measure());
}

impl Services {
    async fn new() -> Self {
        let site = Site::new(&[secure::NAME], |_| Some(Page::text("hello")));
        Self { plain: serve(), secure: site.listen().await, site }
    }
}

fn add(all: &mut Times, lines: &[String]) {
    for line in lines {
        let (which, time) = line.split_once(' ').unwrap();
        let which: usize = which.parse().unwrap();
        all[which].push(Duration::from_nanos(time.parse().unwrap()));
    }
}

fn confined(world: &World, network: Network, place: String, secure: &str, site: &Site) -> Launch {
    let this = free(&env::current_exe().unwrap(), &[]);
    let mut launched = confine(world, &this, Tier::LiveMounts, OnAttempt::Ignore, Vec::new());
    launched.policy.as_mut().unwrap().network = network;
    launched.env.push((PLACE.into(), place.into()));
    launched.env.extend(secure::variables(secure, site));
    launched
}

fn openly(services: &Services) -> Vec<String> {
    let world = World::new();
    let at = |port: u16| format!("127.0.0.1:{port}");
    let (plain, secure) = (at(services.plain), at(services.secure));
    let mut server = launch(confined(&world, Network::Open, plain, &secure, &services.site));
    let lines = server.stdout.by_ref().lines().map(Result::unwrap).collect();
    server.end();
    lines
}

async fn by_name(services: &Services) -> Vec<String> {
    let world = World::new();
    let (plain, secure) = (format!("{NAME}:80"), format!("{}:443", secure::NAME));
    let launched = confined(&world, Network::Destinations, plain, &secure, &services.site);
    let map = Map::default();
    map.leads(NAME, &Outside::at(services.plain));
    map.leads(secure::NAME, &Outside::at(services.secure));
    let allowed = [NAME, secure::NAME];
    let mut stage = Stage::with(map, launched, world, &allowed, Unasked::Refuse).await;
    stage.lines_to_the_end().await
}

/// A service outside: answers a byte with a byte, or with very many, as fast as it can or as a link
/// lets it that one or many share. Or it takes as many, and then answers.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let much: Arc<[u8]> = vec![7; 1 << 20].into();
        for client in listener.incoming() {
            let (mut client, much) = (client.unwrap(), Arc::clone(&much));
            thread::spawn(move || -> io::Result<()> {
                let mut byte = [0];
                client.read_exact(&mut byte)?;
                match &byte {
                    b"x" => return client.write_all(&byte),
                    b"o" => {
                        io::copy(&mut client, &mut io::sink())?;
                        return client.write_all(&byte);
                    }
                    b"l" => pace(&client, LINK)?,
                    b"L" => pace(&client, LINK / u32::try_from(MANY).unwrap())?,
                    _ => {}
                }
                (0..BYTES / much.len()).try_for_each(|_| client.write_all(&much))
            });
        }
    });
    port
}

/// The kernel sends no more of it than so many bytes a second (socket(7)).
fn pace(stream: &TcpStream, rate: u32) -> io::Result<()> {
    let (value, length) = ((&raw const rate).cast(), size_of_val(&rate).try_into().unwrap());
    #[expect(unsafe_code, reason = "rustix has no such option")]
    // SAFETY: the socket is open, and the value is as long as is said.
    let set = unsafe {
        libc::setsockopt(
            stream.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_MAX_PACING_RATE,
            value,
            length,
        )
    };
    if set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Whether this process is what is measured.
#[expect(clippy::print_stdout, reason = "what is measured is told")]
pub(crate) fn in_the_place_of_a_server() -> bool {
    if idle::in_the_place_of_a_host() {
        return true;
    }
    let Ok(place) = env::var(PLACE) else { return false };
    let mut secure = secure::Client::of_environment();
    for _ in 0..BATCHES {
        println!("0 {}", batch(|| assert_eq!(fetch(&place, b"x"), 1)));
        println!("3 {}", batch(|| secure.request()));
    }
    for (which, count, word) in [(1, 1, b"s"), (2, MANY, b"s"), (4, 1, b"l"), (5, MANY, b"L")] {
        println!("{which} {}", at_once(count, || assert_eq!(fetch(&place, word), BYTES)));
    }
    for (which, count) in [(6, 1), (7, MANY)] {
        println!("{which} {}", at_once(count, || send(&place)));
    }
    true
}

/// Nanoseconds until all are done.
fn at_once(count: usize, one: impl Fn() + Sync) -> u128 {
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(&one);
        }
    });
    start.elapsed().as_nanos()
}

/// Nanoseconds for one.
fn batch(mut once: impl FnMut()) -> u128 {
    let start = Instant::now();
    for _ in 0..BATCH {
        once();
    }
    (start.elapsed() / BATCH).as_nanos()
}

fn fetch(place: &str, word: &[u8]) -> usize {
    let mut stream = TcpStream::connect(place).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.write_all(word).unwrap();
    let (mut bytes, mut all) = (vec![0; 256 << 10], 0);
    loop {
        match stream.read(&mut bytes).unwrap() {
            0 => return all,
            count => all += count,
        }
    }
}

/// Sends very many bytes, until all of them have arrived.
fn send(place: &str) {
    let mut stream = TcpStream::connect(place).unwrap();
    stream.write_all(b"o").unwrap();
    let much = vec![7; 256 << 10];
    (0..BYTES / much.len()).for_each(|_| stream.write_all(&much).unwrap());
    stream.shutdown(Shutdown::Write).unwrap();
    stream.read_exact(&mut [0]).unwrap();
}
