//! The revision 2026-07-28: each request stands alone and says who asks, in which revision and
//! what the client can do. Roots are asked for in the answer to a call, and come with the call
//! made again.

use std::{borrow::Cow, sync::Arc, time::Instant};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

use super::{INSTRUCTIONS, Next, Request, Revision, Turn, What, legacy::has_no_cursor, seal::Seal};
use crate::{
    calls, resources,
    roots::Roots,
    tools,
    wire::{
        answer::open_result,
        jsonrpc::{
            INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, write_error_with, write_string,
        },
    },
};

const MISSING_CAPABILITY: i32 = -32021;
const UNSUPPORTED_VERSION: i32 = -32022;

/// What the roots are called among the inputs a call needs.
const ROOTS: &str = "roots";

/// How long a client may keep what only a new version of this program changes, in milliseconds.
const UNCHANGING: &str = "\"ttlMs\":3600000,\"cacheScope\":\"public\"";

/// As long, but it depends on what the client can do.
const OF_THIS_CLIENT: &str = "\"ttlMs\":3600000,\"cacheScope\":\"private\"";

/// The server of requests that stand alone. It remembers nothing but its key.
#[derive(Debug, Default)]
pub(super) struct Stateless {
    seal: Seal,
}

#[derive(Default, Deserialize)]
struct Params<'a> {
    #[serde(borrow, rename = "_meta")]
    meta: Option<&'a RawValue>,
    #[serde(borrow, rename = "inputResponses")]
    inputs: Option<&'a RawValue>,
    #[serde(borrow, rename = "requestState")]
    state: Option<Cow<'a, str>>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    uri: Option<&'a RawValue>,
}

/// Why a request is refused.
struct Refusal {
    code: i32,
    why: String,
    data: Option<Value>,
}

impl Stateless {
    /// Answers a request, or says what is needed to.
    pub(super) fn request(
        &self,
        line: &[u8],
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        folders: Option<&Arc<Roots>>,
        turn: &mut Turn,
    ) -> Option<Next> {
        match self.answer(line, id, method, params, folders, turn) {
            Ok(next) => next,
            Err(Refusal { code, why, data }) => {
                let data = data.map(|data| data.to_string());
                write_error_with(&mut turn.out, id, code, &why, data.as_deref());
                turn.out.push(b'\n');
                None
            }
        }
    }

    fn answer(
        &self,
        line: &[u8],
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        folders: Option<&Arc<Roots>>,
        turn: &mut Turn,
    ) -> Result<Option<Next>, Refusal> {
        let text = params.map_or("{}", RawValue::get);
        let read: Params<'_> = serde_json::from_str(text).map_err(|error| invalid(&error))?;
        let client_offers_roots = offers_roots(read.meta)?;
        let request =
            |what| Request::new(line, id, params.map(RawValue::get), what, Revision::MODERN);
        let what = match method {
            "tools/call" => What::CallTool,
            "resources/read" => What::ReadResource,
            // Neither may ask for roots, so they offer nothing to a client that has some.
            "resources/list" | "subscriptions/listen" => {
                let folders = folders.filter(|_| !client_offers_roots);
                let granted = folders.cloned().unwrap_or_default();
                let is_list = method == "resources/list";
                let what = if is_list { What::ListResources } else { What::Listen };
                return Ok(Some(Next::Go(request(what), Ok(granted))));
            }
            _ => {
                let tells_changes = !client_offers_roots && folders.is_some();
                answer_without_roots(id, method, params, tells_changes, turn)?;
                return Ok(None);
            }
        };
        // What cannot be done anyway is refused before a person is asked for anything.
        if what == What::CallTool {
            calls::check(text).map_err(|why| invalid(&why))?;
        } else {
            resources::check(text).map_err(|why| Refusal {
                data: why.data().and_then(|data| serde_json::from_str(&data).ok()),
                ..invalid(&why)
            })?;
        }
        if !client_offers_roots {
            let folders = folders.ok_or_else(roots_missing)?;
            return Ok(Some(Next::Go(request(what), Ok(Arc::clone(folders)))));
        }
        let now = Instant::now();
        let call = call(method, &read)?;
        let known = match &read.state {
            Some(state) => {
                self.seal
                    .check(state, &call, now)
                    .map_err(|broken| invalid(&format!("requestState {broken}")))?;
                listed(read.inputs)?
            }
            None => None,
        };
        if let Some(roots) = known {
            return Ok(Some(Next::Go(request(what), Ok(Arc::new(roots)))));
        }
        let state = self.seal.of(&call, now).ok_or_else(|| Refusal {
            code: INTERNAL_ERROR,
            why: "the system gives no random numbers".into(),
            data: None,
        })?;
        write_question(&mut turn.out, id, &state);
        Ok(None)
    }
}

/// Whether the parameters say in which revision they are meant, as those of this one do.
pub(super) fn is_meant(params: Option<&RawValue>) -> bool {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow, rename = "_meta")]
        meta: Meta<'a>,
    }
    #[derive(Deserialize)]
    struct Meta<'a> {
        #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
        version: Option<&'a RawValue>,
    }
    let read = params.and_then(|params| serde_json::from_str::<Params<'_>>(params.get()).ok());
    read.is_some_and(|params| params.meta.version.is_some())
}

