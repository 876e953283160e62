use std::ffi::CString;
use std::io::{self, PipeWriter, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Facility, Launch};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, chdir, getpid, getppid, set_parent_process_death_signal, setsid,
};

use crate::attempts::Filter;
use crate::boundary::{Boundary, Within};
use crate::confine::limits;
use crate::control::Streams;
use crate::{processes, signals};

/// Starts the server within `boundary`, in a session of its own, with exactly the streams,
/// environment and folder given, and with `filter` to have its accesses seen.
pub(crate) fn start(
    launch: &Launch,
    streams: Streams,
    boundary: &Boundary,
    filter: Option<Filter>,
) -> Result<Pid, Refusal> {
    let refuse = |obstacle| move |errno: Errno| Refusal { obstacle, errno: errno.raw_os_error() };

    processes::check().map_err(refuse(Obstacle::Keeper))?;
    let (mut stumbled, on_what) = io::pipe().map_err(|e| refuse(Obstacle::Keeper)(errno(&e)))?;
    let started = execute(launch, streams, boundary.within(), filter, on_what);
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
    signals::unblock_all()?;
    setsid()?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The keeper may have died before the signal was set. From within a process namespace it can't be
    // seen, but there the first process dies with it and takes this one along.
    if getppid().is_none_or(|parent| parent == keeper) { Ok(()) } else { Err(Errno::SRCH.into()) }
}

/// What the child was at when it failed.
#[derive(Clone, Copy)]
enum Step {
    Boundary = 1,
    Folder = 2,
    Filter = 3,
}

impl Step {
    fn from_byte([byte]: [u8; 1]) -> Self {
        [Self::Folder, Self::Filter]
            .into_iter()
            .find(|step| *step as u8 == byte)
            .unwrap_or(Self::Boundary)
    }

    fn obstacle(self) -> Obstacle {
        match self {
            Self::Boundary => Obstacle::Keeper,
            Self::Folder => Obstacle::Folder,
            Self::Filter => Obstacle::Facility(Facility::Seccomp),
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
