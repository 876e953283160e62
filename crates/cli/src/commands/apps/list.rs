//! Which apps are here, and what they launch.

use paddock_apps::{AppError, Content, Entry, FoundApp, FoundFile, Standing};
use paddock_control::view::Failure;
use paddock_core::text::shown;
use paddock_front::adoption::{Look, address, command, failure, launch_of, look};
use serde_json::{Value, json};

use super::places;
use super::skipped::why;
use crate::front::whereabouts;
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};

pub(in crate::commands) fn list(out: &Out) -> Result<(), Failure> {
    let look = look(&places()?, &whereabouts()?.data, &[])?;
    if out.json {
        let apps: Vec<_> = look.found.iter().map(|app| app_value(app, &look)).collect();
        return out.json(&json!({ "apps": apps, "missing": missing(&look) }));
    }
    if look.found.is_empty() {
        out.said("cli-no-apps")?;
    } else {
        out.line(table(&look, out).written(out))?;
    }
    for gone in look.lost() {
        let values = [
            ("entry", shown(&gone.entry.name).into()),
            ("path", shown(&gone.entry.file.path).into()),
        ];
        out.said_with("cli-app-lost", &values)?;
    }
    Ok(())
}

fn missing(look: &Look) -> Vec<Value> {
    let lost = look.lost().map(|it| {
        json!({ "app": it.entry.file.app, "path": it.entry.file.path.to_string_lossy(),
                "name": it.entry.name, "server": it.server })
    });
    lost.collect()
}

fn table(look: &Look, out: &Out) -> Table {
    let heads =
        ["cli-head-app", "cli-head-file", "cli-head-entry", "cli-head-how", "cli-head-runs"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for app in &look.found {
        if app.files.is_empty() {
            let nothing = Cell::toned(out.say("cli-app-no-config"), Tone::Faint);
            table.row([app.app.name.into(), "".into(), "".into(), nothing, "".into()]);
        }
        for file in &app.files {
            rows(app, file, look, &mut table, out);
        }
    }
    table
}

fn rows(app: &FoundApp, file: &FoundFile, look: &Look, table: &mut Table, out: &Out) {
    let path = || Cell::from(shown(&file.file.path));
    let mut about_file = |cell: Cell| {
        table.row([app.app.name.into(), path(), "".into(), cell, "".into()]);
    };
    match &file.entries {
        Err(error) => about_file(Cell::toned(unreadable(error, out), Tone::Bad)),
        Ok(entries) if entries.is_empty() => {
            about_file(Cell::toned(out.say("cli-app-empty"), Tone::Faint));
        }
        Ok(_) => {}
    }
    if let Some(error) = file.not_written.as_ref().filter(|_| file.entries.is_ok()) {
        let values = [("why", out.failure(&failure(error)).into())];
        about_file(Cell::toned(out.say_with("cli-app-not-written", &values), Tone::Caution));
    }
    for entry in file.entries.iter().flatten() {
        let (how, tone) = how(entry, look.standing(entry), out);
        let runs = match &entry.content {
            Content::Command(launch) => command(launch),
            Content::Remote { url } => address(url),
            Content::Other { kind } => shown(kind),
            Content::Unreadable(_) => String::new(),
        };
        let name = shown(&entry.id.name);
        table.row([app.app.name.into(), path(), name.into(), Cell::toned(how, tone), runs.into()]);
    }
}

fn unreadable(error: &AppError, out: &Out) -> String {
    out.say_with("cli-app-unreadable", &[("why", shown(out.failure(&failure(error))).into())])
}

fn how(entry: &Entry, standing: Option<&Standing>, out: &Out) -> (String, Tone) {
    let (words, tone) = match &entry.content {
        Content::Command(launch) => match &launch.through {
            Some(through) => {
                let values = [("server", shown(&through.server).into())];
                (out.say_with("cli-app-through", &values), Tone::Good)
            }
            None => match launch_of(entry) {
                Ok(_) => (out.say("cli-app-direct"), Tone::Caution),
                Err(error) => {
                    let why = why((entry, &error), out);
                    (format!("{}, {why}", out.say("cli-app-direct")), Tone::Caution)
                }
            },
        },
        Content::Remote { .. } => (out.say("cli-app-remote"), Tone::Faint),
        Content::Other { .. } => (out.say("cli-app-own"), Tone::Faint),
        Content::Unreadable(error) => (unreadable(error, out), Tone::Bad),
    };
    let changed = match standing {
        None | Some(Standing::AsWritten | Standing::Gone | Standing::FileGone) => None,
        Some(Standing::AsBefore) => Some("cli-app-as-before"),
        Some(Standing::Changed) => Some("cli-app-changed"),
        Some(Standing::Unreadable(_)) => Some("cli-app-unsure"),
    };
    match changed {
        Some(id) => (format!("{words}, {}", out.say(id)), Tone::Bad),
        None => (words, tone),
    }
}

fn app_value(app: &FoundApp, look: &Look) -> Value {
    let files = app.files.iter().map(|file| {
        let entries = file.entries.iter().flatten();
        json!({
            "path": file.file.path.to_string_lossy(),
            "problem": file.entries.as_ref().err().map(failure),
            "notWritten": file.not_written.as_ref().map(failure),
            "entries": entries.map(|it| entry_value(it, look.standing(it)))
                .collect::<Vec<_>>(),
        })
    });
    json!({ "id": app.app.id, "name": app.app.name, "files": files.collect::<Vec<_>>() })
}

fn entry_value(entry: &Entry, standing: Option<&Standing>) -> Value {
    let mut value = match &entry.content {
        Content::Command(launch) => {
            if let Some(through) = &launch.through {
                json!({ "how": "through", "server": through.server })
            } else {
                let problem = launch_of(entry).err().as_ref().map(failure);
                json!({ "how": "direct", "enabled": launch.enabled, "command": launch.words(),
                        "problem": problem })
            }
        }
        Content::Remote { url } => json!({ "how": "remote", "host": address(url) }),
        Content::Other { kind } => json!({ "how": "other", "kind": kind }),
        Content::Unreadable(error) => json!({ "how": "unreadable", "problem": failure(error) }),
    };
    value["name"] = entry.id.name.as_str().into();
    value["standing"] = match standing {
        None => Value::Null,
        Some(Standing::AsWritten) => "asWritten".into(),
        Some(Standing::AsBefore) => "asBefore".into(),
        Some(Standing::Changed) => "changed".into(),
        Some(Standing::Gone | Standing::FileGone) => "gone".into(),
        Some(Standing::Unreadable(_)) => "unreadable".into(),
    };
    value
}
