//! What a session knows.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use paddock_mcp::Roots;
use paddock_mcp::wire::{Id, Telling};
use serde_json::value::RawValue;
use tokio::task::AbortHandle;

use crate::calls::{Call, Calls, Kind};
use crate::greeting::Waited;
use crate::held::{Held, Mark};
use crate::memory::{Answered, OpenedAs, Remembered};
use crate::outlet::Outlet;
use crate::parked::Parked;
use crate::relay::Relay;
use crate::replies;
use crate::rounds::Mixed;
use crate::stand_in::StandIn;
use crate::statement::Statement;
use crate::visits::Visits;
use crate::{Event, Options, Rule, Rules};

/// What the app said that another process of the server must be told as well.
const SUBSCRIPTIONS: usize = 256;

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) link: Option<Link>,
    pub(crate) epoch: u64,
    /// No server will come.
    pub(crate) gone: Option<Gone>,
    pub(crate) ended: bool,
    pub(crate) app_gone: bool,
    pub(crate) held: Held,
    pub(crate) calls: Calls,
    /// Requests of the server that the app has not answered, and which process made them.
    pub(crate) asked: HashMap<Id, u64>,
    pub(crate) app: App,
    pub(crate) roots: Roots,
    pub(crate) rules: Option<Rules>,
    pub(crate) memory: Vec<Remembered>,
    pub(crate) learned: Option<Remembered>,
    pub(crate) patience: Patience,
    /// How often it waited: what an earlier wait sets off is told apart.
    pub(crate) waits: u64,
    /// What the app was told in the place of a server that is not there any more, or was not yet: the
    /// discovery first, and each list once.
    pub(crate) unconfirmed: Vec<Call>,
    pub(crate) statement: Statement,
    pub(crate) mixed: VecDeque<Mixed>,
    /// Calls that wait for a person.
    pub(crate) parked: Parked,
    /// What is asked of the person in the app's place.
    pub(crate) stand_in: StandIn,
    pub(crate) visits: Visits,
    /// The app was given a list of tools.
    pub(crate) listed_tools: bool,
    own: u64,
}

/// No server will come, for now.
#[derive(Clone, Debug)]
pub(crate) struct Gone {
    pub(crate) why: String,
    /// The host heard that a call was refused over it.
    pub(crate) told: bool,
}

/// How long the app waits for a server that has not answered its opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Patience {
    #[default]
    NotAsked,
    Running,
    /// It is answered in the place of the server.
    Over(Waited),
}

/// A process of the server.
pub(crate) struct Link {
    pub(crate) epoch: u64,
    pub(crate) outlet: Arc<Outlet>,
    pub(crate) stage: Stage,
    /// It answered the opening.
    pub(crate) ready: bool,
    /// Its pipe ended.
    pub(crate) gone: bool,
    pub(crate) tasks: Vec<AbortHandle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It has `initialize` to answer; all else waits.
    Opening,
    Open,
}

