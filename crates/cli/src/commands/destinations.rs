//! Where servers may connect. What widens waits for a person.

use paddock_control::view::{
    AskedDestinationView, Code, DestinationRule, DestinationView, Failure, LifetimeChoice,
    NotReached, ServerView, View,
};
use paddock_core::text::shown;
use serde::Serialize;
use serde_json::json;

use crate::arguments::values::Item;
use crate::arguments::{Allow, AllowFor, Destinations, Forget, OfServer};
use crate::consent::{done, done_or_settled, sends_to};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};
use crate::when;
use crate::words;

/// A destination, and whose it is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Owned<'a> {
    server: u32,
    #[serde(flatten)]
    it: &'a DestinationView,
}

pub(super) async fn list(asked: &Destinations, out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    let only = asked.server.as_ref().map(|name| names::server(&view, name)).transpose()?;
    let is_asked = |it: &&ServerView| only.is_none_or(|only| only.id == it.id);
    let servers: Vec<_> = view.servers.iter().filter(is_asked).collect();
    let waits = view.asked_destinations.iter();
    let waits: Vec<_> = waits.filter(|it| only.is_none_or(|only| only.id == it.server)).collect();
    if out.json {
        let owned = servers
            .iter()
            .flat_map(|it| it.destinations.iter().map(|of| Owned { server: it.id, it: of }));
        let waits: Vec<_> = waits.iter().map(|it| named(it)).collect();
        let owned: Vec<_> = owned.collect();
        out.json(&json!({ "destinations": owned, "asked": waits }))?;
    } else if waits.is_empty() && servers.iter().all(|it| it.destinations.is_empty()) {
        out.said("cli-no-destinations")?;
    } else {
        out.line(table(&servers, &waits, out).written(out))?;
        for of in servers.iter().flat_map(|it| &it.destinations) {
            let Some(it) = of.unreached else { continue };
            let time = when::when(it.at, out);
            let said = out.say_with(unreached(it.why), &[("time", time.into())]);
            out.note(&format!("{}: {said}", shown(&of.destination)));
        }
    }
    Ok(Exit::Done)
}

/// What was decided about, and what waits for a decision, by server.
fn table(servers: &[&ServerView], waits: &[&AskedDestinationView], out: &Out) -> Table {
    let heads = [
        "cli-head-server",
        "cli-head-destination",
        "cli-head-rule",
        "cli-head-seen",
        "cli-head-sent",
        "cli-head-received",
        "cli-head-used",
    ];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for server in servers {
        for of in &server.destinations {
            let (rule, tone) = rule(&of.rule, out);
            table.row([
                shown(&server.name).into(),
                shown(&of.destination).into(),
                Cell::toned(rule, tone),
                of.seen.connections.to_string().into(),
                out.words().size(of.seen.sent).into(),
                out.words().size(of.seen.received).into(),
                of.seen.last.map(|at| when::when(at, out)).unwrap_or_default().into(),
            ]);
        }
        for asked in waits.iter().filter(|it| it.server == server.id) {
            let which = Item::Destination(asked.id).to_string();
            let rule = out.say_with("cli-destination-asked", &[("which", which.into())]);
            table.row([
                shown(&server.name).into(),
                shown(&asked.destination).into(),
                Cell::toned(rule, Tone::Caution),
                String::new().into(),
                String::new().into(),
                String::new().into(),
                when::when(asked.at, out).into(),
            ]);
        }
    }
    table
}

fn unreached(why: NotReached) -> &'static str {
    match why {
        NotReached::NoAddress => "unreached-no-address",
        NotReached::Unreachable => "unreached-unreachable",
        NotReached::NotLookedUp => "unreached-not-looked-up",
        NotReached::PrivateNetwork => "unreached-private-network",
        NotReached::ThisComputer => "unreached-this-computer",
        NotReached::ThisLink => "unreached-this-link",
        NotReached::AddressRefused => "unreached-address-refused",
        NotReached::Nowhere => "unreached-nowhere",
        NotReached::Proxy => "unreached-proxy",
        NotReached::PortClosed => "unreached-port-closed",
        NotReached::Greeting => "unreached-greeting",
    }
}

/// What was decided about a destination.
pub(super) fn rule(rule: &DestinationRule, out: &Out) -> (String, Tone) {
    match rule {
        DestinationRule::Allowed { lifetime, .. } => {
            let duration = words::lifetime(*lifetime, out);
            let said = out.say_with("destinations-allowed", &[("duration", duration.into())]);
            (said, Tone::Good)
        }
        DestinationRule::Never => (out.say("destinations-never"), Tone::Caution),
    }
}

