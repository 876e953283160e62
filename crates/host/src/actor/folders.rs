//! Folders that are to be granted, up to the consent.

use paddock_core::text::shown;
use paddock_core::{Consent, Event};

use super::Actor;
use crate::clock;
use crate::message::{FolderAsk, Grant, Return};
use crate::overview::Overview;
use crate::pick::Surveyed;
use crate::picks::Proposed;
use crate::view::{Code, Failure};

impl Actor {
    pub(super) fn answer_folder(&mut self, ask: FolderAsk) {
        match ask {
            FolderAsk::Picked(surveyed, proposed, reply) => {
                drop(reply.send(self.picked(*surveyed, proposed)));
            }
            FolderAsk::Together(reply) => drop(reply.send(Ok(self.picks.number()))),
            FolderAsk::Dismiss(pick) => self.dismiss_pick(pick),
            FolderAsk::Grant(grant, reply) => self.consent(&grant, reply),
            FolderAsk::LookedAtNamed(server, reply) => {
                if let Some(runtime) = self.runtimes.get_mut(server.own()) {
                    runtime.named.wait(reply);
                }
            }
            FolderAsk::Proposals(server, again, reply) => {
                drop(reply.send(Ok(self.proposals(server, again))));
            }
        }
    }

    pub(super) fn picked(
        &mut self,
        surveyed: Surveyed,
        proposed: Proposed,
    ) -> Result<u32, Failure> {
        let id = self.picks.add(surveyed, proposed)?;
        self.picks.measure(id, &self.beside);
        self.screen.change();
        Ok(id)
    }

    pub(super) fn dismiss_pick(&mut self, id: u32) {
        self.picks.dismiss(id);
        self.screen.change();
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
}
