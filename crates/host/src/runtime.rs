//! What the actor knows of one server beside the state: its run, its log, why it failed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use paddock_core::network::Rules;
use paddock_core::{Fingerprint, Place, RootList, RunState, ServerId, SessionId, Time};
use paddock_mcp::{Era, Revision};
use paddock_relay::Loss;
use paddock_supervisor::{Boundary, Proof, StopLevel};
use tokio::sync::{oneshot, watch};

use crate::actor::named::NamedFolders;
use crate::actor::{Fetched, Preparation, Proving, SearchId, SoFar};
use crate::attempts::Attempts;
use crate::client::Client;
use crate::confine::Confined;
use crate::journal::Journal;
use crate::look::Looks;
use crate::programs::Found;
use crate::run::RunId;
use crate::run::network::Broker;
use crate::view::{
    Failure, FollowedView, FrontView, ListsView, OffersView, PassageView, ToolClaims,
};
use crate::wire_log::WireLog;

/// By their sessions.
pub(crate) type Runtimes = BTreeMap<SessionId, Runtime>;

/// All of a server's sessions that there is something to know of.
pub(crate) fn of(
    runtimes: &Runtimes,
    server: ServerId,
) -> impl Iterator<Item = (SessionId, &Runtime)> {
    let all = runtimes.iter().filter(move |(session, _)| session.server == server);
    all.map(|(session, runtime)| (*session, runtime))
}

#[derive(Debug, Default)]
pub(crate) struct Runtime {
    pub(crate) journal: Journal,
    pub(crate) wire: WireLog,
    pub(crate) found: Option<Found>,
    /// When it was last on its way to run.
    pub(crate) starting: Option<Time>,
    /// The search for its program that is under way.
    pub(crate) search: Option<SearchId>,
    /// The secrets of a launch.
    pub(crate) secrets: Option<Fetched>,
    /// The preparation of a launch that is under way.
    pub(crate) preparing: Option<Preparation>,
    pub(crate) preparations: Looks,
    /// What the last run was launched with, if it was kept to something.
    pub(crate) confined: Option<Confined>,
    pub(crate) attempts: Attempts,
    pub(crate) named: NamedFolders,
    pub(crate) missed: Option<Missed>,
    /// The run of which it is being found out what it missed.
    pub(crate) missed_by: Option<RunId>,
    /// Looks at what the server itself names.
    pub(crate) looks: Looks,
    pub(crate) run: Option<Current>,
    /// The way to its app, in a session of one.
    pub(crate) gate: Option<Gate>,
    /// Why it is not running though it should, or is about to be started again.
    pub(crate) reason: Option<Failure>,
    /// When a person was last told that it seeks a destination.
    pub(crate) told_of_destination: Option<Instant>,
    pub(crate) proving: Option<Proving>,
    /// How it is spoken with instead of as it is remembered, for it ended at that.
    pub(crate) guess: Option<Guess>,
    /// Calls under way.
    pub(crate) calls: u32,
    /// All that is under way: calls, lists, what is typed.
    pub(crate) uses: u32,
    /// The state was told that something of it is in use.
    pub(crate) busy: bool,
    /// Resources whose changes are followed.
    pub(crate) followed: Vec<FollowedView>,
    /// Who waits for it to be ready.
    pub(crate) waiting: Vec<oneshot::Sender<Result<ReadyClient, Failure>>>,
    /// Calls that wait until the server was given its newest list, which is when these are dropped.
    pub(crate) held: Vec<oneshot::Sender<()>>,
}

/// What a server would have to read in order to start.
#[derive(Clone, Debug)]
pub(crate) struct Missed {
    pub(crate) path: PathBuf,
    /// The folder to offer for it.
    pub(crate) offer: Option<PathBuf>,
}

/// The client of a running server, and what ends when it was given its newest list.
pub(crate) type ReadyClient = (Arc<Client>, oneshot::Receiver<()>);

