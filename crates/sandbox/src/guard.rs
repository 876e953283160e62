//! Write access to a folder, but not to what runs: calls that make or change something by name are
//! carried out in the server's stead.
//!
//! - The kernel hands over each such call before anything of it is done, and never continues it: what
//!   stands in the caller's memory afterwards does not matter. Its paths are copied once. What they
//!   lead to is opened, looked at for where it is, and acted on by the same descriptors.
//! - The [`broker`] that does it is confined as the server is: the same view, the same rules of
//!   Landlock, no capabilities. What the server may not do it can't do either, guarded or not.
//! - It does one call after the other, and takes turns with other sessions' brokers; nothing else in a
//!   server's reach renames anything. So nothing comes to be elsewhere between a look and an act.
//! - A filesystem that hangs hangs the broker and whoever waits for it, but not the keeper.
//! - Without the broker there is nothing but failure.

mod broker;
mod calls;
mod leads;
mod message;
mod own_folder;
mod place;
mod read;
mod repositories;
mod turns;
mod witness;
mod zones;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use paddock_core::{Identity, RootEntry};
use paddock_sandbox::{DeniedBy, Policy, Tier, descriptors};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::Mode;
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::umask;

use self::broker::Broker;
pub(crate) use self::calls::hand_over;
use self::message::{Completed, Outcome, Transient};
use self::read::{Reader, changes_metadata, is_named, is_umask};
use self::turns::Turns;
use self::witness::Witness;
use self::zones::Zones;
use crate::aliases::everywhere;
use crate::attempts::{Caller, Listener, Notification};
use crate::boundary::Within;
use crate::forked::Child;

/// As many links to the caller's own descriptors as the kernel follows in one path.
const LINK_LIMIT: u32 = 40;

/// How many calls may wait for somebody at once.
const WAITING: usize = 32;

/// How many refusals are kept until they are told of.
const REFUSED: usize = 32;

/// How long a call that is being carried out may hold up a change of what is guarded.
const PATIENCE: Duration = Duration::from_secs(1);

/// Besides what is granted: memory of its own, and devices without content.
const OWN: [&str; 3] = ["/tmp", "/dev", "/dev/shm"];
const OWN_ON_HOST: [&str; 1] = ["/dev"];

/// Carries calls out for one server.
pub(crate) struct Guard {
    within: Within,
    own: Vec<PathBuf>,
    /// As they are written, and by other mounts of the same folders.
    programs: Vec<PathBuf>,
    zones: Zones,
    running: Option<Running>,
    queue: VecDeque<Notification>,
    /// By the number of the request.
    sent: BTreeMap<u64, Sent>,
    /// The one that the broker is at.
    current: Option<u64>,
    last_number: u64,
    /// `None` if processes of the server may differ.
    umask: Option<u32>,
    /// Whether what other programs are led to is looked for.
    follows: bool,
    /// What was taken back may still be held, and what it is can be changed by who holds it.
    has_taken: bool,
    /// What the session has in Git's folder for a moment: the next broker has to know.
    transient: BTreeSet<Identity>,
    home: PathBuf,
    /// What was refused and not told of yet.
    refused: VecDeque<(PathBuf, DeniedBy)>,
}

struct Running {
    socket: OwnedFd,
    _child: Child,
    _witness: Child,
}

struct Sent {
    notification: Notification,
    cloexec: bool,
    links: u32,
}

impl Guard {
    /// `None` if the policy can't come to guard anything.
    ///
    /// # Errors
    ///
    /// It can't be told by which other paths a program is reached.
    pub(crate) fn under(policy: &Policy, within: Within) -> io::Result<Option<Self>> {
        let usual: &[&str] = if policy.tier == Tier::Landlock { &OWN_ON_HOST } else { &OWN };
        let usual = usual.iter().map(PathBuf::from);
        let home = [policy.home.clone()].into_iter().chain(policy.home.canonicalize());
        let own: Vec<_> = usual.chain(home).collect();
        let programs = everywhere(&policy.programs)?;
        let zones = Zones::of(&own, &policy.folders, &programs);
        let is_asked_for =
            policy.tier.is_live() && policy.attempts != paddock_sandbox::OnAttempt::Ignore;
        if !zones.guard_any() && !is_asked_for {
            return Ok(None);
        }
        let mask = umask(Mode::empty());
        umask(mask);
        Ok(Some(Self {
            within,
            zones,
            own,
            programs,
            running: None,
            queue: VecDeque::new(),
            sent: BTreeMap::new(),
            current: None,
            last_number: 0,
            umask: Some(mask.as_raw_mode()),
            follows: true,
            has_taken: false,
            transient: BTreeSet::new(),
            home: policy.home.clone(),
            refused: VecDeque::new(),
        }))
    }

