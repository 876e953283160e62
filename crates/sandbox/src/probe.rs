//! Trying from inside what was promised outside.
//!
//! A probe is a child of the keeper in the server's place: it enters the same namespaces, takes on
//! the same confinement and tries. It changes nothing of what it tries.
//!
//! Among many folders, those that a change has touched are tried before it is told, with all that must
//! not be reached; the rest right after. What was told of it is a proof by itself, and so is that.

mod trial;
mod trying;

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paddock_core::{Access, RootEntry};
use paddock_sandbox::{Finding, Proof, Reach};
use rustix::io::Errno;

use self::trial::Trial;
use self::trying::Trying;
use crate::confine::Confinement;
use crate::forked::{AnswerPipe, Child, Wait, readable_within};
use crate::kept_out::KeptOut;

/// To tell of so few folders apart would take longer than to try them.
const FEW: usize = 8;

/// What has to be so after a change.
pub(crate) struct Promise<'a> {
    /// Which change; 0 for the launch.
    pub(crate) change: u64,
    /// The folders let in.
    pub(crate) granted: &'a [RootEntry],
    /// The folders taken out or withheld.
    pub(crate) revoked: &'a [RootEntry],
    pub(crate) canary: &'a Path,
    /// What is not reached either, unless it is granted.
    pub(crate) kept_out: &'a KeptOut,
    /// It is not even known to be there.
    pub(crate) hides: bool,
    /// The change was made at these paths and below them, and nowhere else. `None` if all is to be
    /// tried before anything is told.
    pub(crate) touched: Option<&'a BTreeSet<PathBuf>>,
}

/// Tries a promise from inside. What could not be tried counts as reached, so a proof that holds was
/// made in full.
///
/// Nothing withheld and no open handles are in it yet: the probe can't see them.
pub(crate) fn proof(
    promise: &Promise<'_>,
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
) -> Proof {
    proof_and(promise, enter, confinement, |_| {}).0
}

/// As [`proof`], with what is left of it. The child goes on with `then`, which must be
/// async-signal-safe too.
pub(crate) fn proof_and(
    promise: &Promise<'_>,
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
    then: impl Fn(&AnswerPipe),
) -> (Proof, Left) {
    let mut trying = promise.trying();
    let inside = || enter().and_then(|()| confinement.apply());
    let tried = check_outside(promise.canary)
        .and_then(|()| trying.begin(inside, &then))
        .and_then(|()| trying.find_first(inside, &then, &mut readable_within));
    let (findings, left) = match tried {
        Err(error) => (trying.all_reached(&error), Left::Nothing),
        Ok(()) if trying.is_over() => (trying.take_first(), Left::of(trying.into_child())),
        Ok(()) => {
            let findings = trying.take_first();
            (findings, Left::Rest(Rest { change: promise.change, trying }))
        }
    };
    let proof = Proof {
        change: promise.change,
        rest_follows: matches!(left, Left::Rest(_)),
        findings,
        withheld: Vec::new(),
        open_handles: 0,
        passages: Vec::new(),
    };
    (proof, left)
}

/// What is left of a proof that was made.
pub(crate) enum Left {
    Nothing,
    /// The child that tried all: to bury it takes time.
    Child(Child),
    Rest(Rest),
}

impl Left {
    fn of(child: Option<Child>) -> Self {
        child.map_or(Self::Nothing, Self::Child)
    }

    pub(crate) fn child(self) -> Option<Child> {
        match self {
            Self::Child(child) => Some(child),
            Self::Nothing | Self::Rest(_) => None,
        }
    }

    pub(crate) fn rest(self) -> Option<Rest> {
        match self {
            Self::Rest(rest) => Some(rest),
            Self::Nothing | Self::Child(_) => None,
        }
    }
}

/// What a change has not touched, while it is tried. Its child must be gone before the next change.
pub(crate) struct Rest {
    pub(crate) change: u64,
    trying: Trying,
}

impl Rest {
    /// Tries all of a promise for the rest of its change.
    pub(crate) fn of_all(
        promise: &Promise<'_>,
        inside: impl Fn() -> Result<(), Errno>,
    ) -> io::Result<Self> {
        let mut trying = Promise { touched: None, ..*promise }.trying();
        trying.begin(inside, |_| {})?;
        Ok(Self { change: promise.change, trying })
    }

    /// Readable where there is something to [hear](Self::turn).
    pub(crate) fn answers(&self) -> Option<BorrowedFd<'_>> {
        self.trying.answers()
    }

    /// How long until it takes a turn in any case.
    pub(crate) fn time_left(&self, now: Instant) -> Duration {
        self.trying.time_left(now)
    }

    /// Hears of more, if it is `told` of. All that was found, once that is all: with what must not be
    /// reached, so that it is nothing less than a proof.
    pub(crate) fn turn(
        &mut self,
        told: bool,
        inside: impl Fn() -> Result<(), Errno>,
    ) -> Option<Vec<Finding>> {
        match self.trying.turn(told, inside, |_| {}) {
            Ok(()) if self.trying.is_over() => Some(self.trying.take_first()),
            Ok(()) => None,
            Err(error) => Some(self.trying.all_reached(&error)),
        }
    }
}

