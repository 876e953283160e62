//! What is kept, on its way to the storage and back; and those who wait for it.

use std::collections::VecDeque;

use paddock_core::{AuditRecord, Change, Commit, CommitId, Confinement, Event, ServerId, Time};
use paddock_storage::{CommitError, Counted, Retention};

use super::asks::Return;
use super::{Actor, Ask, ProviderAsk};
use crate::failure::Fail;
use crate::remembered::ToKeep;
use crate::storage_thread::Committer;
use crate::view::{Code, Failure, WideningView};

/// Number of commits that hold records alone, which the state does not wait for.
const RECORDS: CommitId = CommitId(u64::MAX);
/// Records that wait at the most, while the disk is slow.
const MOST_RECORDS: usize = 1000;
/// What is asked for that waits for what was asked for before it, at the most.
const DEFERRED: usize = 64;

/// Everything on its way to the storage.
#[derive(Debug)]
pub(super) struct Keeping {
    committer: Committer,
    /// Commits that were not answered yet, and those of them that hold records alone.
    under_way: usize,
    of_records: usize,
    /// Audit records that wait to be kept together.
    records: Vec<AuditRecord>,
    /// What is to be kept with them, for a person to look back at. Of too many, the oldest go.
    notes: Vec<Change>,
    /// Those that had to make room, since nobody could keep them.
    lost: usize,
    /// Commits of the event at hand.
    begun: Vec<CommitId>,
    waiting: Vec<Waiting>,
    deferred: VecDeque<Ask>,
}

/// Someone who is to hear what became of commits.
struct Waiting {
    commits: Vec<CommitId>,
    failure: Option<Failure>,
    then: Then,
}

type Then = Box<dyn FnOnce(&mut Actor, Result<(), Failure>)>;

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Waiting").field("commits", &self.commits).finish_non_exhaustive()
    }
}

impl Keeping {
    pub(super) fn new(committer: Committer) -> Self {
        Self {
            committer,
            under_way: 0,
            of_records: 0,
            records: Vec::new(),
            notes: Vec::new(),
            lost: 0,
            begun: Vec::new(),
            waiting: Vec::new(),
            deferred: VecDeque::new(),
        }
    }

    /// Whether all is kept, or known not to be.
    pub(super) fn is_idle(&self) -> bool {
        self.under_way == 0
            && self.records.is_empty()
            && self.notes.is_empty()
            && self.deferred.is_empty()
    }

    pub(super) async fn close(self) {
        self.committer.close().await;
    }

    pub(super) fn record(&mut self, record: AuditRecord) {
        if self.records.len() == MOST_RECORDS {
            self.records.remove(0);
            self.lost += 1;
        }
        self.records.push(record);
    }

    pub(super) fn note(&mut self, change: Change) {
        if self.notes.len() == MOST_RECORDS {
            self.notes.remove(0);
        }
        self.notes.push(change);
    }

    /// From now on an event begins commits.
    pub(super) fn begin_event(&mut self) {
        self.begun.clear();
    }

    /// Gives back what there is no room for.
    pub(super) fn count(&self, now: Time, counted: Vec<Counted>) -> Result<(), Vec<Counted>> {
        self.committer.count(now, counted)
    }

    pub(super) fn remember(&self, to_keep: ToKeep) -> Result<(), ToKeep> {
        self.committer.remember(to_keep)
    }

    pub(super) fn trim(&self, keep: Retention, now: Time) {
        self.committer.trim(keep, now);
    }

    fn send(&mut self, commit: Commit) -> Result<(), Commit> {
        self.committer.commit(commit)?;
        self.under_way += 1;
        Ok(())
    }

    /// Sends the records that wait, before anything that comes after them.
    fn send_records(&mut self) {
        if self.records.is_empty() && self.notes.is_empty() {
            return;
        }
        let audit = std::mem::take(&mut self.records);
        let changes = std::mem::take(&mut self.notes);
        match self.send(Commit { id: RECORDS, changes, audit }) {
            Ok(()) => self.of_records += 1,
            Err(full) => (self.records, self.notes) = (full.audit, full.changes),
        }
    }
}

impl Actor {
    /// Lets the state decide, and calls `then` with what became of it: once what it began is kept
    /// or known not to be.
    pub(super) fn decide_then(
        &mut self,
        event: Event,
        then: impl FnOnce(&mut Self, Result<(), Failure>) + 'static,
    ) {
        let refused = self.handle(event);
        let commits = std::mem::take(&mut self.keeping.begun);
        match refused {
            Some(failure) => then(self, Err(failure)),
            None if commits.is_empty() => then(self, Ok(())),
            None => {
                let then = Box::new(then);
                self.keeping.waiting.push(Waiting { commits, failure: None, then });
            }
        }
    }

    /// As [`decide_then`](Self::decide_then), for someone who only wants to know.
    pub(super) fn tell_state(&mut self, event: Event, reply: Return<()>) {
        self.decide_then(event, |_, done| drop(reply.send(done)));
    }

