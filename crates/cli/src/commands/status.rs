use paddock_control::view::Failure;
use paddock_control::view::{NoticeView, PausedAppView, PausedView, RunView, Tier, View};
use serde::Serialize;

use super::{attempts, nothing_runs};
use crate::exit::Exit;
use crate::front::Front;
use crate::out::{Out, Tone};
use crate::when;

/// The answer to *what is going on*.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Status<'a> {
    running: bool,
    version: &'a str,
    paused: Option<PausedView>,
    paused_apps: &'a [PausedAppView],
    servers: Servers,
    /// What AI apps use.
    sessions: usize,
    grants: usize,
    /// Folders and widenings that wait for consent.
    consents: usize,
    /// What servers and apps ask of the person.
    requests: usize,
    notices: &'a [NoticeView],
    /// The best way of enforcement here; none is known until it was tried.
    enforcement: Option<Tier>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Servers {
    total: usize,
    running: usize,
    needs_trust: Vec<String>,
    failed: Vec<String>,
    not_enforced: Vec<String>,
}

/// Says what is going on; with `clear`, what was noticed is said for the last time.
pub(super) async fn show(clear: bool, out: &Out) -> Result<Exit, Failure> {
    let Some(front) = Front::find(false).await? else { return nothing_runs(out) };
    let view = front.client.view().await?;
    for notice in view.notices.iter().filter(|_| clear) {
        front.client.dismiss_notice(notice.id).await?;
    }
    let status = status(&view, front.client.host_version());
    if out.json {
        out.json(&status)?;
    } else {
        out.line(lines(&status, out).join("\n"))?;
    }
    Ok(Exit::Done)
}

fn status<'a>(view: &'a View, version: &'a str) -> Status<'a> {
    let mut servers = Servers { total: view.servers.len(), ..Servers::default() };
    for server in &view.servers {
        match server.state {
            RunView::Running { .. } => servers.running += 1,
            RunView::NeedsTrust { .. } => servers.needs_trust.push(server.name.clone()),
            RunView::Failed { .. } => servers.failed.push(server.name.clone()),
            RunView::Stopped
            | RunView::Asleep
            | RunView::Starting { .. }
            | RunView::Stopping
            | RunView::Restarting { .. }
            | RunView::Paused => {}
        }
        if server.reaches_all {
            servers.not_enforced.push(server.name.clone());
        }
    }
    Status {
        running: true,
        version,
        paused: view.paused,
        paused_apps: &view.paused_apps,
        servers,
        sessions: view.sessions.len(),
        grants: view.grants.len(),
        consents: view.picks.len() + view.consents.len(),
        requests: view.requests.len()
            + view.held_calls.len()
            + view.places.len()
            + view.asked_destinations.len()
            + view.asked_sending.len()
            + attempts::held(view).count(),
        notices: &view.notices,
        enforcement: view.system.best,
    }
}

fn paused_app(paused: &PausedAppView, out: &Out) -> String {
    let app = ("app", paused.app.as_str().into());
    match paused.until {
        Some(at) => out.say_with("app-paused-until", &[app, ("time", when::when(at, out).into())]),
        None => out.say_with("app-paused-open", &[app]),
    }
}

fn lines(status: &Status<'_>, out: &Out) -> Vec<String> {
    let mut lines = vec![out.say_with("cli-running", &[("version", status.version.into())])];
    if let Some(paused) = status.paused {
        let said = match paused.until {
            Some(at) => out.say_with("paused-until", &[("time", when::when(at, out).into())]),
            None => out.say("paused-open"),
        };
        lines.push(out.paint(Tone::Caution, &said));
    }
    for paused in status.paused_apps {
        lines.push(out.paint(Tone::Caution, &paused_app(paused, out)));
    }
    let count = |id, count: usize| out.say_with(id, &[("count", count.into())]);
    let servers = &status.servers;
    let values = [("count", servers.total.into()), ("running", servers.running.into())];
    lines.push(out.say_with("cli-status-servers", &values));
    for (id, names, tone) in [
        ("cli-status-not-enforced", &servers.not_enforced, Tone::Caution),
        ("cli-status-failed", &servers.failed, Tone::Bad),
        ("cli-status-needs-trust", &servers.needs_trust, Tone::Caution),
    ] {
        if !names.is_empty() {
            let said = out.say_with(id, &[("servers", names.join(", ").into())]);
            lines.push(format!("  {}", out.paint(tone, &said)));
        }
    }
    if status.sessions > 0 {
        lines.push(count("cli-status-sessions", status.sessions));
    }
    // "No folder access" would not be true of what is not enforced.
    if status.grants > 0 || servers.not_enforced.is_empty() {
        lines.push(count("cli-status-grants", status.grants));
    }
    if status.consents > 0 {
        lines.push(out.paint(Tone::Caution, &count("cli-status-consents", status.consents)));
    }
    if status.requests > 0 {
        lines.push(out.paint(Tone::Caution, &count("cli-status-requests", status.requests)));
    }
    for notice in status.notices {
        let said = format!("{}  {}", when::when(notice.at, out), out.failure(&notice.failure));
        lines.push(out.paint(Tone::Bad, &said));
    }
    lines
}
