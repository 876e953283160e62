//! The process that knows the files of programs, whatever other names these have, and what the
//! person's own programs are led to.
//!
//! A broker sees what its server sees, which need not be all of a program or of what a repository is
//! made of. This one sees what the keeper does. It opens folders and the settings of Git, and all that
//! it says is yes, no and where.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_sandbox::DeniedBy;
use paddock_sandbox::led::{Held, Led};
use rustix::io::{Errno, read, retry_on_intr, write};
use rustix::process::getuid;

use super::leads::Leads;
use crate::aliases::everywhere;

/// How much of programs is looked through for one file. What takes more counts as found.
const FILES: u32 = 200_000;
const TIME: Duration = Duration::from_secs(2);

/// What took longer than this to look at is not looked at all the time.
const SLOW: Duration = Duration::from_millis(50);
const AGAIN: Duration = Duration::from_secs(1);

/// A file, by device and inode.
type Key = (u64, u64);

/// The broker's way to ask.
pub(super) struct Witness(pub(super) OwnedFd);

const KNOWS: u8 = b'k';
const LEADS: u8 = b'l';
const AROUND: u8 = b'a';

const OF_PROGRAM: u8 = b'y';
const LED_TO: u8 = b'g';
const NO: u8 = b'n';
/// Nothing leads elsewhere than it was told to.
const AS_BEFORE: u8 = b'=';
/// More is led to than can be told.
const TOO_MUCH: u8 = b'*';
const PLACE: u8 = b'p';
const SOURCE: u8 = b's';
const NO_MORE: u8 = b'.';

/// A tag and the longest path.
const LARGEST: usize = 1 + 4096;

impl Witness {
    /// What denies a change of this file: a program is made of it, or the person's own are led to it.
    /// One that nobody can tell of counts as a program's.
    pub(super) fn denies(&self, device: u64, inode: u64) -> Option<DeniedBy> {
        let mut question = [KNOWS; 17];
        question[1..9].copy_from_slice(&device.to_le_bytes());
        question[9..].copy_from_slice(&inode.to_le_bytes());
        let mut answer = [0; 1];
        let asked = self.ask(&question).and_then(|()| self.hear(&mut answer));
        match (asked, answer) {
            (Ok(1), [NO]) => None,
            (Ok(1), [LED_TO]) => Some(DeniedBy::Guard),
            _ => Some(DeniedBy::Program),
        }
    }

    /// What the person's own programs are led to, if that changed since it was last told.
    pub(super) fn leads(&self) -> Option<Leads> {
        self.told(&[LEADS]).unwrap_or(Some(Leads::Unknown))
    }

    /// The same, with what repositories around this folder lead to.
    pub(super) fn leads_around(&self, folder: &Path) -> Option<Leads> {
        let question = [&[AROUND], folder.as_os_str().as_bytes()].concat();
        self.told(&question).unwrap_or(Some(Leads::Unknown))
    }

    fn told(&self, question: &[u8]) -> Result<Option<Leads>, Errno> {
        if question.len() > LARGEST {
            return Err(Errno::NAMETOOLONG);
        }
        self.ask(question)?;
        let (mut places, mut sources, mut answer) = (Vec::new(), Vec::new(), [0; LARGEST]);
        let path = |bytes: &[u8]| PathBuf::from(OsString::from_vec(bytes.to_vec()));
        loop {
            let count = self.hear(&mut answer)?;
            match answer[..count] {
                [AS_BEFORE] => return Ok(None),
                [TOO_MUCH] => return Ok(Some(Leads::Unknown)),
                [PLACE, ref bytes @ ..] => places.push(path(bytes)),
                [SOURCE, ref bytes @ ..] => sources.push(path(bytes)),
                [NO_MORE] => return Ok(Some(Leads::To { places, sources })),
                _ => return Err(Errno::BADMSG),
            }
        }
    }

    fn ask(&self, question: &[u8]) -> Result<(), Errno> {
        retry_on_intr(|| write(&self.0, question)).map(drop)
    }

    fn hear(&self, answer: &mut [u8]) -> Result<usize, Errno> {
        retry_on_intr(|| read(&self.0, &mut *answer))
    }
}

/// Answers until nobody asks any more.
pub(super) fn serve(socket: &OwnedFd, programs: &[PathBuf], held: &[Held]) {
    let mut known =
        Known { programs, held, home: home(), led: None, places: Vec::new(), lasts_until: None };
    let mut question = [0; LARGEST];
    while let Ok(count) = retry_on_intr(|| read(socket, &mut question)) {
        let answered = match question[..count] {
            [KNOWS, ref key @ ..] if key.len() == 16 => say(socket, &[known.knows(key)]),
            [LEADS] => known.tell(socket),
            [AROUND, ref folder @ ..] => {
                known.tell_around(Path::new(OsStr::from_bytes(folder)), socket)
            }
            _ => return,
        };
        if answered.is_err() {
            return;
        }
    }
}

fn say(socket: &OwnedFd, answer: &[u8]) -> Result<(), Errno> {
    retry_on_intr(|| write(socket, answer)).map(drop)
}

struct Known<'a> {
    programs: &'a [PathBuf],
    held: &'a [Held],
    home: Option<PathBuf>,
    led: Option<Led>,
    places: Vec<PathBuf>,
    lasts_until: Option<Instant>,
}

