//! Servers that come in a file.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use paddock_control::Command;
use paddock_control::view::ServerDraft;

use crate::fake_host::FakeHost;
use crate::program::{AtTerminal, run};
use crate::sample;

const MANIFEST: &str = r#"{
  "manifest_version": "0.3", "name": "notes", "display_name": "Notes \u001b[2J", "version": "1.0.0",
  "description": "Reads notes", "author": {"name": "Ada"},
  "server": {"type": "node", "entry_point": "server/index.js", "mcp_config": {
    "command": "node", "args": ["${__dirname}/server/index.js", "${user_config.folders}"],
    "env": {"KEY": "${user_config.key}"}}},
  "user_config": {
    "folders": {"type": "directory", "title": "Folders", "description": "", "multiple": true, "required": true},
    "key": {"type": "string", "title": "Key", "description": "", "sensitive": true}
  }}"#;

fn put(folder: &Path, manifest: &str) -> PathBuf {
    let file = folder.join("notes.mcpb");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&file).unwrap());
    for (name, text) in [("manifest.json", manifest), ("server/index.js", "1")] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    file
}

fn added(host: &FakeHost) -> Vec<ServerDraft> {
    let asked = host.asked();
    let drafts = asked.iter().filter_map(|(_, command)| {
        if let Command::AddServer { draft } = command { Some(draft.clone()) } else { None }
    });
    drafts.collect()
}

fn unpacked(host: &FakeHost) -> usize {
    let folder = host.world.home().join("data/paddock-bundles");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn a_bundle_is_shown_asked_for_what_it_needs_and_added() {
    let host = FakeHost::start(sample::view(), true);
    let file = put(host.world.home(), MANIFEST);
    let mut terminal =
        AtTerminal::start(&host.world, &["install", file.to_str().unwrap()], "yes\nyes\n");
    terminal.until("to decline:").types("yes\n");
    terminal.until("Folders").until("> ").types("\n");
    terminal.until("needs a value for folders").until("> ").types("~/a\n");
    terminal.until("+> ").types("/b c\n").until("+> ").types("\n");
    terminal.until("Key").until("leave this empty").until("> ").types("hunter2\n");
    let (code, seen) = terminal.end();
    assert_eq!(code, 0, "{seen}");
    assert!(!seen.contains("hunter2") && !seen.contains("\x1b[2J"), "{seen}");
    assert!(seen.contains("servers trust notes"), "{seen}");

    let drafts = added(&host);
    let [draft] = drafts.as_slice() else { panic!("{drafts:?}") };
    let bundles = host.world.home().join("data/paddock-bundles");
    let home = host.world.home().to_str().unwrap();
    assert_eq!((draft.name.as_str(), draft.program.as_str()), ("notes", "node"));
    assert!(Path::new(&draft.args[0]).starts_with(&bundles) && Path::new(&draft.args[0]).is_file());
    assert_eq!(draft.args[1..], [format!("{home}/a"), "/b c".to_owned()]);
    assert_eq!(draft.env[0].value, "hunter2");
    assert!(!host.asked().iter().any(|(_, asked)| matches!(
        asked,
        Command::TrustServer { .. } | Command::StartServer { .. } | Command::Grant { .. }
    )));
}

#[test]
fn nothing_is_added_without_a_person_or_from_a_bad_bundle() {
    let host = FakeHost::start(sample::view(), true);
    let file = put(host.world.home(), MANIFEST);
    let ended = run(&host.world, &["install", file.to_str().unwrap()]);
    assert_eq!(ended.code, 77, "nobody can be asked: {}", ended.err);
    let mut terminal = AtTerminal::start(&host.world, &["install", file.to_str().unwrap()], "");
    terminal.until("to decline:").types("no\n");
    assert_eq!(terminal.end().0, 75);
    for bad in ["{}", &MANIFEST.replace("0.3", "9.9")] {
        let file = put(host.world.home(), bad);
        let ended = run(&host.world, &["install", file.to_str().unwrap()]);
        assert!(ended.code != 0 && ended.err.contains("Nothing was added"), "{}", ended.err);
    }
    assert!(added(&host).is_empty());
    assert_eq!(unpacked(&host), 0);
}
