//! What the window may ask for: each command translates and forwards.

pub(crate) mod offers;
pub(crate) mod providers;
pub(crate) mod requests;

use std::path::PathBuf;

use paddock_host::view::{
    AccessView, ActivityFilter, ActivityPage, AskedView, CallView, ConfinementChoice, Failure,
    LifetimeChoice, LogView, Pasted, ProvedView, ServerDraft, ServerView, ToolView, VerdictView,
    View,
};
use paddock_host::{Host, Proposal};
use tauri::{AppHandle, State, WebviewWindow};
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tauri_plugin_opener::OpenerExt;
use tokio::sync::oneshot;

use crate::confirm::{Question, confirm};
use crate::desktop::Desktop;
use crate::window;

type Answer<T> = Result<T, Failure>;

#[tauri::command]
#[specta::specta]
pub(crate) async fn view(host: State<'_, Host>) -> Answer<View> {
    host.view().await
}

/// Opens the native dialog. The folder that is chosen waits for consent; `null` when none was.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_folder(
    host: State<'_, Host>,
    window: WebviewWindow,
) -> Answer<Option<u32>> {
    match chosen(&window, FileDialogBuilder::pick_folder).await? {
        Some(folder) => host.pick(folder).await.map(Some),
        None => Ok(None),
    }
}

/// Opens the native dialog for a `.code-workspace` file; all its folders wait for consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_workspace_file(
    host: State<'_, Host>,
    window: WebviewWindow,
) -> Answer<Vec<u32>> {
    let picked = chosen(&window, |dialog, answer| {
        dialog.add_filter("Workspace", &["code-workspace"]).pick_file(answer);
    });
    match picked.await? {
        Some(file) => host.pick_workspace(file).await,
        None => Ok(Vec::new()),
    }
}

/// Proposes the smallest sensible folder for what a server tried to reach, once that is agreed to
/// in a native dialog: the server named the path, so it is not picked yet. `null` when it was not.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_attempt(
    host: State<'_, Host>,
    window: WebviewWindow,
    server: u32,
    attempt: u32,
) -> Answer<Option<u32>> {
    let now = shown(&host, server).await?;
    let tried = now.attempts.iter().find(|it| it.id == attempt);
    let folder = tried.and_then(|it| it.offer.as_deref());
    if !agrees_to_pick(&window, &now.name, folder).await? {
        return Ok(None);
    }
    host.pick_attempt(server, attempt).await.map(Some)
}

/// Proposes the folder of what a server could not start without, as [`pick_attempt`] does.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_missed(
    host: State<'_, Host>,
    window: WebviewWindow,
    server: u32,
) -> Answer<Option<u32>> {
    let now = shown(&host, server).await?;
    let folder = now.missed.as_ref().and_then(|missed| missed.offer.as_deref());
    if !agrees_to_pick(&window, &now.name, folder).await? {
        return Ok(None);
    }
    host.pick_missed(server).await.map(Some)
}

async fn agrees_to_pick(
    window: &WebviewWindow,
    server: &str,
    folder: Option<&str>,
) -> Answer<bool> {
    let folder = folder.ok_or_else(|| Failure::new("unknown-attempt"))?;
    let asked = Question {
        title: "attempt-title",
        values: &[("server", server), ("folder", folder)],
        warning: "attempt-warning",
        yes: "attempt-yes",
        no: "attempt-no",
    };
    confirm(window, asked).await
}

