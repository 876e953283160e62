//! What the person chose of the app itself: a small file in the configuration folder.

use std::io;
use std::path::{Path, PathBuf};

use paddock_control::keep;
use paddock_front::Language;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Fields that a later version adds keep their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    pub(crate) close_to_tray: bool,
    pub(crate) at_quit: AtQuit,
    /// How large the pages are drawn, in percent.
    pub(crate) zoom: u16,
    /// The page for the first minute was skipped, or done with.
    pub(crate) welcomed: bool,
    /// What the app speaks; none is the language of the account.
    pub(crate) language: Option<Language>,
    pub(crate) theme: Theme,
    pub(crate) notify: Notify,
    pub(crate) usual_lifetime: UsualLifetime,
}

/// How the pages look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Theme {
    /// As the desktop does.
    #[default]
    System,
    Light,
    Dark,
}

/// Of what the desktop tells. That a boundary did not hold, and that another program asks for
/// consent, it always tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Notify {
    #[default]
    All,
    /// Of what waits for the person.
    Requests,
    None,
}

/// What is chosen already where a person is asked for how long a folder is granted. They are asked
/// all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) enum UsualLifetime {
    OneHour,
    ThisRun,
    UntilMidnight,
    #[default]
    Always,
}

impl UsualLifetime {
    /// As a page is told.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::OneHour => "oneHour",
            Self::ThisRun => "thisRun",
            Self::UntilMidnight => "untilMidnight",
            Self::Always => "always",
        }
    }
}

/// What becomes of servers when the app is quit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AtQuit {
    /// Whoever quits says so each time.
    #[default]
    Ask,
    Stop,
    Keep,
}

/// The settings as the window shows them, with what this desktop offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(crate) struct SettingsView {
    pub(crate) start_at_login: bool,
    pub(crate) close_to_tray: bool,
    /// Something on this desktop shows tray icons.
    pub(crate) tray: bool,
    pub(crate) at_quit: AtQuit,
    /// The page for the first minute was skipped, or done with.
    pub(crate) welcomed: bool,
    /// The language that was chosen; none is the language of the account.
    pub(crate) language: Option<Language>,
    pub(crate) theme: Theme,
    pub(crate) notify: Notify,
    pub(crate) usual_lifetime: UsualLifetime,
    /// The language that the app speaks now.
    pub(crate) speaks: Language,
    /// The language of the account, as far as the app speaks it.
    pub(crate) account_speaks: Language,
    /// The version of the app.
    pub(crate) version: &'static str,
    /// The licences of what it is built with are here to be read.
    pub(crate) licences: bool,
}

/// How large pages can be drawn, in percent.
const ZOOMS: [u16; 12] = [50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];
const UNZOOMED: u16 = 100;

/// The next size in the direction of `step`, in percent; the usual one where it has none.
pub(crate) fn zoomed(zoom: u16, step: i8) -> u16 {
    let next = match step.signum() {
        1 => ZOOMS.into_iter().find(|it| *it > zoom),
        -1 => ZOOMS.into_iter().rev().find(|it| *it < zoom),
        _ => return UNZOOMED,
    };
    next.unwrap_or(zoom).clamp(ZOOMS[0], ZOOMS[ZOOMS.len() - 1])
}

impl Settings {
    /// What the app speaks.
    pub(crate) fn speaks(&self) -> Language {
        self.language.unwrap_or_else(Language::of_account)
    }

    /// How large pages are drawn; 1 is the usual.
    pub(crate) fn zoom_factor(&self) -> f64 {
        f64::from(self.zoom.clamp(ZOOMS[0], ZOOMS[ZOOMS.len() - 1])) / f64::from(UNZOOMED)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            close_to_tray: true,
            at_quit: AtQuit::default(),
            zoom: UNZOOMED,
            welcomed: false,
            language: None,
            theme: Theme::default(),
            notify: Notify::default(),
            usual_lifetime: UsualLifetime::default(),
        }
    }
}

/// Where the settings are kept.
#[derive(Clone, Debug)]
pub(crate) struct SettingsFile(PathBuf);

impl SettingsFile {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self(folder.join("settings.json"))
    }

    /// What is kept, or the defaults where nothing usable is.
    pub(crate) fn read(&self) -> Settings {
        let Ok(text) = std::fs::read_to_string(&self.0) else { return Settings::default() };
        serde_json::from_str(&text).unwrap_or_else(|error| {
            tracing::warn!(%error, "settings can't be read; the defaults are used");
            Settings::default()
        })
    }

    pub(crate) fn write(&self, settings: &Settings) -> io::Result<()> {
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder)?;
        }
        keep(&self.0, &serde_json::to_vec_pretty(settings)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_kept_and_damage_is_survived() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::in_folder(folder.path());
        assert_eq!(file.read(), Settings::default());
        let chosen = Settings {
            close_to_tray: false,
            at_quit: AtQuit::Keep,
            zoom: 125,
            welcomed: true,
            language: Some(Language::Korean),
            theme: Theme::Dark,
            notify: Notify::Requests,
            usual_lifetime: UsualLifetime::OneHour,
        };
        file.write(&chosen).unwrap();
        assert_eq!(file.read(), chosen);
        std::fs::write(folder.path().join("settings.json"), r#"{"close_to_tray":false}"#).unwrap();
        assert_eq!(file.read(), Settings { close_to_tray: false, ..Settings::default() });
        std::fs::write(folder.path().join("settings.json"), "{").unwrap();
        assert_eq!(file.read(), Settings::default());
    }

    #[test]
    fn pages_are_drawn_larger_and_smaller_within_bounds() {
        assert_eq!(zoomed(100, 1), 110);
        assert_eq!(zoomed(100, -1), 90);
        assert_eq!(zoomed(175, 0), 100);
        assert_eq!((zoomed(300, 1), zoomed(50, -1)), (300, 50));
        // What somebody wrote into the file.
        assert_eq!((zoomed(9_999, 1), zoomed(9_999, -1)), (300, 300));
        assert_eq!((zoomed(0, -1), zoomed(0, 1)), (50, 50));
    }
}
