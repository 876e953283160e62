//! What keeper and broker tell each other: one message each, with descriptors beside it.

use std::ffi::OsString;
use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

use paddock_core::Identity;
use paddock_sandbox::DeniedBy;
use paddock_sandbox::believed::Doubt;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Act {
    Open,
    /// With flags that are checked as `openat2(2)` does, and its `resolve` in `extra`.
    OpenHow,
    MakeFolder,
    /// The device is in `extra`.
    MakeNode,
    /// The second name is what it leads to.
    MakeLink,
    Link,
    Rename,
    Remove,
    /// The length is in `extra`.
    Truncate,
    ChangeMode,
    /// The path of the second name is [`Times`], or empty for now.
    ChangeTimes,
    /// Owner and group are in `extra`, the group above.
    ChangeOwner,
}

/// Of the last access and the last change, each as seconds and nanoseconds of 64 bits.
pub(super) type Times = [u8; 32];

const ACTS: [Act; 12] = [
    Act::Open,
    Act::OpenHow,
    Act::MakeFolder,
    Act::MakeNode,
    Act::MakeLink,
    Act::Link,
    Act::Rename,
    Act::Remove,
    Act::Truncate,
    Act::ChangeMode,
    Act::ChangeTimes,
    Act::ChangeOwner,
];

/// A path and where it starts. Without a path it is what is open as `base`.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) base: Option<OwnedFd>,
    pub(super) path: Vec<u8>,
}

/// A call from copies of all that it names.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) number: u64,
    pub(super) act: Act,
    pub(super) flags: i32,
    pub(super) mode: u32,
    pub(super) extra: u64,
    pub(super) umask: u32,
    /// Whether it may be left waiting for somebody: not many may at once.
    pub(super) may_wait: bool,
    pub(super) first: Name,
    pub(super) second: Option<Name>,
}

#[derive(Debug)]
pub(super) enum Outcome {
    Done,
    Opened(OwnedFd),
    Failed(Errno),
    /// As if it could only be read, for being guarded: what is here, without links.
    Refused(PathBuf, DeniedBy),
    /// It leads to a descriptor of the caller's own: by this path, in place of the first one.
    Elsewhere(Vec<u8>),
    /// It will be answered later, for it waits for somebody.
    Waits,
}

/// Two paths of the longest kind and the numbers before them.
const LARGEST: usize = 2 * 4096 + 64;

const NO_NAME: u16 = u16::MAX;

impl Request {
    pub(super) fn send(&self, socket: impl AsFd) -> Result<(), Errno> {
        let mut bytes = Vec::with_capacity(256);
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.act as u8);
        bytes.extend(self.flags.to_le_bytes());
        bytes.extend(self.mode.to_le_bytes());
        bytes.extend(self.extra.to_le_bytes());
        bytes.extend(self.umask.to_le_bytes());
        bytes.push(u8::from(self.may_wait));
        for name in [Some(&self.first), self.second.as_ref()] {
            let Some(name) = name else {
                bytes.extend(NO_NAME.to_le_bytes());
                continue;
            };
            let length = u16::try_from(name.path.len()).map_err(|_| Errno::NAMETOOLONG)?;
            bytes.extend(length.to_le_bytes());
            bytes.push(u8::from(name.base.is_some()));
            bytes.extend(&name.path);
        }
        let bases = [Some(&self.first), self.second.as_ref()].into_iter().flatten();
        let bases: Vec<_> =
            bases.filter_map(|name| name.base.as_ref()).map(OwnedFd::as_fd).collect();
        send(socket, &bytes, &bases)
    }

    /// The next one; `None` if there will be no more.
    pub(super) fn receive(socket: impl AsFd) -> Result<Option<Self>, Errno> {
        let mut space = [0; LARGEST];
        let (count, descriptors) = receive(socket, &mut space)?;
        if count == 0 {
            return Ok(None);
        }
        let mut bases = descriptors.into_iter();
        let parsed = Self::parse(&mut Reader(&space[..count]), &mut bases);
        parsed.map(Some).ok_or(Errno::BADMSG)
    }

    fn parse(input: &mut Reader<'_>, bases: &mut impl Iterator<Item = OwnedFd>) -> Option<Self> {
        Some(Self {
            number: u64::from_le_bytes(input.array()?),
            act: *ACTS.get(usize::from(input.array::<1>()?[0]))?,
            flags: i32::from_le_bytes(input.array()?),
            mode: u32::from_le_bytes(input.array()?),
            extra: u64::from_le_bytes(input.array()?),
            umask: u32::from_le_bytes(input.array()?),
            may_wait: input.array::<1>()? == [1],
            first: Name::parse(input, bases)??,
            second: Name::parse(input, bases)?,
        })
    }
}

