//! The process that carries calls out, confined as the server is.
//!
//! It has one thread and does one thing after the other, and takes turns with the brokers of other
//! sessions: between judging where a name is and acting on it nothing can be renamed by a server, which
//! has no other way to rename anything.

mod believed;
mod metadata;
mod opening;
mod own;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_core::Identity;
use paddock_core::guarded::{begins_pair, may_be};
use paddock_sandbox::{DeniedBy, descriptors};
use rustix::fs::{
    AtFlags, CWD, Dev, FileType, Mode, OFlags, RenameFlags, ResolveFlags, chmod, fstat, ftruncate,
    linkat, mknodat, openat, renameat_with, statat, symlinkat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::{chdir, umask};

use super::message::{Act, Completed, Name, Outcome, Request, Transient};
use super::own_folder;
use super::place::{Spot, path_of_open, real_path_of_open};
use super::repositories::{Sought, may_have};
use super::turns::Turns;
use super::witness::Witness;
use super::zones::{Verdict, Zones};
use opening::{is_link, is_of_the_caller};

/// As many links as the kernel follows in one path (`path_resolution(7)`).
const LINK_LIMIT: usize = 40;

/// How long it is not asked again what leads where.
const AGAIN: Duration = Duration::from_secs(1);

/// As if the place could only be read.
const REFUSED: Errno = Errno::ROFS;

/// Why a call is not carried out.
enum Failure {
    Errno(Errno),
    /// For what is here.
    Guarded(PathBuf, DeniedBy),
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Self {
        Self::Errno(errno)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Errno(Errno::from_io_error(&error).unwrap_or(Errno::IO))
    }
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Errno(errno) => Self::Failed(errno),
            Failure::Guarded(path, by) => Self::Refused(path, by),
        }
    }
}

pub(super) struct Broker {
    socket: OwnedFd,
    zones: Zones,
    witness: Witness,
    /// When it last asked what the person's own programs are led to.
    asked: Option<Instant>,
    /// The folders around which it asked since.
    asked_around: RefCell<BTreeSet<PathBuf>>,
    follows: bool,
    turns: Turns,
    /// What the session made in Git's folder for a moment.
    own: RefCell<BTreeSet<Identity>>,
    /// What the call that is being carried out changed about that.
    transient: Cell<Option<Transient>>,
}

impl Broker {
    /// One that `follows` guards what other programs are led to, too. What the session
    /// made in Git's folder before is its `own`.
    pub(super) fn new(
        socket: OwnedFd,
        zones: Zones,
        witness: Witness,
        follows: bool,
        turns: Turns,
        own: BTreeSet<Identity>,
    ) -> Self {
        Self {
            socket,
            zones,
            witness,
            asked: None,
            asked_around: RefCell::default(),
            follows,
            turns,
            own: RefCell::new(own),
            transient: Cell::new(None),
        }
    }

    /// Until the keeper wants no more.
    pub(super) fn serve(&mut self) {
        let kept = [self.socket.as_fd(), self.witness.0.as_fd(), self.turns.as_fd()];
        descriptors::close_all_but(&kept);
        while let Ok(Some(request)) = Request::receive(&self.socket) {
            umask(Mode::from_raw_mode(request.umask));
            self.follow_leads();
            let outcome = self.carry_out(&request).unwrap_or_else(Outcome::from);
            let transient = self.transient.take();
            let answer = Completed { number: request.number, outcome, transient };
            let is_over = self.turns.leave().is_ok();
            // What it stands in can't be unmounted.
            if !is_over || chdir(c"/").is_err() || answer.send(&self.socket).is_err() {
                return;
            }
        }
    }

    /// Before the first call, and now and then: what is led to by now may be led to no more.
    fn follow_leads(&mut self) {
        let is_due = self.asked.is_none_or(|asked| asked.elapsed() >= AGAIN);
        if !is_due {
            return;
        }
        self.asked_around.take();
        if self.follows
            && !self.zones.held().is_empty()
            && let Some(leads) = self.witness.leads()
        {
            self.zones.lead(leads);
        }
        self.asked = Some(Instant::now());
    }

