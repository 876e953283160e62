//! What gives folders to servers, or more in them. All of it waits for a person.

use paddock_control::Client;
use paddock_control::view::{Code, EndedView, Failure, LifetimeChoice, PickView, View};
use paddock_core::text::shown;

use crate::arguments::values::{Waiting, absolute_path};
use crate::arguments::{Again, Extend, Grant, SetAccess};
use crate::consent::{ProposedGrant, Subject, done_or_settled, is_waiting, settle};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;

/// Of a file of a workspace, by its name.
const WORKSPACE: &str = "code-workspace";

pub(super) async fn grant(asked: &Grant, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    // What a person reads says how it will be enforced.
    let view = front.surveyed().await?;
    let server = names::server(&view, &asked.server)?;
    let proposed = ProposedGrant {
        server: server.id,
        access: asked.access.into(),
        lifetime: asked.lifetime.chosen().unwrap_or(LifetimeChoice::Always),
    };
    let mut exit = Exit::Done;
    for pick in picks(&front.client, asked, server.id).await? {
        let which = Waiting::Pick(pick);
        // It may have been proposed already.
        let is_own = !is_waiting(&view, which);
        let asked_for = Subject { which, proposed: Some(proposed), without: &[], is_own };
        exit = settle(&mut front, asked_for, asked.wait.no_wait, out).await?;
    }
    Ok(exit)
}

/// A folder, its repository, what is granted to another server, or all that a workspace names.
async fn picks(client: &Client, asked: &Grant, server: u32) -> Result<Vec<u32>, Failure> {
    if let Some(grant) = asked.path.to_str().and_then(names::number_of) {
        return Ok(vec![client.pick_granted(grant, Some(server)).await?]);
    }
    let path = absolute_path(&asked.path);
    if path.extension().is_some_and(|it| it == WORKSPACE) && path.is_file() {
        return client.pick_workspace(path.into()).await;
    }
    let pick = client.pick_for(path.into(), server).await?;
    let pick = if asked.repository { client.pick_repository(pick).await? } else { pick };
    Ok(vec![pick])
}

pub(super) async fn access(asked: &SetAccess, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let id = names::grant(&view, &asked.grant)?.id;
    let waits = front.client.set_access(id, asked.access.into()).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

pub(super) async fn extend(asked: &Extend, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let id = names::grant(&view, &asked.grant)?.id;
    let lifetime = asked.lifetime.chosen().unwrap_or(LifetimeChoice::OneHour);
    let waits = front.client.set_lifetime(id, lifetime).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

pub(super) async fn again(asked: &Again, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let folders = view.ended.iter().map(|it| it.id);
    let known: Vec<_> = folders.chain(view.ended_destinations.iter().map(|it| it.id)).collect();
    if let Some(unknown) = asked.ended.iter().find(|id| !known.contains(id)) {
        return Err(Failure::new(Code::CliUnknownEnded).with("name", shown(unknown.to_string())));
    }
    let all = if asked.all { known } else { asked.ended.clone() };
    if all.is_empty() {
        out.said("cli-nothing-ended")?;
        return Ok(Exit::Done);
    }
    let waits = match all[..] {
        [one] if view.ended.iter().any(|it| it.id == one) => front.client.grant_again(one).await?,
        _ => front.client.grant_all_again(all.clone()).await?,
    };
    let by_name = by_name(&front.client, &view, &all).await?;
    let mut exit = Exit::Done;
    if waits.is_some() || by_name.is_empty() {
        exit = done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await?;
    }
    for subject in by_name {
        exit = settle(&mut front, subject, asked.wait.no_wait, out).await?;
    }
    Ok(exit)
}

/// Folders of what ended that are proposed anew, since their names have to be typed.
async fn by_name(
    client: &Client,
    before: &View,
    all: &[u32],
) -> Result<Vec<Subject<'static>>, Failure> {
    let of = |ended: &EndedView, pick: &PickView| {
        pick.folder.path == ended.folder.path && pick.wished == Some(ended.server)
    };
    let mut subjects = Vec::new();
    for pick in client.view().await?.picks.iter().filter(|pick| pick.type_name_to_grant) {
        let asked = before.ended.iter().filter(|ended| all.contains(&ended.id));
        let Some(ended) = asked.into_iter().find(|ended| of(ended, pick)) else { continue };
        let (server, access) = (ended.server, ended.access);
        let proposed = Some(ProposedGrant { server, access, lifetime: LifetimeChoice::OneHour });
        let which = Waiting::Pick(pick.id);
        subjects.push(Subject {
            which,
            proposed,
            without: &[],
            is_own: !is_waiting(before, which),
        });
    }
    Ok(subjects)
}
