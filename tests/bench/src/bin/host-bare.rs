//! The least that a host can be: one thread, pipes, `poll`, and no JSON read but what it must.
//!
//! It is the floor under all others, and promises nothing: it trusts its servers.

use std::env;
use std::io::{self, BufRead, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use paddock_bench::order::{Done, Order, payload};
use paddock_bench::{now, uris};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::ioctl_fionbio;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"bare","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#;

struct Server {
    _child: Child,
    input: ChildStdin,
    output: ChildStdout,
    read: Vec<u8>,
    searched: usize,
    write: Vec<u8>,
    written: usize,
    /// Notified of a change; has not re-read its folders.
    told: bool,
    ready: bool,
}

struct Host {
    servers: Vec<Server>,
    roots: usize,
    list: String,
    /// When each call that waits was sent, by its id.
    sent: Vec<u64>,
    calls: Vec<u64>,
}

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let roots = args[0].parse().map_err(io::Error::other)?;
    let commands = args[1..].split(|arg| arg == "--").filter(|command| !command.is_empty());
    let servers = commands.map(Server::start).collect::<io::Result<Vec<_>>>()?;
    let mut host =
        Host { servers, roots, list: list(roots, 0), sent: Vec::new(), calls: Vec::new() };
    for server in &mut host.servers {
        server.send(INITIALIZE);
    }
    while host.servers.iter().any(|server| !server.ready) {
        host.turn(false)?;
    }
    say(&Done::default())?;
    loop {
        // Orders come when all else is done, or while servers still ask.
        if host.turn(true)? {
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                return Ok(());
            }
            let done = match serde_json::from_str(&line)? {
                Order::Edit { version, times } => host.edit(version, times)?,
                Order::Call { server, times, together, bytes } => {
                    host.call(server, times, together, bytes)?
                }
                Order::Begin { .. } | Order::Restart { .. } => {
                    return Err(io::Error::other("only a whole host does that"));
                }
            };
            say(&done)?;
        }
    }
}

impl Server {
    #[expect(clippy::disallowed_methods, reason = "nothing is kept from the bench's own server")]
    fn start(command: &[String]) -> io::Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("no pipe");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        Ok(Self {
            _child: child,
            input,
            output,
            read: Vec::new(),
            searched: 0,
            write: Vec::new(),
            written: 0,
            told: true,
            ready: false,
        })
    }

    fn send(&mut self, line: &str) {
        self.write.extend_from_slice(line.as_bytes());
        self.write.push(b'\n');
    }

    fn flush(&mut self) -> io::Result<()> {
        while self.written < self.write.len() {
            match self.input.write(&self.write[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        self.write.clear();
        self.written = 0;
        Ok(())
    }

    /// Reads one buffer at a time, so that no server holds the others up.
    fn fill(&mut self) -> io::Result<()> {
        let length = self.read.len();
        self.read.resize(length + (1 << 16), 0);
        let read = self.output.read(&mut self.read[length..]);
        self.read.truncate(length + read.as_ref().map_or(0, |count| *count));
        match read {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn line(&mut self) -> Option<Vec<u8>> {
        let found = self.read[self.searched..].iter().position(|byte| *byte == b'\n');
        let Some(end) = found.map(|at| at + self.searched) else {
            self.searched = self.read.len();
            return None;
        };
        let rest = self.read.split_off(end + 1);
        self.searched = 0;
        Some(std::mem::replace(&mut self.read, rest))
    }
}

impl Host {
    /// Waits for something to happen and does it; whether an order waits.
    fn turn(&mut self, with_orders: bool) -> io::Result<bool> {
        let stdin = io::stdin();
        let mut polled = Vec::with_capacity(self.servers.len() * 2 + 1);
        for server in &self.servers {
            polled.push(PollFd::new(&server.output, PollFlags::IN));
            let out = if server.write.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
            polled.push(PollFd::new(&server.input, out));
        }
        if with_orders {
            polled.push(PollFd::new(&stdin, PollFlags::IN));
        }
        poll(&mut polled, None)?;
        let happened: Vec<_> = polled.iter().map(PollFd::revents).collect();
        drop(polled);
        for number in 0..self.servers.len() {
            if happened[2 * number].intersects(PollFlags::IN | PollFlags::HUP) {
                self.servers[number].fill()?;
                while let Some(line) = self.servers[number].line() {
                    self.receive(number, &line);
                }
            }
            self.servers[number].flush()?;
        }
        Ok(with_orders && happened.last().is_some_and(|it| it.contains(PollFlags::IN)))
    }

    fn receive(&mut self, number: usize, line: &[u8]) {
        let server = &mut self.servers[number];
        if !server.ready {
            server.ready = true;
            server.send(INITIALIZED);
            return;
        }
        let head = String::from_utf8_lossy(&line[..line.len().min(80)]);
        let id = head.split("\"id\":").nth(1).and_then(|rest| rest.split([',', '}']).next());
        if head.contains("roots/list") {
            server.told = false;
            let id = id.unwrap_or("0");
            server.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, self.list));
        } else if let Some(id) = id.and_then(|id| id.parse::<usize>().ok()) {
            self.calls.push(now() - self.sent[id - 1]);
        }
    }

    fn edit(&mut self, version: u64, times: u64) -> io::Result<Done> {
        let began = now();
        for version in version + 1 - times..=version {
            self.list = list(self.roots, version);
            for server in &mut self.servers {
                if !std::mem::replace(&mut server.told, true) {
                    server.send(CHANGED);
                    server.flush()?;
                }
            }
        }
        Ok(Done { began, took: now() - began, calls: Vec::new() })
    }

    fn call(
        &mut self,
        server: usize,
        times: usize,
        together: usize,
        bytes: usize,
    ) -> io::Result<Done> {
        let text = payload(bytes);
        let began = now();
        (self.sent, self.calls) = (Vec::with_capacity(times), Vec::with_capacity(times));
        while self.calls.len() < times {
            while self.sent.len() < times && self.sent.len() - self.calls.len() < together {
                self.sent.push(now());
                let id = self.sent.len();
                self.servers[server].send(&format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
                ));
                self.servers[server].flush()?;
            }
            self.turn(false)?;
        }
        let calls = std::mem::take(&mut self.calls);
        Ok(Done { began, took: now() - began, calls })
    }
}

fn list(number: usize, version: u64) -> String {
    let roots = uris(number, version).into_iter();
    let roots: Vec<_> = roots.map(|uri| format!(r#"{{"uri":"{uri}","name":"folder"}}"#)).collect();
    format!(r#"{{"roots":[{}]}}"#, roots.join(","))
}

fn say(done: &Done) -> io::Result<()> {
    let mut line = serde_json::to_vec(done)?;
    line.push(b'\n');
    io::stdout().write_all(&line)
}
