//! The host as a program: started by whoever needs it first, ended, killed, and started again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::processes;
use crate::world::program;

/// How long the servers of a host that was killed may live on.
const LAST: Duration = Duration::from_secs(2);

/// A home, and whoever works in it at a terminal.
pub(crate) struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("paddock-flow-").tempdir_in("/var/tmp");
        let home = Self { folder: folder.unwrap() };
        fs::create_dir(home.path().join("home")).unwrap();
        // What they start is known by this.
        program("paddock-host");
        home
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    #[expect(clippy::disallowed_methods, reason = "it is what a person types")]
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(program("paddock"));
        command
            .args(args)
            .env_clear()
            .env("HOME", self.path().join("home"))
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("SHELL", "/bin/sh")
            .env("TMPDIR", self.path())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn paddock(&self, args: &[&str]) -> serde_json::Value {
        let ran = self.command(&[&["--json"], args].concat()).output().unwrap();
        answered(&ran)
    }

    pub(crate) fn hosts(&self) -> Vec<i32> {
        let all = processes::with_tmpdir(&self.path());
        let host = program("paddock-host").display().to_string();
        let run_it = all.into_iter().filter(|(_, line)| line.starts_with(&host));
        let run_it: Vec<_> = run_it.map(|(id, _)| id).collect();
        // What a host starts looks like the host until it runs its own program.
        let started: Vec<_> =
            run_it.iter().flat_map(|id| processes::children_of(id.unsigned_abs())).collect();
        run_it.into_iter().filter(|id| !started.contains(id)).collect()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.command(&["quit"]).output();
    }
}

fn answered(ran: &Output) -> serde_json::Value {
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    serde_json::from_slice(&ran.stdout).unwrap()
}

