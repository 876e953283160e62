use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use super::{AddressKind, is_public, is_translated, kind_of, plain};

/// Addresses that begin with the same bits: one address, or a block of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    first: IpAddr,
    bits: u8,
}

/// What names are answered with inside a server's network: 33.250.0.0/15, a part of what belongs to a
/// network that is not of the public internet. Servers that open no private address for anybody
/// refuse every block that is set aside for such a purpose, and with it every name. No packet to it
/// leaves a server's network.
pub const NAMES: Range = Range { first: IpAddr::V4(Ipv4Addr::new(33, 250, 0, 0)), bits: 15 };

impl Range {
    /// `None` if `first` has fewer bits than that, or has some set behind them.
    pub fn new(first: IpAddr, bits: u8) -> Option<Self> {
        let range = Self { first, bits };
        (bits <= width(first) && value(first) & !range.mask() == 0).then_some(range)
    }

    pub fn of(address: IpAddr) -> Self {
        let address = plain(address);
        Self { first: address, bits: width(address) }
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        let address = plain(address);
        width(address) == width(self.first) && value(address) & self.mask() == value(self.first)
    }

    /// Every address of the family that this one is of.
    pub fn all_like(address: IpAddr) -> Self {
        let first = match plain(address) {
            IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        };
        Self { first, bits: 0 }
    }

    /// Whether it holds more of the internet than one owner was ever given.
    pub fn holds_much(&self) -> bool {
        let most = if self.first.is_ipv4() { 8 } else { 13 };
        self.bits < most && self.holds_public()
    }

    fn holds_public(&self) -> bool {
        // So wide a range holds some between its ends, too. fc00::/7 holds none.
        let wide = if self.first.is_ipv4() { 8 } else { 7 };
        self.bits < wide || is_public(self.first) || is_public(self.last())
    }

    /// Whether all of it is of [`NAMES`].
    pub fn is_of_names(&self) -> bool {
        NAMES.contains(self.first()) && NAMES.contains(self.last())
    }

    pub const fn first(&self) -> IpAddr {
        self.first
    }

    pub fn last(&self) -> IpAddr {
        let last = value(self.first) | !self.mask();
        match self.first {
            IpAddr::V4(_) => {
                IpAddr::V4(u32::try_from(last & u128::from(u32::MAX)).unwrap_or_default().into())
            }
            IpAddr::V6(_) => IpAddr::V6(last.into()),
        }
    }

    pub fn is_one(&self) -> bool {
        self.bits == width(self.first)
    }

    /// Whether a range stands for this address. One that holds public addresses stands for none of the
    /// others: whoever allows the internet does not mean the network at home. What only this machine
    /// reaches, as a cloud's metadata, is meant where it is named itself.
    pub fn covers(&self, address: IpAddr) -> bool {
        self.contains(address)
            && match kind_of(address) {
                AddressKind::Public => true,
                // A range of what is translated holds public addresses between those that are none.
                AddressKind::Private | AddressKind::Nowhere => {
                    !self.holds_public() && (self.is_one() || !is_translated(address))
                }
                AddressKind::Local | AddressKind::ThisComputer => self.is_one(),
            }
    }

    fn mask(&self) -> u128 {
        let kept = u32::from(self.bits) + u128::BITS - u32::from(width(self.first));
        if kept == 0 { 0 } else { u128::MAX << (u128::BITS - kept) }
    }
}

fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn value(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => {
            // As wide as the other, so that one mask does for both.
            (u128::MAX << 32) | u128::from(u32::from(address))
        }
        IpAddr::V6(address) => address.into(),
    }
}

