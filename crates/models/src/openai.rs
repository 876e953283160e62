//! Chat completions, as OpenAI, Ollama, llama.cpp, vLLM and LM Studio speak them.

pub(crate) mod answer;
pub(crate) mod request;

use tokio::sync::mpsc;

use self::answer::Assembly;
use self::request::Limit;
use crate::http::Http;
use crate::names::Names;
use crate::{Completion, ModelError, Prompt, Provider};

pub(crate) async fn ask(
    http: &Http,
    provider: &Provider,
    prompt: &Prompt,
    deltas: &mpsc::Sender<String>,
) -> Result<Completion, ModelError> {
    let names = Names::of(prompt);
    let limit = match provider.base_url.host_str() {
        Some("api.openai.com") => Limit::MaxCompletionTokens,
        _ => Limit::MaxTokens,
    };
    match attempt(http, provider, prompt, &names, limit, deltas).await {
        // Nothing was answered yet: the name of the limit is the first thing that is looked at.
        Err(ModelError::BadRequest { message }) if message.contains(limit.as_str()) => {
            attempt(http, provider, prompt, &names, limit.other(), deltas).await
        }
        result => result,
    }
}

async fn attempt(
    http: &Http,
    provider: &Provider,
    prompt: &Prompt,
    names: &Names,
    limit: Limit,
    deltas: &mpsc::Sender<String>,
) -> Result<Completion, ModelError> {
    let body = request::body(prompt, names, limit)?;
    let mut stream = http.post(provider, "chat/completions", &prompt.model, body).await?;
    let mut assembly = Assembly::default();
    while !assembly.is_done()
        && let Some(event) = stream.next().await?
    {
        if let Some(text) = assembly.take(&event)? {
            _ = deltas.send(text).await;
        }
    }
    assembly.finish(prompt, names)
}
