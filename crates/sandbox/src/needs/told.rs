//! Whether the words of a command tell all that is run, and whether somebody else is to fill some of
//! those in.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use paddock_core::{names_roots, says_what_is_run};

use super::Search;

/// A granted folder is put where the command says what is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilledIn {
    #[error("a granted folder is filled in where the command names what is run")]
    Run,
    /// The name of a folder would be read as program text.
    #[error("a granted folder is filled in within a program's text")]
    Text,
}

/// Those of which each names files that are loaded into what is run.
const LOADING: &[&str] =
    &["BASH_ENV", "DYLD_INSERT_LIBRARIES", "LD_AUDIT", "LD_PRELOAD", "LUA_INIT", "PERL5OPT"];

/// Whether a granted folder is to be filled in.
pub(super) fn is_filled_in(word: &OsStr) -> bool {
    word.to_str().is_some_and(names_roots)
}

impl Search<'_> {
    /// What is run is not all told. What a file of the command runs is that file's own affair.
    pub(super) fn cannot_tell(&mut self) {
        self.is_told &= self.hearsay;
    }

    /// These words say what is run: nobody else may fill them in.
    pub(super) fn runs<W: AsRef<OsStr>>(&mut self, words: impl IntoIterator<Item = W>) {
        let filled = words.into_iter().any(|word| is_filled_in(word.as_ref()));
        if filled && !self.hearsay {
            self.filled_in.get_or_insert(FilledIn::Run);
        }
    }

    /// These texts are run as programs.
    pub(super) fn evaluates<T: AsRef<OsStr>>(&mut self, texts: impl IntoIterator<Item = T>) {
        let filled = texts.into_iter().any(|text| is_filled_in(text.as_ref()));
        if filled && !self.hearsay {
            self.filled_in = Some(FilledIn::Text);
        }
    }

    /// Nothing is known of what these words run.
    pub(super) fn cannot_follow(&mut self, words: &[OsString]) {
        self.cannot_tell();
        self.runs(words);
    }

    /// Where the script `word` is. The one that is run can't be told where somebody else says in which
    /// folder the server starts.
    pub(super) fn script(&mut self, word: impl AsRef<OsStr>) -> Option<PathBuf> {
        let word = word.as_ref();
        self.runs([word]);
        if self.starts_anywhere() && Path::new(word).is_relative() {
            self.cannot_tell();
            return None;
        }
        Some(self.cwd.join(word))
    }

    /// Whether it starts in a folder that is chosen with each start.
    pub(super) fn starts_anywhere(&self) -> bool {
        self.around.starts_anywhere && self.cwd == self.launch.cwd
    }

    /// `file` is to be run, and is known by what it holds, unless it was not found.
    pub(super) fn expect(&mut self, file: &Path) {
        let is_known = self
            .real(file)
            .filter(|real| real.is_file())
            .is_some_and(|real| self.entries.contains(&real) || self.disk.is_systems(&real));
        if !is_known {
            self.cannot_tell();
        }
    }

    /// Looks at what the variables of the command say of what is run.
    pub(super) fn check_variables(&mut self) {
        for (name, value) in &self.launch.env {
            let Some(name) = name.to_str() else { continue };
            if says_what_is_run(name) {
                self.runs([value]);
            }
            if LOADING.contains(&name) && !value.is_empty() {
                self.cannot_tell();
            }
        }
    }

    /// Whether a variable of the command is filled in.
    pub(super) fn fills_variables(&self) -> bool {
        self.launch.env.iter().any(|(_, value)| is_filled_in(value))
    }
}
