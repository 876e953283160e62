//! Folders on their way from a pick to a grant. All that waits for a disk is done here, before the
//! actor hears of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{GrantId, Root, ServerId};
use paddock_watcher::look;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Host;
use super::again::AskedAgain;
use crate::draft;
use crate::failure::unreachable;
use crate::message::{Ask, ConsentAsk, FolderAsk, Grant, Introduced, MOST_INTRODUCED};
use crate::named::{self, Proposal};
use crate::paths::typed_paths;
use crate::pick::{self, Surveyed};
use crate::picks::Proposed;
use crate::view::{Access, Code, Failure, FrontView, LifetimeChoice, Pasted, VerdictView};

/// How long a look at a folder may take: a dead network disk never answers.
const LOOK_DEADLINE: Duration = Duration::from_secs(10);
/// Pasted servers whose folders are looked at, at the most.
const MOST_LOOKED_AT: usize = 100;

impl Host {
    /// Proposes a folder that a person picked outside of the webview.
    ///
    /// # Errors
    /// It is no folder that can be listed.
    pub async fn pick(
        &self,
        picked: PathBuf,
        server: Option<u32>,
        by: FrontView,
    ) -> Result<u32, Failure> {
        let wished = server.map(ServerId);
        let places = Arc::clone(&self.places);
        let surveyed = blocking(&picked.clone(), move || pick::survey(&picked, &places)).await??;
        self.picked(surveyed, Proposed { wished, by, ..Proposed::default() }).await
    }

    /// Proposes the folder of a grant once more, for another server.
    ///
    /// # Errors
    /// There is no such grant, or what stands there now is not the folder that was granted.
    pub async fn pick_granted(
        &self,
        grant: u32,
        server: Option<u32>,
        by: FrontView,
    ) -> Result<u32, Failure> {
        let granted = self.look(move |it| it.granted_root(GrantId(grant))).await?;
        let surveyed = self.survey(granted.path.as_path()).await?;
        if surveyed.root != granted {
            return Err(Failure::new(Code::FolderChanged).with_path("path", granted.path.as_path()));
        }
        let wished = server.map(ServerId);
        self.picked(surveyed, Proposed { wished, by, ..Proposed::default() }).await
    }

    /// Proposes the smallest sensible folder for what a server tried to reach.
    ///
    /// # Errors
    /// The attempt is not known any more, there is nothing sensible to grant, the folder can't be
    /// listed, or another one stands there now.
    pub async fn pick_attempt(
        &self,
        server: u32,
        attempt: u32,
        by: FrontView,
    ) -> Result<u32, Failure> {
        let server = ServerId(server);
        let folder = self.look(move |it| it.runtimes.offer(server, attempt)).await?;
        self.pick_for(server, folder, by).await
    }

    /// Proposes the smallest sensible folder for what a server could not start without.
    ///
    /// # Errors
    /// As for [`pick_attempt`](Self::pick_attempt).
    pub async fn pick_missed(&self, server: u32, by: FrontView) -> Result<u32, Failure> {
        let server = ServerId(server);
        let folder = self.look(move |it| it.runtimes.offer_missed(server)).await?;
        self.pick_for(server, folder, by).await
    }

    /// Proposes a folder that an app works in.
    ///
    /// # Errors
    /// As for [`pick_attempt`](Self::pick_attempt).
    pub async fn pick_place(&self, place: u32, by: FrontView) -> Result<u32, Failure> {
        let (server, folder) = self.look(move |it| it.place(place)).await?;
        self.pick_for(server, folder, by).await
    }

    async fn pick_for(
        &self,
        server: ServerId,
        folder: PathBuf,
        by: FrontView,
    ) -> Result<u32, Failure> {
        let surveyed = self.survey(&folder).await?;
        self.picked(surveyed, Proposed { server: Some(server), by, ..Proposed::default() }).await
    }

    pub(super) async fn picked(
        &self,
        surveyed: Surveyed,
        proposed: Proposed,
    ) -> Result<u32, Failure> {
        self.ask(|reply| Ask::Folder(FolderAsk::Picked(Box::new(surveyed), proposed, reply))).await
    }

    /// The folders that the command of a server names and that are not granted to it, safe to show.
    /// Nothing is proposed by that.
    ///
    /// # Errors
    /// The host has ended, or there is no such server.
    pub async fn named_folders(&self, server: u32) -> Result<Vec<String>, Failure> {
        let server = ServerId(server);
        self.looked_at_named(server).await?;
        self.look(move |it| it.unmet_of(server)).await
    }

    /// Waits until it is known what the command of a server names.
    async fn looked_at_named(&self, server: ServerId) -> Result<(), Failure> {
        let (reply, looked) = oneshot::channel();
        self.send(Ask::Folder(FolderAsk::LookedAtNamed(server, reply))).await?;
        // It is dropped, not answered.
        let _ = looked.await;
        Ok(())
    }

