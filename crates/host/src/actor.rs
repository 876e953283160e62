//! The actor: one mailbox, one state, effects in order.

mod again;
pub(crate) mod asks;
mod attempts;
mod bundles;
pub(crate) mod calls;
mod commits;
pub(crate) mod consents;
mod counting;
pub(crate) mod destinations;
mod effects;
pub(crate) mod enforcement;
mod finding;
mod models;
pub(crate) mod named;
mod notices;
mod numbers;
pub(crate) mod paths;
mod picks;
mod preparing;
mod proving;
mod remembering;
mod requests;
mod retention;
mod runs;
pub(crate) mod secrets;
pub(crate) mod sending;
mod sessions;
mod stand_ins;
mod usage;
mod uses;
mod why_not;
mod widening;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{
    CommitId, CustomCommand, Event, Place, Refusal, Root, ServerId, SessionId, State, Time,
};
use paddock_storage::CommitError;
use paddock_supervisor::Sandbox;
use paddock_supervisor::environment::SearchPath;
use paddock_watcher::{Sighting, Watcher};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::asked::Brought;
use crate::clock::{self, Alarm};
use crate::confine::Confined;
use crate::connected::Connected;
use crate::extent::Extent;
use crate::failure::Fail;
use crate::inbox::Inbox;
use crate::look::Looks;
use crate::models::{Asking, Models};
use crate::named::Survey;
use crate::programs::Found;
use crate::remembered::Remembered;
use crate::retention::Chosen;
use crate::roots::Lists;
use crate::run::{Report, RunId};
use crate::runtime::{Missed, Runtimes};
use crate::secrets::{KeyringOnly, Secrets};
use crate::show::Showing;
use crate::sought::Sought;
use crate::storage_thread::Committer;
use crate::view::{Code, Failure};
use crate::{Notification, Places, Shell, homes};

pub(crate) use asks::{Ask, Look};
use calls::HeldCalls;
use commits::Keeping;
pub(crate) use consents::Consents;
use counting::Counting;
pub(crate) use counting::SoFar;
use finding::Finding;
pub(crate) use finding::SearchId;
pub(crate) use models::ProviderAsk;
pub(crate) use notices::Notices;
use numbers::Numbers;
pub(crate) use picks::{Pick, Picks, Proposed};
pub(crate) use preparing::{Preparation, PreparationId};
pub(crate) use proving::{Proving, Turn};
pub(crate) use requests::RequestAsk;
pub(crate) use retention::Retention;
use secrets::Keyring;
pub(crate) use secrets::{Fetched, FromKeyring, SecretAsk};
use sending::Quotas;
pub(crate) use sessions::Begun;

/// Messages handled before the window is shown what came of them.
const ROUND: usize = 256;
/// Folders that are measured at once.
const EXTENTS: usize = 2;
/// How long a disk may give no sign of life while the host waits for it to end.
const DISK_PATIENCE: Duration = Duration::from_secs(30);

/// All that reaches the actor.
#[derive(Debug)]
pub(crate) enum Message {
    Ask(Box<Ask>),
    /// What became of a commit.
    Committed(CommitId, Result<(), CommitError>),
    Run(SessionId, RunId, Report),
    /// What the relay of an app's session says.
    App(SessionId, paddock_relay::Event),
    /// What a server asks in the session of an app that can't be asked itself.
    AskedInPlace(SessionId, Box<Brought<u64>>),
    /// Where the app of a session works, as it said under this number.
    Works(SessionId, u32, Vec<Place>),
    /// What this command of a server names was looked at.
    Named(ServerId, Box<CustomCommand>, Survey),
    /// What was proved of a server is, or nobody waits for it.
    ProofOver(ServerId),
    /// What became of a question to a model or its provider.
    Model(crate::models::Report),
    /// A program may be looked for soon.
    LookAhead,
    /// The login shell has answered; from now on programs can be found.
    SearchPath(SearchPath),
    /// A program was looked for.
    Found(SessionId, SearchId, Result<Box<Found>, Failure>),
    /// A launch was prepared.
    Prepared(SessionId, PreparationId, Result<Box<Confined>, Failure>),
    /// What there is to offer for what a server tried.
    Offered(SessionId, u32, Option<PathBuf>),
    /// How much there is in a folder that waits for consent.
    Measured(u32, Extent),
    /// What a run ended for want of.
    Missed(SessionId, RunId, Option<Missed>),
    /// What came of asking the keyring for secrets of servers.
    Keyring(FromKeyring),
    /// What this system can enforce was tried.
    Surveyed(Arc<dyn Sandbox>),
}

