//! The actor: one mailbox, one state, effects in order.

mod again;
mod asks;
mod attempts;
mod calls;
mod commits;
mod consents;
mod counting;
mod destinations;
mod effects;
mod enforcement;
mod finding;
mod folders;
mod models;
mod named;
mod preparing;
mod proving;
mod removed;
mod requests;
mod retention;
mod runs;
mod secrets;
mod sending;
mod sessions;
mod stand_ins;
mod usage;
mod uses;
mod widening;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Event, Root, ServerId, State};
use paddock_watcher::Sighting;
use tokio::sync::mpsc;

use crate::beside::Beside;
use crate::clock::{self, Alarm};
use crate::connected::Connected;
use crate::held_calls::HeldCalls;
use crate::inbox::Inbox;
use crate::look::Looks;
use crate::machine::Machine;
use crate::message::Message;
use crate::models::{Asking, Models};
use crate::overview::Overview;
use crate::picks::Picks;
use crate::remembered::Remembered;
use crate::removals::Removals;
use crate::retention::{Chosen, Retention};
use crate::runtimes::Runtimes;
use crate::screen::Screen;
use crate::secrets::{KeyringOnly, Secrets};
use crate::show::Showing;
use crate::storage_thread::Committer;
use crate::traffic::Traffic;
use crate::view::{Code, Failure};
use crate::watch::Watch;
use crate::{Places, Shell};

use commits::Keeping;
use consents::Consents;
use removed::Removed;
use secrets::Keyring;

/// Messages handled before the window is shown what came of them.
const ROUND: usize = 256;
/// How long a disk may give no sign of life while the host waits for it to end.
const DISK_PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Actor {
    state: State,
    runtimes: Runtimes,
    picks: Picks,
    consents: Consents,
    held: HeldCalls,
    inbox: Inbox,
    models: Models,
    keyring: Keyring,
    keeping: Keeping,
    retention: Retention,
    remembered: Remembered,
    traffic: Traffic,
    removed: Removed,
    removals: Removals,
    machine: Machine,
    places: Arc<Places>,
    watch: Watch,
    alarm: Alarm,
    screen: Screen,
    beside: Beside,
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
    /// For those that report to the actor.
    pub(crate) to_self: mpsc::Sender<Message>,
}

impl Actor {
    pub(crate) fn begin(beginning: Beginning) -> Self {
        let Beginning { places, notices, .. } = beginning;
        let (state, effects) = State::open(beginning.saved, clock::now());
        let (watch, blind) = Watch::begin();
        let mut actor = Self {
            runtimes: Runtimes::new(beginning.app_looks),
            picks: Picks::default(),
            consents: Consents::default(),
            held: HeldCalls::default(),
            inbox: Inbox::default(),
            models: Models::new(beginning.asking),
            keyring: Keyring::new(beginning.secrets, KeyringOnly::read(&places.data)),
            keeping: Keeping::new(beginning.committer),
            retention: Retention::new(Chosen::read(&places.data)),
            remembered: beginning.remembered,
            traffic: Traffic::new(beginning.sent_today, beginning.connected),
            removed: Removed::default(),
            removals: Removals::begin(&state, &places),
            machine: Machine::new(places.best_tier),
            alarm: Alarm::new(),
            screen: Screen::new(beginning.shell),
            beside: Beside::new(beginning.to_self),
            state,
            places,
            watch,
        };
        for failure in notices.into_iter().chain(blind) {
            actor.screen.notice(failure);
        }
        actor.carry_out(effects);
        actor.follow_up(Event::DayBegan(clock::next_midnight(clock::now())));
        actor
    }

