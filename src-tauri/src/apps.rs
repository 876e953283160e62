//! AI apps on this computer: what they launch, and what waits to be done with their configs.
//!
//! What waits is planned here and shown in the page of consents; what is agreed to there is what was
//! planned. Nothing of it is the host's: it only gets the servers.

mod asked;
mod shown;
pub(crate) mod view;
mod waiting;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use paddock_apps::{AppError, Entry, Level, Places};
use paddock_control::view::{AnsweredValue, Code, Failure, View};
use paddock_control::{Client, Whereabouts};
use paddock_front::adoption::{
    self, Incomplete, Kept, Look, Shim, by_hand, direct, failure, give_back, look, on_disk,
    plan_give_back, propose,
};

use view::{AppChangeView, AppsView, EntryKey, MeantEntry};
use waiting::{Waiting, What};

/// Granted folders in which configs of projects are looked for.
const PROJECTS: usize = 32;

/// The configs of AI apps, and what waits to be done with them.
#[derive(Debug)]
pub(crate) struct Apps {
    places: Places,
    data: PathBuf,
    shim: PathBuf,
    waiting: Mutex<Waiting>,
}

impl Apps {
    pub(crate) fn new(whereabouts: &Whereabouts) -> Self {
        Self {
            places: adoption::places(whereabouts.home.clone()),
            data: whereabouts.data.clone(),
            shim: whereabouts.programs.command_line.clone(),
            waiting: Mutex::default(),
        }
    }

    /// What is here, as the files are now.
    pub(crate) async fn view(&self, client: &Client) -> Result<AppsView, Failure> {
        Ok(shown::apps(&self.look(client).await?, &self.shim))
    }

    /// How apps launch servers through Paddock, for who writes that themselves.
    pub(crate) async fn shim(&self) -> Result<Shim, Failure> {
        let shim = self.shim.clone();
        on_disk(move || by_hand(&shim)).await
    }

    /// Plans that entries of an app go through Paddock, all of the person's if none are named. It
    /// waits for the person, by this number.
    pub(crate) async fn connect(
        &self,
        client: &Client,
        app: &str,
        meant: &[MeantEntry],
    ) -> Result<u32, Failure> {
        let app = known(app)?;
        let look = self.look(client).await?;
        let entries = chosen(&look, app.id, meant).ok_or_else(changed)?;
        let level = level(&entries)?;
        let shim = self.shim.clone();
        let jobs = propose(client, &self.places, app, (entries, level), shim).await?;
        Ok(self.lock().put(app, What::Connect(jobs)))
    }

    /// Plans that entries of an app are given back, all if none are named. It waits for the person,
    /// by this number.
    pub(crate) async fn disconnect(&self, app: &str, keys: Vec<EntryKey>) -> Result<u32, Failure> {
        let app = known(app)?;
        let (places, data) = (self.places.clone(), self.data.clone());
        let jobs = on_disk(move || {
            let kept = Kept::open(&data)?;
            let of_app = kept.adoptions().iter().filter(|it| it.entry.file.app == app.id);
            let is_meant = |key: &EntryKey| keys.is_empty() || keys.contains(key);
            let wanted: Vec<_> =
                of_app.filter(|it| is_meant(&EntryKey::of(&it.entry))).cloned().collect();
            plan_give_back(&places, &kept, wanted)
        });
        let jobs = jobs.await?;
        if jobs.is_empty() {
            return Err(changed());
        }
        Ok(self.lock().put(app, What::GiveBack(jobs)))
    }

    /// Does what waits under this number, as it was shown.
    ///
    /// # Errors
    /// It does not wait any more. It can't be done, or not all of it: what was not done waits on.
    pub(crate) async fn agree(&self, client: &Client, number: u32) -> Result<(), Incomplete> {
        let what = self.lock().begin(number)?;
        let (done, rest) = match what {
            What::Connect(mut jobs) => {
                let done = adoption::connect(client, &self.data, &jobs).await;
                jobs.drain(..done.as_ref().err().map_or(0, |it| it.written));
                (done, What::Connect(jobs))
            }
            What::GiveBack(jobs) => {
                let (data, agreed) = (self.data.clone(), jobs.clone());
                let done = on_disk(move || give_back(&data, &agreed)).await;
                (done.map_err(Incomplete::from), What::GiveBack(jobs))
            }
        };
        match done {
            Ok(()) => self.lock().done(number),
            Err(_) => self.lock().failed(number, rest),
        }
        done
    }

    /// Takes what waits under this number off the list.
    pub(crate) fn dismiss(&self, number: u32) -> Result<(), Failure> {
        self.lock().dismiss(number)
    }

    /// Takes everything off the list.
    pub(crate) fn forget(&self) {
        self.lock().clear();
    }

    /// Something waits.
    pub(crate) fn waits(&self) -> bool {
        !self.lock().all().is_empty()
    }

    /// What waits, to be shown.
    pub(crate) fn changes(&self) -> Vec<AppChangeView> {
        self.lock().all().iter().map(asked::change).collect()
    }

    async fn look(&self, client: &Client) -> Result<Look, Failure> {
        let projects = projects(&client.view().await?);
        let (places, data) = (self.places.clone(), self.data.clone());
        on_disk(move || look(&places, &data, &projects)).await
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Granted folders: the person works there.
fn projects(view: &View) -> Vec<PathBuf> {
    let mut folders: Vec<_> = view.grants.iter().map(|it| PathBuf::from(&it.folder.path)).collect();
    folders.sort();
    folders.dedup();
    folders.truncate(PROJECTS);
    folders
}

fn known(app: &str) -> Result<&'static paddock_apps::App, Failure> {
    paddock_apps::app(app).ok_or_else(|| failure(&AppError::UnknownApp))
}

fn changed() -> Failure {
    Failure::new(Code::AppsChanged)
}

/// The entries with these keys, or all of the person that can be connected; none if one is missing or
/// is not what was answered, or there are none.
fn chosen(
    look: &Look,
    app: &str,
    meant: &[MeantEntry],
) -> Option<Vec<(Entry, Vec<AnsweredValue>)>> {
    let found = look.found.iter().find(|it| it.app.id == app)?;
    let entries = if meant.is_empty() {
        direct(found).into_iter().map(|entry| (entry, Vec::new())).collect()
    } else {
        let all = || found.files.iter().filter_map(|file| file.entries.as_ref().ok()).flatten();
        let found = |it: &MeantEntry| {
            let entry = all().find(|entry| EntryKey::of(&entry.id) == it.key)?;
            // An answer is for what the person was asked, and not for what stands there by now.
            let is_asked = it.answers.is_empty() || it.seen == entry.seen();
            is_asked.then(|| (entry.clone(), it.answers.clone()))
        };
        meant.iter().map(found).collect::<Option<Vec<_>>>()?
    };
    (!entries.is_empty()).then_some(entries)
}

/// Files of the person are asked about together, that of a project by itself.
fn level<T>(entries: &[(Entry, T)]) -> Result<Level, Failure> {
    let mut files = entries.iter().map(|(entry, _)| &entry.id.file);
    if files.clone().all(|file| file.project.is_none()) {
        return Ok(Level::Person);
    }
    let first = files.next();
    let is_one = files.all(|file| Some(file) == first);
    if is_one { Ok(Level::Project) } else { Err(failure(&AppError::SeveralFiles)) }
}

#[cfg(test)]
mod tests;
