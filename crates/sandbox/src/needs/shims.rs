use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Search, is_executable, name};

/// Version managers that keep `shims/NAME`, `versions/VERSION/bin/NAME` and a file `version`.
const RBENV_LIKE: &[Family] = &[
    Family {
        root: "PYENV_ROOT",
        usual: ".pyenv",
        variable: "PYENV_VERSION",
        file: ".python-version",
    },
    Family {
        root: "NODENV_ROOT",
        usual: ".nodenv",
        variable: "NODENV_VERSION",
        file: ".node-version",
    },
    Family {
        root: "RBENV_ROOT",
        usual: ".rbenv",
        variable: "RBENV_VERSION",
        file: ".ruby-version",
    },
    Family { root: "GOENV_ROOT", usual: ".goenv", variable: "GOENV_VERSION", file: ".go-version" },
];

struct Family {
    root: &'static str,
    usual: &'static str,
    variable: &'static str,
    file: &'static str,
}

/// The program that a version manager's stand-in `program` would run; `program` itself where it is no
/// such thing.
///
/// A stand-in needs its whole version manager, and often to write there. What it would choose is told
/// by the manager's files; where they tell nothing, the newest version that has the program is meant.
pub(super) fn real(search: &Search<'_>, program: &Path) -> PathBuf {
    let found = volta(search, program)
        .or_else(|| mise(search, program))
        .or_else(|| asdf(search, program))
        .or_else(|| RBENV_LIKE.iter().find_map(|family| rbenv_like(search, program, family)))
        .or_else(|| elsewhere(search, program));
    found.unwrap_or_else(|| program.to_path_buf())
}

fn is_in(program: &Path, folder: &Path) -> bool {
    let Some(parent) = program.parent() else { return false };
    parent == folder || folder.canonicalize().is_ok_and(|real| real == parent)
}

/// Volta keeps what is chosen in `tools/user/platform.json`, and programs of packages by themselves.
fn volta(search: &Search<'_>, program: &Path) -> Option<PathBuf> {
    let root = search.folder("VOLTA_HOME", ".volta");
    if !is_in(program, &root.join("bin")) {
        return None;
    }
    let image = root.join("tools/image");
    let platform = search.read_text(&root.join("tools/user/platform.json")).unwrap_or_default();
    let tool = match name(program) {
        "npx" => "npm",
        "nodejs" => "node",
        other => other,
    };
    let own = chosen_in_json(&platform, tool).map(|version| image.join(tool).join(version));
    let node = chosen_in_json(&platform, "runtime").map(|version| image.join("node").join(version));
    let packages = search.entries_of(&image.join("packages"));
    // A scope is a folder of packages.
    let scoped =
        packages.iter().filter(|it| name(it).starts_with('@')).flat_map(|it| search.entries_of(it));
    let packages: Vec<_> = packages.iter().cloned().chain(scoped).collect();
    let newest = newest_first(search, &image.join("node"));
    let prefixes = own.into_iter().chain(node).chain(newest).chain(packages);
    having(prefixes, program)
}

/// The version in `"key": "VERSION"`, or in `"key": { "runtime": "VERSION" …`.
fn chosen_in_json<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let after = text.split_once(&format!("\"{key}\""))?.1.trim_start().strip_prefix(':')?;
    let version = after.trim_start().strip_prefix('"')?.split('"').next()?;
    is_version(version).then_some(version)
}

/// mise keeps `installs/TOOL/VERSION`, where a short version is a link to a full one.
fn mise(search: &Search<'_>, program: &Path) -> Option<PathBuf> {
    let data = search.folder("XDG_DATA_HOME", ".local/share");
    let root = search.folder("MISE_DATA_DIR", ".local/share/mise");
    let root =
        [root, data.join("mise")].into_iter().find(|it| is_in(program, &it.join("shims")))?;
    let config = search.folder("XDG_CONFIG_HOME", ".config");
    let global = search.folder("MISE_CONFIG_DIR", "").join("config.toml");
    let mut files = above(search, &["mise.toml", ".mise.toml", ".tool-versions"]);
    files.extend([
        global,
        config.join("mise/config.toml"),
        search.around.home.join(".tool-versions"),
    ]);
    let installs = search.entries_of(&root.join("installs"));
    let chosen = files.iter().filter_map(|file| search.read_text(file)).flat_map(|text| {
        let tools = installs.iter().filter_map(|tool| {
            let version = chosen_in_lines(&text, name(tool))?;
            Some(tool.join(version))
        });
        tools.collect::<Vec<_>>()
    });
    let newest = installs.iter().flat_map(|tool| newest_first(search, tool));
    having(chosen.chain(newest), program)
}

