use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Variables, value};

/// How often one nvm alias may name another.
const ALIAS_HOPS: usize = 8;

/// The most that is read of an alias.
const ALIAS_BYTES: u64 = 256;

const SYSTEM: &[&str] = &[
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
    "/snap/bin",
];

/// Folders in which programs such as `npx` and `uvx` are commonly installed and which exist now, the
/// most specific first. `variables` may move some of them (`NVM_DIR`, `VOLTA_HOME`…).
pub fn well_known_folders(home: &Path, variables: &Variables) -> Vec<PathBuf> {
    let mut folders = folders_under(home, variables);
    folders.extend(SYSTEM.iter().map(PathBuf::from));
    folders.retain(|folder| folder.is_dir());
    folders
}

fn folders_under(home: &Path, variables: &Variables) -> Vec<PathBuf> {
    let moved = |name, usual: &str| match value(variables, name) {
        Some(folder) => PathBuf::from(folder),
        None => home.join(usual),
    };
    let data = moved("XDG_DATA_HOME", ".local/share");
    let mut folders = Vec::new();

    folders.push(moved("VOLTA_HOME", ".volta").join("bin"));
    folders.push(moved("MISE_DATA_DIR", ".local/share/mise").join("shims"));
    folders.push(moved("ASDF_DATA_DIR", ".asdf").join("shims"));
    folders.extend(nvm(&moved("NVM_DIR", ".nvm")));
    let fnm_usual = [home.join(".fnm"), home.join("Library/Application Support/fnm")];
    let fnm_moved = value(variables, "FNM_DIR").map(PathBuf::from);
    for root in fnm_moved.into_iter().chain([data.join("fnm")]).chain(fnm_usual) {
        folders.extend(fnm(&root));
    }
    let pyenv = moved("PYENV_ROOT", ".pyenv");
    folders.extend([pyenv.join("shims"), pyenv.join("bin")]);
    folders.push(moved("PNPM_HOME", ".local/share/pnpm"));
    folders.push(moved("BUN_INSTALL", ".bun").join("bin"));
    folders.push(moved("DENO_INSTALL", ".deno").join("bin"));
    folders.push(moved("CARGO_HOME", ".cargo").join("bin"));
    folders.extend([home.join(".local/bin"), home.join("bin")]);
    folders
}

/// The version that nvm would use in a new shell, then the newest.
fn nvm(root: &Path) -> Vec<PathBuf> {
    let installed = newest_first(&root.join("versions/node"));
    let default = nvm_version(root, "default", &installed);
    default.into_iter().chain(installed.first().cloned()).map(|dir| dir.join("bin")).collect()
}

/// Follows aliases to the newest installed version that the last one stands for.
fn nvm_version(root: &Path, alias: &str, installed: &[PathBuf]) -> Option<PathBuf> {
    let mut name = alias.to_owned();
    for _ in 0..ALIAS_HOPS {
        match read_alias(&root.join("alias").join(&name)) {
            Some(next) => name = next,
            None => break,
        }
    }
    if matches!(name.as_str(), "node" | "stable") {
        return installed.first().cloned();
    }
    let wanted = version(name.as_ref())?;
    let stands_for = |dir: &&PathBuf| file_version(dir).is_some_and(|v| v.starts_with(&wanted));
    installed.iter().find(stands_for).cloned()
}

fn read_alias(file: &Path) -> Option<String> {
    use std::io::Read as _;
    let stays_inside = file.components().all(|part| part != std::path::Component::ParentDir);
    if !stays_inside || !file.is_file() {
        return None;
    }
    let mut text = String::new();
    fs::File::open(file).ok()?.take(ALIAS_BYTES).read_to_string(&mut text).ok()?;
    let name = text.trim();
    // An absolute name would leave the folder of aliases.
    (!name.is_empty() && !name.starts_with('/')).then(|| name.to_owned())
}

/// The default version, then the newest.
fn fnm(root: &Path) -> Vec<PathBuf> {
    let newest = newest_first(&root.join("node-versions")).into_iter().next();
    let newest = newest.map(|dir| dir.join("installation/bin"));
    [root.join("aliases/default/bin")].into_iter().chain(newest).collect()
}

