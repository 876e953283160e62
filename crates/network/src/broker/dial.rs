//! From what was meant to a connection outside.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{Common, Refusal, Watched};
use crate::Meant;

/// How long one address may take to answer, if there are others.
const ONE_ADDRESS: Duration = Duration::from_secs(5);
const LAST_ADDRESS: Duration = Duration::from_secs(20);

/// Somewhere to connect to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) address: IpAddr,
    /// What must be allowed besides the name that led there.
    pub(super) behind: Option<Meant>,
}

impl Common {
    /// A connection, and where it is to.
    pub(super) async fn dial(
        &self,
        meant: &Meant,
        rules: &mut Watched,
    ) -> Result<(TcpStream, Found), Refusal> {
        let known = |address| Found { address, behind: None };
        let places = match meant {
            Meant::Name(name, port) => self.addresses_of(name, *port, rules).await?,
            // Another way to this computer needs the permission for that.
            Meant::Address(address, _) if self.outside.is_own(*address) => {
                return Err(Refusal::NotPublic);
            }
            Meant::Address(address, _) => vec![known(*address)],
            // Programs listen at either of the two.
            Meant::ThisComputer(_) => {
                [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()].map(known).to_vec()
            }
        };
        // It is closed only with everything else.
        let _place = self.dials.acquire().await.map_err(|_| Refusal::Unreachable)?;
        self.connect_to_one(places, meant.port()).await
    }

    async fn connect_to_one(
        &self,
        places: Vec<Found>,
        port: u16,
    ) -> Result<(TcpStream, Found), Refusal> {
        let last = places.len().saturating_sub(1);
        for (index, place) in places.into_iter().enumerate() {
            let time = if index < last { ONE_ADDRESS } else { LAST_ADDRESS };
            if let Ok(stream) = self.connect(SocketAddr::new(place.address, port), time).await {
                return Ok((stream, place));
            }
        }
        Err(Refusal::Unreachable)
    }

    async fn connect(&self, address: SocketAddr, time: Duration) -> io::Result<TcpStream> {
        timeout(time, self.outside.connect(address)).await?
    }
}