impl Name {
    #[expect(clippy::option_option, reason = "no name is there, or none can be read")]
    fn parse(
        input: &mut Reader<'_>,
        bases: &mut impl Iterator<Item = OwnedFd>,
    ) -> Option<Option<Self>> {
        let length = u16::from_le_bytes(input.array()?);
        if length == NO_NAME {
            return Some(None);
        }
        let base = if input.array::<1>()? == [1] { Some(bases.next()?) } else { None };
        let path = input.take(usize::from(length))?.to_vec();
        Some(Some(Self { base, path }))
    }
}

/// The outcome of the request with this number.
#[derive(Debug)]
pub(super) struct Completed {
    pub(super) number: u64,
    pub(super) outcome: Outcome,
    /// What came to be the session's own in Git's folder by it, or is gone.
    pub(super) transient: Option<Transient>,
}

/// What a session has in Git's folder for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transient {
    Made(Identity),
    Gone(Identity),
}

impl Completed {
    pub(super) fn send(&self, socket: impl AsFd) -> Result<(), Errno> {
        let mut bytes = Vec::with_capacity(64);
        bytes.extend(self.number.to_le_bytes());
        let (tag, transient) = match self.transient {
            None => (0, None),
            Some(Transient::Made(made)) => (1, Some(made)),
            Some(Transient::Gone(gone)) => (2, Some(gone)),
        };
        bytes.push(tag);
        if let Some(Identity { device, inode, born }) = transient {
            bytes.extend(device.to_le_bytes());
            bytes.extend(inode.to_le_bytes());
            bytes.push(u8::from(born.is_some()));
            bytes.extend(born.unwrap_or_default().to_le_bytes());
        }
        let mut descriptor = None;
        match &self.outcome {
            Outcome::Done => bytes.push(b'd'),
            Outcome::Waits => bytes.push(b'w'),
            Outcome::Opened(opened) => {
                bytes.push(b'o');
                descriptor = Some(opened.as_fd());
            }
            Outcome::Failed(errno) => {
                bytes.push(b'f');
                bytes.extend(errno.raw_os_error().to_le_bytes());
            }
            Outcome::Refused(path, by) => {
                bytes.push(b'r');
                bytes.extend(tag_of(*by));
                bytes.extend(path.as_os_str().as_bytes());
            }
            Outcome::Elsewhere(path) => {
                bytes.push(b'e');
                bytes.extend(path);
            }
        }
        send(socket, &bytes, descriptor.as_slice())
    }

    /// `None` if the broker is gone.
    pub(super) fn receive(socket: impl AsFd) -> Result<Option<Self>, Errno> {
        let mut space = [0; LARGEST];
        let (count, descriptors) = receive(socket, &mut space)?;
        if count == 0 {
            return Ok(None);
        }
        Self::parse(&mut Reader(&space[..count]), descriptors).map(Some).ok_or(Errno::BADMSG)
    }

    fn parse(input: &mut Reader<'_>, descriptors: Vec<OwnedFd>) -> Option<Self> {
        let number = u64::from_le_bytes(input.array()?);
        let transient = match input.array()? {
            [0] => None,
            [1] => Some(Transient::Made(input.identity()?)),
            [2] => Some(Transient::Gone(input.identity()?)),
            _ => return None,
        };
        let outcome = match input.array::<1>()?[0] {
            b'd' => Outcome::Done,
            b'w' => Outcome::Waits,
            b'o' => Outcome::Opened(descriptors.into_iter().next()?),
            b'f' => Outcome::Failed(Errno::from_raw_os_error(i32::from_le_bytes(input.array()?))),
            b'r' => {
                let by = denied_by(input.array()?)?;
                Outcome::Refused(OsString::from_vec(input.0.to_vec()).into(), by)
            }
            b'e' => Outcome::Elsewhere(input.0.to_vec()),
            _ => return None,
        };
        Some(Self { number, outcome, transient })
    }
}

/// With a number of what is doubted in its content. Nothing that is not granted is refused here.
fn tag_of(by: DeniedBy) -> [u8; 2] {
    match by {
        DeniedBy::Grants | DeniedBy::Guard => [b'g', 0],
        DeniedBy::Program => [b'p', 0],
        DeniedBy::Content(doubt) => [b'c', doubt.number()],
    }
}

