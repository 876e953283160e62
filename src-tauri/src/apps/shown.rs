//! What was found, as the pages see it.

use std::path::Path;

use paddock_apps::{Adoption, App, Content, Entry, FoundApp, FoundFile, Launch, Standing};
use paddock_core::text::shown;
use paddock_front::adoption::{Look, address, asks, command, failure, launch_of};

use super::view::{
    AppEntryView, AppFileView, AppView, AppsView, EntryContent, EntryKey, EntryStanding,
    LostEntryView,
};

/// `shim` is the path of `paddock`.
pub(super) fn apps(look: &Look, shim: &Path) -> AppsView {
    let mut apps: Vec<_> = look.found.iter().map(|found| app(look, found, shim)).collect();
    for adoption in look.lost() {
        // What the app was is known from the record alone, where nothing else of it is here.
        let Some(app) = paddock_apps::app(&adoption.entry.file.app) else { continue };
        let index = apps.iter().position(|it| it.id == app.id).unwrap_or_else(|| {
            apps.push(bare(app));
            apps.len() - 1
        });
        apps[index].lost.push(lost(adoption));
    }
    AppsView { apps }
}

fn bare(app: &App) -> AppView {
    AppView { id: app.id.into(), name: app.name.into(), files: Vec::new(), lost: Vec::new() }
}

fn app(look: &Look, found: &FoundApp, shim: &Path) -> AppView {
    let files = found.files.iter().map(|it| file(look, it, shim)).collect();
    AppView { files, ..bare(found.app) }
}

fn lost(adoption: &Adoption) -> LostEntryView {
    LostEntryView {
        key: EntryKey::of(&adoption.entry),
        name: shown(&adoption.entry.name),
        path: shown(&adoption.entry.file.path),
    }
}

fn file(look: &Look, found: &FoundFile, shim: &Path) -> AppFileView {
    AppFileView {
        path: shown(&found.file.path),
        project: found.file.project.as_ref().map(shown),
        problem: found.entries.as_ref().err().map(failure),
        not_written: found.not_written.as_ref().map(failure),
        entries: found.entries.iter().flatten().map(|it| entry(look, it, shim)).collect(),
    }
}

fn entry(look: &Look, entry: &Entry, shim: &Path) -> AppEntryView {
    let standing = look.standing(entry);
    // Any program may be called `paddock`, and an environment may make another of it.
    let is_ours = |launch: &Launch| {
        standing == Some(&Standing::AsWritten)
            || Path::new(&launch.command) == shim && launch.env.is_empty()
    };
    AppEntryView {
        key: EntryKey::of(&entry.id),
        name: shown(&entry.id.name),
        content: content(entry, is_ours),
        standing: standing.and_then(since),
    }
}

fn content(entry: &Entry, is_ours: impl Fn(&Launch) -> bool) -> EntryContent {
    match &entry.content {
        Content::Command(launch) => match &launch.through {
            Some(through) => EntryContent::Through {
                server: shown(&through.server),
                command: command(launch),
                sure: is_ours(launch),
            },
            None => match launch_of(entry) {
                Ok(_) => EntryContent::Direct {
                    command: command(launch),
                    enabled: launch.enabled,
                    asks: asks(launch),
                    seen: entry.seen(),
                },
                Err(error) => EntryContent::Unreadable { problem: failure(&error) },
            },
        },
        Content::Remote { url } => EntryContent::Remote { address: address(url) },
        Content::Other { kind } => EntryContent::Own { what: shown(kind) },
        Content::Unreadable(error) => EntryContent::Unreadable { problem: failure(error) },
    }
}

fn since(standing: &Standing) -> Option<EntryStanding> {
    match standing {
        Standing::AsWritten => Some(EntryStanding::AsWritten),
        Standing::AsBefore => Some(EntryStanding::AsBefore),
        Standing::Changed => Some(EntryStanding::Changed),
        Standing::Unreadable(error) => Some(EntryStanding::Unreadable { problem: failure(error) }),
        // The file was read twice, and changed in between.
        Standing::Gone | Standing::FileGone => None,
    }
}
