//! Servers as people write them down: typed into a form, or pasted from another app's settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use paddock_core::CustomCommand;
use paddock_core::secret::may_be_secret;
use serde::Deserialize;
use serde_json::Value;

use crate::programs;
use crate::view::{EnvEntry, Failure, Pasted, ServerDraft};

/// The longest text that is read.
const LONGEST: usize = 1 << 20;

/// The longest name and the longest command with its environment, in bytes.
const LONGEST_NAME: usize = 200;
const LONGEST_COMMAND: usize = 32 << 10;
/// Arguments and variables, at the most.
const MOST_ENTRIES: usize = 1000;

/// Checks a draft and makes it a command.
pub(crate) fn command(draft: ServerDraft) -> Result<(String, CustomCommand), Failure> {
    let name = draft.name.trim().to_owned();
    if name.is_empty() {
        return Err(Failure::new("draft-empty-name"));
    }
    if draft.program.trim().is_empty() {
        return Err(Failure::new("draft-empty-program"));
    }
    if is_too_long(&draft) {
        return Err(Failure::new("draft-too-long").with("most", LONGEST_COMMAND >> 10));
    }
    let mut env = BTreeMap::new();
    for EnvEntry { name, value } in draft.env {
        let usable = !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0');
        if !usable || env.insert(name.clone(), value).is_some() {
            return Err(Failure::new("draft-bad-env").with("name", name));
        }
    }
    let mut said = draft.said;
    said.retain(|name, _| env.contains_key(name) || draft.secrets.contains(name));
    let shown = |(name, value): (&String, &String)| {
        (said.get(name) == Some(&true) && !may_be_secret(name, value)).then(|| name.clone())
    };
    if let Some(name) = env.iter().find_map(shown) {
        return Err(Failure::new("draft-not-secret").with("name", name));
    }
    let cwd = draft.cwd.filter(|cwd| !cwd.trim().is_empty()).map(PathBuf::from);
    let program = draft.program.trim().to_owned();
    let secrets = BTreeMap::new();
    Ok((name, CustomCommand { program, args: draft.args, env, secrets, said, cwd }))
}

/// A view holds every command: one that is too long would be in the way of all that is shown.
fn is_too_long(draft: &ServerDraft) -> bool {
    let env = draft.env.iter().map(|entry| entry.name.len() + entry.value.len());
    let all =
        draft.args.iter().map(String::len).chain(env).chain(draft.cwd.iter().map(String::len));
    let entries = draft.args.len() + draft.env.len() + draft.secrets.len() + draft.said.len();
    draft.name.len() > LONGEST_NAME
        || entries > MOST_ENTRIES
        || draft.program.len() + all.sum::<usize>() > LONGEST_COMMAND
}

/// The draft that a command is edited as. Its secrets are in no draft.
pub(crate) fn of(name: &str, command: &CustomCommand) -> ServerDraft {
    let env = command.env.iter().filter(|(name, value)| !command.is_secret(name, value));
    let open = command.open_secrets().map(|(name, _)| name.to_owned());
    let secrets: BTreeSet<_> = command.secrets.keys().cloned().chain(open).collect();
    ServerDraft {
        name: name.to_owned(),
        program: command.program.clone(),
        args: command.args.clone(),
        env: env
            .map(|(name, value)| EnvEntry { name: name.clone(), value: value.clone() })
            .collect(),
        cwd: command.cwd.as_ref().map(|cwd| cwd.to_string_lossy().into_owned()),
        secrets: secrets.into_iter().collect(),
        said: command.said.clone(),
        was: None,
    }
}

#[derive(Deserialize)]
struct Entry {
    command: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, Value>,
    cwd: Option<String>,
    url: Option<String>,
    #[serde(rename = "serverUrl")]
    server_url: Option<String>,
}

/// Reads the servers in a text: `{"mcpServers": {…}}` of most clients, `{"servers": {…}}` or
/// `{"mcp": {"servers": {…}}}` of VS Code, or the entries alone. Comments and trailing commas are
/// allowed.
pub(crate) fn read(text: &str) -> Result<Vec<Pasted>, Failure> {
    let not_json = |reason: &str| Failure::new("paste-not-json").with("reason", reason);
    if text.len() > LONGEST {
        return Err(not_json("longer than 1 MiB"));
    }
    let parsed = parse(text).or_else(|error| {
        // An entry copied without the braces around it.
        parse(&format!("{{{text}}}")).map_err(|_| error)
    });
    let value: Value = parsed.map_err(|error| not_json(&error))?;
    let entries = entries(&value).ok_or_else(|| Failure::new("paste-no-servers"))?;
    if entries.is_empty() {
        return Err(Failure::new("paste-no-servers"));
    }
    Ok(entries.into_iter().map(|(name, entry)| pasted(name, entry)).collect())
}

fn parse(text: &str) -> Result<Value, String> {
    parse_to_serde_value(text, &ParseOptions::default()).map_err(|error| error.to_string())
}

