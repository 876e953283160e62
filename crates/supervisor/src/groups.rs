//! The control group that a service manager delegated to the host, made ready for servers.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use paddock_sandbox::cgroup;
use rustix::fs::getxattr;

/// What systemd writes on the folder of a group that it delegated (since version 251). Without it
/// the group is the service manager's own, however writable.
const DELEGATED: &str = "user.delegate";

/// Controllers that servers are limited by.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// Why there are no groups for servers.
#[derive(Debug, thiserror::Error)]
pub enum Unsettled {
    #[error("there are no control groups of version 2")]
    NoGroups,
    #[error("the control group is not delegated")]
    NotDelegated,
    #[error("the delegated control group has no controller that is of use")]
    NoController,
    #[error("the control group can't be used: {0}")]
    Io(#[from] io::Error),
}

/// Moves this process into a group of its own in the one that was delegated to it, so that that one
/// can have groups of servers beside it; and takes away what an earlier host left there. Before
/// anything is spawned: children are in the group of their parent.
///
/// # Errors
/// There is no such group, or it can't be used: servers are limited otherwise.
pub fn settle_in_group() -> Result<(), Unsettled> {
    let group = cgroup::own().ok_or(Unsettled::NoGroups)?;
    if !is_delegated(&group) {
        return Err(Unsettled::NotDelegated);
    }
    let given = |name: &&str| cgroup::lists(&group.join("cgroup.controllers"), name);
    let controllers: Vec<_> = CONTROLLERS.into_iter().filter(given).collect();
    if controllers.is_empty() {
        return Err(Unsettled::NoController);
    }
    remove_left_over(&group)?;
    let own = group.join(cgroup::HOST);
    make(&own)?;
    fs::write(own.join("cgroup.procs"), "0")?;
    hand_on(&group, &controllers).inspect_err(|_| {
        // Somebody else is in the delegated group. Back to them.
        _ = fs::write(group.join("cgroup.procs"), "0");
        _ = fs::remove_dir(&own);
    })?;
    Ok(())
}

fn is_delegated(group: &Path) -> bool {
    let mut value = [0; 8];
    let length = getxattr(group, DELEGATED, &mut value);
    length.is_ok_and(|length| value.get(..length) == Some(b"1"))
}

fn hand_on(group: &Path, controllers: &[&str]) -> io::Result<()> {
    let to = group.join("cgroup.subtree_control");
    controllers.iter().try_for_each(|name| fs::write(&to, format!("+{name}")))
}

fn make(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Groups of servers whose keepers were killed. Whoever is still in them belongs to no host.
fn remove_left_over(group: &Path) -> io::Result<()> {
    for left in groups_of_servers(group)? {
        // Not before Linux 5.14.
        _ = fs::write(left.join("cgroup.kill"), "1");
        // Who was killed may take a moment to leave: then it is taken away another time.
        _ = fs::remove_dir(&left);
    }
    Ok(())
}

fn groups_of_servers(group: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(group)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(|it| it.starts_with(cgroup::SERVER));
        if is_ours && entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_nobody_delegated_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_delegated(folder.path()));
        if settle_in_group().is_err() {
            assert!(!cgroup::own().is_some_and(|own| own.ends_with(cgroup::HOST)));
        }
    }

    #[test]
    fn only_groups_of_servers_are_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["paddock-server-7", "paddock-host", "other"] {
            fs::create_dir(at(name)).unwrap();
        }
        fs::write(at("paddock-server-file"), "").unwrap();
        remove_left_over(folder.path()).unwrap();
        // In a folder that is no group the file that kills stays, and so does the folder.
        assert_eq!(groups_of_servers(folder.path()).unwrap(), [at("paddock-server-7")]);
        assert!(at("paddock-host").is_dir() && at("other").is_dir());
    }
}
