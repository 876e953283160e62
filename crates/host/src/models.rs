//! Language models from here: providers with what is known of them, and asking them away from the
//! actor.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use paddock_core::{Provider, ProviderApi, ProviderId, RequestId};
use paddock_models::{
    Api, Candidate, Chosen, Client, Completion, Kept, Key, Keyring, Preferences, Prompt, choose,
};
use tokio::sync::{OnceCell, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};
use url::Url;

use crate::beside::Beside;
use crate::failure::OrFail;
use crate::message::Message;
use crate::view::{Code, Failure, KeyView};

/// How long the words of a model are gathered before they are shown.
const GATHER: Duration = Duration::from_millis(60);
/// Pieces of an answer that wait to be gathered.
const DELTAS: usize = 64;

/// What is known of providers beside the state, and the way to them.
#[derive(Debug)]
pub(crate) struct Models {
    known: BTreeMap<ProviderId, Known>,
    asking: Asking,
}

#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) status: Status,
    pub(crate) models: Vec<String>,
    /// Its key is in our memory only.
    key_until_quit: bool,
    /// Tells the answer to the last question from those to older ones.
    asked: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) enum Status {
    #[default]
    Unknown,
    Asking,
    Ready,
    Failed(Failure),
}

/// What became of a question to a provider.
#[derive(Debug)]
pub(crate) enum Report {
    /// The model wrote more.
    Grew(RequestId, u64, String),
    Answered(RequestId, u64, Box<Result<Completion, Failure>>),
    Models(ProviderId, u64, Result<Vec<String>, Failure>),
}

impl Models {
    pub(crate) fn new(asking: Asking) -> Self {
        Self { known: BTreeMap::new(), asking }
    }

    /// Asks a provider which models it has. Whether it was not being asked.
    ///
    /// # Errors
    /// No person agreed to its address.
    pub(crate) fn ask(&mut self, provider: &Provider, beside: &Beside) -> Result<bool, Failure> {
        let provider = self.questioned(provider)?;
        let Some(asked) = self.begin(provider.provider.id) else { return Ok(false) };
        let asking = self.asking.clone();
        beside.report(async move {
            let id = provider.provider.id;
            Message::Model(Report::Models(id, asked, asking.models(provider).await))
        });
        Ok(true)
    }

    /// Has a model answer; its words count as those of this attempt.
    ///
    /// # Errors
    /// No person agreed to the address of the provider.
    pub(crate) fn answer(
        &self,
        provider: &Provider,
        prompt: Prompt,
        attempt: (RequestId, u64),
        beside: &Beside,
    ) -> Result<AbortHandle, Failure> {
        let (asking, provider) = (self.asking.clone(), self.questioned(provider)?);
        let (id, number) = attempt;
        let mailbox = beside.mailbox();
        let task = tokio::spawn(async move {
            let grew = |text| Report::Grew(id, number, text);
            let answer = asking.answer(provider, prompt, &mailbox, grew).await;
            report(&mailbox, Report::Answered(id, number, Box::new(answer))).await;
        });
        Ok(task.abort_handle())
    }

    /// Whatever is sent to a provider passes here.
    fn questioned(&self, provider: &Provider) -> Result<Questioned, Failure> {
        if !provider.allowed {
            return Err(Failure::new(Code::ProviderNotAllowed).with("name", &provider.name));
        }
        let has_key = self.key(provider) != KeyView::None;
        Ok(Questioned { provider: provider.clone(), has_key })
    }

    pub(crate) fn get(&self, id: ProviderId) -> Option<&Known> {
        self.known.get(&id)
    }

    pub(crate) fn key(&self, provider: &Provider) -> KeyView {
        match self.known.get(&provider.id) {
            Some(known) if known.key_until_quit => KeyView::UntilQuit,
            _ if provider.has_key => KeyView::Kept,
            _ => KeyView::None,
        }
    }

    pub(crate) fn note_key(&mut self, id: ProviderId, kept: Option<Kept>) {
        self.known.entry(id).or_default().key_until_quit = kept == Some(Kept::UntilQuit);
    }

    pub(crate) fn forget(&mut self, id: ProviderId) {
        self.known.remove(&id);
    }

    /// Begins to ask; the number of the question, unless one is under way.
    fn begin(&mut self, id: ProviderId) -> Option<u64> {
        let known = self.known.entry(id).or_default();
        if matches!(known.status, Status::Asking) {
            return None;
        }
        known.status = Status::Asking;
        known.asked += 1;
        Some(known.asked)
    }

    /// What was known of a provider that is another one now.
    pub(crate) fn reset(&mut self, id: ProviderId) {
        if let Some(known) = self.known.get_mut(&id) {
            known.status = Status::Unknown;
            known.models.clear();
            known.asked += 1;
        }
    }

    pub(crate) fn told(&mut self, id: ProviderId, asked: u64, told: Result<Vec<String>, Failure>) {
        let Some(known) = self.known.get_mut(&id).filter(|known| known.asked == asked) else {
            return;
        };
        match told {
            Ok(models) => (known.models, known.status) = (models, Status::Ready),
            Err(failure) => known.status = Status::Failed(failure),
        }
    }

    pub(crate) fn is_unknown(&self, id: ProviderId) -> bool {
        self.known.get(&id).is_none_or(|known| matches!(known.status, Status::Unknown))
    }

    pub(crate) fn is_asking_any(&self) -> bool {
        self.known.values().any(|known| matches!(known.status, Status::Asking))
    }

