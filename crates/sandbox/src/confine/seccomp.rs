//! The system calls that a server may not make (`seccomp(2)`).
//!
//! What is denied answers with an error that programs know how to live with. Only a call by the
//! rules of another architecture kills: their numbers mean other calls, and no program that runs here
//! makes one by chance.

mod user_namespaces;

use std::ptr;

use libc::{c_long, c_uint, c_ulong, sock_fprog};
use paddock_sandbox::wire::Refusal;
use paddock_sandbox::{Facility, Network};
use rustix::io::Errno;
use rustix::thread::set_no_new_privs;

pub(crate) use self::user_namespaces::NoUserNamespaces;
use super::bpf::{Program, When};
use super::{checked, lacking};

/// What stands between the process and the rest of the system besides this filter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Surroundings {
    /// Namespaces of its own: mounts, processes, IPC, and the network if it is off.
    Namespaces(Network),
    /// Nothing: sockets by path and whatever has no path would be the host's.
    Host(Network),
}

/// A filter ready to be taken on.
pub(super) struct Filter(Program);

impl Filter {
    pub(super) fn new(surroundings: Surroundings) -> Result<Self, Refusal> {
        check().map_err(lacking(Facility::Seccomp))?;
        Ok(Self(program(surroundings, &BEHIND_POINTERS)))
    }

    /// For a process that carries calls out for a server, and looks at the modes by itself.
    pub(super) fn of_broker(surroundings: Surroundings) -> Result<Self, Refusal> {
        check().map_err(lacking(Facility::Seccomp))?;
        Ok(Self(program(surroundings, &[libc::SYS_clone3])))
    }

    /// Safe to call between fork and exec. Needs `no_new_privs`.
    pub(super) fn apply(&self) -> Result<(), Errno> {
        install(&self.0, 0).map(drop)
    }
}

/// A filter that stops nothing, to find out whether one could listen.
pub(crate) struct Listening(Program);

impl Listening {
    pub(crate) fn new() -> Self {
        let mut program = Program::default();
        program.give(libc::SECCOMP_RET_ALLOW);
        Self(program)
    }

    /// Takes it on with a listener, which is closed again. Safe to call between fork and exec.
    pub(crate) fn apply(&self) -> Result<(), Errno> {
        let action = libc::SECCOMP_RET_USER_NOTIF;
        seccomp(libc::SECCOMP_GET_ACTION_AVAIL, 0, ptr::from_ref(&action).cast())?;
        set_no_new_privs(true)?;
        install(&self.0, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER).map(drop)
    }
}

/// What the kernel returns is a listener if the flags ask for one.
fn install(program: &Program, flags: c_ulong) -> Result<c_long, Errno> {
    let instructions = program.instructions();
    let program = sock_fprog {
        len: instructions.len().try_into().map_err(|_| Errno::INVAL)?,
        // The kernel only reads it.
        filter: instructions.as_ptr().cast_mut(),
    };
    seccomp(libc::SECCOMP_SET_MODE_FILTER, flags, ptr::from_ref(&program).cast())
}

/// Fails where the kernel has no filters.
fn check() -> Result<(), Errno> {
    let action = libc::SECCOMP_RET_KILL_PROCESS;
    seccomp(libc::SECCOMP_GET_ACTION_AVAIL, 0, ptr::from_ref(&action).cast()).map(drop)
}

fn seccomp(
    operation: c_uint,
    flags: c_ulong,
    argument: *const libc::c_void,
) -> Result<c_long, Errno> {
    #[expect(unsafe_code, reason = "neither libc nor rustix has `seccomp`")]
    // SAFETY: every caller passes what its operation reads, and it outlives the call.
    let done = unsafe { libc::syscall(libc::SYS_seccomp, operation, flags, argument) };
    checked(done)
}

#[cfg(target_arch = "x86_64")]
pub(crate) const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
pub(crate) const ARCHITECTURE: u32 = 0xc000_00b7;

/// The first number that no call has by the usual rules. On x86-64 those of x32 begin here, which
/// share the architecture.
const BEYOND: u32 = 0x4000_0000;

/// Their flags and modes are in memory, out of a filter's sight; programs know older kernels, and
/// fall back on `clone` and `openat`.
const BEHIND_POINTERS: [c_long; 2] = [libc::SYS_clone3, libc::SYS_openat2];

