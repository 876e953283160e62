//! What matters in the parameters of what the app asks.

use std::borrow::Cow;

use paddock_mcp::wire::{cut, is_in_another_case, members, plain, raw};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::calls::Kind;
use crate::memory::List;
use crate::paths::Named;
use crate::relay::Relay;
use crate::replies::Expects;
use crate::rounds::STATEMENT;
use crate::splice::Members;
use crate::tools::{self, LONGEST_NAME as NAME};

/// What matters in the parameters of a request; not deeper. Two of one name are refused.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params<'a> {
    #[serde(borrow)]
    pub(crate) name: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) uri: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) cursor: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    pub(crate) meta: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) input_responses: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) request_state: Option<&'a RawValue>,
    #[serde(borrow)]
    task: Option<&'a RawValue>,
}

impl<'a> Params<'a> {
    pub(crate) fn read(params: &'a RawValue) -> serde_json::Result<Self> {
        match Self::usual(params.get()) {
            Some(params) => Ok(params),
            None => serde_json::from_str(params.get()),
        }
    }

    /// `None`: what they say has to be read with more care.
    fn usual(params: &'a str) -> Option<Self> {
        let mut read = Self::default();
        for member in members(params) {
            let (name, value) = member?;
            let slot = match name {
                "name" => &mut read.name,
                "uri" => &mut read.uri,
                "arguments" => &mut read.arguments,
                "cursor" => &mut read.cursor,
                "_meta" => &mut read.meta,
                "inputResponses" => &mut read.input_responses,
                "requestState" => &mut read.request_state,
                "task" => &mut read.task,
                _ => continue,
            };
            // What is `null` counts as absent, and not when it is there twice.
            if value == "null" || slot.replace(raw(value)?).is_some() {
                return None;
            }
        }
        Some(read)
    }

    pub(crate) fn is_fresh(&self) -> bool {
        self.input_responses.is_none() && self.request_state.is_none()
    }

    pub(crate) fn expects(&self) -> Expects {
        self.task.map_or(Expects::Result, |_| Expects::Task)
    }

    /// Where the app says that it works.
    pub(crate) fn statement(&self) -> Option<&'a RawValue> {
        Members::read(self.input_responses?).ok()?.get(STATEMENT)
    }
}

/// What the call of a tool with these parameters is answered with.
pub(crate) fn expects(params: &RawValue) -> Expects {
    Params::read(params).map_or(Expects::Result, |params| params.expects())
}

/// The id of a request that is taken back.
pub(crate) fn cancelled(params: Option<&RawValue>) -> Option<&RawValue> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cancelled<'a> {
        #[serde(borrow)]
        request_id: &'a RawValue,
    }
    let Cancelled { request_id } = serde_json::from_str(params?.get()).ok()?;
    Some(request_id)
}

/// What a string says.
pub(crate) fn text(raw: &RawValue) -> serde_json::Result<Cow<'_, str>> {
    match plain(raw.get()) {
        Some(text) => Ok(Cow::Borrowed(text)),
        None => serde_json::from_str(raw.get()).map(Cow::Owned),
    }
}

/// Whether what a call says is the same for who reads names of members without regard to case, as
/// some libraries do.
pub(crate) fn is_plain(params: &RawValue) -> bool {
    const KNOWN: [&str; 2] = ["name", "arguments"];
    tools::names(params.get()).is_some_and(|names| {
        !names.iter().any(|name| KNOWN.iter().any(|known| is_in_another_case(name, known)))
    })
}

/// Requests whose parameters are looked at in every era.
pub(crate) fn matters(method: &str) -> bool {
    List::of(method).is_some()
        || matches!(
            method,
            "tools/call" | "resources/subscribe" | "resources/unsubscribe" | "logging/setLevel"
        )
}

pub(crate) fn kind(relay: &Relay, method: &str, params: &Params<'_>) -> Kind {
    match (method, List::of(method)) {
        (_, Some(list)) if params.cursor.is_none() => Kind::List(list),
        (_, Some(List::Tools)) => Kind::MoreTools,
        ("tools/call", _) => {
            let name = params.name.and_then(|name| text(name).ok());
            let whole = relay.tells_arguments();
            let named = params.arguments.map(|arguments| Named::read(arguments, whole));
            Kind::Tool(
                cut(&name.unwrap_or_default(), NAME).into(),
                named.unwrap_or_default().into(),
            )
        }
        ("subscriptions/listen", _) => Kind::Listen { acknowledged: false },
        _ => Kind::Other,
    }
}

/// `params` of a request as it was written.
pub(crate) fn params_of(line: &[u8]) -> Option<&str> {
    raw_params_of(line).map(RawValue::get)
}

pub(crate) fn raw_params_of(line: &[u8]) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Request<'a> {
        #[serde(borrow)]
        params: Option<&'a RawValue>,
    }
    let Request { params } = serde_json::from_slice(line).ok()?;
    params
}

/// Whether an object has a member of this name that is not `null`.
pub(crate) fn declares(object: &Members<'_>, name: &str) -> bool {
    object.get(name).is_some_and(|value| value.get() != "null")
}
