//! What the host knows, as the window shows it: read, never changed.

mod destinations;
pub(crate) mod enforcement;
mod limits;
pub(crate) mod requests;
mod sending;
mod sessions;

use std::ffi::OsStr;

use paddock_core::consent::{self, WarningLevel};
use paddock_core::text::shown;
use paddock_core::{
    Command, Enforcement, Grant, Lifecycle, Lifetime, Root, RunState, SeenCommand, Server,
    ServerId, SessionId, State, Time,
};
use paddock_supervisor::Capabilities;

use crate::Places;
use crate::actor::enforcement::waits_for_start;
use crate::actor::sending::Quotas;
use crate::actor::{Notices, Pick, Picks, Retention, named};
use crate::connected::Connected;
use crate::inbox::Inbox;
use crate::models::Models;
use crate::programs::{self, Found};
use crate::runtime::{self, Runtime, Runtimes};
use crate::sought::Sought;
use crate::view::{
    AttemptView, CommandView, ConsentView, EndedDestinationView, EndedView, EnvEntry, Failure,
    FolderView, GrantView, LifecycleView, LifetimeView, MissedPathView, PausedView, PickView,
    ReachabilityView, RunView, SecretsView, ServerView, SizeView, ToldView, TrustedView, UsedView,
    View,
};
pub(crate) use destinations::bytes;

/// The longest of what there may be much of, in bytes.
const BRIEF: usize = 1000;
/// What was tried is shown of one server as often, at the most.
const ATTEMPTS: usize = 50;

/// Servers known to go on serving their last folders when they are told that there are none, by
/// the names they report.
const IGNORE_AN_EMPTY_LIST: &[&str] = &["secure-filesystem-server", "rust-mcp-filesystem"];

/// Where it is differs from installation to installation.
const BUNDLED_PROGRAM: &str = "paddock-files";

/// All that a view is made of.
pub(crate) struct Showing<'a> {
    /// Of the view.
    pub(crate) sequence: u32,
    pub(crate) state: &'a State,
    pub(crate) runtimes: &'a Runtimes,
    pub(crate) picks: &'a Picks,
    /// Those that there still is something to agree to.
    pub(crate) consents: Vec<ConsentView>,
    /// Whether consents may be given at a terminal.
    pub(crate) terminal_consent: bool,
    pub(crate) inbox: &'a Inbox,
    pub(crate) models: &'a Models,
    pub(crate) notices: &'a Notices,
    pub(crate) retention: &'a Retention,
    pub(crate) secrets: SecretsView,
    pub(crate) quotas: &'a Quotas,
    pub(crate) connected: &'a Connected,
    pub(crate) sought: &'a Sought,
    pub(crate) places: &'a Places,
    /// What this system can enforce; none until it was tried.
    pub(crate) capabilities: Option<Capabilities>,
}

