//! From the start of a server that `npx` has fetched before to its answer to `initialize`, in a network
//! by destinations beside an open one. The registry is a port of this computer.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use paddock_network::{Broker, Limits, Rules, Sockets, Unasked};
use paddock_sandbox::{Launch, Network, OnAttempt, Tier};
use paddock_supervisor::Job;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};
use tokio::runtime::Runtime;

use crate::common::destinations::Map;
use crate::common::kept::World;
use crate::common::spawn;
use crate::initialize::REQUEST;
use crate::place::{command, confine, find, free};
use crate::samples::{Case, compare, leave_out};

const ROUNDS: usize = 15;
const NAME: &str = "paddock-bench-server";
const SERVER: &str = r#"#!/usr/bin/env node
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, params } = JSON.parse(line)
  const serverInfo = { name: "bench", version: "1" }
  const result = { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo }
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result }))
})
"#;

pub(crate) fn measure() {
    let Some(npx) = find("npx") else { return leave_out("runner", "npx is not there") };
    let runtime = Runtime::new().unwrap();
    let worlds = [World::new(), World::new()];
    let port = registry(pack(&worlds[0]));
    let named = |world: &World, network| {
        let mut launched = confine(
            world,
            &free(&npx, &["-y".as_ref(), NAME.as_ref()]),
            Tier::LiveMounts,
            OnAttempt::Ignore,
            Vec::new(),
        );
        let policy = launched.policy.as_mut().unwrap();
        (policy.network, policy.ports) = (network, vec![port]);
        launched.env.retain(|(name, _)| name != "HOME");
        launched.env.extend([
            ("HOME".into(), world.home().into()),
            ("npm_config_registry".into(), format!("http://127.0.0.1:{port}/").into()),
            // It asks for the one package, and for nothing else.
            ("npm_config_fetch_retries".into(), "0".into()),
            ("npm_config_audit".into(), "false".into()),
            ("npm_config_update_notifier".into(), "false".into()),
        ]);
        launched
    };
    let open = named(&worlds[0], Network::Open);
    let destinations = named(&worlds[1], Network::Destinations);
    let cases = vec![
        Case::new("open", || runtime.block_on(answers(&open, port))),
        Case::new("destinations", || runtime.block_on(answers(&destinations, port))),
    ];
    compare("runner", ROUNDS, cases);
}

async fn answers(launched: &Launch, port: u16) -> Duration {
    let start = Instant::now();
    let (job, mut stdio) = spawn(launched.clone()).await;
    let broker = broker(&job, port).await;
    stdio.stdin.write_all(format!("{REQUEST}\n").as_bytes()).await.unwrap();
    let mut line = String::new();
    tokio::io::BufReader::new(&mut stdio.stdout).read_line(&mut line).await.unwrap();
    let took = start.elapsed();
    assert!(line.contains("serverInfo"), "{line}{:?}", job.stderr().tail(0));
    job.kill().await;
    drop(broker);
    took
}

/// None, where the network is open.
async fn broker(job: &Job, port: u16) -> Option<Broker> {
    let connected = job.boundary().unwrap().take_connected().await?;
    let sockets = Sockets {
        questions: vec![connected.questions],
        long_questions: vec![connected.long_questions],
        refusals: connected.refusals,
        listeners: connected.listeners.into_iter().map(|(_, listener)| listener).collect(),
    };
    let rules = Rules::new(vec![format!("localhost:{port}").parse().unwrap()], Vec::new());
    let map = Map::default();
    map.this_computer_is_real();
    let (unasked, limits) = (Unasked::Refuse, Limits::default());
    Some(Broker::start(sockets, rules, unasked, Arc::new(map), limits, Arc::default()).unwrap())
}

/// The server as `npm pack` makes it.
fn pack(world: &World) -> Vec<u8> {
    let folder = world.make("package");
    let manifest = json!({ "name": NAME, "version": "1.0.0", "bin": "index.js" });
    std::fs::write(folder.join("package.json"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("index.js"), SERVER).unwrap();
    let packed = command("tar")
        .arg("--directory")
        .arg(folder.parent().unwrap())
        .args(["--create", "--gzip", "package/package.json", "package/index.js"])
        .output()
        .unwrap();
    assert!(packed.status.success(), "{packed:?}");
    packed.stdout
}

/// Offers that one package, and says at which port.
fn registry(package: Vec<u8>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let dist = json!({ "tarball": format!("http://127.0.0.1:{port}/package.tgz") });
    let version =
        json!({ "name": NAME, "version": "1.0.0", "bin": { NAME: "index.js" }, "dist": dist });
    let told = json!({
        "name": NAME, "dist-tags": { "latest": "1.0.0" }, "versions": { "1.0.0": version }
    });
    let pages = Arc::new((told.to_string().into_bytes(), package));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let pages = Arc::clone(&pages);
            thread::spawn(move || offer(&stream.unwrap(), &pages));
        }
    });
    port
}

fn offer(mut stream: &TcpStream, (told, package): &(Vec<u8>, Vec<u8>)) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let Some(request) = lines.next().transpose()? else { return Ok(()) };
    lines.take_while(|line| line.as_ref().is_ok_and(|line| !line.is_empty())).for_each(drop);
    let (kind, body) = if request.contains(".tgz") {
        ("application/octet-stream", package)
    } else {
        ("application/json", told)
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(body)
}
