//! A host with a home of its own, and one server.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use paddock_host::view::NetworkChoice;
use paddock_host::view::{
    AnswerGrewView, Asked, Confinement, ProgressView, RunView, ServerDraft, View,
};
use paddock_host::{Host, Keyring, Notification, Places, Shell, System};
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long the server may take to run.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct World {
    folder: TempDir,
    shown: watch::Sender<Option<View>>,
}

impl World {
    pub(crate) fn new() -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix("paddock-official-").tempdir_in("/var/tmp");
        let folder = folder.map_err(|error| error.to_string())?;
        Ok(Self { folder, shown: watch::Sender::new(None) })
    }

    pub(crate) fn shown(&self) -> watch::Receiver<Option<View>> {
        self.shown.subscribe()
    }

    /// Starts a host, adds a server with this command, trusts it, and waits until it runs.
    pub(crate) async fn launch(&self, command: Vec<String>) -> Result<(Host, u32), String> {
        let shell = Silent(self.shown.clone());
        let places = places(self.folder.path())?;
        let host = Host::start(places, shell, &Handle::current());
        let host = host.map_err(|failure| format!("{failure:?}"))?;
        let server = self.add(&host, command).await?;
        Ok((host, server))
    }

    async fn add(&self, host: &Host, command: Vec<String>) -> Result<u32, String> {
        let mut command = command.into_iter();
        let program = command.next().ok_or("no command of a bridge")?;
        let name = "scenario".to_owned();
        let draft = ServerDraft { name, program, args: command.collect(), ..Default::default() };
        let say = |failure| format!("{failure:?}");
        let id = host.add_server(draft).await.map_err(say)?;
        // The bridge is a part of the test, and not what is tested.
        let choice =
            Confinement { asked: Asked::Advisory, network: NetworkChoice::Open, ask_first: false };
        host.set_confinement(id, choice).await.map_err(say)?;
        let fingerprint = self
            .until(id, |state| {
                if let RunView::NeedsTrust { fingerprint, .. } = state {
                    return Some(Ok(fingerprint.clone()));
                }
                over(state).map(Err)
            })
            .await?;
        host.trust_server(id, fingerprint?).await.map_err(say)?;
        self.until(id, |state| {
            if matches!(state, RunView::Running { .. }) {
                return Some(Ok(id));
            }
            over(state).map(Err)
        })
        .await?
    }

    async fn until<T>(
        &self,
        server: u32,
        find: impl Fn(&RunView) -> Option<T>,
    ) -> Result<T, String> {
        let mut shown = self.shown();
        let of_server = |view: &View| {
            let server = view.servers.iter().find(|it| it.id == server)?;
            find(&server.state)
        };
        let found = async {
            loop {
                if let Some(found) = shown.borrow_and_update().as_ref().and_then(of_server) {
                    return found;
                }
                // The sender is held by this world.
                let _ = shown.changed().await;
            }
        };
        timeout(PATIENCE, found).await.map_err(|_| format!("{:#?}", self.shown.borrow().as_ref()))
    }
}

/// Why a server that is in this state won't run.
fn over(state: &RunView) -> Option<String> {
    if let RunView::Failed { reason } | RunView::Restarting { reason, .. } = state {
        return Some(format!("{reason:?}"));
    }
    None
}

fn places(root: &Path) -> Result<Places, String> {
    let home = root.join("home");
    std::fs::create_dir(&home).map_err(|error| error.to_string())?;
    let variable = |name: &str, value: &Path| (OsString::from(name), OsString::from(value));
    let environment = vec![
        variable("HOME", &home),
        variable("PATH", Path::new("/usr/local/bin:/usr/bin:/bin")),
        variable("SHELL", Path::new("/bin/sh")),
        variable("TMPDIR", root),
    ];
    Ok(Places {
        data: root.join("data"),
        own: Vec::new(),
        home,
        keeper: beside("paddock-sandbox")?,
        files_server: beside("paddock-files")?,
        environment,
        best_tier: None,
        keyring: Keyring::in_memory(),
        outside: Arc::new(System),
    })
}

/// A program built beside this one.
fn beside(name: &str) -> Result<PathBuf, String> {
    let here = env::current_exe().map_err(|error| error.to_string())?;
    Ok(here.with_file_name(name))
}

/// A shell that keeps what is shown, and nothing else.
#[derive(Clone, Debug)]
struct Silent(watch::Sender<Option<View>>);

impl Shell for Silent {
    fn show(&mut self, view: View) {
        self.0.send_replace(Some(view));
    }

    fn grow_answer(&mut self, _: AnswerGrewView) {}

    fn progress(&mut self, _: ProgressView) {}

    fn notify(&mut self, _: Notification) {}
}
