//! The tier in which grants come and go in the running server.
//!
//! The keeper owns a user namespace and two mount namespaces in it: the host's view, which follows
//! what the host mounts and unmounts, and the sandbox's, which begins empty. The server lives in the
//! second without any capability, so it can't undo what the keeper mounts there. A grant is a copy of
//! a mount made in the first and attached in the second, at the same path.
//!
//! A mount that was taken out can still be held open. Landlock lets the server open what is beneath
//! `/`, and nothing is beneath `/` through a mount that was taken out.

mod folders;
mod ground;
mod handles;
mod init;
mod limbo;
mod mounts;
mod namespaces;
pub(crate) mod network;
mod open;
mod plan;
mod skeleton;
mod sockets;
mod table;
mod unmounts;
mod watches;

use std::collections::BTreeSet;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Access, RootEntry};
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{
    Facility, Finding, Lacking, NameAnswer, Network, OnAttempt, Passage, Policy, Proof, Reach,
    Tier, Withheld,
};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::process::Pid;

use self::folders::{Folders, On, Outcome};
use self::ground::{Ground, Kind};
use self::handles::Handles;
use self::init::{Begun, Init};
use self::limbo::Taken;
use self::mounts::Mount;
pub(crate) use self::namespaces::{Views, leave_user_namespace};
use self::network::{LedHere, Opened};
use self::open::Processes;
use self::sockets::Sockets;
use self::unmounts::Unmounts;
use crate::aliases::Mounted;
use crate::confine::Confinement;
use crate::forked::{AnswerPipe, Child};
use crate::keepout::Keepout;
use crate::kept_out::KeptOut;
use crate::needed::Needed;
use crate::probe::{self, Left, Promise, Rest};

/// A sandbox, from before its server starts until after it ended.
pub(crate) struct Live {
    views: Arc<Views>,
    ground: Ground,
    folders: Folders,
    keepout: Keepout,
    sockets: Sockets,
    init: Init,
    handles: Handles,
    unmounts: Unmounts,
    confinement: Arc<Confinement>,
    canary: PathBuf,
    kept_out: KeptOut,
    /// Parts of what the program needs that were not let in.
    withheld: Vec<Withheld>,
    /// Under [`Network::Destinations`], and until its sockets were handed over.
    network: Option<LedHere>,
    listens: bool,
}

impl Live {
    /// Makes the sandbox, empty of grants. The keeper stays outside of it in the host's view.
    pub(crate) fn set_up(policy: &Policy) -> Result<Self, Refusal> {
        let sockets = Sockets::of(policy);
        let confinement = Confinement::of_view(policy.network, sockets.places(policy))?;
        let confinement = Arc::new(confinement);
        let refuse = |lacking: Lacking| Refusal {
            obstacle: Obstacle::Facility(lacking.what),
            errno: lacking.errno,
        };
        let by_mount = lacking(Facility::Mount);
        // Before the host is left: whose a file is can't be told from inside. What is mounted is read
        // once for both; the keeper's own view, and what is watched there, is another.
        let mounted = Mounted::now().map_err(|error| refuse(by_mount(errno(&error))))?;
        let (keepout, needed) = (Keepout::around(policy, &mounted), Needed::find(policy, &mounted));
        let (views, ground, init, withheld) = enclose(policy, needed).map_err(refuse)?;
        let listens = policy.network == Network::Destinations;
        let network = listens.then(|| LedHere::open(&policy.ports)).transpose();
        let network = network.map_err(lacking(Facility::NetworkNamespace)).map_err(refuse)?;
        let processes = Processes::of(init.pid, init.proc_mounted.is_ok(), &views);
        let handles = Handles::of(processes.map_err(by_mount).map_err(refuse)?);
        let unmounts = Unmounts::watch().map_err(by_mount).map_err(refuse)?;
        let canary = policy.canary.clone();
        let kept_out = KeptOut::of(policy);
        let folders = Folders::default();
        let views = Arc::new(views);
        Ok(Self {
            views,
            ground,
            folders,
            keepout,
            sockets,
            init,
            handles,
            unmounts,
            confinement,
            canary,
            kept_out,
            withheld,
            network,
            listens,
        })
    }

    /// Grants the first folders and proves it, with a child that stays to try the network.
    ///
    /// # Errors
    ///
    /// As for [`enforce`](Self::enforce).
    pub(crate) fn begin(&mut self, folders: &[RootEntry]) -> Result<(Proof, Option<Child>), Errno> {
        let tries = self.network.as_ref().map(LedHere::tries);
        let then = |answers: &AnswerPipe| {
            if let Some(tries) = tries {
                tries.run(answers);
            }
        };
        self.enforce_and(0, folders, true, then).map(|(proof, left)| (proof, left.child()))
    }