/// Proposes the folders that the command of a server names, once that is agreed to in a native
/// dialog: the page may have written the command. Those that were brought up before only `again`;
/// none where there are none, or it was not agreed to.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_named(
    host: State<'_, Host>,
    window: WebviewWindow,
    server: u32,
    again: bool,
) -> Answer<Vec<u32>> {
    let proposals = host.proposals(server, again).await?;
    if proposals.is_empty() {
        return Ok(Vec::new());
    }
    let now = shown(&host, server).await?;
    let folders: Vec<_> = proposals.iter().map(Proposal::shown).collect();
    let asked = Question {
        title: "named-title",
        values: &[("server", &now.name), ("folders", &folders.join("\n"))],
        warning: "named-warning",
        yes: "named-yes",
        no: "named-no",
    };
    if confirm(&window, asked).await? {
        host.pick_named(server, proposals).await
    } else {
        Ok(Vec::new())
    }
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_attempt(
    host: State<'_, Host>,
    server: u32,
    attempt: u32,
) -> Answer<()> {
    host.dismiss_attempt(server, attempt).await
}

/// Running without enforcement is agreed to in a native dialog.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_confinement(
    host: State<'_, Host>,
    window: WebviewWindow,
    server: u32,
    choice: ConfinementChoice,
) -> Answer<()> {
    let now = shown(&host, server).await?;
    let is_freed = choice.asked == AskedView::Advisory && now.enforcement.asked != choice.asked;
    let asked = Question {
        title: "enforce-title",
        values: &[("server", &now.name)],
        warning: "enforce-warning",
        yes: "enforce-yes",
        no: "enforce-keep",
    };
    if is_freed && !confirm(&window, asked).await? {
        return Ok(());
    }
    host.set_confinement(server, choice).await
}

