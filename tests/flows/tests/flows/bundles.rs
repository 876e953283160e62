//! Servers that come packed in a file.

use std::io::{Cursor, Write as _};
use std::path::Path;

use paddock_bundles::{Bundle, Folders, Value, Values, bundles_beside, launch};
use paddock_control::view::{InForceView, ServerDraft, ServerView};
use serde_json::json;

use crate::world::{READ, World};

const MANIFEST: &str = r#"{
  "manifest_version": "0.3", "name": "notes", "version": "VERSION", "description": "Reads a file",
  "author": {"name": "Ada"},
  "server": {"type": "node", "entry_point": "server/index.js", "mcp_config": {
    "command": "node", "args": ["${__dirname}/server/index.js", "${user_config.folder}"]}},
  "user_config": {"folder": {"type": "directory", "title": "Folder", "description": "", "required": true}}}"#;

/// A server of one tool. It reads a file of the bundle that is not beside its script, and says
/// whether it can write one there.
const SCRIPT: &str = r"
const { readFileSync, writeFileSync } = require('fs')
const greeting = readFileSync(__dirname + '/../assets/greeting.txt', 'utf8')
const tried = (act) => { try { return act() } catch (error) { return error.code } }
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'read', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: [
    greeting,
    tried(() => readFileSync(process.argv[2] + '/note.txt', 'utf8')),
    tried(() => { writeFileSync(__filename, ''); return 'wrote' }),
  ].join(' ') }] }),
}
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const answer = answers[method]
  if (id === undefined) return
  const said = answer ? { result: answer(params) } : { error: { code: -32601, message: 'no' } }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
})
";

fn bundle(version: &str) -> Bundle {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let manifest = MANIFEST.replace("VERSION", version);
    let files = [
        ("manifest.json", manifest.as_str()),
        ("server/index.js", SCRIPT),
        ("assets/greeting.txt", "hello"),
    ];
    for (name, text) in files {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    Bundle::read(writer.finish().unwrap().into_inner()).unwrap()
}

fn draft(world: &World, version: &str, folder: &Path) -> ServerDraft {
    let mut bundle = bundle(version);
    let unpacked = bundle.unpack(&bundles_beside(&world.ground.places.data)).unwrap();
    let home = world.ground.places.home.as_path();
    let folders = Folders { home, desktop: home, documents: home, downloads: home };
    let folder = Value::One(folder.to_str().unwrap().to_owned());
    let values = Values::from([("folder".to_owned(), folder)]);
    let made = launch(&bundle, &unpacked, &folders, &values).unwrap();
    let (name, program, args) = ("notes".to_owned(), made.program, made.args);
    ServerDraft { name, program, args, ..ServerDraft::default() }
}

fn unpacked(world: &World) -> Vec<String> {
    let entries = std::fs::read_dir(bundles_beside(&world.ground.places.data)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.starts_with('.')).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_runs_from_its_folder_is_updated_and_goes_with_its_server() {
    if !Path::new("/usr/bin/node").exists() && !Path::new("/usr/local/bin/node").exists() {
        return paddock_skip::skip("Node.js is not installed for everyone");
    }
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let folder = world.folder("acme");
    std::fs::write(folder.join("note.txt"), "note").unwrap();
    let id = world.add(draft(&world, "1.0.0", &folder)).await;
    world.until_running(id).await;
    let said = world.call(id, "read", json!({})).await.unwrap().text;
    assert!(said.starts_with("hello ENO") || said.starts_with("hello EACCES"), "{said}");
    world.grant(id, &folder, READ).await;
    let enforced =
        |it: &ServerView| matches!(it.enforcement.in_force, InForceView::Enforced { .. });
    world.until_server(id, "the grant is enforced", enforced).await;
    let said = world.call(id, "read", json!({})).await.unwrap().text;
    assert!(
        said.starts_with("hello note E"),
        "it can read what was granted, and write nothing: {said}"
    );

    let first = unpacked(&world);
    world.host.edit_server(id, draft(&world, "2.0.0", &folder)).await.unwrap();
    world.until_asked_to_trust(id).await;
    world.trust(id).await;
    world.until_running(id).await;
    world.host.remove_server(id).await.unwrap();
    world.until("it is gone", |view| view.servers.iter().all(|server| server.id != id)).await;
    let ground = world.quit().await;
    let left = std::fs::read_dir(bundles_beside(&ground.places.data)).unwrap().count();
    assert_eq!((first.len(), left), (1, 0), "both versions are gone from the disk");
}
