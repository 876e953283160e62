//! What servers offer, used by the person, and how they are kept running.

use std::collections::BTreeMap;
use std::time::Duration;

use paddock_core::{Called, Event, Lifecycle, Limits, ServerId};
use paddock_mcp::{CallError, Completed};

use super::Host;
use super::calls::outcome;
use crate::arguments::named_paths;
use crate::client::Known;
use crate::failure::{Fail, OrFail};
use crate::message::{Ask, UseAsk};
use crate::view::{
    Code, Completing, CompletingOf, ContentView, Failure, LifecycleView, LimitsChoice, NamedValue,
    PromptView, PromptedView, ResourcesView, WireFilter, WirePage,
};
use crate::wire_log::WireLog;
use crate::{offered, parts, template};

/// A server is asked for a sign of life no more and no less often than this, in seconds.
const KEEP_ALIVE: (u32, u32) = (1, 24 * 3600);
/// A server may be idle no shorter and no longer than this, in minutes.
const IDLE: (u32, u32) = (1, 7 * 24 * 60);

impl Host {
    pub async fn resources(&self, server: u32) -> Result<ResourcesView, Failure> {
        let server = ServerId(server);
        let _in_use = self.begin_use(server).await?;
        let client = self.client(server).await?;
        let resources = if_known(client.connection.resources().await)?;
        let templates = if_known(client.connection.resource_templates().await)?;
        Ok(ResourcesView {
            resources: resources.iter().map(offered::resource).collect(),
            templates: templates.iter().map(offered::template).collect(),
        })
    }

    /// Reads a resource. `call` names it for [`cancel_call`](Self::cancel_call).
    pub async fn read_resource(
        &self,
        server: u32,
        uri: String,
        call: u32,
    ) -> Result<ContentView, Failure> {
        let server = ServerId(server);
        let read = async {
            let client = self.client(server).await?;
            let known = Known { number: call, of: uri.clone() };
            let read = outcome(&client, client.connection.read_resource(&uri), known).await?;
            parts::contents(&read.raw)
        };
        let read = self.cancellable(server, call, read).await;
        let paths = named_paths(std::slice::from_ref(&uri));
        let (what, ok) = (Called::Resource(uri), read.is_ok());
        self.send(Ask::Use(UseAsk::Called { server, what, paths, arguments: None, ok })).await?;
        read
    }

    /// Reads a template with its variables filled in.
    ///
    /// # Errors
    /// It is no template; otherwise as [`read_resource`](Self::read_resource).
    pub async fn read_template(
        &self,
        server: u32,
        template: String,
        values: Vec<NamedValue>,
        call: u32,
    ) -> Result<ContentView, Failure> {
        self.read_resource(server, template::expand(&template, values)?, call).await
    }

    /// Follows the changes of a resource, or no longer.
    pub async fn follow_resource(&self, server: u32, uri: String, on: bool) -> Result<(), Failure> {
        let server = ServerId(server);
        let _in_use = self.begin_use(server).await?;
        let client = self.client(server).await?;
        client.connection.follow_resource(&uri, on).await.or_fail()?;
        self.ask(|reply| Ask::Use(UseAsk::Follow(server, uri, on, reply))).await
    }

    pub async fn prompts(&self, server: u32) -> Result<Vec<PromptView>, Failure> {
        let server = ServerId(server);
        let _in_use = self.begin_use(server).await?;
        let client = self.client(server).await?;
        Ok(client.connection.prompts().await.or_fail()?.iter().map(offered::prompt).collect())
    }

    /// Fills in a prompt. `call` names it for [`cancel_call`](Self::cancel_call).
    pub async fn prompt(
        &self,
        server: u32,
        name: String,
        values: Vec<NamedValue>,
        call: u32,
    ) -> Result<PromptedView, Failure> {
        let server = ServerId(server);
        let filled = async {
            let client = self.client(server).await?;
            let prompt = client.connection.prompt(&name, by_name(values));
            let known = Known { number: call, of: name.clone() };
            parts::prompted(&outcome(&client, prompt, known).await?.raw)
        };
        let filled = self.cancellable(server, call, filled).await;
        let (what, ok) = (Called::Prompt(name), filled.is_ok());
        self.send(Ask::Use(UseAsk::Called {
            server,
            what,
            paths: Vec::new(),
            arguments: None,
            ok,
        }))
        .await?;
        filled
    }

