use std::io;
use std::os::fd::AsFd as _;
use std::time::Instant;

use paddock_core::{Access, RootEntry};
use paddock_sandbox::wire::{End, Obstacle, Order, Refusal, Report};
use paddock_sandbox::{Finding, Launch, MOST_PORTS, Policy, Proof, descriptors};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{
    DumpableBehavior, Signal, getpid, set_child_subreaper, set_dumpable_behavior,
};

use crate::attempts::{self, Detector, trial};
use crate::boundary::Boundary;
use crate::control::{Control, ControlError, Errand, Streams};
use crate::group::Group;
use crate::probe::Rest;
use crate::processes::signal_descendants;
use crate::server;
use crate::signals::Signals;
use crate::survey::survey;
use crate::tree::Tree;

#[derive(Debug, thiserror::Error)]
pub(crate) enum KeeperError {
    #[error("cannot talk to the host: {0}")]
    Control(#[from] ControlError),
    #[error("cannot keep processes: {0}")]
    System(#[from] io::Error),
    #[error("cannot see what the server tries: {0}")]
    Detector(io::Error),
}

/// Keeps one server from its launch until no process of its tree is left; or says what could be kept.
pub(crate) fn run() -> Result<(), KeeperError> {
    let prepared = become_keeper();
    let mut control = Control::from_stdin()?;
    let (launch, streams) = match control.errand()? {
        None => return Ok(()),
        Some(Errand::Survey) => return Ok(control.report(&Report::Surveyed(survey()))?),
        Some(Errand::Launch(launch, streams)) => (launch, streams),
    };
    let started = prepared.and_then(|signals| Ok((signals, start(&launch, streams)?)));
    let (signals, mut started) = match started {
        Ok(started) => started,
        Err(refusal) => return Ok(control.report(&Report::NotStarted(refusal))?),
    };
    drop(launch);

    let kept = started.keep(&mut control, &signals);
    let end = started.end()?;
    kept?;
    Ok(control.report(&Report::Ended(end))?)
}

/// Makes this process fit to hold a tree. Must come before it opens any descriptor.
fn become_keeper() -> Result<Signals, Refusal> {
    let set_up = || {
        // Whatever the host itself inherited would reach the server.
        descriptors::close_all_but_standard()?;
        // The server runs as the same user: it could read the keeper's memory and take its socket.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_child_subreaper(Some(getpid()))?;
        Signals::block()
    };
    set_up().map_err(|error| refuse(&error))
}

struct Started {
    boundary: Boundary,
    /// `None` where none is to hold anything.
    group: Option<Group>,
    tree: Tree,
    /// The proof for the launch, until it is reported.
    proof: Option<Proof>,
    /// What the last change has not touched, while it is tried.
    rest: Option<Rest>,
    /// `None` if nobody wants to know what the server tries, or nobody is left to try anything.
    detector: Option<Detector>,
}

/// Starts the server within the boundary that its policy asks for, once that is proved to hold.
fn start(launch: &Launch, streams: Streams) -> Result<Started, Refusal> {
    // Before the host's groups are out of sight.
    let group = Group::of(&launch.bounds)?;
    let (boundary, proof, child) = Boundary::set_up(launch.policy.as_ref())?;
    let policy = launch.policy.as_ref();
    let prepared = policy.map_or(Ok(None), |it| attempts::prepare(it, boundary.within()));
    let (filter, prepared) = prepared.map_err(|error| refuse(&error))?.unzip();
    let proof = proof.map(|proof| with_guarded(proof, policy, prepared.as_ref(), &boundary));
    let proof = proof.transpose()?;
    let entrance = group.as_ref().map(Group::entrance);
    let server = server::start(launch, streams, &boundary, entrance, filter)?;
    drop(child);
    let mut tree = Tree::of(server, boundary.init());
    let detector = prepared.zip(policy).map(|(prepared, policy)| Detector::new(prepared, policy));
    match detector.transpose() {
        Ok(detector) => Ok(Started { boundary, group, tree, proof, rest: None, detector }),
        Err(error) => {
            _ = tree.kill();
            Err(refuse(&error))
        }
    }
}

/// The proof for a launch, with what is guarded in the folders.
fn with_guarded(
    mut proof: Proof,
    policy: Option<&Policy>,
    prepared: Option<&attempts::Prepared>,
    boundary: &Boundary,
) -> Result<Proof, Refusal> {
    let files = policy.map(|policy| trial::guarded_files(&policy.folders)).unwrap_or_default();
    let Some(guard) = prepared.and_then(attempts::Prepared::another_guard) else {
        return Ok(proof);
    };
    if files.is_empty() {
        return Ok(proof);
    }
    let refuse = |errno| Refusal { obstacle: Obstacle::Proof, errno };
    // What leads where is looked for at the server's first write: it would take too long here.
    let found = trial::try_all(guard.by_name(), &boundary.within(), &files);
    let found = found.map_err(|error| refuse(error.raw_os_error().unwrap_or(libc::EIO)))?;
    let is_untried = |finding: &Finding| {
        [Errno::NOSYS, Errno::IO].iter().any(|errno| errno.raw_os_error() == finding.errno)
    };
    if let Some(reached) = found.iter().find(|finding| !finding.holds() || is_untried(finding)) {
        return Err(refuse(reached.errno));
    }
    proof.findings.extend(found);
    Ok(proof)
}

fn refuse(error: &io::Error) -> Refusal {
    let errno = error.raw_os_error().unwrap_or_default();
    Refusal { obstacle: Obstacle::Keeper, errno }
}

impl Started {
    /// Kills what is left, and says how the server ended.
    fn end(&mut self) -> io::Result<End> {
        let end = self.tree.kill()?;
        // All in the group are killed together; whoever kills it from outside uses the same signal.
        let is_killed = end == End::Signal(Signal::KILL.as_raw());
        let ran_out = self.group.take().is_some_and(|group| group.ran_out_of_memory());
        Ok(if is_killed && ran_out { End::OutOfMemory } else { end })
    }

    /// Returns when the tree is to be killed: the server ended, the host said so or is gone, the keeper
    /// is asked to end by a signal, or the boundary does not hold.
    fn keep(&mut self, control: &mut Control, signals: &Signals) -> Result<(), KeeperError> {
        control.report(&Report::Started { pid: self.tree.server() })?;
        if let Some(proof) = self.proof.take() {
            control.report(&Report::Proven(proof))?;
        }
        if let Some(network) = self.boundary.take_network() {
            let (ports, refusals) = (network.ports(), network.hear_of_refusals());
            let report = Report::Connected { ports, refusals };
            control.hand_over(&report, &network.into_sockets())?;
        }
        loop {
            while let Some(order) = control.next_order()? {
                if !self.obey(order, control)? {
                    return Ok(());
                }
            }
            let ready = self.wait(control, signals)?;
            if ready.unmount {
                self.let_go_of_unmounted()?;
            }
            if ready.signal {
                let asked_to_end = signals.take()?;
                self.tree.reap()?;
                if asked_to_end || self.tree.server_has_ended() {
                    return Ok(());
                }
            }
            // Before the next order, which would put it off.
            if !self.try_rest(ready.rest, control)? {
                return Ok(());
            }
            if ready.control && !control.receive()? {
                return Ok(());
            }
            if ready.answer {
                self.tell_detector(Detector::hear)?;
                self.tell_of_refused(control)?;
            }
            self.detect(ready.attempt, control)?;
        }
    }

    /// One attempt a turn, so that a server that tries much keeps nobody else waiting.
    fn detect(&mut self, ready: PollFlags, control: &mut Control) -> Result<(), KeeperError> {
        let Some(detector) = &mut self.detector else { return Ok(()) };
        let now = Instant::now();
        detector.expire(now).map_err(KeeperError::Detector)?;
        if ready.contains(PollFlags::IN) {
            let attempt = detector.turn(now, || control.has_room());
            if let Some(attempt) = attempt.map_err(KeeperError::Detector)? {
                control.report(&Report::Attempted(attempt))?;
            }
        } else if !ready.is_empty() {
            // All who had the filter have ended.
            self.detector = None;
        }
        Ok(())
    }

    fn tell_of_refused(&mut self, control: &mut Control) -> Result<(), KeeperError> {
        let Some(detector) = &mut self.detector else { return Ok(()) };
        let now = Instant::now();
        while let Some(attempt) = detector.next_refused(now, || control.has_room()) {
            control.report(&Report::Attempted(attempt))?;
        }
        Ok(())
    }

    /// `false` if the tree is to be killed.
    fn obey(&mut self, order: Order, control: &mut Control) -> Result<bool, KeeperError> {
        match order {
            Order::Terminate => {
                self.tell_detector(Detector::let_go)?;
                signal_descendants(Signal::TERM)?;
            }
            Order::Kill => return Ok(false),
            Order::Enforce { change, mut folders } => {
                if !self.detector.as_ref().is_some_and(Detector::guards) {
                    only_read_what_is_guarded(&mut folders);
                }
                // What was not proved yet is proved with this: it can't be put off for ever.
                let all = self.rest.take().is_some();
                let proof = self.boundary.enforce(change, &folders, all);
                let proof = proof.map_err(io::Error::from)?;
                let (proof, left) = proof.ok_or(ControlError::NotLive)?;
                let holds = proof.holds();
                control.report(&Report::Proven(proof))?;
                // It may wait for a call that is being carried out. No other is taken before.
                self.tell_detector(|detector| detector.see(&folders))?;
                self.tell_of_refused(control)?;
                self.rest = left.rest();
                return Ok(holds);
            }
            Order::Try { ticket, paths } => {
                let guard = self.detector.as_ref().and_then(Detector::another_guard);
                let findings = match guard {
                    Some(guard) => trial::try_all(guard, &self.boundary.within(), &paths)?,
                    None => self.boundary.try_all(&paths)?,
                };
                control.report(&Report::Tried { ticket, findings })?;
            }
            Order::Decide { held } => self.tell_detector(|detector| detector.decide(held))?,
            Order::Ask { ticket, names } => {
                // A server is not ended for a question that could not be asked.
                let answers = self.boundary.ask(&names).unwrap_or_default();
                control.report(&Report::Answered { ticket, answers })?;
            }
            Order::Listen { ticket, ports } => self.listen(ticket, &ports, control)?,
            Order::Launch(_) | Order::Survey => return Err(ControlError::SecondLaunch.into()),
        }
        Ok(true)
    }

    /// `false` if it does not hold.
    fn try_rest(&mut self, told: bool, control: &mut Control) -> Result<bool, KeeperError> {
        let Some(rest) = &mut self.rest else { return Ok(true) };
        let within = self.boundary.within();
        let Some(findings) = rest.turn(told, || within.take_on()) else { return Ok(true) };
        let holds = findings.iter().all(Finding::holds);
        control.report(&Report::Rest { change: rest.change, findings })?;
        self.rest = None;
        Ok(holds)
    }

    /// What is tried meanwhile is tried anew: it may be another thing now, or not there.
    fn let_go_of_unmounted(&mut self) -> io::Result<()> {
        let change = self.rest.take().map(|rest| rest.change);
        self.boundary.let_go_of_unmounted()?;
        self.rest = change.map(|change| self.boundary.try_rest(change)).transpose()?;
        Ok(())
    }

    /// What is opened is the host's alone: where it closes it, nobody listens any more.
    fn listen(
        &self,
        ticket: u64,
        wanted: &[u16],
        control: &mut Control,
    ) -> Result<(), KeeperError> {
        let (mut ports, mut sockets, mut failed) = (Vec::new(), Vec::new(), Vec::new());
        for port in wanted.iter().take(MOST_PORTS) {
            match self.boundary.listen(*port) {
                Ok(opened) => {
                    ports.push(*port);
                    sockets.push(opened.into());
                }
                Err(errno) => failed.push((*port, errno.raw_os_error())),
            }
        }
        let beyond = wanted.iter().skip(MOST_PORTS);
        failed.extend(beyond.map(|port| (*port, Errno::MFILE.raw_os_error())));
        Ok(control.hand_over(&Report::Listening { ticket, ports, failed }, &sockets)?)
    }

    fn tell_detector(
        &mut self,
        tell: impl FnOnce(&mut Detector) -> io::Result<()>,
    ) -> Result<(), KeeperError> {
        self.detector.as_mut().map_or(Ok(()), tell).map_err(KeeperError::Detector)
    }

    /// Waits for something to do; without a limit unless something is held or tried.
    fn wait(&self, control: &Control, signals: &Signals) -> io::Result<Ready> {
        let now = Instant::now();
        let held_for = self.detector.as_ref().and_then(|it| it.time_left(now));
        let rest_for = self.rest.as_ref().map(|it| it.time_left(now));
        let timeout = held_for.into_iter().chain(rest_for).min();
        let timeout = timeout.map(Timespec::try_from).transpose().map_err(|_| Errno::INVAL)?;
        let unmounts = self.boundary.unmounts();
        let detector = self.detector.as_ref().map(Detector::as_fd);
        let mut polled =
            vec![PollFd::new(control, PollFlags::IN), PollFd::new(signals, PollFlags::IN)];
        polled.extend(unmounts.map(|it| PollFd::from_borrowed_fd(it, PollFlags::PRI)));
        polled.extend(detector.map(|it| PollFd::from_borrowed_fd(it, PollFlags::IN)));
        let answers = self.detector.as_ref().and_then(Detector::answers);
        polled.extend(answers.map(|it| PollFd::from_borrowed_fd(it, PollFlags::IN)));
        let rest = self.rest.as_ref().and_then(Rest::answers);
        polled.extend(rest.map(|it| PollFd::from_borrowed_fd(it, PollFlags::IN)));
        retry_on_intr(|| poll(&mut polled, timeout.as_ref()))?;

        let mut found = polled.iter().map(PollFd::revents);
        let mut next = || found.next().unwrap_or(PollFlags::empty());
        Ok(Ready {
            control: !next().is_empty(),
            signal: !next().is_empty(),
            unmount: unmounts.is_some() && !next().is_empty(),
            attempt: detector.map_or(PollFlags::empty(), |_| next()),
            answer: answers.is_some() && !next().is_empty(),
            rest: rest.is_some() && !next().is_empty(),
        })
    }
}

/// Where nobody could guard what runs, less is given.
fn only_read_what_is_guarded(folders: &mut [RootEntry]) {
    for folder in folders.iter_mut().filter(|folder| folder.access.guards()) {
        folder.access = Access::Read;
    }
}

#[expect(clippy::struct_excessive_bools, reason = "independent of each other")]
struct Ready {
    control: bool,
    signal: bool,
    unmount: bool,
    attempt: PollFlags,
    answer: bool,
    rest: bool,
}
