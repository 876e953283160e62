//! What the kernel answers where nobody listens (RFC 9293).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::plain;

/// As much of a packet as is read: both headers at their longest.
pub(crate) const PACKET_LIMIT: usize = 60 + 20;

const TCP: u8 = 6;
const HEADER_OF_IPV6: usize = 40;
const HEADER_OF_TCP: usize = 20;
const PURPOSE: u8 = 0x17;
/// RST and ACK, to a packet that was the first one.
const REFUSES: u8 = 0x14;

/// Where a connection was meant to go that this packet refuses: it is sent as if from there. `None`
/// for any other packet.
pub(crate) fn refused(packet: &[u8]) -> Option<SocketAddr> {
    let (address, tcp) = match packet.first()? >> 4 {
        4 => ipv4(packet)?,
        6 => ipv6(packet)?,
        _ => return None,
    };
    let header = tcp.first_chunk::<HEADER_OF_TCP>()?;
    let is_of_no_connection = header[4..8] == [0; 4] && header[14..16] == [0; 2];
    let port = u16::from_be_bytes([header[0], header[1]]);
    let refuses = header[13] & PURPOSE == REFUSES && is_of_no_connection && port != 0;
    refuses.then(|| SocketAddr::new(plain(address), port))
}

fn ipv4(packet: &[u8]) -> Option<(IpAddr, &[u8])> {
    let header = packet.first_chunk::<20>()?;
    let length = usize::from(header[0] & 0xf) * 4;
    let offset = u16::from_be_bytes([header[6], header[7]]) & 0x1fff;
    if length < header.len() || offset != 0 || header[9] != TCP {
        return None;
    }
    let address = Ipv4Addr::new(header[12], header[13], header[14], header[15]);
    Some((address.into(), packet.get(length..)?))
}

fn ipv6(packet: &[u8]) -> Option<(IpAddr, &[u8])> {
    let (header, tcp) = packet.split_first_chunk::<HEADER_OF_IPV6>()?;
    let address = header[8..].first_chunk::<16>().map(|octets| Ipv6Addr::from(*octets))?;
    (header[6] == TCP).then_some((address.into(), tcp))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What Linux sends for `connect` to 192.0.2.1:5432.
    const IPV4: &[u8] =
        b"\x45\x00\x00\x28\x00\x00\x40\x00\x40\x06\x00\x00\xc0\x00\x02\x01\xc0\x00\x02\x01\
        \x15\x38\x9c\x40\x00\x00\x00\x00\x01\x02\x03\x05\x50\x14\x00\x00\x00\x00\x00\x00";

    fn ipv6_of(address: &str) -> Vec<u8> {
        let address: Ipv6Addr = address.parse().unwrap();
        let begin = [0x60, 0, 0, 0, 0, 20, TCP, 64];
        [begin.as_slice(), &address.octets(), &address.octets(), &IPV4[20..]].concat()
    }

    fn with(place: usize, byte: u8) -> Option<SocketAddr> {
        let mut packet = IPV4.to_vec();
        packet[place] = byte;
        refused(&packet)
    }

    #[test]
    fn a_refusal_says_where_it_was_meant_to_go() {
        let at = |text: &str| text.parse().ok();
        assert_eq!(refused(IPV4), at("192.0.2.1:5432"));
        assert_eq!(refused(&ipv6_of("2001:db8::1")), at("[2001:db8::1]:5432"));
        assert_eq!(refused(&ipv6_of("::ffff:10.0.0.1")), at("10.0.0.1:5432"));
        let longer = [b"\x46", &IPV4[1..20], &[1; 4], &IPV4[20..]].concat();
        assert_eq!(refused(&longer), at("192.0.2.1:5432"));
    }

    #[test]
    fn nothing_else_is_one() {
        for (place, byte, what) in [
            (0, 0x55, "another protocol"),
            (0, 0x44, "a header that is too short"),
            (0, 0x4f, "a header that is longer than the packet"),
            (7, 1, "a later part of a packet"),
            (9, 17, "a datagram"),
            (20 + 13, 0x12, "somebody listens"),
            (20 + 13, 0x04, "a connection that was cut"),
            (20 + 7, 1, "a connection that was there"),
            (20 + 15, 1, "room for more"),
        ] {
            assert_eq!(with(place, byte), None, "{what}");
        }
        for end in 0..IPV4.len() {
            assert_eq!(refused(&IPV4[..end]), None, "{end} bytes");
        }
    }

    proptest! {
        #[test]
        fn whatever_comes_is_read(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
            crate::fuzz::reset(&bytes);
        }

        #[test]
        fn whatever_is_changed_is_read(place in 0..40_usize, byte: u8, end in 0..=40_usize) {
            let mut packet = IPV4.to_vec();
            packet[place] = byte;
            crate::fuzz::reset(&packet[..end]);
        }
    }
}
