//! Values out of a frame, which may hold anything.

use std::ffi::OsString;
use std::net::Ipv4Addr;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use paddock_core::{
    AbsolutePath, Access, Identity, Limits, Link, Need, Owned, Part, Root, RootEntry,
};

use super::Tagged as _;
use crate::believed::Doubt;
use crate::wire::{Obstacle, WireError};
use crate::{
    Arrival, Attempt, Bounds, ByGroup, Capabilities, DeniedBy, Facility, Finding, Gap, Lacking,
    Launch, NameAnswer, Network, OnAttempt, Passage, Policy, Proof, Reach, Tier, Way, Withheld,
};

pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn whole<T>(
        frame: &'a [u8],
        read: impl FnOnce(&mut Self) -> Result<T, WireError>,
    ) -> Result<T, WireError> {
        let mut input = Self { rest: frame };
        let value = read(&mut input)?;
        if input.rest.is_empty() { Ok(value) } else { Err(WireError::Trailing) }
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let (array, rest) = self.rest.split_first_chunk::<N>().ok_or(WireError::Truncated)?;
        self.rest = rest;
        Ok(*array)
    }

    pub(super) fn byte(&mut self) -> Result<u8, WireError> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn flag(&mut self) -> Result<bool, WireError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            tag => Err(WireError::UnknownTag(tag)),
        }
    }

    pub(super) fn number(&mut self) -> Result<u32, WireError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn long(&mut self) -> Result<u64, WireError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn signed(&mut self) -> Result<i32, WireError> {
        self.array().map(i32::from_le_bytes)
    }

    pub(super) fn text(&mut self) -> Result<OsString, WireError> {
        let size = self.number()? as usize;
        let (text, rest) = self.rest.split_at_checked(size).ok_or(WireError::Truncated)?;
        if text.contains(&0) {
            return Err(WireError::Nul);
        }
        self.rest = rest;
        Ok(OsString::from_vec(text.to_vec()))
    }

    pub(super) fn path(&mut self) -> Result<PathBuf, WireError> {
        self.text().map(PathBuf::from)
    }

    pub(super) fn list<T>(
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

    pub(super) fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, WireError>,
    ) -> Result<Option<T>, WireError> {
        if self.flag()? { read(self).map(Some) } else { Ok(None) }
    }

    pub(super) fn launch(&mut self) -> Result<Launch, WireError> {
        Ok(Launch {
            program: self.path()?,
            cwd: self.path()?,
            args: self.list(Self::text)?,
            env: self.list(|input| Ok((input.text()?, input.text()?)))?,
            policy: self.option(Self::policy)?,
            bounds: self.bounds()?,
        })
    }

    fn bounds(&mut self) -> Result<Bounds, WireError> {
        Ok(Bounds {
            limits: Limits { processes: self.number()?, memory: self.option(Self::number)? },
            by_group: self.by_group()?,
        })
    }

    fn by_group(&mut self) -> Result<ByGroup, WireError> {
        Ok(ByGroup { processes: self.flag()?, memory: self.flag()? })
    }

    pub(super) fn policy(&mut self) -> Result<Policy, WireError> {
        Ok(Policy {
            tier: Tier::from_tag(self.byte()?)?,
            network: Network::from_tag(self.byte()?)?,
            ports: self.list(Self::port)?,
            attempts: OnAttempt::from_tag(self.byte()?)?,
            folders: self.list(Self::folder)?,
            readable: self.list(Self::part)?,
            links: self.list(|input| Ok(Link { path: input.path()?, target: input.path()? }))?,
            reserved: self.list(Self::path)?,
            programs: self.list(Self::path)?,
            home: self.path()?,
            canary: self.path()?,
            data: self.list(Self::path)?,
            kept_out: self.list(Self::path)?,
        })
    }

    pub(super) fn folder(&mut self) -> Result<RootEntry, WireError> {
        let path = AbsolutePath::new(self.path()?).map_err(|_| WireError::NotAbsolute)?;
        let identity = self.identity()?;
        let access = match self.byte()? {
            b'r' => Access::Read,
            b'g' => Access::WriteGuarded,
            b'c' => Access::WriteCommits,
            b'w' => Access::ReadWrite,
            tag => return Err(WireError::UnknownTag(tag)),
        };
        Ok(RootEntry { root: Root { path, identity }, access })
    }

    pub(super) fn port(&mut self) -> Result<u16, WireError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn name(&mut self) -> Result<String, WireError> {
        self.text()?.into_string().map_err(|_| WireError::NotUtf8)
    }

    pub(super) fn answered(&mut self) -> Result<NameAnswer, WireError> {
        Ok(NameAnswer {
            name: self.name()?,
            address: self.option(|input| input.array::<4>().map(Ipv4Addr::from))?,
            errno: self.signed()?,
        })
    }

    fn identity(&mut self) -> Result<Identity, WireError> {
        Ok(Identity {
            device: self.long()?,
            inode: self.long()?,
            born: self.option(Self::long)?.map(u64::cast_signed),
        })
    }

    fn part(&mut self) -> Result<Part, WireError> {
        Ok(Part {
            need: Need::from_tag(self.byte()?)?,
            path: self.path()?,
            own: self.option(|input| {
                Ok(Owned {
                    identity: input.identity()?,
                    files: input.number()?,
                    bytes: input.long()?,
                    all: input.flag()?,
                    hidden: input.list(Self::path)?,
                })
            })?,
        })
    }

    pub(super) fn capabilities(&mut self) -> Result<Capabilities, WireError> {
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
            destinations: self.flag()?,
            abstract_sockets_kept: self.flag()?,
            processes_limited: self.flag()?,
            by_group: self.by_group()?,
            attempts: self.flag()?,
            gaps: self.list(|input| Gap::from_tag(input.byte()?))?,
        })
    }

    pub(super) fn proof(&mut self) -> Result<Proof, WireError> {
        Ok(Proof {
            change: self.long()?,
            rest_follows: self.flag()?,
            open_handles: self.number()?,
            findings: self.list(Self::finding)?,
            withheld: self.list(|input| {
                let errno = input.signed()?;
                Ok(Withheld { path: input.path()?, errno })
            })?,
            passages: self.list(Self::passage)?,
        })
    }

    fn passage(&mut self) -> Result<Passage, WireError> {
        Ok(Passage {
            way: Way::from_tag(self.byte()?)?,
            found: Arrival::from_tag(self.byte()?)?,
            errno: self.signed()?,
        })
    }

    pub(super) fn finding(&mut self) -> Result<Finding, WireError> {
        let expected = Reach::from_tag(self.byte()?)?;
        let found = Reach::from_tag(self.byte()?)?;
        let errno = self.signed()?;
        Ok(Finding { path: self.path()?, expected, found, errno })
    }

    pub(super) fn attempt(&mut self) -> Result<Attempt, WireError> {
        let write = self.flag()?;
        let denied_by = self.denied_by()?;
        let held = self.option(Self::long)?;
        Ok(Attempt { path: self.path()?, write, denied_by, held })
    }

    fn denied_by(&mut self) -> Result<DeniedBy, WireError> {
        Ok(match self.byte()? {
            b'g' => DeniedBy::Grants,
            b'r' => DeniedBy::Guard,
            b'p' => DeniedBy::Program,
            b'c' => {
                let number = self.byte()?;
                let doubt = Doubt::numbered(number).ok_or(WireError::UnknownTag(number))?;
                DeniedBy::Content(doubt)
            }
            tag => return Err(WireError::UnknownTag(tag)),
        })
    }

    pub(super) fn obstacle(&mut self) -> Result<Obstacle, WireError> {
        Ok(match self.byte()? {
            b'f' => Obstacle::Folder,
            b'p' => Obstacle::Program,
            b'i' => Obstacle::Interpreter,
            b'k' => Obstacle::Keeper,
            b'o' => Obstacle::Proof,
            b'l' => Obstacle::Limits,
            b'y' => Obstacle::Facility(Facility::from_tag(self.byte()?)?),
            tag => return Err(WireError::UnknownTag(tag)),
        })
    }
}
