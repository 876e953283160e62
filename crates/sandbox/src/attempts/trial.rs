//! Trying what is guarded as the server is held to it: in its place, under the filter by which its calls
//! are handed over, with a guard of the same rules.

use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_core::{Guarded, RootEntry};
use paddock_sandbox::{Finding, Reach};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Access, AtFlags, CWD, FileType, accessat, statat};
use rustix::io::Errno;
use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use super::filter::{self, Handover};
use super::listener::Listener;
use crate::boundary::Within;
use crate::guard::Guard;
use crate::probe;

/// What many folders have of what other programs run. The first one that is there is tried.
const USUAL: [&str; 8] = [
    ".git/config",
    ".git/HEAD",
    ".git",
    ".envrc",
    ".vscode/settings.json",
    ".claude/settings.json",
    ".mcp.json",
    ".npmrc",
];

/// What can be read in these folders, and not written. What the person could not write either, or is
/// not there, would prove nothing.
pub(crate) fn guarded_files(folders: &[RootEntry]) -> Vec<(PathBuf, Reach)> {
    let guarded = folders.iter().filter(|entry| entry.access.guards());
    let files = guarded.filter_map(|entry| {
        let file = |name: &&str| entry.root.path.as_path().join(name);
        let is_held = |name: &&&str| Guarded::from(entry.access, Path::new(name)).is_some();
        let mut files = USUAL.iter().filter(is_held).map(file);
        files.find(|file| nearest(file, folders) == Some(entry) && is_written_outside(file))
    });
    files.map(|file| (file, Reach::Read)).collect()
}

fn nearest<'a>(file: &Path, folders: &'a [RootEntry]) -> Option<&'a RootEntry> {
    let around = folders.iter().filter(|entry| file.starts_with(entry.root.path.as_path()));
    around.max_by_key(|entry| entry.root.path.as_path().as_os_str().len())
}

fn is_written_outside(file: &Path) -> bool {
    let seen = statat(CWD, file, AtFlags::SYMLINK_NOFOLLOW);
    let is_file =
        seen.is_ok_and(|seen| FileType::from_raw_mode(seen.st_mode) == FileType::RegularFile);
    is_file && accessat(CWD, file, Access::READ_OK | Access::WRITE_OK, AtFlags::EACCESS).is_ok()
}

/// Tries how far each path can be reached by whoever is `within` and has their calls carried out by
/// `guard`. Nothing is changed, whatever is let through: a file is opened and not written.
///
/// # Errors
///
/// It could not be tried.
pub(crate) fn try_all(
    guard: Guard,
    within: &Within,
    paths: &[(PathBuf, Reach)],
) -> io::Result<Vec<Finding>> {
    let (filter, handover) = filter::watch(None, true)?;
    let inside = || {
        within.take_on()?;
        // What it names is read from its memory.
        set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        filter.install()
    };
    let mut trial = Trial { handover, listener: None, guard };
    probe::probe_while(inside, paths, &mut |answers, time| trial.serve_until(answers, time))
}

/// Carries calls out for one probe after the other.
struct Trial {
    handover: Handover,
    listener: Option<Listener>,
    guard: Guard,
}

impl Trial {
    /// Whether there is something to read in time.
    fn serve_until(&mut self, answers: BorrowedFd<'_>, time: Duration) -> io::Result<bool> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let [answered, calls, done, handed] = self.wait(answers, left)?;
            if !answered.is_empty() {
                return Ok(true);
            }
            if left.is_zero() {
                return Ok(false);
            }
            if !handed.is_empty() {
                self.listener = Some(self.handover.listener()?);
            }
            let Some(listener) = &self.listener else { continue };
            if !done.is_empty() {
                self.guard.hear(listener)?;
            }
            if calls.contains(PollFlags::IN) {
                if let Some(call) = listener.receive()?
                    && !self.guard.take(call, listener)?
                {
                    listener.resume(call.id)?;
                }
            } else if !calls.is_empty() {
                self.listener = None;
            }
        }
    }

    fn wait(&self, answers: BorrowedFd<'_>, time: Duration) -> io::Result<[PollFlags; 4]> {
        let time = Timespec::try_from(time).map_err(|_| Errno::INVAL)?;
        let (handover, nobody) = (self.handover.as_fd(), PollFlags::empty());
        let calls = self.listener.as_ref().map(|listener| listener.as_fd());
        let done = self.guard.answers();
        // What is not there is asked of the first once more, and not looked at.
        let mut polled = [Some(answers), calls, done, Some(handover)]
            .map(|fd| PollFd::from_borrowed_fd(fd.unwrap_or(answers), PollFlags::IN));
        match poll(&mut polled, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
        let [first, second, third, fourth] = polled.map(|it| it.revents());
        let second = if calls.is_some() { second } else { nobody };
        Ok([first, second, if done.is_some() { third } else { nobody }, fourth])
    }
}
