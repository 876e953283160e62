//! What stands between a server and everything else.

use std::io;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::RootEntry;
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Facility, Finding, NameAnswer, Policy, Proof, Reach, Tier};
use rustix::io::Errno;
use rustix::process::Pid;

use crate::confine::{Confinement, NoUserNamespaces};
use crate::forked::Child;
use crate::live::network::{LedHere, Opened};
use crate::live::{Live, Views};
use crate::probe::{Left, Rest};
use crate::{fixed, label, probe};

pub(crate) enum Boundary {
    /// Nothing: a person chose that. What only the keeper may do is not handed on.
    None(Option<Arc<NoUserNamespaces>>),
    Fixed(Arc<Confinement>),
    Live(Box<Live>),
}

/// What a process takes upon itself to be within a boundary, ready for use after a fork.
#[derive(Clone, Default)]
pub(crate) struct Within {
    views: Option<Arc<Views>>,
    confinement: Option<Arc<Confinement>>,
    unprivileged: Option<Arc<NoUserNamespaces>>,
}

impl Boundary {
    /// Sets up what `policy` asks for and proves that it holds. Nothing weaker is ever set up. The child
    /// that tried is to be buried while the server starts.
    pub(crate) fn set_up(
        policy: Option<&Policy>,
    ) -> Result<(Self, Option<Proof>, Option<Child>), Refusal> {
        let Some(policy) = policy else { return Ok((Self::none()?, None, None)) };
        match policy.tier {
            Tier::LiveMounts => {
                let mut live = Live::set_up(policy)?;
                let (proof, child) = live.begin(&policy.folders).map_err(|errno| Refusal {
                    obstacle: Obstacle::Facility(Facility::Mount),
                    errno: errno.raw_os_error(),
                })?;
                let proof = holding(proof)?;
                let (passages, child) = live.prove_network(child).map_err(|errno| Refusal {
                    obstacle: Obstacle::Facility(Facility::NetworkNamespace),
                    errno: errno.raw_os_error(),
                })?;
                let proof = holding(Proof { passages, ..proof })?;
                Ok((Self::Live(Box::new(live)), Some(proof), child))
            }
            Tier::Landlock => {
                let (confinement, proof) = fixed::prove(policy)?;
                Ok((Self::Fixed(Arc::new(confinement)), Some(proof), None))
            }
        }
    }

    /// Leaves what the keeper has for building boundaries.
    fn none() -> Result<Self, Refusal> {
        let filter = label::is_kept().then(NoUserNamespaces::new).transpose()?;
        Ok(Self::None(filter.map(Arc::new)))
    }

    /// Makes the folders granted exactly these, and proves it: `all` of it, or what was touched first,
    /// among many. `None` if grants don't change here. What is left is to be seen to when the proof was
    /// told.
    ///
    /// # Errors
    ///
    /// Something can't be taken from the server: it must end.
    pub(crate) fn enforce(
        &mut self,
        change: u64,
        folders: &[RootEntry],
        all: bool,
    ) -> Result<Option<(Proof, Left)>, Errno> {
        match self {
            Self::Live(live) => live.enforce(change, folders, all).map(Some),
            Self::None(_) | Self::Fixed(_) => Ok(None),
        }
    }