    /// What the server proposes for an argument that is being typed; nothing, if it has no ideas.
    pub async fn complete(
        &self,
        server: u32,
        completing: Completing,
    ) -> Result<Vec<String>, Failure> {
        let server = ServerId(server);
        let _in_use = self.begin_use(server).await?;
        let client = self.client(server).await?;
        let completing = paddock_mcp::Completing {
            of: match completing.of {
                CompletingOf::Prompt { name } => Completed::Prompt(name),
                CompletingOf::Template { template } => Completed::Template(template),
            },
            argument: completing.argument,
            value: completing.value,
            others: by_name(completing.others),
        };
        match client.connection.complete(completing).await {
            Ok(completion) => Ok(completion.values),
            Err(CallError::NotOffered(_)) => Ok(Vec::new()),
            Err(error) => Err(error.failure()),
        }
    }

    /// Changes when a server runs. Nothing is restarted for it.
    pub async fn set_lifecycle(
        &self,
        server: u32,
        lifecycle: LifecycleView,
    ) -> Result<(), Failure> {
        let within = |(least, most): (u32, u32)| move |number: u32| number.clamp(least, most);
        let seconds = lifecycle.keep_alive.map(within(KEEP_ALIVE));
        let minutes = lifecycle.stop_when_idle.map(within(IDLE));
        let lifecycle = Lifecycle {
            restart: lifecycle.restart,
            keep_alive: seconds.map(|it| Duration::from_secs(it.into())),
            on_demand: lifecycle.on_demand,
            stop_when_idle: minutes.map(|it| Duration::from_mins(it.into())),
        };
        let server = ServerId(server);
        self.tell(Event::SetLifecycle(server, lifecycle)).await?;
        self.send(Ask::Use(UseAsk::KeepAlive(server))).await
    }

    /// Changes how much of the computer a server may take. If it runs, it is started again.
    pub async fn set_limits(&self, server: u32, limits: LimitsChoice) -> Result<(), Failure> {
        let LimitsChoice { processes, memory } = limits;
        self.tell(Event::SetLimits(ServerId(server), Limits { processes, memory })).await
    }

    /// The messages that went to and from a server, newest first.
    pub async fn messages(&self, server: u32, filter: WireFilter) -> Result<WirePage, Failure> {
        let (log, _) = self.wire_log(server).await?;
        let page = tokio::task::spawn_blocking(move || log.page(&filter)).await;
        page.map_err(Failure::internal)
    }

    /// A shell script that sends a server what was sent to it up to a message, secrets masked.
    ///
    /// # Errors
    /// The message is of a run that is over, or no longer kept.
    pub async fn reproduce(&self, server: u32, upto: u32) -> Result<String, Failure> {
        let (log, name) = self.wire_log(server).await?;
        let script = tokio::task::spawn_blocking(move || log.script(&name, upto)).await;
        script.map_err(Failure::internal)?.ok_or_else(|| Failure::new(Code::UnknownMessage))
    }

    async fn wire_log(&self, server: u32) -> Result<(WireLog, String), Failure> {
        self.look(move |it| it.wire_log(ServerId(server).own())).await
    }
}

/// A list that the server does not know of is empty.
fn if_known<T>(list: Result<Vec<T>, CallError>) -> Result<Vec<T>, Failure> {
    const METHOD_NOT_FOUND: i64 = -32601;
    match list {
        Err(CallError::Server(error)) if error.code == METHOD_NOT_FOUND => Ok(Vec::new()),
        other => other.or_fail(),
    }
}

/// What was left empty is not sent.
fn by_name(values: Vec<NamedValue>) -> BTreeMap<String, String> {
    let filled = values.into_iter().filter(|it| !it.value.is_empty());
    filled.map(|it| (it.name, it.value)).collect()
}
