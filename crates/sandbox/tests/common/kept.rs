//! A keeper and its server, spoken to in the raw.
#![expect(clippy::wildcard_enum_match_arm, reason = "a test names what it waits for")]

use std::fs;
use std::io::{BufRead as _, BufReader, IoSlice, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use paddock_core::{AbsolutePath, Access, Identity, Root, RootEntry};
use paddock_sandbox::wire::{End, Frames, Order, Refusal, Report};
use paddock_sandbox::{
    Bounds, Capabilities, Finding, Launch, Network, OnAttempt, Policy, Proof, Reach, Tier,
};
use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use tempfile::TempDir;

use super::{PATIENCE, Watched, children_of, keeper, system};

/// A world of the test's own: a home, a canary, and room for folders to grant.
pub(crate) struct World {
    folder: TempDir,
}

impl World {
    /// Not in `/tmp`, where the server has a world of its own.
    pub(crate) fn new() -> Self {
        Self::of(tempfile::tempdir_in("/var/tmp").unwrap())
    }

    pub(crate) fn in_tmp() -> Self {
        Self::of(tempfile::tempdir_in("/tmp").unwrap())
    }

    fn of(folder: TempDir) -> Self {
        for name in ["data", "data/home", "files"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("data/canary"), "sings").unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.path().join("data/home")
    }

    pub(crate) fn canary(&self) -> PathBuf {
        self.path().join("data/canary")
    }

    /// Makes a folder that can be granted, with a file `note` in it that says its name.
    pub(crate) fn make(&self, name: &str) -> PathBuf {
        let folder = self.path().join("files").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("note"), name).unwrap();
        folder
    }

    pub(crate) fn policy(&self, folders: Vec<RootEntry>) -> Policy {
        let readable = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ssl"];
        Policy {
            tier: Tier::LiveMounts,
            folders,
            readable: readable.map(system).to_vec(),
            links: Vec::new(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: self.home(),
            network: Network::Open,
            ports: Vec::new(),
            attempts: OnAttempt::Ignore,
            canary: self.canary(),
            data: vec![self.path().join("data")],
            kept_out: Vec::new(),
        }
    }

    /// A shell that runs what it is told, one line at a time.
    pub(crate) fn shell(&self, folders: Vec<RootEntry>) -> Launch {
        let script = "while IFS= read -r line; do eval \"$line\" </dev/null 2>&1; s=$?; echo; echo \"=$s\"; done";
        Launch {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
            cwd: self.home(),
            policy: Some(self.policy(folders)),
            bounds: Bounds::default(),
        }
    }
}

pub(crate) fn root_of(folder: &Path) -> Root {
    let wanted = StatxFlags::INO | StatxFlags::BTIME;
    let seen = statx(CWD, folder, AtFlags::SYMLINK_NOFOLLOW, wanted).unwrap();
    let knows_birth = seen.stx_mask & StatxFlags::BTIME.bits() != 0;
    let born = seen.stx_btime.tv_sec * 1_000_000_000 + i64::from(seen.stx_btime.tv_nsec);
    let identity = Identity {
        device: makedev(seen.stx_dev_major, seen.stx_dev_minor),
        inode: seen.stx_ino,
        born: knows_birth.then_some(born),
    };
    Root { path: AbsolutePath::new(folder).unwrap(), identity }
}

pub(crate) fn read(folder: &Path) -> RootEntry {
    RootEntry { root: root_of(folder), access: Access::Read }
}

pub(crate) fn write(folder: &Path) -> RootEntry {
    RootEntry { root: root_of(folder), access: Access::ReadWrite }
}

/// One keeper. Killed when dropped.
pub(crate) struct Kept {
    pub(crate) keeper: Child,
    socket: Option<UnixStream>,
    frames: Frames,
    changes: u64,
}

/// A server that runs, and the test's ends of its streams.
pub(crate) struct Server {
    pub(crate) kept: Kept,
    pub(crate) pid: u32,
    /// The proof for the launch.
    pub(crate) proof: Option<Proof>,
    pub(crate) stdin: Option<std::io::PipeWriter>,
    pub(crate) stdout: BufReader<std::io::PipeReader>,
}

impl Kept {
    #[expect(clippy::disallowed_methods, reason = "the keeper is what is tested")]
    pub(crate) fn new() -> Self {
        Self::by(Command::new(keeper()))
    }

    /// A keeper that this command comes to be.
    fn by(mut command: Command) -> Self {
        let (ours, keepers) = UnixStream::pair().unwrap();
        ours.set_read_timeout(Some(PATIENCE)).unwrap();
        let keeper = command
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(keepers)))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self { keeper, socket: Some(ours), frames: Frames::default(), changes: 0 }
    }

    pub(crate) fn survey() -> Capabilities {
        let mut kept = Self::new();
        kept.send(&Order::Survey);
        match kept.report() {
            Report::Surveyed(capabilities) => capabilities,
            other => panic!("{other:?}"),
        }
    }

    fn socket(&self) -> &UnixStream {
        self.socket.as_ref().unwrap()
    }

    pub(crate) fn send(&mut self, order: &Order) {
        self.send_bytes(&order.to_frame().unwrap());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.socket().write_all(bytes).unwrap();
    }

    /// As if the app were gone.
    pub(crate) fn hang_up(&mut self) {
        self.socket = None;
    }

    pub(crate) fn report(&mut self) -> Report {
        loop {
            if let Some(frame) = self.frames.next_frame().unwrap() {
                return Report::parse(&frame).unwrap();
            }
            let mut bytes = [0; 4096];
            let count = match self.socket().read(&mut bytes) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                read => read.unwrap(),
            };
            assert!(count > 0, "the keeper hung up");
            self.frames.push(&bytes[..count]);
        }
    }

    /// Grants exactly these; whether the proof holds is all that is looked at.
    pub(crate) fn enforce_unchecked(&mut self, folders: Vec<RootEntry>) {
        let proof = self.change(folders);
        assert!(self.all_of(proof).holds());
    }

    /// Grants exactly these, and waits until it is told; the rest may follow.
    pub(crate) fn change(&mut self, folders: Vec<RootEntry>) -> Proof {
        self.changes += 1;
        let change = self.changes;
        self.send(&Order::Enforce { change, folders });
        match self.report() {
            Report::Proven(proof) => {
                assert_eq!(proof.change, change);
                assert!(proof.holds(), "{proof:?}");
                proof
            }
            other => panic!("{other:?}"),
        }
    }

    /// With the rest, if it follows.
    pub(crate) fn all_of(&mut self, proof: Proof) -> Proof {
        if !proof.rest_follows {
            return proof;
        }
        match self.report() {
            Report::Rest { change, findings } => {
                assert_eq!(change, proof.change);
                proof.with_rest(findings)
            }
            other => panic!("{other:?}"),
        }
    }

    fn launch(&mut self, launch: Launch, streams: &[OwnedFd; 3]) {
        let frame = Order::Launch(Box::new(launch)).to_frame().unwrap();
        let descriptors = streams.each_ref().map(OwnedFd::as_fd);
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        ancillary.push(SendAncillaryMessage::ScmRights(&descriptors));
        let parts = [IoSlice::new(&frame)];
        let sent = sendmsg(self.socket(), &parts, &mut ancillary, SendFlags::NOSIGNAL).unwrap();
        self.socket().write_all(&frame[sent..]).unwrap();
    }
}

