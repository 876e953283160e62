//! Messages as bytes: numbers are little-endian, lists and texts begin with their count.

mod reader;
mod writer;

use paddock_core::Need;

use super::{End, Order, Refusal, Report, WireError};
use crate::{Arrival, Facility, Gap, Network, OnAttempt, Reach, Tier, Way};
use reader::Reader;
use writer::Writer;

impl Order {
    /// The whole frame, length included.
    pub fn to_frame(&self) -> Result<Vec<u8>, WireError> {
        let mut out = Writer::new();
        match self {
            Self::Survey => out.byte(b'V'),
            Self::Launch(launch) => {
                out.byte(b'L');
                out.launch(launch)?;
            }
            Self::Enforce { change, folders } => {
                out.byte(b'E');
                out.long(*change);
                out.list(folders, Writer::folder)?;
            }
            Self::Try { ticket, paths } => {
                out.byte(b'Y');
                out.long(*ticket);
                out.list(paths, |out, (path, expected)| {
                    out.byte(expected.tag());
                    out.path(path)
                })?;
            }
            Self::Decide { held } => {
                out.byte(b'D');
                out.long(*held);
            }
            Self::Listen { ticket, ports } => {
                out.byte(b'I');
                out.long(*ticket);
                out.ports(ports)?;
            }
            Self::Ask { ticket, names } => {
                out.byte(b'Q');
                out.long(*ticket);
                out.list(names, |out, name| out.text(name.as_ref()))?;
            }
            Self::Terminate => out.byte(b'T'),
            Self::Kill => out.byte(b'K'),
        }
        out.into_frame()
    }

