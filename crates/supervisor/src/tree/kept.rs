//! A tree held by a keeper process; what is said to it is told in [`paddock_sandbox::wire`].

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::TcpListener;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use paddock_sandbox::wire::{End, Frames, MOST_DESCRIPTORS, Obstacle, Order, Refusal, Report};
use paddock_sandbox::{Capabilities, Finding, NameAnswer, Network, Proof};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::pipe::fcntl_setpipe_size;
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::process::{Child, Command};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Pipes;
use crate::boundary::{Ask, Inside, boundary};
use crate::{Boundary, Connected, Exit, Launch, Listening, StartError};

pub(crate) type StdinPipe = Sender;
pub(crate) type StdoutPipe = Receiver;
pub(crate) type StderrPipe = Receiver;

/// How long a keeper that has nothing left to do may take to exit.
const KEEPER_EXIT: Duration = Duration::from_secs(5);

/// How many descriptors may have come whose report was not read yet: bytes are read a page at a time,
/// so more than a few reports never wait.
const MOST_UNREAD: usize = 8 * MOST_DESCRIPTORS;

pub(crate) struct Tree {
    server: u32,
    keeper: Child,
    control: Control,
    conversation: Option<Conversation>,
    exit: Option<Exit>,
}

impl Tree {
    pub(crate) async fn start(
        keeper: &Path,
        launch: Launch,
        deadline: Duration,
    ) -> Result<(Self, Pipes, Option<Boundary>), StartError> {
        let (program, cwd) = (launch.program.clone(), launch.cwd.clone());
        let network = launch.policy.as_ref().map(|policy| policy.network);
        let order = Order::Launch(Box::new(launch)).to_frame();
        let order = order.map_err(|error| StartError::Unsendable(error.to_string()))?;
        let (pipes, streams) = pipes().map_err(StartError::Pipes)?;
        let (mut keeper, mut control) = start_keeper(keeper)
            .map_err(|source| StartError::Keeper { keeper: keeper.to_path_buf(), source })?;

        let error = match timeout(deadline, control.launch(&order, streams, network)).await {
            Ok(Ok(Launched::Running { server, proof, connected })) => {
                let begin = |proof| Conversation::begin(proof, connected);
                let (boundary, conversation) = proof.map(begin).unzip();
                let tree = Self { server, keeper, control, conversation, exit: None };
                return Ok((tree, pipes, boundary));
            }
            Ok(Ok(Launched::Refused(refusal))) => start_error(refusal, program, cwd),
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

    /// Waits until no process of the tree is left, and carries meanwhile what is asked of the
    /// boundary and what it answers. May be dropped and called again.
    pub(crate) async fn ended(&mut self) -> Exit {
        let exit = if let Some(exit) = self.exit {
            exit
        } else {
            let exit = self.converse().await.unwrap_or(Exit::KeeperLost);
            *self.exit.insert(exit)
        };
        // Whoever still waits for an answer learns that none will come.
        self.conversation = None;
        bury(&mut self.keeper).await;
        exit
    }

    async fn converse(&mut self) -> io::Result<Exit> {
        loop {
            while let Some(report) = self.control.next_report()? {
                match report {
                    Report::Ended(End::Code(code)) => return Ok(Exit::Code(code)),
                    Report::Ended(End::Signal(signal)) => return Ok(Exit::Signal(signal)),
                    Report::Ended(End::OutOfMemory) => return Ok(Exit::OutOfMemory),
                    Report::Surveyed(_) | Report::Started { .. } | Report::NotStarted(_) => {
                        return Ok(Exit::KeeperLost);
                    }
                    Report::Connected { .. } => return Ok(Exit::KeeperLost),
                    Report::Listening { ticket, ports, failed } => {
                        let listeners = self.control.descriptors(ports.len())?;
                        if let Some(conversation) = &mut self.conversation {
                            conversation.listening(ticket, &ports, listeners, failed);
                        }
                    }
                    Report::Proven(_)
                    | Report::Rest { .. }
                    | Report::Tried { .. }
                    | Report::Answered { .. }
                    | Report::Attempted(_) => {
                        if let Some(conversation) = &mut self.conversation {
                            conversation.heard(report);
                        }
                    }
                }
            }
            tokio::select! {
                moved = self.control.exchange() => moved?,
                order = next_order(&mut self.conversation), if self.control.unsent.is_empty() => {
                    self.control.queue(&order);
                }
            }
        }
    }

    /// Asks every process to end. It is said as soon as the end is waited for.
    pub(crate) fn terminate(&mut self) {
        self.control.queue(&Order::Terminate);
    }

    /// Kills every process. It is said as soon as the end is waited for.
    pub(crate) fn kill(&mut self) {
        self.control.queue(&Order::Kill);
    }

    /// Gives up on a keeper that did not get the tree killed in time; perhaps the server stopped it.
    pub(crate) async fn abandon(mut self) -> Exit {
        _ = self.keeper.start_kill();
        bury(&mut self.keeper).await;
        Exit::Stuck
    }
}

async fn next_order(conversation: &mut Option<Conversation>) -> Order {
    match conversation {
        Some(conversation) => conversation.next_order().await,
        None => std::future::pending().await,
    }
}

/// What this system can enforce, as a keeper finds out by trying it.
pub(crate) async fn survey(keeper: &Path, deadline: Duration) -> io::Result<Capabilities> {
    let (mut process, mut control) = start_keeper(keeper)?;
    control.queue(&Order::Survey);
    let report = timeout(deadline, control.report()).await;
    drop(control);
    bury(&mut process).await;
    match report {
        Ok(Ok(Report::Surveyed(capabilities))) => Ok(capabilities),
        Ok(Ok(other)) => Err(unexpected(&other)),
        Ok(Err(error)) => Err(error),
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
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
    let (stdin, writer) = roomy_pipe()?;
    let (reader, stdout) = roomy_pipe()?;
    let (log_reader, stderr) = io::pipe()?;
    let pipes = Pipes {
        stdin: Sender::from_owned_fd(writer.into())?,
        stdout: Receiver::from_owned_fd(reader.into())?,
        stderr: Receiver::from_owned_fd(log_reader.into())?,
    };
    Ok((pipes, [stdin.into(), stdout.into(), stderr.into()]))
}

/// Twice as large as usual: a long message wakes both ends half as often, and the next one is
/// under way while this one is read.
fn roomy_pipe() -> io::Result<(io::PipeReader, io::PipeWriter)> {
    const BYTES: usize = 128 << 10;
    let pipe = io::pipe()?;
    // Not for an account that has very many pipes (pipe(7)).
    let _ = fcntl_setpipe_size(&pipe.1, BYTES);
    Ok(pipe)
}

/// The keeper gets an empty environment, for the server could read it, and a process group of its
/// own, so that Ctrl+C in a terminal ends the host first and the host ends the servers.
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
    let (frames, unsent, received) = Default::default();
    Ok((keeper, Control { socket, frames, unsent, received }))
}

/// The host's end of the control channel.
struct Control {
    socket: UnixStream,
    frames: Frames,
    unsent: VecDeque<u8>,
    /// Descriptors that came, and whose report is still to be read.
    received: VecDeque<OwnedFd>,
}

enum Launched {
    Running { server: u32, proof: Option<Proof>, connected: Option<Connected> },
    Refused(Refusal),
}

impl Control {
    /// Hands the launch over and waits for the answer.
    async fn launch(
        &mut self,
        frame: &[u8],
        streams: [OwnedFd; 3],
        network: Option<Network>,
    ) -> io::Result<Launched> {
        let descriptors = streams.each_ref().map(OwnedFd::as_fd);
        let send = || send_with_descriptors(&self.socket, frame, &descriptors);
        let passed = self.socket.async_io(Interest::WRITABLE, send).await?;
        drop(streams);
        self.unsent.extend(&frame[passed..]);
        let report = self.report().await?;
        if let Report::NotStarted(refusal) = report {
            return Ok(Launched::Refused(refusal));
        }
        let Report::Started { pid: server } = report else { return Err(unexpected(&report)) };
        let Some(network) = network else {
            return Ok(Launched::Running { server, proof: None, connected: None });
        };
        let report = self.report().await?;
        let Report::Proven(proof) = report else { return Err(unexpected(&report)) };
        let connected = match network {
            Network::Destinations => Some(self.connected().await?),
            Network::Open | Network::Off => None,
        };
        Ok(Launched::Running { server, proof: Some(proof), connected })
    }

    async fn connected(&mut self) -> io::Result<Connected> {
        let report = self.report().await?;
        let Report::Connected { ports, refusals } = &report else {
            return Err(unexpected(&report));
        };
        let refusals = usize::from(*refusals);
        let count = ports.len() + 2 + refusals;
        let mut sockets = self.descriptors(count)?.into_iter();
        let (Some(questions), Some(long_questions)) = (sockets.next(), sockets.next()) else {
            return Err(unexpected(&report));
        };
        Ok(Connected {
            questions: questions.into(),
            long_questions: long_questions.into(),
            refusals: sockets.by_ref().take(refusals).collect(),
            listeners: ports.iter().copied().zip(sockets.map(TcpListener::from)).collect(),
        })
    }

    /// Those that came with the report that was just read.
    fn descriptors(&mut self, count: usize) -> io::Result<Vec<OwnedFd>> {
        if self.received.len() < count {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(self.received.drain(..count).collect())
    }

    fn queue(&mut self, order: &Order) {
        match order.to_frame() {
            Ok(frame) => self.unsent.extend(frame),
            Err(error) => tracing::error!(%error, "order can't be written"),
        }
    }

    async fn report(&mut self) -> io::Result<Report> {
        loop {
            if let Some(report) = self.next_report()? {
                return Ok(report);
            }
            self.exchange().await?;
        }
    }

    fn next_report(&mut self) -> io::Result<Option<Report>> {
        let malformed = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let frame = self.frames.next_frame().map_err(malformed)?;
        frame.map(|frame| Report::parse(&frame).map_err(malformed)).transpose()
    }

    /// Sends or receives some bytes. May be dropped and called again.
    async fn exchange(&mut self) -> io::Result<()> {
        let interest = if self.unsent.is_empty() {
            Interest::READABLE
        } else {
            Interest::READABLE | Interest::WRITABLE
        };
        let ready = self.socket.ready(interest).await?;
        if ready.is_writable() && !self.unsent.is_empty() {
            match self.socket.try_write(self.unsent.make_contiguous()) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // A keeper that cannot be told is gone, and its last words are still to be read.
                Err(_) => self.unsent.clear(),
            }
        }
        if ready.is_readable() {
            let mut bytes = [0; 4096];
            match self.receive(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.frames.push(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Control {
    /// As many bytes as there are, and the descriptors that came with them.
    fn receive(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let received = self.socket.try_io(Interest::READABLE, || {
            let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT;
            Ok(recvmsg(&self.socket, &mut [IoSliceMut::new(bytes)], &mut ancillary, flags)?)
        })?;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                self.received.extend(descriptors);
            }
        }
        // What is more than any report brings, or was cut off, belongs to nothing.
        let is_whole = !received.flags.contains(ReturnFlags::CTRUNC);
        if is_whole && self.received.len() <= MOST_UNREAD {
            Ok(received.bytes)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

fn unexpected(report: &Report) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("unexpected {report:?}"))
}

/// What is asked of the boundary, and who waits for the answers.
struct Conversation {
    inside: Inside,
    last: u64,
    proofs: BTreeMap<u64, (oneshot::Sender<Proof>, oneshot::Sender<Vec<Finding>>)>,
    /// Who waits for the rest of the last proof, and of which change that is.
    rest: Option<(u64, oneshot::Sender<Vec<Finding>>)>,
    findings: BTreeMap<u64, oneshot::Sender<Vec<Finding>>>,
    names: BTreeMap<u64, oneshot::Sender<Vec<NameAnswer>>>,
    listens: BTreeMap<u64, oneshot::Sender<Listening>>,
}

impl Conversation {
    fn begin(first: Proof, connected: Option<Connected>) -> (Boundary, Self) {
        let (boundary, inside) = boundary(first, connected);
        let (proofs, rest, findings, names, listens) = Default::default();
        (boundary, Self { inside, last: 0, proofs, rest, findings, names, listens })
    }

    /// Waits for the next ask. May be dropped and called again.
    async fn next_order(&mut self) -> Order {
        let Some(ask) = self.inside.asks.recv().await else {
            return std::future::pending().await;
        };
        self.last += 1;
        match ask {
            Ask::Enforce(folders, answer, rest) => {
                self.proofs.insert(self.last, (answer, rest));
                Order::Enforce { change: self.last, folders }
            }
            Ask::Try(paths, answer) => {
                self.findings.insert(self.last, answer);
                Order::Try { ticket: self.last, paths }
            }
            Ask::Names(names, answer) => {
                self.names.insert(self.last, answer);
                Order::Ask { ticket: self.last, names }
            }
            Ask::Listen(ports, answer) => {
                self.listens.insert(self.last, answer);
                Order::Listen { ticket: self.last, ports }
            }
            Ask::Decide(held) => Order::Decide { held },
        }
    }

    /// Gives an answer to whoever asked, if they still wait for it.
    fn heard(&mut self, report: Report) {
        match report {
            Report::Proven(proof) => {
                if let Some((answer, rest)) = self.proofs.remove(&proof.change) {
                    // No more comes of those before.
                    self.rest = proof.rest_follows.then_some((proof.change, rest));
                    _ = answer.send(proof);
                }
            }
            Report::Rest { change, findings } => {
                if let Some((_, answer)) = self.rest.take_if(|(of, _)| *of == change) {
                    _ = answer.send(findings);
                }
            }
            Report::Tried { ticket, findings } => {
                if let Some(answer) = self.findings.remove(&ticket) {
                    _ = answer.send(findings);
                }
            }
            Report::Answered { ticket, answers } => {
                if let Some(answer) = self.names.remove(&ticket) {
                    _ = answer.send(answers);
                }
            }
            // What nobody has time to look at is dropped: the access is denied all the same.
            Report::Attempted(attempt) => drop(self.inside.attempts.try_send(attempt)),
            Report::Surveyed(_)
            | Report::Started { .. }
            | Report::NotStarted(_)
            | Report::Connected { .. }
            | Report::Listening { .. }
            | Report::Ended(_) => {}
        }
    }

    fn listening(
        &mut self,
        ticket: u64,
        ports: &[u16],
        listeners: Vec<OwnedFd>,
        failed: Vec<(u16, i32)>,
    ) {
        let listeners = listeners.into_iter().map(TcpListener::from);
        let listeners = ports.iter().copied().zip(listeners).collect();
        let failed = failed
            .into_iter()
            .map(|(port, errno)| (port, io::Error::from_raw_os_error(errno)))
            .collect();
        if let Some(answer) = self.listens.remove(&ticket) {
            _ = answer.send(Listening { listeners, failed });
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
        Obstacle::Facility(what) => StartError::Unsupported { what, source },
        Obstacle::Proof => StartError::Leaks,
        Obstacle::Limits => StartError::Limits(source),
    }
}

#[cfg(test)]
mod tests;
