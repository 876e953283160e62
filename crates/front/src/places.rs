//! Where the app keeps its things, and where its own programs are.

use std::path::{Path, PathBuf};

use directories::{BaseDirs, ProjectDirs};
use paddock_host::{Keyring, Places, Tier};

/// Where this app's folders and programs are on this system.
#[derive(Clone, Debug)]
pub struct Whereabouts {
    pub host: Places,
    /// Holds the settings.
    pub config: PathBuf,
}

/// Finds them; `None` where the account has no home.
pub fn find() -> Option<Whereabouts> {
    let project = ProjectDirs::from("org", "Paddock", "Paddock")?;
    let base = BaseDirs::new()?;
    let folders = [
        Some(project.config_dir()),
        Some(project.cache_dir()),
        project.state_dir(),
        project.runtime_dir(),
        Some(project.data_local_dir()),
    ];
    let programs = programs();
    let host = Places {
        data: project.data_dir().to_path_buf(),
        own: folders.into_iter().flatten().map(Path::to_path_buf).collect(),
        home: base.home_dir().to_path_buf(),
        keeper: program(&programs, "paddock-sandbox"),
        files_server: program(&programs, "paddock-files"),
        environment: std::env::vars_os().collect(),
        best_tier: best_tier(),
        keyring: Keyring::of_the_system(),
    };
    Some(Whereabouts { host, config: project.config_dir().to_path_buf() })
}

/// The best way to enforce grants that may be used, for trying a lesser one that this system has.
fn best_tier() -> Option<Tier> {
    let named = std::env::var("PADDOCK_BEST_TIER").ok()?;
    [Tier::LiveMounts, Tier::Landlock].into_iter().find(|tier| tier.to_string() == named)
}

/// Beside this program, or where packages put programs that are not for people.
fn programs() -> Vec<PathBuf> {
    let here = std::env::current_exe().ok().and_then(|exe| exe.canonicalize().ok());
    let beside = here.and_then(|exe| exe.parent().map(Path::to_path_buf)).unwrap_or_default();
    let installed = beside.parent().map(|above| above.join("lib/paddock"));
    installed.into_iter().chain([beside]).collect()
}

fn program(folders: &[PathBuf], name: &str) -> PathBuf {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let found = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file());
    // Where it is missing, starting it fails with its path in the message.
    found.unwrap_or_else(|| folders.last().cloned().unwrap_or_default().join(&name))
}
