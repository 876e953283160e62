//! Folders on their way from a pick to a grant. All that waits for a disk is done here, before the
//! actor hears of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Event, GrantId, Root, ServerId};
use paddock_watcher::look;

use super::Host;
use crate::actor::{Ask, asks};
use crate::failure::unreachable;
use crate::pick::{self, Surveyed};
use crate::view::{AccessView, Failure, LifetimeChoice};

/// How long a look at a folder may take: a dead network disk never answers.
const LOOK_DEADLINE: Duration = Duration::from_secs(10);

impl Host {
    /// Proposes a folder that a person picked outside of the webview.
    ///
    /// # Errors
    /// It is no folder that can be listed.
    pub async fn pick(&self, picked: PathBuf) -> Result<u32, Failure> {
        let places = Arc::clone(&self.places);
        let surveyed = blocking(&picked.clone(), move || pick::survey(&picked, &places)).await??;
        self.ask(|reply| Ask::Picked(Box::new(surveyed), None, reply)).await
    }

    /// Proposes the smallest sensible folder for what a server tried to reach.
    ///
    /// # Errors
    /// The attempt is not known any more, there is nothing sensible to grant, the folder can't be
    /// listed, or another one stands there now.
    pub async fn pick_attempt(&self, server: u32, attempt: u32) -> Result<u32, Failure> {
        let server = ServerId(server);
        let folder = self.ask(|reply| Ask::Offer(server, attempt, reply)).await?;
        let (offered, places) = (folder.clone(), Arc::clone(&self.places));
        let surveyed = blocking(&folder, move || pick::survey(&offered, &places)).await??;
        // What was agreed to has no link on the way; one that stands there now leads elsewhere.
        if surveyed.root.path.as_path() != folder {
            return Err(Failure::new("folder-changed").with_path("path", &folder));
        }
        self.ask(|reply| Ask::Picked(Box::new(surveyed), Some(server), reply)).await
    }

    /// Proposes every folder of a `.code-workspace` file.
    ///
    /// # Errors
    /// The file can't be read or names no folder. A folder that can't be picked is noticed, and
    /// does not keep the others from being proposed.
    pub async fn pick_workspace(&self, file: PathBuf) -> Result<Vec<u32>, Failure> {
        let folders = blocking(&file.clone(), move || pick::read_workspace(&file)).await??;
        let mut picks = Vec::new();
        for folder in folders {
            match self.pick(folder).await {
                Ok(pick) => picks.push(pick),
                Err(failure) => self.notice(failure).await,
            }
        }
        Ok(picks)
    }

    /// Proposes the repository around a picked folder in its place.
    ///
    /// # Errors
    /// There is no such pick, or no repository around it any more.
    pub async fn pick_repository(&self, pick: u32) -> Result<u32, Failure> {
        let Surveyed { repository, .. } = self.ask(|reply| Ask::PickedRoot(pick, reply)).await?;
        let repository = repository.ok_or_else(|| Failure::new("unknown-pick"))?;
        let instead = self.pick(repository.path.as_path().to_path_buf()).await?;
        self.dismiss_pick(pick).await?;
        Ok(instead)
    }

    pub async fn dismiss_pick(&self, pick: u32) -> Result<(), Failure> {
        self.send(Ask::DismissPick(pick)).await
    }

    /// Grants a picked folder. It is looked at once more: what is granted is what was shown.
    ///
    /// # Errors
    /// The folder changed, may not be granted, needs its name typed, or consent can't be kept.
    pub async fn grant(
        &self,
        pick: u32,
        server: u32,
        access: AccessView,
        lifetime: LifetimeChoice,
        typed: Option<String>,
    ) -> Result<(), Failure> {
        let Surveyed { root, .. } = self.ask(|reply| Ask::PickedRoot(pick, reply)).await?;
        look_again(&root).await?;
        let server = ServerId(server);
        let grant = asks::Grant { pick, root, server, access, lifetime, typed };
        self.ask(|reply| Ask::Grant(Box::new(grant), reply)).await
    }

    /// Gives a grant again that ended in this run of the app.
    ///
    /// # Errors
    /// As [`grant`](Self::grant).
    pub async fn grant_again(&self, ended: u32) -> Result<(), Failure> {
        let ended = GrantId(ended);
        let root = self.ask(|reply| Ask::EndedRoot(ended, reply)).await?;
        look_again(&root).await?;
        self.tell(Event::GrantAgain(ended)).await
    }
}

async fn look_again(root: &Root) -> Result<(), Failure> {
    let looked = root.clone();
    let path = root.path.as_path().to_path_buf();
    let seen = blocking(&path, move || look(&looked)).await?;
    unreachable(&path, seen).map_or(Ok(()), Err)
}

/// Runs what may wait for a disk, no longer than its deadline.
async fn blocking<T: Send + 'static>(
    path: &Path,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    match tokio::time::timeout(LOOK_DEADLINE, tokio::task::spawn_blocking(work)).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(panicked)) => Err(Failure::internal(panicked)),
        Err(_) => Err(Failure::new("folder-denied").with_path("path", path)),
    }
}
