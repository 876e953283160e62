//! Prompts, and what is proposed for their arguments.

use std::io;

use serde_json::{Value, json};

use crate::asks::Then;
use crate::presets::{one, short_form};
use crate::reply::{INVALID_PARAMS, Outcome};
use crate::server::{Request, Server};

const NAMES: &[&str] = &["Ada", "Alan", "Grace"];

impl Server {
    pub(crate) fn prompts(&self) -> Vec<Value> {
        let argument = |name: &str, required: bool| json!({ "name": name, "required": required });
        let mut prompts = vec![
            json!({
                "name": "greet",
                "title": "Greet someone",
                "description": "A greeting",
                "arguments": [argument("name", true), argument("tone", false)],
            }),
            json!({ "name": "asks", "description": "Asks for a form first" }),
        ];
        for number in 0..self.changes[2] {
            prompts.push(json!({ "name": format!("new-{number}") }));
        }
        prompts
    }

    pub(crate) fn prompt(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let arguments = &request.params["arguments"];
        match (request.params["name"].as_str(), arguments["name"].as_str()) {
            (Some("greet"), Some(name)) => {
                let content = json!({ "type": "text", "text": format!("Greet {name}.") });
                let messages = json!([{ "role": "user", "content": content }]);
                Ok(Outcome::Result(json!({ "description": "A greeting", "messages": messages })))
            }
            (Some("greet"), None) => Ok(Outcome::error(INVALID_PARAMS, "name is missing")),
            (Some("asks"), _) => self.ask(request, vec![one(short_form())], Then::Prompt),
            _ => Ok(Outcome::error(INVALID_PARAMS, "no such prompt")),
        }
    }
}

pub(crate) fn complete(request: &Request<'_>) -> Outcome {
    let params = request.params;
    let begun = params["argument"]["value"].as_str().unwrap_or_default();
    let known = matches!(params["ref"]["type"].as_str(), Some("ref/prompt" | "ref/resource"));
    if !known || params["argument"]["name"] != "name" {
        return Outcome::error(INVALID_PARAMS, "no such argument");
    }
    let values: Vec<_> = NAMES.iter().filter(|name| name.starts_with(begun)).collect();
    let total = values.len();
    let completion = json!({ "values": values, "total": total, "hasMore": false });
    Outcome::Result(json!({ "completion": completion }))
}
