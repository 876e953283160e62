//! Paddock's own wire as a host: one connection a server, one list for all.

#![expect(
    clippy::disallowed_methods,
    reason = "nothing is kept from the bench's own server, and orders come while nothing is measured"
)]

use std::env;
use std::io;
use std::os::fd::AsFd as _;
use std::process::Stdio;

use paddock_bench::now;
use paddock_bench::order::{Done, Order, payload};
use paddock_bench::uris;
use paddock_mcp::{
    Access, Connection, Event, Events, Implementation, Options, RootEntry, Roots, connect,
};
use rustix::pipe::fcntl_setpipe_size;
use serde_json::value::to_raw_value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, stdin, stdout};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number: usize = args[0].parse().map_err(io::Error::other)?;
    let roots = list(number, 0)?;
    let commands = args[1..].split(|arg| arg == "--").filter(|command| !command.is_empty());
    let mut servers = Vec::new();
    for command in commands {
        servers.push(start(command, &roots)?);
    }
    for server in &mut servers {
        server.ready().await?;
    }
    say(&Done::default()).await?;
    let mut orders = BufReader::new(stdin()).lines();
    while let Some(line) = orders.next_line().await? {
        let done = match serde_json::from_str(&line)? {
            Order::Edit { version, times } => edit(&servers, number, version, times)?,
            Order::Call { server, times, together, bytes } => {
                call(&servers[server].connection, times, together, bytes).await?
            }
            Order::Begin { server, times, bytes } => {
                begin(&servers[server].connection, times, bytes)?
            }
            Order::Restart { server, times } => {
                restart(&mut servers[server], times, &roots).await?
            }
        };
        say(&done).await?;
    }
    Ok(())
}

struct Server {
    command: Vec<String>,
    connection: Connection,
    events: Option<Events>,
    child: Child,
}

fn start(command: &[String], roots: &Roots) -> io::Result<Server> {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let missing = || io::Error::other("no pipe");
    let input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    // As large as the supervisor makes them.
    for pipe in [input.as_fd(), output.as_fd()] {
        let _ = fcntl_setpipe_size(pipe, 128 << 10);
    }
    let client = Implementation { name: "bench".into(), title: None, version: "1".into() };
    let (connection, events) = connect(output, input, Options::new(client), Some(roots.clone()));
    Ok(Server { command: command.to_vec(), connection, events: Some(events), child })
}

impl Server {
    /// Waits until it can be called; what it tells from then on is thrown away.
    async fn ready(&mut self) -> io::Result<()> {
        let Some(mut events) = self.events.take() else { return Ok(()) };
        while let Some(event) = events.recv().await {
            if let Event::Ready(_) = event {
                tokio::spawn(async move { while events.recv().await.is_some() {} });
                return Ok(());
            }
            if let Event::Closed(reason) = event {
                return Err(io::Error::other(reason));
            }
        }
        Err(io::Error::other("no server"))
    }
}

async fn restart(server: &mut Server, times: usize, roots: &Roots) -> io::Result<Done> {
    let mut done = Done { began: now(), ..Done::default() };
    for _ in 0..times {
        let began = now();
        server.connection.close();
        server.child.wait().await?;
        *server = start(&server.command, roots)?;
        server.ready().await?;
        done.calls.push(now() - began);
    }
    done.took = now() - done.began;
    Ok(done)
}

fn list(number: usize, version: u64) -> io::Result<Roots> {
    let entry = |uri: String| RootEntry { name: "folder".into(), uri, access: Access::ReadWrite };
    let entries: Vec<_> = uris(number, version).into_iter().map(entry).collect();
    Roots::new(version, &entries).map_err(io::Error::other)
}

fn edit(servers: &[Server], number: usize, version: u64, times: u64) -> io::Result<Done> {
    let began = now();
    for version in version + 1 - times..=version {
        let roots = list(number, version)?;
        for server in servers {
            server.connection.set_roots(roots.clone());
        }
    }
    Ok(Done { began, took: now() - began, calls: Vec::new() })
}

async fn call(
    connection: &Connection,
    times: usize,
    together: usize,
    bytes: usize,
) -> io::Result<Done> {
    let arguments = to_raw_value(&serde_json::json!({ "text": payload(bytes) }))?;
    let began = now();
    let mut under_way = JoinSet::new();
    let mut calls = Vec::with_capacity(times);
    for _ in 0..times {
        if under_way.len() == together
            && let Some(took) = under_way.join_next().await
        {
            calls.push(took??);
        }
        let (connection, arguments) = (connection.clone(), arguments.clone());
        under_way.spawn(async move {
            let began = now();
            let outcome = connection.call_tool("echo", arguments).await;
            outcome.map(|_| now() - began).map_err(io::Error::other)
        });
    }
    while let Some(took) = under_way.join_next().await {
        calls.push(took??);
    }
    Ok(Done { began, took: now() - began, calls })
}

/// Begins calls that nobody waits for.
fn begin(connection: &Connection, times: usize, bytes: usize) -> io::Result<Done> {
    let arguments = to_raw_value(&serde_json::json!({ "text": payload(bytes) }))?;
    for _ in 0..times {
        tokio::spawn(connection.call_tool("echo", arguments.clone()));
    }
    Ok(Done { began: now(), ..Done::default() })
}

async fn say(done: &Done) -> io::Result<()> {
    let mut line = serde_json::to_vec(done)?;
    line.push(b'\n');
    let mut stdout = stdout();
    stdout.write_all(&line).await?;
    stdout.flush().await
}
