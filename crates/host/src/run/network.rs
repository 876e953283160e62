//! Where the process of one run connects: its broker, kept to what is allowed.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::Connection;
use paddock_core::network::{Destination, Meant, Name, Place, Range, Rules, WEB_PORTS};
pub(crate) use paddock_network::Broker;
use paddock_network::{Event, Limits, Outside, Pending, Sockets, Unasked};
use paddock_supervisor::{Boundary, Connected};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};

use super::{Report, Run};
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
        let first = Rules::clone(&rules.borrow_and_update());
        let broker = match start(connected, first, Unasked::Hold(HOLD), Arc::clone(&self.outside)) {
            Ok(broker) => Arc::new(broker),
            Err(error) => {
                let text = format!("It can connect to nothing: {error}");
                return self.journal.write(LogSource::Paddock, None, &text);
            }
        };
        self.report(Report::Brokered(Arc::clone(&broker))).await;
        tokio::spawn(listen(boundary.clone(), Arc::clone(&broker)));
        let mut told = BTreeSet::new();
        let (mut is_news, mut due, mut missed) = (false, Instant::now(), 0);
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
                    is_news |= matches!(event, Event::Connected(_) | Event::Closed(_))
                        || broker.events_missed() > missed;
                    self.tell(&event, &mut told).await;
                }
                () = sleep_until(due), if is_news => {
                    (is_news, due) = (false, Instant::now() + COUNTED);
                    if broker.events_missed() > missed {
                        missed = broker.events_missed();
                        let text = format!("{missed} connections are not in the log: too many at once");
                        self.journal.write(LogSource::Paddock, None, &text);
                    }
                    self.report(Report::Counted).await;
                }
            }
        }
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
            Event::Closed(_) => return,
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
    start(connected, Rules::new(allowed, Vec::new()), Unasked::Refuse, Arc::new(Nowhere))
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
) -> std::io::Result<Broker> {
    let sockets = Sockets {
        questions: vec![connected.questions],
        long_questions: vec![connected.long_questions],
        listeners: connected.listeners.into_iter().map(|(_, listener)| listener).collect(),
    };
    Broker::start(sockets, rules, unasked, outside, Limits::default())
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

/// The destination to ask a person about, for what a server was about to connect to.
fn destination(meant: &Meant) -> Destination {
    let port = Some(meant.port()).filter(|port| !WEB_PORTS.contains(port));
    match meant {
        Meant::Name(name, _) => Destination { place: Place::Name(name.clone()), port },
        Meant::Address(address, _) => {
            Destination { place: Place::Addresses(Range::of(*address)), port }
        }
        Meant::ThisComputer(port) => Destination { place: Place::ThisComputer, port: Some(*port) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_about_covers_what_was_meant_and_is_written_as_a_person_would() {
        let name = Name::parse("api.example.com").unwrap();
        for (meant, expected) in [
            (Meant::Name(name.clone(), 443), "api.example.com"),
            (Meant::Name(name, 8443), "api.example.com:8443"),
            (Meant::Address("10.0.0.1".parse().unwrap(), 22), "10.0.0.1:22"),
            (Meant::ThisComputer(443), "localhost:443"),
        ] {
            let to = destination(&meant);
            assert_eq!(to.to_string(), expected);
            let rules = Rules::new(vec![expected.parse().unwrap()], Vec::new());
            assert_eq!(rules.of(&meant), paddock_core::network::Verdict::Allowed);
        }
    }
}
