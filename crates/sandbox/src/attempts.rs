//! What a server tried: accesses to what exists and is not granted.
//!
//! A filter of its own (see [`filter`]) has the kernel tell the keeper of each system call of the
//! server that names a path, and wait. The keeper reads the path from the caller's memory, looks on
//! the host whether there is something the server does not see, reports it, and lets the call go on.
//!
//! - It watches and nothing more. The answer is always to go on with the call as if nobody had been
//!   asked; mounts and Landlock decide what comes of it. So it does not matter that another thread
//!   may write a different path into that memory after it was read (`seccomp_unotify(2)` warns of
//!   this): what can be had by it is a wrong report, never an access. Nor does it matter what is not
//!   seen here, such as a path that leads through a link in the server's own `/tmp`.
//! - One call is answered: whether a hidden folder is a link. It is told that it is none, as outside
//!   of the sandbox, for `realpath(3)` asks that of every folder on the way and would get no further
//!   than the first: then nobody would know which file it was about. So a server can tell that a
//!   folder exists where it may not look, unless it is a secret one.
//! - An access that is held goes on later, and finds what has been granted meanwhile. By how long it
//!   takes a server can tell that something exists, for nothing else is held or reported, and no
//!   secret ever is.
//! - What the guard refused (see [`guard`](crate::guard)) is told once it was answered, within the same
//!   bounds.
//! - Reports are bounded in number and time, and while none could be made nothing is read or looked
//!   up. A turn answers one call, so that orders of the host never wait behind a flood.
//! - If it fails the server must end: without a listener each of its calls that names a path fails
//!   with `ENOSYS`, and a server that lives on so does nothing but damage.

mod access;
mod caller;
mod calls;
mod filter;
mod held;
mod host;
mod limit;
mod listener;
mod paths;
mod taken;
#[cfg(test)]
mod tests;
pub(crate) mod trial;
mod visible;

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use paddock_core::RootEntry;
use paddock_sandbox::{Attempt, DeniedBy, OnAttempt, Policy};
use rustix::io::Errno;

use crate::boundary::Within;
use crate::guard::Guard;

use access::Access;
pub(crate) use caller::Caller;
use calls::Call;
use held::{Held, Waiting};
use host::Host;
pub(crate) use host::unescaped;
use limit::{Rate, Seen};
pub(crate) use listener::{Listener, Notification};
use taken::Calls;

pub(crate) use filter::Filter;
use filter::{Handover, Watch};
use visible::{Visible, may_be_granted};

/// What is to become a detector once the server has its part.
pub(crate) struct Prepared {
    handover: Handover,
    /// Whether anybody wants to know what it tries.
    watches: bool,
    holds: bool,
    guard: Option<Guard>,
}

impl Prepared {
    /// A guard such as the server's, if there is to be one.
    pub(crate) fn another_guard(&self) -> Option<Guard> {
        self.guard.as_ref().map(Guard::another)
    }
}

/// The server's part and the keeper's; none if the policy asks for none. `within` is where the server is.
pub(crate) fn prepare(policy: &Policy, within: Within) -> io::Result<Option<(Filter, Prepared)>> {
    let guard = Guard::under(policy, within)?;
    // Where grants can't come while the server runs there is nothing to wait for.
    let holds = match policy.attempts {
        OnAttempt::Ignore if guard.is_none() => return Ok(None),
        OnAttempt::Ignore | OnAttempt::Report => false,
        OnAttempt::Hold => policy.tier.is_live(),
    };
    let watch = if policy.tier.is_live() { Watch::Looks } else { Watch::Opens };
    let watch = Some(watch).filter(|_| policy.attempts != OnAttempt::Ignore);
    let (filter, handover) = filter::watch(watch, guard.is_some())?;
    Ok(Some((filter, Prepared { handover, watches: watch.is_some(), holds, guard })))
}

/// The keeper's part, for one server.
pub(crate) struct Detector {
    calls: Calls,
    visible: Option<Visible>,
    seen: Seen,
    rate: Rate,
    /// `None` if accesses are reported only.
    held: Option<Held>,
}

impl Detector {
    /// For a server that has executed its program under `policy`. What it can see is found out while
    /// it starts: its first call that names a path waits for the keeper.
    pub(crate) fn new(prepared: Prepared, policy: &Policy) -> io::Result<Self> {
        let visible = prepared.watches.then(Host::new).transpose()?;
        let visible = visible.map(|host| Visible::under(policy, host));
        Self::with(prepared, visible)
    }

    fn with(prepared: Prepared, visible: Option<Visible>) -> io::Result<Self> {
        Ok(Self {
            calls: Calls::new(prepared.handover.listener()?, prepared.guard),
            visible,
            seen: Seen::default(),
            rate: Rate::default(),
            held: prepared.holds.then(Held::default),
        })
    }

    /// Lets one call go on, or holds it. To be called when the descriptor can be read.
    ///
    /// What can't be told, because `has_room` says so, is neither held nor remembered.
    ///
    /// # Errors
    /// The listener is broken: the server must end.
    pub(crate) fn turn(
        &mut self,
        now: Instant,
        has_room: impl FnOnce() -> bool,
    ) -> io::Result<Option<Attempt>> {
        let Some(notification) = self.calls.receive()? else { return Ok(None) };
        let Some(visible) = &mut self.visible else {
            self.calls.go_on(notification.id)?;
            return Ok(None);
        };
        let waiting = self.held.as_ref().is_some_and(|held| !held.is_empty());
        if self.rate.is_spent(now) && !waiting {
            self.calls.go_on(notification.id)?;
            return Ok(None);
        }
        let accesses = access::read(&notification);
        let asks_for_link = Call::reads_link(notification.call);
        if asks_for_link && accesses.iter().any(|access| visible.hides_folder(access)) {
            self.calls.fail(notification.id, Errno::INVAL)?;
            return Ok(None);
        }
        let denied = accesses.iter().find_map(|access| self.news(access));
        // The caller may have died before all was read, and its number gone to another process.
        let Some(denied) = denied.filter(|_| self.calls.still_waits(notification.id)) else {
            self.calls.go_on(notification.id)?;
            return Ok(None);
        };
        self.take(denied, notification.id, now, has_room)
    }

