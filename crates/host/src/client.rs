//! The client of one running server, shared by all who use it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use paddock_mcp::{CallError, CallId, Connection, Tool};
use paddock_supervisor::Tier;
use tokio::time::timeout;

/// How long a call waits for the list of tools, for the schemas in it.
const FOR_SCHEMAS: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) connection: Connection,
    /// How its server is confined, if it is.
    pub(crate) tier: Option<Tier>,
    /// Calls under way.
    known: Mutex<HashMap<CallId, Known>>,
    /// The tools as they were listed last; none since the list changed.
    tools: Mutex<Option<Arc<[Tool]>>>,
}

/// A call under way, as a person knows it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What the window gave it.
    pub(crate) number: u32,
    /// The tool, prompt or resource that is called.
    pub(crate) of: String,
}

impl Client {
    pub(crate) fn new(connection: Connection, tier: Option<Tier>) -> Self {
        Self { connection, tier, known: Mutex::default(), tools: Mutex::default() }
    }

    /// As long as the answer is held, the call is known as this.
    pub(crate) fn know(&self, call: CallId, known: Known) -> Knowing<'_> {
        lock(&self.known).insert(call, known);
        Knowing { client: self, call }
    }

    pub(crate) fn known(&self, call: CallId) -> Option<Known> {
        lock(&self.known).get(&call).cloned()
    }

    /// What is being called, in order.
    pub(crate) fn tools_under_way(&self) -> Vec<String> {
        let known = lock(&self.known);
        let mut tools: Vec<_> = known.values().map(|it| it.of.clone()).collect();
        tools.sort_unstable();
        tools.dedup();
        tools
    }

    /// Asks for the tools.
    pub(crate) async fn list_tools(&self) -> Result<Arc<[Tool]>, CallError> {
        let tools: Arc<[Tool]> = self.connection.tools().await?.into();
        *lock(&self.tools) = Some(Arc::clone(&tools));
        Ok(tools)
    }

    /// What the server says of this tool, asked for where it is not known. A server that does not
    /// say so in time is called all the same.
    pub(crate) async fn tool(&self, name: &str) -> Option<Tool> {
        let known = lock(&self.tools).clone();
        let tools = match known {
            Some(tools) => tools,
            None => timeout(FOR_SCHEMAS, self.list_tools()).await.ok()?.ok()?,
        };
        tools.iter().find(|tool| tool.name == name).cloned()
    }

    pub(crate) fn forget_tools(&self) {
        *lock(&self.tools) = None;
    }
}

pub(crate) struct Knowing<'a> {
    client: &'a Client,
    call: CallId,
}

impl Drop for Knowing<'_> {
    fn drop(&mut self) {
        lock(&self.client.known).remove(&self.call);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
