//! From what was meant to a connection outside.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use http::Uri;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::resolved::is_open;
use super::{Common, Refusal, Watched};
use crate::proxied::host_and_port;
use crate::{AddressKind, Meant, Name, Pending, is_public, plain};

/// How long one address may take to answer, if there are others.
const ONE_ADDRESS: Duration = Duration::from_secs(5);
const LAST_ADDRESS: Duration = Duration::from_secs(20);

/// Somewhere to connect to.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) address: IpAddr,
    pub(super) kind: AddressKind,
    /// What must be allowed besides the name that led there.
    pub(super) behind: Option<Meant>,
}

/// A connection outside, and the address that a name led to, where that is known: a proxy may know it
/// alone.
pub(super) type Dialled = (TcpStream, Option<Found>);

/// Where something that is meant is.
struct Places {
    allowed: Vec<Found>,
    /// Each place that was found is public; or a name is none that this network knows, can be one of the
    /// public DNS, and is allowed by name.
    are_public: bool,
}

impl Common {
    pub(super) async fn dial(
        &self,
        meant: &Meant,
        rules: &mut Watched,
    ) -> Result<Dialled, Refusal> {
        let places = self.places(meant, rules).await?;
        if self.is_the_proxy(meant, &places).await {
            return Err(Refusal::IsTheProxy);
        }
        // It is closed only with everything else.
        let _place = self.dials.acquire().await.map_err(|_| Refusal::Unreachable)?;
        if let Some((dialling, place)) = self.by_proxy(meant, &places) {
            let dialled =
                timeout(LAST_ADDRESS, dialling).await.map_err(|_| Refusal::Unreachable)?;
            let stream = dialled.map_err(|error| Refusal::Proxy(failure_of(&error)))?;
            return Ok((stream, place));
        }
        if places.allowed.is_empty() {
            return Err(Refusal::NoAddress);
        }
        self.connect_to_one(meant, places.allowed, rules).await
    }

    /// A public proxy would lead on to what is not public. One that is not is allowed as what it is.
    async fn is_the_proxy(&self, meant: &Meant, places: &Places) -> bool {
        let proxy = self.outside.proxy().flatten().and_then(|it| it.parse::<Uri>().ok());
        let Some((host, port)) = proxy.as_ref().map(host_and_port) else { return false };
        if port != meant.port() {
            return false;
        }
        let is_it = |address: IpAddr| {
            let address = plain(address);
            is_public(address) && places.allowed.iter().any(|it| it.address == address)
        };
        if let Ok(address) = host.parse() {
            return is_it(address);
        }
        let Ok(name) = Name::parse(host) else { return false };
        let is_named =
            places.are_public && matches!(meant, Meant::Name(meant, _) if *meant == name);
        if is_named {
            return true;
        }
        // One that can't be found leads nowhere, and one that was not looked up might lead there.
        match self.look_up_in_time(&name).await {
            Ok(found) => found.is_ok_and(|found| found.into_iter().any(is_it)),
            Err(_) => true,
        }
    }

    async fn places(&self, meant: &Meant, rules: &mut Watched) -> Result<Places, Refusal> {
        let known = |address, kind| Found { address, kind, behind: None };
        let (allowed, are_public) = match meant {
            Meant::Name(name, port) => {
                let found = self.addresses_of(name, *port, rules).await?;
                found.map_or_else(|| self.unseen(name, *port, rules), Ok)?
            }
            Meant::Address(address, _) => {
                let kind = self.outside.kind_of(*address);
                // Another way to this computer needs the permission for that.
                if kind == AddressKind::ThisComputer {
                    return Err(Refusal::NotPublic(kind));
                }
                (vec![known(*address, kind)], kind == AddressKind::Public)
            }
            // Programs listen at either of the two.
            Meant::ThisComputer(_) => {
                let both = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
                (both.map(|it| known(it, AddressKind::ThisComputer)).to_vec(), false)
            }
        };
        Ok(Places { allowed, are_public })
    }

    /// A name that the resolver of this system does not know. Behind a proxy, often only the proxy knows
    /// what is outside. Then there is no address to look at, and only a name that was allowed by name goes
    /// there: it might be one of a private network.
    fn unseen(
        &self,
        name: &Name,
        port: u16,
        rules: &Watched,
    ) -> Result<(Vec<Found>, bool), Refusal> {
        let is_public = name.is_of_the_public_dns();
        if is_public && self.outside.proxy().is_some() && !rules.borrow().allow_by_name(name, port)
        {
            return Err(Refusal::KnownToProxyOnly);
        }
        Ok((Vec::new(), is_public))
    }

    /// By its name, which is what proxies decide by; by an address of it that was looked at, where the
    /// name is at others too that are nobody's to reach by a name, or the proxy looks up no names.
    fn by_proxy(
        &self,
        meant: &Meant,
        places: &Places,
    ) -> Option<(Pending<'_, TcpStream>, Option<Found>)> {
        let port = meant.port();
        match meant {
            Meant::Name(name, _) if places.are_public && self.outside.proxy_looks_up() => {
                Some((self.outside.by_proxy(name.as_str(), port)?, None))
            }
            Meant::Address(address, _) if places.are_public => {
                Some((self.outside.by_proxy(&address.to_string(), port)?, None))
            }
            // What is excepted by its name is so at each of its addresses.
            Meant::Name(name, _) if !self.outside.goes_by_proxy(name.as_str(), port) => None,
            Meant::Name(..) => {
                let public = places.allowed.iter().find(|it| it.behind.is_none())?;
                let dialling = self.outside.by_proxy(&public.address.to_string(), port)?;
                Some((dialling, Some(public.clone())))
            }
            Meant::Address(..) | Meant::ThisComputer(_) => None,
        }
    }

    async fn connect_to_one(
        &self,
        meant: &Meant,
        places: Vec<Found>,
        rules: &Watched,
    ) -> Result<Dialled, Refusal> {
        let last = places.len().saturating_sub(1);
        for (index, place) in places.into_iter().enumerate() {
            // It may have been taken back while another was tried.
            if !is_open(&rules.borrow(), meant, Some(&place)) {
                continue;
            }
            let time = if index < last { ONE_ADDRESS } else { LAST_ADDRESS };
            let address = SocketAddr::new(place.address, meant.port());
            if let Ok(stream) = self.connect(address, time).await {
                return Ok((stream, Some(place)));
            }
        }
        Err(Refusal::Unreachable)
    }

    async fn connect(&self, address: SocketAddr, time: Duration) -> io::Result<TcpStream> {
        timeout(time, self.outside.connect(address)).await?
    }
}

/// An error of a proxy, with what is behind it.
fn failure_of(error: &io::Error) -> String {
    let mut said = error.to_string();
    let mut behind = error.get_ref().and_then(std::error::Error::source);
    while let Some(cause) = behind {
        said = format!("{said}: {cause}");
        behind = cause.source();
    }
    said
}
