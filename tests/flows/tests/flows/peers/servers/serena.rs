//! Serena, which reads and edits code. It writes its settings into a project when that is opened for
//! the first time, so here the folder may be written first and is only read after that.

use std::fs;
use std::path::Path;

use paddock_host::view::{Reach, ServerDraft, ServerView, Tier};
use serde_json::{Value, json};

use super::{SECRET, ask, in_each_tier, installed, place, until_reached};
use crate::world::{Called, Ground, READ, WRITE, World, is_running};

/// An interpreter in whose environment it is; empty where Python is too old for it.
const SERENA: &str = "PADDOCK_PEERS_PYTHON_SERENA";

/// Tools and not a console of Python, and no page of its own.
const ARGS: [&str; 7] = [
    "start-mcp-server",
    "--agent-interface",
    "tools",
    "--enable-web-dashboard",
    "false",
    "--open-web-dashboard",
    "false",
];

in_each_tier! {
    edits_what_is_granted_for_as_long_as_it_is;
}

async fn edits_what_is_granted_for_as_long_as_it_is(tier: Tier) {
    let Some(serena) = Serena::start(tier).await else { return };
    let (world, server) = (&serena.world, serena.server);
    let begun = world.until_running(server).await.state;
    let (project, other) = (world.folder("acme"), world.folder("other"));
    for folder in [&project, &other] {
        fs::write(folder.join("notes.md"), SECRET).unwrap();
    }
    let grant = world.grant(server, &project, WRITE).await;
    until_reached(world, server, &project, Reach::Write).await;
    serena.is_refused(&other).await;

    serena.opens(&project).await;
    assert!(serena.reads().await);
    assert!(serena.writes(&project, "1.md").await);

    world.host.set_access(grant, READ).await.unwrap();
    until_reached(world, server, &project, Reach::Read).await;
    serena.opens(&project).await;
    assert!(serena.reads().await);
    assert!(!serena.writes(&project, "2.md").await);

    world.host.set_access(grant, WRITE).await.unwrap();
    until_reached(world, server, &project, Reach::Write).await;
    serena.opens(&project).await;
    assert!(serena.writes(&project, "3.md").await);

    let before = world.until_running(server).await.state;
    world.host.revoke(grant).await.unwrap();
    match tier {
        Tier::LiveMounts => until_reached(world, server, &project, Reach::Nothing).await,
        Tier::Landlock => {
            let again = |it: &ServerView| is_running(it) && it.state != before;
            world.until_server(server, "it is started without the folder", again).await;
        }
    }
    serena.open(&project).await;
    assert!(!serena.reads().await);
    assert!(!serena.writes(&project, "4.md").await);
    serena.has_tried(&project).await;
    if tier == Tier::LiveMounts {
        let state = world.until_running(server).await.state;
        assert_eq!(state, begun, "it was never started again");
    }
    serena.world.quit().await;
}

struct Serena {
    world: World,
    server: u32,
}

impl Serena {
    async fn start(tier: Tier) -> Option<Self> {
        let draft = draft()?;
        let world = Ground::up_to(tier).start();
        if !world.enforces_by(tier).await {
            return None;
        }
        let server = world.add(draft).await;
        world.until_running(server).await;
        Some(Self { world, server })
    }

    async fn open(&self, project: &Path) -> Called {
        // What it calls a session is any text that a client keeps to.
        self.ask("activate_project", json!({ "project": project, "session": "1" })).await
    }

    /// Where it was started anew it has no project.
    async fn opens(&self, project: &Path) {
        let said = self.open(project).await;
        assert!(!said.is_error, "{said:?}");
    }

    /// Whether it reads in the project that is open.
    async fn reads(&self) -> bool {
        let said = self.ask("read_file", json!({ "relative_path": "notes.md" })).await;
        said.text.contains(SECRET)
    }

    async fn writes(&self, project: &Path, name: &str) -> bool {
        let file = json!({ "relative_path": name, "content": "new" });
        let said = self.ask("create_text_file", file).await;
        let is_written = project.join(name).exists();
        assert_eq!(said.is_error, !is_written, "{name}: {said:?}");
        is_written
    }

    async fn is_refused(&self, project: &Path) {
        let said = self.open(project).await;
        assert!(said.is_error, "{said:?}");
        self.has_tried(project).await;
    }

    async fn has_tried(&self, folder: &Path) {
        let tried = |it: &ServerView| {
            it.attempts.iter().any(|attempt| Path::new(&attempt.path).starts_with(folder))
        };
        self.world.until_server(self.server, "an attempt is shown", tried).await;
    }

    async fn ask(&self, tool: &str, arguments: Value) -> Called {
        ask(&self.world, self.server, tool, arguments).await
    }
}

fn draft() -> Option<ServerDraft> {
    if place(SERENA)?.is_empty() {
        paddock_skip::skip("Serena needs Python 3.11");
        return None;
    }
    let args = ARGS.map(str::to_owned).to_vec();
    Some(ServerDraft { args, ..installed(SERENA, "serena")? })
}
