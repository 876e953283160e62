//! Answers in the place of a server that an app does not wait for; and what there is to remember.

use paddock_mcp::wire::Id;
use serde_json::value::RawValue;

use crate::calls::{Call, Kind};
use crate::greeting::{Known, Waited};
use crate::listening::acknowledgement;
use crate::memory::{self, Answered, List, OpenedAs, Remembered};
use crate::opening::revision;
use crate::relay::Relay;
use crate::replies;
use crate::state::{Gone, Patience, State};
use crate::{Event, Options, tools};

impl State {
    pub(crate) fn learn_opening(&mut self, relay: &Relay, asked: OpenedAs, opening: Answered) {
        if !memory::fits(opening.text()) || !memory::fits(&asked.capabilities) {
            self.learned = None;
            return;
        }
        let (learned, is_news) = Remembered::again(&self.memory, asked, opening);
        if is_news {
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
        if self.patience != Patience::NotAsked || ready {
            return;
        }
        self.waits += 1;
        let wait = self.waits;
        self.patience = Patience::Running;
        let Options { patience, greeting, .. } = relay.options;
        relay.after(patience, async move |relay| {
            // Nobody is woken for a server that was there in time.
            if relay.has_waited(wait, Waited::Briefly).await {
                relay.after(greeting.saturating_sub(patience), async move |relay| {
                    relay.has_waited(wait, Waited::Out).await;
                });
            }
        });
    }

    /// Another process comes: it is given its time.
    pub(crate) fn wait_anew(&mut self, relay: &Relay) {
        if self.gone.take().is_some() {
            self.patience = Patience::NotAsked;
        }
        if self.calls.iter().any(|(_, call)| call.is_owed() && call.is_rememberable()) {
            self.be_patient(relay);
        }
    }

    /// No server will come, for now: what the app is told then is told at once.
    pub(crate) fn answer_all_in_place(&mut self, relay: &Relay) {
        self.patience = Patience::Over(Waited::InVain);
        while let Some(message) = self.next_in_place(relay) {
            relay.app.push(message.into());
        }
    }

    /// There is no server, and nothing that is said in its place answers these.
    pub(crate) fn refuse_the_rest(&mut self, relay: &Relay) {
        let Some(Gone { why, .. }) = self.gone.clone() else { return };
        let owed = self.calls.iter().filter(|(_, call)| call.is_owed());
        let owed: Vec<_> = owed.map(|(id, _)| id.clone()).collect();
        for id in &owed {
            if let Some(call) = self.calls.remove(id) {
                self.unserved(relay, &call);
                relay.app.push(call.unanswered(self.app.era, id, &why).into());
            }
        }
        if !owed.is_empty() {
            self.app.initialize.take_if(|initialize| initialize.revision.is_none());
        }
    }

    pub(crate) fn known<'a>(&'a self, relay: &'a Relay, waited: Waited) -> Known<'a> {
        let memory = self.learned.iter().chain(&self.memory).collect();
        Known {
            memory,
            options: &relay.options,
            waited,
            why: self.gone.as_ref().map(|gone| gone.why.as_str()),
        }
    }

    /// The next message in the place of the server, if there is one to be given.
    fn next_in_place(&mut self, relay: &Relay) -> Option<Vec<u8>> {
        let Patience::Over(waited) = self.patience else { return None };
        let Some((id, answered)) = self.next_answer(relay, waited) else {
            return self.next_acknowledgement(relay, waited);
        };
        let mut call = self.calls.remove(&id)?;
        let message = match &answered {
            Answered::Result(result) => replies::result(&id, &memory::for_app(result)?),
            Answered::Error(error) => replies::error_text(&id, error),
        };
        if let (Kind::Initialize(_), Some(first)) = (&call.kind, &mut self.app.initialize) {
            let raw = serde_json::from_str::<&RawValue>(answered.text()).ok();
            first.revision = raw.map(revision);
        }
        let lists_tools = matches!(call.kind, Kind::List(List::Tools));
        self.listed_tools |= lists_tools;
        if lists_tools && let Ok(result) = serde_json::from_str(answered.text()) {
            relay.events.send(Event::Recalled(tools::read(result).tools));
        }
        call.told = Some(answered);
        if waited == Waited::InVain {
            self.doubt(call);
        } else {
            self.calls.insert(id, call);
        }
        Some(if lists_tools { self.filter(message) } else { message })
    }

    fn next_answer(&self, relay: &Relay, waited: Waited) -> Option<(Id, Answered)> {
        let known = self.known(relay, waited);
        let asked = self.app.asked.as_ref();
        self.calls.iter().filter(|(_, call)| call.told.is_none()).find_map(|(id, call)| {
            let answered = match &call.kind {
                Kind::Initialize(asked) | Kind::Discover(asked) => known.opening(asked),
                Kind::List(list) => {
                    known.list(*list, asked, self.app.era.known()?).map(Answered::Result)
                }
                Kind::MoreTools
                | Kind::Tool(..)
                | Kind::Listen { .. }
                | Kind::Other
                | Kind::Replay
                | Kind::Again(_)
                | Kind::Ignored => None,
            };
            let answered = answered.filter(|it| memory::for_app(it.text()).is_some())?;
            Some((id.clone(), answered))
        })
    }

    fn next_acknowledgement(&mut self, relay: &Relay, waited: Waited) -> Option<Vec<u8>> {
        if !self.known(relay, waited).is_modern() {
            return None;
        }
        let unheard = |call: &Call| matches!(call.kind, Kind::Listen { acknowledged: false });
        let (id, message) =
            self.calls.iter().filter(|(_, call)| unheard(call)).find_map(|(id, call)| {
                Some((id.clone(), acknowledgement(id, call.line.as_deref()?)?))
            })?;
        let call = self.calls.remove(&id)?;
        let call = Call { kind: Kind::Listen { acknowledged: true }, ..call };
        match waited {
            // Nothing that is said to a server is kept for one that may not come, but for this.
            Waited::InVain => self.hold_again(&id, call),
            Waited::Briefly | Waited::Out => self.calls.insert(id, call),
        }
        Some(message)
    }
}

impl Relay {
    /// Whether the app still waited; it is answered with what can be said by now.
    async fn has_waited(&self, wait: u64, waited: Waited) -> bool {
        {
            let mut state = self.lock();
            let is_news = match state.patience {
                Patience::NotAsked => false,
                Patience::Running => true,
                Patience::Over(before) => before < waited,
            };
            if state.waits != wait || !is_news {
                return false;
            }
            state.patience = Patience::Over(waited);
        }
        self.answer_in_place().await;
        true
    }

    pub(crate) async fn answer_in_place(&self) {
        loop {
            let next = self.lock().next_in_place(self);
            let Some(message) = next else { return };
            if self.app.send(message.into()).await.is_err() {
                return;
            }
        }
    }
}
