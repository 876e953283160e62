//! From what was meant to a connection outside.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{Common, Refusal, Watched};
use crate::{Meant, Name, plain};

const LOOK_UP: Duration = Duration::from_secs(15);
/// How long one address may take to answer, if there are others.
const ONE_ADDRESS: Duration = Duration::from_secs(5);
const LAST_ADDRESS: Duration = Duration::from_secs(20);
/// How many addresses of a name are tried.
const ADDRESSES: usize = 6;

impl Common {
    pub(super) async fn dial(&self, meant: &Meant, rules: &Watched) -> Result<TcpStream, Refusal> {
        // It is closed only with everything else.
        let _place = self.dials.acquire().await.map_err(|_| Refusal::Unreachable)?;
        match meant {
            Meant::Name(name, port) => {
                let addresses = self.addresses_of(name, *port, rules).await?;
                self.connect_to_one(&addresses, *port).await
            }
            // Another way to this computer needs the permission for that.
            Meant::Address(address, _) if self.outside.is_own(*address) => Err(Refusal::NotPublic),
            Meant::Address(address, port) => self.connect_to_one(&[*address], *port).await,
            Meant::ThisComputer(port) => self.connect_to_this_computer(*port).await,
        }
    }

    /// Those of a name that it may have.
    async fn addresses_of(
        &self,
        name: &Name,
        port: u16,
        rules: &Watched,
    ) -> Result<Vec<IpAddr>, Refusal> {
        let found = timeout(LOOK_UP, self.look_up(name)).await.ok().flatten();
        let found = found.filter(|found| !found.is_empty()).ok_or(Refusal::NoAddress)?;
        let rules = rules.borrow().clone();
        let mut addresses: Vec<_> = found.into_iter().map(plain).collect();
        addresses
            .retain(|address| rules.may_lead_to(*address, port) && !self.outside.is_own(*address));
        addresses.truncate(ADDRESSES);
        if addresses.is_empty() { Err(Refusal::NotPublic) } else { Ok(addresses) }
    }

    /// A look-up can't be taken back: the system's own goes on in a thread, whoever still waits for it.
    /// So it counts until it has ended.
    async fn look_up(&self, name: &Name) -> Option<Vec<IpAddr>> {
        let place = Arc::clone(&self.look_ups).acquire_owned().await.ok()?;
        let (outside, name) = (Arc::clone(&self.outside), name.clone());
        let found = tokio::spawn(async move {
            let found = outside.look_up(&name).await;
            drop(place);
            found
        });
        found.await.ok()?.ok()
    }

    async fn connect_to_one(&self, addresses: &[IpAddr], port: u16) -> Result<TcpStream, Refusal> {
        for (index, address) in addresses.iter().enumerate() {
            let time = if index + 1 < addresses.len() { ONE_ADDRESS } else { LAST_ADDRESS };
            if let Ok(stream) = self.connect(SocketAddr::new(*address, port), time).await {
                return Ok(stream);
            }
        }
        Err(Refusal::Unreachable)
    }

    /// Programs listen at either of the two.
    async fn connect_to_this_computer(&self, port: u16) -> Result<TcpStream, Refusal> {
        use std::net::{Ipv4Addr, Ipv6Addr};
        self.connect_to_one(&[Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()], port).await
    }

    async fn connect(&self, address: SocketAddr, time: Duration) -> io::Result<TcpStream> {
        timeout(time, self.outside.connect(address)).await?
    }
}
