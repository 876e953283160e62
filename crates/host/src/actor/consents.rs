//! What widens waits here until a person agrees, unless it is a person who asks for it.

use paddock_core::text::shown;
use paddock_core::{Event, Fingerprint, GrantId, RunState, ServerId};

use super::asks::Return;
use super::widening::{Deed, deed, event};
use super::{Actor, Proposed};
use crate::clock;
use crate::pick::Surveyed;
use crate::retention::needs_consent;
use crate::view::{Code, ConsentView, Failure, FrontView, WideningView};

/// What waits at the most.
pub(crate) const MOST: usize = 20;
/// Of that, what programs other than the window asked for.
const OF_PROGRAMS: usize = 10;

/// What was asked for and waits, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Consents {
    waiting: Vec<ConsentView>,
    last: u32,
    /// A person may consent at a terminal.
    at_terminal: bool,
}

impl Consents {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ConsentView> {
        self.waiting.iter()
    }

    pub(crate) fn at_terminal(&self) -> bool {
        self.at_terminal
    }

    /// Asking for the same twice is one question.
    fn add(
        &mut self,
        what: WideningView,
        by: FrontView,
        together: Option<u32>,
    ) -> Result<u32, Failure> {
        if let Some(waiting) = self.waiting.iter_mut().find(|it| is_same(&it.what, &what)) {
            waiting.what = what;
            waiting.together = together.or(waiting.together);
            return Ok(waiting.id);
        }
        // Asked for once more, it is what can be brought back now.
        if matches!(what, WideningView::GrantAllAgain { .. }) {
            let is_it = |it: &ConsentView| {
                it.by == by && matches!(it.what, WideningView::GrantAllAgain { .. })
            };
            self.waiting.retain(|it| !is_it(it));
        }
        self.have_room(1, &by)?;
        self.last += 1;
        let at = crate::show::time(clock::now());
        self.waiting.push(ConsentView { id: self.last, at, by, what, together });
        Ok(self.last)
    }

    fn have_room(&self, more: usize, by: &FrontView) -> Result<(), Failure> {
        let of_programs = self.waiting.iter().filter(|it| it.by != FrontView::Window).count();
        let is_full = *by != FrontView::Window && of_programs + more > OF_PROGRAMS;
        if is_full || self.waiting.len() + more > MOST {
            return Err(Failure::new(Code::TooManyConsents));
        }
        Ok(())
    }

    pub(crate) fn remove(&mut self, id: u32) -> Option<ConsentView> {
        let at = self.waiting.iter().position(|it| it.id == id)?;
        Some(self.waiting.remove(at))
    }
}

impl Actor {
    /// Does what does not widen; what does waits for a person, under the number that is returned.
    pub(super) fn ask_to_widen(
        &mut self,
        mut what: WideningView,
        by: FrontView,
        reply: Return<Option<u32>>,
    ) {
        self.add_proposed(&mut what);
        if let WideningView::ResumeApp { app } = &mut what {
            *app = self.named_app(app);
        }
        if let Err(failure) = deed(&what) {
            drop(reply.send(Err(failure)));
        } else if self.is_so_already(&what) {
            drop(reply.send(Ok(None)));
        } else if self.widens(&what, &by) {
            drop(reply.send(self.wait_for_consent(what, by)));
        } else {
            self.widen(&what, |_, done| drop(reply.send(done.map(|()| None))));
        }
    }

    fn wait_for_consent(
        &mut self,
        what: WideningView,
        by: FrontView,
    ) -> Result<Option<u32>, Failure> {
        self.forget_what_is_over();
        if !self.is_open(&what) {
            return Err(not_there(&what));
        }
        self.changed = true;
        self.consents.add(what, by, None).map(Some)
    }

    fn forget_what_is_over(&mut self) {
        let over = self.consents.iter().filter(|it| !self.is_open(&it.what)).map(|it| it.id);
        for id in over.collect::<Vec<_>>() {
            self.consents.remove(id);
        }
    }

    /// Has commands that wait for trust, and folders that they name, wait for one consent.
    pub(super) fn introduce(
        &mut self,
        servers: &[ServerId],
        folders: Vec<(Surveyed, Proposed)>,
        by: &FrontView,
    ) -> Result<Vec<u32>, Failure> {
        let wishes = servers.iter().map(|server| self.trust_of(*server));
        let wishes = wishes.collect::<Result<Vec<_>, _>>()?;
        self.forget_what_is_over();
        self.consents.have_room(wishes.len(), by)?;
        let together = Some(self.together());
        let add = |wish| self.consents.add(wish, by.clone(), together);
        let waiting = wishes.into_iter().map(add).collect::<Result<Vec<_>, _>>()?;
        self.changed = true;
        for (surveyed, proposed) in folders {
            if let Err(failure) = self.picked(surveyed, Proposed { together, ..proposed }) {
                self.notice(failure);
            }
        }
        Ok(waiting)
    }

