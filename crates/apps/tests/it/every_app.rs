//! Every known app with a config as its documentation has them, and with what people make of it.

use std::path::{Path, PathBuf};

use crate::common::{SHIM, World, read};
use paddock_apps::{Content, Outcome, Standing, Through, apps, verify};

/// App, its config, and the names of what it launches.
pub(crate) const CONFIGS: &[(&str, &str, &str, &[&str])] = &[
    ("claude-code", "json", ".claude.json", &["filesystem", "github", "git"]),
    ("claude-desktop", "json", ".config/Claude/claude_desktop_config.json", &["memory", "brave"]),
    ("codex", "toml", ".codex/config.toml", &["context7", "docs"]),
    ("vscode", "json", ".config/Code/User/mcp.json", &["perplexity", "local"]),
    ("cursor", "json", ".cursor/mcp.json", &["server-name"]),
    ("gemini", "json", ".gemini/settings.json", &["pythonTools"]),
    ("qwen", "json", ".qwen/settings.json", &["nodeServer"]),
    ("opencode", "json", ".config/opencode/opencode.json", &["my-local"]),
    ("kilo", "json", ".config/kilo/kilo.json", &["local"]),
    ("copilot", "json", ".copilot/mcp-config.json", &["playwright"]),
    ("windsurf", "json", ".codeium/windsurf/mcp_config.json", &["github-mcp"]),
    ("zed", "json", ".config/zed/settings.json", &["local-mcp-server", "older"]),
    ("goose", "yaml", ".config/goose/config.yaml", &["github", "plain"]),
    ("continue", "yaml", ".continue/config.yaml", &["My MCP Server", "second"]),
    (
        "cline",
        "json",
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        &["local-server", "newer"],
    ),
    ("cline", "json", ".cline/data/settings/cline_mcp_settings.json", &["local-server", "newer"]),
    ("vibe", "toml", ".vibe/config.toml", &["fetch_server", "tables"]),
    ("lm-studio", "json", ".lmstudio/mcp.json", &["fs"]),
    ("kiro", "json", ".kiro/settings/mcp.json", &["web-search"]),
    ("junie", "json", ".junie/mcp/mcp.json", &["Memory"]),
    ("nanocoder", "json", ".config/nanocoder/.mcp.json", &["filesystem"]),
    ("mcporter", "json", ".mcporter/mcporter.json", &["chrome-devtools"]),
    ("gptme", "toml", ".config/gptme/config.toml", &["sqlite", "memory"]),
];

pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

#[test]
fn every_app_has_a_config_here() {
    for app in apps() {
        assert!(CONFIGS.iter().any(|(id, ..)| *id == app.id), "{}", app.id);
    }
}

