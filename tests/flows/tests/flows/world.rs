//! A world of its own for a test: a home, a database, a host, and someone who uses it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use paddock_control::{Client, Hello, Programs, Push, Pushed, Role};
use paddock_host::fronts::{Door, Fronts};
use paddock_host::view::NetworkChoice;
use paddock_host::view::{
    Access, ActivityFilter, Asked, Confinement, Failure, GrantView, InForceView, LifetimeChoice,
    LogLine, PartView, RunView, ServerDraft, ServerView, Tier, ToldView, View,
};
use paddock_host::{Host, Keyring, Outside, Places, Store};
use paddock_storage::Storage;
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout, timeout_at};

use crate::elsewhere::Elsewhere;
use crate::processes;
use crate::recorder::{Recorder, Seen, Shown};

/// How long anything may take on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);
/// How long quitting may take whatever the servers do.
const QUITTING: Duration = Duration::from_secs(15);

pub(crate) const READ: Access = Access::Read;
pub(crate) const WRITE: Access = Access::ReadWrite;

/// Where a host lives, whether or not it runs.
pub(crate) struct Ground {
    folder: TempDir,
    pub(crate) places: Places,
    /// What the host takes for the window: this test, unless another program is named.
    pub(crate) window: PathBuf,
    /// What its host finds outside of this computer.
    pub(crate) elsewhere: Arc<Elsewhere>,
}

/// A running host and the ground it stands on.
pub(crate) struct World {
    pub(crate) ground: Ground,
    /// What a person has: the window, and the place where they consent.
    pub(crate) host: Client,
    pub(crate) shell: Recorder,
    process: Process,
    last_call: AtomicU32,
}

/// What `paddock-host` is made of, in this process.
#[derive(Debug)]
pub(crate) struct Process {
    host: Host,
    serving: AbortHandle,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// What a tool answered.
#[derive(Debug)]
pub(crate) struct Called {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Ground {
    pub(crate) fn new() -> Self {
        // Not in `/tmp`: a confined server has one of its own.
        let folder = tempfile::Builder::new().prefix("paddock-flow-").tempdir_in("/var/tmp");
        let folder = folder.unwrap();
        // Without symbolic links on the way, a path is what the host makes of it.
        let root = folder.path().canonicalize().unwrap();
        let home = root.join("home");
        fs::create_dir(&home).unwrap();
        let variable = |name: &str, value: &Path| (OsString::from(name), OsString::from(value));
        let environment = vec![
            variable("HOME", &home),
            variable("PATH", Path::new("/usr/local/bin:/usr/bin:/bin")),
            variable("SHELL", Path::new("/bin/sh")),
            variable("TMPDIR", &root),
        ];
        let elsewhere = Arc::new(Elsewhere::default());
        let places = Places {
            data: root.join("data"),
            own: Vec::new(),
            home,
            keeper: program("paddock-sandbox"),
            files_server: program("paddock-files"),
            environment,
            best_tier: None,
            keyring: Keyring::in_memory(),
            outside: Arc::clone(&elsewhere) as Arc<dyn Outside>,
        };
        Self { folder, places, window: std::env::current_exe().unwrap(), elsewhere }
    }

    /// In which nothing better than this is used.
    pub(crate) fn up_to(tier: Tier) -> Self {
        let mut ground = Self::new();
        ground.places.best_tier = Some(tier);
        ground
    }

