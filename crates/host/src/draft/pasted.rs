//! Servers in a text: of most clients' settings, of a registry, or in a link.

use std::collections::BTreeMap;

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use paddock_core::text::shown;
use serde::Deserialize;
use serde_json::Value;

use super::inputs::Inputs;
use super::{command_line, left_open, links, registry};
use crate::programs;
use crate::view::{Code, EnvEntry, Failure, Pasted, ServerDraft};

/// The longest text that is read.
const LONGEST: usize = 1 << 20;
/// The deepest that brackets nest in it: parsers call themselves for each.
const DEEPEST: usize = 100;
/// Servers that are read from one text, at the most.
const MOST: usize = 200;

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
/// `{"mcp": {"servers": {…}}}` of VS Code, the entries alone, a registry's `server.json`, or a link
/// that asks to add one. Comments and trailing commas are allowed. A command, as it is typed at a
/// terminal, is a server as well.
pub(crate) fn read(text: &str) -> Result<Vec<Pasted>, Failure> {
    if links::is_link(text) {
        return servers(&links::read(text)?);
    }
    let not_json = |reason: &str| Failure::new(Code::PasteNotJson).with("reason", reason);
    if text.len() > LONGEST {
        return Err(not_json("longer than 1 MiB"));
    }
    if let Some((name, entry)) = command_line::read(text) {
        return Ok(pasted(vec![(name, &entry)], &Inputs::default()));
    }
    if is_deep(text) {
        return Err(not_json("nested too deeply"));
    }
    let parsed = parse(text).or_else(|error| {
        // An entry copied without the braces around it.
        parse(&format!("{{{text}}}")).map_err(|_| error)
    });
    servers(&parsed.map_err(|error| not_json(&error))?)
}

fn servers(value: &Value) -> Result<Vec<Pasted>, Failure> {
    let found = match registry::read(value) {
        Some(found) => found?,
        None => settings(value)?,
    };
    match found.len() {
        0 => Err(Failure::new(Code::PasteNoServers)),
        1..=MOST => Ok(found),
        _ => Err(Failure::new(Code::PasteTooMany).with("most", MOST)),
    }
}

/// The servers in the settings of another app.
fn settings(value: &Value) -> Result<Vec<Pasted>, Failure> {
    let inputs = Inputs::read(value);
    let entries = entries(value).ok_or_else(|| Failure::new(Code::PasteNoServers))?;
    Ok(pasted(entries, &inputs))
}

/// Brackets within texts and comments count, too: that many in a row are in no settings.
fn is_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
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
    let object: Vec<_> = object.iter().filter(|(name, _)| *name != "inputs").collect();
    let looks_like_entries = object
        .iter()
        .all(|(_, entry)| entry.get("command").is_some() || entry.get("url").is_some());
    looks_like_entries
        .then(|| object.into_iter().map(|(name, entry)| (name.clone(), entry)).collect())
}

fn named(value: &Value) -> Option<Vec<(String, &Value)>> {
    Some(value.as_object()?.iter().map(|(name, entry)| (name.clone(), entry)).collect())
}

/// An entry that can't be run, and why.
pub(super) fn unusable(name: &str, reason: Failure) -> Pasted {
    Pasted::Unusable { name: shown(name), reason: reason.with("name", name) }
}

/// What can be run of these, and what it asks for.
fn pasted(entries: Vec<(String, &Value)>, inputs: &Inputs) -> Vec<Pasted> {
    let mut read: Vec<_> = entries.into_iter().map(|(name, value)| draft(name, value)).collect();
    let open = left_open::ask(read.iter_mut().flatten().map(|(draft, _)| draft));
    let pasted = |read: Result<(ServerDraft, String), (String, Failure)>| {
        let (draft, line) = match read {
            Ok(read) => read,
            Err((name, reason)) => return unusable(&name, reason),
        };
        match inputs.of(&draft, &open) {
            Ok(asks) => {
                Pasted::Server { draft, line, names: Vec::new(), missing: Vec::new(), asks }
            }
            Err(reason) => unusable(&draft.name, reason),
        }
    };
    read.into_iter().map(pasted).collect()
}

