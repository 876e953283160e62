//! A tree held by a process group (macOS) or a job object (Windows), with no keeper. Untested. On
//! macOS a process that starts a session of its own gets away, and so does everything when the host
//! is killed.

use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::Pipes;
use crate::{Boundary, Exit, Launch, StartError};

pub(crate) type StdinPipe = ChildStdin;
pub(crate) type StdoutPipe = ChildStdout;
pub(crate) type StderrPipe = ChildStderr;

pub(crate) struct Tree {
    server: u32,
    group: Box<dyn ChildWrapper>,
}

impl Tree {
    #[expect(clippy::unused_async, reason = "with a keeper there is something to wait for")]
    pub(crate) async fn start(
        _keeper: &Path,
        launch: Launch,
        _deadline: Duration,
    ) -> Result<(Self, Pipes, Option<Boundary>), StartError> {
        if let Err(source) = std::fs::read_dir(&launch.cwd) {
            return Err(StartError::Folder { cwd: launch.cwd, source });
        }
        let mut group = command(&launch).spawn().map_err(|source| start_error(source, &launch))?;
        let pipes = take_pipes(&mut *group).ok_or_else(|| {
            StartError::Pipes(io::Error::other("a standard stream was not piped"))
        })?;
        let server = group.id().unwrap_or_default();
        Ok((Self { server, group }, pipes, None))
    }

    pub(crate) fn pid(&self) -> u32 {
        self.server
    }

    /// May be dropped and called again.
    pub(crate) async fn ended(&mut self) -> Exit {
        let status = self.group.wait().await;
        // What the server left behind.
        _ = self.group.start_kill();
        status.map_or(Exit::KeeperLost, exit)
    }

    #[cfg(unix)]
    pub(crate) fn terminate(&mut self) {
        _ = self.group.signal(rustix::process::Signal::TERM.as_raw());
    }

    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "there is no gentle way here; the kill follows")]
    pub(crate) fn terminate(&mut self) {}

    pub(crate) fn kill(&mut self) {
        _ = self.group.start_kill();
    }

    #[expect(clippy::unused_async, reason = "with a keeper there is something to wait for")]
    pub(crate) async fn abandon(self) -> Exit {
        Exit::Stuck
    }
}

fn command(launch: &Launch) -> CommandWrap {
    let mut command = CommandWrap::with_new(&launch.program, |command| {
        command
            .args(&launch.args)
            .env_clear()
            .envs(launch.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&launch.cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
    });
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::tokio::JobObject);
    command
}

fn take_pipes(group: &mut dyn ChildWrapper) -> Option<Pipes> {
    Some(Pipes {
        stdin: group.stdin().take()?,
        stdout: group.stdout().take()?,
        stderr: group.stderr().take()?,
    })
}

fn start_error(source: io::Error, launch: &Launch) -> StartError {
    let program = launch.program.clone();
    if source.kind() == io::ErrorKind::NotFound && !program.exists() {
        StartError::NoProgram(program)
    } else if source.kind() == io::ErrorKind::PermissionDenied {
        StartError::NotPermitted(program)
    } else {
        StartError::Program { program, source }
    }
}

fn exit(status: ExitStatus) -> Exit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Exit::Signal(signal);
    }
    status.code().map_or(Exit::KeeperLost, Exit::Code)
}