impl Known<'_> {
    fn knows(&self, key: &[u8]) -> u8 {
        let (device, inode) = key.split_at(8);
        let number = |half: &[u8]| half.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let (mut search, file) = (Search::new(), (number(device), number(inode)));
        if search.finds(file, self.programs) {
            OF_PROGRAM
        } else if search.finds(file, &self.places) {
            LED_TO
        } else {
            NO
        }
    }

    fn tell(&mut self, socket: &OwnedFd) -> Result<(), Errno> {
        let began = Instant::now();
        if self.lasts_until.is_some_and(|until| began < until) {
            return say(socket, &[AS_BEFORE]);
        }
        let mut led = self.led.take();
        let leads_elsewhere =
            led.as_mut().is_none_or(|led| led.follow(self.held, self.home.as_deref()));
        let led = led.unwrap_or_else(|| self.look());
        let took = began.elapsed();
        let rest = if took > SLOW { 4 * took } else { Duration::ZERO };
        self.lasts_until = Some(Instant::now() + led.lasts().max(rest).min(AGAIN));
        if leads_elsewhere {
            return self.tell_all(led, socket);
        }
        self.led = Some(led);
        say(socket, &[AS_BEFORE])
    }

    fn tell_around(&mut self, folder: &Path, socket: &OwnedFd) -> Result<(), Errno> {
        let mut led = self.led.take().unwrap_or_else(|| self.look());
        if led.look_around(folder, self.held, self.home.as_deref()) {
            return self.tell_all(led, socket);
        }
        self.led = Some(led);
        say(socket, &[AS_BEFORE])
    }

    fn look(&self) -> Led {
        Led::from(self.held, self.home.as_deref())
    }

    fn tell_all(&mut self, led: Led, socket: &OwnedFd) -> Result<(), Errno> {
        let all = |paths: &BTreeSet<PathBuf>| {
            let paths: Vec<_> = paths.iter().cloned().collect();
            everywhere(&paths).map_err(|_| Errno::IO)
        };
        self.places = all(&led.places)?;
        let sources = all(&led.sources)?;
        let is_too_much = led.is_too_much();
        self.led = Some(led);
        let mut told = self.places.iter().chain(&sources);
        if is_too_much || told.any(|path| path.as_os_str().len() >= LARGEST) {
            return say(socket, &[TOO_MUCH]);
        }
        for (tag, paths) in [(PLACE, &self.places), (SOURCE, &sources)] {
            for path in paths {
                say(socket, &[&[tag], path.as_os_str().as_bytes()].concat())?;
            }
        }
        say(socket, &[NO_MORE])
    }
}

/// The person's, as the account has it: the keeper has no environment.
fn home() -> Option<PathBuf> {
    let accounts = fs::read("/etc/passwd").ok()?;
    let own = getuid().as_raw().to_string();
    let mut lines = accounts.split(|&byte| byte == b'\n');
    let mut fields = lines.find_map(|line| {
        let fields: Vec<_> = line.split(|&byte| byte == b':').collect();
        (fields.get(2) == Some(&own.as_bytes())).then_some(fields)
    })?;
    let home = fields.get_mut(5).map(|home| PathBuf::from(OsString::from_vec(home.to_vec())))?;
    home.is_absolute().then_some(home)
}

struct Search {
    left: u32,
    until: Instant,
}

impl Search {
    fn new() -> Self {
        Self { left: FILES, until: Instant::now() + TIME }
    }

    fn finds(&mut self, file: Key, programs: &[PathBuf]) -> bool {
        let mut folders = VecDeque::new();
        for program in programs {
            match fs::symlink_metadata(program) {
                Ok(found) if found.is_dir() => folders.push_back(program.clone()),
                Ok(found) if key(&found) == file => return true,
                Ok(_) | Err(_) => {}
            }
        }
        while let Some(folder) = folders.pop_front() {
            if self.finds_in(file, &folder, &mut folders) {
                return true;
            }
        }
        false
    }

    fn finds_in(&mut self, file: Key, folder: &Path, folders: &mut VecDeque<PathBuf>) -> bool {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if self.is_over() {
                return true;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push_back(entry.path()),
                Ok(kind) if kind.is_symlink() => {}
                Ok(_) | Err(_) => {
                    if entry.metadata().is_ok_and(|found| key(&found) == file) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 || self.left.is_multiple_of(64) && Instant::now() >= self.until
    }
}

fn key(file: &fs::Metadata) -> Key {
    (file.dev(), file.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_a_program_is_found_however_deep_and_no_other() {
        let world = tempfile::tempdir().unwrap();
        let path = |name: &str| world.path().join(name);
        fs::create_dir_all(path("program/a/b")).unwrap();
        for name in ["program/a/b/file", "alone", "other"] {
            fs::write(path(name), "").unwrap();
        }
        let programs = [path("program"), path("alone"), path("missing")];
        let finds = |name: &str, mut search: Search| {
            search.finds(key(&fs::metadata(path(name)).unwrap()), &programs)
        };
        assert!(finds("program/a/b/file", Search::new()));
        assert!(finds("alone", Search::new()));
        assert!(!finds("other", Search::new()));
        assert!(finds("other", Search { left: 1, ..Search::new() }));
    }

    #[test]
    fn without_a_witness_every_file_counts_as_a_programs() {
        let (ours, theirs) = rustix::net::socketpair(
            rustix::net::AddressFamily::UNIX,
            rustix::net::SocketType::SEQPACKET,
            rustix::net::SocketFlags::CLOEXEC,
            None,
        )
        .unwrap();
        drop(theirs);
        assert_eq!(Witness(ours).denies(1, 2), Some(DeniedBy::Program));
    }
}
