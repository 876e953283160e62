//! Away from whoever started the host.

use rustix::fs::{Mode, OFlags};
use rustix::process::{Resource, getrlimit, setrlimit};

/// Neither the starter's terminal nor its group ends the host, and its limit of open files is the
/// highest that this account may have: each server takes some.
pub(crate) fn leave_session() {
    // Refused to whoever leads its group, as a unit of systemd does: that is away already.
    let _ = rustix::process::setsid();
    rustix::process::umask(Mode::from_raw_mode(0o077));
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
}

/// The starter has read what it waited for.
pub(crate) fn leave_output() {
    let nowhere = rustix::fs::open("/dev/null", OFlags::RDWR, Mode::empty());
    if let Err(error) = nowhere.and_then(rustix::stdio::dup2_stdout) {
        tracing::debug!(%error, "standard output stays open");
    }
}
