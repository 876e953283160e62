//! Whose a file is, and its times: nothing that may not be written changes in them.

use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{
    AtFlags, CWD, Gid, Mode, OFlags, ResolveFlags, Timespec, Timestamps, UTIME_NOW, Uid, chownat,
    openat, utimensat,
};
use rustix::io::Errno;
use rustix::path::Arg;

use super::opening::is_link;
use super::{Broker, Failure, without_file};
use crate::guard::message::{Act, Outcome, Request};
use crate::guard::place::path_of_open;
use crate::guard::read::number_in;
use crate::guard::zones::Verdict;

impl Broker {
    pub(super) fn change(&self, request: &Request) -> Result<Outcome, Failure> {
        let follows = request.flags & libc::AT_SYMLINK_NOFOLLOW == 0;
        let changed = self.follow(request, ResolveFlags::empty(), follows, |spot| {
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let found = openat(spot, spot.name.as_c_str(), flags, Mode::empty())?;
            let is_link = is_link(&found)?;
            if is_link && follows {
                return Err(Errno::LOOP.into());
            }
            if self.judge(spot) != Verdict::Free {
                return Err(self.refused(&spot.real));
            }
            self.judge_names(&found, &spot.real)?;
            if is_link {
                apply(request, spot, spot.name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW)?;
            } else {
                apply(request, CWD, path_of_open(&found).as_c_str(), AtFlags::empty())?;
            }
            Ok(found)
        });
        changed.map(without_file)
    }

    pub(super) fn change_open(&self, request: &Request) -> Result<Outcome, Failure> {
        let file: &OwnedFd = request.first.base.as_ref().ok_or(Errno::BADF)?;
        let real = self.judge_open(file)?;
        self.judge_names(file, &real)?;
        apply(request, CWD, path_of_open(file).as_c_str(), AtFlags::empty())?;
        Ok(Outcome::Done)
    }
}

fn apply(
    request: &Request,
    folder: impl AsFd,
    name: impl Arg,
    flags: AtFlags,
) -> Result<(), Errno> {
    if request.act == Act::ChangeTimes {
        return utimensat(folder, name, &times(request)?, flags);
    }
    let (owner, group) = (request.extra & u64::from(u32::MAX), request.extra >> 32);
    chownat(folder, name, id(owner).map(Uid::from_raw), id(group).map(Gid::from_raw), flags)
}

/// One that stands for no change is none.
fn id(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number != u32::MAX)
}

fn times(request: &Request) -> Result<Timestamps, Errno> {
    let bytes = &request.second.as_ref().ok_or(Errno::INVAL)?.path;
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    if bytes.is_empty() {
        return Ok(Timestamps { last_access: now, last_modification: now });
    }
    let at = |index: usize| number_in(bytes, index).cast_signed();
    let time = |index: usize| Timespec { tv_sec: at(index), tv_nsec: at(index + 8) };
    Ok(Timestamps { last_access: time(0), last_modification: time(16) })
}
