//! The thread that owns the storage. The disk may hold it up for as long as it likes: nobody else
//! waits for that but who asked.
//!
//! Commits are made in the order in which they come, each before anything that is read. What is
//! read is read in short steps, so that a commit waits for one of them at the most.

use std::io;

use paddock_core::{Change, Commit, CommitId, ServerId, Time};
use paddock_storage::{
    AuditRow, CommitError, Counted, Export, KeptAnswers, ReadError, Reading, Retention, Slot,
    Storage,
};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::message::Message;
use crate::remembered::ToKeep;
use crate::view::Failure;

/// Commits that wait for the disk at the most.
const COMMITS: usize = 64;
/// Counts that wait for a disk that takes nothing, at the most.
const UNKEPT: usize = 4096;
/// Steps of reading that wait at the most. Who wants more waits for room.
const READS: usize = 8;

/// What keeps commits, and reads the audit. Each call may wait for a disk.
pub trait Store: Send + 'static {
    /// As [`Storage::commit`].
    fn commit(&mut self, commit: &Commit) -> Result<(), CommitError>;
    /// As [`Storage::read`].
    fn read(&self, reading: &mut Reading) -> Result<bool, ReadError>;
    /// As [`Storage::export_step`].
    fn export_step(&self, export: &mut Export) -> Result<Option<Vec<AuditRow>>, ReadError>;
    /// As [`Storage::count`].
    fn count(&mut self, now: Time, all: &[Counted]) -> Result<(), CommitError>;
    /// As [`Storage::seen`].
    fn seen(
        &self,
        server: Option<ServerId>,
        slot: Slot,
        since: Time,
    ) -> Result<Vec<Counted>, ReadError>;
    /// As [`Storage::remember`].
    fn remember(&mut self, new: &KeptAnswers) -> Result<(), CommitError>;
    /// As [`Storage::trim`].
    fn trim(&mut self, keep: Retention, now: Time) -> Result<bool, CommitError>;
}

impl Store for Storage {
    fn commit(&mut self, commit: &Commit) -> Result<(), CommitError> {
        Self::commit(self, commit)
    }

    fn read(&self, reading: &mut Reading) -> Result<bool, ReadError> {
        Self::read(self, reading)
    }

    fn export_step(&self, export: &mut Export) -> Result<Option<Vec<AuditRow>>, ReadError> {
        Self::export_step(self, export)
    }

    fn count(&mut self, now: Time, all: &[Counted]) -> Result<(), CommitError> {
        Self::count(self, now, all)
    }

    fn seen(
        &self,
        server: Option<ServerId>,
        slot: Slot,
        since: Time,
    ) -> Result<Vec<Counted>, ReadError> {
        Self::seen(self, server, slot, since)
    }

    fn remember(&mut self, new: &KeptAnswers) -> Result<(), CommitError> {
        Self::remember(self, new)
    }

    fn trim(&mut self, keep: Retention, now: Time) -> Result<bool, CommitError> {
        Self::trim(self, keep, now)
    }
}

/// The way to the thread for the one who commits. The thread ends, and closes the storage, once
/// this is dropped and what waits is kept.
#[derive(Debug)]
pub(crate) struct Committer {
    writes: mpsc::Sender<Write>,
    trims: mpsc::Sender<Trim>,
    ended: oneshot::Receiver<()>,
}

/// What is to be kept. It is kept in the order in which it comes.
#[derive(Debug)]
enum Write {
    Commit(Commit),
    Count(Time, Vec<Counted>),
    Remember(ToKeep),
}

/// Records that are kept no longer are to go.
#[derive(Clone, Copy, Debug)]
struct Trim {
    keep: Retention,
    now: Time,
}

impl Committer {
    /// Has `commit` kept; the answer comes as a [`Message::Committed`]. Gives it back if too much
    /// waits.
    pub(crate) fn commit(&self, commit: Commit) -> Result<(), Commit> {
        match self.writes.try_reserve() {
            Ok(room) => {
                room.send(Write::Commit(commit));
                Ok(())
            }
            Err(_) => Err(commit),
        }
    }

    /// Has what was counted kept. Gives it back if too much waits.
    pub(crate) fn count(&self, now: Time, counted: Vec<Counted>) -> Result<(), Vec<Counted>> {
        match self.writes.try_reserve() {
            Ok(room) => {
                room.send(Write::Count(now, counted));
                Ok(())
            }
            Err(_) => Err(counted),
        }
    }

