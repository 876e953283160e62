//! Which era is spoken: `initialize`, `server/discover`, and what every modern request carries.

use std::io;
use std::process;

use serde_json::{Map, Value, json};

use crate::args::{AskRoots, Discover, Speaks};
use crate::misbehaviour::{self, Bad, live_on};
use crate::reply::{INVALID_PARAMS, INVALID_REQUEST, NO_SUCH_METHOD, Outcome, UNSUPPORTED_VERSION};
use crate::server::{Request, Server};

pub(crate) const MODERN: &str = "2026-07-28";
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";
const LATEST_LEGACY: &str = "2025-11-25";
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    Legacy,
    Modern,
}

/// What is known of the other side.
#[derive(Debug, Default)]
pub(crate) struct Client {
    /// The era that was settled on, if it can no longer change.
    settled: Option<Era>,
    /// The agreed legacy revision.
    pub(crate) revision: String,
    /// A request for discovery that is answered late.
    pub(crate) discovering: Option<Value>,
}

impl Server {
    /// The era of a request, or why it is refused.
    pub(crate) fn era_of(&mut self, method: &str, params: &Value) -> Result<Era, Outcome> {
        let meta = &params["_meta"];
        let looks_modern = method == "server/discover" || meta.get(VERSION).is_some();
        let era = match (self.args.speaks, self.client.settled) {
            (Speaks::Modern, _) => Era::Modern,
            (Speaks::Both, Some(settled)) => settled,
            (Speaks::Both, None) if looks_modern => Era::Modern,
            (Speaks::Legacy, _) | (Speaks::Both, None) => Era::Legacy,
        };
        if self.args.locks_era || method == "initialize" {
            self.client.settled.get_or_insert(era);
        }
        if era == Era::Modern && method != "server/discover" {
            self.check_modern(method, meta)?;
        }
        Ok(era)
    }

    fn check_modern(&self, method: &str, meta: &Value) -> Result<(), Outcome> {
        if method == "initialize" {
            let supported = self.supported().join(", ");
            return Err(Outcome::error(INVALID_REQUEST, &format!("only {supported}")));
        }
        let Some(version) = meta[VERSION].as_str() else {
            return Err(Outcome::error(INVALID_PARAMS, "no protocol version in _meta"));
        };
        if !meta[CAPABILITIES].is_object() {
            return Err(Outcome::error(INVALID_PARAMS, "no client capabilities in _meta"));
        }
        if !self.supported().iter().any(|supported| supported == version) {
            return Err(self.unsupported(version));
        }
        Ok(())
    }

    pub(crate) fn discover(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let usual = match self.args.speaks {
            Speaks::Legacy => Discover::Refuse(NO_SUCH_METHOD),
            Speaks::Modern | Speaks::Both => Discover::Answer,
        };
        Ok(match self.args.discover.unwrap_or(usual) {
            Discover::Answer => {
                misbehaviour::once_ready(&self.args, &self.output)?;
                Outcome::Result(self.discovered())
            }
            Discover::Refuse(code) => Outcome::error(code, "no such method"),
            Discover::Unsupported => {
                self.unsupported(request.params["_meta"][VERSION].as_str().unwrap_or_default())
            }
            Discover::Silent => Outcome::Later,
            Discover::Exit(code) => process::exit(code),
            Discover::Late => {
                self.client.discovering = Some(request.id.clone());
                Outcome::Later
            }
        })
    }

    pub(crate) fn initialize(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        if let Some(id) = self.client.discovering.take() {
            self.answer(&id, Era::Modern, Outcome::Result(self.discovered()))?;
        }
        let forced = self.args.revision.as_deref();
        self.client.revision = if self.args.is(&Bad::UnsupportedRevision) {
            "1999-12-31"
        } else {
            forced.or(request.params["protocolVersion"].as_str()).unwrap_or(LATEST_LEGACY)
        }
        .to_owned();
        // Nothing that is wrong with other answers is wrong with this one.
        let answer = json!({
            "protocolVersion": self.client.revision,
            "capabilities": self.capabilities(Era::Legacy),
            "serverInfo": self.info(),
        });
        self.framed(&crate::reply::result(request.id, &answer))?;
        if self.args.is(&Bad::ExitAfterInit) {
            process::exit(1);
        }
        if self.args.is(&Bad::ClosesStdoutLivesOn) {
            self.output.close()?;
            live_on();
        }
        if self.args.is(&Bad::AsksBeforeInitialized)
            || self.args.ask_roots == AskRoots::BeforeInitialized
        {
            self.ask_for_roots()?;
        }
        Ok(Outcome::Later)
    }

    pub(crate) fn initialized(&mut self) -> io::Result<()> {
        if matches!(self.args.ask_roots, AskRoots::Always | AskRoots::OnInitialized) {
            self.ask_for_roots()?;
        }
        misbehaviour::once_ready(&self.args, &self.output)
    }

    fn discovered(&self) -> Value {
        json!({
            "supportedVersions": self.supported(),
            "capabilities": self.capabilities(Era::Modern),
            "ttlMs": self.args.ttl,
            "cacheScope": "private",
            "_meta": { "io.modelcontextprotocol/serverInfo": self.info() },
        })
    }

    fn supported(&self) -> Vec<String> {
        self.args.supported.clone().unwrap_or_else(|| match self.args.speaks {
            Speaks::Legacy => vec![LATEST_LEGACY.to_owned()],
            Speaks::Modern => vec![MODERN.to_owned()],
            Speaks::Both => vec![MODERN.to_owned(), LATEST_LEGACY.to_owned()],
        })
    }

    fn unsupported(&self, requested: &str) -> Outcome {
        let data = json!({ "supported": self.supported(), "requested": requested });
        Outcome::error_with(UNSUPPORTED_VERSION, "unsupported protocol version", &data)
    }

    fn info(&self) -> Value {
        let mut info = json!({ "name": "paddock-fake-server", "version": "0" });
        if self.args.is(&Bad::LongInfo) {
            info["name"] = "\x7f".repeat(6_000_000).into();
        }
        self.adorn(&mut info);
        info
    }

    /// Adds the icons that were asked for.
    pub(crate) fn adorn(&self, described: &mut Value) {
        if let Some(src) = &self.args.icons {
            described["icons"] =
                json!([{ "src": src, "mimeType": "image/png", "sizes": ["48x48"] }]);
        }
    }

    fn capabilities(&self, era: Era) -> Value {
        let offers = self.args.offers;
        let mut capabilities = Map::new();
        let mut add = |name: &str, offered: bool, what: Value| {
            if offered {
                capabilities.insert(name.to_owned(), what);
            }
        };
        add("tools", true, json!({ "listChanged": true }));
        add("resources", offers.resources, json!({ "subscribe": true, "listChanged": true }));
        add("prompts", offers.prompts, json!({ "listChanged": true }));
        add("completions", offers.completions, json!({}));
        add("logging", offers.logging, json!({}));
        match era {
            Era::Legacy => {
                let tasks = json!({
                    "list": {}, "cancel": {}, "requests": { "tools": { "call": {} } },
                });
                add("tasks", offers.tasks, tasks);
            }
            Era::Modern => add("extensions", offers.tasks, json!({ TASKS: {} })),
        }
        Value::Object(capabilities)
    }
}

/// What the client said of itself in this modern request.
pub(crate) fn declared(params: &Value) -> &Value {
    &params["_meta"][CAPABILITIES]
}
