//! The main window: made, raised, closed, left.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use paddock_control::view::Failure;
use tauri::{AppHandle, DragDropEvent, Manager, WindowEvent};
use tauri_specta::Event;

use crate::arrivals::{self, By, Source};
use crate::bridge::{Dragging, Raised};
use crate::desktop::{self, Desktop};
use crate::link::{Asks, Link};
use crate::pages::{self, CONSENT, MAIN};
use crate::settings::AtQuit;
use crate::shown::Shown;
use crate::{asked, front};

static QUITTING: AtomicBool = AtomicBool::new(false);

/// The page of the main window.
#[derive(Debug, Default)]
pub(crate) struct MainPage(Mutex<Page>);

#[derive(Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Gone,
    /// It does not listen yet; this screen is to be shown when it does.
    Loading(String),
    There,
    /// Its window is on its way out.
    Closing,
    /// Its window is on its way out, and another one is wanted.
    Reopening(String),
}

/// What is to be done for a screen to be shown.
#[derive(Debug, PartialEq, Eq)]
enum Raise {
    Make,
    Focus,
    /// Bring the window to the front, and tell the page.
    Tell,
    Wait,
}

impl Page {
    fn raise(&mut self, screen: &str) -> Raise {
        let screen = screen.to_owned();
        let (next, raise) = match self {
            Self::Gone => (Self::Loading(screen), Raise::Make),
            Self::Loading(_) => (Self::Loading(screen), Raise::Focus),
            Self::There => (Self::There, Raise::Tell),
            Self::Closing | Self::Reopening(_) => (Self::Reopening(screen), Raise::Wait),
        };
        *self = next;
        raise
    }

    /// It listens now; the screen to show.
    fn listens(&mut self) -> Option<String> {
        let Self::Loading(screen) = std::mem::replace(self, Self::There) else { return None };
        Some(screen)
    }

    /// Its window is gone; the screen for which another is wanted.
    fn is_gone(&mut self) -> Option<String> {
        let Self::Reopening(screen) = std::mem::take(self) else { return None };
        Some(screen)
    }
}

fn page(app: &AppHandle) -> MutexGuard<'_, Page> {
    app.state::<MainPage>().inner().0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Brings the window to the front, at this screen; makes it where there is none.
pub(crate) fn raise(app: &AppHandle, screen: &'static str) {
    let on = app.clone();
    let _ = app.run_on_main_thread(move || raise_now(&on, screen));
}

fn raise_now(app: &AppHandle, screen: &str) {
    let raise = page(app).raise(screen);
    match raise {
        Raise::Wait => return,
        Raise::Make => return make(app),
        Raise::Tell => drop(Raised(screen.to_owned()).emit(app)),
        Raise::Focus => {}
    }
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}

fn make(app: &AppHandle) {
    if let Err(error) = pages::open(app, MAIN, |window| Ok(window)) {
        *page(app) = Page::Gone;
        tracing::error!(%error, "the window can't be opened");
    }
}

/// The page is there, and listens.
pub(crate) fn listens(app: &AppHandle) {
    let screen = page(app).listens();
    if let Some(screen) = screen {
        let _ = Raised(screen).emit(app);
    }
}

/// What happens to the app's windows.
pub(crate) fn happened(app: &AppHandle, label: &str, event: &WindowEvent) {
    match (label, event) {
        (MAIN, WindowEvent::CloseRequested { api, .. }) => {
            api.prevent_close();
            let app = app.clone();
            tauri::async_runtime::spawn(async move { close(&app).await });
        }
        (MAIN, WindowEvent::Destroyed) => {
            let wanted = page(app).is_gone();
            if let Some(screen) = wanted {
                page(app).raise(&screen);
                make(app);
            }
        }
        (MAIN, WindowEvent::DragDrop(DragDropEvent::Enter { .. })) => drag(app, true),
        (MAIN, WindowEvent::DragDrop(DragDropEvent::Leave)) => drag(app, false),
        (MAIN, WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. })) => {
            drag(app, false);
            let (app, paths) = (app.clone(), paths.clone());
            tauri::async_runtime::spawn(async move { dropped(&app, paths).await });
        }
        (CONSENT, WindowEvent::CloseRequested { .. }) => asked::was_closed(),
        (CONSENT, WindowEvent::Destroyed) => asked::is_gone(app),
        _ => {}
    }
}

