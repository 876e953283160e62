//! The host from outside: what can be asked of it, by whoever may ask.

mod calls;
mod folders;
mod offers;
mod providers;
mod requests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use paddock_core::{Access, Event, GrantId, ServerId};
use paddock_storage::Storage;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::actor::{Actor, Ask, Beginning, Message};
use crate::models::Asking;
use crate::view::{
    AccessView, ActivityFilter, ActivityPage, ConfinementChoice, Failure, LifetimeChoice, LogView,
    Pasted, ProvedView, ServerDraft, SettingsView, VerdictView, View,
};
use crate::{Places, Shell, clock, draft};

/// Messages that wait for the actor at the most.
const MAILBOX: usize = 1024;
/// From the start to where programs are looked for, if none was before.
const LOOK_AHEAD: Duration = Duration::from_secs(3);

/// The host. Clones are handles to the same one.
#[derive(Clone, Debug)]
pub struct Host {
    mailbox: mpsc::Sender<Message>,
    places: Arc<Places>,
    calls: Calls,
    /// Keys go from here straight to the keyring.
    asking: Asking,
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
    pub fn start(
        places: Places,
        settings: SettingsView,
        shell: impl Shell,
        runtime: &Handle,
    ) -> Result<Self, Failure> {
        let opened = Storage::open(&places.data).map_err(|error| Failure::from(&error))?;
        let kept_aside =
            opened.kept_aside.map(|kept| Failure::new("storage-damaged").with_path("kept", kept));
        let (to_self, mailbox) = mpsc::channel(MAILBOX);
        let places = Arc::new(places);
        let asking = Asking::new(places.keyring.clone());
        let beginning = Beginning {
            storage: opened.storage,
            saved: opened.saved,
            notices: kept_aside.into_iter().collect(),
            places: Arc::clone(&places),
            settings,
            asking: asking.clone(),
            shell: Box::new(shell),
            mailbox,
            to_self: to_self.clone(),
        };
        let (finished, done) = oneshot::channel();
        let on = runtime.clone();
        std::thread::Builder::new()
            .name("paddock-host".into())
            .spawn(move || {
                let _inside = on.enter();
                on.block_on(Actor::begin(beginning).work());
                let _ = finished.send(());
            })
            .map_err(Failure::internal)?;
        runtime.spawn(tell_sandbox(Arc::clone(&places), to_self.clone()));
        runtime.spawn(look_ahead(to_self.clone()));
        let done = Arc::new(tokio::sync::Mutex::new(Some(done)));
        Ok(Self { mailbox: to_self, places, calls: Calls::default(), asking, done })
    }

    pub async fn view(&self) -> Result<View, Failure> {
        let (reply, answer) = oneshot::channel();
        self.send(Ask::View(reply)).await?;
        answer.await.map_err(|_| gone())
    }

    /// What a server tried is not allowed; if it waits with it, it finds nothing.
    pub async fn dismiss_attempt(&self, server: u32, attempt: u32) -> Result<(), Failure> {
        self.send(Ask::DismissAttempt(ServerId(server), attempt)).await
    }

    /// Changes how a server is kept to its folders. What opens more is in force once it is kept.
    pub async fn set_confinement(
        &self,
        server: u32,
        choice: ConfinementChoice,
    ) -> Result<(), Failure> {
        self.ask(|reply| Ask::Choose(ServerId(server), choice, reply)).await
    }

    /// Shows that the boundary of a server holds, in a world made for the purpose. If the server runs,
    /// it is stopped before and started again after that.
    ///
    /// # Errors
    /// Nothing can be enforced here, the server did not start, or the boundary leaks.
    pub async fn prove(&self, server: u32) -> Result<ProvedView, Failure> {
        let turn = self.ask(|reply| Ask::Prove(ServerId(server), reply)).await?;
        crate::prove(&self.places, turn.tier, &turn.subject).await
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

    pub async fn set_access(&self, grant: u32, access: AccessView) -> Result<(), Failure> {
        self.tell(Event::SetAccess(GrantId(grant), Access::from(access))).await
    }

    pub async fn set_lifetime(&self, grant: u32, choice: LifetimeChoice) -> Result<(), Failure> {
        self.ask(|reply| Ask::SetLifetime(GrantId(grant), choice, reply)).await
    }

    /// Reads the servers in a pasted text, and looks at the folders they name; nothing is kept.
    ///
    /// # Errors
    /// The text is no JSON, or holds no servers.
    pub async fn read_servers(&self, text: &str) -> Result<Vec<Pasted>, Failure> {
        let (pasted, home) = (draft::read(text)?, self.places.home.clone());
        folders::with_names(pasted, home).await
    }

    pub async fn add_server(&self, draft: ServerDraft) -> Result<u32, Failure> {
        self.ask(|reply| Ask::AddServer(draft, reply)).await
    }

    pub async fn edit_server(&self, server: u32, draft: ServerDraft) -> Result<(), Failure> {
        self.ask(|reply| Ask::EditServer(ServerId(server), draft, reply)).await
    }

    pub async fn server_draft(&self, server: u32) -> Result<ServerDraft, Failure> {
        self.ask(|reply| Ask::Draft(ServerId(server), reply)).await
    }

    pub async fn remove_server(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::RemoveServer(ServerId(server))).await
    }

