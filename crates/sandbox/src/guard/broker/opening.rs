//! Opening for the server: where a link leads, what may only be read, who waits.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{
    CWD, FileType, Mode, OFlags, ResolveFlags, fcntl_getfl, fcntl_setfl, fstat, ftruncate, openat,
    openat2,
};
use rustix::io::Errno;
use rustix::process::chdir;

use super::{Broker, Failure, LINK_LIMIT, REFUSED, has_other_names};
use crate::forked::{exit_at_once, fork};
use crate::guard::calls::changes;
use crate::guard::message::{Act, Completed, Outcome, Request};
use crate::guard::place::{Spot, path_of_open};
use crate::guard::zones::Verdict;

impl Broker {
    pub(super) fn open(&self, request: &Request) -> Result<Outcome, Failure> {
        let resolve = resolve_flags(request);
        let flags = OFlags::from_bits_retain(request.flags.cast_unsigned());
        let follows =
            !flags.contains(OFlags::NOFOLLOW) && !flags.contains(OFlags::CREATE | OFlags::EXCL);
        self.follow(request, resolve, follows, |spot| {
            let flags = self.permitted(spot, flags, follows)?;
            let opened = self.open_or_make(spot, request, flags - OFlags::TRUNC)?;
            self.prepare(&opened, flags, &spot.real)?;
            let is_link = flags.contains(OFlags::PATH) && follows && is_link(&opened)?;
            if is_link { Err(Errno::LOOP.into()) } else { Ok(opened) }
        })
    }

    /// The flags to open it with: what may not be changed may still be read.
    pub(super) fn permitted(
        &self,
        spot: &Spot<'_>,
        flags: OFlags,
        follows: bool,
    ) -> Result<OFlags, Failure> {
        let raw = flags.bits().cast_signed();
        if !changes(raw) {
            return Ok(flags);
        }
        let verdict = self.judge_content(spot);
        if verdict == Verdict::Free {
            return Ok(flags);
        }
        let creates = flags.contains(OFlags::CREATE);
        match spot.kind() {
            None if !creates => Err(Errno::NOENT.into()),
            Some(_) if creates && flags.contains(OFlags::EXCL) => Err(Errno::EXIST.into()),
            Some(FileType::Symlink) if follows && verdict == Verdict::Outside => {
                Err(Errno::LOOP.into())
            }
            Some(_) if !changes(raw & !libc::O_CREAT) => Ok(flags - OFlags::CREATE),
            None | Some(_) => Err(self.refused(&spot.real)),
        }
    }

