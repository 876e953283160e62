#![cfg(target_os = "linux")]
#![expect(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod confined;
pub(crate) mod destinations;
pub(crate) mod kept;
pub(crate) mod sites;

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use paddock_core::{Need, Owned, Part};
use paddock_supervisor::{Bounds, Deadlines, Job, Launch, StartError, Stdio, Stdout};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::time::timeout;

/// Long enough for a busy machine; nothing waits for it when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Deadlines that never pass in a test that succeeds.
pub(crate) const PATIENT: Deadlines =
    Deadlines { start: PATIENCE, close: PATIENCE, terminate: PATIENCE, kill: PATIENCE };

pub(crate) fn keeper() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_paddock-sandbox"))
}

/// A server that is a shell script.
pub(crate) fn sh(script: &str) -> Launch {
    Launch {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
        cwd: "/".into(),
        policy: None,
        bounds: Bounds::default(),
    }
}

pub(crate) async fn spawn(launch: Launch) -> (Job, Stdio) {
    spawn_with(launch, PATIENT).await
}

pub(crate) async fn spawn_with(launch: Launch, deadlines: Deadlines) -> (Job, Stdio) {
    try_spawn(launch, deadlines).await.unwrap()
}

pub(crate) async fn try_spawn(
    launch: Launch,
    deadlines: Deadlines,
) -> Result<(Job, Stdio), StartError> {
    within("a start", paddock_supervisor::spawn(keeper(), launch, deadlines)).await
}

pub(crate) async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    timeout(PATIENCE, future).await.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

pub(crate) async fn all_of(mut stdout: Stdout) -> String {
    let mut text = String::new();
    within("the end of the output", stdout.read_to_string(&mut text)).await.unwrap();
    text
}

/// Lines up to the one that says `done`, that one not included.
pub(crate) async fn lines_until_done(stdout: &mut Stdout) -> Vec<String> {
    let mut lines = BufReader::new(stdout).lines();
    let mut read = Vec::new();
    loop {
        match within("a line", lines.next_line()).await.unwrap() {
            Some(line) if line == "done" => return read,
            Some(line) => read.push(line),
            None => panic!("the output ended after {read:?}"),
        }
    }
}

/// Waits for something of which nobody tells.
pub(crate) async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    within(what, async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// A process to be outlived.
#[derive(Debug)]
pub(crate) struct Watched {
    pid: Pid,
    pidfd: rustix::fd::OwnedFd,
}

impl Watched {
    /// Panics if the process is gone: then it cannot be shown to have been there.
    pub(crate) fn new(pid: u32) -> Self {
        let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        Self { pid, pidfd: pidfd_open(pid, PidfdFlags::empty()).unwrap() }
    }

    pub(crate) fn all(lines: &[String]) -> Vec<Self> {
        lines.iter().map(|line| Self::new(line.trim().parse().unwrap())).collect()
    }

    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ends_within(Duration::ZERO)
    }

    pub(crate) fn ends_within(&self, time: Duration) -> bool {
        let time = Timespec::try_from(time).unwrap();
        let mut polled = [PollFd::new(&self.pidfd, PollFlags::IN)];
        poll(&mut polled, Some(&time)).unwrap() == 1
    }
}

/// The parent of a process, `None` if there is no such process.
pub(crate) fn parent_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

pub(crate) fn children_of(parent: u32) -> Vec<u32> {
    let pids = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| parent_of(*pid) == Some(parent)).collect()
}

pub(crate) fn open_descriptors() -> io::Result<Vec<PathBuf>> {
    let mut open: Vec<_> = std::fs::read_dir("/proc/self/fd")?
        .filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .collect();
    open.sort();
    Ok(open)
}

/// Prints the numbers of every process it starts and then `done`: children, grandchildren, a process
/// in a session of its own and one that has lost its parent, in several depths.
pub(crate) const FAMILY: &str = r#"
    echo $$
    sleep 1000 & echo $!
    sh -c 'sleep 1000 & echo $!; sleep 1000 & echo $!; wait' & echo $!
    (sh -c 'echo $$; exec sleep 1000' &)
    (setsid sh -c 'echo $$; (setsid sh -c "echo \$\$; exec sleep 1000" &); exec sleep 1000' &)
    setsid sh -c 'echo $$; sleep 1000 & echo $!; wait' & 
"#;

/// How many numbers [`FAMILY`] prints.
pub(crate) const FAMILY_SIZE: usize = 10;

/// A part of the system's.
pub(crate) fn system(path: &str) -> Part {
    Part { path: path.into(), need: Need::System, own: None }
}

/// A part of the person's, as it is now, with these names in it left out.
pub(crate) fn own(path: &Path, hidden: &[&str]) -> Part {
    let identity = paddock_sandbox::disk::identity_at(path).unwrap();
    let hidden = hidden.iter().map(|name| path.join(name)).collect();
    let own = Some(Owned { identity, files: 0, bytes: 0, all: false, hidden });
    Part { path: path.into(), need: Need::Program, own }
}

/// Runs `body` if it is in a namespace of its own, and else the test `name` in one.
#[expect(clippy::disallowed_methods, reason = "a namespace can only be entered by a new process")]
pub(crate) fn in_a_mount_namespace(name: &str, body: impl FnOnce()) {
    const INSIDE: &str = "PADDOCK_TEST_INSIDE";
    if std::env::var_os(INSIDE).is_some() {
        // As on a machine with an init: a keeper follows what happens here.
        let shared = rustix::mount::MountPropagationFlags::SHARED
            | rustix::mount::MountPropagationFlags::REC;
        rustix::mount::mount_change("/", shared).unwrap();
        return body();
    }
    // From within a namespace an ordinary user can't tell what is the system's.
    if !rustix::process::geteuid().is_root() {
        paddock_skip::skip_for_tier("only root may mount beside what is root's");
        return;
    }
    let unshare = ["--user", "--map-root-user", "--mount", "--propagation", "private"];
    if !std::process::Command::new("unshare")
        .args(unshare)
        .arg("true")
        .status()
        .is_ok_and(|it| it.success())
    {
        paddock_skip::skip_for_tier("no mount namespace can be made here");
        return;
    }
    let ran = std::process::Command::new("unshare")
        .args(unshare)
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture", "--include-ignored"])
        .env(INSIDE, "1")
        .status()
        .unwrap();
    assert!(ran.success(), "{ran}");
}