pub(crate) fn kill(id: i32) {
    let pid = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

#[test]
fn however_many_start_it_together_there_is_one_host() {
    let home = Home::new();
    let start = |_| {
        let mut command = home.command(&["servers", "--json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let starters: Vec<_> = (0..8).map(start).collect();
    for starter in starters {
        let servers = answered(&starter.wait_with_output().unwrap());
        assert_eq!(servers["servers"].as_array().map(Vec::len), Some(1), "{servers}");
    }
    assert_eq!(home.hosts().len(), 1, "{:#?}", processes::with_tmpdir(&home.path()));
}

#[test]
fn a_host_that_is_killed_takes_its_servers_along_and_loses_nothing() {
    let home = Home::new();
    let fake = program("paddock-fake-server").display().to_string();
    home.paddock(&["servers", "add", "kept", "--", &fake]);
    home.paddock(&["servers", "tools", "files"]);
    let before = home.paddock(&["servers"]);
    let mut processes = home.hosts();
    let mut seen = 0;
    while let Some(parent) = processes.get(seen).copied() {
        processes.extend(processes::children_of(parent.unsigned_abs()));
        seen += 1;
    }
    assert!(processes.len() > 2, "a keeper and its server run: {processes:?}");
    for host in home.hosts() {
        kill(host);
    }
    processes::all_gone(&processes, LAST);

    let names = |servers: &serde_json::Value| {
        let servers = servers["servers"].as_array().unwrap().clone();
        servers.iter().map(|server| server["name"].clone()).collect::<Vec<_>>()
    };
    let after = home.paddock(&["servers"]);
    assert_eq!(names(&after), names(&before));
    assert_eq!(home.hosts().len(), 1);
}

#[test]
fn a_host_has_the_time_zone_of_the_computer() {
    let home = Home::new();
    let mut command = home.command(&["--json", "servers"]);
    answered(&command.env("TZ", "XXX-9:20").output().unwrap());
    let [host] = home.hosts()[..] else { panic!("there is one") };
    let environ = fs::read(format!("/proc/{host}/environ")).unwrap();
    assert!(!environ.split(|byte| *byte == 0).any(|it| it.starts_with(b"TZ=")));
}

/// As the README has it: one command right after the other.
#[test]
fn what_was_just_added_can_be_trusted() {
    /// `EX_TEMPFAIL`: it waits for a person.
    const WAITS: i32 = 75;
    let home = Home::new();
    let fake = program("paddock-fake-server").display().to_string();
    home.paddock(&["servers", "add", "new", "--", &fake]);
    let trusted = home.command(&["servers", "trust", "new", "--no-wait"]).output().unwrap();
    assert_eq!(trusted.status.code(), Some(WAITS), "{trusted:?}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "it is whoever starts the host")]
fn a_host_leaves_what_its_starter_is_tied_to() {
    let home = Home::new();
    let lock = home.path().join("lock");
    let command = home.command(&["servers", "--json"]);
    let mut starter = Command::new("bash");
    let ties =
        "exec 9>\"$LOCK\"; flock 9; ulimit -S -t 500 -f 9000; trap '' HUP CHLD; exec \"$0\" \"$@\"";
    starter.args(["-c", ties]);
    starter.arg(command.get_program()).args(command.get_args());
    starter.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    starter.env("LOCK", &lock).env("GITHUB_TOKEN", "hunter2");
    answered(&starter.output().unwrap());
    let [host] = home.hosts()[..] else { panic!("{:?}", home.hosts()) };
    let of_host = |name: &str| Path::new("/proc").join(host.to_string()).join(name);
    let environment = fs::read(of_host("environ")).unwrap();
    assert!(!String::from_utf8_lossy(&environment).contains("hunter2"));
    assert_eq!(fs::read_link(of_host("cwd")).unwrap(), Path::new("/"));
    for standard in 0..3 {
        let leads = fs::read_link(of_host(&format!("fd/{standard}"))).unwrap();
        assert_eq!(leads, Path::new("/dev/null"), "{standard}");
    }
    fs::File::open(&lock).unwrap().try_lock().expect("what the starter locked is free again");
    let limits = fs::read_to_string(of_host("limits")).unwrap();
    for name in ["Max cpu time", "Max file size", "Max open files"] {
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let [soft, hard] = line.split_whitespace().take(2).collect::<Vec<_>>()[..] else {
            panic!()
        };
        assert_eq!(soft, hard, "{name}");
    }
    let status = fs::read_to_string(of_host("status")).unwrap();
    for (name, expected) in
        [("SigBlk:", 0), ("SigIgn:", 1 << (rustix::process::Signal::PIPE.as_raw() - 1))]
    {
        let mask = status.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
        // The C library has 32 and 33 for itself, and lets nobody change them (`signal(7)`).
        let mask = u64::from_str_radix(mask, 16).unwrap() & !(0b11 << 31);
        assert_eq!(mask, expected, "{name}");
    }
    let session = rustix::process::getsid(rustix::process::Pid::from_raw(host)).unwrap();
    assert_eq!(session.as_raw_nonzero().get(), host);
}

#[test]
fn a_second_host_says_that_there_is_one() {
    let home = Home::new();
    home.paddock(&["servers"]);
    let hosts = home.hosts();
    let second = home.paddock(&["host"]);
    assert_eq!(second["running"], true, "{second}");
    let to_stay = home.command(&["host", "--stay"]).output().unwrap();
    assert_eq!(to_stay.status.code(), Some(69), "{to_stay:?}");
    let said = String::from_utf8_lossy(&to_stay.stdout);
    assert!(said.contains("paddock quit") && !said.contains('{'), "{said}");
    assert_eq!(home.hosts(), hosts);
}

#[test]
fn a_call_starts_the_host_and_waits_for_the_server() {
    let home = Home::new();
    let called = home.paddock(&["servers", "call", "files", "list_allowed_directories"]);
    assert_eq!(called["isError"], false, "{called}");
    let host = home.hosts();
    home.paddock(&["quit"]);
    let tools = home.paddock(&["servers", "tools", "files"]);
    assert!(!tools["tools"].as_array().unwrap().is_empty(), "{tools}");
    assert_ne!(home.hosts(), host);
}

#[test]
fn what_no_app_may_call_the_command_line_may_not_either() {
    let home = Home::new();
    let tool = ["servers", "call", "files", "list_allowed_directories"];
    home.paddock(&tool);
    for (rule, code) in [("ask", "tool-asks"), ("off", "tool-off")] {
        home.paddock(&["rules", "files", "list_allowed_directories", rule]);
        let refused = home.command(&[&["--json"][..], &tool].concat()).output().unwrap();
        assert!(!refused.status.success(), "{refused:?}");
        let said =
            String::from_utf8_lossy(&refused.stderr) + String::from_utf8_lossy(&refused.stdout);
        assert!(said.contains(code), "{said}");
    }
}

/// An app's config as the documentation of a server has it.
#[test]
fn what_an_app_launches_goes_through_paddock() {
    let home = Home::new();
    let config = home.path().join("home/.cursor/mcp.json");
    fs::create_dir(config.parent().unwrap()).unwrap();
    let before = r#"{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/username/Desktop",
        "/path/to/other/allowed/dir"
      ]
    }
  }
}
"#;
    fs::write(&config, before).unwrap();
    let connected = home.paddock(&["connect", "cursor", "--yes"]);
    assert_eq!(connected["connected"][0]["server"], "filesystem", "{connected}");
    assert_eq!(connected["connected"][0]["folders"].as_array().map(Vec::len), Some(2));

    let servers = home.paddock(&["servers"]);
    let server =
        servers["servers"].as_array().unwrap().iter().find(|it| it["name"] == "filesystem");
    let line = server.unwrap()["command"]["line"].as_str().unwrap().to_owned();
    assert!(line.contains("server-filesystem"), "{line}");
    let written: serde_json::Value = serde_json::from_slice(&fs::read(&config).unwrap()).unwrap();
    let entry = &written["mcpServers"]["filesystem"];
    assert_eq!(entry["command"], program("paddock").to_str().unwrap());
    assert_eq!(entry["args"], serde_json::json!(["run", "filesystem", "--app", "cursor"]));

    // As before, by hand: the very same server is used again.
    fs::write(&config, before).unwrap();
    assert_eq!(home.paddock(&["servers"])["servers"].as_array().map(Vec::len), Some(2));
    let again = home.paddock(&["connect", "cursor", "--yes"]);
    assert_eq!(again["connected"][0]["new"], false, "{again}");
}
