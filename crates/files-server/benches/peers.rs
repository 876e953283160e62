//! The bundled server beside others, in turn, on one core. Prints one measure a line, as
//! `.dev/bench/measures.mjs` reads them.
//!
//! `PADDOCK_PEERS_NODE` says where the common server is, `PADDOCK_PEERS_RUST` which program
//! `rust-mcp-filesystem` is; what is not there is left out. The bare server is compiled with `cc`.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "that is where it tells")]
#![expect(clippy::disallowed_methods, reason = "the servers are started without the app")]

use std::{
    env,
    ffi::OsString,
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use rustix::{
    process::{Resource, Rlimit, getrlimit, setrlimit},
    thread::{CpuSet, sched_setaffinity},
};
use serde_json::{Value, json};

/// A server to measure.
struct Subject {
    name: &'static str,
    command: Vec<OsString>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Running {
    /// Starts a server and initializes it, up to the grant of `root`.
    fn start(subject: &Subject, root: &Path) -> Self {
        let mut child = Command::new(&subject.command[0])
            .args(&subject.command[1..])
            .arg(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::with_capacity(1 << 20, child.stdout.take().unwrap());
        let mut running =
            Self { input: child.stdin.take().unwrap(), child, output, line: Vec::new() };
        running.send(&json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":{
            "protocolVersion":"2025-11-25","capabilities":{},
            "clientInfo":{"name":"bench","version":"0"}}}));
        running.receive();
        running.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"}));
        running
    }

    fn send(&mut self, message: &Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    /// Takes one line, unread.
    fn receive(&mut self) {
        self.line.clear();
        assert!(self.output.read_until(b'\n', &mut self.line).unwrap() > 0, "the server ended");
    }

    /// Makes a call so many times at once, and takes the time until the last answer; none if that
    /// was a refusal.
    fn call(&mut self, name: &str, arguments: &Value, at_once: usize) -> Option<Duration> {
        let call = json!({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":name,"arguments":arguments}});
        let calls = format!("{call}\n").repeat(at_once);
        let begun = Instant::now();
        self.input.write_all(calls.as_bytes()).unwrap();
        for _ in 0..at_once {
            self.receive();
        }
        let took = begun.elapsed();
        let end = &self.line[self.line.len().saturating_sub(80)..];
        memchr::memmem::find(end, b"\"isError\":true").is_none().then_some(took)
    }

    /// Resident memory in bytes: `VmRSS` now, `VmHWM` at most so far.
    fn memory(&self, which: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(which)).unwrap();
        let kilobytes = line.trim_start_matches(':').trim().trim_end_matches(" kB");
        kilobytes.parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is called, and how often.
struct Task {
    group: &'static str,
    tool: &'static str,
    arguments: Value,
    runs: usize,
    /// How many calls are sent before the first answer is taken.
    at_once: usize,
}

fn main() {
    let mut one = CpuSet::new();
    one.set(0);
    // Where it is not permitted the numbers are of more cores, for all alike.
    let _ = sched_setaffinity(None, &one);
    // One of the servers opens everything that it searches at once.
    let files = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: files.maximum, ..files });
    let folder = tempfile::Builder::new().prefix("paddock-bench").tempdir_in("/var/tmp").unwrap();
    let root = folder.path().canonicalize().unwrap();
    build(&root);
    let subjects = subjects(&root);
    starts(&subjects, &root);
    let mut running: Vec<_> =
        subjects.iter().map(|subject| Running::start(subject, &root)).collect();
    for task in tasks(&root) {
        let mut samples = vec![Vec::new(); subjects.len()];
        for round in 0..=task.runs {
            for (index, server) in running.iter_mut().enumerate() {
                let Some(took) = server.call(task.tool, &task.arguments, task.at_once) else {
                    let (group, name) = (task.group, subjects[index].name);
                    assert_ne!(name, "paddock-files", "{group} was refused");
                    eprintln!("{group}: {name} cannot do it");
                    continue;
                };
                // The first round warms up.
                if round > 0 {
                    samples[index].push(u64::try_from(took.as_nanos()).unwrap());
                }
            }
        }
        for (subject, samples) in subjects.iter().zip(samples) {
            tell(task.group, subject.name, "ns", &samples);
        }
    }
    drop(running);
    memory(&subjects, &root);
}

fn starts(subjects: &[Subject], root: &Path) {
    let mut samples = vec![Vec::new(); subjects.len()];
    for _ in 0..15 {
        for (index, subject) in subjects.iter().enumerate() {
            let begun = Instant::now();
            let _running = Running::start(subject, root);
            samples[index].push(u64::try_from(begun.elapsed().as_nanos()).unwrap());
        }
    }
    for (subject, samples) in subjects.iter().zip(samples) {
        tell("files: start", subject.name, "ns", &samples);
    }
}

fn memory(subjects: &[Subject], root: &Path) {
    for subject in subjects {
        let mut server = Running::start(subject, root);
        server.call("read_text_file", &json!({"path":root.join("50m.txt")}), 1);
        let peak = server.memory("VmHWM");
        // A small call, after which what is not needed has been given back.
        server.call("read_text_file", &json!({"path":root.join("1k.txt")}), 1);
        tell("files: peak", subject.name, "bytes", &[peak]);
        tell("files: rest", subject.name, "bytes", &[server.memory("VmRSS")]);
    }
}

fn tasks(root: &Path) -> Vec<Task> {
    let task = |group, tool, arguments, runs| Task { group, tool, arguments, runs, at_once: 1 };
    let read = |name: &str| json!({ "path": root.join(name) });
    vec![
        task("files: 1 KB", "read_text_file", read("1k.txt"), 300),
        task("files: 1 MB", "read_text_file", read("1m.txt"), 60),
        task("files: 50 MB", "read_text_file", read("50m.txt"), 7),
        Task {
            group: "files: 32 at once",
            tool: "read_text_file",
            arguments: read("1m.txt"),
            runs: 7,
            at_once: 32,
        },
        task("files: list", "list_directory", read("many"), 40),
        task("files: tree", "directory_tree", read("tree"), 7),
        task(
            "files: search",
            "search_files",
            json!({"path":root.join("tree"),"pattern":"**/*7.txt"}),
            9,
        ),
    ]
}

fn build(root: &Path) {
    let line = "The quick brown fox jumps over the \"lazy\" dog, 0123456789.\n";
    for (name, size) in [("1k.txt", 1 << 10), ("1m.txt", 1 << 20), ("50m.txt", 50 << 20)] {
        let mut text = line.repeat(size / line.len() + 1);
        text.truncate(size);
        fs::write(root.join(name), text).unwrap();
    }
    let files = |folder: PathBuf, count: usize| {
        fs::create_dir_all(&folder).unwrap();
        for number in 0..count {
            fs::write(folder.join(format!("file-{number:05}.txt")), "").unwrap();
        }
    };
    files(root.join("many"), 10_000);
    for outer in 0..10 {
        for inner in 0..100 {
            files(root.join(format!("tree/{outer}/{inner}")), 100);
        }
    }
}

fn subjects(root: &Path) -> Vec<Subject> {
    let ours = env!("CARGO_BIN_EXE_paddock-files").into();
    let mut subjects = vec![Subject { name: "paddock-files", command: vec![ours] }];
    if let Some(modules) = env::var_os("PADDOCK_PEERS_NODE") {
        let script =
            Path::new(&modules).join("@modelcontextprotocol/server-filesystem/dist/index.js");
        let command = vec!["node".into(), script.into()];
        subjects.push(Subject { name: "server-filesystem", command });
    }
    if let Some(program) = env::var_os("PADDOCK_PEERS_RUST") {
        let command = vec![program];
        subjects.push(Subject { name: "rust-mcp-filesystem", command });
    }
    let bare = root.join("bare");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/bare.c");
    let compiled = Command::new("cc").args(["-O2", "-o"]).arg(&bare).arg(source).status();
    if compiled.is_ok_and(|status| status.success()) {
        subjects.push(Subject { name: "bare", command: vec![bare.into()] });
    }
    subjects
}

fn tell(group: &str, name: &str, unit: &str, samples: &[u64]) {
    if !samples.is_empty() {
        println!("{}", json!({ "group": group, "name": name, "unit": unit, "samples": samples }));
    }
}
