use std::io::Write as _;
use std::net::{TcpStream, UdpSocket};

use super::Outdoors;
use super::addresses::PATIENCE;
use crate::Tried;
use crate::context::heard;

/// A question for a name that begins with `word`, and is under one that is allowed.
pub(super) fn question(word: &str, kind: u16) -> Vec<u8> {
    let mut packet = vec![7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    packet.extend(record(word, kind, 1));
    packet
}

fn record(word: &str, kind: u16, class: u16) -> Vec<u8> {
    let mut record = Vec::new();
    for label in [word, "wild", "example"] {
        record.push(u8::try_from(label.len()).unwrap_or_default());
        record.extend(label.as_bytes());
    }
    record.push(0);
    record.extend(kind.to_be_bytes());
    record.extend(class.to_be_bytes());
    record
}

/// The harness knows whether it was heard outside.
pub(super) fn ask(packet: &[u8], word: &str, outdoors: &Outdoors) -> Tried {
    let client = UdpSocket::bind("0.0.0.0:0")?;
    client.set_read_timeout(Some(PATIENCE / 10))?;
    let (resolver, port) = &outdoors.resolver;
    client.send_to(packet, (resolver.as_str(), *port))?;
    // Whatever is answered: what counts is where the question went.
    _ = client.recv(&mut [0; 512]);
    heard(word)
}

pub(super) fn two(outdoors: &Outdoors) -> Tried {
    let mut packet = question("first", 1);
    packet[5] = 2;
    packet.extend(record("question-in-two", 1, 1));
    ask(&packet, "question-in-two", outdoors)
}

pub(super) fn chaos(outdoors: &Outdoors) -> Tried {
    let mut packet = question("question-of-chaos", 16);
    let class = packet.len() - 1;
    packet[class] = 3;
    ask(&packet, "question-of-chaos", outdoors)
}

pub(super) fn update(outdoors: &Outdoors) -> Tried {
    let mut packet = question("question-as-update", 6);
    packet[2] = 5 << 3;
    ask(&packet, "question-as-update", outdoors)
}

pub(super) fn notice(outdoors: &Outdoors) -> Tried {
    let mut packet = question("question-as-notice", 6);
    packet[2] = 4 << 3;
    ask(&packet, "question-as-notice", outdoors)
}

pub(super) fn options(outdoors: &Outdoors) -> Tried {
    let mut packet = question("plain", 1);
    packet[11] = 1;
    let word = b"question-with-options";
    let size = u16::try_from(word.len()).unwrap_or_default();
    packet.extend([0, 0, 41, 4, 208, 0, 0, 0, 0]);
    packet.extend((size + 4).to_be_bytes());
    packet.extend(65001_u16.to_be_bytes());
    packet.extend(size.to_be_bytes());
    packet.extend(word);
    ask(&packet, "question-with-options", outdoors)
}

pub(super) fn pointer(outdoors: &Outdoors) -> Tried {
    let mut packet = vec![7, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0xc0, 18, 0, 1, 0, 1];
    packet.extend(record("question-with-pointer", 1, 1));
    ask(&packet, "question-with-pointer", outdoors)
}

pub(super) fn over_tcp(outdoors: &Outdoors) -> Tried {
    let (resolver, port) = &outdoors.resolver;
    let mut stream = TcpStream::connect((resolver.as_str(), *port))?;
    let packet = question("question-over-tcp", 16);
    stream.write_all(&u16::try_from(packet.len()).unwrap_or_default().to_be_bytes())?;
    stream.write_all(&packet)?;
    stream.set_read_timeout(Some(PATIENCE / 10))?;
    _ = std::io::Read::read(&mut stream, &mut [0; 512]);
    heard("question-over-tcp")
}

/// The service hears whatever it is sent.
pub(super) fn elsewhere(outdoors: &Outdoors) -> Tried {
    let other = Outdoors { resolver: ("127.0.0.53".into(), outdoors.port), ..outdoors.clone() };
    ask(&question("question-elsewhere", 1), "question-elsewhere", &other)
}
