//! The app's side of the control channel, with nothing waited for without end.

use std::fs::File;
use std::io::{IoSlice, IoSliceMut, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use paddock_core::RootEntry;
use paddock_sandbox::wire::{End, Frames, MOST_DESCRIPTORS, Order, Refusal, Report};
use paddock_sandbox::{Launch, Network, Proof};
use rustix::fs::{Mode, OFlags};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

use super::User;
use super::lines::{Lines, PATIENCE, wait_for};

pub(crate) type Start<T> = Result<T, Refusal>;

/// A server under a keeper, or under none.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) stdin: File,
    pub(crate) stdout: Lines,
    child: Child,
    keeper: Option<Control>,
}

#[derive(Debug)]
struct Control {
    socket: UnixStream,
    frames: Frames,
    received: Vec<OwnedFd>,
}

/// What the app has open and in its environment without meaning it for anybody.
pub(crate) struct Careless<'a> {
    pub(crate) file: PathBuf,
    pub(crate) secret: &'a str,
}

impl Server {
    /// Starts a server under a keeper.
    pub(crate) fn kept(launch: Launch, user: User, careless: &Careless<'_>) -> Start<Self> {
        let network = launch.policy.as_ref().map(|policy| policy.network);
        let (ours, keepers) = UnixStream::pair().unwrap();
        let (stdin, writer) = std::io::pipe().unwrap();
        let (reader, stdout) = std::io::pipe().unwrap();
        let stderr = std::io::stderr().as_fd().try_clone_to_owned().unwrap();
        let streams: [OwnedFd; 3] = [stdin.into(), stdout.into(), stderr];

        let mut keeper = command(Path::new(env!("CARGO_BIN_EXE_escape-keeper")), user, careless);
        keeper.stdin(OwnedFd::from(keepers)).stdout(Stdio::null());
        let child = spawn(&mut keeper, careless);
        let mut control = Control { socket: ours, frames: Frames::default(), received: Vec::new() };
        control.launch(launch, &streams);
        drop(streams);
        let (stdin, stdout) = (File::from(OwnedFd::from(writer)), Lines::new(reader));
        let mut server = Self { stdin, stdout, child, keeper: Some(control) };
        let answer = server.report();
        if let Report::NotStarted(refusal) = answer {
            return Err(refusal);
        }
        assert!(matches!(answer, Report::Started { .. }), "expected a start, got {answer:?}");
        if network.is_some() {
            let proof = server.proof(0);
            assert!(proof.holds(), "started on a proof that does not hold: {proof:#?}");
        }
        if network == Some(Network::Destinations) {
            let answer = server.report();
            assert!(matches!(answer, Report::Connected { .. }), "{answer:?}");
        }
        Ok(server)
    }

    /// What its network leads to, in the order of [`Report::Connected`]. Until it is taken nobody
    /// accepts.
    pub(crate) fn take_network(&mut self) -> Vec<OwnedFd> {
        std::mem::take(&mut self.keeper.as_mut().unwrap().received)
    }

    /// Starts a server as any program starts another.
    pub(crate) fn bare(launch: &Launch, user: User, careless: &Careless<'_>) -> Self {
        let mut command = command(&launch.program, user, careless);
        command.args(&launch.args).envs(launch.env.iter().cloned()).current_dir(&launch.cwd);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = spawn(&mut command, careless);
        let stdin = File::from(OwnedFd::from(child.stdin.take().unwrap()));
        let stdout = Lines::new(child.stdout.take().unwrap());
        Self { stdin, stdout, child, keeper: None }
    }

    /// Changes the grants, if there is anyone to enforce it.
    pub(crate) fn enforce(&mut self, change: u64, folders: Vec<RootEntry>) -> Option<Proof> {
        let proof = self.try_enforce(change, folders)?;
        assert!(proof.holds(), "the proof does not hold: {proof:#?}");
        Some(proof)
    }

    /// Its proof may not hold.
    pub(crate) fn try_enforce(&mut self, change: u64, folders: Vec<RootEntry>) -> Option<Proof> {
        self.keeper.as_mut()?.send(&Order::Enforce { change, folders });
        Some(self.proof(change))
    }

    /// Waits until the keeper has ended it.
    pub(crate) fn ended(&mut self) {
        while !matches!(self.report(), Report::Ended(_)) {}
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    fn proof(&mut self, change: u64) -> Proof {
        let answer = self.report();
        let Report::Proven(proof) = answer else { panic!("expected a proof, got {answer:?}") };
        assert_eq!(proof.change, change);
        if !proof.rest_follows {
            return proof;
        }
        let answer = self.report();
        let Report::Rest { change: of, findings } = answer else {
            panic!("expected the rest of a proof, got {answer:?}")
        };
        assert_eq!(of, change);
        proof.with_rest(findings)
    }

    fn report(&mut self) -> Report {
        self.keeper.as_mut().unwrap().report()
    }

    /// Ends it and says how it ended, which is known only of a kept one.
    pub(crate) fn end(mut self) -> Option<End> {
        let end = self.keeper.as_mut().map(|keeper| {
            keeper.send(&Order::Kill);
            loop {
                if let Report::Ended(end) = keeper.report() {
                    return end;
                }
            }
        });
        if end.is_none() {
            self.child.kill().unwrap();
        }
        self.child.wait().unwrap();
        end
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The keeper ends when its socket does; a bare server is this process's own child.
        self.keeper = None;
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Control {
    fn launch(&mut self, launch: Launch, streams: &[OwnedFd; 3]) {
        let frame = Order::Launch(Box::new(launch)).to_frame().unwrap();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let streams = streams.each_ref().map(|stream| stream.as_fd());
        ancillary.push(SendAncillaryMessage::ScmRights(&streams));
        let frame_slice = [IoSlice::new(&frame)];
        let passed =
            sendmsg(&self.socket, &frame_slice, &mut ancillary, SendFlags::NOSIGNAL).unwrap();
        self.socket.write_all(&frame[passed..]).unwrap();
    }

    fn send(&mut self, order: &Order) {
        // A keeper that is gone is seen where its answer is waited for.
        _ = self.socket.write_all(&order.to_frame().unwrap());
    }

    fn report(&mut self) -> Report {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(frame) = self.frames.next_frame().unwrap() {
                return Report::parse(&frame).unwrap();
            }
            wait_for(&self.socket, deadline);
            let mut bytes = [0; 4096];
            let mut space =
                [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_DESCRIPTORS))];
            let mut ancillary = RecvAncillaryBuffer::new(&mut space);
            let mut parts = [IoSliceMut::new(&mut bytes)];
            let flags = RecvFlags::CMSG_CLOEXEC;
            let count = recvmsg(&self.socket, &mut parts, &mut ancillary, flags).unwrap().bytes;
            assert!(count > 0, "the keeper went away");
            for message in ancillary.drain() {
                if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                    self.received.extend(descriptors);
                }
            }
            self.frames.push(&bytes[..count]);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the harness starts keepers as another user too")]
fn command(program: &Path, user: User, careless: &Careless<'_>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("CARELESS", careless.secret).current_dir("/").process_group(0);
    if let Some(id) = user.id() {
        command.uid(id).gid(id);
    }
    command
}

/// Starts it while a file is open that is not closed by the start.
fn spawn(command: &mut Command, careless: &Careless<'_>) -> Child {
    let _open = rustix::fs::open(&careless.file, OFlags::RDONLY, Mode::empty()).unwrap();
    command.spawn().unwrap()
}
