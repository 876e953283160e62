//! What can be done from a notification.

use paddock_control::{AttemptOf, Notification};

/// What a person does with a click on a notification: they look at something, or take it away.
/// Nothing here gives anything, for a notification can be in the way of any click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Shows a screen of the main window.
    Show(&'static str),
    /// Shows what waits for consent.
    ShowConsent,
    Revoke(u32),
    /// What a server waits with is not allowed.
    DenyAccess(AttemptOf),
    /// A call that waits is refused.
    DenyCall(u32),
}

const SCREENS: &[&str] = &["access", "servers", "requests"];

impl Deed {
    /// How a button names it.
    pub(super) fn id(&self) -> String {
        match self {
            Self::Show(screen) => format!("show:{screen}"),
            Self::ShowConsent => "consent".to_owned(),
            Self::Revoke(grant) => format!("revoke:{grant}"),
            Self::DenyAccess(AttemptOf { server, attempt }) => format!("deny:{server}:{attempt}"),
            Self::DenyCall(call) => format!("deny-call:{call}"),
        }
    }

    pub(super) fn from_id(id: &str) -> Option<Self> {
        if let Some(grant) = id.strip_prefix("revoke:") {
            return grant.parse().ok().map(Self::Revoke);
        }
        if let Some(call) = id.strip_prefix("deny-call:") {
            return call.parse().ok().map(Self::DenyCall);
        }
        if let Some((server, attempt)) = id.strip_prefix("deny:").and_then(|it| it.split_once(':'))
        {
            let of = AttemptOf { server: server.parse().ok()?, attempt: attempt.parse().ok()? };
            return Some(Self::DenyAccess(of));
        }
        if let Some(named) = id.strip_prefix("show:") {
            return SCREENS.iter().find(|it| **it == named).map(|screen| Self::Show(screen));
        }
        (id == "consent").then_some(Self::ShowConsent)
    }

    /// The message that says it on a button.
    pub(super) fn text(&self) -> &'static str {
        match self {
            Self::Show(_) | Self::ShowConsent => "notify-open",
            Self::Revoke(_) => "notify-revoke",
            Self::DenyAccess(_) | Self::DenyCall(_) => "notify-deny",
        }
    }
}

/// What is offered with it; the first is what a click on the notification itself does.
pub(super) fn offered(notification: &Notification) -> Vec<Deed> {
    match notification {
        Notification::Expiring { grant, .. } => vec![Deed::Show("access"), Deed::Revoke(*grant)],
        Notification::CallWaits { call, .. } => vec![Deed::ShowConsent, Deed::DenyCall(*call)],
        Notification::Asks { attempt, .. } => {
            vec![Deed::Show("requests"), Deed::DenyAccess(*attempt)]
        }
        Notification::Ended { .. }
        | Notification::FolderGone { .. }
        | Notification::FolderReplaced { .. }
        | Notification::RevokeNotSaved => vec![Deed::Show("access")],
        Notification::ServerFailed { .. } | Notification::Leaked { .. } => {
            vec![Deed::Show("servers")]
        }
        Notification::CommandChanged { .. }
        | Notification::Requests { .. }
        | Notification::RequestsOfApp { .. }
        | Notification::Destination { .. }
        | Notification::Sending { .. }
        | Notification::Place { .. } => vec![Deed::Show("requests")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_says_what_it_does_and_nothing_else_is_done() {
        let screens = SCREENS.iter().map(|screen| Deed::Show(screen));
        let attempt = AttemptOf { server: 1, attempt: 2 };
        let others =
            [Deed::ShowConsent, Deed::Revoke(7), Deed::DenyCall(7), Deed::DenyAccess(attempt)];
        for deed in screens.chain(others) {
            assert_eq!(Deed::from_id(&deed.id()), Some(deed));
        }
        for other in [
            "",
            "show:",
            "show:consent",
            "revoke:",
            "revoke:-1",
            "deny:1",
            "deny:1:",
            "deny:1:2:3",
            "deny-call:",
            "extend:7",
            "agree:1",
        ] {
            assert_eq!(Deed::from_id(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_about_to_end_can_be_ended_now() {
        let (folder, server) = ("acme".to_owned(), "Files".to_owned());
        let about = Notification::Expiring { folder, server, grant: 3 };
        assert_eq!(offered(&about), [Deed::Show("access"), Deed::Revoke(3)]);
    }
}
