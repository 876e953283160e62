//! Servers that people run every day, as their READMEs have them run: one list, and one walk.
//!
//! A server is granted the folder that its command names, to read; then to write; then to read
//! again; then not at all. With live mounts it is started once; under Landlock each change starts it
//! anew. What it did to the folder is looked at on the disk, whatever the server says of it.

mod git;
mod list;
pub(super) mod names;
mod pages;
mod serena;
mod without;
mod workbook;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use paddock_host::view::{
    Access, EnvEntry, LifetimeChoice, Reach, RunView, ServerDraft, ServerView, Tier,
};
use serde_json::Value;

use super::{NODE, peer, place, program_peer};
use crate::world::{Called, Ground, READ, World, is_running};

/// What stands in files that only a grant lets a server read.
const SECRET: &str = "marmot";

pub(super) const PYTHON_SERVERS: &str = "PADDOCK_PEERS_PYTHON_SERVERS";

/// A test for each tier from what is done in either.
macro_rules! in_each_tier {
    ($($walk:ident;)*) => {
        $(mod $walk {
            use paddock_host::view::Tier;

            #[tokio::test(flavor = "multi_thread")]
            async fn in_live_mounts() {
                super::$walk(Tier::LiveMounts).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn under_landlock() {
                super::$walk(Tier::Landlock).await;
            }
        })*
    };
}
use in_each_tier;

/// A server, and how it is seen to use a folder.
struct Case {
    program: Program,
    /// `{folder}` stands for the folder that is granted.
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
    /// Puts into a folder what the server works on.
    fill: fn(&Path),
    /// Answers with [`SECRET`] where the folder can be read.
    read: Call,
    /// Changes something in the folder, by a number that is another one each time.
    write: Option<Call>,
    /// The access with which `write` is enough.
    access: Access,
    /// Whether it keeps to its folder by itself, so that only a revocation shows what the system does.
    minds_itself: bool,
}

struct Call {
    tool: &'static str,
    arguments: fn(&Path, u32) -> Value,
}

#[derive(Clone, Copy)]
enum Program {
    /// A script below `node_modules`.
    Node(&'static str),
    /// A program that a Python package installs.
    Python(&'static str),
    /// The program that a variable names.
    Other(&'static str),
}

impl Program {
    fn draft(self, args: &[&str]) -> Option<ServerDraft> {
        let mut draft = match self {
            Self::Node(script) => peer("node", &PathBuf::from(place(NODE)?).join(script)),
            Self::Python(name) => installed(PYTHON_SERVERS, name)?,
            Self::Other(variable) => program_peer(variable)?,
        };
        draft.args.extend(args.iter().map(|&arg| arg.to_owned()));
        Some(draft)
    }
}

/// A program beside the interpreter that it was installed for.
fn installed(python: &str, name: &str) -> Option<ServerDraft> {
    let python = PathBuf::from(place(python)?);
    let program = python.with_file_name(name).display().to_string();
    Some(ServerDraft { name: "peer".into(), program, ..ServerDraft::default() })
}

impl Case {
    fn names_the_folder(&self) -> bool {
        let mut words = self.args.iter().chain(self.env.iter().map(|(_, value)| value));
        words.any(|word| word.contains("{folder}"))
    }

    fn draft(&self, folder: &Path) -> Option<ServerDraft> {
        let put_in = |text: &str| text.replace("{folder}", folder.to_str().unwrap());
        let args: Vec<_> = self.args.iter().map(|text| put_in(text)).collect();
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        let mut draft = self.program.draft(&args)?;
        let entry = |&(name, value): &(&str, &str)| EnvEntry {
            name: name.to_owned(),
            value: put_in(value),
        };
        draft.env.extend(self.env.iter().map(entry));
        Some(draft)
    }
}

/// A server of the list that runs with its folder granted to read.
struct Walk {
    world: World,
    tier: Tier,
    case: Case,
    server: u32,
    grant: u32,
    /// The folder that is granted, and one beside it.
    granted: PathBuf,
    other: PathBuf,
    begun: RunView,
    calls: std::cell::Cell<u32>,
}

async fn walk(tier: Tier, case: Case) {
    let Some(walk) = Walk::begin(tier, case).await else { return };
    walk.reads_what_is_granted().await;
    walk.writes(false).await;
    walk.change(walk.case.access).await;
    walk.writes(true).await;
    walk.change(READ).await;
    walk.writes(false).await;
    walk.revoke().await;
    walk.end().await;
}

impl Walk {
    async fn begin(tier: Tier, case: Case) -> Option<Self> {
        let world = Ground::up_to(tier).start();
        let (granted, other) = (world.folder("acme"), world.folder("other"));
        let draft = case.draft(&granted)?;
        if !world.enforces_by(tier).await {
            return None;
        }
        for folder in [&granted, &other] {
            (case.fill)(folder);
        }
        let server = world.host.add_server(draft).await.unwrap();
        let grant = if case.names_the_folder() {
            grant_what_is_named(&world, server, &granted).await
        } else {
            world.grant(server, &granted, READ).await
        };
        world.trust(server).await;
        let begun = world.until_running(server).await.state;
        let calls = std::cell::Cell::new(0);
        let walk = Self { world, tier, case, server, grant, granted, other, begun, calls };
        walk.until_found(Reach::Read).await;
        Some(walk)
    }

    async fn reads_what_is_granted(&self) {
        let said = self.call(&self.case.read, &self.granted).await;
        assert!(said.text.contains(SECRET), "{said:?}");
        if !self.case.minds_itself {
            self.is_refused(&self.other).await;
        }
    }

    /// The server tries to read a folder, and the system stops it.
    async fn is_refused(&self, folder: &Path) {
        let said = self.call(&self.case.read, folder).await;
        assert!(!said.text.contains(SECRET), "{said:?}");
        let tried = |it: &ServerView| {
            it.attempts.iter().any(|attempt| Path::new(&attempt.path).starts_with(folder))
        };
        self.world.until_server(self.server, "an attempt is shown", tried).await;
    }

    async fn writes(&self, allowed: bool) {
        let Some(write) = &self.case.write else { return };
        let before = files_in(&self.granted);
        let said = self.call(write, &self.granted).await;
        let changed = files_in(&self.granted) != before;
        assert_eq!(changed, allowed, "{said:?}");
    }

    /// Changes the access, and waits until a probe has found it.
    async fn change(&self, access: Access) {
        self.world.host.set_access(self.grant, access).await.unwrap();
        self.until_found(if access == READ { Reach::Read } else { Reach::Write }).await;
    }

    async fn revoke(&self) {
        let before = self.world.until_running(self.server).await.state;
        self.world.host.revoke(self.grant).await.unwrap();
        match self.tier {
            Tier::LiveMounts => self.until_found(Reach::Nothing).await,
            Tier::Landlock => self.until_started_without(&before).await,
        }
        self.is_refused(&self.granted).await;
    }

    /// One whose command names the folder may end at its start, for want of it.
    async fn until_started_without(&self, before: &RunView) {
        let again = |it: &ServerView| {
            let ended = matches!(it.state, RunView::Failed { .. }) && self.case.names_the_folder();
            ended || is_running(it) && it.state != *before
        };
        self.world.until_server(self.server, "it is started without the folder", again).await;
    }

    async fn until_found(&self, reach: Reach) {
        until_reached(&self.world, self.server, &self.granted, reach).await;
    }

    async fn call(&self, call: &Call, folder: &Path) -> Called {
        self.calls.set(self.calls.get() + 1);
        let arguments = (call.arguments)(folder, self.calls.get());
        ask(&self.world, self.server, call.tool, arguments).await
    }

    async fn end(self) {
        if self.tier == Tier::LiveMounts {
            let state = self.world.until_running(self.server).await.state;
            assert_eq!(state, self.begun, "it was never started again");
        }
        self.world.quit().await;
    }
}

/// Waits until a probe has found that a running server reaches so much of a folder.
async fn until_reached(world: &World, server: u32, folder: &Path, reach: Reach) {
    let path = folder.display().to_string();
    let found = |it: &ServerView| {
        let proof = it.proof.as_ref().filter(|proof| proof.holds);
        let mut findings = proof.into_iter().flat_map(|proof| &proof.findings);
        is_running(it) && findings.any(|it| it.path == path && it.found == reach)
    };
    world.until_server(server, "a probe found it so", found).await;
}

/// What a server says, be it that it failed.
async fn ask(world: &World, server: u32, tool: &str, arguments: Value) -> Called {
    let answer = world.call(server, tool, arguments).await;
    answer.unwrap_or_else(|failure| Called { text: format!("{failure:?}"), is_error: true })
}

/// Agrees to the one folder that is proposed for a command, to read.
async fn grant_what_is_named(world: &World, server: u32, folder: &Path) -> u32 {
    let picked = world.host.pick_named(server, false).await.unwrap();
    let view = world.view().await;
    let picks: Vec<_> = view.picks.iter().filter(|pick| picked.contains(&pick.id)).collect();
    assert_eq!(picks.len(), 1, "{picks:?}");
    assert_eq!(picks[0].folder.path, folder.display().to_string());
    let always = LifetimeChoice::Always;
    world.host.grant(picks[0].id, server, READ, always, None).await.unwrap();
    let view = world.view().await;
    view.grants.iter().find(|grant| grant.server == server).unwrap().id
}

/// All files below a folder, with what is in them.
fn files_in(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            files.extend(files_in(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}
