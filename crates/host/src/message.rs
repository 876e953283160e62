//! What reaches the actor, from fronts, servers, disks and the keyring.

mod ask;

use std::path::PathBuf;
use std::sync::Arc;

use paddock_core::{CommitId, CustomCommand, Fingerprint, Place, ServerId, SessionId, Time};
use paddock_relay::Overheard;
use paddock_storage::CommitError;
use paddock_supervisor::Sandbox;
use paddock_supervisor::environment::SearchPath;

use crate::asked::Brought;
use crate::confine::Confined;
use crate::extent::Extent;
use crate::machine::SearchId;
use crate::models;
use crate::named::Survey;
use crate::preparation::PreparationId;
use crate::programs::Found;
use crate::run::{Report, RunId};
use crate::runtime::Missed;
use crate::secrets::FromKeyring;
use crate::view::Failure;

pub(crate) use ask::{
    Ask, Begun, ConsentAsk, FolderAsk, Grant, Introduced, Look, MOST_INTRODUCED, ProviderAsk,
    RequestAsk, Return, SecretAsk, UseAsk,
};

/// All that reaches the actor.
#[derive(Debug)]
pub(crate) enum Message {
    Ask(Box<Ask>),
    /// What became of a commit.
    Committed(CommitId, Result<(), CommitError>),
    Run(SessionId, RunId, Report),
    /// What the relay of an app's session says.
    App(SessionId, paddock_relay::Event),
    /// What a server answered Paddock itself, where this command runs.
    Overheard(SessionId, Option<Fingerprint>, Overheard),
    /// What a server asks in the session of an app that can't be asked itself.
    AskedInPlace(SessionId, Box<Brought<u64>>),
    /// Where the app of a session works, as it said under this number.
    Works(SessionId, u32, Vec<Place>),
    /// What this command of a server names was looked at.
    Named(ServerId, Box<CustomCommand>, Survey),
    /// What was proved of a server is, or nobody waits for it.
    ProofOver(ServerId),
    /// What became of a question to a model or its provider.
    Model(models::Report),
    /// A program may be looked for soon.
    LookAhead,
    /// The login shell has answered; from now on programs can be found.
    SearchPath(SearchPath),
    /// A program was looked for.
    Found(SessionId, SearchId, Result<Box<Found>, Failure>),
    /// A launch was prepared.
    Prepared(SessionId, PreparationId, Result<Box<Confined>, Failure>),
    /// What there is to offer for what a server tried.
    Offered(SessionId, u32, Option<PathBuf>),
    /// As long as the server can wait with an access, counted from then, is over.
    HoldEnded(SessionId, u64, Time),
    /// How much there is in a folder that waits for consent.
    Measured(u32, Extent),
    /// What a run ended for want of.
    Missed(SessionId, RunId, Option<Missed>),
    /// What came of asking the keyring for secrets of servers.
    Keyring(FromKeyring),
    /// The time for second thoughts about a removed server is over.
    StaysRemoved(ServerId),
    /// What this system can enforce was tried.
    Surveyed(Arc<dyn Sandbox>),
}
