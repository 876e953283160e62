//! Names to addresses.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;

use crate::local::is_localhost;

/// Asks the system, but for the names of this machine: some systems would ask the network for
/// `a.localhost`, and be told another machine (RFC 6761, section 6.3).
#[derive(Debug)]
pub(crate) struct Resolver;

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let addresses: Addrs = if is_localhost(name.as_str()) {
                let loopback = [
                    SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
                    SocketAddr::from((Ipv6Addr::LOCALHOST, 0)),
                ];
                Box::new(loopback.into_iter())
            } else {
                let found: Vec<SocketAddr> = lookup_host((name.as_str(), 0)).await?.collect();
                Box::new(found.into_iter())
            };
            Ok(addresses)
        })
    }
}
