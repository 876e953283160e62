//! Which apps are here, and what they launch.

use std::path::{Path, PathBuf};

use crate::app::{App, apps};
use crate::config::Config;
use crate::disk;
use crate::entry::{Entry, FileRef, entry};
use crate::error::AppError;
use crate::places::Places;

/// An app that is here.
#[derive(Debug)]
pub struct FoundApp {
    pub app: &'static App,
    pub files: Vec<FoundFile>,
}

/// A config that is there.
#[derive(Debug)]
pub struct FoundFile {
    pub file: FileRef,
    /// What it holds, or why it can't be read.
    pub entries: Result<Vec<Entry>, AppError>,
    /// Why it can be read and not written, if so.
    pub not_written: Option<AppError>,
}

impl FoundApp {
    /// A file of the person that does not read. Nothing of the app is offered for writing then:
    /// what the app itself makes of its configs is not known.
    pub fn broken(&self) -> Option<&FoundFile> {
        self.files.iter().find(|file| file.entries.is_err() && file.file.project.is_none())
    }
}

/// Looks for the configs of all apps, and for those in the folder of a project if one is given.
/// Only opens regular files of bounded size; starts nothing.
pub fn find(places: &Places, project: Option<&Path>) -> Vec<FoundApp> {
    apps().filter_map(|app| find_app(places, app, project)).collect()
}

/// As [`find`], for one app; none if nothing of it is here.
pub fn find_app(places: &Places, app: &'static App, project: Option<&Path>) -> Option<FoundApp> {
    let of_person = files(places, app).into_iter().map(|path| found(places, app, path, None));
    let mut found: Vec<_> = of_person.flatten().collect();
    found.extend(project.into_iter().flat_map(|folder| find_in_project(places, app, folder)));
    (!found.is_empty() || has_sign(places, app)).then_some(FoundApp { app, files: found })
}

/// The configs of one app in the folder of a project.
pub fn find_in_project(places: &Places, app: &'static App, folder: &Path) -> Vec<FoundFile> {
    let below = |name: &&str| found(places, app, folder.join(name), Some(folder.to_path_buf()));
    app.project.iter().filter_map(below).collect()
}

fn found(places: &Places, app: &App, path: PathBuf, project: Option<PathBuf>) -> Option<FoundFile> {
    path.symlink_metadata().ok()?;
    Some(find_file(places, app, FileRef { app: app.id.to_owned(), path, project }))
}

/// Where its configs would be, each place once.
fn files(places: &Places, app: &App) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in app.files.iter().filter_map(|spot| places.resolve(spot)) {
        if !files.contains(&path) {
            files.push(path);
        }
    }
    files
}

fn has_sign(places: &Places, app: &App) -> bool {
    let files = files(places, app);
    let beside = files.iter().filter_map(|file| file.parent().map(Path::to_path_buf));
    let own = beside.filter(|folder| !places.is_shared(folder));
    own.chain(app.signs.iter().filter_map(|spot| places.resolve(spot))).any(|it| it.is_dir())
}

fn find_file(places: &Places, app: &App, file: FileRef) -> FoundFile {
    let opened = match disk::open(&file.path) {
        Ok(opened) => opened,
        Err(error) => return FoundFile { file, entries: Err(error), not_written: None },
    };
    let not_written = opened.obstacle(places, file.project.as_deref());
    let entries = Config::read(app, &opened.bytes).and_then(|config| {
        let slots = config.slots(&app.shape)?;
        Ok(slots.iter().map(|slot| entry(app, &file, &config, slot)).collect())
    });
    FoundFile { file, entries, not_written }
}
