//! Away from whoever started the host.

use rustix::fs::{Mode, OFlags};
use rustix::process::{Resource, getrlimit, setrlimit};

/// What would end a host after a while, or keep it from its servers. The size of a stack and of a core
/// dump are what the person chose for programs.
const LIMITS: [Resource; 6] = [
    Resource::Nofile,
    Resource::Nproc,
    Resource::Cpu,
    Resource::Fsize,
    Resource::Data,
    Resource::As,
];

/// Closes what the starter had open: a lock of its own would be held for as long as the host runs, and
/// a pipe would not end. Nothing is open here yet.
pub(crate) fn leave_descriptors() {
    _ = paddock_supervisor::close_all_but_standard();
}

/// What the starter ignored or blocked, as `nohup` does, is nothing that the host's servers are to start
/// with.
pub(crate) fn leave_signals() {
    paddock_supervisor::reset_signals();
}

/// Neither the starter's terminal nor its group ends the host, and its limits are the highest that this
/// account may have.
pub(crate) fn leave_session() {
    // Refused to whoever leads its group, as a unit of systemd does: that is away already.
    let _ = rustix::process::setsid();
    rustix::process::umask(Mode::from_raw_mode(0o077));
    for resource in LIMITS {
        let mut limit = getrlimit(resource);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(resource, limit) {
            tracing::debug!(%error, ?resource, "a limit stays as it is");
        }
    }
}

/// The starter has read what it waited for.
pub(crate) fn leave_output() {
    let nowhere = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty());
    if let Err(error) = nowhere.and_then(rustix::stdio::dup2_stdout) {
        tracing::debug!(%error, "standard output stays open");
    }
}
