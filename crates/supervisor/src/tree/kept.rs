//! A tree held by a keeper process; what is said to it is told in [`paddock_sandbox::wire`].

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use paddock_sandbox::wire::{End, Frames, Obstacle, Order, Refusal, Report};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, Interest};
use tokio::net::UnixStream;
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::Pipes;
use crate::{Exit, Launch, StartError};

pub(crate) type StdinPipe = Sender;
pub(crate) type StdoutPipe = Receiver;
pub(crate) type StderrPipe = Receiver;

/// How long a keeper that has nothing left to do may take to exit.
const KEEPER_EXIT: Duration = Duration::from_secs(5);

pub(crate) struct Tree {
    server: u32,
    keeper: Child,
    control: Control,
    exit: Option<Exit>,
}

impl Tree {
    pub(crate) async fn start(
        keeper: &Path,
        launch: Launch,
        deadline: Duration,
    ) -> Result<(Self, Pipes), StartError> {
        let (program, cwd) = (launch.program.clone(), launch.cwd.clone());
        let order = Order::Launch(launch).to_frame();
        let order = order.map_err(|error| StartError::Unsendable(error.to_string()))?;
        let (pipes, streams) = pipes().map_err(StartError::Pipes)?;
        let (mut keeper, mut control) = start_keeper(keeper)
            .map_err(|source| StartError::Keeper { keeper: keeper.to_path_buf(), source })?;

        let error = match timeout(deadline, control.launch(&order, streams)).await {
            Ok(Ok(Report::Started { pid: server })) => {
                return Ok((Self { server, keeper, control, exit: None }, pipes));
            }
            Ok(Ok(Report::NotStarted(refusal))) => start_error(refusal, program, cwd),
            Ok(Ok(Report::Ended(_))) => StartError::KeeperFailed(io::ErrorKind::InvalidData.into()),
            Ok(Err(error)) => StartError::KeeperFailed(error),
            Err(_) => StartError::TimedOut(deadline),
        };
        drop(control);
        tokio::spawn(async move { bury(&mut keeper).await });
        Err(error)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.server
    }

    /// Waits until no process of the tree is left. May be dropped and called again.
    pub(crate) async fn ended(&mut self) -> Exit {
        let exit = match self.exit {
            Some(exit) => exit,
            None => *self.exit.insert(match self.control.report().await {
                Ok(Report::Ended(End::Code(code))) => Exit::Code(code),
                Ok(Report::Ended(End::Signal(signal))) => Exit::Signal(signal),
                Ok(Report::Started { .. } | Report::NotStarted(_)) | Err(_) => Exit::KeeperLost,
            }),
        };
        bury(&mut self.keeper).await;
        exit
    }

    /// Asks every process to end.
    pub(crate) async fn terminate(&mut self) {
        self.control.send(&Order::Terminate).await;
    }

    /// Kills every process.
    pub(crate) async fn kill(&mut self) {
        self.control.send(&Order::Kill).await;
    }

    /// Gives up on a keeper that did not get the tree killed in time; perhaps the server stopped it.
    pub(crate) async fn abandon(mut self) -> Exit {
        _ = self.keeper.start_kill();
        bury(&mut self.keeper).await;
        Exit::Stuck
    }
}

/// Waits for a keeper that has nothing left to do, so that no zombie is left of it.
async fn bury(keeper: &mut Child) {
    if timeout(KEEPER_EXIT, keeper.wait()).await.is_err() {
        _ = keeper.start_kill();
        _ = timeout(KEEPER_EXIT, keeper.wait()).await;
    }
}

/// Our ends and the server's ends of the standard streams.
fn pipes() -> io::Result<(Pipes, [OwnedFd; 3])> {
    let (stdin, writer) = io::pipe()?;
    let (reader, stdout) = io::pipe()?;
    let (log_reader, stderr) = io::pipe()?;
    let pipes = Pipes {
        stdin: Sender::from_owned_fd(writer.into())?,
        stdout: Receiver::from_owned_fd(reader.into())?,
        stderr: Receiver::from_owned_fd(log_reader.into())?,
    };
    Ok((pipes, [stdin.into(), stdout.into(), stderr.into()]))
}

/// The keeper gets an empty environment, for the server could read it, and a process group of its
/// own, so that Ctrl+C in a terminal ends the app first and the app ends the servers.
#[expect(clippy::disallowed_methods, reason = "the keeper is how servers are started")]
fn start_keeper(path: &Path) -> io::Result<(Child, Control)> {
    let (ours, keepers) = StdUnixStream::pair()?;
    ours.set_nonblocking(true)?;
    let socket = UnixStream::from_std(ours)?;
    let keeper = Command::new(path)
        .env_clear()
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::from(OwnedFd::from(keepers)))
        .stdout(Stdio::null())
        .spawn()?;
    Ok((keeper, Control { socket, frames: Frames::default() }))
}

/// The app's end of the control channel.
struct Control {
    socket: UnixStream,
    frames: Frames,
}

impl Control {
    /// Hands the launch over and waits for the answer.
    async fn launch(&mut self, frame: &[u8], streams: [OwnedFd; 3]) -> io::Result<Report> {
        let descriptors = streams.each_ref().map(OwnedFd::as_fd);
        let send = || send_with_descriptors(&self.socket, frame, &descriptors);
        let passed = self.socket.async_io(Interest::WRITABLE, send).await?;
        drop(streams);
        self.socket.write_all(&frame[passed..]).await?;
        self.report().await
    }

    /// A keeper that cannot be told is gone; that is seen where its end is waited for.
    async fn send(&mut self, order: &Order) {
        if let Ok(frame) = order.to_frame() {
            _ = self.socket.write_all(&frame).await;
        }
    }

    /// May be dropped and called again.
    async fn report(&mut self) -> io::Result<Report> {
        let malformed = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        loop {
            if let Some(frame) = self.frames.next_frame().map_err(malformed)? {
                return Report::parse(&frame).map_err(malformed);
            }
            let mut bytes = [0; 64];
            let count = self.socket.read(&mut bytes).await?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.frames.push(&bytes[..count]);
        }
    }
}

fn send_with_descriptors(
    socket: &UnixStream,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>; 3],
) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    ancillary.push(SendAncillaryMessage::ScmRights(descriptors));
    let bytes = [IoSlice::new(bytes)];
    Ok(sendmsg(socket, &bytes, &mut ancillary, SendFlags::NOSIGNAL)?)
}

fn start_error(refusal: Refusal, program: PathBuf, cwd: PathBuf) -> StartError {
    let source = io::Error::from_raw_os_error(refusal.errno);
    let errno = Errno::from_raw_os_error(refusal.errno);
    match refusal.obstacle {
        Obstacle::Folder => StartError::Folder { cwd, source },
        Obstacle::Interpreter => StartError::NoInterpreter(program),
        Obstacle::Program if errno == Errno::NOENT => StartError::NoProgram(program),
        Obstacle::Program if errno == Errno::ACCESS => StartError::NotPermitted(program),
        Obstacle::Program => StartError::Program { program, source },
        Obstacle::Keeper => StartError::KeeperFailed(source),
    }
}
