//! What waits for a person's consent, and the window in which they give it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use paddock_control::view::{FrontView, View};
use tauri::{AppHandle, Manager};

use crate::apps::Apps;
use crate::front;
use crate::pages::{self, CONSENT, MAIN};
use crate::shown::Shown;

/// What was there when it was looked at last.
#[derive(Debug, Default)]
pub(crate) struct LastSeen {
    picks: BTreeSet<u32>,
    consents: BTreeSet<u32>,
    /// Calls whose apps still wait.
    calls: BTreeSet<u32>,
    /// Calls of which the apps were told to try again.
    lapsed: BTreeSet<u32>,
}

/// What becomes of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Stay,
    /// Nothing of the host's waits any more.
    Close,
    /// The person asked, in a window of the app, and looks for it.
    Raise,
    /// A program asked: this is its path. An app that calls a tool has none, and the host tells
    /// of the call. Neither must take the keys that a person types elsewhere.
    OpenBehind {
        program: Option<String>,
    },
}

impl LastSeen {
    /// Looks at what waits now.
    pub(crate) fn see(&mut self, view: &View) -> Step {
        let picks = view.picks.iter().map(|it| (it.id, &it.by));
        let consents = view.consents.iter().map(|it| (it.id, &it.by));
        let new = picks
            .clone()
            .filter(|(id, _)| !self.picks.contains(id))
            .chain(consents.clone().filter(|(id, _)| !self.consents.contains(id)));
        let (lapsed, calls): (Vec<_>, Vec<_>) = view.held_calls.iter().partition(|it| it.lapsed);
        let calls: BTreeSet<_> = calls.iter().map(|it| it.id).collect();
        let first = if calls.is_subset(&self.calls) {
            Step::Stay
        } else {
            Step::OpenBehind { program: None }
        };
        let step = new.map(|(_, by)| by).fold(first, |step, by| match (step, by) {
            (Step::Raise, _) | (_, FrontView::Window) => Step::Raise,
            (_, FrontView::Program { path, .. }) => {
                Step::OpenBehind { program: Some(path.clone()) }
            }
        });
        let was_empty = self.is_empty();
        self.picks = picks.map(|(id, _)| id).collect();
        self.consents = consents.map(|(id, _)| id).collect();
        self.calls = calls;
        self.lapsed = lapsed.iter().map(|it| it.id).collect();
        if self.is_empty() && !was_empty { Step::Close } else { step }
    }

    fn is_empty(&self) -> bool {
        let calls = self.calls.is_empty() && self.lapsed.is_empty();
        self.picks.is_empty() && self.consents.is_empty() && calls
    }
}

/// The window is wanted. It takes a moment to be gone, and may be wanted again meanwhile.
static WANTED: AtomicBool = AtomicBool::new(false);

/// Shows the window before all others, if anything waits.
pub(crate) fn show(app: &AppHandle) {
    open(app, true);
}

/// Shows the window without the keys going there. Whether it was not there before.
pub(crate) fn show_behind(app: &AppHandle) -> bool {
    let is_new = app.get_webview_window(CONSENT).is_none();
    open(app, false);
    is_new
}

/// Whether a person may be looking at what waits. A window that is about to be gone shows nothing.
pub(crate) fn is_open(app: &AppHandle) -> bool {
    WANTED.load(Ordering::SeqCst) && app.get_webview_window(CONSENT).is_some()
}

/// Ends the window. What waits goes on waiting.
pub(crate) fn close(app: &AppHandle) {
    WANTED.store(false, Ordering::SeqCst);
    on_main_thread(app, |app| {
        // In the order in which windows come and go.
        WANTED.store(false, Ordering::SeqCst);
        if let Some(window) = app.get_webview_window(CONSENT) {
            let _ = window.destroy();
        }
    });
}

/// Ends the window if nothing waits any more.
pub(crate) fn settle(app: &AppHandle) {
    if !waits(app) {
        close(app);
    }
}

/// The person closed it: later.
pub(crate) fn was_closed() {
    WANTED.store(false, Ordering::SeqCst);
}

/// It is gone. What was asked for since then is shown in a new one.
pub(crate) fn is_gone(app: &AppHandle) {
    if WANTED.load(Ordering::SeqCst) {
        open(app, false);
    }
}

fn open(app: &AppHandle, focused: bool) {
    WANTED.store(true, Ordering::SeqCst);
    on_main_thread(app, move |app| {
        // What it was wanted for may be over by now, or not be known yet: then its view brings it.
        if !waits(app) {
            return;
        }
        WANTED.store(true, Ordering::SeqCst);
        if let Some(window) = app.get_webview_window(CONSENT) {
            if focused {
                let _ = window.unminimize();
                let _ = window.set_focus();
            }
            return;
        }
        if let Err(error) = make(app, focused) {
            tracing::error!(%error, "the window for consent can't be opened");
        }
    });
}

