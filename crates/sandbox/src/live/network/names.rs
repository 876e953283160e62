//! Asking for names as the server would.

use std::io;
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use paddock_sandbox::NameAnswer;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, connect, recv, send, socket_with,
};

use super::DOMAIN;
use crate::confine::Confinement;
use crate::forked::{AnswerPipe, Child};

/// How many names are asked for at a time: the keeper waits for the answers.
const MOST: usize = 8;
/// How long one answer may take.
const ANSWER: Duration = Duration::from_millis(700);
/// How much longer the child may take for it.
const CHILD: Duration = Duration::from_secs(2);

/// What every question begins with: its number, that it wants an answer, and that it is one.
const HEADER: [u8; 12] = [0x70, 0x64, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
/// An address of IPv4, in the internet.
const KIND: [u8; 4] = [0, 1, 0, 1];

const NO_SUCH_NAME: u8 = 3;

/// # Errors
///
/// The child did not get to its place, or fell silent.
pub(in super::super) fn ask(
    names: &[String],
    enter: impl Fn() -> Result<(), Errno>,
    confinement: &Confinement,
) -> io::Result<Vec<NameAnswer>> {
    let names = &names[..names.len().min(MOST)];
    let questions: Vec<_> = names.iter().map(|name| question(name)).collect();
    let child = Child::start(|answers| {
        let inside = enter().and_then(|()| confinement.apply());
        for question in &questions {
            let asked = inside.and_then(|()| answer_to(question));
            tell(asked, answers);
        }
    })?;
    let mut answered = Vec::new();
    for name in names {
        let answer = child.answer::<8>(CHILD)?.ok_or(Errno::TIMEDOUT)?;
        let [errno @ .., a, b, c, d] = answer;
        let errno = i32::from_be_bytes(errno);
        let address = (errno == 0).then(|| Ipv4Addr::new(a, b, c, d));
        answered.push(NameAnswer { name: name.clone(), address, errno });
    }
    Ok(answered)
}

/// In the child. Nothing in here allocates.
fn answer_to(question: &[u8]) -> Result<Ipv4Addr, Errno> {
    if question.is_empty() {
        return Err(Errno::INVAL);
    }
    let kind = SocketType::DGRAM;
    let socket = socket_with(AddressFamily::INET, kind, SocketFlags::CLOEXEC, None)?;
    connect(&socket, &SocketAddr::from((Ipv4Addr::LOCALHOST, DOMAIN)))?;
    send(&socket, question, SendFlags::empty())?;
    let limit = Timespec::try_from(ANSWER).map_err(|_| Errno::INVAL)?;
    if poll(&mut [PollFd::new(&socket, PollFlags::IN)], Some(&limit))? == 0 {
        return Err(Errno::TIMEDOUT);
    }
    let mut bytes = [MaybeUninit::uninit(); 512];
    let ((answer, _), _) = recv(&socket, &mut bytes, RecvFlags::DONTWAIT)?;
    address_in(answer)
}

/// The last thing in an answer of ours is the address.
fn address_in(answer: &[u8]) -> Result<Ipv4Addr, Errno> {
    let (header, rest) = answer.split_first_chunk::<12>().ok_or(Errno::BADMSG)?;
    match (header[3] & 15, header[7]) {
        (0, 1..) => rest.last_chunk::<4>().map(|address| (*address).into()).ok_or(Errno::BADMSG),
        (0, 0) => Err(Errno::NODATA),
        (NO_SUCH_NAME, _) => Err(Errno::NOENT),
        _ => Err(Errno::PROTO),
    }
}

fn tell(asked: Result<Ipv4Addr, Errno>, answers: &AnswerPipe) {
    let errno = asked.map_or_else(Errno::raw_os_error, |_| 0);
    let address = asked.map_or(0, u32::from);
    let answer = (u64::from(errno.cast_unsigned()) << 32) | u64::from(address);
    answers.send(&answer.to_be_bytes());
}

/// Empty where nobody could be asked.
fn question(name: &str) -> Vec<u8> {
    const LONGEST: usize = 253;
    let mut packet = HEADER.to_vec();
    if name.len() > LONGEST {
        return Vec::new();
    }
    for label in name.split('.') {
        match u8::try_from(label.len()) {
            Ok(length @ 1..=63) => packet.push(length),
            Ok(_) | Err(_) => return Vec::new(),
        }
        packet.extend_from_slice(label.as_bytes());
    }
    packet.push(0);
    packet.extend(KIND);
    packet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_as_the_dns_has_it() {
        let packet = question("a.example");
        assert_eq!(packet[12..], *b"\x01a\x07example\0\0\x01\0\x01");
        for name in ["", "a..b", ".", &"a".repeat(64), &"abc.".repeat(70)] {
            assert!(question(name).is_empty(), "{name}");
        }
    }

    #[test]
    fn an_answer_says_where_a_name_is_or_why_it_is_nowhere() {
        let answer = |code: u8, count: u8| {
            let mut packet = vec![0x70, 0x64, 0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0];
            packet.extend([33, 250, 0, 1]);
            address_in(&packet)
        };
        assert_eq!(answer(0, 1), Ok(Ipv4Addr::new(33, 250, 0, 1)));
        assert_eq!(answer(0, 0), Err(Errno::NODATA));
        assert_eq!(answer(3, 0), Err(Errno::NOENT));
        assert_eq!(answer(2, 0), Err(Errno::PROTO));
        assert_eq!(address_in(&[0; 11]), Err(Errno::BADMSG));
        assert_eq!(address_in(&[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), Err(Errno::BADMSG));
    }
}
