//! Servers that others wrote. `node tests/peers/setup.mjs` makes them ready and says where they
//! are; without that these tests are skipped, or fail where `PADDOCK_REQUIRE_PEERS` is set.

mod browsers;
mod everything;
mod runners;
mod sdks;
mod servers;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use paddock_host::view::{Access, Asked, ServerDraft, ToldView};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::world::{PATIENCE, READ, WRITE, World, uri};

const NODE: &str = "PADDOCK_PEERS_NODE";
const NO_ROOTS: &str = "no roots are currently configured";

#[tokio::test(flavor = "multi_thread")]
async fn server_everything_holds_what_is_shown() {
    let Some(draft) = node_peer("server-everything") else { return };
    let world = World::new();
    let server = world.add(draft).await;
    let running = world.until_told(server).await;
    assert!(!running.ignores_empty_list);
    let roots = "get-roots-list";
    until_said(&world, server, roots, json!({}), |said| said.contains(NO_ROOTS)).await;

    let (one, two) = (world.folder("one"), world.folder("two words"));
    let (uri_of_one, uri_of_two) = (uri(&one), uri(&two).replace(' ', "%20"));
    let holds = |said: &str| (said.contains(&uri_of_one), said.contains(&uri_of_two));
    let on_one = world.grant_and_tell(server, &one, READ).await;
    until_said(&world, server, roots, json!({}), |said| holds(said) == (true, false)).await;
    let on_two = world.grant_and_tell(server, &two, WRITE).await;
    until_said(&world, server, roots, json!({}), |said| holds(said) == (true, true)).await;
    world.host.revoke(on_one).await.unwrap();
    until_said(&world, server, roots, json!({}), |said| holds(said) == (false, true)).await;
    world.host.revoke(on_two).await.unwrap();
    until_said(&world, server, roots, json!({}), |said| said.contains(NO_ROOTS)).await;
    assert_eq!(world.until_told(server).await.told, ToldView::Told);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_filesystem_reads_what_is_granted_and_nothing_else() {
    let Some(draft) = node_peer("server-filesystem") else { return };
    let world = World::new();
    let server = world.add(draft).await;
    world.until_told(server).await;
    let (one, two) = (with_a_file(&world, "one"), with_a_file(&world, "two"));
    until_refused(&world, server, &one).await;

    let on_one = world.grant_and_tell(server, &one, READ).await;
    until_read(&world, server, &one).await;
    until_refused(&world, server, &two).await;
    world.grant_and_tell(server, &two, READ).await;
    until_read(&world, server, &two).await;

    world.host.revoke(on_one).await.unwrap();
    until_refused(&world, server, &one).await;
    until_read(&world, server, &two).await;
    world.quit().await;
}

/// It keeps the last folder when it is told that there is none; the operating system does not.
#[tokio::test(flavor = "multi_thread")]
async fn server_filesystem_loses_its_last_folder_and_runs_on() {
    let Some(draft) = node_peer("server-filesystem") else { return };
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.add(draft).await;
    let begun = world.until_told(server).await.state;
    let folder = with_a_file(&world, "acme");
    let file = json!({ "path": folder.join("hello.txt") });
    let new = json!({ "path": folder.join("new.txt"), "content": "new" });

    let grant = world.grant_and_tell(server, &folder, READ).await;
    until_read(&world, server, &folder).await;
    let refused = world.call(server, "write_file", new.clone()).await.unwrap();
    assert!(refused.is_error && refused.text.contains("EROFS"), "{refused:?}");
    assert!(!folder.join("new.txt").exists());

    world.host.set_access(grant, WRITE).await.unwrap();
    world.until_told(server).await;
    let written = world.call(server, "write_file", new.clone()).await.unwrap();
    assert!(!written.is_error, "{written:?}");
    assert_eq!(fs::read_to_string(folder.join("new.txt")).unwrap(), "new");

    world.host.set_access(grant, READ).await.unwrap();
    world.until_told(server).await;
    assert!(world.call(server, "write_file", new).await.unwrap().is_error);

    world.host.revoke(grant).await.unwrap();
    let told = world.until_told(server).await;
    let gone = world.call(server, "read_text_file", file).await.unwrap();
    assert!(gone.is_error && !gone.text.contains("hello\n"), "{gone:?}");
    assert!(told.ignores_empty_list && told.lingering.is_empty());
    assert_eq!(told.state, begun, "it was never started again");
    world.quit().await;
}

/// With the access that is proposed for writing it writes, but nothing that other programs run.
#[tokio::test(flavor = "multi_thread")]
async fn server_filesystem_writes_nothing_that_runs() {
    let Some(draft) = node_peer("server-filesystem") else { return };
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.add(draft).await;
    let begun = world.until_told(server).await.state;
    let folder = with_a_file(&world, "acme");
    fs::create_dir_all(folder.join(".git/hooks")).unwrap();
    fs::write(folder.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
    let writes = async |name: &str| {
        let arguments = json!({ "path": folder.join(name), "content": "new" });
        let said = world.call(server, "write_file", arguments).await.unwrap();
        let is_written = fs::read_to_string(folder.join(name)).is_ok_and(|text| text == "new");
        assert_eq!(said.is_error, !is_written, "{name}: {said:?}");
        is_written
    };
    let grant = world.grant_and_tell(server, &folder, READ).await;
    assert!(!writes("notes.txt").await);
    world.host.set_access(grant, Access::WriteGuarded).await.unwrap();
    world.until_told(server).await;
    assert!(writes("notes.txt").await);
    let code = json!({ "path": folder.join(".vscode") });
    let _ = world.call(server, "create_directory", code).await.unwrap();
    for name in [".git/hooks/pre-commit", ".git/config", ".vscode/tasks.json", ".envrc"] {
        assert!(!writes(name).await, "{name}");
    }
    let (from, to) = (folder.join("notes.txt"), folder.join(".git/hooks/post-commit"));
    let moved = json!({ "source": from, "destination": to });
    assert!(world.call(server, "move_file", moved).await.unwrap().is_error && !to.exists());
    assert_eq!(world.until_told(server).await.state, begun, "it was never started again");
    world.host.set_access(grant, READ).await.unwrap();
    world.until_told(server).await;
    assert!(!writes("more.txt").await);
    world.quit().await;
}

/// Where nothing is enforced, it keeps the last folder. That is shown, and a restart ends it.
#[tokio::test(flavor = "multi_thread")]
async fn server_filesystem_keeps_its_last_folder_where_it_is_only_told() {
    let Some(draft) = node_peer("server-filesystem") else { return };
    let world = World::new();
    let server = world.add(draft).await;
    world.choose(server, Asked::Advisory).await;
    world.until_told(server).await;
    let folder = with_a_file(&world, "acme");
    let grant = world.grant_and_tell(server, &folder, READ).await;
    until_read(&world, server, &folder).await;

    world.host.revoke(grant).await.unwrap();
    let told = world.until_told(server).await;
    assert!(told.ignores_empty_list);
    assert_eq!(told.lingering, [folder.display().to_string()]);
    until_read(&world, server, &folder).await;

    world.host.restart_server(server).await.unwrap();
    let clean =
        |it: &paddock_host::view::ServerView| it.told == ToldView::Told && it.lingering.is_empty();
    world.until_server(server, "it is told that there is no folder", clean).await;
    until_refused(&world, server, &folder).await;
    world.quit().await;
}

/// These ask whenever they are called, and do not listen to what changes in between.
async fn sees_what_is_granted(draft: ServerDraft) {
    let world = World::new();
    let server = world.add(draft).await;
    world.until_running(server).await;
    let (one, two) = (world.folder("one"), world.folder("two"));
    let seen = async || {
        let said = world.ask(server, "roots").await;
        [&one, &two].map(|folder| said.contains(&uri(folder)))
    };
    assert_eq!(seen().await, [false, false]);
    let on_one = world.grant(server, &one, READ).await;
    assert_eq!(seen().await, [true, false]);
    let on_two = world.grant(server, &two, READ).await;
    assert_eq!(seen().await, [true, true]);
    world.host.revoke(on_one).await.unwrap();
    assert_eq!(seen().await, [false, true]);
    world.host.revoke(on_two).await.unwrap();
    assert_eq!(seen().await, [false, false]);
    world.until_told(server).await;
    world.quit().await;
}

async fn until_read(world: &World, server: u32, folder: &Path) {
    let path = json!({ "path": folder.join("hello.txt") });
    until_said(world, server, "read_text_file", path, |said| said == "hello").await;
}

async fn until_refused(world: &World, server: u32, folder: &Path) {
    let path = json!({ "path": folder.join("hello.txt") });
    let denied = |said: &str| said.contains("Access denied");
    until_said(world, server, "read_text_file", path, denied).await;
}

/// Calls until the server says what it should: it is told first, and takes a moment to make that
/// its own.
async fn until_said(
    world: &World,
    server: u32,
    tool: &str,
    arguments: Value,
    right: impl Fn(&str) -> bool,
) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let said = world.call(server, tool, arguments.clone()).await.unwrap().text;
        if right(&said) {
            return;
        }
        assert!(Instant::now() < deadline, "{tool} {arguments} says {said}");
    }
}

