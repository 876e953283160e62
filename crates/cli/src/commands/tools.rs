use std::future::Future;
use std::io::Read as _;

use paddock_control::Client;
use paddock_control::view::{CallView, Code, Failure, PartView, ToolView};
use paddock_core::text::{shown, shown_lines};
use serde_json::{Map, Value, json};

use super::servers::named;
use super::{requests, run};
use crate::exit::Exit;
use crate::front::{Front, gone};
use crate::out::Out;
use crate::table::Table;

/// The longest arguments, in bytes.
const LONGEST: u64 = 16 << 20;
/// This front asks for one thing at a time.
pub(super) const CALL: u32 = 1;

pub(super) async fn list(name: &str, out: &Out) -> Result<Exit, Failure> {
    let (front, id) = named(name, false).await?;
    let tools = front.client.tools(id).await?;
    if out.json {
        out.json(&json!({ "tools": tools }))?;
    } else if tools.is_empty() {
        out.said("cli-no-tools")?;
    } else {
        let mut table = Table::new(["cli-head-tool", "cli-head-about"].map(|id| out.say(id)));
        for tool in &tools {
            table.row([shown(&tool.name).into(), about(tool).into()]);
        }
        out.line(table.written(out))?;
    }
    Ok(Exit::Done)
}

fn about(tool: &ToolView) -> String {
    first_line(tool.description.as_deref().or(tool.title.as_deref()))
}

/// What a server says of what it offers, in short.
pub(super) fn first_line(text: Option<&str>) -> String {
    shown(text.unwrap_or_default().trim().lines().next().unwrap_or_default())
}

pub(super) async fn call(
    name: &str,
    tool: &str,
    arguments: &str,
    out: &Out,
) -> Result<Exit, Failure> {
    let arguments = json_object(arguments)?.to_string();
    let (mut front, id) = named(name, true).await?;
    let client = front.client.clone();
    let asked = client.call_tool(id, tool.to_owned(), arguments, CALL);
    let called = tokio::select! {
        called = or_cancelled(&client, asked) => called,
        () = says_what_waits(&mut front, id, out) => Err(gone()),
    };
    let called = match called {
        Err(failure) if failure.code == Code::ServerNotRunning => {
            return Err(why_not_running(&client, id, failure).await);
        }
        called => called?,
    };
    if out.json {
        out.json(&called)?;
    } else {
        out.line(text(&called, out))?;
    }
    Ok(if called.is_error { Exit::No } else { Exit::Done })
}

/// Says once that the server waits for a person, who would wait for it otherwise. Returns when the
/// connection has ended.
async fn says_what_waits(front: &mut Front, server: u32, out: &Out) {
    let mut said = false;
    let mut last = 0;
    loop {
        let view = match front.next_view(last).await {
            Ok(view) => view,
            Err(failure) if failure.code == Code::HostGone => return,
            // One that can't be shown ends no call.
            Err(_) => continue,
        };
        last = view.sequence;
        if let Some(server) = view.servers.iter().find(|it| it.id == server && !said)
            && requests::waits(&view, server.id)
        {
            said = true;
            out.note(&out.say_with("cli-call-waits", &[("server", shown(&server.name).into())]));
        }
    }
}

/// A server that a pause keeps from running is not to be started, but resumed.
async fn why_not_running(client: &Client, server: u32, failure: Failure) -> Failure {
    let Ok(view) = client.view().await else { return failure };
    let server = view.servers.iter().find(|it| it.id == server && view.paused.is_some());
    server.map_or(failure, run::paused)
}

/// What was asked for; an interrupt cancels it at the server too.
pub(super) async fn or_cancelled<T>(
    client: &Client,
    asked: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::select! {
        answer = asked => answer,
        _ = tokio::signal::ctrl_c() => {
            client.cancel_call(CALL).await?;
            Err(Failure::new(Code::CallCancelled))
        }
    }
}

/// A JSON object as typed, or with `-` from standard input.
pub(super) fn json_object(typed: &str) -> Result<Value, Failure> {
    let text = if typed == "-" { standard_input()? } else { typed.to_owned() };
    let parsed = serde_json::from_str::<Map<String, Value>>(&text);
    let parsed = parsed.map_err(|error| Failure::new(Code::CliNotJson).with("reason", error))?;
    Ok(Value::Object(parsed))
}

/// All of standard input, as text.
pub(super) fn standard_input() -> Result<String, Failure> {
    let unreadable = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::CliInputUnreadable).with("reason", reason)
    };
    let mut text = String::new();
    let mut input = std::io::stdin().lock().take(LONGEST + 1);
    input.read_to_string(&mut text).map_err(|error| unreadable(&error))?;
    if text.len() as u64 > LONGEST {
        return Err(unreadable(&format_args!("> {LONGEST} B")));
    }
    Ok(text)
}

fn text(called: &CallView, out: &Out) -> String {
    let mut lines: Vec<_> = called.parts.iter().map(|part| part_text(part, out)).collect();
    // Servers repeat what is structured as text, for clients that read only that.
    if let Some(structured) = called.structured.as_ref().filter(|_| called.parts.is_empty()) {
        lines.push(shown_lines(structured));
    }
    if let Some(broken) = &called.broken_promise {
        lines.push(out.say_with("cli-broken-promise", &[("reason", shown_lines(broken).into())]));
    }
    lines.extend(called.hint.as_ref().and_then(|hint| out.words().hint(hint)));
    lines.join("\n")
}

/// A part of what a server or a model gave, safe to show.
pub(super) fn part_text(part: &PartView, out: &Out) -> String {
    let picture = |kind: &str, base64: &str| {
        #[expect(clippy::cast_precision_loss, reason = "rounded for reading")]
        let size = out.words().size(base64.len() as f64 * 0.75);
        let values = [("kind", shown(kind).into()), ("size", size.into())];
        out.say_with("cli-part-bytes", &values)
    };
    match part {
        PartView::Image { mime_type, base64 } | PartView::Audio { mime_type, base64 } => {
            picture(mime_type, base64)
        }
        PartView::Link { shown: address, name, .. } => {
            format!("{}: {}", shown(name), shown(address))
        }
        PartView::Text { text } | PartView::Resource { text: Some(text), .. } => shown_lines(text),
        PartView::Resource { shown: address, mime_type, size, .. } => {
            let kind = shown(mime_type.as_deref().unwrap_or_default());
            let values =
                [("kind", kind.into()), ("size", out.words().size(f64::from(*size)).into())];
            format!("{} {}", shown(address), out.say_with("cli-part-bytes", &values))
        }
        PartView::ToolUse { name, json } => format!("{} {}", shown(name), shown_lines(json)),
        PartView::ToolResult { parts, .. } => {
            let parts: Vec<_> = parts.iter().map(|part| part_text(part, out)).collect();
            parts.join("\n")
        }
        PartView::Other { label, json } => format!("{} {}", shown(label), shown_lines(json)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_an_object() {
        assert_eq!(json_object(r#"{"path":"/x"}"#).unwrap(), json!({ "path": "/x" }));
        for typed in ["", "[1]", "\"x\"", "{", "{} {}"] {
            assert_eq!(json_object(typed).unwrap_err().code, Code::CliNotJson, "{typed}");
        }
    }

    #[test]
    fn what_a_server_says_cannot_move_the_cursor() {
        let evil = PartView::Text { text: "a\x1b]0;owned\x07\nb\u{202e}".into() };
        let text = part_text(&evil, &Out::new(false));
        assert!(!text.contains('\x1b') && !text.contains('\u{202e}') && text.contains('\n'));
    }
}