/// Checks what every request says of itself: whether its client can be asked for roots.
fn offers_roots(meta: Option<&RawValue>) -> Result<bool, Refusal> {
    #[derive(Deserialize)]
    struct Meta<'a> {
        #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
        version: Cow<'a, str>,
        #[serde(borrow, rename = "io.modelcontextprotocol/clientCapabilities")]
        capabilities: Option<Capabilities<'a>>,
    }
    #[derive(Deserialize)]
    struct Capabilities<'a> {
        #[serde(borrow)]
        roots: Option<&'a RawValue>,
    }
    let meta = meta.ok_or_else(|| {
        invalid(&"_meta is missing. A client of an older revision sends initialize first")
    })?;
    let meta: Meta<'_> =
        serde_json::from_str(meta.get()).map_err(|error| invalid(&format!("_meta: {error}")))?;
    if meta.version != Revision::MODERN.name() {
        return Err(Refusal {
            code: UNSUPPORTED_VERSION,
            why: "this server does not speak that revision".into(),
            data: Some(
                json!({ "supported": [Revision::MODERN.name()], "requested": meta.version }),
            ),
        });
    }
    let capabilities = meta
        .capabilities
        .ok_or_else(|| invalid(&"_meta has no io.modelcontextprotocol/clientCapabilities"))?;
    Ok(capabilities.roots.is_some_and(|roots| roots.get().starts_with('{')))
}

fn answer_without_roots(
    id: &str,
    method: &str,
    params: Option<&RawValue>,
    tells_changes: bool,
    turn: &mut Turn,
) -> Result<(), Refusal> {
    let dialect = Revision::MODERN.dialect();
    match method {
        "server/discover" => {
            open_result(&mut turn.out, id, dialect);
            write_discovery(&mut turn.out, tells_changes);
        }
        "tools/list" | "resources/templates/list" => {
            has_no_cursor(params).map_err(|why| invalid(&why))?;
            open_result(&mut turn.out, id, dialect);
            if method == "tools/list" {
                tools::write_list(&mut turn.out, dialect);
            } else {
                resources::write_templates(&mut turn.out);
            }
            turn.out.push(b',');
            turn.out.extend_from_slice(UNCHANGING.as_bytes());
            turn.out.extend_from_slice(b"}}\n");
        }
        _ => {
            return Err(Refusal {
                code: METHOD_NOT_FOUND,
                why: "there is no such method here".into(),
                data: None,
            });
        }
    }
    Ok(())
}

/// What a call is, for its state to be bound to.
fn call(method: &str, read: &Params<'_>) -> Result<Value, Refusal> {
    let value = |part: Option<&RawValue>| {
        part.map(|part| serde_json::from_str::<Value>(part.get()))
            .transpose()
            .map_err(|error| invalid(&error))
    };
    Ok(json!([method, value(read.name)?, value(read.arguments)?, value(read.uri)?]))
}

/// The roots that came with the call, none if they did not.
fn listed(inputs: Option<&RawValue>) -> Result<Option<Roots>, Refusal> {
    #[derive(Deserialize)]
    struct Inputs<'a> {
        #[serde(borrow)]
        roots: Option<&'a RawValue>,
    }
    let Some(inputs) = inputs else { return Ok(None) };
    let inputs: Inputs<'_> = serde_json::from_str(inputs.get()).map_err(|error| invalid(&error))?;
    let Some(roots) = inputs.roots else { return Ok(None) };
    Roots::from_result(roots)
        .map(Some)
        .map_err(|_| invalid(&format!("inputResponses.{ROOTS} is not a list of roots")))
}

fn write_question(out: &mut Vec<u8>, id: &str, state: &str) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(
        b",\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"roots\":{\"method\":\
          \"roots/list\"}},\"requestState\":",
    );
    write_string(out, state);
    out.extend_from_slice(b"}}\n");
}

fn write_discovery(out: &mut Vec<u8>, tells_changes: bool) {
    out.extend_from_slice(b"\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":");
    let capabilities =
        if tells_changes { resources::CAPABILITIES_WITH_CHANGES } else { resources::CAPABILITIES };
    out.extend_from_slice(capabilities.as_bytes());
    out.extend_from_slice(b",\"instructions\":");
    write_string(out, INSTRUCTIONS);
    out.push(b',');
    out.extend_from_slice(OF_THIS_CLIENT.as_bytes());
    out.extend_from_slice(b"}}\n");
}

fn roots_missing() -> Refusal {
    Refusal {
        code: MISSING_CAPABILITY,
        why: "the client does not offer roots, and this server was started without folders".into(),
        data: Some(json!({ "requiredCapabilities": { "roots": {} } })),
    }
}

fn invalid(why: &impl ToString) -> Refusal {
    Refusal { code: INVALID_PARAMS, why: why.to_string(), data: None }
}
