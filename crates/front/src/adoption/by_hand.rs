//! What a person writes into the configuration of an app themselves.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use paddock_apps::AppError;
use paddock_control::view::Failure;
use serde::Serialize;
use specta::Type;

use super::failure;
use super::propose::shim_env;

/// What launches servers through Paddock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Shim {
    /// Its name where `PATH` leads to it, or else its path.
    pub command: String,
    pub env: BTreeMap<String, String>,
}

/// How the program `shim` is named in a configuration, with this program's environment.
///
/// # Errors
/// There is no such file, or its path is no text.
pub fn by_hand(shim: &Path) -> Result<Shim, Failure> {
    let command = command(shim, std::env::var_os("PATH").as_deref());
    let command = command.ok_or_else(|| failure(&AppError::BadShim))?;
    let env = shim_env(|name| std::env::var_os(name)?.into_string().ok());
    Ok(Shim { command, env })
}

fn command(shim: &Path, search: Option<&OsStr>) -> Option<String> {
    let real = shim.canonicalize().ok().filter(|real| real.is_file())?;
    let name = shim.file_name()?;
    let mut named = std::env::split_paths(search.unwrap_or_default())
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name));
    let first: Option<PathBuf> = named.find(|file| file.is_file());
    let leads_to_it = first.is_some_and(|file| file.canonicalize().is_ok_and(|it| it == real));
    let command = if leads_to_it { Path::new(name) } else { shim };
    let command = command.to_str().filter(|it| !it.contains(char::is_control))?;
    (leads_to_it || shim.is_absolute()).then(|| command.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn program(folder: &Path) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let program = folder.join("paddock");
        fs::write(&program, "").unwrap();
        program
    }

    #[test]
    fn one_that_no_path_leads_to_is_named_by_where_it_is() {
        let ground = tempfile::tempdir().unwrap();
        let shim = program(&ground.path().join("built"));
        let elsewhere = ground.path().join("bin");
        for search in [None, Some(elsewhere.as_os_str())] {
            let command = command(&shim, search).unwrap();
            assert!(Path::new(&command).is_file(), "{command}");
            assert_eq!(Path::new(&command), shim);
        }
    }

    #[test]
    fn one_that_the_path_leads_to_is_named_as_it_is_typed() {
        let ground = tempfile::tempdir().unwrap();
        let shim = program(&ground.path().join("built"));
        let bin = ground.path().join("bin");
        fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(&shim, bin.join("paddock")).unwrap();
        assert_eq!(command(&shim, Some(bin.as_os_str())).as_deref(), Some("paddock"));
    }

    #[test]
    fn another_of_the_same_name_is_not_taken_for_it() {
        let ground = tempfile::tempdir().unwrap();
        let shim = program(&ground.path().join("built"));
        let (other, own) = (ground.path().join("bin"), shim.parent().unwrap());
        program(&other);
        let search = std::env::join_paths([&*other, own]).unwrap();
        assert_eq!(command(&shim, Some(&search)).as_deref(), shim.to_str());
    }

    #[test]
    fn one_that_is_gone_is_not_named() {
        let ground = tempfile::tempdir().unwrap();
        let gone = ground.path().join("paddock");
        assert_eq!(command(&gone, None), None);
        assert_eq!(command(ground.path(), None), None, "a folder is no program");
    }
}
