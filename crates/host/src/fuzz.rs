//! What a fuzzer throws at what people paste, and at what servers want of models.
#![expect(clippy::panic, reason = "a target fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use paddock_mcp::sampling::{Sampling, SamplingTools};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::view::{AskedValue, Pasted, SamplingEdit, ServerDraft};
use crate::{draft, named, sampling};

/// Reads `data` as the settings of another app.
///
/// # Panics
///
/// A server that was read is another one when it was written down and read again, or its command
/// does not start what was read; or it names what is no path.
pub fn import(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(all) = draft::read(text) else { return };
    for pasted in all {
        let Pasted::Server { draft, asks, .. } = pasted else { continue };
        asks_for_its_own(&draft, &asks);
        // What is asked for is told beside the servers.
        if !asks.is_empty() || draft.name.is_empty() {
            continue;
        }
        let written = json!({ "mcpServers": { &draft.name: written(&draft) } }).to_string();
        let again = draft::read(&written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
        let [Pasted::Server { draft: again, .. }] = again.as_slice() else { panic!("{again:?}") };
        assert_eq!(*again, draft);
        if let Ok((name, command)) = draft::command(draft.clone()) {
            assert_eq!((name.as_str(), &command.args), (draft.name.trim(), &draft.args));
            assert_eq!(command.env.len(), draft.env.len());
            let named = named::read(&command, Path::new("/home/ada")).named;
            assert!(named.iter().all(|it| it.path.is_absolute()) && named.len() <= named::MOST);
            for arg in &command.args {
                let given = named::home::written_out(arg, Path::new("/home/ada"));
                assert!(given == **arg || arg.contains(['~', '$']), "{arg}");
            }
            assert!(!command.env.iter().any(|(name, value)| {
                name.is_empty() || name.contains(['=', '\0']) || value.contains('\0')
            }));
        }
    }
}

/// Every value that is asked for has a place, none of a secret is where everyone would see it, and
/// names can't be told apart wrongly.
fn asks_for_its_own(draft: &ServerDraft, asks: &[AskedValue]) {
    let words = || [&draft.program].into_iter().chain(&draft.args).chain(&draft.cwd);
    let names: BTreeSet<_> = asks.iter().map(|asked| &asked.name).collect();
    assert_eq!(names.len(), asks.len(), "{asks:?}");
    for asked in asks {
        let place = format!("${{input:{}}}", asked.name);
        let is_word = words().any(|word| word.contains(&place));
        let is_value = draft.env.iter().any(|entry| entry.value.contains(&place));
        assert!(is_word || is_value, "{place} is asked for and goes nowhere");
        assert!(!(is_word && asked.secret), "{place} is a secret");
        let shown = [&asked.title, &asked.description];
        assert!(shown.into_iter().all(|it| paddock_core::text::shown(it) == **it));
    }
}

fn written(draft: &ServerDraft) -> Value {
    let env = draft.env.iter().map(|entry| (entry.name.clone(), entry.value.clone().into()));
    let env: Map<String, Value> = env.collect();
    json!({ "command": draft.program, "args": draft.args, "env": env, "cwd": draft.cwd })
}

/// Reads `data` as the `params` of `sampling/createMessage`.
///
/// # Panics
///
/// Something that was let through is out of bounds, or uses and results of tools are not in the
/// order that providers need in what would be sent to them.
pub fn sampling(data: &[u8]) {
    let Ok(params) = serde_json::from_slice::<&RawValue>(data) else { return };
    let with_tools = Sampling::parse(params, SamplingTools::Declared);
    if let Ok(wanted) = Sampling::parse(params, SamplingTools::Undeclared) {
        assert!(with_tools.is_ok() && wanted.tools.is_empty() && wanted.tool_choice.is_none());
    }
    let Ok(wanted) = with_tools else { return };
    assert!(!wanted.messages.is_empty() && wanted.max_tokens > 0);
    assert!(wanted.messages.iter().all(|message| !message.content.is_empty()));
    assert!(wanted.temperature.is_none_or(f64::is_finite));
    assert!(sampling::summary(&wanted).chars().count() <= 200);
    assert!(sampling::cost(&wanted) >= wanted.max_tokens);
    let prompt = sampling::prompt(&wanted, &SamplingEdit::default(), "m-1".to_owned());
    let [openai, anthropic] = paddock_models::fuzz::requests(&prompt);
    if let Some(body) = openai.as_deref().and_then(read) {
        openai_is_balanced(&body);
    }
    if let Some(body) = anthropic.as_deref().and_then(read) {
        anthropic_is_balanced(&body);
    }
}

/// None where what the server wrote nests deeper than is read whole.
fn read(body: &[u8]) -> Option<Value> {
    match serde_json::from_slice(body) {
        Ok(body) => Some(body),
        Err(error) if error.to_string().starts_with("recursion limit exceeded") => None,
        Err(error) => panic!("{error}: {}", String::from_utf8_lossy(body)),
    }
}

/// Each use of a tool is answered by a message of its own, before anything else is said.
fn openai_is_balanced(body: &Value) {
    let mut open = BTreeSet::new();
    for message in list(&body["messages"]) {
        if message["role"] == "tool" {
            let answered = open.remove(text(&message["tool_call_id"]));
            assert!(answered, "an answer to nothing in {body}");
            continue;
        }
        assert!(open.is_empty(), "{open:?} is open in {body}");
        open = list(&message["tool_calls"]).iter().map(|call| text(&call["id"])).collect();
    }
    assert!(open.is_empty(), "{open:?} is open in {body}");
}

/// Roles take turns, and each turn answers what the last one used.
fn anthropic_is_balanced(body: &Value) {
    let (mut open, mut last) = (BTreeSet::new(), "");
    for turn in list(&body["messages"]) {
        let blocks = list(&turn["content"]);
        let ids = |kind: &str, id: &str| -> BTreeSet<&str> {
            blocks.iter().filter(|it| it["type"] == kind).map(|it| text(&it[id])).collect()
        };
        assert!(!blocks.is_empty() && turn["role"] != last, "{body}");
        assert_eq!(ids("tool_result", "tool_use_id"), open, "{body}");
        (open, last) = (ids("tool_use", "id"), text(&turn["role"]));
    }
    assert!(open.is_empty(), "{open:?} is open in {body}");
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
