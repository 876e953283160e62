use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use crate::{Bounds, Policy};

/// A server ready to start: nothing in it is searched, expanded or inherited any more.
#[derive(Clone, PartialEq, Eq)]
pub struct Launch {
    /// Absolute path of the program; also its `argv[0]`.
    pub program: PathBuf,
    /// The arguments after `argv[0]`.
    pub args: Vec<OsString>,
    /// The whole environment of the server.
    pub env: Vec<(OsString, OsString)>,
    /// Absolute path of the folder the server starts in.
    pub cwd: PathBuf,
    /// What it may reach. Without one it runs as the person's own programs do: only for a server
    /// that a person chose to run so.
    pub policy: Option<Policy>,
    /// How much it may take, with a policy or without.
    pub bounds: Bounds,
}

/// Leaves the values of the environment out: they hold secrets, and this ends up in logs.
impl fmt::Debug for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.env.iter().map(|(name, _)| name).collect();
        f.debug_struct("Launch")
            .field("program", &self.program)
            .field("args", &self.args)
            .field("env", &names)
            .field("cwd", &self.cwd)
            .field("policy", &self.policy)
            .field("bounds", &self.bounds)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_names_and_no_values_of_the_environment() {
        let launch = Launch {
            program: "/bin/true".into(),
            args: Vec::new(),
            env: vec![("TOKEN".into(), "hunter2".into())],
            cwd: "/".into(),
            policy: None,
            bounds: Bounds::default(),
        };
        let shown = format!("{launch:?}");
        assert!(shown.contains("TOKEN"), "{shown}");
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
