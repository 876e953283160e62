use std::io;
use std::path::{Path, PathBuf};

use paddock_core::Footprint;

use super::{Need, Reserved, Why, name, package, value, without_climbing};
use crate::{Attempt, Launch};

/// How many lines at the end are looked at.
const LINES: usize = 60;

/// Words that a line has in which a program says what it did not find.
const COMPLAINTS: &[&str] = &[
    "cannot find",
    "cannot open",
    "can't open",
    "could not find",
    "could not open",
    "does not exist",
    "eacces",
    "enoent",
    "failed to open",
    "failed to read",
    "no module named",
    "no such file",
    "not found",
    "permission denied",
    "unable to access",
    "unable to open",
];

/// Settings that programs look for wherever they may be, and do without.
const SETTINGS: &[&str] = &[
    ".gitconfig",
    ".npmrc",
    ".yarnrc",
    ".yarnrc.yml",
    "gitconfig",
    "npmrc",
    "pip.conf",
    "uv.toml",
    "yarnrc",
];

const LIBRARY: &str = "error while loading shared libraries: ";

/// How a server ended, or what it has done so far.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    /// Its exit code, if it ended by itself.
    pub code: Option<i32>,
    /// The end of what it wrote to its standard error.
    pub stderr: &'a str,
    /// What it tried to reach, in order.
    pub attempts: &'a [Attempt],
}

/// The smallest folder that is likely to have been missing: it is on the disk, the server may not
/// read it, and it is not `reserved`. Nothing if it ended well, and nothing that it only looks into
/// in passing: folders of its `PATH`, settings of package managers.
pub fn missing(
    ending: &Ending<'_>,
    launch: &Launch,
    needs: &Footprint,
    reserved: &Reserved,
) -> Option<Need> {
    if ending.code == Some(0) {
        return None;
    }
    let hidden = Hidden { launch, needs, reserved };
    let lines: Vec<_> = ending.stderr.lines().rev().take(LINES).collect();
    let told = lines.iter().find_map(|line| hidden.told_by(line, ending.attempts));
    // One that was called wrongly says how to call it, and missed nothing.
    let was_called_wrongly = lines.iter().any(|line| line.to_lowercase().contains("usage:"));
    // And one that was given the path of nothing.
    let names_nothing = lines.iter().any(|line| hidden.names_nothing(line));
    let guess = || reads(ending.attempts).find_map(|path| hidden.offer(path));
    told.or_else(|| if was_called_wrongly || names_nothing { None } else { guess() })
}

/// What a server can't see.
struct Hidden<'a> {
    launch: &'a Launch,
    needs: &'a Footprint,
    reserved: &'a Reserved,
}

