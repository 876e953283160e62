//! The actor: one mailbox, one state, effects in order.

mod activity;
pub(crate) mod asks;
mod effects;
mod enforcement;
mod finding;
mod models;
pub(crate) mod named;
mod paths;
mod proving;
mod requests;
mod runs;
mod uses;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use paddock_core::{AuditRecord, CustomCommand, Event, Refusal, Root, ServerId, State, Time};
use paddock_storage::Storage;
use paddock_supervisor::Sandbox;
use paddock_supervisor::environment::SearchPath;
use paddock_watcher::{Sighting, Watcher};
use tokio::sync::mpsc;

use crate::clock::{self, Alarm};
use crate::desk::Desk;
use crate::inbox::Inbox;
use crate::models::{Asking, Models};
use crate::named::Survey;
use crate::pick::Surveyed;
use crate::programs::{Found, Search};
use crate::roots::Lists;
use crate::run::{Report, RunId};
use crate::view::{Failure, LogView, NamedView, NoticeView, SettingsView};
use crate::{Notification, Places, Shell, homes};

pub(crate) use asks::Ask;
pub(crate) use finding::SearchId;
pub(crate) use models::ProviderAsk;
pub(crate) use proving::{Proving, Turn};
pub(crate) use requests::RequestAsk;

/// Messages handled before the window is shown what came of them.
const ROUND: usize = 256;
/// Notices kept.
const NOTICES: usize = 20;

/// All that reaches the actor.
#[derive(Debug)]
pub(crate) enum Message {
    Ask(Box<Ask>),
    Run(ServerId, RunId, Report),
    /// What this command of a server names was looked at.
    Named(ServerId, Box<CustomCommand>, Survey),
    /// What was proved of a server is, or nobody waits for it.
    ProofOver(ServerId),
    /// There is more in the log that is followed.
    Logged(ServerId),
    /// What became of a question to a model or its provider.
    Model(crate::models::Report),
    /// A program may be looked for soon.
    LookAhead,
    /// The login shell has answered; from now on programs can be found.
    SearchPath(SearchPath),
    /// A program was looked for.
    Found(ServerId, SearchId, Result<Box<Found>, Failure>),
    /// What this system can enforce was tried.
    Surveyed(Arc<dyn Sandbox>),
}

/// A folder that waits for consent.
#[derive(Debug)]
pub(crate) struct Pick {
    pub(crate) id: u32,
    pub(crate) surveyed: Surveyed,
    /// The server that tried to reach it, or whose command names it.
    pub(crate) server: Option<ServerId>,
    pub(crate) named: Option<NamedView>,
}

pub(crate) struct Actor {
    pub(crate) state: State,
    pub(crate) desks: BTreeMap<ServerId, Desk>,
    pub(crate) picks: Vec<Pick>,
    pub(crate) inbox: Inbox,
    pub(crate) models: Models,
    pub(crate) notices: VecDeque<NoticeView>,
    pub(crate) settings: SettingsView,
    pub(crate) sequence: u32,
    storage: Storage,
    watcher: Option<Watcher>,
    sightings: mpsc::Receiver<Sighting>,
    pub(crate) places: Arc<Places>,
    search: Search,
    /// What keeps servers to their folders; none until it was tried.
    sandbox: Option<Arc<dyn Sandbox>>,
    /// Servers whose program is to be looked for as soon as it is known where, and what can be
    /// enforced.
    to_find: Vec<ServerId>,
    lists: Lists,
    asking: Asking,
    last_run: u64,
    last_search: u64,
    last_pick: u32,
    last_notice: u32,
    followed: Option<ServerId>,
    alarm: Alarm,
    wake: Option<Time>,
    /// Audit records that wait to be kept together.
    records: Vec<AuditRecord>,
    /// Why the event at hand was not carried out.
    refusal: Option<Failure>,
    shell: Box<dyn Shell>,
    mailbox: mpsc::Receiver<Message>,
    /// For those that report to the actor.
    to_self: mpsc::Sender<Message>,
    changed: bool,
    quitting: bool,
}

/// What the actor begins with.
pub(crate) struct Beginning {
    pub(crate) storage: Storage,
    pub(crate) saved: paddock_core::Saved,
    pub(crate) notices: Vec<Failure>,
    pub(crate) places: Arc<Places>,
    pub(crate) settings: SettingsView,
    pub(crate) asking: Asking,
    pub(crate) shell: Box<dyn Shell>,
    pub(crate) mailbox: mpsc::Receiver<Message>,
    pub(crate) to_self: mpsc::Sender<Message>,
}

