//! What the kernel says of a process (`proc_pid_stat(5)`, `proc_pid_status(5)`).

use std::path::PathBuf;

/// A process, of which a person may sit at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) parent: i32,
    group: i32,
    terminal: i32,
    /// The process group that the terminal listens to.
    in_front: i32,
    /// Another program reads and writes its memory.
    pub(super) is_traced: bool,
}

impl Process {
    /// None where it is gone.
    pub(super) fn of(pid: i32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        Self::read(&stat, &status)
    }

    fn read(stat: &str, status: &str) -> Option<Self> {
        // The name is in brackets, and may hold anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_ascii_whitespace().skip(1).map(str::parse::<i32>);
        let mut field = || fields.next()?.ok();
        let (parent, group, _session) = (field()?, field()?, field()?);
        let (terminal, in_front) = (field()?, field()?);
        let tracer = status.lines().find_map(|line| line.strip_prefix("TracerPid:"))?.trim();
        Some(Self { parent, group, terminal, in_front, is_traced: tracer != "0" })
    }

    /// Whether it has a terminal, and is what the terminal listens to.
    pub(super) fn is_in_front_of_terminal(self) -> bool {
        self.terminal != 0 && self.in_front == self.group
    }
}

/// The program that a process runs.
pub(super) fn program(pid: i32) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/{pid}/exe")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_hides_nothing() {
        let stat = "42 (a) b) S 7 42 42 34816 42 4194304 0";
        let status = "Name:\ta) b\nTracerPid:\t0\n";
        let process = Process::read(stat, status).unwrap();
        assert_eq!((process.parent, process.is_traced), (7, false));
        assert!(process.is_in_front_of_terminal());
        let behind = Process::read("42 (a) S 7 42 42 34816 43 0", "TracerPid:\t9\n").unwrap();
        assert!(!behind.is_in_front_of_terminal() && behind.is_traced);
        let without = Process::read("42 (a) S 7 42 42 0 -1 0", "TracerPid:\t0\n").unwrap();
        assert!(!without.is_in_front_of_terminal());
        assert_eq!(Process::read("42 (a", "TracerPid:\t0\n"), None);
    }
}
