//! What is asked for and may widen, and what carries it out: the one list of all of it.

use paddock_core::text::shown;
use paddock_core::{Event, Fingerprint, GrantId, ProviderId, RunState, ServerId, State, ToolOf};

use super::{Consents, again, destinations, sending, usage};
use crate::clock;
use crate::destinations::{read, read_to_allow};
use crate::retention::needs_consent;
use crate::view::{Code, ConsentView, Failure, RetentionView, WideningView};

/// What carries something out.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one at a time, and at once carried out")]
pub(super) enum Deed<'a> {
    Event(Event),
    /// Trust in a command, and what it is trusted to connect to.
    Trust {
        server: ServerId,
        fingerprint: &'a str,
        destinations: &'a [String],
    },
    Provider {
        provider: ProviderId,
        url: &'a str,
    },
    TerminalConsent,
    SecretsInFile,
    Retention(RetentionView),
    DeleteActivity,
}

/// # Errors
/// It says nothing that could be carried out.
pub(super) fn deed(what: &WideningView) -> Result<Deed<'_>, Failure> {
    Ok(Deed::Event(match what {
        WideningView::Trust { server, fingerprint, destinations } => {
            return Ok(Deed::Trust { server: ServerId(*server), fingerprint, destinations });
        }
        WideningView::Provider { provider, url } => {
            return Ok(Deed::Provider { provider: ProviderId(*provider), url });
        }
        WideningView::TerminalConsent => return Ok(Deed::TerminalConsent),
        WideningView::SecretsInFile => return Ok(Deed::SecretsInFile),
        WideningView::Retention { keep } => return Ok(Deed::Retention(*keep)),
        WideningView::DeleteActivity => return Ok(Deed::DeleteActivity),
        WideningView::Access { grant, access, .. } => Event::SetAccess(GrantId(*grant), *access),
        WideningView::Lifetime { grant, lifetime } => {
            Event::SetLifetime(GrantId(*grant), clock::lifetime(*lifetime, clock::now()))
        }
        WideningView::GrantAgain { ended, .. } => Event::GrantAgain(GrantId(*ended)),
        WideningView::GrantAllAgain { folders, destinations, .. } => {
            again::event(folders, destinations)
        }
        WideningView::Confinement { server, choice } => {
            Event::SetConfinement(ServerId(*server), *choice)
        }
        WideningView::Scope { server, scope } => Event::SetScope(ServerId(*server), *scope),
        WideningView::ToolRule { server, app, tool, rule } => {
            if !usage::is_rule(app.as_deref(), tool) {
                return Err(Failure::new(Code::UnknownToolRule));
            }
            let of = ToolOf { tool: tool.clone(), app: app.clone() };
            Event::SetToolRule(ServerId(*server), of, *rule)
        }
        WideningView::HoldChanged { server } => Event::SetHoldChanged(ServerId(*server), false),
        WideningView::ChangedTools { server, print } => {
            let print = Fingerprint::parse(print);
            let print = print.ok_or_else(|| Failure::new(Code::UnknownToolRule))?;
            Event::AcceptTools(ServerId(*server), print)
        }
        WideningView::Destination { server, destination, leads_to, lifetime, .. } => {
            let lifetime = clock::lifetime(*lifetime, clock::now());
            let all = std::iter::once(destination).chain(leads_to);
            let all = all.map(|text| read_to_allow(text));
            Event::Allow(ServerId(*server), all.collect::<Result<_, _>>()?, lifetime)
        }
        WideningView::ForgetDestination { server, destination } => {
            Event::ForgetDestination(ServerId(*server), read(destination)?)
        }
        WideningView::MostSent { server, most } => {
            Event::SetMostSent(ServerId(*server), most.map(sending::bytes))
        }
        WideningView::SendToday { server, today } => {
            Event::SendToday(ServerId(*server), sending::ceiling(*today))
        }
        WideningView::Resume => Event::Resume,
        WideningView::ResumeApp { app } => Event::ResumeApp(app.clone()),
    }))
}

