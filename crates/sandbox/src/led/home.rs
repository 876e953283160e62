//! What the person has in their home that leads into a granted folder: links to settings that are kept
//! in a folder of their own, and the settings of Git, whether or not a repository is near.

use std::fs::{self, FileType};
use std::path::Path;

use super::repository::Repository;
use super::{Look, Named, Stamp, Walked, What, is_guarded};

/// How many names are read in one folder. They take nothing from the granted folders.
pub(super) const NAMES: usize = 4096;

const SETTINGS: &str = ".config";

impl Look<'_> {
    pub(super) fn home(&mut self) {
        if !self.held.is_empty() {
            self.settings_of_home();
            self.links_of_home();
        }
    }

    /// What the settings for all repositories name by its whole path, or from the home.
    fn settings_of_home(&mut self) {
        let Some(home) = self.home.and_then(|home| home.canonicalize().ok()) else { return };
        let files = self.settings_of_all().into();
        let of = Repository { top: home.clone(), git: home.clone(), common: home };
        self.all_settings(&of, files);
    }

    /// Follows the links among the guarded names in the home, and in its folder of settings.
    pub(super) fn links_of_home(&mut self) {
        let Some(home) = self.home.and_then(|home| home.canonicalize().ok()) else { return };
        for named in self.links_in(&home) {
            if is_guarded(&home, &named.name) {
                self.follow(&named);
            }
        }
        let settings = home.join(SETTINGS);
        if fs::symlink_metadata(&settings).is_ok_and(|found| found.is_dir()) {
            self.links_in(&settings).iter().for_each(|named| self.follow(named));
        }
    }

    /// Not where the server may write: what is there is looked at as what is granted, or not at all.
    fn links_in(&mut self, folder: &Path) -> Vec<Named> {
        if self.held.iter().any(|held| folder.starts_with(&held.folder)) {
            return Vec::new();
        }
        let stamp = Stamp::of(folder);
        self.led.walked.insert(folder.to_path_buf(), Walked { stamp, what: What::OfHome });
        let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names: Vec<_> = entries.by_ref().take(NAMES).collect();
        self.led.is_cut_short |= entries.next().is_some();
        self.led.names_read += names.len();
        let links = names.into_iter().filter_map(|entry| {
            let kind = entry.file_type().ok().filter(FileType::is_symlink)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            Some(Named { path: entry.path(), name, kind })
        });
        links.collect()
    }
}
