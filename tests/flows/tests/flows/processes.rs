//! Processes as the system knows them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// The processes with a `TMPDIR` in this folder, by id and command line: the servers of one world, and whatever
/// came of them. The login shell that is asked for its `PATH` is given none.
pub(crate) fn with_tmpdir(folder: &Path) -> Vec<(i32, String)> {
    let entry = [b"TMPDIR=", folder.as_os_str().as_bytes()].concat();
    let of_world = all().filter(|id| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable.starts_with(&entry))
    });
    of_world.map(|id| (id, command_line(id))).collect()
}

/// The processes whose parent is `parent`.
pub(crate) fn children_of(parent: u32) -> Vec<i32> {
    let is_child = |id: &i32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let after_name = stat.rsplit(") ").next().unwrap_or_default();
        after_name.split(' ').nth(1) == Some(&parent.to_string())
    };
    all().filter(is_child).collect()
}

fn all() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn command_line(id: i32) -> String {
    let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    OsStr::from_bytes(&line).to_string_lossy().replace('\0', " ")
}

/// The process ids in a file, one a line.
pub(crate) fn listed_in(file: &Path) -> Vec<i32> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| line.trim().parse().unwrap()).collect()
}

/// Waits until none of these processes is left, all in all no longer than `patience`.
pub(crate) fn all_gone(ids: &[i32], patience: Duration) {
    let deadline = Instant::now() + patience;
    for id in ids {
        let pid = Pid::from_raw(*id).unwrap();
        let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
        let rest = deadline.saturating_duration_since(Instant::now());
        let rest = Timespec::try_from(rest).unwrap();
        let ended = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&rest)).unwrap();
        assert_eq!(ended, 1, "process {id} lives on");
    }
}

/// Whether there is a process with this id that has not ended.
pub(crate) fn lives(id: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}
