//! Landlock (`landlock(7)`), by its system calls.

use std::ffi::CString;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::path::Path;
use std::ptr;

use paddock_core::RootEntry;
use paddock_sandbox::wire::{Obstacle, Refusal};
use paddock_sandbox::{Facility, Policy, Withheld};
use rustix::fs::{FileType, Mode, OFlags, ResolveFlags, fstat, open, openat2};
use rustix::io::Errno;

use super::{checked, lacking};
use crate::aliases::Mounted;
use crate::folder;
use crate::keepout::Keepout;
use crate::needed::{Found, Needed, entries, is_folder};

/// The first version with which a file that may not be written can't be emptied either. Before it,
/// `truncate(2)` asks nobody: every file of the person could be emptied by any server.
const FOR_HOST: u32 = 3;
/// Where there is nothing to see but what is mounted, the mounts say what can be emptied.
const FOR_VIEW: u32 = 1;

const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
const REMOVE_DIR: u64 = 1 << 4;
const REMOVE_FILE: u64 = 1 << 5;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_DIR: u64 = 1 << 7;
const MAKE_REG: u64 = 1 << 8;
const MAKE_SOCK: u64 = 1 << 9;
const MAKE_FIFO: u64 = 1 << 10;
const MAKE_SYM: u64 = 1 << 12;
const REFER: u64 = 1 << 13;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEV: u64 = 1 << 15;

const READING: u64 = EXECUTE | READ_FILE | READ_DIR;
/// Nobody here may make a device, but the probe tells by trying to whether one could make a file.
const WRITING: u64 = READING
    | WRITE_FILE
    | TRUNCATE
    | REMOVE_DIR
    | REMOVE_FILE
    | MAKE_DIR
    | MAKE_REG
    | MAKE_FIFO
    | MAKE_SYM
    | MAKE_CHAR
    | REFER;
const USING: u64 = READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV;
/// What a rule on a file may allow; the others are about what a folder holds.
const FOR_FILES: u64 = EXECUTE | USING;

const SCOPE_ABSTRACT_UNIX_SOCKET: u64 = 1 << 0;
const SCOPE_SIGNAL: u64 = 1 << 1;

const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
const PROCESSES: &str = "/proc";

/// How many rules one part may take that is not let in whole.
const MOST_RULES: usize = 4096;

const POINTER: OFlags = OFlags::PATH.union(OFlags::CLOEXEC);

const CREATE_RULESET_VERSION: u32 = 1;
const RULE_PATH_BENEATH: u32 = 1;

/// A set of rules ready to be taken on.
pub(super) struct Landlock {
    rules: Rules,
    withheld: Vec<Withheld>,
}

enum Rules {
    /// Everything beneath the root of whoever takes them on. What is no longer mounted there is
    /// beneath nothing, so a folder held open from before leads nowhere.
    ///
    /// Sockets can be made in a few places only: by one in a folder that two servers share, one could
    /// hand the other what it has open, past every revocation.
    WholeView {
        attributes: Attributes,
        sockets: Vec<CString>,
    },
    Fixed(OwnedFd),
}

impl Landlock {
    pub(super) fn whole_view(sockets: Vec<CString>) -> Result<Self, Refusal> {
        Ok(Self::view_of(version_of_at_least(FOR_VIEW)?, sockets))
    }

    fn view_of(version: u32, sockets: Vec<CString>) -> Self {
        let attributes = Attributes::of(version);
        Self { rules: Rules::WholeView { attributes, sockets }, withheld: Vec::new() }
    }

    pub(super) fn only(policy: &Policy) -> Result<Self, Refusal> {
        let attributes = Attributes::of(version_of_at_least(FOR_HOST)?);
        let refuse = lacking(Facility::Landlock);
        let mut landlock = Fixed::new(attributes).map_err(&refuse)?;
        let home = open(&policy.home, folder::POINTER, Mode::empty())
            .map_err(|errno| Refusal { obstacle: Obstacle::Keeper, errno: errno.raw_os_error() })?;
        landlock.let_in(policy, &home).map_err(&refuse)?;
        Ok(Self { rules: Rules::Fixed(landlock.ruleset), withheld: landlock.withheld })
    }

