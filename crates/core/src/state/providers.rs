//! Where language models are reached.

use super::{Round, State};
use crate::{Action, Actor, AuditRecord, Change, Provider, ProviderId, Refusal};

impl State {
    pub(super) fn add_provider(
        &mut self,
        provider: impl FnOnce(ProviderId) -> Provider,
        round: &mut Round,
    ) {
        let provider = provider(ProviderId(self.next_number()));
        self.keep_provider(provider, Action::ProviderAdded, round);
    }

    /// Whether it is allowed is not edited: it stays so at its address.
    pub(super) fn edit_provider(&mut self, provider: Provider, round: &mut Round) {
        let Some(old) = self.providers.get(&provider.id) else {
            return round.refuse(Refusal::UnknownProvider);
        };
        let allowed = old.allowed && old.url == provider.url;
        self.keep_provider(Provider { allowed, ..provider }, Action::ProviderEdited, round);
    }

    pub(super) fn allow_provider(&mut self, id: ProviderId, url: &str, round: &mut Round) {
        let at_address = self.providers.get(&id).filter(|provider| provider.url == url);
        let Some(provider) = at_address.cloned() else {
            return round.refuse(Refusal::UnknownProvider);
        };
        if !provider.allowed {
            let allowed = Provider { allowed: true, ..provider };
            self.keep_provider(allowed, Action::ProviderAllowed, round);
        }
    }

    pub(super) fn remove_provider(&mut self, id: ProviderId, round: &mut Round) {
        self.commits.overtake_provider(id);
        let Some(provider) = self.providers.remove(&id) else {
            return round.refuse(Refusal::UnknownProvider);
        };
        let audit = self.about_provider(Action::ProviderRemoved, &provider);
        self.commit_after(vec![Change::RemoveProvider(id)], vec![audit], round);
    }

    fn keep_provider(&mut self, provider: Provider, action: Action, round: &mut Round) {
        if provider.name.trim().is_empty() {
            return round.refuse(Refusal::EmptyProviderName);
        }
        let others = self.providers.values().chain(self.commits.providers());
        let same = |other: &Provider| other.name.to_lowercase() == provider.name.to_lowercase();
        if others.filter(|other| other.id != provider.id).any(same) {
            return round.refuse(Refusal::ProviderNameTaken);
        }
        if let Err(why) = self.has_room_for_provider(&provider) {
            return round.refuse(why);
        }
        let audit = self.about_provider(action, &provider);
        self.commit_first(vec![Change::PutProvider(provider)], vec![audit], round);
    }

    fn about_provider(&self, action: Action, provider: &Provider) -> AuditRecord {
        let Provider { name, url, .. } = provider;
        let detail = Some(format!("{}, {}", crate::text::shown(name), crate::text::shown(url)));
        AuditRecord { actor: Actor::Person, detail, ..self.about_app(action) }
    }
}