fn with_a_file(world: &World, name: &str) -> PathBuf {
    let folder = world.folder(name);
    fs::write(folder.join("hello.txt"), "hello").unwrap();
    folder
}

pub(crate) fn node_peer(name: &str) -> Option<ServerDraft> {
    let modules = PathBuf::from(place(NODE)?);
    let script = modules.join("@modelcontextprotocol").join(name).join("dist/index.js");
    Some(peer("node", &script))
}

/// A server among the tests' own, run by Node.
fn script_peer(script: &str) -> Option<ServerDraft> {
    place(NODE)?;
    Some(peer("node", &own(script)))
}

fn program_peer(variable: &str) -> Option<ServerDraft> {
    let program = place(variable)?;
    Some(ServerDraft { name: "peer".into(), program, ..ServerDraft::default() })
}

fn python_peer(variable: &str, script: &str) -> Option<ServerDraft> {
    let python = place(variable)?;
    Some(peer(&python, &own(script)))
}

fn own(script: &str) -> PathBuf {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers");
    scripts.canonicalize().unwrap().join(script)
}

fn peer(program: &str, script: &Path) -> ServerDraft {
    ServerDraft {
        name: "peer".into(),
        program: program.to_owned(),
        args: vec![script.display().to_string()],
        ..ServerDraft::default()
    }
}

fn place(variable: &str) -> Option<String> {
    let place = env::var(variable).ok();
    if place.is_none() {
        let why = "is not set; `node tests/peers/setup.mjs` says to what";
        paddock_skip::skip_for_peer(format_args!("{variable} {why}"));
    }
    place
}
