//! The host from outside: what can be asked of it, by whoever may ask.

mod activity;
mod again;
mod calls;
mod folders;
mod offers;
mod providers;
mod requests;
mod seen;
mod servers;
mod sessions;
mod written;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use paddock_core::{Event, GrantId, ServerId};
use paddock_storage::{ReadError, Slot, Storage};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::actor::{Actor, Beginning};
use crate::connected::Connected;
use crate::failure::OrFail;
use crate::journal::LogFollower;
use crate::look::Looks;
use crate::message::{Ask, ConsentAsk, Look, Message};
use crate::models::Asking;
use crate::overview::Overview;
use crate::prove::prove;
use crate::remembered::Remembered;
use crate::secrets::Secrets;
use crate::storage_thread::{self, Reader, Store};
use crate::view::{
    Code, Confinement, Failure, FrontView, LogView, Pasted, ProveDraft, ProvedView, Tier, View,
    WideningView,
};
use crate::{Places, Shell, clock, draft};

pub use sessions::{AppEnds, Input, Joined, Joining, Leaving, Output};

/// Looks at where apps work that are made at once.
const APP_LOOKS: usize = 16;
/// Looks at folders that ended that are made at once.
const ENDED_LOOKS: usize = 4;
/// Messages that wait for the actor at the most.
const MAILBOX: usize = 1024;
/// How long another process may keep the database when the host starts.
const RELEASE: Duration = Duration::from_secs(5);
/// From the start to where programs are looked for, if none was before.
const LOOK_AHEAD: Duration = Duration::from_secs(3);

/// The host. Clones are handles to the same one.
#[derive(Clone, Debug)]
pub struct Host {
    mailbox: mpsc::Sender<Message>,
    places: Arc<Places>,
    calls: Calls,
    /// The number of the last call.
    last_call: Arc<AtomicU32>,
    /// Keys go from here straight to the keyring.
    asking: Asking,
    /// Secrets of servers, too.
    secrets: Secrets,
    /// One after the other: a disk that never answers costs one thread, however often it is asked.
    checks: Looks,
    /// At where apps work: however many apps name a disk that never answers, few threads wait there.
    app_looks: Looks,
    /// At folders that ended.
    ended_looks: Looks,
    audit: Reader,
    done: Arc<tokio::sync::Mutex<Option<oneshot::Receiver<()>>>>,
}

/// Calls under way, by the number the window gave them.
type Calls = Arc<Mutex<HashMap<u32, oneshot::Sender<()>>>>;

impl Host {
    /// Opens the database and begins to work, on a thread of its own.
    ///
    /// # Errors
    /// The database can't be opened: another process has it, the disk is full or read-only, or a
    /// newer version wrote it. A damaged one is kept aside, and the first view says so.
    pub fn start(places: Places, shell: impl Shell, runtime: &Handle) -> Result<Self, Failure> {
        Self::start_with(places, shell, runtime, |storage| storage)
    }

