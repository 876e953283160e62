//! Servers that start and stop.

use paddock_control::view::{Code, Failure, RunView, ServerView, View};
use paddock_core::text::shown;
use serde_json::json;

use super::nothing_runs;
use super::servers::named;
use crate::arguments::values::Waiting;
use crate::consent::{Subject, done, is_waiting, settle};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
use crate::shell::argument;
use crate::words;

pub(super) async fn start(name: &str, out: &Out) -> Result<Exit, Failure> {
    let (mut front, id) = named(name, true).await?;
    front.client.start_server(id).await?;
    started(&settled(&mut front, id).await?, out)
}

pub(super) async fn restart(name: &str, out: &Out) -> Result<Exit, Failure> {
    let (mut front, id) = named(name, true).await?;
    front.client.restart_server(id).await?;
    started(&settled(&mut front, id).await?, out)
}

pub(super) async fn stop(name: &str, out: &Out) -> Result<Exit, Failure> {
    let Some(mut front) = Front::find(true).await? else { return nothing_runs(out) };
    let id = match names::number_of(name) {
        Some(id) => id,
        None => names::server(&front.client.view().await?, name)?.id,
    };
    front.client.stop_server(id).await?;
    told(&settled(&mut front, id).await?, out)
}

/// The server once it is no longer on its way.
async fn settled(front: &mut Front, id: u32) -> Result<ServerView, Failure> {
    Ok(find(&settled_view(front, id).await?, id)?.clone())
}

/// A view in which the server is no longer on its way; the host bounds how long that takes.
async fn settled_view(front: &mut Front, id: u32) -> Result<View, Failure> {
    let mut view = front.client.view().await?;
    loop {
        if !matches!(find(&view, id)?.state, RunView::Starting { .. } | RunView::Stopping) {
            return Ok(view);
        }
        view = *front.next_view(view.sequence).await?;
    }
}

/// A view in which the command of a server was looked up: what was just added still is.
async fn looked_up(front: &mut Front, id: u32) -> Result<View, Failure> {
    let mut view = front.client.view().await?;
    loop {
        let server = find(&view, id)?;
        let starts = matches!(server.state, RunView::Starting { .. });
        if !starts || server.command.fingerprint.is_some() {
            return Ok(view);
        }
        view = *front.next_view(view.sequence).await?;
    }
}

fn find(view: &View, id: u32) -> Result<&ServerView, Failure> {
    let server = view.servers.iter().find(|server| server.id == id);
    server.ok_or_else(|| Failure::new(Code::UnknownServer))
}

/// Whether it is at rest, and its command is trusted by nobody.
fn asks_when_started(server: &ServerView) -> bool {
    let rests = matches!(server.state, RunView::Stopped | RunView::Asleep | RunView::Failed { .. });
    rests && !server.command.trusted
}

/// As [`told`]; one that is paused did not start.
fn started(server: &ServerView, out: &Out) -> Result<Exit, Failure> {
    if server.state == RunView::Paused { Err(paused(server)) } else { told(server, out) }
}

pub(super) fn paused(server: &ServerView) -> Failure {
    Failure::new(Code::CliPaused).with("server", &server.name)
}

fn told(server: &ServerView, out: &Out) -> Result<Exit, Failure> {
    match &server.state {
        RunView::Failed { reason } | RunView::Restarting { reason, .. } => Err(reason.clone()),
        RunView::NeedsTrust { .. } => {
            let failure = Failure::new(Code::CliNeedsTrust).with("server", &server.name);
            Err(failure.with("argument", argument(&shown(&server.name))))
        }
        RunView::Stopped
        | RunView::Asleep
        | RunView::Starting { .. }
        | RunView::Running { .. }
        | RunView::Stopping
        | RunView::Paused => {
            if out.json {
                out.json(&json!({ "server": server.id, "state": server.state }))?;
            } else {
                let (state, tone) = words::state(&server.state, out);
                out.line(format!("{}: {}", shown(&server.name), out.paint(tone, &state)))?;
            }
            Ok(Exit::Done)
        }
    }
}

/// Has a person trust a command, but for destinations that it is not to connect to.
pub(super) async fn trust(
    name: &str,
    without: &[String],
    no_wait: bool,
    out: &Out,
) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let id = names::server(&front.client.view().await?, name)?.id;
    let mut view = looked_up(&mut front, id).await?;
    if asks_when_started(find(&view, id)?) {
        // It is not launched, but its command is looked at and asked about.
        front.client.start_server(id).await?;
        view = settled_view(&mut front, id).await?;
    }
    let server = find(&view, id)?;
    let RunView::NeedsTrust { fingerprint, .. } = &server.state else {
        return if server.command.trusted { done(out) } else { told(server, out) };
    };
    let waits = front.client.trust_server(server.id, fingerprint.clone()).await?;
    let Some(which) = waits.map(Waiting::Consent) else { return done(out) };
    let asked = Subject { which, proposed: None, without, is_own: !is_waiting(&view, which) };
    settle(&mut front, asked, no_wait, out).await
}
