//! What servers asked that a person did not get to answer, and what passes without one.

use paddock_control::view::{Failure, MissedView, MissedWhy, RequestKind, View};
use paddock_core::text::shown;
use serde_json::json;

use super::requests::of_app;
use crate::consent::{confirmed, done};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
use crate::table::Table;
use crate::when;
use crate::words;

/// Lists it; with `clear`, for the last time.
pub(super) async fn list(clear: bool, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    if out.json {
        out.json(&json!({ "missed": view.missed }))?;
    } else if view.missed.is_empty() {
        out.said("missed-none")?;
    } else {
        out.line(table(&view, out).written(out))?;
    }
    for missed in view.missed.iter().filter(|_| clear) {
        front.client.dismiss_missed(missed.id).await?;
    }
    Ok(Exit::Done)
}

fn table(view: &View, out: &Out) -> Table {
    let heads = ["cli-head-server", "cli-head-kind", "activity-when", "cli-head-about", "cli-why"];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for missed in &view.missed {
        table.row([
            names::server_name(view, missed.server).unwrap_or_default().into(),
            words::request_kind(missed.kind, out).into(),
            when::when(missed.at, out).into(),
            about(missed, out).into(),
            out.say(why(missed)).into(),
        ]);
    }
    table
}

fn about(missed: &MissedView, out: &Out) -> String {
    match &missed.of {
        Some(of) => of_app(&of.app, &missed.summary, out),
        None => shown(&missed.summary),
    }
}

fn why(missed: &MissedView) -> &'static str {
    match missed.why {
        MissedWhy::Cancelled => "missed-cancelled",
        MissedWhy::CallEnded => "missed-call-ended",
        MissedWhy::ServerEnded => "missed-server-ended",
        MissedWhy::TooOften => "missed-too-often",
        MissedWhy::OverBudget => "missed-over-budget",
        MissedWhy::Muted => "missed-muted",
        MissedWhy::NoStandIn => "missed-no-stand-in",
        MissedWhy::Lapsed if missed.kind == RequestKind::Access => "missed-lapsed-access",
        MissedWhy::Lapsed => "missed-lapsed",
    }
}

/// Only a person lets requests through that nobody reads.
pub(super) async fn allow_next(name: &str, count: u32, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, name)?;
    let values = [("server", shown(&server.name).into()), ("count", count.into())];
    let question = out.say_with("cli-next-question", &values);
    let person = confirmed(&front, &question, out).await?;
    person.allow_next(server.id, count).await?;
    done(out)
}