    /// As [`start`](Self::start). Where another process has the database, waits for it: a host that
    /// was killed may hold it for a moment longer than its socket.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    pub async fn start_when_free(
        places: Places,
        shell: impl Shell + Clone,
        runtime: &Handle,
    ) -> Result<Self, Failure> {
        let first = Self::start(places.clone(), shell.clone(), runtime);
        if !first.as_ref().is_err_and(|failure| failure.code == Code::StorageBusy) {
            return first;
        }
        let (freed, is_free) = oneshot::channel();
        let data = places.data.clone();
        // Not one of the runtime's threads: those are waited for at the end.
        std::thread::spawn(move || freed.send(Storage::wait_until_free(&data)));
        let _ = tokio::time::timeout(RELEASE, is_free).await;
        Self::start(places, shell, runtime)
    }

    /// As [`start`](Self::start), with something between the host and its storage: a disk that
    /// misbehaves.
    #[doc(hidden)]
    pub fn start_with<S: Store>(
        places: Places,
        shell: impl Shell,
        runtime: &Handle,
        store: impl FnOnce(Storage) -> S,
    ) -> Result<Self, Failure> {
        let opened = Storage::open(&places.data).or_fail()?;
        let kept_aside = opened
            .kept_aside
            .map(|kept| Failure::new(Code::StorageDamaged).with_path("kept", kept));
        let sent_today = sent_today(&opened.storage).or_fail()?;
        let connected = Connected::new(opened.storage.connections().or_fail()?);
        let remembered = Remembered::read(opened.storage.remembered().or_fail()?);
        let (to_self, mailbox) = mpsc::channel(MAILBOX);
        let store = store(opened.storage);
        let (committer, audit) =
            storage_thread::start(store, to_self.clone(), runtime).map_err(Failure::internal)?;
        let places = Arc::new(places);
        let asking = Asking::new(places.keyring.clone());
        let secrets = Secrets::new(places.keyring.clone());
        let app_looks = Looks::at_once(APP_LOOKS);
        let beginning = Beginning {
            app_looks: app_looks.clone(),
            committer,
            saved: opened.saved,
            notices: kept_aside.into_iter().collect(),
            sent_today,
            connected,
            remembered,
            places: Arc::clone(&places),
            asking: asking.clone(),
            secrets: secrets.clone(),
            shell: Box::new(shell),
            to_self: to_self.clone(),
        };
        let (finished, done) = oneshot::channel();
        let on = runtime.clone();
        std::thread::Builder::new()
            .name("paddock-host".into())
            .spawn(move || {
                let _inside = on.enter();
                on.block_on(Actor::begin(beginning).work(mailbox));
                let _ = finished.send(());
            })
            .map_err(Failure::internal)?;
        runtime.spawn(tell_sandbox(Arc::clone(&places), to_self.clone()));
        runtime.spawn(look_ahead(to_self.clone()));
        let done = Arc::new(tokio::sync::Mutex::new(Some(done)));
        Ok(Self {
            mailbox: to_self,
            places,
            calls: Calls::default(),
            last_call: Arc::default(),
            asking,
            secrets,
            checks: Looks::default(),
            app_looks,
            ended_looks: Looks::at_once(ENDED_LOOKS),
            audit,
            done,
        })
    }

    pub async fn view(&self) -> Result<View, Failure> {
        let (reply, answer) = oneshot::channel();
        self.send(Ask::View(reply)).await?;
        answer.await.map_err(|_| gone())
    }

    /// What a server tried is not allowed; if it waits with it, it finds nothing. With `silence`
    /// nobody is asked about that again as long as the server runs.
    pub async fn dismiss_attempt(
        &self,
        server: u32,
        attempt: u32,
        silence: bool,
    ) -> Result<(), Failure> {
        let server = ServerId(server);
        self.send(Ask::DismissAttempt { server, attempt, silence }).await
    }

    /// Does what does not widen. What does waits for a person, under the number that is returned.
    ///
    /// # Errors
    /// There is nothing to be widened, or too much waits already.
    pub async fn ask_to_widen(
        &self,
        mut what: WideningView,
        by: FrontView,
    ) -> Result<Option<u32>, Failure> {
        if let WideningView::Access { grant, access, warnings } = &mut what {
            *warnings = self.warnings_of_widening(*grant, *access).await?;
        }
        self.ask(|reply| Ask::Consent(ConsentAsk::ToWiden(what, by, reply))).await
    }

    /// What waits, off the list: a person agreed.
    pub async fn agreed(&self, consent: u32) -> Result<WideningView, Failure> {
        self.ask(|reply| Ask::Consent(ConsentAsk::Agreed(consent, reply))).await
    }

    pub async fn dismiss_consent(&self, consent: u32) -> Result<(), Failure> {
        self.send(Ask::Consent(ConsentAsk::Dismiss(consent))).await
    }

    /// Does what a person asked for.
    ///
    /// # Errors
    /// It can't be done.
    pub async fn widen(&self, mut what: WideningView) -> Result<(), Failure> {
        if let WideningView::GrantAgain { ended, warnings } = &what
            && !self.picked_instead([(*ended, warnings.clone())].into()).await?.is_empty()
        {
            return Ok(());
        }
        if let WideningView::GrantAllAgain { folders, destinations, .. } = &mut what
            && !folders.is_empty()
        {
            let agreed = folders.iter().map(|it| (it.ended, it.warnings.clone()));
            let instead = self.picked_instead(agreed.collect()).await?;
            folders.retain(|it| !instead.contains(&it.ended));
            if folders.is_empty() && destinations.is_empty() {
                return Ok(());
            }
        }
        self.ask(|reply| Ask::Consent(ConsentAsk::Widen(what, reply))).await
    }

    /// Changes how a server is kept to its folders. What opens more is in force once it is kept.
    pub async fn set_confinement(&self, server: u32, choice: Confinement) -> Result<(), Failure> {
        self.widen(WideningView::Confinement { server, choice }).await
    }

    /// Whether a person may consent at a terminal, as it was kept.
    pub async fn set_terminal_consent(&self, allowed: bool) -> Result<(), Failure> {
        self.send(Ask::Consent(ConsentAsk::AtTerminal(allowed))).await
    }

    /// Shows that the boundary of a server holds, in a world made for the purpose. If the server runs,
    /// it is stopped before and started again after that.
    ///
    /// # Errors
    /// Nothing can be enforced here, the server did not start, or the boundary leaks.
    pub async fn prove(&self, server: u32) -> Result<ProvedView, Failure> {
        let turn = self.ask(|reply| Ask::Prove(ServerId(server), reply)).await?;
        prove(&self.places, turn.tier, &turn.subject).await
    }

    /// Shows that the boundary holds around a command that is no server, or around the bundled
    /// server, by the tier that is named or the best that works.
    ///
    /// # Errors
    /// As for [`prove`](Self::prove), `servers-paused`; `prove-no-tier` where the tier does not work here.
    pub async fn prove_command(
        &self,
        command: Option<ProveDraft>,
        tier: Option<Tier>,
    ) -> Result<ProvedView, Failure> {
        self.look(|it| it.starts_nothing_in_a_pause()).await?;
        let here = paddock_supervisor::survey(&self.places.keeper).await;
        let tier = crate::prove::choose(tier, &here)?;
        prove(&self.places, tier, &crate::prove::typed(command)).await
    }

    pub async fn forget_ended(&self, ended: u32) -> Result<(), Failure> {
        self.tell(Event::ForgetEnded(GrantId(ended))).await
    }

    pub async fn revoke(&self, grant: u32) -> Result<(), Failure> {
        self.tell(Event::Revoke(GrantId(grant))).await
    }

    pub async fn revoke_all(&self) -> Result<(), Failure> {
        self.tell(Event::RevokeAll).await
    }

    /// Reads the servers in a pasted text, and looks at the folders they name; nothing is kept.
    ///
    /// # Errors
    /// The text is no JSON, or holds no servers.
    pub async fn read_servers(&self, text: &str) -> Result<Vec<Pasted>, Failure> {
        let (text, home) = (text.to_owned(), self.places.home.clone());
        let pasted = tokio::task::spawn_blocking(move || draft::read(&text));
        folders::with_names(pasted.await.map_err(Failure::internal)??, home).await
    }

    pub async fn start_server(&self, server: u32) -> Result<(), Failure> {
        self.ask(|reply| Ask::Start(ServerId(server), reply)).await
    }

    /// Trusts the command with this fingerprint, as it was shown, and starts it.
    ///
    /// # Errors
    /// The command is another one by now.
    pub async fn trust_server(&self, server: u32, fingerprint: String) -> Result<(), Failure> {
        self.widen(WideningView::Trust { server, fingerprint, destinations: Vec::new() }).await
    }

    /// Takes back that a command is trusted, and stops it. It asks before it runs again.
    pub async fn withdraw_trust(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::WithdrawTrust(ServerId(server))).await
    }

    pub async fn stop_server(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::Stop(ServerId(server))).await
    }

    pub async fn restart_server(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::Restart(ServerId(server).own())).await
    }

    /// The log of a server as it is kept, and who waits for more of it; none of a server that is
    /// not there.
    ///
    /// # Errors
    /// The host has ended.
    pub async fn follow_log(&self, server: u32) -> Result<Option<(LogView, LogFollower)>, Failure> {
        let (reply, journal) = oneshot::channel();
        self.send(Ask::Journal(ServerId(server), reply)).await?;
        let journal = journal.await.map_err(|_| gone())?;
        Ok(journal.map(|journal| {
            let (lines, dropped, follower) = journal.follow();
            let dropped = u32::try_from(dropped).unwrap_or(u32::MAX);
            (LogView { server, lines, dropped }, follower)
        }))
    }

    /// Stops all servers, for a time or until resumed.
    pub async fn pause(&self, minutes: Option<u32>) -> Result<(), Failure> {
        let until = minutes.map(|minutes| clock::now().plus(Duration::from_mins(minutes.into())));
        self.ask(|reply| Ask::Pause(until, reply)).await
    }

    /// Stops the sessions of an app, for a time or until resumed.
    pub async fn pause_app(&self, app: String, minutes: Option<u32>) -> Result<(), Failure> {
        let until = minutes.map(|minutes| clock::now().plus(Duration::from_mins(minutes.into())));
        self.ask(|reply| Ask::PauseApp(app, until, reply)).await
    }

    pub async fn resume(&self) -> Result<(), Failure> {
        self.tell(Event::Resume).await
    }

    /// The folder of a grant, to be shown in the file manager.
    pub async fn granted_folder(&self, grant: u32) -> Result<PathBuf, Failure> {
        let root = self.look(move |it| it.granted_root(GrantId(grant))).await?;
        Ok(root.path.as_path().to_path_buf())
    }

    /// Shows something that went wrong outside of a command.
    pub async fn notice(&self, failure: Failure) {
        let _ = self.send(Ask::Notice(failure)).await;
    }

    pub async fn dismiss_notice(&self, notice: u32) -> Result<(), Failure> {
        self.send(Ask::DismissNotice(notice)).await
    }

    /// Begins to end: stops every server. See [`quit`](Self::quit).
    ///
    /// # Errors
    /// It has ended.
    pub async fn end(&self) -> Result<(), Failure> {
        self.send(Ask::Quit).await
    }

    /// Returns when the host has ended, and no process of any server is left.
    pub async fn ended(&self) {
        if let Some(done) = self.done.lock().await.take() {
            let _ = done.await;
        }
    }

    /// Returns when the host has ended, for whoever is only shown it.
    pub async fn closed(&self) {
        self.mailbox.closed().await;
    }

    /// A number for a call that no other has.
    pub fn number_call(&self) -> u32 {
        self.last_call.fetch_add(1, Ordering::Relaxed)
    }

    /// Stops every server, and returns when no process of any is left.
    pub async fn quit(&self) {
        let _ = self.end().await;
        self.ended().await;
    }

    async fn tell(&self, event: Event) -> Result<(), Failure> {
        self.ask(|reply| Ask::Tell(event, reply)).await
    }

    async fn ask<T>(
        &self,
        ask: impl FnOnce(oneshot::Sender<Result<T, Failure>>) -> Ask,
    ) -> Result<T, Failure> {
        let (reply, answer) = oneshot::channel();
        self.send(ask(reply)).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Has the actor say what is only to be known.
    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(Overview<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.ask(|reply| Ask::Look(Look(Box::new(|all| drop(reply.send(look(all))))))).await
    }

    async fn send(&self, ask: Ask) -> Result<(), Failure> {
        self.mailbox.send(Message::Ask(Box::new(ask))).await.map_err(|_| gone())
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, HashMap<u32, oneshot::Sender<()>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn tell_sandbox(places: Arc<Places>, to_actor: mpsc::Sender<Message>) {
    let sandbox = paddock_supervisor::sandbox(&places.keeper).await;
    let _ = to_actor.send(Message::Surveyed(sandbox)).await;
}

/// By now the window is drawn; and nobody is to wait for the login shell later on.
async fn look_ahead(to_actor: mpsc::Sender<Message>) {
    tokio::time::sleep(LOOK_AHEAD).await;
    let _ = to_actor.send(Message::LookAhead).await;
}

fn gone() -> Failure {
    Failure::internal("the host has ended")
}

/// How many bytes servers sent since the day began, as far as that was kept.
fn sent_today(storage: &Storage) -> Result<BTreeMap<ServerId, u64>, ReadError> {
    let began = clock::last_midnight(clock::now());
    let mut sent = BTreeMap::<_, u64>::new();
    for counted in storage.seen(None, Slot::FiveMinutes, began)? {
        let of_server = sent.entry(counted.server).or_default();
        *of_server = of_server.saturating_add(counted.counts.sent);
    }
    Ok(sent)
}
