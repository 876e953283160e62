//! What a host on paper says that servers offer, and providers of models.

use paddock_control::Command;
use paddock_control::view::{ProviderState, WideningView};
use serde_json::json;

use crate::fake_host::{Done, Shared, done, wish};

/// None if it is about something else.
#[expect(clippy::wildcard_enum_match_arm, reason = "all else is answered elsewhere")]
pub(crate) fn answer(shared: &Shared, command: &Command) -> Option<Done> {
    let text = json!({ "kind": "text", "text": "hello\u{1b}[2J" });
    Some(match command {
        Command::Resources { .. } => done(json!({
            "resources": [{
                "uri": "note:///1", "shown": "note:///1", "name": "first", "description": "A note.",
                "mimeType": "text/plain", "size": 5
            }],
            "templates": [{
                "template": "note:///{name}", "shown": "note:///{name}", "name": "any\u{1b}[2J",
                "description": null, "mimeType": null, "variables": ["name"]
            }]
        })),
        Command::ReadResource { .. } | Command::ReadTemplate { .. } => {
            done(json!({ "parts": [text] }))
        }
        Command::Prompts { .. } => done(json!([{
            "name": "greet", "title": "Greet", "description": "Says hello.",
            "arguments": [
                { "name": "name", "title": null, "description": null, "required": true },
                { "name": "tone", "title": null, "description": null, "required": false }
            ]
        }])),
        Command::Prompt { .. } => done(json!({
            "description": null, "messages": [{ "role": "user", "parts": [text] }]
        })),
        Command::Complete { .. } => done(["Ann", "Anna\u{1b}[2J"]),
        Command::Messages { .. } => done(json!({
            "messages": [message(2, "error", "failed\u{1b}[2J"), message(1, "request", "{}")],
            "more": false, "dropped": 0
        })),
        Command::Reproduce { .. } => done("#!/bin/sh\n"),
        Command::AddProvider { .. } => done(2),
        Command::AllowProvider { provider } => allow_provider(shared, *provider),
        Command::EditProvider { .. }
        | Command::RemoveProvider { .. }
        | Command::CheckProvider { .. } => done(()),
        _ => return None,
    })
}

fn allow_provider(shared: &Shared, provider: u32) -> Done {
    let view = shared.view.borrow().clone();
    let there = view.providers.iter().find(|it| it.id == provider);
    match there.filter(|it| it.state == ProviderState::NotAllowed) {
        Some(it) => wish(shared, WideningView::Provider { provider, url: it.url.clone() }),
        None => done(None::<u32>),
    }
}

fn message(number: u32, shape: &str, text: &str) -> serde_json::Value {
    let is_request = shape == "request";
    json!({
        "number": number, "at": 1_795_341_600_000.0, "shape": shape, "id": "1", "size": text.len(),
        "direction": if is_request { "toServer" } else { "fromServer" },
        "method": is_request.then_some("tools/list"), "took": null, "text": text, "cut": false
    })
}
