//! What is kept on disk, and how it changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    AuditRecord, Ended, EndedDestination, Grant, GrantId, Missed, Pause, Provider, ProviderId,
    Server, ServerId, TokensByHour, Used,
};

/// Number of a commit within one run of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId(pub u64);

/// Changes and their audit records: kept together or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    pub id: CommitId,
    pub changes: Vec<Change>,
    pub audit: Vec<AuditRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there are never more than a few")]
pub enum Change {
    /// Adds the server, or replaces the one with its id.
    PutServer(Server),
    /// Its grants and what it spent go with it.
    RemoveServer(ServerId),
    /// Adds the grant, or replaces the one with its id.
    PutGrant(Grant),
    RemoveGrant(GrantId),
    /// Adds the provider, or replaces the one with its id.
    PutProvider(Provider),
    RemoveProvider(ProviderId),
    /// What the server spent on models, as far back as its limits reach.
    PutSpent(ServerId, TokensByHour),
    /// Whether Paddock stands in for the app of this name.
    SetStandIn(String, bool),
    SetPause(Option<Pause>),
    /// Whether the app of this name is paused.
    SetAppPause(String, Option<Pause>),
    /// Adds what can be given again, or was missed. What gives it again takes it away.
    Remember(Remembered),
    Forget(Forgotten),
    /// Every audit record goes but those of the same commit.
    ForgetActivity,
}

/// What is over and is still shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remembered {
    Ended(Ended),
    Destination(EndedDestination),
    Missed(Missed),
}

/// What is shown no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// A grant or a destination.
    Ended(GrantId),
    /// By the number of what was missed.
    Missed(u32),
}

/// What was kept, as it is read at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    pub servers: Vec<Server>,
    pub grants: Vec<Grant>,
    pub providers: Vec<Provider>,
    /// What servers spent on models.
    pub spent: Vec<(ServerId, TokensByHour)>,
    /// Apps that Paddock stands in for.
    pub stand_ins: BTreeSet<String>,
    pub paused: Option<Pause>,
    pub paused_apps: BTreeMap<String, Pause>,
    /// How grants were used last, as far as that was written down.
    pub used: Vec<(GrantId, Used)>,
    /// What ended and can be given again, newest first.
    pub ended: Vec<Ended>,
    pub ended_destinations: Vec<EndedDestination>,
    /// What was missed, newest first.
    pub missed: Vec<Missed>,
    /// Larger than every number ever given to a server, a grant or a provider, removed ones too.
    pub next_id: u32,
}

impl Change {
    /// The server that is put.
    pub(crate) fn server(&self) -> Option<&Server> {
        match self {
            Self::PutServer(server) => Some(server),
            Self::RemoveServer(_)
            | Self::PutGrant(_)
            | Self::RemoveGrant(_)
            | Self::PutProvider(_)
            | Self::RemoveProvider(_)
            | Self::PutSpent(..)
            | Self::SetStandIn(..)
            | Self::SetPause(_)
            | Self::SetAppPause(..)
            | Self::Remember(_)
            | Self::Forget(_)
            | Self::ForgetActivity => None,
        }
    }
}
