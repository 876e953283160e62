use std::time::Duration;

use rustix::process::Signal;

use super::*;
use crate::forked::Child;

const PATIENCE: Duration = Duration::from_secs(30);
const ANYWHERE: [Surroundings; 4] = [
    Surroundings::Namespaces(Network::Open),
    Surroundings::Namespaces(Network::Off),
    Surroundings::Host(Network::Open),
    Surroundings::Host(Network::Off),
];

/// Added to the filter's errors, so that they can't be taken for the kernel's own.
const MARK: i32 = 2000;

/// Nothing a call could do any harm with, should it be let through.
const SENSELESS: [usize; 6] = [usize::MAX; 6];

type Call = (c_long, [usize; 6]);

fn call(number: c_long, args: &[usize]) -> Call {
    let mut all = [0; 6];
    all[..args.len()].copy_from_slice(args);
    (number, all)
}

fn senselessly(numbers: &[c_long]) -> Vec<Call> {
    numbers.iter().map(|number| (*number, SENSELESS)).collect()
}

fn marked(surroundings: Surroundings) -> Filter {
    let mut program = program(surroundings, &BEHIND_POINTERS);
    for instruction in program.instructions_mut() {
        let returns = u32::from(instruction.code) == libc::BPF_RET | libc::BPF_K;
        if returns && instruction.k & libc::SECCOMP_RET_ACTION_FULL == libc::SECCOMP_RET_ERRNO {
            instruction.k += MARK.cast_unsigned();
        }
    }
    Filter(program)
}

/// What the filter says to each call that a child makes under it; `None` if it has no objection.
fn verdicts(surroundings: Surroundings, calls: &[Call]) -> Vec<Option<Errno>> {
    let filter = marked(surroundings);
    let child = Child::start(|answers| {
        if set_no_new_privs(true).and_then(|()| filter.apply()).is_err() {
            return;
        }
        for (number, args) in calls {
            answers.send(&errno_of(*number, *args).to_le_bytes());
        }
    })
    .unwrap();
    let answer = |_| i32::from_le_bytes(child.answer(PATIENCE).unwrap().unwrap());
    let errors = calls.iter().map(answer);
    errors.map(|errno| (errno > MARK).then(|| Errno::from_raw_os_error(errno - MARK))).collect()
}

fn errno_of(number: c_long, args: [usize; 6]) -> i32 {
    #[expect(unsafe_code, reason = "calls are made by number")]
    // SAFETY: what a pointer could be is null or outside of every address space.
    let returned =
        unsafe { libc::syscall(number, args[0], args[1], args[2], args[3], args[4], args[5]) };
    checked(returned).map_or_else(Errno::raw_os_error, |_| 0)
}

fn assert_denied(surroundings: Surroundings, calls: &[Call], errno: Errno) {
    for (call, verdict) in calls.iter().zip(verdicts(surroundings, calls)) {
        assert_eq!(verdict, Some(errno), "{call:?} under {surroundings:?}");
    }
}

fn assert_allowed(surroundings: Surroundings, calls: &[Call]) {
    for (call, verdict) in calls.iter().zip(verdicts(surroundings, calls)) {
        assert_eq!(verdict, None, "{call:?} under {surroundings:?}");
    }
}

#[test]
fn calls_that_change_what_is_seen_are_denied_anywhere() {
    for surroundings in ANYWHERE {
        assert_denied(surroundings, &senselessly(DENIED), Errno::PERM);
        assert_denied(surroundings, &senselessly(DENIED_ON_THIS_ARCHITECTURE), Errno::PERM);
        assert_denied(
            surroundings,
            &senselessly(&[libc::SYS_clone3, libc::SYS_openat2]),
            Errno::NOSYS,
        );
    }
}

