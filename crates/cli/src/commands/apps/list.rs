//! Which apps are here, and what they launch.

use paddock_apps::{
    Adoption, AppError, Content, Entry, FoundApp, FoundFile, Standing, find, verify,
};
use paddock_control::view::Failure;
use paddock_core::text::shown;
use serde_json::{Value, json};

use super::{failure, kept, lines, places};
use crate::front::whereabouts;
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};

/// What was connected, and how it stands now.
type Connected = Vec<(Adoption, Standing)>;

pub(in crate::commands) fn list(out: &Out) -> Result<(), Failure> {
    let found = find(&places()?, None);
    let adoptions = kept::adoptions(&whereabouts()?.data)?;
    let standings = verify(&adoptions);
    let connected: Connected = adoptions.into_iter().zip(standings).collect();
    if out.json {
        let apps: Vec<_> = found.iter().map(|app| app_value(app, &connected)).collect();
        return out.json(&json!({ "apps": apps, "missing": missing(&found, &connected) }));
    }
    if found.is_empty() {
        out.said("cli-no-apps")?;
    } else {
        out.line(table(&found, &connected, out).written(out))?;
    }
    for gone in lost(&found, &connected) {
        let values = [
            ("entry", shown(&gone.0.entry.name).into()),
            ("path", shown(&gone.0.entry.file.path).into()),
        ];
        out.said_with("cli-app-lost", &values)?;
    }
    Ok(())
}

fn standing<'a>(entry: &Entry, connected: &'a Connected) -> Option<&'a Standing> {
    connected.iter().find(|(it, _)| it.entry == entry.id).map(|(_, standing)| standing)
}

/// What was connected and is in no file any more.
fn lost<'a>(
    found: &'a [FoundApp],
    connected: &'a Connected,
) -> impl Iterator<Item = &'a (Adoption, Standing)> {
    let files = || found.iter().flat_map(|app| &app.files);
    connected.iter().filter(move |(adoption, _)| {
        let entries = files().filter_map(|file| file.entries.as_ref().ok()).flatten();
        !entries.into_iter().any(|entry| entry.id == adoption.entry)
            // What can't be read may still have it.
            && !files().any(|file| file.file == adoption.entry.file && file.entries.is_err())
    })
}

fn missing(found: &[FoundApp], connected: &Connected) -> Vec<Value> {
    let lost = lost(found, connected);
    lost.map(|(it, _)| {
        json!({ "app": it.entry.file.app, "path": it.entry.file.path.to_string_lossy(),
                "name": it.entry.name, "server": it.server })
    })
    .collect()
}

fn table(found: &[FoundApp], connected: &Connected, out: &Out) -> Table {
    let heads =
        ["cli-head-app", "cli-head-file", "cli-head-entry", "cli-head-how", "cli-head-runs"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for app in found {
        if app.files.is_empty() {
            let nothing = Cell::toned(out.say("cli-app-no-config"), Tone::Faint);
            table.row([app.app.name.into(), "".into(), "".into(), nothing, "".into()]);
        }
        for file in &app.files {
            rows(app, file, connected, &mut table, out);
        }
    }
    table
}

fn rows(app: &FoundApp, file: &FoundFile, connected: &Connected, table: &mut Table, out: &Out) {
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
        let (how, tone) = how(entry, standing(entry, connected), out);
        let runs = match &entry.content {
            Content::Command(launch) => lines::command(launch),
            Content::Remote { url } => lines::address(url),
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
            None => (out.say("cli-app-direct"), Tone::Caution),
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

fn app_value(app: &FoundApp, connected: &Connected) -> Value {
    let files = app.files.iter().map(|file| {
        let entries = file.entries.iter().flatten();
        json!({
            "path": file.file.path.to_string_lossy(),
            "problem": file.entries.as_ref().err().map(failure),
            "notWritten": file.not_written.as_ref().map(failure),
            "entries": entries.map(|it| entry_value(it, standing(it, connected)))
                .collect::<Vec<_>>(),
        })
    });
    json!({ "id": app.app.id, "name": app.app.name, "files": files.collect::<Vec<_>>() })
}

fn entry_value(entry: &Entry, standing: Option<&Standing>) -> Value {
    let mut value = match &entry.content {
        Content::Command(launch) => match &launch.through {
            Some(through) => json!({ "how": "through", "server": through.server }),
            None => {
                json!({ "how": "direct", "enabled": launch.enabled, "command": launch.words() })
            }
        },
        Content::Remote { url } => json!({ "how": "remote", "host": lines::address(url) }),
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