fn program(surroundings: Surroundings, unknown: &[c_long]) -> Program {
    let mut program = Program::default();
    program.load_architecture();
    program.when(When::Equal(ARCHITECTURE), |program| {
        program.load_number();
        program.when(When::AtLeast(BEYOND), |program| program.give(libc::SECCOMP_RET_KILL_PROCESS));
        rules(program, surroundings, unknown);
        program.give(libc::SECCOMP_RET_ALLOW);
    });
    program.give(libc::SECCOMP_RET_KILL_PROCESS);
    program
}

fn rules(program: &mut Program, surroundings: Surroundings, unknown: &[c_long]) {
    for call in DENIED.iter().chain(DENIED_ON_THIS_ARCHITECTURE) {
        deny(program, *call, Errno::PERM);
    }
    for call in unknown {
        deny(program, *call, Errno::NOSYS);
    }
    for call in SETS_ATTRIBUTES {
        deny(program, *call, Errno::OPNOTSUPP);
    }
    modes(program);
    on(program, libc::SYS_fcntl, |program| {
        program.load_argument(1);
        deny_values(program, &HOLDS_ON_FILES);
    });
    on(program, libc::SYS_clone, |program| {
        program.load_argument(0);
        deny_any_bit_of(program, NAMESPACES);
    });
    on(program, libc::SYS_unshare, |program| {
        program.load_argument(0);
        deny_any_bit_of(program, NAMESPACES | TIME_NAMESPACE);
    });
    on(program, libc::SYS_ioctl, |program| {
        program.load_argument(1);
        deny_values(program, &TERMINAL_INJECTIONS);
        deny_values(program, &FILE_FLAGS);
        volumes(program);
    });
    on(program, libc::SYS_mmap, |program| {
        program.load_argument(3);
        deny_any_bit_of(program, GROWS);
    });
    on(program, libc::SYS_personality, |program| {
        program.load_argument(0);
        allow_only(program, &PERSONALITIES, Errno::PERM);
    });
    match surroundings {
        Surroundings::Namespaces(network) => {
            sockets(program, families_of_namespaces(network), &PAIRS);
        }
        Surroundings::Host(network) => {
            sockets(program, families_of_host(network), &CONNECTED_PAIRS);
            host(program);
        }
    }
}

/// Some filesystems make folders, and copies of whole ones, by a call on a folder that is open to read:
/// neither Landlock nor what guards names is asked.
fn volumes(program: &mut Program) {
    program.keep_bits(IOCTL_KIND);
    program.when(When::Equal(OF_BTRFS), |program| {
        program.load_argument(1);
        allow_only(program, &CLONES, Errno::PERM);
    });
    program.when(When::Equal(OF_BCACHEFS), |program| program.give(error(Errno::PERM)));
}

/// A file with these bits runs with the rights of the person, whoever of this machine runs it.
fn modes(program: &mut Program) {
    for (call, mode) in MODES.iter().chain(MODES_ON_THIS_ARCHITECTURE) {
        on(program, *call, |program| {
            program.load_argument(*mode);
            deny_any_bit_of(program, SET_ID);
        });
    }
    for (call, flags, mode) in OPENS.iter().chain(OPENS_ON_THIS_ARCHITECTURE) {
        on(program, *call, |program| {
            program.load_argument(*flags);
            // Otherwise there is no mode, and anything may stand in its place.
            program.when(When::AnyBitOf(MAKES_FILE), |program| {
                program.load_argument(*mode);
                deny_any_bit_of(program, SET_ID);
            });
        });
    }
}

fn sockets(program: &mut Program, families: &[i32], pairs: &[u32]) {
    on(program, libc::SYS_socket, |program| {
        program.load_argument(0);
        for family in families {
            program.when(When::Equal(family.cast_unsigned()), |program| {
                if *family == libc::AF_NETLINK {
                    program.load_argument(2);
                    allow_only(program, &[NETLINK_ROUTE], Errno::AFNOSUPPORT);
                }
                program.give(libc::SECCOMP_RET_ALLOW);
            });
        }
        program.give(error(Errno::AFNOSUPPORT));
    });
    on(program, libc::SYS_socketpair, |program| {
        program.load_argument(0);
        program.when(When::Equal(libc::AF_UNIX.cast_unsigned()), |program| {
            program.load_argument(1);
            program.keep_bits(SOCKET_KIND);
            allow_only(program, pairs, Errno::SOCKTNOSUPPORT);
        });
        program.give(error(Errno::AFNOSUPPORT));
    });
}

/// With the network off there is none to reach, but much of the kernel that need not be reached either.
fn families_of_namespaces(network: Network) -> &'static [i32] {
    match network {
        Network::Open | Network::Destinations => {
            &[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK]
        }
        Network::Off => &[libc::AF_UNIX, libc::AF_NETLINK],
    }
}

