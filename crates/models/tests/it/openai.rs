//! Chat completions, as they travel.

use paddock_models::{Api, ModelError, Part, Prompt, Role, StopReason, ToolChoice, ToolSpec};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::server::{Server, Step, delta, document, events, head, says};
use crate::{SECRET, ask, client, message, prompt, provider, text};

fn raw(json: &Value) -> Box<RawValue> {
    RawValue::from_string(json.to_string()).unwrap()
}

#[tokio::test]
async fn an_answer_comes_in_pieces_and_is_whole_in_the_end() {
    let server = Server::start().await;
    let usage = json!({ "prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16 });
    let last = json!({ "model": "m-1-exact", "choices": [], "usage": usage });
    let stream = [
        delta(&json!({ "role": "assistant", "content": "" }), None),
        delta(&json!({ "content": "Hé" }), None),
        delta(&json!({ "content": "llo", "reasoning_content": "hm" }), None),
        delta(&json!({}), Some("stop")),
        last,
    ];
    let body = format!(": keep alive\n\n{}data: [DONE]\n\n", events(Api::OpenAi, &stream));
    server.will(vec![head(), Step::Write(body.into())]);

    let (answer, pieces) =
        ask(&client(), &provider(Api::OpenAi, &server.url()), &prompt("Hi")).await;

    let answer = answer.unwrap();
    assert_eq!(text(&answer), "Héllo");
    assert_eq!(pieces, ["Hé", "llo"]);
    assert_eq!((answer.model.as_str(), answer.stop_reason), ("m-1-exact", StopReason::EndTurn));
    assert_eq!((answer.tokens_in, answer.tokens_out), (Some(11), Some(5)));
    let heard = server.heard_once();
    assert_eq!(heard.line, "POST /v1/chat/completions");
    assert_eq!(heard.header("authorization"), Some(format!("Bearer {SECRET}").as_str()));
    assert_eq!(heard.header("x-api-key"), None);
    let expected = json!({
        "model": "m-1",
        "messages": [{ "role": "user", "content": "Hi" }],
        "stream": true,
        "stream_options": { "include_usage": true },
        "max_tokens": 100,
    });
    assert_eq!(heard.body, expected);
}

#[tokio::test]
async fn sam_4_everything_that_was_asked_for_is_said() {
    let server = Server::start().await;
    server.will(says(Api::OpenAi, &["ok"]));
    let image = Part::Image { mime: "image/png".into(), data: "QUJD".into() };
    let audio = Part::Audio { mime: "audio/mpeg".into(), data: "QUJE".into() };
    let asked = Prompt {
        system: Some("Be brief".into()),
        messages: vec![
            message(Role::User, vec![Part::Text("What is this?".into()), image, audio]),
            message(Role::Assistant, vec![Part::Text("Wait".into())]),
            message(Role::User, vec![Part::Text("Well?".into())]),
        ],
        temperature: Some(0.5),
        stop_sequences: vec!["END".into()],
        ..prompt("")
    };

    let (answer, _) = ask(&client(), &provider(Api::OpenAi, &server.url()), &asked).await;

    answer.unwrap();
    let body = server.heard_once().body;
    let expected = json!([
        { "role": "system", "content": "Be brief" },
        { "role": "user", "content": [
            { "type": "text", "text": "What is this?" },
            { "type": "image_url", "image_url": { "url": "data:image/png;base64,QUJD" } },
            { "type": "input_audio", "input_audio": { "data": "QUJE", "format": "mp3" } },
        ] },
        { "role": "assistant", "content": "Wait" },
        { "role": "user", "content": "Well?" },
    ]);
    assert_eq!(body["messages"], expected);
    assert_eq!((&body["temperature"], &body["stop"]), (&json!(0.5), &json!(["END"])));
}

#[tokio::test]
async fn sam_6_tools_are_offered_and_their_use_comes_back_whole() {
    let server = Server::start().await;
    let call = |index: u32, id: Option<&str>, name: Option<&str>, arguments: &str| {
        let function = json!({ "name": name, "arguments": arguments });
        let call = json!({ "index": index, "id": id, "type": "function", "function": function });
        delta(&json!({ "tool_calls": [call] }), None)
    };
    let stream = [
        delta(&json!({ "role": "assistant", "content": null }), None),
        call(0, Some("call_a"), Some("fs_read"), ""),
        call(0, None, None, "{\"path\":"),
        call(1, Some("call_b"), Some("list"), ""),
        call(0, None, None, "\"/é\", \"n\": 1.0}"),
        delta(&json!({}), Some("tool_calls")),
    ];
    let body = events(Api::OpenAi, &stream) + "data: [DONE]\n\n";
    server.will(vec![head(), Step::Write(body.into())]);
    let tool = |name: &str| ToolSpec {
        name: name.into(),
        description: Some("does".into()),
        input_schema: raw(&json!({ "type": "object" })),
    };
    let asked = Prompt {
        tools: vec![tool("fs.read"), tool("list")],
        tool_choice: ToolChoice::Required,
        ..prompt("Read it")
    };

    let (answer, pieces) = ask(&client(), &provider(Api::OpenAi, &server.url()), &asked).await;

    let answer = answer.unwrap();
    assert_eq!(answer.stop_reason, StopReason::ToolUse);
    assert_eq!(pieces, [""; 0]);
    let uses: Vec<_> = answer
        .parts
        .iter()
        .map(|part| {
            let Part::ToolUse { id, name, input } = part else { panic!("{part:?}") };
            (id.as_str(), name.as_str(), input.get())
        })
        .collect();
    let expected =
        [("call_a", "fs.read", "{\"path\":\"/é\", \"n\": 1.0}"), ("call_b", "list", "{}")];
    assert_eq!(uses, expected);
    let body = server.heard_once().body;
    assert_eq!(body["tool_choice"], "required");
    let function = json!({
        "name": "fs_read", "description": "does", "parameters": { "type": "object" },
    });
    assert_eq!(body["tools"][0], json!({ "type": "function", "function": function }));
}

#[tokio::test]
async fn sam_7_results_of_tools_follow_the_use_they_answer() {
    let server = Server::start().await;
    server.will(says(Api::OpenAi, &["done"]));
    let uses = |id: &str| Part::ToolUse {
        id: id.into(),
        name: "fs.read".into(),
        input: raw(&json!({ "path": "/a" })),
    };
    let result = |id: &str, text: &str| Part::ToolResult {
        id: id.into(),
        content: vec![Part::Text(text.into()), Part::Text("!".into())],
        is_error: false,
    };
    let asked = Prompt {
        messages: vec![
            message(Role::User, vec![Part::Text("Read".into())]),
            message(Role::Assistant, vec![uses("a"), uses("b")]),
            message(Role::User, vec![result("a", "one"), result("b", "two")]),
        ],
        ..prompt("")
    };

    let (answer, _) = ask(&client(), &provider(Api::OpenAi, &server.url()), &asked).await;

    assert_eq!(text(&answer.unwrap()), "done");
    let call = |id: &str| {
        let function = json!({ "name": "fs_read", "arguments": "{\"path\":\"/a\"}" });
        json!({ "id": id, "type": "function", "function": function })
    };
    let expected = json!([
        { "role": "user", "content": "Read" },
        { "role": "assistant", "content": null, "tool_calls": [call("a"), call("b")] },
        { "role": "tool", "tool_call_id": "a", "content": "one\n!" },
        { "role": "tool", "tool_call_id": "b", "content": "two\n!" },
    ]);
    assert_eq!(server.heard_once().body["messages"], expected);
}

#[tokio::test]
async fn a_model_that_knows_the_limit_by_its_newer_name_is_told_it() {
    let server = Server::start().await;
    let refusal = "Unsupported parameter: 'max_tokens' is not supported with this model. \
                   Use 'max_completion_tokens' instead.";
    server.will(document(400, "", &json!({ "error": { "message": refusal } }).to_string()));
    server.will(says(Api::OpenAi, &["ok"]));

    let (answer, _) = ask(&client(), &provider(Api::OpenAi, &server.url()), &prompt("Hi")).await;

    assert_eq!(text(&answer.unwrap()), "ok");
    let [first, second] = &server.heard()[..] else { panic!() };
    assert_eq!(
        (&first.body["max_tokens"], first.body.get("max_completion_tokens")),
        (&json!(100), None)
    );
    assert_eq!(
        (&second.body["max_completion_tokens"], second.body.get("max_tokens")),
        (&json!(100), None)
    );
}

#[tokio::test]
async fn what_can_not_be_said_is_not_sent() {
    let server = Server::start().await;
    let flac = Part::Audio { mime: "audio/flac".into(), data: "QUJD".into() };
    let asked = Prompt { messages: vec![message(Role::User, vec![flac])], ..prompt("") };

    let (answer, _) = ask(&client(), &provider(Api::OpenAi, &server.url()), &asked).await;

    assert!(matches!(answer.unwrap_err(), ModelError::Unsupported { .. }));
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn models_are_listed_as_each_server_writes_them() {
    let server = Server::start().await;
    let provider = provider(Api::OpenAi, &format!("{}/v1/", server.url()));
    let list = json!({ "object": "list", "data": [
        { "id": "b", "object": "model" }, { "id": "a" }, { "id": "b" }, { "id": "" },
    ] });
    server.will(document(200, "", &list.to_string()));
    server.will(document(200, "", r#"{"object":"list","data":null}"#));
    server.will(document(200, "", r#"{"models":[]}"#));

    let client = client();
    assert_eq!(client.models(&provider).await.unwrap(), ["a", "b"]);
    assert_eq!(client.models(&provider).await.unwrap(), [""; 0]);
    assert!(matches!(client.models(&provider).await.unwrap_err(), ModelError::Malformed { .. }));
    assert_eq!(server.heard()[0].line, "GET /v1/models");
}
