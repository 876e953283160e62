//! Trying from inside what was promised outside.
//!
//! A probe is a child of the keeper in the server's place: it enters the same namespaces, takes on
//! the same confinement and tries. It changes nothing of what it tries.

use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::slice::Chunks;
use std::time::{Duration, Instant};

use paddock_core::{Access, Identity, RootEntry};
use paddock_sandbox::{Finding, Proof, Reach};
use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, accessat, fstat, makedev, mknodat, open, unlinkat,
};
use rustix::io::Errno;

use crate::confine::Confinement;
use crate::folder;
use crate::forked::{Answers, Child, Wait, readable_within};
use crate::kept_out::KeptOut;

/// How long a path that does not answer is waited for: a network or user-space filesystem may hang.
const ONE_PATH: Duration = Duration::from_secs(2);
/// How long all of them together may take.
const ALL_PATHS: Duration = Duration::from_secs(6);
/// How many are answered for at once: each answer wakes the keeper.
const MOST_AT_ONCE: usize = 128;
/// How long that may take. If it takes longer, they are tried one by one, to find which one hangs.
const AT_ONCE: Duration = Duration::from_millis(200);

/// What has to be so after a change.
pub(crate) struct Promise<'a> {
    /// Which change; 0 for the launch.
    pub(crate) change: u64,
    /// The folders let in.
    pub(crate) granted: &'a [RootEntry],
    /// The folders taken out or withheld.
    pub(crate) revoked: &'a [RootEntry],
    pub(crate) canary: &'a Path,
    /// What is not reached either, unless it is granted.
    pub(crate) kept_out: &'a KeptOut,
    /// It is not even known to be there.
    pub(crate) hides: bool,
}

/// Tries a promise from inside. What could not be tried counts as reached, so a proof that holds was
/// made in full.
///
/// Nothing withheld and no open handles are in it yet: the probe can't see them.
pub(crate) fn proof(
    promise: &Promise<'_>,
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
) -> Proof {
    proof_and(promise, enter, confinement, |_| {}).0
}

/// As [`proof`], with the child that tried last, if all was tried: to bury it takes time. It goes on
/// with `then`, which must be async-signal-safe too.
pub(crate) fn proof_and(
    promise: &Promise<'_>,
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
    then: impl Fn(&Answers),
) -> (Proof, Option<Child>) {
    let trials = promise.trials();
    let inside = || enter().and_then(|()| confinement.apply());
    let tried = check_outside(promise.canary).and_then(|()| {
        run(inside, &trials, then, &mut |answers, time| readable_within(answers, time))
    });
    let (findings, child) = tried.unwrap_or_else(|error| {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        (trials.iter().map(|trial| trial.found(Reach::Write, errno)).collect(), None)
    });
    let proof = Proof {
        change: promise.change,
        findings,
        withheld: Vec::new(),
        open_handles: 0,
        passages: Vec::new(),
    };
    (proof, child)
}

/// Forks a child that runs `enter`, then takes on the confinement, and tries how far each path can be
/// reached.
///
/// `enter` and the confinement are run between fork and exit: they must be async-signal-safe. A path
/// that should be reached and does not answer in time is found to be nothing (`ETIMEDOUT`).
///
/// # Errors
///
/// Whatever kept the probe from its place, and `ETIMEDOUT` if a path that should not be reached did
/// not answer.
pub(crate) fn probe(
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
    tries: &[(PathBuf, Reach)],
) -> io::Result<Vec<Finding>> {
    let inside = || enter().and_then(|()| confinement.apply());
    probe_while(inside, tries, &mut |answers, time| readable_within(answers, time))
}

/// As [`probe`], with all that brings a child `inside`, and `wait` to wait for what it finds.
pub(crate) fn probe_while(
    inside: impl Fn() -> Result<(), Errno>,
    tries: &[(PathBuf, Reach)],
    wait: Wait<'_>,
) -> io::Result<Vec<Finding>> {
    let trials: Vec<_> = tries.iter().map(|(path, expected)| Trial::of(path, *expected)).collect();
    run(inside, &trials, |_| {}, wait).map(|(findings, _)| findings)
}

/// A child in the server's place that does `act`, which must be async-signal-safe; nothing if it does
/// not get there.
pub(crate) fn child(
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
    act: impl Fn(&Answers),
) -> io::Result<Child> {
    Child::start(|answers| {
        if enter().and_then(|()| confinement.apply()).is_ok() {
            act(answers);
        }
    })
}

/// A canary that nobody can read would prove nothing.
fn check_outside(canary: &Path) -> io::Result<()> {
    File::open(canary).map(drop)
}

/// One path to be tried, with all that is needed in the child allocated before.
struct Trial {
    path: CString,
    expected: Reach,
    /// Only this folder counts; another one at its path is another matter.
    only: Option<Identity>,
    /// To know of it is to reach it.
    is_hidden: bool,
}

