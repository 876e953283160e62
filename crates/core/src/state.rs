//! The state, and the only way to change it.

mod accesses;
mod activity;
mod asking;
mod calls;
mod changes;
mod commits;
mod destinations;
mod ended;
mod enforcement;
mod grants;
mod lifecycle;
mod limits;
mod narrowing;
mod pauses;
mod places;
mod providers;
mod records;
mod requests;
mod room;
mod secrets;
mod sending;
mod servers;
mod sessions;
mod sought;
mod stand_ins;
#[cfg(test)]
mod tests;
mod usage;
#[cfg(test)]
mod walk;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use specta::Type;

pub use ended::Had;
pub use pauses::Pause;
pub use places::AskedPlace;
pub use requests::MISSED;
pub use sending::AskedSending;
pub use sought::{AskedDestination, DestinationId};

use crate::check::PathTree;
use crate::network::Destination;
use crate::{
    AbsolutePath, Actor, AuditRecord, Change, Effect, Event, Forgotten, GaveUp, Grant, GrantId,
    How, Lifetime, Place, Provider, ProviderId, Reachability, Refusal, Root, RootEntry, RootList,
    RunState, Saved, SeenCommand, Server, ServerId, SessionId, Time, Used, User, Verdict, Why,
};

/// All there is to decide on. One actor owns it; everyone else sends it events.
#[derive(Debug, Default)]
pub struct State {
    now: Time,
    next_id: u32,
    servers: BTreeMap<ServerId, Entry>,
    /// Paddock's own of every server, and those of apps.
    sessions: BTreeMap<SessionId, Session>,
    grants: BTreeMap<GrantId, Grant>,
    providers: BTreeMap<ProviderId, Provider>,
    /// Apps that Paddock stands in for.
    stand_ins: BTreeSet<String>,
    /// Every folder with a grant or in which an app works, and what stands there, once somebody
    /// looked.
    roots: BTreeMap<Root, Option<Reachability>>,
    /// Grants that ended, newest first.
    ended: VecDeque<Ended>,
    /// Destinations of servers from which all access was revoked, or that came back, newest first.
    ended_destinations: VecDeque<EndedDestination>,
    /// Grants whose coming end was told.
    warned: BTreeSet<GrantId>,
    /// How each grant was used last.
    used: BTreeMap<GrantId, Used>,
    paused: Option<Pause>,
    /// Apps that are paused, by the names that people see.
    paused_apps: BTreeMap<String, Pause>,
    requests: requests::Requests,
    calls: calls::Calls,
    places: places::Places,
    sought: sought::Sought,
    sending: sending::Held,
    commits: commits::Commits,
    /// How this system keeps servers to their folders, if it can.
    how: Option<How>,
    wake: Option<Time>,
}

/// A server, and its command as it was found last.
#[derive(Debug)]
struct Entry {
    server: Server,
    seen: Option<SeenCommand>,
    /// What it had before it was removed and came back.
    had: Option<Box<Had>>,
}

/// What one process of a server sees, and where it is in its life.
#[derive(Debug)]
struct Session {
    user: User,
    /// Who ended it; it is over once no process of it is left.
    left: Option<Actor>,
    /// The grants of its server, on folders that are there.
    wanted: Arc<RootList>,
    /// What it may be told: what is wanted, as far as it is in force.
    list: Arc<RootList>,
    run: RunState,
    idle: lifecycle::Idle,
    backoff: lifecycle::Backoff,
    gave_up: Option<GaveUp>,
    /// It is to start again as soon as it has stopped.
    again: bool,
    /// It is started again so that a change of its folders comes into force.
    changing: bool,
    /// What its process, if there is one, is kept to.
    kept_to: Option<KeptTo>,
    /// Why it does not run although it was asked for.
    unenforced: Option<Why>,
    told: Option<Told>,
    /// Every folder this run was ever told of.
    exposed: BTreeSet<Root>,
    /// Where its app works.
    places: Vec<Place>,
    tried: places::Tried,
    /// How many folders a person was asked for because of it.
    asks: usize,
    /// Folders that were taken from it, for as long as it lasts.
    without: BTreeSet<Root>,
    /// Tools that a person allowed it: until a moment, or for as long as it lasts.
    allowed: BTreeMap<String, Option<Time>>,
}

