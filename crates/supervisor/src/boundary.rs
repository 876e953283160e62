use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::RootEntry;
use paddock_sandbox::{Attempt, Finding, Proof, Reach};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::timeout;

/// How long the keeper may take to change the boundary and prove it.
const ANSWER: Duration = Duration::from_secs(10);

/// The boundary around a running server: changed, tried, and heard of. Clones are handles to the
/// same one.
#[derive(Debug, Clone)]
pub struct Boundary {
    asks: mpsc::Sender<Ask>,
    first: Arc<Proof>,
    attempts: Arc<Mutex<mpsc::Receiver<Attempt>>>,
}

/// Why the boundary did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoundaryError {
    #[error("the server has ended")]
    Ended,
    #[error("the keeper gave no answer within {} s", ANSWER.as_secs())]
    TimedOut,
}

impl Boundary {
    /// What the probe found before the program ran.
    pub fn first_proof(&self) -> &Proof {
        &self.first
    }

    /// Makes `folders` the folders granted, and says what a probe found inside then. Only for a live
    /// tier. After an error nobody knows what is in force: the server must end.
    pub async fn enforce(&self, folders: Vec<RootEntry>) -> Result<Proof, BoundaryError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Enforce(folders, answer), answered).await
    }

    /// Tries how far each path can be reached from inside, beside how far it should be.
    pub async fn try_paths(
        &self,
        paths: Vec<(PathBuf, Reach)>,
    ) -> Result<Vec<Finding>, BoundaryError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Try(paths, answer), answered).await
    }

    /// Lets an access that was held go on: to find what has been granted meanwhile, or nothing.
    pub async fn decide(&self, held: u64) {
        // A server that has ended waits for nothing.
        _ = self.asks.send(Ask::Decide(held)).await;
    }

    /// The next access to something outside; `None` once the server has ended.
    pub async fn next_attempt(&self) -> Option<Attempt> {
        self.attempts.lock().await.recv().await
    }

    async fn ask<T>(&self, ask: Ask, answered: oneshot::Receiver<T>) -> Result<T, BoundaryError> {
        let exchange = async {
            self.asks.send(ask).await.map_err(|_| BoundaryError::Ended)?;
            answered.await.map_err(|_| BoundaryError::Ended)
        };
        timeout(ANSWER, exchange).await.unwrap_or(Err(BoundaryError::TimedOut))
    }
}

#[derive(Debug)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "no boundary can be asked there"))]
pub(crate) enum Ask {
    Enforce(Vec<RootEntry>, oneshot::Sender<Proof>),
    Try(Vec<(PathBuf, Reach)>, oneshot::Sender<Vec<Finding>>),
    Decide(u64),
}

/// The ends of a [`Boundary`] that the keeper of the tree holds.
#[derive(Debug)]
#[cfg(target_os = "linux")]
pub(crate) struct Inside {
    pub(crate) asks: mpsc::Receiver<Ask>,
    pub(crate) attempts: mpsc::Sender<Attempt>,
}

#[cfg(target_os = "linux")]
pub(crate) fn boundary(first: Proof) -> (Boundary, Inside) {
    const ASKS: usize = 16;
    // What nobody has looked at yet; more is dropped.
    const ATTEMPTS: usize = 64;
    let (asks, asked) = mpsc::channel(ASKS);
    let (attempts, attempted) = mpsc::channel(ATTEMPTS);
    let attempted = Arc::new(Mutex::new(attempted));
    let boundary = Boundary { asks, first: Arc::new(first), attempts: attempted };
    (boundary, Inside { asks: asked, attempts })
}
