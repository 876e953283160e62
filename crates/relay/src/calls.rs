//! Requests under way to the server, by id.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use paddock_mcp::wire::Id;

use crate::memory::{Answered, List, OpenedAs};
use crate::parked::Permit;
use crate::relay::Relay;
use crate::replies::{self, Expects, INTERNAL_ERROR};
use crate::stand_in::Ours;
use crate::state::Era;
use crate::{Event, Named};

/// How many calls that the app took back may still be answered.
const CANCELLED: usize = 64;

const IN_DOUBT: &str = "The call had been made: whether it took effect is not known.";

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) kind: Kind,
    /// It was given to the server that is there.
    pub(crate) sent: bool,
    /// What the app was answered from memory. What the server answers is compared with it.
    pub(crate) told: Option<Answered>,
    /// Of a modern call, whose answer may ask for something.
    pub(crate) round: Option<Box<Round>>,
    /// As a server is given it, where another process may be given it too.
    pub(crate) line: Option<Box<[u8]>>,
    pub(crate) expects: Expects,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Initialize(Box<OpenedAs>),
    Discover(Box<OpenedAs>),
    /// The first page.
    List(List),
    /// Another page of tools.
    MoreTools,
    /// Its name, and what its arguments say.
    Tool(Box<str>, Box<Named>),
    /// It hears of changes until it is answered. Whether the app was told so.
    Listen {
        acknowledged: bool,
    },
    Other,
    /// Ours: the handshake, for another process of the server.
    Replay,
    /// Ours: the app's call of this id, with the roots that its answer asked for.
    Again(Id),
    /// Ours, and its answer says nothing.
    Ignored,
}

/// A call that may have to be made again.
#[derive(Debug)]
pub(crate) struct Round {
    /// The app's line.
    pub(crate) line: Vec<u8>,
    /// The id of ours that it goes under now.
    pub(crate) again: Option<Id>,
    pub(crate) count: usize,
    /// What the app can't be asked in it.
    pub(crate) ours: Ours,
    /// What a person allowed of it.
    pub(crate) permit: Option<Permit>,
    /// The person is asked, and the server has nothing of it.
    pub(crate) gathers: bool,
}

impl Call {
    pub(crate) fn new(kind: Kind) -> Self {
        let expects = Expects::Result;
        Self { kind, sent: false, told: None, round: None, line: None, expects }
    }

    /// Of some tool.
    pub(crate) fn of_a_tool(expects: Expects) -> Self {
        Self { expects, ..Self::new(Kind::Tool("".into(), Box::default())) }
    }

    /// One that can be made again: it has no effect.
    pub(crate) fn repeatable(kind: Kind, line: &[u8]) -> Self {
        let line = match kind {
            Kind::Discover(_) | Kind::List(_) | Kind::Listen { .. } => Some(line.into()),
            Kind::Initialize(_)
            | Kind::MoreTools
            | Kind::Tool(..)
            | Kind::Other
            | Kind::Replay
            | Kind::Again(_)
            | Kind::Ignored => None,
        };
        Self { line, ..Self::new(kind) }
    }

    pub(crate) fn ours(kind: Kind) -> Self {
        Self { sent: true, ..Self::new(kind) }
    }

    pub(crate) fn is_ours(&self) -> bool {
        match self.kind {
            Kind::Replay | Kind::Again(_) | Kind::Ignored => true,
            Kind::Initialize(_)
            | Kind::Discover(_)
            | Kind::List(_)
            | Kind::MoreTools
            | Kind::Tool(..)
            | Kind::Listen { .. }
            | Kind::Other => false,
        }
    }

    /// What the app is told of it where no server is there to answer: of a tool, for the model to
    /// read.
    pub(crate) fn unanswered(&self, era: Era, id: &Id, message: &str) -> Vec<u8> {
        if !matches!(self.kind, Kind::Tool(..)) {
            replies::error(id, INTERNAL_ERROR, message)
        } else if self.sent {
            let message = message.trim_end_matches('.');
            replies::refused_call(era, self.expects, id, &format!("{message}. {IN_DOUBT}"))
        } else {
            replies::refused_call(era, self.expects, id, message)
        }
    }

    /// Tells the host of a call of a tool that came to nothing.
    pub(crate) fn report_failure(&self, relay: &Relay) {
        if let Kind::Tool(name, named) = &self.kind {
            let (tool, named) = (name.to_string(), Named::clone(named));
            relay.events.send(Event::Called { tool, named, ok: false });
        }
    }

