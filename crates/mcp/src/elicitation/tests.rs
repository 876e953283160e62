use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::*;

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).unwrap()
}

fn parse(params: &Value) -> Result<Elicitation, PayloadError> {
    Elicitation::parse(&raw(params), ElicitationModes::FormAndUrl)
}

fn form_of(properties: &Value, required: &[&str]) -> Value {
    json!({
        "message": "please",
        "requestedSchema": { "type": "object", "properties": properties, "required": required },
    })
}

fn form(properties: &Value, required: &[&str]) -> Form {
    match parse(&form_of(properties, required)).unwrap() {
        Elicitation::Form(form) => form,
        Elicitation::Url(url) => panic!("{url:?}"),
    }
}

/// The only field of a form, named `a`.
fn field(schema: &Value) -> Field {
    form(&json!({ "a": schema }), &[]).fields.remove(0)
}

fn refusal(schema: &Value) -> String {
    let error = parse(&form_of(&json!({ "a": schema }), &[])).unwrap_err();
    assert_eq!(error.code(), -32602);
    error.message().to_owned()
}

fn choices(values: &[(&str, &str)]) -> Vec<Choice> {
    values
        .iter()
        .map(|(value, title)| Choice { value: (*value).into(), title: (*title).into() })
        .collect()
}

fn object(values: &Value) -> Values {
    written(&values.to_string())
}

fn written(values: &str) -> Values {
    serde_json::from_str(values).unwrap()
}

/// What is said of `given` in a required field of this schema.
fn problem(schema: &Value, given: &Value) -> Option<&'static str> {
    let form = form(&json!({ "a": schema }), &["a"]);
    let problems = form.check(&object(&json!({ "a": given }))).err()?;
    let [FieldProblem { field, problem }] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!(field, "a");
    Some(problem.code())
}

#[test]
fn eli_1_no_mode_is_a_form() {
    for mode in [json!(null), json!("form")] {
        let mut params = form_of(&json!({}), &[]);
        params["mode"] = mode;
        assert!(matches!(parse(&params), Ok(Elicitation::Form(_))));
    }
}

#[test]
fn eli_3_a_mode_that_was_not_declared_is_refused() {
    let url = json!({ "mode": "url", "message": "go", "url": "https://a.example/", "elicitationId": "7" });
    let error = Elicitation::parse(&raw(&url), ElicitationModes::Form).unwrap_err();
    assert_eq!(error.code(), -32602);
    let Elicitation::Url(request) = parse(&url).unwrap() else { panic!() };
    assert_eq!(request.address.whole(), "https://a.example/");
    assert_eq!(request.elicitation_id.as_deref(), Some("7"));

    let mut unknown = url;
    unknown["mode"] = json!("hologram");
    assert!(parse(&unknown).unwrap_err().message().contains("hologram"));
}

#[test]
fn fields_keep_their_order_and_words() {
    let text = r#"{"message":"m","requestedSchema":{"$schema":"https://x.invalid/s","type":"object",
        "properties":{"z":{"type":"string","title":"Zed","description":"last"},
                      "a":{"type":"boolean"}},"required":["a"]}}"#;
    let raw = RawValue::from_string(text.into()).unwrap();
    let Ok(Elicitation::Form(form)) = Elicitation::parse(&raw, ElicitationModes::Form) else {
        panic!()
    };
    let [z, a] = &form.fields[..] else { panic!("{form:?}") };
    assert_eq!((z.name.as_str(), z.label(), z.required), ("z", "Zed", false));
    assert_eq!(z.description.as_deref(), Some("last"));
    assert_eq!((a.label(), a.required), ("a", true));
}

