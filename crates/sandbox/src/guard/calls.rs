//! The system calls that make or change something by name, and those that change what a file is besides
//! its content. Of all others nothing need be known: they take descriptors that were opened for writing.

use libc::c_long;

use crate::confine::bpf::{Program, When};

pub(super) struct Call {
    pub(super) number: c_long,
    pub(super) kind: Kind,
}

/// Arguments by their number.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Open {
        path: At,
        flags: usize,
        mode: usize,
    },
    Create {
        path: At,
        mode: usize,
    },
    /// `openat2(2)`, with its flags in memory.
    OpenHow,
    MakeFolder {
        path: At,
        mode: usize,
    },
    MakeNode {
        path: At,
        mode: usize,
        device: usize,
    },
    MakeLink {
        target: usize,
        path: At,
    },
    Link {
        from: At,
        to: At,
        flags: Option<usize>,
    },
    Rename {
        from: At,
        to: At,
        flags: Option<usize>,
    },
    Remove {
        path: At,
        flags: Option<usize>,
    },
    RemoveFolder {
        path: At,
    },
    Truncate {
        path: At,
        length: usize,
    },
    ChangeMode {
        path: At,
        mode: usize,
        flags: Option<usize>,
    },
    ChangeModeOfOpen {
        file: usize,
        mode: usize,
    },
    /// The path may be none, for what is open.
    ChangeTimes {
        path: At,
        times: usize,
        written: Written,
        flags: Option<usize>,
    },
    /// The group comes behind the owner.
    ChangeOwner {
        path: At,
        owner: usize,
        flags: Option<usize>,
        follows: bool,
    },
    ChangeOwnerOfOpen {
        file: usize,
        owner: usize,
    },
    /// What is made after it has other permissions than before.
    Umask,
}

/// How two times stand in memory.
#[derive(Clone, Copy)]
pub(super) enum Written {
    /// `timespec`, with what stands for now and for none.
    WithNanoseconds,
    /// `timeval`
    WithMicroseconds,
    /// `utimbuf`
    AsSeconds,
}

impl Kind {
    /// Whether it changes what a file is besides its content, which no open file for writing is needed
    /// for.
    pub(super) fn changes_metadata(&self) -> bool {
        match self {
            Self::ChangeMode { .. }
            | Self::ChangeModeOfOpen { .. }
            | Self::ChangeTimes { .. }
            | Self::ChangeOwner { .. }
            | Self::ChangeOwnerOfOpen { .. } => true,
            Self::Open { .. }
            | Self::Create { .. }
            | Self::OpenHow
            | Self::MakeFolder { .. }
            | Self::MakeNode { .. }
            | Self::MakeLink { .. }
            | Self::Link { .. }
            | Self::Rename { .. }
            | Self::Remove { .. }
            | Self::RemoveFolder { .. }
            | Self::Truncate { .. }
            | Self::Umask => false,
        }
    }
}

/// Where a path is, and the folder that a relative one starts from.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) folder: Option<usize>,
    pub(super) path: usize,
}

/// Since Linux 6.6; not known to every libc.
const SYS_FCHMODAT2: c_long = 452;

/// The first number that no call known here has.
const UNKNOWN: u32 = 471;

impl Call {
    pub(super) fn numbered(number: c_long) -> Option<&'static Self> {
        all().find(|call| call.number == number)
    }
}

/// Has the keeper asked about them; nothing else is decided.
pub(crate) fn hand_over(program: &mut Program) {
    // What a later kernel adds might make something by name: programs live without it.
    program.when(When::AtLeast(UNKNOWN), |program| {
        program.give(libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned());
    });
    for call in all() {
        let number = u32::try_from(call.number).unwrap_or(u32::MAX);
        program.when(When::Equal(number), |program| {
            if let Kind::Open { flags, .. } = call.kind {
                program.load_argument(flags);
                program.when(When::AnyBitOf(libc::O_PATH.cast_unsigned()), |program| {
                    program.give(libc::SECCOMP_RET_ALLOW);
                });
                program.when(When::AnyBitOf(CHANGING.cast_unsigned()), |program| {
                    program.give(libc::SECCOMP_RET_USER_NOTIF);
                });
                program.give(libc::SECCOMP_RET_ALLOW);
            } else {
                program.give(libc::SECCOMP_RET_USER_NOTIF);
            }
        });
    }
}

const CHANGING: i32 = libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC;