pub(super) async fn allow(asked: &Allow, out: &Out) -> Result<Exit, Failure> {
    let lifetime = asked.lifetime.chosen().unwrap_or(LifetimeChoice::Always);
    let mut front = Front::open(true).await?;
    let view = front.surveyed().await?;
    let (server, destination) = meant(&view, &asked.of)?;
    let waits = front.client.allow_destination(server, destination, lifetime).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

pub(super) async fn deny(asked: &OfServer, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let (server, destination) = meant(&front.client.view().await?, asked)?;
    front.client.deny_destination(server, destination).await?;
    done(out)
}

pub(super) async fn forget(asked: &Forget, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.surveyed().await?;
    let (server, destination) = meant(&view, &asked.of)?;
    let waits = front.client.forget_destination(server, destination).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

/// The host says what is no destination.
fn meant(view: &View, asked: &OfServer) -> Result<(u32, String), Failure> {
    Ok((names::server(view, &asked.server)?.id, asked.destination.clone()))
}

/// Has a person decide about what a server asked for.
pub(super) async fn allow_asked(id: u32, how: AllowFor, out: &Out) -> Result<Exit, Failure> {
    let lifetime = how.lifetime().ok_or_else(|| Failure::new(Code::CliNotForConnections))?;
    let mut front = Front::open(true).await?;
    let view = front.surveyed().await?;
    find(&view, id)?;
    let waits = front.client.allow_asked_destination(id, lifetime).await?;
    done_or_settled(&mut front, &view, waits, how.wait.no_wait, out).await
}

pub(super) async fn show_asked(front: &Front, id: u32, out: &Out) -> Result<Exit, Failure> {
    let view = front.client.view().await?;
    let asked = find(&view, id)?;
    if out.json {
        let which = Item::Destination(id).to_string();
        out.json(&json!({ "which": which, "destination": asked }))?;
        return Ok(Exit::Done);
    }
    let server = names::server_or_gone(&view, asked.server, out);
    let destination = shown(&asked.destination);
    let values = [("server", server.into()), ("destination", destination.into())];
    out.said_with("asked-destination-title", &values)?;
    if !asked.leads_to.is_empty() {
        let values = [("addresses", addresses(&asked.leads_to).into())];
        out.said_with("asked-destination-private", &values)?;
    }
    out.line(about_asked(asked, out))?;
    let of = view.servers.iter().find(|it| it.id == asked.server);
    if let Some(sends) = of.and_then(|it| sends_to(&view, it, false, out)) {
        out.line(out.paint(Tone::Caution, &sends))?;
    }
    match of.map_or(0, |it| it.refused_unasked) {
        0 => Ok(Exit::Done),
        count => {
            out.said_with("destinations-unasked", &[("count", count.into())]).map(|()| Exit::Done)
        }
    }
}

pub(crate) fn addresses(leads_to: &[String]) -> String {
    names::joined(leads_to.iter().map(shown))
}

/// For whom and how often it was tried, and what was being called.
pub(super) fn about_asked(asked: &AskedDestinationView, out: &Out) -> String {
    let app = asked.app.as_ref();
    let app = app.map(|app| out.say_with("asked-destination-app", &[("app", shown(app).into())]));
    let times = out.say_with("asked-destination-times", &[("count", asked.times.into())]);
    names::joined(app.into_iter().chain([times, during(asked, out)]))
}

fn during(asked: &AskedDestinationView, out: &Out) -> String {
    if asked.during.is_empty() {
        return out.say("asked-destination-no-call");
    }
    let tools = names::joined(asked.during.iter().map(shown));
    let values = [("count", asked.during.len().into()), ("tools", tools.into())];
    out.say_with("asked-destination-during", &values)
}

/// Something that a server asks, with the name by which it is answered.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Named<'a> {
    which: String,
    #[serde(flatten)]
    it: &'a AskedDestinationView,
}

pub(super) fn named(it: &AskedDestinationView) -> Named<'_> {
    Named { which: Item::Destination(it.id).to_string(), it }
}

fn find(view: &View, id: u32) -> Result<&AskedDestinationView, Failure> {
    let found = view.asked_destinations.iter().find(|asked| asked.id == id);
    found.ok_or_else(|| Failure::new(Code::UnknownDestination))
}
