//! Keeps the connections: waits on both, and makes new ones when they end.

use std::time::{Duration, Instant};

use paddock_control::Push;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

use super::tries::Tries;
use super::{Clients, Dial, Dialed, Hears, Now, Order, QUIT, gone};

/// How a time with a host was over.
enum Over {
    /// It ended, by itself.
    Gone,
    /// It said that it ends: somebody asked it to.
    Bye,
    /// The app ends.
    End(oneshot::Sender<()>),
}

pub(super) async fn keep(
    dial: impl Dial,
    hears: impl Hears,
    tries: Tries,
    now: watch::Sender<Now>,
    orders: mpsc::Receiver<Order>,
) {
    let ended = until_end(dial, hears, tries, &now, orders).await;
    now.send_replace(Now::Lost);
    if let Some(ended) = ended {
        let _ = ended.send(());
    }
}

/// Who waits for the end, if it was asked for.
async fn until_end(
    mut dial: impl Dial,
    mut hears: impl Hears,
    mut tries: Tries,
    now: &watch::Sender<Now>,
    mut orders: mpsc::Receiver<Order>,
) -> Option<oneshot::Sender<()>> {
    loop {
        let is_first = matches!(*now.borrow(), Now::Starting);
        let (failure, may_try) = match dial.dial().await {
            Err(failure) if is_first => {
                hears.cannot_start(failure);
                return None;
            }
            Err(failure) => (failure, true),
            Ok(dialed) => {
                let clients = dialed.clients();
                now.send_replace(Now::Open(clients.clone()));
                if !is_first {
                    hears.back();
                }
                match attend(dialed, &clients, &mut hears, &mut orders).await {
                    Over::Gone => (gone(), true),
                    Over::Bye => (gone(), false),
                    Over::End(ended) => return Some(ended),
                }
            }
        };
        now.send_replace(Now::Lost);
        let wait = tries.after(&failure, Instant::now()).filter(|_| may_try);
        hears.lost(&failure, wait.is_some());
        match pause(wait, &mut orders).await {
            Pause::Over => {}
            Pause::TryAgain => tries.forget(),
            Pause::End(ended) => return Some(ended),
        }
    }
}

impl Dialed {
    fn clients(&self) -> Clients {
        Clients { asks: self.asks.0.clone(), consents: self.consents.0.clone() }
    }
}

/// Passes on what comes, until one of the connections ends.
async fn attend(
    dialed: Dialed,
    clients: &Clients,
    hears: &mut impl Hears,
    orders: &mut mpsc::Receiver<Order>,
) -> Over {
    let (mut said, mut silent) = (dialed.asks.1, dialed.consents.1);
    let mut bye = false;
    loop {
        tokio::select! {
            biased;
            order = orders.recv() => match order {
                Some(Order::TryAgain) => {}
                Some(Order::End { host_too, ended }) => {
                    if host_too && timeout(QUIT, clients.asks.quit()).await.is_err() {
                        tracing::warn!("the host does not say that it has ended");
                    }
                    return Over::End(ended);
                }
                None => return Over::Gone,
            },
            push = said.next() => match push {
                Some(Push::Bye) => bye = true,
                Some(push) => hears.pushed(push),
                None => break,
            },
            push = silent.next() => match push {
                Some(Push::Bye) => bye = true,
                Some(_) => {}
                None => break,
            },
        }
    }
    // Whichever connection ended first, the other may hold the word that this was wanted.
    let rest = async {
        while let Some(push) = said.next().await {
            bye |= push == Push::Bye;
        }
    };
    let _ = timeout(GRACE, rest).await;
    if bye { Over::Bye } else { Over::Gone }
}

/// How long the second connection may outlive the first.
const GRACE: Duration = Duration::from_secs(1);

enum Pause {
    Over,
    TryAgain,
    End(oneshot::Sender<()>),
}

/// Waits as long as that, or until a person asks.
async fn pause(wait: Option<Duration>, orders: &mut mpsc::Receiver<Order>) -> Pause {
    let over = async {
        match wait {
            Some(wait) => sleep(wait).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        order = orders.recv() => match order {
            Some(Order::TryAgain) => Pause::TryAgain,
            Some(Order::End { ended, .. }) => Pause::End(ended),
            // Nobody is left who could ask; nobody waits for the end either.
            None => Pause::End(oneshot::channel().0),
        },
        () = over => Pause::Over,
    }
}
