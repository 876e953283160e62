//! The app from start to end.

use std::io::Write as _;
use std::process::ExitCode;

use paddock_control::Whereabouts;
use paddock_control::view::Failure;
use paddock_front::{Language, Strings};
use tauri::{App, AppHandle, Context, Manager, RunEvent};
use tauri_plugin_autostart::MacosLauncher;
use tauri_plugin_window_state::StateFlags;

use crate::apps::Apps;
use crate::arrivals::{self, Arrivals};
use crate::desktop::{self, Desktop};
use crate::front::Front;
use crate::just_done::JustDone;
use crate::link::{Asks, Consents, Link};
use crate::settings::SettingsFile;
use crate::shown::Shown;
use crate::{bridge, notify, pages, tray, window};

/// Given when the app is started at login: it stays in the tray.
const HIDDEN: &str = "--hidden";
const VERSION: &str = "--version";

/// Runs the app until it is quit.
pub fn run() -> ExitCode {
    if args().iter().any(|arg| arg == VERSION) {
        let version = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
        let said = writeln!(std::io::stdout(), "{version}");
        return if said.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("PADDOCK_LOG")
                .unwrap_or_else(|_| "warn,paddock=info".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let Some(places) = Whereabouts::find() else {
        let strings = Strings::of(Language::of_account());
        return fail(&strings, &Failure::internal("this account has no home folder"));
    };
    let desktop = Desktop::new(SettingsFile::in_folder(&places.config));
    let strings = desktop.words();
    match build(places, desktop) {
        Ok(app) => {
            app.run(ran);
            ExitCode::SUCCESS
        }
        Err(error) => fail(&strings, &Failure::internal(error)),
    }
}

/// The configuration, the pages and what they may ask for.
pub(crate) fn context() -> Context<tauri::Wry> {
    tauri::generate_context!()
}

fn build(places: Whereabouts, desktop: Desktop) -> tauri::Result<App> {
    let bridge = bridge::builder();
    let commands = bridge.invoke_handler();
    tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, args, cwd| {
            started_again(app, &args, &cwd);
        }))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_autostart::init(MacosLauncher::LaunchAgent, Some(vec![HIDDEN])))
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(StateFlags::all() & !StateFlags::VISIBLE)
                .with_denylist(&[pages::CONSENT])
                .build(),
        )
        .invoke_handler(commands)
        .setup(move |app| {
            bridge.mount_events(app);
            begin(app.handle(), places, desktop);
            Ok(())
        })
        .build(context())
}

/// What this process was started with.
fn args() -> Vec<String> {
    std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect()
}

fn started_again(app: &AppHandle, args: &[String], cwd: &str) {
    if arrivals::opened(app, args, cwd) {
        return;
    }
    if !args.iter().any(|arg| arg == HIDDEN) {
        window::raise(app, "access");
    }
}

fn begin(app: &AppHandle, places: Whereabouts, desktop: Desktop) {
    app.manage(desktop);
    app.manage(Apps::new(&places));
    app.manage(Arrivals::new(&places));
    app.manage(Shown::default());
    app.manage(JustDone::default());
    app.manage(notify::Hearing::default());
    app.manage(window::MainPage::default());
    let link = Link::begin(places, Front::new(app.clone()));
    app.manage(Asks(link.clone()));
    app.manage(Consents(link.clone()));
    app.manage(link);
    let args = args();
    let cwd = std::env::current_dir().unwrap_or_default();
    arrivals::opened(app, &args, &cwd.to_string_lossy());
    if args.iter().any(|arg| arg == HIDDEN) {
        stay_visible(app.clone());
    } else {
        // The page loads while the host starts, and the icon is drawn meanwhile.
        window::raise(app, "access");
    }
    if let Err(error) = tray::draw::create(app) {
        tracing::warn!(%error, "there is no tray");
    }
}

/// Where no tray shows that the app runs, its window does.
fn stay_visible(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        if !desktop::has_tray().await {
            window::raise(&app, "access");
        }
    });
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the list is not ours and grows")]
fn ran(app: &AppHandle, event: RunEvent) {
    match event {
        RunEvent::WindowEvent { label, event, .. } => window::happened(app, &label, &event),
        // The last window is gone, which is no end where there is a tray.
        RunEvent::ExitRequested { api, code: None, .. } => {
            api.prevent_exit();
            let app = app.clone();
            tauri::async_runtime::spawn(async move { window::none_is_left(&app).await });
        }
        _ => {}
    }
}

/// Says why the app can't run, in a dialog where there is a display, and on standard error.
pub(crate) fn fail(strings: &Strings, failure: &Failure) -> ExitCode {
    let said = strings.failure(failure);
    tracing::error!(code = %failure.code, "{said}");
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
