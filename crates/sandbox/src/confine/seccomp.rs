//! The system calls that a server may not make (`seccomp(2)`).
//!
//! What is denied answers with an error that programs know how to live with. Only a call by the
//! rules of another architecture kills: their numbers mean other calls, and no program that runs here
//! makes one by chance.

mod lists;
mod user_namespaces;

use std::ptr;

use libc::{c_long, c_uint, c_ulong, sock_fprog};
use paddock_sandbox::wire::Refusal;
use paddock_sandbox::{Facility, Network};
use rustix::io::Errno;
use rustix::thread::set_no_new_privs;

use self::lists::{
    ATTRIBUTES, CLONES, CONNECTED_PAIRS, DENIED, DENIED_ON_HOST, DENIED_ON_THIS_ARCHITECTURE,
    FILE_FLAGS, GROWS, HOLDS_ON_FILES, IOCTL_KIND, MAKES_FILE, MODES, MODES_ON_THIS_ARCHITECTURE,
    NAMESPACES, NETLINK_ROUTE, OF_BCACHEFS, OF_BTRFS, OPENS, OPENS_ON_THIS_ARCHITECTURE, PAIRS,
    PERSONALITIES, SET_ID, SETS_ATTRIBUTES, SOCKET_KIND, TERMINAL_INJECTIONS, TIME_NAMESPACE,
    WATCHES,
};
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

#[cfg(test)]
mod tests;
