//! Apps whose entries go through Paddock, and are given back.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use paddock_control::Command;
use paddock_control::view::RunView;
use serde_json::Value;

use crate::fake_host::{FakeHost, World};
use crate::program::{AtTerminal, run};
use crate::sample;

/// As the documentation of the filesystem server has it, with what people add.
const CONFIG: &str = r#"{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ann/Desktop", "/w/my files"],
      "env": { "API_TOKEN": "hunter2hunter2" }
    },
    "far": { "url": "https://example.org/mcp?key=hunter2hunter2" },
    "\u001b[2J--app\n": { "command": "uvx", "args": ["--api-key", "hunter2hunter2", "x"] }
  }
}
"#;

/// The end of each question.
const ASKS: &str = "to decline:";

fn put(world: &World, text: &str) -> PathBuf {
    let file = world.home().join(".cursor/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    file
}

/// For the page that says what programs read.
pub(crate) fn put_example(world: &World) {
    let through = r#"{"command": "/usr/bin/paddock", "args": ["run", "git", "--app", "cursor"]}"#;
    let direct = r#"{"command": "uvx", "args": ["mcp-server-fetch", "--api-key", "x"]}"#;
    let far = r#"{"url": "https://example.org/mcp"}"#;
    let servers = format!(r#""git": {through}, "fetch": {direct}, "far": {far}, "odd": []"#);
    put(world, &format!(r#"{{"mcpServers": {{{servers}}}}}"#));
}

fn host() -> (FakeHost, PathBuf) {
    let host = FakeHost::start(sample::view(), true);
    let file = put(&host.world, CONFIG);
    (host, file)
}

fn kept(world: &World) -> PathBuf {
    world.home().join("data/paddock/apps")
}

fn added(host: &FakeHost) -> Vec<paddock_control::view::ServerDraft> {
    let asked = host.asked();
    let drafts = asked.iter().filter_map(|(_, command)| {
        if let Command::AddServer { draft } = command { Some(draft.clone()) } else { None }
    });
    drafts.collect()
}

#[test]
fn what_apps_launch_is_listed_without_a_host_and_without_secrets() {
    let world = World::new();
    put(&world, CONFIG);
    let ended = run(&world, &["apps"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    for words in ["Cursor", ".cursor/mcp.json", "Direct", "server-filesystem", "Remote", "***"] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    for never in ["hunter2", "\u{1b}"] {
        assert!(!ended.out.contains(never), "{}", ended.out);
    }
    put(&world, "{ \"mcpServers\": ");
    let ended = run(&world, &["apps"]);
    assert!(ended.code == 0 && ended.out.contains("Cannot be read"), "{}", ended.out);
    assert_eq!(run(&world, &["connect", "cursor", "--yes"]).code, 65);
}

#[test]
fn an_app_is_connected_and_given_back_byte_for_byte() {
    let (host, file) = host();
    let ended = run(&host.world, &["connect", "Cursor", "--yes"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(!ended.out.contains("hunter2") && !ended.out.contains('\u{1b}'), "{}", ended.out);
    for next in ["servers trust filesystem", "grant '/w/my files' filesystem", "API_TOKEN"] {
        assert!(ended.out.contains(next), "{next}: {}", ended.out);
    }
    let drafts = added(&host);
    assert_eq!(drafts.len(), 2, "what is remote is left alone");
    assert_eq!((drafts[0].name.as_str(), drafts[0].program.as_str()), ("filesystem", "npx"));
    assert_eq!(drafts[0].env[0].value, "hunter2hunter2");
    assert!(drafts.iter().all(|it| !it.name.starts_with('-') && !it.name.contains('\n')));

    let written = fs::read_to_string(&file).unwrap();
    let config: Value = serde_json::from_str(&written).unwrap();
    let entry = &config["mcpServers"]["filesystem"];
    assert!(entry["command"].as_str().unwrap().ends_with("/paddock"), "{entry}");
    assert_eq!(entry["args"], serde_json::json!(["run", "filesystem", "--app", "cursor"]));

    let folder = kept(&host.world);
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    for file in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{file:?}");
    }
    let records = fs::read_to_string(folder.join("connected.json")).unwrap();
    assert!(!records.contains("hunter2"), "{records}");

    let listed: Value = serde_json::from_str(&run(&host.world, &["apps", "--json"]).out).unwrap();
    let entry = &listed["apps"][0]["files"][0]["entries"][0];
    assert_eq!((&entry["how"], &entry["standing"]), (&"through".into(), &"asWritten".into()));

    let ended = run(&host.world, &["disconnect", "cursor"]);
    assert_eq!(ended.code, 77, "nobody can be asked: {}", ended.err);
    assert_eq!(run(&host.world, &["disconnect", "cursor", "--yes"]).code, 64);
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
    let mut terminal = AtTerminal::start(&host.world, &["disconnect", "cursor"], "");
    terminal.until("to decline:").types("yes\n");
    let (ended, seen) = terminal.end();
    assert_eq!(ended, 0, "{seen}");
    assert!(!seen.contains("hunter2"), "{seen}");
    assert_eq!(fs::read_to_string(&file).unwrap(), CONFIG);
    assert_eq!(fs::read_to_string(folder.join("connected.json")).unwrap(), "[]");
    assert_eq!(fs::read_to_string(folder.join("withheld.json")).unwrap(), "[]");
    assert_eq!(run(&host.world, &["disconnect", "cursor"]).code, 66);
}

#[test]
fn what_is_left_as_it_is_is_named_with_the_reason() {
    let host = FakeHost::start(sample::view(), true);
    let odd = r#""far": {"url": "https://example.org/mcp?key=hunter2hunter2"},
      "bound": {"command": "npx", "args": ["x", "${fileBasename}"]},
      "\u001b[2Jgit": {"command": "paddock", "args": ["run", "git", "--app", "cursor"]},
      "boxed": {"command": "/usr/bin/docker", "args": ["run", "-i", "mcp/x"]},
      "odd": []"#;
    let reasons = [
        "far is left as it is: it is a server elsewhere (https://example.org)",
        "bound is left as it is: it needs ${fileBasename}",
        "[2Jgit is left as it is: it goes through Paddock already",
        "boxed is left as it is: it runs docker, which acts outside of any sandbox",
        "odd is left as it is: ",
    ];
    put(&host.world, &format!(r#"{{"mcpServers": {{{odd}}}}}"#));
    let ended = run(&host.world, &["connect", "cursor", "--yes"]);
    assert_eq!(ended.code, 66, "{}", ended.err);
    for reason in reasons {
        assert!(ended.err.contains(reason), "{reason}: {}", ended.err);
    }
    put(&host.world, &format!(r#"{{"mcpServers": {{{odd}, "web": {{"command": "w"}}}}}}"#));
    let listed = run(&host.world, &["apps"]).out;
    assert!(listed.contains("it needs ${fileBasename}"), "{listed}");
    let mut terminal = AtTerminal::start(&host.world, &["connect", "cursor"], "yes\n");
    terminal.until("to decline:").types("no\n");
    let (_, seen) = terminal.end();
    for reason in reasons {
        assert!(seen.contains(reason), "{reason}: {seen}");
    }
    assert!(!seen.contains("hunter2") && !seen.contains("\x1b[2J"), "{seen}");

    let ended = run(&host.world, &["connect", "cursor", "--yes", "--json"]);
    let told: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(told["connected"][0]["entry"], "web");
    let skipped = told["skipped"].as_array().unwrap();
    let codes: Vec<_> = skipped.iter().map(|it| it["problem"]["code"].as_str().unwrap()).collect();
    let codes = &codes[..4];
    let expected = [
        "app-entry-no-command",
        "app-entry-needs-app",
        "app-entry-already-through",
        "app-entry-acts-elsewhere",
    ];
    assert_eq!(codes, expected);
    assert_eq!(skipped[0]["entry"], "far");
    assert!(!ended.out.contains("hunter2"), "{}", ended.out);

    let named = run(&host.world, &["connect", "cursor", "web", "--yes", "--json"]);
    assert_ne!(named.code, 0, "it goes through Paddock by now");
}

#[test]
fn only_yes_at_the_terminal_changes_anything() {
    let (host, file) = host();
    let ended = run(&host.world, &["connect", "cursor"]);
    assert_eq!(ended.code, 77, "nobody can be asked: {}", ended.err);
    for (typed, code) in [("no\n", 75), ("\n", 75), ("yes\n", 0)] {
        assert_eq!(fs::read_to_string(&file).unwrap(), CONFIG, "{typed:?}");
        assert!(added(&host).is_empty(), "{typed:?}");
        let mut terminal = AtTerminal::start(&host.world, &["connect", "cursor"], "yes\n");
        terminal.until(ASKS).types(typed);
        // Two commands, and two folders of the first.
        for _ in 0..if code == 0 { 4 } else { 0 } {
            terminal.until(ASKS).types("no\n");
        }
        let (ended, seen) = terminal.end();
        assert_eq!(ended, code, "{typed:?}: {seen}");
        assert!(seen.contains("@@ ") && !seen.contains("hunter2"), "{seen}");
        assert!(!seen.contains("\x1b[2J"), "{seen}");
    }
    assert_ne!(fs::read_to_string(&file).unwrap(), CONFIG);
}

#[test]
fn what_a_connected_server_needs_is_asked_for_at_once() {
    let (host, _) = host();
    let mut terminal = AtTerminal::start(&host.world, &["connect", "cursor"], "");
    for answer in ["yes\n", "yes\n", "yes\n", "no\n", "no\n"] {
        terminal.until(ASKS).types(answer);
    }
    let (ended, seen) = terminal.end();
    assert_eq!(ended, 0, "{seen}");
    let (_, left) = seen.split_once("What is left to do").unwrap();
    assert!(left.contains("paddock grant '/w/my files' filesystem"), "{left}");
    assert!(left.contains("paddock servers trust") && !left.contains("trust filesystem"), "{left}");
    assert!(!left.contains("Desktop"), "{left}");
    let view = host.view();
    let server = view.servers.iter().find(|it| it.name == "filesystem").unwrap();
    assert!(matches!(server.state, RunView::Starting { .. }));
    assert_eq!(view.grants.iter().filter(|it| it.server == server.id).count(), 1);
    assert!(view.consents.is_empty() && view.picks.is_empty(), "nothing waits on");
}

/// As the documentation of a server for VS Code has it: what the app asks for, Paddock does.
#[test]
fn what_an_app_would_fill_in_is_asked_for_at_the_terminal() {
    let host = FakeHost::start(sample::view(), true);
    let file = host.world.home().join("config/Code/User/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let config = r#"{
      "inputs": [
        {"id": "org", "type": "promptString", "description": "Organization\u001b[2J (e.g. 'contoso')"},
        {"id": "pat", "type": "promptString", "description": "Token", "password": true}],
      "servers": {
        "ado": {"command": "npx", "args": ["-y", "@azure-devops/mcp", "${input:org}"],
          "env": {"PAT": "${input:pat}"}}}}"#;
    fs::write(&file, config).unwrap();
    for named in [&[][..], &["ado"]] {
        let words = [&["connect", "vscode", "--yes"][..], named].concat();
        let ended = run(&host.world, &words);
        assert_ne!(ended.code, 0, "{}", ended.err);
        assert!(ended.err.contains("needs a value for org"), "{}", ended.err);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), config);

    let mut terminal = AtTerminal::start(&host.world, &["connect", "vscode"], "");
    terminal.until("(e.g. 'contoso')").until(">").types("contoso\n");
    terminal.until("Token").until(">").types("hunter2hunter2\n");
    terminal.until(ASKS).types("yes\n");
    terminal.until(ASKS).types("no\n");
    let (ended, seen) = terminal.end();
    assert_eq!(ended, 0, "{seen}");
    assert!(seen.contains("@azure-devops/mcp contoso"), "{seen}");
    assert!(!seen.contains("hunter2") && !seen.contains("\x1b[2J"), "{seen}");
    let [draft] = &*added(&host) else { panic!("one is added") };
    assert_eq!(draft.args, ["-y", "@azure-devops/mcp", "contoso"]);
    assert_eq!((&*draft.env[0].value, draft.said["PAT"]), ("hunter2hunter2", true));
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("--app") && !written.contains("hunter2"), "{written}");

    let mut terminal = AtTerminal::start(&host.world, &["disconnect", "vscode"], "");
    terminal.until(ASKS).types("yes\n");
    assert_eq!(terminal.end().0, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), config);
}

/// As servers document it for VS Code: their variables are in a file of the person's.
#[test]
fn variables_in_a_file_are_named_and_move_into_paddock() {
    let host = FakeHost::start(sample::view(), true);
    let file = host.world.home().join("config/Code/User/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let config = r#"{"servers": {
      "db": {"command": "npx", "args": ["db"], "env": {"MODE": "ro"},
        "envFile": "${userHome}/db.env"},
      "here": {"command": "npx", "args": ["here"], "envFile": "${workspaceFolder}/.env"}}}"#;
    fs::write(&file, config).unwrap();
    let variables = "export DB_TOKEN='hunter2hunter2' # mine\nMODE=rw\n";
    fs::write(host.world.home().join("db.env"), variables).unwrap();
    let ended = run(&host.world, &["connect", "vscode", "--yes"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    for words in ["db.env: DB_TOKEN", "which file ${workspaceFolder}/.env is"] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    assert!(!ended.out.contains("hunter2"), "{}", ended.out);
    let drafts = added(&host);
    let env: Vec<_> = drafts[0].env.iter().map(|it| (&*it.name, &*it.value)).collect();
    assert_eq!(env, [("DB_TOKEN", "hunter2hunter2"), ("MODE", "ro")]);
    assert_eq!(drafts[1].env, []);
}

#[test]
fn what_an_app_keeps_for_a_server_is_asked_for_at_the_terminal() {
    let host = FakeHost::start(sample::view(), true);
    let file = host.world.home().join("config/goose/config.yaml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let config = "extensions:\n  gh: {type: stdio, cmd: npx, args: [gh], env_keys: [GH_TOKEN]}\n";
    fs::write(&file, config).unwrap();
    let ended = run(&host.world, &["connect", "goose", "--yes"]);
    assert_ne!(ended.code, 0, "{}", ended.err);
    assert!(ended.err.contains("needs a value for GH_TOKEN"), "{}", ended.err);

    let mut terminal = AtTerminal::start(&host.world, &["connect", "goose"], "");
    terminal.until("GH_TOKEN").until(">").types("hunter2hunter2\n");
    terminal.until(ASKS).types("yes\n");
    terminal.until(ASKS).types("no\n");
    let (ended, seen) = terminal.end();
    assert_eq!(ended, 0, "{seen}");
    assert!(!seen.contains("hunter2"), "{seen}");
    let [draft] = &*added(&host) else { panic!("one is added") };
    assert_eq!((&*draft.env[0].value, draft.said["GH_TOKEN"]), ("hunter2hunter2", true));
}

#[test]
fn with_yes_the_defaults_count_and_nobody_is_asked() {
    let host = FakeHost::start(sample::view(), true);
    let file = host.world.home().join("config/Code/User/mcp.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let config = r#"{
      "inputs": [{"id": "mode", "type": "pickString", "options": ["fast", "slow"], "default": "slow"}],
      "servers": {"a": {"command": "npx", "args": ["a", "--mode=${input:mode}", "--then"]}}}"#;
    fs::write(&file, config).unwrap();
    let ended = run(&host.world, &["connect", "vscode", "--yes"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(!ended.out.contains("Lost"), "{}", ended.out);
    assert_eq!(added(&host)[0].args, ["a", "--mode=slow", "--then"]);
}

#[test]
fn what_was_edited_since_is_left_alone_and_stays_known() {
    let (host, file) = host();
    assert_eq!(run(&host.world, &["connect", "cursor", "filesystem", "--yes"]).code, 0);
    let written = fs::read_to_string(&file).unwrap();
    let edited = written.replace("\"cursor\"]", "\"cursor\", \"more\"]");
    assert_ne!(edited, written);
    fs::write(&file, &edited).unwrap();
    assert!(run(&host.world, &["apps"]).out.contains("changed since it was connected"));
    let ended = run(&host.world, &["disconnect", "cursor"]);
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert!(ended.out.contains("left alone"), "{}", ended.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), edited);
    assert_ne!(fs::read_to_string(kept(&host.world).join("connected.json")).unwrap(), "[]");
}

#[test]
fn servers_are_removed_again_where_nothing_could_be_written() {
    let (host, file) = host();
    // In the way of what is to be kept.
    let way = kept(&host.world).join(".withheld.json");
    fs::create_dir_all(&way).unwrap();
    fs::set_permissions(way.parent().unwrap(), fs::Permissions::from_mode(0o700)).unwrap();
    let ended = run(&host.world, &["connect", "cursor", "--yes"]);
    assert_eq!(ended.code, 73, "{}", ended.err);
    assert!(ended.err.contains("removed again: filesystem"), "{}", ended.err);
    let asked = host.asked();
    let removed = asked.iter().filter(|(_, it)| matches!(it, Command::RemoveServer { .. }));
    assert_eq!(removed.count(), 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), CONFIG);
}

#[test]
fn a_server_with_the_same_name_is_used_only_if_it_is_the_same() {
    let host = FakeHost::start(sample::view(), true);
    let entry = |args: &str| {
        format!(r#"{{"mcpServers": {{"web": {{"command": "npx", "args": [{args}]}}}}}}"#)
    };
    put(&host.world, &entry("\"-y\", \"web\""));
    let ended = run(&host.world, &["connect", "cursor", "--yes"]);
    assert_eq!((ended.code, added(&host).len()), (0, 0), "{}", ended.err);
    put(&host.world, &entry("\"-y\", \"other\""));
    let ended = run(&host.world, &["connect", "cursor", "--yes"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!(added(&host)[0].name, "web-2");
}

#[test]
fn a_link_that_leads_out_and_folders_of_others_are_refused() {
    let (host, file) = host();
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("mcp.json");
    fs::rename(&file, &target).unwrap();
    std::os::unix::fs::symlink(&target, &file).unwrap();
    let ended = run(&host.world, &["connect", "cursor", "--yes"]);
    assert_eq!(ended.code, 77, "{}", ended.err);
    assert!(ended.err.contains(outside.path().to_str().unwrap()), "{}", ended.err);
    assert!(run(&host.world, &["apps"]).out.contains("Cannot be changed"));
    fs::remove_file(&file).unwrap();
    fs::rename(&target, &file).unwrap();

    std::os::unix::fs::symlink(outside.path(), kept(&host.world)).unwrap();
    let ended = run(&host.world, &["connect", "cursor", "--yes"]);
    assert_eq!(ended.code, 73, "{}", ended.err);
    assert!(added(&host).is_empty(), "nothing is begun that can't be kept");
    assert_eq!(fs::read_to_string(&file).unwrap(), CONFIG);
}

#[test]
fn what_is_not_there_is_said() {
    let (host, _) = host();
    for (args, code, words) in [
        (&["connect", "cursr"][..], 66, "claude-code"),
        (&["connect", "zed"], 66, "Zed"),
        (&["connect", "cursor", "nothing"], 66, "nothing"),
        (&["connect", "cursor", "far"], 65, "starts no command"),
        (&["disconnect", "cursor"], 66, "Nothing in Cursor"),
    ] {
        let ended = run(&host.world, args);
        assert_eq!(ended.code, code, "{args:?}: {}", ended.err);
        assert!(ended.err.contains(words), "{args:?}: {}", ended.err);
    }
}
