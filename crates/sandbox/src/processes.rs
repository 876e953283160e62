//! The processes of this machine as `/proc` tells them (`proc_pid_stat(5)`).

use std::collections::HashMap;
use std::fs;
use std::io;
use std::str::FromStr;

use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal,
};

/// A process, told apart by its start time from a later one with the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Process {
    pid: Pid,
    parent: i32,
    /// In clock ticks since boot.
    started: u64,
}

/// Fails if processes cannot be found on this machine.
pub(crate) fn check() -> Result<(), Errno> {
    Process::read(getpid()).map(|_| ()).ok_or(Errno::NOSYS)
}

/// Sends `signal` to every process that descends from the keeper now.
///
/// A process that is the keeper's own child all the while is never missed; one that is just losing
/// its parent may be, and is found next time as the keeper's child.
pub(crate) fn signal_descendants(signal: Signal) -> io::Result<()> {
    for process in descendants()? {
        process.signal(signal);
    }
    Ok(())
}

fn descendants() -> io::Result<Vec<Process>> {
    let mut children = HashMap::<i32, Vec<Process>>::new();
    for entry in fs::read_dir("/proc")? {
        let pid = entry?.file_name().to_str().and_then(|name| i32::from_str(name).ok());
        if let Some(process) = pid.and_then(Pid::from_raw).and_then(Process::read) {
            children.entry(process.parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut parents = vec![getpid().as_raw_pid()];
    while let Some(parent) = parents.pop() {
        let born = children.remove(&parent).unwrap_or_default();
        parents.extend(born.iter().map(|process| process.pid.as_raw_pid()));
        found.extend(born);
    }
    Ok(found)
}

impl Process {
    /// `None` if there is no such process any more.
    fn read(pid: Pid) -> Option<Self> {
        let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        Self::parse(pid, &stat)
    }

    fn parse(pid: Pid, stat: &[u8]) -> Option<Self> {
        // The name before the last parenthesis may hold anything, parentheses and blanks included.
        let name_end = stat.iter().rposition(|&byte| byte == b')')?;
        let mut fields = str::from_utf8(&stat[name_end + 1..]).ok()?.split_ascii_whitespace();
        let parent = fields.nth(1)?.parse().ok()?;
        let started = fields.nth(17)?.parse().ok()?;
        Some(Self { pid, parent, started })
    }

    /// Sends `signal`; to nobody if the process is gone, never to another that has its number now.
    fn signal(self, signal: Signal) {
        let sent = match pidfd_open(self.pid, PidfdFlags::empty()) {
            Ok(pidfd) if self.still_exists() => pidfd_send_signal(pidfd, signal),
            Ok(_) | Err(Errno::SRCH) => Ok(()),
            Err(_) => kill_process(self.pid, signal),
        };
        // What cannot be signalled is gone or has another user's rights: either way nothing more
        // can be done about it, and the others must get theirs.
        _ = sent;
    }

    fn still_exists(self) -> bool {
        Self::read(self.pid).is_some_and(|now| now.started == self.started)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_forge_the_fields_behind_it() {
        let stat = b"7 (a) R 99 (b) S 3 7 7 0 -1 4 5 6 7 8 9 10 11 12 20 0 1 0 4242 1 2\n";
        let pid = Pid::from_raw(7).unwrap();
        let process = Process::parse(pid, stat).unwrap();
        assert_eq!(process, Process { pid, parent: 3, started: 4242 });
    }

    #[test]
    fn the_start_time_tells_a_reused_number() {
        let now = Process::read(getpid()).unwrap();
        assert!(now.still_exists());
        assert!(!Process { started: now.started + 1, ..now }.still_exists());
    }
}