impl Hidden<'_> {
    fn told_by(&self, line: &str, attempts: &[Attempt]) -> Option<Need> {
        if let Some((_, rest)) = line.split_once(LIBRARY) {
            return self.library(rest.split(':').next()?.trim(), attempts);
        }
        let lower = line.to_lowercase();
        if !COMPLAINTS.iter().any(|complaint| lower.contains(complaint)) {
            return None;
        }
        let words = mentioned(line);
        let at = |word: &&str| is_pathlike(word).then(|| self.launch.cwd.join(word));
        let offered = words.iter().filter_map(at).find_map(|path| self.offer(&path));
        offered.or_else(|| {
            let module = words.iter().map(|word| word.split('.').next().unwrap_or(word));
            let modules: Vec<_> = module.filter(|module| !module.is_empty()).collect();
            let named = |path: &&Path| {
                let stem = path.file_stem().and_then(|stem| stem.to_str());
                stem.is_some_and(|stem| modules.contains(&stem))
            };
            reads(attempts).filter(named).find_map(|path| self.offer(path))
        })
    }

    /// Whether a line complains of something that is not there, outside of the sandbox either.
    fn names_nothing(&self, line: &str) -> bool {
        let lower = line.to_lowercase();
        let is_nothing = |path: &Path| {
            path.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
                && path.parent().is_some_and(Path::is_dir)
        };
        COMPLAINTS.iter().any(|complaint| lower.contains(complaint))
            && mentioned(line)
                .iter()
                .filter(|word| is_pathlike(word))
                .any(|word| is_nothing(&self.launch.cwd.join(word)))
    }

    /// Libraries are next to each other, and need each other.
    fn library(&self, library: &str, attempts: &[Attempt]) -> Option<Need> {
        if library.contains('/') {
            return self.offer(Path::new(library));
        }
        let tried = reads(attempts).find(|path| name(path) == library).map(Path::to_path_buf);
        let program = self.needs.program.canonicalize().ok();
        let beside = program.iter().flat_map(|program| {
            let folder = program.parent().unwrap_or(program);
            ["", "lib", "../lib", "../lib64"].map(|part| without_climbing(&folder.join(part)))
        });
        let common = ["/usr/local/lib", "/usr/local/lib64"].map(PathBuf::from);
        let candidates = beside.chain(common).map(|folder| folder.join(library));
        let file = tried.into_iter().chain(candidates).find(|file| file.is_file())?;
        let folder = file.parent().filter(|folder| !self.holds(folder));
        self.need(folder.unwrap_or(&file), Why::Runtime)
    }

    /// The package that `path` is in, or else the folder.
    fn offer(&self, path: &Path) -> Option<Need> {
        let path = without_climbing(path);
        let seen = path.canonicalize().ok()?;
        let known = self.needs.reads(&path) && self.needs.reads(&seen);
        if known || self.holds(&path) || self.holds(&seen) || self.is_in_passing(&path) {
            return None;
        }
        let folder = if path.is_dir() { path.as_path() } else { path.parent()? };
        let package = package::above(self.reserved, folder);
        self.need(&package.unwrap_or_else(|| folder.to_path_buf()), Why::Program)
    }

    fn is_in_passing(&self, path: &Path) -> bool {
        let search = value(&self.launch.env, "PATH").unwrap_or_default();
        let searched = |folder: PathBuf| folder.is_absolute() && path.starts_with(folder);
        SETTINGS.iter().any(|settings| name(path) == *settings)
            || std::env::split_paths(search).any(searched)
    }

    fn need(&self, path: &Path, why: Why) -> Option<Need> {
        let real = path.canonicalize().ok()?;
        let known = self.needs.reads(path) && self.needs.reads(&real);
        let offered = !known && !self.holds(path) && !self.holds(&real);
        offered.then(|| Need { path: path.to_path_buf(), why })
    }

    fn holds(&self, path: &Path) -> bool {
        self.reserved.holds(path)
    }
}

/// What was tried to read, the last first.
fn reads(attempts: &[Attempt]) -> impl Iterator<Item = &Path> {
    attempts.iter().rev().filter(|attempt| !attempt.write).map(|attempt| attempt.path.as_path())
}

/// The words that a line names, those in quotes first.
fn mentioned(line: &str) -> Vec<&str> {
    let quoted = ['\'', '"', '`'].into_iter().flat_map(|quote| quoted(line, quote));
    let bare =
        line.split_whitespace().map(|word| word.trim_matches([':', ',', ';', '(', ')', '.']));
    let all =
        quoted.chain(bare.filter(|word| word.starts_with('/') || word.starts_with("file://")));
    all.map(|word| word.strip_prefix("file://").unwrap_or(word)).collect()
}

/// What stands between two of the same quote, where the first is no apostrophe.
fn quoted(line: &str, quote: char) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(quote) {
        let (before, after) = (&rest[..at], &rest[at + quote.len_utf8()..]);
        rest = after;
        if before.ends_with(char::is_alphanumeric) {
            continue;
        }
        if let Some((word, after)) = after.split_once(quote) {
            found.push(word);
            rest = after;
        }
    }
    found
}

fn is_pathlike(word: &str) -> bool {
    word.starts_with('/') || word.starts_with("./") || word.starts_with("../")
}
