//! A person who agrees to everything, with what was proposed.

use std::collections::BTreeSet;

use paddock_host::Host;
use paddock_host::view::{FieldKind, FieldView, FormView, RequestDetail, View};
use serde_json::{Map, Value};
use tokio::sync::watch;

/// Answers what waits, whenever something new is shown.
pub(crate) async fn answer(host: Host, mut shown: watch::Receiver<Option<View>>) {
    let mut answered = BTreeSet::new();
    while shown.changed().await.is_ok() {
        let waiting: Vec<u32> = shown
            .borrow_and_update()
            .iter()
            .flat_map(|view| view.requests.iter().map(|request| request.id))
            .collect();
        for request in waiting.into_iter().filter(|request| answered.insert(*request)) {
            let done = match host.request(request).await {
                Ok(RequestDetail::Form(form)) => host.submit_form(request, filled(&form)).await,
                Ok(RequestDetail::Sampling(_) | RequestDetail::Url(_)) => {
                    host.deny_request(request, false).await
                }
                Err(failure) => Err(failure),
            };
            if let Err(failure) = done {
                eprintln!("not answered: {failure:?}");
            }
        }
    }
}

fn filled(form: &FormView) -> String {
    let values: Map<_, _> = form.fields.iter().filter_map(value).collect();
    Value::Object(values).to_string()
}

fn value(field: &FieldView) -> Option<(String, Value)> {
    let proposed = field.default.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let yes = matches!(field.kind, FieldKind::Boolean).then_some(Value::Bool(true));
    Some((field.name.clone(), proposed.or(yes)?))
}