/// asdf keeps `installs/TOOL/VERSION`; a stand-in is a script that names both.
fn asdf(search: &Search<'_>, program: &Path) -> Option<PathBuf> {
    let root = search.folder("ASDF_DATA_DIR", ".asdf");
    if !is_in(program, &root.join("shims")) {
        return None;
    }
    let script = search.read_text(program)?;
    let mut named: Vec<(&str, &str)> = script
        .lines()
        .filter_map(|line| line.trim_start_matches('#').trim().strip_prefix("asdf-plugin:"))
        .filter_map(|tool| tool.trim().split_once(' '))
        .filter(|(tool, version)| is_version(tool) && is_version(version))
        .collect();
    named.sort_by_key(|(_, version)| std::cmp::Reverse(numbers(version)));
    let mut files = above(search, &[".tool-versions"]);
    files.push(search.around.home.join(".tool-versions"));
    let texts: Vec<_> = files.iter().filter_map(|file| search.read_text(file)).collect();
    let chosen = texts.iter().flat_map(|text| {
        named.iter().filter_map(|(tool, _)| Some((*tool, chosen_in_lines(text, tool)?)))
    });
    let versions: Vec<_> = chosen.chain(named.iter().copied()).collect();
    let installs = root.join("installs");
    having(versions.iter().map(|(tool, version)| installs.join(tool).join(version)), program)
}

fn rbenv_like(search: &Search<'_>, program: &Path, family: &Family) -> Option<PathBuf> {
    let root = search.folder(family.root, family.usual);
    if !is_in(program, &root.join("shims")) {
        return None;
    }
    let set = search.variable(family.variable).and_then(OsStr::to_str).map(str::to_owned);
    let mut files = above(search, &[family.file]);
    files.push(root.join("version"));
    let told = set.into_iter().chain(files.iter().filter_map(|file| search.read_text(file)));
    let versions = root.join("versions");
    let chosen: Vec<PathBuf> = told
        .flat_map(|text| {
            let versions = text.split([':', '\n', ' ']).map(|it| it.trim().to_owned());
            versions.filter(|version| is_version(version)).collect::<Vec<_>>()
        })
        .flat_map(|version| {
            // `3.12` stands for the newest 3.12.
            let longer = format!("{version}.");
            let newest = newest_first(search, &versions);
            let newest = newest.into_iter().filter(move |it| name(it).starts_with(&longer));
            std::iter::once(versions.join(version)).chain(newest).collect::<Vec<_>>()
        })
        .collect();
    having(chosen.into_iter().chain(newest_first(search, &versions)), program)
}

/// Where the folder of a program is a link in a place that is not let in, such as the one fnm makes
/// for each shell under `/run/user`, the program is started by where it really is.
fn elsewhere(search: &Search<'_>, program: &Path) -> Option<PathBuf> {
    let physical = search.real(program.parent()?)?.join(program.file_name()?);
    (search.reserved.holds(program) && !search.reserved.holds(&physical)).then_some(physical)
}

/// The program of that name in the first of the `prefixes` that has one.
fn having(prefixes: impl IntoIterator<Item = PathBuf>, program: &Path) -> Option<PathBuf> {
    let file = program.file_name()?;
    let candidates = |prefix: PathBuf| [prefix.join("bin").join(file), prefix.join(file)];
    prefixes.into_iter().flat_map(candidates).find(|file| is_executable(file))
}

/// Files of these names in the folder that the server starts in and above it.
fn above(search: &Search<'_>, names: &[&str]) -> Vec<PathBuf> {
    let folders = search.cwd.ancestors();
    folders.flat_map(|folder| names.iter().map(|name| folder.join(name))).collect()
}

/// The version in a line such as `node 20.1.0` or `node = "20"`.
fn chosen_in_lines<'a>(text: &'a str, tool: &str) -> Option<&'a str> {
    let version = |line: &'a str| {
        let line = line.trim().trim_start_matches('"');
        let rest = line.strip_prefix(tool)?.trim_start_matches('"');
        let rest =
            rest.strip_prefix([' ', '\t', '='])?.trim_start_matches([' ', '\t', '=', '"', '[']);
        rest.split([' ', '\t', '"', ',', '#']).next().filter(|version| is_version(version))
    };
    text.lines().find_map(version)
}

/// Whether a word may be used as a part of a path.
fn is_version(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+@".contains(c);
    !word.is_empty() && !word.starts_with('.') && word.chars().all(plain)
}

fn newest_first(search: &Search<'_>, folder: &Path) -> Vec<PathBuf> {
    let mut versions: Vec<_> =
        search.entries_of(folder).into_iter().filter(|it| !it.is_symlink()).collect();
    versions.sort_by_key(|version| std::cmp::Reverse(numbers(name(version))));
    versions
}

fn numbers(version: &str) -> Vec<u64> {
    version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_each_manager_writes_them() {
        let volta = r#"{"node": {"runtime": "20.1.0", "npm": null}, "yarn": "1.22.0"}"#;
        assert_eq!(chosen_in_json(volta, "runtime"), Some("20.1.0"));
        assert_eq!(chosen_in_json(volta, "yarn"), Some("1.22.0"));
        assert_eq!(chosen_in_json(volta, "npm"), None);
        for line in ["nodejs 20.1.0", "nodejs = \"20.1.0\"", "nodejs = ['x'"] {
            let expected = (!line.contains('x')).then_some("20.1.0");
            assert_eq!(chosen_in_lines(line, "nodejs"), expected, "{line}");
        }
        assert_eq!(chosen_in_lines("nodejs ../../etc", "nodejs"), None);
        assert_eq!(chosen_in_lines("nodejs-lts 20", "nodejs"), None);
    }

    #[test]
    fn the_newest_is_newest_by_number() {
        assert!(numbers("v20.10.0") > numbers("v20.9.1"));
        assert!(numbers("3.12.1") > numbers("2.7.18"));
    }
}
