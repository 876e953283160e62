//! Calls that wait, and how they go on: as if nobody had been asked, or carried out by somebody else.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;

use paddock_core::RootEntry;
use paddock_sandbox::DeniedBy;
use rustix::io::Errno;

use super::listener::{Listener, Notification};
use crate::guard::Guard;

pub(super) struct Calls {
    listener: Listener,
    guard: Option<Guard>,
    /// Those that are not decided, by their number.
    undecided: BTreeMap<u64, Notification>,
}

impl Calls {
    pub(super) fn new(listener: Listener, guard: Option<Guard>) -> Self {
        Self { listener, guard, undecided: BTreeMap::new() }
    }

    pub(super) fn receive(&mut self) -> io::Result<Option<Notification>> {
        let received = self.listener.receive()?;
        if self.guard.is_some()
            && let Some(notification) = received
        {
            self.undecided.insert(notification.id, notification);
        }
        Ok(received)
    }

    pub(super) fn still_waits(&self, id: u64) -> bool {
        self.listener.still_waits(id)
    }

    /// Nothing to do if its caller is gone.
    pub(super) fn go_on(&mut self, id: u64) -> io::Result<()> {
        let Some(guard) = &mut self.guard else { return self.listener.resume(id) };
        // What is not undecided any more was taken over: it must never go on by itself.
        let Some(notification) = self.undecided.remove(&id) else { return Ok(()) };
        if guard.take(notification, &self.listener)? {
            return Ok(());
        }
        self.listener.resume(id)
    }

    pub(super) fn fail(&mut self, id: u64, errno: Errno) -> io::Result<()> {
        self.undecided.remove(&id);
        self.listener.fail(id, errno)
    }

    pub(super) fn forget_the_gone(&mut self) {
        self.undecided.retain(|id, _| self.listener.still_waits(*id));
    }

    pub(super) fn see(&mut self, folders: &[RootEntry]) -> io::Result<()> {
        self.guard.as_mut().map_or(Ok(()), |guard| guard.see(folders, &self.listener))
    }

    pub(super) fn guard(&self) -> Option<&Guard> {
        self.guard.as_ref()
    }

    pub(super) fn answers(&self) -> Option<BorrowedFd<'_>> {
        self.guard.as_ref()?.answers()
    }

    /// What was refused for being guarded.
    pub(super) fn take_refused(&mut self) -> Option<(PathBuf, DeniedBy)> {
        self.guard.as_mut()?.take_refused()
    }

    pub(super) fn hear(&mut self) -> io::Result<()> {
        self.guard.as_mut().map_or(Ok(()), |guard| guard.hear(&self.listener))
    }
}

impl AsFd for Calls {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }
}
