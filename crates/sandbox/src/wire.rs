//! The control channel: a stream socket between the app and one keeper.
//!
//! The keeper finds its end as its standard input. That is the one descriptor besides the other two
//! standard ones which a plain `Command` hands over without `pre_exec`, so the app keeps the cheap
//! `posix_spawn`; both ends are close-on-exec from birth, so concurrent launches cannot inherit each
//! other's; and there is no path that another process could connect to. The server's own three
//! standard streams follow as `SCM_RIGHTS` with the first byte of [`Order::Launch`], and so reach the
//! server unproxied. What is launched travels here and not in the keeper's arguments, which the
//! server could read.
//!
//! A message is a frame: its length as a little-endian `u32`, then that many bytes, the first of
//! which is its tag. The app sends one `Launch`, then any number of `Terminate` and `Kill`. The
//! keeper answers with `Started` or `NotStarted`, and after `Started` with one `Ended` once the whole
//! process tree is gone. When either end closes, the tree is killed.
//!
//! Both ends are built together, so there is no version in it.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use crate::Launch;

/// The most bytes a frame may hold after its length. Linux passes at most 2 MiB of arguments and
/// environment with the usual stack limit (`execve(2)`), so nothing that could start is refused.
pub const FRAME_LIMIT: usize = 4 << 20;

/// What the app tells the keeper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    Launch(Launch),
    /// Send SIGTERM to every process of the tree.
    Terminate,
    /// Send SIGKILL to every process of the tree, until none is left.
    Kill,
}

/// What the keeper tells the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    Started { pid: u32 },
    NotStarted(Refusal),
    Ended(End),
}

/// How the server's own process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Code(i32),
    Signal(i32),
}

/// Why the server did not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub obstacle: Obstacle,
    /// The operating system's error number.
    pub errno: i32,
}

/// What stood in the way of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The folder to start in could not be entered.
    Folder,
    /// The program could not be executed.
    Program,
    /// The program is there, but what its `#!` line or its ELF header asks for is not.
    Interpreter,
    /// The keeper lacks something it needs itself.
    Keeper,
}

/// What was read is no message of this protocol, or cannot be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    #[error("message of {size} bytes is larger than the {FRAME_LIMIT} allowed")]
    TooLarge { size: usize },
    #[error("message ends too early")]
    Truncated,
    #[error("message goes on after its end")]
    Trailing,
    #[error("unknown tag {0}")]
    UnknownTag(u8),
    #[error("text holds a NUL byte")]
    Nul,
}

/// Cuts a byte stream into frames.
#[derive(Debug, Default)]
pub struct Frames {
    unread: Vec<u8>,
}

impl Frames {
    pub fn push(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }

    /// The next whole frame without its length, or `None` while its end is still to come.
    pub fn next_frame(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        let Some((length, rest)) = self.unread.split_first_chunk::<4>() else { return Ok(None) };
        let size = u32::from_le_bytes(*length) as usize;
        if size > FRAME_LIMIT {
            return Err(WireError::TooLarge { size });
        }
        if rest.len() < size {
            return Ok(None);
        }
        let after = self.unread.split_off(4 + size);
        let mut frame = std::mem::replace(&mut self.unread, after);
        frame.drain(..4);
        Ok(Some(frame))
    }
}

impl Order {
    /// The whole frame, length included.
    pub fn to_frame(&self) -> Result<Vec<u8>, WireError> {
        let mut out = Writer::new();
        match self {
            Self::Launch(launch) => {
                out.byte(b'L');
                out.launch(launch)?;
            }
            Self::Terminate => out.byte(b'T'),
            Self::Kill => out.byte(b'K'),
        }
        out.into_frame()
    }

    /// Reads what [`Frames::next_frame`] yields.
    pub fn parse(frame: &[u8]) -> Result<Self, WireError> {
        Reader::whole(frame, |input| match input.byte()? {
            b'L' => Ok(Self::Launch(input.launch()?)),
            b'T' => Ok(Self::Terminate),
            b'K' => Ok(Self::Kill),
            tag => Err(WireError::UnknownTag(tag)),
        })
    }
}

