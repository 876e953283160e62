//! What the window, the tray and the command line ask for.

use std::path::PathBuf;

use paddock_core::text::shown;
use paddock_core::{
    AbsolutePath, Access, Called, Command, Consent, Event, Fingerprint, GrantId, Root, ServerId,
    Time,
};
use tokio::sync::oneshot;

use super::{Actor, Pick, ProviderAsk, RequestAsk, Turn};
use crate::desk::Told;
use crate::named::Proposal;
use crate::pick::Surveyed;
use crate::run::Wish;
use crate::view::{
    AccessView, ActivityFilter, ActivityPage, ConfinementChoice, Failure, LifetimeChoice, LogView,
    NamedView, ServerDraft, SettingsView, VerdictView, View,
};
use crate::wire_log::WireLog;
use crate::{clock, draft};

/// Picks that wait for consent at the most.
const PICKS: usize = 50;

pub(super) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

#[derive(Debug)]
pub(crate) enum Ask {
    View(oneshot::Sender<View>),
    Picked(Box<Surveyed>, Option<ServerId>, Option<NamedView>, Reply<u32>),
    PickedRoot(u32, Reply<Surveyed>),
    DismissPick(u32),
    Grant(Box<Grant>, Reply<()>),
    EndedRoot(GrantId, Reply<Root>),
    Tell(Event, Reply<()>),
    SetLifetime(GrantId, LifetimeChoice, Reply<()>),
    AddServer(ServerDraft, Reply<u32>),
    EditServer(ServerId, ServerDraft, Reply<()>),
    Draft(ServerId, Reply<ServerDraft>),
    Start(ServerId, Reply<()>),
    Trust(ServerId, String, Reply<()>),
    /// The way to a server, once it runs, and what ends when it was given its newest list.
    Line(ServerId, Reply<Told>),
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
        ok: bool,
    },
    FollowResource(ServerId, String, bool, Reply<()>),
    /// Something to note in the log of a server.
    Note(ServerId, String),
    /// How often a server is asked for a sign of life may have changed.
    KeepAlive(ServerId),
    WireLog(ServerId, Reply<(WireLog, String)>),
    Follow(Option<ServerId>, Reply<Option<LogView>>),
    Check(Option<ServerId>, String, Reply<Vec<VerdictView>>),
    Activity(ActivityFilter, Reply<ActivityPage>),
    Export(ActivityFilter, std::fs::File, Reply<u32>),
    GrantedFolder(GrantId, Reply<AbsolutePath>),
    Settings(SettingsView),
    Notice(Failure),
    DismissNotice(u32),
    Pause(Option<Time>, Reply<()>),
    Choose(ServerId, ConfinementChoice, Reply<()>),
    OfferMissed(ServerId, Reply<PathBuf>),
    /// The folder to offer for what a server tried.
    Offer(ServerId, u32, Reply<PathBuf>),
    DismissAttempt(ServerId, u32),
    /// Dropped once it is known what the command of a server names.
    LookedAtNamed(ServerId, oneshot::Sender<()>),
    /// Folders it names to propose; with `true` also those that a person was asked about before.
    Proposals(ServerId, bool, Reply<Vec<Proposal>>),
    Request(RequestAsk),
    Provider(ProviderAsk),
    Prove(ServerId, Reply<Turn>),
    Quit,
}

/// Consent as it was given in the window.
#[derive(Clone, Debug)]
pub(crate) struct Grant {
    pub(crate) pick: u32,
    /// The folder that was looked at just now.
    pub(crate) root: Root,
    pub(crate) server: ServerId,
    pub(crate) access: AccessView,
    pub(crate) lifetime: LifetimeChoice,
    pub(crate) typed: Option<String>,
}

