//! Where Node.js looks for packages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::package::{self, PACKAGE, is_whole};
use super::{Search, Why, name};

const MODULES: &str = "node_modules";

/// Adds every `node_modules` that is searched from `folder`, up to the top of its package or of the
/// repository, and the packages of the same repository that these link to, as far as they are
/// mentioned: in `words`, or by a package that needs them.
pub(super) fn add(search: &mut Search<'_>, folder: &Path, words: &str) {
    let top = top(search, folder);
    let mut mentioned = vec![words.to_owned()];
    let mut linked = BTreeMap::new();
    for above in folder.ancestors().take_while(|above| above.starts_with(&top)) {
        if search.reserved.holds(above) {
            break;
        }
        if name(above) == MODULES {
            continue;
        }
        if let Some(text) = search.read_text(&above.join(PACKAGE)) {
            search.add_inside(above, PACKAGE, Why::Program);
            mentioned.push(text);
        }
        let modules = above.join(MODULES);
        let is_modules = |real: PathBuf| real.starts_with(above) || name(&real) == MODULES;
        if search.believed(&modules).is_some_and(is_modules) && search.add(&modules, Why::Program) {
            linked.extend(links(search, &modules));
        }
    }
    while let Some(text) = mentioned.pop() {
        let named = |(package, _): &(&String, &PathBuf)| text.contains(&format!("\"{package}\""));
        let named: Vec<_> = linked.iter().filter(named).map(|(name, _)| name.clone()).collect();
        for package in named {
            let Some(link) = linked.remove(&package) else { continue };
            mentioned.extend(add_linked(search, &link, &top));
        }
    }
}

/// The packages that `modules` has by a link, by their names.
fn links(search: &Search<'_>, modules: &Path) -> BTreeMap<String, PathBuf> {
    let Some(real) = search.believed(modules) else { return BTreeMap::new() };
    let (links, scopes) = search.reader.links_and_scopes(&real);
    let in_scopes = scopes.iter().flat_map(|scope| {
        let links = search.reader.links_and_scopes(scope).0;
        links.into_iter().map(move |link| (format!("{}/{}", name(scope), name(&link)), link))
    });
    let links = links.into_iter().map(|link| (name(&link).to_owned(), link));
    links.chain(in_scopes).collect()
}

/// Adds the package that a link leads to, if it is one of this repository and has a name. What its
/// `package.json` says.
fn add_linked(search: &mut Search<'_>, link: &Path, top: &Path) -> Option<String> {
    let real = search.believed(link).filter(|real| real.starts_with(top) && real != top)?;
    let text = search.read_text(&real.join(PACKAGE))?;
    (text.contains("\"name\"") && search.add(link, Why::Program)).then_some(text)
}

/// How far up is looked: to the top of the repository, or of the package, or to the folder that the
/// package is installed in.
fn top(search: &Search<'_>, folder: &Path) -> PathBuf {
    let is_reserved = |above: &&Path| !search.reserved.holds(above);
    let above: Vec<_> = folder.ancestors().take_while(is_reserved).collect();
    let repository = above.iter().find(|above| is_repository(search, above)).copied();
    let installed = above.iter().rfind(|above| name(above) == MODULES);
    let installed = installed.and_then(|modules| modules.parent());
    let package = package::marked(search, folder);
    let tops = [repository, installed, package.as_deref()].into_iter().flatten();
    tops.min_by_key(|top| top.as_os_str().len()).unwrap_or(folder).to_path_buf()
}

/// Whether packages are kept together in `folder`.
fn is_repository(search: &Search<'_>, folder: &Path) -> bool {
    let says = |text: String| is_whole(&text) && text.contains("\"workspaces\"");
    search.believed(&folder.join(".git")).is_some()
        || search.has_file(&folder.join("pnpm-workspace.yaml"))
        || search.read_text(&folder.join(PACKAGE)).is_some_and(says)
}
