use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout};

use crate::peer::{CallError, Peer};
use crate::tools::{self, Tool};
use crate::{CallId, CloseReason, LogLevel, Roots};

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
    /// have. The pages together take no longer than one call may.
    pub async fn tools(&self) -> Result<Vec<Tool>, CallError> {
        let peer = self.peer();
        if !peer.agreement()?.tools {
            return Err(CallError::NotOffered("tools"));
        }
        let after = peer.options.call_limit;
        timeout(after, tools::list(peer)).await.unwrap_or(Err(CallError::TimedOut { after }))
    }

    /// Calls a tool. Nothing is sent before the [`Call`] is polled; dropping it cancels the call.
    /// `arguments` should be a JSON object; it is sent as written.
    pub fn call_tool(&self, name: &str, arguments: Box<RawValue>) -> Call {
        let peer = Arc::clone(self.peer());
        let id = peer.calls.reserve();
        let name = name.to_owned();
        let answer = async move {
            if !peer.agreement()?.tools {
                return Err(CallError::NotOffered("tools"));
            }
            let meta = CallMeta { progress_token: id };
            let params = CallParams { name: &name, arguments: &arguments, meta };
            let raw = peer.request(id, "tools/call", Some(params)).await?;
            let mark: ErrorMark = serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
            Ok(ToolOutcome { raw, is_error: mark.is_error })
        };
        Call { id: CallId(id), answer: Box::pin(answer) }
    }

    /// Asks for a sign of life, also before the server is ready. How long the answer took.
    pub async fn ping(&self) -> Result<Duration, CallError> {
        let started = Instant::now();
        let peer = self.peer();
        peer.request(peer.calls.reserve(), "ping", None::<()>).await?;
        Ok(started.elapsed())
    }

    /// Asks for logs of this severity and above.
    pub async fn set_log_level(&self, level: LogLevel) -> Result<(), CallError> {
        let peer = self.peer();
        if !peer.agreement()?.logging {
            return Err(CallError::NotOffered("logging"));
        }
        let params = Some(LevelParams { level });
        peer.request(peer.calls.reserve(), "logging/setLevel", params).await?;
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

/// A tool call under way.
#[must_use = "a call that is not polled is not sent"]
pub struct Call {
    id: CallId,
    answer: Pin<Box<dyn Future<Output = Result<ToolOutcome, CallError>> + Send>>,
}

impl Call {
    /// Names the call in [`Progress`](crate::Progress).
    pub fn id(&self) -> CallId {
        self.id
    }
}

impl Future for Call {
    type Output = Result<ToolOutcome, CallError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.answer.as_mut().poll(context)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("id", &self.id).finish_non_exhaustive()
    }
}

/// `CallToolResult` of the schema.
#[derive(Clone, Debug)]
pub struct ToolOutcome {
    /// The whole result, as sent.
    pub raw: Box<RawValue>,
    /// The tool says that it failed.
    pub is_error: bool,
}

#[derive(Deserialize)]
struct ErrorMark {
    #[serde(rename = "isError", default)]
    is_error: bool,
}

#[derive(Serialize)]
struct CallParams<'a> {
    name: &'a str,
    arguments: &'a RawValue,
    #[serde(rename = "_meta")]
    meta: CallMeta,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallMeta {
    progress_token: u64,
}

#[derive(Serialize)]
struct LevelParams {
    level: LogLevel,
}
