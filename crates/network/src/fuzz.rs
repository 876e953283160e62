//! What must hold of whatever bytes come; for `tests/fuzz`.

#![expect(clippy::panic, reason = "a target fails by panicking")]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::dns::{Malformed, QUESTION_LIMIT, Question, Resolved};
use crate::reset::{PACKET_LIMIT, refused};
use crate::{Destination, Hello, Lent};

/// Reads a packet for the resolver.
///
/// # Panics
///
/// An answer is not bounded by its question, or says what was not asked.
pub fn question(packet: &[u8]) {
    let answer = match Question::parse(packet) {
        Err(Malformed::Unanswerable) => return,
        Err(Malformed::Refused(answer)) => answer,
        Ok(question) => {
            let mut lent = Lent::default();
            let answer = match question.name() {
                Some(name) => question.with_address(lent.lend(name)),
                None => Resolved::NoSuchName,
            };
            let answer = question.answer(answer);
            assert!(answer[12..].iter().zip(&packet[12..]).take(5).all(|(a, b)| a == b));
            question.answer(question.with_loopback());
            question.answer(question.with_address(Ipv4Addr::LOCALHOST));
            answer
        }
    };
    assert!(answer.len() <= QUESTION_LIMIT + 28, "{} bytes", answer.len());
    assert_eq!(answer[..2], packet[..2]);
    assert!(answer[2] & 0x80 != 0);
    // What answers a question is none itself, so that two resolvers never keep each other busy.
    assert_eq!(Question::parse(&answer), Err(Malformed::Unanswerable));
}

/// Reads a packet that may refuse a connection.
///
/// # Panics
///
/// It counts as one of another address or port than it says.
pub fn reset(packet: &[u8]) {
    let from_ipv4 = (IpAddr::from(Ipv4Addr::new(192, 0, 2, 1)), 40);
    let from_ipv6 = (IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)), 20);
    for (from, least) in [from_ipv4, from_ipv6] {
        let Some(meant) = refused(from, packet) else { continue };
        assert!(packet.len() >= least && meant.ip() == from && meant.port() != 0);
        let port = meant.port().to_be_bytes();
        assert!(packet.windows(port.len()).any(|it| it == port));
        // What is behind both headers says nothing.
        assert_eq!(refused(from, &packet[..packet.len().min(PACKET_LIMIT)]), Some(meant));
    }
}

/// Reads the first bytes of a connection.
///
/// # Panics
///
/// What comes later changes what was read before.
pub fn hello(bytes: &[u8]) {
    let whole = Hello::read(bytes);
    for end in [0, 1, 5, 6, 9, bytes.len() / 2, bytes.len().saturating_sub(1)] {
        let Some(part) = bytes.get(..end) else { continue };
        let early = Hello::read(part);
        assert!(early == Hello::Incomplete || early == whole, "{early:?} and then {whole:?}");
    }
}

/// Reads a destination.
///
/// # Panics
///
/// It is not the same once it was written out.
pub fn destination(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(read) = text.parse::<Destination>() else { return };
    match read.to_string().parse::<Destination>() {
        Ok(again) => assert_eq!(again, read, "{text}"),
        Err(error) => panic!("{text} became {read}: {error}"),
    }
}
