//! What the app has of its own, beside the host: its settings, and what this desktop offers.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(target_os = "linux")]
use std::time::Duration;

use paddock_control::view::{Code, Failure};
use paddock_front::{Language, Strings};
use tauri::AppHandle;
use tauri_plugin_autostart::ManagerExt;

use crate::settings::{Settings, SettingsFile, SettingsView};

/// How long a desktop may take to say what its notifications can do.
#[cfg(target_os = "linux")]
const CAPABILITIES_DEADLINE: Duration = Duration::from_secs(2);

/// The settings of the app.
#[derive(Debug)]
pub(crate) struct Desktop {
    file: SettingsFile,
    settings: Mutex<Settings>,
    /// The words in the language that was asked for last.
    words: Mutex<Option<(Language, Arc<Strings>)>>,
}

impl Desktop {
    pub(crate) fn new(file: SettingsFile) -> Self {
        let settings = Mutex::new(file.read());
        Self { file, settings, words: Mutex::default() }
    }

    /// The words of the app, in the language it speaks.
    pub(crate) fn words(&self) -> Arc<Strings> {
        let speaks = self.lock().speaks();
        let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        match &*words {
            Some((language, strings)) if *language == speaks => Arc::clone(strings),
            _ => Arc::clone(&words.insert((speaks, Arc::new(Strings::of(speaks)))).1),
        }
    }

    pub(crate) fn settings(&self) -> Settings {
        self.lock().clone()
    }

    /// Keeps what a change makes of the settings.
    ///
    /// # Errors
    /// They can't be kept; nothing is changed.
    pub(crate) fn change(&self, change: impl FnOnce(Settings) -> Settings) -> Result<(), Failure> {
        let mut settings = self.lock();
        let changed = change(settings.clone());
        self.file
            .write(&changed)
            .map_err(|error| Failure::new(Code::SettingsNotSaved).with("reason", error))?;
        *settings = changed;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The settings as the window shows them.
    pub(crate) async fn view(&self, app: &AppHandle) -> SettingsView {
        let settings = self.settings();
        let speaks = settings.speaks();
        let Settings { close_to_tray, at_quit, welcomed, language, .. } = settings;
        let Settings { theme, notify, usual_lifetime, .. } = settings;
        SettingsView {
            start_at_login: app.autolaunch().is_enabled().unwrap_or(false),
            close_to_tray,
            tray: has_tray().await,
            at_quit,
            welcomed,
            language,
            theme,
            notify,
            usual_lifetime,
            speaks,
            account_speaks: Language::of_account(),
            version: env!("CARGO_PKG_VERSION"),
            licences: licences().is_some(),
        }
    }
}

/// The licences of the libraries that the app is built with, where it was installed with them.
pub(crate) fn licences() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let file = program.parent()?.parent()?.join("share/paddock/third-party-licences.txt");
    file.is_file().then_some(file)
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

/// Whether notifications have buttons on this desktop. Some show a dialog instead, in the way of
/// everything, where one asks for buttons that they do not have.
#[cfg(target_os = "linux")]
pub(crate) async fn offers_actions() -> bool {
    let asked = async {
        let bus = zbus::Connection::session().await?;
        let (name, path) = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications");
        let server = zbus::Proxy::new(&bus, name, path, name).await?;
        server.call::<_, _, Vec<String>>("GetCapabilities", &()).await
    };
    let known = tokio::time::timeout(CAPABILITIES_DEADLINE, asked).await;
    known.is_ok_and(|it| it.is_ok_and(|all| all.iter().any(|it| it == "actions")))
}

/// Nobody ran notifications with buttons elsewhere.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn offers_actions() -> bool {
    false
}
