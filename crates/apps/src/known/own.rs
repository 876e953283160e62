//! Apps whose config is JSON or TOML of their own shape, as a map by name.

use crate::app::{App, Shape, Step};
use crate::format::Format;
use crate::names::{ANY, Names, WORD};
use crate::places::Spot;

const PLAIN: App = App {
    id: "",
    name: "",
    format: Format::Json,
    shape: Shape { places: &[], command: "command", args: "args", env: "env" },
    files: &[],
    signs: &[],
    project: &[],
    names: ANY,
};

/// `mcp: {name: {type: "local", command: [program, args …], environment}}`.
const OPENCODE: Shape = Shape { places: &[&[Step::Key("mcp")]], env: "environment", ..PLAIN.shape };

pub(super) const APPS: &[App] = &[
    App {
        id: "codex",
        name: "Codex",
        format: Format::Toml,
        shape: Shape { places: &[&[Step::Key("mcp_servers")]], ..PLAIN.shape },
        files: &[Spot::Moved("CODEX_HOME", "config.toml", &Spot::Home(".codex/config.toml"))],
        project: &[".codex/config.toml"],
        names: Names { letters: WORD, ..ANY },
        ..PLAIN
    },
    App {
        id: "vscode",
        name: "Visual Studio Code",
        shape: Shape { places: &[&[Step::Key("servers")]], ..PLAIN.shape },
        files: &[Spot::Moved(
            "VSCODE_PORTABLE",
            "user-data/User/mcp.json",
            &Spot::Support("Code/User/mcp.json"),
        )],
        project: &[".vscode/mcp.json"],
        ..PLAIN
    },
    App {
        id: "opencode",
        name: "OpenCode",
        shape: OPENCODE,
        files: &[
            Spot::Config("opencode/opencode.json"),
            Spot::Config("opencode/opencode.jsonc"),
            Spot::Config("opencode/config.json"),
            Spot::Further("OPENCODE_CONFIG"),
        ],
        project: &["opencode.json", "opencode.jsonc"],
        ..PLAIN
    },
    App {
        id: "kilo",
        name: "Kilo",
        shape: OPENCODE,
        files: &[
            Spot::Config("kilo/kilo.json"),
            Spot::Config("kilo/kilo.jsonc"),
            Spot::Config("kilo/config.json"),
        ],
        project: &["kilo.json", "kilo.jsonc", ".kilo/kilo.json", ".kilo/kilo.jsonc"],
        ..PLAIN
    },
    App {
        id: "zed",
        name: "Zed",
        shape: Shape { places: &[&[Step::Key("context_servers")]], ..PLAIN.shape },
        files: &[Spot::Config("zed/settings.json")],
        project: &[".zed/settings.json"],
        ..PLAIN
    },
    App {
        id: "goose",
        name: "Goose",
        format: Format::Yaml,
        shape: Shape {
            places: &[&[Step::Key("extensions")]],
            command: "cmd",
            args: "args",
            env: "envs",
        },
        files: &[Spot::Config("goose/config.yaml")],
        ..PLAIN
    },
];