#[track_caller]
pub(crate) fn assert_all_end(family: &[Watched]) {
    assert!(!family.is_empty());
    for process in family {
        assert!(process.ends_within(PATIENCE), "{process:?}");
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.socket = None;
        _ = self.keeper.wait();
    }
}

pub(crate) fn launch(launch: Launch) -> Server {
    try_launch(launch).unwrap()
}

pub(crate) fn try_launch(launch: Launch) -> Result<Server, Refusal> {
    launch_by(Kept::new(), launch)
}

/// By a keeper that `command` comes to be.
pub(crate) fn try_launch_by(command: Command, launch: Launch) -> Result<Server, Refusal> {
    launch_by(Kept::by(command), launch)
}

fn launch_by(mut kept: Kept, launch: Launch) -> Result<Server, Refusal> {
    let (stdin, writer) = std::io::pipe().unwrap();
    let (reader, stdout) = std::io::pipe().unwrap();
    let stderr = std::io::stderr().as_fd().try_clone_to_owned().unwrap();
    let has_policy = launch.policy.is_some();
    let network = launch.policy.as_ref().map(|policy| policy.network);
    kept.launch(launch, &[stdin.into(), stdout.into(), stderr]);
    let pid = match kept.report() {
        Report::Started { pid } => pid,
        Report::NotStarted(refusal) => return Err(refusal),
        other => panic!("{other:?}"),
    };
    let proof = has_policy.then(|| match kept.report() {
        Report::Proven(proof) => proof,
        other => panic!("{other:?}"),
    });
    if network == Some(Network::Destinations) {
        // What it leads to is closed: nobody decides here.
        let report = kept.report();
        assert!(matches!(report, Report::Connected { .. }), "{report:?}");
    }
    let stdout = BufReader::new(reader);
    Ok(Server { kept, pid, proof, stdin: Some(writer), stdout })
}

