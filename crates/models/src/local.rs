//! Whether an address stays on this machine, or near it.

use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Whether an address is this machine: `localhost`, a name beneath it, or a loopback address.
pub fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_localhost(name),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => {
            address.is_loopback() || address.to_ipv4_mapped().is_some_and(|v4| v4.is_loopback())
        }
        None => false,
    }
}

/// `localhost`, and what is beneath it.
pub(crate) fn is_localhost(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name == "localhost" || name.ends_with(".localhost")
}

/// Whether an address is this machine or on a private network. A name other than `localhost` may
/// lead anywhere and is not.
pub(crate) fn is_private(url: &Url) -> bool {
    is_local(url)
        || match url.host() {
            Some(Host::Ipv4(address)) => is_private_v4(address),
            Some(Host::Ipv6(address)) => is_private_v6(address),
            Some(Host::Domain(_)) | None => false,
        }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    address.is_private() || address.is_link_local()
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    address.is_unique_local()
        || address.is_unicast_link_local()
        || address.to_ipv4_mapped().is_some_and(is_private_v4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(host: &str) -> Url {
        Url::parse(&format!("http://{host}/v1")).unwrap()
    }

    #[test]
    fn local_is_this_machine() {
        for host in
            ["localhost", "LOCALHOST:11434", "a.localhost", "127.0.0.1", "127.9.9.9:1", "[::1]"]
        {
            assert!(is_local(&url(host)), "{host}");
            assert!(is_private(&url(host)), "{host}");
        }
    }

    #[test]
    fn private_is_near_and_a_name_may_be_anywhere() {
        for host in ["10.0.0.1", "192.168.1.7:11434", "172.16.0.1", "169.254.1.1", "[fd00::1]"] {
            assert!(!is_local(&url(host)), "{host}");
            assert!(is_private(&url(host)), "{host}");
        }
        for host in [
            "example.com",
            "localhost.evil.example",
            "notlocalhost",
            "127.0.0.1.evil.example",
            "8.8.8.8",
            "172.32.0.1",
            "0.0.0.0",
            "[2001:db8::1]",
            "nas.local",
        ] {
            assert!(!is_private(&url(host)), "{host}");
        }
    }
}