    /// What trusts the command of a server as it was found last.
    fn trust_of(&self, server: ServerId) -> Result<WideningView, Failure> {
        let Some(RunState::NeedsTrust { fingerprint, .. }) = self.state.run(server.own()) else {
            return Err(Failure::new(Code::CommandChanged));
        };
        let (server, fingerprint) = (server.0, fingerprint.to_string());
        let mut wish = WideningView::Trust { server, fingerprint, destinations: Vec::new() };
        self.add_proposed(&mut wish);
        Ok(wish)
    }

    /// What a person agreed to, off the list.
    pub(super) fn agreed(&mut self, id: u32) -> Result<WideningView, Failure> {
        self.changed = true;
        let consent = self.consents.remove(id).filter(|it| self.is_open(&it.what));
        consent.map(|it| it.what).ok_or_else(|| Failure::new(Code::UnknownConsent))
    }

    /// Does it, and calls `then` with what became of it.
    pub(super) fn widen(
        &mut self,
        what: &WideningView,
        then: impl FnOnce(&mut Self, Result<(), Failure>) + 'static,
    ) {
        match deed(what) {
            Err(failure) => then(self, Err(failure)),
            Ok(Deed::Event(event)) => self.decide_then(event, then),
            Ok(Deed::Trust { server, fingerprint, destinations }) => {
                let destinations = destinations.to_vec();
                self.trust(server, fingerprint, move |actor, kept| {
                    if kept.is_ok() {
                        actor.allow_proposed(server, &destinations);
                    }
                    then(actor, kept);
                });
            }
            Ok(Deed::TerminalConsent) => {
                self.let_terminal_consent(true);
                then(self, Ok(()));
            }
            Ok(Deed::SecretsInFile) => {
                self.let_secrets_be_in_file();
                then(self, Ok(()));
            }
            Ok(Deed::Retention(keep)) => {
                self.set_retention(keep);
                then(self, Ok(()));
            }
            Ok(Deed::DeleteActivity) => {
                self.forget_counts();
                self.decide_then(Event::DeleteActivity, |actor, kept| {
                    if kept.is_ok() {
                        actor.retention.note_deleted(clock::now());
                        actor.changed = true;
                    }
                    then(actor, kept);
                });
            }
        }
    }

    /// Whether a person may consent at a terminal.
    pub(super) fn let_terminal_consent(&mut self, allowed: bool) {
        let was = std::mem::replace(&mut self.consents.at_terminal, allowed);
        self.changed |= was != allowed;
    }

    fn is_so_already(&self, what: &WideningView) -> bool {
        let is_resumed = |app: &String| !self.state.paused_apps().contains_key(&shown(app));
        let resumed = *what == WideningView::Resume && self.state.paused().is_none()
            || matches!(what, WideningView::ResumeApp { app } if is_resumed(app));
        resumed || (*what == WideningView::TerminalConsent && self.consents.at_terminal)
    }

    /// Whether a server could do more by it than it can now.
    fn widens(&self, what: &WideningView, by: &FrontView) -> bool {
        match what {
            WideningView::Access { grant, access, .. } => {
                let grant = self.state.grant_by_id(GrantId(*grant));
                grant.is_some_and(|grant| *access > grant.access)
            }
            WideningView::Lifetime { grant, lifetime } => {
                let grant = self.state.grant_by_id(GrantId(*grant));
                let lifetime = clock::lifetime(*lifetime, clock::now());
                grant.is_some_and(|grant| !lifetime.is_within(grant.lifetime))
            }
            WideningView::Confinement { server, choice } => {
                let server = self.state.server(ServerId(*server));
                let chosen = *choice;
                server.is_some_and(|server| !chosen.is_within(&server.confinement))
            }
            WideningView::Scope { server, .. }
            | WideningView::ToolRule { server, .. }
            | WideningView::HoldChanged { server }
            | WideningView::ChangedTools { server, .. } => {
                self.widens_usage(ServerId(*server), event(what))
            }
            WideningView::Destination { server, .. }
            | WideningView::ForgetDestination { server, .. } => {
                self.widens_destinations(ServerId(*server), event(what))
            }
            WideningView::MostSent { server, .. } | WideningView::SendToday { server, .. } => {
                self.widens_sending(ServerId(*server), event(what).as_ref())
            }
            // Who paused in the window resumes there; nobody else ends it for them.
            WideningView::Resume | WideningView::ResumeApp { .. } => *by != FrontView::Window,
            WideningView::SecretsInFile => self.is_keyring_only(),
            WideningView::Retention { keep } => needs_consent(*keep, self.retention.now()),
            WideningView::Trust { .. }
            | WideningView::GrantAgain { .. }
            | WideningView::GrantAllAgain { .. }
            | WideningView::TerminalConsent
            | WideningView::DeleteActivity => true,
        }
    }

