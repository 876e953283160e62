//! Trust in a command: what a person saw, and the fingerprint that it is bound to.

use std::fmt;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::CustomCommand;

/// A command that a person trusted, and what is known of it since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    pub fingerprint: Fingerprint,
    /// What was seen; unknown where trust is older than keeping it.
    pub seen: Option<SeenCommand>,
    /// What it was heard to speak, which saves asking.
    pub era: Option<Era>,
}

/// Which of the two ways to speak a server knows: with a session, or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Era {
    /// Revisions up to 2025-11-25.
    Legacy,
    /// 2026-07-28 and later.
    Modern,
}

/// All of a command that a person sees before trusting it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenCommand {
    pub program: String,
    pub args: Vec<String>,
    /// In order. The values are seen nowhere.
    pub env_names: Vec<String>,
    pub cwd: Option<PathBuf>,
    pub resolved: ResolvedProgram,
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

impl SeenCommand {
    pub fn new(command: &CustomCommand, resolved: ResolvedProgram) -> Self {
        Self {
            program: command.program.clone(),
            args: command.args.clone(),
            env_names: command.env.keys().cloned().collect(),
            cwd: command.cwd.clone(),
            resolved,
        }
    }

    /// Whether only the file behind the program is another one.
    pub fn same_words(&self, other: &Self) -> bool {
        let words = |it: &Self| Self { resolved: self.resolved.clone(), ..it.clone() };
        *self == words(other)
    }
}

/// What trust in a command is bound to: program, args, names in env, cwd and the resolved binary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl Fingerprint {
    pub fn of(seen: &SeenCommand) -> Self {
        let SeenCommand { program, args, env_names, cwd, resolved } = seen;
        let mut hash = Sha256::new();
        let mut field = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        field(b"paddock command 1");
        field(program.as_bytes());
        field(&(args.len() as u64).to_le_bytes());
        for arg in args {
            field(arg.as_bytes());
        }
        field(&(env_names.len() as u64).to_le_bytes());
        for name in env_names {
            field(name.as_bytes());
        }
        field(&[u8::from(cwd.is_some())]);
        if let Some(cwd) = cwd {
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

    fn seen() -> SeenCommand {
        SeenCommand {
            program: "node".into(),
            args: vec!["a".into(), "b".into()],
            env_names: vec!["TOKEN".into()],
            cwd: None,
            resolved: node(),
        }
    }

    fn node() -> ResolvedProgram {
        ResolvedProgram { path: "/usr/bin/node".into(), size: 10, changed: 20 }
    }

    #[test]
    fn every_part_of_a_command_is_in_its_fingerprint() {
        let trusted = Fingerprint::of(&seen());
        let other_words = [
            SeenCommand { program: "deno".into(), ..seen() },
            SeenCommand { args: vec!["ab".into()], ..seen() },
            SeenCommand { args: vec!["a".into(), "b".into(), String::new()], ..seen() },
            SeenCommand { env_names: vec!["OTHER".into()], ..seen() },
            SeenCommand { cwd: Some("/".into()), ..seen() },
        ];
        for other in other_words {
            assert_ne!(trusted, Fingerprint::of(&other), "{other:?}");
            assert!(!seen().same_words(&other), "{other:?}");
        }
        let other_files = [
            ResolvedProgram { path: "/opt/node".into(), ..node() },
            ResolvedProgram { size: 11, ..node() },
            ResolvedProgram { changed: 1, ..node() },
        ];
        for resolved in other_files {
            let other = SeenCommand { resolved, ..seen() };
            assert_ne!(trusted, Fingerprint::of(&other), "{other:?}");
            assert!(seen().same_words(&other), "{other:?}");
        }
    }

    #[test]
    fn a_changed_secret_does_not_ask_again() {
        let command = |secret: &str| CustomCommand {
            env: [("TOKEN".to_owned(), secret.to_owned())].into(),
            ..CustomCommand::default()
        };
        let of = |secret| Fingerprint::of(&SeenCommand::new(&command(secret), node()));
        assert_eq!(of("secret"), of("new"));
    }

    /// Trust that was given outlives this version.
    #[test]
    fn a_fingerprint_is_what_it_was_when_it_was_first_kept() {
        let known = "8334c303d558bbf56daf1c53d9aa5a3eabfb04ff8178b68c5d29070c69bf40a5";
        assert_eq!(Fingerprint::of(&seen()).to_string(), known);
    }

    #[test]
    fn a_fingerprint_reads_back() {
        let trusted = Fingerprint::of(&seen());
        assert_eq!(Fingerprint::parse(&trusted.to_string()), Some(trusted));
        assert_eq!(Fingerprint::parse("12"), None);
    }
}
