//! Where the process of one run connects: its broker, kept to what is allowed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use paddock_core::Connection;
use paddock_core::network::{AddressKind, Destination, Meant, Name, Rules, kind_of};
pub(crate) use paddock_network::Broker;
use paddock_network::{Event, Limits, Outside, Pending, Quota, Refusal, Sockets, Unasked};
use paddock_supervisor::{Boundary, Connected};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::names::Names;
use super::recorded::{Recorded, named, outcome};
use super::{Report, Run, Why};
use crate::journal::Journal;
use crate::view::{LogSource, NotReached, PassageView};

/// How long a program waits for a person, who may not be there: most give up on a name after 30 s.
const HOLD: Duration = Duration::from_secs(25);
/// Destinations of which it is told together that they were refused.
const REFUSED: usize = 32;
/// Ports that can't be opened of which each has a line in the log.
const CLOSED: usize = 8;
/// How often it is told at the most that something was counted.
const COUNTED: Duration = Duration::from_secs(1);

impl Run {
    /// Lets the process connect to what is allowed, for as long as this is waited for. Returns only
    /// where its network is not Paddock's affair, or why it is to be no more.
    pub(super) async fn connect(&self, boundary: &Boundary) -> Option<Why> {
        let connected = boundary.take_connected().await?;
        if connected.refusals.is_empty() {
            self.note("What it tries at ports where nothing is allowed is refused unseen here");
        }
        let mut rules = self.rules.clone();
        let first = Arc::clone(&rules.borrow_and_update());
        let broker = match self.start(connected, Rules::clone(&first)) {
            Ok(broker) => Arc::new(broker),
            Err(error) => {
                self.note(&format!("It can connect to nothing: {error}"));
                return None;
            }
        };
        self.report(Report::Brokered(Arc::clone(&broker))).await;
        let opens = Opens { boundary, broker: &broker, journal: &self.journal };
        opens.begin();
        let (in_force, enforced) = watch::channel(first);
        tokio::select! {
            () = self.follow(&broker, rules, &in_force, &opens) => None,
            why = self.leaked(enforced, boundary, &broker) => Some(why),
        }
    }

