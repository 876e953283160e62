//! What the actor knows of one session beside the state: its run, its log, why it failed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use paddock_core::network::Rules;
use paddock_core::{Fingerprint, Place, RootList, RunState, Time};
use paddock_mcp::{CloseReason, Era, List, Revision};
use paddock_relay::{Loss, Remembered};
use paddock_supervisor::{Boundary, Policy, Proof, StopLevel};
use tokio::sync::{oneshot, watch};

use crate::attempts::Attempts;
use crate::client::Client;
use crate::clock;
use crate::confine::Confined;
use crate::counting::SoFar;
use crate::journal::Journal;
use crate::look::Looks;
use crate::machine::SearchId;
use crate::named::NamedFolders;
use crate::preparation::Preparation;
use crate::programs::Found;
use crate::prove::Proving;
use crate::run::network::Broker;
use crate::run::{RunId, Why};
use crate::secrets::Fetched;
use crate::view::{
    Code, Failure, FollowedView, FrontView, ListsView, LogSource, OffersView, PassageView,
    ToolClaims,
};
use crate::wire_log::WireLog;

/// Resources of one server that are followed, at the most.
const FOLLOWED: usize = 100;
/// The longest address of one, in bytes.
const LONGEST_ADDRESS: usize = 4096;
/// What is shown of a word with which a server ended, in bytes.
const SAID: usize = 4096;

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
    /// A tool was called since then.
    pub(crate) called: bool,
    pub(crate) reported: Option<Reported>,
    /// Lists that the server may be given, by the number the wire knows them by.
    pub(crate) lists: BTreeMap<u64, Arc<RootList>>,
}

impl Current {
    /// One of the server's lists changed.
    pub(crate) fn list_changed(&mut self, list: List) {
        let count = match list {
            List::Tools => &mut self.lists_changed.tools,
            List::Resources => &mut self.lists_changed.resources,
            List::Prompts => &mut self.lists_changed.prompts,
        };
        *count = count.saturating_add(1);
        if let Some(client) = self.client.as_ref().filter(|_| list == List::Tools) {
            client.forget_tools();
        }
    }

    /// What was proved. The network is tried at the launch, and what was found then holds for the run.
    pub(crate) fn note_proof(&mut self, proof: Proof) {
        let tried = self.proof.take().map(|it| it.proof.passages);
        let tried = tried.filter(|_| proof.passages.is_empty()).unwrap_or_default();
        let passages = if tried.is_empty() { proof.passages } else { tried };
        self.proof = Some(Proved { proof: Proof { passages, ..proof }, at: clock::now() });
    }

    /// The server was given the list of this generation. Older ones it will not be told any more.
    pub(crate) fn given(&mut self, generation: u64) -> Option<Arc<RootList>> {
        let list = self.lists.get(&generation).cloned();
        self.lists.retain(|known, _| *known >= generation);
        list
    }

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
    /// It failed while its app worked in none of the server's folders.
    pub(crate) lacks_folder: bool,
    /// What the app is told once all that the last process wrote has been passed on.
    pub(crate) lost: Option<Loss>,
    /// Who waits for the end of the session.
    pub(crate) over: Option<oneshot::Sender<Option<Failure>>>,
}

impl Gate {
    pub(crate) fn new(
        relay: paddock_relay::Session,
        folder: Option<PathBuf>,
        by: FrontView,
        over: oneshot::Sender<Option<Failure>>,
    ) -> Self {
        Self {
            relay,
            folder,
            by,
            since: clock::now(),
            revision: None,
            teaches: None,
            began_in: Vec::new(),
            statement: 0,
            tools: BTreeMap::new(),
            off: BTreeSet::new(),
            calls: 0,
            served: 0,
            gone: 0,
            told: RunState::Starting,
            lacks_folder: false,
            lost: None,
            over: Some(over),
        }
    }

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

    /// What the last run is held to.
    pub(crate) fn policy(&self) -> Option<&Policy> {
        self.confined.as_ref()?.launch.policy.as_ref()
    }

    /// Whether what the server answered its app is a secret, where it is to be learned. The session of
    /// a command that was edited meanwhile may still say what the one before answered: nothing is
    /// learned from it.
    pub(crate) fn may_learn(
        &mut self,
        now: Option<Fingerprint>,
        said: &Remembered,
    ) -> Option<bool> {
        let gate = self.gate.as_mut()?;
        gate.teaches = gate.teaches.or(now);
        let may = gate.teaches == now;
        may.then(|| said.texts().any(|text| self.wire.is_secret_in(text)))
    }