/// The folders in `dir` that are named after a version.
fn newest_first(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten();
    let mut versions: Vec<_> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter_map(|dir| Some((file_version(&dir)?, dir)))
        .collect();
    versions.sort();
    versions.into_iter().rev().map(|(_, dir)| dir).collect()
}

fn file_version(dir: &Path) -> Option<Vec<u64>> {
    version(dir.file_name()?)
}

/// `v22.1.0` as `[22, 1, 0]`.
fn version(name: &OsStr) -> Option<Vec<u64>> {
    let name = name.to_str()?;
    let numbers = name.strip_prefix('v').unwrap_or(name).split('.');
    numbers.map(|number| number.parse().ok()).collect()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    struct Home(tempfile::TempDir);

    impl Home {
        fn with(folders: &[&str]) -> Self {
            let home = Self(tempfile::tempdir().unwrap());
            for folder in folders {
                fs::create_dir_all(home.0.path().join(folder)).unwrap();
            }
            home
        }

        fn alias(self, name: &str, to: &str) -> Self {
            let file = self.0.path().join(".nvm/alias").join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, format!("{to}\n")).unwrap();
            self
        }

        /// Those below this home, relative to it.
        fn folders(&self, variables: &Variables) -> Vec<String> {
            let home = self.0.path();
            let found = well_known_folders(home, variables);
            let below = found.iter().filter_map(|folder| folder.strip_prefix(home).ok());
            below.map(|folder| folder.to_str().unwrap().to_owned()).collect()
        }
    }

    const NODES: &[&str] = &[
        ".nvm/versions/node/v9.11.2/bin",
        ".nvm/versions/node/v20.9.0/bin",
        ".nvm/versions/node/v20.10.0/bin",
        ".nvm/versions/node/v22.1.0/bin",
    ];

    fn node(version: &str) -> String {
        format!(".nvm/versions/node/{version}/bin")
    }

    #[test]
    fn only_what_exists_is_named() {
        let home = Home::with(&[".volta/bin", ".cargo/bin", ".local/bin"]);
        assert_eq!(home.folders(&[]), [".volta/bin", ".cargo/bin", ".local/bin"]);
    }

    #[test]
    fn the_newest_node_is_newest_by_number() {
        assert_eq!(Home::with(NODES).folders(&[]), [node("v22.1.0")]);
    }

    #[test]
    fn the_default_alias_comes_before_the_newest() {
        let home = Home::with(NODES).alias("default", "20");
        assert_eq!(home.folders(&[]), [node("v20.10.0"), node("v22.1.0")]);
    }

    #[test]
    fn aliases_of_aliases_are_followed() {
        let home = Home::with(NODES)
            .alias("default", "lts/*")
            .alias("lts/*", "lts/iron")
            .alias("lts/iron", "v20.9.0");
        assert_eq!(home.folders(&[])[0], node("v20.9.0"));
    }

    #[test]
    fn aliases_in_a_circle_or_out_of_their_folder_do_no_harm() {
        for to in ["default", "../../.nvm/alias/default", "/etc/passwd", "nonsense", ""] {
            let home = Home::with(NODES).alias("default", to);
            assert_eq!(home.folders(&[]), [node("v22.1.0")], "{to:?}");
        }
    }

    #[test]
    fn variables_move_folders() {
        let home = Home::with(&["elsewhere/bin", ".volta/bin"]);
        let moved = home.0.path().join("elsewhere").into_os_string();
        assert_eq!(home.folders(&[("VOLTA_HOME".into(), moved)]), ["elsewhere/bin"]);
    }

    #[test]
    fn fnm_is_found_by_its_default_and_its_newest() {
        let home = Home::with(&[
            ".local/share/fnm/aliases/default/bin",
            ".local/share/fnm/node-versions/v9.0.0/installation/bin",
            ".local/share/fnm/node-versions/v18.0.0/installation/bin",
        ]);
        let expected = [
            ".local/share/fnm/aliases/default/bin",
            ".local/share/fnm/node-versions/v18.0.0/installation/bin",
        ];
        assert_eq!(home.folders(&[]), expected);
    }
}