    /// A file or folder beside the home, out of every grant.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// A folder of this name in the home, made where it is missing.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let folder = self.places.home.join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Every process that came of this world, by id and command line.
    pub(crate) fn processes(&self) -> Vec<(i32, String)> {
        processes::with_tmpdir(&self.root())
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn try_start(&self, shell: &Recorder) -> Result<Process, Failure> {
        self.try_start_on(shell, |storage| storage)
    }

    fn try_start_on<S: Store>(
        &self,
        shell: &Recorder,
        store: impl FnOnce(Storage) -> S,
    ) -> Result<Process, Failure> {
        let fronts = Fronts::default();
        let shown = Shown { all: shell.clone(), fronts: fronts.clone() };
        let host = Host::start_with(self.places.clone(), shown, &Handle::current(), store)?;
        let door = Door::open(&self.places.data, &self.programs()).unwrap();
        let serving = tokio::spawn(door.serve(host.clone(), fronts)).abort_handle();
        Ok(Process { host, serving })
    }

    fn start_as<S: Store>(self, role: Role, store: impl FnOnce(Storage) -> S) -> World {
        let shell = Recorder::default();
        let process = self.try_start_on(&shell, store).unwrap();
        let connected =
            tokio::task::block_in_place(|| Handle::current().block_on(self.connect(role)));
        let (host, pushed) = connected.unwrap();
        tokio::spawn(keep_logs(pushed, shell.clone()));
        World { ground: self, host, shell, process, last_call: AtomicU32::new(0) }
    }

    /// A host in which nobody can consent.
    pub(crate) fn start_unattended(self) -> World {
        self.start_as(Role::View, |storage| storage)
    }

    /// Starts a host whose storage is reached by way of `store`.
    pub(crate) fn start_on<S: Store>(self, store: impl FnOnce(Storage) -> S) -> World {
        self.start_as(Role::Consent, store)
    }

    pub(crate) fn start(self) -> World {
        self.start_as(Role::Consent, |storage| storage)
    }

    /// Another front, of this role. This test is what the host takes for the window.
    pub(crate) async fn connect(&self, role: Role) -> Result<(Client, Pushed), Failure> {
        connected(&self.places.data, role).await
    }

    fn programs(&self) -> Programs {
        Programs {
            host: PathBuf::new(),
            desktop: self.window.clone(),
            command_line: program("paddock-fake-server"),
            keeper: self.places.keeper.clone(),
            files_server: self.places.files_server.clone(),
        }
    }
}

/// A front of the host that keeps its data there.
pub(crate) async fn connected(data: &Path, role: Role) -> Result<(Client, Pushed), Failure> {
    let stream = paddock_control::reach(data).await.unwrap();
    let (from, to) = stream.into_split();
    Client::open(from, to, Hello::new(role, true)).await
}

impl World {
    pub(crate) fn new() -> Self {
        Ground::new().start()
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.ground.folder(name)
    }

    pub(crate) async fn view(&self) -> View {
        self.host.view().await.unwrap()
    }

    /// Waits until the view is `as_wanted`. It is the host's own of this moment: what was shown
    /// last may be older than what was just asked of it.
    pub(crate) async fn until(&self, what: &str, as_wanted: impl Fn(&View) -> bool) -> View {
        let deadline = Instant::now() + PATIENCE;
        let mut shown = self.shell.watch();
        loop {
            let view = self.view().await;
            if as_wanted(&view) {
                return view;
            }
            let more = timeout_at(deadline, shown.changed()).await;
            assert!(more.is_ok(), "never shown: {what}; {view:#?}");
        }
    }

    /// Waits until the server is `as_wanted`.
    pub(crate) async fn until_server(
        &self,
        id: u32,
        what: &str,
        as_wanted: impl Fn(&ServerView) -> bool,
    ) -> ServerView {
        let view = self.until(what, |view| find(view, id).is_some_and(&as_wanted)).await;
        find(&view, id).unwrap().clone()
    }

    pub(crate) async fn until_running(&self, id: u32) -> ServerView {
        self.until_server(id, "the server runs", is_running).await
    }

    /// Waits until the server runs and holds the list that is shown, or is going to be given it in
    /// its next call.
    pub(crate) async fn until_told(&self, id: u32) -> ServerView {
        self.until_server(id, "the server is told", is_told).await
    }

    /// Waits until the server has failed, and says why.
    pub(crate) async fn until_failed(&self, id: u32) -> Failure {
        let failed = |it: &ServerView| matches!(it.state, RunView::Failed { .. });
        let state = self.until_server(id, "the server failed", failed).await.state;
        let RunView::Failed { reason } = state else { unreachable!() };
        reason
    }

    pub(crate) async fn until_stopped(&self, id: u32) {
        self.until_server(id, "the server stopped", |it| it.state == RunView::Stopped).await;
    }

    /// The server that comes with the app, once it runs.
    pub(crate) async fn bundled(&self) -> u32 {
        let id = self.view().await.servers.iter().find(|it| it.bundled).unwrap().id;
        self.until_running(id).await;
        id
    }

    /// Adds a server and trusts its command. One that is to reach files of the test, or whose
    /// processes are looked for by number, is not kept to its folders.
    pub(crate) async fn add(&self, draft: ServerDraft) -> u32 {
        const OUTSIDE: &[&str] = &["--wait-for", "--record", "--pids"];
        let outside = draft.args.iter().any(|arg| OUTSIDE.contains(&arg.as_str()));
        let id = self.host.add_server(draft).await.unwrap();
        if outside {
            self.choose(id, Asked::Advisory).await;
        }
        self.trust(id).await;
        id
    }

