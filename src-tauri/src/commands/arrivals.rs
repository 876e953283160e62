//! Bundles, files and links that are to be added: opened, filled in, taken or left.
#![expect(clippy::needless_pass_by_value, reason = "the framework gives arguments by value")]

use paddock_control::view::{AnsweredValue, AskedValue, ServerDraft};
use paddock_front::asked::fill_in as filled_in;
use tauri::{AppHandle, Manager, State, WebviewWindow};
use tauri_plugin_dialog::FileDialogBuilder;

use super::{Outcome, chosen};
use crate::arrivals::{self, Arrivals, ArrivedView, By, ENDINGS, Source};
use crate::asked;
use crate::link::Asks;

/// What came and is to be looked at.
#[tauri::command]
#[specta::specta]
pub(crate) fn arrival(arrivals: State<'_, Arrivals>) -> Option<ArrivedView> {
    arrivals.view()
}

/// Opens the native dialog for a bundle or a file of a registry, and reads what is chosen. Whether
/// anything was.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_arrival(window: WebviewWindow) -> Outcome<bool> {
    let picked = chosen(&window, "dialog-server", |dialog, answer| {
        dialog.add_filter("MCP", ENDINGS).pick_file(answer);
    });
    let Some(file) = picked.await? else { return Ok(false) };
    let source = Source::of_file(&file).unwrap_or(Source::Bundle(file));
    arrivals::take(window.app_handle(), source, By::Person).await.map(|()| true)
}

/// Takes it away; nothing of it was added.
#[tauri::command]
#[specta::specta]
pub(crate) fn dismiss_arrival(app: AppHandle, arrivals: State<'_, Arrivals>, arrival: u32) {
    arrivals.dismiss(arrival);
    arrivals::tell(&app);
}

/// Adds the server of a bundle, or has it take the place of what `update` runs from. It is stopped and
/// not trusted, and the folders that its command names wait for consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn install_bundle(
    host: State<'_, Asks>,
    arrivals: State<'_, Arrivals>,
    app: AppHandle,
    arrival: u32,
    answers: Vec<AnsweredValue>,
    update: Option<u32>,
) -> Outcome<u32> {
    let host = host.client().await?;
    let installed = arrivals.install(&host, arrival, &answers, update).await;
    arrivals::tell(&app);
    let server = installed?;
    host.pick_named(server, false).await?;
    asked::show(&app);
    Ok(server)
}

/// Opens the native dialog for a folder or a file that a server is told of. Nothing is granted: a path
/// in a command is proposed once the server is there.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_path(window: WebviewWindow, folder: bool) -> Outcome<Option<String>> {
    let title = if folder { "dialog-path-folder" } else { "dialog-path-file" };
    let picked = chosen(&window, title, |dialog, answer| {
        if folder {
            FileDialogBuilder::pick_folder(dialog, answer);
        } else {
            dialog.pick_file(answer);
        }
    });
    Ok(picked.await?.map(|path| path.to_string_lossy().into_owned()))
}

/// The draft that the answers make.
#[tauri::command]
#[specta::specta]
pub(crate) fn fill_in(
    draft: ServerDraft,
    asks: Vec<AskedValue>,
    answers: Vec<AnsweredValue>,
) -> Outcome<ServerDraft> {
    filled_in(draft, &asks, &answers)
}
