//! What servers and apps ask of the person.

use paddock_control::view::{
    Code, Failure, FieldKind, FormView, OfAppView, RequestDetail, RequestPhase, RequestView,
    SamplingView, UrlView, View,
};
use paddock_core::text::{shown, shown_lines};
use serde::Serialize;
use serde_json::json;

use super::tools::part_text;
use super::{allow, answer, attempts, destinations, missed, sending};
use crate::arguments::values::Item;
use crate::arguments::{GrantFor, Requests};
use crate::consent::done;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone};
use crate::table::{Cell, Table};
use crate::when;
use crate::words;

pub(super) async fn run(verb: Option<Requests>, out: &Out) -> Result<Exit, Failure> {
    match verb {
        None => list(out).await,
        Some(Requests::Show { request }) => show(request, out).await,
        Some(Requests::Stop { request }) => {
            Front::open(false).await?.client.stop_sampling(request).await?;
            done(out)
        }
        Some(Requests::Next { server, count }) => missed::allow_next(&server, count, out).await,
        Some(Requests::Missed { clear }) => missed::list(clear, out).await,
        Some(Requests::Answer(asked)) => answer::answer(&asked, out).await,
        Some(Requests::Allow { which: Item::Destination(id), how }) => {
            destinations::allow_asked(id, how, out).await
        }
        Some(Requests::Allow { which: Item::Sending(server), how }) => {
            sending::allow(server, how, out).await
        }
        Some(Requests::Allow { which: Item::Call(id), how }) => {
            let answer = how.answer().ok_or_else(|| Failure::new(Code::CliNotForCalls))?;
            allow::call(id, answer, out).await
        }
        Some(Requests::Allow { .. }) => Err(Failure::new(Code::UnknownCall)),
        Some(Requests::Grant(asked)) => grant(&asked, out).await,
        Some(Requests::Deny { request, block }) => deny(request, block, out).await,
    }
}

async fn grant(asked: &GrantFor, out: &Out) -> Result<Exit, Failure> {
    match asked.which {
        Item::Place(id) => allow::place(id, asked, out).await,
        Item::Attempt { server, attempt } => attempts::grant(server, attempt, asked, out).await,
        Item::Request(_) | Item::Call(_) | Item::Destination(_) | Item::Sending(_) => {
            Err(Failure::new(Code::UnknownPlace))
        }
    }
}

async fn deny(asked: Item, block: bool, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    match asked {
        Item::Request(id) => front.client.deny_request(id, block).await?,
        Item::Place(_) | Item::Destination(_) | Item::Sending(_) if block => {
            return Err(Failure::new(Code::CliNotBlocked));
        }
        Item::Destination(id) => front.client.dismiss_destination(id).await?,
        Item::Sending(server) => sending::stop(&front, server).await?,
        Item::Call(id) => allow::deny_call(&front, id, block).await?,
        Item::Place(id) => front.client.dismiss_place(id).await?,
        Item::Attempt { server, attempt } => attempts::deny(&front, server, attempt, block).await?,
    }
    done(out)
}

/// Something that an app asks, with the name by which it is answered.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Named<'a, T> {
    which: String,
    #[serde(flatten)]
    it: &'a T,
}

async fn list(out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    if out.json {
        let calls = view.held_calls.iter();
        let calls: Vec<_> =
            calls.map(|it| Named { which: Item::Call(it.id).to_string(), it }).collect();
        let places = view.places.iter();
        let places: Vec<_> =
            places.map(|it| Named { which: Item::Place(it.id).to_string(), it }).collect();
        let asked: Vec<_> = view.asked_destinations.iter().map(destinations::named).collect();
        let sending: Vec<_> = view.asked_sending.iter().map(sending::named).collect();
        let attempts: Vec<_> = attempts::held(&view).map(attempts::named).collect();
        let (requests, missed) = (&view.requests, &view.missed);
        out.json(&json!({
            "requests": requests, "calls": calls, "places": places, "destinations": asked,
            "sending": sending, "attempts": attempts,
            "missed": missed
        }))?;
    } else if is_empty(&view) {
        out.said("requests-empty-title")?;
    } else {
        out.line(table(&view, out).written(out))?;
    }
    Ok(Exit::Done)
}

