use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::*;
use crate::Revision;

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

fn parse(value: &Value) -> Result<Sampling, PayloadError> {
    Sampling::parse(&raw(value), SamplingTools::Declared)
}

fn refusal(value: &Value) -> String {
    let error = parse(value).unwrap_err();
    assert_eq!(error.code(), -32602);
    assert!(error.message().len() <= 200);
    error.message().to_owned()
}

/// A request with these messages.
fn of(messages: &Value) -> Value {
    json!({ "messages": messages, "maxTokens": 100 })
}

fn hello() -> Value {
    of(&json!([{ "role": "user", "content": { "type": "text", "text": "hello" } }]))
}

fn with(field: &str, value: Value) -> Value {
    let mut request = hello();
    request[field] = value;
    request
}

fn tool_use(id: &str) -> Value {
    json!({ "type": "tool_use", "id": id, "name": "weather", "input": { "city": "Rom" } })
}

fn tool_result(id: &str) -> Value {
    json!({ "type": "tool_result", "toolUseId": id, "content": [{ "type": "text", "text": "18" }] })
}

fn user(content: &Value) -> Value {
    json!({ "role": "user", "content": content })
}

fn assistant(content: &Value) -> Value {
    json!({ "role": "assistant", "content": content })
}

#[test]
fn everything_that_can_be_asked_is_read() {
    let sampling = parse(&json!({
        "messages": [
            user(&json!([
                { "type": "text", "text": "what is this?", "annotations": { "priority": 1 } },
                { "type": "image", "mimeType": "image/png", "data": "QUJD" },
                { "type": "audio", "mimeType": "audio/wav", "data": "QUI=" },
                { "type": "hologram", "beam": 7 },
            ])),
            assistant(&json!({ "type": "text", "text": "a cat" })),
        ],
        "modelPreferences": {
            "hints": [{ "name": "sonnet" }, {}, { "name": "claude" }],
            "costPriority": 0, "speedPriority": 0.5, "intelligencePriority": 1,
        },
        "systemPrompt": "be brief",
        "includeContext": "thisServer",
        "temperature": 0.1,
        "maxTokens": 1e3,
        "stopSequences": ["END"],
        "metadata": { "user": 1 },
        "tools": [{ "name": "weather", "inputSchema": { "type": "object" } }],
        "toolChoice": {},
    }))
    .unwrap();

    let [first, second] = &sampling.messages[..] else { panic!("{:?}", sampling.messages) };
    assert_eq!((first.role, second.role), (Role::User, Role::Assistant));
    assert!(matches!(
        &first.content[..],
        [
            Content::Text(text),
            Content::Image { mime: image, data: _ },
            Content::Audio { mime: audio, data: _ },
            Content::Other { kind, json },
        ] if text == "what is this?"
            && image == "image/png"
            && audio == "audio/wav"
            && kind == "hologram"
            && json.get().contains("\"beam\":7")
    ));
    assert_eq!(sampling.preferences.hints, ["sonnet", "claude"]);
    assert_eq!(sampling.preferences.cost, Some(0.0));
    assert_eq!(sampling.preferences.speed, Some(0.5));
    assert_eq!(sampling.preferences.intelligence, Some(1.0));
    assert_eq!(sampling.system_prompt.as_deref(), Some("be brief"));
    assert_eq!(sampling.include_context.as_deref(), Some("thisServer"));
    assert_eq!(sampling.temperature, Some(0.1));
    assert_eq!(sampling.max_tokens, 1000);
    assert_eq!(sampling.stop_sequences, ["END"]);
    assert_eq!(sampling.metadata.unwrap().get(), r#"{"user":1}"#);
    assert_eq!(sampling.tools[0].name, "weather");
    assert_eq!(sampling.tool_choice, Some(ToolChoice::Auto));
}

#[test]
fn sam_4_a_request_needs_messages_and_a_limit() {
    assert!(refusal(&json!({ "maxTokens": 1 })).contains("messages"));
    assert!(refusal(&json!({ "messages": [], "maxTokens": 1 })).contains("empty"));
    assert!(refusal(&of(&json!([user(&json!([]))]))).contains("no content"));
    for limit in [json!(0), json!(-5), json!(1.5), json!("9"), json!(null)] {
        assert!(refusal(&with("maxTokens", limit.clone())).len() > 5, "{limit}");
    }
    assert_eq!(parse(&with("maxTokens", json!(1e18))).unwrap().max_tokens, u32::MAX);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = [
        with("modelPreferences", json!({ "costPriority": 1.01 })),
        with("modelPreferences", json!({ "speedPriority": -0.01 })),
        with("metadata", json!([1])),
        with("temperature", json!("hot")),
        with("toolChoice", json!({ "mode": "always" })),
        with("toolChoice", json!({ "mode": "required" })),
        with("tools", json!([{ "name": "", "inputSchema": {} }])),
        with("tools", json!([{ "name": "a", "inputSchema": true }])),
        with(
            "tools",
            json!([{ "name": "a", "inputSchema": {} }, { "name": "a", "inputSchema": {} }]),
        ),
        of(&json!([{ "role": "system", "content": { "type": "text", "text": "obey" } }])),
        of(&json!([user(&json!("hello"))])),
        of(&json!([user(&json!({ "text": "hello" }))])),
        of(&json!([user(&json!({ "type": "text" }))])),
        of(&json!([user(&json!({ "type": "image", "mimeType": "image/png", "data": "<svg>" }))])),
        of(&json!([user(&json!({ "type": "image", "mimeType": "text/html", "data": "QUJD" }))])),
        of(&json!([user(&json!({ "type": "audio", "mimeType": "image/png", "data": "QUJD" }))])),
    ];
    for request in refused {
        refusal(&request);
    }
}

#[test]
fn every_list_and_name_is_bounded() {
    let text = json!({ "type": "text", "text": "" });
    let refused = [
        of(&json!(vec![user(&text); 1_001])),
        of(&json!([user(&json!(vec![text.clone(); 4_001]))])),
        of(&json!(vec![user(&json!(vec![text.clone(); 1_000])); 5])),
        with("stopSequences", json!(vec!["x"; 33])),
        with("stopSequences", json!(["x".repeat(513)])),
        with("modelPreferences", json!({ "hints": vec![json!({ "name": "x" }); 33] })),
        with("modelPreferences", json!({ "hints": [{ "name": "x".repeat(513) }] })),
        with(
            "tools",
            (0..257).map(|n| json!({ "name": format!("t{n}"), "inputSchema": {} })).collect(),
        ),
        of(&json!([user(&json!({ "type": "x".repeat(513) }))])),
    ];
    for request in refused {
        refusal(&request);
    }
}

#[test]
fn nesting_costs_no_stack() {
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    let text = format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"x","a":{deep}}}}}],"maxTokens":1}}"#
    );
    let sampling =
        Sampling::parse(&RawValue::from_string(text).unwrap(), SamplingTools::Declared).unwrap();
    assert!(matches!(&sampling.messages[0].content[..], [Content::Other { .. }]));
}

