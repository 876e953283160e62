//! `initialize`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::agreement::Agreement;
use crate::calls::Outcome;
use crate::capabilities::declared;
use crate::encode::Meta;
use crate::handshake::Verdict;
use crate::peer::{Peer, ServerError};
use crate::violation::excerpt;
use crate::{CloseReason, Era, Implementation, Ready, Revision, encode};

/// The request, under this id.
pub(crate) fn initialize(peer: &Peer, id: u64) -> serde_json::Result<Vec<u8>> {
    let params = InitializeParams {
        protocol_version: Revision::LATEST_LEGACY.as_str(),
        capabilities: declared(Era::Legacy, peer.offers_roots()),
        client_info: &peer.options.client,
    };
    encode::request(id, "initialize", Some(params), Meta::default())
}

/// Reads the answer. An error leaves open that the server is modern.
pub(crate) fn verdict(outcome: Outcome, line_limit: usize) -> Verdict {
    let raw = match outcome {
        Outcome::Result(raw) => raw,
        Outcome::Error(raw) => return refused(&raw),
        Outcome::TooLong | Outcome::NoRoots => {
            return Verdict::Hopeless(malformed(&format_args!("longer than {line_limit} bytes")));
        }
    };
    match agree(&raw) {
        Ok(agreed) => Verdict::Agreed(Box::new(agreed)),
        Err(reason) => Verdict::Hopeless(reason),
    }
}

fn agree(raw: &RawValue) -> Result<(Agreement, Ready), CloseReason> {
    let result: InitializeResult =
        serde_json::from_str(raw.get()).map_err(|error| malformed(&error))?;
    let Some(revision) = Revision::parse(&result.protocol_version) else {
        return Err(CloseReason::UnsupportedRevision {
            offered: excerpt(&result.protocol_version),
        });
    };
    let (agreement, capabilities) =
        Agreement::new(revision, result.capabilities).map_err(|error| malformed(&error))?;
    let ready = Ready {
        revision,
        server: result.server_info,
        capabilities,
        instructions: result.instructions,
    };
    Ok((agreement, ready))
}

fn refused(error: &RawValue) -> Verdict {
    match serde_json::from_str::<ServerError>(error.get()) {
        Ok(error) => Verdict::Refused(CloseReason::InitializeRefused {
            code: error.code,
            message: excerpt(&error.message),
        }),
        Err(error) => Verdict::Hopeless(malformed(&error)),
    }
}

pub(crate) fn malformed(reason: &dyn ToString) -> CloseReason {
    CloseReason::InitializeMalformed { reason: excerpt(&reason.to_string()) }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InitializeParams<'a> {
    protocol_version: &'static str,
    capabilities: Value,
    client_info: &'a Implementation,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InitializeResult {
    protocol_version: String,
    capabilities: Box<RawValue>,
    server_info: Implementation,
    instructions: Option<String>,
}
