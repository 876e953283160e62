//! The app from start to end.

use std::process::ExitCode;
use std::sync::Arc;

use paddock_front::{Strings, Whereabouts};
use paddock_host::Host;
use paddock_host::view::{Failure, SettingsView};
use tauri::{App, AppHandle, Manager, RunEvent};
use tauri_plugin_autostart::MacosLauncher;
use tauri_plugin_window_state::StateFlags;

use crate::desktop::{Desktop, TauriShell};
use crate::settings::SettingsFile;
use crate::{bridge, tray, window};

/// Given when the app is started at login: it stays in the tray.
const HIDDEN: &str = "--hidden";

/// Runs the app until it is quit.
pub fn run() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("PADDOCK_LOG")
                .unwrap_or_else(|_| "warn,paddock=info".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let strings = Arc::new(Strings::load());
    let Some(places) = paddock_front::find() else {
        return fail(&strings, &Failure::internal("this account has no home folder"));
    };
    match build(places, &strings) {
        Ok(app) => {
            app.run(ran);
            ExitCode::SUCCESS
        }
        Err(error) => fail(&strings, &Failure::internal(error)),
    }
}

fn build(places: Whereabouts, strings: &Arc<Strings>) -> tauri::Result<App> {
    let bridge = bridge::builder();
    let commands = bridge.invoke_handler();
    let strings = Arc::clone(strings);
    tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, _, _| window::raise(app, "access")))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_autostart::init(MacosLauncher::LaunchAgent, Some(vec![HIDDEN])))
        .plugin(
            // A window that was hidden in the tray is shown at the next start.
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(StateFlags::all() & !StateFlags::VISIBLE)
                .build(),
        )
        .invoke_handler(commands)
        .setup(move |app| {
            bridge.mount_events(app);
            begin(app.handle(), places, &strings);
            Ok(())
        })
        .build(tauri::generate_context!())
}

fn begin(app: &AppHandle, places: Whereabouts, strings: &Arc<Strings>) {
    if let Err(failure) = try_to_begin(app, places, strings) {
        fail(strings, &failure);
        // The event loop has not begun, so there is nothing to wind down.
        std::process::exit(1);
    }
}

fn try_to_begin(
    app: &AppHandle,
    places: Whereabouts,
    strings: &Arc<Strings>,
) -> Result<(), Failure> {
    let desktop = Desktop::new(SettingsFile::in_folder(&places.config));
    let runtime = tauri::async_runtime::handle();
    let settings = SettingsView {
        start_at_login: false,
        close_to_tray: desktop.settings().close_to_tray,
        tray: false,
    };
    let shell = TauriShell { app: app.clone(), strings: Arc::clone(strings), drawn: Vec::new() };
    let host = Host::start(places.host, settings, shell, runtime.inner())?;
    app.manage(host.clone());
    app.manage(desktop);
    app.manage(Arc::clone(strings));
    let hidden = std::env::args().any(|arg| arg == HIDDEN);
    window::create(app, hidden).map_err(Failure::internal)?;
    // The page loads meanwhile.
    if let Err(error) = tray::draw::create(app, &[]) {
        tracing::warn!(%error, "there is no tray");
    }
    tell_settings(app, host, hidden);
    Ok(())
}

/// Looks at what the desktop offers, while the window already opens.
fn tell_settings(app: &AppHandle, host: Host, hidden: bool) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let settings = app.state::<Desktop>().view(&app).await;
        let nowhere_to_be_seen = hidden && !settings.tray;
        let _ = host.set_settings(settings).await;
        if nowhere_to_be_seen {
            window::raise(&app, "access");
        }
    });
}

fn ran(app: &AppHandle, event: RunEvent) {
    // The last window is gone, or the session ends: servers end first.
    if let RunEvent::ExitRequested { api, code: None, .. } = event {
        api.prevent_exit();
        let app = app.clone();
        tauri::async_runtime::spawn(async move { window::quit(&app).await });
    }
}

/// Says why the app can't run, in a dialog where there is a display, and on standard error.
fn fail(strings: &Strings, failure: &Failure) -> ExitCode {
    let said = strings.failure(failure);
    tracing::error!(code = failure.code, "{said}");
    rfd::MessageDialog::new()
        .set_level(rfd::MessageLevel::Error)
        .set_title(strings.say("app-name"))
        .set_description(printable(&said))
        .show();
    ExitCode::FAILURE
}

/// GTK's dialog takes its text for a format of `printf`.
fn printable(said: &str) -> String {
    if cfg!(target_os = "linux") { said.replace('%', "%%") } else { said.to_owned() }
}
