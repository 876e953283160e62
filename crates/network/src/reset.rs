//! What the kernel answers where nobody listens (RFC 9293).

use std::net::{IpAddr, SocketAddr};

use crate::plain;

/// As much of a packet as is read: both headers at their longest.
pub(crate) const PACKET_LIMIT: usize = 60 + 20;

const TCP: u8 = 6;
const HEADER_OF_TCP: usize = 20;
const PURPOSE: u8 = 0x17;
/// RST and ACK, to a packet that was the first one.
const REFUSES: u8 = 0x14;

/// Where a connection was meant to go that this packet refuses: it is sent as if from there. `None`
/// for any other packet. Those of IPv4 come with their header, and those of IPv6 without (raw(7)).
pub(crate) fn refused(from: IpAddr, packet: &[u8]) -> Option<SocketAddr> {
    let tcp = match from {
        IpAddr::V4(_) => behind_ipv4(packet)?,
        IpAddr::V6(_) => packet,
    };
    let header = tcp.first_chunk::<HEADER_OF_TCP>()?;
    let is_of_no_connection = header[4..8] == [0; 4] && header[14..16] == [0; 2];
    let port = u16::from_be_bytes([header[0], header[1]]);
    let refuses = header[13] & PURPOSE == REFUSES && is_of_no_connection && port != 0;
    refuses.then(|| SocketAddr::new(plain(from), port))
}

fn behind_ipv4(packet: &[u8]) -> Option<&[u8]> {
    let header = packet.first_chunk::<20>()?;
    let length = usize::from(header[0] & 0xf) * 4;
    let offset = u16::from_be_bytes([header[6], header[7]]) & 0x1fff;
    if header[0] >> 4 != 4 || length < header.len() || offset != 0 || header[9] != TCP {
        return None;
    }
    packet.get(length..)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What Linux sends for `connect` to 192.0.2.1:5432.
    const IPV4: &[u8] =
        b"\x45\x00\x00\x28\x00\x00\x40\x00\x40\x06\x00\x00\xc0\x00\x02\x01\xc0\x00\x02\x01\
        \x15\x38\x9c\x40\x00\x00\x00\x00\x01\x02\x03\x05\x50\x14\x00\x00\x00\x00\x00\x00";

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    fn from(address: &str, packet: &[u8]) -> Option<SocketAddr> {
        refused(address.parse().unwrap(), packet)
    }

    fn with(place: usize, byte: u8) -> Option<SocketAddr> {
        let mut packet = IPV4.to_vec();
        packet[place] = byte;
        from("192.0.2.1", &packet)
    }

    #[test]
    fn a_refusal_says_where_it_was_meant_to_go() {
        let tcp = &IPV4[20..];
        assert_eq!(from("192.0.2.1", IPV4), Some(at("192.0.2.1:5432")));
        assert_eq!(from("2001:db8::1", tcp), Some(at("[2001:db8::1]:5432")));
        assert_eq!(from("::ffff:10.0.0.1", tcp), Some(at("10.0.0.1:5432")));
        let longer = [b"\x46", &IPV4[1..20], &[1; 4], tcp].concat();
        assert_eq!(from("192.0.2.1", &longer), Some(at("192.0.2.1:5432")));
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
            assert_eq!(from("192.0.2.1", &IPV4[..end]), None, "{end} bytes");
            assert_eq!(from("2001:db8::1", &IPV4[20..end.max(20)]), None, "{end} bytes");
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