fn families_of_host(network: Network) -> &'static [i32] {
    match network {
        Network::Open => &[libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK],
        // Nothing here knows where a socket leads to.
        Network::Off | Network::Destinations => &[],
    }
}

/// What reaches the person's files and programs by other ways than opening a path.
fn host(program: &mut Program) {
    for call in DENIED_ON_HOST {
        deny(program, *call, Errno::PERM);
    }
    // As on a filesystem that has none: programs that copy files then go without.
    for call in ATTRIBUTES {
        deny(program, *call, Errno::OPNOTSUPP);
    }
    // As on a kernel without it: programs that can then look for themselves.
    for call in WATCHES {
        deny(program, *call, Errno::NOSYS);
    }
    on(program, libc::SYS_prlimit64, |program| {
        program.load_argument(0);
        allow_only(program, &[0], Errno::PERM);
    });
}

/// A block that ends with a verdict for this call, so nothing after it loads the number again.
fn on(program: &mut Program, call: c_long, block: impl FnOnce(&mut Program)) {
    program.when(When::Equal(number(call)), |program| {
        block(program);
        program.give(libc::SECCOMP_RET_ALLOW);
    });
}

fn deny(program: &mut Program, call: c_long, errno: Errno) {
    program.when(When::Equal(number(call)), |program| program.give(error(errno)));
}

fn deny_any_bit_of(program: &mut Program, mask: u32) {
    program.when(When::AnyBitOf(mask), |program| program.give(error(Errno::PERM)));
}

fn deny_values(program: &mut Program, values: &[u32]) {
    for value in values {
        program.when(When::Equal(*value), |program| program.give(error(Errno::PERM)));
    }
}

fn allow_only(program: &mut Program, values: &[u32], errno: Errno) {
    for value in values {
        program.when(When::Equal(*value), |program| program.give(libc::SECCOMP_RET_ALLOW));
    }
    program.give(error(errno));
}

fn error(errno: Errno) -> u32 {
    libc::SECCOMP_RET_ERRNO | (errno.raw_os_error().cast_unsigned() & libc::SECCOMP_RET_DATA)
}

fn number(call: c_long) -> u32 {
    // No kernel has a call beyond it, and none is denied by accident.
    u32::try_from(call).unwrap_or(u32::MAX)
}

/// Memory that grows by itself is not counted as data (`getrlimit(2)`).
const GROWS: u32 = libc::MAP_GROWSDOWN.cast_unsigned();

/// The flags that make a namespace. That of time is none of `clone`'s, which has a signal there.
const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET)
    .cast_unsigned();
const TIME_NAMESPACE: u32 = 0x80;

const SET_ID: u32 = libc::S_ISUID | libc::S_ISGID;
const MAKES_FILE: u32 = (libc::O_CREAT | (libc::O_TMPFILE & !libc::O_DIRECTORY)).cast_unsigned();

/// Calls that set a mode, and which argument it is.
const MODES: &[(c_long, usize)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (SYS_FCHMODAT2, 2),
    (libc::SYS_mkdirat, 2),
    (libc::SYS_mknodat, 2),
];
#[cfg(target_arch = "x86_64")]
const MODES_ON_THIS_ARCHITECTURE: &[(c_long, usize)] =
    &[(libc::SYS_chmod, 1), (libc::SYS_creat, 1), (libc::SYS_mkdir, 1), (libc::SYS_mknod, 1)];
#[cfg(target_arch = "aarch64")]
const MODES_ON_THIS_ARCHITECTURE: &[(c_long, usize)] = &[];

/// Calls that may make a file, and which arguments their flags and its mode are.
const OPENS: &[(c_long, usize, usize)] = &[(libc::SYS_openat, 2, 3)];
#[cfg(target_arch = "x86_64")]
const OPENS_ON_THIS_ARCHITECTURE: &[(c_long, usize, usize)] = &[(libc::SYS_open, 1, 2)];
#[cfg(target_arch = "aarch64")]
const OPENS_ON_THIS_ARCHITECTURE: &[(c_long, usize, usize)] = &[];

/// `F_SETLEASE` and, since Linux 6.19, `F_SETDELEG` keep others waiting who open the file or change
/// the folder; `F_NOTIFY` goes on telling of changes.
const HOLDS_ON_FILES: [u32; 3] = [1024, 1040, 1026];

/// `TIOCSTI` and `TIOCLINUX`: they type into the terminal that the host was started from.
const TERMINAL_INJECTIONS: [u32; 2] = [0x5412, 0x541c];

