//! The networks that this computer is on: what is there is reached without a router.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The routes, in the words of the kernel (proc(5); `net/ipv6/route.c`).
const ROUTES: &str = "/proc/net/route";
const ROUTES_OF_IPV6: &str = "/proc/net/ipv6_route";
/// A route without a router to more than that is the way into a tunnel, not a network of neighbours.
const WIDEST: u8 = 16;
const WIDEST_OF_IPV6: u8 = 48;
/// `RTF_GATEWAY` and `RTF_REJECT` of `linux/route.h`.
const BY_A_ROUTER: u32 = 0x2;
const REJECTS: u32 = 0x200;
/// For how long what was read is good.
const FRESH: Duration = Duration::from_secs(1);

static LAST: Mutex<Option<(Instant, Links)>> = Mutex::new(None);

/// Addresses of which the first bits are those of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    first: IpAddr,
    bits: u8,
}

#[derive(Clone, Debug, Default)]
struct Links(Vec<Link>);

/// Whether an address is on a network that this computer is on too. One that could not be looked for
/// may be.
pub(crate) fn is_near(address: IpAddr) -> bool {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if last.as_ref().is_none_or(|(read, _)| read.elapsed() >= FRESH) {
        *last = Links::read().ok().map(|links| (Instant::now(), links));
    }
    last.as_ref().is_none_or(|(_, links)| links.have(address))
}

impl Links {
    fn read() -> io::Result<Self> {
        Ok(Self::of(&text_of(ROUTES)?, &text_of(ROUTES_OF_IPV6)?))
    }

    fn of(routes: &str, routes_of_ipv6: &str) -> Self {
        let links = routes.lines().filter_map(link);
        Self(links.chain(routes_of_ipv6.lines().filter_map(link_of_ipv6)).collect())
    }

    fn have(&self, address: IpAddr) -> bool {
        self.0.iter().any(|link| link.has(address))
    }
}

impl Link {
    fn has(&self, address: IpAddr) -> bool {
        let differs = match (self.first, address) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                u128::from(first.to_bits() ^ address.to_bits()) << 96
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => first.to_bits() ^ address.to_bits(),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => return false,
        };
        differs.leading_zeros() >= u32::from(self.bits)
    }
}

/// Empty where there is no such file: without IPv6, or on another system.
fn text_of(path: &str) -> io::Result<String> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

/// `Iface Destination Gateway Flags RefCnt Use Metric Mask …`; addresses as they are in memory.
fn link(line: &str) -> Option<Link> {
    let mut fields = line.split_ascii_whitespace().skip(1);
    let mut next = || u32::from_str_radix(fields.next()?, 16).ok();
    let (first, _, flags) = (next()?, next()?, next()?);
    let mask = u32::from_str_radix(fields.nth(3)?, 16).ok()?;
    let bits = u32::from_be_bytes(mask.to_ne_bytes()).leading_ones().try_into().ok()?;
    let first = Ipv4Addr::from(first.to_ne_bytes()).into();
    is_link(flags, bits, WIDEST).then_some(Link { first, bits })
}

/// `Destination Bits Source Bits Router Metric RefCnt Use Flags Iface`.
fn link_of_ipv6(line: &str) -> Option<Link> {
    let mut fields = line.split_ascii_whitespace();
    let first = u128::from_str_radix(fields.next()?, 16).ok()?;
    let bits = u8::from_str_radix(fields.next()?, 16).ok()?;
    let flags = u32::from_str_radix(fields.nth(6)?, 16).ok()?;
    let first = Ipv6Addr::from(first).into();
    is_link(flags, bits, WIDEST_OF_IPV6).then_some(Link { first, bits })
}

fn is_link(flags: u32, bits: u8, widest: u8) -> bool {
    flags & (BY_A_ROUTER | REJECTS) == 0 && bits >= widest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Linux writes them: a network at home, the way out, one beyond a router, and a tunnel that
    /// takes half of everything.
    const IPV4: &str = "\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t01B2A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
wlan0\t00B2A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0
eth0\t007100CB\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
eth0\t006433C6\t017100CB\t0003\t0\t0\t0\t00FFFFFF\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
";
    const IPV6: &str = "\
2a02810d000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000400 00000001 00000000 00000001    wlan0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003    wlan0
20010db8000000000000000000000000 30 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003    wlan0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo
2a030000000000000000000000000000 10 00000000000000000000000000000000 00 00000000000000000000000000000000 00000400 00000001 00000000 00000001     tun0
";

    #[test]
    #[cfg(target_endian = "little")]
    fn what_no_router_leads_to_is_near() {
        let links = Links::of(IPV4, IPV6);
        for (address, near) in [
            ("192.168.178.20", true),
            ("203.0.113.9", true),
            ("192.168.179.20", false),
            ("198.51.100.1", false),
            ("8.8.8.8", false),
            ("2a02:810d::5", true),
            ("2a02:810d:0:1::5", false),
            ("2001:db8::5", false),
            ("2a03::1", false),
            ("2606:4700::1111", false),
        ] {
            assert_eq!(links.have(address.parse().unwrap()), near, "{address}");
        }
    }

    #[test]
    fn whatever_is_read_there_is_no_more_than_that() {
        for text in ["", "\n\n", "a b c", "eth0 zz zz zz", "eth0\t00\t00\t0001\t0\t0\t0", "é é é"]
        {
            assert_eq!(Links::of(text, text).0, []);
        }
    }

    #[test]
    fn routes_that_can_t_be_read_are_not_taken_for_none() {
        assert_eq!(text_of("/there/is/nothing").unwrap(), "");
        assert!(text_of("/").is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_computer_is_on_no_network_of_everybody() {
        for address in ["8.8.8.8", "2606:4700::1111"] {
            assert!(!is_near(address.parse().unwrap()), "{address}");
        }
    }
}
