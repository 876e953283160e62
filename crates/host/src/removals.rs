//! What goes with servers, on its way out: homes, secrets, and bundles with the last server whose
//! command is in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use paddock_bundles::{bundles_beside, bundles_in, remove};
use paddock_core::State;
use tokio::task::JoinSet;

use crate::{Places, homes};

/// Everything that is being removed, and the unpacked bundles that servers use.
#[derive(Debug)]
pub(crate) struct Removals {
    under_way: JoinSet<()>,
    bundles: BTreeSet<PathBuf>,
}

impl Removals {
    /// Goes on with what was not done before the host ended.
    pub(crate) fn begin(state: &State, places: &Places) -> Self {
        let homes = places.homes();
        tokio::task::spawn_blocking(move || homes::finish_removing(&homes));
        Self { under_way: JoinSet::new(), bundles: used(state, &bundles_beside(&places.data)) }
    }

    /// Takes a home away, with what is in it.
    pub(crate) fn home(&mut self, home: PathBuf) {
        while self.under_way.try_join_next().is_some() {}
        self.under_way.spawn_blocking(move || homes::remove(&home));
    }

    /// Removes the bundles that a server used when this was last called and that none uses now. One
    /// that was just unpacked, and is no server yet, is left alone.
    pub(crate) fn unused_bundles(&mut self, state: &State, places: &Places) {
        let now = used(state, &bundles_beside(&places.data));
        let before = std::mem::replace(&mut self.bundles, now.clone());
        for left in before.into_iter().filter(|it| !now.contains(it)) {
            self.under_way.spawn_blocking(move || {
                if let Err(error) = remove(&left) {
                    tracing::warn!(%error, "a bundle was not removed");
                }
            });
        }
    }

    /// What is done elsewhere, and the host is to end after it.
    pub(crate) fn elsewhere(&mut self, removal: impl Future<Output = ()> + Send + 'static) {
        self.under_way.spawn(removal);
    }

    pub(crate) async fn finish(mut self) {
        while self.under_way.join_next().await.is_some() {}
    }
}

/// The bundles that commands of servers are in.
fn used(state: &State, bundles: &Path) -> BTreeSet<PathBuf> {
    let mut used = BTreeSet::new();
    for server in state.servers() {
        if let Some(command) = server.command.custom() {
            let words = [&command.program].into_iter().chain(&command.args);
            let words = words.chain(command.env.values()).map(String::as_str);
            used.extend(bundles_in(bundles, words));
        }
    }
    used
}
