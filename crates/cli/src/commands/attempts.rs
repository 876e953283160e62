//! What servers try to reach outside of their grants, granted by a person or not.

use std::path::Path;

use paddock_control::view::{Access, AttemptView, Code, Failure, GrantView, ServerView, View};
use paddock_core::text::shown;
use serde::Serialize;
use serde_json::json;

use super::allow;
use crate::arguments::GrantFor;
use crate::arguments::values::Item;
use crate::consent::done_or_settled;
use crate::exit::Exit;
use crate::front::Front;
use crate::out::{Out, Tone};
use crate::when;
use crate::words;

/// What a server waits with, with the name by which it is decided.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Named<'a> {
    which: String,
    server: u32,
    #[serde(flatten)]
    it: &'a AttemptView,
}

/// What servers wait with until a person decides.
pub(super) fn held(view: &View) -> impl Iterator<Item = (&ServerView, &AttemptView)> {
    view.servers.iter().flat_map(|server| {
        let held = server.attempts.iter().filter(|attempt| attempt.held);
        held.map(move |attempt| (server, attempt))
    })
}

pub(super) fn which(server: &ServerView, attempt: &AttemptView) -> Item {
    Item::Attempt { server: server.id, attempt: attempt.id }
}

pub(super) fn named<'a>((server, it): (&ServerView, &'a AttemptView)) -> Named<'a> {
    Named { which: which(server, it).to_string(), server: server.id, it }
}

/// Proposes the smallest sensible folder, or more of the grant that it is in, and has a person decide.
pub(super) async fn grant(
    server: u32,
    attempt: u32,
    asked: &GrantFor,
    out: &Out,
) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    // What a person reads says how it will be enforced.
    let view = front.surveyed().await?;
    let (_, tried) = find(&view, server, attempt)?;
    let chosen = asked.access.map(Access::from);
    if let Some((grant, access)) = wider(&view, server, tried)
        && asked.lifetime.chosen().is_none()
        && chosen.is_none_or(|chosen| chosen > grant.access)
    {
        let access = chosen.unwrap_or(access);
        let waits = front.client.set_access(grant.id, access).await?;
        return done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await;
    }
    let access = if tried.write { Access::WriteGuarded } else { Access::Read };
    let pick = front.client.pick_attempt(server, attempt).await?;
    allow::proposed(&mut front, &view, (pick, server, access), asked, out).await
}

/// With `block` nobody is asked again as long as the server runs.
pub(super) async fn deny(
    front: &Front,
    server: u32,
    attempt: u32,
    block: bool,
) -> Result<(), Failure> {
    find(&front.client.view().await?, server, attempt)?;
    front.client.dismiss_attempt(server, attempt, block).await
}

pub(super) async fn show(
    front: &Front,
    server: u32,
    attempt: u32,
    out: &Out,
) -> Result<Exit, Failure> {
    let view = front.client.view().await?;
    let found = find(&view, server, attempt)?;
    if out.json {
        out.json(
            &json!({ "which": which(found.0, found.1).to_string(), "attempt": named(found) }),
        )?;
    } else {
        out.line(lines(&view, found, out).join("\n"))?;
    }
    Ok(Exit::Done)
}

fn lines(view: &View, (server, tried): (&ServerView, &AttemptView), out: &Out) -> Vec<String> {
    let name = out.paint(Tone::Strong, &shown(&server.name));
    let mut lines = vec![format!("{name}: {}", about(tried, out))];
    if tried.held {
        lines.push(out.paint(Tone::Caution, &out.say("attempt-waits")));
    }
    let (wider, offer) = (wider(view, server.id, tried), tried.offer.as_deref());
    let remedy = match (wider, offer) {
        (Some((grant, access)), _) => {
            let folder = shown(&grant.folder.name);
            let now = words::access(grant.access, out);
            let values = [("folder", folder.into()), ("access", now.into())];
            lines.push(out.say_with("attempt-granted", &values));
            format!("{}: {}", out.say("cli-attempt-needs"), words::access(access, out))
        }
        (None, _) if tried.needs.is_none() => out.say("attempt-program"),
        (None, Some(folder)) => format!("{}: {}", out.say("cli-attempt-offer"), shown(folder)),
        (None, None) => out.say("cli-attempt-no-offer"),
    };
    lines.push(remedy);
    lines
}

/// The grant of the folder nearest to it, and the access that would let it, if that is more.
fn wider<'a>(view: &'a View, server: u32, tried: &AttemptView) -> Option<(&'a GrantView, Access)> {
    let own = view.grants.iter().filter(|grant| grant.server == server);
    let around = own.filter(|grant| Path::new(&tried.path).starts_with(&grant.folder.path));
    let nearest = around.max_by_key(|grant| grant.folder.path.len())?;
    Some((nearest, tried.needs.filter(|needs| *needs > nearest.access)?))
}

/// The path, and how often it was tried.
pub(super) fn about(tried: &AttemptView, out: &Out) -> String {
    let id = if tried.write { "attempt-write" } else { "attempt-read" };
    let values = [("count", tried.count.into()), ("time", when::when(tried.last, out).into())];
    format!("{}: {}", shown(&tried.path), out.say_with(id, &values))
}

fn find(view: &View, server: u32, attempt: u32) -> Result<(&ServerView, &AttemptView), Failure> {
    let server = view.servers.iter().find(|it| it.id == server);
    let found = server.and_then(|server| {
        let tried = server.attempts.iter().find(|tried| tried.id == attempt)?;
        Some((server, tried))
    });
    found.ok_or_else(|| Failure::new(Code::UnknownAttempt))
}
