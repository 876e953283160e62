//! One request to a provider: where it may go, how long it may take, how much may come back.

use std::collections::VecDeque;
use std::error::Error as _;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{RequestBuilder, Response};
use rustls::ClientConfig;
use rustls::pki_types::CertificateDer;
use rustls_platform_verifier::Verifier;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;
use url::Url;

use crate::client::{ClientOptions, TimeOuts};
use crate::failure::{self, Refusal};
use crate::local::is_private;
use crate::resolve::Resolver;
use crate::sse::Events;
use crate::{Api, ModelError, Provider};

/// The most that comes back, in bytes.
const BODY: usize = 16 << 20;

/// The most that is read of a refusal, in bytes.
const REFUSAL: usize = 64 * 1024;

/// The most models of one provider.
const MODELS: usize = 1_000;

#[derive(Clone, Debug)]
pub(crate) struct Http {
    client: reqwest::Client,
    time_outs: TimeOuts,
}

impl Http {
    pub(crate) fn new(options: ClientOptions) -> Result<Self, ModelError> {
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(options.extra_roots)?)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(Resolver)
            .referer(false)
            .connect_timeout(options.time_outs.connect)
            .user_agent(concat!("paddock/", env!("CARGO_PKG_VERSION")));
        if let Some(proxy) = options.proxy {
            builder = builder.proxy(proxy.rule()?);
        }
        let client = builder.build().map_err(|error| no_certificates(&error))?;
        Ok(Self { client, time_outs: options.time_outs })
    }

    pub(crate) fn time_outs(&self) -> TimeOuts {
        self.time_outs
    }

    pub(crate) async fn models(&self, provider: &Provider) -> Result<Vec<String>, ModelError> {
        let mut url = endpoint(provider, "models")?;
        if provider.api == Api::Anthropic {
            // Or else it gives 20.
            url.set_query(Some("limit=1000"));
        }
        let request = with_key(self.client.get(url.clone()), provider)?;
        let mut answer = self.send(request, &url, None).await?;
        let mut body = Vec::new();
        while let Some(piece) = answer.piece().await? {
            body.extend_from_slice(&piece);
        }
        let models: Models = parse(&body)?;
        let mut names: Vec<String> =
            models.data.into_iter().flatten().map(|model| model.id).collect();
        names.retain(|name| !name.is_empty() && name.len() <= 512);
        names.truncate(MODELS);
        Ok(names)
    }

    /// Posts `body`, and gives the events of the answer as they come.
    pub(crate) async fn post(
        &self,
        provider: &Provider,
        path: &str,
        model: &str,
        body: Vec<u8>,
    ) -> Result<Stream, ModelError> {
        let url = endpoint(provider, path)?;
        let request = with_key(self.client.post(url.clone()), provider)?
            .header("content-type", "application/json")
            .header("accept", "text/event-stream")
            .body(body);
        let mut answer = self.send(request, &url, Some(model)).await?;
        if answer.is_no_stream() {
            return Err(failure::unstreamed(&answer.start().await));
        }
        Ok(Stream { answer, events: Events::default(), ready: VecDeque::new() })
    }

    async fn send(
        &self,
        request: RequestBuilder,
        url: &Url,
        model: Option<&str>,
    ) -> Result<Body, ModelError> {
        let after = self.time_outs.connect + self.time_outs.first_byte;
        let response = timeout(after, request.send())
            .await
            .map_err(|_| ModelError::TimedOut { after })?
            .map_err(|error| unsent(&error, url, self.time_outs.connect))?;
        let status = response.status();
        let location = header(&response, "location");
        let retry_after = header(&response, RETRY_AFTER.as_str());
        let mut body = Body { response, left: BODY, idle: self.time_outs.idle };
        if status.is_success() {
            return Ok(body);
        }
        if status.is_redirection() {
            return Err(failure::redirected(url, location.as_deref()));
        }
        let text = body.start().await;
        Err(failure::of(&Refusal {
            status: status.as_u16(),
            retry_after: retry_after.as_deref(),
            model,
            body: &text,
        }))
    }
}

/// The events of an answer.
#[derive(Debug)]
pub(crate) struct Stream {
    answer: Body,
    events: Events,
    /// Those that came with the last piece and were not taken yet.
    ready: VecDeque<String>,
}

impl Stream {
    /// The data of the next event; `None` at the end of the answer.
    pub(crate) async fn next(&mut self) -> Result<Option<String>, ModelError> {
        while self.ready.is_empty() {
            let Some(piece) = self.answer.piece().await? else { return Ok(None) };
            self.events.push(&piece, |data| {
                self.ready.push_back(data.to_owned());
                Ok(())
            })?;
        }
        Ok(self.ready.pop_front())
    }
}

#[derive(Debug)]
struct Body {
    response: Response,
    /// Bytes that may still come.
    left: usize,
    idle: Duration,
}

