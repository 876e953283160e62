use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use paddock_sandbox::Launch;
use paddock_sandbox::wire::{Obstacle, Refusal};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, chdir, getpid, getppid, set_parent_process_death_signal, setsid,
};

use crate::control::Streams;
use crate::{processes, signals};

/// Starts the server in a session of its own, with exactly the streams, environment and folder given.
pub(crate) fn start(launch: &Launch, streams: Streams) -> Result<Pid, Refusal> {
    let refuse = |obstacle| move |errno: Errno| Refusal { obstacle, errno: errno.raw_os_error() };

    processes::check().map_err(refuse(Obstacle::Keeper))?;
    // Entered by the keeper and inherited, so that a missing folder and a missing program, both
    // ENOENT, can be told apart.
    chdir(&launch.cwd).map_err(refuse(Obstacle::Folder))?;
    let started = execute(launch, streams);
    chdir("/").map_err(refuse(Obstacle::Keeper))?;
    started.map_err(|errno| refuse(obstacle(errno, &launch.program))(errno))
}

#[expect(clippy::disallowed_methods, reason = "this is the place through which servers start")]
fn execute(launch: &Launch, [stdin, stdout, stderr]: Streams) -> Result<Pid, Errno> {
    let keeper = getpid();
    let mut command = Command::new(&launch.program);
    command
        .args(&launch.args)
        .env_clear()
        .envs(launch.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::from(stdin))
        .stdout(Stdio::from(stdout))
        .stderr(Stdio::from(stderr));
    let detach_from_all_but_the_keeper = move || {
        signals::unblock_all()?;
        setsid()?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The keeper may have died before the signal was set.
        if getppid() == Some(keeper) { Ok(()) } else { Err(io::Error::from(Errno::SRCH)) }
    };
    #[expect(unsafe_code, reason = "`pre_exec` is the only way to act between fork and exec")]
    // SAFETY: the closure only makes system calls, which is allowed after fork.
    unsafe {
        command.pre_exec(detach_from_all_but_the_keeper);
    }
    let child =
        command.spawn().map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::INVAL))?;
    Ok(Pid::from_child(&child))
}

/// The kernel says ENOENT for a missing interpreter too (`execve(2)`).
fn obstacle(errno: Errno, program: &Path) -> Obstacle {
    if errno == Errno::NOENT && program.exists() {
        Obstacle::Interpreter
    } else {
        Obstacle::Program
    }
}
