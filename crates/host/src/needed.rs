//! Whether a host that nobody looks at goes on.

use crate::view::{LifetimeView, RunView, ServerView, View};

/// Whether something would be lost with the host: what a person decided or has to decide, and what
/// runs. The files server is Paddock's own, and runs for nobody where no app uses it.
pub fn is_needed(view: &View) -> bool {
    let this_run = |lifetime: &LifetimeView| matches!(lifetime, LifetimeView::ThisRun);
    view.paused.is_some()
        || !view.sessions.is_empty()
        || view.grants.iter().any(|grant| this_run(&grant.lifetime))
        || view.servers.iter().any(is_used)
        || waits(view)
}

fn waits(view: &View) -> bool {
    !view.picks.is_empty()
        || !view.consents.is_empty()
        || !view.requests.is_empty()
        || !view.held_calls.is_empty()
        || !view.asked_destinations.is_empty()
        || !view.asked_sending.is_empty()
}

fn is_used(server: &ServerView) -> bool {
    let runs = match server.state {
        RunView::Starting { .. }
        | RunView::Running { .. }
        | RunView::Stopping
        | RunView::Restarting { .. } => !server.bundled,
        RunView::Stopped
        | RunView::NeedsTrust { .. }
        | RunView::Asleep
        | RunView::Failed { .. }
        | RunView::Paused => false,
    };
    runs || server.calls_in_flight > 0 || server.attempts.iter().any(|attempt| attempt.held)
}
