//! Messages as bytes: numbers are little-endian, lists and texts begin with their count.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use paddock_core::{AbsolutePath, Access, Identity, Root, RootEntry};

use super::{End, FRAME_LIMIT, Obstacle, Order, Refusal, Report, WireError};
use crate::{
    Attempt, Attempts, Capabilities, Facility, Finding, Gap, Lacking, Launch, Network, Policy,
    Proof, Reach, Tier, Withheld,
};

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
            Self::Tried { ticket, findings } => {
                out.byte(b'Y');
                out.long(*ticket);
                out.list(findings, Writer::finding)?;
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
            b'Y' => {
                Ok(Self::Tried { ticket: input.long()?, findings: input.list(Reader::finding)? })
            }
            b'A' => Ok(Self::Attempted(input.attempt()?)),
            b'C' => Ok(Self::Ended(End::Code(input.signed()?))),
            b'G' => Ok(Self::Ended(End::Signal(input.signed()?))),
            tag => Err(WireError::UnknownTag(tag)),
        })
    }
}

/// Gives each of the values a byte of its own.
macro_rules! tags {
    ($($type:ident { $($value:ident = $tag:literal),* $(,)? })*) => {$(
        impl $type {
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
    Tier { LiveMounts = b'm', Landlock = b'l', Seatbelt = b's', AppContainer = b'a' }
    Reach { Nothing = b'n', Read = b'r', Write = b'w' }
    Network { Open = b'o', Off = b'n' }
    Gap { Signals = b's', CommandLines = b'c', Existence = b'e', Metadata = b'm' }
    Attempts { Ignore = b'i', Report = b'r', Hold = b'h' }
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

    fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    fn number(&mut self, number: u32) {
        self.frame.extend_from_slice(&number.to_le_bytes());
    }

    fn long(&mut self, number: u64) {
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

    fn path(&mut self, path: &Path) -> Result<(), WireError> {
        self.text(path.as_os_str())
    }

    fn list<T>(
        &mut self,
        items: &[T],
        mut item: impl FnMut(&mut Self, &T) -> Result<(), WireError>,
    ) -> Result<(), WireError> {
        self.count(items.len())?;
        items.iter().try_for_each(|it| item(self, it))
    }

    fn option<T>(
        &mut self,
        value: Option<&T>,
        write: impl FnOnce(&mut Self, &T) -> Result<(), WireError>,
    ) -> Result<(), WireError> {
        self.flag(value.is_some());
        value.map_or(Ok(()), |value| write(self, value))
    }

    fn launch(&mut self, launch: &Launch) -> Result<(), WireError> {
        self.path(&launch.program)?;
        self.path(&launch.cwd)?;
        self.list(&launch.args, |out, arg| out.text(arg))?;
        self.list(&launch.env, |out, (name, value)| {
            out.text(name)?;
            out.text(value)
        })?;
        self.option(launch.policy.as_ref(), Self::policy)
    }

    fn policy(&mut self, policy: &Policy) -> Result<(), WireError> {
        self.byte(policy.tier.tag());
        self.byte(policy.network.tag());
        self.byte(policy.attempts.tag());
        self.list(&policy.folders, Self::folder)?;
        self.list(&policy.readable, |out, path| out.path(path))?;
        self.path(&policy.home)?;
        self.path(&policy.canary)
    }

    fn folder(&mut self, entry: &RootEntry) -> Result<(), WireError> {
        let RootEntry { root: Root { path, identity }, access } = entry;
        self.path(path.as_path())?;
        self.long(identity.device);
        self.long(identity.inode);
        self.option(identity.born.as_ref(), |out, born| {
            out.long(born.cast_unsigned());
            Ok(())
        })?;
        self.flag(*access == Access::ReadWrite);
        Ok(())
    }

    fn capabilities(&mut self, capabilities: &Capabilities) -> Result<(), WireError> {
        self.list(&capabilities.tiers, |out, (tier, works)| {
            out.byte(tier.tag());
            out.option(works.err().as_ref(), |out, lacking| {
                out.byte(lacking.what.tag());
                out.signed(lacking.errno);
                Ok(())
            })
        })?;
        self.number(capabilities.landlock);
        self.flag(capabilities.held_folders_end);
        self.flag(capabilities.network_off);
        self.flag(capabilities.attempts);
        self.list(&capabilities.gaps, |out, gap| {
            out.byte(gap.tag());
            Ok(())
        })
    }

    fn proof(&mut self, proof: &Proof) -> Result<(), WireError> {
        self.long(proof.change);
        self.number(proof.open_handles);
        self.list(&proof.findings, Self::finding)?;
        self.list(&proof.withheld, |out, withheld| {
            out.signed(withheld.errno);
            out.path(&withheld.path)
        })
    }

    fn finding(&mut self, finding: &Finding) -> Result<(), WireError> {
        self.byte(finding.expected.tag());
        self.byte(finding.found.tag());
        self.signed(finding.errno);
        self.path(&finding.path)
    }

    fn attempt(&mut self, attempt: &Attempt) -> Result<(), WireError> {
        self.flag(attempt.write);
        self.option(attempt.held.as_ref(), |out, held| {
            out.long(*held);
            Ok(())
        })?;
        self.path(&attempt.path)
    }

    fn obstacle(&mut self, obstacle: Obstacle) {
        match obstacle {
            Obstacle::Folder => self.byte(b'f'),
            Obstacle::Program => self.byte(b'p'),
            Obstacle::Interpreter => self.byte(b'i'),
            Obstacle::Keeper => self.byte(b'k'),
            Obstacle::Proof => self.byte(b'o'),
            Obstacle::Facility(facility) => {
                self.byte(b'y');
                self.byte(facility.tag());
            }
        }
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

    fn flag(&mut self) -> Result<bool, WireError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            tag => Err(WireError::UnknownTag(tag)),
        }
    }

    fn number(&mut self) -> Result<u32, WireError> {
        self.array().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Result<u64, WireError> {
        self.array().map(u64::from_le_bytes)
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

    fn path(&mut self) -> Result<PathBuf, WireError> {
        self.text().map(PathBuf::from)
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

    fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, WireError>,
    ) -> Result<Option<T>, WireError> {
        if self.flag()? { read(self).map(Some) } else { Ok(None) }
    }

    fn launch(&mut self) -> Result<Launch, WireError> {
        Ok(Launch {
            program: self.path()?,
            cwd: self.path()?,
            args: self.list(Self::text)?,
            env: self.list(|input| Ok((input.text()?, input.text()?)))?,
            policy: self.option(Self::policy)?,
        })
    }

    fn policy(&mut self) -> Result<Policy, WireError> {
        Ok(Policy {
            tier: Tier::from_tag(self.byte()?)?,
            network: Network::from_tag(self.byte()?)?,
            attempts: Attempts::from_tag(self.byte()?)?,
            folders: self.list(Self::folder)?,
            readable: self.list(Self::path)?,
            home: self.path()?,
            canary: self.path()?,
        })
    }

    fn folder(&mut self) -> Result<RootEntry, WireError> {
        let path = AbsolutePath::new(self.path()?).map_err(|_| WireError::NotAbsolute)?;
        let identity = Identity {
            device: self.long()?,
            inode: self.long()?,
            born: self.option(Self::long)?.map(u64::cast_signed),
        };
        let access = if self.flag()? { Access::ReadWrite } else { Access::Read };
        Ok(RootEntry { root: Root { path, identity }, access })
    }

    fn capabilities(&mut self) -> Result<Capabilities, WireError> {
        Ok(Capabilities {
            tiers: self.list(|input| {
                let tier = Tier::from_tag(input.byte()?)?;
                let lacking = input.option(|input| {
                    let what = Facility::from_tag(input.byte()?)?;
                    Ok(Lacking { what, errno: input.signed()? })
                })?;
                Ok((tier, lacking.map_or(Ok(()), Err)))
            })?,
            landlock: self.number()?,
            held_folders_end: self.flag()?,
            network_off: self.flag()?,
            attempts: self.flag()?,
            gaps: self.list(|input| Gap::from_tag(input.byte()?))?,
        })
    }

    fn proof(&mut self) -> Result<Proof, WireError> {
        Ok(Proof {
            change: self.long()?,
            open_handles: self.number()?,
            findings: self.list(Self::finding)?,
            withheld: self.list(|input| {
                let errno = input.signed()?;
                Ok(Withheld { path: input.path()?, errno })
            })?,
        })
    }

    fn finding(&mut self) -> Result<Finding, WireError> {
        let expected = Reach::from_tag(self.byte()?)?;
        let found = Reach::from_tag(self.byte()?)?;
        let errno = self.signed()?;
        Ok(Finding { path: self.path()?, expected, found, errno })
    }

    fn attempt(&mut self) -> Result<Attempt, WireError> {
        let write = self.flag()?;
        let held = self.option(Self::long)?;
        Ok(Attempt { path: self.path()?, write, held })
    }

    fn obstacle(&mut self) -> Result<Obstacle, WireError> {
        Ok(match self.byte()? {
            b'f' => Obstacle::Folder,
            b'p' => Obstacle::Program,
            b'i' => Obstacle::Interpreter,
            b'k' => Obstacle::Keeper,
            b'o' => Obstacle::Proof,
            b'y' => Obstacle::Facility(Facility::from_tag(self.byte()?)?),
            tag => return Err(WireError::UnknownTag(tag)),
        })
    }
}