#[test]
fn what_a_file_is_besides_its_content_is_not_set() {
    for surroundings in ANYWHERE {
        assert_denied(surroundings, &senselessly(SETS_ATTRIBUTES), Errno::OPNOTSUPP);
        let flags: Vec<Call> = FILE_FLAGS
            .iter()
            .map(|flag| call(libc::SYS_ioctl, &[usize::MAX, *flag as usize]))
            .collect();
        assert_denied(surroundings, &flags, Errno::PERM);
    }
}

#[test]
fn no_folder_is_made_by_a_call_on_another() {
    /// `BTRFS_IOC_SNAP_CREATE`, `BTRFS_IOC_SUBVOL_CREATE`, `BTRFS_IOC_SNAP_DESTROY`, the newer forms of
    /// them, and `BCH_IOCTL_SUBVOLUME_CREATE`.
    const MAKING: [usize; 7] =
        [0x5000_9401, 0x5000_940e, 0x5000_940f, 0x5000_9417, 0x5000_9418, 0x5000_943f, 0x4020_bc10];
    let on_nothing = |number: &usize| call(libc::SYS_ioctl, &[usize::MAX, *number | 1_usize << 40]);
    for surroundings in ANYWHERE {
        let making: Vec<_> = MAKING.iter().map(on_nothing).collect();
        assert_denied(surroundings, &making, Errno::PERM);
        let others = CLONES.map(|number| number as usize).into_iter().chain([0x5401, 0x5413]);
        let others: Vec<_> = others.map(|number| on_nothing(&number)).collect();
        assert_allowed(surroundings, &others);
    }
}

#[test]
fn what_needs_no_path_is_denied_only_where_it_is_the_hosts() {
    for network in [Network::Open, Network::Off] {
        let host = Surroundings::Host(network);
        assert_denied(host, &senselessly(DENIED_ON_HOST), Errno::PERM);
        assert_denied(host, &senselessly(ATTRIBUTES), Errno::OPNOTSUPP);
        assert_denied(host, &senselessly(WATCHES), Errno::NOSYS);
    }
    let own = [DENIED_ON_HOST, ATTRIBUTES, WATCHES].concat();
    assert_allowed(Surroundings::Namespaces(Network::Open), &senselessly(&own));
}

#[test]
fn no_flag_makes_a_namespace() {
    let bits = (0..u32::BITS).map(|bit| 1_u32 << bit).filter(|bit| NAMESPACES & bit != 0);
    let flags: Vec<usize> = bits.map(|bit| usize::try_from(bit).unwrap()).collect();
    assert_eq!(flags.len(), 7);
    for surroundings in ANYWHERE {
        for flag in &flags {
            // Were it let through, `CLONE_SIGHAND` without `CLONE_VM` would make it fail.
            let harmless = usize::try_from(libc::CLONE_SIGHAND).unwrap();
            let clone = call(libc::SYS_clone, &[flag | harmless]);
            let beyond = call(libc::SYS_unshare, &[flag | 1 << 40]);
            let calls = [clone, call(libc::SYS_unshare, &[*flag]), beyond];
            assert_denied(surroundings, &calls, Errno::PERM);
        }
        let time = call(libc::SYS_unshare, &[0x80]);
        assert_denied(surroundings, &[time], Errno::PERM);
        let files = usize::try_from(libc::CLONE_FILES).unwrap();
        assert_allowed(surroundings, &[call(libc::SYS_unshare, &[files])]);
    }
}

#[test]
fn nothing_is_typed_into_a_terminal() {
    let tiocsti = usize::try_from(libc::TIOCSTI).unwrap();
    let upper_half = 0xdead << 32;
    let injections = [
        call(libc::SYS_ioctl, &[0, tiocsti]),
        call(libc::SYS_ioctl, &[0, tiocsti | upper_half]),
        call(libc::SYS_ioctl, &[0, 0x541c]),
    ];
    let size = usize::try_from(libc::TIOCGWINSZ).unwrap();
    for surroundings in ANYWHERE {
        assert_denied(surroundings, &injections, Errno::PERM);
        assert_allowed(surroundings, &[call(libc::SYS_ioctl, &[0, size])]);
    }
}

