//! The runs of servers: begun, heard of, ended.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use paddock_core::{
    Command, Ending, Enforcement, Era, Event, RootList, RunState, Seeking, Server, ServerId,
    SessionId, State, Unasked,
};
use paddock_mcp::{Options, ServerCapabilities};
use paddock_supervisor::{Launch, Network, StopLevel};
use tokio::sync::watch;

use super::Actor;
use super::destinations::connection_rules;
use super::sessions::trusted;
use crate::Notification;
use crate::client::Client;
use crate::clock;
use crate::confine::ports_at_launch;
use crate::counting::SoFar;
use crate::inbox::{AskedBy, Visits};
use crate::overheard::Ear;
use crate::overview::Overview;
use crate::programs::Found;
use crate::run::{self, Report, Run, RunId, Speaks, Why};
use crate::runtime::{Current, Gate, Guess, Reported, Runtime};
use crate::secrets::Fetched;
use crate::view::{ListsView, OffersView, PassageView};
use crate::wire_log::{Launched, Masks};

/// The longest name and version that a server reports, in characters.
const REPORTED: usize = 200;

impl Actor {
    /// Launches what was prepared, let into `folders`.
    pub(super) fn begin_run(&mut self, session: SessionId, launch: Launch, folders: Arc<RootList>) {
        let id = self.runtimes.number_run();
        // What is told and what is enforced are numbered apart.
        let told = self.state.view(session).cloned().unwrap_or_default();
        let roots = self.runtimes.roots(&told, self.state.places(session).next());
        let known = self.state.server(session.server);
        let allowed = connection_rules(known);
        let mut options = self.overview().options(session);
        let command = trusted(&self.state, session.server);
        let remembered = self.remembered.of(session.server, command);
        let mailbox = self.beside.mailbox();
        let bounds = self.machine.bounds(known);
        let quota = self.traffic.quota(session.server, self.state.ceiling(session.server));
        let runtime = self.runtimes.entry(session);
        let generation = roots.generation();
        let mut launch = Launch { bounds, ..launch };
        if let Some(policy) = &mut launch.policy
            && policy.network == Network::Destinations
        {
            policy.ports = ports_at_launch(&allowed);
        }
        let speaks = if let Some(gate) = &mut runtime.gate {
            (gate.served, gate.lost) = (gate.served + 1, None);
            gate.relay.set_roots(roots);
            Speaks::App(gate.relay.clone())
        } else {
            let ear = Ear::new(session, command, remembered, runtime.wire.clone(), mailbox.clone());
            options.tap = Some(Arc::new(ear));
            Speaks::Paddock { roots, options: Box::new(options) }
        };
        let (level, asked) = watch::channel(StopLevel::Run);
        let (wanted, want) = watch::channel(Arc::clone(&folders));
        let (rules, decided) = watch::channel(allowed);
        runtime.attempts.begin_run();
        runtime.run = Some(Current {
            id,
            level,
            wanted,
            rules,
            broker: None,
            counted: SoFar::default(),
            boundary: None,
            proof: None,
            names: Vec::new(),
            client: None,
            lists_changed: ListsView::default(),
            since: clock::now(),
            ready: None,
            called: false,
            reported: None,
            lists: BTreeMap::from([(generation, told)]),
        });
        let run = Run {
            session,
            id,
            keeper: self.places.keeper.clone(),
            launch,
            launched_with: folders,
            speaks,
            journal: runtime.journal.clone(),
            mailbox,
            wanted: want,
            rules: decided,
            outside: Arc::clone(&self.places.outside),
            quota,
            level: asked,
        };
        // They are fetched anew for each launch, and kept no longer than it takes.
        runtime.secrets = None;
        tokio::spawn(run.drive());
    }

    pub(super) fn stop(&mut self, session: SessionId, level: StopLevel) {
        self.machine.forget(session);
        if let Some(runtime) = self.runtimes.get_mut(session) {
            (runtime.search, runtime.preparing, runtime.secrets) = (None, None, None);
            if let Some(run) = &runtime.run {
                run.raise(level);
                return;
            }
        }
        if self.state.user(session).is_none() {
            self.forget(session);
        }
        self.follow_up(Event::Ended(session, Ending::Asked));
    }

