use std::path::Path;
use std::time::Instant;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::job::{self, Job, Status, StopLevel};
use crate::stderr::{self, StderrLog};
use crate::stdin::{Closer, Stdin};
use crate::tree::{Stdout, Tree};
use crate::{Boundary, Deadlines, Launch, StartError};

/// The host's ends of a server's standard streams.
#[derive(Debug)]
pub struct Stdio {
    pub stdin: Stdin,
    pub stdout: Stdout,
}

/// Starts a server, and returns once its program runs.
///
/// `keeper` is the absolute path of the `paddock-sandbox` binary; it is used on Linux only.
///
/// Must be called within a tokio runtime with I/O and time enabled. When the runtime goes away, so
/// does the server.
pub async fn spawn(
    keeper: &Path,
    launch: Launch,
    deadlines: Deadlines,
) -> Result<(Job, Stdio), StartError> {
    for path in [&launch.program, &launch.cwd] {
        if !path.is_absolute() {
            return Err(StartError::NotAbsolute(path.clone()));
        }
    }
    let (tree, pipes, boundary) = Tree::start(keeper, launch, deadlines.start).await?;

    let stdin = Stdin::new(pipes.stdin);
    let log = StderrLog::default();
    let stderr = tokio::spawn(stderr::collect(pipes.stderr, log.clone()));
    let job = watch_over(tree, boundary, stdin.closer(), log, stderr, deadlines);
    Ok((job, Stdio { stdin, stdout: pipes.stdout }))
}

fn watch_over(
    tree: Tree,
    boundary: Option<Boundary>,
    stdin: Closer,
    log: StderrLog,
    stderr: JoinHandle<()>,
    deadlines: Deadlines,
) -> Job {
    let running = Status::Running { pid: tree.pid(), since: Instant::now() };
    let (status, observed) = watch::channel(running);
    let (level, asked) = watch::channel(StopLevel::Run);
    tokio::spawn(job::supervise(tree, stdin, stderr, asked, status, deadlines));
    Job::new(level, observed, boundary, log)
}
