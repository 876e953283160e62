//! What a server has heard.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Everything that was written to one server, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard(pub(crate) Vec<String>);

impl Heard {
    /// What a scriptable server recorded with `--record`.
    pub(crate) fn recorded(file: &Path) -> Self {
        let record = fs::read_to_string(file).unwrap_or_default();
        let lines = record.split('\n').filter_map(|line| line.strip_prefix("< "));
        Self(lines.map(str::to_owned).collect())
    }

    pub(crate) fn messages(&self) -> Vec<Value> {
        self.0.iter().map(|line| serde_json::from_str(line).expect("a message")).collect()
    }

    /// Requests and notifications by their names, in order.
    pub(crate) fn methods(&self) -> Vec<String> {
        let method = |message: Value| message["method"].as_str().map(str::to_owned);
        self.messages().into_iter().filter_map(method).collect()
    }

    pub(crate) fn all(&self, method: &str) -> Vec<Value> {
        self.messages().into_iter().filter(|message| message["method"] == method).collect()
    }

    /// The only message of this method.
    pub(crate) fn one(&self, method: &str) -> Value {
        let mut all = self.all(method);
        assert_eq!(all.len(), 1, "{method} in {self:#?}");
        all.remove(0)
    }

    pub(crate) fn requests(&self) -> Vec<Value> {
        let is_request = |it: &Value| it.get("method").is_some() && it.get("id").is_some();
        self.messages().into_iter().filter(is_request).collect()
    }

    /// Answers to requests of the server.
    pub(crate) fn responses(&self) -> Vec<Value> {
        self.messages().into_iter().filter(|message| message.get("method").is_none()).collect()
    }

    /// Calls of this tool.
    pub(crate) fn calls(&self, tool: &str) -> Vec<Value> {
        let of_tool = |it: &Value| it["params"]["name"] == tool;
        self.all("tools/call").into_iter().filter(of_tool).collect()
    }
}
