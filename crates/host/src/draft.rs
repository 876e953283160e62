//! Servers as people write them down: typed into a form, or pasted from another app's settings, from
//! a registry, or as a link.

mod command_line;
mod inputs;
mod left_open;
mod links;
mod pasted;
mod registry;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use paddock_core::CustomCommand;
use paddock_core::secret::may_be_secret;
use paddock_core::text::shown;

use crate::view::{Code, EnvEntry, Failure, ServerDraft};

pub(crate) use pasted::read;

/// The longest name and the longest command with its environment, in bytes.
const LONGEST_NAME: usize = 200;
const LONGEST_COMMAND: usize = 32 << 10;
/// Arguments and variables, at the most.
const MOST_ENTRIES: usize = 1000;

/// Checks a draft and makes it a command.
pub(crate) fn command(draft: ServerDraft) -> Result<(String, CustomCommand), Failure> {
    let name = draft.name.trim().to_owned();
    if name.is_empty() {
        return Err(Failure::new(Code::DraftEmptyName));
    }
    if shown(&name) != name {
        return Err(Failure::new(Code::DraftBadName).with("name", name));
    }
    if is_number(&name) {
        return Err(Failure::new(Code::DraftNumberName).with("name", name));
    }
    if draft.program.trim().is_empty() {
        return Err(Failure::new(Code::DraftEmptyProgram));
    }
    if is_too_long(&draft) {
        return Err(Failure::new(Code::DraftTooLong).with("most", LONGEST_COMMAND >> 10));
    }
    if has_nul(&draft) {
        return Err(Failure::new(Code::DraftNul));
    }
    let mut env = BTreeMap::new();
    for EnvEntry { name, value } in draft.env {
        let usable = !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0');
        if !usable || env.insert(name.clone(), value).is_some() {
            return Err(Failure::new(Code::DraftBadEnv).with("name", name));
        }
    }
    let mut said = draft.said;
    said.retain(|name, _| env.contains_key(name) || draft.secrets.contains(name));
    let shown = |(name, value): (&String, &String)| {
        (said.get(name) == Some(&true) && !may_be_secret(name, value)).then(|| name.clone())
    };
    if let Some(name) = env.iter().find_map(shown) {
        return Err(Failure::new(Code::DraftNotSecret).with("name", name));
    }
    let cwd = draft.cwd.filter(|cwd| !cwd.trim().is_empty()).map(PathBuf::from);
    let program = draft.program.trim().to_owned();
    let secrets = BTreeMap::new();
    Ok((name, CustomCommand { program, args: draft.args, env, secrets, said, cwd }))
}

/// Whether it is how a server is called by its number at a terminal.
fn is_number(name: &str) -> bool {
    let digits = name.strip_prefix('#');
    digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}

fn has_nul(draft: &ServerDraft) -> bool {
    let mut words = draft.args.iter().chain(&draft.cwd).chain([&draft.program]);
    words.any(|word| word.contains('\0'))
}

/// A view holds every command: one that is too long would be in the way of all that is shown.
fn is_too_long(draft: &ServerDraft) -> bool {
    let env = draft.env.iter().map(|entry| entry.name.len() + entry.value.len());
    let all =
        draft.args.iter().map(String::len).chain(env).chain(draft.cwd.iter().map(String::len));
    let entries = draft.args.len() + draft.env.len() + draft.secrets.len() + draft.said.len();
    draft.name.len() > LONGEST_NAME
        || entries > MOST_ENTRIES
        || draft.program.len() + all.sum::<usize>() > LONGEST_COMMAND
}

/// The draft that a command is edited as. Its secrets are in no draft.
pub(crate) fn of(name: &str, command: &CustomCommand) -> ServerDraft {
    let env = command.env.iter().filter(|(name, value)| !command.is_secret(name, value));
    let open = command.open_secrets().map(|(name, _)| name.to_owned());
    let secrets: BTreeSet<_> = command.secrets.keys().cloned().chain(open).collect();
    ServerDraft {
        name: name.to_owned(),
        program: command.program.clone(),
        args: command.args.clone(),
        env: env
            .map(|(name, value)| EnvEntry { name: name.clone(), value: value.clone() })
            .collect(),
        cwd: command.cwd.as_ref().map(|cwd| cwd.to_string_lossy().into_owned()),
        secrets: secrets.into_iter().collect(),
        said: command.said.clone(),
        was: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_checked() {
        let draft = ServerDraft { name: "n".into(), program: "p".into(), ..ServerDraft::default() };
        assert!(command(draft.clone()).is_ok());
        let bad = ServerDraft {
            env: vec![EnvEntry { name: "A=B".into(), value: String::new() }],
            ..draft.clone()
        };
        assert_eq!(command(bad).unwrap_err().code, Code::DraftBadEnv);
        assert_eq!(
            command(ServerDraft { program: " ".into(), ..draft.clone() }).unwrap_err().code,
            Code::DraftEmptyProgram
        );
        for name in ["a\u{202e}b", "a\0b", "a\nb", "\u{200b}"] {
            let draft = ServerDraft { name: name.into(), ..draft.clone() };
            assert_eq!(command(draft).unwrap_err().code, Code::DraftBadName, "{name:?}");
        }
        for (name, is_usable) in [("#3", false), ("#", true), ("#3a", true), ("3", true)] {
            let draft = ServerDraft { name: name.into(), ..draft.clone() };
            assert_eq!(command(draft).is_ok(), is_usable, "{name}");
        }
        let nul = ServerDraft { args: vec!["a\0b".into()], ..draft.clone() };
        assert_eq!(command(nul).unwrap_err().code, Code::DraftNul);
    }
}