    /// Asks for names inside, beside what the server does, under each change of the rules. Returns
    /// only where one is answered that is not allowed.
    async fn leaked(
        &self,
        mut in_force: watch::Receiver<Arc<Rules>>,
        boundary: &Boundary,
        broker: &Broker,
    ) -> Why {
        let mut before = Arc::default();
        loop {
            let rules = Arc::clone(&in_force.borrow_and_update());
            let Ok(passages) = Names::under(&rules, &before).ask(boundary, broker).await else {
                return std::future::pending().await;
            };
            // What was answered under others says nothing of these.
            if in_force.has_changed().is_ok_and(|is_new| !is_new) {
                let leaks = passages.iter().any(PassageView::leaks);
                self.report(Report::NamesTried(passages)).await;
                if leaks {
                    return Why::Leaked;
                }
                before = rules;
            }
            if in_force.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Brings the broker to each change of the rules, and tells what comes of it.
    async fn follow(
        &self,
        broker: &Broker,
        mut rules: watch::Receiver<Arc<Rules>>,
        in_force: &watch::Sender<Arc<Rules>>,
        opens: &Opens<'_>,
    ) {
        let (mut holds, mut parts) = (self.quota.holds(), self.quota.parts());
        let (mut recorded, mut refused, mut unreached) =
            (Recorded::default(), BTreeMap::new(), Vec::new());
        let (mut is_news, mut is_held, mut due, mut missed) = (false, false, Instant::now(), 0);
        loop {
            tokio::select! {
                changed = rules.changed() => {
                    if changed.is_err() {
                        return std::future::pending().await;
                    }
                    let now = Arc::clone(&rules.borrow_and_update());
                    broker.set_rules(Rules::clone(&now));
                    in_force.send_replace(now);
                    // What comes of the new ones is news.
                    recorded = Recorded::default();
                    // What is taken back waits for no port.
                    opens.begin();
                }
                event = broker.next_event() => {
                    is_news |= counts(&event) || broker.events_missed() > missed;
                    count_refused(&event, &mut refused);
                    keep_unreached(&event, &mut unreached);
                    let rules = Arc::clone(&rules.borrow());
                    self.tell(&event, &mut recorded, &rules).await;
                }
                // The quota lives as long as this.
                Ok(()) = holds.changed() => is_held = true,
                Ok(()) = parts.changed() => is_news = true,
                () = sleep_until(due), if is_news || is_held => {
                    due = Instant::now() + COUNTED;
                    is_news = false;
                    self.note_missed(broker, &mut missed);
                    self.report(Report::Counted).await;
                    if !refused.is_empty() {
                        self.report(Report::Refused(std::mem::take(&mut refused))).await;
                    }
                    if !unreached.is_empty() {
                        self.report(Report::Unreached(std::mem::take(&mut unreached))).await;
                    }
                    if std::mem::take(&mut is_held) {
                        self.report(Report::SendingHeld).await;
                    }
                }
            }
        }
    }

    fn note(&self, text: &str) {
        self.journal.write(LogSource::Paddock, None, text);
    }

    fn note_missed(&self, broker: &Broker, missed: &mut u64) {
        if broker.events_missed() > *missed {
            *missed = broker.events_missed();
            self.note(&format!("{missed} connections are not in the log: too many at once"));
        }
    }

    fn start(&self, connected: Connected, rules: Rules) -> std::io::Result<Broker> {
        let (outside, quota) = (Arc::clone(&self.outside), Arc::clone(&self.quota));
        start(connected, rules, Unasked::Hold(HOLD), outside, quota)
    }

    async fn tell(&self, event: &Event, recorded: &mut Recorded, rules: &Rules) {
        if let Some((to, leads_to)) = sought(event) {
            return self.report(Report::Seeks(to, leads_to)).await;
        }
        if let Event::Refused(meant, why) = event {
            self.note(&format!("Connection to {meant} refused: {why}"));
        }
        let Some((to, what)) = recorded.next(event, rules) else { return };
        self.report(Report::Connection(to, what)).await;
        if recorded.is_full_now(what) {
            self.note("Too many destinations: more of them are not recorded one by one");
        }
    }
}

/// What a person is asked about, and where it leads.
fn sought(event: &Event) -> Option<(Destination, Vec<Destination>)> {
    match event {
        Event::AsksForName(name) => Some((named(name), Vec::new())),
        Event::AsksFor(meant) => Some((meant.destination(), Vec::new())),
        Event::AsksForAddresses(name, port, addresses) => {
            let to = Meant::Name(name.clone(), *port).destination();
            let at = |address: &IpAddr| Meant::Address(*address, *port).destination();
            Some((to, addresses.iter().map(at).collect()))
        }
        Event::Connected(_)
        | Event::Moved
        | Event::Closed(_)
        | Event::NameRefused(_)
        | Event::Refused(..)
        | Event::Cut(_) => None,
    }
}

/// Whether it changes what is counted.
fn counts(event: &Event) -> bool {
    matches!(
        event,
        Event::Connected(_)
            | Event::Moved
            | Event::Closed(_)
            | Event::NameRefused(_)
            | Event::Refused(..)
    )
}

fn count_refused(event: &Event, refused: &mut BTreeMap<Destination, u32>) {
    let Some((to, Connection::Refused)) = outcome(event) else { return };
    if refused.len() < REFUSED || refused.contains_key(&to) {
        let count = refused.entry(to).or_default();
        *count = count.saturating_add(1);
    }
}

/// The last failure of each.
fn keep_unreached(event: &Event, unreached: &mut Vec<(Meant, NotReached)>) {
    let Event::Refused(meant, why) = event else { return };
    let Some(why) = not_reached(why) else { return };
    unreached.retain(|(known, _)| known != meant);
    if unreached.len() < REFUSED {
        unreached.push((meant.clone(), why));
    }
}

/// Why what is allowed was not reached; None where it is not allowed.
fn not_reached(why: &Refusal) -> Option<NotReached> {
    match why {
        Refusal::NotAllowed | Refusal::Stopped => None,
        Refusal::NoAddress => Some(NotReached::NoAddress),
        Refusal::NotLookedUp => Some(NotReached::NotLookedUp),
        Refusal::Unreachable => Some(NotReached::Unreachable),
        Refusal::NotPublic(AddressKind::ThisComputer) => Some(NotReached::ThisComputer),
        Refusal::NotPublic(AddressKind::Local) => Some(NotReached::ThisLink),
        Refusal::NotPublic(AddressKind::Nowhere) => Some(NotReached::Nowhere),
        Refusal::NotPublic(AddressKind::Private | AddressKind::Public) => {
            Some(NotReached::PrivateNetwork)
        }
        Refusal::AddressRefused => Some(NotReached::AddressRefused),
        Refusal::Proxy(_) | Refusal::KnownToProxyOnly | Refusal::IsTheProxy => {
            Some(NotReached::Proxy)
        }
        Refusal::PortClosed => Some(NotReached::PortClosed),
        Refusal::OtherServerName(_) | Refusal::NoServerName | Refusal::Malformed => {
            Some(NotReached::Greeting)
        }
    }
}

/// A broker that answers what is allowed, asks nobody, and leads nowhere.
///
/// # Errors
/// The sockets can't be waited for.
pub(crate) fn on_trial(connected: Connected, rules: Rules) -> std::io::Result<Broker> {
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

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        kind_of(address)
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
        refusals: connected.refusals,
        listeners: connected.listeners.into_iter().map(|(_, listener)| listener).collect(),
    };
    Broker::start(sockets, rules, unasked, outside, Limits::default(), quota)
}

/// Opens the ports at which something is allowed and nobody listens yet.
struct Opens<'a> {
    boundary: &'a Boundary,
    broker: &'a Arc<Broker>,
    journal: &'a Journal,
}

impl Opens<'_> {
    /// Waits for nothing.
    fn begin(&self) {
        let ports = self.broker.unheard_ports();
        if ports.is_empty() {
            return;
        }
        let (boundary, broker) = (self.boundary.clone(), Arc::clone(self.broker));
        tokio::spawn(open(ports, boundary, broker, self.journal.clone()));
    }
}

async fn open(ports: BTreeSet<u16>, boundary: Boundary, broker: Arc<Broker>, journal: Journal) {
    // Otherwise the server has ended.
    let Ok(opened) = boundary.listen(ports.into_iter().collect()).await else { return };
    let mut failed = opened.failed;
    for (port, listener) in opened.listeners {
        if let Err(error) = broker.listen(listener) {
            failed.push((port, error));
        }
    }
    // What another change has opened meanwhile is in nobody's way.
    failed.retain(|(port, _)| !broker.hears(*port));
    let note = |text: &str| journal.write(LogSource::Paddock, None, text);
    for (port, error) in failed.iter().take(CLOSED) {
        note(&format!("Port {port} could not be opened for it: {}", why_closed(error)));
    }
    if let Some(more) = failed.len().checked_sub(CLOSED).filter(|more| *more > 0) {
        note(&format!("{more} more ports could not be opened for it"));
    }
}

fn why_closed(error: &std::io::Error) -> String {
    if error.kind() == ErrorKind::AddrInUse {
        return "something in its own network listens there".to_owned();
    }
    error.to_string()
}
