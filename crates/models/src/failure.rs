//! What a provider's refusal means.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::ModelError;

/// The most of a provider's words that is shown, in bytes.
const WORDS: usize = 300;

/// An answer that is none.
#[derive(Debug)]
pub(crate) struct Refusal<'a> {
    pub(crate) status: u16,
    /// The header of this name.
    pub(crate) retry_after: Option<&'a str>,
    /// What was asked, if a model was.
    pub(crate) model: Option<&'a str>,
    pub(crate) body: &'a [u8],
}

pub(crate) fn of(refusal: &Refusal<'_>) -> ModelError {
    let message = said(refusal.body);
    match (refusal.status, refusal.model) {
        (401 | 403, _) => ModelError::Unauthorized,
        (404, Some(model)) if message.to_lowercase().contains("model") => {
            ModelError::NoSuchModel { model: words(model) }
        }
        // More patience does not help who has used up what was paid for.
        (429, _) if is_out_of_quota(refusal.body) => ModelError::Failed { status: 429, message },
        (429, _) => {
            ModelError::RateLimited { retry_after: retry_after(refusal.retry_after, Utc::now()) }
        }
        (503 | 529, _) => ModelError::Overloaded,
        (400 | 413 | 422, _) => ModelError::BadRequest { message },
        (status, _) => ModelError::Failed { status, message },
    }
}

/// A document in place of a stream.
pub(crate) fn unstreamed(body: &[u8]) -> ModelError {
    match serde_json::from_slice::<Envelope>(body) {
        Ok(Envelope { error }) => midway(&error),
        Err(_) => ModelError::Malformed { reason: "not a stream of events".to_owned() },
    }
}

/// An error in the middle of an answer, by the name that the provider gives it.
pub(crate) fn midway(error: &Value) -> ModelError {
    let kind = error.get("type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "overloaded_error" => ModelError::Overloaded,
        "rate_limit_error" => ModelError::RateLimited { retry_after: None },
        "authentication_error" | "permission_error" => ModelError::Unauthorized,
        _ => ModelError::Failed { status: 200, message: message_of(error) },
    }
}

/// Only the host of where it leads: the rest may hold what is nobody's business.
pub(crate) fn redirected(from: &Url, location: Option<&str>) -> ModelError {
    let to = location.and_then(|location| from.join(location).ok());
    ModelError::Redirected { to: words(to.as_ref().and_then(Url::host_str).unwrap_or_default()) }
}

/// `text` on one line, cut, without control characters.
pub(crate) fn words(text: &str) -> String {
    let plain: String =
        text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    let plain = plain.trim();
    if plain.len() <= WORDS {
        return plain.to_owned();
    }
    format!("{}…", &plain[..plain.floor_char_boundary(WORDS)])
}

#[derive(Deserialize)]
struct Envelope {
    error: Value,
}

/// What a body says, which is `{"error": {"message"}}` with both APIs, and something else with
/// what stands between.
fn said(body: &[u8]) -> String {
    match serde_json::from_slice::<Envelope>(body) {
        Ok(Envelope { error }) => message_of(&error),
        Err(_) => words(&String::from_utf8_lossy(body)),
    }
}

fn message_of(error: &Value) -> String {
    let message = error.get("message").unwrap_or(error);
    match message.as_str() {
        Some(text) => words(text),
        None => words(&message.to_string()),
    }
}

fn is_out_of_quota(body: &[u8]) -> bool {
    serde_json::from_slice(body)
        .is_ok_and(|Envelope { error }| error.get("code") == Some(&"insufficient_quota".into()))
}

/// Seconds or a date (RFC 9110, 10.2.3), at most a day.
fn retry_after(header: Option<&str>, now: DateTime<Utc>) -> Option<Duration> {
    let header = header?.trim();
    let after = if let Ok(seconds) = header.parse() {
        Duration::from_secs(seconds)
    } else {
        let at = DateTime::parse_from_rfc2822(header).ok()?;
        (at.to_utc() - now).to_std().unwrap_or_default()
    };
    Some(after.min(Duration::from_hours(24)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, body: &str) -> ModelError {
        let refusal =
            Refusal { status, retry_after: Some("7"), model: Some("m-1"), body: body.as_bytes() };
        of(&refusal)
    }

    #[test]
    fn each_status_has_its_meaning() {
        let no_model = r#"{"error":{"message":"The model `m-1` does not exist"}}"#;
        let ollama = r#"{"error":"model 'm-1' not found"}"#;
        assert!(matches!(refused(401, ""), ModelError::Unauthorized));
        assert_eq!(refused(404, no_model), ModelError::NoSuchModel { model: "m-1".into() });
        assert!(matches!(refused(404, ollama), ModelError::NoSuchModel { .. }));
        assert!(matches!(refused(404, "<h1>Not here</h1>"), ModelError::Failed { .. }));
        assert_eq!(
            refused(429, ""),
            ModelError::RateLimited { retry_after: Some(Duration::from_secs(7)) }
        );
        let quota = r#"{"error":{"message":"pay","code":"insufficient_quota"}}"#;
        assert_eq!(refused(429, quota), ModelError::Failed { status: 429, message: "pay".into() });
        assert!(matches!(refused(529, ""), ModelError::Overloaded));
        assert!(matches!(refused(500, "oh"), ModelError::Failed { .. }));
        assert_eq!(
            refused(400, r#"{"error":{"message":"max_tokens: too large"}}"#),
            ModelError::BadRequest { message: "max_tokens: too large".into() }
        );
    }

    #[test]
    fn words_of_a_provider_are_cut_and_plain() {
        assert_eq!(words("a\u{1b}[31m\nb\r"), "a [31m b");
        assert_eq!(words(&"é".repeat(500)).chars().count(), 151);
    }

    #[test]
    fn a_provider_names_seconds_or_a_date() {
        let now = DateTime::from_timestamp(1_792_567_600, 0).unwrap();
        let after = |header| retry_after(Some(header), now);
        assert_eq!(after(" 17 "), Some(Duration::from_secs(17)));
        assert_eq!(after("999999999"), Some(Duration::from_hours(24)));
        assert_eq!(after("Wed, 21 Oct 2026 07:28:00 GMT"), Some(Duration::from_secs(80)));
        assert_eq!(after("Tue, 20 Oct 2026 07:28:00 GMT"), Some(Duration::ZERO), "it is past");
        assert_eq!(after("Wed, 21 Oct 2099 07:28:00 GMT"), Some(Duration::from_hours(24)));
        assert_eq!(after("soon"), None);
    }
}
