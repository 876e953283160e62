use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::lists::{self, Item};
use crate::peer::{CallError, Peer};

use crate::{
    AskId, AskReply, CallId, CloseReason, Completing, Completion, Era, LogLevel, Prompt, Resource,
    ResourceTemplate, Roots, Tool, completion, modern,
};

/// A handle to one server. Clones share the connection; dropping the last one closes it.
#[derive(Clone, Debug)]
pub struct Connection {
    owner: Arc<Owner>,
}

#[derive(Debug)]
struct Owner {
    peer: Arc<Peer>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.peer.close(CloseReason::ByHost);
    }
}

impl Connection {
    pub(crate) fn new(peer: Arc<Peer>) -> Self {
        Self { owner: Arc::new(Owner { peer }) }
    }

    /// Replaces the list that `roots/list` is answered from, at once and for every answer that is
    /// not yet on the wire. The server is notified if the list differs, unless it has not asked
    /// since the last notification. Without effect on a server that is offered no roots.
    pub fn set_roots(&self, roots: Roots) {
        self.peer().set_roots(roots);
    }

    /// All tools, in the server's order; at most 10000 of them, in as many bytes as a line may
    /// have. The pages together take no longer than one call may. A server of the modern era says
    /// how long its list is good for: meanwhile, and until it tells of a change, nothing is asked.
    pub async fn tools(&self) -> Result<Vec<Tool>, CallError> {
        lists::list(self.peer()).await
    }

    /// Calls a tool. Nothing is sent before the [`Call`] is polled; dropping it cancels the call.
    /// `arguments` should be a JSON object; it is sent as written.
    pub fn call_tool(&self, name: &str, arguments: Box<RawValue>) -> Call {
        let as_task = self.peer().tasks.required_for(name);
        let params = ToolParams { name: name.to_owned(), arguments };
        self.call::<Tool>("tools/call", params, as_task)
    }

    /// Answers what the server asked. Without effect if it needs no answer any more.
    pub fn answer(&self, ask: AskId, reply: AskReply) {
        self.peer().answer(ask, reply);
    }

    /// All resources, within the same limits as [`tools`](Self::tools).
    pub async fn resources(&self) -> Result<Vec<Resource>, CallError> {
        lists::list(self.peer()).await
    }

    /// All templates of resources, within the same limits as [`tools`](Self::tools).
    pub async fn resource_templates(&self) -> Result<Vec<ResourceTemplate>, CallError> {
        lists::list(self.peer()).await
    }

    /// Reads a resource; as [`call_tool`](Self::call_tool) otherwise.
    pub fn read_resource(&self, uri: &str) -> Call {
        self.call::<Resource>("resources/read", ResourceParams { uri: uri.to_owned() }, false)
    }

    /// Has changes of a resource reported, or no longer.
    pub async fn follow_resource(&self, uri: &str, on: bool) -> Result<(), CallError> {
        let peer = self.peer();
        let agreement = peer.agreement()?;
        if !agreement.subscribe {
            return Err(CallError::NotOffered("changes of resources"));
        }
        if agreement.revision.era() == Era::Modern {
            return modern::follow(peer, uri, on).await;
        }
        let method = if on { "resources/subscribe" } else { "resources/unsubscribe" };
        peer.request(method, Some(ResourceParams { uri: uri.to_owned() })).await?;
        Ok(())
    }

    /// All prompts, within the same limits as [`tools`](Self::tools).
    pub async fn prompts(&self) -> Result<Vec<Prompt>, CallError> {
        lists::list(self.peer()).await
    }

    /// Fills in a prompt; as [`call_tool`](Self::call_tool) otherwise.
    pub fn prompt(&self, name: &str, arguments: BTreeMap<String, String>) -> Call {
        self.call::<Prompt>("prompts/get", PromptParams { name: name.to_owned(), arguments }, false)
    }

    /// Asks for proposals for what is being typed.
    pub async fn complete(&self, completing: Completing) -> Result<Completion, CallError> {
        completion::complete(self.peer(), completing).await
    }

