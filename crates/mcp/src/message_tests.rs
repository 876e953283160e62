use proptest::prelude::*;

use super::*;

fn one(line: &str) -> Message<'_> {
    match decode(line.as_bytes()) {
        Ok(Incoming::One(message)) => message,
        other => panic!("{line}: {other:?}"),
    }
}

fn refusal(line: &str) -> Violation {
    decode(line.as_bytes()).expect_err(line)
}

#[test]
fn escapes_cannot_hide_a_method() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"method":"roots\/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"\u0072oots/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"\u006dethod":"roots/list"}"#,
    ] {
        assert!(matches!(one(line), Message::Request { method, .. } if method == "roots/list"));
    }
}

#[test]
fn msg_1_ids_are_strings_or_integers() {
    for id in ["0", "-1", "18446744073709551615", "123456789012345678901234567890", r#""""#] {
        let line = format!(r#"{{"jsonrpc":"2.0","id": {id} ,"method":"ping"}}"#);
        assert!(matches!(one(&line), Message::Request { id: found, .. } if found.as_str() == id));
    }
    for id in ["null", "1.5", "1e3", "true", "[1]", "{}", "1.0"] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert!(matches!(refusal(&line), Violation::Envelope { .. }), "{id}");
    }
}

#[test]
fn msg_2_an_id_keeps_its_bytes() {
    let line = r#"{"jsonrpc":"2.0","id":"a\u0041\/\"é","method":"ping"}"#;
    assert!(matches!(one(line), Message::Request { id, .. } if id.as_str() == r#""a\u0041\/\"é""#));
}

#[test]
fn an_endless_id_is_refused() {
    let id = "9".repeat(ID_LIMIT + 1);
    let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    assert!(matches!(refusal(&line), Violation::Envelope { .. }));
}

#[test]
fn a_null_result_is_a_result() {
    let line = r#"{"jsonrpc":"2.0","id":1,"result":null}"#;
    let Message::Response { answer: ResponseBody::Result(raw), .. } = one(line) else {
        panic!("{line}")
    };
    assert_eq!(raw.get(), "null");
}

#[test]
fn duplicate_keys_are_refused() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":"ping","method":"roots/list","id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":null,"result":{}}"#,
        r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":{}}"#,
    ] {
        assert!(
            matches!(refusal(line), Violation::Envelope { reason, .. } if reason.contains("duplicate")),
            "{line}"
        );
    }
}

#[test]
fn ambiguous_envelopes_are_refused() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
    ] {
        assert!(matches!(refusal(line), Violation::Envelope { .. }), "{line}");
    }
}

#[test]
fn logs_and_garbage_are_not_json_rpc() {
    for line in [
        "Server listening",
        r#"{"level":"info","msg":"up"}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        r#""text""#,
        "7",
        "null",
        "{",
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"} trailing"#,
    ] {
        assert!(matches!(refusal(line), Violation::NotJsonRpc { .. }), "{line}");
    }
    assert_eq!(decode(b"\xff\xfe{}").unwrap_err(), Violation::NotUtf8);
}

#[test]
fn deep_nesting_is_carried_unparsed() {
    let depth = 1_000_000;
    let deep = "[".repeat(depth) + &"]".repeat(depth);
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{deep},"x":{deep}}}"#);
    assert!(matches!(one(&line), Message::Response { .. }));
    assert!(matches!(refusal(&"[".repeat(depth)), Violation::NotJsonRpc { .. }));
}

#[test]
fn a_batch_is_bounded() {
    let batch = |count: usize| format!("[{}]", vec!["1"; count].join(","));
    let full = batch(BATCH_LIMIT);
    assert!(
        matches!(decode(full.as_bytes()), Ok(Incoming::Batch(items)) if items.len() == BATCH_LIMIT)
    );
    assert!(matches!(refusal(&batch(BATCH_LIMIT + 1)), Violation::Envelope { .. }));
}

#[test]
fn reports_quote_little() {
    let Violation::NotJsonRpc { excerpt } = refusal(&"é".repeat(1 << 20)) else { panic!() };
    assert!(excerpt.len() <= 200);
}

proptest! {
    #[test]
    fn any_bytes_are_decoded_without_panic(line in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = decode(&line);
    }

    #[test]
    fn any_envelope_is_decoded_without_panic(
        parts in proptest::collection::vec(prop_oneof![
            Just("{"), Just("}"), Just("["), Just("]"), Just(","), Just(":"), Just("null"),
            Just("\"jsonrpc\""), Just("\"2.0\""), Just("\"id\""), Just("1"), Just("\"method\""),
            Just("\"\\ud800\""), Just("\"result\""), Just("\"params\""), Just("\"\\u0069d\""),
        ], 0..40),
    ) {
        let _ = decode(parts.concat().as_bytes());
    }
}

#[test]
fn an_id_has_one_canonical_form() {
    let canonical = |text: &str| {
        let raw = RawValue::from_string(text.to_owned()).unwrap();
        Id::parse(&raw).unwrap().canonical().as_str().to_owned()
    };
    for (text, expected) in [
        ("7", "7"),
        ("-0", "0"),
        (r#""a b""#, r#""a b""#),
        (r#""\u0061\/""#, r#""a/""#),
        (r#""\ud800""#, r#""\ud800""#),
    ] {
        assert_eq!(canonical(text), expected);
    }
}

#[test]
fn a_key_in_another_case_is_refused() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"method":"a","Method":"b"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"METHOD":"b"}"#,
        r#"{"jsonrpc":"2.0","method":"a","Id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"re\u017fult":{},"result":{}}"#,
    ] {
        let refused = decode(line.as_bytes()).unwrap_err().to_string();
        assert!(refused.contains("may be read as another one"), "{line}: {refused}");
    }
    assert!(decode(br#"{"jsonrpc":"2.0","id":1,"method":"a","methods":1,"x":2}"#).is_ok());
}