/// Without a host, nothing can be answered.
fn waits(app: &AppHandle) -> bool {
    let view = app.state::<Shown>().last();
    let of_apps = app.state::<Apps>().waits();
    view.is_some_and(|view| of_apps || has_waiting(&view))
}

fn has_waiting(view: &View) -> bool {
    !view.picks.is_empty() || !view.consents.is_empty() || !view.held_calls.is_empty()
}

fn make(app: &AppHandle, focused: bool) -> tauri::Result<()> {
    let title = front::words(app).say("consent-window");
    let main = app.get_webview_window(MAIN);
    pages::open(app, CONSENT, |window| {
        let window = window.title(title).focused(focused);
        match &main {
            Some(main) => window.parent(main),
            None => Ok(window),
        }
    })?;
    Ok(())
}

/// Windows are made and ended in the order in which that was asked for.
fn on_main_thread(app: &AppHandle, act: impl FnOnce(&AppHandle) + Send + 'static) {
    let on = app.clone();
    let _ = app.run_on_main_thread(move || act(&on));
}

#[cfg(test)]
mod tests {
    use paddock_control::view::{ConsentView, WideningView};

    use super::*;
    use crate::tray::tests::{a_held_call, a_pick, view};

    const WINDOW: FrontView = FrontView::Window;

    fn program(path: &str) -> FrontView {
        FrontView::Program { path: path.into(), parent: None }
    }

    fn waiting(picks: Vec<(u32, FrontView)>, consents: Vec<(u32, FrontView)>) -> View {
        let mut view = view(vec![]);
        view.picks = picks.into_iter().map(|(id, by)| a_pick(id, by)).collect();
        let consent =
            |(id, by)| ConsentView { id, at: 0.0, by, what: WideningView::Resume, together: None };
        view.consents = consents.into_iter().map(consent).collect();
        view
    }

    #[test]
    fn what_the_person_asked_for_comes_to_the_front_once() {
        let mut asked = LastSeen::default();
        assert_eq!(asked.see(&waiting(vec![], vec![])), Step::Stay);
        let view = waiting(vec![], vec![(1, WINDOW)]);
        assert_eq!(asked.see(&view), Step::Raise);
        assert_eq!(asked.see(&view), Step::Stay, "closed meanwhile, it stays closed");
        let view = waiting(vec![(1, WINDOW)], vec![(1, WINDOW)]);
        assert_eq!(asked.see(&view), Step::Raise, "a pick and a consent may bear one number");
        assert_eq!(asked.see(&waiting(vec![(1, WINDOW)], vec![])), Step::Stay);
        assert_eq!(asked.see(&waiting(vec![], vec![])), Step::Close);
    }

    #[test]
    fn what_a_program_asks_does_not_take_the_focus() {
        let mut asked = LastSeen::default();
        let behind = |path: &str| Step::OpenBehind { program: Some(path.into()) };
        let view = waiting(vec![(1, program("/bin/a"))], vec![]);
        assert_eq!(asked.see(&view), behind("/bin/a"));
        let view = waiting(vec![(1, program("/bin/a"))], vec![(7, program("/bin/b"))]);
        assert_eq!(asked.see(&view), behind("/bin/b"));
        let both = waiting(vec![(2, WINDOW)], vec![(8, program("/bin/b"))]);
        assert_eq!(asked.see(&both), Step::Raise);
    }

    fn calling(calls: &[(u32, bool)]) -> View {
        let mut view = view(vec![]);
        view.held_calls = calls.iter().map(|&(id, lapsed)| a_held_call(id, lapsed)).collect();
        view
    }

    #[test]
    fn a_call_that_waits_does_not_take_the_focus_either() {
        let mut asked = LastSeen::default();
        let behind = Step::OpenBehind { program: None };
        assert_eq!(asked.see(&calling(&[(1, false)])), behind);
        assert_eq!(asked.see(&calling(&[(1, false)])), Step::Stay);
        assert_eq!(asked.see(&calling(&[(1, false), (2, false)])), behind);
        assert!(has_waiting(&calling(&[(1, false)])));
        assert_eq!(asked.see(&calling(&[])), Step::Close);
    }

    #[test]
    fn a_call_that_lapsed_opens_nothing_and_closes_nothing() {
        let mut asked = LastSeen::default();
        assert_eq!(asked.see(&calling(&[(1, true)])), Step::Stay);
        assert!(has_waiting(&calling(&[(1, true)])), "it can be shown, for the app's next try");
        assert_eq!(asked.see(&calling(&[(1, false)])), Step::OpenBehind { program: None });
        assert_eq!(asked.see(&calling(&[(1, true)])), Step::Stay, "it may be being read");
        assert_eq!(asked.see(&calling(&[])), Step::Close);
    }
}
