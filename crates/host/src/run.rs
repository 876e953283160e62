//! One run of a server: started, spoken with, and seen to its end.

mod ending;
mod last_words;
mod memory;
pub(crate) mod names;
#[cfg(target_os = "linux")]
pub(crate) mod network;
#[cfg(not(target_os = "linux"))]
#[path = "run/no_network.rs"]
pub(crate) mod network;
#[cfg(target_os = "linux")]
mod recorded;
mod untried;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::network::{Destination, Meant, Rules};
use paddock_core::{RootList, SessionId};
use paddock_mcp::{
    Ask, AskEnd, AskId, CallId, CloseReason, Connection, Event, Events, Implementation, List,
    LogLevel, Options, Progress, Ready, Revision, Roots,
};
use paddock_network::{Outside, Quota};
use paddock_supervisor::{
    Attempt, Boundary, BoundaryError, Deadlines, Exit, Finding, Job, Launch, Proof, Stdio,
    StopLevel, Unread, spawn,
};
use tokio::sync::{mpsc, watch};

use crate::asked::Brought;
use crate::journal::Journal;
use crate::message::Message;
use crate::view::{LogSource, NotReached, PassageView};
pub(crate) use ending::{Why, exited, given_up};
use last_words::last_lines;
use network::Broker;
use untried::Untried;

/// Names one run, so that what an earlier one still says is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunId(pub(crate) u64);

/// What a run says of itself.
#[derive(Debug)]
pub(crate) enum Report {
    /// The process is there, and the handshake has begun.
    Connected(Connection),
    Ready(Box<Ready>),
    /// The list of this generation was given to the server.
    Told(u64),
    ListChanged(List),
    /// A resource that is followed changed.
    ResourceUpdated(String),
    Progressed(Progress),
    /// The process has a boundary around it.
    Confined(Boundary),
    /// The operating system lets the process into the folders of this list, as a probe found.
    Enforced(Arc<RootList>, Proof),
    /// The server tried to reach something outside.
    Attempted(Attempt),
    /// What decides where the process connects has begun to.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    Brokered(Arc<Broker>),
    /// What became of names that were asked for inside.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    NamesTried(Vec<PassageView>),
    /// What went where is not what it was.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    Counted,
    /// The server waits for a decision on where it may connect.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    Seeks(Destination, Vec<Destination>),
    /// Where it was not let to, and how often since this was told last.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    Refused(BTreeMap<Destination, u32>),
    /// Where it may connect and did not get through, since this was told last.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    Unreached(Vec<(Meant, NotReached)>),
    /// The server has more to send than it may.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    SendingHeld,
    /// What became of its connections to a destination.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    Connection(Destination, paddock_core::Connection),
    /// The server asks something of the person, in this call where the era says so.
    Asked(Option<CallId>, Box<Brought<AskId>>),
    AskEnded(AskId, AskEnd),
    ElicitationComplete(String),
    /// No process is left.
    Ended(Why),
}

/// Who speaks with the server.
#[derive(Debug)]
pub(crate) enum Speaks {
    Paddock {
        roots: Roots,
        options: Box<Options>,
    },
    /// An app, through its relay.
    App(paddock_relay::Session),
}

/// Everything a run needs.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) session: SessionId,
    pub(crate) id: RunId,
    pub(crate) keeper: PathBuf,
    pub(crate) launch: Launch,
    /// The folders that its policy lets it into.
    pub(crate) launched_with: Arc<RootList>,
    pub(crate) speaks: Speaks,
    pub(crate) journal: Journal,
    pub(crate) mailbox: mpsc::Sender<Message>,
    /// What the process is to be let into, from the list that it is launched with on.
    pub(crate) wanted: watch::Receiver<Arc<RootList>>,
    /// Where it may connect, if its network is Paddock's affair.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    pub(crate) rules: watch::Receiver<Arc<Rules>>,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    pub(crate) outside: Arc<dyn Outside>,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing decides there"))]
    pub(crate) quota: Arc<Quota>,
    pub(crate) level: watch::Receiver<StopLevel>,
}

impl Run {
    pub(crate) async fn drive(self) {
        let why = self.live().await;
        self.report(Report::Ended(why)).await;
    }

    async fn live(&self) -> Why {
        let started = spawn(&self.keeper, self.launch.clone(), Deadlines::default()).await;
        let (job, stdio) = match started {
            Ok(started) => started,
            Err(error) => return Why::NotStarted(error),
        };
        let stderr = tokio::spawn(copy_stderr(self.journal.clone(), job.clone()));
        let mut kept = pin!(self.keep(&job));
        // Whoever speaks is given the process in any case, and so hears of its end.
        let why = tokio::select! {
            biased;
            why = self.speak(&job, stdio) => why,
            why = &mut kept => Some(why),
        };
        let (exit, why) = self.end(&job, kept, why).await;
        // The last lines are in the log before the end of the run is.
        let _ = stderr.await;
        match why {
            // Whatever it was to end for, something of it may be there.
            Some(why) if exit != Exit::Stuck => why,
            _ => Why::Exited {
                exit,
                stderr: last_lines(&job),
                bounds: self.launch.bounds,
                tier: self.launch.policy.as_ref().map(|policy| policy.tier),
            },
        }
    }