/// What the operating system keeps a process to.
#[derive(Debug)]
struct KeptTo {
    how: How,
    folders: Vec<RootEntry>,
    /// Folders of that list that were not let in.
    withheld: Vec<AbsolutePath>,
    /// Generation of the list that was proven last.
    proven: Option<u64>,
    open_handles: u32,
}

/// The list a running server holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub list: Arc<RootList>,
    pub at: Time,
}

/// A grant that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub grant: Grant,
    pub at: Time,
    pub why: EndedWhy,
}

/// Where a server could connect before all access was revoked, or before it came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedDestination {
    /// As grants are numbered.
    pub id: GrantId,
    pub server: ServerId,
    pub to: Destination,
    pub lifetime: Lifetime,
    pub at: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum EndedWhy {
    Revoked,
    Expired,
    RunEnded,
}

/// One round of deciding: what is to be done, and whose list may have changed.
#[derive(Debug, Default)]
struct Round {
    effects: Vec<Effect>,
    touched: BTreeSet<ServerId>,
}

impl Round {
    fn refuse(&mut self, why: Refusal) {
        self.effects.push(Effect::Refuse(why));
    }

    fn record(&mut self, record: AuditRecord) {
        self.effects.push(Effect::Record(record));
    }

    fn note_forgotten(&mut self, ended: GrantId) {
        let change = Change::Forget(Forgotten::Ended(ended));
        self.effects.push(Effect::Note(Box::new(change)));
    }
}

impl State {
    /// Takes up what was kept. Grants that were to end with the last run of the host have ended.
    ///
    /// Every folder counts as missing until it was looked at (`Reached`).
    pub fn open(saved: Saved, now: Time) -> (Self, Vec<Effect>) {
        let mut state = Self { now, next_id: saved.next_id.max(1), ..Self::default() };
        let mut round = Round::default();
        let mut forgot = Vec::new();
        for mut server in saved.servers {
            state.commits.keep(&[Change::PutServer(server.clone())]);
            if secrets::forget_values(&mut server) {
                forgot.push(Change::PutServer(server.clone()));
            }
            state.insert_server(server);
        }
        for grant in saved.grants {
            state.commits.keep(&[Change::PutGrant(grant.clone())]);
            state.insert_grant(grant, None, &mut round);
        }
        state.remember(saved.ended, saved.ended_destinations, saved.missed);
        for provider in saved.providers {
            state.commits.keep(&[Change::PutProvider(provider.clone())]);
            state.providers.insert(provider.id, provider);
        }
        for app in saved.stand_ins {
            state.commits.keep(&[Change::SetStandIn(app.clone(), true)]);
            state.stand_ins.insert(app);
        }
        state.commits.keep(&[Change::SetPause(saved.paused)]);
        state.paused = saved.paused;
        for (app, pause) in saved.paused_apps {
            state.commits.keep(&[Change::SetAppPause(app.clone(), Some(pause))]);
            state.paused_apps.insert(app, pause);
        }
        state.used = saved.used.into_iter().collect();
        let grants = &state.grants;
        state.used.retain(|id, _| grants.contains_key(id));
        for (server, spent) in saved.spent {
            state.requests.open_ledger(server, spent);
        }
        if !forgot.is_empty() {
            state.commit_aside(forgot, &mut round);
        }
        state.end_last_run(&mut round);
        state.add_bundled(&mut round);
        state.pass_time(&mut round);
        let effects = state.finish(round);
        (state, effects)
    }

    /// Decides. What is to be done comes back in the order in which it must be done; time that
    /// passed is seen to first.
    pub fn handle(&mut self, event: Event, now: Time) -> Vec<Effect> {
        let mut round = Round::default();
        self.now = now;
        self.pass_time(&mut round);
        self.decide(event, &mut round);
        // A grant that was long on its way can be due as it arrives.
        self.pass_time(&mut round);
        self.finish(round)
    }

