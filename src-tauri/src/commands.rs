//! What the pages may ask for: each command translates and forwards.
//!
//! Those of the main page take [`Asks`], over which nothing is consented to.
//! Only those of [`consent`], and the one that writes configs of [`apps`], take
//! [`Consents`](crate::link::Consents).

pub(crate) mod app;
pub(crate) mod apps;
pub(crate) mod arrivals;
pub(crate) mod consent;
pub(crate) mod folders;
pub(crate) mod network;
pub(crate) mod offers;
pub(crate) mod providers;
pub(crate) mod requests;
pub(crate) mod servers;
pub(crate) mod usage;

use std::path::PathBuf;

use paddock_control::view::{Code, Failure, View};
use tauri::{Manager, State, WebviewWindow};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::desktop::Desktop;
use crate::link::Asks;
use crate::pages::MAIN;
use crate::shown::Shown;
use crate::window;

type Outcome<T> = Result<T, Failure>;

#[tauri::command]
#[specta::specta]
pub(crate) async fn view(
    host: State<'_, Asks>,
    shown: State<'_, Shown>,
    window: WebviewWindow,
) -> Outcome<View> {
    // A page asks for this once it listens.
    if window.label() == MAIN {
        window::listens(window.app_handle());
    }
    let view = host.client().await?.view().await?;
    Ok(shown.take(view))
}

type Picked = Box<dyn FnOnce(Option<FilePath>) + Send>;

/// What a person chooses in a native dialog: here, and never in the webview. `title` is the message
/// that says what for.
async fn chosen(
    window: &WebviewWindow,
    title: &str,
    open: impl FnOnce(FileDialogBuilder<tauri::Wry>, Picked),
) -> Outcome<Option<PathBuf>> {
    let (answer, picked) = oneshot::channel();
    let title = said(window, title);
    let mut dialog = window.dialog().file().set_parent(window).set_title(title);
    // Without a folder to begin in, GTK shows the recent files, where a typed path opens nothing.
    if let Some(base) = directories::BaseDirs::new() {
        dialog = dialog.set_directory(base.home_dir());
    }
    open(dialog, Box::new(move |path| drop(answer.send(path))));
    let failed = || Failure::new(Code::DialogFailed);
    let Some(path) = picked.await.map_err(|_| failed())? else { return Ok(None) };
    path.into_path().map(Some).map_err(|_| failed())
}

/// A message in the language of the window.
fn said(window: &WebviewWindow, id: &str) -> String {
    window.state::<Desktop>().words().say(id)
}
