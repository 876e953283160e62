use std::fmt;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::{Mutex, mpsc};

use crate::{AddressKind, Meant, Name};

/// How many wait to be heard; more are counted and left out.
const MOST: usize = 256;

/// What a person may want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The server waits for a decision about a name. It is said once for as long as any question
    /// waits.
    AsksForName(Name),
    /// The server waits for a decision about where it is connected to.
    AsksFor(Meant),
    /// The server waits for a decision about addresses on a private network: a name that it may
    /// connect to, and a port, turned out to be there.
    AsksForAddresses(Name, u16, Vec<IpAddr>),
    /// A connection was made.
    Connected(Meant),
    /// Bytes went over a connection, or something was refused and is not said. It is said once, and then after each
    /// [`Broker::hear_of_bytes`](crate::Broker::hear_of_bytes).
    Moved,
    /// A connection that was made has ended.
    Closed(Meant),
    /// A name was asked for and refused.
    NameRefused(Name),
    /// A connection was refused.
    Refused(Meant, Refusal),
    /// A connection was cut because it is no longer allowed.
    Cut(Meant),
}

/// Why a connection was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not allowed, or was not decided in time.
    NotAllowed,
    /// It is allowed, and nobody listens at its port: that can't be opened, or is not open yet.
    PortClosed,
    /// The name has no address outside.
    NoAddress,
    /// It was not looked up in time.
    NotLookedUp,
    /// Only the proxy could look it up, and it is not allowed by name.
    KnownToProxyOnly,
    /// The name is at no address that is public or allowed as such, but at one of this kind.
    NotPublic(AddressKind),
    /// The name is at an address that is refused whatever leads there.
    AddressRefused,
    /// Nobody answers there.
    Unreachable,
    /// The proxy does not lead there, and why.
    Proxy(String),
    /// It is the proxy itself.
    IsTheProxy,
    /// Its TLS greeting is for another name.
    OtherServerName(Name),
    /// Its TLS greeting names nobody, so that nothing tells whom it is for.
    NoServerName,
    /// It begins as a TLS greeting and is none.
    Malformed,
    /// The server may send nothing any more today.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAllowed => "not allowed",
            Self::PortClosed => "the port is not open",
            Self::NoAddress => "the name has no address",
            Self::NotLookedUp => "the name was not looked up in time",
            Self::KnownToProxyOnly => {
                "only the proxy could look the name up, so the name itself has to be allowed"
            }
            Self::NotPublic(AddressKind::ThisComputer) => "it is this computer",
            Self::NotPublic(_) => "the name is at no address that is public or allowed",
            Self::AddressRefused => "the name is at an address that is refused",
            Self::Unreachable => "nobody answers",
            Self::Proxy(why) => return write!(f, "not reached through the proxy: {why}"),
            Self::IsTheProxy => "it is the proxy itself, which would lead on from there",
            Self::OtherServerName(name) => return write!(f, "the greeting is for {name}"),
            Self::NoServerName => "the greeting names nobody",
            Self::Malformed => "the greeting is malformed",
            Self::Stopped => "it may send nothing any more today",
        })
    }
}

pub(super) fn channel() -> (Events, Heard) {
    let (sender, receiver) = mpsc::channel(MOST);
    let events = Events {
        sender,
        missed: AtomicU64::new(0),
        refused: AtomicU64::new(0),
        moved: AtomicBool::new(false),
    };
    (events, Heard(Mutex::new(receiver)))
}

pub(super) struct Events {
    sender: mpsc::Sender<Event>,
    missed: AtomicU64,
    refused: AtomicU64,
    moved: AtomicBool,
}

pub(super) struct Heard(Mutex<mpsc::Receiver<Event>>);

impl Events {
    /// Never waits: what a server does holds up nobody.
    pub(super) fn say(&self, event: Event) {
        if matches!(event, Event::Refused(..) | Event::NameRefused(_) | Event::Cut(_)) {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        if self.sender.try_send(event).is_err() {
            self.missed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Cheap, since it is called whenever bytes are passed on.
    pub(super) fn bytes_moved(&self) {
        if !self.moved.load(Ordering::Relaxed) && !self.moved.swap(true, Ordering::Relaxed) {
            self.say(Event::Moved);
        }
    }

    /// What is refused and not said: somebody else does that, or it was said a moment ago.
    pub(super) fn refused_unsaid(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        self.bytes_moved();
    }

    pub(super) fn hear_of_bytes(&self) {
        self.moved.store(false, Ordering::Relaxed);
    }

    pub(super) fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    pub(super) fn missed(&self) -> u64 {
        self.missed.load(Ordering::Relaxed)
    }
}

impl Heard {
    pub(super) async fn next(&self) -> Event {
        match self.0.lock().await.recv().await {
            Some(event) => event,
            // The broker holds a sender for as long as it is there to be asked.
            None => std::future::pending().await,
        }
    }
}