    fn decide(&mut self, event: Event, round: &mut Round) {
        match event {
            Event::Grant(consent) => self.grant(consent, round),
            Event::GrantAgain(ended) => self.grant_again(ended, round),
            Event::GrantAllAgain(all) => self.grant_all_again(&all, round),
            Event::Revoke(grant) => self.revoke(grant, round),
            Event::RevokeAll => self.revoke_all(round),
            Event::SetAccess(grant, access) => self.set_access(grant, access, round),
            Event::SetLifetime(grant, lifetime) => self.set_lifetime(grant, lifetime, round),
            Event::ForgetEnded(ended) => self.forget_ended(ended, round),
            Event::AddServer { name, command } => self.add_server(name, command, round),
            Event::EditServer { server, name, command } => {
                self.edit_server(server, name, command, round);
            }
            Event::RemoveServer(server) => self.remove_server(server, round),
            Event::CameBack(server, had) => self.came_back(server, had, round),
            Event::SecretsKept(server, kept) => self.secrets_kept(server, &kept, round),
            Event::SetConfinement(server, confinement) => {
                self.set_confinement(server, confinement, round);
            }
            Event::Allow(server, to, lifetime) => self.allow(server, &to, lifetime, round),
            Event::Never(server, to) => self.never(server, &to, round),
            Event::ForgetDestination(server, to) => self.forget_destination(server, &to, round),
            Event::DismissDestination(asked) => self.dismiss_destination(asked, round),
            Event::Sought(session, seeking) => self.sought(session, seeking, round),
            Event::Connection(session, to, what) => self.connection(session, &to, what, round),
            Event::Surveyed(how) => self.how = how,
            Event::Enforced { session, list, proven } => {
                self.enforced(session, &list, proven, round);
            }
            Event::Tried { session, path, access } => self.tried(session, path, access, round),
            Event::AccessLapsed(session, path) => self.access_lapsed(session, &path, round),
            Event::AccessAnswered(session, path) => self.access_answered(session, &path, round),
            Event::SetLifecycle(server, lifecycle) => self.set_lifecycle(server, lifecycle, round),
            Event::SetLimits(server, limits) => self.set_limits(server, limits, round),
            Event::SetMostSent(server, most) => self.set_most_sent(server, most, round),
            Event::SendToday(server, ceiling) => self.send_today(server, ceiling, round),
            Event::SendingHeld(session) => self.sending_held(session, round),
            Event::DayBegan(ends) => self.day_began(ends),
            Event::SetScope(server, scope) => self.set_scope(server, scope, round),
            Event::SetToolRule(server, of, rule) => self.set_tool_rule(server, &of, rule, round),
            Event::SetHoldChanged(server, on) => self.set_hold_changed(server, on, round),
            Event::AcceptTools(server, print) => self.accept_tools(server, print, round),
            Event::Listed(session, tools) => self.listed(session, tools, round),
            Event::Recalled(session, tools) => self.recalled(session, tools, round),
            Event::Works(session, places) => self.works(session, places, round),
            Event::DeclinePlace(place) => self.decline_place(place, round),
            Event::Held(call) => self.held(call, round),
            Event::AllowCall(call, answer) => self.allow_call(call, answer, round),
            Event::DenyCall(call) => self.deny_call(call, round),
            Event::CallLapsed(call) => self.call_lapsed(call, round),
            Event::CallGone(call) => self.call_gone(call),
            Event::SetAsking(server, asking) => self.set_asking(server, asking, round),
            Event::SetStandIn(app, on) => self.set_stand_in(&app, on, round),
            Event::Start(server) => self.start(server, round),
            Event::Needed(session) => self.needed(session, round),
            Event::Busy(session, busy) => self.set_busy(session, busy),
            Event::Joined(session, user, places) => self.joined(session, user, places, round),
            Event::Left(session, by) => self.left(session, by, round),
            Event::Found { session, seen } => self.found(session, seen, round),
            Event::Trust { server, fingerprint } => self.trust(server, fingerprint, round),
            Event::WithdrawTrust(server) => self.withdraw_trust(server, round),
            Event::Stop(server) => self.stop(server, round),
            Event::Restart(session) => self.restart(session, round),
            Event::Pause(until) => self.pause(until, round),
            Event::Resume => self.resume(Actor::Person, round),
            Event::PauseApp(app, until) => self.pause_app(&app, until, round),
            Event::ResumeApp(app) => self.resume_app(&app, Actor::Person, round),
            Event::Narrow(session, folder) => self.narrow(session, folder, round),
            Event::AddProvider { name, api, url, preferred, has_key } => {
                let provider =
                    |id| Provider { id, name, api, url, preferred, has_key, allowed: false };
                self.add_provider(provider, round);
            }
            Event::EditProvider(provider) => self.edit_provider(provider, round),
            Event::AllowProvider { provider, url } => self.allow_provider(provider, &url, round),
            Event::RemoveProvider(provider) => self.remove_provider(provider, round),
            Event::Committed(commit) => self.committed(commit, round),
            Event::CommitFailed(commit) => self.commit_failed(commit, round),
            Event::Reached(root, reachability) => self.reached(&root, reachability, round),
            Event::Ready(session) => self.ready(session, round),
            Event::Ended(session, ending) => self.run_ended(session, ending, round),
            Event::Spoke(session, era) => self.spoke(session, era, round),
            Event::Told(session, list) => self.told(session, list, round),
            Event::Called { session, what, paths, arguments, ok } => {
                self.called(session, &what, &paths, arguments, ok, round);
            }
            Event::DeleteActivity => self.delete_activity(round),
            Event::SetRetention(words) => self.set_retention(words, round),
            Event::ForgetBefore(oldest) => self.forget_before(oldest),
            Event::Requested(request) => self.requested(request, round),
            Event::Decided(request, decision) => self.decided(request, decision, round),
            Event::Answered(request, written) => self.answered(request, written, round),
            Event::AnswerFailed { request, tokens } => self.answer_failed(request, tokens, round),
            Event::Withdrawn(request, why) => self.withdrawn(request, why, round),
            Event::DismissMissed(missed) => self.dismiss_missed(missed, round),
            Event::AllowNext(server, count) => self.allow_next(server, count, round),
            Event::TimePassed => {}
            Event::Opened => self.start_wanted(round),
        }
    }

