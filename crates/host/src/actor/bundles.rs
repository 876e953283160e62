//! Unpacked bundles: gone with the last server whose command is in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use paddock_bundles::{bundles_beside, bundles_in, remove};
use paddock_core::{Command, State};

use super::Actor;

impl Actor {
    /// Removes the bundles that a server used when this was last called and that none uses now. One
    /// that was just unpacked, and is no server yet, is left alone.
    pub(super) fn tidy_bundles(&mut self) {
        let now = used(&self.state, &bundles_beside(&self.places.data));
        let before = std::mem::replace(&mut self.bundles, now.clone());
        for left in before.into_iter().filter(|it| !now.contains(it)) {
            self.removals.spawn_blocking(move || {
                if let Err(error) = remove(&left) {
                    tracing::warn!(%error, "a bundle was not removed");
                }
            });
        }
    }
}

/// The bundles that commands of servers are in.
pub(super) fn used(state: &State, bundles: &Path) -> BTreeSet<PathBuf> {
    let mut used = BTreeSet::new();
    for server in state.servers() {
        if let Command::Custom(command) = &server.command {
            let words = [&command.program].into_iter().chain(&command.args);
            let words = words.chain(command.env.values()).map(String::as_str);
            used.extend(bundles_in(bundles, words));
        }
    }
    used
}