/// Whether a server waits for an answer of the person.
pub(super) fn waits(view: &View, server: u32) -> bool {
    view.requests.iter().any(|it| it.server == server && it.phase == RequestPhase::Waiting)
        || view.asked_destinations.iter().any(|it| it.server == server)
        || view.asked_sending.iter().any(|it| it.server == server)
        || attempts::held(view).any(|(of, _)| of.id == server)
}

fn is_empty(view: &View) -> bool {
    let of_apps = view.held_calls.is_empty() && view.places.is_empty();
    let of_network = view.asked_destinations.is_empty() && view.asked_sending.is_empty();
    view.requests.is_empty() && of_apps && of_network && attempts::held(view).next().is_none()
}

fn table(view: &View, out: &Out) -> Table {
    let heads = [
        "cli-head-id",
        "cli-head-server",
        "cli-head-kind",
        "cli-head-state",
        "activity-when",
        "cli-head-about",
    ];
    let mut table = Table::new(heads.map(|id| out.say(id)));
    for request in &view.requests {
        let (phase, tone) = words::request_phase(&request.phase, out);
        table.row([
            format!("#{}", request.id).into(),
            names::server_name(view, request.server).unwrap_or_default().into(),
            words::request_kind(request.kind, out).into(),
            Cell::toned(phase, tone),
            when::when(request.at, out).into(),
            about(request, out).into(),
        ]);
    }
    for call in &view.held_calls {
        let (id, tone) = if call.lapsed {
            ("requests-told-again", Tone::Faint)
        } else {
            ("cli-request-waiting", Tone::Caution)
        };
        table.row([
            Item::Call(call.id).to_string().into(),
            names::server_name(view, call.server).unwrap_or_default().into(),
            out.say("requests-call").into(),
            Cell::toned(out.say(id), tone),
            when::when(call.at, out).into(),
            of_app(&call.app, &call.tool, out).into(),
        ]);
    }
    for place in &view.places {
        table.row([
            Item::Place(place.id).to_string().into(),
            names::server_name(view, place.server).unwrap_or_default().into(),
            out.say("requests-place").into(),
            Cell::toned(out.say("cli-request-waiting"), Tone::Caution),
            when::when(place.at, out).into(),
            of_app(&place.app, &place.folder.path, out).into(),
        ]);
    }
    for asked in &view.asked_destinations {
        table.row([
            Item::Destination(asked.id).to_string().into(),
            names::server_name(view, asked.server).unwrap_or_default().into(),
            out.say("requests-destination").into(),
            Cell::toned(out.say("cli-request-waiting"), Tone::Caution),
            when::when(asked.at, out).into(),
            format!("{} ({})", shown(&asked.destination), destinations::about_asked(asked, out))
                .into(),
        ]);
    }
    for asked in &view.asked_sending {
        table.row([
            Item::Sending(asked.server).to_string().into(),
            names::server_name(view, asked.server).unwrap_or_default().into(),
            out.say("requests-sending").into(),
            Cell::toned(out.say("cli-request-waiting"), Tone::Caution),
            when::when(asked.at, out).into(),
            words::kilobytes(asked.sent, out).into(),
        ]);
    }
    for (server, tried) in attempts::held(view) {
        table.row([
            attempts::which(server, tried).to_string().into(),
            shown(&server.name).into(),
            out.say("requests-held").into(),
            Cell::toned(out.say("cli-request-waiting"), Tone::Caution),
            when::when(tried.last, out).into(),
            shown(&tried.path).into(),
        ]);
    }
    table
}

/// Its first words, and in whose session they were said.
fn about(request: &RequestView, out: &Out) -> String {
    match &request.of {
        Some(of) => of_app(&of.app, &request.summary, out),
        None => shown(&request.summary),
    }
}

