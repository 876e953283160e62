//! The tray: everything is in its menu, since on Linux a tray icon sends no clicks.
//!
//! The menu is a plain value, made from the view and tested by equality. [`draw`] alone knows how
//! it becomes a menu of the system.

mod apps;
mod destinations;
pub(crate) mod draw;

use std::collections::BTreeSet;

use chrono::{Local, TimeZone, Timelike};
use paddock_control::view::{
    Access, ConsentView, GrantView, LifetimeView, PickView, RequestPhase, RequestView, RunView,
    ServerView, View,
};
use paddock_front::{FluentValue, Strings};

use crate::settings::AtQuit;

/// Grants in the menu itself.
const MOST_GRANTS: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Line(String),
    Separator,
    Action { text: String, action: Action, enabled: bool },
    Submenu { text: String, items: Vec<Item> },
}

/// What a click does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Open,
    Requests,
    /// Shows what waits for consent.
    Consent,
    /// Starts the host again.
    TryAgain,
    ExtendHour(u32),
    MakeReadOnly(u32),
    Revoke(u32),
    /// A server.
    Stop(u32),
    /// What an app uses of a server.
    EndSession {
        server: u32,
        session: u32,
    },
    /// Takes a folder from what an app uses of a server.
    TakeFolder {
        server: u32,
        session: u32,
        folder: String,
    },
    /// A destination, as the host writes it.
    TakeBack {
        server: u32,
        destination: String,
    },
    RevokeAll,
    PauseApp(String),
    ResumeApp(String),
    Pause15,
    PauseUntilResumed,
    Resume,
    Quit {
        keep_servers: bool,
    },
}

impl Action {
    /// The name the system knows the item by.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Open => "open".to_owned(),
            Self::Requests => "requests".to_owned(),
            Self::Consent => "consent".to_owned(),
            Self::TryAgain => "try-again".to_owned(),
            Self::ExtendHour(grant) => format!("extend:{grant}"),
            Self::MakeReadOnly(grant) => format!("read-only:{grant}"),
            Self::Revoke(grant) => format!("revoke:{grant}"),
            Self::Stop(server) => format!("stop:{server}"),
            Self::EndSession { server, session } => format!("end:{server}:{session}"),
            Self::TakeFolder { server, session, folder } => {
                format!("take:{server}:{session}:{folder}")
            }
            Self::TakeBack { server, destination } => format!("take-back:{server}:{destination}"),
            Self::RevokeAll => "revoke-all".to_owned(),
            Self::PauseApp(app) => format!("pause-app:{app}"),
            Self::ResumeApp(app) => format!("resume-app:{app}"),
            Self::Pause15 => "pause-15".to_owned(),
            Self::PauseUntilResumed => "pause".to_owned(),
            Self::Resume => "resume".to_owned(),
            Self::Quit { keep_servers: false } => "quit".to_owned(),
            Self::Quit { keep_servers: true } => "quit-keep".to_owned(),
        }
    }

    pub(crate) fn from_id(id: &str) -> Option<Self> {
        if let Some((server, session)) = id.strip_prefix("end:").and_then(|it| it.split_once(':')) {
            let (server, session) = (server.parse().ok()?, session.parse().ok()?);
            return Some(Self::EndSession { server, session });
        }
        if let Some(taken) = id.strip_prefix("take:") {
            let mut parts = taken.splitn(3, ':');
            let mut number = || parts.next()?.parse().ok();
            let (server, session) = (number()?, number()?);
            let folder = parts.next()?.to_owned();
            return Some(Self::TakeFolder { server, session, folder });
        }
        if let Some((server, to)) = id.strip_prefix("take-back:").and_then(|it| it.split_once(':'))
        {
            let (server, destination) = (server.parse().ok()?, to.to_owned());
            return Some(Self::TakeBack { server, destination });
        }
        if let Some(app) = id.strip_prefix("pause-app:") {
            return Some(Self::PauseApp(app.to_owned()));
        }
        if let Some(app) = id.strip_prefix("resume-app:") {
            return Some(Self::ResumeApp(app.to_owned()));
        }
        let (name, number) = match id.split_once(':') {
            Some((name, number)) => (name, number.parse().ok()),
            None => (id, None),
        };
        Some(match (name, number) {
            ("open", None) => Self::Open,
            ("requests", None) => Self::Requests,
            ("consent", None) => Self::Consent,
            ("try-again", None) => Self::TryAgain,
            ("extend", Some(grant)) => Self::ExtendHour(grant),
            ("read-only", Some(grant)) => Self::MakeReadOnly(grant),
            ("revoke", Some(grant)) => Self::Revoke(grant),
            ("stop", Some(server)) => Self::Stop(server),
            ("revoke-all", None) => Self::RevokeAll,
            ("pause-15", None) => Self::Pause15,
            ("pause", None) => Self::PauseUntilResumed,
            ("resume", None) => Self::Resume,
            ("quit", None) => Self::Quit { keep_servers: false },
            ("quit-keep", None) => Self::Quit { keep_servers: true },
            _ => return None,
        })
    }
}