#[test]
fn sam_6_tools_that_were_not_declared_are_refused() {
    for request in [with("tools", json!([])), with("toolChoice", json!({ "mode": "none" }))] {
        let error = Sampling::parse(&raw(&request), SamplingTools::Undeclared).unwrap_err();
        assert_eq!(error.code(), -32602);
        assert!(parse(&request).is_ok());
    }
    assert!(Sampling::parse(&raw(&hello()), SamplingTools::Undeclared).is_ok());
}

#[test]
fn sam_7_tool_uses_are_answered_in_the_next_message() {
    let question = user(&json!({ "type": "text", "text": "weather?" }));
    let both = assistant(&json!([
        { "type": "text", "text": "looking" }, tool_use("a"), tool_use("b"),
    ]));
    let answers = user(&json!([tool_result("b"), tool_result("a")]));
    let end = assistant(&json!({ "type": "text", "text": "18" }));
    parse(&of(&json!([question, both, answers, end]))).unwrap();
    parse(&of(&json!([question, assistant(&tool_use("a")), user(&tool_result("a"))]))).unwrap();

    let refused = [
        json!([question, both, user(&tool_result("a")), end]),
        json!([question, both, user(&tool_result("a")), user(&tool_result("b"))]),
        json!([question, both, end, answers]),
        json!([question, both]),
        json!([question, answers]),
        json!([question, both, user(&json!([tool_result("a"), tool_result("c")]))]),
    ];
    for messages in refused {
        assert!(refusal(&of(&messages)).contains("tool"), "{messages}");
    }
}

#[test]
fn sam_8_tool_results_are_not_mixed_and_each_answers_once() {
    let one = assistant(&tool_use("a"));
    let text = json!({ "type": "text", "text": "here" });
    let refused = [
        json!([one, user(&json!([text, tool_result("a")]))]),
        json!([one, user(&json!([tool_result("a"), text]))]),
        json!([one, user(&json!([tool_result("a"), tool_result("a")]))]),
        json!([one, assistant(&tool_result("a"))]),
        json!([user(&tool_use("a")), user(&tool_result("a"))]),
        json!([assistant(&json!([tool_use("a"), tool_use("a")])), user(&tool_result("a"))]),
        json!([
            one,
            user(&json!({
                "type": "tool_result", "toolUseId": "a", "content": [tool_result("a")],
            }))
        ]),
    ];
    for messages in refused {
        assert!(refusal(&of(&messages)).contains("tool"), "{messages}");
    }
}

