//! Proving a server's boundary beside no running instance of it: that one could be granted the folder
//! of its own program, and know when the other is about to be started from it.

use paddock_core::{Command, Event, RunState, ServerId};
use paddock_supervisor::Tier;
use tokio::sync::oneshot;

use super::Actor;
use crate::Subject;
use crate::message::{Message, Return};
use crate::overview::Overview;
use crate::prove::{Proving, Turn};
use crate::view::{Code, Failure};

impl Actor {
    /// Has the server stop, if it runs, and answers as soon as it does not.
    pub(super) fn prove(&mut self, server: ServerId, reply: Return<Turn>) {
        if let Err(failure) = self.overview().subject(server) {
            return drop(reply.send(Err(failure)));
        }
        let runtime = self.runtimes.entry(server.own());
        if runtime.proving.is_some() {
            return drop(reply.send(Err(Failure::new(Code::BeingProved))));
        }
        runtime.proving = Some(Proving::Waiting(reply));
        let running: Vec<_> = self.runtimes.running(server).map(|(session, _)| session).collect();
        for session in running {
            if self.state.run(session) != Some(RunState::Stopping) {
                self.handle(Event::Restart(session));
            }
        }
        self.begin_proof(server);
    }

    /// Begins a proof that waits, once the server does not run any more.
    pub(super) fn begin_proof(&mut self, server: ServerId) {
        if self.runtimes.running(server).next().is_some() {
            return;
        }
        let subject = self.overview().subject(server);
        let Some(runtime) = self.runtimes.get_mut(server.own()) else { return };
        let waiting = runtime.proving.take_if(|proving| matches!(proving, Proving::Waiting(_)));
        let Some(Proving::Waiting(reply)) = waiting else { return };
        runtime.proving = Some(Proving::UnderWay);
        let (over, ends) = oneshot::channel();
        self.beside.report(async move {
            _ = ends.await;
            Message::ProofOver(server)
        });
        let turn = subject.map(|(tier, subject)| Turn { tier, subject, _over: over });
        _ = reply.send(turn);
    }

    pub(super) fn proof_over(&mut self, server: ServerId) {
        if let Some(runtime) = self.runtimes.get_mut(server.own()) {
            runtime.proving = None;
        }
        for session in self.state.sessions_of(server) {
            self.launch(session);
        }
    }
}

impl Overview<'_> {
    /// A pause holds for what is only proved, too.
    pub(crate) fn starts_nothing_in_a_pause(&self) -> Result<(), Failure> {
        match self.state.paused() {
            Some(_) => Err(Failure::new(Code::ServersPaused)),
            None => Ok(()),
        }
    }

    /// What is proved of a server: what it is now, in the tier that is used here.
    fn subject(&self, id: ServerId) -> Result<(Tier, Subject), Failure> {
        let server = self.state.server(id).ok_or_else(|| Failure::new(Code::UnknownServer))?;
        self.starts_nothing_in_a_pause()?;
        let tier = self.machine.tier().ok_or_else(|| Failure::new(Code::NotEnforceable))?;
        if server.command != Command::Bundled && server.trusted.is_none() {
            return Err(Failure::new(Code::ProveUntrusted));
        }
        let (command, confinement) = (server.command.clone(), server.confinement);
        let name = paddock_core::text::shown(&server.name);
        let trusted = server.trusted.as_ref().and_then(|trusted| trusted.seen.clone());
        let granted =
            self.state.grants_of(id).map(|it| it.root.path.as_path().to_owned()).collect();
        let bounds = self.machine.bounds(Some(server));
        Ok((tier, Subject { name, command, confinement, bounds, trusted, granted }))
    }
}
