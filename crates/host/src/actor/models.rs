//! Providers, and the models that answer for them.
//!
//! No provider is asked for anything before it is needed: when a server wants a model's answer, when
//! a person allows or changes the provider, or looks at it.

use paddock_core::{Event, OpenRequest, Provider, ProviderId, RequestId, State, Written};
use paddock_mcp::sampling::Sampling;
use paddock_models::{Completion, Kept};

use super::Actor;
use crate::message::{ProviderAsk, Return};
use crate::models::{Report, chosen, url};
use crate::overview::Overview;
use crate::sampling;
use crate::view::{
    AnswerGrewView, Code, Failure, KeyView, ModelChoice, ProviderDraft, WideningView,
};

impl Overview<'_> {
    pub(crate) fn allowing_provider(&self, id: ProviderId) -> Result<WideningView, Failure> {
        let url = provider(self.state, id)?.url.clone();
        Ok(WideningView::Provider { provider: id.0, url })
    }
}

impl Actor {
    pub(super) fn answer_provider(&mut self, ask: ProviderAsk) {
        match ask {
            ProviderAsk::Add(draft, reply) => self.add_provider(draft, reply),
            ProviderAsk::Edit(id, draft, reply) => self.edit_provider(id, draft, reply),
            ProviderAsk::Remove(id, reply) => self.remove_provider(id, reply),
            ProviderAsk::KeyKept(id, kept, reply) => self.key_kept(id, kept, reply),
            ProviderAsk::Check(id, reply) => drop(reply.send(self.check_provider(id))),
            ProviderAsk::Learn(id, reply) => {
                let learned = match provider(&self.state, id) {
                    Ok(provider) if provider.allowed => self.check_provider(id),
                    known => known.map(drop),
                };
                drop(reply.send(learned));
            }
        }
    }

    pub(super) fn check_provider(&mut self, id: ProviderId) -> Result<(), Failure> {
        let provider = provider(&self.state, id)?;
        self.screen.change_if(self.models.ask(provider, &self.beside)?);
        Ok(())
    }

    fn add_provider(&mut self, draft: ProviderDraft, reply: Return<ProviderId>) {
        let ProviderDraft { name, api, preferred, .. } = draft;
        let url = match url(&draft.url) {
            Ok(url) => url.to_string(),
            Err(failure) => return drop(reply.send(Err(failure))),
        };
        let preferred = named(preferred);
        let added = Event::AddProvider { name: name.clone(), api, url, preferred, has_key: false };
        self.decide_then(added, move |actor, kept| {
            let added = actor.state.providers().find(|provider| provider.name == name);
            let added = added.map(|provider| provider.id);
            drop(reply.send(match kept {
                Ok(()) => added.ok_or_else(|| Failure::new(Code::UnknownProvider)),
                Err(failure) => Err(failure.with("name", name)),
            }));
        });
    }

    fn edit_provider(&mut self, id: ProviderId, draft: ProviderDraft, reply: Return<KeyView>) {
        let taken = draft.name.clone();
        let (provider, key) = match self.edited(id, draft) {
            Ok(edited) => edited,
            Err(failure) => return drop(reply.send(Err(failure))),
        };
        self.decide_then(Event::EditProvider(provider), move |actor, kept| {
            if kept.is_ok() {
                actor.models.reset(id);
            }
            let kept = kept.map_err(|failure| failure.with("name", taken));
            drop(reply.send(kept.map(|()| key)));
        });
    }

    /// A key was given for one address. At another one it must be given again, so that nobody who
    /// can only change the address gets it.
    fn edited(
        &mut self,
        id: ProviderId,
        draft: ProviderDraft,
    ) -> Result<(Provider, KeyView), Failure> {
        let old = provider(&self.state, id)?.clone();
        let key = self.models.key(&old);
        let address = url(&draft.url)?;
        let has_moved = url(&old.url).map_or(true, |old| old.origin() != address.origin());
        if has_moved && draft.key.is_none() && key != KeyView::None {
            return Err(Failure::new(Code::ProviderKeyAgain));
        }
        let ProviderDraft { name, api, preferred, .. } = draft;
        let url = address.to_string();
        // The old key is not for a new address, however short the way to the new one is.
        let has_key = old.has_key && !has_moved;
        if has_moved {
            self.models.note_key(id, None);
        }
        let preferred = named(preferred);
        Ok((Provider { name, api, url, preferred, has_key, ..old }, key))
    }

    fn remove_provider(&mut self, id: ProviderId, reply: Return<KeyView>) {
        let key = match provider(&self.state, id) {
            Ok(provider) => self.models.key(provider),
            Err(failure) => return drop(reply.send(Err(failure))),
        };
        self.decide_then(Event::RemoveProvider(id), move |actor, kept| {
            if kept.is_ok() {
                actor.models.forget(id);
            }
            drop(reply.send(kept.map(|()| key)));
        });
    }

