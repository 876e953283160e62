use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::pin::Pin;

use tokio::net::{TcpStream, lookup_host};

use crate::Name;

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

/// The resolver and the network of this system.
#[derive(Clone, Copy, Debug)]
pub struct System;

impl Outside for System {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        Box::pin(async move {
            // With the dot at its end no domain of this computer's is added to it.
            let rooted = format!("{name}.");
            let found = match lookup_host((rooted.as_str(), 0)).await {
                // What is called so in `/etc/hosts` has none.
                Err(_) => lookup_host((name.as_str(), 0)).await?,
                Ok(found) => found,
            };
            Ok(found.map(|address| address.ip()).collect())
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
