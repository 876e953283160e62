//! `paddock run`, as an AI app starts it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use paddock_host::view::{Asked, RunView, ToolRule, View};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::app::App;
use crate::processes;
use crate::program::{Home, kill};
use crate::world::{Ground, PATIENCE, World, fake, program};

/// `EX_UNAVAILABLE`.
const UNAVAILABLE: i32 = 69;

struct Shim {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Shim {
    fn start(home: &Home, server: &str) -> Self {
        Self::start_with(home, &["run", server, "--app", "A test"])
    }

    fn start_with(home: &Home, args: &[&str]) -> Self {
        Self::spawn(home.command(args))
    }

    fn spawn(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take(), child.stdout.take().unwrap());
        Self { child, to, from: BufReader::new(from) }
    }

    /// What it handed over stays open, as its app has it.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.to.as_mut().unwrap(), "{message}").unwrap();
    }

    fn open(&mut self) -> Value {
        self.send(&initialize());
        self.answer()
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": "x", "method": method, "params": params }));
        self.answer()
    }

    /// Begins a call that may tell how it goes.
    fn call(&mut self, tool: &str, arguments: &Value) {
        let meta = json!({ "progressToken": "x" });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let id = "call";
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// The code that it ends with, what else it wrote for the app, and what for a person.
    fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.to.take());
        let (mut rest, mut said) = (String::new(), String::new());
        self.from.read_to_string(&mut rest).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), rest, said)
    }
}

fn initialize() -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": "x", "method": "initialize", "params": params })
}

/// The host, and all that it started.
fn ids(home: &Home) -> Vec<i32> {
    let mut ids = home.hosts();
    let mut at = 0;
    while let Some(id) = ids.get(at) {
        ids.extend(processes::children_of(id.unsigned_abs()));
        at += 1;
    }
    ids
}

/// A host whose own use of the server runs already.
fn served() -> Home {
    let home = Home::new();
    home.paddock(&["servers", "start", "Files"]);
    home
}

/// The app whose shim is killed.
const KILLED: &str = "A test";

/// A host in this process, and another app of the same server, which goes on while a shim is killed.
struct Beside {
    world: World,
    server: u32,
    other: App,
    /// What ran before there was a shim.
    before: Vec<i32>,
}

impl Beside {
    async fn new() -> Self {
        let world = found_by_shims();
        let server = world.well_behaved("one").await;
        Self::of(world, server).await
    }

    async fn of(world: World, server: u32) -> Self {
        world.bundled().await;
        world.until_told(server).await;
        let mut other = App::open(&world.ground, "one", None).await;
        assert!(!other.call("echo", json!({ "text": "x" })).await.is_error);
        let before = world.ground.processes().into_iter().map(|(id, _)| id).collect();
        Self { world, server, other, before }
    }

    #[expect(clippy::disallowed_methods, reason = "it is what an app starts")]
    fn shim(&self) -> Shim {
        let home = &self.world.ground.places.home;
        let mut command = Command::new(program("paddock"));
        command
            .args(["run", "one", "--app", KILLED])
            .env_clear()
            .env("HOME", home)
            .env("XDG_DATA_HOME", self.world.ground.root())
            .current_dir(home);
        Shim::spawn(command)
    }

    fn opened(&self) -> Shim {
        let mut shim = self.shim();
        let opened = shim.open();
        assert!(opened["result"].is_object(), "{opened}");
        shim.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        shim
    }

    /// What runs besides, by id and command line.
    fn started(&self) -> Vec<(i32, String)> {
        let all = self.world.ground.processes().into_iter();
        all.filter(|(id, _)| !self.before.contains(id)).collect()
    }

    /// Kills the shim once the process of its server is there.
    async fn outlives(mut self, shim: &mut Shim) {
        let is_server = |(_, line): &(i32, String)| line.contains("fake-server");
        let deadline = Instant::now() + PATIENCE;
        while !self.started().iter().any(is_server) {
            assert!(Instant::now() < deadline, "it is never started: {:?}", self.started());
            tokio::task::yield_now().await;
        }
        assert_eq!(self.world.view().await.sessions.len(), 2);

        shim.kill();
        let is_over = |view: &View| {
            view.sessions.len() == 1 && view.held_calls.is_empty() && view.requests.is_empty()
        };
        self.world.until("nothing is left of its session", is_over).await;
        let left: Vec<_> = self.started().into_iter().map(|(id, _)| id).collect();
        processes::all_gone(&left, PATIENCE);
        assert_eq!(self.other.call("echo", json!({ "text": "on" })).await.text, "on");
        self.world.quit().await;
    }
}

/// A host in this process that is found by the program, too.
fn found_by_shims() -> World {
    let mut ground = Ground::new();
    ground.places.data = ground.root().join("paddock");
    ground.start()
}