pub(crate) struct Actor {
    state: State,
    runtimes: Runtimes,
    picks: Picks,
    consents: Consents,
    inbox: Inbox,
    models: Models,
    notices: Notices,
    retention: Retention,
    /// Of the newest view.
    sequence: u32,
    numbers: Numbers,
    keeping: Keeping,
    counting: Counting,
    quotas: Quotas,
    connected: Connected,
    sought: Sought,
    /// Homes and secrets of removed servers, on their way out.
    removals: JoinSet<()>,
    /// Unpacked bundles that servers use.
    bundles: BTreeSet<PathBuf>,
    watcher: Option<Watcher>,
    sightings: mpsc::Receiver<Sighting>,
    places: Arc<Places>,
    app_looks: Looks,
    /// Folders that wait for consent are measured here.
    extents: Looks,
    finding: Finding,
    /// What keeps servers to their folders; none until it was tried.
    sandbox: Option<Arc<dyn Sandbox>>,
    lists: Lists,
    asking: Asking,
    keyring: Keyring,
    remembered: Remembered,
    held: HeldCalls,
    alarm: Alarm,
    wake: Option<Time>,
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
    pub(crate) committer: Committer,
    pub(crate) saved: paddock_core::Saved,
    pub(crate) notices: Vec<Failure>,
    /// How many bytes servers sent since the day began.
    pub(crate) sent_today: BTreeMap<ServerId, u64>,
    pub(crate) connected: Connected,
    pub(crate) remembered: Remembered,
    pub(crate) places: Arc<Places>,
    pub(crate) app_looks: Looks,
    pub(crate) asking: Asking,
    pub(crate) secrets: Secrets,
    pub(crate) shell: Box<dyn Shell>,
    pub(crate) mailbox: mpsc::Receiver<Message>,
    pub(crate) to_self: mpsc::Sender<Message>,
}

