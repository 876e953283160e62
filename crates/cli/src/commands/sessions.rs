//! Apps that use servers.

use paddock_control::view::{Code, Failure, InForceView, RunView, SessionView, View};
use paddock_core::text::shown;
use serde_json::json;

use super::{nothing_runs, own};
use crate::arguments::{End, Narrow};
use crate::consent::{done, done_or_settled};
use crate::exit::Exit;
use crate::front::Front;
use crate::names::{self, Named};
use crate::out::Out;
use crate::table::{Cell, Table};
use crate::when;
use crate::words;

/// Without a host there are none, so none is started to say so.
pub(super) async fn list(out: &Out) -> Result<Exit, Failure> {
    let Some(front) = Front::find(false).await? else { return nothing_runs(out) };
    let view = front.client.view().await?;
    if out.json {
        let named = |it| Named { server_name: server(&view, it, out), it };
        let named: Vec<_> = view.sessions.iter().map(named).collect();
        out.json(&json!({ "sessions": named }))?;
    } else if view.sessions.is_empty() {
        out.said("cli-no-sessions")?;
    } else {
        out.line(table(&view, out).written(out))?;
    }
    Ok(Exit::Done)
}

fn server(view: &View, session: &SessionView, out: &Out) -> String {
    names::server_or_gone(view, session.server, out)
}

fn table(view: &View, out: &Out) -> Table {
    let heads = [
        "cli-head-id",
        "cli-head-app",
        "cli-head-server",
        "cli-head-folder",
        "cli-head-state",
        "cli-head-kept",
        "cli-head-since",
        "cli-head-reaches",
    ];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for session in &view.sessions {
        let (state, tone) = words::state(&session.state, out);
        let (kept, kept_tone) = words::in_force(&session.enforcement, view.system.known, out);
        table.row([
            format!("#{}", session.number).into(),
            shown(&session.app).into(),
            server(view, session, out).into(),
            session.folder.as_ref().map(shown).unwrap_or_default().into(),
            Cell::toned(state, tone),
            Cell::toned(kept, kept_tone),
            when::when(session.since, out).into(),
            reached(session, out).into(),
        ]);
    }
    table
}

fn reached(session: &SessionView, out: &Out) -> String {
    if session.enforcement.in_force == InForceView::Advisory {
        return out.say("cli-reaches-all");
    }
    names::joined(session.reaches.iter().map(|it| shown(&it.path)))
}

/// Ends sessions, and says so once their processes are gone.
pub(super) async fn end(asked: &End, out: &Out) -> Result<Exit, Failure> {
    let Some(mut front) = Front::find(true).await? else { return nothing_runs(out) };
    let meant = meant(&front.client.view().await?, asked)?;
    for (server, number) in &meant {
        match front.client.end_session(*server, *number).await {
            // It ended meanwhile, by itself.
            Err(failure) if failure.code == Code::UnknownSession => {}
            done => done?,
        }
    }
    let mut ended: Vec<_> = meant.into_iter().map(|(_, number)| number).collect();
    over(&mut front, &ended).await?;
    if out.json {
        ended.sort_unstable();
        out.json(&json!({ "ended": ended }))?;
    } else {
        out.said_with("cli-ended", &[("count", ended.len().into())])?;
    }
    Ok(Exit::Done)
}

/// Takes a folder from a session, and says so once its server has it no longer.
pub(super) async fn narrow(asked: &Narrow, out: &Out) -> Result<Exit, Failure> {
    let Some(front) = Front::find(false).await? else { return nothing_runs(out) };
    let view = front.client.view().await?;
    let session = names::session(&view, asked.session)?;
    let has: Vec<_> = session.reaches.iter().map(|it| it.path.as_str()).collect();
    let written = names::paths(&asked.folder);
    let folder = written.iter().find(|path| has.contains(&path.as_str()));
    let folder = folder.ok_or_else(|| Failure::new(Code::NotItsFolder))?;
    front.client.narrow_session(session.server, session.number, folder.clone()).await?;
    done(out)
}

/// An app that is not here yet is paused only if that was meant: a name that was mistyped would
/// leave the app that was meant running.
pub(super) async fn pause(
    app: &str,
    ahead: bool,
    minutes: Option<u32>,
    out: &Out,
) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let here = view.sessions.iter().map(|it| it.app.as_str());
    let apps = here.chain(view.paused_apps.iter().map(|it| it.app.as_str()));
    let app = match names::alike(app, apps) {
        Some(known) => known,
        None if ahead => shown(app),
        None => return Err(Failure::new(Code::CliUnknownAppToPause).with("name", shown(app))),
    };
    front.client.pause_app(app, minutes).await?;
    done(out)
}

pub(super) async fn resume(app: &str, no_wait: bool, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let before = front.client.view().await?;
    let paused = before.paused_apps.iter().map(|it| it.app.as_str());
    let Some(app) = names::alike(app, paused) else { return own::already_so(out) };
    let waits = front.client.resume_app(app).await?;
    done_or_settled(&mut front, &before, waits, no_wait, out).await
}

/// Servers and numbers, each once.
fn meant(view: &View, asked: &End) -> Result<Vec<(u32, u32)>, Failure> {
    let numbers = asked.sessions.iter().map(|number| names::session(view, *number));
    let found = match &asked.app {
        Some(app) => names::sessions_of(view, app)?,
        None => numbers.collect::<Result<_, _>>()?,
    };
    let mut meant: Vec<_> = found.iter().map(|it| (it.server, it.number)).collect();
    meant.sort_unstable();
    meant.dedup();
    Ok(meant)
}

/// Waits until they are gone; the host bounds how long that takes.
async fn over(front: &mut Front, numbers: &[u32]) -> Result<(), Failure> {
    let mut view = front.client.view().await?;
    loop {
        let mut left = view.sessions.iter().filter(|it| numbers.contains(&it.number)).peekable();
        if left.peek().is_none() {
            return Ok(());
        }
        for session in left {
            if let RunView::Failed { reason } = &session.state {
                return Err(reason.clone());
            }
        }
        view = *front.next_view(view.sequence).await?;
    }
}
