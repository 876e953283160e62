//! What became of something that waited for consent, as the view shows it.

use std::time::Duration;

use paddock_control::view::{
    Confinement, DestinationRule, Failure, GrantView, LifetimeChoice, LifetimeView, ProviderState,
    RunView, ServerView, View, WideningView,
};
use tokio::time::timeout;

use super::Subject;
use crate::arguments::values::Waiting;
use crate::front::Front;

/// From when a question is answered to when what was agreed to shows.
const SETTLING: Duration = Duration::from_secs(2);

pub(crate) fn is_waiting(view: &View, which: Waiting) -> bool {
    match which {
        Waiting::Pick(id) => view.picks.iter().any(|pick| pick.id == id),
        Waiting::Consent(id) => view.consents.iter().any(|consent| consent.id == id),
    }
}

/// Waits for the answer, wherever it is given; whether it was yes.
pub(super) async fn answered(
    front: &mut Front,
    asked: Subject<'_>,
    before: &View,
) -> Result<bool, Failure> {
    let mut now = front.client.view().await?;
    while is_waiting(&now, asked.which) {
        now = *front.next_view(now.sequence).await?;
    }
    // It is saved first, and shows then.
    let shows = async {
        while !is_agreed(asked, before, &now) {
            now = *front.next_view(now.sequence).await?;
        }
        Ok(true)
    };
    timeout(SETTLING, shows).await.unwrap_or(Ok(false))
}

fn is_agreed(asked: Subject<'_>, before: &View, now: &View) -> bool {
    match asked.which {
        Waiting::Pick(id) => {
            let pick = before.picks.iter().find(|pick| pick.id == id);
            pick.is_some_and(|pick| {
                let is_new = |grant: &&GrantView| !before.grants.contains(*grant);
                let mut new = now.grants.iter().filter(is_new);
                new.any(|grant| {
                    grant.folder.path == pick.folder.path
                        && asked.proposed.is_none_or(|proposed| proposed.server == grant.server)
                })
            })
        }
        Waiting::Consent(id) => {
            let consent = before.consents.iter().find(|consent| consent.id == id);
            consent.is_some_and(|consent| is_done(&consent.what, before, now))
        }
    }
}

fn is_done(what: &WideningView, before: &View, now: &View) -> bool {
    let server = |id| now.servers.iter().find(|server| server.id == id);
    let grant = |view: &View, id| view.grants.iter().find(|grant| grant.id == id).cloned();
    match what {
        WideningView::Trust { server: id, fingerprint, .. } => server(*id).is_some_and(|server| {
            !matches!(&server.state, RunView::NeedsTrust { fingerprint: asked, .. } if asked == fingerprint)
        }),
        WideningView::Access { grant: id, access, .. } => {
            grant(now, *id).is_some_and(|grant| grant.access == *access)
        }
        WideningView::Lifetime { grant: id, lifetime } => {
            grant(now, *id).is_some_and(|grant| match lifetime {
                LifetimeChoice::Always => grant.lifetime == LifetimeView::Always,
                LifetimeChoice::ThisRun => grant.lifetime == LifetimeView::ThisRun,
                LifetimeChoice::OneHour
                | LifetimeChoice::UntilMidnight
                | LifetimeChoice::For { .. } => {
                    let was = before.grants.iter().find(|was| was.id == *id);
                    was.is_none_or(|was| was.lifetime != grant.lifetime)
                }
            })
        }
        WideningView::GrantAgain { ended, .. } => !now.ended.iter().any(|it| it.id == *ended),
        WideningView::GrantAllAgain { folders, destinations, .. } => {
            let asked = |id: u32| {
                folders.iter().any(|it| it.ended == id)
                    || destinations.iter().any(|it| it.ended == id)
            };
            let ended = now.ended.iter().map(|it| it.id);
            !ended.chain(now.ended_destinations.iter().map(|it| it.id)).any(asked)
        }
        WideningView::Confinement { server: id, choice } => server(*id).is_some_and(|server| {
            let now = Confinement {
                asked: server.enforcement.asked,
                network: server.network,
                ask_first: server.ask_first,
            };
            now == *choice
        }),
        WideningView::Scope { server: id, scope } => {
            server(*id).is_some_and(|server| server.usage.scope == *scope)
        }
        WideningView::ToolRule { server: id, app, tool, rule } => server(*id).is_some_and(|server| {
            let mut rules = server.usage.rules.iter();
            let now = rules.find(|it| it.app == *app && it.tool == *tool).map(|it| it.rule);
            now == *rule
        }),
        WideningView::HoldChanged { server: id } => {
            server(*id).is_some_and(|server| !server.usage.hold_changed)
        }
        WideningView::ChangedTools { server: id, .. } => {
            let was = before.servers.iter().find(|server| server.id == *id);
            let was = was.map(|server| server.usage.changed_tools.as_slice()).unwrap_or_default();
            let is_accepted = |it: &ServerView| {
                !it.usage.changed_tools.iter().any(|tool| was.contains(tool))
            };
            server(*id).is_some_and(is_accepted)
        }
        WideningView::Destination { server: id, destination, leads_to, .. } => {
            let before = before.servers.iter().find(|it| it.id == *id);
            let was = |to: &str| before.and_then(|it| said_of(it, to));
            let is = |to: &str| server(*id).and_then(|it| said_of(it, to));
            let mut all = [destination].into_iter().chain(leads_to);
            all.clone().all(|to| matches!(is(to), Some(DestinationRule::Allowed { .. })))
                && all.any(|to| is(to) != was(to))
        }
        WideningView::ForgetDestination { server: id, destination } => server(*id)
            .is_some_and(|it| said_of(it, destination) != Some(&DestinationRule::Never)),
        WideningView::MostSent { server: id, most } => server(*id)
            .is_some_and(|it| it.sending.most == *most && it.sending.today.is_none()),
        WideningView::SendToday { server: id, today } => {
            server(*id).is_some_and(|it| it.sending.today == Some(*today))
        }
        WideningView::Provider { provider, url } => {
            let provider = now.providers.iter().find(|it| it.id == *provider);
            provider.is_some_and(|it| it.url == *url && it.state != ProviderState::NotAllowed)
        }
        WideningView::Resume => now.paused.is_none(),
        WideningView::ResumeApp { app } => !now.paused_apps.iter().any(|it| it.app == *app),
        WideningView::TerminalConsent => now.terminal_consent,
        WideningView::SecretsInFile => !now.secrets.keyring_only,
        WideningView::Retention { keep } => now.retention == *keep,
        WideningView::DeleteActivity => now.activity_deleted != before.activity_deleted,
    }
}

/// What was decided about a destination.
fn said_of<'a>(server: &'a ServerView, destination: &str) -> Option<&'a DestinationRule> {
    let found = server.destinations.iter().find(|it| it.destination == destination);
    found.map(|it| &it.rule)
}