impl Actor {
    pub(super) fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::View(reply) => drop(reply.send(self.view())),
            Ask::Picked(surveyed, server, named, reply) => {
                drop(reply.send(Ok(self.picked(*surveyed, server, named))));
            }
            Ask::PickedRoot(pick, reply) => drop(reply.send(self.picked_root(pick))),
            Ask::DismissPick(pick) => self.dismiss_pick(pick),
            Ask::Grant(grant, reply) => drop(reply.send(self.consent(&grant))),
            Ask::EndedRoot(grant, reply) => drop(reply.send(self.ended_root(grant))),
            Ask::Tell(event, reply) => drop(reply.send(self.tell_state(event))),
            Ask::SetLifetime(grant, choice, reply) => {
                let lifetime = clock::lifetime(choice, clock::now());
                drop(reply.send(self.tell_state(Event::SetLifetime(grant, lifetime))));
            }
            Ask::AddServer(draft, reply) => drop(reply.send(self.add_server(draft))),
            Ask::EditServer(id, draft, reply) => drop(reply.send(self.edit_server(id, draft))),
            Ask::Draft(server, reply) => drop(reply.send(self.draft(server))),
            Ask::Start(server, reply) => {
                self.desks.entry(server).or_default().forget_failure();
                drop(reply.send(self.tell_state(Event::Start(server))));
            }
            Ask::Trust(server, fingerprint, reply) => {
                drop(reply.send(self.trust(server, &fingerprint)));
            }
            Ask::Line(server, reply) => self.give_line(server, reply),
            Ask::UseBegan { server, call } => self.count_use(server, call, 1),
            Ask::UseEnded { server, call } => self.count_use(server, call, -1),
            Ask::Called { server, what, ok } => {
                self.handle(Event::Called { server, what, ok });
            }
            Ask::FollowResource(server, uri, on, reply) => {
                drop(reply.send(self.follow_resource(server, uri, on)));
            }
            Ask::Note(server, text) => self.note(server, &text),
            Ask::KeepAlive(server) => self.keep_alive(server),
            Ask::WireLog(server, reply) => drop(reply.send(self.wire_log(server))),
            Ask::Follow(server, reply) => drop(reply.send(Ok(self.follow(server)))),
            Ask::Check(server, text, reply) => drop(reply.send(self.check(server, &text))),
            Ask::Activity(filter, reply) => drop(reply.send(self.activity(&filter))),
            Ask::Export(filter, file, reply) => drop(reply.send(self.export(&filter, file))),
            Ask::GrantedFolder(grant, reply) => {
                let grant = self.state.grant_by_id(grant);
                let path = grant.map(|grant| grant.root.path.clone());
                drop(reply.send(path.ok_or_else(|| Failure::new("unknown-grant"))));
            }
            Ask::Settings(settings) => {
                self.changed |= self.settings != settings;
                self.settings = settings;
            }
            Ask::Notice(failure) => self.notice(failure),
            Ask::DismissNotice(id) => {
                self.notices.retain(|notice| notice.id != id);
                self.changed = true;
            }
            Ask::Pause(until, reply) => drop(reply.send(self.tell_state(Event::Pause(until)))),
            Ask::Choose(server, choice, reply) => drop(reply.send(self.choose(server, choice))),
            Ask::OfferMissed(server, reply) => {
                drop(reply.send(self.offer_missed(server)));
            }
            Ask::Offer(server, attempt, reply) => drop(reply.send(self.offer(server, attempt))),
            Ask::DismissAttempt(server, attempt) => self.dismiss_attempt(server, attempt),
            Ask::LookedAtNamed(server, reply) => self.wait_for_named(server, reply),
            Ask::Proposals(server, again, reply) => {
                drop(reply.send(Ok(self.proposals(server, again))));
            }
            Ask::Request(ask) => self.answer_request(ask),
            Ask::Provider(ask) => self.answer_provider(ask),
            Ask::Prove(server, reply) => self.prove(server, reply),
            Ask::Quit => self.quit(),
        }
    }

    pub(super) fn tell_state(&mut self, event: Event) -> Result<(), Failure> {
        self.handle(event).map_or(Ok(()), Err)
    }

    /// Two servers that want the same folder are two questions.
    fn picked(
        &mut self,
        surveyed: Surveyed,
        server: Option<ServerId>,
        named: Option<NamedView>,
    ) -> u32 {
        self.changed = true;
        let same = |pick: &&mut Pick| {
            let for_another = pick.server.is_some() && server.is_some() && pick.server != server;
            pick.surveyed.root == surveyed.root && !for_another
        };
        if let Some(pick) = self.picks.iter_mut().find(same) {
            pick.surveyed = surveyed;
            pick.server = server.or(pick.server);
            pick.named = named.or_else(|| pick.named.take());
            return pick.id;
        }
        self.last_pick += 1;
        self.picks.push(Pick { id: self.last_pick, surveyed, server, named });
        let excess = self.picks.len().saturating_sub(PICKS);
        self.picks.drain(..excess);
        self.last_pick
    }

    fn picked_root(&self, id: u32) -> Result<Surveyed, Failure> {
        let pick = self.picks.iter().find(|pick| pick.id == id);
        pick.map(|pick| pick.surveyed.clone()).ok_or_else(|| Failure::new("unknown-pick"))
    }

    fn dismiss_pick(&mut self, id: u32) {
        self.picks.retain(|pick| pick.id != id);
        self.changed = true;
    }

    fn consent(&mut self, grant: &Grant) -> Result<(), Failure> {
        let Surveyed { root, facts, .. } = self.picked_root(grant.pick)?;
        if root != grant.root {
            return Err(Failure::new("unknown-pick"));
        }
        let warnings = paddock_core::consent::warnings(&root, &facts, &self.state);
        match warnings.iter().map(|warning| warning.level).max() {
            Some(paddock_core::consent::Level::Refused) => {
                return Err(Failure::new("grant-refused"));
            }
            Some(paddock_core::consent::Level::Red)
                if grant.typed.as_deref() != Some(shown(root.path.name()).as_str()) =>
            {
                return Err(Failure::new("name-not-typed"));
            }
            _ => {}
        }
        let access = Access::from(grant.access);
        let lifetime = clock::lifetime(grant.lifetime, clock::now());
        let folder = root.path.as_path().to_path_buf();
        let consent = Consent { root, server: grant.server, access, lifetime };
        self.tell_state(Event::Grant(consent))?;
        self.dismiss_pick(grant.pick);
        self.start_what_waited(grant.server, &folder);
        Ok(())
    }

    fn ended_root(&self, id: GrantId) -> Result<Root, Failure> {
        let ended = self.state.ended().find(|ended| ended.grant.id == id);
        ended.map(|ended| ended.grant.root.clone()).ok_or_else(|| Failure::new("unknown-grant"))
    }

    fn add_server(&mut self, draft: ServerDraft) -> Result<u32, Failure> {
        let (name, command) = draft::command(draft)?;
        let taken = name.clone();
        self.tell_state(Event::AddServer { name, command: Command::Custom(command) })
            .map_err(|failure| failure.with("name", taken))?;
        let added = self.state.servers().last().map(|server| server.id);
        let added = added.ok_or_else(|| Failure::new("unknown-server"))?;
        self.look_for_named(added, true);
        Ok(added.0)
    }

    fn edit_server(&mut self, server: ServerId, draft: ServerDraft) -> Result<(), Failure> {
        let (name, command) = draft::command(draft)?;
        let taken = name.clone();
        self.tell_state(Event::EditServer { server, name, command: Command::Custom(command) })
            .map_err(|failure| failure.with("name", taken))?;
        self.look_for_named(server, true);
        Ok(())
    }

    fn draft(&self, id: ServerId) -> Result<ServerDraft, Failure> {
        let server = self.state.server(id).ok_or_else(|| Failure::new("unknown-server"))?;
        match &server.command {
            Command::Bundled => Err(Failure::new("bundled-server")),
            Command::Custom(command) => Ok(draft::of(&server.name, command)),
        }
    }

    fn trust(&mut self, server: ServerId, fingerprint: &str) -> Result<(), Failure> {
        let fingerprint =
            Fingerprint::parse(fingerprint).ok_or_else(|| Failure::new("command-changed"))?;
        self.desks.entry(server).or_default().forget_failure();
        self.tell_state(Event::Trust { server, fingerprint })?;
        self.keep_programs();
        Ok(())
    }

    fn follow(&mut self, server: Option<ServerId>) -> Option<LogView> {
        if let Some(desk) = self.followed.take().and_then(|old| self.desks.get(&old)) {
            desk.journal.unfollow();
        }
        let server = server.filter(|id| self.state.server(*id).is_some())?;
        self.followed = Some(server);
        let (lines, dropped) = self.desks.entry(server).or_default().journal.follow();
        let dropped = u32::try_from(dropped).unwrap_or(u32::MAX);
        Some(LogView { server: server.0, lines, dropped })
    }

    fn quit(&mut self) {
        self.quitting = true;
        let running: Vec<_> = self.desks.keys().copied().collect();
        for server in running {
            if let Some(run) = self.desks.get(&server).and_then(|desk| desk.run.as_ref()) {
                run.wish(Wish::End);
            }
        }
    }
}
