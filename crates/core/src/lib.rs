//! The vocabulary of Paddock and its decisions.
//!
//! Pure: no I/O, no clock, no async, no home, no environment. Time comes in with the event, and
//! what must be done goes out as effects.

mod asking;
mod audit;
mod call;
mod check;
mod codes;
mod commit;
mod confinement;
pub mod consent;
mod elsewhere;
mod ending;
mod enforcement;
mod event;
mod footprint;
mod grant;
pub mod guarded;
pub mod left_open;
mod lifecycle;
pub mod likely_secret;
mod limits;
pub mod network;
mod path;
pub mod percent;
mod provider;
mod request;
mod root;
pub mod secret;
mod sending;
mod server;
mod session;
mod state;
pub mod text;
mod tier;
mod time;
mod trust;
mod uri;
mod usage;
mod view;

pub use asking::{Asking, SamplingLimits, TokensByHour};
pub use audit::{Action, Actor, AuditRecord, Fact, FactCode, FactSaid, RecordOutcome, facts};
pub use call::{CallAnswer, CallId, CallVerdict, HeldCall};
pub use check::Verdict;
pub use codes::Open;
pub use commit::{Change, Commit, CommitId, Forgotten, Remembered, Saved};
pub use confinement::{Asked, Confinement};
pub use elsewhere::{Acts, acts_elsewhere};
pub use ending::{Cause, Ending, GaveUp, Unasked};
pub use enforcement::{Enforcement, How, Proven, Why};
pub use event::{
    Again, Called, Connection, Consent, Effect, Event, Notice, Refusal, RunState, Seeking,
};
pub use footprint::{Content, Coverage, Entry, Footprint, Link, Need, Owned, Part};
pub use grant::{Access, Grant, GrantId, Lifetime, Used};
pub use guarded::Guarded;
pub use lifecycle::{Lifecycle, Restart};
pub use limits::Limits;
pub use path::{AbsolutePath, PathError};
pub use provider::{Provider, ProviderApi, ProviderId};
pub use request::{
    Account, Decision, Missed, MissedWhy, OfApp, OpenRequest, Phase, Reply, Request, RequestId,
    RequestKind, Written,
};
pub use root::{Identity, Reachability, Root};
pub use secret::Secret;
pub use sending::{Ceiling, Said, Sending};
pub use server::{Command, CustomCommand, Server, ServerId, names_roots};
pub use session::{SessionId, User};
pub use state::{
    AskedDestination, AskedPlace, AskedSending, DestinationId, Ended, EndedDestination, EndedWhy,
    Had, MISSED, Pause, State, Told,
};
pub use tier::{Facility, Gap, Reach, Tier, UnknownTier};
pub use time::Time;
pub use trust::{
    Difference, Era, Fingerprint, ResolvedProgram, SeenCommand, Trusted, says_what_is_run,
};
pub use uri::{FileUri, UriError, WindowsPath};
pub use usage::{
    LONGEST_TOOL_NAME, Place, PlaceId, Scope, ToolDigest, ToolOf, ToolRule, ToolRules, Usage,
};
pub use view::{RootEntry, RootList};
