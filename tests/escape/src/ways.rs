//! Ways out of a network by destinations, each tried without a sandbox first.
//!
//! The harness is the world outside: a service at one port of every address of this machine, which
//! says the token to whoever connects and hears what it is told; the same over UDP; a resolver; and
//! a site. What is allowed in the sandbox is in [`ALLOWED`]. So there are listeners at the ports that
//! are tried, and what decides is not whether a port is open.

mod addresses;
mod names;
mod packets;
mod routes;
mod site;

use serde::{Deserialize, Serialize};

use crate::Tried;
use crate::table::Bare;

/// What is tried with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outdoors {
    /// Of the service that says the token, by TCP and UDP.
    pub port: u16,
    /// An address of this machine that is not of its loopback.
    pub address: Option<String>,
    /// Where names are asked for: an address and a port.
    pub resolver: (String, u16),
    /// A site with other names besides its own; it says the token where it is asked for one of them.
    pub site: (String, u16),
    /// Names that are allowed and lead to this machine.
    pub rebound: Vec<String>,
    /// Sites that send whoever asks on to the service, and to what a cloud says of its machine.
    pub away: (String, u16),
    pub to_metadata: (String, u16),
    /// Where another server listens, for itself.
    pub neighbour: u16,
    /// Where a display of the person listens.
    pub display: u16,
    pub kept: bool,
}

impl Outdoors {
    /// At which something is that may be reached or not: a port that nobody has proves nothing.
    pub fn ports(&self) -> [u16; 3] {
        [self.port, self.neighbour, self.display]
    }
}

/// A way out, and what must come of it without a sandbox. In one it is blocked.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub name: &'static str,
    /// What it tries, as one reads on after "it tries to".
    pub tries: &'static str,
    pub does: Does,
    pub bare: Bare,
}

