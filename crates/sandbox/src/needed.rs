//! What a program needs in order to run, found so that nothing else can have been put in its place.
//!
//! A part is looked for where nobody has unshared anything yet, for whose a file is can't be told
//! from inside a user namespace. What is opened later is the same by its identity, or it is withheld.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use paddock_core::likely_secret::is_left_out;
use paddock_core::{Identity, Owned, Part};
use paddock_sandbox::disk::{Disk, Follow, identity, open_plain};
use paddock_sandbox::{Network, Policy, Withheld};
use rustix::fs::{Dir, FileType, Mode, OFlags, ResolveFlags, fstat, openat2, stat};
use rustix::io::Errno;

use crate::aliases::Mounted;

/// What is not made of files but of the kernel.
const NOT_FILES: [&str; 3] = ["/proc", "/sys", "/dev"];

/// How many names right in a part are looked at for secrets.
const NAMES: usize = 4096;

/// What says where names are asked for: under [`Network::Destinations`] it is another file than the
/// host's, and nothing of that one is shown.
pub(crate) const RESOLVER: &str = "/etc/resolv.conf";
pub(crate) const HOSTS: &str = "/etc/hosts";
const OURS: [&str; 2] = [RESOLVER, HOSTS];

/// All that is let in.
#[derive(Default)]
pub(crate) struct Needed {
    /// The server's own home, with no link on the way.
    pub(crate) home: Option<PathBuf>,
    pub(crate) found: Vec<Found>,
    /// Symbolic links that lead there, to be made again.
    pub(crate) links: BTreeMap<PathBuf, PathBuf>,
    /// What is not what was consented to.
    pub(crate) withheld: Vec<Withheld>,
}

/// One part, where it is.
pub(crate) struct Found {
    /// With no link on the way.
    pub(crate) path: PathBuf,
    identity: Identity,
    /// It is not the system's: it is missed if it can't be let in.
    pub(crate) is_own: bool,
    /// What is left out of it.
    pub(crate) hidden: Vec<PathBuf>,
}

impl Needed {
    /// In the host's view, where this is `mounted`, by a process that is in no user namespace of its own.
    pub(crate) fn find(policy: &Policy, mounted: &Mounted) -> Self {
        let mut needed = Self::default();
        needed.find_home(policy);
        let written = policy.folders.iter().filter(|entry| entry.access.writes());
        let written = written.map(|entry| entry.root.path.as_path().to_path_buf());
        let disk = Disk::new(written.chain([policy.home.clone()]), Follow::System);
        let unneeded = Unneeded::of(policy, mounted);
        for part in &policy.readable {
            if policy.network == Network::Destinations
                && OURS.iter().any(|ours| part.path == Path::new(ours))
            {
                continue;
            }
            match &part.own {
                None => needed.add_system(part, &disk, &unneeded),
                Some(own) => needed.add_own(part, own, &unneeded),
            }
        }
        for link in &policy.links {
            needed.links.insert(link.path.clone(), link.target.clone());
        }
        needed
    }

    /// The host names it, by links of the person's if there are any.
    fn find_home(&mut self, policy: &Policy) {
        if let Ok(trace) = Disk::new([], Follow::Person).trace(&policy.home) {
            self.links.extend(trace.links.into_iter().map(|link| (link.path, link.target)));
            self.home = Some(trace.real);
        }
    }

    /// What of the system's is missing is left out; what turns out not to be the system's, too.
    fn add_system(&mut self, part: &Part, disk: &Disk, unneeded: &Unneeded) {
        let Ok(trace) = disk.trace(&part.path) else { return };
        let Ok(identity) = disk.identity(&trace.real) else { return };
        if !disk.is_systems(&trace.real) || unneeded.names(&trace.real) {
            return self.withhold(part, Errno::PERM);
        }
        self.links.extend(trace.links.into_iter().map(|link| (link.path, link.target)));
        let hidden = Vec::new();
        self.found.push(Found { path: trace.real, identity, is_own: false, hidden });
    }

    fn add_own(&mut self, part: &Part, own: &Owned, unneeded: &Unneeded) {
        let found = Found {
            path: part.path.components().collect(),
            identity: own.identity,
            is_own: true,
            hidden: own.hidden.clone(),
        };
        let checked = found.open().and_then(|place| {
            unneeded.check(&found.path, &place)?;
            found.secrets_at_top(&place)
        });
        match checked {
            Ok(secrets) => {
                let hidden: BTreeSet<_> = found.hidden.iter().cloned().chain(secrets).collect();
                self.found.push(Found { hidden: hidden.into_iter().collect(), ..found });
            }
            Err(errno) => self.withhold(part, errno),
        }
    }