    fn key_kept(&mut self, id: ProviderId, kept: Option<Kept>, reply: Return<()>) {
        let old = match provider(&self.state, id) {
            Ok(provider) => provider.clone(),
            Err(failure) => return drop(reply.send(Err(failure))),
        };
        self.models.note_key(id, kept);
        self.models.reset(id);
        self.screen.change();
        let has_key = kept == Some(Kept::Keyring);
        if old.has_key == has_key {
            return drop(reply.send(Ok(())));
        }
        self.tell_state(Event::EditProvider(Provider { has_key, ..old }), reply);
    }

    /// Asks every provider for its models that may be asked and was not yet.
    pub(super) fn learn_models(&mut self) {
        for provider in self.state.providers() {
            if self.models.is_unknown(provider.id) {
                let asks = self.models.ask(provider, &self.beside);
                self.screen.change_if(asks.unwrap_or(false));
            }
        }
    }

    pub(super) fn reported_of_models(&mut self, report: Report) {
        match report {
            Report::Grew(id, number, text) => self.answer_grew(id, number, &text),
            Report::Answered(id, number, answer) => self.model_answered(id, number, *answer),
            Report::Models(id, asked, models) => {
                self.models.told(id, asked, models);
                self.screen.change();
                for id in self.inbox.waiting_for_models() {
                    self.begin_answering(id);
                }
            }
        }
    }

    /// The model that the rules choose for a request.
    pub(super) fn chosen_for(&self, wanted: &Sampling) -> Option<(ModelChoice, Option<String>)> {
        let candidates = self.models.candidates(self.state.providers());
        let (provider, model, hint) = chosen(&candidates, &sampling::preferences(wanted))?;
        Some((ModelChoice { provider: provider.0, model }, hint))
    }

    /// Has a model answer, as soon as it is known which there are.
    pub(super) fn start_answering(&mut self, id: RequestId) {
        let attempt = self.inbox.next_attempt();
        let Some(prompting) = self.inbox.sampling(id) else { return };
        prompting.attempt = Some(attempt);
        (prompting.answer, prompting.failure) = (None, None);
        self.learn_models();
        self.begin_answering(id);
    }

    fn begin_answering(&mut self, id: RequestId) {
        let Some(prompting) = self.inbox.sampling(id) else { return };
        let (wanted, edit) = (prompting.wanted.clone(), prompting.edit.clone());
        let Some(number) = prompting.attempt.as_ref().map(|attempt| attempt.number) else { return };
        let model = edit.model.clone();
        let model = model.or_else(|| self.chosen_for(&wanted).map(|(model, _)| model));
        let provider = model.as_ref().and_then(|it| self.state.provider(ProviderId(it.provider)));
        let (Some(model), Some(provider)) = (model, provider) else {
            if !self.models.is_asking_any() {
                self.model_answered(id, number, Err(Failure::new(Code::NoModel)));
            }
            return;
        };
        let prompt = sampling::prompt(&wanted, &edit, model.model.clone());
        match self.models.answer(provider, prompt, (id, number), &self.beside) {
            Err(failure) => self.model_answered(id, number, Err(failure)),
            Ok(task) => {
                let prompting = self.inbox.sampling(id);
                if let Some(attempt) = prompting.and_then(|it| it.attempt.as_mut()) {
                    attempt.begin(model, task);
                }
            }
        }
    }

    fn answer_grew(&mut self, id: RequestId, number: u64, text: &str) {
        let Some(prompting) = self.inbox.sampling(id) else { return };
        let attempt = prompting.attempt.as_mut().filter(|attempt| attempt.number == number);
        if let Some(attempt) = attempt {
            attempt.text.push_str(text);
            let text = paddock_core::text::shown_lines(text);
            self.screen.grow_answer(AnswerGrewView { request: id.0, text });
        }
    }

    fn model_answered(&mut self, id: RequestId, number: u64, answer: Result<Completion, Failure>) {
        let most = self.state.request(id).map_or(0, |open: &OpenRequest| open.request.tokens);
        let Some(prompting) = self.inbox.sampling(id).filter(|it| it.is_at(number)) else { return };
        let attempt = prompting.attempt.take();
        match answer {
            Ok(answer) => {
                let model = paddock_core::text::shown(&answer.model);
                let counted = answer.tokens_in.zip(answer.tokens_out);
                let tokens = counted.map_or(most, |(i, o)| i.saturating_add(o));
                prompting.answer = Some(answer);
                self.handle(Event::Answered(id, Written { model, tokens }));
            }
            Err(failure) => {
                prompting.failure = Some(failure);
                // One that had begun to write may be paid for all of it.
                let begun = attempt.is_some_and(|attempt| !attempt.text.is_empty());
                let tokens = if begun { most } else { 0 };
                self.handle(Event::AnswerFailed { request: id, tokens });
            }
        }
    }
}

fn provider(state: &State, id: ProviderId) -> Result<&Provider, Failure> {
    state.provider(id).ok_or_else(|| Failure::new(Code::UnknownProvider))
}

fn named(model: Option<String>) -> Option<String> {
    model.map(|model| model.trim().to_owned()).filter(|model| !model.is_empty())
}