#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// Connects to the service by a name or an address so written.
    Connect(&'static str),
    /// Sends a word to the service in a datagram.
    Throw(&'static str),
    /// Asks for a name with a word in it, for a record of this kind.
    Ask(u16),
    /// Connects to the service by one of the names that lead to this machine.
    Rebind(usize),
    Try(fn(&Outdoors) -> Tried),
}

impl Way {
    /// # Errors
    ///
    /// Nothing came of it.
    pub fn go(&self, outdoors: &Outdoors) -> Tried {
        match self.does {
            Connect(host) => addresses::greeted(host, outdoors.port),
            Throw(host) => packets::throw(self.name, host, outdoors.port),
            Ask(kind) => names::ask(&names::question(self.name, kind), self.name, outdoors),
            Rebind(which) => addresses::rebound(outdoors, which),
            Does::Try(way) => way(outdoors),
        }
    }

    const fn bare(self, bare: Bare) -> Self {
        Self { bare, ..self }
    }
}

const fn way(name: &'static str, tries: &'static str, does: Does) -> Way {
    Way { name, tries, does, bare: Bare::Escapes }
}

const fn by(name: &'static str, tries: &'static str, way: fn(&Outdoors) -> Tried) -> Way {
    self::way(name, tries, Does::Try(way))
}

/// What the server may connect to in the sandbox, at the other ports that are tried too. Nothing of it
/// is this machine.
pub const ALLOWED: &[&str] = &["good.example", "*.wild.example", "1.2.3.4", "*"];

/// What a machine has or not; where it does, the way must lead out without a sandbox.
pub const NEEDS_IPV6: &str = "IPv6";
pub const NEEDS_ADDRESS: &str = "an address besides those of the loopback";

const IPV6: Bare = Bare::Depends(NEEDS_IPV6);
const KERNEL: Bare = Bare::Depends("the kernel's configuration");
const OWN_ADDRESS: Bare = Bare::Depends(NEEDS_ADDRESS);
const CONNECT: &str = "talk to a local service";

use Does::{Ask, Connect, Rebind, Throw};

/// In the order in which they run.
pub const WAYS: &[Way] = &[
    // Addresses of this machine, however they are written.
    way("plain-address", CONNECT, Connect("127.0.0.1")),
    way("two-numbers", CONNECT, Connect("127.1")),
    way("three-numbers", CONNECT, Connect("127.0.1")),
    way("one-number", CONNECT, Connect("2130706433")),
    way("hexadecimal", CONNECT, Connect("0x7f000001")),
    way("hexadecimal-parts", CONNECT, Connect("0x7f.0x0.0.1")),
    way("octal", CONNECT, Connect("017700000001")),
    way("octal-parts", CONNECT, Connect("0177.0.0.01")),
    way("zero", CONNECT, Connect("0")),
    way("unspecified", CONNECT, Connect("0.0.0.0")),
    way("another-loopback", CONNECT, Connect("127.0.0.2")),
    way("last-loopback", CONNECT, Connect("127.255.255.254")),
    way("localhost", CONNECT, Connect("localhost")),
    way("localhost-in-capitals", CONNECT, Connect("LOCALHOST")),
    way("localhost-with-dot", CONNECT, Connect("localhost.")).bare(KERNEL),
    way("under-localhost", CONNECT, Connect("a.localhost")).bare(KERNEL),
    way("own-name", CONNECT, Connect("@hostname")).bare(OWN_ADDRESS),
    way("ipv6-loopback", CONNECT, Connect("::1")).bare(IPV6),
    way("ipv6-unspecified", CONNECT, Connect("::")).bare(IPV6),
    way("mapped", CONNECT, Connect("::ffff:127.0.0.1")).bare(IPV6),
    way("mapped-in-full", CONNECT, Connect("0:0:0:0:0:ffff:7f00:2")).bare(IPV6),
    way("mapped-unspecified", CONNECT, Connect("::ffff:0.0.0.0")).bare(IPV6),
    by("own-address", CONNECT, addresses::own).bare(OWN_ADDRESS),
    by("own-address-mapped", CONNECT, addresses::own_mapped).bare(OWN_ADDRESS),
    // Other ways to make a connection.
    by("without-waiting", "connect without waiting for it", addresses::without_waiting),
    by("from-port-53", "connect from the port of the DNS", addresses::from_resolver_port)
        .bare(Bare::AsRoot),
    by("from-another-address", "connect from an address of its choice", addresses::from_another),
    by("many-at-once", "be faster than the decision", addresses::many),
    by("word-in-the-first-packet", "send with the first packet", addresses::fast_open),
    by("multipath-tcp", "connect by Multipath TCP", addresses::multipath).bare(KERNEL),
    by("sctp", "connect by SCTP", addresses::sctp).bare(KERNEL),
    by("as-ipv6-only-socket", "connect by IPv4 on a socket of IPv6", addresses::on_ipv6_socket)
        .bare(IPV6),
    by("bound-to-interface", "connect by another interface", addresses::bound_to_interface)
        .bare(OWN_ADDRESS),
    by("bound-to-loopback", "connect by the loopback", addresses::bound_to_loopback).bare(KERNEL),
    by("handed-in", "talk over a connection that was open when it began", addresses::handed_in),
    by("dissolved-and-again", "connect a socket for a second time", addresses::again),
    // Names that lead to this machine.
    way("rebound", "reach a service by a name that leads to it", Rebind(0)),
    way("rebound-mapped", "the same by a mapped address", Rebind(1)).bare(IPV6),
    way("rebound-ipv6", "the same by IPv6", Rebind(2)).bare(IPV6),
    way("rebound-unspecified", "the same by 0.0.0.0", Rebind(3)),
    way("rebound-own", "the same by this machine's own address", Rebind(4)).bare(OWN_ADDRESS),
    way("rebound-second", "the same by the second of its addresses", Rebind(5)),
    by("redirected", "follow a site to a local service", site::redirected),
    by("redirected-to-metadata", "follow a site to what a cloud tells", site::to_metadata),
    by("another-server", "talk to another server's own service", addresses::neighbour),
    by("display", "talk to the person's display by name", addresses::display),
    // Datagrams.
    way("datagram", "send a word by UDP", Throw("127.0.0.1")),
    way("datagram-anywhere", "send a word to any address of this machine", Throw("127.9.9.9")),
    way("datagram-ipv6", "send a word by UDP and IPv6", Throw("::1")).bare(IPV6),
    way("datagram-mapped", "send a word to a mapped address", Throw("::ffff:127.0.0.1")).bare(IPV6),
    by("datagram-of-many", "send words by `sendmmsg`", packets::many),
    by("datagram-cork", "send a word in pieces", packets::corked),
    by("udp-lite", "send a word by UDP-Lite", packets::lite).bare(KERNEL),
    by("quic", "greet the service by QUIC", packets::quic),
    by("icmp", "send a word by ICMP", packets::ping).bare(KERNEL),
    by("icmp-raw", "send a word by a raw socket", packets::raw).bare(Bare::AsRoot),
    by("packet", "send a word past the routes", packets::packet).bare(Bare::AsRoot),
    // Questions that carry a word.
    way("question-a", "ask for an address", Ask(1)),
    way("question-aaaa", "ask for an address of IPv6", Ask(28)),
    way("question-txt", "ask for a text", Ask(16)),
    way("question-cname", "ask for an alias", Ask(5)),
    way("question-mx", "ask for who takes mail", Ask(15)),
    way("question-ns", "ask for who knows more", Ask(2)),
    way("question-ptr", "ask for the name of an address", Ask(12)),
    way("question-srv", "ask for a service", Ask(33)),
    way("question-null", "ask for anything", Ask(10)),
    way("question-https", "ask for keys to hide a name with", Ask(65)),
    way("question-any", "ask for all", Ask(255)),
    by("question-in-two", "ask two questions in one", names::two),
    by("question-of-chaos", "ask in another class", names::chaos),
    by("question-as-update", "send a change instead of a question", names::update),
    by("question-as-notice", "send a notice instead of a question", names::notice),
    by("question-with-options", "send a word in the options of a question", names::options),
    by("question-with-pointer", "point to a word elsewhere in the packet", names::pointer),
    by("question-over-tcp", "ask over TCP", names::over_tcp),
    by("question-elsewhere", "ask another resolver", names::elsewhere),
    // The site, for other names.
    by("fronting", "greet an allowed site for another name", site::fronting),
    by("fronting-in-pieces", "cut that greeting into records", site::in_records),
    by("fronting-byte-by-byte", "send that greeting slowly", site::slowly),
    by("fronting-twice", "name two names in one greeting", site::two_names),
    by("fronting-by-list", "name a list of names", site::list_of_names),
    by("fronting-behind", "hide the name behind the greeting's end", site::behind),
    by("fronting-second", "greet for another name in the second record", site::second),
    // What it all stands on.
    by("take-the-resolver", "take the resolver's place", routes::take_resolver),
    by("take-a-listener", "listen where the decision is made", routes::take_listener),
    by("share-a-listener", "share the port where the decision is made", routes::share_listener),
    by("add-address", "give the loopback another address", routes::add_address).bare(Bare::AsRoot),
    by("remove-route", "remove the route that leads everything here", routes::remove_route)
        .bare(Bare::AsRoot),
    by("other-interface", "find an interface that leads out", routes::interface).bare(OWN_ADDRESS),
    by("other-network", "make a network of its own", routes::network).bare(Bare::AsRoot),
    by("outer-network", "join the person's network", routes::join)
        .bare(Bare::Depends("root with power over process 1")),
];