    fn withhold(&mut self, part: &Part, errno: Errno) {
        self.withheld.push(Withheld { path: part.path.clone(), errno: errno.raw_os_error() });
    }
}

impl Found {
    /// `ELOOP` if a symbolic link leads there now, `ESTALE` if something else stands there.
    pub(crate) fn open(&self) -> Result<OwnedFd, Errno> {
        let place = open_plain(&self.path)?;
        if identity(&place)?.is_same(&self.identity) { Ok(place) } else { Err(Errno::STALE) }
    }

    /// Likely secrets right in it that may have come since it was looked through.
    fn secrets_at_top(&self, place: &OwnedFd) -> Result<Vec<PathBuf>, Errno> {
        if !is_folder(place)? {
            return Ok(Vec::new());
        }
        let entries = entries(place)?.into_iter();
        let secrets =
            entries.filter(|(name, is_folder)| is_left_out(&self.path.join(name), *is_folder));
        Ok(secrets.map(|(name, _)| self.path.join(name)).collect())
    }
}

/// Files and folders right in `folder`, and whether they are folders; no links.
pub(crate) fn entries(folder: &OwnedFd) -> Result<Vec<(OsString, bool)>, Errno> {
    use std::os::unix::ffi::OsStringExt as _;
    let readable = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = openat2(folder, c".", readable, Mode::empty(), ResolveFlags::NO_SYMLINKS)?;
    let mut found = Vec::new();
    for entry in Dir::read_from(opened)?.take(NAMES) {
        let entry = entry?;
        let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
        let told = entry.file_type();
        let kind = if told == FileType::Unknown { kind_in(folder, &name)? } else { told };
        if name != "." && name != ".." && kind != FileType::Symlink {
            found.push((name, kind == FileType::Directory));
        }
    }
    Ok(found)
}

fn kind_in(folder: &OwnedFd, name: &OsString) -> Result<FileType, Errno> {
    let seen = rustix::fs::statat(folder, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(seen.st_mode))
}

pub(crate) fn is_folder(place: impl AsFd) -> Result<bool, Errno> {
    Ok(FileType::from_raw_mode(fstat(place)?.st_mode) == FileType::Directory)
}

/// What is never let in for being needed: besides what is never granted, places that hold secrets.
struct Unneeded {
    /// By path, as they are written and as they are.
    places: Vec<PathBuf>,
    /// Device and inode of the same, so that no other path to them helps.
    inside: BTreeSet<(u64, u64)>,
    /// Those, the server's home and the canary, and all that is above one of them.
    around: BTreeSet<(u64, u64)>,
}

impl Unneeded {
    fn of(policy: &Policy, mounted: &Mounted) -> Self {
        let has_own = policy.readable.iter().any(|part| part.own.is_some());
        let mut unneeded = Self {
            places: policy.reserved.clone(),
            inside: BTreeSet::new(),
            around: BTreeSet::new(),
        };
        if !has_own {
            return unneeded;
        }
        // One that is not there holds nothing.
        let real = |path: &PathBuf| path.canonicalize().ok();
        let places: Vec<_> = policy.reserved.iter().filter_map(real).collect();
        let others = [&policy.home, &policy.canary].into_iter().filter_map(real);
        unneeded.inside.extend(places.iter().filter_map(|place| key_at(place)));
        for place in others.chain(places.iter().cloned()) {
            unneeded.around.extend(place.ancestors().filter_map(key_at));
        }
        unneeded.places.extend(mounted.everywhere(&places));
        unneeded
    }

    /// Whether `path`, which leads through no link, is such a place, in one or around one.
    fn names(&self, path: &Path) -> bool {
        let kept = |place: &PathBuf| place.starts_with(path) || path.starts_with(place);
        self.places.iter().any(kept) || NOT_FILES.iter().any(|not| path.starts_with(not))
    }

    /// `EPERM` for what must not be let in.
    fn check(&self, path: &Path, place: impl AsFd) -> Result<(), Errno> {
        let seen = fstat(place)?;
        let is_in = |above: &Path| key_at(above).is_none_or(|key| self.inside.contains(&key));
        let is_held = self.around.contains(&(seen.st_dev, seen.st_ino))
            || self.names(path)
            || path.ancestors().any(is_in);
        if is_held { Err(Errno::PERM) } else { Ok(()) }
    }
}

fn key_at(path: &Path) -> Option<(u64, u64)> {
    stat(path).ok().map(|stat| (stat.st_dev, stat.st_ino))
}