    pub(super) fn nothing() -> Result<Self, Refusal> {
        let attributes = Attributes::of(version_of_at_least(FOR_HOST)?);
        let ruleset = attributes.create().map_err(lacking(Facility::Landlock))?;
        Ok(Self { rules: Rules::Fixed(ruleset), withheld: Vec::new() })
    }

    pub(super) fn withheld(&self) -> &[Withheld] {
        &self.withheld
    }

    /// Safe to call between fork and exec.
    pub(super) fn apply(&self) -> Result<(), Errno> {
        match &self.rules {
            Rules::Fixed(ruleset) => restrict(ruleset),
            Rules::WholeView { attributes, sockets } => {
                let ruleset = attributes.create()?;
                let root = open(c"/", POINTER, Mode::empty())?;
                add_rule(&ruleset, &root, attributes.files & !MAKE_SOCK)?;
                for place in sockets {
                    add_rule(&ruleset, &open(place, POINTER, Mode::empty())?, MAKE_SOCK)?;
                }
                restrict(&ruleset)
            }
        }
    }
}

/// The version here, 0 if there is none.
pub(crate) fn version() -> Result<u32, Errno> {
    let nothing = ptr::null::<Attributes>();
    #[expect(unsafe_code, reason = "neither libc nor rustix knows Landlock")]
    // SAFETY: with this flag the kernel reads no attributes.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0_usize, CREATE_RULESET_VERSION)
    };
    checked(version).map(|version| u32::try_from(version).unwrap_or(0))
}

fn version_of_at_least(needed: u32) -> Result<u32, Refusal> {
    let refuse = lacking(Facility::Landlock);
    match version().map_err(&refuse)? {
        version if version >= needed => Ok(version),
        _ => Err(refuse(Errno::OPNOTSUPP)),
    }
}

struct Fixed {
    attributes: Attributes,
    ruleset: OwnedFd,
    withheld: Vec<Withheld>,
}

impl Fixed {
    fn new(attributes: Attributes) -> Result<Self, Errno> {
        Ok(Self { attributes, ruleset: attributes.create()?, withheld: Vec::new() })
    }

    fn let_in(&mut self, policy: &Policy, home: &OwnedFd) -> Result<(), Errno> {
        let mounted = Mounted::now();
        let mounted = mounted.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
        let Needed { found, withheld, .. } = Needed::find(policy, &mounted);
        self.withheld.extend(withheld);
        for part in &found {
            self.let_in_part(part)?;
        }
        for path in DEVICES {
            self.allow_if_there(open(path, POINTER, Mode::empty()), USING)?;
        }
        self.allow_if_there(open(PROCESSES, POINTER, Mode::empty()), READING & !EXECUTE)?;
        self.allow(home, WRITING)?;
        let keepout = Keepout::around(policy, &mounted);
        policy.folders.iter().try_for_each(|entry| self.grant(entry, &policy.folders, &keepout))
    }

