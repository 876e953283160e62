//! Apps that use servers, in the menu.

use std::collections::BTreeSet;

use paddock_control::view::{InForceView, ReachedView, SessionView, View};
use paddock_front::{FluentValue, Strings};

use super::{Action, Item, access, clock};

/// Sessions in the submenu.
const MOST: usize = 12;
/// Folders of one session.
const MOST_REACHED: usize = 5;

/// What apps use of a server.
pub(super) fn of(server: u32, view: &View) -> impl Iterator<Item = &SessionView> {
    view.sessions.iter().filter(move |session| session.server == server)
}

/// Nothing keeps it from what the person can read.
pub(super) fn is_free(session: &SessionView) -> bool {
    session.enforcement.in_force == InForceView::Advisory
}

/// One submenu for all of them; what is not enforced comes first.
pub(super) fn submenu(view: &View, strings: &Strings) -> Option<Item> {
    if view.sessions.is_empty() && view.paused_apps.is_empty() {
        return None;
    }
    let count = |count: usize| [("count", FluentValue::from(count))];
    let mut sessions: Vec<_> = view.sessions.iter().collect();
    sessions.sort_by_key(|session| !is_free(session));
    let mut items: Vec<_> = sessions.iter().take(MOST).map(|it| item(it, view, strings)).collect();
    if sessions.len() > MOST {
        let text = strings.say_with("tray-more", &count(sessions.len() - MOST));
        items.push(Item::Action { text, action: Action::Open, enabled: true });
    }
    items.extend(pauses(view, strings));
    let is_here = |app: &str| sessions.iter().any(|session| session.app == app);
    let waiting = view.paused_apps.iter().filter(|it| !is_here(&it.app)).count();
    Some(Item::Submenu {
        text: strings.say_with("tray-apps", &count(sessions.len() + waiting)),
        items,
    })
}

/// Each app that is here can be paused, and each that is paused resumed, though it is not here.
fn pauses(view: &View, strings: &Strings) -> Vec<Item> {
    let paused: BTreeSet<_> = view.paused_apps.iter().map(|it| it.app.as_str()).collect();
    let here: BTreeSet<_> = view.sessions.iter().map(|it| it.app.as_str()).collect();
    let item = |id: &str, app: &str, action: Action| Item::Action {
        text: strings.say_with(id, &[("app", app.into())]),
        action,
        enabled: true,
    };
    let pause = here.difference(&paused).take(MOST);
    let pause = pause.map(|app| item("app-pause-named", app, Action::PauseApp((*app).to_owned())));
    let resume = paused.iter().take(MOST);
    let resume =
        resume.map(|app| item("tray-resume-app", app, Action::ResumeApp((*app).to_owned())));
    resume.chain(pause).collect()
}

fn item(session: &SessionView, view: &View, strings: &Strings) -> Item {
    let server = view.servers.iter().find(|server| server.id == session.server);
    let folder = session.folder.as_deref().and_then(leaf);
    let place = if folder.is_some() { "folder" } else { "nowhere" };
    let kept = if is_free(session) { "no" } else { "yes" };
    let text = strings.say_with(
        "tray-session",
        &[
            ("app", session.app.as_str().into()),
            ("server", server.map_or("", |server| server.name.as_str()).into()),
            ("place", place.into()),
            ("folder", folder.unwrap_or_default().into()),
            ("kept", kept.into()),
        ],
    );
    let since = [("time", FluentValue::from(clock(session.since, strings)))];
    let mut items = vec![Item::Line(strings.say_with("sessions-since", &since))];
    items.extend(reached(session, strings));
    let action = Action::EndSession { server: session.server, session: session.number };
    items.push(Item::Action { text: strings.say("tray-session-end"), action, enabled: true });
    Item::Submenu { text, items }
}

/// What it may use now; a click takes that away for as long as the session lasts.
fn reached(session: &SessionView, strings: &Strings) -> Vec<Item> {
    if is_free(session) {
        return vec![Item::Line(strings.say("sessions-reaches-all"))];
    }
    let count = |count: usize| [("count", FluentValue::from(count))];
    let SessionView { server, number, reaches, .. } = session;
    if reaches.is_empty() {
        return vec![Item::Line(strings.say_with("sessions-reaches", &count(0)))];
    }
    let take = |it: &ReachedView| Item::Action {
        text: strings.say_with(
            "tray-session-take",
            &[
                ("folder", leaf(&it.path).unwrap_or_default().into()),
                ("access", access(it.access).into()),
            ],
        ),
        action: Action::TakeFolder { server: *server, session: *number, folder: it.path.clone() },
        enabled: true,
    };
    let mut items: Vec<_> = reaches.iter().take(MOST_REACHED).map(take).collect();
    if reaches.len() > MOST_REACHED {
        let text = strings.say_with("tray-more", &count(reaches.len() - MOST_REACHED));
        items.push(Item::Action { text, action: Action::Open, enabled: true });
    }
    items
}

/// The last part of a path, or all of it where it has none.
fn leaf(path: &str) -> Option<&str> {
    path.rsplit('/').find(|part| !part.is_empty()).or(Some(path))
}