/// The usual one, and the question which it is.
const PERSONALITIES: [u32; 2] = [0, u32::MAX];

const NETLINK_ROUTE: u32 = 0;

/// Where the kind of a socket stands among its flags (`SOCK_TYPE_MASK`).
const SOCKET_KIND: u32 = 0xf;
/// A datagram socket out of a pair still sends to any path or connects to it (`unix(7)`); these don't.
const CONNECTED_PAIRS: [u32; 2] =
    [libc::SOCK_STREAM.cast_unsigned(), libc::SOCK_SEQPACKET.cast_unsigned()];
const PAIRS: [u32; 4] = [
    CONNECTED_PAIRS[0],
    CONNECTED_PAIRS[1],
    libc::SOCK_DGRAM.cast_unsigned(),
    libc::SOCK_RAW.cast_unsigned(),
];

/// Since Linux 6.6; not known to every libc.
const SYS_FCHMODAT2: c_long = 452;
/// Since Linux 6.15; unknown to libc.
const SYS_OPEN_TREE_ATTR: c_long = 467;
/// Since Linux 6.13; unknown to libc.
const SYS_SETXATTRAT: c_long = 463;
const SYS_GETXATTRAT: c_long = 464;
const SYS_LISTXATTRAT: c_long = 465;
const SYS_REMOVEXATTRAT: c_long = 466;
/// Since Linux 6.17; unknown to libc.
const SYS_FILE_SETATTR: c_long = 469;

/// Denied wherever the server runs.
const DENIED: &[c_long] = &[
    // Mounts and namespaces: what the server sees is decided outside.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    SYS_OPEN_TREE_ATTR,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_setns,
    // Files by number instead of by path.
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_lookup_dcookie,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // The person's keys.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Much of the kernel behind few calls, of which this filter would not see the rest.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    // The machine.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_nfsservctl,
    SYS_FILE_SETATTR,
];

#[cfg(target_arch = "x86_64")]
const DENIED_ON_THIS_ARCHITECTURE: &[c_long] = &[
    libc::SYS_kexec_file_load,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
    libc::SYS_ustat,
    libc::SYS_sysfs,
    libc::SYS__sysctl,
];

/// `kexec_file_load`, which not every libc knows here.
#[cfg(target_arch = "aarch64")]
const DENIED_ON_THIS_ARCHITECTURE: &[c_long] = &[294];

/// Memory, queues and semaphores shared by number or by a name that is no path.
const DENIED_ON_HOST: &[c_long] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// An access list is one of them, and changes who may run a file whose mode may not be changed.
const SETS_ATTRIBUTES: &[c_long] = &[
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
];

/// `FS_IOC_SETFLAGS`, as programs of 32 bits write it too, `FS_IOC_SETVERSION`, `FS_IOC_FSSETXATTR`,
/// `FS_IOC_ENABLE_VERITY`, `FS_IOC_SET_ENCRYPTION_POLICY`, `FS_IOC_REMOVE_ENCRYPTION_KEY` for one user
/// and for all, and `OCFS2_IOC_REFLINK`, which makes a name: they need no file that is open for writing.
const FILE_FLAGS: [u32; 9] = [
    0x4008_6602,
    0x4004_6602,
    0x4008_7602,
    0x401c_5820,
    0x4080_6685,
    0x800c_6613,
    0xc040_6618,
    0xc040_6619,
    0x4018_6f04,
];

/// Where the kind of an `ioctl` stands in its number.
const IOCTL_KIND: u32 = 0xff00;
const OF_BTRFS: u32 = 0x9400;
const OF_BCACHEFS: u32 = 0xbc00;

/// `FICLONE`, `FICLONERANGE` and `FIDEDUPERANGE`, by which programs copy on many filesystems. They need
/// a file that is open for writing, or has the same content.
const CLONES: [u32; 3] = [0x4004_9409, 0x4020_940d, 0xc018_9436];

/// Landlock does not ask who reads an extended attribute of a file.
const ATTRIBUTES: &[c_long] = &[
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    SYS_GETXATTRAT,
    SYS_LISTXATTRAT,
];

/// Nor who watches a folder, and a watch tells the names in it.
#[cfg(target_arch = "x86_64")]
const WATCHES: &[c_long] =
    &[libc::SYS_inotify_init, libc::SYS_inotify_init1, libc::SYS_inotify_add_watch];
#[cfg(target_arch = "aarch64")]
const WATCHES: &[c_long] = &[libc::SYS_inotify_init1, libc::SYS_inotify_add_watch];

#[cfg(test)]
mod tests;
