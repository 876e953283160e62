//! Who is told of changes: everyone of a legacy session, and in the modern era whoever listens.

use std::collections::BTreeSet;
use std::io;

use serde_json::{Map, Value, json};

use crate::era::Era;
use crate::reply::{INVALID_PARAMS, Outcome};
use crate::server::{Request, Server};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

#[derive(Debug, Default)]
pub(crate) struct Subscriptions {
    /// Resources followed in the legacy era.
    followed: BTreeSet<String>,
    listening: Vec<Listening>,
}

#[derive(Debug)]
struct Listening {
    id: Value,
    filter: Map<String, Value>,
}

impl Subscriptions {
    pub(crate) fn cancel(&mut self, id: &Value) {
        self.listening.retain(|listening| listening.id != *id);
    }
}

impl Server {
    pub(crate) fn subscribe(&mut self, request: &Request<'_>, on: bool) -> Outcome {
        let Some(uri) = request.params["uri"].as_str() else {
            return Outcome::error(INVALID_PARAMS, "no uri");
        };
        if on {
            self.subscriptions.followed.insert(uri.to_owned());
        } else {
            self.subscriptions.followed.remove(uri);
        }
        Outcome::Result(json!({}))
    }

    pub(crate) fn listen(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let Some(filter) = request.params["notifications"].as_object() else {
            return Ok(Outcome::error(INVALID_PARAMS, "no filter"));
        };
        let listening = Listening { id: request.id.clone(), filter: filter.clone() };
        let params = json!({ "_meta": { SUBSCRIPTION: request.id }, "notifications": filter });
        self.subscriptions.listening.push(listening);
        self.notify("notifications/subscriptions/acknowledged", &params)?;
        Ok(Outcome::Later)
    }

    /// Changes a list, or a resource, and tells.
    pub(crate) fn change(&mut self, request: &Request<'_>) -> io::Result<Outcome> {
        let arguments = &request.params["arguments"];
        if let Some(uri) = arguments["uri"].as_str() {
            self.tell_of_resource(uri, request.era)?;
            return Ok(Outcome::text("changed"));
        }
        let lists = ["tools", "resources", "prompts"];
        let list = arguments["list"].as_str().unwrap_or_default();
        let Some(which) = lists.iter().position(|known| *known == list) else {
            return Ok(Outcome::error(INVALID_PARAMS, "no such list"));
        };
        self.changes[which] += 1;
        let method = format!("notifications/{list}/list_changed");
        match request.era {
            Era::Legacy => self.notify_without_params(&method)?,
            Era::Modern => {
                let wanted = format!("{list}ListChanged");
                self.tell_listeners(&method, &json!({}), |filter| {
                    filter.get(&wanted) == Some(&true.into())
                })?;
            }
        }
        Ok(Outcome::text("changed"))
    }

    fn tell_of_resource(&self, uri: &str, era: Era) -> io::Result<()> {
        const METHOD: &str = "notifications/resources/updated";
        let params = json!({ "uri": uri });
        match era {
            Era::Legacy if self.subscriptions.followed.contains(uri) => {
                self.notify(METHOD, &params)
            }
            Era::Legacy => Ok(()),
            Era::Modern => self.tell_listeners(METHOD, &params, |filter| {
                let uris = filter.get("resourceSubscriptions").and_then(Value::as_array);
                uris.is_some_and(|uris| uris.contains(&uri.into()))
            }),
        }
    }

    pub(crate) fn tell_listeners(
        &self,
        method: &str,
        params: &Value,
        wants: impl Fn(&Map<String, Value>) -> bool,
    ) -> io::Result<()> {
        for listening in self.subscriptions.listening.iter().filter(|it| wants(&it.filter)) {
            let mut params = params.clone();
            params["_meta"] = json!({ SUBSCRIPTION: listening.id });
            self.notify(method, &params)?;
        }
        Ok(())
    }

    /// Ends every subscription, as a server does that shuts down.
    pub(crate) fn stop_telling(&mut self) -> io::Result<()> {
        for Listening { id, .. } in std::mem::take(&mut self.subscriptions.listening) {
            let result = json!({ "_meta": { SUBSCRIPTION: id } });
            self.answer(&id, Era::Modern, Outcome::Result(result))?;
        }
        Ok(())
    }
}
