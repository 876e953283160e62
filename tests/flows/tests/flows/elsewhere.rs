//! The network outside of this computer, as a test says that it is.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use paddock_core::network::{AddressKind, Name};
use paddock_host::{Outside, Pending, System};
use tokio::net::TcpStream;

/// What is named here is there; all else is as it is.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere(Mutex<Map>);

#[derive(Debug, Default)]
struct Map {
    names: BTreeMap<String, Vec<IpAddr>>,
    /// Who listens at an address, by a port of this computer.
    listeners: BTreeMap<IpAddr, u16>,
}

impl Elsewhere {
    /// From now on a name is at this address alone.
    pub(crate) fn put(&self, name: &str, address: &str) {
        self.map().names.insert(name.to_owned(), vec![address.parse().unwrap()]);
    }

    /// From now on it is a program of this computer that listens at an address.
    pub(crate) fn listen(&self, address: &str, port: u16) {
        self.map().listeners.insert(address.parse().unwrap(), port);
    }

    fn map(&self) -> MutexGuard<'_, Map> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outside for Elsewhere {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        match self.map().names.get(name.as_str()).cloned() {
            Some(found) => Box::pin(async move { Ok(found) }),
            None => System.look_up(name),
        }
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        let listener = self.map().listeners.get(&address.ip()).copied();
        System.connect(listener.map_or(address, |port| (Ipv4Addr::LOCALHOST, port).into()))
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        System.kind_of(address)
    }
}
