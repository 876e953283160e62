//! What is known of this computer: where programs are, and what can be enforced.

use std::sync::Arc;

use paddock_core::{Command, Server, SessionId};
use paddock_supervisor::environment::SearchPath;
use paddock_supervisor::{Bounds, Capabilities, Sandbox, Tier};

use crate::Places;
use crate::beside::Beside;
use crate::message::Message;
use crate::programs::{self, Search};

/// Names one search, so that what an earlier one found is told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchId(pub(crate) u64);

/// Both take a while to find out; who waits for that to be known is known too.
#[derive(Debug)]
pub(crate) struct Machine {
    search: Search,
    /// What keeps servers to their folders; none until it was tried.
    sandbox: Option<Arc<dyn Sandbox>>,
    /// Nothing better is used.
    best_tier: Option<Tier>,
    /// Sessions whose program is to be looked for as soon as it can be.
    waiting: Vec<SessionId>,
    last_search: u64,
}

impl Machine {
    pub(crate) fn new(best_tier: Option<Tier>) -> Self {
        Self {
            search: Search::NotAsked,
            sandbox: None,
            best_tier,
            waiting: Vec::new(),
            last_search: 0,
        }
    }

    /// Asks the login shell where programs are, if it was not asked before.
    pub(crate) fn ask_for_path(&mut self, places: &Arc<Places>, beside: &Beside) {
        if self.asks() {
            let places = Arc::clone(places);
            beside.report(async move { Message::SearchPath(programs::search_path(&places).await) });
        }
    }

    fn asks(&mut self) -> bool {
        let asks = matches!(self.search, Search::NotAsked);
        if asks {
            self.search = Search::Asked;
        }
        asks
    }

    /// Where the program of a command is looked for; none while that, or what can be enforced, is
    /// not known.
    pub(crate) fn path_for(&self, command: &Command) -> Option<SearchPath> {
        self.sandbox.as_ref()?;
        match (command, &self.search) {
            (Command::Bundled, _) => Some(SearchPath::default()),
            (Command::Custom(_), Search::Known(path)) => Some(path.clone()),
            (Command::Custom(_), Search::NotAsked | Search::Asked) => None,
        }
    }

    /// The login shell has answered.
    pub(crate) fn found_path(&mut self, path: SearchPath) {
        self.search = Search::Known(path);
    }

    /// What can be enforced was tried.
    pub(crate) fn surveyed(&mut self, sandbox: Arc<dyn Sandbox>) {
        tracing::info!(found = ?sandbox.capabilities(), "what can be enforced");
        self.sandbox = Some(sandbox);
    }

    pub(crate) fn take_waiting(&mut self) -> Vec<SessionId> {
        std::mem::take(&mut self.waiting)
    }

    pub(crate) fn wait(&mut self, session: SessionId) {
        self.waiting.push(session);
    }

    /// Its program is looked for no more.
    pub(crate) fn forget(&mut self, session: SessionId) {
        self.waiting.retain(|waiting| *waiting != session);
    }

    /// For one search.
    pub(crate) fn number(&mut self) -> SearchId {
        self.last_search += 1;
        SearchId(self.last_search)
    }

    /// What this system can enforce, as far as it may be used; none until it was tried.
    pub(crate) fn capabilities(&self) -> Option<Capabilities> {
        let mut capabilities = self.sandbox.as_ref()?.capabilities().clone();
        let best = self.best_tier;
        capabilities.tiers.retain(|(tier, _)| best.is_none_or(|best| *tier >= best));
        Some(capabilities)
    }

    /// The best way to enforce grants here.
    pub(crate) fn tier(&self) -> Option<Tier> {
        self.capabilities().and_then(|capabilities| capabilities.best())
    }

    /// As [`tier`](Self::tier), with what does it.
    pub(crate) fn enforces(&self) -> Option<(Arc<dyn Sandbox>, Tier)> {
        self.sandbox.clone().zip(self.tier())
    }

    /// How much a server may take, and what holds it to that here.
    pub(crate) fn bounds(&self, server: Option<&Server>) -> Bounds {
        let limits = server.map(|known| known.limits).unwrap_or_default();
        let by_group = self.sandbox.as_ref().map(|it| it.capabilities().by_group);
        Bounds { limits, by_group: by_group.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::ServerId;

    use super::*;

    #[test]
    fn the_shell_is_asked_once_and_who_was_stopped_does_not_wait() {
        let mut machine = Machine::new(None);
        assert_eq!([machine.asks(), machine.asks()], [true, false]);
        let sessions = [1, 2].map(|number| SessionId { server: ServerId(1), number });
        for session in sessions {
            machine.wait(session);
        }
        machine.forget(sessions[0]);
        machine.found_path(SearchPath::default());
        assert_eq!(machine.take_waiting(), [sessions[1]]);
        assert!(!machine.asks());
        assert_ne!(machine.number(), machine.number());
    }

    #[test]
    fn nothing_is_looked_for_before_it_is_known_what_can_be_enforced() {
        let mut machine = Machine::new(None);
        machine.found_path(SearchPath::default());
        assert_eq!(machine.path_for(&Command::Bundled), None);
    }
}