    pub(crate) async fn choose(&self, id: u32, asked: Asked) {
        self.confine(id, Confinement { asked, network: NetworkChoice::Open, ask_first: false })
            .await;
    }

    pub(crate) async fn confine(&self, id: u32, choice: Confinement) {
        self.host.set_confinement(id, choice).await.unwrap();
    }

    /// Whether this system changes grants in a running server; says so where it does not.
    pub(crate) async fn enforces_live(&self) -> bool {
        self.enforces_by(Tier::LiveMounts).await
    }

    /// Whether grants are enforced this way here; says so where they are not.
    pub(crate) async fn enforces_by(&self, tier: Tier) -> bool {
        let view = self.until("it is known what can be enforced", |it| it.system.known).await;
        let does = view.system.best == Some(tier);
        if !does {
            let why = format_args!("this system can't enforce by {tier:?}: {:?}", view.system);
            paddock_skip::skip_for_tier(why);
        }
        does
    }

    /// Trusts the server's command as it is shown.
    pub(crate) async fn trust(&self, id: u32) {
        let fingerprint = self.until_asked_to_trust(id).await;
        self.host.trust_server(id, fingerprint).await.unwrap();
    }

    pub(crate) async fn until_asked_to_trust(&self, id: u32) -> String {
        let asks = |it: &ServerView| matches!(it.state, RunView::NeedsTrust { .. });
        let state = self.until_server(id, "trust is asked for", asks).await.state;
        let RunView::NeedsTrust { fingerprint, .. } = state else { unreachable!() };
        fingerprint
    }

    /// Adds a scriptable server, trusts it, and leaves it to itself.
    pub(crate) async fn add_fake(&self, name: &str, args: &[&str]) -> u32 {
        self.add(fake(name, args)).await
    }

    /// Adds a scriptable server that is to behave, and waits until it runs and is told.
    pub(crate) async fn well_behaved(&self, name: &str) -> u32 {
        let id = self.add_fake(name, &[]).await;
        self.until_told(id).await;
        id
    }

    /// Picks a folder and grants it until it is revoked. The number of the grant.
    pub(crate) async fn grant(&self, server: u32, folder: &Path, access: Access) -> u32 {
        self.grant_for(server, folder, access, LifetimeChoice::Always).await
    }

    pub(crate) async fn grant_for(
        &self,
        server: u32,
        folder: &Path,
        access: Access,
        lifetime: LifetimeChoice,
    ) -> u32 {
        let pick = self.host.pick(folder.to_path_buf().into()).await.unwrap();
        self.host.grant(pick, server, access, lifetime, None).await.unwrap();
        let view = self.view().await;
        let granted = view.grants.iter().find(|it| it.server == server && is_on(it, folder));
        granted.expect("the grant is in force").id
    }

    /// As [`grant`](Self::grant), and waits until the server is told.
    pub(crate) async fn grant_and_tell(&self, server: u32, folder: &Path, access: Access) -> u32 {
        let grant = self.grant(server, folder, access).await;
        self.until_told(server).await;
        grant
    }

    /// A number for a call that no other has.
    pub(crate) fn next_call(&self) -> u32 {
        self.last_call.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) async fn call(
        &self,
        server: u32,
        tool: &str,
        arguments: serde_json::Value,
    ) -> Result<Called, Failure> {
        let number = self.next_call();
        let called =
            self.host.call_tool(server, tool.to_owned(), arguments.to_string(), number).await?;
        let texts = called.parts.iter().map(|part| match part {
            PartView::Text { text } => text.as_str(),
            PartView::Image { .. }
            | PartView::Audio { .. }
            | PartView::Link { .. }
            | PartView::Resource { .. }
            | PartView::ToolUse { .. }
            | PartView::ToolResult { .. }
            | PartView::Other { .. } => "?",
        });
        Ok(Called { text: texts.collect::<Vec<_>>().join("\n"), is_error: called.is_error })
    }

    /// Calls a tool that takes no arguments and may not fail.
    pub(crate) async fn ask(&self, server: u32, tool: &str) -> String {
        let answer = self.call(server, tool, serde_json::json!({})).await.unwrap();
        assert!(!answer.is_error, "{answer:?}");
        answer.text
    }

    /// The URIs that a scriptable server holds.
    pub(crate) async fn held_by_fake(&self, server: u32) -> Vec<String> {
        uris(&self.ask(server, "roots").await)
    }