impl Report {
    /// The whole frame, length included.
    pub fn to_frame(&self) -> Result<Vec<u8>, WireError> {
        let mut out = Writer::new();
        match self {
            Self::Started { pid } => {
                out.byte(b'S');
                out.number(*pid);
            }
            Self::NotStarted(refusal) => {
                out.byte(b'N');
                out.byte(refusal.obstacle.tag());
                out.signed(refusal.errno);
            }
            Self::Ended(End::Code(code)) => {
                out.byte(b'C');
                out.signed(*code);
            }
            Self::Ended(End::Signal(signal)) => {
                out.byte(b'G');
                out.signed(*signal);
            }
        }
        out.into_frame()
    }

    /// Reads what [`Frames::next_frame`] yields.
    pub fn parse(frame: &[u8]) -> Result<Self, WireError> {
        Reader::whole(frame, |input| match input.byte()? {
            b'S' => Ok(Self::Started { pid: input.number()? }),
            b'N' => Ok(Self::NotStarted(Refusal {
                obstacle: Obstacle::from_tag(input.byte()?)?,
                errno: input.signed()?,
            })),
            b'C' => Ok(Self::Ended(End::Code(input.signed()?))),
            b'G' => Ok(Self::Ended(End::Signal(input.signed()?))),
            tag => Err(WireError::UnknownTag(tag)),
        })
    }
}

impl Obstacle {
    fn tag(self) -> u8 {
        match self {
            Self::Folder => b'f',
            Self::Program => b'p',
            Self::Interpreter => b'i',
            Self::Keeper => b'k',
        }
    }

    fn from_tag(tag: u8) -> Result<Self, WireError> {
        match tag {
            b'f' => Ok(Self::Folder),
            b'p' => Ok(Self::Program),
            b'i' => Ok(Self::Interpreter),
            b'k' => Ok(Self::Keeper),
            tag => Err(WireError::UnknownTag(tag)),
        }
    }
}

struct Writer {
    frame: Vec<u8>,
}

impl Writer {
    fn new() -> Self {
        Self { frame: vec![0; 4] }
    }

    fn byte(&mut self, byte: u8) {
        self.frame.push(byte);
    }

    fn number(&mut self, number: u32) {
        self.frame.extend_from_slice(&number.to_le_bytes());
    }

    fn signed(&mut self, number: i32) {
        self.frame.extend_from_slice(&number.to_le_bytes());
    }

    fn count(&mut self, count: usize) -> Result<(), WireError> {
        self.number(u32::try_from(count).map_err(|_| WireError::TooLarge { size: count })?);
        Ok(())
    }

    fn text(&mut self, text: &OsStr) -> Result<(), WireError> {
        let bytes = text.as_bytes();
        if bytes.contains(&0) {
            return Err(WireError::Nul);
        }
        self.count(bytes.len())?;
        self.frame.extend_from_slice(bytes);
        Ok(())
    }

    fn launch(&mut self, launch: &Launch) -> Result<(), WireError> {
        self.text(launch.program.as_os_str())?;
        self.text(launch.cwd.as_os_str())?;
        self.count(launch.args.len())?;
        for arg in &launch.args {
            self.text(arg)?;
        }
        self.count(launch.env.len())?;
        for (name, value) in &launch.env {
            self.text(name)?;
            self.text(value)?;
        }
        Ok(())
    }