/// Forks a child that runs `enter`, then takes on the confinement, and tries how far each path can be
/// reached.
///
/// `enter` and the confinement are run between fork and exit: they must be async-signal-safe. A path
/// that should be reached and does not answer in time is found to be nothing (`ETIMEDOUT`).
///
/// # Errors
///
/// Whatever kept the probe from its place, and `ETIMEDOUT` if a path that should not be reached did
/// not answer.
pub(crate) fn probe(
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
    tries: &[(PathBuf, Reach)],
) -> io::Result<Vec<Finding>> {
    let inside = || enter().and_then(|()| confinement.apply());
    probe_while(inside, tries, &mut readable_within)
}

/// As [`probe`], with all that brings a child `inside`, and `wait` to wait for what it finds.
pub(crate) fn probe_while(
    inside: impl Fn() -> Result<(), Errno>,
    tries: &[(PathBuf, Reach)],
    wait: Wait<'_>,
) -> io::Result<Vec<Finding>> {
    let trials: Vec<_> = tries.iter().map(|(path, expected)| Trial::of(path, *expected)).collect();
    if trials.is_empty() {
        return Ok(Vec::new());
    }
    let first = trials.len();
    let mut trying = Trying::of(trials, first);
    trying.begin(&inside, |_| {})?;
    trying.find_first(&inside, |_| {}, wait)?;
    Ok(trying.take_first())
}

/// A child in the server's place that does `act`, which must be async-signal-safe; nothing if it does
/// not get there.
pub(crate) fn child(
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
    act: impl Fn(&AnswerPipe),
) -> io::Result<Child> {
    Child::start(|answers| {
        if enter().and_then(|()| confinement.apply()).is_ok() {
            act(answers);
        }
    })
}

/// A canary that nobody can read would prove nothing.
fn check_outside(canary: &Path) -> io::Result<()> {
    File::open(canary).map(drop)
}

impl Promise<'_> {
    fn trying(&self) -> Trying {
        let (mut first, mut rest): (Vec<_>, Vec<_>) =
            self.granted.iter().partition(|entry| self.is_touched(entry));
        if rest.len() <= FEW {
            first.append(&mut rest);
        }
        let mut trials = self.never_reached();
        trials.extend(first.into_iter().map(trial_of));
        in_order(&mut trials);
        let count = trials.len();
        if !rest.is_empty() {
            let mut rest: Vec<_> = rest.into_iter().map(trial_of).collect();
            rest.push(self.canary());
            in_order(&mut rest);
            trials.append(&mut rest);
        }
        Trying::of(trials, count)
    }

    fn is_touched(&self, entry: &RootEntry) -> bool {
        let path = entry.root.path.as_path();
        self.touched.is_none_or(|tops| path.ancestors().any(|above| tops.contains(above)))
    }

    fn canary(&self) -> Trial {
        Trial::of(self.canary, Reach::Nothing)
    }

    fn never_reached(&self) -> Vec<Trial> {
        let revoked = self.revoked.iter().map(|entry| Trial {
            only: Some(entry.root.identity),
            ..Trial::of(entry.root.path.as_path(), self.reach_of(entry))
        });
        let kept_out = self.kept_out.beside(self.granted);
        let kept_out = kept_out.into_iter().map(|(path, identity)| Trial {
            only: Some(identity),
            is_hidden: self.hides,
            ..Trial::of(path, Reach::Nothing)
        });
        [self.canary()].into_iter().chain(kept_out).chain(revoked).collect()
    }

    /// How far a folder that is not granted itself is reached by the nearest one that is.
    fn reach_of(&self, entry: &RootEntry) -> Reach {
        let above = self
            .granted
            .iter()
            .filter(|granted| entry.root.path.as_path().starts_with(granted.root.path.as_path()));
        let nearest = above.max_by_key(|granted| granted.root.path.as_path().as_os_str().len());
        nearest.map_or(Reach::Nothing, |granted| reach(granted.access))
    }
}

fn trial_of(granted: &RootEntry) -> Trial {
    Trial::of(granted.root.path.as_path(), reach(granted.access))
}

/// What must not be reached comes first: nothing that hangs keeps it from being tried.
fn in_order(trials: &mut [Trial]) {
    trials.sort_by_key(|trial| trial.expected);
}

fn reach(access: Access) -> Reach {
    match access {
        Access::Read => Reach::Read,
        Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => Reach::Write,
    }
}

#[cfg(test)]
mod tests;