#[test]
fn every_kind_of_every_revision_is_read() {
    let text = field(&json!({
        "type": "string", "minLength": 1.0, "maxLength": 5, "pattern": "^a", "format": "email",
    }));
    assert!(matches!(
        text.kind,
        FieldKind::Text {
            min_length: Some(1),
            max_length: Some(5),
            pattern: Some(ref pattern),
            format: Some(TextFormat::Email),
        } if pattern.is_checked()
    ));
    let unknown_format = field(&json!({ "type": "string", "format": "uuid" }));
    assert!(matches!(unknown_format.kind, FieldKind::Text { format: None, .. }));
    let number = field(&json!({ "type": "number", "minimum": -1.5, "maximum": 2 }));
    assert!(matches!(
        number.kind,
        FieldKind::Number { minimum: Some(-1.5), maximum: Some(2.0), integer: false }
    ));
    let integer = field(&json!({ "type": "integer" }));
    assert!(matches!(integer.kind, FieldKind::Number { integer: true, .. }));
    assert!(matches!(field(&json!({ "type": "boolean" })).kind, FieldKind::Boolean));

    let single = [
        (json!({ "type": "string", "enum": ["r", "g"] }), [("r", "r"), ("g", "g")]),
        (
            json!({ "type": "string", "enum": ["r", "g"], "enumNames": ["Red"] }),
            [("r", "Red"), ("g", "g")],
        ),
        (
            json!({ "type": "string", "oneOf": [
                { "const": "r", "title": "Red" }, { "const": "g", "title": "Green" },
            ] }),
            [("r", "Red"), ("g", "Green")],
        ),
    ];
    for (schema, expected) in single {
        let FieldKind::Choice { options } = field(&schema).kind else { panic!("{schema}") };
        assert_eq!(options, choices(&expected), "{schema}");
    }
    let multiple = [
        json!({ "type": "string", "enum": ["r", "g"] }),
        json!({ "anyOf": [{ "const": "r", "title": "r" }, { "const": "g", "title": "g" }] }),
    ];
    for items in multiple {
        let schema = json!({ "type": "array", "items": items, "minItems": 1, "maxItems": 2 });
        let FieldKind::Choices { options, min_items, max_items } = field(&schema).kind else {
            panic!("{schema}")
        };
        assert_eq!(options, choices(&[("r", "r"), ("g", "g")]));
        assert_eq!((min_items, max_items), (Some(1), Some(2)));
    }
    let optional = field(&json!({
        "anyOf": [{ "type": "integer", "minimum": 3 }, { "type": "null" }], "title": "Size",
    }));
    assert_eq!(optional.label(), "Size");
    assert!(matches!(optional.kind, FieldKind::Number { minimum: Some(3.0), integer: true, .. }));
}

#[test]
fn sch_1_what_is_not_simple_is_refused_and_no_reference_followed() {
    let refused = [
        json!({}),
        json!(true),
        json!({ "type": "object", "properties": {} }),
        json!({ "type": "null" }),
        json!({ "type": ["string", "null"] }),
        json!({ "$ref": "https://evil.example/schema" }),
        json!({ "type": "string", "$ref": "#/x" }),
        json!({ "type": "string", "allOf": [] }),
        json!({ "type": "string", "not": {} }),
        json!({ "type": "array" }),
        json!({ "type": "array", "items": { "type": "string" } }),
        json!({ "type": "array", "items": { "type": "object" } }),
        json!({ "type": "string", "enum": [] }),
        json!({ "type": "string", "enum": [1, 2] }),
        json!({ "type": "string", "enum": ["a", "a"] }),
        json!({ "type": "string", "enum": ["a"], "oneOf": [{ "const": "a" }] }),
        json!({ "type": "string", "oneOf": [{ "title": "no value" }] }),
        json!({ "type": "string", "minLength": 5, "maxLength": 4 }),
        json!({ "type": "string", "minLength": -1 }),
        json!({ "type": "string", "maxLength": 1.5 }),
        json!({ "type": "number", "minimum": 2, "maximum": 1 }),
        json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": 2 }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "number" }] }),
        json!({ "anyOf": [{ "type": "null" }] }),
        json!({ "anyOf": [{ "anyOf": [{ "type": "string" }] }, { "type": "null" }] }),
    ];
    for schema in refused {
        assert!(refusal(&schema).starts_with("field a: "), "{schema}");
    }
}

#[test]
fn a_form_that_makes_no_sense_is_refused() {
    let twice = r#"{"message":"m","requestedSchema":{"type":"object","properties":
        {"a":{"type":"string"},"a":{"type":"number"}}}}"#;
    let refused = [
        json!({ "requestedSchema": { "type": "object", "properties": {} } }),
        json!({ "message": "m" }),
        json!({ "message": "m", "requestedSchema": { "type": "array", "properties": {} } }),
        json!({ "message": "m", "requestedSchema": { "type": "object" } }),
        form_of(&json!({}), &["a"]),
        form_of(&json!({ "": { "type": "string" } }), &[]),
        json!({ "mode": "url", "message": "m" }),
        json!({ "mode": "url", "message": "m", "url": "file:///etc/passwd" }),
        serde_json::from_str(&twice.replacen("\"a\":{\"type\":\"string\"},", "\"b\":7,", 1))
            .unwrap(),
    ];
    for params in refused {
        assert_eq!(parse(&params).unwrap_err().code(), -32602, "{params}");
    }
    let twice = RawValue::from_string(twice.into()).unwrap();
    let error = Elicitation::parse(&twice, ElicitationModes::Form).unwrap_err();
    assert!(error.message().contains("two fields"), "{error}");
}

