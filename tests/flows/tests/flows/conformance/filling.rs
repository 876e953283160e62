//! What a server asks of a person, in the person's hands.

use std::io::ErrorKind;
use std::net::TcpListener;

use paddock_host::view::{
    Code, FormView, MissedWhy, RequestDetail, RequestKind, UrlView, UrlWarning,
};
use serde_json::{Map, Value, json};

use super::revision::Revision;
use crate::requests::{Asking, Called};
use crate::world::find;

pub(super) async fn eli_1_no_mode_is_the_form(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let called = elicit(&asking, &form_of(&json!({ "name": { "type": "string" } })));
    let request = asking.until_waiting().await;
    assert_eq!(request.kind, RequestKind::Form);
    submit(&asking, request.id, &json!({ "name": "Ada" })).await.unwrap();
    let accepted = json!({ "action": "accept", "content": { "name": "Ada" } });
    assert_eq!(called.answer().await, accepted);
    asking.world.quit().await;
}

pub(super) async fn eli_2_it_says_who_asks_and_takes_no_for_an_answer(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    for tool in ["form", "visit"] {
        let called = asking.call(tool);
        let request = asking.until_waiting().await;
        let view = asking.world.view().await;
        assert_eq!(find(&view, request.server).unwrap().name, "asker");
        asking.world.host.deny_request(request.id, false).await.unwrap();
        assert_eq!(called.answer().await, json!({ "action": "decline" }));
    }
    let put_off = asking.call("form");
    asking.until_waiting().await;
    asking.world.call(asking.server, "echo", json!({})).await.unwrap();
    let request = asking.until_waiting().await;
    assert!(!put_off.is_over(), "it waits for as long as the person does");
    let mut values = defaults(&form(&asking, request.id).await);
    values.insert("email".into(), json!("ada@example.org"));
    values.insert("name".into(), json!("Grace"));
    submit(&asking, request.id, &Value::Object(values)).await.unwrap();
    assert_eq!(put_off.answer().await["content"]["name"], "Grace");
    asking.world.quit().await;
}

pub(super) async fn eli_3_a_mode_that_was_not_declared_is_invalid(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let mode = if revision == Revision::C { "url" } else { "voice" };
    let params = json!({
        "mode": mode, "message": "Go", "url": "https://example.org/", "elicitationId": "1",
    });
    let answer = elicit(&asking, &params).answer().await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(asking.world.view().await.requests.is_empty());
    asking.world.quit().await;
}

pub(super) async fn eli_4_answers_are_held_to_the_schema_and_begin_with_its_defaults(
    revision: Revision,
) {
    let asking = Asking::new(&revision.args()).await;
    let params = form_of(&json!({
        "name": { "type": "string", "minLength": 2, "default": "Ada" },
        "email": { "type": "string", "format": "email" },
        "age": { "type": "integer", "maximum": 150, "default": 36 },
        "size": { "type": "string", "enum": ["S", "M"], "default": "M" },
        "member": { "type": "boolean", "default": true },
    }));
    let called = elicit(&asking, &params);
    let request = asking.until_waiting().await;
    let values = defaults(&form(&asking, request.id).await);
    let proposed = json!({ "name": "Ada", "age": 36, "size": "M", "member": true });
    assert_eq!(Value::Object(values), proposed);
    for (field, value) in [
        ("name", json!("A")),
        ("email", json!("nobody")),
        ("age", json!(200)),
        ("age", json!("36")),
        ("size", json!("XL")),
        ("member", json!("yes")),
        ("more", json!(1)),
    ] {
        let mut wrong = proposed.clone();
        wrong[field] = value;
        let refused = submit(&asking, request.id, &wrong).await.unwrap_err();
        assert_eq!(refused.code, Code::FormInvalid);
        assert!(refused.details.contains_key(field), "{refused:?}");
    }
    submit(&asking, request.id, &proposed).await.unwrap();
    assert_eq!(called.answer().await["content"], proposed);
    asking.world.quit().await;
}

