use std::time::Duration;

/// How long each step with a child may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// From launch until the program runs.
    pub start: Duration,
    /// From closing the server's input until SIGTERM.
    pub close: Duration,
    /// From SIGTERM until SIGKILL.
    pub terminate: Duration,
    /// From SIGKILL until the tree is given up as [`Exit::Stuck`](crate::Exit::Stuck).
    pub kill: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            close: Duration::from_secs(2),
            terminate: Duration::from_secs(2),
            kill: Duration::from_secs(5),
        }
    }
}
