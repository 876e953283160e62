//! Secrets of servers: on their way to the keyring, from there to a launch, and forgotten.

use paddock_core::{CustomCommand, Ending, Event, RunState, ServerId, SessionId, State};

use super::Actor;
use crate::Places;
use crate::beside::Beside;
use crate::message::{Ask, Message, Return, SecretAsk};
use crate::secrets::{Fetched, FromKeyring, Kept, KeyringOnly, Secrets, Values};
use crate::view::{Code, EnvEntry, Failure, SecretsView};

/// How it stands with the keyring.
#[derive(Debug)]
pub(crate) struct Keyring {
    secrets: Secrets,
    /// Secrets are in the keyring or nowhere.
    only: bool,
    /// What is chosen, and kept or about to be.
    choice: KeyringOnly,
    /// Why it did not take one, when it was last asked.
    trouble: Option<Failure>,
    /// It is being offered what it did not take yet.
    offering: bool,
}

impl Keyring {
    pub(super) fn new(secrets: Secrets, choice: KeyringOnly) -> Self {
        let only = choice.is_on();
        Self { secrets, only, choice, trouble: None, offering: false }
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }

    pub(super) fn is_only(&self) -> bool {
        self.only
    }

    /// Why it did not take a secret when it was last asked, if that is news.
    pub(super) fn note_trouble(&mut self, trouble: Option<Failure>) -> bool {
        let is_news = self.trouble != trouble;
        self.trouble = trouble;
        is_news
    }

    /// Secrets that the keyring does not take may be in the file, as soon as that is kept.
    pub(super) fn allow_file(&mut self, beside: &Beside) {
        let mailbox = beside.mailbox();
        self.choose(false, beside, |done| async move {
            if let Err(failure) = done {
                let _ = mailbox.send(Message::Ask(Box::new(Ask::Notice(failure)))).await;
            }
        });
    }

    /// They may not. What is stricter holds at once.
    fn forbid_file(&mut self, beside: &Beside, reply: Return<()>) {
        self.only = true;
        self.choose(true, beside, |done| async { drop(reply.send(done)) });
    }

    fn choose<T: Future<Output = ()> + Send>(
        &mut self,
        on: bool,
        beside: &Beside,
        then: impl FnOnce(Result<(), Failure>) -> T + Send + 'static,
    ) {
        self.choice.choose(on);
        let (choice, mailbox) = (self.choice.clone(), beside.mailbox());
        tokio::spawn(async move {
            let written = tokio::task::spawn_blocking(move || choice.write()).await;
            let written = written.map_err(Failure::internal).flatten();
            if written.is_ok() {
                let _ = mailbox.send(FromKeyring::Chosen.into()).await;
            }
            then(written).await;
        });
    }

    /// Offers it what it did not take yet, one after the other.
    pub(super) fn offer(&mut self, state: &State, beside: &Beside) {
        let of = |custom: &CustomCommand| -> Vec<(String, String)> {
            custom.open_secrets().map(|(name, value)| (name.into(), value.into())).collect()
        };
        let all = commands(state).map(|(server, custom)| (server, of(custom)));
        let all: Vec<_> = all.filter(|(_, open)| !open.is_empty()).collect();
        if all.is_empty() || std::mem::replace(&mut self.offering, true) {
            return;
        }
        let (secrets, mailbox) = (self.secrets(), beside.mailbox());
        tokio::spawn(async move {
            let mut trouble = None;
            for (server, open) in all {
                let (kept, why) = secrets.keep_all(open).await;
                let _ = mailbox.send(FromKeyring::Kept(server, kept).into()).await;
                trouble = why;
                if trouble.is_some() {
                    break;
                }
            }
            let _ = mailbox.send(FromKeyring::Offered(trouble).into()).await;
        });
    }

    /// Whether the secrets of a command are here for the launch of a session; otherwise they are
    /// fetched.
    ///
    /// # Errors
    /// Some are in no keyring, and a person wants them nowhere else.
    fn fetch(
        &self,
        session: SessionId,
        of: &CustomCommand,
        fetched: &mut Option<Fetched>,
        around: (&Places, &Beside),
    ) -> Result<bool, Failure> {
        if let Some((variable, _)) = of.open_secrets().next().filter(|_| self.only) {
            return Err(Failure::new(Code::SecretInFile).with("variable", variable));
        }
        let kept = of.secrets.clone();
        if kept.is_empty() {
            return Ok(true);
        }
        match fetched {
            Some(Fetched::Here(of, _)) if *of == kept => return Ok(true),
            Some(Fetched::UnderWay(of)) if *of == kept => return Ok(false),
            Some(_) | None => *fetched = Some(Fetched::UnderWay(kept.clone())),
        }
        let (places, beside) = around;
        let (secrets, home) = (self.secrets(), places.home.clone());
        beside.report(async move {
            let values = secrets.values(&kept, &home).await;
            FromKeyring::Fetched(session, kept, values).into()
        });
        Ok(false)
    }