impl Promise<'_> {
    /// What must not be reached comes first: nothing that hangs keeps it from being tried.
    fn trials(&self) -> Vec<Trial> {
        let canary = Trial::of(self.canary, Reach::Nothing);
        let revoked = self.revoked.iter().map(|entry| Trial {
            only: Some(entry.root.identity),
            ..Trial::of(entry.root.path.as_path(), self.reach_of(entry))
        });
        let kept_out = self.kept_out.beside(self.granted);
        let kept_out = kept_out.into_iter().map(|(path, identity)| Trial {
            only: Some(identity),
            is_hidden: self.hides,
            ..Trial::of(path, Reach::Nothing)
        });
        let granted = self
            .granted
            .iter()
            .map(|entry| Trial::of(entry.root.path.as_path(), reach(entry.access)));
        let mut trials: Vec<_> =
            [canary].into_iter().chain(kept_out).chain(revoked).chain(granted).collect();
        trials.sort_by_key(|trial| trial.expected);
        trials
    }

    /// How far a folder that is not granted itself is reached by the nearest one that is.
    fn reach_of(&self, entry: &RootEntry) -> Reach {
        let above = self
            .granted
            .iter()
            .filter(|granted| entry.root.path.as_path().starts_with(granted.root.path.as_path()));
        let nearest = above.max_by_key(|granted| granted.root.path.as_path().as_os_str().len());
        nearest.map_or(Reach::Nothing, |granted| reach(granted.access))
    }
}

fn reach(access: Access) -> Reach {
    match access {
        Access::Read => Reach::Read,
        Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => Reach::Write,
    }
}

impl Trial {
    fn of(path: &Path, expected: Reach) -> Self {
        // Cannot be: no path with NUL comes over the wire. The empty one is never reached.
        let path = CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        Self { path, expected, only: None, is_hidden: false }
    }

    fn found(&self, found: Reach, errno: i32) -> Finding {
        let path = PathBuf::from(OsStr::from_bytes(self.path.as_bytes()));
        Finding { path, expected: self.expected, found, errno }
    }
}

fn run(
    inside: impl Fn() -> Result<(), Errno>,
    trials: &[Trial],
    then: impl Fn(&Answers),
    wait: Wait<'_>,
) -> io::Result<(Vec<Finding>, Option<Child>)> {
    let end = Instant::now() + ALL_PATHS;
    let unmade = unused_name();
    let mut findings = Vec::with_capacity(trials.len());
    let mut at_once = MOST_AT_ONCE;
    while findings.len() < trials.len() {
        let left = &trials[findings.len()..];
        let child = Child::start(|answers| {
            if try_all(&inside, left.chunks(at_once), &unmade, answers).is_ok() {
                then(answers);
            }
        })?;
        let time = if at_once > 1 { AT_ONCE } else { ONE_PATH };
        hear(&child, left.chunks(at_once), (time, end), wait, &mut findings)?;
        // It fell silent on the next ones; another child goes on there.
        match trials.get(findings.len()) {
            None => return Ok((findings, Some(child))),
            Some(_) if at_once > 1 => at_once = 1,
            Some(silent) if silent.expected == Reach::Nothing => {
                return Err(Errno::TIMEDOUT.into());
            }
            Some(silent) => findings.push(silent.found(Reach::Nothing, libc::ETIMEDOUT)),
        }
    }
    Ok((findings, None))
}

/// A name that nothing has and nobody can foresee: a file by it would look like a right to make one.
fn unused_name() -> CString {
    let random = RandomState::new().build_hasher().finish();
    CString::new(format!(".paddock-{random:016x}")).unwrap_or_default()
}

/// In the child. Nothing in here allocates.
fn try_all(
    inside: impl Fn() -> Result<(), Errno>,
    chunks: Chunks<'_, Trial>,
    unmade: &CStr,
    answers: &Answers,
) -> Result<(), Errno> {
    let inside = inside();
    for chunk in chunks {
        let mut told = [[0; Said::SIZE]; MOST_AT_ONCE];
        for (trial, told) in chunk.iter().zip(&mut told) {
            *told = match inside {
                Ok(()) => trial.attempt(unmade).or_fail(),
                Err(errno) => Said::Failed(errno.raw_os_error()),
            }
            .to_bytes();
        }
        answers.send(told[..chunk.len()].as_flattened());
    }
    inside
}

impl Trial {
    fn attempt(&self, unmade: &CStr) -> Said {
        if self.is_hidden && self.is_known() {
            return Said::Found(Reach::Read, 0);
        }
        let reading = self.read();
        let writing = match &reading {
            Ok(Opened::Folder(folder)) => make_nothing_in(folder, unmade),
            Ok(Opened::Other(opened)) => self.write(opened, unmade),
            Err(_) => self.point().and_then(|place| self.write(&place, unmade)),
        };
        match (reading, writing) {
            (_, Ok(())) => Said::Found(Reach::Write, 0),
            (Ok(_), Err(errno)) => Said::Found(Reach::Read, errno.raw_os_error()),
            (Err(errno), Err(_)) => Said::Found(Reach::Nothing, errno.raw_os_error()),
        }
    }

