//! The whole of Paddock but its window: keepers, database, logs and all.

#![expect(clippy::disallowed_methods, reason = "orders come while nothing is measured")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io};

use paddock_bench::now;
use paddock_bench::order::{Done, Order, payload};
use paddock_host::view::NetworkChoice;
use paddock_host::view::{
    AnswerGrewView, Asked, Confinement, Failure, ProgressView, RunView, ServerDraft, ToldView, View,
};
use paddock_host::{Host, Keyring, Notification, Places, Shell, System};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, stdin, stdout};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let folder = tempfile::Builder::new().prefix("paddock-bench-").tempdir_in("/var/tmp")?;
    let app = App::start(places(folder.path())?)?;
    let mut servers = Vec::new();
    for command in args[1..].split(|arg| arg == "--").filter(|command| !command.is_empty()) {
        servers.push(app.add(command).await.map_err(failed)?);
    }
    for server in &servers {
        app.until_told(*server).await.map_err(failed)?;
    }
    say(&Done::default()).await?;
    let mut orders = BufReader::new(stdin()).lines();
    while let Some(line) = orders.next_line().await? {
        let began = now();
        let calls = match serde_json::from_str(&line)? {
            Order::Call { server, times, together, bytes } => {
                app.call(servers[server], times, together, bytes).await
            }
            Order::Begin { server, times, bytes } => Ok(app.begin(servers[server], times, bytes)),
            Order::Restart { server, times } => app.restart(servers[server], times).await,
            Order::Edit { .. } => Err(Failure::internal("the lists of a whole host are grants")),
        };
        say(&Done { began, took: now() - began, calls: calls.map_err(failed)? }).await?;
    }
    app.host.quit().await;
    Ok(())
}

struct App {
    host: Host,
    /// Turns when something new is shown.
    shown: watch::Receiver<()>,
}

impl App {
    fn start(places: Places) -> io::Result<Self> {
        let (shell, shown) = watch::channel(());
        let host = Host::start(places, Window(shell), &Handle::current());
        Ok(Self { host: host.map_err(failed)?, shown })
    }

    /// Adds a server that reaches the board, which is no folder of its own, and trusts it.
    async fn add(&self, command: &[String]) -> Result<u32, Failure> {
        let draft = ServerDraft {
            name: command[2].clone(),
            program: command[0].clone(),
            args: command[1..].to_vec(),
            ..ServerDraft::default()
        };
        let id = self.host.add_server(draft).await?;
        let asked = Asked::Advisory;
        let choice = Confinement { asked, network: NetworkChoice::Open, ask_first: false };
        self.host.set_confinement(id, choice).await?;
        let fingerprint = self
            .until(id, |state, _| {
                let RunView::NeedsTrust { fingerprint, .. } = state else { return None };
                Some(fingerprint.clone())
            })
            .await?;
        self.host.trust_server(id, fingerprint).await?;
        Ok(id)
    }

    async fn until_told(&self, id: u32) -> Result<(), Failure> {
        let is_told = |state: &RunView, told| {
            (matches!(state, RunView::Running { .. }) && told == ToldView::Told).then_some(())
        };
        self.until(id, is_told).await
    }

    /// Waits until something is so in the view of a server.
    async fn until<T>(
        &self,
        id: u32,
        found: impl Fn(&RunView, ToldView) -> Option<T>,
    ) -> Result<T, Failure> {
        let mut shown = self.shown.clone();
        loop {
            shown.mark_unchanged();
            let view = self.host.view().await?;
            let server = view.servers.iter().find(|it| it.id == id);
            if let Some(found) = server.and_then(|it| found(&it.state, it.told)) {
                return Ok(found);
            }
            shown.changed().await.map_err(Failure::internal)?;
        }
    }

    async fn call(
        &self,
        server: u32,
        times: usize,
        together: usize,
        bytes: usize,
    ) -> Result<Vec<u64>, Failure> {
        let arguments = json!({ "text": payload(bytes) }).to_string();
        let mut under_way = JoinSet::new();
        let mut calls = Vec::with_capacity(times);
        for _ in 0..times {
            if under_way.len() == together
                && let Some(took) = under_way.join_next().await
            {
                calls.push(took.map_err(Failure::internal)??);
            }
            under_way.spawn(call(self.host.clone(), server, arguments.clone()));
        }
        while let Some(took) = under_way.join_next().await {
            calls.push(took.map_err(Failure::internal)??);
        }
        Ok(calls)
    }

    /// Begins calls that nobody waits for.
    fn begin(&self, server: u32, times: usize, bytes: usize) -> Vec<u64> {
        let arguments = json!({ "text": payload(bytes) }).to_string();
        for _ in 0..times {
            tokio::spawn(call(self.host.clone(), server, arguments.clone()));
        }
        Vec::new()
    }

    async fn restart(&self, server: u32, times: usize) -> Result<Vec<u64>, Failure> {
        let mut took = Vec::with_capacity(times);
        for _ in 0..times {
            let began = now();
            self.host.restart_server(server).await?;
            self.until_told(server).await?;
            took.push(now() - began);
        }
        Ok(took)
    }
}

async fn call(host: Host, server: u32, arguments: String) -> Result<u64, Failure> {
    let began = now();
    let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
    host.call_tool(server, "echo".to_owned(), arguments, number).await?;
    Ok(now() - began)
}

static NUMBERS: AtomicU32 = AtomicU32::new(0);

/// A window that looks at nothing.
struct Window(watch::Sender<()>);

impl Shell for Window {
    fn show(&mut self, _: View) {
        self.0.send_replace(());
    }

    fn grow_answer(&mut self, _: AnswerGrewView) {}

    fn progress(&mut self, _: ProgressView) {}

    fn notify(&mut self, _: Notification) {}
}

fn places(folder: &Path) -> io::Result<Places> {
    let home = folder.join("home");
    fs::create_dir(&home)?;
    let variable = |name: &str, value: &Path| (OsString::from(name), OsString::from(value));
    let environment = vec![
        variable("HOME", &home),
        variable("PATH", Path::new("/usr/local/bin:/usr/bin:/bin")),
        variable("SHELL", Path::new("/bin/sh")),
    ];
    Ok(Places {
        data: folder.join("data"),
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

/// A program that was built together with this one.
fn beside(name: &str) -> io::Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(name))
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn failed(failure: Failure) -> io::Error {
    io::Error::other(format!("{failure:?}"))
}

async fn say(done: &Done) -> io::Result<()> {
    let mut line = serde_json::to_vec(done)?;
    line.push(b'\n');
    let mut stdout = stdout();
    stdout.write_all(&line).await?;
    stdout.flush().await
}
