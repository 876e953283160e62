//! What is kept of what happened: append-only.

mod facts;

use serde::{Deserialize, Serialize};
use specta::Type;

pub use self::facts::{Fact, FactCode, FactSaid, facts};
use crate::{AbsolutePath, Access, GrantId, ServerId, Time, closed_codes};

/// Who, what, when, why, with which result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRecord {
    pub at: Time,
    pub actor: Actor,
    pub action: Action,
    pub server: Option<ServerId>,
    /// The server's name at that time: the record outlives the server.
    pub server_name: Option<String>,
    /// The app in whose session it was, by the name that its configuration gives it.
    pub app: Option<String>,
    pub grant: Option<GrantId>,
    pub path: Option<AbsolutePath>,
    pub access: Option<Access>,
    pub ok: bool,
    /// More, in plain text: never a secret, never a file's content. What it says in other languages
    /// is read from it by [`facts()`].
    pub detail: Option<String>,
    /// What a tool was called with: JSON text, masked, and cut off where it is long. Only where a
    /// person wants it written down.
    pub arguments: Option<String>,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RecordOutcome {
    Done,
    /// It did not happen, which is as it should be.
    Blocked,
    Failed,
}

impl Action {
    /// Those that say that something was kept from happening.
    pub const BLOCKED: &[Self] = &[
        Self::AttemptDenied,
        Self::CallDenied,
        Self::CallLapsed,
        Self::ConnectionCut,
        Self::ConnectionRefused,
        Self::RequestMissed,
        Self::SendingHeld,
    ];

    /// Those whose detail is the name of a tool.
    pub const OF_TOOLS: &[Self] =
        &[Self::ToolCalled, Self::CallAllowed, Self::CallDenied, Self::CallLapsed];

    pub fn outcome(self, ok: bool) -> RecordOutcome {
        if Self::BLOCKED.contains(&self) {
            RecordOutcome::Blocked
        } else if ok {
            RecordOutcome::Done
        } else {
            RecordOutcome::Failed
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Actor {
    Person,
    Paddock,
    Server,
    /// An AI app, through a session.
    App,
}

closed_codes! {
    /// What was done. Its code is what is stored and what fronts translate.
    pub enum Action {
        Started = "started",
        Granted = "granted",
        /// Consent was given and could not be kept, so it was not put in force.
        GrantFailed = "grant-failed",
        Revoked = "revoked",
        Expired = "expired",
        RunEnded = "run-ended",
        AccessChanged = "access-changed",
        LifetimeChanged = "lifetime-changed",
        ServerAdded = "server-added",
        ServerEdited = "server-edited",
        ServerRemoved = "server-removed",
        ServerTrusted = "server-trusted",
        /// A person no longer trusts the command: it is stopped and asks before it runs again.
        TrustWithdrawn = "trust-withdrawn",
        ServerStarted = "server-started",
        ServerStopped = "server-stopped",
        ServerFailed = "server-failed",
        /// An app began to use the server.
        SessionBegan = "session-began",
        SessionEnded = "session-ended",
        /// The list that was written in answer to `roots/list`.
        RootsTold = "roots-told",
        FolderGone = "folder-gone",
        FolderBack = "folder-back",
        FolderReplaced = "folder-replaced",
        ToolCalled = "tool-called",
        ResourceRead = "resource-read",
        PromptFilled = "prompt-filled",
        /// A probe inside found the boundary where it should be.
        Proven = "proven",
        /// A probe inside reached what it should not; the server was stopped.
        ProofFailed = "proof-failed",
        ConfinementChanged = "confinement-changed",
        LifecycleChanged = "lifecycle-changed",
        /// How much of the computer it may take.
        LimitsChanged = "limits-changed",
        /// The server has sent what it may in a day, and is held.
        SendingHeld = "sending-held",
        /// A person lets it send more that day.
        SendingAllowed = "sending-allowed",
        /// A person lets it send nothing more that day.
        SendingStopped = "sending-stopped",
        /// How much it may ask of the person and of models.
        AskingChanged = "asking-changed",
        /// Whether the person is asked in the place of an app that can't be.
        StandInChanged = "stand-in-changed",
        /// Which folders the sessions of apps have.
        ScopeChanged = "scope-changed",
        ToolRuleChanged = "tool-rule-changed",
        /// Tools that changed were taken as they are, or calls of such wait or no longer do.
        ToolsAccepted = "tools-accepted",
        /// A person let a call of an app through that waited.
        CallAllowed = "call-allowed",
        CallDenied = "call-denied",
        /// The app was told to try again, since nobody had answered.
        CallLapsed = "call-lapsed",
        /// A person lets the server connect somewhere.
        DestinationAllowed = "destination-allowed",
        /// A person does not let it, and is not asked again.
        DestinationDenied = "destination-denied",
        /// A person took back what was said of a destination.
        DestinationRevoked = "destination-revoked",
        DestinationExpired = "destination-expired",
        DestinationRunEnded = "destination-run-ended",
        /// The server connected somewhere, for the first time in its run.
        Connected = "connected",
        ConnectionRefused = "connection-refused",
        /// A connection was cut since it is no longer allowed.
        ConnectionCut = "connection-cut",
        ProviderAdded = "provider-added",
        ProviderEdited = "provider-edited",
        /// A person agreed that what servers ask is sent to its address.
        ProviderAllowed = "provider-allowed",
        ProviderRemoved = "provider-removed",
        /// The server tried to reach something that is not granted.
        AttemptDenied = "attempt-denied",
        /// A person had a model answer a request.
        SamplingSent = "sampling-sent",
        SamplingDelivered = "sampling-delivered",
        SamplingDenied = "sampling-denied",
        /// A request was answered by a model without asking, as a person had allowed.
        SamplingAutomatic = "sampling-automatic",
        ElicitationAnswered = "elicitation-answered",
        ElicitationDeclined = "elicitation-declined",
        /// The person agreed to go to an address.
        UrlVisited = "url-visited",
        /// A request ended without a decision.
        RequestMissed = "request-missed",
        /// A person had all records before this one deleted.
        ActivityDeleted = "activity-deleted",
        /// How long records are kept.
        RetentionChanged = "retention-changed",
        Paused = "paused",
        Resumed = "resumed",
        AppPaused = "app-paused",
        AppResumed = "app-resumed",
        /// A folder was taken from one session of an app.
        SessionNarrowed = "session-narrowed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_from_happening_is_blocked_and_did_not_fail() {
        assert_eq!(Action::AttemptDenied.outcome(false), RecordOutcome::Blocked);
        assert_eq!(Action::ConnectionRefused.outcome(true), RecordOutcome::Blocked);
        assert_eq!(Action::ServerFailed.outcome(false), RecordOutcome::Failed);
        assert_eq!(Action::Granted.outcome(true), RecordOutcome::Done);
    }

    #[test]
    fn every_action_reads_back_from_its_code() {
        for action in Action::ALL {
            assert_eq!(Action::from_code(action.code()), Some(*action));
        }
        assert_eq!(Action::from_code("made-up"), None);
    }
}