    /// Waits for a line in the log of a server.
    pub(crate) async fn until_logged(
        &self,
        server: u32,
        what: &str,
        right: impl Fn(&LogLine) -> bool,
    ) -> LogLine {
        let log = self.host.follow_log(Some(server)).await.unwrap().unwrap();
        if let Some(line) = log.lines.iter().find(|line| right(line)) {
            return line.clone();
        }
        let said_later = |seen: &Seen| {
            let of_server = seen.logs.iter().filter(|log| log.server == server);
            of_server.flat_map(|log| &log.lines).find(|line| right(line)).cloned()
        };
        self.shell.until(what, said_later).await
    }

    /// A server that keeps the rules has nothing to suffer from one that does not.
    pub(crate) async fn still_answers(&self, server: u32) {
        let arguments = serde_json::json!({ "text": "still here" });
        assert_eq!(self.call(server, "echo", arguments).await.unwrap().text, "still here");
    }

    /// What was done to a server, the oldest first.
    pub(crate) async fn activity(&self, server: u32) -> Vec<String> {
        let filter = ActivityFilter { server: Some(server), ..ActivityFilter::default() };
        let page = self.host.activity(filter).await.unwrap();
        page.records.into_iter().rev().map(|record| record.kind.to_string()).collect()
    }

    /// Somebody had it quit.
    pub(crate) async fn ended(self) -> Ground {
        self.end().await;
        self.ground
    }

    /// The host itself, past its fronts.
    pub(crate) fn inner(&self) -> &Host {
        &self.process.host
    }

    /// Over when the host has ended.
    pub(crate) fn end(&self) -> impl Future<Output = ()> + use<> {
        let host = self.process.host.clone();
        async move {
            let ended = timeout(QUITTING, host.ended()).await;
            ended.expect("quitting is over within its deadline");
        }
    }

    /// Quits within the deadline, and sees to it that no process is left.
    pub(crate) async fn quit(self) -> Ground {
        self.host.quit().await.unwrap();
        self.end().await;
        let left = self.ground.processes();
        assert!(left.is_empty(), "{left:#?}");
        self.ground
    }
}

/// Logs come to the front that follows them.
async fn keep_logs(mut pushed: Pushed, shell: Recorder) {
    while let Some(push) = pushed.next().await {
        match push {
            Push::Log(log) => shell.keep_log(log),
            Push::Progress(progress) => shell.keep_progress(progress),
            Push::View(_) | Push::Unshown(_) | Push::Grew(_) | Push::Notify(_) | Push::Bye => {}
        }
    }
}

/// A program built beside this test.
pub(crate) fn program(name: &str) -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let program = here.ancestors().nth(2).unwrap().join(name);
    assert!(
        program.is_file(),
        "{} is missing: run `cargo build -p paddock-sandbox -p paddock-files -p \
         paddock-fake-server`",
        program.display()
    );
    program
}

/// A scriptable server; its README lists the arguments.
pub(crate) fn fake(name: &str, args: &[&str]) -> ServerDraft {
    let program = program("paddock-fake-server").display().to_string();
    let args = args.iter().map(|&arg| arg.to_owned()).collect();
    ServerDraft { name: name.to_owned(), program, args, ..ServerDraft::default() }
}

pub(crate) fn find(view: &View, server: u32) -> Option<&ServerView> {
    view.servers.iter().find(|it| it.id == server)
}

pub(crate) fn is_running(server: &ServerView) -> bool {
    matches!(server.state, RunView::Running { .. })
}

/// Whether a call made now is made with the list that is shown.
fn is_told(server: &ServerView) -> bool {
    match server.told {
        ToldView::Told => true,
        ToldView::WaitingForCall => server.enforcement.in_force != InForceView::Changing,
        ToldView::NeverAsked => {
            let is_modern = server.revision.as_deref() == Some("2026-07-28");
            is_modern && server.enforcement.in_force != InForceView::Changing
        }
        ToldView::Waiting | ToldView::NotRunning => false,
    }
}

pub(crate) fn is_on(grant: &GrantView, folder: &Path) -> bool {
    grant.folder.path == folder.display().to_string()
}

/// The URIs in a JSON array of roots, in order.
pub(crate) fn uris(roots: &str) -> Vec<String> {
    let roots: serde_json::Value = serde_json::from_str(roots).unwrap();
    let roots = roots.as_array().expect("an array of roots");
    roots.iter().map(|root| root["uri"].as_str().unwrap().to_owned()).collect()
}

/// The folder as servers see it.
pub(crate) fn uri(folder: &Path) -> String {
    format!("file://{}", folder.display())
}

/// The value of a detail of a failure.
pub(crate) fn detail<'a>(failure: &'a Failure, name: &str) -> &'a str {
    failure.details.get(name).map_or("", String::as_str)
}
