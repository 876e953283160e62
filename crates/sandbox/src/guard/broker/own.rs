//! What is transient in Git's folder: locks, and all that a rebase notes down.
//!
//! The person's own Git makes such, too, and moves a lock to its place without reading it again. So each
//! is changed, moved and taken away only by the session that made it.

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use paddock_core::Identity;
use paddock_sandbox::DeniedBy;
use paddock_sandbox::believed::Doubt;
use paddock_sandbox::disk::identity;
use rustix::fs::{CWD, Mode, OFlags, RenameFlags, mkdirat, openat};
use rustix::io::Errno;
use rustix::path::Arg;

use super::opening::open_at;
use super::{Broker, Failure};
use crate::guard::calls::changes;
use crate::guard::message::{Request, Transient};
use crate::guard::place::Spot;
use crate::guard::zones::Verdict;

/// How many of them one session may have at once: a fetch has a lock for each reference.
const MOST: usize = 1 << 16;

/// Whose something is, by one look at it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    Session,
    Others,
}

impl Broker {
    /// As [`judge_content`](Self::judge_content), of what would come to have two names: a lock has one.
    pub(super) fn judge_second_name(&self, spot: &Spot<'_>) -> Verdict {
        let verdict = self.judge_content(spot);
        let is_transient = verdict == Verdict::Free && self.zones.is_transient(&spot.real);
        if is_transient { Verdict::Guarded } else { verdict }
    }

    /// A lock is a file, which is opened to be made.
    pub(super) fn permit_no_lock(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        if self.zones.is_lock(&spot.real) { Err(self.there_or_refused(spot)) } else { Ok(()) }
    }

    /// Of what is transient, a session moves or takes away its own only.
    pub(super) fn permit_taking_away(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        if !self.zones.is_transient(&spot.real) {
            return Ok(());
        }
        match self.owner(spot)? {
            Owner::Session => Ok(()),
            // By the time of the act there may be another Git's.
            Owner::Nobody => Err(Errno::NOENT.into()),
            Owner::Others => Err(not_own(&spot.real)),
        }
    }

    /// The same of what is open, and was at `real` a moment ago.
    pub(super) fn permit_own_open(&self, file: &OwnedFd, real: &Path) -> Result<(), Failure> {
        let may_be_others = self.zones.is_transient(real) && !self.is_own(&identity(file)?);
        if may_be_others { Err(not_own(real)) } else { Ok(()) }
    }

    /// Nothing but a lock gets to where one is, and it replaces only the session's own. With what more is
    /// asked of the kernel: another Git may make one there before this one gets there.
    pub(super) fn permit_move_of_transient(
        &self,
        from: &Spot<'_>,
        to: &Spot<'_>,
        exchanges: bool,
    ) -> Result<RenameFlags, Failure> {
        let is_transient = self.zones.is_transient(&to.real);
        if exchanges && (is_transient || self.zones.is_transient(&from.real)) {
            return Err(self.refused(&to.real));
        }
        self.permit_taking_away(from)?;
        if !is_transient {
            return Ok(RenameFlags::empty());
        }
        if self.zones.is_lock(&to.real) && !self.zones.is_lock(&from.real) {
            return Err(self.refused(&to.real));
        }
        match self.owner(to)? {
            Owner::Session => Ok(RenameFlags::empty()),
            Owner::Nobody => Ok(RenameFlags::NOREPLACE),
            Owner::Others => Err(not_own(&to.real)),
        }
    }

    /// Whether there is no rebase here, or one that the session began.
    pub(super) fn may_go_on_with(&self, path: &Path) -> bool {
        let Some(folder) = self.zones.rebase(path) else { return true };
        match identity_at(CWD, folder) {
            Ok(seen) => self.is_own(&seen),
            // What is in it was found in what is elsewhere by now.
            Err(errno) => errno == Errno::NOENT && folder == path,
        }
    }

    /// Opens it, and says so where something transient was made by it.
    pub(super) fn open_or_make(
        &self,
        spot: &Spot<'_>,
        request: &Request,
        flags: OFlags,
    ) -> Result<OwnedFd, Failure> {
        let makes = changes(flags.bits().cast_signed()) && flags.contains(OFlags::CREATE);
        if !makes || !self.zones.is_transient(&spot.real) {
            return Ok(open_at(spot, request, flags)?);
        }
        self.permit_more()?;
        match open_at(spot, request, flags | OFlags::EXCL) {
            Err(Errno::EXIST) if !flags.contains(OFlags::EXCL) => {
                Ok(open_at(spot, request, flags - OFlags::CREATE)?)
            }
            made => {
                let made = made?;
                self.keep(identity(&made)?);
                Ok(made)
            }
        }
    }

    pub(super) fn make_folder(&self, spot: &Spot<'_>, mode: Mode) -> Result<(), Failure> {
        let is_transient = self.zones.is_transient(&spot.real);
        if is_transient {
            self.permit_more()?;
        }
        mkdirat(spot, spot.name.as_c_str(), mode)?;
        if is_transient {
            self.keep(identity_at(spot, spot.bare_name().as_c_str())?);
        }
        Ok(())
    }

    /// What of the session's own is here.
    pub(super) fn own_at(&self, spot: &Spot<'_>) -> Option<Identity> {
        if self.own.borrow().is_empty() {
            return None;
        }
        identity_at(spot, spot.bare_name().as_c_str()).ok().filter(|seen| self.is_own(seen))
    }

    pub(super) fn forget(&self, gone: Option<Identity>) {
        if let Some(gone) = gone {
            self.own.borrow_mut().remove(&gone);
            self.transient.set(Some(Transient::Gone(gone)));
        }
    }

    fn owner(&self, spot: &Spot<'_>) -> Result<Owner, Errno> {
        match identity_at(spot, spot.bare_name().as_c_str()) {
            Ok(seen) if self.is_own(&seen) => Ok(Owner::Session),
            Ok(_) => Ok(Owner::Others),
            Err(Errno::NOENT) => Ok(Owner::Nobody),
            Err(errno) => Err(errno),
        }
    }

    fn is_own(&self, seen: &Identity) -> bool {
        self.own.borrow().contains(seen)
    }

    fn keep(&self, made: Identity) {
        self.own.borrow_mut().insert(made);
        self.transient.set(Some(Transient::Made(made)));
    }

    fn permit_more(&self) -> Result<(), Errno> {
        if self.own.borrow().len() < MOST { Ok(()) } else { Err(Errno::NOSPC) }
    }
}

/// Of what has this name, and not of where a link leads.
fn identity_at(folder: impl AsFd, name: impl Arg) -> Result<Identity, Errno> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    identity(openat(folder, name, flags, Mode::empty())?)
}

fn not_own(path: &Path) -> Failure {
    Failure::Guarded(path.to_path_buf(), DeniedBy::Content(Doubt::NotOwn))
}