    /// Hears from `child`, or another one, where the network leads to. Only before anything else is
    /// there that connects. The child connects nothing any more, and is to be buried.
    ///
    /// # Errors
    ///
    /// It could not be tried, or does not lead here.
    pub(crate) fn prove_network(
        &mut self,
        child: Option<Child>,
    ) -> Result<(Vec<Passage>, Option<Child>), Errno> {
        let Some(tries) = self.network.as_ref().map(LedHere::tries) else {
            return Ok((Vec::new(), child));
        };
        let child = child.map_or_else(
            || probe::child(|| self.enter(), &self.confinement, |answers| tries.run(answers)),
            Ok,
        );
        let child = child.map_err(|error| errno(&error))?;
        let passages = self.network.as_mut().map_or(Ok(Vec::new()), |it| it.prove(&child))?;
        Ok((passages, Some(child)))
    }

    /// What is to be handed over of the network, once.
    pub(crate) fn take_network(&mut self) -> Option<LedHere> {
        self.network.take()
    }

    /// Asks inside for names.
    pub(crate) fn ask(&self, names: &[String]) -> std::io::Result<Vec<NameAnswer>> {
        network::ask(names, || self.enter(), &self.confinement)
    }

    /// Takes connections at `port` too.
    pub(crate) fn listen(&self, port: u16) -> Result<Opened, Errno> {
        if self.listens { network::listen(port) } else { Err(Errno::OPNOTSUPP) }
    }

    /// Makes the folders granted exactly these, and proves it: `all` of it, or what was touched first,
    /// among many. What is left is to be seen to when the proof was told.
    ///
    /// # Errors
    ///
    /// Something can't be taken from the server: it must end.
    pub(crate) fn enforce(
        &mut self,
        change: u64,
        wanted: &[RootEntry],
        all: bool,
    ) -> Result<(Proof, Left), Errno> {
        self.enforce_and(change, wanted, all, |_| {})
    }

    fn enforce_and(
        &mut self,
        change: u64,
        wanted: &[RootEntry],
        all: bool,
        then: impl Fn(&AnswerPipe),
    ) -> Result<(Proof, Left), Errno> {
        let wanted: Vec<_> = wanted.iter().map(as_mounted).collect();
        let (folders, on) = self.parts();
        let Outcome { touched, mut revoked, mut withheld } = folders.change(&wanted, on)?;
        let is_withheld = |entry: &&RootEntry| {
            withheld.iter().any(|withheld| withheld.path == entry.root.path.as_path())
        };
        revoked.extend(wanted.iter().filter(is_withheld).cloned());
        // A folder that the program needs is read whether granted or not.
        revoked.retain(|entry| !self.ground.is_always_there(entry.root.path.as_path()));
        withheld.extend(self.withheld.iter().cloned());
        let granted = self.folders.entries();
        let promise = Promise {
            change,
            granted: &granted,
            revoked: &revoked,
            touched: (!all).then_some(&touched),
            ..self.promise(change, &granted)
        };
        let enter = || self.enter();
        let (proof, left) = probe::proof_and(&promise, enter, &self.confinement, then);
        let (views, limbo) = (&self.views, &mut self.ground.limbo);
        let open_handles = self.handles.count(|| {
            if limbo.is_empty() {
                Ok(BTreeSet::new())
            } else {
                views.in_sandbox(|| limbo.held())?
            }
        })?;
        Ok((Proof { withheld, open_handles, ..proof }, left))
    }

    fn promise<'a>(&'a self, change: u64, granted: &'a [RootEntry]) -> Promise<'a> {
        Promise {
            change,
            granted,
            revoked: &[],
            canary: &self.canary,
            kept_out: &self.kept_out,
            hides: true,
            touched: None,
        }
    }

    /// Tries all that is let in now, for the rest of a `change`.
    pub(crate) fn try_rest(&self, change: u64) -> std::io::Result<Rest> {
        let granted = self.folders.entries();
        let (views, confinement) = self.inside();
        let inside = || views.enter_sandbox().and_then(|()| confinement.apply());
        Rest::of_all(&self.promise(change, &granted), inside)
    }

    /// Readable as an exception when the host mounted or unmounted something.
    pub(crate) fn unmounts(&self) -> BorrowedFd<'_> {
        self.unmounts.as_fd()
    }

    /// Lets go of what the host has unmounted.
    ///
    /// # Errors
    ///
    /// As for [`enforce`](Self::enforce).
    pub(crate) fn let_go_of_unmounted(&mut self) -> Result<(), Errno> {
        let host = self.unmounts.mounts()?;
        let (folders, on) = self.parts();
        folders.let_go_of_unmounted(&host, on)?;
        self.handles.note_left();
        let limbo = &mut self.ground.limbo;
        if self.views.in_sandbox(|| limbo.let_go_of_absent(&host.devices()))?? {
            self.handles.note_let_go();
        }
        Ok(())
    }

    fn parts(&mut self) -> (&mut Folders, On<'_>) {
        let on = On {
            views: &self.views,
            ground: &mut self.ground,
            keepout: &self.keepout,
            sockets: &self.sockets,
            handles: &mut self.handles,
        };
        (&mut self.folders, on)
    }

    /// Tries from inside how far each path can be reached.
    pub(crate) fn try_all(&self, paths: &[(PathBuf, Reach)]) -> std::io::Result<Vec<Finding>> {
        probe::probe(|| self.enter(), &self.confinement, paths)
    }

    fn enter(&self) -> Result<(), Errno> {
        self.views.enter_sandbox()
    }

    /// What a process needs to be where the server is.
    pub(crate) fn inside(&self) -> (Arc<Views>, Arc<Confinement>) {
        (Arc::clone(&self.views), Arc::clone(&self.confinement))
    }

    /// Whether the server finds something at `path`.
    pub(crate) fn shows(&self, path: &Path) -> bool {
        self.views.in_sandbox(|| path.exists()).unwrap_or(false)
    }

    /// The process whose end is the end of every process in the sandbox.
    pub(crate) fn init(&self) -> Pid {
        self.init.pid
    }
}

