//! Servers: added, trusted, run, called, listened to.

use paddock_control::commands::Waits;
use paddock_control::view::{
    CallView, Confinement, LogView, Pasted, ProvedView, ServerDraft, ToolView,
};
use tauri::{AppHandle, State};

use super::Outcome;
use crate::asked;
use crate::just_done::JustDone;
use crate::link::Asks;

#[tauri::command]
#[specta::specta]
pub(crate) async fn read_servers(host: State<'_, Asks>, text: String) -> Outcome<Vec<Pasted>> {
    host.client().await?.read_servers(text).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn add_server(host: State<'_, Asks>, draft: ServerDraft) -> Outcome<u32> {
    host.client().await?.add_server(draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn edit_server(
    host: State<'_, Asks>,
    server: u32,
    draft: ServerDraft,
) -> Outcome<()> {
    host.client().await?.edit_server(server, draft).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn server_draft(host: State<'_, Asks>, server: u32) -> Outcome<ServerDraft> {
    host.client().await?.server_draft(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_server(host: State<'_, Asks>, server: u32) -> Outcome<()> {
    host.client().await?.remove_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn start_server(
    host: State<'_, Asks>,
    done: State<'_, JustDone>,
    server: u32,
) -> Outcome<()> {
    done.note(server);
    host.client().await?.start_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn stop_server(host: State<'_, Asks>, server: u32) -> Outcome<()> {
    host.client().await?.stop_server(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn end_session(host: State<'_, Asks>, server: u32, session: u32) -> Outcome<()> {
    host.client().await?.end_session(server, session).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn restart_server(
    host: State<'_, Asks>,
    done: State<'_, JustDone>,
    server: u32,
) -> Outcome<()> {
    done.note(server);
    host.client().await?.restart_server(server).await
}

/// Trusts the command with this fingerprint. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn trust_server(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    fingerprint: String,
) -> Outcome<Waits> {
    let waits = host.client().await?.trust_server(server, fingerprint).await?;
    asked::show(&app);
    Ok(waits)
}

/// Has commands, the folders that they name and what ended of them wait for one consent: each by
/// its number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn introduce_servers(
    host: State<'_, Asks>,
    app: AppHandle,
    servers: Vec<u32>,
    with_folders: Vec<u32>,
    ended: Vec<u32>,
) -> Outcome<Vec<u32>> {
    let waits = host.client().await?.introduce_servers(servers, with_folders, ended).await?;
    asked::show(&app);
    Ok(waits)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn withdraw_trust(host: State<'_, Asks>, server: u32) -> Outcome<()> {
    host.client().await?.withdraw_trust(server).await
}

/// Changes how a server is kept to its folders. Looser waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_confinement(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    choice: Confinement,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_confinement(server, choice).await?;
    asked::show(&app);
    Ok(waits)
}

/// Starts the server once more in a world made for the purpose, and tries its boundary there.
#[tauri::command]
#[specta::specta]
pub(crate) async fn prove(host: State<'_, Asks>, server: u32) -> Outcome<ProvedView> {
    host.client().await?.prove(server).await
}

/// Stops all servers, for so many minutes or until resumed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause(host: State<'_, Asks>, minutes: Option<u32>) -> Outcome<()> {
    host.client().await?.pause(minutes).await
}

/// Stops the sessions of an app, for so many minutes or until resumed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_app(
    host: State<'_, Asks>,
    app: String,
    minutes: Option<u32>,
) -> Outcome<()> {
    host.client().await?.pause_app(app, minutes).await
}

/// Ends the pause of an app. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_app(
    host: State<'_, Asks>,
    handle: AppHandle,
    app: String,
) -> Outcome<Waits> {
    let waits = host.client().await?.resume_app(app).await?;
    asked::show(&handle);
    Ok(waits)
}

/// Takes a folder from the session of an app, for as long as that lasts.
#[tauri::command]
#[specta::specta]
pub(crate) async fn narrow_session(
    host: State<'_, Asks>,
    server: u32,
    session: u32,
    folder: String,
) -> Outcome<()> {
    host.client().await?.narrow_session(server, session, folder).await
}

/// Ends a pause. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume(host: State<'_, Asks>, app: AppHandle) -> Outcome<Waits> {
    let waits = host.client().await?.resume().await?;
    asked::show(&app);
    Ok(waits)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn tools(host: State<'_, Asks>, server: u32) -> Outcome<Vec<ToolView>> {
    host.client().await?.tools(server).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn call_tool(
    host: State<'_, Asks>,
    done: State<'_, JustDone>,
    server: u32,
    tool: String,
    arguments_json: String,
    call: u32,
) -> Outcome<CallView> {
    done.note(server);
    host.client().await?.call_tool(server, tool, arguments_json, call).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_call(host: State<'_, Asks>, call: u32) -> Outcome<()> {
    host.client().await?.cancel_call(call).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn follow_log(
    host: State<'_, Asks>,
    server: Option<u32>,
) -> Outcome<Option<LogView>> {
    host.client().await?.follow_log(server).await
}
