//! An app and a server that speak no revision in common: error -32022, which says so to programs.
//! People read its message in their app, so that names both and says what to do.

use paddock_mcp::wire::cut;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::splice::{Items, Splice};

/// `UNSUPPORTED_PROTOCOL_VERSION` of the schema.
const CODE: i64 = -32022;

/// The most revisions that are named, and the longest name of one, in bytes.
const NAMED: usize = 4;
const NAME: usize = 32;

#[derive(Deserialize)]
struct Refused<'a> {
    code: i64,
    #[serde(borrow)]
    message: &'a RawValue,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    supported: Items<'a, 1024>,
}

/// Who does not understand whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between<'a> {
    pub(crate) server: &'a str,
    pub(crate) app: &'a str,
    /// What the app asked for.
    pub(crate) revision: &'a str,
}

impl Between<'_> {
    /// `line` with a message for people in the place of its own, if `error` in it is that one. Code
    /// and data stay.
    pub(crate) fn told(self, line: &[u8], error: &RawValue) -> Option<Vec<u8>> {
        let refused: Refused<'_> = serde_json::from_str(error.get()).ok()?;
        if refused.code != CODE {
            return None;
        }
        let message = Value::from(self.sentence(&supported(refused.data)));
        let mut splice = Splice::new(line);
        splice.replace(refused.message.get(), message.to_string());
        Some(splice.apply())
    }

    fn sentence(self, supported: &[String]) -> String {
        let Self { server, app, revision } = self;
        let server = if server.is_empty() { "The server" } else { server };
        let app = if app.is_empty() { "the app" } else { app };
        let (knows, newer) = match supported {
            [] => (String::new(), "a newer revision".to_owned()),
            [..] => (format!(" It speaks {}.", supported.join(", ")), supported.join(" or ")),
        };
        format!(
            "{server} does not speak MCP {revision}, which {app} asked for.{knows} Use an app that \
             knows {newer}, or another version of {server}."
        )
    }
}

/// What the server says that it speaks.
fn supported(data: Option<&RawValue>) -> Vec<String> {
    let data = data.and_then(|data| serde_json::from_str::<Data<'_>>(data.get()).ok());
    let supported = data.map_or_else(Vec::new, |data| data.supported.0);
    let names = supported.into_iter().filter_map(|name| serde_json::from_str(name.get()).ok());
    names.take(NAMED).map(|name: String| cut(&name, NAME).to_owned()).collect()
}
