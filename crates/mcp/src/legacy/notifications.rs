//! Notifications from a server of the legacy era.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::message::Id;
use crate::peer::Peer;
use crate::violation::{cut, excerpt};
use crate::{CallId, Event, Log, LogLevel, Progress, Violation};

const LOGGER_LIMIT: usize = 256;
const TEXT_LIMIT: usize = 8 * 1024;

pub(crate) fn receive(peer: &Peer, method: &str, params: Option<&RawValue>) {
    match method {
        "notifications/message" => log(peer, params),
        "notifications/progress" => progress(peer, params),
        "notifications/tools/list_changed" => peer.report(Event::ToolsChanged),
        _ => tracing::trace!(method = cut(method, LOGGER_LIMIT), "notification ignored"),
    }
}

/// The request a server gave up, as named in its `notifications/cancelled`.
pub(crate) fn cancelled_id(peer: &Peer, params: Option<&RawValue>) -> Option<Id> {
    let params: Cancelled<'_> = read(peer, "notifications/cancelled", params)?;
    Id::parse(params.request_id)
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

fn read<'a, T: Deserialize<'a>>(
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
