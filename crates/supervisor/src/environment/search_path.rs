use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// The folders in which programs are looked for, in order and without duplicates.
///
/// All are absolute: a `.` or an empty entry would let the folder a server starts in decide which
/// program is run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchPath {
    folders: Vec<PathBuf>,
}

/// No program of this name can be executed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct NotFound {
    /// As it was asked for.
    pub name: PathBuf,
    /// The folders searched, in order.
    pub looked_in: Vec<PathBuf>,
    /// Files of that name which are not executable.
    pub not_executable: Vec<PathBuf>,
}

impl SearchPath {
    /// Reads the value of a `PATH` variable, and leaves relative entries out.
    pub fn parse(value: &OsStr) -> Self {
        let mut path = Self::default();
        path.append(env::split_paths(value));
        path
    }

    /// Adds at the end those `folders` that are absolute and not in it yet.
    pub fn append(&mut self, folders: impl IntoIterator<Item = PathBuf>) {
        for folder in folders {
            let fits_a_value = env::join_paths([&folder]).is_ok();
            if folder.is_absolute() && fits_a_value && !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
    }

    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The value for a `PATH` variable.
    pub fn to_value(&self) -> OsString {
        // Only entries that can be joined were let in.
        env::join_paths(&self.folders).unwrap_or_default()
    }
}

/// The absolute path of the program that `name` stands for, as a shell in `cwd` would find it: a bare
/// name is searched in `path`, one with a slash is taken from `cwd` if it is relative.
pub fn find_program(name: &Path, path: &SearchPath, cwd: &Path) -> Result<PathBuf, NotFound> {
    let looked_in = if is_bare(name) {
        path.folders.clone()
    } else {
        let folder = cwd.join(name).parent().map(Path::to_path_buf);
        folder.into_iter().collect()
    };
    let file = if is_bare(name) { name.as_os_str() } else { name.file_name().unwrap_or_default() };
    let mut not_executable = Vec::new();
    for candidate in looked_in.iter().flat_map(|folder| candidates(folder, file)) {
        match look_at(&candidate) {
            Found::Executable => return Ok(candidate),
            Found::NotExecutable => not_executable.push(candidate),
            Found::Nothing => {}
        }
    }
    Err(NotFound { name: name.to_path_buf(), looked_in, not_executable })
}

fn is_bare(name: &Path) -> bool {
    let mut components = name.components();
    let only_one = matches!(components.next(), Some(Component::Normal(only)) if only == name);
    only_one && components.next().is_none()
}

fn candidates(folder: &Path, file: &OsStr) -> Vec<PathBuf> {
    let extensions: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd", ".bat"] } else { &[""] };
    let with = |extension: &&str| {
        let mut file = file.to_os_string();
        file.push(extension);
        folder.join(file)
    };
    extensions.iter().map(with).collect()
}

enum Found {
    Executable,
    NotExecutable,
    Nothing,
}

fn look_at(candidate: &Path) -> Found {
    if !candidate.is_file() {
        Found::Nothing
    } else if may_execute(candidate) {
        Found::Executable
    } else {
        Found::NotExecutable
    }
}

#[cfg(unix)]
fn may_execute(file: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    accessat(CWD, file, Access::EXEC_OK, AtFlags::EACCESS).is_ok()
}

#[cfg(not(unix))]
fn may_execute(_file: &Path) -> bool {
    true
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no program `{}`", self.name.display())?;
        if let Some(file) = self.not_executable.first() {
            return write!(f, ": `{}` is not executable", file.display());
        }
        let mut separator = "; looked in ";
        for folder in &self.looked_in {
            write!(f, "{separator}{}", folder.display())?;
            separator = ", ";
        }
        Ok(())
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use proptest::prelude::*;

    use super::*;

    struct World {
        root: tempfile::TempDir,
    }

    impl World {
        fn new() -> Self {
            Self { root: tempfile::tempdir().unwrap() }
        }

        fn at(&self, path: &str) -> PathBuf {
            self.root.path().join(path)
        }

        fn file(&self, path: &str, mode: u32) -> PathBuf {
            let file = self.at(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            file
        }

        fn path(&self, folders: &[&str]) -> SearchPath {
            let mut path = SearchPath::default();
            path.append(folders.iter().map(|folder| self.at(folder)));
            path
        }
    }

    #[test]
    fn the_first_executable_wins() {
        let world = World::new();
        world.file("a/npx", 0o644);
        let npx = world.file("b/npx", 0o755);
        world.file("c/npx", 0o755);
        let path = world.path(&["a", "b", "c"]);
        assert_eq!(find_program("npx".as_ref(), &path, "/".as_ref()), Ok(npx));
    }

    #[test]
    fn a_folder_is_no_program() {
        let world = World::new();
        fs::create_dir_all(world.at("a/npx")).unwrap();
        let npx = world.file("b/npx", 0o755);
        let path = world.path(&["a", "b"]);
        assert_eq!(find_program("npx".as_ref(), &path, "/".as_ref()), Ok(npx));
    }

    #[test]
    fn what_is_missing_is_told_with_where_it_was_looked_for() {
        let path = SearchPath::parse("/nowhere/bin:/nowhere/sbin".as_ref());
        let error = find_program("npx".as_ref(), &path, "/".as_ref()).unwrap_err();
        assert_eq!(error.looked_in, path.folders());
        let expected = "no program `npx`; looked in /nowhere/bin, /nowhere/sbin";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_file_that_is_not_executable_is_named() {
        let world = World::new();
        let npx = world.file("a/npx", 0o644);
        let error = find_program("npx".as_ref(), &world.path(&["a"]), "/".as_ref()).unwrap_err();
        assert_eq!(error.not_executable, [npx]);
        assert!(error.to_string().contains("is not executable"), "{error}");
    }

    #[test]
    fn a_name_with_a_slash_is_not_searched() {
        let world = World::new();
        let server = world.file("project/bin/server", 0o755);
        world.file("a/server", 0o755);
        let (path, cwd) = (world.path(&["a"]), world.at("project"));
        let found = find_program("bin/server".as_ref(), &path, &cwd);
        assert_eq!(found, Ok(server.clone()));
        assert_eq!(find_program(&server, &SearchPath::default(), "/".as_ref()), Ok(server));
        let error = find_program("./server".as_ref(), &path, &cwd).unwrap_err();
        assert_eq!(error.looked_in, [cwd]);
    }

    #[test]
    fn names_that_are_none_find_nothing() {
        let world = World::new();
        world.file("a/server", 0o755);
        for name in ["", ".", "..", "/", "a/.."] {
            let found = find_program(name.as_ref(), &world.path(&["a"]), world.root.path());
            assert!(found.is_err(), "{name:?} found {found:?}");
        }
    }

    #[test]
    fn relative_entries_are_left_out() {
        let path = SearchPath::parse("/usr/bin::.:bin:/bin".as_ref());
        assert_eq!(path.to_value(), "/usr/bin:/bin");
    }

    proptest! {
        #[test]
        fn merging_keeps_the_first_of_each(
            values in prop::collection::vec("[/.a-c]{0,4}(:[/.a-c]{0,4}){0,4}", 0..5),
        ) {
            let mut merged = SearchPath::default();
            for value in &values {
                merged.append(env::split_paths(value));
            }
            let all: Vec<_> = values.iter().flat_map(env::split_paths).collect();
            let mut expected = Vec::new();
            for folder in all.into_iter().filter(|folder| folder.is_absolute()) {
                if !expected.contains(&folder) {
                    expected.push(folder);
                }
            }
            prop_assert_eq!(merged.folders(), &expected[..]);
            prop_assert_eq!(SearchPath::parse(&merged.to_value()), merged);
        }
    }
}
