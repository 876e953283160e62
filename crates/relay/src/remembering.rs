//! Answers from memory, for an app that does not wait for its server; and what there is to remember.

use serde_json::value::RawValue;

use crate::Event;
use crate::calls::Kind;
use crate::memory::{self, Answered, Asked, List, Remembered};
use crate::opening::revision;
use crate::relay::Relay;
use crate::replies::{self, INTERNAL_ERROR};
use crate::state::{Patience, State};

impl State {
    pub(crate) fn learn_opening(&mut self, relay: &Relay, asked: Asked, opening: Answered) {
        if !memory::fits(opening.text()) || !memory::fits(&asked.capabilities) {
            self.learned = None;
            return;
        }
        let known = self.memory.iter().find(|known| known.asked == asked);
        let mut learned = Remembered {
            asked,
            opening: opening.clone(),
            tools: None,
            prompts: None,
            resources: None,
        };
        let news = known.is_none_or(|known| known.opening != opening);
        if let Some(known) = known {
            learned = Remembered { opening, ..known.clone() };
        }
        if news {
            relay.events.send(Event::Learned(Box::new(learned.clone())));
        }
        self.learned = Some(learned);
    }

    pub(crate) fn learn_list(&mut self, relay: &Relay, list: List, text: &str) {
        if let Some(learned) = &mut self.learned
            && learned.learn(list, text)
        {
            relay.events.send(Event::Learned(Box::new(learned.clone())));
        }
    }

    /// Begins to wait for what the server may be too slow to answer.
    pub(crate) fn be_patient(&mut self, relay: &Relay) {
        let ready = self.link.as_ref().is_some_and(|link| link.ready && !link.gone);
        if self.memory.is_empty() || self.patience != Patience::NotAsked || ready {
            return;
        }
        self.patience = Patience::Running;
        relay.after(relay.options.patience, async |relay| relay.out_of_patience().await);
    }

    /// No server will come, for now: the opening and lists are answered as they were before.
    pub(crate) fn answer_all_remembered(&mut self, relay: &Relay) {
        if self.memory.is_empty() {
            return;
        }
        self.patience = Patience::Over;
        while let Some(message) = self.next_remembered() {
            relay.app.push(message.into());
        }
    }

    /// There is no server, and nothing remembered answers these.
    pub(crate) fn refuse_the_rest(&mut self, relay: &Relay) {
        let Some(message) = &self.gone else { return };
        let owed = self.calls.iter_mut().filter(|(_, call)| call.is_owed());
        let owed: Vec<_> = owed.map(|(id, _)| id.clone()).collect();
        for id in &owed {
            relay.app.push(replies::error(id, INTERNAL_ERROR, message).into());
            self.calls.remove(id);
        }
        if !owed.is_empty() {
            self.app.initialize.take_if(|initialize| initialize.revision.is_none());
        }
    }

    /// The next answer from memory, if there is one to be given. With what the app is told it.
    fn next_remembered(&mut self) -> Option<Vec<u8>> {
        if self.patience != Patience::Over {
            return None;
        }
        let (memory, current) = (&self.memory, &self.app.asked);
        let mut found = None;
        for (id, call) in self.calls.iter_mut().filter(|(_, call)| call.told.is_none()) {
            let known = |asked: &Asked| memory.iter().find(|known| known.asked == *asked);
            let answered = match &call.kind {
                Kind::Initialize(asked) | Kind::Discover(asked) => {
                    known(asked).map(|known| known.opening.clone())
                }
                Kind::List(list) => current
                    .as_ref()
                    .and_then(known)
                    .and_then(|known| known.list(*list))
                    .map(|text| Answered::Result(text.to_owned())),
                Kind::MoreTools
                | Kind::Tool(..)
                | Kind::Other
                | Kind::Replay
                | Kind::Again(_)
                | Kind::Ignored => None,
            };
            if let Some(answered) = answered
                && let Some(text) = memory::for_app(answered.text())
            {
                let message = match &answered {
                    Answered::Result(_) => replies::result(id, &text),
                    Answered::Error(_) => replies::error_text(id, &text),
                };
                let initialize = matches!(call.kind, Kind::Initialize(_));
                let tools = matches!(call.kind, Kind::List(List::Tools));
                call.told = Some(answered.clone());
                found = Some((message, answered, initialize, tools));
                break;
            }
        }
        let (message, answered, initialize, tools) = found?;
        if initialize && let Some(first) = &mut self.app.initialize {
            let raw = serde_json::from_str::<&RawValue>(answered.text()).ok();
            first.revision = raw.map(revision);
        }
        self.listed_tools |= tools;
        Some(if tools { self.filter(message) } else { message })
    }
}

impl Relay {
    async fn out_of_patience(&self) {
        {
            let mut state = self.lock();
            let ready = state.link.as_ref().is_some_and(|link| link.ready && !link.gone);
            state.patience = if ready { Patience::NotAsked } else { Patience::Over };
        }
        self.answer_from_memory().await;
    }

    pub(crate) async fn answer_from_memory(&self) {
        loop {
            let next = self.lock().next_remembered();
            let Some(message) = next else { return };
            if self.app.send(message.into()).await.is_err() {
                return;
            }
        }
    }
}