    fn is_known(&self) -> bool {
        self.point().is_ok()
    }

    /// Without the right to read it.
    fn point(&self) -> Result<OwnedFd, Errno> {
        let place = open(&self.path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        self.check(&place)?;
        Ok(place)
    }

    /// A folder is read when its entries are.
    fn read(&self) -> Result<Opened, Errno> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let opened = open(&self.path, flags, Mode::empty())?;
        self.check(&opened)?;
        match read_entries(&opened) {
            Ok(()) => Ok(Opened::Folder(opened)),
            Err(Errno::NOTDIR) => Ok(Opened::Other(opened)),
            Err(errno) => Err(errno),
        }
    }

    fn write(&self, place: &OwnedFd, unmade: &CStr) -> Result<(), Errno> {
        let kind = FileType::from_raw_mode(fstat(place)?.st_mode);
        if kind == FileType::Directory {
            return make_nothing_in(place, unmade);
        }
        if kind != FileType::RegularFile {
            return Err(Errno::NOTSUP);
        }
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        open(&self.path, flags, Mode::empty()).map(drop)
    }

    fn check(&self, opened: impl AsFd) -> Result<(), Errno> {
        let Some(only) = self.only else { return Ok(()) };
        if folder::identity(opened)?.is_same(&only) { Ok(()) } else { Err(Errno::STALE) }
    }
}

/// What could be read.
enum Opened {
    Folder(OwnedFd),
    Other(OwnedFd),
}

fn read_entries(folder: impl AsFd) -> Result<(), Errno> {
    let mut space = [MaybeUninit::uninit(); 1024];
    match RawDir::new(folder, &mut space).next() {
        // A name may be longer than the space; then there is one.
        None | Some(Ok(_) | Err(Errno::INVAL)) => Ok(()),
        Some(Err(errno)) => Err(errno),
    }
}

/// Whether something could be made in a folder, without making it: a device node is refused to whoever
/// has no capabilities (`EPERM`), but only after everything that would refuse a file has agreed
/// (`mknod(2)`): the mount, the mode bits and Landlock, which `access(2)` does not ask.
fn make_nothing_in(folder: &OwnedFd, name: &CStr) -> Result<(), Errno> {
    // On a folder marked immutable `mknod` would answer the same.
    accessat(folder, c".", rustix::fs::Access::WRITE_OK, AtFlags::empty())?;
    match mknodat(folder, name, FileType::CharacterDevice, Mode::empty(), makedev(1, 3)) {
        Err(Errno::PERM | Errno::EXIST) => Ok(()),
        Err(errno) => Err(errno),
        Ok(()) => unlinkat(folder, name, AtFlags::empty()),
    }
}

/// What a probe says, one after the other.
#[derive(Clone, Copy)]
enum Said {
    Found(Reach, i32),
    /// It did not get to its place.
    Failed(i32),
}

impl Said {
    const SIZE: usize = 5;

    /// What was not opened for want of room was not tried.
    fn or_fail(self) -> Self {
        match self {
            Self::Found(_, errno @ (libc::EMFILE | libc::ENFILE | libc::ENOMEM)) => {
                Self::Failed(errno)
            }
            said @ (Self::Found(..) | Self::Failed(_)) => said,
        }
    }

    fn to_bytes(self) -> [u8; Self::SIZE] {
        let (tag, errno) = match self {
            Self::Failed(errno) => (b'f', errno),
            Self::Found(Reach::Nothing, errno) => (b'n', errno),
            Self::Found(Reach::Read, errno) => (b'r', errno),
            Self::Found(Reach::Write, errno) => (b'w', errno),
        };
        let [a, b, c, d] = errno.to_le_bytes();
        [tag, a, b, c, d]
    }

    fn from_bytes([tag, errno @ ..]: [u8; Self::SIZE]) -> Option<Self> {
        let errno = i32::from_le_bytes(errno);
        Some(match tag {
            b'f' => Self::Failed(errno),
            b'n' => Self::Found(Reach::Nothing, errno),
            b'r' => Self::Found(Reach::Read, errno),
            b'w' => Self::Found(Reach::Write, errno),
            _ => return None,
        })
    }
}

/// Hears of as many trials as the child tells in time.
fn hear(
    child: &Child,
    chunks: Chunks<'_, Trial>,
    (time, end): (Duration, Instant),
    wait: Wait<'_>,
    findings: &mut Vec<Finding>,
) -> io::Result<()> {
    for chunk in chunks {
        let time = time.min(end.saturating_duration_since(Instant::now()));
        let mut told = [[0; Said::SIZE]; MOST_AT_ONCE];
        let told = &mut told[..chunk.len()];
        if !child.answer_while(told.as_flattened_mut(), time, wait)? {
            return Ok(());
        }
        for (trial, answer) in chunk.iter().zip(told) {
            match Said::from_bytes(*answer) {
                Some(Said::Found(found, errno)) => findings.push(trial.found(found, errno)),
                Some(Said::Failed(errno)) => return Err(io::Error::from_raw_os_error(errno)),
                None => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