#[test]
fn every_list_and_text_is_bounded() {
    let string = json!({ "type": "string" });
    let many: serde_json::Map<String, Value> =
        (0..101).map(|n| (format!("f{n}"), string.clone())).collect();
    let options: Vec<String> = (0..1_001).map(|n| n.to_string()).collect();
    let refused = [
        form_of(&Value::Object(many), &[]),
        form_of(&json!({ "x".repeat(513): string }), &[]),
        form_of(&json!({ "a": { "type": "string", "enum": options } }), &[]),
        form_of(&json!({ "a": { "type": "string", "enum": ["x".repeat(16_385)] } }), &[]),
        form_of(&json!({ "a": { "type": "string", "title": "x".repeat(16_385) } }), &[]),
        json!({ "message": "x".repeat(65_537), "requestedSchema": { "type": "object", "properties": {} } }),
    ];
    for params in refused {
        parse(&params).unwrap_err();
    }
}

#[test]
fn eli_4_defaults_that_fit_are_kept_and_others_ignored() {
    let kept = [
        (json!({ "type": "string" }), json!("x")),
        (json!({ "type": "integer" }), json!(5)),
        (json!({ "type": "number" }), json!(0.5)),
        (json!({ "type": "boolean" }), json!(false)),
        (json!({ "type": "string", "enum": ["a", "b"] }), json!("b")),
        (json!({ "type": "array", "items": { "enum": ["a", "b"] } }), json!(["b"])),
    ];
    let ignored = [
        (json!({ "type": "string", "format": "email" }), json!("x")),
        (json!({ "type": "integer" }), json!("5")),
        (json!({ "type": "number", "maximum": 0 }), json!(0.5)),
        (json!({ "type": "boolean" }), json!("false")),
        (json!({ "type": "string", "enum": ["a", "b"] }), json!("c")),
        (json!({ "type": "array", "items": { "enum": ["a", "b"] } }), json!(["c"])),
        (json!({ "type": "string" }), json!(null)),
    ];
    for (mut schema, default) in kept {
        schema["default"] = default.clone();
        let kept = field(&schema).default.unwrap();
        assert_eq!(kept.get(), default.to_string(), "{schema}");
    }
    for (mut schema, default) in ignored {
        schema["default"] = default;
        assert!(field(&schema).default.is_none(), "{schema}");
    }
}

#[test]
fn eli_4_each_value_is_held_to_its_field() {
    let text = json!({ "type": "string", "minLength": 2, "maxLength": 3, "pattern": "^[a-zß]+$" });
    let email = json!({ "type": "string", "format": "email" });
    let number = json!({ "type": "number", "minimum": 0, "maximum": 10 });
    let integer = json!({ "type": "integer" });
    let boolean = json!({ "type": "boolean" });
    let choice = json!({ "type": "string", "enum": ["a", "b"] });
    let choices = json!({ "type": "array", "items": { "enum": ["a", "b", "c"] }, "minItems": 1, "maxItems": 2 });
    let expected = [
        (&text, json!("ßß"), None),
        (&text, json!(""), Some("missing")),
        (&text, json!(null), Some("missing")),
        (&text, json!(7), Some("not-text")),
        (&text, json!("a"), Some("too-short")),
        (&text, json!("abcd"), Some("too-long")),
        (&text, json!("a1"), Some("pattern")),
        (&json!({ "type": "string" }), json!("x".repeat(65_537)), Some("too-long")),
        (&email, json!("a@b.example"), None),
        (&email, json!("a"), Some("format")),
        (&number, json!(0), None),
        (&number, json!(10.5), Some("too-big")),
        (&number, json!(-1), Some("too-small")),
        (&number, json!("5"), Some("not-a-number")),
        (&integer, json!(u64::MAX), None),
        (&integer, json!(5.5), Some("not-an-integer")),
        (&integer, json!(1e300), Some("not-an-integer")),
        (&boolean, json!(false), None),
        (&boolean, json!("true"), Some("not-a-boolean")),
        (&choice, json!("b"), None),
        (&choice, json!("B"), Some("not-an-option")),
        (&choice, json!(""), Some("missing")),
        (&choice, json!(["a"]), Some("not-text")),
        (&choices, json!(["c", "a"]), None),
        (&choices, json!([]), Some("too-few")),
        (&choices, json!(["a", "b", "c"]), Some("too-many")),
        (&choices, json!(["a", "d"]), Some("not-an-option")),
        (&choices, json!(["a", "a"]), Some("twice-the-same")),
        (&choices, json!("a"), Some("not-a-list")),
    ];
    for (schema, given, code) in expected {
        assert_eq!(problem(schema, &given), code, "{given} in {schema}");
    }
}

