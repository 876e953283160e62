//! Secrets of servers: on their way to the keyring, from there to a launch, and forgotten.

use std::collections::BTreeMap;
use std::time::Duration;

use paddock_core::{Command, CustomCommand, Ending, Event, RunState, ServerId, SessionId};

use super::asks::{Ask, Return};
use super::{Actor, Message};
use crate::secrets::{Kept, KeyringOnly, Secrets, Values};
use crate::view::{Code, EnvEntry, Failure, SecretsView};

/// How long the secrets of a removed server are kept, in case it comes back. Longer than it is
/// offered in the window.
const SECOND_THOUGHTS: Duration = Duration::from_mins(2);

#[derive(Debug)]
pub(crate) enum SecretAsk {
    /// Whether secrets of a server have these values.
    Has(ServerId, Vec<EnvEntry>, Return<bool>),
    /// They are in the keyring or nowhere, from now on.
    KeyringOnly(Return<()>),
}

/// How it stands with the keyring.
#[derive(Debug)]
pub(super) struct Keyring {
    secrets: Secrets,
    /// Secrets are in the keyring or nowhere.
    only: bool,
    /// What is chosen, and kept or about to be.
    choice: KeyringOnly,
    /// Why it did not take one, when it was last asked.
    trouble: Option<Failure>,
    /// It is being offered what it did not take yet.
    offering: bool,
    /// Commands with secrets of servers that were removed a moment ago.
    removed: BTreeMap<ServerId, CustomCommand>,
}

impl Keyring {
    pub(super) fn new(secrets: Secrets, choice: KeyringOnly) -> Self {
        let only = choice.is_on();
        Self { secrets, only, choice, trouble: None, offering: false, removed: BTreeMap::new() }
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }

    /// The command of a server that was removed a moment ago.
    pub(super) fn removed(&self, server: ServerId) -> Option<&CustomCommand> {
        self.removed.get(&server)
    }

    /// It has its secrets again: there is nothing to forget.
    pub(super) fn came_back(&mut self, server: ServerId) {
        self.removed.remove(&server);
    }

    /// What is left of `kept` without what one of the commands has, or one that was removed.
    fn without_owners<'a>(
        &'a self,
        mut kept: Kept,
        commands: impl Iterator<Item = &'a CustomCommand>,
    ) -> Kept {
        for custom in commands.chain(self.removed.values()) {
            kept.retain(|name, secret| custom.secrets.get(name) != Some(secret));
        }
        kept
    }
}

/// What comes back from the keyring.
#[derive(Debug)]
pub(crate) enum FromKeyring {
    /// It keeps these values of a server.
    Kept(ServerId, Kept),
    /// It was offered all that there was; why it did not take more.
    Offered(Option<Failure>),
    /// What a session is launched with, for a command with these secrets.
    Fetched(SessionId, Kept, Result<Values, Failure>),
    /// The time for second thoughts about a removed server is over.
    Forget(ServerId),
    /// Whether secrets are in the keyring or nowhere is kept as it was chosen last.
    Chosen,
}

/// The secrets of a session that is about to be launched.
#[derive(Debug)]
pub(crate) enum Fetched {
    UnderWay(Kept),
    Here(Kept, Values),
}

impl Actor {
    pub(super) fn answer_secret(&mut self, ask: SecretAsk) {
        match ask {
            SecretAsk::Has(server, values, reply) => {
                drop(reply.send(self.has_secrets(server, &values)));
            }
            SecretAsk::KeyringOnly(reply) => {
                // What is stricter holds at once.
                self.keyring.only = true;
                self.changed = true;
                self.choose_keyring_only(true, |done| async { drop(reply.send(done)) });
            }
        }
    }

    /// Secrets that the keyring does not take may be in the file, as soon as that is kept.
    pub(super) fn let_secrets_be_in_file(&mut self) {
        let to_self = self.to_self.clone();
        self.choose_keyring_only(false, |done| async move {
            if let Err(failure) = done {
                let _ = to_self.send(Message::Ask(Box::new(Ask::Notice(failure)))).await;
            }
        });
    }

    fn choose_keyring_only<T: Future<Output = ()> + Send>(
        &mut self,
        on: bool,
        then: impl FnOnce(Result<(), Failure>) -> T + Send + 'static,
    ) {
        self.keyring.choice.choose(on);
        let (choice, to_self) = (self.keyring.choice.clone(), self.to_self.clone());
        tokio::spawn(async move {
            let written = tokio::task::spawn_blocking(move || choice.write()).await;
            let written = written.map_err(Failure::internal).flatten();
            if written.is_ok() {
                let _ = to_self.send(FromKeyring::Chosen.into()).await;
            }
            then(written).await;
        });
    }

    pub(crate) fn is_keyring_only(&self) -> bool {
        self.keyring.only
    }

    fn has_secrets(&self, server: ServerId, values: &[EnvEntry]) -> Result<bool, Failure> {
        let custom = self.custom(server).ok_or_else(|| Failure::new(Code::UnknownServer))?;
        Ok(values.iter().all(|EnvEntry { name, value }| match custom.secrets.get(name) {
            Some(secret) => secret.is_of(value),
            None => custom.env.get(name) == Some(value),
        }))
    }

    pub(super) fn custom(&self, server: ServerId) -> Option<&CustomCommand> {
        match &self.state.server(server)?.command {
            Command::Custom(custom) => Some(custom),
            Command::Bundled => None,
        }
    }