    /// Tries `act` where the first name is, and where a link there leads if it says so by `ELOOP`.
    pub(super) fn follow(
        &self,
        request: &Request,
        resolve: ResolveFlags,
        follows: bool,
        mut act: impl FnMut(&Spot<'_>) -> Result<OwnedFd, Failure>,
    ) -> Result<Outcome, Failure> {
        let mut path = request.first.path.clone();
        for _ in 0..LINK_LIMIT {
            self.turns.leave()?;
            let find = || Spot::find(&request.first, &path, resolve);
            let spot = self.turns.take_where(find, Spot::device)?;
            let failed = match act(&spot) {
                Ok(opened) => return Ok(Outcome::Opened(opened)),
                Err(Failure::Errno(errno @ (Errno::LOOP | Errno::NOTDIR))) if follows => errno,
                Err(Failure::Errno(Errno::NXIO | Errno::AGAIN))
                    if self.waits_for_somebody(request, &spot) =>
                {
                    return Ok(self.wait(request, &spot)?);
                }
                Err(failure) => return Err(failure),
            };
            path = spot.linked_path().ok_or(failed)?;
            if resolve.is_empty() && is_of_the_caller(&path) {
                return Ok(Outcome::Elsewhere(path));
            }
            if resolve.contains(ResolveFlags::NO_SYMLINKS) {
                return Err(Errno::LOOP.into());
            }
        }
        Err(Errno::LOOP.into())
    }

    fn waits_for_somebody(&self, request: &Request, spot: &Spot<'_>) -> bool {
        let may_wait = request.flags & libc::O_NONBLOCK == 0;
        may_wait
            && matches!(request.act, Act::Open | Act::OpenHow)
            && matches!(spot.kind(), Some(FileType::Fifo | FileType::RegularFile))
            && self.judge_second_name(spot) == Verdict::Free
    }

    /// Has a child wait for the other end of a pipe, or for a lease to end.
    fn wait(&self, request: &Request, spot: &Spot<'_>) -> Result<Outcome, Errno> {
        // The child is none of the server's processes, which are counted.
        if !request.may_wait {
            return Err(Errno::AGAIN);
        }
        // The child would keep the turn, for as long as it waits.
        self.turns.leave()?;
        if fork().map_err(|_| Errno::AGAIN)?.is_some() {
            return Ok(Outcome::Waits);
        }
        let bound =
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
        if bound.is_ok() && chdir(c"/").is_ok() {
            let flags = request.flags & !libc::O_TRUNC | libc::O_NOFOLLOW | libc::O_CLOEXEC;
            let flags = OFlags::from_bits_retain(flags.cast_unsigned());
            let mode = Mode::from_raw_mode(request.mode);
            let opened = openat(spot, spot.name.as_c_str(), flags, mode);
            // There is one witness, and the broker asks it.
            let emptied = |opened: OwnedFd| match has_other_names(&opened)? {
                true => Err(REFUSED),
                false if request.flags & libc::O_TRUNC != 0 => {
                    empty(&opened, flags).map(|()| opened)
                }
                false => Ok(opened),
            };
            let outcome = opened.and_then(emptied).map_or_else(Outcome::Failed, Outcome::Opened);
            _ = Completed { number: request.number, outcome, transient: None }.send(&self.socket);
        }
        exit_at_once()
    }

    /// Opens once more what the caller has open.
    pub(super) fn open_again(&self, request: &Request) -> Result<Outcome, Failure> {
        let file = request.first.base.as_ref().ok_or(Errno::BADF)?;
        let flags = OFlags::from_bits_retain(request.flags.cast_unsigned());
        if flags.contains(OFlags::CREATE | OFlags::EXCL) {
            return Err(Errno::EXIST.into());
        }
        if flags.contains(OFlags::NOFOLLOW) || !resolve_flags(request).is_empty() {
            return Err(Errno::LOOP.into());
        }
        let changes = changes(request.flags & !libc::O_CREAT);
        let real = if changes { self.judge_open_content(file)? } else { PathBuf::new() };
        let again = (flags - OFlags::CREATE - OFlags::TRUNC) | OFlags::NONBLOCK;
        let mode = Mode::from_raw_mode(request.mode);
        let opened = openat(CWD, path_of_open(file).as_c_str(), again, mode)?;
        self.prepare(&opened, flags, &real)?;
        as_asked(&opened, request)?;
        Ok(Outcome::Opened(opened))
    }

    /// What is to be changed, or emptied, once it is known which file it is.
    fn prepare(&self, opened: &OwnedFd, flags: OFlags, real: &Path) -> Result<(), Failure> {
        if !changes(flags.bits().cast_signed() & !libc::O_CREAT) {
            return Ok(());
        }
        self.judge_names(opened, real)?;
        if flags.contains(OFlags::TRUNC) { Ok(empty(opened, flags)?) } else { Ok(()) }
    }
}

/// Never waits.
pub(super) fn open_at(spot: &Spot<'_>, request: &Request, flags: OFlags) -> Result<OwnedFd, Errno> {
    let mut flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut mode = Mode::from_raw_mode(request.mode);
    if flags.contains(OFlags::PATH) {
        return openat2(spot, spot.name.as_c_str(), flags, mode, resolve_flags(request));
    }
    flags |= OFlags::NONBLOCK;
    if request.act == Act::Open {
        let opened = openat(spot, spot.name.as_c_str(), flags, mode)?;
        return as_asked(&opened, request).map(|()| opened);
    }
    if !flags.intersects(OFlags::CREATE) && !flags.contains(OFlags::TMPFILE) {
        // It was not asked for if what is there is only read now.
        mode = if request.flags & libc::O_CREAT == 0 { mode } else { Mode::empty() };
    }
    if mode.intersects(Mode::SUID | Mode::SGID) {
        return Err(Errno::PERM);
    }
    let resolve = resolve_flags(request) | ResolveFlags::NO_MAGICLINKS;
    let opened = openat2(spot, spot.name.as_c_str(), flags, mode, resolve)?;
    as_asked(&opened, request).map(|()| opened)
}

/// Has reading and writing wait again.
fn as_asked(opened: &OwnedFd, request: &Request) -> Result<(), Errno> {
    if request.flags & libc::O_NONBLOCK != 0 {
        return Ok(());
    }
    fcntl_setfl(opened, fcntl_getfl(opened)? - OFlags::NONBLOCK)
}

fn resolve_flags(request: &Request) -> ResolveFlags {
    let is_how = request.act == Act::OpenHow;
    if is_how { ResolveFlags::from_bits_retain(request.extra) } else { ResolveFlags::empty() }
}

pub(super) fn is_link(file: &OwnedFd) -> Result<bool, Errno> {
    Ok(FileType::from_raw_mode(fstat(file)?.st_mode) == FileType::Symlink)
}

/// Whether the path means something else to every process.
pub(super) fn is_of_the_caller(path: &[u8]) -> bool {
    ["/proc/self/", "/proc/thread-self/", "/dev/fd/"]
        .iter()
        .any(|start| path.starts_with(start.as_bytes()))
}

/// As `O_TRUNC` does, which is only for files.
fn empty(opened: &OwnedFd, flags: OFlags) -> Result<(), Errno> {
    let seen = fstat(opened)?;
    let is_file = FileType::from_raw_mode(seen.st_mode) == FileType::RegularFile;
    if !is_file || seen.st_size == 0 {
        return Ok(());
    }
    if flags.intersects(OFlags::WRONLY | OFlags::RDWR) {
        return ftruncate(opened, 0);
    }
    let flags = OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    ftruncate(openat(CWD, path_of_open(opened).as_c_str(), flags, Mode::empty())?, 0)
}
