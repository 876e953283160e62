//! The runs of servers: begun, heard of, ended.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use paddock_core::{
    Command, Ending, Enforcement, Era, Event, RootList, RunState, Server, ServerId, Unasked,
};
use paddock_mcp::{CloseReason, Options, ServerCapabilities};
use paddock_supervisor::Launch;
use tokio::sync::watch;

use super::Actor;
use crate::clock;
use crate::desk::{Current, Guess, Reported};
use crate::line::Line;
use crate::programs::Found;
use crate::run::{self, Report, Run, RunId, Why, Wish};
use crate::view::{Failure, ListsView, OffersView};
use crate::wire_log::{Launched, Masks};

impl Actor {
    /// Launches what was prepared, let into `folders`.
    pub(super) fn begin_run(&mut self, server: ServerId, launch: Launch, folders: Arc<RootList>) {
        self.last_run += 1;
        let id = RunId(self.last_run);
        // What is told and what is enforced are numbered apart.
        let told = self.state.view(server).cloned().unwrap_or_default();
        let roots = self.lists.roots(&told);
        let options = self.options(server);
        let desk = self.desks.entry(server).or_default();
        let (wish, wished) = watch::channel(Wish::GoOn);
        let (wanted, want) = watch::channel(Arc::clone(&folders));
        desk.attempts.begin_run();
        desk.run = Some(Current {
            id,
            wish,
            wanted,
            boundary: None,
            proof: None,
            line: None,
            lists_changed: ListsView::default(),
            since: clock::now(),
            ready: None,
            reported: None,
            lists: BTreeMap::from([(roots.generation(), told)]),
        });
        let run = Run {
            server,
            id,
            keeper: self.places.keeper.clone(),
            launch,
            launched_with: folders,
            roots,
            journal: desk.journal.clone(),
            options,
            mailbox: self.to_self.clone(),
            wanted: want,
            wish: wished,
        };
        tokio::spawn(run.drive());
    }

    /// How a server is spoken with; its log of messages begins anew.
    fn options(&self, server: ServerId) -> Options {
        let mut options = run::options();
        let Some(known) = self.state.server(server) else { return options };
        options.ping_every = known.lifecycle.keep_alive;
        // Where it may ask for roots at any time, it lists and follows files as well.
        let of_bundled = (known.command == Command::Bundled).then_some(Era::Legacy);
        let guess = self.desks.get(&server).and_then(|desk| desk.guess);
        let era = match guess {
            Some(Guess::Legacy) => Some(Era::Legacy),
            Some(Guess::Unknown) => None,
            None => known.era(),
        };
        options.era = of_bundled.or(era).map(|era| match era {
            Era::Legacy => paddock_mcp::Era::Legacy,
            Era::Modern => paddock_mcp::Era::Modern,
        });
        if let Some(desk) = self.desks.get(&server)
            && let Some(found) = &desk.found
        {
            let confined = desk.confined.as_ref().map(|confined| &confined.launch);
            desk.wire.begin_run(launched(confined.unwrap_or(&found.launch), found), masks(found));
            options.tap = Some(Arc::new(desk.wire.clone()));
        }
        options
    }

    pub(super) fn stop(&mut self, server: ServerId, wish: Wish) {
        self.to_find.retain(|waiting| *waiting != server);
        if let Some(desk) = self.desks.get_mut(&server) {
            (desk.search, desk.preparing) = (None, None);
            if let Some(run) = &desk.run {
                run.wish(wish);
                return;
            }
        }
        if self.state.server(server).is_none() {
            self.forget(server);
        }
        self.follow_up(Event::Ended(server, Ending::Asked));
    }

    pub(super) fn reported(&mut self, server: ServerId, id: RunId, report: Report) {
        let Some(desk) = self.desks.get_mut(&server) else { return };
        let Some(run) = desk.run.as_mut().filter(|run| run.id == id) else { return };
        match report {
            Report::Connected(connection) => {
                run.line = Some(Arc::new(Line::new(connection)));
                // What changed between the launch and now.
                self.follow_up_list(server);
            }
            Report::Ready(ready) => {
                run.since = clock::now();
                run.ready = Some(Instant::now());
                run.reported = Some(Reported {
                    name: ready.server.name.clone(),
                    version: ready.server.version.clone(),
                    revision: ready.revision,
                    offers: offers(&ready.capabilities),
                });
                desk.forget_failure();
                self.handle(Event::Ready(server));
                self.handle(Event::Spoke(server, Some(era(ready.revision.era()))));
                let name = self.server_name(server);
                tracing::info!(
                    server = name,
                    revision = ready.revision.as_str(),
                    "server is ready"
                );
                self.follow_up_list(server);
                self.follow_again(server);
            }
            Report::Told(generation) => {
                let list = run.lists.get(&generation).cloned();
                // Older lists will not be told any more.
                run.lists.retain(|known, _| *known >= generation);
                if let Some(list) = list {
                    self.handle(Event::Told(server, list));
                    self.release_calls(server);
                }
            }
            Report::ListChanged(list) => self.list_changed(server, list),
            Report::ResourceUpdated(uri) => self.resource_changed(server, &uri),
            Report::Progressed(progress) => self.progressed(server, progress),
            Report::Confined(boundary) => run.boundary = Some(boundary),
            Report::Enforced(list, proof) => self.enforced(server, list, proof),
            Report::Attempted(attempt) => self.attempted(server, attempt),
            Report::Asked(asked) => self.asked(server, id, *asked),
            Report::AskEnded(ask, why) => self.ask_ended(id, ask, &why),
            Report::ElicitationComplete(named) => self.elicitation_complete(id, &named),
            Report::Ended(why) => self.ended(server, &why),
        }
    }