#[test]
fn it_starts_the_host_and_says_nothing_but_the_protocol() {
    let home = Home::new();
    let mut shim = Shim::start(&home, "Files");
    let opened = shim.open();
    assert_eq!(
        (&opened["id"], &opened["result"]["protocolVersion"]),
        (&json!("x"), &json!("2025-06-18"))
    );
    assert_eq!(home.hosts().len(), 1);
    let sessions = home.paddock(&["sessions"]);
    assert_eq!(sessions["sessions"][0]["app"], "A test", "{sessions}");
    assert_eq!(shim.end(), (Some(0), String::new(), String::new()));
}

#[test]
fn nothing_of_the_apps_environment_reaches_the_host_or_the_server() {
    let home = Home::new();
    let mut command = home.command(&["run", "Files", "--app", "A test"]);
    command.env("CLAUDE_TOKEN", "hunter2");
    let mut shim = Shim::spawn(command);
    shim.open();
    let all = ids(&home);
    assert!(all.len() > 2, "a host, a keeper and a server: {all:?}");
    for id in all {
        // The system may keep that of a server from all but root.
        let Ok(environment) = fs::read(format!("/proc/{id}/environ")) else { continue };
        assert!(!String::from_utf8_lossy(&environment).contains("hunter2"), "{id}");
    }
    drop(shim.end());
}

/// As Node starts what it speaks with.
#[test]
fn its_standard_streams_may_be_sockets() {
    let home = Home::new();
    let (mut here, there) = UnixStream::pair().unwrap();
    let (input, output) = (OwnedFd::from(there.try_clone().unwrap()), OwnedFd::from(there));
    let mut command = home.command(&["run", "Files", "--app", "A test"]);
    command.stdin(Stdio::from(input)).stdout(Stdio::from(output)).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(command);
    writeln!(here, "{}", initialize()).unwrap();
    let mut from = BufReader::new(here.try_clone().unwrap());
    let mut line = String::new();
    from.read_line(&mut line).unwrap();
    let opened: Value = serde_json::from_str(&line).unwrap();
    assert!(opened["result"].is_object(), "{opened}");
    here.shutdown(Shutdown::Write).unwrap();
    let mut rest = String::new();
    from.read_to_string(&mut rest).unwrap();
    assert_eq!((child.wait().unwrap().code(), rest.as_str()), (Some(0), ""));
}

