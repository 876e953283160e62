//! Resources: a text, a picture, one that asks first, and notes by a template.

use std::io;

use serde_json::{Value, json};

use crate::asks::Then;
use crate::era::Era;
use crate::presets::{one, short_form};
use crate::reply::{INVALID_PARAMS, NO_SUCH_RESOURCE, Outcome};
use crate::server::{Request, Server};

const TEXT: &str = "fake://text";
const PICTURE: &str = "fake://picture";
const ASKS: &str = "fake://asks";
const NOTE: &str = "fake://notes/";

impl Server {
    pub(crate) fn resources(&self) -> Vec<Value> {
        let mut resources = vec![
            json!({ "uri": TEXT, "name": "text", "mimeType": "text/plain", "size": 12 }),
            json!({ "uri": PICTURE, "name": "picture", "mimeType": "image/png" }),
            json!({ "uri": ASKS, "name": "asks", "description": "Asks for a form first" }),
        ];
        for number in 0..self.changes[1] {
            resources.push(json!({ "uri": format!("{NOTE}{number}"), "name": "note" }));
        }
        resources
    }

    pub(crate) fn read_resource(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let uri = request.params["uri"].as_str().unwrap_or_default();
        let content = match uri {
            TEXT => json!({ "uri": uri, "mimeType": "text/plain", "text": "Hello, you.\n" }),
            PICTURE => json!({ "uri": uri, "mimeType": "image/png", "blob": "iVBORw0KGgo=" }),
            ASKS => return self.ask(request, vec![one(short_form())], Then::Resource(uri.into())),
            _ => match uri.strip_prefix(NOTE) {
                Some(name) => json!({ "uri": uri, "text": format!("note {name}") }),
                None => return Ok(no_such_resource(request.era)),
            },
        };
        Ok(Outcome::Result(self.cacheable(json!({ "contents": [content] }))))
    }
}

pub(crate) fn templates() -> Vec<Value> {
    vec![
        json!({ "uriTemplate": "fake://notes/{name}", "name": "note", "mimeType": "text/plain" }),
        json!({ "uriTemplate": "fake://files{/path*}{?q,lang}", "name": "file" }),
    ]
}

fn no_such_resource(era: Era) -> Outcome {
    let code = match era {
        Era::Legacy => NO_SUCH_RESOURCE,
        Era::Modern => INVALID_PARAMS,
    };
    Outcome::error(code, "no such resource")
}
