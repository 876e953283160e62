//! Where language models are reached.
//!
//! Keys go from here to the keyring. The actor, its state and what is kept of it never see one.

use paddock_core::ProviderId;
use paddock_models::Key;

use super::Host;
use crate::message::{Ask, ProviderAsk};
use crate::view::{Failure, KeyView, ProviderDraft, WideningView};

impl Host {
    /// Adds a provider. Nothing is sent to it before a person agrees.
    ///
    /// # Errors
    /// The address is none, or its name is taken.
    pub async fn add_provider(&self, draft: ProviderDraft) -> Result<u32, Failure> {
        let key = draft.key.clone();
        let draft = ProviderDraft { key: None, ..draft };
        let id = self.ask(|reply| Ask::Provider(ProviderAsk::Add(draft, reply))).await?;
        self.keep_key(id, key, KeyView::None).await?;
        Ok(id.0)
    }

    /// Changes a provider. At another address, nothing is sent to it before a person agrees.
    ///
    /// # Errors
    /// The address is none or its name is taken; or the address is another one and the key, which
    /// was given for the old one, was not given again.
    pub async fn edit_provider(&self, provider: u32, draft: ProviderDraft) -> Result<(), Failure> {
        let id = ProviderId(provider);
        let key = draft.key.clone();
        // Whether there is one is all that the actor needs to know of it.
        let draft = ProviderDraft { key: key.as_ref().map(|_| String::new()), ..draft };
        let there = self.ask(|reply| Ask::Provider(ProviderAsk::Edit(id, draft, reply))).await?;
        self.keep_key(id, key, there).await?;
        self.ask(|reply| Ask::Provider(ProviderAsk::Learn(id, reply))).await
    }

    /// What lets requests be sent to a provider, at the address that it has.
    ///
    /// # Errors
    /// There is no such provider.
    pub async fn allowing_provider(&self, provider: u32) -> Result<WideningView, Failure> {
        self.look(move |it| it.allowing_provider(ProviderId(provider))).await
    }

    /// Removes a provider and its key.
    ///
    /// # Errors
    /// There is no such provider, or the keyring may still have its key.
    pub async fn remove_provider(&self, provider: u32) -> Result<(), Failure> {
        let id = ProviderId(provider);
        let there = self.ask(|reply| Ask::Provider(ProviderAsk::Remove(id, reply))).await?;
        self.asking.remove_key(id, there).await
    }

    /// Asks a provider for its models.
    ///
    /// # Errors
    /// There is no such provider, or no person agreed to its address.
    pub async fn check_provider(&self, provider: u32) -> Result<(), Failure> {
        let id = ProviderId(provider);
        self.ask(|reply| Ask::Provider(ProviderAsk::Check(id, reply))).await
    }

    /// Keeps a new key; an empty one takes the old one away from where it is, none leaves it.
    async fn keep_key(
        &self,
        id: ProviderId,
        key: Option<String>,
        there: KeyView,
    ) -> Result<(), Failure> {
        let Some(secret) = key else { return Ok(()) };
        let kept = if let Some(key) = Key::new(secret) {
            Some(self.asking.keep_key(id, key).await)
        } else {
            self.asking.remove_key(id, there).await?;
            None
        };
        self.ask(|reply| Ask::Provider(ProviderAsk::KeyKept(id, kept, reply))).await
    }
}