#[test]
fn only_the_usual_personality_is_taken_on() {
    for surroundings in ANYWHERE {
        let read_implies_exec = call(libc::SYS_personality, &[0x040_0000]);
        assert_denied(surroundings, &[read_implies_exec], Errno::PERM);
        let question = call(libc::SYS_personality, &[0xffff_ffff]);
        assert_allowed(surroundings, &[call(libc::SYS_personality, &[0]), question]);
    }
}

#[test]
fn sockets_are_of_the_families_that_the_tier_keeps() {
    let socket = |family: i32, protocol: usize| {
        let stream = usize::try_from(libc::SOCK_STREAM).unwrap();
        call(libc::SYS_socket, &[usize::try_from(family).unwrap(), stream, protocol])
    };
    let all = (0..64).chain([1 << 20]);
    for (surroundings, families) in [
        (Surroundings::Namespaces(Network::Open), &[1, 2, 10, 16][..]),
        (Surroundings::Namespaces(Network::Off), &[1, 16]),
        (Surroundings::Namespaces(Network::Destinations), &[1, 2, 10, 16]),
        (Surroundings::Host(Network::Destinations), &[]),
        (Surroundings::Host(Network::Open), &[2, 10, 16]),
        (Surroundings::Host(Network::Off), &[]),
    ] {
        let (kept, denied): (Vec<_>, Vec<_>) = all.clone().partition(|it| families.contains(it));
        let sockets =
            |families: &[i32]| families.iter().map(|it| socket(*it, 0)).collect::<Vec<_>>();
        assert_allowed(surroundings, &sockets(&kept));
        assert_denied(surroundings, &sockets(&denied), Errno::AFNOSUPPORT);
        let audit = socket(libc::AF_NETLINK, 9);
        assert_denied(surroundings, &[audit], Errno::AFNOSUPPORT);
    }
}

#[test]
fn pairs_of_sockets_stay_between_their_makers() {
    let pair = |family: usize, kind: i32| {
        let kind = usize::try_from(kind | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK).unwrap();
        call(libc::SYS_socketpair, &[family, kind, 0, 0])
    };
    let [connected, sequenced] = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].map(|it| pair(1, it));
    let unconnected = [libc::SOCK_DGRAM, libc::SOCK_RAW].map(|it| pair(1, it));
    for surroundings in ANYWHERE {
        assert_allowed(surroundings, &[connected, sequenced]);
        let others = [pair(2, libc::SOCK_STREAM), pair(30, libc::SOCK_STREAM)];
        assert_denied(surroundings, &others, Errno::AFNOSUPPORT);
    }
    for network in [Network::Open, Network::Off] {
        assert_denied(Surroundings::Host(network), &unconnected, Errno::SOCKTNOSUPPORT);
        assert_allowed(Surroundings::Namespaces(network), &unconnected);
    }
}

#[test]
fn limits_of_other_processes_are_the_hosts() {
    let prlimit = |pid: usize| call(libc::SYS_prlimit64, &[pid, 0, 0, 0]);
    let host = Surroundings::Host(Network::Open);
    assert_denied(host, &[prlimit(1), prlimit(usize::MAX)], Errno::PERM);
    assert_allowed(host, &[prlimit(0)]);
}

