use std::io;
use std::net::{TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::RootEntry;
use paddock_sandbox::{Attempt, Finding, NameAnswer, Proof, Reach};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};

/// How long the keeper may take to change the boundary and prove it.
const ANSWER: Duration = Duration::from_secs(10);

/// The boundary around a running server: changed, tried, and heard of. Clones are handles to the
/// same one.
#[derive(Debug, Clone)]
pub struct Boundary {
    asks: mpsc::Sender<Ask>,
    first: Arc<Proof>,
    attempts: Arc<Mutex<mpsc::Receiver<Attempt>>>,
    connected: Arc<Mutex<Option<Connected>>>,
}

/// The sockets that everything in a server's network leads to, where it has one by destinations.
#[derive(Debug)]
pub struct Connected {
    /// Where programs ask for names.
    pub questions: UdpSocket,
    /// The same over TCP.
    pub long_questions: TcpListener,
    /// Hear of what the kernel refuses, since nobody listens at a port. Empty where nothing does.
    #[cfg(target_os = "linux")]
    pub refusals: Vec<std::os::fd::OwnedFd>,
    /// By port. What is accepted there has the address that it was meant for as its own.
    pub listeners: Vec<(u16, TcpListener)>,
}

/// What was not tried yet when a change was told.
#[derive(Debug)]
pub struct Rest {
    found: oneshot::Receiver<Vec<Finding>>,
    until: Instant,
}

/// What came of listening at more ports.
#[derive(Debug)]
pub struct Listening {
    pub listeners: Vec<(u16, TcpListener)>,
    /// An address in use means that the server itself listens there.
    pub failed: Vec<(u16, io::Error)>,
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
    /// tier. Among many folders, what the change has not touched is tried after that, and must be waited
    /// for until there is another proof. After an error nobody knows what is in force: the server must
    /// end.
    pub async fn enforce(
        &self,
        folders: Vec<RootEntry>,
    ) -> Result<(Proof, Option<Rest>), BoundaryError> {
        let (answer, answered) = oneshot::channel();
        let (rest, found) = oneshot::channel();
        let proof = self.ask(Ask::Enforce(folders, answer, rest), answered).await?;
        let rest = proof.rest_follows.then(|| Rest { found, until: Instant::now() + ANSWER });
        Ok((proof, rest))
    }

    /// As [`enforce`](Self::enforce), and waits for all of it.
    pub async fn enforce_all(&self, folders: Vec<RootEntry>) -> Result<Proof, BoundaryError> {
        match self.enforce(folders).await? {
            (proof, None) => Ok(proof),
            (proof, Some(mut rest)) => Ok(proof.with_rest(rest.found().await?)),
        }
    }

    /// Tries how far each path can be reached from inside, beside how far it should be.
    pub async fn try_paths(
        &self,
        paths: Vec<(PathBuf, Reach)>,
    ) -> Result<Vec<Finding>, BoundaryError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Try(paths, answer), answered).await
    }

    /// What the server's network leads to; whoever asks first has it. `None` too where the network is
    /// open or off.
    pub async fn take_connected(&self) -> Option<Connected> {
        self.connected.lock().await.take()
    }

    /// Asks for names inside, as the server would: a few at a time. What is held for a decision is not
    /// waited for.
    pub async fn try_names(&self, names: Vec<String>) -> Result<Vec<NameAnswer>, BoundaryError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Names(names, answer), answered).await
    }

    /// Takes connections at these ports too. A port is closed again where its listener is dropped.
    pub async fn listen(&self, ports: Vec<u16>) -> Result<Listening, BoundaryError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Ask::Listen(ports, answer), answered).await
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

impl Rest {
    /// What was found of it. May be dropped and called again.
    ///
    /// # Errors
    ///
    /// Nobody knows what is in force: the server must end, unless it has.
    pub async fn found(&mut self) -> Result<Vec<Finding>, BoundaryError> {
        match timeout_at(self.until, &mut self.found).await {
            Ok(found) => found.map_err(|_| BoundaryError::Ended),
            Err(_) => Err(BoundaryError::TimedOut),
        }
    }
}

#[derive(Debug)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "no boundary can be asked there"))]
pub(crate) enum Ask {
    Enforce(Vec<RootEntry>, oneshot::Sender<Proof>, oneshot::Sender<Vec<Finding>>),
    Try(Vec<(PathBuf, Reach)>, oneshot::Sender<Vec<Finding>>),
    Names(Vec<String>, oneshot::Sender<Vec<NameAnswer>>),
    Listen(Vec<u16>, oneshot::Sender<Listening>),
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
pub(crate) fn boundary(first: Proof, connected: Option<Connected>) -> (Boundary, Inside) {
    const ASKS: usize = 16;
    // What nobody has looked at yet; more is dropped.
    const ATTEMPTS: usize = 64;
    let (asks, asked) = mpsc::channel(ASKS);
    let (attempts, attempted) = mpsc::channel(ATTEMPTS);
    let attempted = Arc::new(Mutex::new(attempted));
    let connected = Arc::new(Mutex::new(connected));
    let boundary = Boundary { asks, first: Arc::new(first), attempts: attempted, connected };
    (boundary, Inside { asks: asked, attempts })
}