    fn let_in_part(&mut self, part: &Found) -> Result<(), Errno> {
        let mut left = MOST_RULES;
        let let_in = part.open().and_then(|place| {
            if part.hidden.is_empty() {
                self.allow(&place, READING)
            } else {
                self.allow_around(part, &part.path, &place, &mut left)
            }
        });
        match let_in {
            Err(errno) if part.is_own => {
                self.withheld
                    .push(Withheld { path: part.path.clone(), errno: errno.raw_os_error() });
                Ok(())
            }
            // What the keeper can't reach, the server could not either.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::LOOP | Errno::STALE) => {
                Ok(())
            }
            done => done,
        }
    }

    /// Lets in all of a folder but what is hidden there, of which nothing but names is told: a folder
    /// can be listed only with all that is in it.
    fn allow_around(
        &self,
        part: &Found,
        path: &Path,
        folder: &OwnedFd,
        left: &mut usize,
    ) -> Result<(), Errno> {
        if !is_folder(folder)? {
            return Err(Errno::PERM);
        }
        self.allow(folder, READ_DIR)?;
        for (name, _) in entries(folder)? {
            let path = path.join(&name);
            if part.hidden.contains(&path) {
                continue;
            }
            *left = left.checked_sub(1).ok_or(Errno::TOOBIG)?;
            let links = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
            let place = match openat2(folder, &name, POINTER, Mode::empty(), links) {
                Err(Errno::NOENT | Errno::LOOP | Errno::ACCESS) => continue,
                opened => opened?,
            };
            if part.hidden.iter().any(|hidden| hidden.starts_with(&path)) {
                self.allow_around(part, &path, &place, left)?;
            } else {
                self.allow(&place, READING)?;
            }
        }
        Ok(())
    }

    /// What the keeper can't reach, the server could not either.
    fn allow_if_there(&self, found: Result<OwnedFd, Errno>, rights: u64) -> Result<(), Errno> {
        found.map_or(Ok(()), |found| self.allow(&found, rights))
    }

    fn grant(
        &mut self,
        entry: &RootEntry,
        all: &[RootEntry],
        keepout: &Keepout,
    ) -> Result<(), Errno> {
        let opened = folder::open_granted(&entry.root)
            .and_then(|opened| keepout.check(&entry.root, &opened).map(|()| opened));
        match opened {
            Ok(opened) => self.allow(&opened, rights(entry, all)),
            Err(errno) => {
                let path = entry.root.path.as_path().to_path_buf();
                self.withheld.push(Withheld { path, errno: errno.raw_os_error() });
                Ok(())
            }
        }
    }

    fn allow(&self, place: &OwnedFd, rights: u64) -> Result<(), Errno> {
        let kind = FileType::from_raw_mode(fstat(place)?.st_mode);
        let rights = if kind == FileType::Directory { rights } else { rights & FOR_FILES };
        add_rule(&self.ruleset, place, rights & self.attributes.files)
    }
}

fn rights(entry: &RootEntry, all: &[RootEntry]) -> u64 {
    match entry.access {
        access if access.writes() && !Policy::is_narrowed(entry, all) => WRITING,
        _ => READING,
    }
}

/// `struct landlock_ruleset_attr`, as long as the kernel knows it.
#[derive(Clone, Copy)]
#[repr(C)]
struct Attributes {
    files: u64,
    network: u64,
    scopes: u64,
}

impl Attributes {
    /// Everything that this version can handle, but for the network.
    fn of(version: u32) -> Self {
        let files = match version {
            0 => 0,
            1 => REFER - 1,
            2 => TRUNCATE - 1,
            3 | 4 => IOCTL_DEV - 1,
            _ => (IOCTL_DEV << 1) - 1,
        };
        let scopes = if version < 6 { 0 } else { SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL };
        Self { files, network: 0, scopes }
    }

    fn create(&self) -> Result<OwnedFd, Errno> {
        // A kernel that does not know a field refuses the structure unless the field is left out.
        let size = if self.scopes == 0 { size_of::<u64>() } else { size_of::<Self>() };
        #[expect(unsafe_code, reason = "neither libc nor rustix knows Landlock")]
        // SAFETY: the structure outlives the call, and nobody else owns the new descriptor.
        unsafe {
            let made =
                libc::syscall(libc::SYS_landlock_create_ruleset, ptr::from_ref(self), size, 0_u32);
            let made = RawFd::try_from(checked(made)?).map_err(|_| Errno::BADF)?;
            Ok(OwnedFd::from_raw_fd(made))
        }
    }
}

/// `struct landlock_path_beneath_attr`.
#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: RawFd,
}

fn add_rule(ruleset: &OwnedFd, parent: &OwnedFd, allowed: u64) -> Result<(), Errno> {
    let rule = PathBeneath { allowed, parent: parent.as_raw_fd() };
    #[expect(unsafe_code, reason = "neither libc nor rustix knows Landlock")]
    // SAFETY: the structure outlives the call, which keeps nothing of it.
    let added = unsafe {
        libc::syscall(
            libc::SYS_landlock_add_rule,
            ruleset.as_raw_fd(),
            RULE_PATH_BENEATH,
            ptr::from_ref(&rule),
            0_u32,
        )
    };
    checked(added).map(drop)
}

fn restrict(ruleset: &OwnedFd) -> Result<(), Errno> {
    #[expect(unsafe_code, reason = "neither libc nor rustix knows Landlock")]
    // SAFETY: takes no pointers.
    let restricted =
        unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0_u32) };
    checked(restricted).map(drop)
}

#[cfg(test)]
mod tests {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
    use std::time::Duration;