#[test]
fn no_file_gets_a_set_id_bit() {
    let mut calls = Vec::new();
    for mode in [0o4755, 0o2755, 0o6000, 0o10_4755, 0o7777, 0xdead << 32 | 0o4000] {
        calls.extend([
            call(libc::SYS_fchmod, &[usize::MAX, mode]),
            call(libc::SYS_fchmodat, &[usize::MAX, 0, mode]),
            call(452, &[usize::MAX, 0, mode]),
            call(libc::SYS_mkdirat, &[usize::MAX, 0, mode]),
            call(libc::SYS_mknodat, &[usize::MAX, 0, mode]),
        ]);
        #[cfg(target_arch = "x86_64")]
        calls.extend([
            call(libc::SYS_chmod, &[0, mode]),
            call(libc::SYS_creat, &[0, mode]),
            call(libc::SYS_mkdir, &[0, mode]),
            call(libc::SYS_mknod, &[0, mode]),
        ]);
        for flags in [libc::O_CREAT, libc::O_CREAT | libc::O_RDWR | libc::O_EXCL, libc::O_TMPFILE] {
            let flags = usize::try_from(flags).unwrap();
            calls.push(call(libc::SYS_openat, &[usize::MAX, 0, flags, mode]));
            #[cfg(target_arch = "x86_64")]
            calls.push(call(libc::SYS_open, &[0, flags, mode]));
        }
    }
    for surroundings in ANYWHERE {
        assert_denied(surroundings, &calls, Errno::PERM);
    }
}

#[test]
fn no_file_is_held_against_others() {
    let leases = [libc::F_SETLEASE, libc::F_NOTIFY, 1040];
    let leases = leases.map(|it| call(libc::SYS_fcntl, &[0, usize::try_from(it).unwrap()]));
    for surroundings in ANYWHERE {
        assert_denied(surroundings, &leases, Errno::PERM);
    }
}

#[test]
fn what_every_program_does_is_allowed() {
    let everyday = [
        call(libc::SYS_getpid, &[]),
        call(libc::SYS_openat, &[usize::MAX, 0, 0, usize::MAX]),
        call(libc::SYS_openat, &[usize::MAX, 0, 0o100, 0o1777]),
        call(libc::SYS_fchmod, &[usize::MAX, 0o1777]),
        call(libc::SYS_fcntl, &[usize::MAX, 1025]),
        call(libc::SYS_fcntl, &[usize::MAX, 1030]),
        call(libc::SYS_execve, &SENSELESS),
        call(libc::SYS_wait4, &[usize::MAX, 0, 1]),
        call(libc::SYS_futex, &SENSELESS),
        call(libc::SYS_epoll_create1, &[0]),
        call(libc::SYS_memfd_create, &SENSELESS),
        call(libc::SYS_seccomp, &SENSELESS),
        call(libc::SYS_rt_sigaction, &SENSELESS),
    ];
    for surroundings in ANYWHERE {
        assert_allowed(surroundings, &everyday);
    }
}

#[test]
fn a_call_by_other_rules_kills() {
    for surroundings in ANYWHERE {
        let filter = Filter::new(surroundings).unwrap();
        let child = Child::start(|_| {
            if set_no_new_privs(true).and_then(|()| filter.apply()).is_ok() {
                errno_of(libc::SYS_getpid | c_long::from(BEYOND), [0; 6]);
            }
        })
        .unwrap();
        assert_eq!(child.end().terminating_signal(), Some(Signal::SYS.as_raw()));
    }
}

#[test]
fn a_long_block_is_jumped_over_whole() {
    let mut program = Program::default();
    program.load_number();
    program.when(When::Equal(number(libc::SYS_getpid)), |program| {
        for value in 1..300 {
            program.when(When::Equal(value << 16), |program| program.give(0));
        }
        program.give(error(Errno::XDEV));
    });
    program.give(libc::SECCOMP_RET_ALLOW);
    let filter = Filter(program);
    let child = Child::start(|answers| {
        if set_no_new_privs(true).and_then(|()| filter.apply()).is_ok() {
            let seen = [errno_of(libc::SYS_getpid, [0; 6]), errno_of(libc::SYS_getuid, [0; 6])];
            answers.send(&seen.map(|errno| u8::try_from(errno).unwrap_or(u8::MAX)));
        }
    })
    .unwrap();
    let expected = u8::try_from(libc::EXDEV).unwrap();
    assert_eq!(child.answer(PATIENCE).unwrap(), Some([expected, 0]));
}
