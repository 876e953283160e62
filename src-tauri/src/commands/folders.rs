//! Folders: picked, granted, taken back.

use std::path::PathBuf;

use paddock_control::commands::Waits;
use paddock_control::view::{Access, Code, Failure, LifetimeChoice, VerdictView};
use tauri::{AppHandle, Manager, State, WebviewWindow};
use tauri_plugin_dialog::FileDialogBuilder;
use tauri_plugin_opener::OpenerExt;

use super::{Outcome, chosen, said};
use crate::asked;
use crate::link::Asks;

/// Opens the native dialog. The folder that is chosen waits for consent; `null` when none was.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_folder(
    host: State<'_, Asks>,
    window: WebviewWindow,
) -> Outcome<Option<u32>> {
    match chosen(&window, "dialog-folder", FileDialogBuilder::pick_folder).await? {
        Some(folder) => {
            let pick = host.client().await?.pick(folder.into()).await?;
            asked::show(window.app_handle());
            Ok(Some(pick))
        }
        None => Ok(None),
    }
}

/// Opens the native dialog for a `.code-workspace` file; all its folders wait for consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_workspace_file(
    host: State<'_, Asks>,
    window: WebviewWindow,
) -> Outcome<Vec<u32>> {
    let files = said(&window, "dialog-workspace-files");
    let picked = chosen(&window, "dialog-workspace", |dialog, answer| {
        dialog.add_filter(files, &["code-workspace"]).pick_file(answer);
    });
    match picked.await? {
        Some(file) => {
            let picks = host.client().await?.pick_workspace(file.into()).await?;
            asked::show(window.app_handle());
            Ok(picks)
        }
        None => Ok(Vec::new()),
    }
}

/// Proposes the smallest sensible folder for what a server tried to reach.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_attempt(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    attempt: u32,
) -> Outcome<u32> {
    let waits = host.client().await?.pick_attempt(server, attempt).await?;
    asked::show(&app);
    Ok(waits)
}

/// Proposes the smallest sensible folder for what a server could not start without.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_missed(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
) -> Outcome<u32> {
    let waits = host.client().await?.pick_missed(server).await?;
    asked::show(&app);
    Ok(waits)
}

/// Proposes the folders that the command of a server names. Those that were brought up before only
/// `again`.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_named(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    again: bool,
) -> Outcome<Vec<u32>> {
    let waits = host.client().await?.pick_named(server, again).await?;
    asked::show(&app);
    Ok(waits)
}

/// Proposes what stands now at the place of a granted folder. The place is the grant's own.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_replaced(
    host: State<'_, Asks>,
    app: AppHandle,
    grant: u32,
) -> Outcome<u32> {
    let host = host.client().await?;
    let view = host.view().await?;
    let known = view.grants.into_iter().find(|it| it.id == grant);
    let folder = known.ok_or_else(|| Failure::new(Code::UnknownGrant))?.folder;
    let waits = host.pick(PathBuf::from(folder.path).into()).await?;
    asked::show(&app);
    Ok(waits)
}

/// Proposes the folder of a grant for another server, without a dialog: it is the folder that was
/// granted, or none.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_granted(
    host: State<'_, Asks>,
    app: AppHandle,
    grant: u32,
    server: Option<u32>,
) -> Outcome<u32> {
    let waits = host.client().await?.pick_granted(grant, server).await?;
    asked::show(&app);
    Ok(waits)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_repository(
    host: State<'_, Asks>,
    app: AppHandle,
    pick: u32,
) -> Outcome<u32> {
    let waits = host.client().await?.pick_repository(pick).await?;
    asked::show(&app);
    Ok(waits)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_pick(host: State<'_, Asks>, pick: u32) -> Outcome<()> {
    host.client().await?.dismiss_pick(pick).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_attempt(
    host: State<'_, Asks>,
    server: u32,
    attempt: u32,
    silence: bool,
) -> Outcome<()> {
    host.client().await?.dismiss_attempt(server, attempt, silence).await
}

/// Gives a grant again that ended. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn grant_again(
    host: State<'_, Asks>,
    app: AppHandle,
    ended: u32,
) -> Outcome<Waits> {
    let waits = host.client().await?.grant_again(ended).await?;
    asked::show(&app);
    Ok(waits)
}

/// Gives again what ended, all of it under one consent. It waits for that: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn grant_all_again(
    host: State<'_, Asks>,
    app: AppHandle,
    ended: Vec<u32>,
) -> Outcome<Waits> {
    let waits = host.client().await?.grant_all_again(ended).await?;
    asked::show(&app);
    Ok(waits)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_ended(host: State<'_, Asks>, ended: u32) -> Outcome<()> {
    host.client().await?.forget_ended(ended).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn revoke(host: State<'_, Asks>, grant: u32) -> Outcome<()> {
    host.client().await?.revoke(grant).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn revoke_all(host: State<'_, Asks>) -> Outcome<()> {
    host.client().await?.revoke_all().await
}

/// Changes what a server may do in a granted folder. More than it may waits for consent: by this
/// number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_access(
    host: State<'_, Asks>,
    app: AppHandle,
    grant: u32,
    access: Access,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_access(grant, access).await?;
    asked::show(&app);
    Ok(waits)
}

/// Changes how long a grant lasts. Longer waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_lifetime(
    host: State<'_, Asks>,
    app: AppHandle,
    grant: u32,
    lifetime: LifetimeChoice,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_lifetime(grant, lifetime).await?;
    asked::show(&app);
    Ok(waits)
}

/// Shows a granted folder in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_folder(host: State<'_, Asks>, app: AppHandle, grant: u32) -> Outcome<()> {
    let folder = host.client().await?.granted_folder(grant).await?;
    app.opener().reveal_item_in_dir(&folder).map_err(|error| {
        Failure::new(Code::OpenFailed).with_path("path", &folder).with("reason", error)
    })
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn check_paths(
    host: State<'_, Asks>,
    server: Option<u32>,
    text: String,
) -> Outcome<Vec<VerdictView>> {
    host.client().await?.check_paths(server, text).await
}
