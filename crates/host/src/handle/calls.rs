//! Calls: begun, known by a number, cancelled, and over.

use std::sync::Arc;
use std::time::{Duration, Instant};

use paddock_core::{Called, LONGEST_TOOL_NAME, ServerId};
use paddock_mcp::{Call, Outcome, Tool};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use super::Host;
use crate::arguments::named_paths;
use crate::client::{Client, Known};
use crate::failure::OrFail;
use crate::message::{Ask, Message, UseAsk};
use crate::schema::{self, Fit};
use crate::tools;
use crate::view::{CallView, Code, Failure, ToolView};

/// How long a call waits for the server to ask for its newest list.
const HOLD: Duration = Duration::from_secs(2);

impl Host {
    pub async fn tools(&self, server: u32) -> Result<Vec<ToolView>, Failure> {
        let server = ServerId(server);
        let _in_use = self.begin_use(server).await?;
        let client = self.client(server).await?;
        Ok(client.list_tools().await.or_fail()?.iter().map(tools::tool).collect())
    }

    /// Whether a program that is no app, and no window, may call a tool.
    ///
    /// # Errors
    /// A rule for every app says otherwise.
    pub async fn may_call(&self, server: u32, tool: &str) -> Result<(), Failure> {
        let tool = tool.to_owned();
        self.look(move |it| it.may_call(ServerId(server), &tool)).await
    }

    /// Calls a tool. `call` names it for [`cancel_call`](Self::cancel_call).
    ///
    /// # Errors
    /// The arguments are no JSON object or not what the tool takes, the server does not run, answers with an error or not in time, or the call was cancelled.
    pub async fn call_tool(
        &self,
        server: u32,
        tool: String,
        arguments: String,
        call: u32,
    ) -> Result<CallView, Failure> {
        if tool.len() > LONGEST_TOOL_NAME {
            let reason = "the name of the tool is too long";
            return Err(Failure::new(Code::CallFailed).with("reason", reason));
        }
        let arguments = crate::arguments::arguments(arguments)?;
        let paths = named_paths(&paddock_relay::paths_in(&arguments));
        let told = Some(paddock_relay::told(&arguments));
        let server = ServerId(server);
        let called =
            self.cancellable(server, call, self.call(server, &tool, arguments, call)).await;
        let ok = called.as_ref().is_ok_and(|called| !called.is_error);
        let what = Called::Tool(tool);
        self.send(Ask::Use(UseAsk::Called { server, what, paths, arguments: told, ok })).await?;
        called
    }

    async fn call(
        &self,
        server: ServerId,
        name: &str,
        arguments: Box<RawValue>,
        number: u32,
    ) -> Result<CallView, Failure> {
        let client = self.client(server).await?;
        let tool = client.tool(name).await;
        if let Some(tool) = &tool {
            self.check_arguments(server, tool, &arguments).await?;
        }
        let begun = Instant::now();
        let call = client.connection.call_tool(name, arguments);
        let known = Known { number, of: name.to_owned() };
        let outcome = outcome(&client, call, known).await?;
        let elapsed = begun.elapsed();
        let broken = match &tool {
            Some(tool) => self.broken_promise(server, tool, &outcome).await,
            None => None,
        };
        Ok(tools::outcome(&outcome, elapsed, broken, client.tier))
    }

    async fn check_arguments(
        &self,
        server: ServerId,
        tool: &Tool,
        arguments: &RawValue,
    ) -> Result<(), Failure> {
        match schema::fit(&tool.input_schema, arguments).await {
            Fit::Fits => Ok(()),
            Fit::Differs(how) => Err(Failure::new(Code::BadArguments).with("reason", how)),
            Fit::Unknown(why) => self.not_checked(server, &tool.name, "arguments", &why).await,
        }
    }

    /// How what came differs from what the tool said it would give.
    async fn broken_promise(
        &self,
        server: ServerId,
        tool: &Tool,
        outcome: &Outcome,
    ) -> Option<String> {
        let promised = tool.output_schema.as_ref().filter(|_| !outcome.is_error)?;
        let Some(structured) = tools::structured(outcome) else {
            return Some("no structured content".to_owned());
        };
        match schema::fit(promised, &structured).await {
            Fit::Fits => None,
            Fit::Differs(how) => Some(how),
            Fit::Unknown(why) => {
                let _ = self.not_checked(server, &tool.name, "structured content", &why).await;
                None
            }
        }
    }

    async fn not_checked(
        &self,
        server: ServerId,
        tool: &str,
        what: &str,
        why: &str,
    ) -> Result<(), Failure> {
        let text = format!("{tool}: {what} not checked against its schema: {why}");
        self.send(Ask::Use(UseAsk::Note(server, text))).await
    }

    /// Does `work` as the call of this number, unless it is cancelled first.
    pub(super) async fn cancellable<T>(
        &self,
        server: ServerId,
        call: u32,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let (cancel, cancelled) = oneshot::channel();
        self.calls().insert(call, cancel);
        let in_use = self.begin_call(server).await?;
        let done = tokio::select! {
            done = work => done,
            _ = cancelled => Err(Failure::new(Code::CallCancelled)),
        };
        self.calls().remove(&call);
        in_use.end().await;
        done
    }

    pub fn cancel_call(&self, call: u32) {
        self.calls().remove(&call);
    }

    /// The way to a server: it is woken if it is asleep, and was given its newest list, or did not
    /// ask for it in time: there are servers that ask only while they are called.
    pub(super) async fn client(&self, server: ServerId) -> Result<Arc<Client>, Failure> {
        let (client, told) = self.ask(|reply| Ask::Use(UseAsk::Client(server, reply))).await?;
        let _ = tokio::time::timeout(HOLD, told).await;
        Ok(client)
    }

    /// Keeps the server awake until it is dropped.
    pub(super) async fn begin_use(&self, server: ServerId) -> Result<InUse, Failure> {
        self.send(Ask::Use(UseAsk::Began { server, call: false })).await?;
        Ok(InUse { mailbox: Some(self.mailbox.clone()), server, call: false })
    }

    async fn begin_call(&self, server: ServerId) -> Result<InUse, Failure> {
        self.send(Ask::Use(UseAsk::Began { server, call: true })).await?;
        Ok(InUse { mailbox: Some(self.mailbox.clone()), server, call: true })
    }
}

/// Makes a call. What the server says and asks meanwhile is known to belong to it.
pub(super) async fn outcome(client: &Client, call: Call, known: Known) -> Result<Outcome, Failure> {
    let _known = client.know(call.id(), known);
    call.await.or_fail()
}

/// A use of a server that is under way.
pub(super) struct InUse {
    /// Until its end was told.
    mailbox: Option<mpsc::Sender<Message>>,
    server: ServerId,
    call: bool,
}

impl InUse {
    async fn end(mut self) {
        let ended = self.ended();
        if let Some(mailbox) = self.mailbox.take() {
            let _ = mailbox.send(ended).await;
        }
    }

    fn ended(&self) -> Message {
        Message::Ask(Box::new(Ask::Use(UseAsk::Ended { server: self.server, call: self.call })))
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let Some(mailbox) = self.mailbox.take() else { return };
        if let Err(mpsc::error::TrySendError::Full(ended)) = mailbox.try_send(self.ended()) {
            tokio::spawn(async move { mailbox.send(ended).await });
        }
    }
}
