//! Asks providers.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::http::Http;
use crate::{Api, Completion, ModelError, Prompt, Provider, Proxy, anthropic, openai};

/// Opens connections to providers. Cheap to clone; one is enough.
///
/// It follows no redirect and keeps no cookie: prompt and key go to the address that was set up,
/// and nowhere else. A proxy sees what is encrypted only, and nothing of this machine.
#[derive(Clone, Debug)]
pub struct Client {
    http: Http,
}

/// How long a provider may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOuts {
    /// Until there is a connection, 10 s.
    pub connect: Duration,
    /// Until the answer begins, 5 min: a large prompt takes a small machine that long.
    pub first_byte: Duration,
    /// Between two pieces of an answer, 90 s.
    pub idle: Duration,
    /// For all of it, 15 min.
    pub overall: Duration,
}

impl Default for TimeOuts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_mins(5),
            idle: Duration::from_secs(90),
            overall: Duration::from_mins(15),
        }
    }
}

/// How a [`Client`] behaves.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    pub time_outs: TimeOuts,
    /// Certificates, in DER, that are trusted beside the system's.
    pub extra_roots: Vec<Vec<u8>>,
    /// What encrypted requests go through, unless they stay on this machine.
    pub proxy: Option<Proxy>,
}

impl Client {
    /// One that goes through the proxy of the environment, if there is one.
    ///
    /// # Errors
    /// The system's certificates, or the proxy, can't be used.
    pub fn new() -> Result<Self, ModelError> {
        Self::with(ClientOptions { proxy: Proxy::of_the_environment(), ..ClientOptions::default() })
    }

    /// # Errors
    /// The system's certificates, the extra ones, or the proxy, can't be used.
    pub fn with(options: ClientOptions) -> Result<Self, ModelError> {
        Ok(Self { http: Http::new(options)? })
    }

    /// The names of the models that a provider offers, at most 1,000, sorted.
    pub async fn models(&self, provider: &Provider) -> Result<Vec<String>, ModelError> {
        let overall = self.http.time_outs().overall;
        let models = timeout(overall, self.http.models(provider)).await;
        let mut models = models.unwrap_or(Err(ModelError::TimedOut { after: overall }))?;
        models.sort_unstable();
        models.dedup();
        Ok(models)
    }

    /// Has a model answer. Its text is sent to `deltas` as it comes; a receiver that is gone does
    /// not matter, one that is slow is waited for. Dropping the future hangs up.
    pub async fn ask(
        &self,
        provider: &Provider,
        prompt: &Prompt,
        deltas: mpsc::Sender<String>,
    ) -> Result<Completion, ModelError> {
        let overall = self.http.time_outs().overall;
        let answer = async {
            match provider.api {
                Api::OpenAi => openai::ask(&self.http, provider, prompt, &deltas).await,
                Api::Anthropic => anthropic::ask(&self.http, provider, prompt, &deltas).await,
            }
        };
        timeout(overall, answer).await.unwrap_or(Err(ModelError::TimedOut { after: overall }))
    }
}
