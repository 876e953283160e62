//! What the tools that ask ask for.

use serde_json::{Map, Value, json};

use crate::asks::Round;

/// Names and descriptions of the tools that take no arguments and ask for something.
pub(crate) const PRESETS: &[(&str, &str)] = &[
    ("sample", "Asks for sampling: text, with hints and limits"),
    ("sample-image", "Asks for sampling: a text and an image"),
    ("sample-tools", "Asks for sampling with a tool, and gives its result in a second round"),
    ("sample-wrong", "Asks for sampling with a tool use that has no result"),
    ("form", "Asks for a form with a field of every kind"),
    ("form-wrong", "Asks for a form with a nested object"),
    ("visit", "Asks to open an address"),
    ("ask-several", "Asks for roots, sampling and a form at once"),
    ("ask-twice", "Asks for a form, then for sampling"),
];

/// The rounds of a preset.
pub(crate) fn rounds(name: &str) -> Option<Vec<Round>> {
    let rounds = match name {
        "sample" => vec![one(sample())],
        "sample-image" => vec![one(sample_image())],
        "sample-tools" => vec![one(sample_with_tool()), one(sample_with_result())],
        "sample-wrong" => vec![one(sample_without_result())],
        "form" => vec![one(form())],
        "form-wrong" => vec![one(nested_form())],
        "visit" => vec![one(visit())],
        "ask-several" => {
            vec![round([("roots", roots()), ("model", sample()), ("form", short_form())])]
        }
        "ask-twice" => vec![one(short_form()), one(sample())],
        _ => return None,
    };
    Some(rounds)
}

pub(crate) fn roots() -> Value {
    json!({ "method": "roots/list" })
}

pub(crate) fn short_form() -> Value {
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
    });
    elicit(&json!({ "message": "Who are you?", "requestedSchema": schema }))
}

pub(crate) fn one(input: Value) -> Round {
    round([("it", input)])
}

fn round<const N: usize>(inputs: [(&str, Value); N]) -> Round {
    let inputs: Map<_, _> =
        inputs.map(|(key, input)| (key.to_owned(), input)).into_iter().collect();
    Round { inputs, state: Some("state/of the fake=".to_owned()) }
}

fn sampling(params: &Value) -> Value {
    json!({ "method": "sampling/createMessage", "params": params })
}

fn elicit(params: &Value) -> Value {
    json!({ "method": "elicitation/create", "params": params })
}

fn user(content: &Value) -> Value {
    json!({ "role": "user", "content": content })
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn sample() -> Value {
    sampling(&json!({
        "messages": [user(&text("What is the capital of France?"))],
        "systemPrompt": "Answer in one word.",
        "includeContext": "none",
        "temperature": 0.2,
        "maxTokens": 100,
        "stopSequences": ["\n\n"],
        "modelPreferences": {
            "hints": [{ "name": "sonnet" }, { "name": "claude" }],
            "costPriority": 0.3,
            "speedPriority": 0.8,
            "intelligencePriority": 0.5,
        },
    }))
}

/// 64 KiB of text.
pub(crate) fn long_sample() -> Value {
    let messages = [user(&text(&"again ".repeat((64 << 10) / 6)))];
    sampling(&json!({ "messages": messages, "maxTokens": 1 }))
}

fn sample_image() -> Value {
    /// One white pixel.
    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";
    let image = json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    let messages = [user(&text("What is in this picture?")), user(&image)];
    sampling(&json!({ "messages": messages, "maxTokens": 50 }))
}

fn weather() -> Value {
    json!({
        "name": "weather",
        "description": "The weather in a city",
        "inputSchema": { "type": "object", "properties": { "city": { "type": "string" } } },
    })
}

fn tool_use() -> Value {
    let content = json!({
        "type": "tool_use", "id": "call-1", "name": "weather", "input": { "city": "Paris" },
        "_meta": { "example.org/kept": 1 },
    });
    json!({ "role": "assistant", "content": content })
}

fn sample_with_tool() -> Value {
    sampling(&json!({
        "messages": [user(&text("How is the weather in Paris?"))],
        "tools": [weather()],
        "toolChoice": { "mode": "auto" },
        "maxTokens": 100,
    }))
}

fn sample_with_result() -> Value {
    let result = json!({
        "type": "tool_result", "toolUseId": "call-1", "content": [text("18 °C, cloudy")],
        "_meta": { "example.org/kept": 2 },
    });
    sampling(&json!({
        "messages": [user(&text("How is the weather in Paris?")), tool_use(), user(&json!([result]))],
        "tools": [weather()],
        "maxTokens": 100,
    }))
}

fn sample_without_result() -> Value {
    sampling(&json!({
        "messages": [
            user(&text("How is the weather in Paris?")), tool_use(), user(&text("Well?")),
        ],
        "tools": [weather()],
        "maxTokens": 100,
    }))
}

fn form() -> Value {
    let titled = |value: &str, title: &str| json!({ "const": value, "title": title });
    let colours = [titled("r", "Red"), titled("g", "Green"), titled("b", "Blue")];
    let properties = json!({
        "name": { "type": "string", "title": "Name", "description": "As in your passport",
                  "minLength": 2, "maxLength": 40, "default": "Ada" },
        "email": { "type": "string", "format": "email" },
        "site": { "type": "string", "format": "uri" },
        "born": { "type": "string", "format": "date" },
        "at": { "type": "string", "format": "date-time" },
        "age": { "type": "integer", "minimum": 0, "maximum": 150, "default": 36 },
        "height": { "type": "number", "minimum": 0.5, "maximum": 2.5 },
        "member": { "type": "boolean", "default": true },
        "size": { "type": "string", "enum": ["S", "M", "L"], "default": "M" },
        "colour": { "type": "string", "oneOf": colours, "default": "g" },
        "old": { "type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"] },
        "days": { "type": "array", "items": { "type": "string", "enum": ["mon", "tue", "wed"] },
                  "minItems": 1, "maxItems": 2, "default": ["mon"] },
        "tones": { "type": "array", "items": { "anyOf": colours }, "default": [] },
    });
    let schema = json!({
        "type": "object", "properties": properties, "required": ["name", "email", "days"],
    });
    elicit(&json!({ "mode": "form", "message": "Tell us about you", "requestedSchema": schema }))
}

fn nested_form() -> Value {
    let inner = json!({ "type": "object", "properties": { "street": { "type": "string" } } });
    let schema = json!({ "type": "object", "properties": { "address": inner } });
    elicit(&json!({ "mode": "form", "message": "Where?", "requestedSchema": schema }))
}

fn visit() -> Value {
    elicit(&json!({
        "mode": "url",
        "message": "Sign in to go on",
        "url": "https://example.org/sign-in?for=paddock",
        "elicitationId": "e-1",
    }))
}
