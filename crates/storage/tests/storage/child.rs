//! This binary again, as another process.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

const FOLDER: &str = "PADDOCK_TEST_FOLDER";
const ARGUMENT: &str = "PADDOCK_TEST_ARGUMENT";

/// A process that runs one test of this binary, and what it says line by line.
pub(crate) struct Process {
    pub(crate) child: Child,
    said: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Launches the test `role`, in which [`role`] then is some.
    pub(crate) fn launch(role: &str, folder: &Path, argument: &str) -> Self {
        Self::launch_in(command(std::env::current_exe().unwrap()), role, folder, argument)
    }

    /// As [`launch`](Self::launch), by a command that runs the arguments it is given.
    pub(crate) fn launch_in(
        mut command: Command,
        role: &str,
        folder: &Path,
        argument: &str,
    ) -> Self {
        let mut child = command
            .args(["--exact", role, "--nocapture", "--test-threads=1"])
            .env(FOLDER, folder)
            .env(ARGUMENT, argument)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, said }
    }

    /// The next line that the role said; `None` when the process has ended.
    pub(crate) fn hear(&mut self) -> Option<String> {
        self.said
            .by_ref()
            .map(Result::unwrap)
            .find_map(|line| line.strip_prefix(MARK).map(str::to_owned))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells the role's words from the test harness's.
const MARK: &str = "says ";

/// Says `words` to the process that launched this one.
pub(crate) fn say(words: &str) {
    let mut stdout = std::io::stdout().lock();
    // The harness leaves its own line open.
    stdout.write_all(format!("\n{MARK}{words}\n").as_bytes()).unwrap();
    stdout.flush().unwrap();
}

/// The folder and the argument, where this process was launched for a role.
pub(crate) fn role() -> Option<(PathBuf, String)> {
    let folder = std::env::var_os(FOLDER)?;
    Some((folder.into(), std::env::var(ARGUMENT).unwrap()))
}

#[expect(clippy::disallowed_methods, reason = "a test launches itself, no server")]
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    Command::new(program)
}