pub(super) async fn eli_4_a_server_asks_no_more_often_than_sixty_times_an_hour(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    for _ in 0..60 {
        let called = asking.call("form");
        let request = asking.until_waiting().await;
        asking.world.host.deny_request(request.id, false).await.unwrap();
        assert_eq!(called.answer().await["action"], "decline");
    }
    assert_eq!(asking.call("form").answer().await["action"], "cancel");
    assert_eq!(asking.until_missed().await.why, MissedWhy::TooOften);
    asking.world.quit().await;
}

pub(super) async fn eli_5_nobody_goes_to_an_address_before_the_person_does(revision: Revision) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let asking = Asking::new(&revision.args()).await;
    let called = visit(&asking, &format!("http://{}/x", listener.local_addr().unwrap()));
    let request = asking.until_waiting().await;
    url(&asking, request.id).await;
    asking.world.host.deny_request(request.id, false).await.unwrap();
    assert_eq!(called.answer().await["action"], "decline");
    asking.world.quit().await;
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

pub(super) async fn eli_5_an_address_is_shown_whole_and_given_out_on_consent(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    let address = format!("https://example.org/{}?a=%20b#c", "long/".repeat(400));
    let called = visit(&asking, &address);
    let request = asking.until_waiting().await;
    let shown = url(&asking, request.id).await;
    assert_eq!(shown.before + &shown.domain + &shown.after, address);
    assert!(!called.is_over());
    assert_eq!(asking.world.host.agree_to_url(request.id).await.unwrap(), address);
    assert_eq!(called.answer().await, json!({ "action": "accept" }));
    asking.world.quit().await;
}

pub(super) async fn eli_6_the_domain_stands_out_and_disguises_are_named(revision: Revision) {
    let asking = Asking::new(&revision.args()).await;
    for (address, domain, warning) in [
        ("https://example.org@evil.test/", "evil.test", UrlWarning::Credentials),
        ("https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", UrlWarning::Punycode),
        ("http://example.org/", "example.org", UrlWarning::NotHttps),
        ("https://192.0.2.1/", "192.0.2.1", UrlWarning::Address),
    ] {
        let called = visit(&asking, address);
        let request = asking.until_waiting().await;
        let shown = url(&asking, request.id).await;
        assert_eq!(shown.domain, domain);
        assert!(shown.warnings.contains(&warning), "{shown:?}");
        asking.world.host.deny_request(request.id, false).await.unwrap();
        called.answer().await;
    }
    asking.world.quit().await;
}

/// Has the server ask for this.
fn elicit(asking: &Asking, params: &Value) -> Called {
    let input = json!({ "method": "elicitation/create", "params": params });
    asking.call_with("ask", &json!({ "rounds": [{ "inputs": { "it": input } }] }))
}

fn visit(asking: &Asking, address: &str) -> Called {
    let params = json!({ "mode": "url", "message": "Go", "url": address, "elicitationId": "1" });
    elicit(asking, &params)
}

fn form_of(properties: &Value) -> Value {
    let schema = json!({ "type": "object", "properties": properties });
    json!({ "message": "Who are you?", "requestedSchema": schema })
}

async fn form(asking: &Asking, request: u32) -> FormView {
    match asking.world.host.request(request).await.unwrap() {
        RequestDetail::Form(form) => form,
        other => panic!("{other:?}"),
    }
}

async fn url(asking: &Asking, request: u32) -> UrlView {
    match asking.world.host.request(request).await.unwrap() {
        RequestDetail::Url(url) => url,
        other => panic!("{other:?}"),
    }
}

async fn submit(
    asking: &Asking,
    request: u32,
    values: &Value,
) -> Result<(), paddock_host::view::Failure> {
    asking.world.host.submit_form(request, values.to_string()).await
}

/// What a form holds before anybody types.
fn defaults(form: &FormView) -> Map<String, Value> {
    let with_default = form.fields.iter().filter_map(|field| {
        let value = serde_json::from_str(field.default.as_ref()?).unwrap();
        Some((field.name.clone(), value))
    });
    with_default.collect()
}
