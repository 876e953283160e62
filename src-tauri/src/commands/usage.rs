//! How apps may use a server, and what of their calls waits for the person.

use paddock_control::commands::Waits;
use paddock_control::view::{HeldCallDetail, Scope, ToolRule};
use tauri::{AppHandle, State};

use super::Outcome;
use crate::asked;
use crate::link::Asks;

/// Changes which folders the sessions of apps have. More of them wait for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_scope(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    scope: Scope,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_scope(server, scope).await?;
    asked::show(&app);
    Ok(waits)
}

/// Changes whether an app, or every app, may call a tool. A looser rule waits for consent: by this
/// number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_tool_rule(
    host: State<'_, Asks>,
    window: AppHandle,
    server: u32,
    app: Option<String>,
    tool: String,
    rule: Option<ToolRule>,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_tool_rule(server, app, tool, rule).await?;
    asked::show(&window);
    Ok(waits)
}

/// Changes whether calls of tools that changed wait. That they do not waits for consent: by this
/// number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_hold_changed(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    on: bool,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_hold_changed(server, on).await?;
    asked::show(&app);
    Ok(waits)
}

/// Takes the tools that changed as they are now. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn accept_tools(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
) -> Outcome<Waits> {
    let waits = host.client().await?.accept_tools(server).await?;
    asked::show(&app);
    Ok(waits)
}

/// Proposes a folder that an app works in.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_place(host: State<'_, Asks>, app: AppHandle, place: u32) -> Outcome<u32> {
    let waits = host.client().await?.pick_place(place).await?;
    asked::show(&app);
    Ok(waits)
}

/// The app is not given this folder, and nobody is asked again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_place(host: State<'_, Asks>, place: u32) -> Outcome<()> {
    host.client().await?.dismiss_place(place).await
}

/// What a call that waits says in full.
#[tauri::command]
#[specta::specta]
pub(crate) async fn held_call(host: State<'_, Asks>, call: u32) -> Outcome<HeldCallDetail> {
    host.client().await?.held_call(call).await
}

/// Refuses a call that waits.
#[tauri::command]
#[specta::specta]
pub(crate) async fn deny_call(host: State<'_, Asks>, call: u32) -> Outcome<()> {
    host.client().await?.deny_call(call).await
}