    fn pass_time(&mut self, round: &mut Round) {
        self.expire_grants(round);
        self.expire_destinations(round);
        self.end_day(round);
        self.end_pauses(round);
        self.end_allowed_calls(round);
        self.sleep_if_idle(round);
        self.restart_what_is_due(round);
    }

    fn finish(&mut self, mut round: Round) -> Vec<Effect> {
        self.end_requests_of_the_gone(&mut round);
        self.settle_calls(&mut round);
        self.forget_places_that_are_settled();
        self.forget_destinations_that_are_settled();
        self.follow_sending(&mut round);
        // A list that shrinks is told before anything is written: revoking waits for nothing.
        let mut effects = Vec::new();
        for server in std::mem::take(&mut round.touched) {
            for session in self.sessions_of(server) {
                self.refresh_lists(session, &mut effects);
            }
        }
        effects.append(&mut round.effects);
        let wake = self.next_moment();
        if wake != self.wake {
            self.wake = wake;
            // What an effect leads to at once may set a later moment, which is not to be set back.
            effects.insert(0, Effect::Wake(wake));
        }
        effects
    }

    fn entries_for(&self, id: SessionId) -> Vec<RootEntry> {
        let granted = self
            .grants_of(id.server)
            .filter(|grant| self.reachability(&grant.root) == Reachability::Reachable)
            .map(|grant| RootEntry { root: grant.root.clone(), access: self.access_now(grant) });
        let mut entries = self.in_scope(id, granted.collect());
        self.leave_out_what_was_taken(id, &mut entries);
        entries.sort();
        entries
    }

