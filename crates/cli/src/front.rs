//! This program's connection to the host.

use std::time::Duration;

use paddock_control::view::{Code, Failure, View};
use paddock_control::{Client, Hello, Push, Pushed, Role, Whereabouts, connect, connect_or_start};
use tokio::time::timeout;

/// How long the host may take until it knows what this system enforces.
const SURVEY: Duration = Duration::from_secs(30);

/// A connection over which this program shows and asks. What widens waits for a person.
#[derive(Debug)]
pub(crate) struct Front {
    pub(crate) client: Client,
    pub(crate) pushed: Pushed,
    whereabouts: Whereabouts,
}

impl Front {
    /// Connects, and starts the host if need be. One that `watches` is pushed what changes.
    pub(crate) async fn open(watches: bool) -> Result<Self, Failure> {
        let whereabouts = whereabouts()?;
        let hello = Hello::new(Role::View, watches);
        let (client, pushed) = connect_or_start(&whereabouts, hello).await?;
        Ok(Self { client, pushed, whereabouts })
    }

    /// Connects; none where no host runs.
    pub(crate) async fn find(watches: bool) -> Result<Option<Self>, Failure> {
        let whereabouts = whereabouts()?;
        let connected = connect(&whereabouts, Hello::new(Role::View, watches)).await?;
        Ok(connected.map(|(client, pushed)| Self { client, pushed, whereabouts }))
    }

    /// A second connection, by which a person consents at this terminal.
    pub(crate) async fn consenting(&self) -> Result<Client, Failure> {
        let connected = connect(&self.whereabouts, Hello::new(Role::Consent, false)).await?;
        connected.map(|(client, _)| client).ok_or_else(gone)
    }

    /// The next view that is pushed and newer than the one of that sequence. It takes a connection
    /// that watches.
    pub(crate) async fn next_view(&mut self, after: u32) -> Result<Box<View>, Failure> {
        loop {
            match self.pushed.next().await {
                Some(Push::View(view)) if view.sequence > after => return Ok(view),
                Some(Push::Unshown(failure)) => return Err(failure),
                Some(Push::Bye) | None => return Err(gone()),
                Some(
                    Push::View(_)
                    | Push::Log(_)
                    | Push::Grew(_)
                    | Push::Progress(_)
                    | Push::Notify(_),
                ) => {}
            }
        }
    }

    /// A view that knows what this system enforces. It takes a connection that watches.
    pub(crate) async fn surveyed(&mut self) -> Result<View, Failure> {
        let mut view = self.client.view().await?;
        let survey = async {
            while !view.system.known {
                view = *self.next_view(view.sequence).await?;
            }
            Ok(())
        };
        // What is not known by then is shown as that.
        timeout(SURVEY, survey).await.unwrap_or(Ok(()))?;
        Ok(view)
    }
}

pub(crate) fn whereabouts() -> Result<Whereabouts, Failure> {
    Whereabouts::find().ok_or_else(|| Failure::new(Code::CliNoHome))
}

pub(crate) fn gone() -> Failure {
    Failure::new(Code::HostGone).with("reason", "the connection ended")
}
