use std::ffi::CString;
use std::io::{self, PipeWriter, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use paddock_sandbox::dispositions::unblock_all;
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Bounds, Facility, Launch};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, chdir, getpid, getppid, set_parent_process_death_signal, setsid,
};

use crate::attempts::Filter;
use crate::boundary::{Boundary, Within};
use crate::confine::limits;
use crate::control::Streams;
use crate::{group, processes};

/// Starts the server within `boundary`, in a session of its own, with exactly the streams,
/// environment and folder given, in the group that `entrance` leads to, and with `filter` to have
/// its accesses seen.
pub(crate) fn start(
    launch: &Launch,
    streams: Streams,
    boundary: &Boundary,
    entrance: Option<Arc<OwnedFd>>,
    filter: Option<Filter>,
) -> Result<Pid, Refusal> {
    let refuse = |obstacle| move |errno: Errno| Refusal { obstacle, errno: errno.raw_os_error() };

    processes::check().map_err(refuse(Obstacle::Keeper))?;
    let (mut stumbled, on_what) = io::pipe().map_err(|e| refuse(Obstacle::Keeper)(errno(&e)))?;
    let within = boundary.within();
    let share = Share { bounds: launch.bounds, entrance, apart: within.counts_apart() };
    let started = execute(launch, streams, within, share, filter, on_what);
    started.map_err(|error| {
        let mut step = [0];
        let obstacle = match stumbled.read(&mut step) {
            Ok(1) => Step::from_byte(step).obstacle(),
            Ok(_) | Err(_) => not_executed(error, launch, boundary),
        };
        refuse(obstacle)(error)
    })
}

#[expect(clippy::disallowed_methods, reason = "this is the place through which servers start")]
fn execute(
    launch: &Launch,
    [stdin, stdout, stderr]: Streams,
    within: Within,
    share: Share,
    filter: Option<Filter>,
    on_what: PipeWriter,
) -> Result<Pid, Errno> {
    let keeper = getpid();
    let cwd = c_string(&launch.cwd)?;
    let mut command = Command::new(&launch.program);
    command
        .args(&launch.args)
        .env_clear()
        .envs(launch.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::from(stdin))
        .stdout(Stdio::from(stdout))
        .stderr(Stdio::from(stderr));
    let become_the_server = move || {
        let step = |step: Step| {
            let on_what = &on_what;
            move |errno: Errno| {
                _ = rustix::io::write(on_what, &[step as u8]);
                io::Error::from(errno)
            }
        };
        detach_from_all_but(keeper)?;
        // It can't be written from inside.
        limits::end_before_others();
        share.limit().map_err(step(Step::Limits))?;
        within.enter().map_err(step(Step::Boundary))?;
        // Told apart from a missing program, for which the kernel says the same.
        chdir(&*cwd).map_err(step(Step::Folder))?;
        within.confine().map_err(step(Step::Boundary))?;
        // Last, for it makes what names a path wait for the keeper, and that waits for this one.
        filter.as_ref().map_or(Ok(()), Filter::install).map_err(step(Step::Filter))
    };
    #[expect(unsafe_code, reason = "`pre_exec` is the only way to act between fork and exec")]
    // SAFETY: the closure only makes system calls, which is allowed after fork.
    unsafe {
        command.pre_exec(become_the_server);
    }
    let child = command.spawn().map_err(|error| errno(&error))?;
    Ok(Pid::from_child(&child))
}

fn detach_from_all_but(keeper: Pid) -> io::Result<()> {
    unblock_all()?;
    setsid()?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The keeper may have died before the signal was set. From within a process namespace it can't be
    // seen, but there the first process dies with it and takes this one along.
    if getppid().is_none_or(|parent| parent == keeper) { Ok(()) } else { Err(Errno::SRCH.into()) }
}

/// How much of the computer the server may take.
struct Share {
    bounds: Bounds,
    entrance: Option<Arc<OwnedFd>>,
    /// Its processes are counted apart from the person's.
    apart: bool,
}

impl Share {
    /// Safe to call between fork and exec.
    fn limit(&self) -> Result<(), Errno> {
        let Bounds { limits, by_group } = self.bounds;
        self.entrance.as_ref().map_or(Ok(()), |entrance| group::enter(entrance))?;
        if self.apart {
            limits::limit_processes(limits.processes.into())?;
        }
        match limits.memory_bytes() {
            Some(most) if !by_group.memory => limits::limit_memory(most),
            Some(_) | None => Ok(()),
        }
    }
}

/// What the child was at when it failed.
#[derive(Clone, Copy)]
enum Step {
    Boundary = 1,
    Folder = 2,
    Filter = 3,
    Limits = 4,
}

impl Step {
    fn from_byte([byte]: [u8; 1]) -> Self {
        [Self::Folder, Self::Filter, Self::Limits]
            .into_iter()
            .find(|step| *step as u8 == byte)
            .unwrap_or(Self::Boundary)
    }

    fn obstacle(self) -> Obstacle {
        match self {
            Self::Boundary => Obstacle::Keeper,
            Self::Folder => Obstacle::Folder,
            Self::Filter => Obstacle::Facility(Facility::Seccomp),
            Self::Limits => Obstacle::Limits,
        }
    }
}

/// The kernel says ENOENT for a missing interpreter too (`execve(2)`).
fn not_executed(errno: Errno, launch: &Launch, boundary: &Boundary) -> Obstacle {
    if errno == Errno::NOENT && boundary.shows(&launch.program) {
        Obstacle::Interpreter
    } else {
        Obstacle::Program
    }
}

fn c_string(path: &Path) -> Result<CString, Errno> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::INVAL)
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::INVAL)
}