/// Starts the server once more in a world made for the purpose, and tries its boundary there.
#[tauri::command]
#[specta::specta]
pub(crate) async fn prove(host: State<'_, Host>, server: u32) -> Answer<ProvedView> {
    host.prove(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_repository(host: State<'_, Host>, pick: u32) -> Answer<u32> {
    host.pick_repository(pick).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_pick(host: State<'_, Host>, pick: u32) -> Answer<()> {
    host.dismiss_pick(pick).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn grant(
    host: State<'_, Host>,
    pick: u32,
    server: u32,
    access: AccessView,
    lifetime: LifetimeChoice,
    typed: Option<String>,
) -> Answer<()> {
    host.grant(pick, server, access, lifetime, typed).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn grant_again(host: State<'_, Host>, ended: u32) -> Answer<()> {
    host.grant_again(ended).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_ended(host: State<'_, Host>, ended: u32) -> Answer<()> {
    host.forget_ended(ended).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn revoke(host: State<'_, Host>, grant: u32) -> Answer<()> {
    host.revoke(grant).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn revoke_all(host: State<'_, Host>) -> Answer<()> {
    host.revoke_all().await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_access(
    host: State<'_, Host>,
    grant: u32,
    access: AccessView,
) -> Answer<()> {
    host.set_access(grant, access).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_lifetime(
    host: State<'_, Host>,
    grant: u32,
    lifetime: LifetimeChoice,
) -> Answer<()> {
    host.set_lifetime(grant, lifetime).await
}

/// Shows a granted folder in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_folder(host: State<'_, Host>, app: AppHandle, grant: u32) -> Answer<()> {
    let folder = host.granted_folder(grant).await?;
    app.opener().reveal_item_in_dir(&folder).map_err(|error| {
        Failure::new("open-failed").with_path("path", &folder).with("reason", error)
    })
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn check_paths(
    host: State<'_, Host>,
    server: Option<u32>,
    text: String,
) -> Answer<Vec<VerdictView>> {
    host.check_paths(server, text).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn read_servers(host: State<'_, Host>, text: String) -> Answer<Vec<Pasted>> {
    host.read_servers(&text).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn add_server(host: State<'_, Host>, draft: ServerDraft) -> Answer<u32> {
    host.add_server(draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_server(
    host: State<'_, Host>,
    server: u32,
    draft: ServerDraft,
) -> Answer<()> {
    host.edit_server(server, draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn server_draft(host: State<'_, Host>, server: u32) -> Answer<ServerDraft> {
    host.server_draft(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_server(host: State<'_, Host>, server: u32) -> Answer<()> {
    host.remove_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn start_server(host: State<'_, Host>, server: u32) -> Answer<()> {
    host.start_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn trust_server(
    host: State<'_, Host>,
    server: u32,
    fingerprint: String,
) -> Answer<()> {
    host.trust_server(server, fingerprint).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn withdraw_trust(host: State<'_, Host>, server: u32) -> Answer<()> {
    host.withdraw_trust(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_server(host: State<'_, Host>, server: u32) -> Answer<()> {
    host.stop_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn restart_server(host: State<'_, Host>, server: u32) -> Answer<()> {
    host.restart_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn tools(host: State<'_, Host>, server: u32) -> Answer<Vec<ToolView>> {
    host.tools(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn call_tool(
    host: State<'_, Host>,
    server: u32,
    tool: String,
    arguments_json: String,
    call: u32,
) -> Answer<CallView> {
    host.call_tool(server, tool, arguments_json, call).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_call(host: State<'_, Host>, call: u32) -> Answer<()> {
    host.cancel_call(call);
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn follow_log(
    host: State<'_, Host>,
    server: Option<u32>,
) -> Answer<Option<LogView>> {
    host.follow_log(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn activity(
    host: State<'_, Host>,
    filter: ActivityFilter,
) -> Answer<ActivityPage> {
    host.activity(filter).await
}

/// Opens the native dialog for a file to write; where it was written, `null` when nowhere.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_activity(
    host: State<'_, Host>,
    window: WebviewWindow,
    filter: ActivityFilter,
) -> Answer<Option<String>> {
    let picked = chosen(&window, |dialog, answer| {
        dialog.set_file_name("paddock-activity.jsonl").save_file(answer);
    });
    let Some(file) = picked.await? else { return Ok(None) };
    host.export_activity(filter, &file).await?;
    Ok(Some(paddock_core::text::shown(&file)))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn pause(host: State<'_, Host>, minutes: Option<u32>) -> Answer<()> {
    host.pause(minutes).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn resume(host: State<'_, Host>) -> Answer<()> {
    host.resume().await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_start_at_login(
    host: State<'_, Host>,
    desktop: State<'_, Desktop>,
    app: AppHandle,
    on: bool,
) -> Answer<()> {
    let login = app.autolaunch();
    let done = if on { login.enable() } else { login.disable() };
    done.map_err(|error| Failure::new("autostart-failed").with("reason", error))?;
    host.set_settings(desktop.view(&app).await).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_close_to_tray(
    host: State<'_, Host>,
    desktop: State<'_, Desktop>,
    app: AppHandle,
    on: bool,
) -> Answer<()> {
    desktop.set_close_to_tray(on)?;
    host.set_settings(desktop.view(&app).await).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_notice(host: State<'_, Host>, notice: u32) -> Answer<()> {
    host.dismiss_notice(notice).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn quit(app: AppHandle) -> Answer<()> {
    window::quit(&app).await;
    Ok(())
}

/// A server as the person sees it now.
async fn shown(host: &Host, server: u32) -> Answer<ServerView> {
    let view = host.view().await?;
    let found = view.servers.into_iter().find(|it| it.id == server);
    found.ok_or_else(|| Failure::new("unknown-server"))
}

type Picked = Box<dyn FnOnce(Option<FilePath>) + Send>;

/// What a person chooses in a native dialog: here, and never in the webview.
async fn chosen(
    window: &WebviewWindow,
    open: impl FnOnce(FileDialogBuilder<tauri::Wry>, Picked),
) -> Answer<Option<PathBuf>> {
    let (answer, picked) = oneshot::channel();
    let mut dialog = window.dialog().file().set_parent(window);
    // Without a folder to begin in, GTK shows the recent files, where a typed path opens nothing.
    if let Some(base) = directories::BaseDirs::new() {
        dialog = dialog.set_directory(base.home_dir());
    }
    open(dialog, Box::new(move |path| drop(answer.send(path))));
    let failed = || Failure::new("dialog-failed");
    let Some(path) = picked.await.map_err(|_| failed())? else { return Ok(None) };
    path.into_path().map(Some).map_err(|_| failed())
}