    fn carry_out(&self, request: &Request) -> Result<Outcome, Failure> {
        let is_open = request.first.path.is_empty();
        match request.act {
            Act::Open | Act::OpenHow if is_open => self.open_again(request),
            Act::Open | Act::OpenHow => self.open(request),
            Act::MakeFolder => self.make(request, |spot| {
                self.permit_no_lock(spot)?;
                self.make_folder(spot, Mode::from_raw_mode(request.mode))
            }),
            Act::MakeNode => self.make(request, |spot| {
                let (kind, mode) = kind_and_mode(request.mode);
                self.permit_kind(spot, kind)?;
                self.permit_new(spot)?;
                self.permit_no_lock(spot)?;
                Ok(mknodat(spot, spot.name.as_c_str(), kind, mode, request.extra as Dev)?)
            }),
            Act::MakeLink => {
                let target = request.second.as_ref().ok_or(Errno::INVAL)?;
                let target = CString::new(target.path.as_slice()).map_err(|_| Errno::INVAL)?;
                self.make(request, |spot| {
                    self.permit_kind(spot, FileType::Symlink)?;
                    self.permit_on_the_way(spot)?;
                    self.permit_content(spot)?;
                    Ok(symlinkat(target.as_c_str(), spot, spot.name.as_c_str())?)
                })
            }
            Act::Link => self.link(request),
            Act::Rename => self.rename(request),
            Act::Remove => self.remove(request),
            Act::Truncate => self.truncate(request),
            Act::ChangeMode if is_open => self.change_mode_of_open(request),
            Act::ChangeMode => self.change_mode(request),
            Act::ChangeTimes | Act::ChangeOwner if is_open => self.change_open(request),
            Act::ChangeTimes | Act::ChangeOwner => self.change(request),
        }
    }

    /// What is free may have come to be led to: the person may have a new hook, or another setting.
    fn judge_path(&self, path: &Path) -> Verdict {
        let verdict = self.zones.judge(path);
        if verdict != Verdict::Free || !self.zones.is_guarded(path) {
            return verdict;
        }
        if self.is_of_gits_folder(path) || !self.may_go_on_with(path) {
            return Verdict::Guarded;
        }
        if !self.follows {
            return verdict;
        }
        if let Some(leads) = self.witness.leads() {
            self.zones.lead(leads);
        }
        self.ask_around(path);
        self.zones.judge(path)
    }

    /// Repositories around it count that were not found before, for there may be very many names.
    fn ask_around(&self, path: &Path) {
        let Some(around) = path.parent() else { return };
        if self.asked_around.borrow().contains(around) {
            return;
        }
        if let Some(leads) = self.witness.leads_around(around) {
            self.zones.lead(leads);
        }
        self.asked_around.borrow_mut().insert(around.to_path_buf());
    }

    fn judge(&self, spot: &Spot<'_>) -> Verdict {
        let verdict = self.judge_path(&spot.real);
        let in_repository = verdict == Verdict::Free && self.guards_repository(spot);
        if in_repository { Verdict::Guarded } else { verdict }
    }

    /// Whether it is one that has another name than `.git`, or in one: all of it is guarded.
    fn is_of_gits_folder(&self, path: &Path) -> bool {
        let above = path.ancestors().take_while(|above| self.zones.is_guarded(above));
        above.into_iter().any(|above| !self.zones.is_in_git(above) && own_folder::is_gits(above))
    }

