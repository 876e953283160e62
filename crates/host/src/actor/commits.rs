//! What is kept, on its way to the storage and back; and those who wait for it.

use std::collections::VecDeque;

use paddock_core::{
    AuditRecord, Change, Commit, CommitId, Confinement, Event, ServerId, State, Time,
};
use paddock_storage::{CommitError, Counted, Retention};

use super::Actor;
use crate::failure::Fail;
use crate::message::{Ask, ConsentAsk, ProviderAsk, Return};
use crate::remembered::Remembered;
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
pub(crate) struct Keeping {
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
    /// Why that was not carried out.
    refusal: Option<Failure>,
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
            refusal: None,
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
        self.refusal = None;
    }

    /// The event at hand is not carried out. What was said first counts.
    pub(super) fn refuse(&mut self, failure: Failure) {
        self.refusal.get_or_insert(failure);
    }

    pub(super) fn take_refusal(&mut self) -> Option<Failure> {
        self.refusal.take()
    }

    /// Gives back what there is no room for.
    pub(super) fn count(&self, now: Time, counted: Vec<Counted>) -> Result<(), Vec<Counted>> {
        self.committer.count(now, counted)
    }

    pub(super) fn remember(&self, remembered: &mut Remembered) {
        for to_keep in remembered.take_unkept() {
            if let Err(to_keep) = self.committer.remember(to_keep) {
                remembered.give_back(&to_keep);
            }
        }
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
    pub(super) fn send_records(&mut self) {
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

    /// Has the records of this round kept, unless earlier ones still are: then those that come
    /// meanwhile are kept together. What there is to say if some are not.
    pub(super) fn end_round(&mut self) -> Option<Failure> {
        if self.of_records == 0 {
            self.send_records();
        }
        let lost = std::mem::take(&mut self.lost);
        (lost > 0).then(|| {
            tracing::error!(lost, "records were not kept: the disk does not answer");
            Failure::new(Code::RecordsLost)
        })
    }

    /// Whether `then` waits for what the event at hand began; otherwise it is over.
    fn wait(&mut self, then: Then) -> Option<Then> {
        let commits = std::mem::take(&mut self.begun);
        if commits.is_empty() {
            return Some(then);
        }
        self.waiting.push(Waiting { commits, failure: None, then });
        None
    }

    /// Those that waited for this commit alone, or for it last, with what they are to hear.
    fn over(
        &mut self,
        id: CommitId,
        failure: Option<&Failure>,
    ) -> Vec<(Then, Result<(), Failure>)> {
        for waiting in &mut self.waiting {
            if let Some(at) = waiting.commits.iter().position(|it| *it == id) {
                waiting.commits.swap_remove(at);
                waiting.failure = waiting.failure.take().or_else(|| failure.cloned());
            }
        }
        let over = self.waiting.extract_if(.., |waiting| waiting.commits.is_empty());
        over.map(|it| (it.then, it.failure.map_or(Ok(()), Err))).collect()
    }

    /// Puts off what changes a server or provider as a whole while something is on its way: decided
    /// now, it would undo that. What only takes away waits for nothing.
    pub(super) fn defer(&mut self, ask: Ask, state: &State) -> Option<Ask> {
        self.refuse_overtaken(&ask, state);
        let room = self.deferred.len() < DEFERRED;
        if room && !self.waiting.is_empty() && changes_a_whole(&ask, state) {
            self.deferred.push_back(ask);
            return None;
        }
        Some(ask)
    }

    /// What narrows counts against what widens and was put off before it.
    fn refuse_overtaken(&mut self, by: &Ask, state: &State) {
        for ask in std::mem::take(&mut self.deferred) {
            if !overtakes(by, &ask, state) {
                self.deferred.push_back(ask);
            } else if let Ask::Consent(ConsentAsk::Widen(_, reply)) = ask {
                drop(reply.send(Err(Failure::new(Code::Overtaken))));
            }
        }
    }

    /// What was put off and need not wait any more.
    fn next_deferred(&mut self) -> Option<Ask> {
        if self.waiting.is_empty() { self.deferred.pop_front() } else { None }
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
        if let Some(failure) = self.handle(event) {
            return then(self, Err(failure));
        }
        if let Some(then) = self.keeping.wait(Box::new(then)) {
            then(self, Ok(()));
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
            self.keeping.refuse(failure.clone());
            self.screen.notice(failure);
            self.follow_up(Event::CommitFailed(id));
        }
    }

    /// What became of a commit.
    pub(super) fn committed(&mut self, id: CommitId, kept: Result<(), CommitError>) {
        self.keeping.under_way -= 1;
        let failure = kept.err().map(|error| {
            tracing::error!(%error, "commit failed");
            error.failure()
        });
        if let Some(failure) = &failure {
            self.screen.notice(failure.clone());
        }
        if id == RECORDS {
            self.keeping.of_records -= 1;
            return;
        }
        self.handle(match failure {
            None => Event::Committed(id),
            Some(_) => Event::CommitFailed(id),
        });
        for (then, kept) in self.keeping.over(id, failure.as_ref()) {
            then(self, kept);
        }
        while let Some(ask) = self.keeping.next_deferred() {
            self.answer(ask);
        }
    }
}

fn changes_a_whole(ask: &Ask, state: &State) -> bool {
    if let Ask::Consent(ConsentAsk::Widen(WideningView::Confinement { server, choice }, _)) = ask {
        return loosens(*server, *choice, state);
    }
    let takes_away = matches!(ask, Ask::Provider(ProviderAsk::Remove(..)));
    !takes_away
        && matches!(
            ask,
            Ask::EditServer(..)
                | Ask::Consent(ConsentAsk::Widen(WideningView::Trust { .. }, _))
                | Ask::Tell(Event::SetLifecycle(..), _)
                | Ask::Provider(_)
        )
}

fn loosens(server: u32, choice: Confinement, state: &State) -> bool {
    let known = state.server(ServerId(server));
    known.is_some_and(|known| !choice.is_within(&known.confinement))
}

fn overtakes(by: &Ask, deferred: &Ask, state: &State) -> bool {
    let Ask::Consent(ConsentAsk::Widen(
        WideningView::Trust { server: of, .. } | WideningView::Confinement { server: of, .. },
        _,
    )) = deferred
    else {
        return false;
    };
    if let Ask::Consent(
        ConsentAsk::ToWiden(WideningView::Confinement { server, choice }, ..)
        | ConsentAsk::Widen(WideningView::Confinement { server, choice }, _),
    ) = by
    {
        return server == of && !loosens(*server, *choice, state);
    }
    let Ask::Tell(event, _) = by else { return false };
    let of_one = matches!(event, Event::Stop(id) | Event::WithdrawTrust(id) if id.0 == *of);
    of_one || matches!(event, Event::RevokeAll)
}