    /// Reads what [`Frames::next_frame`](super::Frames::next_frame) yields.
    pub fn parse(frame: &[u8]) -> Result<Self, WireError> {
        Reader::whole(frame, |input| match input.byte()? {
            b'V' => Ok(Self::Survey),
            b'L' => Ok(Self::Launch(Box::new(input.launch()?))),
            b'E' => {
                Ok(Self::Enforce { change: input.long()?, folders: input.list(Reader::folder)? })
            }
            b'Y' => Ok(Self::Try {
                ticket: input.long()?,
                paths: input.list(|input| {
                    let expected = Reach::from_tag(input.byte()?)?;
                    Ok((input.path()?, expected))
                })?,
            }),
            b'D' => Ok(Self::Decide { held: input.long()? }),
            b'I' => Ok(Self::Listen { ticket: input.long()?, ports: input.list(Reader::port)? }),
            b'Q' => Ok(Self::Ask { ticket: input.long()?, names: input.list(Reader::name)? }),
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
            Self::Surveyed(capabilities) => {
                out.byte(b'V');
                out.capabilities(capabilities)?;
            }
            Self::Started { pid } => {
                out.byte(b'S');
                out.number(*pid);
            }
            Self::NotStarted(refusal) => {
                out.byte(b'N');
                out.obstacle(refusal.obstacle);
                out.signed(refusal.errno);
            }
            Self::Proven(proof) => {
                out.byte(b'P');
                out.proof(proof)?;
            }
            Self::Rest { change, findings } => {
                out.byte(b'R');
                out.long(*change);
                out.list(findings, Writer::finding)?;
            }
            Self::Tried { ticket, findings } => {
                out.byte(b'Y');
                out.long(*ticket);
                out.list(findings, Writer::finding)?;
            }
            Self::Connected { ports, refusals } => {
                out.byte(b'O');
                out.ports(ports)?;
                out.byte(*refusals);
            }
            Self::Listening { ticket, ports, failed } => {
                out.byte(b'I');
                out.long(*ticket);
                out.ports(ports)?;
                out.list(failed, |out, (port, errno)| {
                    out.port(*port);
                    out.signed(*errno);
                    Ok(())
                })?;
            }
            Self::Answered { ticket, answers } => {
                out.byte(b'Q');
                out.long(*ticket);
                out.list(answers, Writer::answered)?;
            }
            Self::Attempted(attempt) => {
                out.byte(b'A');
                out.attempt(attempt)?;
            }
            Self::Ended(End::Code(code)) => {
                out.byte(b'C');
                out.signed(*code);
            }
            Self::Ended(End::Signal(signal)) => {
                out.byte(b'G');
                out.signed(*signal);
            }
            Self::Ended(End::OutOfMemory) => out.byte(b'M'),
        }
        out.into_frame()
    }

    /// Reads what [`Frames::next_frame`](super::Frames::next_frame) yields.
    pub fn parse(frame: &[u8]) -> Result<Self, WireError> {
        Reader::whole(frame, |input| match input.byte()? {
            b'V' => Ok(Self::Surveyed(input.capabilities()?)),
            b'S' => Ok(Self::Started { pid: input.number()? }),
            b'N' => Ok(Self::NotStarted(Refusal {
                obstacle: input.obstacle()?,
                errno: input.signed()?,
            })),
            b'P' => Ok(Self::Proven(input.proof()?)),
            b'R' => {
                Ok(Self::Rest { change: input.long()?, findings: input.list(Reader::finding)? })
            }
            b'Y' => {
                Ok(Self::Tried { ticket: input.long()?, findings: input.list(Reader::finding)? })
            }
            b'O' => {
                Ok(Self::Connected { ports: input.list(Reader::port)?, refusals: input.byte()? })
            }
            b'I' => Ok(Self::Listening {
                ticket: input.long()?,
                ports: input.list(Reader::port)?,
                failed: input.list(|input| Ok((input.port()?, input.signed()?)))?,
            }),
            b'Q' => {
                Ok(Self::Answered { ticket: input.long()?, answers: input.list(Reader::answered)? })
            }
            b'A' => Ok(Self::Attempted(input.attempt()?)),
            b'C' => Ok(Self::Ended(End::Code(input.signed()?))),
            b'G' => Ok(Self::Ended(End::Signal(input.signed()?))),
            b'M' => Ok(Self::Ended(End::OutOfMemory)),
            tag => Err(WireError::UnknownTag(tag)),
        })
    }
}

/// A value that is one byte.
trait Tagged: Sized {
    fn tag(self) -> u8;
    fn from_tag(tag: u8) -> Result<Self, WireError>;
}

/// Gives each of the values a byte of its own.
macro_rules! tags {
    ($($type:ident { $($value:ident = $tag:literal),* $(,)? })*) => {$(
        impl Tagged for $type {
            fn tag(self) -> u8 {
                match self { $(Self::$value => $tag,)* }
            }

            fn from_tag(tag: u8) -> Result<Self, WireError> {
                match tag { $($tag => Ok(Self::$value),)* tag => Err(WireError::UnknownTag(tag)) }
            }
        }
    )*};
}

tags! {
    Need { System = b's', Certificates = b'c', Names = b'n', Runtime = b'r', Program = b'p' }
    Tier { LiveMounts = b'm', Landlock = b'l' }
    Reach { Nothing = b'n', Read = b'r', Write = b'w' }
    Network { Open = b'o', Off = b'n', Destinations = b'd' }
    Way {
        Ipv4 = b'4',
        Ipv6 = b'6',
        ClosedPort = b'c',
        Datagram = b'd',
        Question = b'q',
        Interface = b'i',
    }
    Arrival { Here = b'h', Nowhere = b'n', Elsewhere = b'e' }
    Gap { Signals = b's', CommandLines = b'c', Existence = b'e', Metadata = b'm' }
    OnAttempt { Ignore = b'i', Report = b'r', Hold = b'h' }
    Facility {
        UserNamespace = b'u',
        MountNamespace = b'm',
        PidNamespace = b'p',
        NetworkNamespace = b'n',
        Mount = b'b',
        Landlock = b'l',
        Seccomp = b's',
        System = b'x',
    }
}
