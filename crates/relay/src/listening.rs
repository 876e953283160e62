//! `subscriptions/listen`: how an app of the modern era hears that a list changed. What it listens
//! for outlives a process of the server.

use paddock_mcp::wire::Id;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::calls::{Call, Kind};
use crate::memory::List;
use crate::server::Back;
use crate::state::State;

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    notifications: &'a RawValue,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Filter {
    tools_list_changed: bool,
    prompts_list_changed: bool,
    resources_list_changed: bool,
}

#[derive(Deserialize)]
struct Acknowledged<'a> {
    #[serde(borrow, rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/subscriptionId")]
    subscription: &'a RawValue,
}

impl State {
    /// The server says that it heard who listens. An app that knows that already is not told twice.
    pub(crate) fn acknowledged(&mut self, params: Option<&RawValue>) -> Back {
        let read = params.and_then(|it| serde_json::from_str::<Acknowledged<'_>>(it.get()).ok());
        let id = read.and_then(|read| Id::parse(read.meta.subscription)).map(Id::canonical);
        let call = id.and_then(|id| self.calls.get_mut(&id));
        let Some(Call { kind: Kind::Listen { acknowledged }, .. }) = call else {
            return Back::Pass;
        };
        if std::mem::replace(acknowledged, true) { Back::Drop } else { Back::Pass }
    }

    /// Those who listen for changes of a list, told that it changed.
    pub(crate) fn changes(&self, list: List) -> Vec<Vec<u8>> {
        let listening = self.calls.iter().filter(|(_, call)| listens(call, list));
        listening.map(|(id, _)| told(list.changed(), id, "")).collect()
    }
}

/// That the app is heard, said in the place of the server.
pub(crate) fn acknowledgement(id: &Id, line: &[u8]) -> Option<Vec<u8>> {
    let filter = filter_of(line)?;
    let filter = format!(r#","notifications":{}"#, filter.get());
    Some(told("notifications/subscriptions/acknowledged", id, &filter))
}

fn listens(call: &Call, list: List) -> bool {
    let Kind::Listen { acknowledged: true } = call.kind else { return false };
    let filter = call.line.as_deref().and_then(filter_of);
    let filter = filter.and_then(|it| serde_json::from_str::<Filter>(it.get()).ok());
    let filter = filter.unwrap_or_default();
    match list {
        List::Tools => filter.tools_list_changed,
        List::Prompts => filter.prompts_list_changed,
        List::Resources | List::Templates => filter.resources_list_changed,
    }
}

fn filter_of(line: &[u8]) -> Option<&RawValue> {
    let Request { params } = serde_json::from_slice(line).ok()?;
    Some(params.notifications)
}

fn told(method: &str, id: &Id, more: &str) -> Vec<u8> {
    let id = id.as_str();
    format!(
        r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}{more}}}}}"#
    )
    .into_bytes()
}
