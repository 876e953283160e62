use std::path::{Path, PathBuf};

use super::{Reserved, Search, Why, entries, executable, name, read_text};

/// Files that stand at the top of a package.
const MARKERS: &[&str] = &[
    "package.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements.txt",
    "deno.json",
    "deno.jsonc",
    "Gemfile",
    "composer.json",
];

/// Adds the file that a program is entered by, and the package it is a part of.
pub(super) fn add(search: &mut Search<'_>, entry: &Path) {
    let entry = search.launch.cwd.join(entry);
    if !search.add_named(&entry, Why::Program) {
        return;
    }
    // Packages are looked up from where the file really is.
    for file in executable::hops(&entry).iter().filter(|hop| !hop.is_symlink()) {
        let folder = if file.is_dir() { Some(file.as_path()) } else { file.parent() };
        let Some(folder) = folder else { continue };
        match above(&search.reserved, folder) {
            Some(package) => _ = search.add(&package, Why::Program),
            None if is_its_own(search, folder) => _ = search.add(folder, Why::Program),
            None => {}
        }
        add_modules(search, folder);
    }
}

/// The package that `folder` is in.
pub(super) fn above(reserved: &Reserved, folder: &Path) -> Option<PathBuf> {
    let candidates = folder.ancestors().take_while(|above| !reserved.holds(above));
    let has_marker = |above: &&Path| MARKERS.iter().any(|marker| above.join(marker).is_file());
    let marked = candidates.filter(|above| name(above) != "node_modules").filter(has_marker);
    let found = marked.clone().find(|above| is_top(above)).or_else(|| marked.clone().next());
    found.map(Path::to_path_buf)
}

/// Whether a folder with a marker is more than a part of a package whose `package.json` only tells
/// which kind of modules these are.
fn is_top(folder: &Path) -> bool {
    let others = MARKERS.iter().filter(|marker| **marker != "package.json");
    let text = read_text(&folder.join("package.json")).unwrap_or_default();
    ["\"name\"", "\"dependencies\"", "\"scripts\""].iter().any(|key| text.contains(key))
        || others.into_iter().any(|marker| folder.join(marker).is_file())
}

/// Adds every `node_modules` that is searched from `folder`, and the packages of the same repository
/// that these link to.
pub(super) fn add_modules(search: &mut Search<'_>, folder: &Path) {
    for above in folder.ancestors().filter(|above| name(above) != "node_modules") {
        let modules = above.join("node_modules");
        let elsewhere = modules.canonicalize().is_ok_and(|real| name(&real) == "node_modules");
        let added = if elsewhere {
            search.add(&modules, Why::Program)
        } else {
            search.add_inside(above, "node_modules", Why::Program)
        };
        if !added || search.reserved.holds(above) {
            continue;
        }
        let scopes: Vec<_> =
            entries(&modules).into_iter().filter(|it| name(it).starts_with('@')).collect();
        for inner in std::iter::once(modules).chain(scopes) {
            for linked in entries(&inner).iter().filter(|entry| entry.is_symlink()) {
                search.add_inside(above, linked, Why::Program);
            }
        }
    }
}

/// Whether a folder without a marker is the program's, and not one in which people keep all kinds of
/// things: those are right under home, or at the top of a disk.
fn is_its_own(search: &Search<'_>, folder: &Path) -> bool {
    let shared = [search.around.home, Path::new("/"), Path::new("/tmp"), Path::new("/srv")];
    let above = folder.parent();
    !matches!(name(folder), "bin" | "sbin" | ".bin" | "shims")
        && !above.is_none_or(|above| shared.contains(&above) || search.reserved.holds(above))
}
