//! From the start of npm's `server-filesystem` to its answer to `initialize`.

use std::env;
use std::io::{BufRead, BufReader, Write as _};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use paddock_sandbox::wire::Order;
use paddock_sandbox::{Launch, OnAttempt, Tier};

use crate::common::kept::{World, launch, read};
use crate::place::{command, confine, find, free};
use crate::samples::{Case, compare, leave_out};

const ROUNDS: usize = 25;
const MODULES: &str = "PADDOCK_PEERS_NODE";
const SCRIPT: &str = "@modelcontextprotocol/server-filesystem/dist/index.js";
pub(crate) const REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;

pub(crate) fn measure() {
    let (Some(modules), Some(node)) = (env::var_os(MODULES), find("node")) else {
        leave_out("initialize", &format!("{MODULES} is not set, or node is not there"));
        return;
    };
    let world = World::new();
    let folder = world.make("a");
    let free = free(&node, &[&PathBuf::from(modules).join(SCRIPT), &folder]);
    let confined = |tier, attempts| confine(&world, &free, tier, attempts, vec![read(&folder)]);
    let landlock = confined(Tier::Landlock, OnAttempt::Ignore);
    let live = confined(Tier::LiveMounts, OnAttempt::Ignore);
    let watched = confined(Tier::LiveMounts, OnAttempt::Report);
    let cases = vec![
        Case::new("plain", || run(&free)),
        Case::new("landlock", || keep(&landlock)),
        Case::new("live", || keep(&live)),
        Case::new("live, detector", || keep(&watched)),
    ];
    compare("initialize", ROUNDS, cases);
}

fn run(launched: &Launch) -> Duration {
    let start = Instant::now();
    let mut command = command(&launched.program);
    command.args(&launched.args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = command.spawn().unwrap();
    writeln!(server.stdin.as_mut().unwrap(), "{REQUEST}").unwrap();
    hear_answer(BufReader::new(server.stdout.take().unwrap()));
    let took = start.elapsed();
    server.kill().unwrap();
    server.wait().unwrap();
    took
}

fn keep(launched: &Launch) -> Duration {
    let start = Instant::now();
    let mut server = launch(launched.clone());
    writeln!(server.stdin.as_mut().unwrap(), "{REQUEST}").unwrap();
    hear_answer(&mut server.stdout);
    let took = start.elapsed();
    server.kept.send(&Order::Kill);
    server.end();
    took
}

fn hear_answer(mut output: impl BufRead) {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.contains("serverInfo"), "{line}");
}
