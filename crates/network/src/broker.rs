//! What stands outside of a server's network, and carries out what is decided.

mod connection;
mod decision;
mod dial;
mod events;
mod in_vain;
mod listeners;
mod meter;
mod pipes;
mod pump;
mod refusals;
mod resolved;
mod resolver;
mod seen;
mod trial;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::{Semaphore, broadcast, watch};

use self::decision::{LONGEST_HOLD, Questions};
pub use self::events::{Event, Refusal};
use self::events::{Events, Heard};
use self::in_vain::InVain;
use self::listeners::Ports;
pub use self::listeners::Sockets;
use self::pipes::Pipes;
use self::seen::Tallies;
pub use self::trial::Trial;
use self::trial::Tried;
use crate::{Destination, Lent, Meant, Outside, Quota, Rules, Seen, plain};

/// What a broker does about what nobody decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// It is refused.
    Refuse,
    /// It waits so long for a decision, 25 s at most, and is then refused; for a minute after that, at
    /// once.
    Hold(Duration),
}

/// How much one server may have at a time. What is over it waits, or is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections; more are not accepted.
    pub connections: usize,
    /// Connections that are being made outside; more wait.
    pub dials: usize,
    /// Names that are looked up outside; more wait.
    pub look_ups: usize,
    /// Questions that wait for a decision, and questions over TCP; more are refused. Programs ask two
    /// for each name.
    pub questions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 1024, dials: 32, look_ups: 8, questions: 128 }
    }
}

/// Carries out for one server where it may connect. When it is dropped, everything that it holds is
/// closed, and every connection is cut.
pub struct Broker {
    /// Only this one sends: what reads it ends with the broker.
    rules: watch::Sender<Arc<Rules>>,
    ports: Ports,
    common: Arc<Common>,
    heard: Heard,
}

/// What the tasks of one broker share.
struct Common {
    lent: Mutex<Lent>,
    tallies: Tallies,
    looked_up: AtomicU64,
    events: Events,
    pipes: Pipes,
    asked: Questions,
    in_vain: InVain,
    tried: Tried,
    /// What a person does not decide on now.
    let_go: broadcast::Sender<Destination>,
    outside: Arc<dyn Outside>,
    quota: Arc<Quota>,
    unasked: Unasked,
    connections: Arc<Semaphore>,
    dials: Semaphore,
    look_ups: Arc<Semaphore>,
    questions: Arc<Semaphore>,
}

/// How many of what is let go are heard before more is let go; whoever missed one is let go as well.
const LET_GO: usize = 64;

/// The rules as they change; an error when the broker is gone.
type Watched = watch::Receiver<Arc<Rules>>;

impl Broker {
    /// Begins to answer at what the keeper has opened.
    ///
    /// Must be called within a tokio runtime with I/O and time enabled.
    ///
    /// # Errors
    ///
    /// The sockets can't be waited for.
    pub fn start(
        sockets: Sockets,
        rules: Rules,
        unasked: Unasked,
        outside: Arc<dyn Outside>,
        limits: Limits,
        quota: Arc<Quota>,
    ) -> io::Result<Self> {
        let broker = Self::without_sockets(rules, unasked, outside, limits, quota);
        for questions in sockets.questions {
            resolver::over_udp(questions, &broker.common, broker.rules.subscribe())?;
        }
        for questions in sockets.long_questions {
            resolver::over_tcp(questions, &broker.common, broker.rules.subscribe())?;
        }
        for listener in sockets.listeners {
            broker.listen(listener)?;
        }
        for socket in sockets.refusals {
            refusals::hear(socket, &broker.common, broker.rules.subscribe(), &broker.ports)?;
        }
        Ok(broker)
    }