/// The menu for what the window shows; `changes` of configs of apps wait for consent, too.
pub(crate) fn menu(view: &View, changes: usize, at_quit: AtQuit, strings: &Strings) -> Vec<Item> {
    let action = |id: &str, action: Action, enabled: bool| Item::Action {
        text: strings.say(id),
        action,
        enabled,
    };
    let mut items = vec![Item::Line(status(view, strings)), Item::Separator];
    let waits = [
        ("tray-consents", questions(&view.picks, &view.consents) + changes, Action::Consent),
        ("tray-requests", waiting(view), Action::Requests),
    ];
    for (id, count, action) in waits.into_iter().filter(|(_, count, _)| *count > 0) {
        let text = strings.say_with(id, &[("count", FluentValue::from(count))]);
        items.push(Item::Action { text, action, enabled: true });
        items.push(Item::Separator);
    }
    items.extend(unenforced(view).map(|server| free(server, strings)));
    items.extend(view.grants.iter().take(MOST_GRANTS).map(|it| grant(it, view, strings)));
    if view.grants.len() > MOST_GRANTS {
        let count = view.grants.len() - MOST_GRANTS;
        let text = strings.say_with("tray-more", &[("count", FluentValue::from(count))]);
        items.push(Item::Action { text, action: Action::Open, enabled: true });
    }
    items.extend(apps::submenu(view, strings));
    items.extend(destinations::submenu(view, strings));
    let connects = destinations::count(view);
    let any = !view.grants.is_empty() || free_servers(view) > 0 || connects > 0;
    if any || !view.sessions.is_empty() {
        items.push(Item::Separator);
    }
    items.push(if connects > 0 {
        let count = [("count", FluentValue::from(connects))];
        let text = strings.say_with("tray-revoke-all-connects", &count);
        Item::Action { text, action: Action::RevokeAll, enabled: true }
    } else {
        action("tray-revoke-all", Action::RevokeAll, any)
    });
    items.push(if view.paused.is_some() {
        action("tray-resume", Action::Resume, true)
    } else {
        Item::Submenu {
            text: strings.say("tray-pause"),
            items: vec![
                action("tray-pause-15", Action::Pause15, true),
                action("tray-pause-until-resumed", Action::PauseUntilResumed, true),
            ],
        }
    });
    items.push(Item::Separator);
    items.push(action("tray-open", Action::Open, true));
    if at_quit != AtQuit::Stop {
        items.push(action("tray-quit-keep", Action::Quit { keep_servers: true }, true));
    }
    if at_quit != AtQuit::Keep {
        items.push(action("tray-quit", Action::Quit { keep_servers: false }, true));
    }
    items
}

/// The menu while there is no host: no server runs, and nothing can be asked for.
pub(crate) fn without_host(strings: &Strings) -> Vec<Item> {
    let action =
        |id: &str, action: Action| Item::Action { text: strings.say(id), action, enabled: true };
    vec![
        Item::Line(strings.say("tray-status-no-host")),
        Item::Separator,
        action("tray-try-again", Action::TryAgain),
        action("tray-open", Action::Open),
        action("tray-quit-only", Action::Quit { keep_servers: false }),
    ]
}

/// What waits for consent, as the window counts it: what was asked for together is one question,
/// but for folders that need their names typed, or can't be granted.
fn questions(picks: &[PickView], consents: &[ConsentView]) -> usize {
    let picks =
        picks.iter().map(|it| it.together.filter(|_| !it.refused && !it.type_name_to_grant));
    let (together, alone): (Vec<_>, Vec<_>) =
        picks.chain(consents.iter().map(|it| it.together)).partition(Option::is_some);
    together.into_iter().collect::<BTreeSet<_>>().len() + alone.len()
}