    /// Readable as an exception when there may be something to let go of.
    pub(crate) fn unmounts(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Live(live) => Some(live.unmounts()),
            Self::None(_) | Self::Fixed(_) => None,
        }
    }

    /// Lets go of folders that the host has unmounted.
    ///
    /// # Errors
    ///
    /// As for [`enforce`](Self::enforce).
    pub(crate) fn let_go_of_unmounted(&mut self) -> Result<(), Errno> {
        match self {
            Self::Live(live) => live.let_go_of_unmounted(),
            Self::None(_) | Self::Fixed(_) => Ok(()),
        }
    }

    /// Tries all that is let in now, for the rest of a `change`.
    pub(crate) fn try_rest(&self, change: u64) -> io::Result<Rest> {
        match self {
            Self::Live(live) => live.try_rest(change),
            Self::None(_) | Self::Fixed(_) => Err(Errno::OPNOTSUPP.into()),
        }
    }

    /// Tries from inside how far each path can be reached.
    pub(crate) fn try_all(&self, paths: &[(PathBuf, Reach)]) -> io::Result<Vec<Finding>> {
        match self {
            Self::Live(live) => live.try_all(paths),
            Self::Fixed(confinement) => probe::probe(|| Ok(()), confinement, paths),
            Self::None(_) => Err(Errno::OPNOTSUPP.into()),
        }
    }

    /// What leads here out of the server's network, once.
    pub(crate) fn take_network(&mut self) -> Option<LedHere> {
        match self {
            Self::Live(live) => live.take_network(),
            Self::None(_) | Self::Fixed(_) => None,
        }
    }

    /// Takes connections at `port` too.
    pub(crate) fn listen(&self, port: u16) -> Result<Opened, Errno> {
        match self {
            Self::Live(live) => live.listen(port),
            Self::None(_) | Self::Fixed(_) => Err(Errno::OPNOTSUPP),
        }
    }

    /// Asks inside for names.
    pub(crate) fn ask(&self, names: &[String]) -> io::Result<Vec<NameAnswer>> {
        match self {
            Self::Live(live) => live.ask(names),
            Self::None(_) | Self::Fixed(_) => Err(Errno::OPNOTSUPP.into()),
        }
    }

    pub(crate) fn within(&self) -> Within {
        match self {
            Self::None(filter) => Within { unprivileged: filter.clone(), ..Within::default() },
            Self::Fixed(confinement) => {
                Within { confinement: Some(Arc::clone(confinement)), ..Within::default() }
            }
            Self::Live(live) => {
                let (views, confinement) = live.inside();
                Within { views: Some(views), confinement: Some(confinement), unprivileged: None }
            }
        }
    }

    /// Whether there is something at `path` within.
    pub(crate) fn shows(&self, path: &Path) -> bool {
        match self {
            Self::None(_) | Self::Fixed(_) => path.exists(),
            Self::Live(live) => live.shows(path),
        }
    }

    /// The process whose end is the end of every process within.
    pub(crate) fn init(&self) -> Option<Pid> {
        match self {
            Self::None(_) | Self::Fixed(_) => None,
            Self::Live(live) => Some(live.init()),
        }
    }
}

impl Within {
    /// All that brings a child of the keeper's where the server is.
    pub(crate) fn take_on(&self) -> Result<(), Errno> {
        self.enter()?;
        self.confine()
    }

    /// Whether processes in here are counted apart from all others of the same person.
    pub(crate) fn counts_apart(&self) -> bool {
        self.views.is_some()
    }

    /// Safe to call between fork and exec.
    pub(crate) fn enter(&self) -> Result<(), Errno> {
        self.views.as_ref().map_or(Ok(()), |views| views.enter_sandbox())
    }

    /// For good. Safe to call between fork and exec.
    pub(crate) fn confine(&self) -> Result<(), Errno> {
        self.unprivileged.as_ref().map_or(Ok(()), |filter| filter.apply())?;
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.apply())
    }

    /// As [`confine`](Self::confine), for a process that carries calls out for a confined one.
    pub(crate) fn confine_broker(&self) -> Result<(), Errno> {
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.apply_to_broker())
    }
}

fn holding(proof: Proof) -> Result<Proof, Refusal> {
    let reached = proof.findings.iter().filter(|it| !it.holds()).map(|it| it.errno);
    let led = proof.passages.iter().filter(|it| !it.holds()).map(|it| it.errno);
    match reached.chain(led).next() {
        None => Ok(proof),
        Some(errno) => Err(Refusal { obstacle: Obstacle::Proof, errno }),
    }
}