    /// Proposes the folders that the command of a server names and that are not granted to it:
    /// those that were not brought up before, or with `again` all.
    ///
    /// # Errors
    /// The host has ended. A folder that can't be picked any more is noticed, and does not keep the
    /// others from being proposed.
    pub async fn pick_named(
        &self,
        server: u32,
        again: bool,
        by: FrontView,
    ) -> Result<Vec<u32>, Failure> {
        let mut picks = Vec::new();
        for (surveyed, proposed) in self.look_at_named(ServerId(server), again, &by).await? {
            match self.picked(surveyed, proposed).await {
                Ok(pick) => picks.push(pick),
                Err(failure) => self.notice(failure).await,
            }
        }
        Ok(picks)
    }

    /// Has the commands of several servers wait for one consent; of some of them, the folders that
    /// they name too, whatever was answered about these before; and of what `ended` all that was
    /// theirs.
    ///
    /// # Errors
    /// One does not wait for trust, or too much waits already. A folder that can't be picked or
    /// given again any more is noticed, and does not keep the others from being proposed.
    pub async fn introduce(
        &self,
        servers: Vec<u32>,
        with_folders: Vec<u32>,
        ended: Vec<u32>,
        by: FrontView,
    ) -> Result<Vec<u32>, Failure> {
        if servers.len() > MOST_INTRODUCED {
            return Err(Failure::new(Code::TooManyConsents));
        }
        let servers: BTreeSet<_> = servers.into_iter().map(ServerId).collect();
        let with_folders: BTreeSet<_> = with_folders.into_iter().map(ServerId).collect();
        let mut folders = Vec::new();
        for server in servers.intersection(&with_folders) {
            folders.extend(self.look_at_named(*server, true, &by).await?);
        }
        let mut again = Vec::new();
        for AskedAgain { wish, picks } in self.again_for_each(servers.clone(), ended, &by).await? {
            again.extend(wish);
            folders.extend(picks);
        }
        let servers = servers.into_iter().collect();
        let introduced = Introduced { servers, folders, again };
        self.ask(|reply| Ask::Consent(ConsentAsk::Introduce(introduced, by, reply))).await
    }

    /// What a person is asked, so that what ended of these servers is given again: of each by
    /// itself. What can't be is noticed.
    async fn again_for_each(
        &self,
        servers: BTreeSet<ServerId>,
        ended: Vec<u32>,
        by: &FrontView,
    ) -> Result<Vec<AskedAgain>, Failure> {
        let mut all = Vec::new();
        for ended in self.look(move |it| Ok(it.ended_of(&servers, &ended))).await? {
            match self.asked_again(ended, by).await {
                Ok(asked) => all.push(asked),
                Err(failure) => self.notice(failure).await,
            }
        }
        Ok(all)
    }

    /// The folders that the command of a server names, as they are to be proposed. What can't be
    /// looked at is noticed.
    async fn look_at_named(
        &self,
        server: ServerId,
        again: bool,
        by: &FrontView,
    ) -> Result<Vec<(Surveyed, Proposed)>, Failure> {
        self.looked_at_named(server).await?;
        let proposals =
            self.ask(|reply| Ask::Folder(FolderAsk::Proposals(server, again, reply))).await?;
        let mut seen = Vec::new();
        for Proposal { folder, named } in proposals {
            let (named, by) = (Some(named), by.clone());
            let proposed = Proposed { server: Some(server), named, by, ..Proposed::default() };
            match self.survey(folder.as_path()).await {
                Ok(surveyed) => seen.push((surveyed, proposed)),
                Err(failure) => self.notice(failure).await,
            }
        }
        Ok(seen)
    }

    /// Looks at a folder without links on its way: one that stands there now leads elsewhere.
    async fn survey(&self, folder: &Path) -> Result<Surveyed, Failure> {
        let (offered, places) = (folder.to_path_buf(), Arc::clone(&self.places));
        let surveyed = blocking(folder, move || pick::survey(&offered, &places)).await??;
        if surveyed.root.path.as_path() == folder {
            return Ok(surveyed);
        }
        Err(Failure::new(Code::FolderChanged).with_path("path", folder))
    }

