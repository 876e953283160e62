//! The system calls that name a path, and where each keeps it.
//!
//! `execve` is not among them: a program that can't be seen can't be run, and the keeper would wait
//! for a start that waits for the keeper.

use libc::c_long;

pub(super) struct Call {
    pub(super) number: c_long,
    pub(super) paths: &'static [PathArgument],
    pub(super) kind: Kind,
}

#[derive(Clone, Copy)]
pub(super) struct PathArgument {
    /// The folder a relative path starts from; the caller's own if there is none.
    pub(super) folder: Option<usize>,
    pub(super) path: usize,
    /// The call makes this path if it is missing.
    pub(super) made: bool,
}

/// What is to be known of it besides; arguments by their number.
pub(super) enum Kind {
    /// Opens, with these flags.
    Open { flags: usize },
    /// Opens, with the flags in a structure at this address (`openat2(2)`).
    OpenHow { how: usize },
    /// Looks through a link at what it leads to.
    Look,
    /// Looks at a link itself.
    LookAtLink,
    /// Asks where a link leads.
    ReadLink,
    /// Looks, with these `AT_` flags.
    LookAs { flags: usize },
    /// Moves, removes or overwrites what is there.
    Change,
    /// Makes what is missing, and does nothing to what is there.
    Make,
}

impl Call {
    pub(super) fn numbered(number: c_long) -> Option<&'static Self> {
        all().find(|call| call.number == number)
    }

    pub(super) fn reads_link(number: c_long) -> bool {
        Self::numbered(number).is_some_and(|call| matches!(call.kind, Kind::ReadLink))
    }

    /// Calls that can be denied by Landlock, which lets everything be looked at.
    pub(super) fn reaches(&self) -> bool {
        match self.kind {
            Kind::Open { .. } | Kind::OpenHow { .. } | Kind::Change | Kind::Make => true,
            Kind::Look | Kind::LookAtLink | Kind::ReadLink | Kind::LookAs { .. } => false,
        }
    }
}

pub(super) fn all() -> impl Iterator<Item = &'static Call> {
    [EVERYWHERE, OLD].into_iter().flatten()
}

const PATH: &[PathArgument] = &[of(0)];
const PATH_AT: &[PathArgument] = &[at(0)];
const MADE_AT: &[PathArgument] = &[made(at(0))];
const MOVED_AT: &[PathArgument] = &[at(0), made(at(2))];

const fn of(path: usize) -> PathArgument {
    PathArgument { folder: None, path, made: false }
}

const fn at(folder: usize) -> PathArgument {
    PathArgument { folder: Some(folder), path: folder + 1, made: false }
}

const fn made(argument: PathArgument) -> PathArgument {
    PathArgument { made: true, ..argument }
}

const fn call(number: c_long, paths: &'static [PathArgument], kind: Kind) -> Call {
    Call { number, paths, kind }
}

const EVERYWHERE: &[Call] = &[
    call(libc::SYS_openat, PATH_AT, Kind::Open { flags: 2 }),
    call(libc::SYS_newfstatat, PATH_AT, Kind::LookAs { flags: 3 }),
    call(libc::SYS_statx, PATH_AT, Kind::LookAs { flags: 2 }),
    call(libc::SYS_readlinkat, PATH_AT, Kind::ReadLink),
    call(libc::SYS_faccessat, PATH_AT, Kind::Look),
    call(libc::SYS_faccessat2, PATH_AT, Kind::LookAs { flags: 3 }),
    call(libc::SYS_openat2, PATH_AT, Kind::OpenHow { how: 2 }),
    call(libc::SYS_chdir, PATH, Kind::Look),
    call(libc::SYS_mkdirat, MADE_AT, Kind::Make),
    call(libc::SYS_unlinkat, PATH_AT, Kind::Change),
    call(libc::SYS_renameat, MOVED_AT, Kind::Change),
    call(libc::SYS_renameat2, MOVED_AT, Kind::Change),
];

/// What newer architectures leave out.
#[cfg(target_arch = "x86_64")]
const OLD: &[Call] = &[
    call(libc::SYS_open, PATH, Kind::Open { flags: 1 }),
    call(libc::SYS_stat, PATH, Kind::Look),
    call(libc::SYS_lstat, PATH, Kind::LookAtLink),
    call(libc::SYS_access, PATH, Kind::Look),
    call(libc::SYS_readlink, PATH, Kind::ReadLink),
    call(libc::SYS_creat, &[made(of(0))], Kind::Change),
    call(libc::SYS_mkdir, &[made(of(0))], Kind::Make),
    call(libc::SYS_rmdir, PATH, Kind::Change),
    call(libc::SYS_unlink, PATH, Kind::Change),
    call(libc::SYS_rename, &[of(0), made(of(1))], Kind::Change),
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[Call] = &[];
