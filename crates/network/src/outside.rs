use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::pin::Pin;

use tokio::net::{TcpStream, lookup_host};
use tokio::task::spawn_blocking;

use crate::hosts::addresses_in;
use crate::near::is_near;
use crate::{AddressKind, Name, kind_of};

/// Something that is being done.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send + 'a>>;

/// How the world outside of the servers is reached.
pub trait Outside: fmt::Debug + Send + Sync {
    /// The addresses of a name, as the person's own programs find them.
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>>;

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream>;

    /// Where an address leads from here: a public one may be this computer's own, or of a network that
    /// it is on.
    fn kind_of(&self, address: IpAddr) -> AddressKind;

    /// The address of the proxy that is used for what is public, if one is; `Some(None)`: it can't be.
    fn proxy(&self) -> Option<Option<String>> {
        None
    }

    /// Whether the proxy looks names up itself.
    fn proxy_looks_up(&self) -> bool {
        true
    }

    /// Whether a proxy leads to `host`, a public name or address.
    fn goes_by_proxy(&self, _host: &str, _port: u16) -> bool {
        false
    }

    /// A connection to `host`, a public name or address, by the proxy that leads there; `None` where
    /// none does.
    fn by_proxy(&self, _host: &str, _port: u16) -> Option<Pending<'_, TcpStream>> {
        None
    }
}

/// hosts(5).
const HOSTS: &str = "/etc/hosts";

/// The resolver and the network of this system.
#[derive(Clone, Copy, Debug)]
pub struct System;

impl Outside for System {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        Box::pin(async move {
            let found = in_hosts(name).await;
            if !found.is_empty() {
                return Ok(found);
            }
            // With the dot at its end no domain of this computer's is added to it: what would be
            // found then has another name than the one that was allowed.
            match all(&format!("{name}.")).await {
                // A name of one word is meant to be in one of them.
                Err(_) if !name.as_str().contains('.') => all(name.as_str()).await,
                found => found,
            }
        })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        Box::pin(async move {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(stream)
        })
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        let kind = kind_of(address);
        if is_own(address) {
            AddressKind::ThisComputer
        } else if kind == AddressKind::Public && is_near(address) {
            AddressKind::Private
        } else {
            kind
        }
    }
}

fn is_own(address: IpAddr) -> bool {
    if address.is_multicast() || address == IpAddr::V4(Ipv4Addr::BROADCAST) {
        return false;
    }
    // Nothing can be bound to an address of somebody else's. What could not be tried may be ours.
    match UdpSocket::bind((address, 0)) {
        Ok(_) => true,
        Err(error) => !is_about_the_address(&error),
    }
}

/// Whether the address is why nothing can be bound to it: it is nobody's here, there is no IPv6, or it
/// needs an interface.
fn is_about_the_address(error: &io::Error) -> bool {
    use io::ErrorKind::{AddrNotAvailable, InvalidInput, Unsupported};
    matches!(error.kind(), AddrNotAvailable | InvalidInput | Unsupported) || has_no_family(error)
}

#[cfg(target_os = "linux")]
fn has_no_family(error: &io::Error) -> bool {
    rustix::io::Errno::from_io_error(error) == Some(rustix::io::Errno::AFNOSUPPORT)
}

#[cfg(not(target_os = "linux"))]
fn has_no_family(_: &io::Error) -> bool {
    false
}

/// Programs look there first, and what is called so has no dot at its end.
async fn in_hosts(name: &Name) -> Vec<IpAddr> {
    let name = name.clone();
    let found = spawn_blocking(move || {
        let hosts = std::fs::read(HOSTS).unwrap_or_default();
        addresses_in(&String::from_utf8_lossy(&hosts), name.as_str())
    });
    found.await.unwrap_or_default()
}

async fn all(host: &str) -> io::Result<Vec<IpAddr>> {
    Ok(lookup_host((host, 0)).await?.map(|address| address.ip()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_computers_addresses_are_its_own_and_others_are_not() {
        for (address, own) in [
            ("127.0.0.1", true),
            ("0.0.0.0", true),
            ("93.184.216.34", false),
            ("2606:4700::1111", false),
            ("fe80::1", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
        ] {
            assert_eq!(is_own(address.parse().unwrap()), own, "{address}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_could_not_be_tried_may_be_its_own() {
        use rustix::io::Errno;
        let tells = |errno: Errno| is_about_the_address(&errno.into());
        assert!([Errno::ADDRNOTAVAIL, Errno::INVAL, Errno::AFNOSUPPORT].into_iter().all(tells));
        assert!(![Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM].into_iter().any(tells));
    }
}