    /// What a run ended for want of, if it is still to be known.
    pub(crate) fn found_missed(&mut self, run: RunId, missed: Option<Missed>) -> bool {
        let is_awaited = self.missed_by == Some(run);
        if is_awaited {
            (self.missed, self.missed_by) = (missed, None);
        }
        is_awaited
    }

    /// A line of ours in its log.
    pub(crate) fn note(&self, text: &str) {
        self.journal.write(LogSource::Paddock, None, text);
    }

    /// What is shown with the session, and why it is not running.
    pub(crate) fn fail(&mut self, mut failure: Failure) {
        // All of it is in the log.
        for value in failure.details.values_mut() {
            // Before it is cut off: a part of a secret is not known again.
            *value = self.wire.without_secrets(value);
            value.truncate(value.floor_char_boundary(SAID));
        }
        let said = failure.details.values().filter_map(|value| value.lines().last());
        self.note(&format!("{}: {}", failure.code, said.collect::<Vec<_>>().join(", ")));
        self.reason = Some(failure);
    }

    /// A server that was never ready may speak otherwise than it was spoken to, as was `remembered`.
    /// Whether that is to be tried, which it is once.
    pub(crate) fn speak_otherwise(
        &mut self,
        remembered: Option<paddock_core::Era>,
        why: &Why,
    ) -> bool {
        use paddock_core::Era;
        if self.guess.is_some() {
            return false;
        }
        self.guess = match (why, remembered) {
            (
                Why::Exited { .. } | Why::Closed(CloseReason::EndedByDiscover),
                None | Some(Era::Modern),
            ) => Some(Guess::Legacy),
            (Why::Closed(_), Some(_)) => Some(Guess::Unknown),
            _ => None,
        };
        self.guess.is_some()
    }

    /// More of it is in use by so many, or less.
    pub(crate) fn count_use(&mut self, call: bool, by: i32) {
        self.uses = self.uses.saturating_add_signed(by);
        if call {
            self.calls = self.calls.saturating_add_signed(by);
            if let Some(run) = self.run.as_mut().filter(|run| run.ready.is_some()) {
                run.called = true;
            }
        }
    }

    /// Whether anything of it is in use, if that is news.
    pub(crate) fn busy_news(&mut self) -> Option<bool> {
        let busy = self.uses > 0 || !self.followed.is_empty();
        (std::mem::replace(&mut self.busy, busy) != busy).then_some(busy)
    }

    /// Follows the changes of a resource, or no more.
    ///
    /// # Errors
    /// It does not run, or that is too much.
    pub(crate) fn follow_resource(&mut self, uri: String, on: bool) -> Result<(), Failure> {
        if self.run.is_none() {
            return Err(Failure::new(Code::ServerNotRunning));
        }
        let known = self.followed.iter().position(|it| it.uri == uri);
        match (known, on) {
            (Some(at), false) => drop(self.followed.remove(at)),
            (None, true) if self.followed.len() >= FOLLOWED => {
                return Err(Failure::new(Code::TooManyFollowed).with("count", FOLLOWED));
            }
            (None, true) if uri.len() > LONGEST_ADDRESS => {
                return Err(Failure::new(Code::CommandTooLong).with("bytes", uri.len()));
            }
            (None, true) => self.followed.push(FollowedView { uri, changes: 0 }),
            (Some(_), true) | (None, false) => {}
        }
        Ok(())
    }

    /// A resource changed. Whether it is followed.
    pub(crate) fn resource_changed(&mut self, uri: &str) -> bool {
        let followed = self.followed.iter_mut().find(|it| it.uri == uri);
        let is_followed = followed.is_some();
        if let Some(followed) = followed {
            followed.changes = followed.changes.saturating_add(1);
        }
        is_followed
    }

    /// What was followed before the server was started again.
    pub(crate) fn follow_again(&self) {
        let Some(client) = self.run.as_ref().and_then(|run| run.client.as_ref()) else { return };
        for FollowedView { uri, .. } in self.followed.clone() {
            let client = Arc::clone(client);
            tokio::spawn(async move {
                if let Err(error) = client.connection.follow_resource(&uri, true).await {
                    tracing::info!(%error, "a resource is not followed any more");
                }
            });
        }
    }

    /// The server is ready, or a person starts it: how it ended before is of no account.
    pub(crate) fn forget_failure(&mut self) {
        self.reason = None;
        self.guess = None;
        (self.missed, self.missed_by) = (None, None);
    }
}
