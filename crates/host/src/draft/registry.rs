//! `server.json` of the MCP registry: packages that are run, and what each asks for.
//!
//! <https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md>

mod asking;
mod package;

#[cfg(test)]
mod tests;

use paddock_core::text::shown;
use serde::Deserialize;
use serde_json::Value;

use super::pasted::unusable;
use crate::view::{Code, Failure, Pasted};
use package::Package;

/// Packages of one server, at the most.
const MOST: usize = 20;

#[derive(Deserialize)]
struct Server {
    name: String,
    #[serde(default)]
    packages: Vec<Value>,
    #[serde(default)]
    remotes: Vec<Remote>,
}

#[derive(Deserialize)]
struct Remote {
    url: String,
}

/// What a registry says of a server, by itself or as the registry answers with it; `None` if this is
/// something else.
pub(super) fn read(value: &Value) -> Option<Result<Vec<Pasted>, Failure>> {
    let value = value.get("server").filter(|it| is_server(it)).unwrap_or(value);
    is_server(value).then(|| {
        let server = Server::deserialize(value);
        server.map(|server| servers(&server)).map_err(|error| {
            Failure::new(Code::PasteBadEntry).with("name", "server.json").with("reason", error)
        })
    })
}

fn is_server(value: &Value) -> bool {
    value.get("name").is_some_and(Value::is_string)
        && ["packages", "remotes"].iter().any(|key| value.get(key).is_some_and(Value::is_array))
}

fn servers(server: &Server) -> Vec<Pasted> {
    // It is named like a domain read backwards: `io.github.ada/notes`.
    let name = server.name.rsplit('/').next().unwrap_or_default();
    if shown(name) != name {
        return vec![unusable(name, Failure::new(Code::PasteBadName))];
    }
    let packages = server.packages.iter().take(MOST).map(|package| {
        let package = Package::deserialize(package)
            .map_err(|error| Failure::new(Code::PasteBadEntry).with("reason", error));
        let made = package.and_then(|package| package.pasted(name));
        made.unwrap_or_else(|reason| unusable(name, reason))
    });
    let remotes = server.remotes.iter().take(MOST).map(|remote| {
        let reason = Failure::new(Code::PasteUrlServer).with("url", &remote.url);
        unusable(name, reason)
    });
    packages.chain(remotes).collect()
}
