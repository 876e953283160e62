//! What Git has in its folder for a moment is changed by the session alone that made it.

use std::os::fd::OwnedFd;
use std::path::Path;

use paddock_sandbox::DeniedBy;
use paddock_sandbox::believed::Doubt;
use rustix::fs::{CWD, Mode, OFlags, RenameFlags, mkdirat};
use rustix::io::Errno;

use super::opening::open_at;
use super::{Broker, Failure};
use crate::guard::calls::changes;
use crate::guard::made::{MOST, Made};
use crate::guard::message::Request;
use crate::guard::place::Spot;
use crate::guard::zones::Verdict;

impl Broker {
    /// As [`judge_content`](Self::judge_content), of what would come to have two names: a lock has one.
    pub(super) fn judge_second_name(&self, spot: &Spot<'_>) -> Verdict {
        let verdict = self.judge_content(spot);
        let is_lock = verdict == Verdict::Free && self.zones.is_lock(&spot.real);
        if is_lock { Verdict::Guarded } else { verdict }
    }

    /// A lock is a file, which is opened to be made.
    pub(super) fn permit_no_lock(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        if self.zones.is_lock(&spot.real) { Err(self.there_or_refused(spot)) } else { Ok(()) }
    }

    /// A lock that is there is the session's own.
    pub(super) fn permit_own(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        if !self.zones.is_lock(&spot.real) {
            return Ok(());
        }
        match Made::at(spot, spot.bare_name().as_c_str()) {
            Ok(made) if !self.is_own(made) => Err(not_own(&spot.real)),
            Ok(_) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }

    /// The same of what is open, and was at `real` a moment ago.
    pub(super) fn permit_own_open(&self, file: &OwnedFd, real: &Path) -> Result<(), Failure> {
        let may_be_others = self.zones.is_lock(real) && !self.is_own(Made::open(file)?);
        if may_be_others { Err(not_own(real)) } else { Ok(()) }
    }

    /// Of locks, only the session's own are moved, and nothing else to where one is. With what more is
    /// asked of the kernel: another Git may make a lock there before this one gets there.
    pub(super) fn permit_move_of_locks(
        &self,
        from: &Spot<'_>,
        to: &Spot<'_>,
    ) -> Result<RenameFlags, Failure> {
        self.permit_own(from)?;
        if !self.zones.is_lock(&to.real) {
            return Ok(RenameFlags::empty());
        }
        if !self.zones.is_lock(&from.real) {
            return Err(self.refused(&to.real));
        }
        self.permit_own(to)?;
        Ok(if to.is_there() { RenameFlags::empty() } else { RenameFlags::NOREPLACE })
    }

    /// Whether there is no rebase here, or one that the session began.
    pub(super) fn may_go_on_with(&self, path: &Path) -> bool {
        let Some(folder) = self.zones.rebase(path) else { return true };
        match Made::at(CWD, folder) {
            Ok(made) => self.is_own(made),
            Err(errno) => errno == Errno::NOENT,
        }
    }

    /// Opens it, and says so where a lock was made by it.
    pub(super) fn open_or_make(
        &self,
        spot: &Spot<'_>,
        request: &Request,
        flags: OFlags,
    ) -> Result<OwnedFd, Failure> {
        let is_lock = changes(flags.bits().cast_signed()) && self.zones.is_lock(&spot.real);
        if !is_lock || !flags.contains(OFlags::CREATE) {
            return Ok(open_at(spot, request, flags)?);
        }
        self.permit_more()?;
        match open_at(spot, request, flags | OFlags::EXCL) {
            Err(Errno::EXIST) if !flags.contains(OFlags::EXCL) => {
                Ok(open_at(spot, request, flags - OFlags::CREATE)?)
            }
            made => {
                let made = made?;
                self.keep(Made::open(&made)?);
                Ok(made)
            }
        }
    }

    pub(super) fn make_folder(&self, spot: &Spot<'_>, mode: Mode) -> Result<(), Failure> {
        let is_rebase = self.zones.rebase(&spot.real).is_some_and(|folder| folder == spot.real);
        if is_rebase {
            self.permit_more()?;
        }
        mkdirat(spot, spot.name.as_c_str(), mode)?;
        if is_rebase {
            self.keep(Made::at(spot, spot.bare_name().as_c_str())?);
        }
        Ok(())
    }

    /// What of the session's own is here.
    pub(super) fn made_at(&self, spot: &Spot<'_>) -> Option<Made> {
        if self.made.borrow().is_empty() {
            return None;
        }
        Made::at(spot, spot.bare_name().as_c_str()).ok().filter(|made| self.is_own(*made))
    }

    pub(super) fn forget(&self, made: Option<Made>) {
        if let Some(made) = made {
            self.made.borrow_mut().remove(&made);
        }
    }

    fn is_own(&self, made: Made) -> bool {
        self.made.borrow().contains(&made)
    }

    fn keep(&self, made: Made) {
        self.made.borrow_mut().insert(made);
        self.newly_made.set(Some(made));
    }

    fn permit_more(&self) -> Result<(), Errno> {
        if self.made.borrow().len() < MOST { Ok(()) } else { Err(Errno::NOSPC) }
    }
}

fn not_own(path: &Path) -> Failure {
    Failure::Guarded(path.to_path_buf(), DeniedBy::Content(Doubt::NotOwn))
}
