//! Entries that are left as they are, each with the reason.

use paddock_apps::{AppError, Content, Entry};
use paddock_core::text::shown;
use paddock_front::adoption::{address, failure};
use serde_json::{Value, json};

use crate::out::Out;

pub(super) type Skipped = (Entry, AppError);

/// One that is skipped, in a line.
pub(super) fn line((entry, error): &Skipped, out: &Out) -> String {
    let values =
        [("entry", shown(&entry.id.name).into()), ("why", why((entry, error), out).into())];
    out.say_with("cli-connect-skipped", &values)
}

pub(super) fn why((entry, error): (&Entry, &AppError), out: &Out) -> String {
    match (error, &entry.content) {
        (AppError::EntryAlreadyThrough { .. }, _) => out.say("cli-skipped-through"),
        (AppError::EntryNeedsApp { placeholder, .. }, _) => {
            out.say_with("cli-skipped-needs-app", &[("placeholder", shown(placeholder).into())])
        }
        (AppError::EntryAsks { value, .. }, _) => {
            out.say_with("cli-skipped-asks", &[("value", value.as_str().into())])
        }
        (AppError::EntryActsElsewhere { program, .. }, _) => {
            out.say_with("cli-skipped-elsewhere", &[("program", shown(program).into())])
        }
        (AppError::EntryNoCommand { .. }, Content::Remote { url }) => {
            out.say_with("cli-skipped-remote", &[("host", address(url).into())])
        }
        (AppError::EntryNoCommand { .. }, _) => out.say("cli-skipped-own"),
        _ => out.failure(&failure(error)),
    }
}

pub(super) fn value((entry, error): &Skipped) -> Value {
    json!({
        "entry": entry.id.name,
        "path": entry.id.file.path.to_string_lossy(),
        "problem": failure(error),
    })
}
