//! AI apps: looked at, and what is to be done with their configs.

use paddock_control::view::{Code, Failure};
use paddock_core::text::shown;
use paddock_front::adoption::{Incomplete, Shim};
use tauri::{AppHandle, State, WebviewWindow};
use tauri_specta::Event;

use super::Outcome;
use super::consent::only_in_consent;
use crate::apps::Apps;
use crate::apps::view::{AppChangeView, AppsView, EntryKey, MeantEntry};
use crate::asked;
use crate::bridge::AppChangesChanged;
use crate::front;
use crate::link::{Asks, Consents};

/// Which AI apps are here, and what they launch, as their configs are now.
#[tauri::command]
#[specta::specta]
pub(crate) async fn apps(host: State<'_, Asks>, apps: State<'_, Apps>) -> Outcome<AppsView> {
    apps.view(&host.client().await?).await
}

/// How apps launch servers through Paddock, for who writes that themselves.
#[tauri::command]
#[specta::specta]
pub(crate) async fn shim(apps: State<'_, Apps>) -> Outcome<Shim> {
    apps.shim().await
}

/// Proposes to let entries of an app go through Paddock; all of the person's if none are named. It
/// waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn connect_entries(
    host: State<'_, Asks>,
    apps: State<'_, Apps>,
    handle: AppHandle,
    app: String,
    entries: Vec<MeantEntry>,
) -> Outcome<u32> {
    let waits = apps.connect(&host.client().await?, &app, &entries).await?;
    ask(&handle, &apps);
    Ok(waits)
}

/// Proposes to give entries of an app back; all if none are named. It waits for consent: by this
/// number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn disconnect_entries(
    apps: State<'_, Apps>,
    handle: AppHandle,
    app: String,
    entries: Vec<EntryKey>,
) -> Outcome<u32> {
    let waits = apps.disconnect(&app, entries).await?;
    ask(&handle, &apps);
    Ok(waits)
}

/// The changes of configs that wait for consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn app_changes(apps: State<'_, Apps>) -> Outcome<Vec<AppChangeView>> {
    Ok(apps.changes())
}

/// Writes a change of configs that waits: the person's consent.
#[tauri::command]
#[specta::specta]
pub(crate) async fn agree_app_change(
    host: State<'_, Consents>,
    apps: State<'_, Apps>,
    handle: AppHandle,
    window: WebviewWindow,
    change: u32,
) -> Outcome<()> {
    only_in_consent(window.label())?;
    let done = apps.agree(&host.client().await?, change).await;
    tell(&handle, &apps);
    asked::settle(&handle);
    let Err(Incomplete { failure, left, .. }) = done else { return Ok(()) };
    if !left.is_empty() {
        let names = left.iter().map(shown).collect::<Vec<_>>().join(", ");
        front::notice(&handle, Failure::new(Code::AppsServersLeft).with("names", names));
    }
    Err(failure)
}

/// Takes a change of configs off the list of what waits.
#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_app_change(
    apps: State<'_, Apps>,
    handle: AppHandle,
    change: u32,
) -> Outcome<()> {
    apps.dismiss(change)?;
    tell(&handle, &apps);
    asked::settle(&handle);
    Ok(())
}

fn ask(handle: &AppHandle, apps: &Apps) {
    tell(handle, apps);
    asked::show(handle);
}

fn tell(handle: &AppHandle, apps: &Apps) {
    let _ = AppChangesChanged(apps.changes()).emit(handle);
    front::draw_tray(handle);
}
