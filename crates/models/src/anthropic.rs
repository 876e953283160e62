//! Messages, as Anthropic speaks them.

pub(crate) mod answer;
pub(crate) mod request;

use tokio::sync::mpsc;

use self::answer::Assembly;
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
    let body = request::body(prompt, &names)?;
    let mut stream = http.post(provider, "messages", &prompt.model, body).await?;
    let mut assembly = Assembly::default();
    while !assembly.is_done()
        && let Some(event) = stream.next().await?
    {
        if let Some(text) = assembly.take(&event)? {
            _ = deltas.send(text).await;
        }
    }
    assembly.finish(prompt, &names)
}
