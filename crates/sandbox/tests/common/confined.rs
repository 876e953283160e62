//! A server under a policy, started through the keeper alone.

use std::fs::{self, File};
use std::io::{self, IoSlice, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use paddock_core::{AbsolutePath, Access, Identity, Root, RootEntry};
use paddock_sandbox::wire::{End, Frames, Order, Refusal, Report};
use paddock_sandbox::{Bounds, Launch, Network, OnAttempt, Policy, Proof, Tier};
use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::geteuid;
use tempfile::TempDir;

use super::{PATIENCE, keeper, system};

const ORDINARY: u32 = 1000;

/// The users that this test may be: the one it is, and an ordinary one if it is root.
pub(crate) fn users() -> Vec<u32> {
    let me = geteuid().as_raw();
    if me == 0 { vec![me, ORDINARY] } else { vec![me] }
}

/// Folders and files of a person, all below one temporary folder:
///
/// - `granted/file`, `granted-evil/secret`, `person/secret`, each saying what it is
/// - links in `granted` that lead to `person`
/// - `home`, the server's own, and `canary`
pub(crate) struct World {
    top: TempDir,
    user: u32,
}

impl World {
    pub(crate) fn of(user: u32) -> Self {
        let world = Self { top: tempfile::tempdir().unwrap(), user };
        for folder in ["granted", "granted-evil", "person", "home"] {
            world.make_folder(folder);
        }
        for file in ["granted/file", "granted-evil/secret", "person/secret", "canary"] {
            world.make_file(file);
        }
        world.link("granted/out", world.path("person"));
        world.link("granted/out-file", "../person/secret");
        world.link("granted/root", "/");
        fs::set_permissions(world.top.path(), fs::Permissions::from_mode(0o755)).unwrap();
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.top.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn make_folder(&self, name: &str) {
        fs::create_dir(self.path(name)).unwrap();
        self.give(name);
    }

    pub(crate) fn make_file(&self, name: &str) {
        fs::write(self.path(name), name).unwrap();
        self.give(name);
    }

    fn give(&self, name: &str) {
        chown(self.path(name), Some(self.user), Some(self.user)).unwrap();
    }

    fn link(&self, name: &str, target: impl AsRef<Path>) {
        std::os::unix::fs::symlink(target, self.path(name)).unwrap();
    }

    pub(crate) fn grant(&self, name: &str, access: Access) -> RootEntry {
        let path = self.path(name);
        let identity = identity_of(&path);
        RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
    }

    pub(crate) fn policy(&self, folders: Vec<RootEntry>) -> Policy {
        let readable = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ssl"];
        Policy {
            tier: Tier::Landlock,
            folders,
            readable: readable.map(system).to_vec(),
            links: Vec::new(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: self.path("home"),
            network: Network::Open,
            ports: Vec::new(),
            attempts: OnAttempt::Ignore,
            canary: self.path("canary"),
            data: Vec::new(),
            kept_out: Vec::new(),
        }
    }

    /// A launch with `$W` standing for the temporary folder.
    pub(crate) fn launch(&self, program: &str, args: &[&str], policy: Policy) -> Launch {
        let home = self.path("home");
        Launch {
            program: program.into(),
            args: args.iter().map(Into::into).collect(),
            env: vec![
                ("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()),
                ("HOME".into(), home.clone().into()),
                ("TMPDIR".into(), home.clone().into()),
                ("W".into(), self.path("").into()),
            ],
            cwd: home,
            policy: Some(policy),
            bounds: Bounds::default(),
        }
    }

    pub(crate) fn try_start(&self, launch: Launch) -> Result<Server, Refusal> {
        Server::start(launch, self.user)
    }

    pub(crate) fn start(&self, launch: Launch) -> Server {
        self.try_start(launch).unwrap()
    }

    /// Starts a server and waits until its keeper is done, with or without a policy.
    pub(crate) fn run(&self, launch: Launch) {
        let mut keeper = Keeper::start(self.user);
        let _output = keeper.launch(launch);
        while !matches!(keeper.report(), Report::Ended(_)) {}
    }

    /// How a server ends by itself.
    pub(crate) fn end_of(&self, launch: Launch) -> End {
        let mut server = self.start(launch);
        loop {
            if let Report::Ended(end) = server.keeper.report() {
                return end;
            }
        }
    }

    /// What a shell script prints under the policy.
    pub(crate) fn sh(&self, script: &str, policy: Policy) -> String {
        self.start(self.launch("/bin/sh", &["-c", script], policy)).output()
    }

    /// What a Python program prints under the policy.
    pub(crate) fn python(&self, program: &str, policy: Policy) -> String {
        self.start(self.launch("/usr/bin/python3", &["-c", program], policy)).output()
    }
}

fn identity_of(path: &Path) -> Identity {
    let wanted = StatxFlags::INO | StatxFlags::BTIME;
    let seen = statx(CWD, path, AtFlags::empty(), wanted).unwrap();
    let knows_birth = StatxFlags::from_bits_retain(seen.stx_mask).contains(StatxFlags::BTIME);
    let nanoseconds = seen.stx_btime.tv_sec * 1_000_000_000 + i64::from(seen.stx_btime.tv_nsec);
    Identity {
        device: makedev(seen.stx_dev_major, seen.stx_dev_minor),
        inode: seen.stx_ino,
        born: knows_birth.then_some(nanoseconds),
    }
}

pub(crate) struct Server {
    pub(crate) pid: u32,
    pub(crate) proof: Proof,
    keeper: Keeper,
    output: File,
}

impl Server {
    /// What it prints next, up to the end of a line.
    pub(crate) fn line(&mut self) -> String {
        let mut text = String::new();
        let mut byte = [0];
        while !text.ends_with('\n') {
            self.output.read_exact(&mut byte).unwrap();
            text.push(byte[0].into());
        }
        text
    }

    fn start(launch: Launch, user: u32) -> Result<Self, Refusal> {
        let mut keeper = Keeper::start(user);
        let output = keeper.launch(launch);
        let report = keeper.report();
        if let Report::NotStarted(refusal) = report {
            return Err(refusal);
        }
        let Report::Started { pid } = report else { panic!("{report:?} instead of a start") };
        let Report::Proven(proof) = keeper.report() else { panic!("no proof of the launch") };
        assert!(proof.holds(), "{proof:?}");
        Ok(Self { pid, proof, keeper, output })
    }

    /// Everything that it prints until it ends by itself.
    pub(crate) fn output(mut self) -> String {
        let Report::Ended(_) = self.keeper.report() else { panic!("no end of the server") };
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        text
    }
}

pub(crate) struct Keeper {
    process: Child,
    control: UnixStream,
    frames: Frames,
}

impl Keeper {
    #[expect(clippy::disallowed_methods, reason = "the supervisor knows nothing of users")]
    pub(crate) fn start(user: u32) -> Self {
        let (control, keepers) = UnixStream::pair().unwrap();
        control.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut command = Command::new(keeper());
        command.env_clear().current_dir("/").stdin(OwnedFd::from(keepers)).stderr(Stdio::null());
        if user != geteuid().as_raw() {
            command.uid(user).gid(user);
        }
        Self { process: command.spawn().unwrap(), control, frames: Frames::default() }
    }

    /// Returns the server's output and errors.
    fn launch(&self, launch: Launch) -> File {
        let (stdin, _) = io::pipe().unwrap();
        let (output, stdout) = io::pipe().unwrap();
        let stderr = stdout.try_clone().unwrap();
        let order = Order::Launch(Box::new(launch));
        self.send(&order, &[stdin.into(), stdout.into(), stderr.into()]);
        OwnedFd::from(output).into()
    }

    pub(crate) fn send(&self, order: &Order, streams: &[OwnedFd]) {
        let descriptors: Vec<_> = streams.iter().map(OwnedFd::as_fd).collect();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !descriptors.is_empty() {
            ancillary.push(SendAncillaryMessage::ScmRights(&descriptors));
        }
        let frame = order.to_frame().unwrap();
        let sent =
            sendmsg(&self.control, &[IoSlice::new(&frame)], &mut ancillary, SendFlags::NOSIGNAL);
        assert_eq!(sent.unwrap(), frame.len());
    }

    pub(crate) fn report(&mut self) -> Report {
        loop {
            if let Some(frame) = self.frames.next_frame().unwrap() {
                return Report::parse(&frame).unwrap();
            }
            let mut bytes = [0; 4096];
            let count = self.control.read(&mut bytes).unwrap();
            assert!(count > 0, "the keeper went away");
            self.frames.push(&bytes[..count]);
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        _ = self.control.shutdown(std::net::Shutdown::Both);
        _ = self.process.wait();
    }
}