    pub(super) fn reported(&mut self, session: SessionId, id: RunId, report: Report) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        let Some(run) = runtime.run.as_mut().filter(|run| run.id == id) else { return };
        match report {
            Report::Connected(connection) => {
                let confined = runtime.confined.as_ref();
                let policy = confined.and_then(|it| it.launch.policy.as_ref());
                let tier = policy.map(|policy| policy.tier);
                run.client = Some(Arc::new(Client::new(connection, tier)));
                // What changed between the launch and now.
                self.follow_up_list(session);
            }
            Report::Ready(ready) => {
                run.since = clock::now();
                run.ready = Some(Instant::now());
                run.reported = Some(Reported {
                    name: start(&ready.server.name),
                    version: start(&ready.server.version),
                    revision: ready.revision,
                    offers: offers(&ready.capabilities),
                });
                if ready.capabilities.tools
                    && let Some(client) = run.client.clone()
                {
                    // For the apps that come later, and for what changed since it was seen.
                    tokio::spawn(async move { client.list_tools().await });
                }
                runtime.forget_failure();
                self.handle(Event::Ready(session));
                self.handle(Event::Spoke(session, Some(era(ready.revision.era()))));
                let name = self.state.name_of(session.server);
                tracing::info!(
                    server = name,
                    revision = ready.revision.as_str(),
                    "server is ready"
                );
                self.follow_up_list(session);
                if let Some(runtime) = self.runtimes.get(session) {
                    runtime.follow_again();
                }
            }
            Report::Told(generation) => self.given_list(session, generation),
            Report::ListChanged(list) => {
                run.list_changed(list);
                self.screen.change();
            }
            Report::ResourceUpdated(uri) => {
                self.screen.change_if(runtime.resource_changed(&uri));
            }
            Report::Progressed(progress) => self.progressed(session, progress),
            Report::Confined(boundary) => run.boundary = Some(boundary),
            Report::Enforced(list, proof) => self.enforced(session, list, proof),
            Report::Attempted(attempt) => self.attempted(session, attempt),
            Report::Brokered(broker) => run.broker = Some(broker),
            Report::NamesTried(passages) => {
                let leaks = passages.iter().any(PassageView::leaks);
                run.names = passages;
                self.screen.change();
                if leaks {
                    let server = self.state.name_of(session.server);
                    self.screen.notify(Notification::Leaked { server });
                }
            }
            Report::Counted => {
                self.counter().connections(session);
                self.screen.change();
            }
            Report::Seeks(to, leads_to) => {
                self.traffic.sought.note(session.server, &to, 1, clock::now());
                let during = self.runtimes.tools_under_way(session);
                self.handle(Event::Sought(session, Seeking { to, leads_to, during }));
            }
            Report::Refused(refused) => {
                let server = session.server;
                for (to, times) in refused {
                    // What was not decided was noted when it was asked about.
                    if self.state.is_never(server, &to) {
                        self.traffic.sought.note(server, &to, times, clock::now());
                    }
                }
                self.screen.change();
            }
            Report::Unreached(unreached) => {
                for (meant, why) in unreached {
                    self.traffic.unreached.note(session.server, meant, why, clock::now());
                }
                self.screen.change();
            }
            Report::SendingHeld => self.sending_held(session),
            Report::Connection(to, what) => {
                self.handle(Event::Connection(session, to, what));
            }
            Report::Asked(call, asked) => self.asked(session, id, call, *asked),
            Report::AskEnded(ask, why) => self.ask_ended(AskedBy::Run(id, ask), &why),
            Report::ElicitationComplete(named) => {
                self.elicitation_complete(Visits::Run(id), &named);
            }
            Report::Ended(why) => self.ended(session, &why),
        }
    }

    /// The server of the session was given the list of this generation.
    pub(super) fn given_list(&mut self, session: SessionId, generation: u64) {
        let list = self.runtimes.run_mut(session).and_then(|run| run.given(generation));
        if let Some(list) = list {
            self.handle(Event::Told(session, list));
            self.release_calls(session);
        }
    }

    fn follow_up_list(&mut self, session: SessionId) {
        if let Some(list) = self.state.view(session) {
            self.runtimes.follow_up_list(session, Arc::clone(list));
        }
    }

    fn ended(&mut self, session: SessionId, why: &Why) {
        self.counter().connections(session);
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        let ran = runtime.run.take();
        runtime.held.clear();
        runtime.attempts.let_go();
        if let Some(broker) = ran.as_ref().and_then(|run| run.broker.as_ref()) {
            self.traffic.connected.keep(session.server, broker.seen());
        }
        self.look_for_missed(session, ran.as_ref().map(|run| run.id), why);
        self.begin_proof(session.server);
        if self.state.user(session).is_none() {
            self.forget(session);
            self.screen.change();
            return;
        }
        let ready_for = ran.as_ref().and_then(|run| run.ready).map(|since| since.elapsed());
        if let (Why::NotStarted(_), Some(gate)) = (why, self.runtimes.gate_mut(session)) {
            // There is nothing that its relay could see the end of.
            gate.gone += 1;
        }
        let is_called = |gate: &Gate| !gate.relay.tools_under_way().is_empty();
        let called = ran.as_ref().is_some_and(|run| run.called)
            || ready_for.is_some() && self.runtimes.gate(session).is_some_and(is_called);
        let ending = self.ending(session, why, ready_for, called);
        if ending != Ending::Asked
            && let Some(failure) = why.failure()
        {
            tracing::info!(server = session.server.0, code = %failure.code, "server ended");
            self.runtimes.entry(session).fail(failure);
        }
        self.handle(Event::Ended(session, ending));
        if let Some(why) = self.state.gave_up(session) {
            let runtime = self.runtimes.entry(session);
            runtime.reason = runtime.reason.take().map(|failure| run::given_up(failure, why));
        }
        self.unfollow_what_is_gone(session);
    }

    /// What the state is told of the end of a run.
    fn ending(
        &mut self,
        session: SessionId,
        why: &Why,
        ready_for: Option<Duration>,
        called: bool,
    ) -> Ending {
        let asked_to =
            self.state.run(session) == Some(RunState::Stopping) || self.runtimes.is_quitting();
        if why.is_stuck() {
            return Ending::Stuck;
        }
        if asked_to || matches!(why, Why::Stopped) {
            return Ending::Asked;
        }
        let unready = ready_for.is_none();
        // An app speaks for itself: of one whose era is known there is nothing to be tried.
        let remembered = self.state.server(session.server).and_then(Server::era);
        let settled = self.runtimes.gate(session).is_some() && remembered.is_some();
        let lacks = unready && settled && self.ended_for_want(session.server);
        let misspoken =
            unready && !lacks && self.runtimes.entry(session).speak_otherwise(remembered, why);
        // Without the folders that its command names it would only fail again.
        let wants = unready && !misspoken && self.ended_for_want(session.server);
        if wants || why.is_final() && !misspoken {
            return Ending::Final;
        }
        let (cause, well) = (why.cause(), why.is_well());
        Ending::Unasked(Unasked { cause, well, ready_for, called, misspoken })
    }

    /// Lets the calls go that waited for the server to be given its newest list.
    pub(super) fn release_calls(&mut self, session: SessionId) {
        if self.overview().is_told(session)
            && let Some(runtime) = self.runtimes.get_mut(session)
        {
            runtime.held.clear();
        }
    }
}

