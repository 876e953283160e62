//! What connections take over which nothing goes, in a process that has nothing but their broker.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;

use paddock_network::{Broker, Limits, Rules, Sockets, Unasked};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;

use crate::common::destinations::{Map, Outside};
use crate::place::command;
use crate::samples::tell;

const CONNECTIONS: usize = 1000;
const ROUNDS: usize = 3;
/// How long it is looked at while nothing goes over them.
const WATCHED: Duration = Duration::from_secs(5);
/// The port outside, for the process that has the broker.
const OUTSIDE: &str = "PADDOCK_BENCH_IDLE";

pub(super) async fn measure() {
    allow_descriptors();
    let (mut memory, mut wakes) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (bytes, woken) = round().await;
        memory.push(bytes);
        wakes.push(woken);
    }
    tell("idle", "memory", "bytes", &memory);
    tell("idle", "wakes", "count", &wakes);
}

/// What a thousand take beside none, and how often the process wakes with them.
async fn round() -> (u64, u64) {
    let outside = Outside::echo().await;
    let mut host = host(outside.port());
    let mut output = BufReader::new(host.stdout.take().unwrap());
    let mut port = String::new();
    output.read_line(&mut port).unwrap();
    let at = ("127.0.0.1", port.trim().parse().unwrap());
    // What the first one brings is there for all.
    let mut open = vec![reach(at).await];
    let before = private(&host);
    for _ in 0..CONNECTIONS {
        open.push(reach(at).await);
    }
    let took = private(&host).saturating_sub(before);
    let woken = wakes_meanwhile(&host);
    drop(open);
    drop(host.stdin.take());
    host.wait().unwrap();
    (took, woken)
}

fn host(outside: u16) -> Child {
    let mut host = command(env::current_exe().unwrap());
    host.env(OUTSIDE, outside.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
    host.spawn().unwrap()
}

/// Something went over it, as over any connection that is idle now.
async fn reach(at: (&str, u16)) -> TcpStream {
    let mut stream = TcpStream::connect(at).await.unwrap();
    stream.write_all(b"x").await.unwrap();
    stream.read_u8().await.unwrap();
    stream
}

fn private(host: &Child) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", host.id())).unwrap();
    let own = rollup.lines().filter(|line| line.starts_with("Private_"));
    own.map(|line| number(line) * 1024).sum()
}

#[expect(
    clippy::disallowed_methods,
    reason = "that nothing happens for a while is what is measured"
)]
fn wakes_meanwhile(host: &Child) -> u64 {
    let before = wakes(host);
    std::thread::sleep(WATCHED);
    wakes(host) - before
}

fn wakes(host: &Child) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{}/task", host.id())).unwrap();
    let statuses = tasks.map(|task| fs::read_to_string(task.unwrap().path().join("status")));
    let switches = |status: String| {
        let lines = status.lines().filter(|line| line.contains("voluntary_ctxt_switches"));
        lines.map(number).sum::<u64>()
    };
    statuses.map(|status| switches(status.unwrap())).sum()
}

fn number(line: &str) -> u64 {
    line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap()
}

fn allow_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
}

/// Whether this process is the one that has the broker.
pub(super) fn in_the_place_of_a_host() -> bool {
    let Ok(outside) = env::var(OUTSIDE) else { return false };
    allow_descriptors();
    // As the host has it.
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let broker = runtime.block_on(serve(outside.parse().unwrap()));
    // Until who started it is gone.
    std::io::stdin().lines().for_each(drop);
    drop(broker);
    true
}

#[expect(clippy::print_stdout, reason = "where it listens is told")]
async fn serve(outside: u16) -> Arc<Broker> {
    let map = Map::default();
    map.leads_everywhere(&Outside::at(outside));
    let rules = Rules::new(vec!["1.2.3.4".parse().unwrap()], Vec::new());
    let limits = Limits { connections: 2 * CONNECTIONS, ..Limits::default() };
    let (sockets, unasked) = (Sockets::default(), Unasked::Refuse);
    let broker =
        Broker::start(sockets, rules, unasked, Arc::new(map), limits, Arc::default()).unwrap();
    let broker = Arc::new(broker);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap().port());
    std::io::stdout().flush().unwrap();
    let admitting = Arc::clone(&broker);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            admitting.admit(stream, "1.2.3.4:80".parse().unwrap());
        }
    });
    let heard = Arc::clone(&broker);
    tokio::spawn(async move {
        loop {
            drop(heard.next_event().await);
        }
    });
    broker
}
