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
    /// What waits is refused.
    Deny(Waiting),
}

/// What waits for a person. Its number is one of the host that said so, and of no later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(super) host: u32,
    pub(super) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Access(AttemptOf),
    Call(u32),
}

const SCREENS: &[&str] = &["access", "servers", "requests"];

impl Deed {
    /// How a notification carries it.
    pub(super) fn id(&self) -> String {
        match self {
            Self::Show(screen) => format!("show:{screen}"),
            Self::ShowConsent => "consent".to_owned(),
            Self::Revoke(grant) => format!("revoke:{grant}"),
            Self::Deny(Waiting { host, what: What::Access(AttemptOf { server, attempt }) }) => {
                format!("deny:{host}:{server}:{attempt}")
            }
            Self::Deny(Waiting { host, what: What::Call(call) }) => format!("deny:{host}:{call}"),
        }
    }

    /// How a button names it. The desktop keeps the names of all buttons that there ever were.
    pub(super) fn button(&self) -> String {
        match self {
            Self::Show(_) | Self::ShowConsent => self.id(),
            Self::Revoke(_) => "revoke".to_owned(),
            Self::Deny(_) => "deny".to_owned(),
        }
    }

    pub(super) fn from_id(id: &str) -> Option<Self> {
        if let Some(grant) = id.strip_prefix("revoke:") {
            return grant.parse().ok().map(Self::Revoke);
        }
        if let Some(numbers) = id.strip_prefix("deny:") {
            let numbers: Result<Vec<_>, _> = numbers.split(':').map(str::parse).collect();
            let (host, what) = match *numbers.ok()? {
                [host, call] => (host, What::Call(call)),
                [host, server, attempt] => (host, What::Access(AttemptOf { server, attempt })),
                _ => return None,
            };
            return Some(Self::Deny(Waiting { host, what }));
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
            Self::Deny(_) => "notify-deny",
        }
    }
}

/// What is offered with it; the first is what a click on the notification itself does. `host` is the
/// number of the host that said so.
pub(super) fn offered(notification: &Notification, host: u32) -> Vec<Deed> {
    let deny = |what| Deed::Deny(Waiting { host, what });
    match notification {
        Notification::Expiring { grant, .. } => vec![Deed::Show("access"), Deed::Revoke(*grant)],
        Notification::CallWaits { call, .. } => vec![Deed::ShowConsent, deny(What::Call(*call))],
        Notification::Asks { attempt, .. } => {
            vec![Deed::Show("requests"), deny(What::Access(*attempt))]
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
        let access = What::Access(AttemptOf { server: 1, attempt: 2 });
        let deny = |what| Deed::Deny(Waiting { host: 4, what });
        let others = [Deed::ShowConsent, Deed::Revoke(7), deny(What::Call(7)), deny(access)];
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
            "deny:1:2:3:4",
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
        assert_eq!(offered(&about, 0), [Deed::Show("access"), Deed::Revoke(3)]);
    }
}
