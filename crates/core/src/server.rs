//! What is configured: a server and its command.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use crate::left_open::WORKSPACE;
use crate::network::{Destinations, NetworkChoice};
use crate::secret::{Secret, is_secret, may_be_secret};
use crate::{Asking, Confinement, Era, Fingerprint, Lifecycle, Limits, Sending, Trusted, Usage};

/// Number of a server; never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub u32);

/// A server that can be launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    pub id: ServerId,
    pub name: String,
    pub command: Command,
    /// What a person saw and trusted; anything else asks again.
    pub trusted: Option<Trusted>,
    /// A person wants it running: it starts with Paddock, or when it is first used.
    pub wanted: bool,
    pub confinement: Confinement,
    pub lifecycle: Lifecycle,
    pub limits: Limits,
    pub sending: Sending,
    pub asking: Asking,
    pub usage: Usage,
    /// Where it may connect.
    pub destinations: Destinations,
}

impl Server {
    /// A server as it is when it is added.
    pub fn new(id: ServerId, name: String, command: Command) -> Self {
        // The server that comes with Paddock connects to nothing.
        let network = match command {
            Command::Bundled => NetworkChoice::Off,
            Command::Custom(_) => NetworkChoice::Ask,
        };
        Self {
            id,
            name,
            command,
            trusted: None,
            wanted: true,
            confinement: Confinement { network, ..Confinement::default() },
            lifecycle: Lifecycle::default(),
            limits: Limits::default(),
            sending: Sending::default(),
            asking: Asking::default(),
            usage: Usage::default(),
            destinations: Destinations::default(),
        }
    }

    /// Whether a person trusts its command: with the file and all it needs if that was `found`, or
    /// else as it is written.
    pub fn is_trusted_as(&self, found: Option<Fingerprint>) -> bool {
        match (&self.command, &self.trusted) {
            (Command::Bundled, _) => true,
            (Command::Custom(_), None) => false,
            (Command::Custom(command), Some(trusted)) => found.map_or_else(
                || trusted.seen.as_ref().is_some_and(|seen| seen.says(command)),
                |found| trusted.fingerprint == found,
            ),
        }
    }

    /// What the trusted command was heard to speak. It is the one that runs.
    pub fn era(&self) -> Option<Era> {
        self.trusted.as_ref()?.era
    }
}

/// What is run.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// The files server that comes with Paddock, wherever it is installed.
    Bundled,
    Custom(CustomCommand),
}

/// A command that a person added.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CustomCommand {
    pub program: String,
    pub args: Vec<String>,
    /// Values may be secrets: but for those that are paths, they are shown nowhere and are not part
    /// of the fingerprint.
    pub env: BTreeMap<String, String>,
    /// Further variables, whose values the keyring keeps.
    pub secrets: BTreeMap<String, Secret>,
    /// What a person said of variables: a secret, or none.
    pub said: BTreeMap<String, bool>,
    pub cwd: Option<PathBuf>,
}

impl CustomCommand {
    /// Names of all variables, in order.
    pub fn env_names(&self) -> BTreeSet<&str> {
        self.env.keys().chain(self.secrets.keys()).map(String::as_str).collect()
    }

    /// Whether a variable with this value is a secret: as a person said, or as it seems.
    pub fn is_secret(&self, name: &str, value: &str) -> bool {
        match self.said.get(name) {
            Some(said) => *said && may_be_secret(name, value),
            None => is_secret(name, value),
        }
    }

    /// Secrets that no keyring took: their values are kept with the command.
    pub fn open_secrets(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        all.filter(|(name, value)| self.is_secret(name, value))
    }

    /// Names and values of the variables that are no secrets.
    pub fn env_values(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        all.filter(|(name, value)| !self.is_secret(name, value))
    }
}

impl Command {
    /// Whether a person reads the same in both: all but secrets.
    pub fn same_words(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(one), Self::Custom(two)) => {
                (&one.program, &one.args, &one.cwd) == (&two.program, &two.args, &two.cwd)
                    && one.env_names() == two.env_names()
                    && one.env_values().eq(two.env_values())
            }
            _ => self == other,
        }
    }

    /// The command of a server that is no part of Paddock.
    pub fn custom(&self) -> Option<&CustomCommand> {
        match self {
            Self::Custom(custom) => Some(custom),
            Self::Bundled => None,
        }
    }

    /// Whether folders are part of it, as `${roots}`, `${root:NAME}` or `${workspaceFolder}` in an
    /// argument or a value of the environment.
    pub fn names_roots(&self) -> bool {
        let Self::Custom(custom) = self else { return false };
        custom.args.iter().chain(custom.env.values()).any(|text| names_roots(text))
    }
}

/// Whether granted folders are to be put into a text.
pub fn names_roots(text: &str) -> bool {
    ["${roots}", "${root:", WORKSPACE].iter().any(|it| text.contains(it))
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bundled => f.write_str("Bundled"),
            Self::Custom(command) => command.fmt(f),
        }
    }
}

impl fmt::Debug for CustomCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomCommand")
            .field("program", &self.program)
            .field("args", &self.args)
            .field("env", &self.env.keys())
            .field("in the keyring", &self.secrets.keys())
            .field("said", &self.said)
            .field("cwd", &self.cwd)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command() -> CustomCommand {
        CustomCommand {
            env: BTreeMap::from([("TOKEN".into(), "secret".into())]),
            ..CustomCommand::default()
        }
    }

    #[test]
    fn a_secret_is_in_no_debug_output() {
        assert!(!format!("{:?}", command()).contains("secret"));
    }

    #[test]
    fn what_a_person_says_of_a_variable_counts() {
        let said = |name: &str, secret| CustomCommand {
            said: BTreeMap::from([(name.into(), secret)]),
            ..command()
        };
        assert!(command().is_secret("TOKEN", "x") && !command().is_secret("LEVEL", "x"));
        assert!(!said("TOKEN", false).is_secret("TOKEN", "x"));
        assert!(said("LEVEL", true).is_secret("LEVEL", "x"));
        assert!(!said("LEVEL", true).is_secret("LEVEL", "/etc/passwd"));
        assert_eq!(command().open_secrets().collect::<Vec<_>>(), [("TOKEN", "secret")]);
    }

    #[test]
    fn another_secret_is_no_other_word() {
        let of = |command| Command::Custom(command);
        let other = BTreeMap::from([("TOKEN".into(), "new".into())]);
        assert!(of(command()).same_words(&of(CustomCommand { env: other, ..command() })));
        let kept = CustomCommand {
            secrets: BTreeMap::from([("TOKEN".into(), Secret::of([1; 16], "secret"))]),
            ..CustomCommand::default()
        };
        assert!(of(command()).same_words(&of(kept)));
        assert!(!of(command()).same_words(&of(CustomCommand::default())));
        assert!(!of(command()).same_words(&Command::Bundled));
    }
}