    /// What a session may be told now: its server's grants, in force, on folders that are there.
    pub fn view(&self, session: impl Into<SessionId>) -> Option<&Arc<RootList>> {
        self.session(session).map(|session| &session.list)
    }

    /// What the operating system is to let a session into.
    pub fn wanted(&self, session: impl Into<SessionId>) -> Option<&Arc<RootList>> {
        self.session(session).map(|session| &session.wanted)
    }

    /// Whether the server may use each of `paths`, which are canonical. One pass serves them all.
    pub fn check<'a>(
        &self,
        server: ServerId,
        paths: impl IntoIterator<Item = &'a AbsolutePath>,
    ) -> Vec<Verdict> {
        let tree = PathTree::new(
            self.grants_of(server)
                .map(|grant| (grant, self.access_now(grant), self.is_there(grant))),
        );
        let trusted = self.server(server).and_then(|known| known.trusted.as_ref());
        let footprint = trusted.and_then(|it| it.seen.as_ref()).map(|seen| &seen.footprint);
        let is_needed = |path: &AbsolutePath| footprint.is_some_and(|it| it.holds(path.as_path()));
        let verdict = |path| match tree.check(path) {
            allowed @ Verdict::Allowed { .. } => allowed,
            _ if is_needed(path) => Verdict::NeededToRun,
            other @ (Verdict::Withheld { .. } | Verdict::NeededToRun | Verdict::Outside { .. }) => {
                other
            }
        };
        paths.into_iter().map(verdict).collect()
    }

    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.servers.values().map(|entry| &entry.server)
    }

    pub fn server(&self, id: ServerId) -> Option<&Server> {
        self.servers.get(&id).map(|entry| &entry.server)
    }

    /// Its name, safe to show; nothing where there is no such server.
    pub fn name_of(&self, server: ServerId) -> String {
        self.server(server).map(|server| crate::text::shown(&server.name)).unwrap_or_default()
    }

    pub fn run(&self, session: impl Into<SessionId>) -> Option<RunState> {
        self.session(session).map(|session| session.run)
    }

    /// What a session holds, if its server asked in this run.
    pub fn told_to(&self, session: impl Into<SessionId>) -> Option<&Told> {
        self.session(session)?.told.as_ref()
    }

    pub fn grants(&self) -> impl Iterator<Item = &Grant> {
        self.grants.values()
    }

    pub fn grants_of(&self, server: ServerId) -> impl Iterator<Item = &Grant> {
        self.grants.values().filter(move |grant| grant.server == server)
    }

    /// How a grant was used last, if that is known.
    pub fn used(&self, id: GrantId) -> Option<&Used> {
        self.used.get(&id)
    }

    pub fn grant_by_id(&self, id: GrantId) -> Option<&Grant> {
        self.grants.get(&id)
    }

    /// Where language models are reached, in the order in which they were added.
    pub fn providers(&self) -> impl Iterator<Item = &Provider> {
        self.providers.values()
    }

    pub fn provider(&self, id: ProviderId) -> Option<&Provider> {
        self.providers.get(&id)
    }

    /// The command as it was found last, if it was looked for in this run of the host.
    pub fn seen(&self, id: ServerId) -> Option<&SeenCommand> {
        self.servers.get(&id)?.seen.as_ref()
    }

    /// What stands at the root's path; missing where nobody looked.
    pub fn reachability(&self, root: &Root) -> Reachability {
        self.roots.get(root).copied().flatten().unwrap_or(Reachability::Missing)
    }

    /// Every folder that is watched.
    pub fn watched(&self) -> impl Iterator<Item = &Root> {
        self.roots.keys()
    }

    /// The moment of the last event.
    pub fn now(&self) -> Time {
        self.now
    }

    fn next_number(&mut self) -> u32 {
        let number = self.next_id;
        self.next_id += 1;
        number
    }
}