impl Body {
    /// A document, such as the page of a gateway, where there should be events. One that says
    /// nothing of its type is given the benefit of the doubt.
    fn is_no_stream(&self) -> bool {
        let kind = header(&self.response, CONTENT_TYPE.as_str()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        matches!(kind.as_str(), "application/json" | "text/html")
    }

    /// What can be had of its first part, which is enough to say what is wrong.
    async fn start(&mut self) -> Vec<u8> {
        self.left = REFUSAL;
        let mut text = Vec::new();
        while let Ok(Some(piece)) = self.piece().await {
            text.extend_from_slice(&piece);
        }
        text
    }

    async fn piece(&mut self) -> Result<Option<impl Deref<Target = [u8]> + use<>>, ModelError> {
        let after = self.idle;
        let piece = timeout(after, self.response.chunk())
            .await
            .map_err(|_| ModelError::TimedOut { after })?
            .map_err(|_| ModelError::CutOff)?;
        if let Some(piece) = &piece {
            self.left =
                self.left.checked_sub(piece.len()).ok_or(ModelError::TooLong { limit: BODY })?;
        }
        Ok(piece)
    }
}

pub(crate) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, ModelError> {
    serde_json::from_slice(json)
        .map_err(|error| ModelError::Malformed { reason: failure::words(&error.to_string()) })
}

#[derive(Deserialize)]
struct Models {
    /// Ollama says `null` where it has none.
    #[serde(deserialize_with = "Option::deserialize")]
    data: Option<Vec<Model>>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
}

/// The certificates of the system, with the cryptography of `ring`.
fn tls(extra_roots: Vec<Vec<u8>>) -> Result<ClientConfig, ModelError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = extra_roots.into_iter().map(CertificateDer::from);
    let verifier = Verifier::new_with_extra_roots(roots, Arc::clone(&provider))
        .map_err(|error| no_certificates(&error))?;
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| no_certificates(&error))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}

fn no_certificates(error: &dyn std::fmt::Display) -> ModelError {
    ModelError::Tls { host: String::new(), reason: failure::words(&error.to_string()) }
}

/// The address of `path`, under a base with or without its version.
fn endpoint(provider: &Provider, path: &str) -> Result<Url, ModelError> {
    let mut url = provider.base_url.clone();
    let encrypted = url.scheme() == "https" || (url.scheme() == "http" && is_private(&url));
    if !encrypted {
        return Err(ModelError::NotEncrypted { host: host(&url) });
    }
    url.set_query(None);
    url.set_fragment(None);
    let has_version = url.path_segments().is_some_and(|mut segments| segments.any(is_version));
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty();
        if !has_version {
            segments.push("v1");
        }
        segments.extend(path.split('/'));
    }
    Ok(url)
}

/// `v1`, `v1beta` and the like.
fn is_version(segment: &str) -> bool {
    segment
        .strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
}

fn with_key(request: RequestBuilder, provider: &Provider) -> Result<RequestBuilder, ModelError> {
    let request = match provider.api {
        Api::OpenAi => request,
        Api::Anthropic => request.header("anthropic-version", "2023-06-01"),
    };
    let Some(key) = &provider.key else { return Ok(request) };
    let (name, value) = match provider.api {
        Api::OpenAi => ("authorization", format!("Bearer {}", key.reveal())),
        Api::Anthropic => ("x-api-key", key.reveal().to_owned()),
    };
    let value = zeroize::Zeroizing::new(value);
    // A key that no header can hold is no key of this provider.
    let mut value = HeaderValue::from_str(&value).map_err(|_| ModelError::Unauthorized)?;
    value.set_sensitive(true);
    Ok(request.header(name, value))
}

/// Why a request got no answer.
fn unsent(error: &reqwest::Error, url: &Url, connect: Duration) -> ModelError {
    let mut cause = error.source();
    let mut reason = error.to_string();
    while let Some(inner) = cause {
        if let Some(tls) = tls_cause(inner) {
            return ModelError::Tls { host: host(url), reason: failure::words(&tls.to_string()) };
        }
        reason = inner.to_string();
        cause = inner.source();
    }
    if error.is_timeout() {
        return ModelError::TimedOut { after: connect };
    }
    if error.is_connect() {
        return ModelError::Unreachable { host: host(url), reason: failure::words(&reason) };
    }
    ModelError::CutOff
}

/// What TLS says, in however many errors of I/O it is wrapped.
fn tls_cause<'a>(error: &'a (dyn std::error::Error + 'static)) -> Option<&'a rustls::Error> {
    error.downcast_ref().or_else(|| {
        let io = error.downcast_ref::<std::io::Error>()?;
        tls_cause(io.get_ref()?)
    })
}

fn host(url: &Url) -> String {
    failure::words(url.host_str().unwrap_or_default())
}

fn header(response: &Response, name: &str) -> Option<String> {
    response.headers().get(name)?.to_str().ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(base: &str) -> Result<String, ModelError> {
        let provider =
            Provider { api: Api::OpenAi, base_url: Url::parse(base).unwrap(), key: None };
        endpoint(&provider, "chat/completions").map(String::from)
    }

    #[test]
    fn a_base_is_taken_with_or_without_its_version() {
        for (base, whole) in [
            ("https://a.example", "https://a.example/v1/chat/completions"),
            ("https://a.example/", "https://a.example/v1/chat/completions"),
            ("https://a.example/v1", "https://a.example/v1/chat/completions"),
            ("https://a.example/api/v1/?x#y", "https://a.example/api/v1/chat/completions"),
            (
                "https://a.example/v1beta/openai/",
                "https://a.example/v1beta/openai/chat/completions",
            ),
            ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1/chat/completions"),
        ] {
            assert_eq!(at(base).unwrap(), whole);
        }
    }

    #[test]
    fn nothing_goes_unencrypted_beyond_the_private_network() {
        for base in
            ["http://a.example/", "http://8.8.8.8/v1", "ftp://127.0.0.1/", "http://nas.local"]
        {
            assert!(matches!(at(base).unwrap_err(), ModelError::NotEncrypted { .. }), "{base}");
        }
    }
}
