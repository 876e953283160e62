//! Notifications from a server.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::message::Id;
use crate::peer::Peer;
use crate::violation::{cut, excerpt};
use crate::{CallId, Event, List, Log, LogLevel, Progress, Violation};

pub(crate) const CANCELLED: &str = "notifications/cancelled";

const LOGGER_LIMIT: usize = 256;
const TEXT_LIMIT: usize = 8 * 1024;

/// The longest name of a resource or an elicitation that is reported, in bytes.
const NAME_LIMIT: usize = 8 * 1024;

/// What concerns both eras and no subscription.
pub(crate) fn receive(peer: &Peer, method: &str, params: Option<&RawValue>) {
    match method {
        "notifications/message" => log(peer, params),
        "notifications/progress" => progress(peer, params),
        _ => tracing::trace!(method = cut(method, LOGGER_LIMIT), "notification ignored"),
    }
}

/// The list whose change this method reports.
pub(crate) fn changed_list(method: &str) -> Option<List> {
    match method {
        "notifications/tools/list_changed" => Some(List::Tools),
        "notifications/resources/list_changed" => Some(List::Resources),
        "notifications/prompts/list_changed" => Some(List::Prompts),
        _ => None,
    }
}

/// A request that a server gave up.
pub(crate) struct CancelledRequest<'a> {
    pub(crate) id: Id,
    pub(crate) reason: Option<Cow<'a, str>>,
}

pub(crate) fn cancelled<'a>(
    peer: &Peer,
    params: Option<&'a RawValue>,
) -> Option<CancelledRequest<'a>> {
    let params: Cancelled<'_> = read(peer, CANCELLED, params)?;
    Some(CancelledRequest { id: Id::parse(params.request_id)?, reason: params.reason })
}

pub(crate) fn resource_updated(peer: &Peer, params: Option<&RawValue>) {
    let method = "notifications/resources/updated";
    let Some(params) = read::<Updated>(peer, method, params) else { return };
    if params.uri.len() <= NAME_LIMIT {
        peer.report(Event::ResourceUpdated { uri: params.uri });
    } else {
        peer.violation(Violation::Params { method, reason: "the URI is too long".to_owned() });
    }
}

pub(crate) fn elicitation_complete(peer: &Peer, params: Option<&RawValue>) {
    let method = "notifications/elicitation/complete";
    let Some(params) = read::<Completed>(peer, method, params) else { return };
    if params.elicitation_id.len() <= NAME_LIMIT {
        peer.report(Event::ElicitationComplete { elicitation: params.elicitation_id });
    } else {
        peer.violation(Violation::Params { method, reason: "the id is too long".to_owned() });
    }
}

fn log(peer: &Peer, params: Option<&RawValue>) {
    let Some(params) = read::<Message<'_>>(peer, "notifications/message", params) else { return };
    let raw = params.data.get();
    let text = match serde_json::from_str::<String>(raw) {
        Ok(text) => cut(&text, TEXT_LIMIT).to_owned(),
        Err(_) => cut(raw, TEXT_LIMIT).to_owned(),
    };
    let logger = params.logger.map(|logger| cut(&logger, LOGGER_LIMIT).to_owned());
    peer.report(Event::Log(Log { level: params.level, logger, text }));
}

fn progress(peer: &Peer, params: Option<&RawValue>) {
    let Some(params) = read::<Report<'_>>(peer, "notifications/progress", params) else { return };
    let call = params.progress_token.get().parse().ok().filter(|id| peer.calls.touch(*id));
    let Some(call) = call else {
        tracing::debug!("progress of no call in flight ignored");
        return;
    };
    peer.report(Event::Progress(Progress {
        call: CallId(call),
        progress: params.progress,
        total: params.total,
        message: params.message.map(|message| cut(&message, TEXT_LIMIT).to_owned()),
    }));
}

pub(crate) fn read<'a, T: Deserialize<'a>>(
    peer: &Peer,
    method: &'static str,
    params: Option<&'a RawValue>,
) -> Option<T> {
    match serde_json::from_str(params.map_or("null", RawValue::get)) {
        Ok(params) => Some(params),
        Err(error) => {
            peer.violation(Violation::Params { method, reason: excerpt(&error.to_string()) });
            None
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cancelled<'a> {
    #[serde(borrow)]
    request_id: &'a RawValue,
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Updated {
    uri: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Completed {
    elicitation_id: String,
}

#[derive(Deserialize)]
struct Message<'a> {
    level: LogLevel,
    logger: Option<String>,
    #[serde(borrow)]
    data: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    #[serde(borrow)]
    progress_token: &'a RawValue,
    progress: f64,
    total: Option<f64>,
    message: Option<String>,
}
