//! The way out of a network that only a proxy leads out of.

mod connector;

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use http::Uri;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use tokio::net::TcpStream;
use tower_service::Service;

use self::connector::{Connector, Slowly};
use crate::{Name, Outside, Pending};

/// What is public is reached through a proxy, as the person's own programs do; all else as before.
/// The proxy learns the names and ports that are connected to, and looks the names up itself.
pub struct Proxied {
    direct: Arc<dyn Outside>,
    proxy: Matcher,
    /// Without name and password. None: it can't be used, and nothing that is public is connected to,
    /// rather than past it.
    address: Option<String>,
}

impl Proxied {
    /// `url` is that of a proxy of HTTP (`CONNECT`) or SOCKS 5, perhaps with name and password;
    /// `except` are names, addresses and networks to be reached without it, between commas.
    pub fn new(direct: Arc<dyn Outside>, url: &str, except: &str) -> Self {
        let proxy = Matcher::builder().https(url).no(except).build();
        let any = Matcher::builder().https(url).build().intercept(&Uri::from_static("https://a"));
        let usable = any.filter(|it| matches!(scheme_of(it), "http" | "socks5" | "socks5h"));
        let address = usable.map(|it| it.uri().to_string().trim_end_matches('/').to_owned());
        Self { direct, proxy, address }
    }
}

impl Outside for Proxied {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        self.direct.look_up(name)
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        self.direct.connect(address)
    }

    fn is_own(&self, address: IpAddr) -> bool {
        self.direct.is_own(address)
    }

    fn proxy(&self) -> Option<Option<String>> {
        Some(self.address.clone())
    }

    fn by_proxy(&self, host: &str, port: u16) -> Option<Pending<'_, TcpStream>> {
        if self.address.is_none() {
            let why = "only proxies of HTTP and SOCKS 5 can be used";
            return Some(Box::pin(async move { Err(io::Error::other(why)) }));
        }
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let to: Uri = format!("https://{host}:{port}").parse().ok()?;
        let by = self.proxy.intercept(&to)?;
        Some(Box::pin(async move {
            let stream = through(by, to).await.map_err(io::Error::other)?;
            stream.set_nodelay(true)?;
            Ok(stream)
        }))
    }
}

async fn through(
    by: Intercept,
    to: Uri,
) -> Result<TcpStream, Box<dyn std::error::Error + Send + Sync>> {
    let proxy = by.uri().clone();
    let connected: Slowly = if scheme_of(&by) == "http" {
        let tunnel = Tunnel::new(proxy, Connector);
        let mut tunnel = match by.basic_auth() {
            Some(auth) => tunnel.with_auth(auth.clone()),
            None => tunnel,
        };
        tunnel.call(to).await?
    } else {
        let socks = SocksV5::new(proxy, Connector);
        let mut socks = match by.raw_auth() {
            Some((name, password)) => socks.with_auth(name.to_owned(), password.to_owned()),
            None => socks,
        };
        socks.call(to).await?
    };
    Ok(connected.into_inner())
}

fn scheme_of(by: &Intercept) -> &str {
    by.uri().scheme_str().unwrap_or_default()
}

impl fmt::Debug for Proxied {
    /// Without the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proxied").field("direct", &self.direct).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