    /// A call that needs the capability of these items.
    fn call<T: Item>(
        &self,
        method: &'static str,
        params: impl Serialize + Send + Sync + 'static,
        as_task: bool,
    ) -> Call {
        let peer = Arc::clone(self.peer());
        let id = CallId(peer.calls.reserve());
        let answer = async move {
            if !T::is_offered(peer.agreement()?) {
                return Err(CallError::NotOffered(T::CAPABILITY));
            }
            let raw = peer.call(id, method, &params, as_task).await?;
            let is_error = says_error(&raw).map_err(CallError::Decode)?;
            Ok(Outcome { raw, is_error })
        };
        Call { id, answer: Box::pin(answer) }
    }

    /// Asks for a sign of life, which only the legacy era knows. How long the answer took.
    pub async fn ping(&self) -> Result<Duration, CallError> {
        let started = Instant::now();
        let peer = self.peer();
        if peer.agreement()?.revision.era() == Era::Modern {
            return Err(CallError::NotOffered("pings"));
        }
        peer.request("ping", None::<()>).await?;
        Ok(started.elapsed())
    }

    /// How often to ping from now on; without effect in an era that has no pings.
    pub fn set_ping_every(&self, every: Option<Duration>) {
        self.peer().ping_every.send_replace(every);
    }

    /// Asks for logs of this severity and above.
    pub async fn set_log_level(&self, level: LogLevel) -> Result<(), CallError> {
        let peer = self.peer();
        let agreement = peer.agreement()?;
        if !agreement.logging {
            return Err(CallError::NotOffered("logging"));
        }
        let params = Some(LevelParams { level });
        match agreement.revision.era() {
            Era::Legacy => drop(peer.request("logging/setLevel", params).await?),
            Era::Modern => peer.set_log_level(level),
        }
        Ok(())
    }

    /// Closes the child's input, whatever still waits to be written, and ends every call. What the
    /// child still says is thrown away.
    pub fn close(&self) {
        self.peer().close(CloseReason::ByHost);
    }

    fn peer(&self) -> &Arc<Peer> {
        &self.owner.peer
    }
}

/// A call under way: of a tool, a resource or a prompt.
#[must_use = "a call that is not polled is not sent"]
pub struct Call {
    id: CallId,
    answer: Pin<Box<dyn Future<Output = Result<Outcome, CallError>> + Send>>,
}

impl Call {
    /// Names the call in [`Progress`](crate::Progress).
    pub fn id(&self) -> CallId {
        self.id
    }
}

impl Future for Call {
    type Output = Result<Outcome, CallError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.answer.as_mut().poll(context)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("id", &self.id).finish_non_exhaustive()
    }
}

/// `CallToolResult`, `ReadResourceResult` or `GetPromptResult` of the schema.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The whole result, as sent.
    pub raw: Box<RawValue>,
    /// The tool says that it failed.
    pub is_error: bool,
}

/// Most results never mention it, and are not parsed a second time: no JSON spells the name
/// without these bytes, save with an escape.
fn says_error(result: &RawValue) -> serde_json::Result<bool> {
    let text = result.get();
    if text.starts_with('{') && !text.contains("isError") && !text.contains(r"\u00") {
        return Ok(false);
    }
    Ok(serde_json::from_str::<ErrorMark>(text)?.is_error)
}

#[derive(Deserialize)]
struct ErrorMark {
    #[serde(rename = "isError", default)]
    is_error: bool,
}

#[derive(Serialize)]
struct ToolParams {
    name: String,
    arguments: Box<RawValue>,
}

#[derive(Serialize)]
struct ResourceParams {
    uri: String,
}

#[derive(Serialize)]
struct PromptParams {
    name: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    arguments: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct LevelParams {
    level: LogLevel,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_escape_hides_an_error() {
        let says = |text: &str| says_error(&RawValue::from_string(text.to_owned()).unwrap());
        assert!(says(r#"{"isError":true}"#).unwrap());
        assert!(says(r#"{"\u0069sError":true}"#).unwrap());
        assert!(!says(r#"{"content":["isError"]}"#).unwrap());
        assert!(!says(r#"{"content":[]}"#).unwrap());
        assert!(says("null").is_err());
    }
}