    /// Until the run is to end; why, unless its process just ended.
    async fn speak(&self, job: &Job, stdio: Stdio) -> Option<Why> {
        let (roots, options) = match &self.speaks {
            Speaks::Paddock { roots, options } => (roots.clone(), Options::clone(options)),
            Speaks::App(relay) => {
                relay.serve(stdio.stdout, stdio.stdin);
                return tokio::select! {
                    () = self.asked_to(StopLevel::Stop) => Some(Why::Stopped),
                    _ = job.wait() => None,
                };
            }
        };
        let inlet: Arc<dyn paddock_mcp::Inlet> = Arc::new(Inlet(stdio.stdin.unread()));
        let options = Options { inlet: Some(inlet), ..options };
        let (connection, mut events) =
            paddock_mcp::connect(stdio.stdout, stdio.stdin, options, Some(roots));
        let _closes = Closes(connection.clone());
        self.report(Report::Connected(connection.clone())).await;
        self.converse(job, &connection, &mut events).await
    }

    /// Ends the process: in its own time, as long as its boundary is kept meanwhile.
    async fn end(
        &self,
        job: &Job,
        kept: Pin<&mut impl Future<Output = Why>>,
        why: Option<Why>,
    ) -> (Exit, Option<Why>) {
        if matches!(why, Some(Why::Leaked | Why::BoundaryLost(_))) {
            return (job.kill().await, why);
        }
        tokio::select! {
            biased;
            why = kept => (job.kill().await, Some(why)),
            exit = job.stop() => (exit, why),
            () = self.asked_to(StopLevel::Kill) => (job.kill().await, why),
        }
    }

    /// Keeps the process to what is wanted, for as long as that is known to work; why it is not.
    async fn keep(&self, job: &Job) -> Why {
        let Some(boundary) = job.boundary() else { return std::future::pending().await };
        self.report(Report::Confined(boundary.clone())).await;
        let mut connected = pin!(async {
            match self.connect(boundary).await {
                Some(why) => why,
                None => std::future::pending().await,
            }
        });
        tokio::select! {
            why = self.keep_to_folders(boundary) => why,
            why = &mut connected => why,
        }
    }

    async fn keep_to_folders(&self, boundary: &Boundary) -> Why {
        let mut wanted = self.wanted.clone();
        let launched_with = Arc::clone(&self.launched_with);
        let first = boundary.first_proof().clone();
        if let Some(why) = self.proven(launched_with.clone(), first).await {
            return why;
        }
        if *wanted.borrow_and_update() != launched_with {
            wanted.mark_changed();
        }
        let mut untried = None;
        loop {
            tokio::select! {
                found = Untried::found(&mut untried) => {
                    if let Some(why) = self.rest_proven(untried.take(), found).await {
                        return why;
                    }
                }
                changed = wanted.changed() => {
                    if changed.is_err() {
                        return std::future::pending().await;
                    }
                    let list = Arc::clone(&wanted.borrow_and_update());
                    let why = match boundary.enforce(list.entries.clone()).await {
                        Ok((proof, rest)) => {
                            // What was left of the list before is in this proof.
                            untried = rest.map(|rest| Untried::new(&list, &proof, rest));
                            self.proven(list, proof).await
                        }
                        Err(BoundaryError::Ended) => return self.gone(untried).await,
                        Err(error) => Some(Why::BoundaryLost(error)),
                    };
                    if let Some(why) = why {
                        return why;
                    }
                }
                attempt = boundary.next_attempt() => match attempt {
                    Some(attempt) => self.report(Report::Attempted(attempt)).await,
                    None => return self.gone(untried).await,
                },
            }
        }
    }

    /// The rest that is still to come counts as a proof of its own: without it nothing is known.
    async fn rest_proven(
        &self,
        untried: Option<Untried>,
        found: Result<Vec<Finding>, BoundaryError>,
    ) -> Option<Why> {
        match (untried, found) {
            (Some(untried), Ok(rest)) => {
                self.proven(untried.list, untried.proof.with_rest(rest)).await
            }
            (None, _) | (_, Err(BoundaryError::Ended)) => None,
            (_, Err(error)) => Some(Why::BoundaryLost(error)),
        }
    }

    /// A process that is gone reaches nothing; how it went is told elsewhere, unless its keeper ended it
    /// for what it found.
    async fn gone(&self, mut untried: Option<Untried>) -> Why {
        if untried.is_some() {
            let found = Untried::found(&mut untried).await;
            if let Some(why) = self.rest_proven(untried, found).await {
                return why;
            }
        }
        std::future::pending().await
    }

    async fn proven(&self, list: Arc<RootList>, proof: Proof) -> Option<Why> {
        let holds = proof.holds();
        self.report(Report::Enforced(list, proof)).await;
        (!holds).then_some(Why::Leaked)
    }

    async fn asked_to(&self, level: StopLevel) {
        let mut asked = self.level.clone();
        // Nobody is left to ask for more; a stop is what remains.
        let nobody_left = asked.wait_for(|asked| *asked >= level).await.is_err();
        if nobody_left && level > StopLevel::Stop {
            std::future::pending::<()>().await;
        }
    }

