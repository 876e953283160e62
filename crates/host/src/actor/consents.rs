//! What widens waits here until a person agrees, unless it is a person who asks for it.

use std::collections::BTreeSet;

use paddock_core::{Event, Fingerprint, RunState, ServerId};

use super::Actor;
use super::sessions::named_app;
use super::widening::{Deed, Weighing, deed};
use crate::clock;
use crate::message::{ConsentAsk, Introduced, MOST_INTRODUCED, Return};
use crate::picks::Proposed;
use crate::view::{Code, ConsentView, Failure, FrontView, WideningView};

/// What waits at the most.
const MOST: usize = MOST_INTRODUCED;
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

    /// Whether a person may consent at a terminal, if that is news.
    pub(super) fn let_terminal(&mut self, allowed: bool) -> bool {
        std::mem::replace(&mut self.at_terminal, allowed) != allowed
    }

    /// Asking for the same twice is one question; it stays as it is if another asks for it.
    fn add(
        &mut self,
        what: WideningView,
        by: FrontView,
        together: Option<u32>,
    ) -> Result<u32, Failure> {
        if let Some(waiting) = self.waiting.iter_mut().find(|it| is_same(&it.what, &what)) {
            if waiting.by == by {
                waiting.what = what;
                waiting.together = together.or(waiting.together);
            }
            return Ok(waiting.id);
        }
        // Asked for once more, it is what can be brought back now: of all, or of a server with its
        // trust.
        if let Some(servers) = servers_again(&what) {
            let of_same = |it: &ConsentView| match (it.together, together) {
                (None, None) => servers_again(&it.what).is_some(),
                (Some(_), Some(_)) => servers_again(&it.what).as_ref() == Some(&servers),
                (None, Some(_)) | (Some(_), None) => false,
            };
            self.waiting.retain(|it| it.by != by || !of_same(it));
        }
        self.have_room(1, &by)?;
        self.last += 1;
        let at = crate::show::time(clock::now());
        self.waiting.push(ConsentView { id: self.last, at, by, what, together });
        Ok(self.last)
    }

    /// Has all of them wait for one consent, or none where there is no room.
    fn add_together(
        &mut self,
        wishes: Vec<WideningView>,
        by: &FrontView,
        together: u32,
    ) -> Result<Vec<u32>, Failure> {
        // What waits already takes no room.
        let waits = |wish: &WideningView| self.waiting.iter().any(|it| is_same(&it.what, wish));
        let new = wishes.iter().filter(|wish| !waits(wish)).count();
        self.have_room(new, by)?;
        wishes.into_iter().map(|wish| self.add(wish, by.clone(), Some(together))).collect()
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
    pub(super) fn answer_consent(&mut self, ask: ConsentAsk) {
        match ask {
            ConsentAsk::ToWiden(what, by, reply) => self.ask_to_widen(what, by, reply),
            ConsentAsk::Widen(what, reply) => {
                self.widen(&what, |_, done| drop(reply.send(done)));
            }
            ConsentAsk::Agreed(consent, reply) => drop(reply.send(self.agreed(consent))),
            ConsentAsk::Dismiss(consent) => {
                self.consents.remove(consent);
                self.screen.change();
            }
            ConsentAsk::AtTerminal(allowed) => {
                self.screen.change_if(self.consents.let_terminal(allowed));
            }
            ConsentAsk::Introduce(introduced, by, reply) => {
                drop(reply.send(self.introduce(introduced, &by)));
            }
        }
    }

    pub(super) fn weighing(&self) -> Weighing<'_> {
        Weighing {
            state: &self.state,
            terminal_consent: self.consents.at_terminal,
            keyring_only: self.keyring.is_only(),
            retention: self.retention.now(),
        }
    }

    /// Does what does not widen; what does waits for a person, under the number that is returned.
    pub(super) fn ask_to_widen(
        &mut self,
        mut what: WideningView,
        by: FrontView,
        reply: Return<Option<u32>>,
    ) {
        self.overview().add_proposed(&mut what);
        if let WideningView::ResumeApp { app } = &mut what {
            *app = named_app(&self.state, app);
        }
        if let Err(failure) = deed(&what) {
            drop(reply.send(Err(failure)));
        } else if self.weighing().is_so_already(&what) {
            drop(reply.send(Ok(None)));
        } else if self.weighing().widens(&what) {
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
        if !self.weighing().is_open(&what) {
            return Err(not_there(&what));
        }
        self.screen.change();
        self.consents.add(what, by, None).map(Some)
    }

    fn forget_what_is_over(&mut self) {
        let over: Vec<_> = self.weighing().over(&self.consents).map(|it| it.id).collect();
        for id in over {
            self.consents.remove(id);
        }
    }

    /// Has commands that wait for trust, and what is asked with them, wait for one consent.
    fn introduce(&mut self, introduced: Introduced, by: &FrontView) -> Result<Vec<u32>, Failure> {
        let Introduced { servers, folders, again } = introduced;
        let wishes = servers.iter().map(|server| self.trust_of(*server));
        let mut wishes = wishes.collect::<Result<Vec<_>, _>>()?;
        wishes.extend(again.into_iter().filter(|wish| self.weighing().is_open(wish)));
        self.forget_what_is_over();
        let number = self.picks.number();
        let waiting = self.consents.add_together(wishes, by, number)?;
        self.screen.change();
        for (surveyed, proposed) in folders {
            // What ended and needs its name typed is a question of its own.
            let together = proposed.server.map(|_| number);
            let proposed = Proposed { together, ..proposed };
            if let Err(failure) = self.picked(surveyed, proposed) {
                self.screen.notice(failure);
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
        self.overview().add_proposed(&mut wish);
        Ok(wish)
    }

    /// What a person agreed to, off the list.
    pub(super) fn agreed(&mut self, id: u32) -> Result<WideningView, Failure> {
        self.screen.change();
        let consent = self.consents.remove(id).filter(|it| self.weighing().is_open(&it.what));
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
            Ok(Deed::Provider { provider, url }) => {
                let allowed = Event::AllowProvider { provider, url: url.to_owned() };
                self.decide_then(allowed, move |actor, kept| {
                    let asked = kept.and_then(|()| actor.check_provider(provider));
                    then(actor, asked);
                });
            }
            Ok(Deed::TerminalConsent) => {
                self.screen.change_if(self.consents.let_terminal(true));
                then(self, Ok(()));
            }
            Ok(Deed::SecretsInFile) => {
                self.keyring.allow_file(&self.beside);
                then(self, Ok(()));
            }
            Ok(Deed::Retention(keep)) => {
                self.set_retention(keep);
                then(self, Ok(()));
            }
            Ok(Deed::DeleteActivity) => {
                self.counter().forget();
                self.decide_then(Event::DeleteActivity, |actor, kept| {
                    if kept.is_ok() {
                        actor.retention.note_deleted(clock::now());
                        actor.screen.change();
                    }
                    then(actor, kept);
                });
            }
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
        self.runtimes.entry(server.own()).forget_failure();
        self.decide_then(Event::Trust { server, fingerprint }, |actor, kept| {
            if kept.is_ok() {
                actor.keep_programs();
            }
            then(actor, kept);
        });
    }
}

/// The servers that are given again what they had, if all of it is.
fn servers_again(what: &WideningView) -> Option<BTreeSet<u32>> {
    let WideningView::GrantAllAgain { folders, destinations, .. } = what else { return None };
    let of_folders = folders.iter().map(|it| it.server);
    Some(of_folders.chain(destinations.iter().map(|it| it.server)).collect())
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
        WideningView::Provider { .. } => Code::UnknownProvider,
        WideningView::Resume
        | WideningView::ResumeApp { .. }
        | WideningView::TerminalConsent
        | WideningView::SecretsInFile
        | WideningView::Retention { .. }
        | WideningView::DeleteActivity => Code::AlreadyOver,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{DestinationAgain, LifetimeView};

    fn trust(server: u32) -> WideningView {
        WideningView::Trust { server, fingerprint: "a".to_owned(), destinations: Vec::new() }
    }

    #[test]
    fn what_waits_is_asked_together_again_however_little_room_there_is() {
        let mut consents = Consents::default();
        let asked = |number| (0..number).map(trust).collect::<Vec<_>>();
        let most = u32::try_from(MOST).unwrap();
        consents.add(trust(0), FrontView::Window, None).unwrap();
        let first = consents.add_together(asked(most), &FrontView::Window, 1).unwrap();
        let again = consents.add_together(asked(most), &FrontView::Window, 2).unwrap();
        assert_eq!((first.len(), first), (MOST, again));
        assert!(consents.iter().all(|it| it.together == Some(2)));
        let refused = consents.add_together(asked(most + 1), &FrontView::Window, 3).unwrap_err();
        assert_eq!(refused.code, Code::TooManyConsents);
        assert!(consents.iter().all(|it| it.together == Some(2)), "it is all or nothing");
    }

    #[test]
    fn what_a_server_had_is_asked_about_once_with_its_trust() {
        let again = |server: u32, ended: u32| {
            let destination = DestinationAgain {
                ended,
                server,
                destination: "a.example".to_owned(),
                anywhere: false,
                lifetime: LifetimeView::Always,
            };
            let (folders, lost) = (Vec::new(), Vec::new());
            WideningView::GrantAllAgain { folders, destinations: vec![destination], lost }
        };
        let mut consents = Consents::default();
        let window = FrontView::Window;
        let asked = |ended: u32| vec![trust(1), again(1, ended), again(2, 20)];
        consents.add_together(asked(10), &window, 1).unwrap();
        consents.add(again(1, 12), FrontView::Window, None).unwrap();
        consents.add_together(asked(11), &window, 2).unwrap();
        let waiting: Vec<_> = consents.iter().map(|it| (&it.what, it.together)).collect();
        assert!(!waiting.contains(&(&again(1, 10), Some(1))), "{waiting:?}");
        assert!(waiting.contains(&(&again(1, 11), Some(2))), "{waiting:?}");
        assert!(waiting.contains(&(&again(2, 20), Some(2))), "{waiting:?}");
        assert_eq!(waiting.len(), 4, "what is asked by itself is another question: {waiting:?}");
    }
}
