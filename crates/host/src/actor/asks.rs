//! What the window, the tray and the command line ask for.

use paddock_core::text::shown;
use paddock_core::{
    AbsolutePath, Access, Called, Command, Consent, CustomCommand, Event, GrantId, Root, ServerId,
    SessionId, Time,
};
use paddock_storage::Counted;
use tokio::sync::oneshot;

use super::secrets::{custom, merge};
use super::sessions::named_app;
use super::{Actor, Begun, Proposed, ProviderAsk, RequestAsk, SecretAsk, Turn};
use crate::handle::Joining;
use crate::journal::Journal;
use crate::named::Proposal;
use crate::overview::Overview;
use crate::pick::Surveyed;
use crate::runtime::ReadyClient;
use crate::secrets::{Renaming, Typed};
use crate::view::{Code, Failure, FrontView, LifetimeChoice, ServerDraft, View, WideningView};
use crate::wire_log::WireLog;
use crate::{clock, draft};

pub(crate) type Return<T> = oneshot::Sender<Result<T, Failure>>;

#[derive(Debug)]
pub(crate) enum Ask {
    View(oneshot::Sender<View>),
    Look(Look),
    Picked(Box<Surveyed>, Proposed, Return<u32>),
    /// A number for what is proposed together.
    Together(Return<u32>),
    DismissPick(u32),
    Grant(Box<Grant>, Return<()>),
    Tell(Event, Return<()>),
    /// Something that may widen, by whom; done at once where it does not, or waits for consent.
    ToWiden(WideningView, FrontView, Return<Option<u32>>),
    /// Does what a person agreed to.
    Widen(WideningView, Return<()>),
    /// Takes what a person agreed to off the list.
    Agreed(u32, Return<WideningView>),
    DismissConsent(u32),
    TerminalConsent(bool),
    AddServer(Typed, Return<u32>),
    EditServer(ServerId, Typed, Renaming, Return<()>),
    RemoveServer(ServerId, Return<()>),
    Secret(SecretAsk),
    Start(ServerId, Return<()>),
    /// The client of a server, once it runs, and what ends when it was given its newest list.
    Client(ServerId, Return<ReadyClient>),
    UseBegan {
        server: ServerId,
        call: bool,
    },
    UseEnded {
        server: ServerId,
        call: bool,
    },
    Called {
        server: ServerId,
        what: Called,
        paths: Vec<AbsolutePath>,
        /// As they were typed.
        arguments: Option<String>,
        ok: bool,
    },
    FollowResource(ServerId, String, bool, Return<()>),
    /// Something to note in the log of a server.
    Note(ServerId, String),
    /// How often a server is asked for a sign of life may have changed.
    KeepAlive(ServerId),
    Join(Box<Joining>, Return<Begun>),
    Journal(ServerId, oneshot::Sender<Option<Journal>>),
    /// What was done and is not kept yet is kept before anything that is read from now on.
    KeepRecords(Return<()>),
    /// What was counted and is not kept yet.
    Counted(Return<Vec<Counted>>),
    Notice(Failure),
    DismissNotice(u32),
    Pause(Option<Time>, Return<()>),
    PauseApp(String, Option<Time>, Return<()>),
    /// Takes a folder from a session, as the view names it.
    Narrow(SessionId, String, Return<()>),
    DismissAttempt {
        server: ServerId,
        attempt: u32,
        silence: bool,
    },
    /// Dropped once it is known what the command of a server names.
    LookedAtNamed(ServerId, oneshot::Sender<()>),
    /// Folders it names to propose; with `true` also those that a person was asked about before.
    Proposals(ServerId, bool, Return<Vec<Proposal>>),
    /// Commands that wait for trust, and folders that they name, by whom: for one consent.
    Introduce(Vec<ServerId>, Vec<(Surveyed, Proposed)>, FrontView, Return<Vec<u32>>),
    Request(RequestAsk),
    Provider(ProviderAsk),
    Prove(ServerId, Return<Turn>),
    Quit,
}

