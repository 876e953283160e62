//! A repository: what its hooks are and what its settings name.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::settings::{self, Setting};
use super::{At, Look, Named, commands, way};
use crate::needs::start_of;

pub(super) const GIT: &str = ".git";

/// How long a file of settings may be to be looked at: nobody can tell what a longer one names.
const LONGEST: usize = 1 << 20;

/// What Git runs in a folder of hooks, where not all of that folder can be guarded (`githooks(5)`).
const HOOKS: [&str; 28] = [
    "applypatch-msg",
    "pre-applypatch",
    "post-applypatch",
    "pre-commit",
    "pre-merge-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "pre-rebase",
    "post-checkout",
    "post-merge",
    "pre-push",
    "pre-receive",
    "update",
    "proc-receive",
    "post-receive",
    "post-update",
    "reference-transaction",
    "push-to-checkout",
    "pre-auto-gc",
    "post-rewrite",
    "sendemail-validate",
    "fsmonitor-watchman",
    "p4-changelist",
    "p4-prepare-changelist",
    "p4-post-changelist",
    "p4-pre-submit",
    "post-index-change",
];

/// Where a repository is.
#[derive(Clone)]
pub(super) struct Repository {
    /// Where its files are. Commands start here, mostly.
    pub(super) top: PathBuf,
    /// Git's folder of this worktree.
    pub(super) git: PathBuf,
    /// Git's folder of all its worktrees.
    pub(super) common: PathBuf,
}

/// What a setting leads to besides what is run.
enum Elsewhere {
    Settings(PathBuf),
    /// The folder of the repository's files.
    Top(PathBuf),
}

/// Whether a folder with these names is Git's own, whatever it is called.
pub(super) fn is_one(names: &[Named]) -> bool {
    let has = |own: &str| names.iter().any(|it| it.name.eq_ignore_ascii_case(own));
    has("HEAD") && (has("objects") || has("commondir"))
}