    pub async fn start_server(&self, server: u32) -> Result<(), Failure> {
        self.ask(|reply| Ask::Start(ServerId(server), reply)).await
    }

    /// Trusts the command with this fingerprint, as it was shown, and starts it.
    ///
    /// # Errors
    /// The command is another one by now.
    pub async fn trust_server(&self, server: u32, fingerprint: String) -> Result<(), Failure> {
        self.ask(|reply| Ask::Trust(ServerId(server), fingerprint, reply)).await
    }

    /// Takes back that a command is trusted, and stops it. It asks before it runs again.
    pub async fn withdraw_trust(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::WithdrawTrust(ServerId(server))).await
    }

    pub async fn stop_server(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::Stop(ServerId(server))).await
    }

    pub async fn restart_server(&self, server: u32) -> Result<(), Failure> {
        self.tell(Event::Restart(ServerId(server))).await
    }

    /// Follows the log of one server, or of none.
    pub async fn follow_log(&self, server: Option<u32>) -> Result<Option<LogView>, Failure> {
        self.ask(|reply| Ask::Follow(server.map(ServerId), reply)).await
    }

    /// Whether a server, or each, may use the paths in `text`, one a line.
    pub async fn check_paths(
        &self,
        server: Option<u32>,
        text: String,
    ) -> Result<Vec<VerdictView>, Failure> {
        self.ask(|reply| Ask::Check(server.map(ServerId), text, reply)).await
    }

    pub async fn activity(&self, filter: ActivityFilter) -> Result<ActivityPage, Failure> {
        self.ask(|reply| Ask::Activity(filter, reply)).await
    }

    /// Writes the activity as JSON lines, the oldest first, and returns how many.
    ///
    /// # Errors
    /// The file can't be written.
    pub async fn export_activity(
        &self,
        filter: ActivityFilter,
        path: &Path,
    ) -> Result<u32, Failure> {
        let file = std::fs::File::create(path)
            .map_err(|error| Failure::new("export-failed").with("reason", error))?;
        self.ask(|reply| Ask::Export(filter, file, reply)).await
    }

    /// Stops all servers, for a time or until resumed.
    pub async fn pause(&self, minutes: Option<u32>) -> Result<(), Failure> {
        let until = minutes.map(|minutes| clock::now().plus(Duration::from_mins(minutes.into())));
        self.ask(|reply| Ask::Pause(until, reply)).await
    }

    pub async fn resume(&self) -> Result<(), Failure> {
        self.tell(Event::Resume).await
    }

    /// The folder of a grant, to be shown in the file manager.
    pub async fn granted_folder(&self, grant: u32) -> Result<PathBuf, Failure> {
        let path = self.ask(|reply| Ask::GrantedFolder(GrantId(grant), reply)).await?;
        Ok(path.as_path().to_path_buf())
    }

    pub async fn set_settings(&self, settings: SettingsView) -> Result<(), Failure> {
        self.send(Ask::Settings(settings)).await
    }

    /// Shows something that went wrong outside of a command.
    pub async fn notice(&self, failure: Failure) {
        let _ = self.send(Ask::Notice(failure)).await;
    }

    pub async fn dismiss_notice(&self, notice: u32) -> Result<(), Failure> {
        self.send(Ask::DismissNotice(notice)).await
    }

    /// Stops every server, and returns when no process of any is left.
    pub async fn quit(&self) {
        let _ = self.send(Ask::Quit).await;
        if let Some(done) = self.done.lock().await.take() {
            let _ = done.await;
        }
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
