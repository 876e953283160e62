//! Trials under way: a child makes one after the other and tells of some at a time.

use std::ffi::{CStr, CString};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use paddock_sandbox::{Finding, Reach};
use rustix::io::Errno;

use super::trial::{Said, Trial};
use crate::forked::{AnswerPipe, Child, Wait};

/// How long a path that does not answer is waited for: a network or user-space filesystem may hang.
const ONE_PATH: Duration = Duration::from_secs(2);
/// How long all of them together may take.
const ALL_PATHS: Duration = Duration::from_secs(6);
/// How many are answered for at once: each answer wakes the keeper.
pub(super) const MOST_AT_ONCE: usize = 128;
/// How long that may take. If it takes longer, they are tried one by one, to find which one hangs.
const AT_ONCE: Duration = Duration::from_millis(200);

pub(super) struct Trying {
    trials: Vec<Trial>,
    /// So many are told of before any of the others.
    first: usize,
    findings: Vec<Finding>,
    /// `None` before the first, and where one was given up.
    child: Option<Child>,
    at_once: usize,
    /// When the next ones must have been told of.
    due: Instant,
    end: Instant,
    unmade: CString,
}

impl Trying {
    pub(super) fn of(trials: Vec<Trial>, first: usize) -> Self {
        let now = Instant::now();
        let findings = Vec::with_capacity(trials.len());
        let (at_once, unmade) = (MOST_AT_ONCE, unused_name());
        Self { trials, first, findings, child: None, at_once, due: now, end: now, unmade }
    }

    /// Begins, with children that are brought `inside`, and go on with `then` when all was tried. Both
    /// must be async-signal-safe.
    pub(super) fn begin(
        &mut self,
        inside: impl Fn() -> Result<(), Errno>,
        then: impl Fn(&AnswerPipe),
    ) -> io::Result<()> {
        self.end = Instant::now() + ALL_PATHS;
        self.start(inside, then)
    }

    fn start(
        &mut self,
        inside: impl Fn() -> Result<(), Errno>,
        then: impl Fn(&AnswerPipe),
    ) -> io::Result<()> {
        let chunks = || Chunks { of: self, from: self.findings.len() };
        let child = Child::start(|answers| {
            if try_all(inside, chunks(), &self.unmade, answers).is_ok() {
                then(answers);
            }
        })?;
        self.child = Some(child);
        self.expect_more();
        Ok(())
    }

    fn expect_more(&mut self) {
        let time = if self.at_once > 1 { AT_ONCE } else { ONE_PATH };
        self.due = self.end.min(Instant::now() + time);
    }

    /// Waits by `wait` until those were found that are told of first.
    pub(super) fn find_first(
        &mut self,
        inside: impl Fn() -> Result<(), Errno>,
        then: impl Fn(&AnswerPipe),
        wait: Wait<'_>,
    ) -> io::Result<()> {
        while self.findings.len() < self.first {
            let time = self.time_left(Instant::now());
            let told = match self.answers() {
                Some(answers) => wait(answers, time)?,
                None => false,
            };
            self.turn(told, &inside, &then)?;
        }
        Ok(())
    }

    /// Hears of the next ones, if they are `told` of. Otherwise, once their time is over, another child
    /// goes on.
    pub(super) fn turn(
        &mut self,
        told: bool,
        inside: impl Fn() -> Result<(), Errno>,
        then: impl Fn(&AnswerPipe),
    ) -> io::Result<()> {
        if told {
            self.hear()?;
            self.expect_more();
        } else if self.time_left(Instant::now()).is_zero() {
            self.child = None;
            self.give_up()?;
            if !self.is_over() {
                self.start(inside, then)?;
            }
        }
        Ok(())
    }

    /// The child fell silent on the next ones.
    fn give_up(&mut self) -> io::Result<()> {
        match self.trials.get(self.findings.len()) {
            Some(_) if self.at_once > 1 => self.at_once = 1,
            Some(silent) if silent.expected == Reach::Nothing => {
                return Err(Errno::TIMEDOUT.into());
            }
            Some(silent) => self.findings.push(silent.found(Reach::Nothing, libc::ETIMEDOUT)),
            None => {}
        }
        Ok(())
    }

    fn hear(&mut self) -> io::Result<()> {
        let (Some(child), Some(chunk)) =
            (&self.child, Chunks { of: self, from: self.findings.len() }.next())
        else {
            return Ok(());
        };
        let mut told = [[0; Said::SIZE]; MOST_AT_ONCE];
        let told = &mut told[..chunk.len()];
        child.read_answer(told.as_flattened_mut())?;
        let mut found = Vec::with_capacity(chunk.len());
        for (trial, answer) in chunk.iter().zip(told) {
            match Said::from_bytes(*answer) {
                Some(Said::Found(reach, errno)) => found.push(trial.found(reach, errno)),
                Some(Said::Failed(errno)) => return Err(io::Error::from_raw_os_error(errno)),
                None => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        self.findings.append(&mut found);
        Ok(())
    }

    /// Readable where the child has told of the next ones.
    pub(super) fn answers(&self) -> Option<BorrowedFd<'_>> {
        self.child.as_ref().map(Child::answers)
    }

    pub(super) fn time_left(&self, now: Instant) -> Duration {
        self.due.saturating_duration_since(now)
    }

    pub(super) fn is_over(&self) -> bool {
        self.findings.len() == self.trials.len()
    }

    /// What was found of the first ones, for which there is no other time. The rest has as much again.
    pub(super) fn take_first(&mut self) -> Vec<Finding> {
        self.trials = self.trials.split_off(self.first);
        self.first = self.trials.len();
        self.end = Instant::now() + ALL_PATHS;
        self.expect_more();
        std::mem::take(&mut self.findings)
    }

    /// As if all of them were reached: what could not be tried counts as that.
    pub(super) fn all_reached(&self, error: &io::Error) -> Vec<Finding> {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        self.trials[..self.first].iter().map(|it| it.found(Reach::Write, errno)).collect()
    }

    pub(super) fn into_child(self) -> Option<Child> {
        self.child
    }
}

/// Those that are told of together, from one on. The child makes the same of what it was born with.
struct Chunks<'a> {
    of: &'a Trying,
    from: usize,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a [Trial];

    fn next(&mut self) -> Option<&'a [Trial]> {
        let Trying { trials, first, at_once, .. } = self.of;
        let part = if self.from < *first { &trials[..*first] } else { &trials[..] };
        let left = &part[self.from..];
        let chunk = &left[..left.len().min(*at_once)];
        self.from += chunk.len();
        (!chunk.is_empty()).then_some(chunk)
    }
}

/// A name that nothing has and nobody can foresee: a file by it would look like a right to make one.
fn unused_name() -> CString {
    let random = RandomState::new().build_hasher().finish();
    CString::new(format!(".paddock-{random:016x}")).unwrap_or_default()
}

/// In the child. Nothing in here allocates.
fn try_all(
    inside: impl Fn() -> Result<(), Errno>,
    chunks: Chunks<'_>,
    unmade: &CStr,
    answers: &AnswerPipe,
) -> Result<(), Errno> {
    let inside = inside();
    for chunk in chunks {
        let mut told = [[0; Said::SIZE]; MOST_AT_ONCE];
        for (trial, told) in chunk.iter().zip(&mut told) {
            *told = match inside {
                Ok(()) => trial.attempt(unmade).or_fail(),
                Err(errno) => Said::Failed(errno.raw_os_error()),
            }
            .to_bytes();
        }
        answers.send(told[..chunk.len()].as_flattened());
    }
    inside
}
