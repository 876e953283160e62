//! Who may ask what.

use crate::Command;

/// What a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Anyone who may speak with the host: what shows, what narrows, and what uses that which is
    /// granted already. What widens waits for a person; see
    /// [`Waits`](crate::commands::Waits).
    Anyone,
    /// A program of Paddock's own, in which a person answers what servers ask.
    Person,
    /// The place where a person consents, which no page of servers can reach.
    Consent,
}

impl Command {
    /// What this takes.
    #[expect(clippy::too_many_lines, reason = "each command stands here once")]
    pub fn need(&self) -> Need {
        match self {
            Self::Grant { .. }
            | Self::GrantFolders { .. }
            | Self::Agree { .. }
            | Self::AgreeWithout { .. }
            | Self::AllowCall { .. } => Need::Consent,
            Self::SendSampling { .. }
            | Self::DeliverAnswer { .. }
            | Self::SubmitForm { .. }
            | Self::AgreeToUrl { .. }
            | Self::AllowNext { .. }
            | Self::SetMuted { muted: false, .. }
            | Self::SetStandIn { on: true, .. }
            | Self::SetSamplingLimits { .. }
            | Self::AddProvider { .. }
            | Self::EditProvider { .. } => Need::Person,
            Self::View { .. }
            | Self::Pick { .. }
            | Self::PickWorkspace { .. }
            | Self::PickFor { .. }
            | Self::PickGranted { .. }
            | Self::PickAttempt { .. }
            | Self::PickMissed { .. }
            | Self::PickNamed { .. }
            | Self::NamedFolders { .. }
            | Self::PickRepository { .. }
            | Self::DismissPick { .. }
            | Self::DismissConsent { .. }
            | Self::GrantAgain { .. }
            | Self::GrantAllAgain { .. }
            | Self::SetAccess { .. }
            | Self::SetLifetime { .. }
            | Self::ForgetEnded { .. }
            | Self::Revoke { .. }
            | Self::RevokeAll { .. }
            | Self::Pause { .. }
            | Self::Resume { .. }
            | Self::PauseApp { .. }
            | Self::ResumeApp { .. }
            | Self::GrantedFolder { .. }
            | Self::CheckPaths { .. }
            | Self::ReadServers { .. }
            | Self::AddServer { .. }
            | Self::EditServer { .. }
            | Self::ServerDraft { .. }
            | Self::HasSecrets { .. }
            | Self::SetKeyringOnly { .. }
            | Self::RemoveServer { .. }
            | Self::StartServer { .. }
            | Self::StopServer { .. }
            | Self::RestartServer { .. }
            | Self::EndSession { .. }
            | Self::NarrowSession { .. }
            | Self::TrustServer { .. }
            | Self::IntroduceServers { .. }
            | Self::WithdrawTrust { .. }
            | Self::SetLifecycle { .. }
            | Self::SetLimits { .. }
            | Self::SetMostSent { .. }
            | Self::SendToday { .. }
            | Self::SetConfinement { .. }
            | Self::SetScope { .. }
            | Self::SetToolRule { .. }
            | Self::SetHoldChanged { .. }
            | Self::AcceptTools { .. }
            | Self::AllowDestination { .. }
            | Self::AllowAskedDestination { .. }
            | Self::DenyDestination { .. }
            | Self::ForgetDestination { .. }
            | Self::DismissDestination { .. }
            | Self::PickPlace { .. }
            | Self::DismissPlace { .. }
            | Self::HeldCall { .. }
            | Self::DenyCall { .. }
            | Self::DismissAttempt { .. }
            | Self::Prove { .. }
            | Self::ProveCommand { .. }
            | Self::Tools { .. }
            | Self::CallTool { .. }
            | Self::CancelCall { .. }
            | Self::Resources { .. }
            | Self::ReadResource { .. }
            | Self::ReadTemplate { .. }
            | Self::FollowResource { .. }
            | Self::Prompts { .. }
            | Self::Prompt { .. }
            | Self::Complete { .. }
            | Self::FollowLog { .. }
            | Self::Messages { .. }
            | Self::Reproduce { .. }
            | Self::Activity { .. }
            | Self::Seen { .. }
            | Self::ExportActivity { .. }
            | Self::SetRetention { .. }
            | Self::DeleteActivity { .. }
            | Self::Request { .. }
            | Self::StopSampling { .. }
            | Self::DenyRequest { .. }
            | Self::DismissMissed { .. }
            | Self::SetMuted { muted: true, .. }
            | Self::SetStandIn { on: false, .. }
            | Self::AllowProvider { .. }
            | Self::RemoveProvider { .. }
            | Self::CheckProvider { .. }
            | Self::DismissNotice { .. }
            | Self::SetTerminalConsent { .. }
            | Self::Quit { .. } => Need::Anyone,
        }
    }
}
