//! What a person reads before a server may connect somewhere.

use paddock_control::view::{
    Asked, Confinement, DestinationRule, LifetimeChoice, NetworkChoice, ServerView, View,
};
use paddock_core::network::{Destination, Target};
use paddock_core::text::shown;

use super::widening::{about, fact};
use crate::names;
use crate::out::{Out, Tone};
use crate::words;

pub(super) fn allowed(
    view: &View,
    server: &ServerView,
    destination: &str,
    leads_to: &[String],
    lifetime: LifetimeChoice,
    out: &Out,
) -> Vec<String> {
    let read = destination.parse::<Destination>().ok();
    let place = read.as_ref().map_or_else(|| shown(destination), |it| in_words(it, out));
    let mut lines = about("wish-destination-title", server, &[("destination", place)], out);
    lines.extend(
        sends(view, server, read.as_ref(), out).map(|line| out.paint(Tone::Caution, &line)),
    );
    lines.push(fact("wish-destination", shown(destination), out));
    if !leads_to.is_empty() {
        let addresses = names::joined(leads_to.iter().map(shown));
        lines.push(fact("wish-destination-private", addresses, out));
        lines.push(out.say("wish-destination-private-means"));
    }
    if let Some(read) = &read {
        lines.push(ports(read, out));
    }
    lines.push(fact("consent-duration", words::chosen_lifetime(lifetime, out), out));
    lines.extend(inert(view, server).map(|id| out.say(id)));
    lines
}

pub(super) fn asked_again(server: &ServerView, destination: &str, out: &Out) -> Vec<String> {
    let mut lines = about("wish-forget-title", server, &[("destination", shown(destination))], out);
    lines.push(fact("wish-now", out.say("wish-forget-now"), out));
    lines.push(fact("wish-then", out.say("wish-forget-then"), out));
    lines
}

/// More of the network: what that means, and how it was.
pub(super) fn network(
    view: &View,
    server: &ServerView,
    choice: Confinement,
    out: &Out,
) -> Vec<String> {
    let mut lines = Vec::new();
    if choice.network == NetworkChoice::Open {
        let folders = folders(view, server);
        let warning = if folders.is_empty() {
            out.say("wish-network-warning")
        } else {
            out.say_with("wish-network-warning-reads", &[("folders", folders.into())])
        };
        lines.push(out.paint(Tone::Caution, &warning));
    } else {
        let is_allowed = |rule: &DestinationRule| matches!(rule, DestinationRule::Allowed { .. });
        let allowed = server.destinations.iter().filter(|it| is_allowed(&it.rule));
        let allowed = names::joined(allowed.map(|it| shown(&it.destination)));
        if !allowed.is_empty() {
            lines.push(fact("wish-network-allowed", allowed, out));
        }
    }
    lines.push(fact("wish-now", words::network(server.network, out), out));
    lines.push(fact("wish-then", words::network(choice.network, out), out));
    lines
}

fn in_words(destination: &Destination, out: &Out) -> String {
    match &destination.target {
        Target::Name(name) => shown(name.as_str()),
        Target::Under(name) => {
            out.say_with("destination-under", &[("name", shown(name.as_str()).into())])
        }
        Target::AnyName => out.say("destination-any"),
        Target::Addresses(range) if range.is_one() => {
            out.say_with("destination-address", &[("address", range.to_string().into())])
        }
        Target::Addresses(range) => {
            out.say_with("destination-range", &[("range", range.to_string().into())])
        }
        Target::ThisComputer => match destination.port {
            Some(port) => {
                let port = port.to_string();
                out.say_with("destination-this-computer", &[("port", port.into())])
            }
            None => out.say("destination-every-port"),
        },
    }
}

fn ports(destination: &Destination, out: &Out) -> String {
    let port = destination.port.map_or_else(|| "web".to_owned(), |port| port.to_string());
    let port = [("port", port.into())];
    let head = out.say_with("wish-destination-ports", &port);
    format!("{head}: {}", out.say_with("destination-ports", &port))
}

/// What the server could send there.
fn sends(
    view: &View,
    server: &ServerView,
    destination: Option<&Destination>,
    out: &Out,
) -> Option<String> {
    sends_to(view, server, destination.is_some_and(Destination::is_anywhere), out)
}

/// What a server could send to where its command connects, if it is trusted.
pub(super) fn sends_if_trusted(
    view: &View,
    server: &ServerView,
    connects: bool,
    out: &Out,
) -> Option<String> {
    let anywhere = server.reaches_anywhere;
    let line = (anywhere || connects).then(|| sends_to(view, server, anywhere, out))??;
    Some(out.paint(Tone::Caution, &line))
}

/// What of the person's a server could send, to one place or to anyone. `None`: it can read nothing.
pub(crate) fn sends_to(
    view: &View,
    server: &ServerView,
    anywhere: bool,
    out: &Out,
) -> Option<String> {
    if server.enforcement.asked == Asked::Advisory || server.reaches_all {
        return Some(out.say(if anywhere {
            "wish-destination-reads-all-anywhere"
        } else {
            "wish-destination-reads-all"
        }));
    }
    let folders = folders(view, server);
    let id = if anywhere { "wish-destination-reads-anywhere" } else { "wish-destination-reads" };
    (!folders.is_empty()).then(|| out.say_with(id, &[("folders", folders.into())]))
}

/// Why an allowance does not count now.
fn inert(view: &View, server: &ServerView) -> Option<&'static str> {
    let holds = server.enforcement.asked != Asked::Advisory && view.system.network_off;
    match server.network {
        _ if !holds => Some("wish-destination-is-open"),
        NetworkChoice::Open => Some("wish-destination-is-open"),
        NetworkChoice::Off => Some("wish-destination-is-off"),
        NetworkChoice::Ask if !view.system.destinations => Some("wish-destination-not-here"),
        NetworkChoice::Ask => None,
    }
}

fn folders(view: &View, server: &ServerView) -> String {
    let own = view.grants.iter().filter(|grant| grant.server == server.id);
    names::joined(own.map(|grant| shown(&grant.folder.name)))
}
