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

#[cfg(target_os = "linux")]
pub(crate) use self::connector::host_and_port;
use self::connector::{Connector, Slowly};
use crate::{AddressKind, Name, Outside, Pending};

const UNUSABLE: &str = "only proxies of HTTP and SOCKS 5 can be used, and special characters in \
                        their passwords have to be escaped";

/// What is public is reached through a proxy, as the person's own programs do; all else as before.
/// The proxy learns the ports that are connected to, and the names, which it looks up itself; one that is
/// written `socks5:` learns addresses, and `socks5h:` names, as is the custom.
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
        let address = usable.and_then(|it| address(it.uri(), url));
        Self { direct, proxy, address }
    }
}

/// Scheme, host and port of a proxy, if `url` says nothing that could be read in another way: a password
/// with a `/` in it that is not escaped would make a host of the user's name.
fn address(uri: &Uri, url: &str) -> Option<String> {
    let (scheme, host) = (uri.scheme_str()?, uri.host().filter(|it| !it.is_empty())?);
    let authority = uri.authority()?.as_str();
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest).trim();
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let is_plain = !rest.contains(['/', '?', '#']) && rest.matches('@').count() <= 1;
    let port = authority.strip_prefix(host)?;
    let port_is_one = port.is_empty()
        || port.strip_prefix(':') == uri.port_u16().map(|it| it.to_string()).as_deref();
    (is_plain && port_is_one).then(|| format!("{scheme}://{host}{port}"))
}

impl Outside for Proxied {
    fn look_up<'a>(&'a self, name: &'a Name) -> Pending<'a, Vec<IpAddr>> {
        self.direct.look_up(name)
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, TcpStream> {
        self.direct.connect(address)
    }

    fn kind_of(&self, address: IpAddr) -> AddressKind {
        self.direct.kind_of(address)
    }

    fn proxy(&self) -> Option<Option<String>> {
        Some(self.address.clone())
    }

    fn proxy_looks_up(&self) -> bool {
        self.address.as_deref().is_none_or(|it| !it.starts_with("socks5:"))
    }

    fn goes_by_proxy(&self, host: &str, port: u16) -> bool {
        self.by_proxy(host, port).is_some()
    }

    fn by_proxy(&self, host: &str, port: u16) -> Option<Pending<'_, TcpStream>> {
        let refused = |why: &'static str| -> Option<Pending<'_, TcpStream>> {
            Some(Box::pin(async move { Err(io::Error::other(why)) }))
        };
        if self.address.is_none() {
            return refused(UNUSABLE);
        }
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let Ok(to) = format!("https://{host}:{port}").parse::<Uri>() else {
            return refused("the name can't be put to it");
        };
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
