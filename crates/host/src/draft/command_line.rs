//! A command as it is typed at a terminal, or as a client's command adds it (`claude mcp add`).

use std::path::Path;

use serde_json::{Map, Value, json};

/// Programs that servers are started with. Of anything else only a path is taken for a command: it
/// might be any text.
const RUNNERS: &[&str] = &[
    "bun", "bunx", "cargo", "deno", "docker", "dotnet", "go", "java", "node", "npx", "perl", "php",
    "pipx", "pnpm", "podman", "python", "python3", "ruby", "uv", "uvx", "yarn",
];
/// How clients' settings begin, comments among them.
const OF_JSON: &[&str] = &["{", "[", "\"", "//", "/*"];
/// What a shell would do more than start one program: nothing of it is understood here.
const OF_SHELLS: &[char] = &['|', '&', ';', '<', '>', '`', '\n'];

/// The server that a command starts: its name, empty where the command says none, and its entry as
/// clients' settings have it. None where the text is no such command.
pub(super) fn read(text: &str) -> Option<(String, Value)> {
    let text = text.trim().replace("\\\n", " ");
    let text = text.strip_prefix("$ ").unwrap_or(&text);
    let is_json = OF_JSON.iter().any(|start| text.starts_with(start));
    if is_json || text.contains(OF_SHELLS) || text.contains("$(") {
        return None;
    }
    let words = shlex::split(text)?;
    let Added { name, mut env, command } = added(&words).unwrap_or_else(|| Added::plain(&words));
    let set = command.iter().map_while(|word| variable(word));
    let command = &command[set.clone().count()..];
    env.extend(set);
    let (program, args) = command.split_first()?;
    if !is_program(program) {
        return None;
    }
    let home = std::env::home_dir();
    let args: Vec<_> = args.iter().map(|arg| at_home(arg, home.as_deref())).collect();
    let name = name.unwrap_or_else(|| package(program, &args).unwrap_or_default());
    let program = at_home(program, home.as_deref());
    let env: Map<_, _> = env.into_iter().map(|(name, value)| (name, value.into())).collect();
    Some((name, json!({ "command": program, "args": args, "env": env })))
}

struct Added<'a> {
    name: Option<String>,
    env: Vec<(String, String)>,
    command: &'a [String],
}

impl<'a> Added<'a> {
    fn plain(command: &'a [String]) -> Self {
        Self { name: None, env: Vec::new(), command }
    }
}

/// `CLIENT mcp add [OPTION…] NAME [OPTION…] -- COMMAND…`
fn added(words: &[String]) -> Option<Added<'_>> {
    let [_client, mcp, add, rest @ ..] = words else { return None };
    let end = rest.iter().position(|word| word == "--").filter(|_| mcp == "mcp" && add == "add")?;
    let (said, command) = (&rest[..end], &rest[end + 1..]);
    let (mut name, mut env) = (None, Vec::new());
    let mut said = said.iter();
    while let Some(word) = said.next() {
        match (word.as_str(), word.split_once('=')) {
            ("-e" | "--env", _) => env.extend(said.next().and_then(|word| variable(word))),
            (_, Some(("--env", set))) => env.extend(variable(set)),
            (_, Some(_)) => env.extend(variable(word)),
            ("-s" | "--scope" | "-t" | "--transport", _) => drop(said.next()),
            (option, None) if option.starts_with('-') => {}
            (word, None) => name = name.or_else(|| Some(word.to_owned())),
        }
    }
    Some(Added { name: Some(name?), env, command })
}

/// `NAME=VALUE`
fn variable(word: &str) -> Option<(String, String)> {
    let (name, value) = word.split_once('=')?;
    let is_name = !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit());
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (is_name && is_plain).then(|| (name.to_owned(), value.to_owned()))
}

fn is_program(word: &str) -> bool {
    RUNNERS.contains(&word) || ["/", "./", "../", "~/"].iter().any(|start| word.starts_with(start))
}

/// As a shell spells it out.
fn at_home(word: &str, home: Option<&Path>) -> String {
    let rest = if word == "~" { Some("") } else { word.strip_prefix("~/") };
    match (rest, home.and_then(Path::to_str)) {
        (Some(rest), Some(home)) => format!("{home}/{rest}").trim_end_matches('/').to_owned(),
        _ => word.to_owned(),
    }
}

/// The package that a runner is told to run, without its scope and version.
fn package(program: &str, args: &[String]) -> Option<String> {
    if !RUNNERS.contains(&program) {
        return None;
    }
    let operand = args.iter().find(|arg| !arg.starts_with('-') && arg.as_str() != "run")?;
    let last = operand.rsplit('/').next()?;
    let name = last.split(['@', '=']).next()?;
    let name =
        [".js", ".mjs", ".py", ".ts"].iter().find_map(|it| name.strip_suffix(it)).unwrap_or(name);
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(String, String)> {
        let (name, entry) = read(text)?;
        Some((name, entry.to_string()))
    }

    #[test]
    fn commands_are_read_as_a_shell_would() {
        let (name, entry) =
            of("npx -y @modelcontextprotocol/server-filesystem@1.0 \"/home/ada/a b\" \\\n  /srv")
                .unwrap();
        assert_eq!(name, "server-filesystem");
        assert_eq!(
            entry,
            r#"{"args":["-y","@modelcontextprotocol/server-filesystem@1.0","/home/ada/a b","/srv"],"command":"npx","env":{}}"#
        );
        let (name, entry) = of("$ TOKEN=a=b uvx mcp-server-git --repository /srv/acme").unwrap();
        assert_eq!(name, "mcp-server-git");
        assert!(entry.contains(r#""env":{"TOKEN":"a=b"}"#), "{entry}");
        assert_eq!(of("/opt/acme/bin/server --stdio").unwrap().0, "");
        assert_eq!(of("python3 /srv/notes.py").unwrap().0, "notes");
    }

    #[test]
    fn what_a_client_adds_has_its_name_and_variables() {
        let text = "claude mcp add --scope user -e KEY=1 notes --env=B=2 -- npx -y notes-mcp";
        let (name, entry) = of(text).unwrap();
        assert_eq!(name, "notes");
        assert_eq!(
            entry,
            r#"{"args":["-y","notes-mcp"],"command":"npx","env":{"B":"2","KEY":"1"}}"#
        );
    }

    #[test]
    fn what_is_no_command_of_one_program_is_none() {
        for text in [
            "",
            "nonsense",
            "nonsense {",
            "{\"a\": 1}",
            "// a comment",
            "/* mine */ {\"a\": {\"command\": \"x\"}}",
            "npx x | tee y",
            "npx $(x)",
            "npx 'x",
            "curl https://x.example",
            "claude mcp add x",
            "npx x\nnpx y",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
