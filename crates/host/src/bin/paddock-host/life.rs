//! When the host ends.

use std::time::Duration;

use paddock_host::fronts::Fronts;
use paddock_host::{Host, is_needed};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

/// How long a host that nobody asked to stay goes on without a front: whoever types commands at a
/// terminal need not start it anew for each.
const ALONE: Duration = Duration::from_mins(1);

/// How long it is to live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// Until it is told to quit.
    UntilQuit,
    /// Until then, or while a front or something that a person decided for this run needs it. Once
    /// a window was there, it decides: what it leaves running goes on.
    WhileNeeded,
}

/// Waits for the end: by a command, a signal, or because nobody needs the host any more.
pub(crate) async fn wait(life: Life, host: &Host, fronts: &Fronts) {
    tokio::select! {
        () = host.ended() => {}
        () = told_to_end() => {}
        () = alone(fronts), if life == Life::WhileNeeded => {}
    }
}

async fn told_to_end() {
    let (Ok(mut terminated), Ok(mut interrupted)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        tracing::warn!("signals are not heard");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
}

/// Returns when nobody was there for a while, and nothing would be lost.
async fn alone(fronts: &Fronts) {
    let mut count = fronts.count();
    let mut views = fronts.views();
    loop {
        if count.wait_for(|count| *count == 0).await.is_err() || fronts.had_window() {
            return std::future::pending().await;
        }
        if timeout(ALONE, count.wait_for(|count| *count > 0)).await.is_ok() {
            continue;
        }
        let idle = views.wait_for(|view| !view.as_deref().is_some_and(is_needed));
        tokio::select! {
            _ = idle => return,
            _ = count.wait_for(|count| *count > 0) => {}
        }
    }
}
