use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::reading::text_of;
use super::{Reserved, Search, Why, modules, name};

/// Files that stand at the top of a package.
const MARKERS: &[&str] = &[
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements.txt",
    "deno.json",
    "deno.jsonc",
    "Gemfile",
    "composer.json",
    PACKAGE,
];

pub(super) const PACKAGE: &str = "package.json";

/// Folders that are no package by themselves: a script in one is a part of what is around it.
const INNER: &[&str] = &[
    "bin", "build", "cjs", "cli", "dist", "esm", "lib", "out", "output", "scripts", "src", "target",
];

/// Folders in a package that may look like packages of their own.
const BESIDE: &[&str] = &[
    "client",
    "doc",
    "docs",
    "e2e",
    "env",
    "example",
    "examples",
    "fixtures",
    "frontend",
    "node_modules",
    "test",
    "tests",
    "ui",
    "venv",
    "web",
    "website",
];

/// More folders than these in one place are no single package's.
const MOST_FOLDERS: usize = 256;

/// Adds the file that a program is entered by, and the package it is a part of.
pub(super) fn add(search: &mut Search<'_>, entry: &Path) {
    let entry = search.cwd.join(entry);
    let Some(real) = search.real(&entry) else { return };
    if real.is_dir() {
        if is_marked(search, &real) && may_be_whole(search, &real) {
            search.add_named(&entry, Why::Program);
        }
        return;
    }
    let Some(folder) = real.parent() else { return };
    if !search.add_named(&entry, Why::Program) {
        return;
    }
    search.enter(&real);
    if let Some(own) = own_folder(search, folder) {
        search.add(&own, Why::Program);
    }
    if is_for_node(&real) {
        modules::add(search, folder, "");
    }
}

/// Adds the package that a person named by its folder. It may hold others.
pub(super) fn add_folder(search: &mut Search<'_>, folder: &Path) -> bool {
    let is_one = MARKERS.iter().any(|marker| search.has_file(&folder.join(marker)));
    is_one && !search.is_on_path(folder) && search.add_named(folder, Why::Program)
}

/// Adds a folder that a person named without saying what it is.
pub(super) fn add_named(search: &mut Search<'_>, path: &Path, why: Why) -> bool {
    let Some(real) = search.real(path) else { return false };
    (real.is_file() || may_be_whole(search, &real)) && search.add_named(path, why)
}

/// The package that `folder` is in: the nearest folder that says of itself that it is one.
pub(super) fn above(reserved: &Reserved, folder: &Path) -> Option<PathBuf> {
    let has = |above: &Path, marker: &str| {
        let file = above.join(marker);
        file.is_file() && (marker != PACKAGE || text_of(&file).is_some_and(|text| is_whole(&text)))
    };
    nearest(reserved, folder, |above| MARKERS.iter().any(|marker| has(above, marker)))
}

/// Like [`above`], as far as it is believed.
pub(super) fn marked(search: &Search<'_>, folder: &Path) -> Option<PathBuf> {
    nearest(&search.reserved, folder, |above| is_marked(search, above))
}

/// No further up than the repository goes.
fn nearest(reserved: &Reserved, folder: &Path, is_one: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    for above in folder.ancestors().take_while(|above| !reserved.holds(above)) {
        if name(above) != "node_modules" && is_one(above) {
            return Some(above.to_path_buf());
        }
        if above.join(".git").exists() {
            return None;
        }
    }
    None
}

fn is_marked(search: &Search<'_>, folder: &Path) -> bool {
    MARKERS.iter().any(|marker| {
        let file = folder.join(marker);
        if *marker == PACKAGE {
            search.read_text(&file).is_some_and(|text| is_whole(&text))
        } else {
            search.has_file(&file)
        }
    })
}

/// Whether a `package.json` stands for a package, and does not only tell which kind of modules these
/// are.
pub(super) fn is_whole(text: &str) -> bool {
    ["\"name\"", "\"dependencies\"", "\"scripts\"", "\"bin\""].iter().any(|key| text.contains(key))
}

/// The largest folder around a script in `folder` that is the script's own.
fn own_folder(search: &Search<'_>, folder: &Path) -> Option<PathBuf> {
    let Some(top) = marked(search, folder) else {
        return Some(folder).filter(|it| is_its_own(search, it)).map(Path::to_path_buf);
    };
    let inner = folder.strip_prefix(&top).ok()?;
    let first = inner.components().next().map(|first| top.join(first));
    if first.as_deref().is_none_or(|first| is_inner(search, first)) && may_be_whole(search, &top) {
        return Some(top);
    }
    first.filter(|first| is_its_own(search, first))
}

/// Whether a folder right in a package is a part of it that needs the others.
fn is_inner(search: &Search<'_>, folder: &Path) -> bool {
    INNER.contains(&name(folder)) || search.has_file(&folder.join("__init__.py"))
}

/// Whether a folder without a marker is the program's, and not one in which people keep all kinds of
/// things: those are right under home, or at the top of a disk.
fn is_its_own(search: &Search<'_>, folder: &Path) -> bool {
    let shared = [search.around.home, Path::new("/"), Path::new("/tmp"), Path::new("/srv")];
    let above = folder.parent();
    !matches!(name(folder), "bin" | "sbin" | ".bin" | "shims")
        && !above.is_none_or(|above| shared.contains(&above) || search.reserved.holds(above))
        && may_be_whole(search, folder)
}

/// Whether nothing speaks against opening all of a folder: it is not where programs are started from,
/// and holds no projects of their own. What is found is only ever held against it, so that it need not
/// be believed.
fn may_be_whole(search: &Search<'_>, folder: &Path) -> bool {
    !search.is_on_path(folder) && holds_no_projects(search, folder)
}

/// The same of a prefix of which only a marker says that it is one. Programs are started from such.
pub(super) fn may_be_prefix(search: &Search<'_>, prefix: &Path) -> bool {
    !has_marks(search, prefix) && holds_no_projects(search, prefix)
}

fn holds_no_projects(search: &Search<'_>, folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    let mut folders = entries
        .flatten()
        .filter(|entry| search.reader.may_look() && entry.file_type().is_ok_and(|it| it.is_dir()))
        .map(|entry| entry.path());
    folders.by_ref().take(MOST_FOLDERS).all(|folder| !is_project(search, &folder))
        && folders.next().is_none()
}

fn is_project(search: &Search<'_>, folder: &Path) -> bool {
    let name = name(folder);
    !name.starts_with('.') && !BESIDE.contains(&name) && has_marks(search, folder)
}

fn has_marks(search: &Search<'_>, folder: &Path) -> bool {
    let has = |marker: &&str| match *marker {
        PACKAGE => search.reader.text(&folder.join(PACKAGE)).is_some_and(|it| is_whole(&it)),
        marker => folder.join(marker).is_file(),
    };
    folder.join(".git").exists() || MARKERS.iter().any(has)
}

pub(super) fn is_for_node(file: &Path) -> bool {
    let endings = ["cjs", "cts", "js", "jsx", "mjs", "mts", "ts", "tsx"];
    match file.extension().and_then(OsStr::to_str) {
        Some(ending) => endings.contains(&ending),
        None => true,
    }
}