    /// Where there is a `HEAD` there may be a repository, whatever the folder is called; and some
    /// filesystems take another spelling for it.
    fn guards_repository(&self, spot: &Spot<'_>) -> bool {
        const SETTINGS: [&str; 6] =
            ["config", "config.worktree", "commondir", "hooks", "info", "worktrees"];
        const CONTENT: [&str; 2] = ["objects", "refs"];
        let is = |path: &Path, known: &[&str]| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            known.iter().any(|known| may_be(&name, known))
        };
        let (real, in_git) = (&spot.real, self.zones.is_in_git(&spot.real));
        let in_hooks = real.parent().is_some_and(|above| is(above, &SETTINGS));
        let is_of_head = is(real, &SETTINGS) || is(real, &CONTENT) && !in_git;
        let is_head = is(real, &["HEAD"]) && !in_git;
        (is_of_head && spot.has_beside("HEAD")
            || in_hooks && spot.has_beside("../HEAD")
            || is_head && CONTENT.iter().any(|name| spot.has_beside(name)))
            && self.zones.is_guarded(real)
    }

    fn find<'request>(&self, request: &'request Request) -> Result<Spot<'request>, Errno> {
        self.find_in_turn(&request.first, &request.first.path)
    }

    fn find_in_turn<'name>(&self, name: &'name Name, path: &[u8]) -> Result<Spot<'name>, Errno> {
        self.turns.take_where(|| Spot::find(name, path, ResolveFlags::empty()), Spot::device)
    }

    /// What is on two filesystems can't be moved or linked from one to the other.
    fn find_both<'name>(
        &self,
        first: &'name Name,
        path: &[u8],
        second: &'name Name,
    ) -> Result<(Spot<'name>, Spot<'name>), Errno> {
        let find = || {
            let plain = ResolveFlags::empty();
            Ok((Spot::find(first, path, plain)?, Spot::find(second, &second.path, plain)?))
        };
        self.turns.take_where(find, |(from, to)| {
            let device = from.device()?;
            if to.device()? == device { Ok(device) } else { Err(Errno::XDEV) }
        })
    }

    fn make(
        &self,
        request: &Request,
        make: impl FnOnce(&Spot<'_>) -> Result<(), Failure>,
    ) -> Result<Outcome, Failure> {
        let spot = self.find(request)?;
        if self.judge(&spot) != Verdict::Free {
            return Err(self.there_or_refused(&spot));
        }
        make(&spot).map(|()| Outcome::Done)
    }

    fn refused(&self, path: &Path) -> Failure {
        match self.zones.denied_by(path) {
            Some(by) => Failure::Guarded(path.to_path_buf(), by),
            None => REFUSED.into(),
        }
    }

    /// Of what is not to be made.
    fn there_or_refused(&self, spot: &Spot<'_>) -> Failure {
        if spot.is_there() { Errno::EXIST.into() } else { self.refused(&spot.real) }
    }

    /// Of what is not to be changed.
    fn refused_or_missing(&self, spot: &Spot<'_>) -> Failure {
        if spot.is_there() { self.refused(&spot.real) } else { Errno::NOENT.into() }
    }

    /// The person's own Git writes through a link, and waits for a pipe.
    fn permit_kind(&self, spot: &Spot<'_>, kind: FileType) -> Result<(), Failure> {
        let is_plain = kind == FileType::RegularFile;
        let is_free = is_plain || !self.zones.is_in_git(&spot.real);
        if is_free { Ok(()) } else { Err(self.refused(&spot.real)) }
    }

    /// What is led to and not there yet is not brought about by a link in place of a folder above it.
    fn permit_on_the_way(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        if !self.zones.begin_in(&spot.real) {
            return Ok(());
        }
        Err(self.there_or_refused(spot))
    }

    /// What is in a folder can be guarded for the name of that.
    fn is_of_content(&self, spot: &Spot<'_>) -> bool {
        let name = spot.real.file_name().unwrap_or_default().to_string_lossy();
        self.zones.is_guarded(&spot.real) && begins_pair(&name)
    }

    /// A link is no way to what has another name.
    fn permit_content(&self, spot: &Spot<'_>) -> Result<(), Failure> {
        if !self.is_of_content(spot) {
            return Ok(());
        }
        Err(self.there_or_refused(spot))
    }

    fn remove(&self, request: &Request) -> Result<Outcome, Failure> {
        let spot = self.find(request)?;
        if self.judge(&spot) != Verdict::Free {
            return Err(self.refused_or_missing(&spot));
        }
        self.permit_taking_away(&spot)?;
        let own = self.own_at(&spot);
        unlinkat(&spot, spot.name.as_c_str(), at_flags(request))?;
        self.forget(own);
        Ok(Outcome::Done)
    }

    fn rename(&self, request: &Request) -> Result<Outcome, Failure> {
        let second = request.second.as_ref().ok_or(Errno::INVAL)?;
        let (from, to) = self.find_both(&request.first, &request.first.path, second)?;
        self.permit_pair(&from, &to, Self::judge)?;
        let is_folder = |spot: &Spot<'_>| spot.kind() == Some(FileType::Directory);
        let mut flags = RenameFlags::from_bits_retain(request.flags.cast_unsigned());
        if flags.contains(RenameFlags::WHITEOUT) {
            // It leaves a device, for filesystems that lie upon each other.
            return Err(Errno::INVAL.into());
        }
        let exchanges = flags.contains(RenameFlags::EXCHANGE);
        let folder = is_folder(&from) || exchanges && is_folder(&to);
        if !self.zones.share_rules(&from.real, &to.real, folder) {
            return Err(Errno::XDEV.into());
        }
        let is_file = |spot: &Spot<'_>| spot.kind() == Some(FileType::RegularFile);
        if self.is_of_content(&to) && !is_file(&from)
            || exchanges && self.is_of_content(&from) && !is_file(&to)
        {
            return Err(Errno::XDEV.into());
        }
        if self.stays(&from) || exchanges && self.stays(&to) {
            return Err(Errno::XDEV.into());
        }
        if self.zones.begin_in(&from.real) || self.zones.begin_in(&to.real) {
            return Err(Errno::BUSY.into());
        }
        if exchanges {
            self.permit_exchange(&from, &to)?;
        }
        flags |= self.permit_move_of_transient(&from, &to, exchanges)?;
        if let Some(believed) = self.zones.believed(&to.real) {
            let moved = self.own_at(&from);
            self.put_in_place(&from, &to, believed, flags)?;
            self.forget(moved);
        } else {
            let replaced = self.own_at(&to).filter(|_| !exchanges);
            let (old, new) = (from.name.as_c_str(), to.name.as_c_str());
            renameat_with(&from, old, &to, new, flags)?;
            self.forget(replaced);
        }
        Ok(Outcome::Done)
    }

    /// Whether the person's Git, in a worktree elsewhere, finds its settings by the path to this; or by
    /// that path moves a lock to its place, where a server could have made another one.
    fn stays(&self, spot: &Spot<'_>) -> bool {
        let sought =
            if self.zones.commits(&spot.real) { Sought::Repository } else { Sought::Worktrees };
        self.zones.is_guarded(&spot.real) && may_have(spot, sought)
    }

    fn permit_pair(
        &self,
        from: &Spot<'_>,
        to: &Spot<'_>,
        judge: impl Fn(&Self, &Spot<'_>) -> Verdict,
    ) -> Result<(), Failure> {
        let denied = [from, to].into_iter().find(|spot| judge(self, spot) != Verdict::Free);
        let Some(denied) = denied else { return Ok(()) };
        Err(if from.is_there() { self.refused(&denied.real) } else { Errno::NOENT.into() })
    }

    fn link(&self, request: &Request) -> Result<Outcome, Failure> {
        let second = request.second.as_ref().ok_or(Errno::INVAL)?;
        if request.first.path.is_empty() {
            return self.link_open(request, &self.find_in_turn(second, &second.path)?);
        }
        let mut path = request.first.path.clone();
        for _ in 0..LINK_LIMIT {
            self.turns.leave()?;
            let (from, to) = self.find_both(&request.first, &path, second)?;
            let follows = request.flags & libc::AT_SYMLINK_FOLLOW != 0;
            match from.linked_path().filter(|_| follows) {
                Some(linked) if is_of_the_caller(&linked) => {
                    return Ok(Outcome::Elsewhere(linked));
                }
                Some(linked) => path = linked,
                None => {
                    self.permit_pair(&from, &to, Self::judge_second_name)?;
                    self.permit_on_the_way(&to)?;
                    if from.kind() == Some(FileType::Symlink) {
                        self.permit_content(&to)?;
                    }
                    if !self.zones.share_rules(&from.real, &to.real, false) {
                        return Err(Errno::XDEV.into());
                    }
                    let (old, new) = (from.name.as_c_str(), to.name.as_c_str());
                    linkat(&from, old, &to, new, AtFlags::empty())?;
                    return Ok(Outcome::Done);
                }
            }
        }
        Err(Errno::LOOP.into())
    }

    fn link_open(&self, request: &Request, to: &Spot<'_>) -> Result<Outcome, Failure> {
        let file = request.first.base.as_ref().ok_or(Errno::BADF)?;
        let real = self.judge_open_content(file)?;
        if self.zones.is_transient(&real) {
            return Err(self.refused(&real));
        }
        if self.judge_second_name(to) != Verdict::Free {
            return Err(self.there_or_refused(to));
        }
        self.permit_on_the_way(to)?;
        if !self.zones.share_rules(&real, &to.real, false) {
            return Err(Errno::XDEV.into());
        }
        let (path, name) = (path_of_open(file), to.name.as_c_str());
        linkat(CWD, path.as_c_str(), to, name, AtFlags::SYMLINK_FOLLOW)?;
        Ok(Outcome::Done)
    }

    fn truncate(&self, request: &Request) -> Result<Outcome, Failure> {
        let flags = OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        if request.first.path.is_empty() {
            let file = request.first.base.as_ref().ok_or(Errno::BADF)?;
            let real = self.judge_open_content(file)?;
            let flags = flags - OFlags::NOFOLLOW;
            let opened = openat(CWD, path_of_open(file).as_c_str(), flags, Mode::empty())?;
            self.judge_names(&opened, &real)?;
            ftruncate(&opened, request.extra)?;
            return Ok(Outcome::Done);
        }
        let truncated = self.follow(request, ResolveFlags::empty(), true, |spot| {
            let flags = self.permitted(spot, flags, true)?;
            let opened = openat(spot, spot.name.as_c_str(), flags, Mode::empty())?;
            self.judge_names(&opened, &spot.real)?;
            ftruncate(&opened, request.extra)?;
            Ok(opened)
        });
        truncated.map(without_file)
    }

    fn change_mode(&self, request: &Request) -> Result<Outcome, Failure> {
        let follows = request.flags & libc::AT_SYMLINK_NOFOLLOW == 0;
        let changed = self.follow(request, ResolveFlags::empty(), follows, |spot| {
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let found = openat(spot, spot.name.as_c_str(), flags, Mode::empty())?;
            if is_link(&found)? {
                return Err(if follows { Errno::LOOP } else { Errno::OPNOTSUPP }.into());
            }
            if self.judge(spot) != Verdict::Free {
                return Err(self.refused(&spot.real));
            }
            self.judge_names(&found, &spot.real)?;
            chmod(path_of_open(&found).as_c_str(), mode(request)?)?;
            Ok(found)
        });
        changed.map(without_file)
    }

    fn change_mode_of_open(&self, request: &Request) -> Result<Outcome, Failure> {
        let file = request.first.base.as_ref().ok_or(Errno::BADF)?;
        let real = self.judge_open(file)?;
        self.judge_names(file, &real)?;
        chmod(path_of_open(file).as_c_str(), mode(request)?)?;
        Ok(Outcome::Done)
    }

    /// A file with other names may be one that a program is made of, and a lock may be another's.
    fn judge_names(&self, file: &OwnedFd, real: &Path) -> Result<(), Failure> {
        self.permit_own_open(file, real)?;
        if !has_other_names(file)? {
            return Ok(());
        }
        let seen = fstat(file)?;
        match self.witness.denies(seen.st_dev, seen.st_ino) {
            Some(by) => Err(Failure::Guarded(real.to_path_buf(), by)),
            None => Ok(()),
        }
    }

    /// Where something open is, if it may be changed. What is in no folder may.
    fn judge_open(&self, file: &OwnedFd) -> Result<PathBuf, Failure> {
        const REMOVED: &str = " (deleted)";
        if !self.turns.is_taken() {
            self.turns.take_where(|| real_path_of_open(file), |real| device_around(file, real))?;
        }
        let real = real_path_of_open(file)?;
        if !real.is_absolute() || real.to_string_lossy().starts_with("/memfd:") {
            return Ok(real);
        }
        let is_there = is_at(file, &real)?;
        if !is_there && !is_removed(file)? {
            // It is in what was taken back, of which the path looks like another one.
            return Err(REFUSED.into());
        }
        let kept = real.to_string_lossy().strip_suffix(REMOVED).map(PathBuf::from);
        let is_free = |path: &PathBuf| self.judge_path(path) == Verdict::Free;
        if [Some(&real), kept.as_ref()].into_iter().flatten().all(is_free) {
            Ok(real)
        } else if is_there {
            Err(self.refused(&real))
        } else {
            Err(REFUSED.into())
        }
    }
}

/// Whether this is what stands at `path`.
fn is_at(file: &OwnedFd, path: &Path) -> Result<bool, Errno> {
    let own = fstat(file)?;
    let there = statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW);
    Ok(there.is_ok_and(|it| (it.st_dev, it.st_ino) == (own.st_dev, own.st_ino)))
}