impl Showing<'_> {
    pub(crate) fn view(&self) -> View {
        View {
            sequence: self.sequence,
            servers: self.state.servers().map(|server| self.server(server)).collect(),
            sessions: self.session_views(),
            grants: self.state.grants().map(|grant| self.grant(grant)).collect(),
            ended: self.state.ended().map(ended).collect(),
            ended_destinations: self.state.ended_destinations().map(ended_destination).collect(),
            picks: self.picks.iter().map(|pick| self.pick(pick)).collect(),
            consents: self.consents.clone(),
            secrets: self.secrets.clone(),
            terminal_consent: self.terminal_consent,
            stand_ins: self.state.stand_ins().map(shown).collect(),
            retention: self.retention.now(),
            activity_deleted: self.retention.deleted().map(time),
            paused: self.state.paused().map(|pause| PausedView { until: pause.until.map(time) }),
            paused_apps: self.paused_app_views(),
            notices: self.notices.newest_first().cloned().collect(),
            requests: self
                .state
                .requests()
                .map(|open| requests::request(open, self.inbox.get(open.request.id)))
                .collect(),
            missed: self.state.missed().map(requests::missed).collect(),
            places: self.place_views(),
            held_calls: self.held_call_views(),
            asked_destinations: self.asked_destination_views(),
            asked_sending: self.asked_sending_views(),
            providers: self
                .state
                .providers()
                .map(|provider| requests::provider(provider, self.models))
                .collect(),
            system: enforcement::system(self.capabilities.as_ref()),
        }
    }

    fn server(&self, server: &Server) -> ServerView {
        let none = Runtime::default();
        let shown_as = self.shown_as(server.id);
        let runtime = self.runtimes.get(&shown_as).unwrap_or(&none);
        let run = self.state.run(shown_as).unwrap_or(RunState::Stopped);
        let running = run == RunState::Running;
        let was = server.trusted.as_ref().and_then(|trusted| trusted.seen.as_ref());
        let reported = runtime.run.as_ref().and_then(|run| run.reported.as_ref());
        let ignores = reported.is_some_and(|it| IGNORE_AN_EMPTY_LIST.contains(&it.name.as_str()));
        ServerView {
            id: server.id.0,
            name: shown(&server.name),
            bundled: server.command == Command::Bundled,
            command: command(server, runtime),
            state: run_view(run, runtime, self.state.enforcement(server.id), was),
            reported: reported.map(|it| shown(format!("{} {}", it.name, it.version).trim())),
            revision: reported.map(|it| it.revision.as_str().to_owned()),
            asks_for_roots: self.state.told_to(server.id).is_some(),
            told: self.told(server.id.own(), running),
            enforcement: self.enforcement_of(server, server.id.own(), runtime),
            reaches_all: self
                .state
                .sessions_of(server.id)
                .iter()
                .any(|it| self.state.reaches_all(*it)),
            reaches_anywhere: self.reaches_anywhere(server),
            network: server.confinement.network,
            destinations: self.destinations(server),
            ask_first: server.confinement.ask_first,
            folders_in_command: server.command.names_roots(),
            reads: enforcement::reads(server, runtime, &self.places.home_of(server.id)),
            untold: enforcement::is_untold(server, runtime),
            proof: runtime.run.as_ref().and_then(enforcement::proof),
            attempts: self.attempts_of(server.id),
            sought: self.sought_by(server.id),
            refused_unasked: self.state.refused_unasked(server.id),
            unmet: named::unmet_shown(self.state, self.runtimes, server.id),
            missed: runtime.missed.as_ref().map(|missed| MissedPathView {
                path: shown(&missed.path),
                offer: missed.offer.as_ref().map(shown),
            }),
            lingering: self
                .state
                .lingering(server.id)
                .map(|root| shown(root.path.as_path()))
                .collect(),
            ignores_empty_list: ignores,
            not_entered: runtime
                .confined
                .as_ref()
                .and_then(|it| it.not_entered.as_ref())
                .map(shown),
            calls_in_flight: runtime.calls,
            offers: reported.map(|it| it.offers).unwrap_or_default(),
            lists: runtime.run.as_ref().map(|run| run.lists_changed).unwrap_or_default(),
            followed: runtime.followed.clone(),
            lifecycle: lifecycle(&server.lifecycle),
            limits: self.limits_of(server),
            sending: self.sending_of(server),
            asking: requests::asking(&server.asking, self.state.account(server.id)),
            usage: self.usage(server),
        }
    }

    /// The session that a server is shown as: Paddock's own, unless another waits for the command
    /// to be trusted.
    fn shown_as(&self, server: ServerId) -> SessionId {
        let asks =
            |id: &SessionId| matches!(self.state.run(*id), Some(RunState::NeedsTrust { .. }));
        self.state.sessions_of(server).into_iter().find(asks).unwrap_or(server.own())
    }

    /// What any session of the server tried, newest first.
    fn attempts_of(&self, server: ServerId) -> Vec<AttemptView> {
        let all =
            runtime::of(self.runtimes, server).flat_map(|(_, runtime)| runtime.attempts.iter());
        let mut all: Vec<_> = all.map(enforcement::attempt).collect();
        all.sort_by(|one, other| other.last.total_cmp(&one.last));
        all.truncate(ATTEMPTS);
        all
    }

    fn told(&self, id: SessionId, running: bool) -> ToldView {
        let (told, list) = (self.state.told_to(id), self.state.view(id));
        match told {
            _ if !running => ToldView::NotRunning,
            None => ToldView::NeverAsked,
            Some(_) if self.state.enforcement(id) == Some(Enforcement::Changing) => {
                ToldView::Waiting
            }
            Some(told) if list.is_some_and(|list| list.entries == told.list.entries) => {
                ToldView::Told
            }
            Some(_) if self.runtimes.get(&id).is_some_and(Runtime::is_told_in_calls) => {
                ToldView::WaitingForCall
            }
            Some(_) => ToldView::Waiting,
        }
    }

    fn grant(&self, grant: &Grant) -> GrantView {
        let told = self.state.told_to(grant.server);
        let told =
            told.filter(|told| told.list.entries.iter().any(|entry| entry.root == grant.root));
        let above = self
            .state
            .grants_of(grant.server)
            .filter(|other| other.root.path != grant.root.path)
            .filter(|other| grant.root.path.is_within(&other.root.path))
            .max_by_key(|other| other.root.path.as_path().as_os_str().len());
        GrantView {
            id: grant.id.0,
            server: grant.server.0,
            folder: folder(&grant.root),
            access: grant.access,
            lifetime: lifetime(grant.lifetime),
            reachability: if waits_for_start(self.state, self.runtimes, grant) {
                ReachabilityView::NextStart
            } else {
                self.state.reachability(&grant.root).into()
            },
            granted_at: time(grant.granted_at),
            last_told: told.map(|told| time(told.at)),
            last_used: self.state.used(grant.id).map(|used| UsedView {
                at: time(used.at),
                by: shown(&used.by),
                path: shown(used.path.as_path()),
            }),
            inside: above.map(|above| shown(above.root.path.as_path())),
            held_back: self.state.held_back_by(grant).map(|inner| shown(inner.root.path.as_path())),
        }
    }

    fn pick(&self, pick: &Pick) -> PickView {
        let surveyed = &pick.surveyed;
        let warnings = consent::warnings(&surveyed.root, &surveyed.facts, self.state);
        let worst = warnings.iter().map(|warning| warning.level).max();
        PickView {
            id: pick.id,
            server: pick.proposed.server.map(|server| server.0),
            named: pick.proposed.named.clone(),
            wished: pick.proposed.wished.map(|server| server.0),
            together: pick.proposed.together,
            by: pick.proposed.by.clone(),
            folder: folder(&surveyed.root),
            picked_as: surveyed.picked_as.clone(),
            repository: surveyed.repository.as_ref().map(folder),
            size: pick.extent.map(|extent| SizeView {
                files: extent.files,
                bytes: bytes(extent.bytes),
                at_least: extent.is_part,
            }),
            projects: surveyed.projects.iter().map(|&kind| kind.to_owned()).collect(),
            type_name_to_grant: worst == Some(WarningLevel::Red),
            refused: worst == Some(WarningLevel::Refused),
            granted_to: self
                .state
                .same_folder(&surveyed.root)
                .map(|grant| grant.server.0)
                .collect(),
            warnings,
        }
    }
}

