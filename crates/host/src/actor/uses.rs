//! Servers in use: woken for it, kept awake by it, and what they said meanwhile.

use std::sync::Arc;

use paddock_core::text::shown;
use paddock_core::{Event, RunState, SessionId};
use paddock_mcp::{List, Progress};
use tokio::sync::oneshot;

use super::Actor;
use super::asks::Return;
use crate::runtime::ReadyClient;
use crate::view::{Code, Failure, FollowedView, LogSource, ProgressView};
use crate::wire_log::WireLog;

/// Who waits for one server to be ready, at the most.
const WAITING: usize = 64;
/// Resources of one server that are followed, at the most.
const FOLLOWED: usize = 100;
/// The longest address of one, in bytes.
const LONGEST_ADDRESS: usize = 4096;

impl Actor {
    /// Gives the way to a server at once if it runs, or when it has started or was woken.
    pub(super) fn give_client(&mut self, session: SessionId, reply: Return<ReadyClient>) {
        self.handle(Event::Needed(session));
        let comes = self.comes(session);
        let runtime = self.runtimes.entry(session).or_default();
        if comes && runtime.waiting.len() < WAITING {
            runtime.waiting.push(reply);
        } else {
            drop(reply.send(self.client(session)));
        }
    }

    /// Answers those who waited for a server that runs by now, or does not come any more.
    pub(super) fn serve_waiting(&mut self) {
        let waited = self.runtimes.iter().filter(|(_, runtime)| !runtime.waiting.is_empty());
        let waited = waited.map(|(session, _)| *session);
        let over: Vec<_> = waited.filter(|session| !self.comes(*session)).collect();
        for session in over {
            let waiting =
                self.runtimes.get_mut(&session).map(|runtime| std::mem::take(&mut runtime.waiting));
            for reply in waiting.unwrap_or_default() {
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
        server.wanted && on_its_way && !self.quitting
    }

    fn client(&mut self, session: SessionId) -> Result<ReadyClient, Failure> {
        let not_running = || Failure::new(Code::ServerNotRunning);
        if self.state.run(session) != Some(RunState::Running) {
            return Err(not_running());
        }
        let told = self.is_told(session);
        let runtime = self.runtimes.get_mut(&session).ok_or_else(not_running)?;
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
        if self.state.server(session.server).is_none() && !self.runtimes.contains_key(&session) {
            return;
        }
        let runtime = self.runtimes.entry(session).or_default();
        runtime.uses = runtime.uses.saturating_add_signed(by);
        if call {
            runtime.calls = runtime.calls.saturating_add_signed(by);
            self.changed = true;
        }
        self.tell_use(session);
    }

    /// Tells the state whether anything of the server is in use, if that changed.
    pub(super) fn tell_use(&mut self, session: SessionId) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let busy = runtime.uses > 0 || !runtime.followed.is_empty();
        if std::mem::replace(&mut runtime.busy, busy) != busy {
            self.handle(Event::Busy(session, busy));
        }
    }

    pub(super) fn follow_resource(
        &mut self,
        session: SessionId,
        uri: String,
        on: bool,
    ) -> Result<(), Failure> {
        let runtime = self.runtimes.get_mut(&session).filter(|runtime| runtime.run.is_some());
        let runtime = runtime.ok_or_else(|| Failure::new(Code::ServerNotRunning))?;
        let known = runtime.followed.iter().position(|it| it.uri == uri);
        match (known, on) {
            (Some(at), false) => drop(runtime.followed.remove(at)),
            (None, true) if runtime.followed.len() >= FOLLOWED => {
                return Err(Failure::new(Code::TooManyFollowed).with("count", FOLLOWED));
            }
            (None, true) if uri.len() > LONGEST_ADDRESS => {
                return Err(Failure::new(Code::CommandTooLong).with("bytes", uri.len()));
            }
            (None, true) => runtime.followed.push(FollowedView { uri, changes: 0 }),
            (Some(_), true) | (None, false) => {}
        }
        self.changed = true;
        self.tell_use(session);
        Ok(())
    }

    /// A resource that is followed changed.
    pub(super) fn resource_changed(&mut self, session: SessionId, uri: &str) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        if let Some(followed) = runtime.followed.iter_mut().find(|it| it.uri == uri) {
            followed.changes = followed.changes.saturating_add(1);
            self.changed = true;
        }
    }

    pub(super) fn list_changed(&mut self, session: SessionId, list: List) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let Some(run) = &mut runtime.run else { return };
        let count = match list {
            List::Tools => &mut run.lists_changed.tools,
            List::Resources => &mut run.lists_changed.resources,
            List::Prompts => &mut run.lists_changed.prompts,
        };
        *count = count.saturating_add(1);
        if let Some(client) = run.client.as_ref().filter(|_| list == List::Tools) {
            client.forget_tools();
        }
        self.changed = true;
    }

    pub(super) fn progressed(&mut self, session: SessionId, progress: Progress) {
        let run = self.runtimes.get(&session).and_then(|runtime| runtime.run.as_ref());
        let client = run.and_then(|run| run.client.as_ref());
        let Some(known) = client.and_then(|client| client.known(progress.call)) else { return };
        let Progress { progress, total, message, .. } = progress;
        let message = message.map(shown);
        self.shell.progress(ProgressView { call: known.number, progress, total, message });
    }

    /// What was followed before the server was started again.
    pub(super) fn follow_again(&self, session: SessionId) {
        let Some(runtime) = self.runtimes.get(&session) else { return };
        let Some(client) = runtime.run.as_ref().and_then(|run| run.client.clone()) else { return };
        for FollowedView { uri, .. } in runtime.followed.clone() {
            let client = Arc::clone(&client);
            tokio::spawn(async move {
                if let Err(error) = client.connection.follow_resource(&uri, true).await {
                    tracing::info!(%error, "a resource is not followed any more");
                }
            });
        }
    }

    /// A server that is not started again has nothing that changes.
    pub(super) fn unfollow_what_is_gone(&mut self, session: SessionId) {
        let run = self.state.run(session);
        let comes_again = matches!(run, Some(RunState::Starting | RunState::Restarting { .. }));
        if let Some(runtime) = self.runtimes.get_mut(&session).filter(|_| !comes_again) {
            runtime.followed.clear();
            self.tell_use(session);
        }
    }

    pub(super) fn note(&mut self, session: SessionId, text: &str) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        runtime.journal.write(LogSource::Paddock, None, text);
    }

    /// Asks a running server for signs of life as often as a person chose.
    pub(super) fn keep_alive(&self, session: SessionId) {
        let Some(known) = self.state.server(session.server) else { return };
        let run = self.runtimes.get(&session).and_then(|runtime| runtime.run.as_ref());
        if let Some(client) = run.and_then(|run| run.client.as_ref()) {
            client.connection.set_ping_every(known.lifecycle.keep_alive);
        }
    }

    pub(crate) fn wire_log(&self, session: SessionId) -> Result<(WireLog, String), Failure> {
        let known =
            self.state.server(session.server).ok_or_else(|| Failure::new(Code::UnknownServer))?;
        let log =
            self.runtimes.get(&session).map(|runtime| runtime.wire.clone()).unwrap_or_default();
        Ok((log, known.name.clone()))
    }
}