/// The run under way.
#[derive(Debug)]
pub(crate) struct Current {
    pub(crate) id: RunId,
    pub(crate) level: watch::Sender<StopLevel>,
    /// What its process is to be let into.
    pub(crate) wanted: watch::Sender<Arc<RootList>>,
    /// Where it may connect.
    pub(crate) rules: watch::Sender<Arc<Rules>>,
    pub(crate) broker: Option<Arc<Broker>>,
    pub(crate) counted: SoFar,
    pub(crate) boundary: Option<Boundary>,
    pub(crate) proof: Option<Proved>,
    /// What became of names that were asked for inside.
    pub(crate) names: Vec<PassageView>,
    pub(crate) client: Option<Arc<Client>>,
    pub(crate) lists_changed: ListsView,
    pub(crate) since: Time,
    /// Since when it answers; not moved by who sets the clock.
    pub(crate) ready: Option<Instant>,
    pub(crate) reported: Option<Reported>,
    /// Lists that the server may be given, by the number the wire knows them by.
    pub(crate) lists: BTreeMap<u64, Arc<RootList>>,
}

impl Current {
    pub(crate) fn raise(&self, level: StopLevel) {
        self.level.send_if_modified(|now| {
            let rises = level > *now;
            *now = level.max(*now);
            rises
        });
    }
}

/// The way to an app that uses the server.
#[derive(Debug)]
pub(crate) struct Gate {
    pub(crate) relay: paddock_relay::Session,
    /// Where the app started its shim.
    pub(crate) folder: Option<PathBuf>,
    /// Who brought the session.
    pub(crate) by: FrontView,
    pub(crate) since: Time,
    /// What app and server agreed to speak.
    pub(crate) revision: Option<String>,
    /// The command whose answers are learned from it, once there is one.
    pub(crate) teaches: Option<Fingerprint>,
    /// That folder, looked at as the session began.
    pub(crate) began_in: Vec<Place>,
    /// What the app said last of where it works, by number.
    pub(crate) statement: u32,
    /// What the server says of its tools, by name.
    pub(crate) tools: BTreeMap<String, ToolClaims>,
    /// Tools that the app was last kept from.
    pub(crate) off: BTreeSet<String>,
    /// Calls of tools that are over.
    pub(crate) calls: u32,
    /// Processes of the server that wrote to the app, and those of them that are gone.
    pub(crate) served: u32,
    pub(crate) gone: u32,
    /// How the app was told last that its server is.
    pub(crate) told: RunState,
    /// What the app is told once all that the last process wrote has been passed on.
    pub(crate) lost: Option<Loss>,
    /// Who waits for the end of the session.
    pub(crate) over: Option<oneshot::Sender<Option<Failure>>>,
}

impl Gate {
    pub(crate) fn tell_loss(&mut self) {
        if let Some(loss) = self.lost.take_if(|_| self.gone == self.served) {
            self.relay.lost(&loss);
        }
    }

    /// Ends the conversation, and lets the shim go.
    pub(crate) fn close(&mut self, why: Option<Failure>) {
        self.relay.close();
        if let Some(over) = self.over.take() {
            let _ = over.send(why);
        }
    }
}

/// What a probe inside found, and when.
#[derive(Clone, Debug)]
pub(crate) struct Proved {
    pub(crate) proof: Proof,
    pub(crate) at: Time,
}

/// What a server says of itself.
#[derive(Clone, Debug)]
pub(crate) struct Reported {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) revision: Revision,
    pub(crate) offers: OffersView,
}

/// Another way to speak with a server than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    /// It was asked what it speaks, and may not have borne that.
    Legacy,
    /// It was spoken to as remembered, and may be another by now.
    Unknown,
}

impl Runtime {
    /// Whether the server speaks without a session: it is told in its next call, and of nothing
    /// before.
    pub(crate) fn is_told_in_calls(&self) -> bool {
        let reported = self.run.as_ref().and_then(|run| run.reported.as_ref());
        let of_app = self.gate.as_ref().and_then(|gate| gate.revision.as_deref());
        reported.is_some_and(|it| it.revision.era() == Era::Modern)
            || of_app == Some(Revision::LATEST_MODERN.as_str())
    }

    /// The server is ready, or a person starts it: how it ended before is of no account.
    pub(crate) fn forget_failure(&mut self) {
        self.reason = None;
        self.guess = None;
        (self.missed, self.missed_by) = (None, None);
    }
}