fn denied_by(tag: [u8; 2]) -> Option<DeniedBy> {
    match tag {
        [b'g', _] => Some(DeniedBy::Guard),
        [b'p', _] => Some(DeniedBy::Program),
        [b'c', number] => Doubt::numbered(number).map(DeniedBy::Content),
        _ => None,
    }
}

struct Reader<'bytes>(&'bytes [u8]);

impl<'bytes> Reader<'bytes> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*array)
    }

    fn identity(&mut self) -> Option<Identity> {
        let device = u64::from_le_bytes(self.array()?);
        let inode = u64::from_le_bytes(self.array()?);
        let knows_birth = self.array()? == [1];
        let born = i64::from_le_bytes(self.array()?);
        Some(Identity { device, inode, born: knows_birth.then_some(born) })
    }

    fn take(&mut self, count: usize) -> Option<&'bytes [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

fn send(socket: impl AsFd, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> Result<(), Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(Errno::NOBUFS);
    }
    let bytes = [IoSlice::new(bytes)];
    retry_on_intr(|| sendmsg(&socket, &bytes, &mut ancillary, SendFlags::NOSIGNAL)).map(drop)
}

fn receive(socket: impl AsFd, bytes: &mut [u8]) -> Result<(usize, Vec<OwnedFd>), Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let count = retry_on_intr(|| {
        let mut parts = [IoSliceMut::new(bytes)];
        recvmsg(&socket, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC)
    })?
    .bytes;
    let mut descriptors = Vec::new();
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = message {
            descriptors.extend(received);
        }
    }
    Ok((count, descriptors))
}

#[cfg(test)]
mod tests {
    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

    use super::*;

    fn pair() -> (OwnedFd, OwnedFd) {
        socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None).unwrap()
    }

    #[test]
    fn a_request_arrives_as_it_was_sent() {
        let (here, there) = pair();
        let base = || Some(std::fs::File::open("/").unwrap().into());
        for (act, second) in [
            (Act::Rename, Some(Name { base: base(), path: b"b\xff".to_vec() })),
            (Act::ChangeMode, None),
            (Act::MakeLink, Some(Name { base: None, path: vec![b'x'; 4095] })),
        ] {
            let path = vec![b'a'; 4095];
            let first = Name { base: base(), path };
            let sent = Request {
                number: u64::MAX,
                act,
                flags: -1,
                mode: 0o644,
                extra: 7,
                umask: 0o22,
                may_wait: true,
                first,
                second,
            };
            sent.send(&here).unwrap();
            let arrived = Request::receive(&there).unwrap().unwrap();
            let plain = |request: &Request| {
                let Request { number, act, flags, mode, extra, umask, may_wait, first, second } =
                    request;
                let plain = |name: &Name| (name.base.is_some(), name.path.clone());
                let names = (plain(first), second.as_ref().map(plain));
                (*number, *act, *flags, *mode, *extra, (*umask, *may_wait), names)
            };
            assert_eq!(plain(&arrived), plain(&sent));
        }
        drop(here);
        assert!(Request::receive(&there).unwrap().is_none());
    }

    #[test]
    fn an_answer_arrives_as_it_was_sent() {
        let (here, there) = pair();
        for outcome in [
            Outcome::Done,
            Outcome::Waits,
            Outcome::Failed(Errno::ROFS),
            Outcome::Refused(OsString::from_vec(b"/w/.git/\xff".to_vec()).into(), DeniedBy::Guard),
            Outcome::Refused("/w/mcp".into(), DeniedBy::Program),
            Outcome::Refused("/w/.git/index".into(), DeniedBy::Content(Doubt::Name)),
            Outcome::Elsewhere(b"/proc/self/fd/3".to_vec()),
            Outcome::Opened(std::fs::File::open("/").unwrap().into()),
        ] {
            let expected = format!("{outcome:?}");
            let one = Identity { device: 1, inode: u64::MAX, born: Some(-1) };
            let transient = if matches!(outcome, Outcome::Opened(_)) {
                Some(Transient::Made(one))
            } else {
                let gone = Transient::Gone(Identity { born: None, ..one });
                matches!(outcome, Outcome::Done).then_some(gone)
            };
            Completed { number: 3, outcome, transient }.send(&here).unwrap();
            let arrived = Completed::receive(&there).unwrap().unwrap();
            assert_eq!((arrived.number, arrived.transient), (3, transient));
            if matches!(arrived.outcome, Outcome::Opened(_)) {
                assert!(expected.starts_with("Opened"));
            } else {
                assert_eq!(format!("{:?}", arrived.outcome), expected);
            }
        }
    }
}
