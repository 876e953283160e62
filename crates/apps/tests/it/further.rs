//! Environment that an entry has from elsewhere: from a file, or from its app by name.

use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use crate::common::{World, read};
use crate::every_app::data;
use paddock_apps::{AppError, Content, EnvFile, Launch, LeftWithApp};

const CODEX: &str = ".codex/config.toml";
const GOOSE: &str = ".config/goose/config.yaml";
const VSCODE: &str = ".config/Code/User/mcp.json";

/// What the entry of this name starts.
fn launch((id, path): (&str, &str), text: &str, name: &str) -> Launch {
    let world = World::new();
    world.put(path, text);
    let mut entries = world.entries(id).unwrap().into_iter();
    let entry = entries.find(|it| it.id.name == name).unwrap();
    let Content::Command(launch) = entry.content else { panic!("{text}") };
    launch
}

fn codex(fields: &str) -> Launch {
    launch(("codex", CODEX), &format!("[mcp_servers.a]\ncommand = \"x\"\n{fields}\n"), "a")
}

fn vscode(file: &str) -> Launch {
    let text = format!(r#"{{"servers": {{"a": {{"command": "x", "envFile": {file}}}}}}}"#);
    launch(("vscode", VSCODE), &text, "a")
}

/// Variables that a person is asked for: by name, whether it may be left empty, and is a secret.
fn asked(launch: &Launch) -> Vec<(&str, bool, bool)> {
    let variables = launch.asked_for().filter(|it| it.is_variable());
    variables.map(|it| (&*it.name, it.default.is_some(), it.secret)).collect()
}

fn pairs<const N: usize>(of: [(&str, &str); N]) -> BTreeMap<String, String> {
    of.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}

#[test]
fn what_an_app_has_by_name_is_asked_for_and_set() {
    let goose = launch(("goose", GOOSE), &read(&data("goose.yaml")), "github");
    let token = "GITHUB_PERSONAL_ACCESS_TOKEN";
    assert_eq!(asked(&goose), [(token, false, true)]);
    assert_eq!(goose.needs_app(), None);
    let filled = goose.filled_in("goose", &pairs([("env:GITHUB_PERSONAL_ACCESS_TOKEN", "x")]));
    assert_eq!(filled.env, pairs([(token, "x"), ("LEVEL", "debug")]));

    let docs = launch(("codex", CODEX), &read(&data("codex.toml")), "docs");
    assert_eq!(asked(&docs), [("DOCS_TOKEN", true, true), ("DOCS_URL", true, false)]);
    let filled = docs.filled_in("codex", &pairs([("env:DOCS_TOKEN", ""), ("env:DOCS_URL", "$A")]));
    assert_eq!(filled.env, pairs([("A", "b"), ("DOCS_URL", "$A")]), "empty is not set");
}

#[test]
fn what_an_entry_sets_itself_is_not_asked_for() {
    let launch = codex("env = { A = \"x\" }\nenv_vars = [\"A\", \"B\"]");
    assert_eq!(asked(&launch), [("B", true, false)]);
    let filled = launch.filled_in("codex", &pairs([("env:A", "y"), ("env:B", "z")]));
    assert_eq!(filled.env, pairs([("A", "x"), ("B", "z")]));
    assert_eq!(codex("env_vars = []").left, []);
}

#[test]
fn a_field_that_is_not_understood_stays_with_the_app() {
    let many: Vec<_> = (0..101).map(|number| format!("\"V{number}\"")).collect();
    for names in [
        "\"A\"",
        "[\"A\", 1]",
        "[\"A\", \"\"]",
        "[\"A=b\"]",
        "[\"A\\u001b\"]",
        "[\"1A\"]",
        "[{ source = \"local\" }]",
        "[{ name = \"A\", source = \"remote\" }]",
        &format!("[{}]", many.join(", ")),
    ] {
        let launch = codex(&format!("env_vars = {names}"));
        assert_eq!(launch.left, [LeftWithApp::Field("env_vars".into())], "{names}");
    }
    for file in ["5", "[\"x\"]", &format!("\"/{}\"", "x".repeat(5000))] {
        assert_eq!(vscode(file).left, [LeftWithApp::Field("envFile".into())], "{file}");
    }
}

#[test]
fn a_file_is_named_as_it_is_written() {
    let launch = launch(("vscode", VSCODE), &read(&data("vscode.json")), "local");
    assert_eq!(launch.env_file(), Some("${workspaceFolder}/.env"));
    assert_eq!(vscode("\"/gone/x.env\"").env_file(), Some("/gone/x.env"), "it is not read");
    for nothing in ["null", "\"\""] {
        assert_eq!(vscode(nothing).left, [], "{nothing}");
    }
}

#[test]
fn a_file_is_read_and_tells_nothing_but_names() {
    let world = World::new();
    let path = world.put("x/.env", "export API_KEY='hunter2' # mine\nMODE=fast\n");
    symlink(&path, world.home("link")).unwrap();
    for written in ["~/x/.env", "${userHome}/x/.env", path.to_str().unwrap(), "~/link"] {
        let file = EnvFile::read(written, &world.places.home).unwrap();
        assert_eq!(file.variables, pairs([("API_KEY", "hunter2"), ("MODE", "fast")]));
        // Where it is, not where a link to it is.
        assert_eq!(file.path, path.canonicalize().unwrap());
        let debug = format!("{file:?}");
        assert!(debug.contains("API_KEY") && !debug.contains("hunter2"), "{debug}");
    }
}

#[test]
fn a_file_that_is_not_read_is_told_without_what_it_holds() {
    let world = World::new();
    let home = &world.places.home;
    let elsewhere = EnvFile::read("${workspaceFolder}/\n.env", home).unwrap_err();
    assert!(matches!(elsewhere, AppError::EnvFileElsewhere { .. }));
    assert_eq!(elsewhere.details(), [("path", "${workspaceFolder}/\\u{a}.env".to_owned())]);

    let path = world.put("bad", "A=b\nhunter2hunter2\n");
    let error = EnvFile::read("~/bad", home).unwrap_err();
    assert_eq!(error, AppError::EnvFileLine { path, line: 2 });
    assert!(!format!("{error} {error:?} {:?}", error.details()).contains("hunter2"));

    // A key in base64 is no name.
    let path = world.put("key", "aHVudGVyMmh1bnRlcjI=\n");
    let error = EnvFile::read("~/key", home).unwrap_err();
    assert_eq!(error, AppError::EnvFileLine { path, line: 1 });
}

#[test]
fn what_is_no_short_file_is_not_read() {
    let world = World::new();
    let unfit = |path: PathBuf| {
        let error = EnvFile::read(path.to_str().unwrap(), &world.places.home).unwrap_err();
        assert_eq!(error, AppError::EnvFileUnfit { path, most: 32 << 10 });
    };
    unfit(world.home("gone"));
    unfit(world.places.home.clone());
    unfit("/dev/zero".into());
    symlink("/dev/zero", world.home("zero")).unwrap();
    unfit(world.home("zero"));
    // Opening a pipe that nobody writes to would wait for ever.
    let pipe = world.home("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    unfit(pipe);
    let full = "A=b\n".repeat(8 << 10);
    world.put("full", &full);
    EnvFile::read("~/full", &world.places.home).unwrap();
    unfit(world.put("large", full + "\n"));
    let many: Vec<_> = (0..501).map(|number| format!("A{number}=\n")).collect();
    unfit(world.put("many", many.concat()));
}