/// That of the folder in which it is.
fn device_around(file: &OwnedFd, real: &Path) -> Result<u64, Errno> {
    let around = real.parent().filter(|it| it.is_absolute());
    let seen = around.and_then(|around| statat(CWD, around, AtFlags::empty()).ok());
    Ok(seen.map_or_else(|| fstat(file), Ok)?.st_dev)
}

fn is_removed(file: &OwnedFd) -> Result<bool, Errno> {
    Ok(fstat(file)?.st_nlink == 0)
}

fn has_other_names(file: &OwnedFd) -> Result<bool, Errno> {
    let seen = fstat(file)?;
    Ok(FileType::from_raw_mode(seen.st_mode) == FileType::RegularFile && seen.st_nlink > 1)
}

fn at_flags(request: &Request) -> AtFlags {
    AtFlags::from_bits_retain(request.flags.cast_unsigned())
}

fn mode(request: &Request) -> Result<Mode, Errno> {
    let mode = Mode::from_raw_mode(request.mode);
    if mode.intersects(Mode::SUID | Mode::SGID) { Err(Errno::PERM) } else { Ok(mode) }
}

fn kind_and_mode(raw: u32) -> (FileType, Mode) {
    let kind =
        if raw & libc::S_IFMT == 0 { FileType::RegularFile } else { FileType::from_raw_mode(raw) };
    (kind, Mode::from_raw_mode(raw & !libc::S_IFMT))
}

fn without_file(outcome: Outcome) -> Outcome {
    if matches!(outcome, Outcome::Opened(_)) { Outcome::Done } else { outcome }
}