impl Actor {
    pub(crate) fn begin(beginning: Beginning) -> Self {
        let Beginning {
            storage,
            saved,
            notices,
            places,
            settings,
            asking,
            shell,
            mailbox,
            to_self,
        } = beginning;
        let (state, effects) = State::open(saved, clock::now());
        let (watcher, sightings, blind) = match Watcher::start() {
            Ok((watcher, sightings)) => (Some(watcher), sightings, None),
            Err(error) => {
                let failure = Failure::new("watcher-failed").with("reason", error);
                (None, mpsc::channel(1).1, Some(failure))
            }
        };
        let mut actor = Self {
            state,
            desks: BTreeMap::new(),
            picks: Vec::new(),
            inbox: Inbox::default(),
            models: Models::default(),
            notices: VecDeque::new(),
            settings,
            sequence: 0,
            storage,
            watcher,
            sightings,
            places,
            search: Search::NotAsked,
            sandbox: None,
            to_find: Vec::new(),
            lists: Lists::default(),
            asking,
            last_run: 0,
            last_search: 0,
            last_pick: 0,
            last_notice: 0,
            followed: None,
            alarm: Alarm::new(),
            wake: None,
            records: Vec::new(),
            refusal: None,
            shell,
            mailbox,
            to_self,
            changed: true,
            quitting: false,
        };
        for failure in notices.into_iter().chain(blind) {
            actor.notice(failure);
        }
        homes::finish_removing(&actor.places.homes());
        actor.carry_out(effects);
        actor
    }

    /// Works until the app quits and every server has ended.
    pub(crate) async fn work(mut self) {
        self.handle(Event::Opened);
        self.end_round();
        while !self.is_done() {
            tokio::select! {
                biased;
                () = self.alarm.ring() => {
                    self.handle(Event::TimePassed);
                    self.alarm.set(self.wake);
                }
                sighting = self.sightings.recv(), if self.watcher.is_some() => match sighting {
                    Some(sighting) => self.sighted(sighting),
                    None => self.blinded(),
                },
                message = self.mailbox.recv() => match message {
                    Some(message) => self.take(message),
                    None => return,
                },
            }
            for _ in 0..ROUND {
                let Ok(message) = self.mailbox.try_recv() else { break };
                self.take(message);
            }
            self.end_round();
        }
    }

    fn is_done(&self) -> bool {
        self.quitting && self.desks.values().all(|desk| desk.run.is_none())
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Ask(ask) => self.answer(*ask),
            Message::Run(server, run, report) => self.reported(server, run, report),
            Message::Named(server, command, survey) => self.found_named(server, *command, survey),
            Message::ProofOver(server) => self.proof_over(server),
            Message::Logged(server) => self.append_log(server),
            Message::Model(report) => self.reported_of_models(report),
            Message::LookAhead => self.ask_for_search_path(),
            Message::SearchPath(path) => {
                self.search = Search::Known(path);
                self.find_waiting();
            }
            Message::Found(server, id, found) => self.found(server, id, found),
            Message::Surveyed(sandbox) => {
                self.surveyed(sandbox);
                self.find_waiting();
            }
        }
    }

    fn find_waiting(&mut self) {
        for server in std::mem::take(&mut self.to_find) {
            self.find(server);
        }
    }

    /// Lets the state decide, and does what it says. Why it was not done, if it was refused.
    fn handle(&mut self, event: Event) -> Option<Failure> {
        self.refusal = None;
        let effects = self.state.handle(event, clock::now());
        self.changed = true;
        self.carry_out(effects);
        self.refusal.take()
    }

    fn end_round(&mut self) {
        self.serve_waiting();
        self.tell_of_requests();
        self.keep_records();
        self.lists.end_round();
        if std::mem::take(&mut self.changed) {
            self.sequence = self.sequence.wrapping_add(1);
            let view = self.view();
            self.shell.show(&view);
        }
    }

    fn sighted(&mut self, sighting: Sighting) {
        if let Some(blindness) = sighting.blindness {
            let path = sighting.root.path.as_path().display().to_string();
            let failure = Failure::new("watch-incomplete").with("path", path);
            self.notice(failure.with("reason", blindness));
        }
        self.handle(Event::Reached(sighting.root, sighting.reachability));
    }

    /// Watching broke down: no root can be relied on.
    fn blinded(&mut self) {
        self.watcher = None;
        self.notice(Failure::new("watcher-failed").with("reason", "it ended"));
        let roots: Vec<Root> = self.state.grants().map(|grant| grant.root.clone()).collect();
        for root in roots {
            self.handle(Event::Reached(root, paddock_core::Reachability::Denied));
        }
    }

    pub(crate) fn notice(&mut self, failure: Failure) {
        // The same trouble twice is one notice, with the newer time.
        self.notices.retain(|notice| notice.failure != failure);
        self.last_notice += 1;
        let at = crate::show::time(clock::now());
        self.notices.push_back(NoticeView { id: self.last_notice, at, failure });
        while self.notices.len() > NOTICES {
            self.notices.pop_front();
        }
        self.changed = true;
    }

    fn notify(&mut self, notification: Notification) {
        self.shell.notify(notification);
    }

    fn append_log(&mut self, server: ServerId) {
        let Some(desk) = self.desks.get(&server).filter(|_| self.followed == Some(server)) else {
            return;
        };
        let lines = desk.journal.news();
        if !lines.is_empty() {
            self.shell.append_log(LogView { server: server.0, lines, dropped: 0 });
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.refusal.get_or_insert_with(|| Failure::from(refusal));
    }
}
