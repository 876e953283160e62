//! What others do to a config after it was adopted, and what can be given back then.

use crate::common::{World, read, records};
use paddock_apps::{Adoption, AppError, Outcome, Standing, Withheld, give_back, verify};
use serde_json::{Value, json};

const CLAUDE: &str = ".claude.json";
const CURSOR: &str = ".cursor/mcp.json";
const TWO: &str = r#"{
    "mcpServers": {
        "a": { "command": "npx", "args": ["a"], "env": { "TOKEN": "s3cret" }, "timeout": 5 },
        "b": { "command": "uvx", "args": ["b"] }
    },
    "numStartups": 1
}
"#;

#[test]
fn claude_code_writes_all_of_its_config_anew() {
    let world = World::new();
    let config = world.put(CLAUDE, TWO);
    let plan = world.adopt_all("claude-code");
    let mut value: Value = serde_json::from_str(&read(&config)).unwrap();
    value["numStartups"] = json!(2);
    value["projects"] = json!({"/w": {"history": ["x"]}});
    value["mcpServers"]["new"] = json!({"command": "z"});
    world.put(CLAUDE, serde_json::to_string_pretty(&value).unwrap());
    assert_eq!(verify(&plan.adoptions), [Standing::AsWritten, Standing::AsWritten]);

    let given = world.given_back(&plan);
    assert_eq!(given.outcomes, [Outcome::Restored, Outcome::Restored]);
    let mut expected = value;
    let before: Value = serde_json::from_str(TWO).unwrap();
    expected["mcpServers"]["a"] = before["mcpServers"]["a"].clone();
    expected["mcpServers"]["b"] = before["mcpServers"]["b"].clone();
    assert_eq!(serde_json::from_str::<Value>(&read(&config)).unwrap(), expected);
    assert!(world.given_back(&plan).change.is_none());
}

