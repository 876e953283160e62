//! Where things are. Decided by the program around the host, so that a test has a world of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use paddock_core::ServerId;
use paddock_models::Keyring;
use paddock_network::Outside;
use paddock_supervisor::Tier;

/// Folders, binaries and the environment that the host works with.
#[derive(Clone, Debug)]
pub struct Places {
    /// Holds the database.
    pub data: PathBuf,
    /// Other folders of this app, never to be granted.
    pub own: Vec<PathBuf>,
    pub home: PathBuf,
    /// `paddock-sandbox`.
    pub keeper: PathBuf,
    /// `paddock-files`.
    pub files_server: PathBuf,
    /// The environment that the host was started with.
    pub environment: Vec<(OsString, OsString)>,
    /// The best way to enforce grants that may be used, for trying the lesser ones.
    pub best_tier: Option<Tier>,
    /// Where keys of providers are kept.
    pub keyring: Keyring,
    /// How the destinations of servers are found and reached.
    pub outside: Arc<dyn Outside>,
}

impl Places {
    /// The server's own home, in which it may write.
    pub(crate) fn home_of(&self, server: ServerId) -> PathBuf {
        self.homes().join(server.0.to_string())
    }

    /// Where the homes of servers are.
    pub(crate) fn homes(&self) -> PathBuf {
        Self::homes_in(&self.data)
    }

    /// Where they are in a folder of the host's data.
    pub(crate) fn homes_in(data: &Path) -> PathBuf {
        data.join("servers")
    }

    /// Folders of this app, which no server needs.
    pub(crate) fn own_data(&self) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = Vec::new();
        for folder in self.own.iter().chain([&self.data]) {
            if !all.contains(folder) {
                all.push(folder.clone());
            }
        }
        all
    }
}

#[cfg(all(test, unix))]
mod tests {
    use paddock_core::Footprint;

    use super::*;
    use crate::kept_out::kept_out;

    #[test]
    fn what_the_app_keeps_is_tried_once() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir_all(data.join("servers/2")).unwrap();
        std::fs::write(data.join(paddock_storage::DATABASE), "").unwrap();
        let config = folder.path().join("config");
        let places = Places {
            // As the host finds them: the data is one of them.
            own: vec![data.clone(), config.clone(), data.clone()],
            data: data.clone(),
            home: folder.path().join("home"),
            keeper: PathBuf::new(),
            files_server: PathBuf::new(),
            environment: Vec::new(),
            best_tier: None,
            keyring: Keyring::in_memory(),
            outside: Arc::new(paddock_network::System),
        };
        let own = places.own_data();
        assert_eq!(own, [data.clone(), config]);
        let tried = kept_out(&places.home, &own, &data.join("servers/1"), &Footprint::default());
        assert_eq!(tried, [data.join(paddock_storage::DATABASE), data.join("servers/2")]);
    }
}