    /// Has what a server answered kept. Gives it back if too much waits.
    pub(crate) fn remember(&self, to_keep: ToKeep) -> Result<(), ToKeep> {
        match self.writes.try_reserve() {
            Ok(room) => {
                room.send(Write::Remember(to_keep));
                Ok(())
            }
            Err(_) => Err(to_keep),
        }
    }

    /// Has records removed that are kept no longer, whenever there is nothing else to do.
    pub(crate) fn trim(&self, keep: Retention, now: Time) {
        // One that waits sees to the same.
        let _ = self.trims.try_send(Trim { keep, now });
    }

    /// Returns when all that waits is kept and the storage is closed.
    pub(crate) async fn close(self) {
        drop(self.writes);
        // The thread sends nothing: it is over when it lets go of its end.
        let _ = self.ended.await;
    }
}

/// The way to the thread for those who read.
#[derive(Clone, Debug)]
pub(crate) struct Reader(mpsc::Sender<Read>);

type Read = Box<dyn FnOnce(&dyn Store) + Send>;

impl Reader {
    /// Has `step` made on the thread.
    pub(crate) async fn step<T: Send + 'static>(
        &self,
        step: impl FnOnce(&dyn Store) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (reply, answer) = oneshot::channel();
        let read: Read = Box::new(|store| drop(reply.send(step(store))));
        let closed = || Failure::internal("the storage is closed");
        self.0.send(read).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())
    }
}

/// Starts the thread. What became of each commit goes to `answers`.
pub(crate) fn start(
    store: impl Store,
    answers: mpsc::Sender<Message>,
    runtime: &Handle,
) -> io::Result<(Committer, Reader)> {
    let (writes, to_write) = mpsc::channel(COMMITS);
    let (reads, to_read) = mpsc::channel(READS);
    let (trims, to_trim) = mpsc::channel(1);
    let (ends, ended) = oneshot::channel();
    let on = runtime.clone();
    std::thread::Builder::new().name("paddock-storage".into()).spawn(move || {
        on.block_on(work(store, (to_write, to_read, to_trim), answers));
        drop::<oneshot::Sender<()>>(ends);
    })?;
    Ok((Committer { writes, trims, ended }, Reader(reads)))
}

type Queues = (mpsc::Receiver<Write>, mpsc::Receiver<Read>, mpsc::Receiver<Trim>);

/// Works until nobody commits any more.
async fn work(
    mut store: impl Store,
    (mut writes, mut reads, mut trims): Queues,
    answers: mpsc::Sender<Message>,
) {
    let mut trimming: Option<Trim> = None;
    let mut unkept = Vec::new();
    loop {
        tokio::select! {
            biased;
            write = writes.recv() => match write {
                Some(Write::Commit(commit)) => {
                    let kept = store.commit(&commit);
                    if kept.is_ok() && commit.changes.contains(&Change::ForgetActivity) {
                        unkept.clear();
                    }
                    answer(&answers, commit.id, kept).await;
                }
                Some(Write::Count(now, counted)) => {
                    unkept.extend(counted);
                    count(&mut store, now, &mut unkept);
                }
                Some(Write::Remember(to_keep)) => remember(&mut store, to_keep),
                None => return,
            },
            Some(read) = reads.recv() => read(&store),
            Some(trim) = trims.recv() => trimming = Some(trim),
            () = std::future::ready(()), if trimming.is_some() => {
                trimming = trimming.filter(|trim| trim_step(&mut store, *trim));
            }
        }
    }
}

/// What the disk does not take is tried again with what is counted next.
fn count(store: &mut impl Store, now: Time, unkept: &mut Vec<Counted>) {
    match store.count(now, unkept) {
        Ok(()) => unkept.clear(),
        Err(error) => {
            tracing::error!(%error, "what was counted is not kept yet");
            unkept.drain(..unkept.len().saturating_sub(UNKEPT));
        }
    }
}

/// What the disk does not take is learned anew from the next session.
fn remember(store: &mut impl Store, to_keep: ToKeep) {
    if let Err(error) = store.remember(&to_keep.into_words()) {
        tracing::error!(%error, "what a server answered is not kept");
    }
}

/// Whether there may be more to remove.
fn trim_step(store: &mut impl Store, Trim { keep, now }: Trim) -> bool {
    store.trim(keep, now).unwrap_or_else(|error| {
        tracing::error!(%error, "records that are kept no longer were not removed");
        false
    })
}

async fn answer(answers: &mpsc::Sender<Message>, id: CommitId, kept: Result<(), CommitError>) {
    let _ = answers.send(Message::Committed(id, kept)).await;
}

#[cfg(test)]
mod tests;
