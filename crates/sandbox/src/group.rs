//! The control group of one server: everything that it starts is in it and counts together.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::Limits;
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Bounds, ByGroup, cgroup};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, open, openat, unlinkat};
use rustix::io::{Errno, read, retry_on_intr, write};
use rustix::process::getpid;

const FOLDER: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Taken away again when it is dropped, unless somebody is left in it.
pub(crate) struct Group {
    path: PathBuf,
    folder: OwnedFd,
    entrance: Arc<OwnedFd>,
}

impl Group {
    /// A group that holds what of `bounds` a group is to hold, if anything.
    ///
    /// # Errors
    ///
    /// One of the limits can't be set. Nothing less is set instead.
    pub(crate) fn of(bounds: &Bounds) -> Result<Option<Self>, Refusal> {
        if !bounds.by_group.any() {
            return Ok(None);
        }
        let refuse = |error: io::Error| Refusal {
            obstacle: Obstacle::Limits,
            errno: error.raw_os_error().unwrap_or_default(),
        };
        let beside = beside_the_host().ok_or_else(|| refuse(Errno::NOENT.into()))?;
        Self::make(&beside, bounds).map(Some).map_err(refuse)
    }

    fn make(beside: &Path, bounds: &Bounds) -> io::Result<Self> {
        let path = beside.join(format!("{}{}", cgroup::SERVER, getpid().as_raw_pid()));
        // From a keeper that was killed, if it is empty.
        _ = fs::remove_dir(&path);
        fs::create_dir(&path)?;
        let opened =
            open(&path, FOLDER, Mode::empty()).map_err(io::Error::from).and_then(|folder| {
                limit(&path, bounds)?;
                let entering = OFlags::WRONLY | OFlags::CLOEXEC;
                let entrance = openat(&folder, "cgroup.procs", entering, Mode::empty())?;
                Ok((folder, Arc::new(entrance)))
            });
        match opened {
            Ok((folder, entrance)) => Ok(Self { path, folder, entrance }),
            Err(error) => {
                _ = fs::remove_dir(&path);
                Err(error)
            }
        }
    }

    /// What [`enter`] takes.
    pub(crate) fn entrance(&self) -> Arc<OwnedFd> {
        Arc::clone(&self.entrance)
    }

    /// Whether the kernel killed somebody in here since they used more memory than they may.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        let reading = OFlags::RDONLY | OFlags::CLOEXEC;
        let events = openat(&self.folder, "memory.events", reading, Mode::empty());
        let mut text = [0; 512];
        let count = events.and_then(|events| retry_on_intr(|| read(&events, &mut text)));
        reached_limit(&text[..count.unwrap_or(0)])
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Next time the host starts, if not now.
        _ = unlinkat(CWD, &self.path, AtFlags::REMOVEDIR);
    }
}

/// Puts this process, and all that will come of it, into the group. Safe to call between fork and
/// exec.
pub(crate) fn enter(entrance: &OwnedFd) -> Result<(), Errno> {
    retry_on_intr(|| write(entrance, b"0")).map(drop)
}

/// What groups can hold here, found by making one.
pub(crate) fn what_groups_hold() -> ByGroup {
    let Some(beside) = beside_the_host() else { return ByGroup::default() };
    let given = beside.join("cgroup.subtree_control");
    let limits = Limits { memory: Some(Limits::MEMORY.1), ..Limits::default() };
    let holds = |by_group| Group::make(&beside, &Bounds { limits, by_group }).is_ok();
    let (none, all) = (ByGroup::default(), ByGroup { processes: true, memory: true });
    ByGroup {
        processes: cgroup::lists(&given, "pids") && holds(ByGroup { memory: false, ..all }),
        memory: cgroup::lists(&given, "memory") && holds(ByGroup { memory: true, ..none }),
    }
}

/// The group that was delegated to the host, if it has settled in there.
fn beside_the_host() -> Option<PathBuf> {
    let own = cgroup::own()?;
    own.ends_with(cgroup::HOST).then(|| own.parent().map(Path::to_path_buf))?
}

fn limit(group: &Path, bounds: &Bounds) -> io::Result<()> {
    let set = |name: &str, value: &str| fs::write(group.join(name), value);
    if bounds.by_group.processes {
        set("pids.max", &bounds.limits.processes.to_string())?;
    }
    if let (true, Some(most)) = (bounds.by_group.memory, bounds.limits.memory_bytes()) {
        set("memory.max", &most.to_string())?;
        // What is swapped out would not count. Some kernels have no swap to speak of.
        match set("memory.swap.max", "0") {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        // A server of which a part was killed is in a state that nobody has tried.
        set("memory.oom.group", "1")?;
    }
    Ok(())
}

/// Where the computer itself has no more memory `oom_kill` counts as well, but not `oom`.
fn reached_limit(events: &[u8]) -> bool {
    let events = String::from_utf8_lossy(events);
    let happened = |name: &str| {
        let count = events.lines().find_map(|line| line.strip_prefix(name));
        count.and_then(|count| count.parse::<u64>().ok()).is_some_and(|count| count > 0)
    };
    happened("oom ") && happened("oom_kill ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(processes: bool, memory: bool, most: Option<u32>) -> Bounds {
        let limits = Limits { processes: 77, memory: most };
        Bounds { limits, by_group: ByGroup { processes, memory } }
    }

    /// A folder stands in for a group: it has no files but those that are written.
    fn written(bounds: &Bounds) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        limit(folder.path(), bounds).unwrap();
        let mut files: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|it| (it.file_name().into_string().unwrap(), it.path()))
            .map(|(name, path)| (name, fs::read_to_string(path).unwrap()))
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_group_limits_what_it_is_to_hold_and_nothing_else() {
        let all = [
            ("memory.max", "536870912"),
            ("memory.oom.group", "1"),
            ("memory.swap.max", "0"),
            ("pids.max", "77"),
        ];
        let all = all.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(written(&bounds(true, true, Some(512))), all);
        assert_eq!(written(&bounds(true, true, None)), all[3..]);
        assert_eq!(written(&bounds(false, true, Some(512))), all[..3]);
        assert_eq!(written(&bounds(true, false, Some(512))), all[3..]);
    }

    #[test]
    fn only_a_kill_at_the_limit_counts_as_one() {
        let events = |oom, kills| format!("low 0\nhigh 3\nmax 12\noom {oom}\noom_kill {kills}\n");
        assert!(reached_limit(events(2, 1).as_bytes()));
        assert!(!reached_limit(events(2, 0).as_bytes()));
        assert!(!reached_limit(events(0, 1).as_bytes()), "the whole computer had no more");
        assert!(!reached_limit(b"oom many\noom_kill many\n") && !reached_limit(b""));
        assert!(!reached_limit(b"oom_group_kill 4\n"));
    }

    #[test]
    fn where_the_host_has_no_group_nothing_is_said_to_be_held() {
        if beside_the_host().is_none() {
            assert_eq!(what_groups_hold(), ByGroup::default());
            assert!(Group::of(&bounds(true, true, None)).is_err());
        }
        assert!(Group::of(&bounds(false, false, Some(512))).unwrap().is_none());
    }
}
