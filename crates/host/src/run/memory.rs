//! Whether a server ended since it had no more memory.

use paddock_supervisor::{Bounds, Exit};

use super::last_words::last_words;
use crate::view::{Code, Failure};

/// What programs say when they get no more memory, in small letters: the C library, and the runtimes
/// of JavaScript, Python, C++, Rust, Go and Java.
const SAYINGS: &[&str] = &[
    "out of memory",
    "memoryerror",
    "cannot allocate memory",
    "enomem",
    "bad_alloc",
    "memory allocation of",
    "outofmemoryerror",
];

/// What is said of a server that ended for want of memory, where it has a limit. Where each process
/// has it for itself nobody counts whom it ended: then its own words are all there is, and what
/// follows from them is called a guess.
pub(super) fn ended_for_want(exit: Exit, stderr: &str, bounds: &Bounds) -> Option<Failure> {
    let limit = in_words(bounds.limits.memory?);
    if exit == Exit::OutOfMemory {
        return Some(Failure::new(Code::ServerOutOfMemory).with("limit", limit));
    }
    let failed = matches!(exit, Exit::Code(1..) | Exit::Signal(_));
    if !failed || bounds.by_group.memory || !speaks_of_memory(stderr) {
        return None;
    }
    let failure = Failure::new(Code::ServerShortOfMemory).with("limit", limit);
    Some(failure.with("stderr", last_words(stderr)))
}

fn speaks_of_memory(stderr: &str) -> bool {
    let said = stderr.to_lowercase();
    SAYINGS.iter().any(|saying| said.contains(saying))
}

/// In the unit in which it is a whole number.
fn in_words(mebibytes: u32) -> String {
    if mebibytes.is_multiple_of(1024) {
        format!("{} GB", mebibytes / 1024)
    } else {
        format!("{mebibytes} MB")
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::Limits;
    use paddock_supervisor::ByGroup;

    use super::*;

    const HEAP: &str =
        "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n";

    fn code(exit: Exit, stderr: &str, memory: Option<u32>, by_group: bool) -> Option<Code> {
        let limits = Limits { memory, ..Limits::default() };
        let by_group = ByGroup { memory: by_group, processes: false };
        ended_for_want(exit, stderr, &Bounds { limits, by_group }).map(|failure| failure.code)
    }

    #[test]
    fn what_the_system_counted_is_said_and_what_a_server_says_is_a_guess() {
        let code = |exit, stderr, memory, by_group| code(exit, stderr, memory, by_group);
        let (sure, guess) = (Some(Code::ServerOutOfMemory), Some(Code::ServerShortOfMemory));
        assert_eq!(code(Exit::OutOfMemory, "", Some(1024), true), sure);
        assert_eq!(code(Exit::Signal(6), HEAP, Some(1024), false), guess);
        assert_eq!(code(Exit::Code(1), "MemoryError\n", Some(1024), false), guess);
    }

    #[test]
    fn nobody_guesses_without_a_limit_a_failure_or_a_word_of_memory() {
        assert_eq!(code(Exit::Signal(6), HEAP, None, false), None);
        assert_eq!(code(Exit::Code(0), HEAP, Some(1024), false), None);
        assert_eq!(code(Exit::Code(1), "no such file\n", Some(1024), false), None);
        assert_eq!(
            code(Exit::Code(1), HEAP, Some(1024), true),
            None,
            "a group would have counted it"
        );
        assert_eq!(code(Exit::Stuck, HEAP, Some(1024), false), None);
    }

    #[test]
    fn a_limit_is_said_as_it_was_chosen() {
        assert_eq!(in_words(512), "512 MB");
        assert_eq!(in_words(4096), "4 GB");
        assert_eq!(in_words(1536), "1536 MB");
    }
}
