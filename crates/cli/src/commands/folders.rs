use paddock_control::view::{
    EndedDestinationView, EndedView, EndedWhy, Failure, GrantView, ReachabilityView, ServerView,
    View,
};
use paddock_core::text::shown;
use serde_json::json;

use crate::arguments::Folders;
use crate::consent::footprint;
use crate::exit::Exit;
use crate::front::Front;
use crate::names::{self, Named};
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};
use crate::when;
use crate::words;

pub(super) async fn list(asked: &Folders, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let server = asked.server.as_ref().map(|name| names::server(&view, name)).transpose()?;
    let is_asked = |id: u32| server.is_none_or(|server| server.id == id);
    if asked.ended {
        let ended: Vec<_> = view.ended.iter().filter(|it| is_asked(it.server)).collect();
        let connects = view.ended_destinations.iter().filter(|it| is_asked(it.server));
        let connects: Vec<_> = connects.collect();
        let ids = ended.iter().map(|it| it.id).chain(connects.iter().map(|it| it.id));
        for id in ids.filter(|_| asked.clear) {
            front.client.forget_ended(id).await?;
        }
        return list_ended(&view, &ended, &connects, out);
    }
    let mut grants: Vec<_> = view.grants.iter().filter(|grant| is_asked(grant.server)).collect();
    grants.sort_by_key(|grant| (&grant.folder.path, grant.server));
    let open = view.servers.iter().filter(|server| server.reaches_all && is_asked(server.id));
    let open: Vec<_> = open.map(|server| shown(&server.name)).collect();
    if out.json {
        let named: Vec<_> = grants
            .iter()
            .map(|it| Named { server_name: names::server_or_gone(&view, it.server, out), it: *it })
            .collect();
        let needing = view.servers.iter().filter(|server| is_asked(server.id));
        let programs: Vec<_> = needing
            .map(|server| (server, footprint::read_by(server)))
            .filter(|(_, reads)| !reads.is_empty())
            .map(|(server, reads)| {
                json!({ "server": server.id, "serverName": shown(&server.name), "reads": reads })
            })
            .collect();
        out.json(&json!({ "grants": named, "programs": programs, "notEnforced": open }))?;
        return Ok(Exit::Done);
    }
    for server in &open {
        let said = out.say_with("tray-unenforced", &[("server", server.as_str().into())]);
        out.line(out.paint(Tone::Caution, &said))?;
    }
    if !grants.is_empty() {
        out.line(table(&view, &grants, out).written(out))?;
    } else if open.is_empty() {
        out.said("access-empty-title")?;
    }
    let programs = programs(view.servers.iter().filter(|server| is_asked(server.id)), out);
    if !programs.is_empty() {
        out.line(format!("{}:", out.say("programs-title")))?;
        out.line(programs.join("\n"))?;
    }
    Ok(Exit::Done)
}

/// What servers can read besides, for their programs need it in order to run.
fn programs<'a>(servers: impl Iterator<Item = &'a ServerView>, out: &Out) -> Vec<String> {
    let needing = servers.map(|server| (server, footprint::listed(server, out)));
    needing
        .filter(|(_, lines)| !lines.is_empty())
        .flat_map(|(server, lines)| {
            std::iter::once(format!("  {}", shown(&server.name))).chain(lines)
        })
        .collect()
}

fn table(view: &View, grants: &[&GrantView], out: &Out) -> Table {
    let heads = [
        "cli-head-id",
        "cli-head-folder",
        "cli-head-server",
        "cli-head-access",
        "cli-head-until",
        "cli-head-state",
    ];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for grant in grants {
        let reachable = grant.reachability == ReachabilityView::Reachable;
        let state = words::reachability(grant.reachability, out);
        table.row([
            format!("#{}", grant.id).into(),
            shown(&grant.folder.path).into(),
            names::server_or_gone(view, grant.server, out).into(),
            words::access(grant.access, out).into(),
            words::lifetime(grant.lifetime, out).into(),
            Cell::toned(state, if reachable { Tone::Good } else { Tone::Caution }),
        ]);
    }
    table
}

fn list_ended(
    view: &View,
    ended: &[&EndedView],
    connects: &[&EndedDestinationView],
    out: &Out,
) -> Result<Exit, Failure> {
    let server = |id| names::server_or_gone(view, id, out);
    if out.json {
        let named = ended.iter().map(|it| Named { server_name: server(it.server), it: *it });
        let to = connects.iter().map(|it| Named { server_name: server(it.server), it: *it });
        let (named, to): (Vec<_>, Vec<_>) = (named.collect(), to.collect());
        out.json(&json!({ "ended": named, "endedDestinations": to }))?;
        return Ok(Exit::Done);
    }
    if ended.is_empty() && connects.is_empty() {
        out.said("cli-nothing-ended")?;
        return Ok(Exit::Done);
    }
    let heads =
        ["cli-head-id", "cli-head-folder", "cli-head-server", "cli-head-access", "cli-head-state"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for it in ended {
        let why = match it.why {
            EndedWhy::Revoked => "ended-revoked",
            EndedWhy::Expired => "ended-expired",
            EndedWhy::RunEnded => "ended-run-ended",
        };
        table.row([
            format!("#{}", it.id).into(),
            shown(&it.folder.path).into(),
            server(it.server).into(),
            words::access(it.access, out).into(),
            out.say_with(why, &[("time", when::when(it.at, out).into())]).into(),
        ]);
    }
    for it in connects {
        table.row([
            format!("#{}", it.id).into(),
            shown(&it.destination).into(),
            server(it.server).into(),
            out.say("cli-connects").into(),
            out.say_with("ended-revoked", &[("time", when::when(it.at, out).into())]).into(),
        ]);
    }
    out.line(table.written(out))?;
    Ok(Exit::Done)
}
