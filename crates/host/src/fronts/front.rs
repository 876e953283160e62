//! What a front asks, brought to the host.

mod carry_out;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paddock_control::commands::Waits;
use paddock_control::{Command, Commands as _, Push, Role, Said, encode};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::peer::{Own, Peer};
use super::{Frame, Fronts};
use crate::view::{Failure, FrontView, LogView, ProgressView, WideningView};
use crate::{Host, LogFollower};

type Outcome<T> = Result<T, Failure>;

/// Who a front is, and the host that it asks.
pub(super) struct Reach {
    pub(super) host: Host,
    pub(super) own: Arc<Own>,
    pub(super) peer: Peer,
    pub(super) role: Role,
}

/// One front, while it is connected.
pub(super) struct Front {
    host: Host,
    own: Arc<Own>,
    peer: Peer,
    role: Role,
    fronts: Fronts,
    outgoing: mpsc::Sender<Frame>,
    /// Calls under way: the front's number, and the host's.
    calls: Mutex<HashMap<u32, u32>>,
    /// What follows a log for it.
    follows: Mutex<Option<Following>>,
}

/// Ends when it is dropped.
struct Following(AbortHandle);

impl Drop for Following {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A call under way, forgotten when it is dropped.
struct Numbered<'a> {
    front: &'a Front,
    own: u32,
    host: u32,
}

impl Drop for Numbered<'_> {
    fn drop(&mut self) {
        self.front.calls().remove(&self.own);
    }
}

impl Front {
    pub(super) fn new(reach: Reach, fronts: Fronts, outgoing: mpsc::Sender<Frame>) -> Self {
        let Reach { host, own, peer, role } = reach;
        let (calls, follows) = (Mutex::default(), Mutex::default());
        Self { host, own, peer, role, fronts, outgoing, calls, follows }
    }

    /// Carries out a command, if this front may ask for it.
    pub(super) async fn done(&self, command: Command) -> Outcome<Box<RawValue>> {
        self.own.may(&self.peer, self.role, &command)?;
        self.carry_out(command).await
    }

    /// How far a call has come, under the number that the front gave it, if it is the front's.
    pub(super) fn own_progress(&self, progress: ProgressView) -> Option<ProgressView> {
        let calls = self.calls();
        let own = calls.iter().find(|(_, host)| **host == progress.call).map(|(own, _)| *own)?;
        Some(ProgressView { call: own, ..progress })
    }

    /// What [`quit`](paddock_control::Commands::quit) promised.
    pub(super) async fn end_host(&self) {
        let _ = self.host.end().await;
    }

    fn is_persons(&self) -> bool {
        self.own.is_persons(&self.peer, self.role)
    }

    fn by(&self) -> FrontView {
        self.own.by(&self.peer)
    }

    /// Where a person consents it is done; elsewhere it waits, if it widens.
    async fn ask_to_widen(&self, what: WideningView) -> Outcome<Waits> {
        match self.role {
            Role::Consent => self.widen(what).await.map(|()| None),
            Role::View | Role::Session | Role::Unknown => {
                self.host.ask_to_widen(what, self.by()).await
            }
        }
    }

    async fn widen(&self, what: WideningView) -> Outcome<()> {
        let at_terminal = what == WideningView::TerminalConsent;
        self.host.widen(what).await?;
        if !at_terminal {
            return Ok(());
        }
        let kept = self.own.consent.allow_terminal().await;
        let is_allowed = self.own.consent.is_terminal_allowed();
        self.host.set_terminal_consent(is_allowed).await?;
        kept
    }

    async fn let_terminal_consent(&self, allowed: bool) -> Outcome<Waits> {
        if allowed {
            return self.ask_to_widen(WideningView::TerminalConsent).await;
        }
        let kept = self.own.consent.forbid_terminal();
        self.host.set_terminal_consent(false).await?;
        kept.await.map(|()| None)
    }

    async fn follow(&self, server: Option<u32>) -> Outcome<Option<LogView>> {
        let followed = match server {
            Some(server) => self.host.follow_log(server).await?,
            None => None,
        };
        let (log, following) = followed
            .map(|(log, follower)| {
                let sending = send_log(log.server, follower, self.outgoing.clone());
                let following = Following(tokio::spawn(sending).abort_handle());
                (log, following)
            })
            .unzip();
        *self.follows.lock().unwrap_or_else(PoisonError::into_inner) = following;
        Ok(log)
    }

    fn number(&self, own: u32) -> Numbered<'_> {
        let host = self.host.number_call();
        self.calls().insert(own, host);
        Numbered { front: self, own, host }
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<u32, u32>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends with the front.
async fn send_log(server: u32, mut follower: LogFollower, outgoing: mpsc::Sender<Frame>) {
    loop {
        let lines = follower.more().await;
        let more = Push::Log(LogView { server, lines, dropped: 0 });
        let Ok(frame) = encode(&Said::push(more)) else { continue };
        if outgoing.send(frame.into()).await.is_err() {
            return;
        }
    }
}
