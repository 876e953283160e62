//! What the kernel refused, since nobody listens at a port. The server may try it in a loop.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use rustix::net::{RecvFlags, recvfrom};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::time::{Instant, sleep};

use super::decision::LONGEST_HOLD;
use super::listeners::Ports;
use super::resolver::gone;
use super::{Common, Event, Refusal, Unasked, Watched};
use crate::reset::{PACKET_LIMIT, refused};
use crate::{Meant, Rules, Verdict};

/// How many are looked at together, and how long nothing is looked at after that.
const LOOK: usize = 64;
const REST: Duration = Duration::from_millis(100);
/// How many places are told apart until each of them may be said again.
const MOST: usize = 64;
/// Where names are asked for: nothing else can be opened there.
const DOMAIN: u16 = 53;
/// The ports that the kernel gives out (`ip_local_port_range`, ip(7)). Programs look there for what
/// they have started themselves.
const GIVEN_OUT: RangeInclusive<u16> = 32768..=60999;

pub(super) fn hear(
    socket: OwnedFd,
    common: &Arc<Common>,
    rules: Watched,
    ports: &Ports,
) -> io::Result<()> {
    #[expect(deprecated, reason = "sound for an `OwnedFd`, which stays open until it is dropped")]
    let socket = AsyncFd::with_interest(socket, Interest::READABLE)?;
    tokio::spawn(hear_all(socket, Arc::clone(common), rules, ports.clone()));
    Ok(())
}

async fn hear_all(socket: AsyncFd<OwnedFd>, common: Arc<Common>, rules: Watched, ports: Ports) {
    let (mut end, mut said) = (rules.clone(), Said::default());
    let listen = async {
        while let Ok(mut ready) = socket.readable().await {
            for _ in 0..LOOK {
                match ready.try_io(|socket| Ok(next(socket.get_ref())?)) {
                    Ok(Ok(Some(address))) if !ports.has(address.port()) => {
                        common.say_refused(address, &rules.borrow(), &mut said);
                    }
                    Ok(Ok(_)) => {}
                    Ok(Err(_)) | Err(_) => break,
                }
            }
            sleep(REST).await;
        }
    };
    tokio::select! {
        () = listen => {}
        () = gone(&mut end) => {}
    }
}

/// Where the next connection was meant to go. `None` for what is no refusal.
fn next(socket: &OwnedFd) -> rustix::io::Result<Option<SocketAddr>> {
    let mut packet = [0; PACKET_LIMIT];
    let (count, _, from) = recvfrom(socket, &mut packet[..], RecvFlags::DONTWAIT)?;
    let from = from.and_then(|from| SocketAddr::try_from(from).ok());
    Ok(from.and_then(|from| refused(from.ip(), &packet[..count])))
}

/// What was said a short while ago, and is not said again.
#[derive(Debug, Default)]
pub(super) struct Said(HashMap<Meant, Instant>);

impl Said {
    fn is_new(&mut self, meant: &Meant) -> bool {
        self.0.retain(|_, at| at.elapsed() < LONGEST_HOLD);
        if self.0.len() >= MOST || self.0.contains_key(meant) {
            return false;
        }
        self.0.insert(meant.clone(), Instant::now());
        true
    }
}

impl Common {
    pub(super) fn say_refused(&self, address: SocketAddr, rules: &Rules, said: &mut Said) {
        if is_within(address) {
            return;
        }
        let Some(meant) = self.meant(address) else { return };
        if !said.is_new(&meant) {
            return self.events.refused_unsaid();
        }
        let verdict = rules.of(&meant);
        let asks = verdict == Verdict::Unknown
            && matches!(self.unasked, Unasked::Hold(_))
            && meant.port() != DOMAIN
            && !self.quota.is_stopped();
        if asks {
            self.events.say(Event::AsksFor(meant.clone()));
        }
        // What is allowed is about to be opened, or can't be.
        let why = match verdict {
            Verdict::Allowed => Refusal::PortClosed,
            Verdict::Never | Verdict::Unknown => Refusal::NotAllowed,
        };
        self.events.say(Event::Refused(meant, why));
    }
}

/// Whether a program seems to look for one of the same server: what is called localhost is tried at
/// both of its addresses, and IPv4 is the one of them that programs of this computer have.
fn is_within(address: SocketAddr) -> bool {
    match address.ip() {
        IpAddr::V6(address) => address.is_loopback(),
        IpAddr::V4(inside) => inside.is_loopback() && GIVEN_OUT.contains(&address.port()),
    }
}