/// An entry as a draft, and how its command is written; or why it can't be run.
fn draft(name: String, value: &Value) -> Result<(ServerDraft, String), (String, Failure)> {
    let not_run = |code: Code, reason: Option<String>| {
        let failure = Failure::new(code);
        let failure = match reason {
            Some(reason) => failure.with("reason", reason),
            None => failure,
        };
        Err((name.clone(), failure))
    };
    let entry = match Entry::deserialize(value) {
        Ok(entry) => entry,
        Err(error) => return not_run(Code::PasteBadEntry, Some(error.to_string())),
    };
    let Some(program) = entry.command else {
        let remote = entry.url.is_some() || entry.server_url.is_some();
        return not_run(if remote { Code::PasteUrlServer } else { Code::PasteNoCommand }, None);
    };
    let mut env = Vec::new();
    for (variable, value) in entry.env {
        let value = match value {
            Value::String(text) => text,
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                return not_run(Code::PasteBadEntry, Some(format!("env.{variable}")));
            }
        };
        env.push(EnvEntry { name: variable, value });
    }
    let name = if name.is_empty() { file_stem(&program) } else { name };
    if shown(&name) != name {
        return Err((name, Failure::new(Code::PasteBadName)));
    }
    let line = programs::line(&program, &entry.args);
    let draft = ServerDraft {
        name,
        program,
        args: entry.args,
        env,
        cwd: entry.cwd,
        ..ServerDraft::default()
    };
    match Inputs::named_as_ours(&draft) {
        Some(id) => {
            Err((draft.name.clone(), Failure::new(Code::PasteUnknownInput).with("input", id)))
        }
        None => Ok((draft, line)),
    }
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
        assert_eq!(read("nonsense {").unwrap_err().code, Code::PasteNotJson);
        assert_eq!(read("{}").unwrap_err().code, Code::PasteNoServers);
        assert_eq!(read(r#"{"mcpServers": []}"#).unwrap_err().code, Code::PasteNoServers);
        assert_eq!(read(r#"{"a": 1}"#).unwrap_err().code, Code::PasteNoServers);
    }

    #[test]
    fn what_is_typed_for_one_server_is_not_taken_by_another() {
        for id in ["value:0/KEY", "env:KEY"] {
            let text = format!(
                r#"{{"mcpServers": {{
                    "one": {{"command": "x", "env": {{"KEY": "<YOUR_KEY>", "A": "${{KEY}}"}}}},
                    "two": {{"command": "x", "env": {{"X": "${{input:{id}}}"}}}}}}}}"#
            );
            assert_eq!(names(&text), [("one".into(), true), ("two".into(), false)], "{id}");
        }
    }

    #[test]
    fn what_is_meant_to_break_something_is_refused() {
        for open in ["[", "{\"a\":"] {
            let deep = open.repeat((LONGEST - 10) / open.len());
            assert_eq!(read(&deep).unwrap_err().code, Code::PasteNotJson);
        }
        assert_eq!(read(&" ".repeat(LONGEST + 1)).unwrap_err().code, Code::PasteNotJson);
        let many: Vec<_> = (0..=MOST).map(|at| format!(r#""s{at}": {{"command": "x"}}"#)).collect();
        let many = format!("{{{}}}", many.join(","));
        assert_eq!(read(&many).unwrap_err().code, Code::PasteTooMany);
        let hidden = names(
            r#"{"mcpServers": {"a\u202eb": {"command": "x"}, "c\u0000": {"command": "x"}, "": {"command": "/x/d\u000b.exe"}}}"#,
        );
        assert_eq!(
            hidden,
            [("d\\u{b}".into(), false), ("a\\u{202e}b".into(), false), ("c\\u{0}".into(), false)]
        );
    }

    #[test]
    fn env_values_keep_what_was_written() {
        let text = r#"{"s": {"command": "x", "env": {"N": 1, "B": true, "S": "a b"}}}"#;
        let Pasted::Server { draft, .. } = &read(text).unwrap()[0] else { panic!() };
        let values: Vec<_> = draft.env.iter().map(|entry| entry.value.as_str()).collect();
        assert_eq!(values, ["true", "1", "a b"]);
    }
}
