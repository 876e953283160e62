//! Servers, as the window shows them.

use paddock_core::text::shown;
use paddock_core::{
    Command, Enforcement, Lifecycle, RunState, SeenCommand, Server, ServerId, SessionId,
};

use super::{Showing, enforcement, requests, time, unsaid};
use crate::named;
use crate::programs::{self, Found};
use crate::runtime::Runtime;
use crate::view::{
    AttemptView, CommandView, Difference, EnvEntry, LifecycleView, MissedPathView, RunView,
    ServerView, ToldView, TrustedView,
};

/// What was tried is shown of one server as often, at the most.
const ATTEMPTS: usize = 50;

/// Servers known to go on serving their last folders when they are told that there are none, by
/// the names they report.
const IGNORE_AN_EMPTY_LIST: &[&str] = &["secure-filesystem-server", "rust-mcp-filesystem"];

/// Where it is differs from installation to installation.
const BUNDLED_PROGRAM: &str = "paddock-files";

impl Showing<'_> {
    pub(super) fn server(&self, server: &Server) -> ServerView {
        let none = Runtime::default();
        let shown_as = self.shown_as(server.id);
        let runtime = self.runtimes.get(shown_as).unwrap_or(&none);
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
        let all = self.runtimes.of(server).flat_map(|(_, runtime)| runtime.attempts.iter());
        let mut all: Vec<_> = all.map(enforcement::attempt).collect();
        all.sort_by(|one, other| other.last.total_cmp(&one.last));
        all.truncate(ATTEMPTS);
        all
    }

    pub(super) fn told(&self, id: SessionId, running: bool) -> ToldView {
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
            Some(_) if self.runtimes.get(id).is_some_and(Runtime::is_told_in_calls) => {
                ToldView::WaitingForCall
            }
            Some(_) => ToldView::Waiting,
        }
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
        trusted: server.is_trusted_as(found.and_then(Found::fingerprint)),
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

pub(super) fn run_view(
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
        differs: is.map_or(Difference::Words, |is| is.difference(was)),
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