/// As [`shown`], without the end of what is very long: for what others may make many of.
pub(crate) fn brief(text: impl AsRef<OsStr>) -> String {
    let mut text = shown(text);
    if text.len() > BRIEF {
        text.truncate(text.floor_char_boundary(BRIEF));
        text.push('…');
    }
    text
}

/// Of what failed without a word.
fn unsaid() -> Failure {
    Failure::internal("nothing says why")
}

fn ended(ended: &paddock_core::Ended) -> EndedView {
    EndedView {
        id: ended.grant.id.0,
        server: ended.grant.server.0,
        folder: folder(&ended.grant.root),
        access: ended.grant.access,
        at: time(ended.at),
        why: ended.why,
    }
}

fn ended_destination(ended: &paddock_core::EndedDestination) -> EndedDestinationView {
    EndedDestinationView {
        id: ended.id.0,
        server: ended.server.0,
        destination: shown(ended.to.to_string()),
        at: time(ended.at),
    }
}

fn command(server: &Server, runtime: &Runtime) -> CommandView {
    let found = runtime.found.as_ref();
    let mut view = CommandView {
        program: String::new(),
        args: Vec::new(),
        env_names: Vec::new(),
        in_keyring: Vec::new(),
        in_file: Vec::new(),
        env_values: Vec::new(),
        cwd: None,
        line: String::new(),
        resolved: found.map(|found| shown(&found.launch.program)),
        file: found.and_then(|found| found.seen.as_ref()).map(|seen| shown(&seen.resolved.path)),
        fingerprint: found
            .and_then(Found::fingerprint)
            .map(|print| print.to_string()[..16].to_owned()),
    };
    match &server.command {
        Command::Bundled => {
            view.program.push_str(BUNDLED_PROGRAM);
            view.line.push_str(BUNDLED_PROGRAM);
        }
        Command::Custom(custom) => {
            view.program = shown(&custom.program);
            view.args = custom.args.iter().map(shown).collect();
            view.env_names = custom.env_names().into_iter().map(shown).collect();
            view.in_keyring = custom.secrets.keys().map(shown).collect();
            view.in_file = custom.open_secrets().map(|(name, _)| shown(name)).collect();
            view.env_values = custom.env_values().map(|it| variable(it.0, it.1)).collect();
            view.cwd = custom.cwd.as_ref().map(shown);
            view.line = programs::line(&custom.program, &custom.args);
        }
    }
    view
}

