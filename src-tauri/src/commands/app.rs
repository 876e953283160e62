//! The app itself: its settings, its record, its end.

use paddock_control::commands::Waits;
use paddock_control::view::{
    ActivityFilter, ActivityFormat, ActivityPage, Code, Failure, RetentionView, SeenOverTime,
    SpanView,
};
use paddock_front::Language;
use tauri::{AppHandle, State, WebviewWindow};
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_opener::OpenerExt;
use tauri_specta::Event;

use super::{Outcome, chosen};
use crate::bridge::SettingsChanged;
use crate::desktop::Desktop;
use crate::link::{Asks, Link};
use crate::settings::{AtQuit, Notify, Settings, SettingsView, Theme, UsualLifetime, zoomed};
use crate::shown::Shown;
use crate::{asked, desktop, front, pages, window};

#[tauri::command]
#[specta::specta]
pub(crate) async fn seen(
    host: State<'_, Asks>,
    server: Option<u32>,
    span: SpanView,
) -> Outcome<SeenOverTime> {
    host.client().await?.seen(server, span).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn activity(
    host: State<'_, Asks>,
    filter: ActivityFilter,
) -> Outcome<ActivityPage> {
    host.client().await?.activity(filter).await
}

/// Opens the native dialog for a file to write; where it was written, `null` when nowhere.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_activity(
    host: State<'_, Asks>,
    window: WebviewWindow,
    filter: ActivityFilter,
    format: ActivityFormat,
) -> Outcome<Option<String>> {
    let name = match format {
        ActivityFormat::JsonLines => "paddock-activity.jsonl",
        ActivityFormat::Csv => "paddock-activity.csv",
    };
    let picked = chosen(&window, "dialog-activity", |dialog, answer| {
        dialog.set_file_name(name).save_file(answer);
    });
    let Some(file) = picked.await? else { return Ok(None) };
    host.client().await?.export_activity(filter, format, file.clone().into()).await?;
    Ok(Some(paddock_core::text::shown(&file)))
}

/// Changes how long what happened is kept. What keeps less waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_retention(
    host: State<'_, Asks>,
    app: AppHandle,
    keep: RetentionView,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_retention(keep).await?;
    asked::show(&app);
    Ok(waits)
}

/// Deletes what happened so far. It waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_activity(host: State<'_, Asks>, app: AppHandle) -> Outcome<Waits> {
    let waits = host.client().await?.delete_activity().await?;
    asked::show(&app);
    Ok(waits)
}

/// What the person chose of the app, and what this desktop offers.
#[tauri::command]
#[specta::specta]
pub(crate) async fn settings(desktop: State<'_, Desktop>, app: AppHandle) -> Outcome<SettingsView> {
    Ok(desktop.view(&app).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_start_at_login(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    on: bool,
) -> Outcome<()> {
    let login = app.autolaunch();
    let done = if on { login.enable() } else { login.disable() };
    done.map_err(|error| Failure::new(Code::AutostartFailed).with("reason", error))?;
    tell_settings(&desktop, &app).await;
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_close_to_tray(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    on: bool,
) -> Outcome<()> {
    desktop.change(|settings| Settings { close_to_tray: on, ..settings })?;
    tell_settings(&desktop, &app).await;
    Ok(())
}

/// What becomes of servers when the app is quit.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_at_quit(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    at_quit: AtQuit,
) -> Outcome<()> {
    desktop.change(|settings| Settings { at_quit, ..settings })?;
    front::draw_tray(&app);
    tell_settings(&desktop, &app).await;
    Ok(())
}

/// What the app speaks from now on; none is the language of the account.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_language(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    language: Option<Language>,
) -> Outcome<()> {
    desktop.change(|settings| Settings { language, ..settings })?;
    front::draw_tray(&app);
    tell_settings(&desktop, &app).await;
    Ok(())
}

/// How the pages look from now on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_theme(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    theme: Theme,
) -> Outcome<()> {
    desktop.change(|settings| Settings { theme, ..settings })?;
    pages::draw_in_theme(&app);
    tell_settings(&desktop, &app).await;
    Ok(())
}

/// Of what the desktop tells from now on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_notify(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    notify: Notify,
) -> Outcome<()> {
    desktop.change(|settings| Settings { notify, ..settings })?;
    tell_settings(&desktop, &app).await;
    Ok(())
}

/// What is chosen already where a person is asked for how long a folder is granted.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_usual_lifetime(
    desktop: State<'_, Desktop>,
    app: AppHandle,
    lifetime: UsualLifetime,
) -> Outcome<()> {
    desktop.change(|settings| Settings { usual_lifetime: lifetime, ..settings })?;
    tell_settings(&desktop, &app).await;
    Ok(())
}

/// Draws the pages larger (1), smaller (-1) or as usual (0), from now on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn zoom(desktop: State<'_, Desktop>, app: AppHandle, step: i8) -> Outcome<()> {
    desktop.change(|settings| Settings { zoom: zoomed(settings.zoom, step), ..settings })?;
    pages::draw_zoomed(&app);
    Ok(())
}

/// The person has skipped the page for the first minute, or is done with it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn end_welcome(desktop: State<'_, Desktop>, app: AppHandle) -> Outcome<()> {
    desktop.change(|settings| Settings { welcomed: true, ..settings })?;
    tell_settings(&desktop, &app).await;
    Ok(())
}

async fn tell_settings(desktop: &Desktop, app: &AppHandle) {
    let _ = SettingsChanged(desktop.view(app).await).emit(app);
}

/// Whether a person may consent at a terminal too. To allow it waits for consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_terminal_consent(
    host: State<'_, Asks>,
    app: AppHandle,
    allowed: bool,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_terminal_consent(allowed).await?;
    asked::show(&app);
    Ok(waits)
}

/// Whether servers start only with secrets from the keyring. That they may be in a file waits for
/// consent: by this number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_keyring_only(
    host: State<'_, Asks>,
    app: AppHandle,
    on: bool,
) -> Outcome<Waits> {
    let waits = host.client().await?.set_keyring_only(on).await?;
    asked::show(&app);
    Ok(waits)
}

/// Shows what waits for consent, in its own window.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_consent(app: AppHandle) -> Outcome<()> {
    asked::show(&app);
    Ok(())
}

/// Ends the window of consents, in which everything was put off. What waits goes on waiting.
#[tauri::command]
#[specta::specta]
pub(crate) async fn close_consent(app: AppHandle) {
    asked::close(&app);
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn dismiss_notice(
    host: State<'_, Asks>,
    shown: State<'_, Shown>,
    app: AppHandle,
    notice: u32,
) -> Outcome<()> {
    match shown.dismiss(notice) {
        Some(view) => {
            front::show(&app, view);
            Ok(())
        }
        None => host.client().await?.dismiss_notice(notice).await,
    }
}

/// Starts the host again, and connects to it, after it ended too often.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reconnect(link: State<'_, Link>) -> Outcome<()> {
    link.try_again();
    Ok(())
}

/// Shows the licences of the libraries that the app is built with, where they are installed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_licences(app: AppHandle) -> Outcome<()> {
    let Some(file) = desktop::licences() else { return Ok(()) };
    let opened = app.opener().open_path(file.to_string_lossy(), None::<&str>);
    opened.map_err(|error| {
        Failure::new(Code::OpenFailed).with_path("path", &file).with("reason", error)
    })
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn quit(app: AppHandle, keep_servers: bool) -> Outcome<()> {
    window::quit(&app, keep_servers).await;
    Ok(())
}