    /// Whether the app waits for it.
    pub(crate) fn is_owed(&self) -> bool {
        let listens = matches!(self.kind, Kind::Listen { acknowledged: true });
        !self.is_ours() && !listens && self.told.is_none()
    }

    /// Whether its answer is worth remembering.
    pub(crate) fn is_rememberable(&self) -> bool {
        match self.kind {
            Kind::Initialize(_) | Kind::Discover(_) | Kind::List(_) => true,
            Kind::MoreTools
            | Kind::Tool(..)
            | Kind::Listen { .. }
            | Kind::Other
            | Kind::Replay
            | Kind::Again(_)
            | Kind::Ignored => false,
        }
    }

    /// Whether the server has it to answer under its own id.
    pub(crate) fn is_at_server(&self) -> bool {
        let round = self.round.as_ref();
        self.sent && round.is_none_or(|round| round.again.is_none() && !round.gathers)
    }

    fn saved(&self) -> usize {
        let round = self.round.as_ref().map_or(0, |round| round.line.len());
        round + self.line.as_ref().map_or(0, |line| line.len())
    }
}

#[derive(Debug, Default)]
pub(crate) struct Calls {
    under_way: HashMap<Id, Call>,
    cancelled: VecDeque<Id>,
    /// How many bytes the lines take that are kept.
    saved: usize,
}

impl Calls {
    pub(crate) fn len(&self) -> usize {
        self.under_way.len()
    }

    pub(crate) fn saved(&self) -> usize {
        self.saved
    }

    pub(crate) fn has(&self, id: &Id) -> bool {
        self.under_way.contains_key(id)
    }

    pub(crate) fn get_mut(&mut self, id: &Id) -> Option<&mut Call> {
        self.under_way.get_mut(id)
    }

    pub(crate) fn insert(&mut self, id: Id, call: Call) {
        self.saved += call.saved();
        if let Entry::Vacant(place) = self.under_way.entry(id) {
            place.insert(call);
        }
    }

    pub(crate) fn remove(&mut self, id: &Id) -> Option<Call> {
        let call = self.under_way.remove(id)?;
        self.saved -= call.saved();
        Some(call)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Id, &Call)> {
        self.under_way.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&Id, &mut Call)> {
        self.under_way.iter_mut()
    }

    /// Takes all of them out.
    pub(crate) fn take(&mut self) -> impl Iterator<Item = (Id, Call)> + use<> {
        self.saved = 0;
        self.cancelled.clear();
        std::mem::take(&mut self.under_way).into_iter()
    }

    /// The app took a call back. It may be answered all the same, or never.
    pub(crate) fn cancel(&mut self, id: Id) {
        if !self.has(&id) || self.cancelled.contains(&id) {
            return;
        }
        self.cancelled.push_back(id);
        if self.cancelled.len() > CANCELLED
            && let Some(oldest) = self.cancelled.pop_front()
            && let Some(call) = self.remove(&oldest)
            && let Some(again) = call.round.and_then(|round| round.again)
        {
            self.remove(&again);
        }
    }

    /// The app's calls that the server is at work on; none, if there are more than so many.
    pub(crate) fn at_work(&self, most: usize) -> Vec<Id> {
        let at_work = self
            .under_way
            .iter()
            .filter(|(_, call)| call.sent && matches!(call.kind, Kind::Tool(..) | Kind::Other));
        let at_work: Vec<_> = at_work.map(|(id, _)| id).take(most + 1).collect();
        if at_work.len() > most { Vec::new() } else { at_work.into_iter().cloned().collect() }
    }

    /// The tools that the server has to answer for, in order and each once.
    pub(crate) fn tools(&self) -> Vec<String> {
        let name = |call: &Call| {
            let Kind::Tool(name, _) = &call.kind else { return None };
            call.sent.then(|| name.to_string())
        };
        let mut tools: Vec<_> = self.under_way.values().filter_map(name).collect();
        tools.sort_unstable();
        tools.dedup();
        tools
    }

    /// The one call that the server has to answer, if it is one.
    pub(crate) fn only(&self) -> Option<Id> {
        let mut waiting = self.under_way.iter().filter(|(_, call)| call.is_at_server());
        let (id, _) = waiting.next()?;
        waiting.next().is_none().then(|| id.clone())
    }
}