    /// Gives the connection the newest list, if it has an older one.
    fn follow_up_list(&mut self, server: ServerId) {
        let Some(list) = self.state.view(server).cloned() else { return };
        let Some(run) = self.desks.get_mut(&server).and_then(|desk| desk.run.as_mut()) else {
            return;
        };
        let newest = run.lists.last_key_value().map(|(_, list)| list.generation);
        if let Some(line) = &run.line
            && newest != Some(list.generation)
        {
            let roots = self.lists.roots(&list);
            run.lists.insert(roots.generation(), list);
            line.connection.set_roots(roots);
        }
    }

    fn ended(&mut self, server: ServerId, why: &Why) {
        let Some(desk) = self.desks.get_mut(&server) else { return };
        let ran = desk.run.take();
        desk.held.clear();
        desk.attempts.let_go();
        self.look_for_missed(server, ran.as_ref().map(|run| run.id), why);
        self.begin_proof(server);
        if self.state.server(server).is_none() {
            self.forget(server);
            self.changed = true;
            return;
        }
        let ready_for = ran.and_then(|run| run.ready).map(|since| since.elapsed());
        let ending = self.ending(server, why, ready_for);
        if ending != Ending::Asked
            && let Some(failure) = why.failure()
        {
            self.note_failure(server, failure);
        }
        self.handle(Event::Ended(server, ending));
        self.say_why_given_up(server);
        self.unfollow_what_is_gone(server);
    }

    /// What the state is told of the end of a run.
    fn ending(&mut self, server: ServerId, why: &Why, ready_for: Option<Duration>) -> Ending {
        let asked_to = self.state.run(server) == Some(RunState::Stopping) || self.quitting;
        if why.is_stuck() {
            return Ending::Stuck;
        }
        if asked_to || matches!(why, Why::Stopped) {
            return Ending::Asked;
        }
        let unready = ready_for.is_none();
        let misspoken = unready && self.speak_otherwise(server, why);
        // Without the folders that its command names it would only fail again.
        let wants = unready && !misspoken && self.ended_for_want(server);
        if wants || why.is_final() && !misspoken {
            return Ending::Final;
        }
        let (cause, well) = (why.cause(), why.is_well());
        Ending::Unasked(Unasked { cause, well, ready_for, misspoken })
    }

    fn note_failure(&mut self, server: ServerId, failure: Failure) {
        tracing::info!(server = server.0, code = failure.code, "server ended");
        let said = failure.details.iter().filter_map(|detail| detail.value.lines().last());
        let text = format!("{}: {}", failure.code, said.collect::<Vec<_>>().join(", "));
        self.note(server, &text);
        self.desks.entry(server).or_default().reason = Some(failure);
    }

    fn say_why_given_up(&mut self, server: ServerId) {
        let Some(why) = self.state.gave_up(server) else { return };
        let desk = self.desks.entry(server).or_default();
        desk.reason = desk.reason.take().map(|failure| run::given_up(failure, why));
    }

    /// A server that was never ready may speak otherwise than it was spoken to. Whether that is to be
    /// tried, which it is once.
    fn speak_otherwise(&mut self, server: ServerId, why: &Why) -> bool {
        let remembered = self.state.server(server).and_then(Server::era);
        let desk = self.desks.entry(server).or_default();
        if desk.guess.is_some() {
            return false;
        }
        desk.guess = match (why, remembered) {
            (
                Why::Exited { .. } | Why::Closed(CloseReason::EndedByDiscover),
                None | Some(Era::Modern),
            ) => Some(Guess::Legacy),
            (Why::Closed(_), Some(_)) => Some(Guess::Unknown),
            _ => None,
        };
        desk.guess.is_some()
    }

    /// Lets the calls go that waited for the server to be given its newest list.
    pub(super) fn release_calls(&mut self, server: ServerId) {
        if !self.is_told(server) {
            return;
        }
        if let Some(desk) = self.desks.get_mut(&server) {
            desk.held.clear();
        }
    }

    /// Whether what the server is granted is in force, and it holds its newest list or never asks for
    /// one.
    pub(super) fn is_told(&self, server: ServerId) -> bool {
        if self.state.enforcement(server) == Some(Enforcement::Changing) {
            return false;
        }
        if self.is_told_in_calls(server) {
            return true;
        }
        let told = self.state.told_to(server).map(|told| &told.list.entries);
        let list = self.state.view(server).map(|list| &list.entries);
        told.is_none() || told == list
    }
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

fn masks(found: &Found) -> Masks {
    Masks::new(found.own.iter().filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?))))
}
