//! What the app says of the folders it works in.

use paddock_mcp::wire::{Id, ResponseBody};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Event;
use crate::relay::Relay;
use crate::replies;
use crate::state::State;

/// The most folders that are taken, and the longest address of one, in bytes.
const FOLDERS: usize = 256;
const ADDRESS: usize = 8 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Statement {
    pub(crate) begun: bool,
    /// The question that was asked last.
    question: Option<Id>,
    waits: bool,
    /// Ask again when this is answered.
    changed: bool,
}

#[derive(Deserialize)]
struct Stated<'a> {
    #[serde(borrow)]
    roots: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Root {
    uri: String,
}

impl State {
    /// The app is ready to be asked.
    pub(crate) fn ask_for_statement(&mut self, relay: &Relay) {
        if std::mem::replace(&mut self.statement.begun, true) {
            return;
        }
        if self.app.declares_roots {
            self.ask(relay);
        } else {
            relay.events.send(Event::Stated(None));
        }
    }

    pub(crate) fn statement_changed(&mut self, relay: &Relay) {
        if !self.statement.begun || !self.app.declares_roots {
            return;
        }
        if self.statement.waits {
            self.statement.changed = true;
        } else {
            self.ask(relay);
        }
    }

    fn ask(&mut self, relay: &Relay) {
        let id = self.own_id();
        relay.app.push(replies::request(id.as_str(), "roots/list", None).into());
        self.wait_for_statement(relay, id);
    }

    /// Silence counts as none, after a while.
    pub(crate) fn wait_for_statement(&mut self, relay: &Relay, question: Id) {
        self.statement.question = Some(question.clone());
        self.statement.waits = true;
        relay.after(relay.options.statement_time_out, async move |relay| {
            let mut state = relay.lock();
            if state.statement.waits && state.statement.question.as_ref() == Some(&question) {
                state.settle(&relay, None);
            }
        });
    }

    /// The app's answer. One that comes late is better than none.
    pub(crate) fn stated(&mut self, relay: &Relay, id: &Id, answer: &ResponseBody<'_>) {
        if self.statement.question.as_ref() != Some(id) {
            return;
        }
        self.statement.question = None;
        let folders = match answer {
            ResponseBody::Result(result) => folders(result),
            ResponseBody::Error(_) => None,
        };
        self.settle(relay, folders);
    }

    pub(crate) fn settle(&mut self, relay: &Relay, folders: Option<Vec<String>>) {
        self.statement.waits = false;
        relay.events.send(Event::Stated(folders));
        if std::mem::take(&mut self.statement.changed) {
            self.ask(relay);
        }
    }
}

/// The folders that an answer names. An empty list says nothing; one that names only what is no
/// folder names none.
pub(crate) fn folders(result: &RawValue) -> Option<Vec<String>> {
    let Stated { roots } = serde_json::from_str(result.get()).ok()?;
    if roots.is_empty() {
        return None;
    }
    let is_file =
        |uri: &str| uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let folders = roots
        .iter()
        .filter_map(|root| serde_json::from_str::<Root>(root.get()).ok())
        .map(|root| root.uri)
        .filter(|uri| is_file(uri) && uri.len() <= ADDRESS)
        .take(FOLDERS);
    Some(folders.collect())
}
