//! Questions of the DNS, and answers to them (RFC 1035, RFC 6891 as far as it is left out).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::Name;

/// The longest question that is read, in bytes: a name takes 255 of it at most.
pub const QUESTION_LIMIT: usize = 512;

/// How long a program may remember an address, in seconds. It is the name's for as long as the server
/// runs, and whether it may be used is asked at each connection anyway.
pub const TIME_TO_LIVE: u32 = 60;

const HEADER: usize = 12;
/// What stands before the name of an answer instead of it: the name of the question.
const NAME_OF_QUESTION: [u8; 2] = [0xc0, 12];
const INTERNET: u16 = 1;

/// A question that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    id: [u8; 2],
    wants_recursion: bool,
    /// As it was sent, letter case included: programs compare it with what they sent.
    asked: Vec<u8>,
    /// Why nobody has such a name, if that is so.
    name: Option<Name>,
    kind: Kind,
}

/// What is wanted to know of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ipv4,
    Ipv6,
    Other,
}

/// What to say to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    Address(IpAddr),
    /// There is such a name, and nothing is known of it that was asked for.
    Nothing,
    NoSuchName,
}

/// What was sent is no question that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// It is not even one that could be refused.
    Unanswerable,
    /// This says so.
    Refused(Vec<u8>),
}

/// Codes of answers.
#[derive(Clone, Copy)]
enum Code {
    Fine = 0,
    Malformed = 1,
    NoSuchName = 3,
    NotImplemented = 4,
}

impl Question {
    /// Reads one packet.
    pub fn parse(packet: &[u8]) -> Result<Self, Malformed> {
        let Some((header, rest)) = packet.split_first_chunk::<HEADER>() else {
            return Err(Malformed::Unanswerable);
        };
        let [id0, id1, flags, _, questions0, questions1, ..] = *header;
        if packet.len() > QUESTION_LIMIT || flags & 0x80 != 0 {
            return Err(Malformed::Unanswerable);
        }
        let id = [id0, id1];
        let wants_recursion = flags & 1 != 0;
        let refuse = |code| Malformed::Refused(reply(id, wants_recursion, code, &[], None));
        if flags & 0x78 != 0 {
            return Err(refuse(Code::NotImplemented));
        }
        if [questions0, questions1] != [0, 1] {
            return Err(refuse(Code::Malformed));
        }
        let (name, after) = read_name(rest).ok_or_else(|| refuse(Code::Malformed))?;
        let Some([kind0, kind1, class0, class1]) = after.first_chunk().copied() else {
            return Err(refuse(Code::Malformed));
        };
        let asked = rest[..rest.len() - after.len() + 4].to_vec();
        let name = Name::from_ascii(&name).ok();
        let class = u16::from_be_bytes([class0, class1]);
        let kind = match u16::from_be_bytes([kind0, kind1]) {
            1 if class == INTERNET => Kind::Ipv4,
            28 if class == INTERNET => Kind::Ipv6,
            _ => Kind::Other,
        };
        Ok(Self { id, wants_recursion, asked, name, kind })
    }

    /// `None` if no computer can be called so.
    pub fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What to say where `name` has this address: what was asked for, if it is that.
    pub fn with_address(&self, address: Ipv4Addr) -> Resolved {
        match self.kind {
            Kind::Ipv4 => Resolved::Address(address.into()),
            Kind::Ipv6 | Kind::Other => Resolved::Nothing,
        }
    }

    /// What to say where the name is this computer's, inside of the server's own network.
    pub fn with_loopback(&self) -> Resolved {
        match self.kind {
            Kind::Ipv4 => Resolved::Address(Ipv4Addr::LOCALHOST.into()),
            Kind::Ipv6 => Resolved::Address(Ipv6Addr::LOCALHOST.into()),
            Kind::Other => Resolved::Nothing,
        }
    }

    /// The packet that says it.
    pub fn answer(&self, answer: Resolved) -> Vec<u8> {
        let (code, address) = match answer {
            Resolved::Address(address) => (Code::Fine, Some(address)),
            Resolved::Nothing => (Code::Fine, None),
            Resolved::NoSuchName => (Code::NoSuchName, None),
        };
        reply(self.id, self.wants_recursion, code, &self.asked, address)
    }
}

/// The name with dots between its parts, and what is behind it. Nothing may point elsewhere: a
/// question is the first thing in its packet.
fn read_name(mut bytes: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    const LONGEST: usize = 255;
    let mut name = Vec::new();
    loop {
        let (length, rest) = bytes.split_first()?;
        let length = usize::from(*length);
        if length == 0 {
            return Some((name, rest));
        }
        if length > 63 || name.len() + length + 2 > LONGEST {
            return None;
        }
        let (label, rest) = rest.split_at_checked(length)?;
        if !name.is_empty() {
            name.push(b'.');
        }
        // A dot within a part would be read as two parts.
        name.extend(label.iter().map(|byte| if *byte == b'.' { 0 } else { *byte }));
        bytes = rest;
    }
}

fn reply(
    id: [u8; 2],
    wants_recursion: bool,
    code: Code,
    asked: &[u8],
    address: Option<IpAddr>,
) -> Vec<u8> {
    let mut packet = Vec::with_capacity(HEADER + asked.len() + 28);
    packet.extend(id);
    // An answer; recursion is available, so that programs don't look for another resolver.
    packet.extend([0x80 | u8::from(wants_recursion), 0x80 | code as u8]);
    packet.extend([0, u8::from(!asked.is_empty()), 0, u8::from(address.is_some())]);
    packet.extend([0; 4]);
    packet.extend(asked);
    if let Some(address) = address {
        record(&mut packet, address);
    }
    packet
}

fn record(packet: &mut Vec<u8>, address: IpAddr) {
    let (kind, octets): (u16, Vec<u8>) = match address {
        IpAddr::V4(address) => (1, address.octets().into()),
        IpAddr::V6(address) => (28, address.octets().into()),
    };
    packet.extend(NAME_OF_QUESTION);
    packet.extend(kind.to_be_bytes());
    packet.extend(INTERNET.to_be_bytes());
    packet.extend(TIME_TO_LIVE.to_be_bytes());
    packet.extend(u16::try_from(octets.len()).unwrap_or_default().to_be_bytes());
    packet.extend(octets);
}

#[cfg(test)]
mod tests;
