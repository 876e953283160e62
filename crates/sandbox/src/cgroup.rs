//! Where control groups are (`cgroups(7)`, version 2).
//!
//! A group that has members gives no controller to groups beneath it. So the host leaves the group
//! that was delegated to it for [`HOST`] in it, where its keepers are as well, and each server gets
//! a group of its own beside that.

use std::fs;
use std::path::{Path, PathBuf};

/// The name of the group of the host and its keepers.
pub const HOST: &str = "paddock-host";

/// How the names of the groups of servers begin; the number of the keeper follows.
pub const SERVER: &str = "paddock-server-";

/// The folder of the group that this process is in. `None` where there is no hierarchy of version 2,
/// or this process is outside of what can be seen of it.
pub fn own() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    folder(&mounts, &groups)
}

fn folder(mounts: &str, groups: &str) -> Option<PathBuf> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (mount, filesystem) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, at) = (fields.next()?, fields.next()?);
        let inside = Path::new(group).strip_prefix(root).ok()?;
        filesystem.starts_with("cgroup2 ").then(|| Path::new(at).join(inside))
    })
}

/// Whether a file that lists controllers by name has this one.
pub fn lists(controllers: &Path, name: &str) -> bool {
    let listed = fs::read_to_string(controllers).unwrap_or_default();
    listed.split_ascii_whitespace().any(|it| it == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
        25 30 0:23 / /sys rw,nosuid - sysfs sysfs rw\n\
        31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

    #[test]
    fn the_folder_of_a_group_is_where_its_hierarchy_is_mounted() {
        let unit = "0::/user.slice/app.slice/paddock-host.service\n";
        let expected = "/sys/fs/cgroup/user.slice/app.slice/paddock-host.service";
        assert_eq!(folder(MOUNTS, unit), Some(expected.into()));
        let both = "9:name=systemd:/\n8:pids:/\n0::/\n";
        let mounts = MOUNTS.replace("/sys/fs/cgroup rw", "/sys/fs/cgroup/unified rw");
        assert_eq!(folder(&mounts, both), Some("/sys/fs/cgroup/unified".into()));
    }

    #[test]
    fn what_is_outside_of_the_mount_or_of_version_1_is_nowhere() {
        let in_container = MOUNTS.replace("0:27 / ", "0:27 /container ");
        assert_eq!(folder(&in_container, "0::/other\n"), None);
        assert_eq!(folder(&in_container, "0::/container/a\n"), Some("/sys/fs/cgroup/a".into()));
        assert_eq!(folder(MOUNTS, "8:pids:/\n"), None);
        assert_eq!(folder("", "0::/\n"), None);
    }
}