pub(super) fn of_app(app: &str, what: &str, out: &Out) -> String {
    out.say_with("requests-of-app", &[("app", shown(app).into()), ("what", shown(what).into())])
}

async fn show(asked: Item, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let request = match asked {
        Item::Request(id) => id,
        Item::Call(id) => return allow::show_call(&front, id, out).await,
        Item::Place(id) => return allow::show_place(&front, id, out).await,
        Item::Destination(id) => return destinations::show_asked(&front, id, out).await,
        Item::Sending(server) => return sending::show(&front, server, out).await,
        Item::Attempt { server, attempt } => {
            return attempts::show(&front, server, attempt, out).await;
        }
    };
    let detail = front.client.request(request).await?;
    if out.json {
        out.json(&detail)?;
    } else {
        let view = front.client.view().await?;
        let known = view.requests.iter().find(|it| it.id == request);
        if let Some(of) = known.and_then(|it| it.of.as_ref()) {
            out.line(asked_in(of, out))?;
        }
        out.line(text(&detail, out))?;
    }
    Ok(Exit::Done)
}

/// In whose session it was asked.
pub(super) fn asked_in(of: &OfAppView, out: &Out) -> String {
    let app = ("app", shown(&of.app).into());
    match &of.folder {
        Some(folder) => {
            out.say_with("requests-in-app-at", &[app, ("folder", shown(folder).into())])
        }
        None => out.say_with("requests-in-app", &[app]),
    }
}

/// What a request says, safe to show.
pub(super) fn text(detail: &RequestDetail, out: &Out) -> String {
    let lines = match detail {
        RequestDetail::Sampling(sampling) => sampling_lines(sampling, out),
        RequestDetail::Form(form) => form_lines(form, out),
        RequestDetail::Url(url) => url_lines(url, out),
    };
    lines.join("\n")
}

fn sampling_lines(sampling: &SamplingView, out: &Out) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(system) = &sampling.system_prompt {
        lines.push(out.paint(Tone::Faint, &out.say("sampling-system")));
        lines.push(shown_lines(system));
    }
    for message in &sampling.messages {
        let role = match message.role {
            paddock_control::view::RoleView::User => "sampling-role-user",
            paddock_control::view::RoleView::Assistant => "sampling-role-assistant",
        };
        lines.push(out.paint(Tone::Faint, &out.say(role)));
        lines.extend(message.parts.iter().map(|part| part_text(part, out)));
    }
    let model = sampling.chosen.as_ref();
    let model = model.map_or_else(|| out.say("sampling-model-none"), |it| shown(&it.model));
    lines.push(format!("{}: {model}", out.say("sampling-model")));
    if let Some(answer) = &sampling.answer {
        lines.push(out.paint(Tone::Faint, &out.say("cli-answer")));
        lines.extend(answer.parts.iter().map(|part| part_text(part, out)));
    }
    lines
}

fn form_lines(form: &FormView, out: &Out) -> Vec<String> {
    let mut lines = vec![shown_lines(&form.message)];
    for field in &form.fields {
        let required = if field.required { out.say("cli-required") } else { String::new() };
        let mut line = format!("  {}: {} {required}", shown(&field.name), shown(&field.title));
        if let FieldKind::Choice { options } | FieldKind::Choices { options, .. } = &field.kind {
            let values = options.iter().map(|option| shown(&option.value));
            line = format!("{line} ({})", names::joined(values));
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

fn url_lines(url: &UrlView, out: &Out) -> Vec<String> {
    let address = format!("{}{}{}", shown(&url.before), shown(&url.domain), shown(&url.after));
    let mut lines = vec![shown_lines(&url.message), address];
    if let Some(domain) = &url.unicode_domain {
        lines.push(format!("  = {}", shown(domain)));
    }
    let warnings = url.warnings.iter().map(|code| format!("url-warning-{code}"));
    lines.extend(warnings.map(|id| out.paint(Tone::Caution, &out.say(&shown(&id)))));
    lines
}