impl Server {
    /// Grants exactly these.
    pub(crate) fn enforce(&mut self, folders: Vec<RootEntry>) -> Proof {
        self.kept.changes += 1;
        let change = self.kept.changes;
        self.kept.send(&Order::Enforce { change, folders });
        match self.kept.report() {
            Report::Proven(proof) => {
                assert_eq!(proof.change, change);
                self.kept.all_of(proof)
            }
            other => panic!("{other:?}"),
        }
    }

    /// Like [`enforce`](Self::enforce), where nothing may go wrong.
    pub(crate) fn grant(&mut self, folders: Vec<RootEntry>) -> Proof {
        let proof = self.enforce(folders);
        assert_kept(&proof);
        proof
    }

    /// How far each path can be reached from inside.
    pub(crate) fn try_all(&mut self, paths: &[&Path]) -> Vec<Finding> {
        let paths = paths.iter().map(|path| (path.to_path_buf(), Reach::Nothing)).collect();
        self.kept.send(&Order::Try { ticket: 7, paths });
        match self.kept.report() {
            Report::Tried { ticket: 7, findings } => findings,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn reach(&mut self, path: &Path) -> Reach {
        self.try_all(&[path])[0].found
    }

    /// Has the shell run a line: what it writes and its status.
    pub(crate) fn run(&mut self, line: &str) -> (String, i32) {
        self.begin(line);
        self.outcome()
    }

    /// Has the shell begin with a line.
    pub(crate) fn begin(&mut self, line: &str) {
        assert!(!line.contains('\n'), "{line}");
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// What the line that was begun has written, and its status.
    pub(crate) fn outcome(&mut self) -> (String, i32) {
        let mut output = String::new();
        loop {
            let mut line = Vec::new();
            let count = self.stdout.read_until(b'\n', &mut line).unwrap();
            assert!(count > 0, "the server ended after {output:?}");
            let line = String::from_utf8_lossy(&line).into_owned();
            if let Some(status) = line.strip_prefix('=') {
                output.truncate(output.trim_end_matches('\n').len());
                return (output, status.trim().parse().unwrap());
            }
            output.push_str(&line);
        }
    }

    #[track_caller]
    pub(crate) fn succeeds(&mut self, line: &str) -> String {
        let (output, status) = self.run(line);
        assert_eq!(status, 0, "{line}: {output}");
        output
    }

    #[track_caller]
    pub(crate) fn fails(&mut self, line: &str) -> String {
        let (output, status) = self.run(line);
        assert_ne!(status, 0, "{line}: {output}");
        output
    }

    /// Every process that came of the keeper.
    pub(crate) fn family(&self) -> Vec<Watched> {
        let mut found = Vec::new();
        let mut parents = vec![self.kept.keeper.id()];
        while let Some(parent) = parents.pop() {
            let children = children_of(parent);
            found.extend(children.iter().map(|child| Watched::new(*child)));
            parents.extend(children);
        }
        found
    }

    pub(crate) fn end(&mut self) -> End {
        match self.kept.report() {
            Report::Ended(end) => end,
            other => panic!("{other:?}"),
        }
    }
}

/// Nothing is reached that should not be, everything is that should be, nothing is withheld.
#[track_caller]
pub(crate) fn assert_kept(proof: &Proof) {
    assert!(proof.withheld.is_empty(), "{proof:?}");
    for finding in &proof.findings {
        assert_eq!(finding.found, finding.expected, "{proof:?}");
    }
}

/// A path as a word of a shell.
pub(crate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_str().unwrap().replace('\'', "'\\''"))
}
