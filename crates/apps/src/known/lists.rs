//! Apps whose entries are a list of maps with a `name`.

use crate::app::{App, Shape, Step};
use crate::format::Format;
use crate::names::{ANY, Names};
use crate::places::Spot;

const PLAIN: Shape = Shape { places: &[], command: "command", args: "args", env: "env" };

pub(super) const APPS: &[App] = &[
    App {
        id: "continue",
        name: "Continue",
        format: Format::Yaml,
        shape: Shape { places: &[&[Step::Key("mcpServers")]], ..PLAIN },
        files: &[Spot::Moved(
            "CONTINUE_GLOBAL_DIR",
            "config.yaml",
            &Spot::Home(".continue/config.yaml"),
        )],
        signs: &[],
        project: &[],
        names: ANY,
    },
    App {
        id: "vibe",
        name: "Mistral Vibe",
        format: Format::Toml,
        shape: Shape { places: &[&[Step::Key("mcp_servers")]], ..PLAIN },
        files: &[Spot::Moved("VIBE_HOME", "config.toml", &Spot::Home(".vibe/config.toml"))],
        signs: &[],
        project: &[".vibe/config.toml"],
        names: ANY,
    },
    App {
        id: "gptme",
        name: "gptme",
        format: Format::Toml,
        shape: Shape { places: &[&[Step::Key("mcp"), Step::Key("servers")]], ..PLAIN },
        files: &[Spot::Config("gptme/config.toml")],
        signs: &[],
        project: &["gptme.toml"],
        // A name of a tool with a slash ends it at the start.
        names: Names { no_slash: true, ..ANY },
    },
];
