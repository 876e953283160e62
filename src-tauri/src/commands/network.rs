//! Where servers may connect.

use paddock_control::commands::Waits;
use paddock_control::view::{LifetimeChoice, TodayView};
use tauri::{AppHandle, State};

use super::Outcome;
use crate::asked;
use crate::link::Asks;

/// Lets a server connect somewhere. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_destination(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    destination: String,
    lifetime: LifetimeChoice,
) -> Outcome<Waits> {
    let waits = host.client().await?.allow_destination(server, destination, lifetime).await?;
    asked::show(&app);
    Ok(waits)
}

/// Lets a server connect to what it asks for. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_asked_destination(
    host: State<'_, Asks>,
    app: AppHandle,
    asked: u32,
    lifetime: LifetimeChoice,
) -> Outcome<Waits> {
    let waits = host.client().await?.allow_asked_destination(asked, lifetime).await?;
    asked::show(&app);
    Ok(waits)
}

/// The server may not connect there, and nobody is asked again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn deny_destination(
    host: State<'_, Asks>,
    server: u32,
    destination: String,
) -> Outcome<()> {
    host.client().await?.deny_destination(server, destination).await
}

/// Takes back what was said of a destination. Where that was no, it waits for consent: by this
/// number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_destination(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    destination: String,
) -> Outcome<Waits> {
    let waits = host.client().await?.forget_destination(server, destination).await?;
    asked::show(&app);
    Ok(waits)
}

/// Nobody decides now where a server wants to connect.
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_destination(host: State<'_, Asks>, asked: u32) -> Outcome<()> {
    host.client().await?.dismiss_destination(asked).await
}

/// Changes how much a server may send in a day, in kilobytes. More waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_most_sent(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    most: Option<u32>,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_most_sent(server, most).await?;
    asked::show(&app);
    Ok(waits)
}

/// Says how much a server may send today. More waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn send_today(
    host: State<'_, Asks>,
    app: AppHandle,
    server: u32,
    today: TodayView,
) -> Outcome<Waits> {
    let waits = host.client().await?.send_today(server, today).await?;
    asked::show(&app);
    Ok(waits)
}
