//! Why a model did not answer.

use std::time::Duration;

use thiserror::Error;

/// Said to a person as `error-<code>`. Words of the provider are cut and without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// Plain HTTP to another network would show prompt and key to everyone on the way.
    #[error("{host} is neither https nor on a private network")]
    NotEncrypted { host: String },
    #[error("{host} can't be reached: {reason}")]
    Unreachable { host: String, reason: String },
    #[error("{host} can't prove who it is: {reason}")]
    Tls { host: String, reason: String },
    #[error("proxy of the environment can't be used: {reason}")]
    Proxy { reason: String },
    #[error("provider refuses the key")]
    Unauthorized,
    #[error("provider wants fewer requests")]
    RateLimited { retry_after: Option<Duration> },
    #[error("provider has no model {model}")]
    NoSuchModel { model: String },
    #[error("provider is overloaded")]
    Overloaded,
    #[error("provider failed with status {status}: {message}")]
    Failed { status: u16, message: String },
    #[error("provider refuses the request: {message}")]
    BadRequest { message: String },
    #[error("what was asked can't be said to this provider: {what}")]
    Unsupported { what: String },
    #[error("provider wants to send us to {to}")]
    Redirected { to: String },
    #[error("connection broke off in the middle of the answer")]
    CutOff,
    #[error("provider's answer makes no sense: {reason}")]
    Malformed { reason: String },
    #[error("provider did not go on within {after:?}")]
    TimedOut { after: Duration },
    #[error("provider's answer is longer than {limit} bytes")]
    TooLong { limit: usize },
}

impl ModelError {
    /// The named values that the words need.
    pub fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NotEncrypted { host } => vec![("host", host.clone())],
            Self::Unreachable { host, reason } | Self::Tls { host, reason } => {
                vec![("host", host.clone()), ("reason", reason.clone())]
            }
            Self::RateLimited { retry_after: Some(after) } | Self::TimedOut { after } => {
                vec![("seconds", after.as_secs().to_string())]
            }
            Self::NoSuchModel { model } => vec![("model", model.clone())],
            Self::Failed { status, message } => {
                vec![("status", status.to_string()), ("message", message.clone())]
            }
            Self::BadRequest { message } => vec![("message", message.clone())],
            Self::Unsupported { what } => vec![("what", what.clone())],
            Self::Redirected { to } => vec![("to", to.clone())],
            Self::Proxy { reason } | Self::Malformed { reason } => vec![("reason", reason.clone())],
            Self::TooLong { limit } => vec![("limit", limit.to_string())],
            Self::Unauthorized
            | Self::RateLimited { retry_after: None }
            | Self::Overloaded
            | Self::CutOff => Vec::new(),
        }
    }
}