impl Look<'_> {
    /// The repository of the files in `top` whose folder, or what leads to it, is at `git`.
    pub(super) fn repository(&mut self, top: &Path, git: &Path) {
        let Some(found) = self.find(top, git) else { return };
        let own = vec![found.top.clone(), found.git.clone(), found.common.clone()];
        self.at = Some(At { source: git.to_path_buf(), own });
        let mut tops = VecDeque::from([found.top.clone()]);
        while let Some(top) = tops.pop_front() {
            if !self.led.repositories.insert((found.git.clone(), top.clone())) {
                continue;
            }
            let of = Repository { top, ..found.clone() };
            self.hooks(&of.common, Path::new("hooks"));
            let own = [of.common.join("config"), of.git.join("config.worktree")];
            let files = own.into_iter().chain(self.settings_of_all()).collect();
            tops.extend(self.all_settings(&of, files));
        }
        self.at = None;
    }

    /// The files of settings that hold for every repository.
    pub(super) fn settings_of_all(&self) -> Vec<PathBuf> {
        let of_home =
            self.home.map(|home| [home.join(".gitconfig"), home.join(".config/git/config")]);
        of_home.into_iter().flatten().chain([PathBuf::from("/etc/gitconfig")]).collect()
    }

    /// Each of `files` once, and each that they include, however often. Where else they say that the
    /// files of the repository are.
    pub(super) fn all_settings(
        &mut self,
        of: &Repository,
        mut files: VecDeque<PathBuf>,
    ) -> Vec<PathBuf> {
        let (mut read_once, mut tops) = (BTreeSet::new(), Vec::new());
        while let Some(file) = files.pop_front() {
            let Some(end) = self.settings_file(&file) else { continue };
            if !read_once.insert(end.clone()) {
                continue;
            }
            for setting in self.settings(&end) {
                if self.is_over() {
                    return tops;
                }
                match self.setting(of, &end, &setting) {
                    Some(Elsewhere::Settings(file)) => files.push_back(file),
                    Some(Elsewhere::Top(top)) => tops.push(top),
                    None => {}
                }
            }
        }
        tops
    }

    fn settings(&mut self, file: &Path) -> Vec<Setting> {
        let Some(text) = start_of(file, LONGEST + 1) else { return Vec::new() };
        let settings = settings::read(&String::from_utf8_lossy(&text));
        if text.len() > LONGEST || settings.len() >= settings::MOST {
            self.led.is_too_much |= !self.is_bare;
        }
        settings
    }

    /// Where the file is that `file` leads to.
    fn settings_file(&mut self, file: &Path) -> Option<PathBuf> {
        self.note(file.to_path_buf());
        let end = self.lead(file.parent()?, file)?;
        self.note(end.clone());
        Some(end)
    }

    fn find(&mut self, top: &Path, git: &Path) -> Option<Repository> {
        let (top, at) = (top.canonicalize().ok()?, git);
        self.note_place(git.to_path_buf());
        let mut git = self.pass(&top, git)?;
        if git.is_file() {
            let leads = read(&git)?;
            git = self.pass(&top, Path::new(leads.strip_prefix("gitdir:")?.trim()))?;
        }
        let commondir = git.join("commondir");
        self.note(commondir.clone());
        let common = match read(&commondir) {
            Some(leads) => self.pass(&git, Path::new(leads.trim()))?,
            None => git.clone(),
        };
        // Git's folder of a worktree stays where it is for the sake of the worktree.
        if common == git && git != at {
            self.guard(git.clone());
        }
        Some(Repository { top, git, common })
    }

    /// The hooks in the folder that `path` names from `base`.
    fn hooks(&mut self, base: &Path, path: &Path) {
        let Some(folder) = self.lead(base, path) else { return };
        if self.held.iter().any(|held| held.folder.starts_with(&folder)) {
            for hook in HOOKS {
                self.note(folder.join(hook));
                self.lead(&folder, Path::new(hook));
            }
            return;
        }
        self.note(folder.clone());
        for hook in self.names(&folder) {
            if hook.kind.is_symlink() {
                self.lead(&folder, Path::new(&hook.path));
            }
        }
    }

    fn setting(&mut self, of: &Repository, file: &Path, setting: &Setting) -> Option<Elsewhere> {
        let value = self.expanded(&setting.value)?;
        match (setting.section.as_str(), setting.name.as_str()) {
            ("include" | "includeif", "path") => {
                let folder = file.parent().unwrap_or(file);
                return Some(Elsewhere::Settings(folder.join(value)));
            }
            ("core", "hookspath") => {
                for base in [&of.top, &of.git] {
                    self.hooks(base, &value);
                }
            }
            // Then this is where commands start.
            ("core", "worktree") => {
                let top = way::walk(&of.git, &value)?.end;
                return top.is_dir().then_some(Elsewhere::Top(top));
            }
            _ if setting.is_command() => self.command(of, &setting.value),
            _ => {}
        }
        None
    }

    fn command(&mut self, of: &Repository, command: &str) {
        for word in commands::words(command) {
            if self.is_over() {
                return;
            }
            let Some(path) = self.expanded(word) else { continue };
            let is_there = self.file(of, &path);
            if !is_there && let Some(rest) = commands::without_first(word) {
                self.file(of, rest);
            }
            if !is_there && commands::is_path(word) {
                self.lead(&of.top, &path);
            }
        }
    }

    /// Guards what is at `path`, if that is something that may be run.
    fn file(&mut self, of: &Repository, path: &Path) -> bool {
        let is_file = of.top.join(path).metadata().is_ok_and(|found| !found.is_dir());
        if is_file {
            self.lead(&of.top, path);
        }
        is_file
    }

    fn expanded(&self, path: &str) -> Option<PathBuf> {
        match path.strip_prefix("~/") {
            Some(rest) => Some(self.home?.join(rest)),
            None => Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty()),
        }
    }
}

fn read(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&start_of(path, LONGEST)?).into_owned())
}