/// Whether opening with these flags makes or changes anything, or may do so later.
pub(super) fn changes(flags: i32) -> bool {
    flags & libc::O_PATH == 0 && flags & CHANGING != 0
}

fn all() -> impl Iterator<Item = &'static Call> {
    [EVERYWHERE, OLD].into_iter().flatten()
}

const fn at(folder: usize) -> At {
    At { folder: Some(folder), path: folder + 1 }
}

const fn call(number: c_long, kind: Kind) -> Call {
    Call { number, kind }
}

const EVERYWHERE: &[Call] = &[
    call(libc::SYS_openat, Kind::Open { path: at(0), flags: 2, mode: 3 }),
    call(libc::SYS_openat2, Kind::OpenHow),
    call(libc::SYS_mkdirat, Kind::MakeFolder { path: at(0), mode: 2 }),
    call(libc::SYS_mknodat, Kind::MakeNode { path: at(0), mode: 2, device: 3 }),
    call(libc::SYS_symlinkat, Kind::MakeLink { target: 0, path: at(1) }),
    call(libc::SYS_linkat, Kind::Link { from: at(0), to: at(2), flags: Some(4) }),
    call(libc::SYS_renameat, Kind::Rename { from: at(0), to: at(2), flags: None }),
    call(libc::SYS_renameat2, Kind::Rename { from: at(0), to: at(2), flags: Some(4) }),
    call(libc::SYS_unlinkat, Kind::Remove { path: at(0), flags: Some(2) }),
    call(libc::SYS_truncate, Kind::Truncate { path: of(0), length: 1 }),
    call(libc::SYS_fchmodat, Kind::ChangeMode { path: at(0), mode: 2, flags: None }),
    call(SYS_FCHMODAT2, Kind::ChangeMode { path: at(0), mode: 2, flags: Some(3) }),
    call(libc::SYS_fchmod, Kind::ChangeModeOfOpen { file: 0, mode: 1 }),
    call(
        libc::SYS_utimensat,
        Kind::ChangeTimes {
            path: at(0),
            times: 2,
            written: Written::WithNanoseconds,
            flags: Some(3),
        },
    ),
    call(
        libc::SYS_fchownat,
        Kind::ChangeOwner { path: at(0), owner: 2, flags: Some(4), follows: true },
    ),
    call(libc::SYS_fchown, Kind::ChangeOwnerOfOpen { file: 0, owner: 1 }),
    call(libc::SYS_umask, Kind::Umask),
];

const fn of(path: usize) -> At {
    At { folder: None, path }
}

/// What newer architectures leave out.
#[cfg(target_arch = "x86_64")]
const OLD: &[Call] = &[
    call(libc::SYS_open, Kind::Open { path: of(0), flags: 1, mode: 2 }),
    call(libc::SYS_creat, Kind::Create { path: of(0), mode: 1 }),
    call(libc::SYS_mkdir, Kind::MakeFolder { path: of(0), mode: 1 }),
    call(libc::SYS_mknod, Kind::MakeNode { path: of(0), mode: 1, device: 2 }),
    call(libc::SYS_symlink, Kind::MakeLink { target: 0, path: of(1) }),
    call(libc::SYS_link, Kind::Link { from: of(0), to: of(1), flags: None }),
    call(libc::SYS_rename, Kind::Rename { from: of(0), to: of(1), flags: None }),
    call(libc::SYS_unlink, Kind::Remove { path: of(0), flags: None }),
    call(libc::SYS_rmdir, Kind::RemoveFolder { path: of(0) }),
    call(libc::SYS_chmod, Kind::ChangeMode { path: of(0), mode: 1, flags: None }),
    call(
        libc::SYS_utime,
        Kind::ChangeTimes { path: of(0), times: 1, written: Written::AsSeconds, flags: None },
    ),
    call(
        libc::SYS_utimes,
        Kind::ChangeTimes {
            path: of(0),
            times: 1,
            written: Written::WithMicroseconds,
            flags: None,
        },
    ),
    call(
        libc::SYS_futimesat,
        Kind::ChangeTimes {
            path: at(0),
            times: 2,
            written: Written::WithMicroseconds,
            flags: None,
        },
    ),
    call(libc::SYS_chown, Kind::ChangeOwner { path: of(0), owner: 1, flags: None, follows: true }),
    call(
        libc::SYS_lchown,
        Kind::ChangeOwner { path: of(0), owner: 1, flags: None, follows: false },
    ),
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[Call] = &[];