    /// Proposes every folder of a `.code-workspace` file.
    ///
    /// # Errors
    /// The file can't be read or names no folder. A folder that can't be picked is noticed, and
    /// does not keep the others from being proposed.
    pub async fn pick_workspace(&self, file: PathBuf, by: FrontView) -> Result<Vec<u32>, Failure> {
        let folders = blocking(&file.clone(), move || pick::read_workspace(&file)).await??;
        let together = Some(self.ask(|reply| Ask::Folder(FolderAsk::Together(reply))).await?);
        let mut picks = Vec::new();
        for folder in folders {
            let picked = async {
                let (places, looked) = (Arc::clone(&self.places), folder.clone());
                let surveyed = blocking(&folder, move || pick::survey(&looked, &places)).await??;
                let proposed = Proposed { together, by: by.clone(), ..Proposed::default() };
                self.picked(surveyed, proposed).await
            };
            match picked.await {
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
    pub async fn pick_repository(&self, pick: u32, by: FrontView) -> Result<u32, Failure> {
        let Surveyed { repository, .. } = self.picked_root(pick).await?;
        let repository = repository.ok_or_else(|| Failure::new(Code::UnknownPick))?;
        let server = self.look(move |it| Ok(it.picks.wished_of(pick))).await?.map(|it| it.0);
        let instead = self.pick(repository.path.as_path().to_path_buf(), server, by).await?;
        self.dismiss_pick(pick).await?;
        Ok(instead)
    }

    /// Whether a server, or each, may use the paths in `text`, one a line.
    pub async fn check_paths(
        &self,
        server: Option<u32>,
        text: String,
    ) -> Result<Vec<VerdictView>, Failure> {
        let home = self.places.home.clone();
        let server = server.map(ServerId);
        let held = self.look(move |it| Ok(it.guarded_folders(server))).await?;
        let looked = self.checks.look(move || typed_paths(&text, &home, &held)).await;
        let paths = looked.map_err(silent)?;
        self.look(move |it| it.check(server, &paths)).await
    }

    pub async fn dismiss_pick(&self, pick: u32) -> Result<(), Failure> {
        self.send(Ask::Folder(FolderAsk::Dismiss(pick))).await
    }

    /// Grants a picked folder. It is looked at once more: what is granted is what was shown.
    ///
    /// # Errors
    /// The folder changed, may not be granted, needs its name typed, or consent can't be kept.
    pub async fn grant(
        &self,
        pick: u32,
        server: u32,
        access: Access,
        lifetime: LifetimeChoice,
        typed: Option<String>,
    ) -> Result<(), Failure> {
        let Surveyed { root, .. } = self.picked_root(pick).await?;
        look_again(&root).await?;
        let server = ServerId(server);
        let grant = Grant { pick, root, server, access, lifetime, typed };
        self.ask(|reply| Ask::Folder(FolderAsk::Grant(Box::new(grant), reply))).await
    }

    /// Grants several picked folders to one server. Each is looked at once more, and none is granted
    /// unless all are what was shown.
    ///
    /// # Errors
    /// As for [`grant`](Self::grant). What the disk refused to keep is not granted, nor what comes
    /// after it.
    pub async fn grant_folders(
        &self,
        picks: Vec<u32>,
        server: u32,
        access: Access,
        lifetime: LifetimeChoice,
    ) -> Result<(), Failure> {
        let server = ServerId(server);
        let mut grants = Vec::new();
        for pick in picks {
            let Surveyed { root, .. } = self.picked_root(pick).await?;
            look_again(&root).await?;
            grants.push(Grant { pick, root, server, access, lifetime, typed: None });
        }
        let all = grants.clone();
        self.look(move |it| it.may_consent_to_all(&all)).await?;
        for grant in grants {
            self.ask(|reply| Ask::Folder(FolderAsk::Grant(Box::new(grant), reply))).await?;
        }
        Ok(())
    }

    async fn picked_root(&self, pick: u32) -> Result<Surveyed, Failure> {
        self.look(move |it| it.picks.get(pick).cloned()).await
    }
}

/// With the folders that each names. What does not answer in time names none: it is said once the
/// server is added.
pub(super) async fn with_names(
    mut pasted: Vec<Pasted>,
    home: PathBuf,
) -> Result<Vec<Pasted>, Failure> {
    let deadline = Instant::now() + LOOK_DEADLINE;
    for entry in pasted.iter_mut().take(MOST_LOOKED_AT) {
        let Pasted::Server { draft, names, missing, .. } = entry else { continue };
        let Ok((_, command)) = draft::command(draft.clone()) else { continue };
        let home = home.clone();
        let look = tokio::task::spawn_blocking(move || named::survey(&command, &home));
        match tokio::time::timeout_at(deadline, look).await {
            Ok(Ok(survey)) => {
                *names = survey.proposals.iter().map(Proposal::shown).collect();
                *missing = survey.missing;
            }
            Ok(Err(panicked)) => return Err(Failure::internal(panicked)),
            Err(_) => break,
        }
    }
    Ok(pasted)
}

/// What to say when a disk that was only to be looked at does not answer.
fn silent(failure: Failure) -> Failure {
    if failure.code == Code::DiskHangs { Failure::new(Code::DiskSilent) } else { failure }
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
        Err(_) => Err(Failure::new(Code::FolderDenied).with_path("path", path)),
    }
}