    /// Works until the host ends, every server has ended, and all that is to be kept is.
    pub(crate) async fn work(mut self, mut mailbox: mpsc::Receiver<Message>) {
        self.handle(Event::Opened);
        self.keyring.offer(&self.state, &self.beside);
        self.end_round();
        while !(self.runtimes.are_over() && self.keeping.is_idle()) {
            tokio::select! {
                biased;
                () = self.alarm.ring() => {
                    self.handle(Event::TimePassed);
                    self.alarm.again();
                }
                sighting = self.watch.sight() => match sighting {
                    Some(sighting) => self.sighted(sighting),
                    None => self.blinded(),
                },
                message = mailbox.recv() => match message {
                    Some(message) => self.take(message),
                    None => return,
                },
                () = clock::due(self.traffic.counting.due()) => self.counter().keep(),
                () = clock::due(self.remembered.due()) => self.keeping.remember(&mut self.remembered),
                () = tokio::time::sleep(DISK_PATIENCE), if self.runtimes.are_over() => {
                    tracing::error!("quits though the disk does not answer");
                    return;
                }
            }
            for _ in 0..ROUND {
                let Ok(message) = mailbox.try_recv() else { break };
                self.take(message);
            }
            self.end_round();
        }
        self.counter().keep();
        self.keeping.remember(&mut self.remembered);
        for secrets in self.removed.give_up() {
            self.forget_secrets(secrets);
        }
        let Self { keeping, removals, .. } = self;
        let close = async {
            keeping.close().await;
            removals.finish().await;
        };
        let _ = tokio::time::timeout(DISK_PATIENCE, close).await;
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Ask(ask) => {
                if let Some(ask) = self.keeping.defer(*ask, &self.state) {
                    self.answer(ask);
                }
            }
            Message::Committed(id, kept) => self.committed(id, kept),
            Message::Run(session, run, report) => self.reported(session, run, report),
            Message::App(session, event) => self.heard_of_app(session, event),
            Message::Overheard(session, command, heard) => self.overheard(session, command, heard),
            Message::AskedInPlace(session, asked) => self.asked_in_place(session, *asked),
            Message::Works(session, number, places) => self.works(session, number, places),
            Message::Named(server, command, survey) => self.found_named(server, *command, survey),
            Message::ProofOver(server) => self.proof_over(server),
            Message::Model(report) => self.reported_of_models(report),
            Message::LookAhead => self.machine.ask_for_path(&self.places, &self.beside),
            Message::SearchPath(path) => {
                self.machine.found_path(path);
                self.find_waiting();
            }
            Message::Found(session, id, found) => self.found(session, id, found),
            Message::Prepared(session, id, confined) => self.prepared(session, id, confined),
            Message::Offered(session, attempt, offer) => self.offered(session, attempt, offer),
            Message::HoldEnded(session, held, since) => self.hold_ended(session, held, since),
            Message::Measured(pick, extent) => {
                self.screen.change_if(self.picks.measured(pick, extent));
            }
            Message::Missed(session, run, missed) => {
                let runtime = self.runtimes.get_mut(session);
                self.screen.change_if(runtime.is_some_and(|it| it.found_missed(run, missed)));
            }
            Message::Keyring(heard) => self.heard_of_keyring(heard),
            Message::StaysRemoved(server) => self.stays_removed(server),
            Message::Surveyed(sandbox) => {
                self.surveyed(sandbox);
                self.find_waiting();
            }
        }
    }

    /// Lets the state decide, and does what it says. Why it was not done, if it was refused.
    fn handle(&mut self, event: Event) -> Option<Failure> {
        self.keeping.begin_event();
        self.follow_up(event);
        self.keeping.take_refusal()
    }

    /// What follows from an effect reaches the state before the next effect is carried out.
    fn follow_up(&mut self, event: Event) {
        let effects = self.state.handle(event, clock::now());
        self.screen.change();
        self.carry_out(effects);
    }

    fn end_round(&mut self) {
        self.forget_what_is_too_old();
        self.serve_waiting();
        self.start_what_lacked_a_folder();
        self.tell_apps();
        self.tell_of_requests();
        self.held.forget_others_than(&self.state);
        if let Some(lost) = self.keeping.end_round() {
            self.screen.notice(lost);
        }
        self.runtimes.end_round();
        if self.screen.turns() {
            let view = self.showing().view();
            self.screen.show(view);
        }
    }

    fn showing(&self) -> Showing<'_> {
        Showing {
            sequence: self.screen.sequence(),
            state: &self.state,
            runtimes: &self.runtimes,
            picks: &self.picks,
            consents: self.weighing().open(&self.consents),
            terminal_consent: self.consents.at_terminal(),
            inbox: &self.inbox,
            models: &self.models,
            notices: self.screen.notices(),
            retention: &self.retention,
            secrets: self.keyring.view(&self.state),
            traffic: &self.traffic,
            places: &self.places,
            capabilities: self.machine.capabilities(),
        }
    }

    /// What there is to look at.
    pub(crate) fn overview(&self) -> Overview<'_> {
        Overview {
            state: &self.state,
            runtimes: &self.runtimes,
            picks: &self.picks,
            held: &self.held,
            machine: &self.machine,
            places: &self.places,
        }
    }

    fn sighted(&mut self, sighting: Sighting) {
        if let Some(blindness) = sighting.blindness {
            let path = sighting.root.path.as_path().display().to_string();
            let failure = Failure::new(Code::WatchIncomplete).with("path", path);
            self.screen.notice(failure.with("reason", blindness));
        }
        self.handle(Event::Reached(sighting.root, sighting.reachability));
    }

    /// Watching broke down: no root can be relied on.
    fn blinded(&mut self) {
        self.screen.notice(Failure::new(Code::WatcherFailed).with("reason", "it ended"));
        let roots: Vec<Root> = self.state.watched().cloned().collect();
        for root in roots {
            self.handle(Event::Reached(root, paddock_core::Reachability::Denied));
        }
    }
}
