use paddock_mcp::elicitation::{Elicitation, ElicitationModes, Field, FieldKind, Form, Values};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use url::Url;

/// Reads `data` as a list of the `params` of `elicitation/create`, and what a person filled in.
///
/// # Panics
///
/// What would be sent does not fit the schema that the server sent, in the eyes of another
/// implementation of JSON Schema; or an address is not what a browser makes of it.
pub fn elicitation(data: &[u8]) {
    let Ok(all) = serde_json::from_slice::<Vec<&RawValue>>(data) else { return };
    let Some((params, filled)) = all.split_first() else { return };
    match Elicitation::parse(params, ElicitationModes::FormAndUrl) {
        Ok(Elicitation::Form(form)) => {
            let filled = filled.iter().filter_map(|json| serde_json::from_str(json.get()).ok());
            for values in filled.chain([likely(&form), defaults(&form)]) {
                sent_fits(params, &form, &values);
            }
        }
        Ok(Elicitation::Url(request)) => {
            let whole = request.address.whole();
            let url = Url::parse(&whole).expect("what is opened is an address");
            assert_eq!(url.as_str(), whole);
            assert_eq!(url.host_str(), Some(request.address.domain.as_str()));
            assert!(whole.is_ascii() && ["http", "https"].contains(&url.scheme()));
        }
        Err(error) => assert!(error.message().len() <= 210, "{error}"),
    }
}

fn sent_fits(params: &RawValue, form: &Form, values: &Values) {
    let Ok(sent) = form.check(values) else { return };
    // A pattern that is not checked here is the server's own to check.
    if form.fields.iter().any(|field| is_unchecked(&field.kind)) {
        return;
    }
    // A number beyond all bounds may stand where nothing reads it.
    let Ok(params) = serde_json::from_str::<Value>(params.get()) else { return };
    let Some(schema) = params.get("requestedSchema") else { panic!("a form without a schema") };
    // A schema that is none to the other implementation says nothing.
    let Ok(validator) = jsonschema::draft202012::new(schema) else { return };
    // Nor can a number beyond all bounds be judged by the other.
    let Ok(sent) = serde_json::to_string(&sent) else { panic!("what is sent is no JSON") };
    let Ok(sent) = serde_json::from_str::<Value>(&sent) else { return };
    if let Err(error) = validator.validate(&sent) {
        panic!("{sent} does not fit {schema}: {error}");
    }
}

fn is_unchecked(kind: &FieldKind) -> bool {
    matches!(kind, FieldKind::Text { pattern: Some(pattern), .. } if !pattern.is_checked())
}

/// What fits the fields as far as can be told from their kinds.
fn likely(form: &Form) -> Values {
    let raw = |value: Value| to_raw_value(&value).unwrap_or_default();
    form.fields.iter().map(|field| (field.name.clone(), raw(fitting(field)))).collect()
}

fn fitting(field: &Field) -> Value {
    match &field.kind {
        FieldKind::Text { min_length, .. } => {
            "a".repeat(min_length.unwrap_or(1).min(1000) as usize).into()
        }
        FieldKind::Number { minimum, maximum, .. } => minimum.or(*maximum).unwrap_or(1.0).into(),
        FieldKind::Boolean => true.into(),
        FieldKind::Choice { options } => {
            options.first().map_or(Value::Null, |option| option.value.clone().into())
        }
        FieldKind::Choices { options, min_items, .. } => {
            let least = min_items.unwrap_or(1) as usize;
            options.iter().take(least).map(|option| option.value.clone()).collect()
        }
    }
}

fn defaults(form: &Form) -> Values {
    let defaults =
        form.fields.iter().filter_map(|field| Some((&field.name, field.default.clone()?)));
    defaults.map(|(name, value)| (name.clone(), value)).collect()
}
