//! What carries out where a server may connect: its [`Destination`]s.
//!
//! # Theory of operation
//!
//! A server has a network of its own, in which every address leads to a listener of ours and nothing
//! leads out. What stands outside of that network and holds the listeners is the [`Broker`]. The
//! *name* decides:
//!
//! 1. The server asks for the address of a name. The resolver answers a name that is allowed with an
//!    address that is [`Lent`] to it for as long as the server runs; no question leaves the machine.
//! 2. The server connects to that address. The address that an accepted connection was meant for
//!    says the name again.
//! 3. The broker looks the name up outside, refuses an answer that is no public address, connects,
//!    and passes the bytes on both ways. Of what the server sends only a TLS greeting is read, which
//!    must be for the same name. Where the person's programs go through a proxy, what is public is
//!    connected to through that, by its name.
//!
//! Addresses as such and ports of this computer are destinations too. Whatever is taken back is cut
//! at once.
//!
//! What a server sends in a day may have a limit, its [`Quota`]. Bytes are taken from the server only
//! as far as there is room, by all of its connections together; then nothing more is taken, and
//! whatever is open stays so. The names that are looked up outside count as well, since a server may
//! choose them where it may connect to any name under one.
//!
//! All but the broker is pure: no socket, clock or disk. What covers what is decided in the core.

#[cfg(target_os = "linux")]
mod broker;
pub mod dns;
#[doc(hidden)]
pub mod fuzz;
mod hello;
mod hosts;
mod lent;
mod near;
mod outside;
mod proxied;
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has a broker"))]
mod quota;
mod reset;
mod seen;

#[cfg(target_os = "linux")]
pub use broker::{Broker, Event, Limits, Refusal, Sockets, Trial, Unasked};
pub use hello::{HELLO_LIMIT, Hello};
pub use lent::Lent;
pub use outside::{Outside, Pending, System};
pub use proxied::Proxied;
pub use quota::Quota;
pub use seen::{Seen, Went};

// What its callers give it, and hear of it.
pub use paddock_core::Ceiling;
pub use paddock_core::network::{
    AddressKind, Destination, DestinationError, Meant, Name, NameError, Range, Rules, Target,
    Verdict, WEB_PORTS, is_public, kind_of, plain,
};