    pub(super) fn commit(&mut self, commit: Commit) {
        self.keeping.send_records();
        let id = commit.id;
        self.keeping.begun.push(id);
        if self.keeping.send(commit).is_err() {
            tracing::error!("too many commits wait for the disk");
            let failure = Failure::new(Code::StorageHangs);
            self.refusal.get_or_insert_with(|| failure.clone());
            self.notice(failure);
            self.follow_up(Event::CommitFailed(id));
        }
    }

    /// Has the records of this round kept, unless earlier ones still are: then those that come
    /// meanwhile are kept together.
    pub(super) fn keep_records(&mut self) {
        if self.keeping.of_records == 0 {
            self.keeping.send_records();
        }
        let lost = std::mem::take(&mut self.keeping.lost);
        if lost > 0 {
            tracing::error!(lost, "records were not kept: the disk does not answer");
            self.notice(Failure::new(Code::RecordsLost));
        }
    }

    /// Has the records kept before what is asked of the storage next.
    pub(super) fn keep_records_now(&mut self) {
        self.keeping.send_records();
    }

    /// What became of a commit.
    pub(super) fn committed(&mut self, id: CommitId, kept: Result<(), CommitError>) {
        self.keeping.under_way -= 1;
        let failure = kept.err().map(|error| {
            tracing::error!(%error, "commit failed");
            error.failure()
        });
        if let Some(failure) = &failure {
            self.notice(failure.clone());
        }
        if id == RECORDS {
            self.keeping.of_records -= 1;
            return;
        }
        self.handle(match failure {
            None => Event::Committed(id),
            Some(_) => Event::CommitFailed(id),
        });
        self.tell_waiting(id, failure.as_ref());
        self.answer_deferred();
    }

    fn tell_waiting(&mut self, id: CommitId, failure: Option<&Failure>) {
        for waiting in &mut self.keeping.waiting {
            if let Some(at) = waiting.commits.iter().position(|it| *it == id) {
                waiting.commits.swap_remove(at);
                waiting.failure = waiting.failure.take().or_else(|| failure.cloned());
            }
        }
        let over: Vec<_> =
            self.keeping.waiting.extract_if(.., |waiting| waiting.commits.is_empty()).collect();
        for waiting in over {
            (waiting.then)(self, waiting.failure.map_or(Ok(()), Err));
        }
    }

    /// Puts off what changes a server or provider as a whole while something is on its way: decided
    /// now, it would undo that. What only takes away waits for nothing.
    pub(super) fn defers(&mut self, ask: Ask) -> Option<Ask> {
        self.refuse_overtaken(&ask);
        let room = self.keeping.deferred.len() < DEFERRED;
        if room && !self.keeping.waiting.is_empty() && self.changes_a_whole(&ask) {
            self.keeping.deferred.push_back(ask);
            return None;
        }
        Some(ask)
    }

    fn changes_a_whole(&self, ask: &Ask) -> bool {
        if let Ask::Widen(WideningView::Confinement { server, choice }, _) = ask {
            return self.loosens(*server, *choice);
        }
        let takes_away = matches!(ask, Ask::Provider(ProviderAsk::Remove(..)));
        !takes_away
            && matches!(
                ask,
                Ask::EditServer(..)
                    | Ask::Widen(WideningView::Trust { .. }, _)
                    | Ask::Tell(Event::SetLifecycle(..), _)
                    | Ask::Provider(_)
            )
    }

    fn loosens(&self, server: u32, choice: Confinement) -> bool {
        let known = self.state.server(ServerId(server));
        known.is_some_and(|known| !choice.is_within(&known.confinement))
    }

    /// What takes away counts against what gives more and was put off before it.
    fn refuse_overtaken(&mut self, by: &Ask) {
        for ask in std::mem::take(&mut self.keeping.deferred) {
            if !self.overtakes(by, &ask) {
                self.keeping.deferred.push_back(ask);
            } else if let Ask::Widen(_, reply) = ask {
                drop(reply.send(Err(Failure::new(Code::Overtaken))));
            }
        }
    }

    fn overtakes(&self, by: &Ask, deferred: &Ask) -> bool {
        let Ask::Widen(
            WideningView::Trust { server: of, .. } | WideningView::Confinement { server: of, .. },
            _,
        ) = deferred
        else {
            return false;
        };
        if let Ask::ToWiden(WideningView::Confinement { server, choice }, ..)
        | Ask::Widen(WideningView::Confinement { server, choice }, _) = by
        {
            return server == of && !self.loosens(*server, *choice);
        }
        let Ask::Tell(event, _) = by else { return false };
        let of_one = matches!(event, Event::Stop(id) | Event::WithdrawTrust(id) if id.0 == *of);
        of_one || matches!(event, Event::RevokeAll)
    }

    fn answer_deferred(&mut self) {
        while self.keeping.waiting.is_empty()
            && let Some(ask) = self.keeping.deferred.pop_front()
        {
            self.answer(ask);
        }
    }
}
