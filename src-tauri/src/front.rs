//! What the host says, brought to the pages, the tray and the desktop's notifications.

use std::sync::Arc;

use paddock_control::view::{Failure, View};
use paddock_control::{Notification, Push};
use paddock_front::{Strings, size};
use tauri::{AppHandle, Manager};
use tauri_plugin_notification::NotificationExt;
use tauri_specta::Event;

use crate::apps::Apps;
use crate::asked::{self, LastSeen, Step};
use crate::bridge::{
    AnswerGrew, AppChangesChanged, CallProgressed, HostBack, HostLost, LogAppended, ViewChanged,
};
use crate::desktop::Desktop;
use crate::link::Hears;
use crate::pages::MAIN;
use crate::settings::Notify;
use crate::shown::Shown;
use crate::{run, tray, window};

/// Where everything that comes from the host goes.
pub(crate) struct Front {
    app: AppHandle,
    asked: LastSeen,
}

impl Front {
    pub(crate) fn new(app: AppHandle) -> Self {
        Self { app, asked: LastSeen::default() }
    }

    fn view(&mut self, view: &View) {
        let shown = self.app.state::<Shown>().take(view.clone());
        match self.asked.see(view) {
            Step::Stay => {}
            Step::Close => asked::settle(&self.app),
            Step::Raise => asked::show(&self.app),
            Step::OpenBehind { program } => {
                let is_new = asked::show_behind(&self.app);
                if let (true, Some(program)) = (is_new, program) {
                    let said =
                        words(&self.app).say_with("notify-consent", &[("program", program.into())]);
                    notify(&self.app, &said);
                }
            }
        }
        show(&self.app, shown);
        draw_tray(&self.app);
    }
}

impl Front {
    /// What was planned counts on the servers of the host that is gone.
    fn forget_app_changes(&self) {
        let apps = self.app.state::<Apps>();
        apps.forget();
        let _ = AppChangesChanged(apps.changes()).emit(&self.app);
    }
}

impl Hears for Front {
    fn pushed(&mut self, push: Push) {
        match push {
            Push::View(view) => self.view(&view),
            Push::Log(lines) => drop(LogAppended(lines).emit(&self.app)),
            Push::Grew(grown) => drop(AnswerGrew(grown).emit(&self.app)),
            Push::Progress(progress) => drop(CallProgressed(progress).emit(&self.app)),
            Push::Notify(notification) => {
                if is_told(&notification, self.app.state::<Desktop>().settings().notify) {
                    notify(&self.app, &said(&notification, &words(&self.app)));
                }
            }
            Push::Unshown(failure) => notice(&self.app, failure),
            Push::Bye => {}
        }
    }

    fn lost(&mut self, failure: &Failure, tries_again: bool) {
        tracing::error!(code = %failure.code, tries_again, "the host is gone");
        self.asked = LastSeen::default();
        self.forget_app_changes();
        asked::close(&self.app);
        self.app.state::<Shown>().forget();
        draw_tray(&self.app);
        // Where no page says so, the desktop does.
        if self.app.get_webview_window(MAIN).is_none() {
            notify(&self.app, &words(&self.app).say("notify-host-lost"));
        }
        let _ = HostLost { failure: failure.clone(), tries_again }.emit(&self.app);
    }

    fn back(&mut self) {
        let _ = HostBack {}.emit(&self.app);
    }

    fn cannot_start(&mut self, failure: Failure) {
        let (app, strings) = (self.app.clone(), words(&self.app));
        window::hide_then(&self.app, move || {
            tauri::async_runtime::spawn_blocking(move || {
                run::fail(&strings, &failure);
                app.exit(1);
            });
        });
    }
}

/// The words of the app, in the language it speaks.
pub(crate) fn words(app: &AppHandle) -> Arc<Strings> {
    app.state::<Desktop>().words()
}

/// Gives the pages a view to show.
pub(crate) fn show(app: &AppHandle, view: View) {
    if let Err(error) = ViewChanged(view).emit(app) {
        tracing::warn!(%error, "the window was not told");
    }
}

/// Draws the tray's menu for what is there now.
pub(crate) fn draw_tray(app: &AppHandle) {
    let strings = words(app);
    let at_quit = app.state::<Desktop>().settings().at_quit;
    let items = match app.state::<Shown>().last() {
        Some(view) => {
            let changes = app.state::<Apps>().changes().len();
            tray::menu(&view, changes, at_quit, &strings)
        }
        None => tray::without_host(&strings),
    };
    tray::draw::update(app, items);
}