    pub(super) fn view(&self, state: &State) -> SecretsView {
        let in_file: usize = commands(state).map(|(_, custom)| custom.open_secrets().count()).sum();
        SecretsView {
            keyring_only: self.only,
            in_file: u32::try_from(in_file).unwrap_or(u32::MAX),
            trouble: self.trouble.clone(),
        }
    }
}

fn commands(state: &State) -> impl Iterator<Item = (ServerId, &CustomCommand)> {
    state.servers().filter_map(|server| Some((server.id, server.command.custom()?)))
}

impl Actor {
    pub(super) fn answer_secret(&mut self, ask: SecretAsk) {
        match ask {
            SecretAsk::Has(server, values, reply) => {
                drop(reply.send(has_secrets(&self.state, server, &values)));
            }
            SecretAsk::KeyringOnly(reply) => {
                self.keyring.forbid_file(&self.beside, reply);
                self.screen.change();
            }
        }
    }

    pub(super) fn heard_of_keyring(&mut self, heard: FromKeyring) {
        match heard {
            FromKeyring::Kept(server, kept) => {
                if !kept.is_empty() {
                    self.handle(Event::SecretsKept(server, kept.clone()));
                    self.forget_secrets(kept);
                }
            }
            FromKeyring::Offered(trouble) => {
                self.keyring.offering = false;
                self.screen.change_if(self.keyring.note_trouble(trouble));
            }
            FromKeyring::Fetched(session, of, values) => self.fetched(session, of, values),
            FromKeyring::Chosen => {
                self.keyring.only = self.keyring.choice.is_on();
                self.screen.change();
                self.keyring.offer(&self.state, &self.beside);
            }
        }
    }

    /// Has the keyring forget those that no server has, nor one that was removed a moment ago.
    pub(super) fn forget_secrets(&mut self, mut kept: Kept) {
        let there = commands(&self.state).map(|(_, custom)| custom);
        for custom in there.chain(self.removed.commands()) {
            kept.retain(|name, secret| custom.secrets.get(name) != Some(secret));
        }
        if !kept.is_empty() {
            let secrets = self.keyring.secrets();
            self.removals.elsewhere(async move { secrets.forget(kept).await });
        }
    }

    /// As [`Keyring::fetch`].
    pub(super) fn has_fetched(&mut self, session: SessionId) -> Result<bool, Failure> {
        let Some(custom) = custom(&self.state, session.server) else { return Ok(true) };
        let fetched = &mut self.runtimes.entry(session).secrets;
        self.keyring.fetch(session, custom, fetched, (&self.places, &self.beside))
    }

    fn fetched(&mut self, session: SessionId, of: Kept, values: Result<Values, Failure>) {
        let Some(runtime) = self.runtimes.get_mut(session) else { return };
        let awaited =
            matches!(&runtime.secrets, Some(Fetched::UnderWay(awaited)) if *awaited == of);
        if !awaited {
            return;
        }
        let trouble = values.as_ref().err().cloned();
        runtime.secrets = values.ok().map(|values| Fetched::Here(of, values));
        let is_starting = self.state.run(session) == Some(RunState::Starting);
        match trouble {
            None if is_starting => self.launch(session),
            Some(failure) if is_starting => {
                self.runtimes.entry(session).reason = Some(failure);
                self.handle(Event::Ended(session, Ending::NotLaunched));
            }
            None | Some(_) => {}
        }
    }
}

pub(super) fn custom(state: &State, server: ServerId) -> Option<&CustomCommand> {
    state.server(server)?.command.custom()
}

fn has_secrets(state: &State, server: ServerId, values: &[EnvEntry]) -> Result<bool, Failure> {
    let custom = custom(state, server).ok_or_else(|| Failure::new(Code::UnknownServer))?;
    Ok(values.iter().all(|EnvEntry { name, value }| match custom.secrets.get(name) {
        Some(secret) => secret.is_of(value),
        None => custom.env.get(name) == Some(value),
    }))
}

/// What stands for secrets that are set and stay as they are, and values of such that no
/// keyring took.
///
/// # Errors
/// One of them is not set in `was`.
pub(super) fn merge(
    custom: &mut CustomCommand,
    names: Vec<String>,
    was: Option<&CustomCommand>,
) -> Result<(), Failure> {
    for name in names {
        if custom.env.contains_key(&name) || custom.secrets.contains_key(&name) {
            continue;
        }
        let secret = was.and_then(|was| was.secrets.get(&name));
        let value = was.and_then(|was| was.env.get(&name));
        match (secret, value) {
            (Some(secret), _) => drop(custom.secrets.insert(name, *secret)),
            (None, Some(value)) => drop(custom.env.insert(name, value.clone())),
            (None, None) => return Err(Failure::new(Code::DraftSecretGone).with("name", name)),
        }
    }
    Ok(())
}