    /// Those that there still is something to agree to.
    pub(super) fn open_consents(&self) -> Vec<ConsentView> {
        self.consents.iter().filter(|it| self.is_open(&it.what)).cloned().collect()
    }

    /// Whether there still is something to agree to.
    fn is_open(&self, what: &WideningView) -> bool {
        match what {
            WideningView::Trust { server, fingerprint, .. } => {
                let run = self.state.run(ServerId(*server));
                matches!(run, Some(RunState::NeedsTrust { fingerprint: now, .. })
                    if now.to_string() == *fingerprint)
            }
            WideningView::Access { grant, .. } | WideningView::Lifetime { grant, .. } => {
                self.state.grant_by_id(GrantId(*grant)).is_some()
                    && self.widens(what, &FrontView::Window)
            }
            WideningView::GrantAgain { ended, .. } => {
                self.state.ended().any(|it| it.grant.id == GrantId(*ended))
            }
            WideningView::GrantAllAgain { folders, destinations, .. } => {
                self.are_ended(folders, destinations)
            }
            WideningView::Confinement { server, .. }
            | WideningView::Scope { server, .. }
            | WideningView::ToolRule { server, .. }
            | WideningView::HoldChanged { server }
            | WideningView::ChangedTools { server, .. }
            | WideningView::Destination { server, .. }
            | WideningView::ForgetDestination { server, .. }
            | WideningView::MostSent { server, .. }
            | WideningView::SendToday { server, .. } => {
                self.state.server(ServerId(*server)).is_some()
                    && self.widens(what, &FrontView::Window)
            }
            WideningView::Resume => self.state.paused().is_some(),
            WideningView::ResumeApp { app } => self.state.paused_apps().contains_key(&shown(app)),
            WideningView::TerminalConsent => !self.consents.at_terminal,
            WideningView::SecretsInFile | WideningView::Retention { .. } => {
                self.widens(what, &FrontView::Window)
            }
            WideningView::DeleteActivity => true,
        }
    }

    fn trust(
        &mut self,
        server: ServerId,
        fingerprint: &str,
        then: impl FnOnce(&mut Self, Result<(), Failure>) + 'static,
    ) {
        let Some(fingerprint) = Fingerprint::parse(fingerprint) else {
            return then(self, Err(Failure::new(Code::CommandChanged)));
        };
        self.runtimes.entry(server.own()).or_default().forget_failure();
        self.decide_then(Event::Trust { server, fingerprint }, |actor, kept| {
            if kept.is_ok() {
                actor.keep_programs();
            }
            then(actor, kept);
        });
    }
}

/// Whether the same is asked for, whatever is to be known of it by now.
fn is_same(one: &WideningView, other: &WideningView) -> bool {
    match (one, other) {
        (
            WideningView::Access { grant, access, .. },
            WideningView::Access { grant: same, access: as_far, .. },
        ) => (grant, access) == (same, as_far),
        (WideningView::GrantAgain { ended, .. }, WideningView::GrantAgain { ended: same, .. }) => {
            ended == same
        }
        _ => one == other,
    }
}

/// Why nobody is asked.
fn not_there(what: &WideningView) -> Failure {
    Failure::new(match what {
        WideningView::Trust { .. } => Code::CommandChanged,
        WideningView::Access { .. }
        | WideningView::Lifetime { .. }
        | WideningView::GrantAgain { .. }
        | WideningView::GrantAllAgain { .. } => Code::UnknownGrant,
        WideningView::Confinement { .. }
        | WideningView::Scope { .. }
        | WideningView::ToolRule { .. }
        | WideningView::HoldChanged { .. }
        | WideningView::ChangedTools { .. }
        | WideningView::Destination { .. }
        | WideningView::ForgetDestination { .. }
        | WideningView::MostSent { .. }
        | WideningView::SendToday { .. } => Code::UnknownServer,
        WideningView::Resume
        | WideningView::ResumeApp { .. }
        | WideningView::TerminalConsent
        | WideningView::SecretsInFile
        | WideningView::Retention { .. }
        | WideningView::DeleteActivity => Code::AlreadyOver,
    })
}
