//! Where configs of apps are on this machine, as a value: a test has places of its own.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Variables that move a config. A relative path in one is no place.
const VARIABLES: &[&str] = &[
    "CLAUDE_CONFIG_DIR",
    "CLINE_MCP_SETTINGS_PATH",
    "CODEX_HOME",
    "CONTINUE_GLOBAL_DIR",
    "COPILOT_HOME",
    "MCPORTER_CONFIG",
    "OPENCODE_CONFIG",
    "VIBE_HOME",
    "VSCODE_PORTABLE",
];

/// Where apps look for their configs.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub home: PathBuf,
    /// Where programs that follow XDG have their configs, on every system.
    pub config: PathBuf,
    /// Where the system wants them: as `config` on Linux, `Library/Application Support` on macOS,
    /// `%APPDATA%` on Windows.
    pub support: PathBuf,
    /// Variables that move a config of one app.
    pub moved: BTreeMap<String, PathBuf>,
}

/// A place of a file, from one of the folders above.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    Home(&'static str),
    Config(&'static str),
    Support(&'static str),
    /// Below the folder that the variable names, otherwise at the spot.
    Moved(&'static str, &'static str, &'static Spot),
    /// The file that the variable names, otherwise at the spot.
    Named(&'static str, &'static Spot),
    /// The file that the variable names, and none otherwise.
    Further(&'static str),
}

impl Places {
    /// The places of the person whose home is `home`, by what `variable` says.
    pub fn new(home: PathBuf, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|it| it.is_absolute());
        let config = absolute("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
        let support = if cfg!(target_os = "macos") {
            home.join("Library/Application Support")
        } else if cfg!(windows) {
            absolute("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming"))
        } else {
            config.clone()
        };
        let moved = VARIABLES.iter().filter_map(|name| Some(((*name).to_owned(), absolute(name)?)));
        Self { moved: moved.collect(), home, config, support }
    }

    pub(crate) fn resolve(&self, spot: &Spot) -> Option<PathBuf> {
        match spot {
            Spot::Home(path) => Some(self.home.join(path)),
            Spot::Config(path) => Some(self.config.join(path)),
            Spot::Support(path) => Some(self.support.join(path)),
            Spot::Moved(name, path, otherwise) => match self.moved.get(*name) {
                Some(folder) => Some(folder.join(path)),
                None => self.resolve(otherwise),
            },
            Spot::Named(name, otherwise) => {
                self.moved.get(*name).cloned().or_else(|| self.resolve(otherwise))
            }
            Spot::Further(name) => self.moved.get(*name).cloned(),
        }
    }

    /// Whether a config may be at `path`, where all links were followed: in the person's home, or
    /// where a variable moved it.
    pub(crate) fn hold(&self, path: &Path) -> bool {
        let named = self.moved.values().filter_map(|it| it.canonicalize().ok());
        let known = [&self.home, &self.config, &self.support];
        let known = known.into_iter().filter_map(|it| it.canonicalize().ok());
        known.chain(named).any(|folder| folder.parent().is_some() && path.starts_with(folder))
    }

    /// Whether `folder` is no app's own.
    pub(crate) fn is_shared(&self, folder: &Path) -> bool {
        [&self.home, &self.config, &self.support].into_iter().any(|it| it == folder)
    }
}
