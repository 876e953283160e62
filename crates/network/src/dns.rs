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
pub enum Answer {
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
    pub fn with_address(&self, address: Ipv4Addr) -> Answer {
        match self.kind {
            Kind::Ipv4 => Answer::Address(address.into()),
            Kind::Ipv6 | Kind::Other => Answer::Nothing,
        }
    }

    /// What to say where the name is this computer's, inside of the server's own network.
    pub fn with_loopback(&self) -> Answer {
        match self.kind {
            Kind::Ipv4 => Answer::Address(Ipv4Addr::LOCALHOST.into()),
            Kind::Ipv6 => Answer::Address(Ipv6Addr::LOCALHOST.into()),
            Kind::Other => Answer::Nothing,
        }
    }

    /// The packet that says it.
    pub fn answer(&self, answer: Answer) -> Vec<u8> {
        let (code, address) = match answer {
            Answer::Address(address) => (Code::Fine, Some(address)),
            Answer::Nothing => (Code::Fine, None),
            Answer::NoSuchName => (Code::NoSuchName, None),
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn question(name: &str, kind: u16) -> Vec<u8> {
        let mut packet = vec![0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        for label in name.split('.') {
            packet.push(u8::try_from(label.len()).unwrap());
            packet.extend(label.bytes());
        }
        packet.push(0);
        packet.extend(kind.to_be_bytes());
        packet.extend(INTERNET.to_be_bytes());
        packet
    }

    fn code(packet: &[u8]) -> u8 {
        packet[3] & 15
    }

    #[test]
    fn an_address_is_answered_to_the_letter_that_was_asked() {
        let packet = question("API.Example.com", 1);
        let read = Question::parse(&packet).unwrap();
        assert_eq!(read.name().unwrap().as_str(), "api.example.com");
        let answer = read.answer(read.with_address(Ipv4Addr::new(198, 18, 0, 1)));
        assert_eq!(answer[..12], [0xab, 0xcd, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
        assert_eq!(answer[12..packet.len()], packet[12..]);
        let record = &answer[packet.len()..];
        assert_eq!(record, [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 198, 18, 0, 1]);
    }

    #[test]
    fn of_the_other_kinds_there_is_nothing_to_say_and_that_is_no_error() {
        for kind in [28, 16, 15, 65, 255] {
            let packet = question("example.com", kind);
            let read = Question::parse(&packet).unwrap();
            let answer = read.answer(read.with_address(Ipv4Addr::new(198, 18, 0, 1)));
            assert_eq!((code(&answer), answer[7], answer.len()), (0, 0, packet.len()));
        }
    }

    #[test]
    fn a_name_that_is_not_there_is_said_not_to_be() {
        let read = Question::parse(&question("example.com", 1)).unwrap();
        assert_eq!(code(&read.answer(Answer::NoSuchName)), 3);
    }

    #[test]
    fn localhost_is_the_servers_own() {
        let read = Question::parse(&question("localhost", 28)).unwrap();
        assert_eq!(read.with_loopback(), Answer::Address(Ipv6Addr::LOCALHOST.into()));
        assert!(read.name().unwrap().is_this_computer());
    }

    #[test]
    fn what_follows_the_question_is_not_read() {
        let mut packet = question("example.com", 1);
        packet[11] = 1;
        packet.extend([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0]);
        let read = Question::parse(&packet).unwrap();
        let answer = read.answer(Answer::Nothing);
        assert_eq!(answer[8..12], [0; 4]);
    }

    #[test]
    fn a_part_with_a_dot_in_it_is_no_name() {
        let mut packet = question("exampleXcom", 1);
        packet[12 + 8] = b'.';
        assert_eq!(Question::parse(&packet).unwrap().name(), None);
    }

    #[test]
    fn what_is_no_question_is_refused_or_passed_over() {
        let good = question("example.com", 1);
        let change = |at: usize, byte: u8| {
            let mut packet = good.clone();
            packet[at] = byte;
            Question::parse(&packet)
        };
        let refused = |result| match result {
            Err(Malformed::Refused(answer)) => code(&answer),
            other => panic!("{other:?}"),
        };
        assert_eq!(change(2, 0x81), Err(Malformed::Unanswerable));
        assert_eq!(Question::parse(&good[..11]), Err(Malformed::Unanswerable));
        assert_eq!(refused(change(2, 0x29)), 4);
        assert_eq!(refused(change(5, 2)), 1);
        assert_eq!(refused(change(12, 0xc0)), 1);
        assert_eq!(refused(change(12, 64)), 1);
        assert_eq!(refused(Question::parse(&good[..good.len() - 1])), 1);
        let long = [good.as_slice(), &[0; QUESTION_LIMIT]].concat();
        assert_eq!(Question::parse(&long), Err(Malformed::Unanswerable));
    }

    proptest! {
        #[test]
        fn whatever_comes_is_answered_within_bounds(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            crate::fuzz::question(&bytes);
        }

        #[test]
        fn a_cut_question_is_no_other_question(end in 0_usize..29) {
            let whole = question("example.com", 1);
            prop_assert!(Question::parse(&whole[..end.min(whole.len() - 1)]).is_err());
        }
    }
}
