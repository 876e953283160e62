//! Answers what the window, the tray and the command line ask for.

use paddock_core::{Command, CustomCommand, Event, GrantId, Root, ServerId, SessionId};

use super::Actor;
use super::secrets::{custom, merge};
use super::sessions::named_app;
use crate::draft;
use crate::message::{Ask, Look, Return};
use crate::overview::Overview;
use crate::secrets::{Renaming, Typed};
use crate::view::{Code, Failure, ServerDraft};
use crate::wire_log::WireLog;

impl Actor {
    pub(super) fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::View(reply) => drop(reply.send(self.showing().view())),
            Ask::Look(Look(look)) => look(self.overview()),
            Ask::Folder(ask) => self.answer_folder(ask),
            Ask::Consent(ask) => self.answer_consent(ask),
            Ask::Use(ask) => self.answer_use(ask),
            Ask::Tell(event, reply) => self.tell_state(event, reply),
            Ask::AddServer(typed, reply) => self.add_server(typed, reply),
            Ask::EditServer(id, typed, renaming, reply) => {
                self.edit_server(id, typed, renaming, reply);
            }
            Ask::RemoveServer(id, reply) => self.remove_server(id, reply),
            Ask::Secret(ask) => self.answer_secret(ask),
            Ask::Start(server, reply) => {
                self.runtimes.entry(server.own()).forget_failure();
                self.tell_state(Event::Start(server), reply);
            }
            Ask::Join(joining, reply) => drop(reply.send(self.join(*joining))),
            Ask::Journal(server, reply) => {
                let known = self.state.server(server);
                let journal = known.map(|_| self.runtimes.entry(server.own()).journal.clone());
                drop(reply.send(journal));
            }
            Ask::KeepRecords(reply) => {
                self.keeping.send_records();
                drop(reply.send(Ok(())));
            }
            Ask::Counted(reply) => drop(reply.send(Ok(self.counter().counted()))),
            Ask::Notice(failure) => self.screen.notice(failure),
            Ask::DismissNotice(id) => self.screen.dismiss_notice(id),
            Ask::Pause(until, reply) => self.tell_state(Event::Pause(until), reply),
            Ask::PauseApp(app, until, reply) => {
                self.tell_state(Event::PauseApp(named_app(&self.state, &app), until), reply);
            }
            Ask::Narrow(session, folder, reply) => self.narrow(session, &folder, reply),
            Ask::DismissAttempt { server, attempt, silence } => {
                self.dismiss_attempt(server, attempt, silence);
            }
            Ask::Request(ask) => self.answer_request(ask),
            Ask::Provider(ask) => self.answer_provider(ask),
            Ask::Prove(server, reply) => self.prove(server, reply),
            Ask::Quit => self.runtimes.quit(),
        }
    }

    fn add_server(&mut self, typed: Typed, reply: Return<u32>) {
        let was = typed.draft.was.map(ServerId);
        let (name, command) = match self.typed(typed, None) {
            Ok(read) => read,
            Err(failure) => return drop(reply.send(Err(failure))),
        };
        let added = Event::AddServer { name: name.clone(), command: Command::Custom(command) };
        self.decide_then(added, move |actor, kept| {
            drop(reply.send(match kept {
                Ok(()) => {
                    let added = actor.added(&name);
                    if let (Some(was), Ok(added)) = (was, &added) {
                        actor.came_back(was, ServerId(*added));
                    }
                    added
                }
                Err(failure) => Err(failure.with("name", name)),
            }));
        });
    }

    fn added(&mut self, name: &str) -> Result<u32, Failure> {
        let added = self.state.servers().find(|server| server.name == name);
        let added =
            added.map(|server| server.id).ok_or_else(|| Failure::new(Code::UnknownServer))?;
        self.look_for_named(added, true);
        self.removals.unused_bundles(&self.state, &self.places);
        Ok(added.0)
    }

    fn edit_server(
        &mut self,
        server: ServerId,
        typed: Typed,
        renaming: Renaming,
        reply: Return<()>,
    ) {
        let named_anew = self.state.server(server).filter(|it| it.name != typed.draft.name);
        if renaming == Renaming::OfUntrusted && named_anew.is_some_and(|it| it.trusted.is_some()) {
            return drop(reply.send(Err(Failure::new(Code::NeedsConsent))));
        }
        let was = custom(&self.state, server).cloned();
        let (name, command) = match self.typed(typed, was.as_ref()) {
            Ok(read) => read,
            Err(failure) => return drop(reply.send(Err(failure))),
        };
        let taken = name.clone();
        let edited = Event::EditServer { server, name, command: Command::Custom(command) };
        self.decide_then(edited, move |actor, kept| {
            if kept.is_ok() {
                actor.forget_secrets(was.map(|was| was.secrets).unwrap_or_default());
                actor.look_for_named(server, true);
                actor.removals.unused_bundles(&actor.state, &actor.places);
            }
            drop(reply.send(kept.map_err(|failure| failure.with("name", taken))));
        });
    }

    /// The command that was typed, with the secrets that stay as they are in `is`, or in the server
    /// that it brings back.
    fn typed(
        &mut self,
        typed: Typed,
        is: Option<&CustomCommand>,
    ) -> Result<(String, CustomCommand), Failure> {
        let Typed { draft, kept, trouble } = typed;
        if trouble.is_some() || !kept.is_empty() {
            self.screen.change_if(self.keyring.note_trouble(trouble));
        }
        let (set, was) = (draft.secrets.clone(), draft.was.map(ServerId));
        let (name, mut command) = draft::command(draft)?;
        command.secrets = kept;
        let same = |was: &&CustomCommand| {
            (&was.program, &was.args, &was.cwd) == (&command.program, &command.args, &command.cwd)
        };
        let removed = was.and_then(|was| self.removed.command(was)).filter(same).cloned();
        merge(&mut command, set, is.or(removed.as_ref()))?;
        Ok((name, command))
    }
}

impl Overview<'_> {
    pub(crate) fn granted_root(&self, id: GrantId) -> Result<Root, Failure> {
        let root = self.state.grant_by_id(id).map(|grant| grant.root.clone());
        root.ok_or_else(|| Failure::new(Code::UnknownGrant))
    }

    pub(crate) fn draft(&self, id: ServerId) -> Result<ServerDraft, Failure> {
        let server = self.state.server(id).ok_or_else(|| Failure::new(Code::UnknownServer))?;
        match &server.command {
            Command::Bundled => Err(Failure::new(Code::BundledServer)),
            Command::Custom(command) => Ok(draft::of(&server.name, command)),
        }
    }

    /// What was said to the server and by it, and its name.
    pub(crate) fn wire_log(&self, session: SessionId) -> Result<(WireLog, String), Failure> {
        let known = self.state.server(session.server);
        let known = known.ok_or_else(|| Failure::new(Code::UnknownServer))?;
        Ok((self.runtimes.wire(session), known.name.clone()))
    }
}
