//! The first thing a TLS client says (RFC 8446, section 4.1.2; RFC 6066, section 3).

use crate::Name;

/// How many bytes the greeting of a client may take. Those of browsers take about 2,000.
pub const HELLO_LIMIT: usize = 32 << 10;

/// What the first bytes of a connection are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hello {
    /// The beginning of a greeting, or nothing yet.
    Incomplete,
    /// Something else than TLS.
    NotTls,
    Client {
        /// For whom it is; some clients do not say.
        server_name: Option<Name>,
        /// It has a second greeting within, encrypted (ECH): whom that is for can't be seen. Many
        /// clients send one that is empty, so that nobody can tell.
        has_encrypted: bool,
    },
    /// It begins as one and is none.
    Malformed,
}

const CHANGE_CIPHER: u8 = 20;
const ALERT: u8 = 21;
const HANDSHAKE: u8 = 22;
const HEARTBEAT: u8 = 24;
const CLIENT_HELLO: u8 = 1;
const SERVER_NAME: u16 = 0;
const ENCRYPTED: u16 = 0xfe0d;
/// The most bytes of a record without encryption.
const RECORD: usize = 1 << 14;

impl Hello {
    /// Reads what has come so far.
    pub fn read(bytes: &[u8]) -> Self {
        match *bytes {
            [HANDSHAKE, 3, ..] => {}
            [0..CHANGE_CIPHER | 23 | 25..0x80, ..] => return Self::NotTls,
            _ if bytes.len() < 6 => return Self::Incomplete,
            _ if is_taken_for_a_beginning(bytes) => return Self::Malformed,
            _ => return Self::NotTls,
        }
        match message(bytes) {
            Gathered::Whole(body) => client(&body).unwrap_or(Self::Malformed),
            Gathered::Part if bytes.len() < HELLO_LIMIT => Self::Incomplete,
            Gathered::Part | Gathered::Never => Self::Malformed,
        }
    }
}

/// What is no greeting as they are now, and what some servers take for the beginning of a connection
/// all the same: they go on to a greeting that nobody has read here.
fn is_taken_for_a_beginning(bytes: &[u8]) -> bool {
    matches!(
        *bytes,
        [CHANGE_CIPHER | ALERT | HEARTBEAT, 3, ..]
            // Of a version that there never was.
            | [HANDSHAKE, ..0x10, _, _, _, CLIENT_HELLO, ..]
            | [HANDSHAKE, ..0x10, _, 0, 0, ..]
            | [ALERT, ..0x10, _, 0, 2, ..]
            | [CHANGE_CIPHER, ..0x10, _, 0, 1, ..]
            // The greeting of SSL 2, which can ask for a later version (RFC 5246, appendix E.2).
            | [0x80..=0xff, _, CLIENT_HELLO, 0 | 3, ..]
    )
}

enum Gathered {
    Whole(Vec<u8>),
    Part,
    Never,
}

/// The greeting, put together from as many records as it was cut into.
fn message(mut bytes: &[u8]) -> Gathered {
    let mut gathered = Vec::new();
    loop {
        if let Some([kind, a, b, c]) = gathered.first_chunk::<4>().copied() {
            let length = u32::from_be_bytes([0, a, b, c]) as usize;
            if kind != CLIENT_HELLO || length > HELLO_LIMIT {
                return Gathered::Never;
            }
            if gathered.len() >= 4 + length {
                return Gathered::Whole(gathered[4..4 + length].to_vec());
            }
        }
        let Some(([kind, version, _, high, low], rest)) = bytes.split_first_chunk::<5>() else {
            return Gathered::Part;
        };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        if *kind != HANDSHAKE || *version != 3 || length == 0 || length > RECORD {
            return Gathered::Never;
        }
        gathered.extend(&rest[..length.min(rest.len())]);
        // What has come of the last record may be enough to say that it is none.
        if rest.len() < length {
            let is_other = gathered.first().is_some_and(|kind| *kind != CLIENT_HELLO);
            return if is_other { Gathered::Never } else { Gathered::Part };
        }
        bytes = &rest[length..];
    }
}