#[test]
fn what_was_edited_is_left_alone_and_the_rest_given_back() {
    let world = World::new();
    let config = world.put(CURSOR, TWO);
    let plan = world.adopt_all("cursor");
    let edited = read(&config).replace("\"timeout\": 5", "\"timeout\": 6");
    world.put(CURSOR, &edited);
    assert_eq!(verify(&plan.adoptions), [Standing::Changed, Standing::AsWritten]);
    let given = world.given_back(&plan);
    assert_eq!(given.outcomes, [Outcome::LeftAlone, Outcome::Restored]);
    assert!(read(&config).contains("\"timeout\": 6"));
    assert!(read(&config).contains(r#""b": { "command": "uvx", "args": ["b"] }"#));
}

#[test]
fn what_is_gone_stays_gone() {
    let world = World::new();
    world.put(CURSOR, TWO);
    let plan = world.adopt_all("cursor");
    let config = world.put(CURSOR, r#"{"mcpServers": {"b": {"url": "x"}}}"#);
    assert_eq!(verify(&plan.adoptions), [Standing::Gone, Standing::Changed]);
    let given = world.given_back(&plan);
    assert_eq!(given.outcomes, [Outcome::Gone, Outcome::LeftAlone]);
    assert!(given.change.is_none());
    assert!(read(&config).contains("url"));
}

#[test]
fn a_person_who_put_it_back_is_not_written_over() {
    let world = World::new();
    world.put(CURSOR, TWO);
    let plan = world.adopt_all("cursor");
    // With another token than before.
    world.put(CURSOR, TWO.replace("s3cret", "other"));
    assert_eq!(verify(&plan.adoptions), [Standing::AsBefore, Standing::AsBefore]);
    let given = world.given_back(&plan);
    assert_eq!(given.outcomes, [Outcome::AsBefore, Outcome::AsBefore]);
}

#[test]
fn a_broken_file_is_not_written() {
    let world = World::new();
    world.put(CURSOR, TWO);
    let plan = world.adopt_all("cursor");
    world.put(CURSOR, "{");
    assert!(matches!(verify(&plan.adoptions)[..], [Standing::Unreadable(_), _]));
    assert!(matches!(world.give_back(&plan).unwrap_err(), AppError::Broken { .. }));
}

#[test]
fn without_what_was_withheld_an_entry_is_not_given_back() {
    let world = World::new();
    let config = world.put(CURSOR, TWO);
    let plan = world.adopt_all("cursor");
    let without: Vec<(Adoption, Option<Withheld>)> =
        records(&plan).into_iter().map(|(adoption, _)| (adoption, None)).collect();
    let given = give_back(&world.places, &without).unwrap();
    let missing = Outcome::Refused(AppError::SecretMissing { name: "a".into() });
    assert_eq!(given.outcomes, [missing, Outcome::Restored]);
    world.write(&given.change.unwrap()).unwrap();
    assert!(read(&config).contains("uvx") && read(&config).contains("paddock"));
}

#[test]
fn a_record_survives_being_kept() {
    let world = World::new();
    let config = world.put(CURSOR, TWO);
    let plan = world.adopt_all("cursor");
    let kept = serde_json::to_string(&plan.adoptions).unwrap();
    let secrets = serde_json::to_string(&plan.withheld).unwrap();
    assert!(!kept.contains("s3cret") && secrets.contains("s3cret"));
    assert!(plan.withheld[1].is_empty());
    let adoptions: Vec<Adoption> = serde_json::from_str(&kept).unwrap();
    let withheld: Vec<Option<Withheld>> = serde_json::from_str(&secrets).unwrap();
    let records: Vec<_> = adoptions.into_iter().zip(withheld).collect();
    world.write(&give_back(&world.places, &records).unwrap().change.unwrap()).unwrap();
    assert_eq!(read(&config), TWO);
}

#[test]
fn two_adoptions_are_given_back_in_any_order() {
    for first in [0, 1] {
        let world = World::new();
        let config = world.put(CURSOR, TWO);
        let mut plans = Vec::new();
        for index in 0..2 {
            let entry = world.commands("cursor").swap_remove(index);
            let plan = world.plan(&[entry]).unwrap();
            world.write(&plan.change).unwrap();
            plans.push(plan);
        }
        world.given_back(&plans[first]);
        world.given_back(&plans[1 - first]);
        assert_eq!(read(&config), TWO);
    }
}

#[test]
fn an_app_that_orders_and_indents_yaml_anew_is_given_back_to() {
    let before = "extensions:\n  a:\n    cmd: x\n    args:\n    - y\n    envs:\n      A: b\n    type: stdio\nz: 1\n";
    let world = World::new();
    let config = world.put(".config/goose/config.yaml", before);
    let plan = world.adopt_all("goose");
    let rewritten = format!(
        "extensions:\n        a:\n                args:\n                - run\n                - a\n                - --app\n                - goose\n                cmd: {}\n                type: stdio\nz: 2\n",
        crate::common::SHIM
    );
    world.put(".config/goose/config.yaml", rewritten);
    assert_eq!(verify(&plan.adoptions), [Standing::AsWritten]);
    assert_eq!(world.given_back(&plan).outcomes, [Outcome::Restored]);
    let expected = "extensions:\n        a:\n                cmd: x\n                args:\n                - y\n                envs:\n                  A: b\n                type: stdio\nz: 2\n";
    assert_eq!(read(&config), expected);
}

#[test]
fn toml_in_another_form_is_given_back_or_refused_and_never_damaged() {
    let before = "[mcp_servers.a]\ncommand = 'x'\n\n[mcp_servers.a.env]\nA = 'b'\n";
    let world = World::new();
    let config = world.put(".codex/config.toml", before);
    let plan = world.adopt_all("codex");
    let inline = format!(
        "x = 1\n[mcp_servers]\na = {{ command = '{}', args = ['run', 'a', '--app', 'codex'] }}\n",
        crate::common::SHIM
    );
    world.put(".codex/config.toml", &inline);
    assert_eq!(verify(&plan.adoptions), [Standing::AsWritten]);
    assert_eq!(world.give_back(&plan).unwrap_err(), AppError::WouldDamage);
    assert_eq!(read(&config), inline);
}
