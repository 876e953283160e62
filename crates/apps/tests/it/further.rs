//! Environment that an entry has from elsewhere: from its app, by name.

use std::collections::BTreeMap;

use crate::common::{World, read};
use crate::every_app::data;
use paddock_apps::{Content, Launch, LeftWithApp};

const CODEX: &str = ".codex/config.toml";
const GOOSE: &str = ".config/goose/config.yaml";

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
}
