use std::sync::{Arc, Mutex, mpsc as blocking};

use super::*;

/// A store that writes down what it did, and makes its first commit when it is let.
struct Slow {
    did: Arc<Mutex<Vec<String>>>,
    let_go: Option<blocking::Receiver<()>>,
    /// How often it takes no counts.
    full: usize,
}

impl Store for Slow {
    fn commit(&mut self, commit: &Commit) -> Result<(), CommitError> {
        if let Some(let_go) = self.let_go.take() {
            let _ = let_go.recv();
        }
        self.did.lock().unwrap().push(format!("commit {}", commit.id.0));
        Ok(())
    }

    fn read(&self, _: &mut Reading) -> Result<bool, ReadError> {
        self.did.lock().unwrap().push("read".to_owned());
        Ok(true)
    }

    fn export_step(&self, _: &mut Export) -> Result<Option<Vec<AuditRow>>, ReadError> {
        Ok(None)
    }

    fn count(&mut self, now: Time, all: &[Counted]) -> Result<(), CommitError> {
        if self.full > 0 {
            self.full -= 1;
            return Err(CommitError::Full);
        }
        let sent: u64 = all.iter().map(|it| it.counts.sent).sum();
        self.did.lock().unwrap().push(format!("count {}: {sent}", now.0));
        Ok(())
    }

    fn seen(&self, _: Option<ServerId>, _: Slot, _: Time) -> Result<Vec<Counted>, ReadError> {
        Ok(Vec::new())
    }

    fn remember(&mut self, _: &KeptAnswers) -> Result<(), CommitError> {
        Ok(())
    }

    fn trim(&mut self, _: Retention, _: Time) -> Result<bool, CommitError> {
        let mut did = self.did.lock().unwrap();
        did.push("trim".to_owned());
        Ok(did.iter().filter(|it| *it == "trim").count() < 3)
    }
}

struct Started {
    committer: Committer,
    reader: Reader,
    did: Arc<Mutex<Vec<String>>>,
    let_go: blocking::Sender<()>,
    answers: mpsc::Receiver<Message>,
}

fn started() -> Started {
    started_full(0)
}

fn started_full(full: usize) -> Started {
    let (let_go, held) = blocking::channel();
    let did = Arc::default();
    let slow = Slow { did: Arc::clone(&did), let_go: Some(held), full };
    let (to, answers) = mpsc::channel(2 * COMMITS);
    let (committer, reader) = start(slow, to, &Handle::current()).unwrap();
    Started { committer, reader, did, let_go, answers }
}

fn commit(id: u64) -> Commit {
    Commit { id: CommitId(id), changes: Vec::new(), audit: Vec::new() }
}

async fn read(reader: Reader) {
    let mut reading = Reading::new(paddock_storage::AuditFilter::default(), None, 1);
    reader.step(move |store| store.read(&mut reading)).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_commit_is_made_before_anything_that_is_read() {
    let started = started();
    started.committer.commit(commit(1)).unwrap();
    let reads = futures_of(READS, &started.reader);
    tokio::task::yield_now().await;
    started.committer.commit(commit(2)).unwrap();
    started.let_go.send(()).unwrap();
    for read in reads {
        read.await.unwrap();
    }
    let did = started.did.lock().unwrap();
    assert_eq!(did[..2], ["commit 1", "commit 2"]);
    assert_eq!(did.len(), 2 + READS);
}

fn futures_of(count: usize, reader: &Reader) -> Vec<tokio::task::JoinHandle<()>> {
    (0..count).map(|_| tokio::spawn(read(reader.clone()))).collect()
}

#[tokio::test]
async fn what_waits_is_kept_in_order_before_it_closes() {
    let mut started = started();
    for id in 0..5 {
        started.committer.commit(commit(id)).unwrap();
    }
    started.let_go.send(()).unwrap();
    started.committer.close().await;
    assert_eq!(*started.did.lock().unwrap(), [0, 1, 2, 3, 4].map(|id| format!("commit {id}")));
    for expected in 0..5 {
        let Some(Message::Committed(id, Ok(()))) = started.answers.recv().await else { panic!() };
        assert_eq!(id.0, expected);
    }
    assert!(started.reader.step(|_| ()).await.is_err());
}

#[tokio::test]
async fn what_was_counted_is_kept_in_its_turn() {
    let started = started();
    started.committer.commit(commit(1)).unwrap();
    started.committer.count(Time(7), vec![sent(5)]).unwrap();
    started.committer.commit(commit(2)).unwrap();
    started.let_go.send(()).unwrap();
    started.committer.close().await;
    assert_eq!(*started.did.lock().unwrap(), ["commit 1", "count 7: 5", "commit 2"]);
}

#[tokio::test]
async fn what_was_counted_while_the_disk_was_full_is_kept_later_and_once() {
    let started = started_full(2);
    for (at, bytes) in [(1, 5), (2, 7), (3, 9), (4, 11)] {
        started.committer.count(Time(at), vec![sent(bytes)]).unwrap();
    }
    started.committer.close().await;
    assert_eq!(*started.did.lock().unwrap(), ["count 3: 21", "count 4: 11"]);
}

fn sent(bytes: u64) -> Counted {
    let counts = paddock_storage::Counts { sent: bytes, ..Default::default() };
    Counted { at: Time(0), server: ServerId(1), destination: None, counts }
}

#[tokio::test]
async fn more_than_may_wait_is_given_back_at_once() {
    let started = started();
    let most = COMMITS as u64;
    // One of them may be at the disk already.
    let given_back = (0..most + 2).find_map(|id| started.committer.commit(commit(id)).err());
    assert!(given_back.is_some_and(|commit| commit.id.0 >= most));
    started.let_go.send(()).unwrap();
    started.committer.close().await;
}

#[tokio::test]
async fn what_is_kept_no_longer_goes_in_steps_after_all_else() {
    let started = started();
    started.committer.commit(commit(1)).unwrap();
    started.committer.trim(Retention { days: 1, bytes: 1 }, Time(0));
    started.committer.commit(commit(2)).unwrap();
    started.let_go.send(()).unwrap();
    // The thread takes a step only when nothing else waits.
    read(started.reader.clone()).await;
    let mut all = Vec::new();
    while all.len() < 6 {
        tokio::task::yield_now().await;
        all.clone_from(&started.did.lock().unwrap());
    }
    assert_eq!(all, ["commit 1", "commit 2", "read", "trim", "trim", "trim"]);
}