/// All that waits for the person: requests, accesses and calls that are held, commands to be
/// trusted, folders that apps work in, where servers want to connect, each server once, and that they
/// want to send more.
fn waiting(view: &View) -> usize {
    let for_the_person = |request: &&RequestView| !matches!(request.phase, RequestPhase::Answering);
    let requests = view.requests.iter().filter(for_the_person).count();
    let held = |server: &ServerView| server.attempts.iter().filter(|it| it.held).count();
    let untrusted = |server: &ServerView| matches!(server.state, RunView::NeedsTrust { .. });
    let of_servers = view.servers.iter().map(|it| held(it) + usize::from(untrusted(it)));
    let of_apps = view.places.len() + view.held_calls.len();
    let seek: BTreeSet<_> = view.asked_destinations.iter().map(|it| it.server).collect();
    let of_network = seek.len() + view.asked_sending.len();
    requests + of_servers.sum::<usize>() + of_apps + of_network
}

fn status(view: &View, strings: &Strings) -> String {
    if view.paused.is_some() {
        return strings.say("tray-status-paused");
    }
    let free = free_servers(view);
    if free > 0 {
        let values = [
            ("grants", FluentValue::from(view.grants.len())),
            ("servers", FluentValue::from(free)),
        ];
        return strings.say_with("tray-status-unenforced", &values);
    }
    if view.grants.is_empty() {
        return strings.say("tray-none");
    }
    let runs = |state: &RunView| matches!(state, RunView::Running { .. });
    let used = |server: &ServerView| apps::of(server.id, view).any(|it| runs(&it.state));
    let running = view.servers.iter().filter(|server| runs(&server.state) || used(server));
    let values = [
        ("grants", FluentValue::from(view.grants.len())),
        ("servers", FluentValue::from(running.count())),
    ];
    strings.say_with("tray-status-active", &values)
}

/// How many servers can read whatever the person can, by themselves or where apps use them.
fn free_servers(view: &View) -> usize {
    let free =
        |server: &&ServerView| server.reaches_all || apps::of(server.id, view).any(apps::is_free);
    view.servers.iter().filter(free).count()
}

/// Servers whose own process can read whatever the person can.
fn unenforced(view: &View) -> impl Iterator<Item = &ServerView> {
    view.servers.iter().filter(|server| server.reaches_all)
}

fn free(server: &ServerView, strings: &Strings) -> Item {
    let name = FluentValue::from(server.name.as_str());
    let action = Action::Stop(server.id);
    Item::Submenu {
        text: strings.say_with("tray-unenforced", &[("server", name)]),
        items: vec![Item::Action { text: strings.say("tray-stop"), action, enabled: true }],
    }
}

fn grant(grant: &GrantView, view: &View, strings: &Strings) -> Item {
    let action =
        |id: &str, action: Action| Item::Action { text: strings.say(id), action, enabled: true };
    let server = view.servers.iter().find(|server| server.id == grant.server);
    let (lifetime, time) = ends(grant.lifetime, strings);
    let text = strings.say_with(
        "tray-grant",
        &[
            ("folder", grant.folder.name.as_str().into()),
            ("server", server.map_or("", |server| server.name.as_str()).into()),
            ("access", access(grant.access).into()),
            ("lifetime", lifetime.into()),
            ("time", time.into()),
        ],
    );
    let mut items = Vec::new();
    if matches!(grant.lifetime, LifetimeView::Until { .. }) {
        items.push(action("tray-extend-hour", Action::ExtendHour(grant.id)));
    }
    if grant.access != Access::Read {
        items.push(action("tray-make-read-only", Action::MakeReadOnly(grant.id)));
    }
    items.push(action("tray-revoke", Action::Revoke(grant.id)));
    Item::Submenu { text, items }
}

/// What messages know it by.
fn access(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::WriteGuarded => "write-guarded",
        Access::WriteCommits => "write-commits",
        Access::ReadWrite => "read-write",
    }
}

/// What messages know its end by, and when that is by the clock: a count of minutes would have to
/// be drawn anew each minute.
fn ends(lifetime: LifetimeView, strings: &Strings) -> (&'static str, String) {
    match lifetime {
        LifetimeView::Until { at } => ("until", clock(at, strings)),
        LifetimeView::ThisRun | LifetimeView::Always => ("open", String::new()),
    }
}

fn clock(at: f64, strings: &Strings) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 fit")]
    let moment = Local.timestamp_millis_opt(at as i64).single();
    moment.map(|moment| strings.clock(moment.hour(), moment.minute())).unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests;