    /// The access as it is denied, if nobody was told of it or it waits for an answer.
    fn news(&mut self, access: &Access) -> Option<Denied> {
        let visible = self.visible.as_mut()?;
        let denied = visible.denies(access)?;
        let is_held = self.held.as_ref().is_some_and(|held| held.holds(&denied.path));
        let is_news = || !self.seen.knows(&denied.path, denied.write);
        (is_held || is_news() && visible.may_tell_of(&denied)).then_some(denied)
    }

    fn take(
        &mut self,
        denied: Denied,
        id: u64,
        now: Instant,
        has_room: impl FnOnce() -> bool,
    ) -> io::Result<Option<Attempt>> {
        if let Some(held) = &mut self.held
            && held.holds(&denied.path)
        {
            if !held.join(&denied.path, id) {
                self.calls.go_on(id)?;
            }
            return Ok(None);
        }
        if !(has_room() && self.rate.take(now)) {
            self.calls.go_on(id)?;
            return Ok(None);
        }
        self.seen.add(denied.path.clone(), denied.write);
        let held = self.hold(&denied, id, now)?;
        let denied_by = DeniedBy::Grants;
        Ok(Some(Attempt { path: denied.path, write: denied.write, denied_by, held }))
    }

    /// Holds what a grant could change; the number under which it is held.
    fn hold(&mut self, denied: &Denied, id: u64, now: Instant) -> io::Result<Option<u64>> {
        self.forget_the_gone();
        let number = match &mut self.held {
            Some(held) if may_be_granted(denied) => held.hold(&denied.path, id, now),
            Some(_) | None => None,
        };
        if number.is_none() {
            self.calls.go_on(id)?;
        }
        Ok(number)
    }

    /// What the server may see has changed, and was let in already.
    pub(crate) fn see(&mut self, folders: &[RootEntry]) -> io::Result<()> {
        if let Some(visible) = &mut self.visible {
            visible.set_folders(folders);
            self.seen.forget(|path| visible.shows(path));
        }
        if let Some(held) = &mut self.held {
            held.answered();
        }
        self.calls.see(folders)
    }

    /// Whether names can be guarded in what is granted.
    pub(crate) fn guards(&self) -> bool {
        self.calls.guard().is_some()
    }

    /// A guard such as the server's, if there is one.
    pub(crate) fn another_guard(&self) -> Option<Guard> {
        self.calls.guard().map(Guard::another)
    }

    /// Readable when a call was carried out that was taken over.
    pub(crate) fn answers(&self) -> Option<BorrowedFd<'_>> {
        self.calls.answers()
    }

    /// To be called when there is such an answer.
    pub(crate) fn hear(&mut self) -> io::Result<()> {
        self.calls.hear()
    }

    /// One that was refused for being guarded and is to be told of, if there is one. Its call was
    /// answered: nothing waits for it.
    pub(crate) fn next_refused(
        &mut self,
        now: Instant,
        has_room: impl Fn() -> bool,
    ) -> Option<Attempt> {
        while let Some((path, denied_by)) = self.calls.take_refused() {
            let is_news = !self.seen.knows(&path, true);
            let visible = self.visible.as_ref();
            let may_tell = visible.is_some_and(|it| it.may_tell_of_refused(&path));
            if is_news && may_tell && has_room() && self.rate.take(now) {
                self.seen.add(path.clone(), true);
                return Some(Attempt { path, write: true, denied_by, held: None });
            }
        }
        None
    }

    /// Lets what is held under `number` go on. Nothing is, if its time was over before.
    pub(crate) fn decide(&mut self, number: u64) -> io::Result<()> {
        let decided = self.held.as_mut().map(|held| held.decide(number));
        self.resume_all(decided)
    }

    /// Lets everything go on and holds nothing any more. For a server that is to end: a thread that is
    /// held handles no signal but a deadly one.
    pub(crate) fn let_go(&mut self) -> io::Result<()> {
        let all = self.held.take().map(Held::into_all);
        self.resume_all(all)
    }

    /// Lets go on what has been held for as long as it may be.
    pub(crate) fn expire(&mut self, now: Instant) -> io::Result<()> {
        self.forget_the_gone();
        let expired = self.held.as_mut().map(|held| held.expire(now));
        self.resume_all(expired)
    }

    /// How long until [`expire`](Self::expire) has something to do; `None` while nothing is held.
    pub(crate) fn time_left(&self, now: Instant) -> Option<Duration> {
        self.held.as_ref()?.time_left(now)
    }

    fn forget_the_gone(&mut self) {
        if let Some(held) = &mut self.held {
            held.forget_unless(|id| self.calls.still_waits(id));
        }
        self.calls.forget_the_gone();
    }

    fn resume_all(&mut self, waiting: impl IntoIterator<Item = Vec<Waiting>>) -> io::Result<()> {
        for id in waiting.into_iter().flatten().flat_map(Waiting::into_ids) {
            self.calls.go_on(id)?;
        }
        Ok(())
    }
}

impl AsFd for Detector {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.calls.as_fd()
    }
}

/// An access that fails, to something that exists.
#[derive(Debug, PartialEq, Eq)]
struct Denied {
    path: PathBuf,
    write: bool,
    /// It can't be seen at all; otherwise it is granted, but not to be written.
    hidden: bool,
}