fn drag(app: &AppHandle, over: bool) {
    let _ = Dragging(over).emit(app);
}

/// Proposes what was dropped on the window.
async fn dropped(app: &AppHandle, paths: Vec<PathBuf>) {
    // One thing is looked at before it is added: what comes with it is turned away.
    let mut by = By::Person;
    for path in paths {
        let taken = match Source::of_file(&path) {
            Some(source) => {
                let taken = arrivals::take(app, source, by).await;
                by = By::Program;
                taken
            }
            None => propose(app, path).await,
        };
        if let Err(failure) = taken {
            front::notice(app, failure);
        }
    }
}

async fn propose(app: &AppHandle, path: PathBuf) -> Result<(), Failure> {
    let host = app.state::<Asks>().client().await?;
    if path.extension().is_some_and(|it| it == "code-workspace") {
        host.pick_workspace(path.into()).await?;
    } else {
        host.pick(path.into()).await?;
    }
    asked::show(app);
    Ok(())
}

/// Ends the window and its page where a tray can bring it back; leaves otherwise.
async fn close(app: &AppHandle) {
    if stays(app).await { end(app) } else { leave(app).await }
}

/// The app goes on without a window.
async fn stays(app: &AppHandle) -> bool {
    app.state::<Desktop>().settings().close_to_tray && desktop::has_tray().await
}

fn end(app: &AppHandle) {
    let on = app.clone();
    let _ = app.run_on_main_thread(move || {
        let Some(window) = on.get_webview_window(MAIN) else { return };
        *page(&on) = Page::Closing;
        let _ = window.destroy();
    });
}

/// No window is left.
pub(crate) async fn none_is_left(app: &AppHandle) {
    let is_bare = app.webview_windows().is_empty();
    if is_bare && !stays(app).await {
        leave(app).await;
    }
}

/// Hides what the app can't stand behind any more, and goes on when that is done.
pub(crate) fn hide_then(app: &AppHandle, then: impl FnOnce() + Send + 'static) {
    let on = app.clone();
    // On the thread that makes windows: seen from another one, the first may not be there yet. A
    // dialog that comes up before keeps that thread to itself.
    let _ = app.run_on_main_thread(move || {
        for window in on.webview_windows().values() {
            let _ = window.hide();
        }
        then();
    });
}

/// Quits where nobody can be asked: servers that apps use go on, unless they were to stop.
async fn leave(app: &AppHandle) {
    let keep_servers = match app.state::<Desktop>().settings().at_quit {
        AtQuit::Stop => false,
        AtQuit::Keep => true,
        AtQuit::Ask => app.state::<Shown>().last().is_some_and(|view| !view.sessions.is_empty()),
    };
    quit(app, keep_servers).await;
}

/// Ends the app, and with it the host and every server, unless they are to go on.
pub(crate) async fn quit(app: &AppHandle, keep_servers: bool) {
    if QUITTING.swap(true, Ordering::SeqCst) {
        return;
    }
    hide_then(app, || {});
    app.state::<Link>().end(!keep_servers).await;
    app.exit(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_told_its_screen_once_it_listens() {
        let mut page = Page::Gone;
        assert_eq!(page.raise("access"), Raise::Make);
        assert_eq!(page.raise("requests"), Raise::Focus);
        assert_eq!(page.listens().as_deref(), Some("requests"));
        assert_eq!(page.listens(), None, "the person may be elsewhere by now");
        assert_eq!(page.raise("access"), Raise::Tell);
    }

    #[test]
    fn a_window_wanted_while_it_goes_is_made_anew() {
        let mut page = Page::Closing;
        assert_eq!(page.raise("access"), Raise::Wait);
        assert_eq!(page.is_gone().as_deref(), Some("access"));
        assert_eq!(page, Page::Gone);
        let mut page = Page::Closing;
        assert_eq!(page.is_gone(), None);
    }
}