/// `None` if it is malformed.
fn client(body: &[u8]) -> Option<Hello> {
    let mut body = Bytes(body);
    body.take(2 + 32)?;
    let session = body.short_list()?;
    let suites = body.list()?;
    let compressions = body.short_list()?;
    if session.0.len() > 32
        || suites.0.len() % 2 != 0
        || suites.0.is_empty()
        || compressions.0.is_empty()
    {
        return None;
    }
    let (mut server_name, mut has_encrypted) = (None, false);
    if !body.0.is_empty() {
        let mut extensions = body.list()?;
        while !extensions.0.is_empty() {
            let kind = extensions.number()?;
            let content = extensions.list()?;
            match kind {
                // Twice, and nobody knows which one counts.
                SERVER_NAME if server_name.is_some() => return None,
                SERVER_NAME => server_name = Some(host_name(content)?),
                ENCRYPTED => has_encrypted = true,
                _ => {}
            }
        }
    }
    body.0.is_empty().then_some(Hello::Client { server_name, has_encrypted })
}

fn host_name(mut extension: Bytes<'_>) -> Option<Name> {
    let mut names = extension.list()?;
    let kind = names.take(1)?;
    let name = names.list()?;
    if kind != [0] || !names.0.is_empty() || !extension.0.is_empty() {
        return None;
    }
    Name::from_ascii(name.0).ok()
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u16> {
        self.take(2)?.first_chunk().map(|bytes| u16::from_be_bytes(*bytes))
    }

    /// Begins with its length in two bytes.
    fn list(&mut self) -> Option<Self> {
        let length = self.number()?;
        self.take(length.into()).map(Self)
    }

    /// Begins with its length in one byte.
    fn short_list(&mut self) -> Option<Self> {
        let length = *self.take(1)?.first()?;
        self.take(length.into()).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(bytes: &[u8]) -> Vec<u8> {
        [&u16::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
    }

    fn extension(kind: u16, content: &[u8]) -> Vec<u8> {
        [kind.to_be_bytes().to_vec(), list(content)].concat()
    }

    fn server_name(name: &str) -> Vec<u8> {
        let name = [vec![0], list(name.as_bytes())].concat();
        extension(SERVER_NAME, &list(&name))
    }

    fn handshake(extensions: &[Vec<u8>]) -> Vec<u8> {
        let mut body = vec![3, 3];
        body.extend([7; 32]);
        body.extend([0, 0, 2, 0x13, 1, 1, 0]);
        body.extend(list(&extensions.concat()));
        let length = u32::try_from(body.len()).unwrap().to_be_bytes();
        [&[CLIENT_HELLO], &length[1..], &body].concat()
    }

    fn records(message: &[u8], size: usize) -> Vec<u8> {
        let record = |part: &[u8]| [vec![HANDSHAKE, 3, 1], list(part)].concat();
        message.chunks(size).flat_map(record).collect()
    }

    fn hello(extensions: &[Vec<u8>]) -> Vec<u8> {
        records(&handshake(extensions), RECORD)
    }

    fn client(name: Option<&str>, has_encrypted: bool) -> Hello {
        let server_name = name.map(|name| Name::parse(name).unwrap());
        Hello::Client { server_name, has_encrypted }
    }

    #[test]
    fn it_says_for_whom_it_is() {
        let other = extension(43, &[2, 3, 4]);
        let named = hello(&[other.clone(), server_name("API.example.com")]);
        assert_eq!(Hello::read(&named), client(Some("api.example.com"), false));
        assert_eq!(Hello::read(&hello(&[other])), client(None, false));
        let both = hello(&[extension(ENCRYPTED, &[0; 40]), server_name("a.example")]);
        assert_eq!(Hello::read(&both), client(Some("a.example"), true));
    }

    #[test]
    fn one_that_is_cut_into_records_is_read_as_one() {
        let message = handshake(&[server_name("a.example")]);
        for size in 1..message.len() {
            assert_eq!(Hello::read(&records(&message, size)), client(Some("a.example"), false));
        }
    }

    #[test]
    fn what_has_not_all_come_is_waited_for() {
        let whole = hello(&[server_name("a.example")]);
        for end in 0..whole.len() {
            assert_eq!(Hello::read(&whole[..end]), Hello::Incomplete, "{end}");
        }
        let more = [whole.as_slice(), b"more"].concat();
        assert_eq!(Hello::read(&more), client(Some("a.example"), false));
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_malformed() {
        let twice = hello(&[server_name("a.example"), server_name("b.example")]);
        assert_eq!(Hello::read(&twice), Hello::Malformed);
        let one = |name: &str| [vec![0], list(name.as_bytes())].concat();
        let two_in_one = list(&[one("a.example"), one("b.example")].concat());
        assert_eq!(Hello::read(&hello(&[extension(SERVER_NAME, &two_in_one)])), Hello::Malformed);
        let behind = [list(&one("a.example")), vec![0]].concat();
        assert_eq!(Hello::read(&hello(&[extension(SERVER_NAME, &behind)])), Hello::Malformed);
        for name in ["", "1.2.3.4", "a\0.example", "a..b"] {
            assert_eq!(Hello::read(&hello(&[server_name(name)])), Hello::Malformed, "{name}");
        }
    }

    #[test]
    fn other_protocols_are_none_of_its_business() {
        let mongo = b"\x15\x01\x00\x00\x01\x00\x00\x00";
        let [mut handshake, mut memcached] = [*mongo; 2];
        (handshake[0], memcached[0], memcached[1]) = (HANDSHAKE, 0x80, 0x0a);
        for bytes in [&b"GET / HTTP/1.1\r\n"[..], b"SSH-2.0-x", b"\x00", b"\x17\x03"] {
            assert_eq!(Hello::read(bytes), Hello::NotTls);
        }
        for bytes in [*mongo, handshake, memcached] {
            assert_eq!(Hello::read(&bytes), Hello::NotTls, "{bytes:?}");
            assert_eq!(Hello::read(&bytes[..5]), Hello::Incomplete);
        }
    }

    #[test]
    fn nothing_is_let_through_after_which_a_server_might_read_a_greeting() {
        let greeting = hello(&[]);
        let odd = |version: u8| {
            let mut odd = greeting.clone();
            odd[1] = version;
            odd
        };
        let after = |first: &[u8]| [first, &greeting].concat();
        for bytes in [
            after(&[ALERT, 3, 1, 0, 2, 1, 90]),
            after(&[ALERT, 1, 0, 0, 2, 1, 90]),
            after(&[CHANGE_CIPHER, 3, 3, 0, 1, 1]),
            after(&[HEARTBEAT, 3, 1, 0, 3, 1, 0, 0]),
            after(&[HANDSHAKE, 1, 0, 0, 0]),
            odd(0),
            odd(1),
            odd(15),
            vec![0x80, 0x2e, CLIENT_HELLO, 3, 1, 0, 0x15, 0, 0],
            vec![0x80, 0x2e, CLIENT_HELLO, 0, 2, 0, 0x15, 0, 0],
        ] {
            assert_eq!(Hello::read(&bytes), Hello::Malformed, "{bytes:?}");
        }
    }

    #[test]
    fn what_pretends_to_be_one_is_malformed() {
        let mut answer = hello(&[]);
        answer[5] = 2;
        assert_eq!(Hello::read(&answer), Hello::Malformed);
        assert_eq!(Hello::read(&[HANDSHAKE, 3, 1, 0, 0]), Hello::Malformed);
        assert_eq!(Hello::read(&[HANDSHAKE, 3, 1, 0xff, 0xff]), Hello::Malformed);
        assert_eq!(Hello::read(&[HANDSHAKE, 3, 1, 0, 4, 1, 1, 0, 0]), Hello::Malformed);
        let one_byte_each = records(&[1].repeat(HELLO_LIMIT), 1);
        assert_eq!(Hello::read(&one_byte_each), Hello::Malformed);
    }

    proptest! {
        #[test]
        fn whatever_comes_is_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            crate::fuzz::hello(&bytes);
            crate::fuzz::hello(&[&[HANDSHAKE, 3, 1], bytes.as_slice()].concat());
        }
    }
}