#[test]
fn sam_10_meta_of_tool_uses_and_results_is_kept() {
    let mut used = tool_use("a");
    used["_meta"] = json!({ "cache": 1.0 });
    let mut result = tool_result("a");
    result["_meta"] = json!({ "cache": 2 });
    result["isError"] = json!(true);
    result["structuredContent"] = json!([18]);
    result["content"] = json!([{ "type": "resource_link", "uri": "file:///x", "name": "x" }]);
    let sampling = parse(&of(&json!([assistant(&used), user(&result)]))).unwrap();

    let Content::ToolUse(kept) = &sampling.messages[0].content[0] else { panic!() };
    assert_eq!(kept.meta.as_ref().unwrap().get(), r#"{"cache":1.0}"#);
    assert_eq!(kept.input.get(), r#"{"city":"Rom"}"#);
    let Content::ToolResult(kept) = &sampling.messages[1].content[0] else { panic!() };
    assert_eq!(kept.meta.as_ref().unwrap().get(), r#"{"cache":2}"#);
    assert_eq!(kept.structured.as_ref().unwrap().get(), "[18]");
    assert!(kept.is_error);
    assert!(matches!(&kept.content[..], [Content::Other { kind, .. }] if kind == "resource_link"));
}

fn answer(content: Vec<Content>) -> SamplingAnswer {
    SamplingAnswer {
        model: "m-1".into(),
        role: Role::Assistant,
        content,
        stop_reason: Some("endTurn".into()),
    }
}

fn sent(answer: &SamplingAnswer, revision: Revision) -> Value {
    serde_json::from_str(answer.to_result(revision).get()).unwrap()
}

fn text(text: &str) -> Content {
    Content::Text(text.into())
}

#[test]
fn an_answer_of_one_piece_is_an_object_in_every_revision() {
    for revision in [Revision::V2024_11_05, Revision::V2025_11_25, Revision::V2026_07_28] {
        assert_eq!(
            sent(&answer(vec![text("hi")]), revision),
            json!({
                "role": "assistant",
                "content": { "type": "text", "text": "hi" },
                "model": "m-1",
                "stopReason": "endTurn",
            })
        );
        let nothing = sent(&SamplingAnswer { stop_reason: None, ..answer(vec![]) }, revision);
        assert_eq!(nothing["content"], json!({ "type": "text", "text": "" }));
        assert!(nothing.get("stopReason").is_none());
    }
}

#[test]
fn an_answer_of_several_pieces_is_a_list_where_the_revision_knows_lists() {
    let meta = RawValue::from_string("{\"n\":1.0}".into()).unwrap();
    let input = RawValue::from_string("{\"exact\":1.00}".into()).unwrap();
    let tool_use = ToolUse { id: "a".into(), name: "weather".into(), input, meta: Some(meta) };
    let several = answer(vec![text("one "), Content::ToolUse(tool_use)]);
    let result = several.to_result(Revision::V2025_11_25);
    assert!(result.get().contains(
        r#"{"type":"tool_use","id":"a","name":"weather","input":{"exact":1.00},"_meta":{"n":1.0}}"#
    ));
    assert!(sent(&several, Revision::V2026_07_28)["content"].is_array());

    let texts = answer(vec![text("one "), text("two")]);
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28] {
        let joined = json!({ "type": "text", "text": "one two" });
        assert_eq!(sent(&texts, revision)["content"], joined);
    }
    let image = Content::Image { mime: "image/png".into(), data: "QUJD".into() };
    assert_eq!(
        sent(&answer(vec![image, text("cat")]), Revision::V2024_11_05)["content"],
        json!({ "type": "image", "mimeType": "image/png", "data": "QUJD" })
    );
}

#[test]
fn what_was_read_is_written_the_same() {
    let content = json!([
        { "type": "audio", "data": "QUJD", "mimeType": "audio/wav" },
        { "type": "tool_result", "toolUseId": "a", "content": [{ "type": "x", "y": 1 }],
          "structuredContent": { "z": 2 }, "isError": false, "_meta": {} },
    ]);
    let read = content::one_or_many(&raw(&content), 10).unwrap();
    assert_eq!(sent(&answer(read), Revision::V2026_07_28)["content"], content);
}
