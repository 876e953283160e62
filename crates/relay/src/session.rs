use std::fmt;
use std::sync::Arc;

use paddock_mcp::{AskReply, Roots};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::relay::Relay;
use crate::{CLOSED, Rules, Verdict};

/// The handle of a session. Clones are the same session, which goes on until it is closed.
#[derive(Clone)]
pub struct Session {
    pub(crate) relay: Arc<Relay>,
}

/// There is no server behind the session, for now or for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Why, for the app and its model: it answers the calls that are under way.
    pub message: String,
    /// Another process is coming. What was not given to the last one waits for it; otherwise every
    /// call is answered with the message from now on.
    pub another: bool,
}

impl Session {
    /// A process of the server is there: the first one, or another after the last one died.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime with a clock.
    pub fn serve(
        &self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) {
        self.relay.serve(reader, writer);
    }

    /// No server will come, or the one that was there is gone. Said after
    /// [`Event::ServerGone`](crate::Event::ServerGone), or what it wrote last may be lost.
    pub fn lost(&self, loss: &Loss) {
        self.relay.lost(loss);
    }

    /// Another list of folders. It is bound when it is written; a legacy server is told that it
    /// changed, unless it has not yet asked after it was told so before.
    pub fn set_roots(&self, roots: Roots) {
        self.relay.set_roots(roots);
    }

    /// Holds from the next message on. With `relist` the app is told that its tools changed, where
    /// it has listed them and its era can say so.
    pub fn set_rules(&self, rules: Option<Rules>, relist: bool) {
        self.relay.set_rules(rules, relist);
    }

    /// Decides on a call that waits; see [`Event::Waits`](crate::Event::Waits). Of one that does not
    /// wait any more nothing comes.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn decide(&self, call: u64, verdict: Verdict) {
        self.relay.decide(call, verdict);
    }

    /// Tools whose calls the server has and did not answer yet, in order and each once.
    pub fn tools_under_way(&self) -> Vec<String> {
        self.relay.lock().calls.tools()
    }

    /// Whether servers are told that they can ask what the app can't be asked. In a legacy session
    /// what was said at its opening holds until its end.
    pub fn set_stand_in(&self, on: bool) {
        self.relay.set_stand_in(on);
    }

    /// Answers what the server asked; see [`Event::Asked`](crate::Event::Asked). Of what needs no
    /// answer any more nothing comes.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn answer(&self, ask: u64, reply: AskReply) {
        self.relay.answer(ask, reply);
    }

    /// Ends the session: what is under way is answered with an error, and the pipes are closed. The
    /// app has a bounded time to read what is left for it.
    pub fn close(&self) {
        self.relay.close(CLOSED);
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}