    use paddock_core::{AbsolutePath, Access, Identity, Root};
    use paddock_sandbox::Network;
    use rustix::thread::{UnshareFlags, set_no_new_privs, unshare_unsafe};

    use crate::forked::Child;

    use super::*;

    fn entry(path: &str, access: Access, inode: u64) -> RootEntry {
        let identity = Identity { device: 1, inode, born: Some(0) };
        RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
    }

    #[test]
    fn each_version_handles_what_it_knows() {
        let known = [0, 13, 14, 15, 15, 16, 16, 16, 16];
        for (version, known) in (0..).zip(known) {
            let attributes = Attributes::of(version);
            assert_eq!(attributes.files, (1 << known) - 1, "version {version}");
            assert_eq!(attributes.scopes != 0, version >= 6, "version {version}");
        }
    }

    #[test]
    fn this_kernel_takes_the_rules_of_every_version_before_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let socket = folder.path().join("socket");
        std::fs::write(&file, "").unwrap();
        let _listener = UnixListener::bind(&socket).unwrap();
        for version in 1..=version().unwrap() {
            let fixed = Fixed::new(Attributes::of(version)).unwrap();
            for place in [folder.path(), &file, &socket, Path::new("/dev/null")] {
                for rights in [READING, WRITING, USING] {
                    let place = open(place, POINTER, Mode::empty()).unwrap();
                    fixed.allow(&place, rights).unwrap();
                }
            }
        }
    }

    /// What a kernel with that version makes of an abstract socket of the person's.
    fn reaches_abstract_socket(version: u32, network: Network) -> Result<(), Errno> {
        let name = format!("paddock-test-{}-{version}-{network:?}", std::process::id());
        let name = SocketAddr::from_abstract_name(name).unwrap();
        let listener = UnixListener::bind_addr(&name).unwrap();
        let landlock = Landlock::view_of(version, Vec::new());
        let child = Child::start(|answers| {
            let connect = || {
                if network == Network::Off {
                    own_network()?;
                }
                set_no_new_privs(true)?;
                landlock.apply()?;
                let connected = UnixStream::connect_addr(&name);
                connected.map(drop).map_err(|it| Errno::from_io_error(&it).unwrap())
            };
            let errno = connect().map_or_else(Errno::raw_os_error, |()| 0);
            answers.send(&errno.to_le_bytes());
        })
        .unwrap();
        let errno = child.answer(Duration::from_secs(30)).unwrap().map(i32::from_le_bytes).unwrap();
        drop(listener);
        if errno == 0 { Ok(()) } else { Err(Errno::from_raw_os_error(errno)) }
    }

    fn own_network() -> Result<(), Errno> {
        #[expect(unsafe_code, reason = "for `CLONE_FILES`, which is not used here")]
        // SAFETY: no descriptor table is unshared.
        unsafe {
            unshare_unsafe(UnshareFlags::NEWUSER | UnshareFlags::NEWNET)
        }
    }

    #[test]
    fn abstract_sockets_are_open_before_they_were_scoped_and_the_network_is() {
        assert_eq!(reaches_abstract_socket(5, Network::Open), Ok(()));
        if version().unwrap() >= 6 {
            assert_eq!(reaches_abstract_socket(6, Network::Open), Err(Errno::PERM));
        }
        match reaches_abstract_socket(5, Network::Off) {
            // No namespaces here.
            Err(Errno::PERM | Errno::NOSPC | Errno::USERS) => {}
            reached => assert_eq!(reached, Err(Errno::CONNREFUSED)),
        }
    }

    #[test]
    fn a_folder_is_written_only_if_nothing_in_it_is_narrower() {
        let [read, write] = [Access::Read, Access::ReadWrite];
        let outer = entry("/a", write, 1);
        let with = |other: RootEntry| rights(&outer, &[outer.clone(), other]);
        assert_eq!(with(entry("/b", read, 2)), WRITING);
        assert_eq!(with(entry("/ab", read, 2)), WRITING);
        assert_eq!(with(entry("/a/b", write, 2)), WRITING);
        assert_eq!(with(entry("/a/b", read, 2)), READING);
        assert_eq!(with(entry("/elsewhere/mounted", read, 1)), READING);
        assert_eq!(rights(&entry("/a", read, 1), &[]), READING);
    }
}
