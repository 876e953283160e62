use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::stderr::StderrLog;
use crate::stdin::Closer;
use crate::tree::Tree;
use crate::{Boundary, Deadlines};

/// How long the rest of standard error may take once the whole tree is gone. Only a process outside
/// the tree that was handed the pipe can make it take any time.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A server that was started. Clones are handles to the same one; when the last is dropped, the
/// server is stopped as by [`Job::stop`].
#[derive(Debug, Clone)]
pub struct Job {
    level: Arc<watch::Sender<StopLevel>>,
    status: watch::Receiver<Status>,
    boundary: Option<Boundary>,
    stderr: StderrLog,
}

/// How far a job has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The server runs, as process `pid`.
    Running { pid: u32, since: Instant },
    /// The server was asked to end.
    Stopping { pid: u32, since: Instant },
    /// No process of the tree is left, unless the exit says otherwise.
    Finished(Exit),
}

/// How a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this code.
    Code(i32),
    /// It was killed by this signal.
    Signal(i32),
    /// It was killed, since all that it started used more memory than it may.
    OutOfMemory,
    /// It outlived SIGKILL by [`Deadlines::kill`]: a process of the tree hangs in the kernel, or the
    /// keeper was held up. Processes of it may still be there.
    Stuck,
    /// The keeper died, and the server with it; how the server ended is unknown. Processes that the
    /// server started may still be there.
    KeeperLost,
}

/// How firmly a server is asked to end; it only rises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopLevel {
    /// It goes on.
    Run,
    /// It is told to, and killed if it does not.
    Stop,
    /// Its whole tree is killed at once.
    Kill,
}

impl Job {
    pub(crate) fn new(
        level: watch::Sender<StopLevel>,
        status: watch::Receiver<Status>,
        boundary: Option<Boundary>,
        stderr: StderrLog,
    ) -> Self {
        Self { level: Arc::new(level), status, boundary, stderr }
    }

    /// Closes the server's input, then sends SIGTERM, then SIGKILL to the whole tree, each when the
    /// deadline before it has passed. Returns when nothing is left of it.
    ///
    /// Dropping the future does not call the stop off.
    pub async fn stop(&self) -> Exit {
        self.raise(StopLevel::Stop);
        self.wait().await
    }

    /// Sends SIGKILL to the whole tree at once, and returns when nothing is left of it.
    pub async fn kill(&self) -> Exit {
        self.raise(StopLevel::Kill);
        self.wait().await
    }

    /// Waits until the server has ended, by itself or not.
    pub async fn wait(&self) -> Exit {
        let mut status = self.status.clone();
        loop {
            if let Status::Finished(exit) = *status.borrow_and_update() {
                return exit;
            }
            if status.changed().await.is_err() {
                return match *status.borrow() {
                    Status::Finished(exit) => exit,
                    Status::Running { .. } | Status::Stopping { .. } => Exit::KeeperLost,
                };
            }
        }
    }

    /// The status now.
    pub fn status(&self) -> Status {
        *self.status.borrow()
    }

    /// The status as it changes.
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.clone()
    }

    /// The boundary around the server; none if it was launched without a policy.
    pub fn boundary(&self) -> Option<&Boundary> {
        self.boundary.as_ref()
    }

    /// What the server wrote to standard error.
    pub fn stderr(&self) -> &StderrLog {
        &self.stderr
    }

    fn raise(&self, level: StopLevel) {
        self.level.send_if_modified(|asked| {
            let rises = level > *asked;
            *asked = level.max(*asked);
            rises
        });
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exited with code {code}"),
            Self::Signal(signal) => write!(f, "killed by signal {signal}"),
            Self::OutOfMemory => f.write_str("killed for want of memory"),
            Self::Stuck => f.write_str("did not end when killed"),
            Self::KeeperLost => f.write_str("ended with its keeper"),
        }
    }
}

/// Runs until the tree has ended.
pub(crate) async fn supervise(
    tree: Tree,
    stdin: Closer,
    stderr: JoinHandle<()>,
    asked: watch::Receiver<StopLevel>,
    status: watch::Sender<Status>,
    deadlines: Deadlines,
) {
    let exit = Watch { tree, asked, status: &status, deadlines }.until_end(&stdin).await;
    stdin.close();
    _ = timeout(LAST_WORDS, stderr).await;
    tracing::debug!(%exit, "server ended");
    status.send_replace(Status::Finished(exit));
}

struct Watch<'a> {
    tree: Tree,
    asked: watch::Receiver<StopLevel>,
    status: &'a watch::Sender<Status>,
    deadlines: Deadlines,
}

impl Watch<'_> {
    async fn until_end(mut self, stdin: &Closer) -> Exit {
        tokio::select! {
            exit = self.tree.ended() => return exit,
            () = reaches(&mut self.asked, StopLevel::Stop) => self.announce_stop(),
        }
        stdin.close();
        match self.ask_to_end().await {
            Some(exit) => exit,
            None => self.kill().await,
        }
    }

    /// `None` when it was asked in vain or a kill is asked for.
    async fn ask_to_end(&mut self) -> Option<Exit> {
        if let Some(exit) = self.ended_within(self.deadlines.close).await {
            return Some(exit);
        }
        if *self.asked.borrow() == StopLevel::Kill {
            return None;
        }
        self.tree.terminate();
        self.ended_within(self.deadlines.terminate).await
    }

    async fn kill(mut self) -> Exit {
        self.tree.kill();
        match timeout(self.deadlines.kill, self.tree.ended()).await {
            Ok(exit) => exit,
            Err(_) => self.tree.abandon().await,
        }
    }

    /// `None` when the time is over or a kill is asked for.
    async fn ended_within(&mut self, time: Duration) -> Option<Exit> {
        tokio::select! {
            exit = self.tree.ended() => Some(exit),
            () = reaches(&mut self.asked, StopLevel::Kill) => None,
            () = sleep(time) => None,
        }
    }

    fn announce_stop(&self) {
        self.status.send_modify(|status| {
            if let Status::Running { pid, since } = *status {
                *status = Status::Stopping { pid, since };
            }
        });
    }
}

/// Returns when at least `level` is asked for. That no handle is left asks to stop.
async fn reaches(asked: &mut watch::Receiver<StopLevel>, level: StopLevel) {
    let nobody_left = asked.wait_for(|asked| *asked >= level).await.is_err();
    if nobody_left && level > StopLevel::Stop {
        std::future::pending::<()>().await;
    }
}