    /// Every model that may be asked, as far as they are known, those that the person prefers among
    /// them.
    pub(crate) fn candidates<'a>(
        &self,
        providers: impl Iterator<Item = &'a Provider>,
    ) -> Vec<Candidate<ProviderId>> {
        let mut candidates = Vec::new();
        for provider in providers.filter(|provider| provider.allowed) {
            let known = self.known.get(&provider.id).map_or(&[][..], |known| &known.models);
            let preferred = provider.preferred.as_ref();
            let unlisted = preferred.filter(|it| !known.contains(it));
            candidates.extend(unlisted.into_iter().chain(known).map(|model| Candidate {
                provider: provider.id,
                model: model.clone(),
                preferred: preferred == Some(model),
            }));
        }
        candidates
    }
}

/// The model that the rules choose, and the hint that decided.
pub(crate) fn chosen(
    candidates: &[Candidate<ProviderId>],
    preferences: &Preferences,
) -> Option<(ProviderId, String, Option<String>)> {
    let Chosen { candidate, hint } = choose(candidates, preferences)?;
    Some((candidate.provider, candidate.model.clone(), hint.map(str::to_owned)))
}

/// Asks providers, with the keys that are kept for them. Clones share all of it.
#[derive(Clone, Debug)]
pub(crate) struct Asking {
    /// Made when the first provider is asked.
    client: Arc<OnceCell<Client>>,
    keyring: Keyring,
}

impl Asking {
    pub(crate) fn new(keyring: Keyring) -> Self {
        Self { client: Arc::default(), keyring }
    }

    pub(crate) async fn keep_key(&self, id: ProviderId, key: Key) -> Kept {
        self.keyring.store(&name(id), key).await
    }

    /// Forgets a key that was kept there.
    ///
    /// # Errors
    /// The keyring may still have it.
    pub(crate) async fn remove_key(&self, id: ProviderId, there: KeyView) -> Result<(), Failure> {
        // A keyring that has nothing of ours is not asked: it might want a password first.
        if there == KeyView::None {
            return Ok(());
        }
        let removed = self.keyring.remove(&name(id)).await;
        match removed {
            Err(error) if there == KeyView::Kept => {
                Err(Failure::new(Code::KeyringFailed).with("reason", error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    async fn models(&self, provider: Questioned) -> Result<Vec<String>, Failure> {
        let (client, provider) = self.ready(provider).await?;
        client.models(&provider).await.or_fail()
    }

    /// Has a model answer. Its words go to the actor as they come, gathered.
    async fn answer(
        &self,
        provider: Questioned,
        prompt: Prompt,
        to_actor: &mpsc::Sender<Message>,
        grew: impl Fn(String) -> Report,
    ) -> Result<Completion, Failure> {
        let (client, provider) = self.ready(provider).await?;
        let (deltas, words) = mpsc::channel(DELTAS);
        let asked = client.ask(&provider, &prompt, deltas);
        let (answer, ()) = tokio::join!(asked, gather(words, to_actor, grew));
        answer.or_fail()
    }

    async fn ready(
        &self,
        Questioned { provider, has_key }: Questioned,
    ) -> Result<(Client, paddock_models::Provider), Failure> {
        let client = self.client.get_or_try_init(async || Client::new()).await.or_fail()?.clone();
        let key = if has_key { Some(self.key(provider.id).await?) } else { None };
        let base_url = url(&provider.url)?;
        let api = match provider.api {
            ProviderApi::OpenAi => Api::OpenAi,
            ProviderApi::Anthropic => Api::Anthropic,
        };
        Ok((client, paddock_models::Provider { api, base_url, key }))
    }

    async fn key(&self, id: ProviderId) -> Result<Key, Failure> {
        let loaded = self.keyring.load(&name(id)).await;
        let kept = loaded.or_fail()?;
        kept.map(|(key, _)| key).ok_or_else(|| Failure::new(Code::KeyMissing))
    }
}

/// A provider to be asked, and whether there is a key for it somewhere.
#[derive(Clone, Debug)]
struct Questioned {
    provider: Provider,
    has_key: bool,
}

async fn gather(
    mut words: mpsc::Receiver<String>,
    to_actor: &mpsc::Sender<Message>,
    grew: impl Fn(String) -> Report,
) {
    while let Some(mut text) = words.recv().await {
        let until = Instant::now() + GATHER;
        loop {
            tokio::select! {
                more = words.recv() => match more {
                    Some(more) => text.push_str(&more),
                    None => break,
                },
                () = sleep_until(until) => break,
            }
        }
        report(to_actor, grew(text)).await;
    }
}

/// An address at which a provider can be reached.
///
/// # Errors
/// It is none.
pub(crate) fn url(text: &str) -> Result<Url, Failure> {
    let bad = || Failure::new(Code::ProviderBadUrl);
    let url = Url::parse(text.trim()).map_err(|_| bad())?;
    let plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    let spoken = matches!(url.scheme(), "http" | "https") && url.has_host();
    if plain && spoken { Ok(url) } else { Err(bad()) }
}

/// The name under which the keyring keeps a key.
fn name(id: ProviderId) -> String {
    format!("provider-{}", id.0)
}

/// Sends what became of a question to the actor.
async fn report(to_actor: &mpsc::Sender<Message>, report: Report) {
    let _ = to_actor.send(Message::Model(report)).await;
}