    /// One for a process besides the server, with the same rules.
    pub(crate) fn another(&self) -> Self {
        Self {
            within: self.within.clone(),
            own: self.own.clone(),
            programs: self.programs.clone(),
            zones: self.zones.clone(),
            running: None,
            queue: VecDeque::new(),
            sent: BTreeMap::new(),
            current: None,
            last_number: 0,
            umask: None,
            follows: true,
            has_taken: false,
            transient: BTreeSet::new(),
            home: self.home.clone(),
            refused: VecDeque::new(),
        }
    }

    /// The same, for what is guarded by its name alone.
    pub(crate) fn by_name(self) -> Self {
        Self { follows: false, ..self }
    }

    /// From now on these are the folders granted. What was begun before is done, or begun anew.
    pub(crate) fn see(&mut self, folders: &[RootEntry], listener: &Listener) -> io::Result<()> {
        let zones = Zones::of(&self.own, folders, &self.programs);
        if zones == self.zones {
            return Ok(());
        }
        let end = Instant::now() + PATIENCE;
        while self.current.is_some() && self.is_readable_until(end) {
            self.hear_one(listener)?;
        }
        self.has_taken |= zones.let_less_than(&self.zones);
        self.zones = zones;
        self.running = None;
        self.current = None;
        let again = std::mem::take(&mut self.sent);
        for sent in again.into_values().rev() {
            self.queue.push_front(sent.notification);
        }
        self.go_on(listener)
    }

    /// Takes a call over, unless nothing is guarded or it is none that names what it changes.
    pub(crate) fn take(
        &mut self,
        notification: Notification,
        listener: &Listener,
    ) -> io::Result<bool> {
        if is_umask(&notification) {
            self.umask = None;
        }
        let is_asked = self.zones.guard_any()
            || !self.is_idle()
            || self.has_taken && changes_metadata(&notification);
        if !is_named(&notification) || !is_asked {
            return Ok(false);
        }
        self.queue.push_back(notification);
        self.go_on(listener)?;
        Ok(true)
    }

    fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.sent.is_empty()
    }

    /// Readable when something was carried out.
    pub(crate) fn answers(&self) -> Option<BorrowedFd<'_>> {
        self.running.as_ref().map(|running| running.socket.as_fd())
    }

    /// To be called when there is an answer.
    pub(crate) fn hear(&mut self, listener: &Listener) -> io::Result<()> {
        self.hear_one(listener)?;
        self.go_on(listener)
    }

    /// Begins nothing else.
    fn hear_one(&mut self, listener: &Listener) -> io::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        match Completed::receive(&running.socket) {
            Ok(Some(answer)) => self.pass_on(answer, listener),
            Ok(None) | Err(_) => self.fail_all(listener),
        }
    }

    fn pass_on(
        &mut self,
        Completed { number, outcome, transient }: Completed,
        listener: &Listener,
    ) -> io::Result<()> {
        self.note_transient(transient);
        if self.current == Some(number) {
            self.current = None;
        }
        if matches!(outcome, Outcome::Waits) && self.sent.len() <= WAITING {
            return Ok(());
        }
        let Some(sent) = self.sent.remove(&number) else { return Ok(()) };
        let id = sent.notification.id;
        match outcome {
            Outcome::Done => listener.succeed(id),
            Outcome::Opened(file) => listener.give(id, file.as_fd(), sent.cloexec),
            Outcome::Failed(errno) => listener.fail(id, errno),
            Outcome::Refused(path, by) => {
                listener.fail(id, Errno::ROFS)?;
                self.note_refused(path, by);
                Ok(())
            }
            Outcome::Waits => listener.fail(id, Errno::AGAIN),
            Outcome::Elsewhere(_) if sent.links >= LINK_LIMIT => listener.fail(id, Errno::LOOP),
            Outcome::Elsewhere(path) => {
                self.begin(sent.notification, Some(&path), sent.links + 1, listener)
            }
        }
    }

    /// What is not told apart by its birth is no more than a number, which another one gets: it is not
    /// known to be the same later.
    fn note_transient(&mut self, transient: Option<Transient>) {
        match transient {
            Some(Transient::Made(made)) if made.born.is_some() => _ = self.transient.insert(made),
            Some(Transient::Gone(gone)) => _ = self.transient.remove(&gone),
            Some(Transient::Made(_)) | None => {}
        }
    }

    fn note_refused(&mut self, path: PathBuf, by: DeniedBy) {
        if self.refused.len() < REFUSED {
            self.refused.push_back((path, by));
        }
    }

    /// What was refused for being guarded since this was last asked, and by what. More at once is not
    /// told.
    pub(crate) fn take_refused(&mut self) -> Option<(PathBuf, DeniedBy)> {
        self.refused.pop_front()
    }

    fn go_on(&mut self, listener: &Listener) -> io::Result<()> {
        while self.current.is_none()
            && let Some(notification) = self.queue.pop_front()
        {
            self.begin(notification, None, 0, listener)?;
        }
        Ok(())
    }

    fn begin(
        &mut self,
        notification: Notification,
        path: Option<&[u8]>,
        links: u32,
        listener: &Listener,
    ) -> io::Result<()> {
        self.last_number += 1;
        let number = self.last_number;
        let request = Reader::new(&notification).request(number, path).and_then(|mut request| {
            let mask = self.umask.or_else(|| Caller(notification.thread).umask());
            request.umask = mask.ok_or(Errno::SRCH)?;
            request.may_wait = self.sent.len() < WAITING;
            Ok(request)
        });
        // The caller may have died before all was read, and its number gone to another process.
        if !listener.still_waits(notification.id) {
            return Ok(());
        }
        let sent = request.and_then(|request| {
            request.send(&self.running()?.socket)?;
            Ok(request.flags)
        });
        match sent {
            Ok(flags) => {
                let cloexec = flags & libc::O_CLOEXEC != 0;
                self.sent.insert(number, Sent { notification, cloexec, links });
                self.current = Some(number);
                Ok(())
            }
            Err(errno) => listener.fail(notification.id, errno),
        }
    }

    /// The broker, which is started when there is something to do for it.
    fn running(&mut self) -> Result<&Running, Errno> {
        if self.running.is_none() {
            self.running = Some(self.start().map_err(|_| Errno::IO)?);
        }
        self.running.as_ref().ok_or(Errno::IO)
    }

    fn start(&self) -> io::Result<Running> {
        let pair =
            || socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None);
        let ((socket, brokers), (asks, answers)) = (pair()?, pair()?);
        let witness = Child::start(|_| {
            descriptors::close_all_but(&[answers.as_fd()]);
            let held = if self.follows { self.zones.held() } else { Vec::new() };
            witness::serve(&answers, &self.programs, &held);
        })?;
        let turns = Turns::beside(&self.home)?;
        let (zones, own) = (self.zones.clone(), self.transient.clone());
        let mut broker = Broker::new(brokers, zones, Witness(asks), self.follows, turns, own);
        let child = Child::start(|_| {
            if self.within.enter().and_then(|()| self.within.confine_broker()).is_ok() {
                broker.serve();
            }
        })?;
        Ok(Running { socket, _child: child, _witness: witness })
    }

    fn fail_all(&mut self, listener: &Listener) -> io::Result<()> {
        self.running = None;
        self.current = None;
        for sent in std::mem::take(&mut self.sent).into_values() {
            listener.fail(sent.notification.id, Errno::IO)?;
        }
        Ok(())
    }

    fn is_readable_until(&self, end: Instant) -> bool {
        let Some(socket) = self.answers() else { return false };
        let left = end.saturating_duration_since(Instant::now());
        let Ok(left) = Timespec::try_from(left) else { return false };
        poll(&mut [PollFd::new(&socket, PollFlags::IN)], Some(&left)) == Ok(1)
    }
}
