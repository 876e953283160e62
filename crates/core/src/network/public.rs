//! Which addresses are somewhere in the internet, by the registries of IANA for special purposes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::Range;

/// An IPv4 address however it is wrapped: one that IPv6 writes as `::ffff:1.2.3.4` is that address.
pub fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

/// Whether an address is a public one: none of this computer, of its neighbours, of an organisation,
/// of a cloud that says who the machine is, of documentation, or of many at once.
pub fn is_public(address: IpAddr) -> bool {
    match plain(address) {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressKind {
    Public,
    /// A network of a home, a company or an overlay (RFC 1918, RFC 4193, RFC 6598).
    Private,
    ThisComputer,
    /// What is reached from this machine alone: neighbours on its link, and what a cloud says of it.
    Local,
    /// Nothing that a connection is made to.
    Nowhere,
}

/// Where an address leads. What this computer has besides its loopback addresses is not known here.
pub fn kind_of(address: IpAddr) -> AddressKind {
    let address = plain(address);
    if is_public(address) {
        AddressKind::Public
    } else if address.is_loopback() {
        AddressKind::ThisComputer
    } else if is_one_of(address, &LOCAL) {
        AddressKind::Local
    } else if is_one_of(address, &PRIVATE) {
        AddressKind::Private
    } else {
        AddressKind::Nowhere
    }
}

const PRIVATE: [&str; 5] =
    ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];

/// Clouds have their metadata at some that would be private otherwise: Alibaba, Amazon, Google.
const LOCAL: [&str; 7] = [
    "169.254.0.0/16",
    "fe80::/10",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::/32",
    "fd20:ce::/32",
];

fn is_one_of(address: IpAddr, ranges: &[&str]) -> bool {
    ranges.iter().any(|range| range.parse::<Range>().is_ok_and(|range| range.contains(address)))
}

/// Everything but what RFC 6890 and its followers set aside.
const NOT_PUBLIC_V4: [([u8; 4], u8); 16] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    // Shared by the customers of one provider; some clouds have their metadata here.
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
    // The platform of Azure, which answers for the machine that asks.
    ([168, 63, 129, 16], 32),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    !NOT_PUBLIC_V4.iter().any(|([a, b, c, d], bits)| {
        let range = Range::new(Ipv4Addr::new(*a, *b, *c, *d).into(), *bits);
        range.is_some_and(|range| range.contains(address.into()))
    })
}

/// Within the one block that is given out, what is not.
const NOT_PUBLIC_V6: [([u16; 3], u8); 5] = [
    // Teredo, ORCHID and others that stand for something else.
    ([0x2001, 0, 0], 23),
    ([0x2001, 0xdb8, 0], 32),
    // 6to4, which leads to any IPv4 address.
    ([0x2002, 0, 0], 16),
    ([0x3fff, 0, 0], 20),
    ([0x2620, 0x4f, 0x8000], 48),
];

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(within) = translated(address) {
        return is_public_v4(within);
    }
    let given_out = address.segments()[0] & 0xe000 == 0x2000;
    given_out
        && !NOT_PUBLIC_V6.iter().any(|([a, b, c], bits)| {
            let range = Range::new(Ipv6Addr::new(*a, *b, *c, 0, 0, 0, 0, 0).into(), *bits);
            range.is_some_and(|range| range.contains(address.into()))
        })
}

pub(super) fn is_translated(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if translated(address).is_some())
}

/// The IPv4 address that a translator of the network makes of `64:ff9b::/96` (RFC 6052).
fn translated(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [0x64, 0xff9b, 0, 0, 0, 0, high, low] = address.segments() else { return None };
    Some(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_not_in_the_internet_is_not_public() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "168.63.129.16",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.251",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::1",
            "3fff::1",
            "100::1",
            "4000::1",
        ] {
            assert!(!is_public(address(text)), "{text}");
        }
    }

    #[test]
    fn a_private_network_is_told_from_this_computer_and_from_a_cloud() {
        use AddressKind::{Local, Nowhere, Private, Public, ThisComputer};
        for (text, expected) in [
            ("93.184.216.34", Public),
            ("64:ff9b::1.1.1.1", Public),
            ("10.1.2.3", Private),
            ("172.31.0.1", Private),
            ("192.168.178.1", Private),
            ("100.101.102.103", Private),
            ("::ffff:10.1.2.3", Private),
            ("fd12::1", Private),
            ("127.0.0.1", ThisComputer),
            ("::ffff:127.9.9.9", ThisComputer),
            ("::1", ThisComputer),
            ("169.254.169.254", Local),
            ("fd00:ec2::254", Local),
            ("fd20:ce::254", Local),
            ("100.100.100.200", Local),
            ("168.63.129.16", Local),
            ("192.0.0.192", Local),
            ("fe80::1", Local),
            ("0.0.0.0", Nowhere),
            ("198.18.0.1", Nowhere),
            ("224.0.0.251", Nowhere),
            ("255.255.255.255", Nowhere),
            ("64:ff9b::10.0.0.1", Nowhere),
            ("ff02::1", Nowhere),
        ] {
            assert_eq!(kind_of(address(text)), expected, "{text}");
        }
    }

    #[test]
    fn what_is_in_the_internet_is_public() {
        for text in [
            "1.1.1.1",
            "93.184.216.34",
            "172.32.0.1",
            "100.63.255.255",
            "100.128.0.1",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
        ] {
            assert!(is_public(address(text)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn wrapping_an_address_changes_nothing(bits: u32) {
            let inner = Ipv4Addr::from(bits);
            let expected = is_public(inner.into());
            prop_assert_eq!(is_public(inner.to_ipv6_mapped().into()), expected);
            let [a, b, c, d] = inner.octets().map(u16::from);
            let translated = Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, a << 8 | b, c << 8 | d);
            prop_assert_eq!(is_public(translated.into()), expected);
        }

        #[test]
        fn the_standard_library_agrees_where_it_speaks(bits: u32) {
            let it = Ipv4Addr::from(bits);
            if it.is_private() || it.is_loopback() || it.is_link_local() || it.is_multicast()
                || it.is_broadcast() || it.is_documentation() || it.is_unspecified()
            {
                prop_assert!(!is_public(it.into()));
            }
        }
    }
}
