//! Servers in use: woken for it, kept awake by it, and what they said meanwhile.

use paddock_core::text::shown;
use paddock_core::{Event, RunState, SessionId};
use paddock_mcp::Progress;
use tokio::sync::oneshot;

use super::Actor;
use crate::message::{Return, UseAsk};
use crate::runtime::{ReadyClient, Runtime};
use crate::view::{Code, Failure, ProgressView};

/// Who waits for one server to be ready, at the most.
const WAITING: usize = 64;

impl Actor {
    pub(super) fn answer_use(&mut self, ask: UseAsk) {
        match ask {
            UseAsk::Client(server, reply) => self.give_client(server.own(), reply),
            UseAsk::Began { server, call } => self.count_use(server.own(), call, 1),
            UseAsk::Ended { server, call } => self.count_use(server.own(), call, -1),
            UseAsk::Called { server, what, paths, arguments, ok } => {
                let session = server.own();
                let arguments = arguments.filter(|_| self.retention.now().arguments);
                let runtime = self.runtimes.get(session);
                let arguments = arguments.zip(runtime).map(|(it, of)| of.wire.masked(&it));
                self.handle(Event::Called { session, what, paths, arguments, ok });
            }
            UseAsk::Follow(server, uri, on, reply) => {
                drop(reply.send(self.follow_resource(server.own(), uri, on)));
            }
            UseAsk::Note(server, text) => self.runtimes.note(server.own(), &text),
            UseAsk::KeepAlive(server) => {
                let client = self.runtimes.client(server.own());
                if let Some((known, client)) = self.state.server(server).zip(client) {
                    client.connection.set_ping_every(known.lifecycle.keep_alive);
                }
            }
        }
    }

    /// Gives the way to a server at once if it runs, or when it has started or was woken.
    pub(super) fn give_client(&mut self, session: SessionId, reply: Return<ReadyClient>) {
        self.handle(Event::Needed(session));
        let comes = self.comes(session);
        let runtime = self.runtimes.entry(session);
        if comes && runtime.waiting.len() < WAITING {
            runtime.waiting.push(reply);
        } else {
            drop(reply.send(self.client(session)));
        }
    }

    /// Answers those who waited for a server that runs by now, or does not come any more.
    pub(super) fn serve_waiting(&mut self) {
        let waited = self.runtimes.iter().filter(|(_, runtime)| !runtime.waiting.is_empty());
        let waited = waited.map(|(session, _)| session);
        let over: Vec<_> = waited.filter(|session| !self.comes(*session)).collect();
        for session in over {
            for reply in std::mem::take(&mut self.runtimes.entry(session).waiting) {
                drop(reply.send(self.client(session)));
            }
        }
    }

    /// Whether a server that is wanted is on its way: it starts, or sleeps only while nobody uses it.
    fn comes(&self, session: SessionId) -> bool {
        let Some(server) = self.state.server(session.server) else { return false };
        let on_its_way = match self.state.run(session) {
            Some(RunState::Starting) => true,
            Some(RunState::Restarting { .. } | RunState::Stopping) => server.lifecycle.sleeps(),
            Some(RunState::Asleep) => !self.state.is_paused(session),
            Some(
                RunState::Stopped
                | RunState::NeedsTrust { .. }
                | RunState::Running
                | RunState::Failed
                | RunState::Paused,
            )
            | None => false,
        };
        server.wanted && on_its_way && !self.runtimes.is_quitting()
    }

    fn client(&mut self, session: SessionId) -> Result<ReadyClient, Failure> {
        let not_running = || Failure::new(Code::ServerNotRunning);
        if self.state.run(session) != Some(RunState::Running) {
            return Err(not_running());
        }
        let told = self.overview().is_told(session);
        let runtime = self.runtimes.get_mut(session).ok_or_else(not_running)?;
        let client =
            runtime.run.as_ref().and_then(|run| run.client.clone()).ok_or_else(not_running)?;
        let (let_go, when_told) = oneshot::channel();
        if !told {
            runtime.held.retain(|call| !call.is_closed());
            runtime.held.push(let_go);
        }
        Ok((client, when_told))
    }

    pub(super) fn count_use(&mut self, session: SessionId, call: bool, by: i32) {
        if self.state.server(session.server).is_none() && self.runtimes.get(session).is_none() {
            return;
        }
        self.runtimes.entry(session).count_use(call, by);
        self.screen.change_if(call);
        self.tell_use(session);
    }

    /// Tells the state whether anything of the server is in use, if that changed.
    fn tell_use(&mut self, session: SessionId) {
        if let Some(busy) = self.runtimes.get_mut(session).and_then(Runtime::busy_news) {
            self.handle(Event::Busy(session, busy));
        }
    }

    pub(super) fn follow_resource(
        &mut self,
        session: SessionId,
        uri: String,
        on: bool,
    ) -> Result<(), Failure> {
        let not_running = || Failure::new(Code::ServerNotRunning);
        self.runtimes.get_mut(session).ok_or_else(not_running)?.follow_resource(uri, on)?;
        self.screen.change();
        self.tell_use(session);
        Ok(())
    }

    pub(super) fn progressed(&mut self, session: SessionId, progress: Progress) {
        let client = self.runtimes.client(session);
        let Some(known) = client.and_then(|client| client.known(progress.call)) else { return };
        let Progress { progress, total, message, .. } = progress;
        let message = message.map(shown);
        self.screen.progress(ProgressView { call: known.number, progress, total, message });
    }

    /// A server that is not started again has nothing that changes.
    pub(super) fn unfollow_what_is_gone(&mut self, session: SessionId) {
        let run = self.state.run(session);
        let comes_again = matches!(run, Some(RunState::Starting | RunState::Restarting { .. }));
        if let Some(runtime) = self.runtimes.get_mut(session).filter(|_| !comes_again) {
            runtime.followed.clear();
            self.tell_use(session);
        }
    }
}