/// Says what went wrong with something that no page asked for.
pub(crate) fn notice(app: &AppHandle, failure: Failure) {
    if let Some(view) = app.state::<Shown>().notice(failure) {
        show(app, view);
    }
}

/// Whether the person wants to be told. What means that they are not safe is told in any case.
fn is_told(notification: &Notification, wanted: Notify) -> bool {
    match notification {
        Notification::Leaked { .. } | Notification::RevokeNotSaved => true,
        Notification::CommandChanged { .. }
        | Notification::Asks { .. }
        | Notification::Requests { .. }
        | Notification::RequestsOfApp { .. }
        | Notification::CallWaits { .. }
        | Notification::Destination { .. }
        | Notification::Sending { .. }
        | Notification::Place { .. } => wanted != Notify::None,
        Notification::Expiring { .. }
        | Notification::Ended { .. }
        | Notification::FolderGone { .. }
        | Notification::FolderReplaced { .. }
        | Notification::ServerFailed { .. } => wanted == Notify::All,
    }
}

fn notify(app: &AppHandle, said: &str) {
    let (app, title, said) = (app.clone(), words(app).say("app-name"), unmarked(said));
    // A desktop that does not answer must hold nothing up.
    tauri::async_runtime::spawn_blocking(move || {
        if let Err(error) = app.notification().builder().title(title).body(said).show() {
            tracing::warn!(%error, "a notification was not shown");
        }
    });
}

/// Desktops may take what is said for markup, and what servers are called is in it: a name must
/// be no link, no picture and no other word. Not all undo what is escaped, so it only looks alike.
fn unmarked(said: &str) -> String {
    let alike = |c| match c {
        '<' => '‹',
        '>' => '›',
        '&' => '＆',
        c => c,
    };
    said.chars().map(alike).collect()
}

fn said(notification: &Notification, strings: &Strings) -> String {
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
        Notification::RequestsOfApp { app, server, count } => strings.say_with(
            "notify-requests-of-app",
            &[
                ("app", app.as_str().into()),
                ("server", server.as_str().into()),
                ("count", (*count).into()),
            ],
        ),
        Notification::CallWaits { app, tool, server } => strings.say_with(
            "notify-call-waits",
            &[
                ("app", app.as_str().into()),
                ("tool", tool.as_str().into()),
                ("server", server.as_str().into()),
            ],
        ),
        Notification::Destination { server, destination } => strings.say_with(
            "notify-destination",
            &[("server", server.as_str().into()), ("destination", destination.as_str().into())],
        ),
        Notification::Sending { server, sent } => strings.say_with(
            "notify-sending",
            &[("server", server.as_str().into()), ("size", size(f64::from(*sent) * 1000.0).into())],
        ),
        Notification::Place { app, folder, server } => strings.say_with(
            "notify-place",
            &[
                ("app", app.as_str().into()),
                ("folder", folder.as_str().into()),
                ("server", server.as_str().into()),
            ],
        ),
        Notification::RevokeNotSaved => strings.say("error-revoke-not-saved"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_markup_in_a_notification() {
        let server = "<a href=\"https://evil.example\">Files</a> &lt;img src=x&gt;".to_owned();
        let words = Strings::of(paddock_front::Language::English);
        let told = unmarked(&said(&Notification::Leaked { server }, &words));
        assert!(told.contains("Files") && !told.contains(['<', '>', '&']), "{told}");
    }

    #[test]
    fn what_means_danger_is_told_whatever_was_chosen() {
        let server = || "a".to_owned();
        let all = [
            (Notification::Leaked { server: server() }, 3),
            (Notification::RevokeNotSaved, 3),
            (Notification::CommandChanged { server: server() }, 2),
            (Notification::Requests { server: server(), count: 1 }, 2),
            (Notification::ServerFailed { server: server() }, 1),
        ];
        for (notification, told) in all {
            let wanted = [Notify::All, Notify::Requests, Notify::None];
            let count = wanted.into_iter().filter(|it| is_told(&notification, *it)).count();
            assert_eq!(count, told, "{notification:?}");
        }
    }
}
