//! What is asked for and may widen, and what carries it out: the one list of all of it.

use paddock_core::{Event, Fingerprint, GrantId, ServerId, ToolOf};

use super::{again, destinations, sending, usage};
use crate::clock;
use crate::view::{Code, Failure, RetentionView, WideningView};

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
        WideningView::Destination { server, destination, leads_to, lifetime } => {
            let lifetime = clock::lifetime(*lifetime, clock::now());
            let all = std::iter::once(destination).chain(leads_to);
            let all = all.map(|text| destinations::read_to_allow(text));
            Event::Allow(ServerId(*server), all.collect::<Result<_, _>>()?, lifetime)
        }
        WideningView::ForgetDestination { server, destination } => {
            Event::ForgetDestination(ServerId(*server), destinations::read(destination)?)
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
            | Deed::TerminalConsent
            | Deed::SecretsInFile
            | Deed::Retention(_)
            | Deed::DeleteActivity,
        )
        | Err(_) => None,
    }
}
