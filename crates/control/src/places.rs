//! Where Paddock keeps its things, and where its programs are.

use std::path::{Path, PathBuf};

use directories::{BaseDirs, ProjectDirs};

/// Paddock's folders and programs for this account.
#[derive(Clone, Debug)]
pub struct Whereabouts {
    /// Holds the database and the host's socket.
    pub data: PathBuf,
    /// Holds the settings of the window.
    pub config: PathBuf,
    /// All other folders of Paddock, never to be granted.
    pub own: Vec<PathBuf>,
    pub home: PathBuf,
    pub programs: Programs,
}

/// Paddock's own programs.
#[derive(Clone, Debug)]
pub struct Programs {
    /// `paddock-host`.
    pub host: PathBuf,
    /// `paddock-desktop`: window and tray.
    pub desktop: PathBuf,
    /// `paddock`: the command line.
    pub command_line: PathBuf,
    /// `paddock-sandbox`.
    pub keeper: PathBuf,
    /// `paddock-files`.
    pub files_server: PathBuf,
}

impl Whereabouts {
    /// Finds them; `None` where the account has no home.
    pub fn find() -> Option<Self> {
        let project = ProjectDirs::from("org", "Paddock", "Paddock")?;
        let base = BaseDirs::new()?;
        let folders = [
            Some(project.config_dir()),
            Some(project.cache_dir()),
            project.state_dir(),
            project.runtime_dir(),
            Some(project.data_local_dir()),
        ];
        Some(Self {
            data: project.data_dir().to_path_buf(),
            config: project.config_dir().to_path_buf(),
            own: folders.into_iter().flatten().map(Path::to_path_buf).collect(),
            home: base.home_dir().to_path_buf(),
            programs: Programs::find(),
        })
    }

    /// The host's socket. It is in the folder of the data, as is the lock that only one host has:
    /// one host for each database, found by whoever finds that, whatever else is in its environment.
    pub fn socket(&self) -> PathBuf {
        socket_in(&self.data)
    }
}

/// The socket of the host that works in this folder of data.
pub fn socket_in(data: &Path) -> PathBuf {
    data.join("host.sock")
}

impl Programs {
    /// Beside this program, or where packages put programs that are not for people.
    fn find() -> Self {
        let here = std::env::current_exe().ok().and_then(|exe| exe.canonicalize().ok());
        let beside = here.as_deref().and_then(Path::parent).unwrap_or(Path::new("/")).to_path_buf();
        let mut folders = vec![beside.clone()];
        if let Some(above) = beside.parent() {
            // Of a program for people, and of one that is not.
            folders.extend([above.join("lib/paddock"), above.join("../bin")]);
        }
        let program = |name: &str| program(&folders, name);
        Self {
            host: program("paddock-host"),
            desktop: program("paddock-desktop"),
            command_line: program("paddock"),
            keeper: program("paddock-sandbox"),
            files_server: program("paddock-files"),
        }
    }
}

fn program(folders: &[PathBuf], name: &str) -> PathBuf {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let found = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file());
    let found = found.and_then(|path| path.canonicalize().ok());
    // Where it is missing, starting it fails with its path in the message.
    found.unwrap_or_else(|| folders.first().cloned().unwrap_or_default().join(&name))
}
