//! Values into a frame.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use paddock_core::{Access, Identity, Part, Root, RootEntry};

use super::Tagged as _;
use crate::wire::{FRAME_LIMIT, Obstacle, WireError};
use crate::{
    Attempt, Bounds, ByGroup, Capabilities, DeniedBy, Finding, Launch, NameAnswer, Policy, Proof,
};

pub(super) struct Writer {
    frame: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { frame: vec![0; 4] }
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.frame.push(byte);
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    pub(super) fn number(&mut self, number: u32) {
        self.frame.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn long(&mut self, number: u64) {
        self.frame.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn signed(&mut self, number: i32) {
        self.frame.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn count(&mut self, count: usize) -> Result<(), WireError> {
        self.number(u32::try_from(count).map_err(|_| WireError::TooLarge { size: count })?);
        Ok(())
    }

    pub(super) fn text(&mut self, text: &OsStr) -> Result<(), WireError> {
        let bytes = text.as_bytes();
        if bytes.contains(&0) {
            return Err(WireError::Nul);
        }
        self.count(bytes.len())?;
        self.frame.extend_from_slice(bytes);
        Ok(())
    }

    pub(super) fn path(&mut self, path: &Path) -> Result<(), WireError> {
        self.text(path.as_os_str())
    }

    pub(super) fn list<T>(
        &mut self,
        items: &[T],
        mut item: impl FnMut(&mut Self, &T) -> Result<(), WireError>,
    ) -> Result<(), WireError> {
        self.count(items.len())?;
        items.iter().try_for_each(|it| item(self, it))
    }

    pub(super) fn option<T>(
        &mut self,
        value: Option<&T>,
        write: impl FnOnce(&mut Self, &T) -> Result<(), WireError>,
    ) -> Result<(), WireError> {
        self.flag(value.is_some());
        value.map_or(Ok(()), |value| write(self, value))
    }

    pub(super) fn launch(&mut self, launch: &Launch) -> Result<(), WireError> {
        self.path(&launch.program)?;
        self.path(&launch.cwd)?;
        self.list(&launch.args, |out, arg| out.text(arg))?;
        self.list(&launch.env, |out, (name, value)| {
            out.text(name)?;
            out.text(value)
        })?;
        self.option(launch.policy.as_ref(), Self::policy)?;
        self.bounds(&launch.bounds)
    }

    fn bounds(&mut self, bounds: &Bounds) -> Result<(), WireError> {
        self.number(bounds.limits.processes);
        self.option(bounds.limits.memory.as_ref(), |out, most| {
            out.number(*most);
            Ok(())
        })?;
        self.by_group(bounds.by_group);
        Ok(())
    }

    fn by_group(&mut self, by_group: ByGroup) {
        self.flag(by_group.processes);
        self.flag(by_group.memory);
    }

    pub(super) fn policy(&mut self, policy: &Policy) -> Result<(), WireError> {
        self.byte(policy.tier.tag());
        self.byte(policy.network.tag());
        self.ports(&policy.ports)?;
        self.byte(policy.attempts.tag());
        self.list(&policy.folders, Self::folder)?;
        self.list(&policy.readable, Self::part)?;
        self.list(&policy.links, |out, link| {
            out.path(&link.path)?;
            out.path(&link.target)
        })?;
        self.list(&policy.reserved, |out, path| out.path(path))?;
        self.list(&policy.programs, |out, path| out.path(path))?;
        self.path(&policy.home)?;
        self.path(&policy.canary)?;
        self.list(&policy.data, |out, path| out.path(path))?;
        self.list(&policy.kept_out, |out, path| out.path(path))
    }

    pub(super) fn answered(&mut self, answered: &NameAnswer) -> Result<(), WireError> {
        self.text(answered.name.as_ref())?;
        self.option(answered.address.as_ref(), |out, address| {
            out.frame.extend_from_slice(&address.octets());
            Ok(())
        })?;
        self.signed(answered.errno);
        Ok(())
    }

    pub(super) fn folder(&mut self, entry: &RootEntry) -> Result<(), WireError> {
        let RootEntry { root: Root { path, identity }, access } = entry;
        self.path(path.as_path())?;
        self.identity(identity)?;
        self.byte(match access {
            Access::Read => b'r',
            Access::WriteGuarded => b'g',
            Access::WriteCommits => b'c',
            Access::ReadWrite => b'w',
        });
        Ok(())
    }

    fn identity(&mut self, identity: &Identity) -> Result<(), WireError> {
        self.long(identity.device);
        self.long(identity.inode);
        self.option(identity.born.as_ref(), |out, born| {
            out.long(born.cast_unsigned());
            Ok(())
        })
    }

    fn part(&mut self, part: &Part) -> Result<(), WireError> {
        self.byte(part.need.tag());
        self.path(&part.path)?;
        self.option(part.own.as_ref(), |out, own| {
            out.identity(&own.identity)?;
            out.number(own.files);
            out.long(own.bytes);
            out.flag(own.all);
            out.list(&own.hidden, |out, path| out.path(path))
        })
    }

    pub(super) fn capabilities(&mut self, capabilities: &Capabilities) -> Result<(), WireError> {
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
        self.flag(capabilities.destinations);
        self.flag(capabilities.abstract_sockets_kept);
        self.flag(capabilities.processes_limited);
        self.by_group(capabilities.by_group);
        self.flag(capabilities.attempts);
        self.list(&capabilities.gaps, |out, gap| {
            out.byte(gap.tag());
            Ok(())
        })
    }

    pub(super) fn proof(&mut self, proof: &Proof) -> Result<(), WireError> {
        self.long(proof.change);
        self.flag(proof.rest_follows);
        self.number(proof.open_handles);
        self.list(&proof.findings, Self::finding)?;
        self.list(&proof.withheld, |out, withheld| {
            out.signed(withheld.errno);
            out.path(&withheld.path)
        })?;
        self.list(&proof.passages, |out, passage| {
            out.byte(passage.way.tag());
            out.byte(passage.found.tag());
            out.signed(passage.errno);
            Ok(())
        })
    }

    pub(super) fn port(&mut self, port: u16) {
        self.frame.extend_from_slice(&port.to_le_bytes());
    }

    pub(super) fn ports(&mut self, ports: &[u16]) -> Result<(), WireError> {
        self.list(ports, |out, port| {
            out.port(*port);
            Ok(())
        })
    }

    pub(super) fn finding(&mut self, finding: &Finding) -> Result<(), WireError> {
        self.byte(finding.expected.tag());
        self.byte(finding.found.tag());
        self.signed(finding.errno);
        self.path(&finding.path)
    }

    fn denied_by(&mut self, by: DeniedBy) {
        match by {
            DeniedBy::Grants => self.byte(b'g'),
            DeniedBy::Guard => self.byte(b'r'),
            DeniedBy::Program => self.byte(b'p'),
            DeniedBy::Content(doubt) => {
                self.byte(b'c');
                self.byte(doubt.number());
            }
        }
    }

    pub(super) fn attempt(&mut self, attempt: &Attempt) -> Result<(), WireError> {
        self.flag(attempt.write);
        self.denied_by(attempt.denied_by);
        self.option(attempt.held.as_ref(), |out, held| {
            out.long(*held);
            Ok(())
        })?;
        self.path(&attempt.path)
    }

    pub(super) fn obstacle(&mut self, obstacle: Obstacle) {
        match obstacle {
            Obstacle::Folder => self.byte(b'f'),
            Obstacle::Program => self.byte(b'p'),
            Obstacle::Interpreter => self.byte(b'i'),
            Obstacle::Keeper => self.byte(b'k'),
            Obstacle::Proof => self.byte(b'o'),
            Obstacle::Limits => self.byte(b'l'),
            Obstacle::Facility(facility) => {
                self.byte(b'y');
                self.byte(facility.tag());
            }
        }
    }

    pub(super) fn into_frame(mut self) -> Result<Vec<u8>, WireError> {
        let size = self.frame.len() - 4;
        if size > FRAME_LIMIT {
            return Err(WireError::TooLarge { size });
        }
        let length = u32::try_from(size).map_err(|_| WireError::TooLarge { size })?;
        self.frame[..4].copy_from_slice(&length.to_le_bytes());
        Ok(self.frame)
    }
}
