//! What servers answered apps, for sessions to come.

use paddock_core::{Change, Fingerprint, Remembered as Kept, ServerId, SessionId};
use paddock_relay::Remembered as Answers;

use super::Actor;

impl Actor {
    pub(super) fn remembered(&self, server: ServerId) -> Vec<Answers> {
        self.remembered.of(server, self.command(server))
    }

    /// What the server of a session answered. The session of a command that was edited meanwhile may
    /// still say what the one before answered: nothing is learned from it.
    pub(super) fn learn(&mut self, session: SessionId, said: Answers) {
        let command = self.command(session.server);
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
        let Some(gate) = &mut runtime.gate else { return };
        gate.teaches = gate.teaches.or(command);
        if gate.teaches != command {
            return;
        }
        let is_secret = said.texts().any(|text| runtime.wire.is_secret_in(text));
        self.remembered.learn(session.server, command, said, is_secret);
    }

    pub(super) fn keep_remembered(&mut self) {
        for to_keep in self.remembered.take_unkept() {
            if let Err(to_keep) = self.keeping.remember(to_keep) {
                self.remembered.give_back(&to_keep);
            }
        }
    }

    /// No database is to hold a secret of a server that it repeats in what it asks.
    pub(super) fn without_secrets(&self, mut change: Change) -> Change {
        if let Change::Remember(Kept::Missed(missed)) = &mut change {
            let runtime = self.runtimes.get(&missed.request.session);
            let summary = &missed.request.summary;
            missed.request.summary = runtime.map(|it| it.wire.masked(summary)).unwrap_or_default();
        }
        change
    }

    /// The command of a server, as a person trusted it.
    pub(super) fn command(&self, server: ServerId) -> Option<Fingerprint> {
        let trusted = self.state.server(server)?.trusted.as_ref();
        trusted.map(|trusted| trusted.fingerprint)
    }
}