/// While the host starts, before it has greeted, and once it has handed its session over.
#[test]
fn a_shim_that_is_killed_whenever_leaves_nothing_and_hurts_no_other() {
    let home = Home::new();
    Shim::start(&home, "Files").kill();
    home.paddock(&["servers", "start", "Files"]);
    assert_eq!(home.hosts().len(), 1);
    let mut other = Shim::start(&home, "Files");
    other.open();
    let before = ids(&home);
    for step in 0..4 {
        let mut shim = Shim::start(&home, "Files");
        match step {
            0 => {}
            1 => shim.send(&initialize()),
            2 => drop(shim.open()),
            _ => {
                shim.open();
                shim.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }));
            }
        }
        shim.kill();
    }
    let mut next = Shim::start(&home, "Files");
    next.open();
    assert_eq!(next.end(), (Some(0), String::new(), String::new()));
    let left: Vec<_> = ids(&home).into_iter().filter(|id| !before.contains(id)).collect();
    processes::all_gone(&left, PATIENCE);
    assert!(other.ask("tools/list", &json!({}))["result"].is_object());
    assert_eq!(home.hosts().len(), 1);
    assert_eq!(other.end(), (Some(0), String::new(), String::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shim_that_is_killed_during_a_call_leaves_nothing() {
    let beside = Beside::new().await;
    let mut shim = beside.opened();
    shim.call("progress", &json!({ "endless": true }));
    let mut said = shim.answer();
    while said["method"] != "notifications/progress" {
        assert_ne!(said["id"], "call", "{said}");
        said = shim.answer();
    }
    beside.outlives(&mut shim).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shim_that_is_killed_while_its_call_waits_for_the_person_leaves_nothing() {
    let beside = Beside::new().await;
    let (host, ask) = (&beside.world.host, Some(ToolRule::Ask));
    host.set_tool_rule(beside.server, None, "say".to_owned(), ask).await.unwrap();
    let mut shim = beside.opened();
    shim.call("say", &json!({}));
    beside.world.until("the call waits", |view| view.held_calls.len() == 1).await;
    beside.outlives(&mut shim).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shim_that_is_killed_while_its_server_asks_the_person_leaves_nothing() {
    let beside = Beside::new().await;
    beside.world.host.set_stand_in(KILLED.into(), true).await.unwrap();
    let mut shim = beside.opened();
    shim.call("sample", &json!({}));
    beside.world.until("a request waits", |view| view.requests.len() == 1).await;
    beside.outlives(&mut shim).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shim_that_is_killed_while_its_server_starts_leaves_nothing() {
    let world = found_by_shims();
    let start = world.ground.beside("start");
    fs::write(&start, "").unwrap();
    let late = fake("one", &["--start-after", start.to_str().unwrap()]);
    let server = world.host.add_server(late).await.unwrap();
    // It is to see the file.
    world.choose(server, Asked::Advisory).await;
    world.trust(server).await;
    let beside = Beside::of(world, server).await;
    fs::remove_file(&start).unwrap();
    let mut shim = beside.shim();
    shim.send(&initialize());
    let starts =
        |view: &View| view.sessions.iter().any(|it| matches!(it.state, RunView::Starting { .. }));
    beside.world.until("its server starts", starts).await;
    beside.outlives(&mut shim).await;
}

#[test]
fn what_ends_the_shim_ends_the_servers_process() {
    let home = served();
    for signal in [Signal::TERM, Signal::INT, Signal::KILL] {
        let before = ids(&home);
        let mut shim = Shim::start(&home, "Files");
        shim.open();
        // What was said before may be answered without its process.
        let call = json!({ "name": "read_text_file", "arguments": { "path": "/" } });
        assert!(shim.ask("tools/call", &call)["result"].is_object());
        let started: Vec<_> = ids(&home).into_iter().filter(|id| !before.contains(id)).collect();
        assert!(!started.is_empty());
        let pid = rustix::process::Pid::from_child(&shim.child);
        rustix::process::kill_process(pid, signal).unwrap();
        let (code, rest, said) = shim.end();
        assert_eq!((code, rest.as_str(), said.as_str()), (None, "", ""));
        processes::all_gone(&started, PATIENCE);
    }
}

#[test]
fn an_app_is_told_why_there_is_no_server() {
    let home = Home::new();
    let mut shim = Shim::start(&home, "nosuch");
    let discovered = shim.ask("server/discover", &json!({}));
    assert!(discovered["error"]["message"].as_str().unwrap().contains("nosuch"), "{discovered}");
    let refused = shim.open();
    let message = refused["error"]["message"].as_str().unwrap().to_owned();
    assert!(refused["id"] == "x" && message.contains("nosuch"), "{refused}");
    let (code, rest, said) = shim.end();
    assert_eq!((code, rest.as_str()), (Some(UNAVAILABLE), ""));
    assert_eq!(said.lines().count(), 1, "{said}");

    // Where no host can be.
    fs::write(home.path().join("file"), "").unwrap();
    let mut command = home.command(&["run", "Files", "--app", "A test"]);
    command.env("HOME", home.path().join("file"));
    let mut shim = Shim::spawn(command);
    assert!(shim.open()["error"]["message"].is_string());
    let (code, rest, said) = shim.end();
    assert_eq!((code, rest.as_str()), (Some(UNAVAILABLE), ""));
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_command_that_is_given_is_added_once_and_waits_to_be_trusted() {
    let home = Home::new();
    let ran = home.path().join("ran");
    let command = format!("touch {}", ran.display());
    let given = ["run", "--app", "A test", "--", "/bin/sh", "-c", &command];
    let mut shims = [(); 6].map(|()| Shim::start_with(&home, &given));
    for shim in &mut shims {
        let greeted = shim.open();
        let why = greeted["result"]["instructions"].as_str().unwrap();
        assert!(why.contains("sh does not run") && why.contains("trusted"), "{greeted}");
    }
    for shim in shims {
        assert_eq!(shim.end(), (Some(0), String::new(), String::new()));
    }
    let other = ["run", "--app", "A test", "--", "/bin/sh", "-c", "true"];
    let mut shim = Shim::start_with(&home, &other);
    assert!(shim.open()["result"]["instructions"].is_string());
    drop(shim.end());
    let servers = home.paddock(&["servers"]);
    let servers = servers["servers"].as_array().unwrap();
    let added: Vec<_> = servers.iter().filter(|it| it["bundled"] == false).collect();
    let names: Vec<_> = added.iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["sh", "sh 2"]);
    assert!(added.iter().all(|it| it["state"]["kind"] == "needsTrust"), "{added:?}");
    assert!(!ran.exists());
}

#[test]
fn a_host_that_is_killed_ends_the_session_with_a_word() {
    let home = Home::new();
    let mut shim = Shim::start(&home, "Files");
    shim.open();
    for host in home.hosts() {
        kill(host);
    }
    let (code, rest, said) = shim.end();
    assert_eq!((code, rest.as_str()), (Some(UNAVAILABLE), ""));
    assert_eq!(said.lines().count(), 1, "{said}");
}
