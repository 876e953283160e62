//! Answering a request once its roots are known.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    eras::{Granted, Request, What},
    follow::Followed,
    resources,
    tools::{self, Failure},
    wire::{
        answer::{Outcome, ToolResult},
        jsonrpc::{INVALID_PARAMS, write_error},
    },
    work::{Stopped, Work},
};

/// An answer, ready to be sent.
#[derive(Debug)]
pub(crate) enum Response {
    Tool(ToolResult),
    Other(Vec<u8>),
}

impl Response {
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::Tool(answer) => answer.append_to(out),
            Self::Other(bytes) => out.extend_from_slice(bytes),
        }
    }

    /// Writes it as a line.
    pub(crate) fn write_line(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Tool(answer) => answer.write_line(out),
            Self::Other(mut bytes) => {
                bytes.push(b'\n');
                out.write_all(&bytes)
            }
        }
    }
}

/// Answers `request`, or learns that nobody waits for the answer.
pub(crate) fn reply(
    request: &Request,
    granted: &Granted,
    followed: &Followed,
    work: &mut Work<'_>,
) -> Result<Response, Stopped> {
    let mut out = Vec::new();
    match request.what {
        What::CallTool => return call_tool(request, granted, work),
        What::ListResources => resources::list(request, granted, &mut out),
        What::ReadResource => resources::read(request, granted, work, &mut out)?,
        What::Follow => resources::follow(request, granted, followed, &mut out),
        What::Unfollow => resources::unfollow(request, followed, &mut out),
        What::Listen => resources::listen(request, granted, followed, &mut out),
    }
    Ok(Response::Other(out))
}

fn call_tool(
    request: &Request,
    granted: &Granted,
    work: &mut Work<'_>,
) -> Result<Response, Stopped> {
    let (tool, arguments, token) = match call(request.params()) {
        Ok(call) => call,
        Err(why) => {
            let mut out = Vec::new();
            write_error(&mut out, request.id(), INVALID_PARAMS, &why);
            return Ok(Response::Other(out));
        }
    };
    work.tell_progress(token);
    let outcome = match granted {
        Ok(roots) => match tool.call(arguments, roots, work) {
            Ok(outcome) => outcome,
            Err(Failure::Stopped(Stopped::Cancelled)) => return Err(Stopped::Cancelled),
            Err(failure) => Outcome::error(&failure.to_string()),
        },
        Err(why) => Outcome::error(why),
    };
    if work.check() == Err(Stopped::Cancelled) {
        return Err(Stopped::Cancelled);
    }
    Ok(Response::Tool(ToolResult::of_tool(request.id(), outcome, request.dialect)))
}

type Call<'a> = (&'static tools::Tool, &'a str, Option<&'a str>);

/// The tool, its arguments and the token to tell progress under.
fn call(params: &str) -> Result<Call<'_>, String> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        #[serde(borrow)]
        arguments: Option<&'a RawValue>,
        #[serde(borrow, rename = "_meta")]
        meta: Option<Meta<'a>>,
    }
    #[derive(Deserialize)]
    struct Meta<'a> {
        #[serde(borrow, rename = "progressToken")]
        progress_token: Option<&'a RawValue>,
    }
    let params: Params<'_> = serde_json::from_str(params).map_err(|error| error.to_string())?;
    let arguments = params.arguments.map_or("{}", RawValue::get);
    if !arguments.starts_with('{') {
        return Err("arguments must be an object".into());
    }
    let tool = tools::named(&params.name)?;
    let token = params.meta.and_then(|meta| meta.progress_token).map(RawValue::get);
    let is_token = |token: &&str| {
        token.starts_with('"') || token.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    Ok((tool, arguments, token.filter(is_token)))
}

/// Whether `params` are those of a call that can be tried; if not, why.
pub(crate) fn check(params: &str) -> Result<(), String> {
    call(params).map(drop)
}