impl Link {
    fn is_open(&self) -> bool {
        self.stage == Stage::Open && !self.gone
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.outlet.close();
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").field("epoch", &self.epoch).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Era {
    #[default]
    Unknown,
    Legacy,
    Modern,
}

impl Era {
    pub(crate) fn known(self) -> Option<paddock_mcp::Era> {
        match self {
            Self::Unknown => None,
            Self::Legacy => Some(paddock_mcp::Era::Legacy),
            Self::Modern => Some(paddock_mcp::Era::Modern),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct App {
    pub(crate) era: Era,
    pub(crate) introduced: bool,
    /// What it calls itself.
    pub(crate) name: String,
    /// The revision of what it said last.
    pub(crate) speaks: String,
    pub(crate) declares_roots: bool,
    /// How it opened the session last.
    pub(crate) asked: Option<OpenedAs>,
    pub(crate) initialize: Option<Initialize>,
    /// A server was given `notifications/initialized`.
    pub(crate) initialized: bool,
    /// `params` of `resources/subscribe` by their address, and of `logging/setLevel`.
    pub(crate) subscriptions: Vec<(String, String)>,
    pub(crate) log_level: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Initialize {
    pub(crate) id: Id,
    /// As a server is given it.
    pub(crate) line: Vec<u8>,
    /// The revision that the app was told.
    pub(crate) revision: Option<String>,
}

impl App {
    pub(crate) fn subscribe(&mut self, address: String, params: String) {
        self.unsubscribe(&address);
        if self.subscriptions.len() < SUBSCRIPTIONS && params.len() <= 4096 {
            self.subscriptions.push((address, params));
        }
    }

    pub(crate) fn unsubscribe(&mut self, address: &str) {
        self.subscriptions.retain(|(has, _)| has != address);
    }
}

impl State {
    pub(crate) fn new(roots: Roots, options: &Options) -> Self {
        Self {
            link: None,
            epoch: 0,
            gone: None,
            ended: false,
            app_gone: false,
            held: Held::default(),
            calls: Calls::default(),
            asked: HashMap::new(),
            app: App::default(),
            roots,
            rules: options.rules.clone(),
            memory: options.remembered.clone(),
            learned: None,
            patience: Patience::default(),
            waits: 0,
            unconfirmed: Vec::new(),
            statement: Statement::default(),
            mixed: VecDeque::new(),
            parked: Parked::default(),
            stand_in: StandIn::new(options.stand_in),
            visits: Visits::default(),
            listed_tools: false,
            own: 0,
        }
    }

    pub(crate) fn own_id(&mut self) -> Id {
        self.own += 1;
        let text = replies::own_id(self.own);
        // A string of these letters is an id.
        let raw = RawValue::from_string(text).unwrap_or_default();
        Id::parse(&raw).unwrap_or_else(|| unreachable!("a short string is an id"))
    }

    /// The way to the server, if lines may go there now.
    pub(crate) fn open_outlet(&self) -> Option<&Arc<Outlet>> {
        let link = self.link.as_ref().filter(|link| link.is_open())?;
        self.held.is_empty().then_some(&link.outlet)
    }

    /// Whether a line is not to go on: while it waited for room, all that it asks for was taken back,
    /// or the rules changed for some of it. What else is in it is refused then.
    pub(crate) fn is_withdrawn(&mut self, relay: &Relay, mark: &Mark) -> bool {
        let (left, gone): (Vec<_>, Vec<_>) = mark.calls.iter().partition(|id| self.calls.has(id));
        if gone.is_empty() {
            return false;
        }
        for id in left {
            self.refuse_by_rule(relay, id);
        }
        true
    }

    /// A process of the server is there.
    pub(crate) fn serve(&mut self, link: Link) {
        self.link = Some(link);
        let told = self.app.initialize.as_ref().is_some_and(|one| one.revision.is_some());
        if told && !self.held.initializes() {
            self.replay();
        } else {
            if self.app.era == Era::Modern {
                self.confirm();
            }
            self.drain();
        }
    }

    /// Gives the server what waited for it, as far as it may have it.
    pub(crate) fn drain(&mut self) {
        loop {
            let Some(link) = self.link.as_ref().filter(|link| link.is_open()) else { return };
            let outlet = Arc::clone(&link.outlet);
            let Some((chunk, mark)) = self.held.pop() else {
                if self.app_gone {
                    outlet.finish();
                }
                return;
            };
            outlet.push(chunk);
            self.sent(&outlet, &mark);
        }
    }

    /// Answers the calls that wait for the server and that the rules of now do not simply allow.
    pub(crate) fn refuse_held(&mut self, relay: &Relay) {
        let Some(rules) = &self.rules else { return };
        let refused = |call: &Call| {
            let Kind::Tool(name, _) = &call.kind else { return false };
            !call.sent && rules.rule(name) != Rule::Allowed
        };
        let ids: Vec<_> = self.calls.iter_mut().filter(|(_, call)| refused(call)).collect();
        let ids: Vec<_> = ids.into_iter().map(|(id, _)| id.clone()).collect();
        if ids.is_empty() {
            return;
        }
        // Of a line that is held, nothing goes on; one that waits for room finds that it has gone.
        let held = self.held.take_calls(&ids);
        for id in held.iter().chain(&ids) {
            self.refuse_by_rule(relay, id);
        }
    }

    fn refuse_by_rule(&mut self, relay: &Relay, id: &Id) {
        let text = "The person who uses Paddock changed what may be called while this call \
                    waited for the server. It was not made.";
        let Some(call) = self.calls.remove(id) else { return };
        let refused = replies::refused_call(self.app.era, call.expects, id, text);
        relay.app.push(refused.into());
    }

    /// A line is on its way to the server.
    pub(crate) fn sent(&mut self, outlet: &Outlet, mark: &Mark) {
        for id in &mark.calls {
            if let Some(call) = self.calls.get_mut(id) {
                call.sent = true;
            }
        }
        if mark.initialize
            && let Some(link) = &mut self.link
        {
            link.stage = Stage::Opening;
        }
        if mark.initialized {
            self.app.initialized = true;
            outlet.telling(Telling::start);
        }
    }

    /// The server that was there is there no more. What it was given is answered with an error, but
    /// for `initialize`, which the next one is given.
    pub(crate) fn unlink(&mut self, relay: &Relay, message: &str) {
        let Some(link) = self.link.take() else { return };
        self.held.drop_answers();
        self.end_asks(relay);
        let is_modern = self.known(relay, Waited::Briefly).is_modern();
        let (mut initialize, mut again) = (false, Vec::new());
        for (id, call) in self.calls.take() {
            match call {
                Call { kind: Kind::Initialize(_), sent: true, .. } => {
                    initialize = true;
                    self.calls.insert(id, Call { sent: false, ..call });
                }
                call if call.sent && call.told.is_some() => self.doubt(call),
                call if call.sent && Self::is_for_the_next(&call, is_modern) => {
                    again.push((id, Call { sent: false, ..call }));
                }
                call if call.sent && call.is_owed() => {
                    call.report_failure(relay);
                    // Where there is no handshake, it is given calls before it has answered anything.
                    if !link.ready {
                        self.unserved(relay, &call);
                    }
                    relay.app.push(call.unanswered(self.app.era, &id, message).into());
                }
                call if call.sent => {}
                call => self.calls.insert(id, call),
            }
        }
        for (id, call) in again {
            self.hold_again(&id, call);
        }
        if initialize && let Some(first) = &self.app.initialize {
            let mark = Mark { initialize: true, ..Mark::call(&first.id) };
            self.held.push_front(first.line.clone().into(), mark);
        }
    }

    /// Keeps a call for a process that may come.
    pub(crate) fn hold_again(&mut self, id: &Id, call: Call) {
        if let Some(line) = &call.line {
            self.held.push_front(line.to_vec().into(), Mark::call(id));
            self.calls.insert(id.clone(), call);
        }
    }

    /// Whether another process may be given it: it has no effect, and no server ends over it.
    fn is_for_the_next(call: &Call, is_modern: bool) -> bool {
        match call.kind {
            Kind::List(_) | Kind::Listen { .. } => true,
            Kind::Discover(_) => is_modern,
            Kind::Initialize(_)
            | Kind::MoreTools
            | Kind::Tool(..)
            | Kind::Other
            | Kind::Replay
            | Kind::Again(_)
            | Kind::Ignored => false,
        }
    }

    /// What the app was told has yet to be heard from a server.
    pub(crate) fn doubt(&mut self, call: Call) {
        let at = match (&call.kind, &call.told) {
            (Kind::List(list), Some(_)) => {
                self.unconfirmed
                    .retain(|other| !matches!(&other.kind, Kind::List(known) if known == list));
                self.unconfirmed.len()
            }
            (Kind::Discover(_), Some(Answered::Result(_))) => {
                self.unconfirmed.retain(|other| !matches!(other.kind, Kind::Discover(_)));
                0
            }
            _ => return,
        };
        self.unconfirmed.insert(at, call);
    }

    /// No server will come for now: all that the app waits for is answered, but for what it listens
    /// for.
    pub(crate) fn give_up_for_now(&mut self, relay: &Relay, message: &str) {
        let listening = |call: &Call| matches!(call.kind, Kind::Listen { acknowledged: true });
        let (listening, others): (Vec<_>, Vec<_>) =
            self.calls.take().partition(|(_, call)| listening(call));
        for (id, call) in others {
            self.calls.insert(id, call);
        }
        self.give_up(relay, message);
        for (id, call) in listening {
            self.hold_again(&id, Call { sent: false, ..call });
        }
    }

    /// Tells the host that a tool was to be called, and that there is no server for it, if none will
    /// come.
    pub(crate) fn unserved(&mut self, relay: &Relay, call: &Call) {
        let Some(gone) = &mut self.gone else { return };
        if matches!(call.kind, Kind::Tool(..)) && !std::mem::replace(&mut gone.told, true) {
            relay.events.send(Event::Unserved);
        }
    }

    /// Answers all that the app waits for, and forgets what waits for the server.
    pub(crate) fn give_up(&mut self, relay: &Relay, message: &str) {
        self.link = None;
        self.held = Held::default();
        self.mixed.clear();
        self.end_asks(relay);
        for (id, expects) in self.parked.take() {
            let call = Call::of_a_tool(expects);
            self.unserved(relay, &call);
            relay.app.push(call.unanswered(self.app.era, &id, message).into());
        }
        // What was never answered may be tried again.
        self.app.initialize.take_if(|initialize| initialize.revision.is_none());
        for (id, call) in self.calls.take() {
            if call.is_owed() {
                self.unserved(relay, &call);
                relay.app.push(call.unanswered(self.app.era, &id, message).into());
            } else {
                self.doubt(call);
            }
        }
    }
}
