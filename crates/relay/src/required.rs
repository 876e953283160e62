//! What the answer to a modern call asks for.

use std::borrow::Cow;

use paddock_mcp::wire::excerpt;
use paddock_mcp::{AskContent, Violation};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::splice::Members;
use crate::stand_in::Ours;

/// How much one answer may ask for. Each of it may be given the whole list of roots.
const MOST: usize = 32;

/// What an answer asks for.
#[derive(Debug)]
pub(crate) struct Required<'a> {
    pub(crate) roots: Vec<String>,
    pub(crate) others: Vec<(String, &'a RawValue)>,
    pub(crate) state: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Wanted<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

impl Required<'_> {
    /// What of it the app can't be asked.
    pub(crate) fn in_place(&self, ours: Ours) -> Result<Vec<(String, AskContent)>, Violation> {
        let mut asked = Vec::new();
        for (key, request) in &self.others {
            let Wanted { method, params } =
                serde_json::from_str(request.get()).map_err(|error| bad(&error))?;
            if ours.has(&method) {
                let params = params.and_then(|params| ours.asked(&method, params));
                let params = params.ok_or_else(|| bad_text("params are missing"))?;
                asked.push((key.clone(), params));
            }
        }
        Ok(asked)
    }
}

/// What a result asks for; `None` if it is the end of its call.
pub(crate) fn required(result: &RawValue) -> Option<Result<Required<'_>, Violation>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Shape<'a> {
        #[serde(borrow)]
        result_type: Option<Cow<'a, str>>,
        #[serde(borrow)]
        input_requests: Option<&'a RawValue>,
        #[serde(borrow)]
        request_state: Option<&'a RawValue>,
    }
    let shape = match serde_json::from_str::<Shape<'_>>(result.get()) {
        Ok(shape) => shape,
        Err(error) => {
            return error.to_string().contains("duplicate").then(|| Err(bad(&error)));
        }
    };
    if shape.result_type.as_deref() != Some("input_required") {
        return None;
    }
    let read = || {
        let mut required =
            Required { roots: Vec::new(), others: Vec::new(), state: shape.request_state };
        let Some(requests) = shape.input_requests else { return Ok(required) };
        let requests = Members::read(requests)?;
        if requests.iter().count() > MOST {
            return Err(serde::de::Error::custom("it asks for too much at once"));
        }
        for (key, request) in requests.iter() {
            let wanted: Wanted<'_> = serde_json::from_str(request.get())?;
            if wanted.method == "roots/list" {
                required.roots.push(key.to_owned());
            } else {
                required.others.push((key.to_owned(), request));
            }
        }
        Ok(required)
    };
    Some(read().map_err(|error: serde_json::Error| bad(&error)))
}

fn bad(error: &serde_json::Error) -> Violation {
    bad_text(&error.to_string())
}

pub(crate) fn bad_text(reason: &str) -> Violation {
    Violation::Params { method: "input_required", reason: excerpt(reason) }
}