impl Actor {
    pub(crate) fn begin(beginning: Beginning) -> Self {
        let Beginning {
            committer,
            saved,
            notices,
            sent_today,
            connected,
            remembered,
            places,
            app_looks,
            asking,
            secrets,
            shell,
            mailbox,
            to_self,
        } = beginning;
        let retention = Retention::new(Chosen::read(&places.data));
        let keyring = Keyring::new(secrets, KeyringOnly::read(&places.data));
        let (state, effects) = State::open(saved, clock::now());
        let (watcher, sightings, blind) = match Watcher::start() {
            Ok((watcher, sightings)) => (Some(watcher), sightings, None),
            Err(error) => {
                let failure = Failure::new(Code::WatcherFailed).with("reason", error);
                (None, mpsc::channel(1).1, Some(failure))
            }
        };
        let mut actor = Self {
            state,
            runtimes: Runtimes::new(),
            picks: Picks::default(),
            consents: Consents::default(),
            inbox: Inbox::default(),
            models: Models::default(),
            notices: Notices::default(),
            retention,
            sequence: 0,
            numbers: Numbers::default(),
            keeping: Keeping::new(committer),
            counting: Counting::new(),
            quotas: Quotas::new(sent_today),
            connected,
            sought: Sought::default(),
            removals: JoinSet::new(),
            bundles: BTreeSet::new(),
            watcher,
            sightings,
            places,
            app_looks,
            extents: Looks::at_once(EXTENTS),
            finding: Finding::new(),
            sandbox: None,
            lists: Lists::default(),
            asking,
            keyring,
            remembered,
            held: HeldCalls::default(),
            alarm: Alarm::new(),
            wake: None,
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
        let homes = actor.places.homes();
        tokio::task::spawn_blocking(move || homes::finish_removing(&homes));
        actor.tidy_bundles();
        actor.carry_out(effects);
        actor.follow_up(Event::DayBegan(clock::next_midnight(clock::now())));
        actor
    }

    /// Works until the host ends, every server has ended, and all that is to be kept is.
    pub(crate) async fn work(mut self) {
        self.handle(Event::Opened);
        self.offer_secrets();
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
                () = clock::due(self.counting.due()) => self.keep_counts(),
                () = clock::due(self.remembered.due()) => self.keep_remembered(),
                () = tokio::time::sleep(DISK_PATIENCE), if self.waits_for_disk_only() => {
                    tracing::error!("quits though the disk does not answer");
                    return;
                }
            }
            for _ in 0..ROUND {
                let Ok(message) = self.mailbox.try_recv() else { break };
                self.take(message);
            }
            self.end_round();
        }
        self.keep_counts();
        self.keep_remembered();
        self.forget_removed();
        let Self { keeping, mut removals, .. } = self;
        let close = async {
            keeping.close().await;
            while removals.join_next().await.is_some() {}
        };
        let _ = tokio::time::timeout(DISK_PATIENCE, close).await;
    }

    fn is_done(&self) -> bool {
        self.waits_for_disk_only() && self.keeping.is_idle()
    }

    fn waits_for_disk_only(&self) -> bool {
        self.quitting && self.runtimes.values().all(|runtime| runtime.run.is_none())
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Ask(ask) => {
                if let Some(ask) = self.defers(*ask) {
                    self.answer(ask);
                }
            }
            Message::Committed(id, kept) => self.committed(id, kept),
            Message::Run(session, run, report) => self.reported(session, run, report),
            Message::App(session, event) => self.heard_of_app(session, event),
            Message::AskedInPlace(session, asked) => self.asked_in_place(session, *asked),
            Message::Works(session, number, places) => self.works(session, number, places),
            Message::Named(server, command, survey) => self.found_named(server, *command, survey),
            Message::ProofOver(server) => self.proof_over(server),
            Message::Model(report) => self.reported_of_models(report),
            Message::LookAhead => self.ask_for_search_path(),
            Message::SearchPath(path) => self.search_in(path),
            Message::Found(session, id, found) => self.found(session, id, found),
            Message::Prepared(session, id, confined) => self.prepared(session, id, confined),
            Message::Offered(session, attempt, offer) => self.offered(session, attempt, offer),
            Message::Measured(pick, extent) => self.measured(pick, extent),
            Message::Missed(session, run, missed) => self.found_missed(session, run, missed),
            Message::Keyring(heard) => self.heard_of_keyring(heard),
            Message::Surveyed(sandbox) => {
                self.surveyed(sandbox);
                self.find_waiting();
            }
        }
    }

    /// Lets the state decide, and does what it says. Why it was not done, if it was refused.
    fn handle(&mut self, event: Event) -> Option<Failure> {
        self.refusal = None;
        self.keeping.begin_event();
        let effects = self.state.handle(event, clock::now());
        self.changed = true;
        self.carry_out(effects);
        self.refusal.take()
    }

    fn end_round(&mut self) {
        self.serve_waiting();
        self.tell_apps();
        self.tell_of_requests();
        self.forget_held_calls();
        self.keep_records();
        self.trim_if_due();
        self.lists.end_round();
        if std::mem::take(&mut self.changed) {
            self.sequence = self.sequence.wrapping_add(1);
            let view = self.showing().view();
            self.shell.show(view);
        }
    }

    pub(crate) fn showing(&self) -> Showing<'_> {
        Showing {
            sequence: self.sequence,
            state: &self.state,
            runtimes: &self.runtimes,
            picks: &self.picks,
            consents: self.open_consents(),
            terminal_consent: self.consents.at_terminal(),
            inbox: &self.inbox,
            models: &self.models,
            notices: &self.notices,
            retention: &self.retention,
            secrets: self.secrets_view(),
            quotas: &self.quotas,
            connected: &self.connected,
            sought: &self.sought,
            places: &self.places,
            capabilities: self.capabilities(),
        }
    }

    fn sighted(&mut self, sighting: Sighting) {
        if let Some(blindness) = sighting.blindness {
            let path = sighting.root.path.as_path().display().to_string();
            let failure = Failure::new(Code::WatchIncomplete).with("path", path);
            self.notice(failure.with("reason", blindness));
        }
        self.handle(Event::Reached(sighting.root, sighting.reachability));
    }

    /// Watching broke down: no root can be relied on.
    fn blinded(&mut self) {
        self.watcher = None;
        self.notice(Failure::new(Code::WatcherFailed).with("reason", "it ended"));
        let roots: Vec<Root> = self.state.watched().cloned().collect();
        for root in roots {
            self.handle(Event::Reached(root, paddock_core::Reachability::Denied));
        }
    }

    fn notify(&mut self, notification: Notification) {
        self.shell.notify(notification);
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.refusal.get_or_insert_with(|| refusal.failure());
    }
}
