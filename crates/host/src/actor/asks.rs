//! What the window, the tray and the command line ask for.

use std::io::Write;
use std::path::PathBuf;

use paddock_core::text::shown;
use paddock_core::{
    AbsolutePath, Access, Action, Actor as Who, Command, Consent, Event, Fingerprint, GrantId,
    Root, RunState, ServerId, Time, Verdict,
};
use paddock_mcp::Connection;
use paddock_storage::{AuditFilter, AuditId, AuditRow, PAGE_LIMIT};
use paddock_supervisor::Tier;
use tokio::sync::oneshot;

use super::{Actor, Pick};
use crate::pick::Surveyed;
use crate::run::Wish;
use crate::view::{
    AccessView, ActivityFilter, ActivityPage, ActorView, ConfinementChoice, Failure,
    LifetimeChoice, LogView, Outcome, RecordView, ServerDraft, SettingsView, VerdictView, View,
};
use crate::{Subject, clock, draft, show};

/// Picks that wait for consent at the most.
const PICKS: usize = 50;
/// Paths checked in one go.
const PATHS: usize = 1000;

type Reply<T> = oneshot::Sender<Result<T, Failure>>;

#[derive(Debug)]
pub(crate) enum Ask {
    View(oneshot::Sender<View>),
    Picked(Box<Surveyed>, Option<ServerId>, Reply<u32>),
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
    /// The connection to call, and what ends when the server was given its newest list.
    Connection(ServerId, Reply<(Connection, oneshot::Receiver<()>)>),
    CallBegan(ServerId),
    CallEnded {
        server: ServerId,
        tool: String,
        ok: bool,
    },
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
    AllowMissed(ServerId, Reply<()>),
    StopReading(ServerId, String, Reply<()>),
    /// The folder to offer for what a server tried.
    Offer(ServerId, u32, Reply<PathBuf>),
    DismissAttempt(ServerId, u32),
    Subject(ServerId, Reply<(Tier, Subject)>),
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
            Ask::Picked(surveyed, server, reply) => {
                drop(reply.send(Ok(self.picked(*surveyed, server))));
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
                self.desks.entry(server).or_default().forgive();
                drop(reply.send(self.tell_state(Event::Start(server))));
            }
            Ask::Trust(server, fingerprint, reply) => {
                drop(reply.send(self.trust(server, &fingerprint)));
            }
            Ask::Connection(server, reply) => drop(reply.send(self.connection(server))),
            Ask::CallBegan(server) => self.count_calls(server, 1),
            Ask::CallEnded { server, tool, ok } => {
                self.count_calls(server, -1);
                self.handle(Event::Called { server, tool, ok });
            }
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
            Ask::AllowMissed(server, reply) => drop(reply.send(self.allow_missed(server))),
            Ask::StopReading(server, path, reply) => {
                drop(reply.send(self.stop_reading(server, &path)));
            }
            Ask::Offer(server, attempt, reply) => drop(reply.send(self.offer(server, attempt))),
            Ask::DismissAttempt(server, attempt) => self.dismiss_attempt(server, attempt),
            Ask::Subject(server, reply) => drop(reply.send(self.subject(server))),
            Ask::Quit => self.quit(),
        }
    }

    fn tell_state(&mut self, event: Event) -> Result<(), Failure> {
        self.handle(event).map_or(Ok(()), Err)
    }

    fn picked(&mut self, surveyed: Surveyed, server: Option<ServerId>) -> u32 {
        self.changed = true;
        let known = self.picks.iter_mut().find(|pick| pick.surveyed.root == surveyed.root);
        if let Some(pick) = known {
            pick.surveyed = surveyed;
            pick.server = server.or(pick.server);
            return pick.id;
        }
        self.last_pick += 1;
        self.picks.push(Pick { id: self.last_pick, surveyed, server });
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
        let access = match grant.access {
            AccessView::Read => Access::Read,
            AccessView::ReadWrite => Access::ReadWrite,
        };
        let lifetime = clock::lifetime(grant.lifetime, clock::now());
        let consent = Consent { root, server: grant.server, access, lifetime };
        self.tell_state(Event::Grant(consent))?;
        self.dismiss_pick(grant.pick);
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
        let added = self.state.servers().last();
        added.map(|server| server.id.0).ok_or_else(|| Failure::new("unknown-server"))
    }

    fn edit_server(&mut self, server: ServerId, draft: ServerDraft) -> Result<(), Failure> {
        let (name, command) = draft::command(draft)?;
        let taken = name.clone();
        self.tell_state(Event::EditServer { server, name, command: Command::Custom(command) })
            .map_err(|failure| failure.with("name", taken))
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
        self.desks.entry(server).or_default().forgive();
        self.tell_state(Event::Trust { server, fingerprint })
    }

    fn connection(
        &mut self,
        server: ServerId,
    ) -> Result<(Connection, oneshot::Receiver<()>), Failure> {
        let not_running = || Failure::new("server-not-running");
        if self.state.run(server) != Some(RunState::Running) {
            return Err(not_running());
        }
        let told = self.is_told(server);
        let desk = self.desks.get_mut(&server).ok_or_else(not_running)?;
        let connection = desk.run.as_ref().and_then(|run| run.connection.clone());
        let connection = connection.ok_or_else(not_running)?;
        let (let_go, when_told) = oneshot::channel();
        if !told {
            desk.held.retain(|call| !call.is_closed());
            desk.held.push(let_go);
        }
        Ok((connection, when_told))
    }

    fn count_calls(&mut self, server: ServerId, by: i32) {
        if let Some(desk) = self.desks.get_mut(&server) {
            desk.calls = desk.calls.saturating_add_signed(by);
            self.changed = true;
        }
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

    fn check(&self, server: Option<ServerId>, text: &str) -> Result<Vec<VerdictView>, Failure> {
        if let Some(unknown) = server.filter(|id| self.state.server(*id).is_none()) {
            return Err(Failure::new("unknown-server").with("server", unknown.0));
        }
        let lines: Vec<_> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).take(PATHS).collect();
        let servers = self.state.servers().map(|known| known.id);
        let mut verdicts = Vec::new();
        for id in servers.filter(|id| server.is_none_or(|only| only == *id)) {
            verdicts.extend(self.check_for(id, &lines));
        }
        Ok(verdicts)
    }

    fn check_for(&self, server: ServerId, lines: &[&str]) -> Vec<VerdictView> {
        let paths: Vec<_> = lines.iter().map(|line| self.typed_path(line)).collect();
        let verdicts = self.state.check(server, paths.iter().flatten());
        let mut verdicts = verdicts.into_iter();
        lines
            .iter()
            .zip(&paths)
            .map(|(line, path)| {
                let verdict = path.as_ref().and_then(|_| verdicts.next());
                let (outcome, by) = match verdict {
                    None => (Outcome::NotAPath, None),
                    Some(Verdict::Allowed { by, access: Access::Read }) => {
                        (Outcome::AllowedRead, Some(by))
                    }
                    Some(Verdict::Allowed { by, access: Access::ReadWrite }) => {
                        (Outcome::AllowedReadWrite, Some(by))
                    }
                    Some(Verdict::Withheld { by }) => (Outcome::Withheld, Some(by)),
                    Some(Verdict::Outside { nearest }) => (Outcome::Outside, nearest),
                };
                let folder = by.and_then(|by| self.state.grant_by_id(by));
                VerdictView {
                    path: path.as_ref().map_or_else(|| shown(line), |path| shown(path.as_path())),
                    server: server.0,
                    outcome,
                    folder: folder.map(|grant| shown(grant.root.path.as_path())),
                    grant: by.map(|by| by.0),
                }
            })
            .collect()
    }

    /// A path as people write it: `~` is home, and links on the way are followed as far as the
    /// path exists.
    fn typed_path(&self, text: &str) -> Option<AbsolutePath> {
        let path = match text.strip_prefix('~') {
            Some("") => self.places.home.clone(),
            Some(rest) => self.places.home.join(rest.strip_prefix('/')?),
            None => text.into(),
        };
        if !path.is_absolute() {
            return None;
        }
        let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
        let (above, canonical) = there?;
        let rest = path.strip_prefix(above).ok()?;
        AbsolutePath::new(canonical.join(rest)).ok()
    }

    fn activity(&mut self, filter: &ActivityFilter) -> Result<ActivityPage, Failure> {
        self.keep_records();
        let before = filter.before.map(|id| AuditId(i64::from(id)));
        let page = self.storage.audit(&audit_filter(filter), before, PAGE_LIMIT)?;
        let records = page.rows.iter().map(record).collect();
        Ok(ActivityPage { records, more: page.next.is_some() })
    }

    fn export(&mut self, filter: &ActivityFilter, file: std::fs::File) -> Result<u32, Failure> {
        self.keep_records();
        let mut file = std::io::BufWriter::new(file);
        let exported = self.storage.export(&audit_filter(filter), &mut |row| {
            serde_json::to_writer(&mut file, &record(&row))?;
            file.write_all(b"\n")
        })?;
        file.flush().map_err(|error| Failure::new("export-failed").with("reason", error))?;
        Ok(u32::try_from(exported.rows).unwrap_or(u32::MAX))
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

fn audit_filter(filter: &ActivityFilter) -> AuditFilter {
    let actions: Vec<_> = filter.kinds.iter().filter_map(|kind| Action::from_code(kind)).collect();
    let text = Some(filter.text.trim().to_owned()).filter(|text| !text.is_empty());
    AuditFilter { server: filter.server.map(ServerId), actions, text }
}

fn record(row: &AuditRow) -> RecordView {
    let record = &row.record;
    RecordView {
        id: u32::try_from(row.id.0).unwrap_or(u32::MAX),
        at: show::time(record.at),
        kind: record.action.code().to_owned(),
        actor: match record.actor {
            Who::Person => ActorView::Person,
            Who::Paddock => ActorView::Paddock,
            Who::Server => ActorView::Server,
        },
        server: record.server.map(|id| id.0),
        server_name: record.server_name.as_ref().map(shown),
        path: record.path.as_ref().map(|path| shown(path.as_path())),
        access: record.access.map(show::access),
        ok: record.ok,
        detail: record.detail.as_ref().map(shown),
    }
}
