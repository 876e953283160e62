//! Apps whose config is JSON with `mcpServers: {name: {command, args, env}}`.

use crate::app::{App, Shape, Step};
use crate::format::Format;
use crate::names::{ANY, Names, WORD};
use crate::places::Spot;

const SERVERS: Shape =
    Shape { places: &[&[Step::Key("mcpServers")]], command: "command", args: "args", env: "env" };

const PLAIN: App = App {
    id: "",
    name: "",
    format: Format::Json,
    shape: SERVERS,
    files: &[],
    signs: &[],
    project: &[],
    names: ANY,
};

pub(super) const APPS: &[App] = &[
    App {
        id: "claude-code",
        name: "Claude Code",
        // Besides the person's servers those for one folder each, which are the person's, too.
        shape: Shape {
            places: &[
                &[Step::Key("mcpServers")],
                &[Step::Key("projects"), Step::Each, Step::Key("mcpServers")],
            ],
            ..SERVERS
        },
        files: &[Spot::Moved("CLAUDE_CONFIG_DIR", ".claude.json", &Spot::Home(".claude.json"))],
        signs: &[Spot::Moved("CLAUDE_CONFIG_DIR", "", &Spot::Home(".claude"))],
        project: &[".mcp.json"],
        names: Names { letters: WORD, ..ANY },
        ..PLAIN
    },
    App {
        id: "claude-desktop",
        name: "Claude Desktop",
        files: &[Spot::Support("Claude/claude_desktop_config.json")],
        ..PLAIN
    },
    App {
        id: "cursor",
        name: "Cursor",
        files: &[Spot::Home(".cursor/mcp.json")],
        project: &[".cursor/mcp.json"],
        names: Names { longest: 60, around: 1, ..ANY },
        ..PLAIN
    },
    App {
        id: "gemini",
        name: "Gemini CLI",
        files: &[Spot::Home(".gemini/settings.json")],
        project: &[".gemini/settings.json"],
        names: Names { longest: 63, around: 2, ..ANY },
        ..PLAIN
    },
    App {
        id: "qwen",
        name: "Qwen Code",
        files: &[Spot::Home(".qwen/settings.json")],
        project: &[".qwen/settings.json"],
        names: Names { longest: 63, around: 2, ..ANY },
        ..PLAIN
    },
    App {
        id: "copilot",
        name: "GitHub Copilot CLI",
        files: &[Spot::Moved(
            "COPILOT_HOME",
            "mcp-config.json",
            &Spot::Home(".copilot/mcp-config.json"),
        )],
        names: Names { longest: 64, around: 1, ..ANY },
        ..PLAIN
    },
    App {
        id: "windsurf",
        name: "Windsurf",
        files: &[Spot::Home(".codeium/windsurf/mcp_config.json")],
        ..PLAIN
    },
    App {
        id: "cline",
        name: "Cline",
        files: &[
            Spot::Named(
                "CLINE_MCP_SETTINGS_PATH",
                &Spot::Home(".cline/data/settings/cline_mcp_settings.json"),
            ),
            Spot::Support(
                "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            ),
        ],
        names: Names { longest: 60, around: 1, ..ANY },
        ..PLAIN
    },
    App { id: "lm-studio", name: "LM Studio", files: &[Spot::Home(".lmstudio/mcp.json")], ..PLAIN },
    App {
        id: "kiro",
        name: "Kiro",
        files: &[Spot::Home(".kiro/settings/mcp.json")],
        project: &[".kiro/settings/mcp.json"],
        ..PLAIN
    },
    App {
        id: "junie",
        name: "Junie",
        files: &[Spot::Home(".junie/mcp/mcp.json")],
        project: &[".junie/mcp/mcp.json"],
        ..PLAIN
    },
    App {
        id: "nanocoder",
        name: "Nanocoder",
        files: &[Spot::Config("nanocoder/.mcp.json")],
        project: &[".mcp.json"],
        ..PLAIN
    },
    App {
        id: "mcporter",
        name: "mcporter",
        files: &[
            Spot::Named("MCPORTER_CONFIG", &Spot::Home(".mcporter/mcporter.json")),
            Spot::Home(".mcporter/mcporter.jsonc"),
        ],
        project: &["config/mcporter.json"],
        ..PLAIN
    },
];
