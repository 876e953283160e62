//! The calls, flags and numbers that the rules are made of.

use libc::c_long;

/// Memory that grows by itself is not counted as data (`getrlimit(2)`).
pub(super) const GROWS: u32 = libc::MAP_GROWSDOWN.cast_unsigned();

/// The flags that make a namespace. That of time is none of `clone`'s, which has a signal there.
pub(super) const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET)
    .cast_unsigned();
pub(super) const TIME_NAMESPACE: u32 = 0x80;

pub(super) const SET_ID: u32 = libc::S_ISUID | libc::S_ISGID;
pub(super) const MAKES_FILE: u32 =
    (libc::O_CREAT | (libc::O_TMPFILE & !libc::O_DIRECTORY)).cast_unsigned();

/// Calls that set a mode, and which argument it is.
pub(super) const MODES: &[(c_long, usize)] = &[
    (libc::SYS_fchmod, 1),
    (libc::SYS_fchmodat, 2),
    (SYS_FCHMODAT2, 2),
    (libc::SYS_mkdirat, 2),
    (libc::SYS_mknodat, 2),
];
#[cfg(target_arch = "x86_64")]
pub(super) const MODES_ON_THIS_ARCHITECTURE: &[(c_long, usize)] =
    &[(libc::SYS_chmod, 1), (libc::SYS_creat, 1), (libc::SYS_mkdir, 1), (libc::SYS_mknod, 1)];
#[cfg(target_arch = "aarch64")]
pub(super) const MODES_ON_THIS_ARCHITECTURE: &[(c_long, usize)] = &[];

/// Calls that may make a file, and which arguments their flags and its mode are.
pub(super) const OPENS: &[(c_long, usize, usize)] = &[(libc::SYS_openat, 2, 3)];
#[cfg(target_arch = "x86_64")]
pub(super) const OPENS_ON_THIS_ARCHITECTURE: &[(c_long, usize, usize)] = &[(libc::SYS_open, 1, 2)];
#[cfg(target_arch = "aarch64")]
pub(super) const OPENS_ON_THIS_ARCHITECTURE: &[(c_long, usize, usize)] = &[];

/// `F_SETLEASE` and, since Linux 6.19, `F_SETDELEG` keep others waiting who open the file or change
/// the folder; `F_NOTIFY` goes on telling of changes.
pub(super) const HOLDS_ON_FILES: [u32; 3] = [1024, 1040, 1026];

/// `TIOCSTI` and `TIOCLINUX`: they type into the terminal that the host was started from.
pub(super) const TERMINAL_INJECTIONS: [u32; 2] = [0x5412, 0x541c];

/// The usual one, and the question which it is.
pub(super) const PERSONALITIES: [u32; 2] = [0, u32::MAX];

pub(super) const NETLINK_ROUTE: u32 = 0;

/// Where the kind of a socket stands among its flags (`SOCK_TYPE_MASK`).
pub(super) const SOCKET_KIND: u32 = 0xf;
/// A datagram socket out of a pair still sends to any path or connects to it (`unix(7)`); these don't.
pub(super) const CONNECTED_PAIRS: [u32; 2] =
    [libc::SOCK_STREAM.cast_unsigned(), libc::SOCK_SEQPACKET.cast_unsigned()];
pub(super) const PAIRS: [u32; 4] = [
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
pub(super) const DENIED: &[c_long] = &[
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
pub(super) const DENIED_ON_THIS_ARCHITECTURE: &[c_long] = &[
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
pub(super) const DENIED_ON_THIS_ARCHITECTURE: &[c_long] = &[294];

/// Memory, queues and semaphores shared by number or by a name that is no path.
pub(super) const DENIED_ON_HOST: &[c_long] = &[
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
pub(super) const SETS_ATTRIBUTES: &[c_long] = &[
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
pub(super) const FILE_FLAGS: [u32; 9] = [
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
pub(super) const IOCTL_KIND: u32 = 0xff00;
pub(super) const OF_BTRFS: u32 = 0x9400;
pub(super) const OF_BCACHEFS: u32 = 0xbc00;

/// `FICLONE`, `FICLONERANGE` and `FIDEDUPERANGE`, by which programs copy on many filesystems. They need
/// a file that is open for writing, or has the same content.
pub(super) const CLONES: [u32; 3] = [0x4004_9409, 0x4020_940d, 0xc018_9436];

/// Landlock does not ask who reads an extended attribute of a file.
pub(super) const ATTRIBUTES: &[c_long] = &[
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    SYS_GETXATTRAT,
    SYS_LISTXATTRAT,
];

/// Nor who watches a folder, and a watch tells the names in it.
#[cfg(target_arch = "x86_64")]
pub(super) const WATCHES: &[c_long] =
    &[libc::SYS_inotify_init, libc::SYS_inotify_init1, libc::SYS_inotify_add_watch];
#[cfg(target_arch = "aarch64")]
pub(super) const WATCHES: &[c_long] = &[libc::SYS_inotify_init1, libc::SYS_inotify_add_watch];
