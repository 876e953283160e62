//! What can be done from a notification.

use paddock_control::Notification;

/// What a person does with a click on a notification: they look at something, or take it away.
/// Nothing here gives anything, for a notification can be in the way of any click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Shows a screen of the main window.
    Show(&'static str),
    /// Shows what waits for consent.
    ShowConsent,
    Revoke(u32),
}

const SCREENS: &[&str] = &["access", "servers", "requests"];

impl Deed {
    /// How a button names it.
    pub(super) fn id(&self) -> String {
        match self {
            Self::Show(screen) => format!("show:{screen}"),
            Self::ShowConsent => "consent".to_owned(),
            Self::Revoke(grant) => format!("revoke:{grant}"),
        }
    }

    pub(super) fn from_id(id: &str) -> Option<Self> {
        if let Some(grant) = id.strip_prefix("revoke:") {
            return grant.parse().ok().map(Self::Revoke);
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
        }
    }
}

/// What is offered with it; the first is what a click on the notification itself does.
pub(super) fn offered(notification: &Notification) -> Vec<Deed> {
    match notification {
        Notification::Expiring { grant, .. } => vec![Deed::Show("access"), Deed::Revoke(*grant)],
        Notification::CallWaits { .. } => vec![Deed::ShowConsent],
        Notification::Ended { .. }
        | Notification::FolderGone { .. }
        | Notification::FolderReplaced { .. }
        | Notification::RevokeNotSaved => vec![Deed::Show("access")],
        Notification::ServerFailed { .. } | Notification::Leaked { .. } => {
            vec![Deed::Show("servers")]
        }
        Notification::CommandChanged { .. }
        | Notification::Asks { .. }
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
        for deed in screens.chain([Deed::ShowConsent, Deed::Revoke(7)]) {
            assert_eq!(Deed::from_id(&deed.id()), Some(deed));
        }
        for other in ["", "show:", "show:consent", "revoke:", "revoke:-1", "extend:7", "agree:1"] {
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
