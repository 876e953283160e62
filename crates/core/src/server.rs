//! What is configured: a server, its command, and the fingerprint that trust is bound to.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::Confinement;

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
    pub trusted: Option<Fingerprint>,
    /// A person wants it running: it starts with the app.
    pub wanted: bool,
    pub confinement: Confinement,
}

/// What is run.
#[derive(Clone, PartialEq, Eq)]
pub enum Command {
    /// The files server that comes with the app, wherever it is installed.
    Bundled,
    Custom(CustomCommand),
}

/// A command that a person added.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct CustomCommand {
    pub program: String,
    pub args: Vec<String>,
    /// Values may be secrets: they are shown nowhere and are not part of the fingerprint.
    pub env: BTreeMap<String, String>,
    pub cwd: Option<PathBuf>,
}

impl Command {
    /// Whether folders are part of it, as `${roots}` or `${root:NAME}` in an argument or a value of
    /// the environment.
    pub fn names_roots(&self) -> bool {
        let Self::Custom(custom) = self else { return false };
        let named = |text: &String| text.contains("${roots}") || text.contains("${root:");
        custom.args.iter().any(named) || custom.env.values().any(named)
    }
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
            .field("cwd", &self.cwd)
            .finish()
    }
}

/// The file a program name led to, as it was when it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedProgram {
    pub path: PathBuf,
    /// Bytes.
    pub size: u64,
    /// When its content or its inode last changed, in nanoseconds since the Unix epoch. Unlike the
    /// time of its last modification this can't be put back.
    pub changed: i64,
}

/// What trust in a command is bound to: program, args, names in env, cwd and the resolved binary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    pub fn of(command: &CustomCommand, resolved: &ResolvedProgram) -> Self {
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        field(b"paddock command 1");
        field(command.program.as_bytes());
        field(&(command.args.len() as u64).to_le_bytes());
        command.args.iter().for_each(|arg| field(arg.as_bytes()));
        field(&(command.env.len() as u64).to_le_bytes());
        command.env.keys().for_each(|name| field(name.as_bytes()));
        field(&[u8::from(command.cwd.is_some())]);
        if let Some(cwd) = &command.cwd {
            field(cwd.as_os_str().as_encoded_bytes());
        }
        field(resolved.path.as_os_str().as_encoded_bytes());
        field(&resolved.size.to_le_bytes());
        field(&resolved.changed.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// Reads what [`Display`](fmt::Display) wrote.
    pub fn parse(hex: &str) -> Option<Self> {
        let bytes = hex.as_bytes();
        if bytes.len() != 64 || !bytes.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let mut value = [0; 32];
        for (byte, pair) in value.iter_mut().zip(bytes.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(value))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command() -> CustomCommand {
        CustomCommand {
            program: "node".into(),
            args: vec!["a".into(), "b".into()],
            env: BTreeMap::from([("TOKEN".into(), "secret".into())]),
            cwd: None,
        }
    }

    fn node() -> ResolvedProgram {
        ResolvedProgram { path: "/usr/bin/node".into(), size: 10, changed: 20 }
    }

    #[test]
    fn every_part_of_a_command_is_in_its_fingerprint() {
        let trusted = Fingerprint::of(&command(), &node());
        let changed = [
            CustomCommand { program: "deno".into(), ..command() },
            CustomCommand { args: vec!["ab".into()], ..command() },
            CustomCommand { args: vec!["a".into(), "b".into(), String::new()], ..command() },
            CustomCommand { env: BTreeMap::from([("OTHER".into(), "secret".into())]), ..command() },
            CustomCommand { cwd: Some("/".into()), ..command() },
        ];
        for other in changed {
            assert_ne!(trusted, Fingerprint::of(&other, &node()), "{other:?}");
        }
        assert_ne!(trusted, Fingerprint::of(&command(), &ResolvedProgram { size: 11, ..node() }));
        assert_ne!(trusted, Fingerprint::of(&command(), &ResolvedProgram { changed: 1, ..node() }));
    }

    #[test]
    fn a_changed_secret_does_not_ask_again() {
        let other =
            CustomCommand { env: BTreeMap::from([("TOKEN".into(), "new".into())]), ..command() };
        assert_eq!(Fingerprint::of(&command(), &node()), Fingerprint::of(&other, &node()));
    }

    #[test]
    fn a_fingerprint_reads_back() {
        let trusted = Fingerprint::of(&command(), &node());
        assert_eq!(Fingerprint::parse(&trusted.to_string()), Some(trusted));
        assert_eq!(Fingerprint::parse("12"), None);
    }

    #[test]
    fn a_secret_is_in_no_debug_output() {
        assert!(!format!("{:?}", command()).contains("secret"));
    }
}