    /// Offers the keyring what it did not take yet, one after the other.
    pub(super) fn offer_secrets(&mut self) {
        let of = |custom: &CustomCommand| -> Vec<(String, String)> {
            custom.open_secrets().map(|(name, value)| (name.into(), value.into())).collect()
        };
        let all = self.state.servers().filter_map(|server| match &server.command {
            Command::Custom(custom) => Some((server.id, of(custom))),
            Command::Bundled => None,
        });
        let all: Vec<_> = all.filter(|(_, open)| !open.is_empty()).collect();
        if all.is_empty() || std::mem::replace(&mut self.keyring.offering, true) {
            return;
        }
        let (secrets, to_self) = (self.keyring.secrets.clone(), self.to_self.clone());
        tokio::spawn(async move {
            let mut trouble = None;
            for (server, open) in all {
                let (kept, why) = secrets.keep_all(open).await;
                let _ = to_self.send(FromKeyring::Kept(server, kept).into()).await;
                trouble = why;
                if trouble.is_some() {
                    break;
                }
            }
            let _ = to_self.send(FromKeyring::Offered(trouble).into()).await;
        });
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
                self.note_keyring(trouble);
            }
            FromKeyring::Fetched(session, of, values) => self.fetched(session, of, values),
            FromKeyring::Chosen => {
                self.keyring.only = self.keyring.choice.is_on();
                self.changed = true;
                self.offer_secrets();
            }
            FromKeyring::Forget(server) => {
                if let Some(custom) = self.keyring.removed.remove(&server) {
                    self.forget_secrets(custom.secrets);
                }
            }
        }
    }

    pub(super) fn note_keyring(&mut self, trouble: Option<Failure>) {
        self.changed |= self.keyring.trouble != trouble;
        self.keyring.trouble = trouble;
    }

    /// Has the keyring forget those that no server has.
    pub(super) fn forget_secrets(&mut self, kept: Kept) {
        let commands = self.state.servers().filter_map(|server| match &server.command {
            Command::Custom(custom) => Some(custom),
            Command::Bundled => None,
        });
        let kept = self.keyring.without_owners(kept, commands);
        if kept.is_empty() {
            return;
        }
        let secrets = self.keyring.secrets.clone();
        self.removals.spawn(async move { secrets.forget(kept).await });
    }

    /// Nobody has second thoughts any more.
    pub(super) fn forget_removed(&mut self) {
        for custom in std::mem::take(&mut self.keyring.removed).into_values() {
            self.forget_secrets(custom.secrets);
        }
    }

    pub(super) fn remove_server(&mut self, server: ServerId, reply: Return<()>) {
        let custom = self.custom(server).cloned();
        self.decide_then(Event::RemoveServer(server), move |actor, done| {
            if let (Ok(()), Some(custom)) = (&done, custom) {
                actor.keep_for_second_thoughts(server, custom);
            }
            drop(reply.send(done));
        });
    }

    fn keep_for_second_thoughts(&mut self, server: ServerId, custom: CustomCommand) {
        if custom.secrets.is_empty() && custom.open_secrets().next().is_none() {
            return;
        }
        self.keyring.removed.insert(server, custom);
        let to_self = self.to_self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(SECOND_THOUGHTS).await;
            let _ = to_self.send(FromKeyring::Forget(server).into()).await;
        });
    }

    /// Whether the secrets of a server are here for its launch; otherwise they are fetched.
    ///
    /// # Errors
    /// Some are in no keyring, and a person wants them nowhere else.
    pub(super) fn has_fetched(&mut self, session: SessionId) -> Result<bool, Failure> {
        let Some(custom) = self.custom(session.server) else { return Ok(true) };
        if let Some((variable, _)) = custom.open_secrets().next().filter(|_| self.keyring.only) {
            return Err(Failure::new(Code::SecretInFile).with("variable", variable));
        }
        let kept = custom.secrets.clone();
        if kept.is_empty() {
            return Ok(true);
        }
        let runtime = self.runtimes.entry(session).or_default();
        match &runtime.secrets {
            Some(Fetched::Here(of, _)) if *of == kept => return Ok(true),
            Some(Fetched::UnderWay(of)) if *of == kept => return Ok(false),
            Some(_) | None => runtime.secrets = Some(Fetched::UnderWay(kept.clone())),
        }
        let (secrets, to_self) = (self.keyring.secrets.clone(), self.to_self.clone());
        let home = self.places.home.clone();
        tokio::spawn(async move {
            let values = secrets.values(&kept, &home).await;
            let _ = to_self.send(FromKeyring::Fetched(session, kept, values).into()).await;
        });
        Ok(false)
    }

    fn fetched(&mut self, session: SessionId, of: Kept, values: Result<Values, Failure>) {
        let Some(runtime) = self.runtimes.get_mut(&session) else { return };
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
                self.runtimes.entry(session).or_default().reason = Some(failure);
                self.handle(Event::Ended(session, Ending::NotLaunched));
            }
            None | Some(_) => {}
        }
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

    pub(crate) fn secrets_view(&self) -> SecretsView {
        let open: BTreeMap<_, _> = self
            .state
            .servers()
            .filter_map(|server| Some((server.id, self.custom(server.id)?.open_secrets().count())))
            .collect();
        SecretsView {
            keyring_only: self.keyring.only,
            in_file: u32::try_from(open.values().sum::<usize>()).unwrap_or(u32::MAX),
            trouble: self.keyring.trouble.clone(),
        }
    }
}

impl From<FromKeyring> for Message {
    fn from(heard: FromKeyring) -> Self {
        Self::Keyring(heard)
    }
}
