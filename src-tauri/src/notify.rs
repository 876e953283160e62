//! What a person is told outside of the windows, and what they can do right there.

mod deeds;

use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use paddock_control::view::Failure;
use paddock_control::{AttemptOf, Client, Notification};
use paddock_front::Strings;
use tauri::{AppHandle, Manager};
use tauri_plugin_notification::{
    Action, ActionPerformed, ActionType, ActiveNotification, NotificationBuilder, NotificationExt,
};

pub(crate) use deeds::Deed;
use deeds::{Waiting, What};

use crate::desktop::{self, Desktop};
use crate::front::{notice, words};
use crate::just_done::JustDone;
use crate::link::Asks;
use crate::settings::Notify;
use crate::{asked, window};

/// What a notification carries for when it is clicked: what is offered, the click itself first.
const OFFERED: &str = "offered";

/// Tells a person, unless they do not want to be told or see it where they are.
pub(crate) fn tell(app: &AppHandle, notification: &Notification) {
    if !is_told(notification, app.state::<Desktop>().settings().notify) {
        return;
    }
    let (app, notification) = (app.clone(), notification.clone());
    let host = app.state::<Hearing>().host.load(Ordering::Relaxed);
    tauri::async_runtime::spawn_blocking(move || {
        if !is_seen(&app, &notification) {
            show(&app, &said(&notification, &words(&app)), deeds::offered(&notification, host));
        }
    });
}

/// Shows a notification with what can be done about it, where the desktop offers that.
pub(crate) fn show(app: &AppHandle, said: &str, offers: Vec<Deed>) {
    let (app, said) = (app.clone(), unmarked(said));
    tauri::async_runtime::spawn(async move {
        let words = words(&app);
        let mut builder = app.notification().builder().title(words.say("app-name")).body(said);
        if desktop::offers_actions().await {
            hear(&app);
            builder = offering(&app, builder, &offers, &words);
        }
        // A desktop that does not answer must hold nothing up.
        tauri::async_runtime::spawn_blocking(move || {
            if let Err(error) = builder.show() {
                tracing::warn!(%error, "a notification was not shown");
            }
        });
    });
}

fn offering(
    app: &AppHandle,
    builder: NotificationBuilder<tauri::Wry>,
    offers: &[Deed],
    words: &Strings,
) -> NotificationBuilder<tauri::Wry> {
    let ids: Vec<_> = offers.iter().map(Deed::id).collect();
    let names: Vec<_> = offers.iter().map(Deed::button).collect();
    let buttons = offers.iter().zip(&names).map(|(deed, name)| {
        let text = words.say(deed.text());
        Action::builder(name.clone(), text).build()
    });
    let kind = names.join(" ");
    let buttons = ActionType::builder(kind.clone()).actions(buttons.collect()).build();
    if let Err(error) = app.notification().register_action_types(vec![buttons]) {
        tracing::warn!(%error, "a notification has no buttons");
        return builder;
    }
    builder.action_type_id(kind).extra(OFFERED, ids)
}

/// Whether clicks on notifications are heard, and what they can be about.
#[derive(Debug)]
pub(crate) struct Hearing {
    once: Once,
    /// The host that there is now, counted from the first.
    host: AtomicU32,
}

impl Default for Hearing {
    fn default() -> Self {
        Self { once: Once::new(), host: AtomicU32::new(0) }
    }
}

/// The host is gone, and what waited there with it.
pub(crate) fn forget_host(app: &AppHandle) {
    app.state::<Hearing>().host.fetch_add(1, Ordering::Relaxed);
}

/// Has clicks heard, from the first notification on that can have some.
fn hear(app: &AppHandle) {
    let on = app.clone();
    app.state::<Hearing>().once.call_once(|| {
        let heard = app.notification().on_action(move |done| clicked(&on, done));
        if let Err(error) = heard {
            tracing::warn!(%error, "clicks on notifications are not heard");
        }
    });
}

fn clicked(app: &AppHandle, done: &ActionPerformed) {
    let extra = done.notification().map(ActiveNotification::extra);
    let offered = extra.and_then(|extra| extra.get(OFFERED)).and_then(|it| it.as_array());
    let offered: Vec<_> =
        offered.into_iter().flatten().filter_map(|it| Deed::from_id(it.as_str()?)).collect();
    // Any program of the account can say that something was clicked.
    let chosen = match done.action_id() {
        "tap" => offered.first().copied(),
        name => offered.iter().copied().find(|deed| deed.button() == name),
    };
    let Some(deed) = chosen else { return };
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        if let Err(failure) = act(&app, deed).await {
            notice(&app, failure);
            if !asked::is_open(&app) {
                window::raise(&app, "access");
            }
        }
    });
}

async fn act(app: &AppHandle, deed: Deed) -> Result<(), Failure> {
    match deed {
        Deed::Show(screen) => window::raise(app, screen),
        Deed::ShowConsent => asked::show(app),
        Deed::Revoke(grant) => host(app).await?.revoke(grant).await?,
        Deed::Deny(waiting) => deny(app, waiting).await?,
    }
    Ok(())
}

async fn deny(app: &AppHandle, Waiting { host: number, what }: Waiting) -> Result<(), Failure> {
    if number != app.state::<Hearing>().host.load(Ordering::Relaxed) {
        window::raise(app, "requests");
        return Ok(());
    }
    let host = host(app).await?;
    match what {
        What::Access(AttemptOf { server, attempt }) => {
            host.dismiss_attempt(server, attempt, false).await
        }
        What::Call(call) => host.deny_call(call).await,
    }
}

async fn host(app: &AppHandle) -> Result<Client, Failure> {
    app.state::<Asks>().client().await
}

/// Whether it comes of what the person did a moment ago in the window before them.
fn is_seen(app: &AppHandle, notification: &Notification) -> bool {
    let (Notification::ServerFailed { server }
    | Notification::CommandChanged { server }
    | Notification::Requests { server, .. }) = notification
    else {
        return false;
    };
    let windows = app.webview_windows();
    let in_front = windows.values().any(|window| window.is_focused().unwrap_or(false));
    in_front && app.state::<JustDone>().is_recent(app, server)
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
        Notification::Expiring { folder, server, .. } => about("notify-expiring", folder, server),
        Notification::Ended { folder, server } => about("notify-ended", folder, server),
        Notification::FolderGone { folder } => about("notify-folder-gone", folder, ""),
        Notification::FolderReplaced { folder } => about("notify-folder-replaced", folder, ""),
        Notification::ServerFailed { server } => about("notify-server-failed", "", server),
        Notification::CommandChanged { server } => about("notify-command-changed", "", server),
        Notification::Asks { folder, server, .. } => about("notify-asks", folder, server),
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
        Notification::CallWaits { app, tool, server, .. } => strings.say_with(
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
            &[
                ("server", server.as_str().into()),
                ("size", strings.size(f64::from(*sent) * 1000.0).into()),
            ],
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