#[test]
fn eli_4_every_problem_is_told_and_what_is_left_out_is_not_sent() {
    let form = form(
        &json!({
            "name": { "type": "string" },
            "mail": { "type": "string", "format": "email" },
            "size": { "type": "integer" },
            "none": { "type": "array", "items": { "enum": ["a"] } },
            "some": { "type": "array", "items": { "enum": ["a"] }, "minItems": 1 },
        }),
        &["name"],
    );
    let problems = form.check(&object(&json!({ "mail": "x", "extra": 1 }))).unwrap_err();
    let told: Vec<_> =
        problems.iter().map(|told| (told.field.as_str(), told.problem.code())).collect();
    assert_eq!(told, [("mail", "format"), ("name", "missing"), ("extra", "unknown-field")]);

    let given = json!({ "name": "n", "mail": "", "size": 5.0, "none": [], "some": [] });
    assert_eq!(
        serde_json::to_value(form.check(&object(&given)).unwrap()).unwrap(),
        json!({ "name": "n", "size": 5, "none": [] })
    );
}

#[test]
fn eli_4_every_digit_is_sent_and_the_order_is_that_of_the_fields() {
    let properties = r#"{"z": {"type": "integer", "default": 12345678901234567890123},
        "a": {"type": "number"}, "m": {"type": "integer"}, "k": {"type": "integer"}}"#;
    let schema = format!(r#"{{"type": "object", "properties": {properties}}}"#);
    let params = format!(r#"{{"message": "please", "requestedSchema": {schema}}}"#);
    let params = RawValue::from_string(params).unwrap();
    let Ok(Elicitation::Form(form)) = Elicitation::parse(&params, ElicitationModes::Form) else {
        panic!()
    };
    let default = form.fields[0].default.as_ref().unwrap();
    assert_eq!(default.get(), "12345678901234567890123");
    let given = r#"{"k": 1e2, "a": 0.30000000000000000001, "m": -9007199254740993,
        "z": 12345678901234567890123}"#;
    let filled = form.check(&written(given)).unwrap();
    let sent =
        r#"{"z":12345678901234567890123,"a":0.30000000000000000001,"m":-9007199254740993,"k":100}"#;
    assert_eq!(serde_json::to_string(&filled).unwrap(), sent);
    let beyond = form.check(&written(r#"{"a": 1e400}"#)).unwrap();
    assert_eq!(serde_json::to_string(&beyond).unwrap(), r#"{"a":1e400}"#);
    assert!(form.check(&written(r#"{"z": 1e400}"#)).is_err());
}

#[test]
fn a_pattern_is_of_ecma_262() {
    for (source, text, fits) in [
        ("^\\d$", "7", true),
        ("^\\d$", "\u{667}", false),
        ("^\\w+$", "1\u{360}", false),
        ("^\\s$", "\u{feff}", true),
        ("^\\cJ$", "\n", true),
    ] {
        let field = json!({ "type": "string", "pattern": source });
        let expected = (!fits).then_some("pattern");
        assert_eq!(problem(&field, &json!(text)), expected, "{source} {text:?}");
    }
}

#[test]
fn a_pattern_that_could_run_for_ever_is_not_run() {
    let source = ["(?=a)b", "(a)\\1", "[", &"(a{0,100}){0,100}".repeat(20), &"a".repeat(1_001)];
    for source in source {
        let FieldKind::Text { pattern: Some(pattern), .. } =
            field(&json!({ "type": "string", "pattern": source })).kind
        else {
            panic!("{source}")
        };
        assert!(!pattern.is_checked(), "{source}");
        assert_eq!(pattern.source, source);
        assert_eq!(problem(&json!({ "type": "string", "pattern": source }), &json!("x")), None);
    }
    let catastrophic = json!({ "type": "string", "pattern": "^(a+)+$" });
    let given = format!("{}!", "a".repeat(60_000));
    assert_eq!(problem(&catastrophic, &json!(given)), Some("pattern"));
}

#[test]
fn answers_have_the_shape_of_the_schema() {
    let form = form(&json!({ "a": { "type": "boolean" } }), &[]);
    let filled = form.check(&object(&json!({ "a": true }))).unwrap();
    let accepted = r#"{"action":"accept","content":{"a":true}}"#;
    assert_eq!(Elicitation::accepted(&filled).get(), accepted);
    assert_eq!(
        Elicitation::accepted(&Filled::default()).get(),
        r#"{"action":"accept","content":{}}"#
    );
    assert_eq!(Elicitation::agreed().get(), r#"{"action":"accept"}"#);
    assert_eq!(Elicitation::declined().get(), r#"{"action":"decline"}"#);
    assert_eq!(Elicitation::cancelled().get(), r#"{"action":"cancel"}"#);
}
