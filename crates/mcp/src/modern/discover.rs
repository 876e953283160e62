//! `server/discover`.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::agreement::Agreement;
use crate::calls::Outcome;
use crate::encode::Meta;
use crate::handshake::Verdict;
use crate::peer::{Peer, ServerError};
use crate::violation::excerpt;
use crate::{CloseReason, Era, Implementation, Ready, Revision, encode, legacy};

use super::{UNSUPPORTED_REVISION, Unsupported};

/// The request, under this id.
pub(crate) fn discover(peer: &Peer, id: u64) -> serde_json::Result<Vec<u8>> {
    let modern = Some(peer.modern_meta(Revision::LATEST_MODERN));
    encode::request(id, "server/discover", None::<()>, Meta { progress_token: None, modern })
}

/// Reads the answer. Whatever is not plainly modern leaves open that the server is legacy.
pub(crate) fn verdict(outcome: Outcome, line_limit: usize) -> Verdict {
    match outcome {
        Outcome::Result(raw) => match serde_json::from_str(raw.get()) {
            Ok(result) => discovered(result),
            Err(error) => Verdict::Refused(legacy::malformed(&error)),
        },
        Outcome::Error(raw) => refused(&raw),
        Outcome::TooLong | Outcome::NoRoots => {
            Verdict::Refused(legacy::malformed(&format_args!("longer than {line_limit} bytes")))
        }
    }
}

fn discovered(result: DiscoverResult) -> Verdict {
    match Revision::pick(&result.supported_versions) {
        Some(revision) if revision.era() == Era::Modern => {}
        _ => return other_revision(&result.supported_versions),
    }
    let (agreement, capabilities) =
        match Agreement::new(Revision::LATEST_MODERN, result.capabilities) {
            Ok(agreed) => agreed,
            Err(error) => return Verdict::Refused(legacy::malformed(&error)),
        };
    let ready = Ready {
        revision: agreement.revision,
        server: result.meta.server.unwrap_or_default(),
        capabilities,
        instructions: result.instructions,
    };
    Verdict::Agreed(Box::new((agreement, ready)))
}

fn refused(error: &RawValue) -> Verdict {
    let error = match serde_json::from_str::<ServerError>(error.get()) {
        Ok(error) => error,
        Err(error) => return Verdict::Refused(legacy::malformed(&error)),
    };
    let data = error.data.as_deref().map_or("null", RawValue::get);
    match serde_json::from_str::<Unsupported>(data) {
        Ok(Unsupported { supported }) if error.code == UNSUPPORTED_REVISION => {
            other_revision(&supported)
        }
        Ok(_) | Err(_) => Verdict::Refused(CloseReason::InitializeRefused {
            code: error.code,
            message: excerpt(&error.message),
        }),
    }
}

/// A server that knows of revisions chooses among these. A legacy one is spoken after `initialize`.
fn other_revision(supported: &[String]) -> Verdict {
    let reason = CloseReason::UnsupportedRevision { offered: excerpt(&supported.join(", ")) };
    match Revision::pick(supported).map(Revision::era) {
        Some(Era::Modern) => Verdict::Again(reason),
        Some(Era::Legacy) => Verdict::Refused(reason),
        None => Verdict::Hopeless(reason),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DiscoverResult {
    supported_versions: Vec<String>,
    capabilities: Box<RawValue>,
    instructions: Option<String>,
    #[serde(rename = "_meta", default)]
    meta: ResultMeta,
}

#[derive(Default, Deserialize)]
struct ResultMeta {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server: Option<Implementation>,
}
