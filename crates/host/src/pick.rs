//! Picked folders: what they are, looked at before a person consents.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use paddock_core::consent::Facts;
use paddock_core::text::shown;
use paddock_core::{AbsolutePath, Access, Root};
use paddock_supervisor::led::{Held, Led};
use paddock_watcher::resolve;
use serde_json::Value;

use crate::Places;
use crate::failure::unresolved;
use crate::view::{Code, Failure};

/// Names looked at in a folder.
const NAMES: usize = 2000;
/// The largest `.code-workspace` file that is read, in bytes.
const WORKSPACE_LIMIT: u64 = 1 << 20;

/// A folder that was picked, and what was seen of it.
#[derive(Clone, Debug)]
pub(crate) struct Surveyed {
    pub(crate) root: Root,
    pub(crate) picked_as: Option<String>,
    pub(crate) repository: Option<Root>,
    pub(crate) projects: Vec<&'static str>,
    pub(crate) facts: Facts,
}

/// Files that tell the kind of a project.
const PROJECTS: &[(&str, &str)] = &[
    (".git", "git"),
    ("Cargo.toml", "rust"),
    ("package.json", "node"),
    ("pyproject.toml", "python"),
    ("requirements.txt", "python"),
    ("setup.py", "python"),
    ("go.mod", "go"),
    ("pom.xml", "java"),
    ("build.gradle", "java"),
    ("build.gradle.kts", "java"),
    ("Gemfile", "ruby"),
    ("composer.json", "php"),
];

/// Looks at a picked folder. Blocks as long as the filesystem does.
pub(crate) fn survey(picked: &Path, places: &Places) -> Result<Surveyed, Failure> {
    let root = resolve(picked).map_err(|error| unresolved(picked, &error))?;
    let path = root.path.as_path();
    let names = names(path);
    let through_link = AbsolutePath::new(picked).is_ok_and(|picked| picked != root.path);
    let facts = Facts {
        home: canonical(&places.home),
        own: places.own.iter().chain([&places.data]).filter_map(|own| canonical(own)).collect(),
        on_path: on_path(places),
        is_mount_point: is_mount_point(path),
        is_network_share: is_network_share(path),
        through_link,
        has_git: names.iter().any(|name| name == ".git"),
        is_large: names.len() == NAMES,
        leads_beyond: leads_beyond(path, &places.home),
        names,
    };
    let mut projects: Vec<_> = PROJECTS
        .iter()
        .filter(|(file, _)| path.join(file).symlink_metadata().is_ok())
        .map(|(_, kind)| *kind)
        .collect();
    let ending = |name: &String| Path::new(name).extension().map(OsStr::to_ascii_lowercase);
    if facts.names.iter().filter_map(ending).any(|ending| ending == "csproj" || ending == "sln") {
        projects.push("dotnet");
    }
    projects.dedup();
    Ok(Surveyed {
        picked_as: through_link.then(|| shown(picked)),
        repository: repository(&root, facts.home.as_ref()),
        root,
        projects,
        facts,
    })
}

/// The folders of a VS Code workspace file: each resolved, or why it is not.
pub(crate) fn read_workspace(file: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable =
        |reason: String| Failure::new(Code::WorkspaceUnreadable).with("reason", reason);
    let text = read_text(file).map_err(|error| unreadable(error.to_string()))?;
    let value: Value = parse_to_serde_value(&text, &ParseOptions::default())
        .map_err(|error| unreadable(error.to_string()))?;
    let base = file.parent().unwrap_or(Path::new("/"));
    let folders = value.get("folders").and_then(Value::as_array).into_iter().flatten();
    let folders: Vec<_> = folders.filter_map(|folder| workspace_folder(folder, base)).collect();
    if folders.is_empty() {
        return Err(Failure::new(Code::WorkspaceEmpty));
    }
    Ok(folders)
}

/// What a file says, and no pipe or device, of which nobody knows when they end.
fn read_text(file: &Path) -> io::Result<String> {
    let mut options = std::fs::File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let opened = options.open(file)?;
    let mut text = String::new();
    if opened.metadata()?.is_file() {
        opened.take(WORKSPACE_LIMIT + 1).read_to_string(&mut text)?;
    }
    match u64::try_from(text.len()) {
        Ok(1..=WORKSPACE_LIMIT) => Ok(text),
        _ => Err(io::Error::other("it is empty, too long, or no file")),
    }
}

fn workspace_folder(folder: &Value, base: &Path) -> Option<PathBuf> {
    if let Some(path) = folder.get("path").and_then(Value::as_str) {
        return Some(base.join(path));
    }
    let uri = folder.get("uri").and_then(Value::as_str)?;
    let path = paddock_core::FileUri::parse(uri).ok()?.to_path().ok()?;
    Some(path.as_path().to_path_buf())
}