type Variant = (&'static str, fn(&str) -> String);

/// What people do to a config, and what an edit has to leave as it is.
fn variants(kind: &str) -> Vec<Variant> {
    let mut variants: Vec<Variant> = vec![
        ("as it is", str::to_owned),
        ("CRLF", |text| text.replace('\n', "\r\n")),
        ("BOM", |text| format!("\u{feff}{text}")),
        ("no newline at the end", |text| text.trim_end().to_owned()),
        ("BOM and CRLF, no newline", |text| {
            format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"))
        }),
        ("empty lines around", |text| format!("\n\n{text}\n\n\n")),
    ];
    match kind {
        "json" => variants.extend([
            ("tabs", (|text| text.replace("  ", "\t")) as fn(&str) -> String),
            ("odd indentation", |text| text.replace("\n  ", "\n   ")),
            ("comments around", |text| format!("// a {{ ünï\n/* \"b\" */{text}/* c */ // d")),
            ("one line", |text| {
                if text.contains("//") { text.to_owned() } else { text.replace('\n', " ") }
            }),
            ("unknown keys", |text| text.replacen('{', "{ \"x\": [null, 1e9, \"\\u00e9\"],", 1)),
        ]),
        _ => variants.extend([
            ("comments around", (|text| format!("# a: [ ünï\n{text}\n# c")) as fn(&str) -> String),
            ("indented as a whole", |text| format!("   {}", text.replace('\n', "\n   "))),
        ]),
    }
    match kind {
        "toml" => variants.push(("unknown keys", |text| format!("x = [1e9, \"\\u00e9\"]\n{text}"))),
        "yaml" => {
            variants.push(("unknown keys", |text| format!("x: [null, 1e9, \"\\u00e9\"]\n{text}")));
        }
        _ => {}
    }
    variants
}

#[test]
fn what_is_written_is_what_was_expected() {
    for (id, kind, path, names) in CONFIGS {
        let before = read(&data(&format!("{id}.{kind}")));
        let world = World::new();
        let config = world.put(path, &before);
        let plan = world.adopt_all(id);
        let adopted: Vec<_> = plan.adoptions.iter().map(|it| it.entry.name.as_str()).collect();
        assert_eq!(adopted, *names, "{id}");
        let expected = data(&format!("{id}.adopted.{kind}"));
        assert_eq!(read(&config), read(&expected), "{id}");
        for entry in world.entries(id).unwrap() {
            let Content::Command(launch) = entry.content else { continue };
            let through = Through { server: entry.id.name, app: Some((*id).to_owned()) };
            assert_eq!(launch.through, Some(through), "{id}");
            assert_eq!(launch.command, SHIM);
            assert!(launch.env.is_empty());
        }
    }
}

#[test]
fn all_else_stays_byte_for_byte_and_comes_back() {
    for (id, kind, path, _) in CONFIGS {
        let before = read(&data(&format!("{id}.{kind}")));
        let adopted = read(&data(&format!("{id}.adopted.{kind}")));
        for (name, variant) in variants(kind) {
            let world = World::new();
            let config = world.put(path, variant(&before));
            let plan = world.adopt_all(id);
            // One line is written in one line, which the expectation knows nothing of.
            if name != "one line" {
                assert_eq!(read(&config), variant(&adopted), "{id}, {name}");
            }
            assert!(verify(&plan.adoptions).iter().all(|it| *it == Standing::AsWritten));
            let given = world.given_back(&plan);
            assert!(given.outcomes.iter().all(|it| *it == Outcome::Restored), "{id}, {name}");
            assert_eq!(read(&config), variant(&before), "{id}, {name}");
            let again = world.given_back(&plan);
            assert!(again.change.is_none());
            assert!(again.outcomes.iter().all(|it| *it == Outcome::AsBefore), "{id}, {name}");
        }
    }
}

#[test]
fn each_entry_can_be_taken_and_given_back_alone() {
    for (id, kind, path, names) in CONFIGS {
        let before = read(&data(&format!("{id}.{kind}")));
        for name in *names {
            let world = World::new();
            let config = world.put(path, &before);
            let chosen: Vec<_> =
                world.commands(id).into_iter().filter(|it| it.id.name == *name).collect();
            let plan = world.plan(&chosen).unwrap();
            world.write(&plan.change).unwrap();
            let mut others = world.commands(id).into_iter().filter(|it| it.id.name != *name);
            let untouched = |entry: paddock_apps::Entry| matches!(entry.content, Content::Command(launch) if launch.through.is_none());
            assert!(others.all(untouched), "{id}, {name}");
            world.given_back(&plan);
            assert_eq!(read(&config), before, "{id}, {name}");
        }
    }
}

#[test]
fn what_the_shim_needs_is_written_and_goes_again() {
    for (id, kind, path, _) in CONFIGS {
        let before = read(&data(&format!("{id}.{kind}")));
        let world = World::new();
        let config = world.put(path, &before);
        let env = [("XDG_DATA_HOME", "/d a"), ("HOME", "/home/\"ada\"")];
        let plan = world.plan_with(&world.commands(id), &env).unwrap();
        world.write(&plan.change).unwrap();
        for entry in world.commands(id) {
            let Content::Command(launch) = entry.content else { continue };
            let env: Vec<_> = launch.env.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            assert_eq!(env, [("HOME", "/home/\"ada\""), ("XDG_DATA_HOME", "/d a")], "{id}");
        }
        world.given_back(&plan);
        assert_eq!(read(&config), before, "{id}");
    }
}

#[test]
fn an_app_without_entries_is_here_and_offers_nothing() {
    for (id, kind, path, _) in CONFIGS {
        let texts: &[&str] = match *kind {
            "json" => &["", "{}", " \n", "// x\n{}\n"],
            "toml" => &["", "# x\n", "a = 1"],
            _ => &["", "# x\n", "a: 1"],
        };
        for text in texts {
            let world = World::new();
            world.put(path, text);
            assert!(world.entries(id).unwrap().is_empty(), "{id}: {text:?}");
        }
    }
}

#[test]
fn no_secret_is_in_what_is_shown_or_kept() {
    let secrets = [
        "ghp_aaaa",
        "BSAx",
        "sk-aaaa",
        "sk-bbbb",
        "t0ken",
        "your_api_key",
        "my_token",
        "MY_ENV_VALUE",
    ];
    for (id, kind, path, _) in CONFIGS {
        let before = read(&data(&format!("{id}.{kind}")));
        for (name, variant) in variants(kind) {
            let world = World::new();
            world.put(path, variant(&before));
            let plan = world.plan_all(id);
            let kept = serde_json::to_string(&plan.adoptions).unwrap();
            let debug = format!("{plan:?} {:?}", world.entries(id).unwrap());
            for secret in secrets {
                assert!(!plan.change.diff.contains(secret), "{id}, {name}: {}", plan.change.diff);
                assert!(!kept.contains(secret), "{id}, {name}: {kept}");
                assert!(!debug.contains(secret), "{id}, {name}: {debug}");
            }
            assert!(plan.change.diff.contains(SHIM), "{id}");
        }
    }
}
