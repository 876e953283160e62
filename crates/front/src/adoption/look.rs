//! Which apps are here, what they launch, and how what was connected stands now.

use std::path::{Path, PathBuf};

use paddock_apps::{
    Adoption, App, Entry, FoundApp, FoundFile, Places, Standing, apps, find, find_in_project,
    verify,
};
use paddock_control::view::Failure;

use super::kept;

/// What was connected, and how it stands now.
pub type Connected = Vec<(Adoption, Standing)>;

/// What was found.
#[derive(Debug)]
pub struct Look {
    pub found: Vec<FoundApp>,
    pub connected: Connected,
}

/// Reads the configs of the person, those in the folders of `projects` and of what was connected, and
/// the records. Blocks as long as the disk does.
///
/// # Errors
/// The records can't be read: `cli-apps-kept`.
pub fn look(places: &Places, data: &Path, projects: &[PathBuf]) -> Result<Look, Failure> {
    let adoptions = kept::adoptions(data)?;
    let mut found = find(places, None);
    let of_connected = adoptions.iter().filter_map(|it| it.entry.file.project.as_ref());
    let mut folders: Vec<&PathBuf> = projects.iter().chain(of_connected).collect();
    folders.sort();
    folders.dedup();
    for folder in folders {
        for app in apps() {
            add(&mut found, app, find_in_project(places, app, folder));
        }
    }
    let standings = verify(&adoptions);
    Ok(Look { found, connected: adoptions.into_iter().zip(standings).collect() })
}

/// Adds files that are not among those of the person.
fn add(found: &mut Vec<FoundApp>, app: &'static App, files: Vec<FoundFile>) {
    if files.is_empty() {
        return;
    }
    let index = found.iter().position(|it| it.app.id == app.id).unwrap_or_else(|| {
        found.push(FoundApp { app, files: Vec::new() });
        found.len() - 1
    });
    let known = &mut found[index].files;
    for file in files {
        if !known.iter().any(|it| it.file.path == file.file.path) {
            known.push(file);
        }
    }
}

impl Look {
    /// How an entry stands that was connected; none if it was not.
    pub fn standing(&self, entry: &Entry) -> Option<&Standing> {
        self.connected.iter().find(|(it, _)| it.entry == entry.id).map(|(_, standing)| standing)
    }

    /// What was connected and is in no file any more.
    pub fn lost(&self) -> impl Iterator<Item = &Adoption> {
        let files = || self.found.iter().flat_map(|app| &app.files);
        let lost = self.connected.iter().filter(move |(adoption, _)| {
            let entries = files().filter_map(|file| file.entries.as_ref().ok()).flatten();
            !entries.into_iter().any(|entry| entry.id == adoption.entry)
                // What can't be read may still have it.
                && !files().any(|file| file.file == adoption.entry.file && file.entries.is_err())
        });
        lost.map(|(adoption, _)| adoption)
    }
}
