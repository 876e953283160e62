//! How a session begins: `initialize` or `server/discover`, from the server or from memory, and
//! again for another process of the server.

use std::sync::Arc;

use paddock_mcp::wire::{Id, ResponseBody, Telling, cut, excerpt};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::app::Step;
use crate::calls::{Call, Kind};
use crate::held::Mark;
use crate::memory::{Answered, List, OpenedAs};
use crate::params::declares;
use crate::refused::Between;
use crate::relay::Relay;
use crate::replies::{self, INVALID_PARAMS, INVALID_REQUEST};
use crate::server::Back;
use crate::splice::{Members, Splice};
use crate::stand_in::{Declared, told};
use crate::state::{App, Era, Initialize, Patience, Stage, State};
use crate::{Event, Unlike};

/// The longest text of an app in a report, in bytes.
const TEXT: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeParams<'a> {
    pub(crate) protocol_version: String,
    #[serde(borrow)]
    pub(crate) capabilities: &'a RawValue,
    #[serde(borrow)]
    client_info: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct ClientInfo {
    #[serde(default)]
    name: String,
    #[serde(default)]
    version: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opened {
    #[serde(default)]
    protocol_version: String,
    #[serde(default)]
    supported_versions: Vec<String>,
}

impl App {
    pub(crate) fn introduce(&mut self, relay: &Relay, client: Option<&RawValue>, revision: &str) {
        let revision = cut(revision, TEXT);
        if self.speaks != revision {
            revision.clone_into(&mut self.speaks);
        }
        if std::mem::replace(&mut self.introduced, true) {
            return;
        }
        let client = client.map_or("{}", RawValue::get);
        let client: ClientInfo = serde_json::from_str(client).unwrap_or_default();
        cut(&client.name, TEXT).clone_into(&mut self.name);
        relay.events.send(Event::Opened {
            name: self.name.clone(),
            version: cut(&client.version, TEXT).to_owned(),
            revision: revision.to_owned(),
        });
    }
}

impl State {
    /// The app's `initialize`.
    pub(crate) fn initialize(
        &mut self,
        relay: &Relay,
        id: &Id,
        params: Option<&RawValue>,
        line: &[u8],
    ) -> Step {
        if self.app.initialize.is_some() {
            let message = "the session is initialized already";
            return Step::Reply(replies::error(id, INVALID_REQUEST, message));
        }
        let text = params.map_or("null", RawValue::get);
        let read = serde_json::from_str::<InitializeParams<'_>>(text).and_then(|params| {
            let declared = Members::read(params.capabilities)?;
            let roots = Some(r#"{"listChanged":true}"#);
            let revision = &params.protocol_version;
            let told = told(params.capabilities, roots, self.stand_in.on, revision)?;
            Ok((declares(&declared, "roots"), told, params))
        });
        let (declares_roots, Declared { text: told, ours }, params) = match read {
            Ok(read) => read,
            Err(error) => {
                let message = format!("initialize is refused: {}", excerpt(&error.to_string()));
                return Step::Reply(replies::error(id, INVALID_PARAMS, &message));
            }
        };
        let mut splice = Splice::new(line);
        splice.replace(params.capabilities.get(), told.as_str());
        let line = splice.apply();
        self.app.introduce(relay, params.client_info, &params.protocol_version);
        self.app.era = Era::Legacy;
        self.app.declares_roots = declares_roots;
        self.stand_in.ours = ours;
        let asked =
            OpenedAs { discover: false, revision: params.protocol_version, capabilities: told };
        self.app.asked = Some(asked.clone());
        self.app.initialize =
            Some(Initialize { id: id.clone(), line: line.clone(), revision: None });
        self.call(relay, id, Call::new(Kind::Initialize(Box::new(asked))));
        Step::Instead(line.into(), Mark { initialize: true, ..Mark::call(id) })
    }

    /// The server's answer to the app's `initialize`.
    pub(crate) fn initialize_answered(
        &mut self,
        relay: &Relay,
        asked: OpenedAs,
        told: Option<&Answered>,
        answer: &ResponseBody<'_>,
        text: &[u8],
    ) -> Back {
        let result = match answer {
            ResponseBody::Result(result) => result,
            ResponseBody::Error(error) if told.is_some() => {
                return Back::Unlike(Unlike::Refused(excerpt(error.get())));
            }
            ResponseBody::Error(error) => {
                self.initialize_failed();
                let between = Between {
                    server: &relay.options.name,
                    app: &self.app.name,
                    revision: &self.app.speaks,
                };
                return between.told(text, error).map_or(Back::Pass, Back::Instead);
            }
        };
        let now = revision(result);
        // The next app that asks like this is told what is true.
        self.learn_opening(relay, asked, Answered::Result(result.get().to_owned()));
        if let Some(unlike) = self.unlike(&now) {
            return Back::Unlike(unlike);
        }
        if let Some(initialize) = &mut self.app.initialize {
            initialize.revision = Some(now.clone());
        }
        self.ready(relay, now);
        self.open();
        self.confirm();
        if told.is_some() { Back::Drop } else { Back::Pass }
    }

    /// The app may try again.
    pub(crate) fn initialize_failed(&mut self) {
        self.app.initialize = None;
        self.open();
    }

    /// Repeats the handshake for another process of the server.
    pub(crate) fn replay(&mut self) {
        let id = self.own_id();
        let (Some(first), Some(link)) = (&self.app.initialize, &mut self.link) else { return };
        let Some(renamed) = under_id(&first.line, &id) else { return };
        link.stage = Stage::Opening;
        link.outlet.push(renamed.into());
        self.calls.insert(id, Call::ours(Kind::Replay));
    }

    /// The answer to the repeated `initialize`.
    pub(crate) fn replay_answered(&mut self, relay: &Relay, answer: &ResponseBody<'_>) -> Back {
        let result = match answer {
            ResponseBody::Result(result) => result,
            ResponseBody::Error(error) => {
                return Back::Unlike(Unlike::Refused(excerpt(error.get())));
            }
        };
        let now = revision(result);
        if let Some(unlike) = self.unlike(&now) {
            return Back::Unlike(unlike);
        }
        if self.learned.is_none()
            && let Some(asked) = self.app.asked.clone()
        {
            self.learn_opening(relay, asked, Answered::Result(result.get().to_owned()));
        }
        self.ready(relay, now);
        if self.app.initialized
            && let Some(link) = &self.link
        {
            let outlet = Arc::clone(&link.outlet);
            outlet.push(replies::notification("notifications/initialized").into());
            outlet.telling(Telling::start);
            let level = self.app.log_level.iter().map(|params| ("logging/setLevel", params));
            let addresses = self.app.subscriptions.iter();
            let again: Vec<_> = level
                .chain(addresses.map(|(_, params)| ("resources/subscribe", params)))
                .map(|(method, params)| (method, params.clone()))
                .collect();
            for (method, params) in again {
                let id = self.own_id();
                outlet.push(replies::request(id.as_str(), method, Some(&params)).into());
                self.calls.insert(id, Call::ours(Kind::Ignored));
            }
        }
        self.open();
        self.confirm();
        Back::Drop
    }

    /// The server's answer to `server/discover`.
    pub(crate) fn discover_answered(
        &mut self,
        relay: &Relay,
        asked: OpenedAs,
        told: Option<&Answered>,
        answer: &ResponseBody<'_>,
    ) -> Back {
        let now = match answer {
            ResponseBody::Result(result) => Answered::Result(result.get().to_owned()),
            ResponseBody::Error(error) => Answered::Error(error.get().to_owned()),
        };
        let unlike = match (told, &now) {
            (Some(Answered::Result(_)), Answered::Error(error)) => {
                Some(Unlike::Refused(excerpt(error)))
            }
            (Some(Answered::Result(_)), Answered::Result(result)) => {
                let speaks = serde_json::from_str::<Opened>(result)
                    .is_ok_and(|opened| opened.supported_versions.contains(&asked.revision));
                let told = asked.revision.clone();
                (!speaks).then(|| Unlike::Revision { told, now: "another".to_owned() })
            }
            (Some(Answered::Error(_)) | None, _) => None,
        };
        if let Some(unlike) = unlike {
            return Back::Unlike(unlike);
        }
        // It answers: what follows is waited for anew.
        self.patience = Patience::NotAsked;
        self.learn_opening(relay, asked, now);
        if told.is_some() { Back::Drop } else { Back::Pass }
    }

    fn unlike(&self, now: &str) -> Option<Unlike> {
        let told = self.app.initialize.as_ref()?.revision.as_ref()?;
        (told != now).then(|| Unlike::Revision { told: told.clone(), now: now.to_owned() })
    }

    /// The server has answered: nothing needs to be remembered any more.
    pub(crate) fn ready(&mut self, relay: &Relay, revision: String) {
        let Some(link) = &mut self.link else { return };
        if !std::mem::replace(&mut link.ready, true) {
            self.patience = Patience::NotAsked;
            relay.events.send(Event::Ready { revision });
        }
    }

    /// The handshake is over, and what waited for it flows.
    fn open(&mut self) {
        if let Some(link) = &mut self.link {
            link.stage = Stage::Open;
        }
        self.drain();
    }

    /// Asks the server itself what the app was told in its place.
    pub(crate) fn confirm(&mut self) {
        let Some(link) = &self.link else { return };
        let outlet = Arc::clone(&link.outlet);
        for call in std::mem::take(&mut self.unconfirmed) {
            let id = self.own_id();
            let Some(again) = call.line.as_deref().and_then(|it| under_id(it, &id)) else {
                continue;
            };
            outlet.push(again.into());
            self.calls.insert(id, Call { sent: true, ..call });
        }
    }

    pub(crate) fn tell_changed(&self, relay: &Relay, list: List) {
        match self.app.era {
            Era::Legacy => relay.app.push(replies::notification(list.changed()).into()),
            Era::Modern => {
                for change in self.changes(list) {
                    relay.app.push(change.into());
                }
            }
            Era::Unknown => {}
        }
    }
}

pub(crate) fn revision(result: &RawValue) -> String {
    let opened = serde_json::from_str::<Opened>(result.get());
    excerpt(&opened.map(|opened| opened.protocol_version).unwrap_or_default())
}

/// The message under another id.
pub(crate) fn under_id(line: &[u8], id: &Id) -> Option<Vec<u8>> {
    #[derive(Deserialize)]
    struct Head<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
    }
    let head: Head<'_> = serde_json::from_slice(line).ok()?;
    let mut splice = Splice::new(line);
    splice.replace(head.id.get(), id.as_str());
    Some(splice.apply())
}