    fn into_frame(mut self) -> Result<Vec<u8>, WireError> {
        let size = self.frame.len() - 4;
        if size > FRAME_LIMIT {
            return Err(WireError::TooLarge { size });
        }
        let length = u32::try_from(size).map_err(|_| WireError::TooLarge { size })?;
        self.frame[..4].copy_from_slice(&length.to_le_bytes());
        Ok(self.frame)
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn whole<T>(
        frame: &'a [u8],
        read: impl FnOnce(&mut Self) -> Result<T, WireError>,
    ) -> Result<T, WireError> {
        let mut input = Self { rest: frame };
        let value = read(&mut input)?;
        if input.rest.is_empty() { Ok(value) } else { Err(WireError::Trailing) }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let (array, rest) = self.rest.split_first_chunk::<N>().ok_or(WireError::Truncated)?;
        self.rest = rest;
        Ok(*array)
    }

    fn byte(&mut self) -> Result<u8, WireError> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn number(&mut self) -> Result<u32, WireError> {
        self.array().map(u32::from_le_bytes)
    }

    fn signed(&mut self) -> Result<i32, WireError> {
        self.array().map(i32::from_le_bytes)
    }

    fn text(&mut self) -> Result<OsString, WireError> {
        let size = self.number()? as usize;
        let (text, rest) = self.rest.split_at_checked(size).ok_or(WireError::Truncated)?;
        if text.contains(&0) {
            return Err(WireError::Nul);
        }
        self.rest = rest;
        Ok(OsString::from_vec(text.to_vec()))
    }

    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, WireError>,
    ) -> Result<Vec<T>, WireError> {
        let count = self.number()?;
        // Nothing is reserved by the count alone: it may lie, the bytes behind it cannot.
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn launch(&mut self) -> Result<Launch, WireError> {
        Ok(Launch {
            program: self.text()?.into(),
            cwd: self.text()?.into(),
            args: self.list(Self::text)?,
            env: self.list(|input| Ok((input.text()?, input.text()?)))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch() -> Launch {
        Launch {
            program: "/usr/bin/node".into(),
            args: vec!["".into(), OsString::from_vec(vec![b'a', 0xff, b'\n'])],
            env: vec![("A".into(), "".into()), ("B".into(), "=x=".into())],
            cwd: "/srv/ü".into(),
        }
    }

    fn one_frame(bytes: &[u8]) -> Vec<u8> {
        let mut frames = Frames::default();
        frames.push(bytes);
        frames.next_frame().unwrap().unwrap()
    }

    #[test]
    fn orders_survive_the_wire() {
        for order in [Order::Launch(launch()), Order::Terminate, Order::Kill] {
            let frame = one_frame(&order.to_frame().unwrap());
            assert_eq!(Order::parse(&frame), Ok(order));
        }
    }

    #[test]
    fn reports_survive_the_wire() {
        let refusals =
            [Obstacle::Folder, Obstacle::Program, Obstacle::Interpreter, Obstacle::Keeper]
                .map(|obstacle| Report::NotStarted(Refusal { obstacle, errno: 13 }));
        let others = [
            Report::Started { pid: u32::MAX },
            Report::Ended(End::Code(-1)),
            Report::Ended(End::Signal(9)),
        ];
        for report in refusals.into_iter().chain(others) {
            let frame = one_frame(&report.to_frame().unwrap());
            assert_eq!(Report::parse(&frame), Ok(report));
        }
    }

    #[test]
    fn frames_are_cut_the_same_however_they_arrive() {
        let mut stream = Order::Launch(launch()).to_frame().unwrap();
        stream.extend(Order::Kill.to_frame().unwrap());
        let mut frames = Frames::default();
        let mut orders = Vec::new();
        for byte in stream {
            frames.push(&[byte]);
            while let Some(frame) = frames.next_frame().unwrap() {
                orders.push(Order::parse(&frame).unwrap());
            }
        }
        assert_eq!(orders, [Order::Launch(launch()), Order::Kill]);
    }

    #[test]
    fn an_oversized_frame_is_refused_before_it_arrives() {
        let mut frames = Frames::default();
        frames.push(&u32::MAX.to_le_bytes());
        assert_eq!(frames.next_frame(), Err(WireError::TooLarge { size: u32::MAX as usize }));
    }

    #[test]
    fn an_oversized_launch_is_not_sent() {
        let mut launch = launch();
        launch.args = vec!["x".repeat(FRAME_LIMIT).into()];
        assert!(matches!(Order::Launch(launch).to_frame(), Err(WireError::TooLarge { .. })));
    }

    #[test]
    fn text_with_nul_is_not_sent() {
        let mut launch = launch();
        launch.args = vec!["a\0b".into()];
        assert_eq!(Order::Launch(launch).to_frame(), Err(WireError::Nul));
    }

    #[test]
    fn no_cut_or_longer_frame_is_taken_for_a_message() {
        let frame = one_frame(&Order::Launch(launch()).to_frame().unwrap());
        for end in 0..frame.len() {
            assert_eq!(Order::parse(&frame[..end]), Err(WireError::Truncated), "cut at {end}");
        }
        let longer = [frame.as_slice(), b"!"].concat();
        assert_eq!(Order::parse(&longer), Err(WireError::Trailing));
    }

    #[test]
    fn a_count_that_lies_reserves_nothing() {
        let mut frame = vec![b'L'];
        frame.extend([0; 8]);
        frame.extend(u32::MAX.to_le_bytes());
        assert_eq!(Order::parse(&frame), Err(WireError::Truncated));
    }
}