fn run_view(
    run: RunState,
    runtime: &Runtime,
    enforced: Option<Enforcement>,
    was: Option<&SeenCommand>,
) -> RunView {
    let unenforced = || match enforced {
        Some(Enforcement::Failed(why)) => enforcement::failure(why),
        _ => unsaid(),
    };
    let reason = || runtime.reason.clone().unwrap_or_else(unenforced);
    match run {
        RunState::Stopped => RunView::Stopped,
        RunState::Asleep => RunView::Asleep,
        RunState::NeedsTrust { fingerprint, changed } => RunView::NeedsTrust {
            fingerprint: fingerprint.to_string(),
            changed,
            was: was.map(|was| trusted(was, runtime)),
        },
        RunState::Starting => RunView::Starting { since: runtime.starting.map_or(0.0, time) },
        RunState::Running => {
            RunView::Running { since: runtime.run.as_ref().map_or(0.0, |run| time(run.since)) }
        }
        RunState::Stopping => RunView::Stopping,
        RunState::Restarting { at, attempt } => {
            RunView::Restarting { at: time(at), attempt, reason: reason() }
        }
        RunState::Failed => RunView::Failed { reason: reason() },
        RunState::Paused => RunView::Paused,
    }
}

/// A command as it was trusted, beside the one that stands in its place.
fn trusted(was: &SeenCommand, runtime: &Runtime) -> TrustedView {
    let is = runtime.found.as_ref().and_then(|found| found.seen.as_ref());
    TrustedView {
        program: shown(&was.program),
        args: was.args.iter().map(shown).collect(),
        env_names: was.env_names.iter().map(shown).collect(),
        env_values: env_values(&was.env_values),
        cwd: was.cwd.as_ref().map(shown),
        file: Some(shown(&was.resolved.path)),
        same_words: is.is_some_and(|is| is.same_words(was)),
        reads: was.footprint.parts.iter().map(enforcement::readable).collect(),
    }
}

fn env_values(pairs: &[(String, String)]) -> Vec<EnvEntry> {
    pairs.iter().map(|(name, value)| variable(name, value)).collect()
}

fn variable(name: &str, value: &str) -> EnvEntry {
    EnvEntry { name: shown(name), value: shown(value) }
}