/// The event that carries it out, where it is one.
pub(super) fn event(what: &WideningView) -> Option<Event> {
    match deed(what) {
        Ok(Deed::Event(event)) => Some(event),
        Ok(
            Deed::Trust { .. }
            | Deed::Provider { .. }
            | Deed::TerminalConsent
            | Deed::SecretsInFile
            | Deed::Retention(_)
            | Deed::DeleteActivity,
        )
        | Err(_) => None,
    }
}

/// What is in force, beside what is asked for.
pub(super) struct Weighing<'a> {
    pub(super) state: &'a State,
    /// Consents may be given at a terminal.
    pub(super) terminal_consent: bool,
    /// Secrets are in the keyring or nowhere.
    pub(super) keyring_only: bool,
    pub(super) retention: RetentionView,
}

impl Weighing<'_> {
    pub(super) fn is_so_already(&self, what: &WideningView) -> bool {
        let is_resumed = |app: &String| !self.state.paused_apps().contains_key(&shown(app));
        let resumed = *what == WideningView::Resume && self.state.paused().is_none()
            || matches!(what, WideningView::ResumeApp { app } if is_resumed(app));
        let is_allowed = matches!(what, WideningView::Provider { provider, .. }
            if self.state.provider(ProviderId(*provider)).is_some_and(|it| it.allowed));
        resumed || is_allowed || (*what == WideningView::TerminalConsent && self.terminal_consent)
    }

    /// Whether a server could do more by it than it can now.
    pub(super) fn widens(&self, what: &WideningView) -> bool {
        match what {
            WideningView::Access { grant, access, .. } => {
                let grant = self.state.grant_by_id(GrantId(*grant));
                grant.is_some_and(|grant| *access > grant.access)
            }
            WideningView::Lifetime { grant, lifetime } => {
                let grant = self.state.grant_by_id(GrantId(*grant));
                let lifetime = clock::lifetime(*lifetime, clock::now());
                grant.is_some_and(|grant| !lifetime.is_within(grant.lifetime))
            }
            WideningView::Confinement { server, choice } => {
                let server = self.state.server(ServerId(*server));
                let chosen = *choice;
                server.is_some_and(|server| !chosen.is_within(&server.confinement))
            }
            WideningView::Scope { server, .. }
            | WideningView::ToolRule { server, .. }
            | WideningView::HoldChanged { server }
            | WideningView::ChangedTools { server, .. } => {
                usage::widens(self.state, ServerId(*server), event(what))
            }
            WideningView::Destination { server, .. }
            | WideningView::ForgetDestination { server, .. } => {
                destinations::widens(self.state, ServerId(*server), event(what))
            }
            WideningView::MostSent { server, .. } | WideningView::SendToday { server, .. } => {
                sending::widens(self.state, ServerId(*server), event(what).as_ref())
            }
            WideningView::SecretsInFile => self.keyring_only,
            WideningView::Retention { keep } => needs_consent(*keep, self.retention),
            WideningView::Trust { .. }
            | WideningView::GrantAgain { .. }
            | WideningView::GrantAllAgain { .. }
            | WideningView::Provider { .. }
            | WideningView::Resume
            | WideningView::ResumeApp { .. }
            | WideningView::TerminalConsent
            | WideningView::DeleteActivity => true,
        }
    }

    /// Those that there still is something to agree to.
    pub(super) fn open(&self, consents: &Consents) -> Vec<ConsentView> {
        consents.iter().filter(|it| self.is_open(&it.what)).cloned().collect()
    }

    /// The others.
    pub(super) fn over<'b>(&self, consents: &'b Consents) -> impl Iterator<Item = &'b ConsentView> {
        consents.iter().filter(|it| !self.is_open(&it.what))
    }

    /// Whether there still is something to agree to.
    pub(super) fn is_open(&self, what: &WideningView) -> bool {
        match what {
            WideningView::Trust { server, fingerprint, .. } => {
                let run = self.state.run(ServerId(*server));
                matches!(run, Some(RunState::NeedsTrust { fingerprint: now, .. })
                    if now.to_string() == *fingerprint)
            }
            WideningView::Access { grant, .. } | WideningView::Lifetime { grant, .. } => {
                self.state.grant_by_id(GrantId(*grant)).is_some() && self.widens(what)
            }
            WideningView::GrantAgain { ended, .. } => {
                self.state.ended().any(|it| it.grant.id == GrantId(*ended))
            }
            WideningView::GrantAllAgain { folders, destinations, .. } => {
                again::are_ended(self.state, folders, destinations)
            }
            WideningView::Confinement { server, .. }
            | WideningView::Scope { server, .. }
            | WideningView::ToolRule { server, .. }
            | WideningView::HoldChanged { server }
            | WideningView::ChangedTools { server, .. }
            | WideningView::Destination { server, .. }
            | WideningView::ForgetDestination { server, .. }
            | WideningView::MostSent { server, .. }
            | WideningView::SendToday { server, .. } => {
                self.state.server(ServerId(*server)).is_some() && self.widens(what)
            }
            WideningView::Provider { provider, url } => {
                let provider = self.state.provider(ProviderId(*provider));
                provider.is_some_and(|it| it.url == *url && !it.allowed)
            }
            WideningView::Resume => self.state.paused().is_some(),
            WideningView::ResumeApp { app } => self.state.paused_apps().contains_key(&shown(app)),
            WideningView::TerminalConsent => !self.terminal_consent,
            WideningView::SecretsInFile | WideningView::Retention { .. } => self.widens(what),
            WideningView::DeleteActivity => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use paddock_core::{
        AbsolutePath, Access, Command, Grant, Identity, Lifetime, Root, Saved, Server, Time,
    };

    use super::*;
    use crate::retention::Chosen;

    fn state() -> State {
        let root = Root {
            path: AbsolutePath::new("/home/ada/notes").unwrap(),
            identity: Identity { device: 1, inode: 2, born: None },
        };
        let grant = Grant {
            id: GrantId(1),
            server: ServerId(1),
            root,
            access: Access::WriteGuarded,
            lifetime: Lifetime::Always,
            granted_at: Time(0),
        };
        let server = Server::new(ServerId(1), "notes".to_owned(), Command::Bundled);
        State::open(
            Saved { servers: vec![server], grants: vec![grant], ..Saved::default() },
            Time(0),
        )
        .0
    }

    fn weighing(state: &State) -> Weighing<'_> {
        let data = tempfile::tempdir().unwrap();
        let retention = Chosen::read(data.path()).now();
        Weighing { state, terminal_consent: false, keyring_only: true, retention }
    }

    #[test]
    fn only_more_access_than_there_is_widens() {
        let state = state();
        let weighing = weighing(&state);
        let widens = |grant, access| {
            let warnings = Vec::new();
            weighing.widens(&WideningView::Access { grant, access, warnings })
        };
        assert!(!widens(1, Access::Read) && !widens(1, Access::WriteGuarded));
        assert!(widens(1, Access::WriteCommits) && widens(1, Access::ReadWrite));
        assert!(!widens(2, Access::ReadWrite), "there is no such grant");
    }

    #[test]
    fn what_is_so_already_does_not_wait() {
        let state = state();
        let mut weighing = weighing(&state);
        assert!(weighing.is_so_already(&WideningView::Resume), "nothing is paused");
        assert!(weighing.is_open(&WideningView::TerminalConsent));
        assert!(weighing.is_open(&WideningView::SecretsInFile));
        (weighing.terminal_consent, weighing.keyring_only) = (true, false);
        assert!(weighing.is_so_already(&WideningView::TerminalConsent));
        assert!(!weighing.is_open(&WideningView::SecretsInFile));
    }
}