/// How a server is known to speak.
pub(super) fn era_of(state: &State, server: ServerId) -> Option<paddock_mcp::Era> {
    state.server(server)?.era().map(spoken)
}

fn spoken(era: Era) -> paddock_mcp::Era {
    match era {
        Era::Legacy => paddock_mcp::Era::Legacy,
        Era::Modern => paddock_mcp::Era::Modern,
    }
}

impl Overview<'_> {
    /// How a server is spoken with; its log of messages begins anew.
    fn options(&self, session: SessionId) -> Options {
        let mut options = run::options();
        let Some(known) = self.state.server(session.server) else { return options };
        options.ping_every = known.lifecycle.keep_alive;
        // Where it may ask for roots at any time, it lists and follows files as well.
        let of_bundled = (known.command == Command::Bundled).then_some(Era::Legacy);
        let runtime = self.runtimes.get(session);
        let era = match runtime.and_then(|runtime| runtime.guess) {
            Some(Guess::Legacy) => Some(Era::Legacy),
            Some(Guess::Unknown) => None,
            None => known.era(),
        };
        options.era = of_bundled.or(era).map(spoken);
        if let Some(runtime) = runtime
            && let Some(found) = &runtime.found
        {
            let confined = runtime.confined.as_ref().map(|confined| &confined.launch);
            let mut found = found.clone();
            if let Some(Fetched::Here(_, secrets)) = &runtime.secrets {
                found.add(secrets);
            }
            let launched = launched(confined.unwrap_or(&found.launch), &found);
            runtime.wire.begin_run(launched, masks(&found, &known.command));
        }
        options
    }

    /// Whether what the server is granted is in force, and it holds its newest list or never asks for
    /// one.
    pub(crate) fn is_told(&self, session: SessionId) -> bool {
        if self.state.enforcement(session) == Some(Enforcement::Changing) {
            return false;
        }
        if self.runtimes.get(session).is_some_and(Runtime::is_told_in_calls) {
            return true;
        }
        let told = self.state.told_to(session).map(|told| &told.list.entries);
        let list = self.state.view(session).map(|list| &list.entries);
        told.is_none() || told == list
    }
}

/// The beginning of what a server calls itself.
fn start(text: &str) -> String {
    text.chars().take(REPORTED).collect()
}

fn offers(capabilities: &ServerCapabilities) -> OffersView {
    OffersView {
        tools: capabilities.tools,
        resources: capabilities.resources,
        subscribe: capabilities.subscribe,
        prompts: capabilities.prompts,
        completions: capabilities.completions,
        tasks: capabilities.tasks,
    }
}

fn era(era: paddock_mcp::Era) -> Era {
    match era {
        paddock_mcp::Era::Legacy => Era::Legacy,
        paddock_mcp::Era::Modern => Era::Modern,
    }
}

fn launched(launch: &Launch, found: &Found) -> Launched {
    Launched {
        program: launch.program.clone(),
        args: launch.args.clone(),
        cwd: launch.cwd.clone(),
        env_names: found.own.iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect(),
    }
}

fn masks(found: &Found, command: &Command) -> Masks {
    let is_secret = |name: &str, value: &str| match command {
        Command::Bundled => false,
        Command::Custom(it) => it.secrets.contains_key(name) || it.is_secret(name, value),
    };
    let own = found.own.iter();
    Masks::new(own.filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?))), is_secret)
}
