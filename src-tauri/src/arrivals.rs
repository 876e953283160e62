//! What came from outside of the pages and is to be looked at before it is added: a bundle, a file of
//! a registry, a link.
//!
//! There is one at a time. What a program brings waits for nothing: while a person looks at something
//! else, or consents, it is turned away.

mod read;
mod waiting;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use paddock_bundles::Bundle;
use paddock_control::view::{AnsweredValue, BundleView, Code, Failure, Pasted, UpdateView};
use paddock_control::{Client, Whereabouts};
use paddock_front::bundles;
use serde::Serialize;
use specta::Type;
use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::bridge::ArrivalChanged;
use crate::link::Asks;
use crate::{asked, front, window};
pub(crate) use read::{ENDINGS, Source};
use waiting::{Arrival, Looked, Waiting};

/// Who brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The person, in the window: it takes the place of what is there.
    Person,
    /// Whoever opened a file or a link with the app.
    Program,
}

/// What is to be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArrivedView {
    pub(crate) id: u32,
    /// The file or the link, cut to a length that can be read.
    pub(crate) from: String,
    pub(crate) link: bool,
    pub(crate) holds: HoldsView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub(crate) enum HoldsView {
    Bundle { about: BundleView, updates: Vec<UpdateView> },
    Servers { found: Vec<Pasted> },
}

/// What came, and where bundles go.
#[derive(Debug)]
pub(crate) struct Arrivals {
    data: PathBuf,
    home: PathBuf,
    waiting: Mutex<Waiting>,
}

impl Arrivals {
    pub(crate) fn new(whereabouts: &Whereabouts) -> Self {
        Self {
            data: whereabouts.data.clone(),
            home: whereabouts.home.clone(),
            waiting: Mutex::default(),
        }
    }

    pub(crate) fn view(&self) -> Option<ArrivedView> {
        self.lock().view()
    }

    /// Takes it away; nothing of it was added.
    pub(crate) fn dismiss(&self, id: u32) {
        self.lock().dismiss(id);
    }

    /// Adds the server of the bundle that is looked at, or has it take the place of what `update` runs
    /// from. It is not trusted, and no folder is granted.
    ///
    /// # Errors
    /// The bundle is not there any more, the server is not one that was offered or not what it was, an
    /// answer can't be taken, or the host or the disk fails.
    pub(crate) async fn install(
        &self,
        client: &Client,
        id: u32,
        answers: &[AnsweredValue],
        update: Option<u32>,
    ) -> Result<u32, Failure> {
        let (mut arrival, looked) = self.lock().take_bundle(id)?;
        let installed = self.unpack(client, &looked, answers, update).await;
        match &installed {
            Ok(_) => self.lock().is_over(id),
            Err(failure) => {
                if failure.code == Code::ArrivalChanged {
                    // What is there now is shown in its place.
                    if let Ok((holds, looked)) = self.look(client, looked.bundle).await {
                        (arrival.view.holds, arrival.bundle) = (holds, Some(looked));
                    }
                }
                self.lock().put_back(arrival);
            }
        }
        installed
    }

    async fn unpack(
        &self,
        client: &Client,
        Looked { bundle, older }: &Looked,
        answers: &[AnsweredValue],
        update: Option<u32>,
    ) -> Result<u32, Failure> {
        let older = update.map(|server| {
            let offered = older.iter().find(|it| it.server == server && it.is_offered(bundle));
            offered.ok_or_else(|| Failure::new(Code::UnknownServer))
        });
        let older = older.transpose()?;
        let values = bundles::answered(bundle, answers, &self.home, older)?;
        Ok(bundles::install(client, self.at(), bundle.clone(), &values, older).await?.server)
    }

    /// What a bundle says of itself, and which servers it could update.
    async fn look(&self, client: &Client, bundle: Bundle) -> Result<(HoldsView, Looked), Failure> {
        let older = bundles::older(client, self.at(), &bundle).await?;
        let about = bundles::about(&bundle, &self.home);
        let updates = older.iter().map(|it| it.compared(&bundle)).collect();
        Ok((HoldsView::Bundle { about, updates }, Looked { bundle, older }))
    }

    fn at(&self) -> (&Path, &Path) {
        (&self.data, &self.home)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads what came, and shows it.
///
/// # Errors
/// It can't be read, or something else is looked at.
pub(crate) async fn take(app: &AppHandle, source: Source, by: By) -> Result<(), Failure> {
    let arrivals = app.state::<Arrivals>();
    let number = arrivals.lock().begin(by, asked::is_open(app))?;
    let read = read(app, &arrivals, source).await;
    let put = match read {
        Ok((from, link, holds, bundle)) => {
            let view = ArrivedView { id: number, from, link, holds };
            arrivals.lock().put(Arrival { view, bundle });
            Ok(())
        }
        Err(failure) => {
            arrivals.lock().is_over(number);
            Err(failure)
        }
    };
    tell(app);
    put
}

type Read = (String, bool, HoldsView, Option<Looked>);

async fn read(app: &AppHandle, arrivals: &Arrivals, source: Source) -> Result<Read, Failure> {
    let (from, link) = (source.shown(), matches!(source, Source::Link(_)));
    if let Source::Bundle(file) = source {
        let bundle = bundles::open(file).await?;
        let client = app.state::<Asks>().client().await?;
        let (holds, looked) = arrivals.look(&client, bundle).await?;
        return Ok((from, link, holds, Some(looked)));
    }
    let text = source.text().await?;
    let found = app.state::<Asks>().client().await?.read_servers(text).await?;
    Ok((from, link, HoldsView::Servers { found }, None))
}

/// Tells the page what is looked at now.
pub(crate) fn tell(app: &AppHandle) {
    let _ = ArrivalChanged(app.state::<Arrivals>().view()).emit(app);
}

/// Takes what the app was started with. Whether that is more than its own options.
pub(crate) fn opened(app: &AppHandle, args: &[String], cwd: &str) -> bool {
    let Some(source) = read::opened(args, cwd) else { return false };
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let taken = match source {
            Ok(source) => take(&app, source, By::Program).await,
            Err(failure) => Err(failure),
        };
        match taken {
            Ok(()) => window::raise(&app, "servers"),
            Err(failure) => turned_away(&app, failure),
        }
    });
    true
}

/// Says it once while the same thing is looked at, and takes the keys from nobody who consents.
fn turned_away(app: &AppHandle, failure: Failure) {
    let is_busy = failure.code == Code::ArrivalBusy;
    if is_busy && !app.state::<Arrivals>().lock().is_first_refusal() {
        return;
    }
    front::notice(app, failure);
    if !is_busy && !asked::is_open(app) {
        window::raise(app, "servers");
    }
}