/// A mount knows no names: what is guarded is seen to elsewhere.
fn as_mounted(entry: &RootEntry) -> RootEntry {
    let access = if entry.access.writes() { Access::ReadWrite } else { Access::Read };
    RootEntry { access, ..entry.clone() }
}

const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// How long the trial may take; a child that hangs says no.
const TRIAL: Duration = Duration::from_secs(5);

/// What can stand in the way.
const FACILITIES: [Facility; 5] = [
    Facility::UserNamespace,
    Facility::MountNamespace,
    Facility::PidNamespace,
    Facility::NetworkNamespace,
    Facility::Mount,
];

/// Sets up a sandbox in a child, down to a folder that is let in, narrowed and taken out. Anything less
/// proves nothing: there are systems that allow a user namespace and nothing in it.
pub(crate) fn try_it(network: Network) -> Result<(), Lacking> {
    let unknown = Lacking { what: Facility::System, errno: Errno::IO.raw_os_error() };
    let child = Child::start(|answers| {
        let tried = rehearse(network);
        let what = tried
            .err()
            .and_then(|lacking| FACILITIES.iter().position(|facility| *facility == lacking.what));
        let what = what.and_then(|what| i32::try_from(what).ok()).unwrap_or(-1);
        let errno = tried.err().map_or(0, |lacking| lacking.errno);
        let answer = (i64::from(what) << 32) | i64::from(errno);
        answers.send(&answer.to_le_bytes());
    });
    let answer = child.and_then(|child| child.answer(TRIAL)).map_err(|_| unknown)?;
    let answer = i64::from_le_bytes(answer.ok_or(unknown)?);
    let errno = i32::try_from(answer & 0xffff_ffff).unwrap_or(libc::EIO);
    match usize::try_from(answer >> 32) {
        Err(_) if errno == 0 => Ok(()),
        Err(_) => Err(Lacking { errno, ..unknown }),
        Ok(what) => {
            Err(Lacking { what: FACILITIES.get(what).copied().unwrap_or(Facility::System), errno })
        }
    }
}

/// The child is the only thread of its process, as the keeper was: it may allocate.
fn rehearse(network: Network) -> Result<(), Lacking> {
    let nothing = Path::new("/");
    let policy = Policy {
        tier: Tier::LiveMounts,
        folders: Vec::new(),
        readable: Vec::new(),
        links: Vec::new(),
        reserved: Vec::new(),
        programs: Vec::new(),
        home: nothing.into(),
        network,
        ports: Vec::new(),
        attempts: OnAttempt::Ignore,
        canary: nothing.into(),
        data: Vec::new(),
        kept_out: Vec::new(),
    };
    let (views, mut ground, _init, _) = enclose(&policy, Needed::default())?;
    let by_mount = lacking(Facility::Mount);
    let folder = open("/", FOLDER, Mode::empty()).map_err(by_mount)?;
    let mount = Mount::copy(folder, Access::ReadWrite).map_err(by_mount)?;
    let let_in_and_out = move || {
        mount.attach(ground.place(Path::new("/rehearsal"), Kind::Folder)?)?;
        mount.set_access(Access::Read)?;
        let devices = BTreeSet::new();
        ground.discard(vec![Taken { mount, devices, has_mounts: true }])
    };
    views.in_sandbox(let_in_and_out).and_then(|done| done).map_err(by_mount)
}

type Enclosed = (Views, Ground, Init, Vec<Withheld>);

fn enclose(policy: &Policy, needed: Needed) -> Result<Enclosed, Lacking> {
    namespaces::leave_the_host()?;
    let init = Begun::begin(policy.network).map_err(lacking(Facility::PidNamespace))?;
    let (views, ground, withheld) = skeleton::build(policy, needed)?;
    if policy.network != Network::Open {
        init.enter_network().map_err(lacking(Facility::NetworkNamespace))?;
    }
    let init = init.finish(&views).map_err(lacking(Facility::PidNamespace))?;
    if init.proc_mounted.is_err() {
        // Without one on it, what is hidden there is not.
        let covered = views.in_sandbox(|| ground.cover_hidden());
        covered.and_then(|covered| covered).map_err(lacking(Facility::Mount))?;
    }
    Ok((views, ground, init, withheld))
}

fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}

fn lacking(what: Facility) -> impl Fn(Errno) -> Lacking + Copy {
    move |errno| Lacking { what, errno: errno.raw_os_error() }
}
