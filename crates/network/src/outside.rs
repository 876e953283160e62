use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::pin::Pin;

use tokio::net::{TcpStream, lookup_host};
use tokio::task::spawn_blocking;

use crate::Name;
use crate::hosts::addresses_in;

/// Something that is being done.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send + 'a>>;

/// How the world outside of the servers is reached.
pub trait Outside: fmt::Debug + Send + Sync {
    /// The addresses of a name, as the person's own programs find them.
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>>;

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream>;

    /// Whether an address is one of this computer's own, a public one too.
    fn is_own(&self, address: IpAddr) -> bool;

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

    fn is_own(&self, address: IpAddr) -> bool {
        // Nothing can be bound to an address of somebody else's.
        UdpSocket::bind((address, 0)).is_ok()
    }
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
