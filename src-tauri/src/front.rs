//! What the host says, brought to the pages, the tray and the desktop's notifications.

use std::sync::Arc;

use paddock_control::Push;
use paddock_control::view::{Failure, View};
use paddock_front::Strings;
use tauri::{AppHandle, Manager};
use tauri_specta::Event;

use crate::apps::Apps;
use crate::asked::{self, LastSeen, Step};
use crate::bridge::{
    AnswerGrew, AppChangesChanged, CallProgressed, HostBack, HostLost, LogAppended, ViewChanged,
};
use crate::desktop::Desktop;
use crate::link::Hears;
use crate::notify::{self, Deed};
use crate::pages::MAIN;
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
                    notify::show(&self.app, &said, vec![Deed::ShowConsent]);
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
            Push::Notify(notification) => notify::tell(&self.app, &notification),
            Push::Unshown(failure) => notice(&self.app, failure),
            Push::Bye => {}
        }
    }

    fn lost(&mut self, failure: &Failure, tries_again: bool) {
        tracing::error!(code = %failure.code, tries_again, "the host is gone");
        self.asked = LastSeen::default();
        self.forget_app_changes();
        notify::forget_host(&self.app);
        asked::close(&self.app);
        self.app.state::<Shown>().forget();
        draw_tray(&self.app);
        // Where no page says so, the desktop does.
        if self.app.get_webview_window(MAIN).is_none() {
            let said = words(&self.app).say("notify-host-lost");
            notify::show(&self.app, &said, vec![Deed::Show("access")]);
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