    /// Until the run is to end; why, unless its process just ended.
    async fn converse(
        &self,
        job: &Job,
        connection: &Connection,
        events: &mut Events,
    ) -> Option<Why> {
        let mut revision = None;
        loop {
            tokio::select! {
                () = self.asked_to(StopLevel::Stop) => return Some(Why::Stopped),
                event = events.recv() => match event {
                    Some(Event::Closed(reason)) => return self.closed(job, reason).await,
                    Some(Event::Asked(ask)) => self.asked(connection, &ask, revision).await,
                    Some(event) => {
                        if let Event::Ready(ready) = &event {
                            revision = Some(ready.revision);
                        }
                        self.heard(connection, event).await;
                    }
                    None => return None,
                },
            }
        }
    }

    /// The server asks something of the person. What can't be put before one is answered at once.
    async fn asked(&self, connection: &Connection, ask: &Ask, revision: Option<Revision>) {
        let Some(revision) = revision else { return };
        match Brought::read(ask.id, &ask.asked, revision) {
            Ok(asked) => self.report(Report::Asked(ask.call, Box::new(asked))).await,
            Err(unfit) => {
                let text = format!("request refused: {}", unfit.message);
                self.journal.write(LogSource::Paddock, None, &text);
                connection.answer(ask.id, unfit.reply());
            }
        }
    }

    /// A server that ends closes its output first: its exit says more than that.
    async fn closed(&self, job: &Job, reason: CloseReason) -> Option<Why> {
        const GRACE: Duration = Duration::from_millis(500);
        let ended_by_itself = matches!(
            reason,
            CloseReason::EndOfOutput
                | CloseReason::EndedByDiscover
                | CloseReason::Write(_)
                | CloseReason::Read(_)
        );
        if ended_by_itself && tokio::time::timeout(GRACE, job.wait()).await.is_ok() {
            return None;
        }
        Some(Why::Closed(reason))
    }

    async fn heard(&self, connection: &Connection, event: Event) {
        match event {
            Event::Ready(ready) => {
                if ready.capabilities.logging {
                    let connection = connection.clone();
                    tokio::spawn(async move { connection.set_log_level(LogLevel::Info).await });
                }
                self.report(Report::Ready(ready)).await;
            }
            Event::RootsTold { generation } => self.report(Report::Told(generation)).await,
            Event::Log(log) => {
                let level = format!("{:?}", log.level).to_lowercase();
                let text = match log.logger {
                    Some(logger) => format!("{logger}: {}", log.text),
                    None => log.text,
                };
                self.journal.write(LogSource::Message, Some(level), &text);
            }
            Event::Violation(violation) => {
                self.journal.write(LogSource::Paddock, None, &violation.to_string());
            }
            Event::Dropped { count } => {
                self.journal.write(LogSource::Paddock, None, &format!("… {count} more"));
            }
            Event::ListChanged(list) => self.report(Report::ListChanged(list)).await,
            Event::ResourceUpdated { uri } => self.report(Report::ResourceUpdated(uri)).await,
            Event::Progress(progress) => self.report(Report::Progressed(progress)).await,
            Event::AskEnded { ask, why } => self.report(Report::AskEnded(ask, why)).await,
            Event::ElicitationComplete { elicitation } => {
                self.report(Report::ElicitationComplete(elicitation)).await;
            }
            Event::RootsChangedSent { .. } | Event::Asked(_) | Event::Closed(_) => {}
        }
    }

    async fn report(&self, report: Report) {
        let message = Message::Run(self.session, self.id, report);
        // The host is gone when nobody reads; then the job is dropped, and with it the server.
        let _ = self.mailbox.send(message).await;
    }
}

/// A conversation that ends when this is dropped.
struct Closes(Connection);

impl Drop for Closes {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The server's standard input.
#[derive(Debug)]
struct Inlet(Unread);

impl paddock_mcp::Inlet for Inlet {
    fn is_unread(&self) -> bool {
        self.0.is_some()
    }
}

async fn copy_stderr(journal: Journal, job: Job) {
    let mut lines = job.stderr().watch();
    lines.mark_changed();
    let mut copied = 0;
    loop {
        // Its last lines are in the log before the job is over.
        let ended = tokio::select! {
            _ = job.wait() => true,
            more = lines.changed() => more.is_err(),
        };
        let tail = job.stderr().tail(copied);
        if let Some(first) = tail.lines.first()
            && first.number > copied + 1
        {
            let lost = first.number - copied - 1;
            journal.write(LogSource::Paddock, None, &format!("… {lost} more"));
        }
        for line in tail.lines {
            copied = line.number;
            let text = if line.cut { format!("{} …", line.text) } else { line.text.to_string() };
            journal.write(LogSource::Stderr, None, &text);
        }
        if ended {
            return;
        }
    }
}

pub(crate) fn options() -> Options {
    Options::new(Implementation {
        name: "paddock".to_owned(),
        title: Some("Paddock".to_owned()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}