fn entries(value: &Value) -> Option<Vec<(String, &Value)>> {
    let object = value.as_object()?;
    if let Some(inner) =
        object.get("mcp").and_then(Value::as_object).and_then(|mcp| mcp.get("servers"))
    {
        return named(inner);
    }
    for key in ["mcpServers", "servers", "context_servers"] {
        if let Some(inner) = object.get(key) {
            return named(inner);
        }
    }
    if object.contains_key("command") {
        return Some(vec![(String::new(), value)]);
    }
    let looks_like_entries =
        object.values().all(|entry| entry.get("command").is_some() || entry.get("url").is_some());
    if looks_like_entries { named(value) } else { None }
}

fn named(value: &Value) -> Option<Vec<(String, &Value)>> {
    Some(value.as_object()?.iter().map(|(name, entry)| (name.clone(), entry)).collect())
}

fn pasted(name: String, value: &Value) -> Pasted {
    let unusable = |code: &str, reason: Option<String>| {
        let failure = Failure::new(code).with("name", &name);
        let reason = match reason {
            Some(reason) => failure.with("reason", reason),
            None => failure,
        };
        Pasted::Unusable { name: paddock_core::text::shown(&name), reason }
    };
    let entry = match Entry::deserialize(value) {
        Ok(entry) => entry,
        Err(error) => return unusable("paste-bad-entry", Some(error.to_string())),
    };
    let Some(program) = entry.command else {
        let remote = entry.url.is_some() || entry.server_url.is_some();
        return unusable(if remote { "paste-url-server" } else { "paste-no-command" }, None);
    };
    let mut env = Vec::new();
    for (variable, value) in entry.env {
        let value = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                return unusable("paste-bad-entry", Some(format!("env.{variable}")));
            }
        };
        env.push(EnvEntry { name: variable, value });
    }
    let name = if name.is_empty() { file_stem(&program) } else { name };
    let line = programs::line(&program, &entry.args);
    let draft = ServerDraft {
        name,
        program,
        args: entry.args,
        env,
        cwd: entry.cwd,
        ..ServerDraft::default()
    };
    Pasted::Server { draft, line, names: Vec::new() }
}

fn file_stem(program: &str) -> String {
    let stem = std::path::Path::new(program).file_stem();
    stem.map_or_else(|| program.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, bool)> {
        let read = read(text).unwrap();
        read.into_iter()
            .map(|entry| match entry {
                Pasted::Server { draft, .. } => (draft.name, true),
                Pasted::Unusable { name, .. } => (name, false),
            })
            .collect()
    }

    #[test]
    fn the_forms_that_clients_use_are_read() {
        let one = |name: &str| vec![(name.to_owned(), true)];
        assert_eq!(names(r#"{"mcpServers": {"a": {"command": "x", "args": ["-y"]}}}"#), one("a"));
        assert_eq!(names(r#"{"servers": {"b": {"type": "stdio", "command": "x"}}}"#), one("b"));
        assert_eq!(names(r#"{"mcp": {"servers": {"c": {"command": "x"}}}}"#), one("c"));
        assert_eq!(names(r#"{"d": {"command": "x"}}"#), one("d"));
        assert_eq!(names(r#""e": {"command": "x"}"#), one("e"));
        assert_eq!(names(r#"{"command": "/usr/bin/f.sh"}"#), one("f"));
        assert_eq!(names("// mine\n{\"mcpServers\": {\"g\": {\"command\": \"x\",},},}"), one("g"));
    }

    #[test]
    fn an_entry_that_can_not_be_run_is_named() {
        let read = names(
            r#"{"mcpServers": {"far": {"url": "https://x"}, "no": {}, "ok": {"command": "x"}}}"#,
        );
        assert_eq!(read, [("far".into(), false), ("no".into(), false), ("ok".into(), true)]);
    }

    #[test]
    fn what_is_no_list_of_servers_is_said_to_be_none() {
        assert_eq!(read("nonsense {").unwrap_err().code, "paste-not-json");
        assert_eq!(read("{}").unwrap_err().code, "paste-no-servers");
        assert_eq!(read(r#"{"mcpServers": []}"#).unwrap_err().code, "paste-no-servers");
        assert_eq!(read(r#"{"a": 1}"#).unwrap_err().code, "paste-no-servers");
    }

    #[test]
    fn env_values_keep_what_was_written() {
        let text = r#"{"s": {"command": "x", "env": {"N": 1, "B": true, "S": "a b"}}}"#;
        let Pasted::Server { draft, .. } = &read(text).unwrap()[0] else { panic!() };
        let values: Vec<_> = draft.env.iter().map(|entry| entry.value.as_str()).collect();
        assert_eq!(values, ["true", "1", "a b"]);
    }

    #[test]
    fn a_draft_is_checked() {
        let draft = ServerDraft { name: "n".into(), program: "p".into(), ..ServerDraft::default() };
        assert!(command(draft.clone()).is_ok());
        let bad = ServerDraft {
            env: vec![EnvEntry { name: "A=B".into(), value: String::new() }],
            ..draft.clone()
        };
        assert_eq!(command(bad).unwrap_err().code, "draft-bad-env");
        assert_eq!(
            command(ServerDraft { program: " ".into(), ..draft }).unwrap_err().code,
            "draft-empty-program"
        );
    }
}
