//! What keeps one server from taking the machine from everybody else.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, write};
use rustix::process::{DumpableBehavior, Resource, getrlimit, set_dumpable_behavior, setrlimit};

/// When memory runs out the kernel ends what uses most of it. A server counts for that as if it used
/// 300 thousandths of all memory more than it does (`proc_pid_oom_score_adj(5)`), as the pages of a
/// browser do.
const BEFORE_OTHERS: &[u8] = b"300";

/// The most that the first stack of a process with limited memory grows to, in bytes: it is not counted
/// as data.
const STACK: u64 = 64 << 20;

/// Lets this process and all that come of it be no more than `most` together.
///
/// The kernel counts them for each user and each user namespace (since Linux 5.14), so it is only for
/// a process in a namespace of its own. Root outside of it is not counted.
pub(crate) fn limit_processes(most: u64) -> Result<(), Errno> {
    lower(Resource::Nproc, most)
}

/// Lets this process have no more than `most` bytes of memory that it can write to, and each one
/// that comes of it as many by itself (`getrlimit(2)`).
///
/// What is only reserved is not counted, as runtimes reserve far more than they use. What is shared
/// is not counted either.
pub(crate) fn limit_memory(most: u64) -> Result<(), Errno> {
    lower(Resource::Stack, STACK)?;
    lower(Resource::Data, most)
}

/// Nobody without capabilities raises it again.
fn lower(what: Resource, most: u64) -> Result<(), Errno> {
    let mut limit = getrlimit(what);
    let lower = |known: Option<u64>| Some(known.map_or(most, |known| known.min(most)));
    (limit.current, limit.maximum) = (lower(limit.current), lower(limit.maximum));
    setrlimit(what, limit)
}

/// Has the kernel end this process, and what comes of it, before others when memory runs out. Nobody
/// without capabilities takes that back where `/proc` may only be read.
pub(crate) fn end_before_others() {
    // `/proc/self` of a process that is not dumpable belongs to root.
    _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
    // It is not less confined without.
    _ = open(c"/proc/self/oom_score_adj", OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())
        .and_then(|file| write(file, BEFORE_OTHERS));
    _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}
