//! Other paths to the same places: what the system has mounted more than once.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use crate::attempts::unescaped;

/// One mount (`proc_pid_mountinfo(5)`).
struct Mount {
    device: Vec<u8>,
    /// Which folder of its filesystem it shows.
    shown: PathBuf,
    point: PathBuf,
}

/// These places by every path that leads there now.
///
/// # Errors
///
/// It can't be told what is mounted.
pub(crate) fn everywhere(places: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Mounted::now()?.everywhere(places))
}

/// All that is mounted in the view that it was read in. Only there it is worth anything, and only until
/// more is mounted.
pub(crate) struct Mounted(Vec<Mount>);

impl Mounted {
    /// # Errors
    ///
    /// It can't be told what is mounted.
    pub(crate) fn now() -> io::Result<Self> {
        Ok(Self::parse(&std::fs::read("/proc/self/mountinfo")?))
    }

    fn parse(mountinfo: &[u8]) -> Self {
        let lines = mountinfo.split(|&byte| byte == b'\n');
        Self(lines.filter_map(Mount::parse).collect())
    }

    /// `places`, and every other path by which one of them, or what is in it, is reached. Nothing is
    /// looked at: what is not there yet has the same paths.
    pub(crate) fn everywhere(&self, places: &[PathBuf]) -> Vec<PathBuf> {
        let mut all: BTreeSet<_> = places.iter().cloned().collect();
        for place in places {
            all.extend(aliases(place, &self.0));
        }
        all.into_iter().collect()
    }
}

fn aliases(place: &Path, mounts: &[Mount]) -> Vec<PathBuf> {
    // Of two at one point the later hides the other.
    let around = mounts.iter().filter(|mount| place.starts_with(&mount.point));
    let Some(around) = around.max_by_key(|mount| mount.point.as_os_str().len()) else {
        return Vec::new();
    };
    let Ok(below) = place.strip_prefix(&around.point) else { return Vec::new() };
    let stored = joined(&around.shown, below);
    let same_device = mounts.iter().filter(|mount| mount.device == around.device);
    same_device.filter_map(|mount| mount.path_to(&stored)).collect()
}

impl Mount {
    fn parse(line: &[u8]) -> Option<Self> {
        let fields: Vec<_> = line.split(|&byte| byte == b' ').take(5).collect();
        let [_, _, device, shown, point] = fields[..] else { return None };
        let path = |field| PathBuf::from(OsString::from_vec(unescaped(field)));
        Some(Self { device: device.to_vec(), shown: path(shown), point: path(point) })
    }

    /// Where the folder `stored` of its filesystem is in it, or the mount itself if all of it is in
    /// that folder.
    fn path_to(&self, stored: &Path) -> Option<PathBuf> {
        match stored.strip_prefix(&self.shown) {
            Ok(below) => Some(joined(&self.point, below)),
            Err(_) => self.shown.starts_with(stored).then(|| self.point.clone()),
        }
    }
}

/// Without a slash at the end where there is nothing to add.
fn joined(folder: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() { folder.to_path_buf() } else { folder.join(below) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &[u8] = b"20 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
        21 20 8:2 / /home rw shared:1 - ext4 /dev/sda2 rw\n\
        22 20 8:2 /ada/work /mnt/a\\040b rw - ext4 /dev/sda2 rw\n\
        23 20 8:2 /ada/work/mcp/src /mnt/src rw - ext4 /dev/sda2 rw\n\
        24 20 8:2 /ada/other /mnt/other rw - ext4 /dev/sda2 rw\n\
        25 20 8:3 /ada/work /mnt/disk rw - ext4 /dev/sdb1 rw\n\
        26 21 8:1 / /home/ada/system rw - ext4 /dev/sda1 rw\n\
        nonsense\n";

    fn of(place: &str) -> Vec<PathBuf> {
        Mounted::parse(MOUNTS).everywhere(&[place.into()])
    }

    #[test]
    fn a_place_is_known_by_each_mount_of_a_folder_around_it_or_in_it() {
        let all = ["/home/ada/work/mcp", "/mnt/a b/mcp", "/mnt/src"].map(PathBuf::from);
        assert_eq!(of("/home/ada/work/mcp"), all);
        assert_eq!(of("/mnt/a b/mcp"), all);
        assert_eq!(
            of("/home/ada/work"),
            ["/home/ada/work", "/mnt/a b", "/mnt/src"].map(PathBuf::from)
        );
        assert_eq!(
            of("/mnt/src/x"),
            ["/home/ada/work/mcp/src/x", "/mnt/a b/mcp/src/x", "/mnt/src/x"].map(PathBuf::from)
        );
    }

    #[test]
    fn the_same_folder_of_another_disk_is_another_place() {
        assert_eq!(of("/mnt/disk/mcp"), [PathBuf::from("/mnt/disk/mcp")]);
        assert_eq!(of("/opt/x"), ["/home/ada/system/opt/x", "/opt/x"].map(PathBuf::from));
    }

    #[test]
    fn without_mounts_a_place_is_itself() {
        assert_eq!(Mounted::parse(b"").everywhere(&["/w".into()]), [PathBuf::from("/w")]);
    }
}
