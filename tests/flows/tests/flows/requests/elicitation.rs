//! A server asks the person to fill in a form, or to go to an address.

use std::collections::BTreeMap;
use std::net::TcpListener;

use paddock_host::view::{
    Code, FieldKind, FormView, RequestDetail, RequestKind, SamplingEdit, UrlView, UrlWarning, View,
};
use serde_json::{Map, Value, json};

use super::{Asking, ERAS, is_kind};
use crate::model::FakeModel;
use crate::world::{READ, uri};

#[tokio::test(flavor = "multi_thread")]
async fn eli_4_a_form_is_filled_with_its_defaults_and_checked_before_it_is_sent() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        let called = asking.call("form");
        let request = asking.until_waiting().await;
        assert_eq!(
            (request.kind, request.summary.as_str()),
            (RequestKind::Form, "Tell us about you")
        );
        let form = form(&asking, request.id).await;
        let mut values = defaults(&form);
        assert_eq!(values["name"], "Ada");
        assert_eq!(values["days"], json!(["mon"]));
        let colour = form.fields.iter().find(|it| it.name == "colour").unwrap();
        let FieldKind::Choice { options } = &colour.kind else { panic!("{colour:?}") };
        assert_eq!(options[0].title, "Red");

        values.insert("age".into(), json!(200));
        let refused = submit(&asking, request.id, &values).await.unwrap_err();
        assert_eq!(refused.code, Code::FormInvalid);
        let problems = [("age", "too-big"), ("email", "missing")];
        let problems = problems.map(|(field, problem)| (field.to_owned(), problem.to_owned()));
        assert_eq!(refused.details, BTreeMap::from(problems));
        asking.until_waiting().await;

        values.insert("age".into(), json!(36));
        values.insert("email".into(), json!("ada@example.org"));
        submit(&asking, request.id, &values).await.unwrap();
        let answered = called.answer().await;
        assert_eq!(answered["action"], "accept");
        assert_eq!(answered["content"], Value::Object(values));
        asking.until_nothing_waits().await;
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn eli_2_a_form_is_declined() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        let called = asking.call("form");
        let request = asking.until_waiting().await;
        asking.world.host.deny_request(request.id, false).await.unwrap();
        assert_eq!(called.answer().await, json!({ "action": "decline" }));
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_none_is_refused_at_once() {
    let asking = Asking::new(&[]).await;
    assert_eq!(asking.call("form-wrong").answer().await["error"]["code"], -32602);
    assert!(asking.world.view().await.requests.is_empty());
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eli_5_an_address_is_shown_whole_and_given_out_only_when_the_person_agrees() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        let called = asking.call("visit");
        let request = asking.until_waiting().await;
        let url = url(&asking, request.id).await;
        assert_eq!(url.before + &url.domain + &url.after, ADDRESS);
        assert_eq!(url.domain, "example.org");
        let address = asking.world.host.agree_to_url(request.id).await.unwrap();
        assert_eq!(address, ADDRESS);
        assert_eq!(called.answer().await, json!({ "action": "accept" }));
        let again = asking.world.host.agree_to_url(request.id).await.unwrap_err();
        assert_eq!(again.code, Code::UnknownRequest);

        let called = asking.call("visit");
        let request = asking.until_waiting().await;
        asking.world.host.deny_request(request.id, false).await.unwrap();
        assert_eq!(called.answer().await, json!({ "action": "decline" }));

        let _form = asking.call("form");
        let form = asking.until_waiting().await;
        let no_address = asking.world.host.agree_to_url(form.id).await.unwrap_err();
        assert_eq!(no_address.code, Code::UnknownRequest);
        asking.world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn eli_5_nobody_goes_to_an_address_before_the_person_does() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}/x", listener.local_addr().unwrap());
    let asking = Asking::new(&[]).await;
    let params = json!({ "mode": "url", "message": "Go", "url": address, "elicitationId": "1" });
    let input = json!({ "method": "elicitation/create", "params": params });
    let called = asking.call_with("ask", &json!({ "rounds": [{ "inputs": { "it": input } }] }));
    let request = asking.until_waiting().await;
    let url = url(&asking, request.id).await;
    assert!(url.warnings.contains(&UrlWarning::NotHttps), "{url:?}");
    asking.world.host.deny_request(request.id, false).await.unwrap();
    called.answer().await;
    asking.world.quit().await;
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[tokio::test(flavor = "multi_thread")]
async fn eli_7_an_address_that_the_server_needs_no_more_is_over_and_others_stay() {
    let asking = Asking::new(&[]).await;
    let called = asking.call("visit");
    let request = asking.until_waiting().await;
    let complete = |id: &str| {
        json!({ "lines": [json!({
            "jsonrpc": "2.0",
            "method": "notifications/elicitation/complete",
            "params": { "elicitationId": id },
        })
        .to_string()] })
    };
    asking.world.call(asking.server, "say", complete("nobody's")).await.unwrap();
    assert_eq!(asking.until_waiting().await.id, request.id);
    asking.world.call(asking.server, "say", complete("e-1")).await.unwrap();
    assert_eq!(called.answer().await, json!({ "action": "cancel" }));
    asking.until_nothing_waits().await;
    asking.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mrtr_1_folders_a_model_and_a_form_in_one_call() {
    for era in ERAS {
        let asking = Asking::new(era).await;
        asking.add(&FakeModel::start().await).await;
        let folder = asking.world.folder("acme");
        asking.world.grant(asking.server, &folder, READ).await;
        let called = asking.call("ask-several");
        let both = |view: &View| view.requests.len() == 2;
        let requests = asking.world.until("a model and a form are asked for", both).await.requests;
        let of = |kind| requests.iter().find(|it| is_kind(it, kind)).unwrap().id;
        let (model, form) = (of(RequestKind::Sampling), of(RequestKind::Form));
        submit(&asking, form, &Map::from_iter([("name".into(), json!("Ada"))])).await.unwrap();
        asking.world.host.send_sampling(model, SamplingEdit::default()).await.unwrap();
        asking.until_review().await;
        asking.world.host.deliver_answer(model, None).await.unwrap();
        let answers = called.answers().await;
        assert_eq!(answers["form"]["content"], json!({ "name": "Ada" }));
        assert_eq!(answers["model"]["content"]["text"], "fine");
        assert_eq!(answers["roots"]["roots"][0]["uri"], uri(&folder));
        asking.world.quit().await;
    }
}

const ADDRESS: &str = "https://example.org/sign-in?for=paddock";

async fn form(asking: &Asking, request: u32) -> FormView {
    let detail = asking.world.host.request(request).await.unwrap();
    let RequestDetail::Form(form) = detail else { panic!("{detail:?}") };
    form
}

async fn url(asking: &Asking, request: u32) -> UrlView {
    let detail = asking.world.host.request(request).await.unwrap();
    let RequestDetail::Url(url) = detail else { panic!("{detail:?}") };
    url
}

async fn submit(
    asking: &Asking,
    request: u32,
    values: &Map<String, Value>,
) -> Result<(), paddock_host::view::Failure> {
    asking.world.host.submit_form(request, serde_json::to_string(values).unwrap()).await
}

/// What a form holds before anybody types.
pub(super) fn defaults(form: &FormView) -> Map<String, Value> {
    let with_default = form.fields.iter().filter_map(|field| {
        let value = serde_json::from_str(field.default.as_ref()?).unwrap();
        Some((field.name.clone(), value))
    });
    with_default.collect()
}