/// The Git repository above the folder, if the folder is not one itself. Never the home folder or
/// what lies above it.
fn repository(root: &Root, home: Option<&AbsolutePath>) -> Option<Root> {
    let has_git = |folder: &Path| folder.join(".git").symlink_metadata().is_ok();
    if has_git(root.path.as_path()) {
        return None;
    }
    let holds_home = |folder: &AbsolutePath| home.is_some_and(|home| home.is_within(folder));
    let above = root
        .path
        .ancestors()
        .skip(1)
        .take_while(|folder| !holds_home(folder))
        .find(|folder| has_git(folder.as_path()))?;
    resolve(above.as_path()).ok()
}

/// Whether a server that may write, but not what runs, might be let write what something in the
/// folder leads to.
fn leads_beyond(folder: &Path, home: &Path) -> bool {
    let held = Held { folder: folder.to_path_buf(), access: Access::WriteGuarded };
    Led::from(&[held], Some(home)).is_cut_short()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(NAMES);
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn on_path(places: &Places) -> Vec<AbsolutePath> {
    let path = places.environment.iter().find(|(name, _)| name == "PATH");
    let value = path.map_or(OsStr::new(""), |(_, value)| value.as_os_str());
    std::env::split_paths(value).filter_map(|folder| canonical(&folder)).collect()
}

fn canonical(path: &Path) -> Option<AbsolutePath> {
    AbsolutePath::new(path.canonicalize().ok()?).ok()
}

#[cfg(unix)]
fn is_mount_point(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| path.metadata().ok().map(|file| file.dev());
    path.parent().is_some_and(|parent| device(path) != device(parent))
}

#[cfg(not(unix))]
fn is_mount_point(path: &Path) -> bool {
    path.parent().is_none()
}

/// By the magic numbers of `statfs(2)`.
#[cfg(target_os = "linux")]
fn is_network_share(path: &Path) -> bool {
    const NETWORK: &[u64] = &[
        0x6969,      // NFS
        0x517b,      // SMB
        0xff53_4d42, // CIFS
        0xfe53_4d42, // SMB2
        0x0102_1997, // 9P
        0x5346_414f, // AFS
        0x00c3_6400, // Ceph
        0x7375_7245, // Coda
        0x6573_5546, // FUSE: sshfs, rclone, cloud drives
    ];
    #[expect(clippy::cast_sign_loss, reason = "a magic number, not a quantity")]
    rustix::fs::statfs(path).is_ok_and(|stat| NETWORK.contains(&(stat.f_type as u64 & 0xffff_ffff)))
}

#[cfg(not(target_os = "linux"))]
fn is_network_share(_: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn places(home: &Path) -> Places {
        Places {
            best_tier: None,
            keyring: paddock_models::Keyring::in_memory(),
            outside: std::sync::Arc::new(paddock_network::System),
            data: home.join("data"),
            own: Vec::new(),
            home: home.to_path_buf(),
            keeper: PathBuf::new(),
            files_server: PathBuf::new(),
            environment: Vec::new(),
        }
    }

    #[test]
    fn a_subfolder_of_a_repository_names_the_repository() {
        let home = tempfile::tempdir().unwrap();
        let inside = home.path().join("acme/src");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::create_dir(home.path().join("acme/.git")).unwrap();
        std::fs::write(home.path().join("acme/Cargo.toml"), "").unwrap();
        let found = survey(&inside, &places(home.path())).unwrap();
        let acme = survey(&home.path().join("acme"), &places(home.path())).unwrap();
        assert_eq!(found.repository, Some(acme.root.clone()));
        assert_eq!((acme.repository, acme.projects), (None, vec!["git", "rust"]));
        assert!(acme.facts.has_git);
    }

    #[test]
    fn a_link_is_followed_and_said() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("real")).unwrap();
        let link = home.path().join("link");
        std::os::unix::fs::symlink("real", &link).unwrap();
        let found = survey(&link, &places(home.path())).unwrap();
        assert!(found.root.path.as_path().ends_with("real"));
        assert_eq!(found.picked_as, Some(shown(&link)));
    }

    #[test]
    fn every_folder_of_a_workspace_file_is_proposed() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("all.code-workspace");
        let text = r#"{ // mine
            "folders": [{"path": "a"}, {"uri": "file:///b%20c"}, {"path": "/d", "name": "D"},],
        }"#;
        std::fs::write(&file, text).unwrap();
        let folders = read_workspace(&file).unwrap();
        assert_eq!(folders, [home.path().join("a"), "/b c".into(), "/d".into()]);
        std::fs::write(&file, "{}").unwrap();
        assert_eq!(read_workspace(&file).unwrap_err().code, Code::WorkspaceEmpty);
        std::fs::write(&file, "{").unwrap();
        assert_eq!(read_workspace(&file).unwrap_err().code, Code::WorkspaceUnreadable);
    }

    #[test]
    fn what_is_no_folder_is_named() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(survey(&file, &places(home.path())).unwrap_err().code, Code::NotAFolder);
        let missing = home.path().join("missing");
        assert_eq!(survey(&missing, &places(home.path())).unwrap_err().code, Code::FolderMissing);
    }
}
