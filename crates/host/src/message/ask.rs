//! What fronts ask for.

use paddock_core::{
    AbsolutePath, Access, Called, Event, ProviderId, RequestId, Root, ServerId, SessionId, Time,
};
use paddock_models::Kept;
use paddock_storage::Counted;
use tokio::sync::oneshot;

use crate::handle::Joining;
use crate::journal::Journal;
use crate::named::Proposal;
use crate::overview::Overview;
use crate::pick::Surveyed;
use crate::picks::Proposed;
use crate::prove::Turn;
use crate::runtime::ReadyClient;
use crate::secrets::{Renaming, Typed};
use crate::view::{
    EnvEntry, Failure, FrontView, KeyView, LifetimeChoice, ProviderDraft, RequestDetail,
    SamplingEdit, SamplingLimits, View, WideningView,
};

/// Commands that are asked about at once, at the most.
pub(crate) const MOST_INTRODUCED: usize = 20;

pub(crate) type Return<T> = oneshot::Sender<Result<T, Failure>>;

/// All that fronts ask for.
#[derive(Debug)]
pub(crate) enum Ask {
    View(oneshot::Sender<View>),
    Look(Look),
    Folder(FolderAsk),
    Tell(Event, Return<()>),
    Consent(ConsentAsk),
    AddServer(Typed, Return<u32>),
    EditServer(ServerId, Typed, Renaming, Return<()>),
    RemoveServer(ServerId, Return<()>),
    Secret(SecretAsk),
    Start(ServerId, Return<()>),
    Use(UseAsk),
    Join(Box<Joining>, Return<Begun>),
    Journal(ServerId, oneshot::Sender<Option<Journal>>),
    /// What was done and is not kept yet is kept before anything that is read from now on.
    KeepRecords(Return<()>),
    /// What was counted and is not kept yet.
    Counted(Return<Vec<Counted>>),
    Notice(Failure),
    DismissNotice(u32),
    Pause(Option<Time>, Return<()>),
    PauseApp(String, Option<Time>, Return<()>),
    /// Takes a folder from a session, as the view names it.
    Narrow(SessionId, String, Return<()>),
    DismissAttempt {
        server: ServerId,
        attempt: u32,
        silence: bool,
    },
    Request(RequestAsk),
    Provider(ProviderAsk),
    Prove(ServerId, Return<Turn>),
    Quit,
}

/// What is asked of folders that are to be granted.
#[derive(Debug)]
pub(crate) enum FolderAsk {
    Picked(Box<Surveyed>, Proposed, Return<u32>),
    /// A number for what is proposed together.
    Together(Return<u32>),
    Dismiss(u32),
    Grant(Box<Grant>, Return<()>),
    /// Dropped once it is known what the command of a server names.
    LookedAtNamed(ServerId, oneshot::Sender<()>),
    /// Folders it names to propose; with `true` also those that a person was asked about before.
    Proposals(ServerId, bool, Return<Vec<Proposal>>),
}

/// What is asked of what widens.
#[derive(Debug)]
pub(crate) enum ConsentAsk {
    /// Something that may widen, by whom; done at once where it does not, or waits for consent.
    ToWiden(WideningView, FrontView, Return<Option<u32>>),
    /// Does what a person agreed to.
    Widen(WideningView, Return<()>),
    /// Takes what a person agreed to off the list.
    Agreed(u32, Return<WideningView>),
    Dismiss(u32),
    AtTerminal(bool),
    /// Servers and what is asked with them, by whom: for one consent.
    Introduce(Introduced, FrontView, Return<Vec<u32>>),
}

/// What is asked about together.
#[derive(Debug)]
pub(crate) struct Introduced {
    /// Their commands wait for trust.
    pub(crate) servers: Vec<ServerId>,
    /// Folders that these name, and what they had that is asked about by its name.
    pub(crate) folders: Vec<(Surveyed, Proposed)>,
    /// What they had before.
    pub(crate) again: Vec<WideningView>,
}

/// What is said and asked of the own use of a server.
#[derive(Debug)]
pub(crate) enum UseAsk {
    /// The client of a server, once it runs, and what ends when it was given its newest list.
    Client(ServerId, Return<ReadyClient>),
    Began {
        server: ServerId,
        call: bool,
    },
    Ended {
        server: ServerId,
        call: bool,
    },
    Called {
        server: ServerId,
        what: Called,
        paths: Vec<AbsolutePath>,
        /// As they were typed.
        arguments: Option<String>,
        ok: bool,
    },
    Follow(ServerId, String, bool, Return<()>),
    /// Something to note in the log of a server.
    Note(ServerId, String),
    /// How often a server is asked for a sign of life may have changed.
    KeepAlive(ServerId),
}

/// What is only to be known.
pub(crate) struct Look(pub(crate) Box<dyn FnOnce(Overview<'_>) + Send>);

impl std::fmt::Debug for Look {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Look")
    }
}

/// Consent as it was given in the window.
#[derive(Clone, Debug)]
pub(crate) struct Grant {
    pub(crate) pick: u32,
    /// The folder that was looked at just now.
    pub(crate) root: Root,
    pub(crate) server: ServerId,
    pub(crate) access: Access,
    pub(crate) lifetime: LifetimeChoice,
    pub(crate) typed: Option<String>,
}

/// What a person does with requests.
#[derive(Debug)]
pub(crate) enum RequestAsk {
    Detail(RequestId, Return<RequestDetail>),
    Send(RequestId, SamplingEdit, Return<()>),
    Deliver(RequestId, Option<String>, Return<()>),
    Submit(RequestId, String, Return<()>),
    Visit(RequestId, Return<String>),
    SetMuted(ServerId, bool, Return<()>),
    SetLimits(ServerId, SamplingLimits, Return<()>),
    SetStandIn(String, bool, Return<()>),
}

/// What a person does with providers. Keys never come this way.
#[derive(Debug)]
pub(crate) enum ProviderAsk {
    Add(ProviderDraft, Return<ProviderId>),
    /// With whether a key goes with it: a new one, or the old one at the old address. Where the
    /// old one is kept.
    Edit(ProviderId, ProviderDraft, Return<KeyView>),
    /// Where its key is kept.
    Remove(ProviderId, Return<KeyView>),
    /// Where its key is kept now.
    KeyKept(ProviderId, Option<Kept>, Return<()>),
    Check(ProviderId, Return<()>),
    /// Check it if a person agreed to its address.
    Learn(ProviderId, Return<()>),
}

/// What is asked of secrets of servers.
#[derive(Debug)]
pub(crate) enum SecretAsk {
    /// Whether secrets of a server have these values.
    Has(ServerId, Vec<EnvEntry>, Return<bool>),
    /// They are in the keyring or nowhere, from now on.
    KeyringOnly(Return<()>),
}

/// A session, and what says that it is over and why.
pub(crate) type Begun = (SessionId, oneshot::Receiver<Option<Failure>>);
