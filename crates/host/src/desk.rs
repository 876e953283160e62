//! What the actor knows of one server beside the state: its run, its log, why it failed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use paddock_core::{Restart as RestartPolicy, RootList, Time};
use paddock_mcp::Revision;
use paddock_supervisor::restart::{Backoff, Next};
use paddock_supervisor::{Boundary, Proof};
use tokio::sync::{oneshot, watch};

use crate::actor::named::NamedFolders;
use crate::actor::{Proving, SearchId};
use crate::attempts::Attempts;
use crate::confine::Confined;
use crate::journal::Journal;
use crate::line::Line;
use crate::programs::Found;
use crate::run::{Ending, RunId, Wish};
use crate::view::{Failure, FollowedView, ListsView, OffersView};
use crate::wire_log::WireLog;

#[derive(Debug, Default)]
pub(crate) struct Desk {
    pub(crate) journal: Journal,
    pub(crate) wire: WireLog,
    pub(crate) found: Option<Found>,
    /// The search for its program that is under way.
    pub(crate) search: Option<SearchId>,
    /// What the last run was launched with, if it was kept to something.
    pub(crate) confined: Option<Confined>,
    pub(crate) attempts: Attempts,
    pub(crate) named: NamedFolders,
    pub(crate) missed: Option<Missed>,
    pub(crate) run: Option<Current>,
    /// Why it is not running though it should, or is about to be started again.
    pub(crate) reason: Option<Failure>,
    pub(crate) restart: Option<Restart>,
    pub(crate) proving: Option<Proving>,
    backoff: Backoff,
    /// How it is spoken with instead of as it is remembered, for it ended at that.
    pub(crate) guess: Option<Guess>,
    /// With what code it ended before it was ever ready, the last time.
    unready_code: Option<i32>,
    /// Calls under way.
    pub(crate) calls: u32,
    /// All that is under way: calls, lists, what is typed.
    pub(crate) uses: u32,
    /// The state was told that something of it is in use.
    pub(crate) busy: bool,
    /// Resources whose changes are followed.
    pub(crate) followed: Vec<FollowedView>,
    /// Who waits for it to be ready.
    pub(crate) waiting: Vec<oneshot::Sender<Result<Told, Failure>>>,
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

/// The way to a server, and what ends when it was given its newest list.
pub(crate) type Told = (Arc<Line>, oneshot::Receiver<()>);

/// The run under way.
#[derive(Debug)]
pub(crate) struct Current {
    pub(crate) id: RunId,
    pub(crate) wish: watch::Sender<Wish>,
    /// What its process is to be let into.
    pub(crate) wanted: watch::Sender<Arc<RootList>>,
    pub(crate) boundary: Option<Boundary>,
    pub(crate) proof: Option<Proved>,
    pub(crate) line: Option<Arc<Line>>,
    pub(crate) lists_changed: ListsView,
    pub(crate) since: Time,
    pub(crate) reported: Option<Reported>,
    /// Lists that the server may be given, by the number the wire knows them by.
    pub(crate) lists: BTreeMap<u64, Arc<RootList>>,
}

impl Current {
    /// What is wished for only rises.
    pub(crate) fn wish(&self, wish: Wish) {
        self.wish.send_if_modified(|wished| {
            let rises = wish > *wished;
            *wished = wish.max(*wished);
            rises
        });
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct Restart {
    pub(crate) at: Time,
    pub(crate) attempt: u32,
}

/// What follows from the end of a run that nobody asked for.
#[derive(Debug)]
pub(crate) enum Verdict {
    StartAgain(Duration),
    GiveUp(Failure),
}

impl Desk {
    /// `policy`: what a person chose. `again`: it ended at its start, and in the same way before.
    pub(crate) fn judge(&mut self, ending: &Ending, policy: RestartPolicy, again: bool) -> Verdict {
        let failure = ending.failure().unwrap_or_else(|| Failure::new("server-exited"));
        if ending.is_final() || !policy.starts_again(ending.is_well()) {
            return Verdict::GiveUp(failure);
        }
        if again {
            let code = "server-exits-at-start".to_owned();
            return Verdict::GiveUp(Failure { code, ..failure });
        }
        self.start_again(ending)
    }

    /// The server is ready: what was before is of no account.
    pub(crate) fn became_ready(&mut self) {
        self.reason = None;
        self.guess = None;
        self.missed = None;
        self.unready_code = None;
    }

    /// Whether a server that was never ready ended by itself as it did the last time: it would do so
    /// for ever.
    pub(crate) fn ends_the_same_way(&mut self, ending: &Ending) -> bool {
        let last = std::mem::replace(&mut self.unready_code, ending.code());
        ending.code().is_some() && last == ending.code()
    }

    /// Whether there is still hope, whatever a person chose.
    pub(crate) fn start_again(&mut self, ending: &Ending) -> Verdict {
        let failure = ending.failure().unwrap_or_else(|| Failure::new("server-exited"));
        match self.backoff.next(ending.exit(), ending.ran_for, Instant::now()) {
            Next::After(wait) => {
                self.reason = Some(failure);
                Verdict::StartAgain(wait)
            }
            Next::GiveUp { crashes, within } => Verdict::GiveUp(
                Failure::new("crash-loop")
                    .with("count", crashes)
                    .with("seconds", within.as_secs())
                    .with("reason", said(&failure)),
            ),
            Next::StillThere => Verdict::GiveUp(failure),
        }
    }

    /// A person starts it: what was before is forgiven.
    pub(crate) fn forgive(&mut self) {
        self.backoff.forgive();
        self.became_ready();
        self.restart = None;
    }
}

/// The last words of a server, as far as its failure has any.
fn said(failure: &Failure) -> &str {
    let detail = failure.details.iter().find(|detail| detail.name == "stderr");
    detail.map_or("", |detail| detail.value.as_str())
}
