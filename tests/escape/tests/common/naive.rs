//! A careless server to be told what to try.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use paddock_sandbox::{Network, Tier};
use serde_json::{Value, json};

use super::ground::{Ground, Look, copy_program};
use super::keeper::Server;
use super::{Run, User, or_skip};

/// A careless server and what is known of the world outside of it.
pub(crate) struct Naive<'a> {
    pub(crate) server: Server,
    pub(crate) run: Run,
    pub(crate) ground: &'a Ground,
    pub(crate) before: BTreeMap<PathBuf, Look>,
    calls: u64,
}

impl<'a> Naive<'a> {
    pub(crate) fn start(ground: &'a Ground, run: Run, root: &Path) -> Option<Self> {
        let program = ground.world.program().with_file_name("naive-server");
        copy_program(Path::new(env!("CARGO_BIN_EXE_naive-server")), &program);
        let before = ground.look();
        let server = start(ground, run, &program, vec![root.into()])?;
        Some(Self { server, run, ground, before, calls: 0 })
    }

    pub(crate) fn tries_to_read(&mut self, path: &Path) {
        let read = self.read(path);
        let path = path.display();
        match read {
            Ok(text) if self.is_bare() => assert!(text.contains(&self.ground.token), "{path}"),
            Ok(text) => panic!("{}: {path} was read: {text:?}", self.run),
            Err(error) => assert!(!self.is_bare(), "{path} does not bite: {error}"),
        }
    }

    pub(crate) fn tries_to_list(&mut self, path: &Path, name: &str) {
        let listed = self.call("list_directory", &json!({ "path": path }));
        let path = path.display();
        match listed {
            Ok(names) if self.is_bare() => assert!(names.contains(name), "{path}: {names}"),
            Ok(names) => panic!("{}: {path} was listed: {names:?}", self.run),
            Err(error) => assert!(!self.is_bare(), "{path} does not bite: {error}"),
        }
    }

    pub(crate) fn tries_to_write(&mut self, path: &Path) {
        let written = self.write(path);
        let path = path.display();
        assert_eq!(written.is_ok(), self.is_bare(), "{}: {path}: {written:?}", self.run);
    }

    pub(crate) fn writes_if_bare(&self, path: &Path) {
        assert_eq!(path.exists(), self.is_bare(), "{}: {}", self.run, path.display());
    }

    pub(crate) fn changes_if_bare(&self, path: &Path) {
        let text = std::fs::read_to_string(path).unwrap();
        let kept = text.contains(&self.ground.token);
        assert_eq!(!kept, self.is_bare(), "{}: {}: {text}", self.run, path.display());
    }

    pub(crate) fn end(self) {
        self.server.end();
    }

    pub(crate) fn tells_if_bare(&self, said: &str) {
        let told = said.contains(&self.ground.token);
        assert_eq!(told, self.is_bare(), "{}: {said}", self.run);
    }

    fn is_bare(&self) -> bool {
        self.run.tier.is_none()
    }

    pub(crate) fn read(&mut self, path: &Path) -> Result<String, String> {
        self.call("read_file", &json!({ "path": path }))
    }

    pub(crate) fn write(&mut self, path: &Path) -> Result<String, String> {
        self.call("write_file", &json!({ "path": path, "content": "overwritten" }))
    }

    /// What git said, whether it failed or not.
    pub(crate) fn git(&mut self, folder: &Path, arguments: &[&str]) -> String {
        let call = self.call("git", &json!({ "path": folder, "arguments": arguments }));
        call.unwrap_or_else(|error| error)
    }

    /// Has it run a script in a folder; what that said, unless it failed.
    pub(crate) fn script(&mut self, folder: &Path, script: &str) -> Result<String, String> {
        self.call("run", &json!({ "path": folder, "script": script }))
    }

    pub(crate) fn call(&mut self, name: &str, arguments: &Value) -> Result<String, String> {
        self.calls += 1;
        let params = json!({ "name": name, "arguments": arguments });
        let request =
            json!({ "jsonrpc": "2.0", "id": self.calls, "method": "tools/call", "params": params });
        self.server.say(&request.to_string());
        let line = self.server.stdout.next().expect("the server lives");
        let response: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(response["id"], self.calls, "{response}");
        let text = response["result"]["content"][0]["text"].as_str().unwrap().to_owned();
        if response["result"]["isError"] == true { Err(text) } else { Ok(text) }
    }
}

pub(crate) fn start(
    ground: &Ground,
    run: Run,
    program: &Path,
    args: Vec<OsString>,
) -> Option<Server> {
    let mut launch = ground.launch_of(run, program, args);
    launch.env.push(("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()));
    if run.tier.is_none() {
        return Some(Server::bare(&launch, run.user, &ground.careless()));
    }
    or_skip(Server::kept(launch, run.user, &ground.careless()), run, 1)
}

/// The least powerful user there is here: that is whom servers run as.
fn user() -> User {
    User::all().pop().unwrap()
}

pub(crate) fn bare() -> Run {
    Run { tier: None, network: Network::Open, user: user() }
}

pub(crate) fn tiers() -> impl Iterator<Item = Run> {
    let tiers = [Tier::Landlock, Tier::LiveMounts];
    tiers.into_iter().map(|tier| Run { tier: Some(tier), ..bare() })
}
