//! What the host says, brought to the window, the tray and the desktop's notifications.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paddock_front::Strings;
use paddock_host::view::{AnswerGrewView, Failure, LogView, ProgressView, SettingsView, View};
use paddock_host::{Notification, Shell};
use tauri::AppHandle;
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_notification::NotificationExt;
use tauri_specta::Event;

use crate::bridge::{AnswerGrew, CallProgressed, LogAppended, ViewChanged};
use crate::settings::{Settings, SettingsFile};
use crate::tray::{self, Item};

/// The words and the settings of the app.
#[derive(Debug)]
pub(crate) struct Desktop {
    file: SettingsFile,
    settings: Mutex<Settings>,
}

impl Desktop {
    pub(crate) fn new(file: SettingsFile) -> Self {
        let settings = Mutex::new(file.read());
        Self { file, settings }
    }

    pub(crate) fn settings(&self) -> Settings {
        self.lock().clone()
    }

    pub(crate) fn set_close_to_tray(&self, close_to_tray: bool) -> Result<(), Failure> {
        let mut settings = self.lock();
        let changed = Settings { close_to_tray };
        self.file
            .write(&changed)
            .map_err(|error| Failure::new("settings-not-saved").with("reason", error))?;
        *settings = changed;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The settings as the window shows them.
    pub(crate) async fn view(&self, app: &AppHandle) -> SettingsView {
        SettingsView {
            start_at_login: app.autolaunch().is_enabled().unwrap_or(false),
            close_to_tray: self.settings().close_to_tray,
            tray: has_tray().await,
        }
    }
}

/// Whether something on this desktop shows tray icons.
#[cfg(target_os = "linux")]
pub(crate) async fn has_tray() -> bool {
    let asked = async {
        let bus = zbus::Connection::session().await?;
        let name = "org.kde.StatusNotifierWatcher".try_into()?;
        let there = zbus::fdo::DBusProxy::new(&bus).await?.name_has_owner(name).await?;
        Ok::<_, zbus::Error>(there)
    };
    asked.await.unwrap_or(false)
}

#[cfg(not(target_os = "linux"))]
pub(crate) async fn has_tray() -> bool {
    true
}

/// The real shell.
pub(crate) struct TauriShell {
    pub(crate) app: AppHandle,
    pub(crate) strings: Arc<Strings>,
    /// The menu that is drawn.
    pub(crate) drawn: Vec<Item>,
}

impl Shell for TauriShell {
    fn show(&mut self, view: &View) {
        let items = tray::menu(view, &self.strings);
        if items != self.drawn {
            self.drawn.clone_from(&items);
            let app = self.app.clone();
            let _ = self.app.run_on_main_thread(move || {
                if let Err(error) = tray::draw::update(&app, &items) {
                    tracing::warn!(%error, "the tray's menu can't be drawn");
                }
            });
        }
        if let Err(error) = ViewChanged(view.clone()).emit(&self.app) {
            tracing::warn!(%error, "the window was not told");
        }
    }

    fn append_log(&mut self, lines: LogView) {
        let _ = LogAppended(lines).emit(&self.app);
    }

    fn grow_answer(&mut self, grown: AnswerGrewView) {
        let _ = AnswerGrew(grown).emit(&self.app);
    }

    fn progress(&mut self, progress: ProgressView) {
        let _ = CallProgressed(progress).emit(&self.app);
    }

    fn notify(&mut self, notification: Notification) {
        let body = body(&notification, &self.strings);
        let (app, title) = (self.app.clone(), self.strings.say("app-name"));
        // A desktop that does not answer must not hold the host up.
        tauri::async_runtime::spawn_blocking(move || {
            if let Err(error) = app.notification().builder().title(title).body(body).show() {
                tracing::warn!(%error, "a notification was not shown");
            }
        });
    }
}

fn body(notification: &Notification, strings: &Strings) -> String {
    let about = |id: &str, folder: &str, server: &str| {
        strings.say_with(id, &[("folder", folder.into()), ("server", server.into())])
    };
    match notification {
        Notification::Expiring { folder, server } => about("notify-expiring", folder, server),
        Notification::Ended { folder, server } => about("notify-ended", folder, server),
        Notification::FolderGone { folder } => about("notify-folder-gone", folder, ""),
        Notification::FolderReplaced { folder } => about("notify-folder-replaced", folder, ""),
        Notification::ServerFailed { server } => about("notify-server-failed", "", server),
        Notification::CommandChanged { server } => about("notify-command-changed", "", server),
        Notification::Asks { folder, server } => about("notify-asks", folder, server),
        Notification::Leaked { server } => about("notify-leaked", "", server),
        Notification::Requests { server, count } => strings.say_with(
            "notify-requests",
            &[("server", server.as_str().into()), ("count", (*count).into())],
        ),
        Notification::RevokeNotSaved => strings.say("error-revoke-not-saved"),
    }
}