fn lifecycle(lifecycle: &Lifecycle) -> LifecycleView {
    let whole = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    LifecycleView {
        restart: lifecycle.restart,
        keep_alive: lifecycle.keep_alive.map(|every| whole(every.as_secs())),
        on_demand: lifecycle.on_demand,
        stop_when_idle: lifecycle.stop_when_idle.map(|after| whole(after.as_secs() / 60)),
    }
}

pub(crate) fn folder(root: &Root) -> FolderView {
    FolderView {
        name: shown(root.path.name()),
        path: shown(root.path.as_path()),
        uri: root.uri().to_string(),
    }
}

pub(crate) fn lifetime(lifetime: Lifetime) -> LifetimeView {
    match lifetime {
        Lifetime::ThisRun => LifetimeView::ThisRun,
        Lifetime::Until(end) => LifetimeView::Until { at: time(end) },
        Lifetime::Always => LifetimeView::Always,
    }
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit into a double")]
pub(crate) fn time(time: Time) -> f64 {
    time.0 as f64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use paddock_core::{AbsolutePath, Access, GrantId, Identity, Saved};
    use paddock_models::Keyring;

    use super::*;
    use crate::retention::Chosen;

    const NOW: Time = Time(1_000);

    /// What is shown of a server that is granted one folder, and of what else is known.
    fn shown_of(runtimes: &Runtimes) -> View {
        let server = Server::new(ServerId(1), "notes\u{202e}".to_owned(), Command::Bundled);
        let grant = Grant {
            id: GrantId(1),
            server: server.id,
            root: Root {
                path: AbsolutePath::new("/home/ada/notes").unwrap(),
                identity: Identity { device: 1, inode: 2, born: None },
            },
            access: Access::Read,
            lifetime: Lifetime::Always,
            granted_at: NOW,
        };
        let saved = Saved { servers: vec![server], grants: vec![grant], ..Saved::default() };
        let (state, _) = State::open(saved, NOW);
        let data = tempfile::tempdir().unwrap();
        let places = Places {
            data: data.path().to_owned(),
            own: Vec::new(),
            home: "/home/ada".into(),
            keeper: "paddock-sandbox".into(),
            files_server: "paddock-files".into(),
            environment: Vec::new(),
            best_tier: None,
            keyring: Keyring::in_memory(),
            outside: Arc::new(paddock_network::System),
        };
        Showing {
            sequence: 7,
            state: &state,
            runtimes,
            picks: &Picks::default(),
            consents: Vec::new(),
            terminal_consent: false,
            inbox: &Inbox::default(),
            models: &Models::default(),
            notices: &Notices::default(),
            retention: &Retention::new(Chosen::read(data.path())),
            secrets: SecretsView { keyring_only: false, in_file: 0, trouble: None },
            quotas: &Quotas::new(BTreeMap::new()),
            connected: &Connected::default(),
            sought: &Sought::default(),
            places: &places,
            capabilities: None,
        }
        .view()
    }

    #[test]
    fn a_view_is_made_of_what_is_known_alone() {
        let view = shown_of(&Runtimes::new());
        assert_eq!(view.sequence, 7);
        let [server] = view.servers.as_slice() else { panic!("{:?}", view.servers) };
        assert!(!server.name.contains('\u{202e}'), "{}", server.name);
        assert!(matches!(server.told, ToldView::NotRunning), "{:?}", server.told);
        assert_eq!(view.grants.len(), 1);
        assert_eq!(view.grants[0].folder.path, "/home/ada/notes");
    }

    #[test]
    fn why_a_server_failed_is_shown_of_its_own_session() {
        let why = Failure::internal("it went away");
        let mut runtimes = Runtimes::new();
        runtimes.entry(ServerId(1).own()).or_default().calls = 3;
        runtimes.entry(ServerId(2).own()).or_default().reason = Some(why);
        let view = shown_of(&runtimes);
        assert_eq!(view.servers[0].calls_in_flight, 3);
        assert!(!format!("{:?}", view.servers).contains("it went away"));
    }
}
