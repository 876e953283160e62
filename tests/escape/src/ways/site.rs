use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::Outdoors;
use super::addresses::{PATIENCE, greeted};
use crate::context::bytes_of;
use crate::{Failed, Tried};

/// The name that the site may be asked for.
const OWN: &str = "good.example";
/// Another one that it has.
const OTHER: &str = "other.site";

pub(super) fn fronting(outdoors: &Outdoors) -> Tried {
    greet(outdoors, &[&records(&hello(&[names(&[OTHER])]), 1 << 14)])
}

pub(super) fn in_records(outdoors: &Outdoors) -> Tried {
    greet(outdoors, &[&records(&hello(&[names(&[OTHER])]), 7)])
}

pub(super) fn slowly(outdoors: &Outdoors) -> Tried {
    let whole = records(&hello(&[names(&[OTHER])]), 1 << 14);
    greet(outdoors, &whole.chunks(1).collect::<Vec<_>>())
}

pub(super) fn two_names(outdoors: &Outdoors) -> Tried {
    greet(outdoors, &[&records(&hello(&[names(&[OWN]), names(&[OTHER])]), 1 << 14)])
}

pub(super) fn list_of_names(outdoors: &Outdoors) -> Tried {
    greet(outdoors, &[&records(&hello(&[names(&[OWN, OTHER])]), 1 << 14)])
}

pub(super) fn behind(outdoors: &Outdoors) -> Tried {
    let mut hello = hello(&[names(&[OWN])]);
    // The end of what is said to be all of it.
    hello.extend(names(&[OTHER]));
    let length = u32::try_from(hello.len() - 4).unwrap_or_default().to_be_bytes();
    hello[1..4].copy_from_slice(&length[1..]);
    greet(outdoors, &[&records(&hello, 1 << 14)])
}

/// A record of nothing first, which some take for the end of a greeting.
pub(super) fn second(outdoors: &Outdoors) -> Tried {
    let whole = records(&hello(&[names(&[OTHER])]), 1 << 14);
    greet(outdoors, &[&[22, 3, 1, 0, 0], &whole])
}

pub(super) fn redirected(outdoors: &Outdoors) -> Tried {
    follow(&outdoors.away)
}

pub(super) fn to_metadata(outdoors: &Outdoors) -> Tried {
    follow(&outdoors.to_metadata)
}

/// As a client of HTTP does that asks nobody.
fn follow((host, port): &(String, u16)) -> Tried {
    let mut stream = TcpStream::connect((host.as_str(), *port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let to = answer.lines().find_map(|line| line.strip_prefix("Location: http://"));
    let (host, port) = to
        .and_then(|to| to.trim_end_matches('/').split_once(':'))
        .ok_or_else(|| Failed::because("the site sends nobody on"))?;
    greeted(host, port.parse().map_err(|_| Failed::because("the site sends to no port"))?)
}

fn greet(outdoors: &Outdoors, parts: &[&[u8]]) -> Tried {
    let (host, port) = &outdoors.site;
    let mut stream = TcpStream::connect((host.as_str(), *port))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    for part in parts {
        // Whoever has heard enough answers before the end.
        if stream.write_all(part).is_err() {
            break;
        }
    }
    let mut bytes = [0; 256];
    let count = stream.read(&mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

fn list(bytes: &[u8]) -> Vec<u8> {
    [&u16::try_from(bytes.len()).unwrap_or_default().to_be_bytes(), bytes].concat()
}

/// The extension that says for whom a greeting is.
fn names(names: &[&str]) -> Vec<u8> {
    let entries: Vec<u8> =
        names.iter().flat_map(|name| [vec![0], list(name.as_bytes())].concat()).collect();
    [vec![0, 0], list(&list(&entries))].concat()
}

fn hello(extensions: &[Vec<u8>]) -> Vec<u8> {
    let mut body = vec![3, 3];
    body.extend([7; 32]);
    body.extend([0, 0, 2, 0x13, 1, 1, 0]);
    body.extend(list(&extensions.concat()));
    let length = u32::try_from(body.len()).unwrap_or_default().to_be_bytes();
    [&[1], &length[1..], &body].concat()
}

fn records(message: &[u8], size: usize) -> Vec<u8> {
    message.chunks(size).flat_map(|part| [vec![22, 3, 1], list(part)].concat()).collect()
}
