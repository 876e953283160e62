//! What servers promise in JSON Schema, 2020-12 unless a schema says otherwise, held against
//! what is sent and what comes.

use std::error::Error;
use std::time::Duration;

use jsonschema::{PatternOptions, Retrieve, Uri};
use paddock_core::text::shown;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::task::spawn_blocking;

/// How long it may take: a schema can be made so that no machine comes to its end.
const DEADLINE: Duration = Duration::from_secs(2);
/// Differences that are told.
const DIFFERENCES: usize = 3;
/// The longest text of one, in characters.
const LENGTH: usize = 200;

/// How a value stands to a schema.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Fits,
    /// It does not, and how.
    Differs(String),
    /// Nobody can say, and why: the schema is none, or refers to something elsewhere.
    Unknown(String),
}

/// Checks `value`, which is JSON, against `schema`. Nothing that a schema refers to is fetched, from
/// the network or from a disk.
pub(crate) async fn fit(schema: &RawValue, value: &RawValue) -> Fit {
    let (schema, value) = (schema.to_owned(), value.to_owned());
    let checked = spawn_blocking(move || check(&schema, &value));
    match tokio::time::timeout(DEADLINE, checked).await {
        Ok(Ok(fit)) => fit,
        Ok(Err(error)) => Fit::Unknown(error.to_string()),
        Err(_) => Fit::Unknown("it takes too long to check".to_owned()),
    }
}

fn check(schema: &RawValue, value: &RawValue) -> Fit {
    let read = |text: &RawValue| serde_json::from_str::<Value>(text.get());
    let (schema, value) = match (read(schema), read(value)) {
        (Ok(schema), Ok(value)) => (schema, value),
        (Err(error), _) | (_, Err(error)) => return Fit::Unknown(error.to_string()),
    };
    let built = jsonschema::options()
        .with_retriever(Nowhere)
        .with_pattern_options(PatternOptions::regex())
        .build(&schema);
    let validator = match built {
        Ok(validator) => validator,
        Err(error) => return Fit::Unknown(short(&error.to_string())),
    };
    let differences: Vec<_> = validator
        .iter_errors(&value)
        .take(DIFFERENCES)
        .map(|error| {
            let at = error.instance_path().as_str();
            let wrong = error.masked().to_string();
            short(&if at.is_empty() { wrong } else { format!("{at}: {wrong}") })
        })
        .collect();
    if differences.is_empty() { Fit::Fits } else { Fit::Differs(differences.join("; ")) }
}

fn short(text: &str) -> String {
    let mut text = shown(text);
    if let Some((end, _)) = text.char_indices().nth(LENGTH) {
        text.truncate(end);
        text.push('…');
    }
    text
}

struct Nowhere;

impl Retrieve for Nowhere {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err(format!("`{uri}` is elsewhere and is not fetched").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn fit_of(schema: &str, value: &str) -> Fit {
        let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
        fit(&raw(schema), &raw(value)).await
    }

    #[tokio::test]
    async fn sch_1_keywords_of_2020_12_count() {
        let schema = r#"{"type": "array", "prefixItems": [{"type": "integer"}], "items": false}"#;
        assert_eq!(fit_of(schema, "[1]").await, Fit::Fits);
        assert!(matches!(fit_of(schema, "[1, 2]").await, Fit::Differs(_)));
        let Fit::Differs(how) = fit_of(schema, r#"["a secret"]"#).await else { panic!() };
        assert!(how.starts_with("/0: ") && !how.contains("secret"), "{how}");
        let Fit::Differs(how) = fit_of(schema, "{}").await else { panic!() };
        assert!(!how.contains("/: "), "the whole value has no path: {how}");
    }

    #[tokio::test]
    async fn sch_1_nothing_is_fetched_from_a_network_or_a_disk() {
        use std::net::TcpListener;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let at = listener.local_addr().unwrap();
        let refers = [
            format!(r#"{{"$ref": "http://{at}/schema.json"}}"#),
            format!(r#"{{"properties": {{"a": {{"$dynamicRef": "http://{at}/a"}}}}}}"#),
            r#"{"$ref": "file:///etc/hostname"}"#.to_owned(),
            format!(r#"{{"$schema": "http://{at}/meta"}}"#),
        ];
        for schema in refers {
            let fit = fit_of(&schema, "{}").await;
            assert!(matches!(fit, Fit::Unknown(_)), "{schema}: {fit:?}");
        }
        assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
        let inside = r##"{"$defs": {"n": {"type": "integer"}}, "$ref": "#/$defs/n"}"##;
        assert_eq!(fit_of(inside, "1").await, Fit::Fits);
    }

    #[tokio::test]
    async fn a_pattern_that_would_never_end_ends() {
        let schema = r#"{"type": "string", "pattern": "^(a+)+$"}"#;
        let value = format!("\"{}!\"", "a".repeat(5000));
        assert!(matches!(fit_of(schema, &value).await, Fit::Differs(_)));
    }

    #[tokio::test]
    async fn what_is_no_schema_is_not_taken_for_one() {
        assert!(matches!(fit_of(r#"{"type": 7}"#, "{}").await, Fit::Unknown(_)));
    }
}
