//! Connections of a server in a network by destinations, beside those in an open one.

use std::env;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use paddock_network::{Broker, Limits, Rules, Sockets, Unasked};
use paddock_sandbox::{Attempts, Launch, Network, Tier};
use tokio::net::TcpStream as Stream;
use tokio::runtime::Runtime;

use crate::common::destinations::{Map, Outside, Stage};
use crate::common::kept::{World, launch};
use crate::place::{confine, free};
use crate::samples::tell_times;

const ROUNDS: usize = 4;
const BATCHES: usize = 10;
const BATCH: u32 = 50;
/// How often something is taken back.
const CUTS: usize = 200;

/// What one connection brings where throughput is measured.
const BYTES: usize = 64 << 20;
const MANY: usize = 32;

const PLACE: &str = "PADDOCK_BENCH_PLACE";
const NAME: &str = "good.example";

pub(crate) fn measure() {
    let runtime = Runtime::new().unwrap();
    let service = serve();
    let mut open = [Vec::new(), Vec::new(), Vec::new()];
    let mut named = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        add(&mut open, &openly(service));
        add(&mut named, &runtime.block_on(by_name(service)));
    }
    let groups = ["connect", "one stream", "many streams"];
    for (group, (open, named)) in groups.into_iter().zip(open.iter().zip(&named)) {
        tell_times(group, "open", open);
        tell_times(group, "destinations", named);
    }
    tell_times("cut", "cut", &runtime.block_on(cuts()));
}

fn add(all: &mut [Vec<Duration>; 3], lines: &[String]) {
    for line in lines {
        let (which, time) = line.split_once(' ').unwrap();
        let which: usize = which.parse().unwrap();
        all[which].push(Duration::from_nanos(time.parse().unwrap()));
    }
}

fn confined(world: &World, network: Network, place: String) -> Launch {
    let this = free(&env::current_exe().unwrap(), &[]);
    let mut launched = confine(world, &this, Tier::LiveMounts, Attempts::Ignore, Vec::new());
    launched.policy.as_mut().unwrap().network = network;
    launched.env.push((PLACE.into(), place.into()));
    launched
}

fn openly(service: u16) -> Vec<String> {
    let world = World::new();
    let place = format!("127.0.0.1:{service}");
    let mut server = launch(confined(&world, Network::Open, place));
    let lines = server.stdout.by_ref().lines().map(Result::unwrap).collect();
    server.end();
    lines
}

async fn by_name(service: u16) -> Vec<String> {
    let world = World::new();
    let launched = confined(&world, Network::Destinations, format!("{NAME}:80"));
    let map = Map::default();
    map.leads(NAME, &Outside::at(service));
    let mut stage = Stage::with(map, launched, world, &[NAME], Unasked::Refuse).await;
    stage.lines_to_the_end().await
}

/// From the decision to the error that the server's end sees.
async fn cuts() -> Vec<Duration> {
    let map = Map::default();
    map.leads_everywhere(&Outside::echo().await);
    let allowed = || Rules::new(vec!["1.2.3.4".parse().unwrap()], Vec::new());
    let (rules, unasked, limits) = (Rules::default(), Unasked::Refuse, Limits::default());
    let broker =
        Broker::start(Sockets::default(), rules, unasked, Arc::new(map), limits, Arc::default())
            .unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut times = Vec::new();
    for _ in 0..CUTS {
        broker.set_rules(allowed());
        let (accepted, connected) = tokio::join!(listener.accept(), Stream::connect(address));
        broker.admit(accepted.unwrap().0, "1.2.3.4:80".parse().unwrap());
        let mut server = connected.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut server, b"x").await.unwrap();
        tokio::io::AsyncReadExt::read_u8(&mut server).await.unwrap();
        let start = Instant::now();
        broker.set_rules(Rules::default());
        let cut = tokio::io::AsyncReadExt::read_u8(&mut server).await;
        times.push(start.elapsed());
        assert_eq!(cut.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    }
    times
}

/// A service outside: answers a byte with a byte, or with very many.
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
                if byte == *b"x" {
                    return client.write_all(&byte);
                }
                (0..BYTES / much.len()).try_for_each(|_| client.write_all(&much))
            });
        }
    });
    port
}

/// Whether this process is what is measured.
#[expect(clippy::print_stdout, reason = "what is measured is told")]
pub(crate) fn in_the_place_of_a_server() -> bool {
    let Ok(place) = env::var(PLACE) else { return false };
    for _ in 0..BATCHES {
        let start = Instant::now();
        for _ in 0..BATCH {
            assert_eq!(fetch(&place, b"x"), 1);
        }
        println!("0 {}", (start.elapsed() / BATCH).as_nanos());
    }
    for (which, count) in [(1, 1), (2, MANY)] {
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..count {
                scope.spawn(|| assert_eq!(fetch(&place, b"s"), BYTES));
            }
        });
        println!("{which} {}", start.elapsed().as_nanos());
    }
    true
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