    fn without_sockets(
        rules: Rules,
        unasked: Unasked,
        outside: Arc<dyn Outside>,
        limits: Limits,
        quota: Arc<Quota>,
    ) -> Self {
        let (events, heard) = events::channel();
        let unasked = match unasked {
            Unasked::Refuse => unasked,
            Unasked::Hold(time) => Unasked::Hold(time.min(LONGEST_HOLD)),
        };
        let common = Common {
            lent: Mutex::default(),
            tallies: Tallies::default(),
            looked_up: AtomicU64::new(0),
            events,
            pipes: Pipes::default(),
            asked: Questions::default(),
            in_vain: InVain::default(),
            tried: Tried::default(),
            let_go: broadcast::Sender::new(LET_GO),
            outside,
            quota,
            unasked,
            connections: Arc::new(Semaphore::new(limits.connections)),
            dials: Semaphore::new(limits.dials),
            look_ups: Arc::new(Semaphore::new(limits.look_ups)),
            questions: Arc::new(Semaphore::new(limits.questions)),
        };
        let (rules, _) = watch::channel(Arc::new(rules));
        Self { rules, ports: Ports::default(), common: Arc::new(common), heard }
    }

    /// From now on these are the rules. What they no longer allow is cut at once; what waited for a
    /// decision that they bring goes on. Listeners at ports where nothing is allowed any more close.
    pub fn set_rules(&self, rules: Rules) {
        self.common.in_vain.forget();
        self.rules.send_replace(Arc::new(rules));
    }

    /// What waits for a decision on this is refused now.
    pub fn let_go(&self, of: &Destination) {
        // Nothing may wait.
        _ = self.common.let_go.send(of.clone());
    }

    /// Ports where something is allowed and nobody listens yet.
    pub fn unheard_ports(&self) -> BTreeSet<u16> {
        let mut ports = self.rules.borrow().ports();
        ports.retain(|port| !self.ports.has(*port));
        ports
    }

    /// Whether something listens at `port`.
    pub fn hears(&self, port: u16) -> bool {
        self.ports.has(port)
    }

    /// Accepts what connects to `listener`, for as long as something is allowed at its port.
    pub fn listen(&self, listener: std::net::TcpListener) -> io::Result<()> {
        listeners::accept(listener, &self.common, self.rules.subscribe(), &self.ports)
    }

    /// Takes one connection that the server made, and was meant for `address`.
    pub fn admit(&self, inner: TcpStream, address: SocketAddr) {
        let meant = self.common.meant(address);
        connection::admit(inner, meant, &self.common, self.rules.subscribe(), None);
    }

    /// What happened next; waits for it.
    pub async fn next_event(&self) -> Event {
        self.heard.next().await
    }

    /// How many events were left out because nobody heard them in time.
    pub fn events_missed(&self) -> u64 {
        self.common.events.missed()
    }

    /// Has the next bytes that go over any connection be an [`Event::Moved`].
    pub fn hear_of_bytes(&self) {
        self.common.events.hear_of_bytes();
    }

    /// How many names and connections were refused or cut so far.
    pub fn refused(&self) -> u64 {
        self.common.events.refused()
    }

    /// How many bytes the names have that were looked up outside.
    pub fn looked_up(&self) -> u64 {
        self.common.looked_up.load(Ordering::Relaxed)
    }

    /// What went where, by destination.
    pub fn seen(&self) -> Vec<Seen> {
        self.common.tallies.seen()
    }
}

impl Common {
    fn lent(&self) -> MutexGuard<'_, Lent> {
        self.lent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None` for an address of the block that no name has.
    fn meant(&self, address: SocketAddr) -> Option<Meant> {
        let port = address.port();
        let address = plain(address.ip());
        if let IpAddr::V4(inside) = address
            && Lent::is_of_the_block(inside)
        {
            return self.lent().name_of(inside).map(|name| Meant::Name(name.clone(), port));
        }
        Some(if address.is_loopback() {
            Meant::ThisComputer(port)
        } else {
            Meant::Address(address, port)
        })
    }
}

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broker").field("rules", &*self.rules.borrow()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
