//! `completion/complete`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::peer::{CallError, Peer};
use crate::{Completed, Completing, Completion, Revision};

/// The most values that an answer may hold.
const VALUES: usize = 100;

pub(crate) async fn complete(peer: &Peer, completing: Completing) -> Result<Completion, CallError> {
    let agreement = peer.agreement()?;
    if !agreement.completions {
        return Err(CallError::NotOffered("completions"));
    }
    let knows_context = agreement.revision >= Revision::V2025_06_18;
    let context = (knows_context && !completing.others.is_empty())
        .then_some(Context { arguments: &completing.others });
    let params = Params {
        reference: match &completing.of {
            Completed::Prompt(name) => Reference::Prompt { name },
            Completed::Template(uri) => Reference::Resource { uri },
        },
        argument: Argument { name: &completing.argument, value: &completing.value },
        context,
    };
    let raw = peer.request("completion/complete", Some(params)).await?;
    let CompleteResult { completion: mut proposed } =
        serde_json::from_str(raw.get()).map_err(CallError::Decode)?;
    let more = proposed.has_more || proposed.values.len() > VALUES;
    proposed.values.truncate(VALUES);
    Ok(Completion { values: proposed.values, more })
}

#[derive(Serialize)]
struct Params<'a> {
    #[serde(rename = "ref")]
    reference: Reference<'a>,
    argument: Argument<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Context<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Reference<'a> {
    #[serde(rename = "ref/prompt")]
    Prompt { name: &'a str },
    #[serde(rename = "ref/resource")]
    Resource { uri: &'a str },
}

#[derive(Serialize)]
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct Context<'a> {
    arguments: &'a BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct CompleteResult {
    completion: Proposed,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Proposed {
    values: Vec<String>,
    #[serde(default)]
    has_more: bool,
}
