//! Where the process of one run connects: its broker, kept to what is allowed.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::Connection;
use paddock_core::network::{Destination, Meant, Name, Place, Rules};
pub(crate) use paddock_network::Broker;
use paddock_network::{Event, Limits, Outside, Pending, Quota, Sockets, Unasked};
use paddock_supervisor::{Boundary, Connected};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};

use super::{Report, Run};
use crate::meant::destination;
use crate::view::LogSource;

/// How long a program waits for a person, who may not be there: most give up on a name after 30 s.
const HOLD: Duration = Duration::from_secs(25);
/// Destinations of one run of which it is told once that something went there, and of which it is
/// told once that it was refused.
const TOLD: usize = 128;
/// How often it is told at the most that something was counted.
const COUNTED: Duration = Duration::from_secs(1);

impl Run {
    /// Lets the process connect to what is allowed, for as long as this is waited for. Returns only
    /// where its network is not Paddock's affair.
    pub(super) async fn connect(&self, boundary: &Boundary) {
        let Some(connected) = boundary.take_connected().await else { return };
        let mut rules = self.rules.clone();
        let (mut holds, mut parts) = (self.quota.holds(), self.quota.parts());
        let first = Rules::clone(&rules.borrow_and_update());
        let broker = match self.start(connected, first) {
            Ok(broker) => Arc::new(broker),
            Err(error) => {
                let text = format!("It can connect to nothing: {error}");
                return self.journal.write(LogSource::Paddock, None, &text);
            }
        };
        self.report(Report::Brokered(Arc::clone(&broker))).await;
        tokio::spawn(listen(boundary.clone(), Arc::clone(&broker)));
        let mut told = BTreeSet::new();
        let (mut is_news, mut is_held, mut due, mut missed) = (false, false, Instant::now(), 0);
        loop {
            tokio::select! {
                changed = rules.changed() => {
                    if changed.is_err() {
                        return std::future::pending().await;
                    }
                    broker.set_rules(Rules::clone(&rules.borrow_and_update()));
                    // What is taken back waits for no port.
                    tokio::spawn(listen(boundary.clone(), Arc::clone(&broker)));
                }
                event = broker.next_event() => {
                    let counts = matches!(
                        event,
                        Event::Connected(_)
                            | Event::Moved
                            | Event::Closed(_)
                            | Event::NameRefused(_)
                            | Event::Refused(..)
                    );
                    is_news |= counts
                        || broker.events_missed() > missed;
                    self.tell(&event, &mut told).await;
                }
                // The quota lives as long as this.
                Ok(()) = holds.changed() => is_held = true,
                Ok(()) = parts.changed() => is_news = true,
                () = sleep_until(due), if is_news || is_held => {
                    due = Instant::now() + COUNTED;
                    is_news = false;
                    if broker.events_missed() > missed {
                        missed = broker.events_missed();
                        let text = format!("{missed} connections are not in the log: too many at once");
                        self.journal.write(LogSource::Paddock, None, &text);
                    }
                    self.report(Report::Counted).await;
                    if std::mem::take(&mut is_held) {
                        self.report(Report::SendingHeld).await;
                    }
                }
            }
        }
    }

    fn start(&self, connected: Connected, rules: Rules) -> std::io::Result<Broker> {
        let (outside, quota) = (Arc::clone(&self.outside), Arc::clone(&self.quota));
        start(connected, rules, Unasked::Hold(HOLD), outside, quota)
    }

    async fn tell(&self, event: &Event, told: &mut BTreeSet<(Destination, Connection)>) {
        let (to, what) = match event {
            Event::AsksForName(name) => {
                let to = Destination { place: Place::Name(name.clone()), port: None };
                return self.report(Report::Seeks(to, Vec::new())).await;
            }
            Event::AsksFor(meant) => {
                return self.report(Report::Seeks(destination(meant), Vec::new())).await;
            }
            Event::AsksForAddresses(name, port, addresses) => {
                let to = destination(&Meant::Name(name.clone(), *port));
                let at = |address: &IpAddr| destination(&Meant::Address(*address, *port));
                let leads_to = addresses.iter().map(at).collect();
                return self.report(Report::Seeks(to, leads_to)).await;
            }
            Event::NameRefused(name) => {
                let to = Destination { place: Place::Name(name.clone()), port: None };
                (to, Connection::Refused)
            }
            Event::Refused(meant, why) => {
                let text = format!("Connection to {meant} refused: {why}");
                self.journal.write(LogSource::Paddock, None, &text);
                (destination(meant), Connection::Refused)
            }
            Event::Closed(_) | Event::Moved => return,
            Event::Cut(meant) => (destination(meant), Connection::Cut),
            Event::Connected(meant) => (destination(meant), Connection::Made),
        };
        // What is refused never takes the place of what went out.
        let so_far = told.iter().filter(|(_, of)| *of == what).count();
        let said = (to, what);
        if what != Connection::Cut && (so_far >= TOLD || told.contains(&said)) {
            return;
        }
        self.report(Report::Connection(said.0.clone(), what)).await;
        if what != Connection::Cut {
            told.insert(said);
            if so_far + 1 == TOLD {
                let text = format!("More destinations ({what:?}) are not recorded in this run");
                self.journal.write(LogSource::Paddock, None, &text);
            }
        }
    }
}

/// A broker that answers one name, asks nobody, and leads nowhere.
///
/// # Errors
/// The sockets can't be waited for.
pub(crate) fn on_trial(connected: Connected, name: &str) -> std::io::Result<Broker> {
    let allowed = name.parse().into_iter().collect();
    let rules = Rules::new(allowed, Vec::new());
    start(connected, rules, Unasked::Refuse, Arc::new(Nowhere), Arc::default())
}

/// A world without anybody in it.
#[derive(Debug)]
struct Nowhere;

impl Outside for Nowhere {
    fn look_up<'a>(&'a self, _: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        Box::pin(async { Err(ErrorKind::NotFound.into()) })
    }

    fn connect(&self, _: SocketAddr) -> Pending<'_, TcpStream> {
        Box::pin(async { Err(ErrorKind::ConnectionRefused.into()) })
    }

    fn is_own(&self, _: IpAddr) -> bool {
        false
    }
}

fn start(
    connected: Connected,
    rules: Rules,
    unasked: Unasked,
    outside: Arc<dyn Outside>,
    quota: Arc<Quota>,
) -> std::io::Result<Broker> {
    let sockets = Sockets {
        questions: vec![connected.questions],
        long_questions: vec![connected.long_questions],
        listeners: connected.listeners.into_iter().map(|(_, listener)| listener).collect(),
    };
    Broker::start(sockets, rules, unasked, outside, Limits::default(), quota)
}

/// Opens the ports at which something is allowed and nobody listens yet.
async fn listen(boundary: Boundary, broker: Arc<Broker>) {
    let ports = broker.unheard_ports();
    if ports.is_empty() {
        return;
    }
    // What can't be opened is refused by the kernel: the server listens there itself, or has ended.
    let Ok(opened) = boundary.listen(ports.into_iter().collect()).await else { return };
    for (port, listener) in opened.listeners {
        if let Err(error) = broker.listen(listener) {
            tracing::warn!(port, %error, "nothing is accepted there");
        }
    }
}
