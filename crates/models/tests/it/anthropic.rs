//! Messages, as they travel.

use paddock_models::{Api, ModelError, Part, Prompt, Role, StopReason, ToolChoice, ToolSpec};
use serde_json::json;
use serde_json::value::RawValue;

use crate::server::{Server, Step, began, document, ended, events, grown, head, says, started};
use crate::{SECRET, ask, client, message, prompt, provider, text};

#[tokio::test]
async fn an_answer_comes_in_pieces_and_is_whole_in_the_end() {
    let server = Server::start().await;
    let mut stream = vec![
        began(),
        started(0, &json!({ "type": "thinking", "thinking": "" })),
        grown(0, &json!({ "type": "thinking_delta", "thinking": "hm" })),
        json!({ "type": "ping" }),
        started(1, &json!({ "type": "text", "text": "" })),
        grown(1, &json!({ "type": "text_delta", "text": "Hé" })),
        json!({ "type": "of tomorrow" }),
        grown(1, &json!({ "type": "text_delta", "text": "llo" })),
    ];
    stream.extend(ended("max_tokens"));
    server.will(vec![head(), Step::Write(events(Api::Anthropic, &stream).into())]);

    let (answer, pieces) =
        ask(&client(), &provider(Api::Anthropic, &server.url()), &prompt("Hi")).await;

    let answer = answer.unwrap();
    assert_eq!(text(&answer), "Héllo");
    assert_eq!(pieces, ["Hé", "llo"]);
    assert_eq!((answer.model.as_str(), answer.stop_reason), ("m-1-exact", StopReason::MaxTokens));
    assert_eq!((answer.tokens_in, answer.tokens_out), (Some(11), Some(7)));
    let heard = server.heard_once();
    assert_eq!(heard.line, "POST /v1/messages");
    assert_eq!(heard.header("x-api-key"), Some(SECRET));
    assert_eq!(heard.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(heard.header("authorization"), None);
    let said = json!({ "role": "user", "content": [{ "type": "text", "text": "Hi" }] });
    let expected = json!({ "model": "m-1", "max_tokens": 100, "messages": [said], "stream": true });
    assert_eq!(heard.body, expected);
}

#[tokio::test]
async fn sam_7_everything_that_was_asked_for_is_said_in_turns() {
    let server = Server::start().await;
    server.will(says(Api::Anthropic, &["ok"]));
    let input = RawValue::from_string(r#"{"path":"/a","n":1.0}"#.to_owned()).unwrap();
    let image = Part::Image { mime: "image/png".into(), data: "QUJD".into() };
    let result = Part::ToolResult {
        id: "a".into(),
        content: vec![Part::Text("no such file".into()), image.clone()],
        is_error: true,
    };
    let schema = RawValue::from_string(r#"{"type":"object"}"#.to_owned()).unwrap();
    let asked = Prompt {
        system: Some("Be brief".into()),
        messages: vec![
            message(Role::User, vec![Part::Text("Look".into())]),
            message(Role::User, vec![image, Part::Text(String::new())]),
            message(
                Role::Assistant,
                vec![Part::ToolUse { id: "a".into(), name: "fs.read".into(), input }],
            ),
            message(Role::User, vec![result]),
        ],
        temperature: Some(0.5),
        stop_sequences: vec!["END".into()],
        tools: vec![ToolSpec { name: "fs.read".into(), description: None, input_schema: schema }],
        tool_choice: ToolChoice::Required,
        ..prompt("")
    };

    let (answer, _) = ask(&client(), &provider(Api::Anthropic, &server.url()), &asked).await;

    assert_eq!(text(&answer.unwrap()), "ok");
    let source = json!({ "type": "base64", "media_type": "image/png", "data": "QUJD" });
    let image = json!({ "type": "image", "source": source });
    let input = json!({ "path": "/a", "n": 1.0 });
    let expected = json!({
        "model": "m-1",
        "max_tokens": 100,
        "system": "Be brief",
        "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "Look" }, image] },
            { "role": "assistant", "content": [
                { "type": "tool_use", "id": "a", "name": "fs_read", "input": input },
            ] },
            { "role": "user", "content": [{
                "type": "tool_result", "tool_use_id": "a", "is_error": true,
                "content": [{ "type": "text", "text": "no such file" }, image],
            }] },
        ],
        "stream": true,
        "temperature": 0.5,
        "stop_sequences": ["END"],
        "tools": [{ "name": "fs_read", "input_schema": { "type": "object" } }],
        "tool_choice": { "type": "any" },
    });
    assert_eq!(server.heard_once().body, expected);
}

#[tokio::test]
async fn sam_6_a_tool_use_comes_back_whole() {
    let server = Server::start().await;
    let json = |text: &str| grown(1, &json!({ "type": "input_json_delta", "partial_json": text }));
    let tool =
        |id: &str, name: &str| json!({ "type": "tool_use", "id": id, "name": name, "input": {} });
    let mut stream = vec![
        began(),
        started(0, &json!({ "type": "text", "text": "Let me see" })),
        started(1, &tool("toolu_1", "read")),
        json(""),
        json("{\"path\": "),
        json("\"/é\"}"),
        started(2, &tool("toolu_2", "list")),
    ];
    stream.extend(ended("tool_use"));
    server.will(vec![head(), Step::Write(events(Api::Anthropic, &stream).into())]);

    let (answer, pieces) =
        ask(&client(), &provider(Api::Anthropic, &server.url()), &prompt("Read")).await;

    let answer = answer.unwrap();
    assert_eq!(answer.stop_reason, StopReason::ToolUse);
    assert_eq!(pieces, ["Let me see"]);
    let [Part::Text(text), first, second] = answer.parts.as_slice() else { panic!("{answer:?}") };
    assert_eq!(text, "Let me see");
    for (part, expected) in
        [(first, ("toolu_1", "read", "{\"path\": \"/é\"}")), (second, ("toolu_2", "list", "{}"))]
    {
        let Part::ToolUse { id, name, input } = part else { panic!("{part:?}") };
        assert_eq!((id.as_str(), name.as_str(), input.get()), expected);
    }
}

#[tokio::test]
async fn what_can_not_be_said_is_not_sent() {
    let server = Server::start().await;
    for part in [
        Part::Audio { mime: "audio/wav".into(), data: "QUJD".into() },
        Part::Image { mime: "image/svg+xml".into(), data: "QUJD".into() },
    ] {
        let asked = Prompt { messages: vec![message(Role::User, vec![part])], ..prompt("") };
        let (answer, _) = ask(&client(), &provider(Api::Anthropic, &server.url()), &asked).await;
        assert!(matches!(answer.unwrap_err(), ModelError::Unsupported { .. }));
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn all_models_are_listed_at_once() {
    let server = Server::start().await;
    let models = json!({ "data": [
        { "type": "model", "id": "b", "display_name": "B", "created_at": "2026-01-01T00:00:00Z" },
        { "type": "model", "id": "a", "display_name": "A", "created_at": "2026-01-01T00:00:00Z" },
    ], "has_more": false, "first_id": "b", "last_id": "a" });
    server.will(document(200, "", &models.to_string()));

    let listed = client().models(&provider(Api::Anthropic, &server.url())).await.unwrap();

    assert_eq!(listed, ["a", "b"]);
    assert_eq!(server.heard_once().line, "GET /v1/models?limit=1000");
}
