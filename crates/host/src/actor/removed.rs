//! Servers that were removed a moment ago, in case a person has second thoughts.

use std::collections::BTreeMap;
use std::time::Duration;

use paddock_core::{Command, CustomCommand, Event, Had, ServerId};

use super::Actor;
use super::secrets::custom;
use crate::beside::Beside;
use crate::message::{Message, Return};
use crate::secrets::Kept;

/// How long what a removed server was and had is kept. Longer than it is offered in the window.
const SECOND_THOUGHTS: Duration = Duration::from_mins(2);

/// What was removed and may come back.
#[derive(Debug, Default)]
pub(crate) struct Removed {
    servers: BTreeMap<ServerId, Gone>,
}

#[derive(Debug)]
struct Gone {
    command: Command,
    had: Option<Box<Had>>,
}

impl Removed {
    pub(super) fn command(&self, server: ServerId) -> Option<&CustomCommand> {
        self.servers.get(&server)?.command.custom()
    }

    pub(super) fn commands(&self) -> impl Iterator<Item = &CustomCommand> {
        self.servers.values().filter_map(|gone| gone.command.custom())
    }

    fn keep(
        &mut self,
        server: ServerId,
        command: CustomCommand,
        had: Option<Box<Had>>,
        beside: &Beside,
    ) {
        let has_secrets = !command.secrets.is_empty() || command.open_secrets().next().is_some();
        // There is no end to the servers that a program can add and remove.
        if had.is_none() && !has_secrets {
            return;
        }
        let command = Command::Custom(command);
        self.servers.insert(server, Gone { command, had });
        beside.report(async move {
            tokio::time::sleep(SECOND_THOUGHTS).await;
            Message::StaysRemoved(server)
        });
    }

    /// What came back as a server with this command. What another command says was somebody else.
    fn take(&mut self, server: ServerId, command: &Command) -> Option<Gone> {
        let gone = self.servers.get(&server)?;
        if gone.command.same_words(command) { self.servers.remove(&server) } else { None }
    }

    /// The secrets of all of them: nobody has second thoughts any more.
    pub(super) fn give_up(&mut self) -> Vec<Kept> {
        std::mem::take(&mut self.servers)
            .into_values()
            .map(|gone| secrets_of(gone.command))
            .collect()
    }
}

impl Actor {
    pub(super) fn remove_server(&mut self, server: ServerId, reply: Return<()>) {
        let command = custom(&self.state, server).cloned();
        let had = self.state.had(server);
        self.decide_then(Event::RemoveServer(server), move |actor, done| {
            if let (Ok(()), Some(command)) = (&done, command) {
                actor.removed.keep(server, command, had, &actor.beside);
            }
            drop(reply.send(done));
        });
    }

    /// A person added a server in the place of one that was removed. Where it is that one, they can
    /// give it again what it had.
    pub(super) fn came_back(&mut self, was: ServerId, server: ServerId) {
        let Some(added) = self.state.server(server) else { return };
        let Some(Gone { command, had }) = self.removed.take(was, &added.command) else { return };
        if let Some(failure) = had.and_then(|had| self.handle(Event::CameBack(server, had))) {
            self.screen.notice(failure);
        }
        // Those that it has again are not forgotten.
        self.forget_secrets(secrets_of(command));
    }

    pub(super) fn stays_removed(&mut self, server: ServerId) {
        if let Some(gone) = self.removed.servers.remove(&server) {
            self.forget_secrets(secrets_of(gone.command));
        }
    }
}

fn secrets_of(command: Command) -> Kept {
    match command {
        Command::Custom(custom) => custom.secrets,
        Command::Bundled => Kept::new(),
    }
}