/// What is only to be known.
pub(crate) struct Look(pub(crate) Box<dyn FnOnce(Overview<'_>) + Send>);

impl std::fmt::Debug for Look {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Look")
    }
}

/// Consent as it was given in the window.
#[derive(Clone, Debug)]
pub(crate) struct Grant {
    pub(crate) pick: u32,
    /// The folder that was looked at just now.
    pub(crate) root: Root,
    pub(crate) server: ServerId,
    pub(crate) access: Access,
    pub(crate) lifetime: LifetimeChoice,
    pub(crate) typed: Option<String>,
}

impl Actor {
    pub(super) fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::View(reply) => drop(reply.send(self.showing().view())),
            Ask::Look(Look(look)) => look(self.overview()),
            Ask::Picked(surveyed, proposed, reply) => {
                drop(reply.send(self.picked(*surveyed, proposed)));
            }
            Ask::Together(reply) => drop(reply.send(Ok(self.picks.number()))),
            Ask::DismissPick(pick) => self.dismiss_pick(pick),
            Ask::Grant(grant, reply) => self.consent(&grant, reply),
            Ask::Tell(event, reply) => self.tell_state(event, reply),
            Ask::ToWiden(what, by, reply) => self.ask_to_widen(what, by, reply),
            Ask::Widen(what, reply) => {
                self.widen(&what, |_, done| drop(reply.send(done)));
            }
            Ask::Agreed(consent, reply) => drop(reply.send(self.agreed(consent))),
            Ask::DismissConsent(consent) => {
                self.consents.remove(consent);
                self.screen.change();
            }
            Ask::TerminalConsent(allowed) => {
                self.screen.change_if(self.consents.let_terminal(allowed));
            }
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
            Ask::Client(server, reply) => self.give_client(server.own(), reply),
            Ask::UseBegan { server, call } => self.count_use(server.own(), call, 1),
            Ask::UseEnded { server, call } => self.count_use(server.own(), call, -1),
            Ask::Called { server, what, paths, arguments, ok } => {
                let session = server.own();
                let arguments = arguments.filter(|_| self.retention.now().arguments);
                let runtime = self.runtimes.get(session);
                let arguments = arguments.zip(runtime).map(|(it, of)| of.wire.masked(&it));
                self.handle(Event::Called { session, what, paths, arguments, ok });
            }
            Ask::FollowResource(server, uri, on, reply) => {
                drop(reply.send(self.follow_resource(server.own(), uri, on)));
            }
            Ask::Note(server, text) => self.runtimes.note(server.own(), &text),
            Ask::KeepAlive(server) => {
                let client = self.runtimes.client(server.own());
                if let Some((known, client)) = self.state.server(server).zip(client) {
                    client.connection.set_ping_every(known.lifecycle.keep_alive);
                }
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
            Ask::LookedAtNamed(server, reply) => {
                if let Some(runtime) = self.runtimes.get_mut(server.own()) {
                    runtime.named.wait(reply);
                }
            }
            Ask::Proposals(server, again, reply) => {
                drop(reply.send(Ok(self.proposals(server, again))));
            }
            Ask::Introduce(servers, folders, by, reply) => {
                drop(reply.send(self.introduce(&servers, folders, &by)));
            }
            Ask::Request(ask) => self.answer_request(ask),
            Ask::Provider(ask) => self.answer_provider(ask),
            Ask::Prove(server, reply) => self.prove(server, reply),
            Ask::Quit => self.runtimes.quit(),
        }
    }

    fn consent(&mut self, grant: &Grant, reply: Return<()>) {
        if let Err(failure) = self.overview().may_consent(grant) {
            return drop(reply.send(Err(failure)));
        }
        let &Grant { pick, ref root, server, access, lifetime, .. } = grant;
        let lifetime = clock::lifetime(lifetime, clock::now());
        let folder = root.path.as_path().to_path_buf();
        let consent = Consent { root: root.clone(), server, access, lifetime };
        self.decide_then(Event::Grant(consent), move |actor, kept| {
            if kept.is_ok() {
                actor.dismiss_pick(pick);
                actor.start_what_waited(server, &folder);
            }
            drop(reply.send(kept));
        });
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
                    if let Some(was) = was {
                        actor.keyring.came_back(was);
                    }
                    actor.added(&name)
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
        let Typed { mut draft, kept, trouble } = typed;
        if trouble.is_some() || !kept.is_empty() {
            self.screen.change_if(self.keyring.note_trouble(trouble));
        }
        let (set, was) = (std::mem::take(&mut draft.secrets), draft.was.map(ServerId));
        let (name, mut command) = draft::command(draft)?;
        command.secrets = kept;
        let same = |was: &&CustomCommand| {
            (&was.program, &was.args, &was.cwd) == (&command.program, &command.args, &command.cwd)
        };
        let removed = was.and_then(|was| self.keyring.removed(was)).filter(same).cloned();
        merge(&mut command, set, is.or(removed.as_ref()))?;
        Ok((name, command))
    }
}

impl Overview<'_> {
    fn may_consent(&self, grant: &Grant) -> Result<(), Failure> {
        let Surveyed { root, facts, .. } = self.picks.get(grant.pick)?;
        if *root != grant.root {
            return Err(Failure::new(Code::UnknownPick));
        }
        let warnings = paddock_core::consent::warnings(root, facts, self.state);
        match warnings.iter().map(|warning| warning.level).max() {
            Some(paddock_core::consent::WarningLevel::Refused) => {
                Err(Failure::new(Code::GrantRefused))
            }
            Some(paddock_core::consent::WarningLevel::Red)
                if grant.typed.as_deref() != Some(shown(root.path.name()).as_str()) =>
            {
                Err(Failure::new(Code::NameNotTyped))
            }
            _ => Ok(()),
        }
    }

    /// Whether all of them may be granted as they were shown.
    pub(crate) fn may_consent_to_all(&self, grants: &[Grant]) -> Result<(), Failure> {
        grants.iter().try_for_each(|grant| self.may_consent(grant))
    }

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
