//! The way to the host, which outlives it.

mod keep;
mod tries;

use std::future::Future;
use std::time::Duration;

use paddock_control::view::{Code, Failure};
use paddock_control::{Client, Hello, Push, Pushed, Role, Whereabouts, connect, connect_or_start};
use tokio::sync::{mpsc, oneshot, watch};

use tries::Tries;

/// How long a host may take to stop its servers when the app is quit.
const QUIT: Duration = Duration::from_secs(30);

/// A handle to the connections there are. Where the host is gone, commands fail with `host-gone`
/// until there is one again.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    now: watch::Receiver<Now>,
    orders: mpsc::Sender<Order>,
}

/// The connection over which pages show and ask. What widens waits for consent.
#[derive(Clone, Debug)]
pub(crate) struct Asks(pub(crate) Link);

/// The connection over which a person consents: in the page made for it, and in the tray.
#[derive(Clone, Debug)]
pub(crate) struct Consents(pub(crate) Link);

#[derive(Clone, Debug)]
enum Now {
    /// The first connection is being made.
    Starting,
    Open(Clients),
    Lost,
}

#[derive(Clone, Debug)]
struct Clients {
    asks: Client,
    consents: Client,
}

#[derive(Debug)]
enum Order {
    TryAgain,
    End { host_too: bool, ended: oneshot::Sender<()> },
}

/// How connections are made.
pub(crate) trait Dial: Send + 'static {
    /// Connects twice to the same host, and starts one where there is none.
    fn dial(&mut self) -> impl Future<Output = Result<Dialed, Failure>> + Send;
}

/// Two connections to one host.
pub(crate) struct Dialed {
    asks: (Client, Pushed),
    consents: (Client, Pushed),
}

/// Who learns of what comes from the host, and of its end.
pub(crate) trait Hears: Send + 'static {
    fn pushed(&mut self, push: Push);
    /// The host is gone; `tries_again` says whether another is started without being asked.
    fn lost(&mut self, failure: &Failure, tries_again: bool);
    fn back(&mut self);
    /// There never was a host.
    fn cannot_start(&mut self, failure: Failure);
}

impl Link {
    /// Connects, and stays connected until [`end`](Self::end).
    pub(crate) fn begin(dial: impl Dial, hears: impl Hears) -> Self {
        Self::with(dial, hears, Tries::default())
    }

    fn with(dial: impl Dial, hears: impl Hears, tries: Tries) -> Self {
        let (told, now) = watch::channel(Now::Starting);
        let (orders, taken) = mpsc::channel(4);
        tauri::async_runtime::spawn(keep::keep(dial, hears, tries, told, taken));
        Self { now, orders }
    }

    /// Starts the host again that ended too often. Does nothing while there is one.
    pub(crate) fn try_again(&self) {
        // A full mailbox has such a wish in it.
        let _ = self.orders.try_send(Order::TryAgain);
    }

    /// Ends the connections, and with `host_too` the host and its servers.
    pub(crate) async fn end(&self, host_too: bool) {
        let (ended, over) = oneshot::channel();
        if self.orders.send(Order::End { host_too, ended }).await.is_ok() {
            let _ = over.await;
        }
    }

    async fn clients(&self) -> Result<Clients, Failure> {
        let mut now = self.now.clone();
        let now = now.wait_for(|now| !matches!(now, Now::Starting)).await.map_err(|_| gone())?;
        match &*now {
            Now::Open(clients) => Ok(clients.clone()),
            Now::Starting | Now::Lost => Err(gone()),
        }
    }
}

impl Asks {
    /// The connection there is.
    ///
    /// # Errors
    /// `host-gone`.
    pub(crate) async fn client(&self) -> Result<Client, Failure> {
        Ok(self.0.clients().await?.asks)
    }
}

impl Consents {
    /// The connection there is.
    ///
    /// # Errors
    /// `host-gone`.
    pub(crate) async fn client(&self) -> Result<Client, Failure> {
        Ok(self.0.clients().await?.consents)
    }
}

fn gone() -> Failure {
    Failure::new(Code::HostGone).with("reason", "the connection ended")
}

impl Dial for Whereabouts {
    async fn dial(&mut self) -> Result<Dialed, Failure> {
        let asks = connect_or_start(self, Hello::new(Role::View, true)).await?;
        let consents = connect(self, Hello::new(Role::Consent, false)).await?;
        Ok(Dialed { asks, consents: consents.ok_or_else(gone)? })
    }
}

#[cfg(test)]
mod tests;