/// `10.0.0.0/8`, `2001:db8::/32`, or a single address.
impl FromStr for Range {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let Some((first, bits)) = text.split_once('/') else {
            return text.parse().map(Self::of).map_err(|_| ());
        };
        let first: IpAddr = first.parse().map_err(|_| ())?;
        // What is wrapped has no length of its own to count from.
        if plain(first) != first || bits.is_empty() || !bits.bytes().all(|it| it.is_ascii_digit()) {
            return Err(());
        }
        Self::new(first, bits.parse().map_err(|_| ())?).ok_or(())
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}/{}", self.first, self.bits)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn range(text: &str) -> Range {
        text.parse().unwrap()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_range_has_its_first_and_its_last_address() {
        let ten = range("10.0.0.0/8");
        assert_eq!((ten.first(), ten.last()), (address("10.0.0.0"), address("10.255.255.255")));
        assert!(ten.contains(address("10.9.8.7")) && !ten.contains(address("11.0.0.0")));
        assert!(ten.contains(address("::ffff:10.1.1.1")));
        assert!(!ten.contains(address("::a00:1")));
        let all = range("0.0.0.0/0");
        assert_eq!(all.last(), address("255.255.255.255"));
        assert!(!all.contains(address("::1")));
        assert_eq!(range("::/0").last(), address("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"));
        assert_eq!(range("fd00::/8").last(), address("fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"));
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in [
            "10.0.0.1/8",
            "10.0.0.0/33",
            "10.0.0.0/",
            "10.0.0.0/+8",
            "10.0.0/8",
            "::ffff:1.2.3.0/120",
            "010.0.0.0/8",
            "::/129",
            "1.2.3.4/32/1",
        ] {
            assert_eq!(text.parse::<Range>(), Err(()), "{text}");
        }
    }

    #[test]
    fn the_internet_does_not_stand_for_what_is_at_home() {
        for wide in ["0.0.0.0/0", "8.0.0.0/5", "168.0.0.0/6", "192.0.0.0/8", "::/0", "2000::/3"] {
            for home in ["10.1.2.3", "169.254.169.254", "192.168.0.1", "fd00:ec2::254", "127.0.0.1"]
            {
                assert!(!range(wide).covers(address(home)), "{wide} {home}");
            }
        }
        assert!(range("0.0.0.0/0").covers(address("1.1.1.1")));
        assert!(range("10.0.0.0/8").covers(address("10.1.2.3")));
        assert!(range("192.168.1.7").covers(address("192.168.1.7")));
        assert!(range("fd00::/8").covers(address("fd00::1")));
        assert!(range("fc00::/7").covers(address("fd00::1")));
    }

    #[test]
    fn what_a_cloud_says_of_a_machine_is_meant_only_where_it_is_named() {
        for (wide, metadata) in [
            ("100.64.0.0/10", "100.100.100.200"),
            ("100.100.100.200/31", "100.100.100.200"),
            ("169.254.0.0/16", "169.254.169.254"),
            ("192.0.0.0/24", "192.0.0.192"),
            ("fd00::/8", "fd00:ec2::254"),
            ("fd00:ec2::/32", "fd00:ec2::254"),
            ("fc00::/7", "fd20:ce::254"),
            ("fe80::/10", "fe80::a9fe:a9fe"),
            ("127.0.0.0/8", "127.0.0.1"),
            ("64:ff9b::/96", "64:ff9b::a9fe:a9fe"),
            ("64:ff9b::/96", "64:ff9b::7f00:1"),
        ] {
            assert!(range(wide).contains(address(metadata)), "{wide} {metadata}");
            assert!(!range(wide).covers(address(metadata)), "{wide} {metadata}");
            assert!(range(metadata).covers(address(metadata)), "{metadata}");
        }
        assert!(!range("64:ff9b::/96").covers(address("64:ff9b::10.0.0.1")));
        assert!(range("64:ff9b::10.0.0.1").covers(address("64:ff9b::10.0.0.1")));
        assert!(range("64:ff9b::/96").covers(address("64:ff9b::1.1.1.1")));
        assert!(range("100.64.0.0/10").covers(address("100.100.100.201")));
        assert!(range("fd00::/8").covers(address("fd00:ec3::254")));
    }

    proptest! {
        #[test]
        fn a_range_reads_as_itself(bits: u32, length in 0_u8..=32) {
            let first = Ipv4Addr::from(if length == 0 { 0 } else { bits & (u32::MAX << (32 - length)) });
            let range = Range::new(first.into(), length).unwrap();
            prop_assert_eq!(range.to_string().parse(), Ok(range));
            prop_assert!(range.contains(range.first()) && range.contains(range.last()));
            prop_assert_eq!(range.contains(Ipv4Addr::from(bits).into()), true);
        }
    }
}
