//! From a call that waits to a request, with copies of all that its caller could change.

use std::os::unix::ffi::OsStringExt as _;

use rustix::io::Errno;

use super::calls::{At, Call, Kind, Written, changes};
use super::message::{Act, Name, Request, Times};
use crate::attempts::{Caller, Notification};

/// What `openat2(2)` was made with: flags, mode and how to resolve, 64 bits each.
const HOW_SIZE: u64 = 24;

pub(super) struct Reader<'call> {
    notification: &'call Notification,
    caller: Caller,
}

impl<'call> Reader<'call> {
    pub(super) fn new(notification: &'call Notification) -> Self {
        Self { notification, caller: Caller(notification.thread) }
    }

    /// `first` is another path in place of the first one.
    pub(super) fn request(&self, number: u64, first: Option<&[u8]>) -> Result<Request, Errno> {
        let call = Call::numbered(self.notification.call).ok_or(Errno::NOSYS)?;
        let plain = |act, name| Request {
            number,
            act,
            flags: 0,
            mode: 0,
            extra: 0,
            umask: 0,
            may_wait: false,
            first: name,
            second: None,
        };
        let at = |at: At| self.name(at, first);
        let int = |index: usize| self.int(index);
        let flags = |index: Option<usize>| index.map_or(0, int);
        let mode = |index: usize| int(index).cast_unsigned() & 0o7777;
        Ok(match call.kind {
            Kind::Open { path, flags, mode: with } => {
                Request { flags: int(flags), mode: mode(with), ..plain(Act::Open, at(path)?) }
            }
            Kind::Create { path, mode: with } => {
                let flags = libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC;
                Request { flags, mode: mode(with), ..plain(Act::Open, at(path)?) }
            }
            Kind::OpenHow => {
                let path = At { folder: Some(0), path: 1 };
                let how = self.how()?;
                let name =
                    if how.resolve == 0 { at(path)? } else { self.rooted(path, how.resolve)? };
                let How { flags, mode, resolve } = how;
                Request { flags, mode, extra: resolve, ..plain(Act::OpenHow, name) }
            }
            Kind::MakeFolder { path, mode: with } => {
                Request { mode: mode(with), ..plain(Act::MakeFolder, at(path)?) }
            }
            Kind::MakeNode { path, mode, device } => {
                let extra = u64::from(int(device).cast_unsigned());
                let mode = int(mode).cast_unsigned() & 0o177_777;
                Request { mode, extra, ..plain(Act::MakeNode, at(path)?) }
            }
            Kind::MakeLink { target, path } => {
                let target = Name { base: None, path: self.text(target)? };
                Request { second: Some(target), ..plain(Act::MakeLink, at(path)?) }
            }
            Kind::Link { from, to, flags: with } => {
                let may_be_open = flags(with) & libc::AT_EMPTY_PATH != 0;
                let from = if may_be_open { self.first_or_open(from)? } else { at(from)? };
                let second = Some(self.name(to, None)?);
                Request { flags: flags(with), second, ..plain(Act::Link, from) }
            }
            Kind::Rename { from, to, flags: with } => {
                let second = Some(self.name(to, None)?);
                Request { flags: flags(with), second, ..plain(Act::Rename, at(from)?) }
            }
            Kind::Remove { path, flags: with } => {
                Request { flags: flags(with), ..plain(Act::Remove, at(path)?) }
            }
            Kind::RemoveFolder { path } => {
                Request { flags: libc::AT_REMOVEDIR, ..plain(Act::Remove, at(path)?) }
            }
            Kind::Truncate { path, length } => {
                let extra = self.notification.arguments[length];
                Request { extra, ..plain(Act::Truncate, at(path)?) }
            }
            Kind::ChangeMode { path, mode: with, flags: how } => {
                let may_be_open = flags(how) & libc::AT_EMPTY_PATH != 0;
                let name = if may_be_open { self.first_or_open(path)? } else { at(path)? };
                Request { flags: flags(how), mode: mode(with), ..plain(Act::ChangeMode, name) }
            }
            Kind::ChangeModeOfOpen { file, mode: with } => {
                Request { mode: mode(with), ..plain(Act::ChangeMode, self.open(int(file))?) }
            }
            Kind::ChangeTimes { path, times, written, flags: how } => {
                let name = self.first_or_none(path, flags(how), first)?;
                let times = Name { base: None, path: self.times(times, written)? };
                Request { flags: flags(how), second: Some(times), ..plain(Act::ChangeTimes, name) }
            }
            Kind::ChangeOwner { path, owner, flags: how, follows } => {
                let nofollow = if follows { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
                let may_be_open = flags(how) & libc::AT_EMPTY_PATH != 0;
                let name = if may_be_open { self.first_or_open(path)? } else { at(path)? };
                let (flags, extra) = (flags(how) | nofollow, self.owner(owner));
                Request { flags, extra, ..plain(Act::ChangeOwner, name) }
            }
            Kind::ChangeOwnerOfOpen { file, owner } => Request {
                extra: self.owner(owner),
                ..plain(Act::ChangeOwner, self.open(int(file))?)
            },
            Kind::Umask => return Err(Errno::NOSYS),
        })
    }

    /// What is open, where there is no path at all.
    fn first_or_none(&self, at: At, flags: i32, first: Option<&[u8]>) -> Result<Name, Errno> {
        if self.notification.arguments[at.path] == 0
            && let Some(folder) = at.folder
        {
            return self.open(self.int(folder));
        }
        let may_be_open = flags & libc::AT_EMPTY_PATH != 0;
        if may_be_open { self.first_or_open(at) } else { self.name(at, first) }
    }

    fn owner(&self, index: usize) -> u64 {
        let of = |index: usize| u64::from(self.int(index).cast_unsigned());
        of(index + 1) << 32 | of(index)
    }

    /// Empty for now.
    fn times(&self, index: usize, written: Written) -> Result<Vec<u8>, Errno> {
        let address = self.notification.arguments[index];
        if address == 0 {
            return Ok(Vec::new());
        }
        let bytes: Times = match written {
            Written::WithNanoseconds => self.caller.bytes(address).ok_or(Errno::FAULT)?,
            Written::WithMicroseconds => {
                let mut times: Times = self.caller.bytes(address).ok_or(Errno::FAULT)?;
                for part in [8, 24] {
                    let micros = number_in(&times, part);
                    if micros >= 1_000_000 {
                        return Err(Errno::INVAL);
                    }
                    times[part..part + 8].copy_from_slice(&(micros * 1000).to_ne_bytes());
                }
                times
            }
            Written::AsSeconds => {
                let seconds: [u8; 16] = self.caller.bytes(address).ok_or(Errno::FAULT)?;
                let mut times = [0; 32];
                times[..8].copy_from_slice(&seconds[..8]);
                times[16..24].copy_from_slice(&seconds[8..]);
                times
            }
        };
        Ok(bytes.to_vec())
    }

    fn how(&self) -> Result<How, Errno> {
        let size = self.notification.arguments[3];
        if size < HOW_SIZE {
            return Err(Errno::INVAL);
        }
        if size > HOW_SIZE {
            return Err(Errno::TOOBIG);
        }
        let how: [u8; 24] =
            self.caller.bytes(self.notification.arguments[2]).ok_or(Errno::FAULT)?;
        let number = |index: usize| number_in(&how, index);
        let flags = u32::try_from(number(0)).map_err(|_| Errno::INVAL)?.cast_signed();
        let mode = u32::try_from(number(8)).map_err(|_| Errno::INVAL)?;
        Ok(How { flags, mode, resolve: number(16) })
    }

    /// Where even an absolute path may start from a folder, and none leads to another process.
    fn rooted(&self, at: At, resolve: u64) -> Result<Name, Errno> {
        const ROOTED: [u64; 2] = [8, 16];
        let path = self.text(at.path)?;
        let is_rooted = ROOTED.iter().any(|flag| resolve & flag != 0);
        let folder = at.folder.map(|index| self.int(index));
        let needs_base = is_rooted || !path.starts_with(b"/");
        let base = if needs_base { Some(self.caller.point_to(folder)?) } else { None };
        if path.is_empty() { Err(Errno::NOENT) } else { Ok(Name { base, path }) }
    }

    fn first_or_open(&self, at: At) -> Result<Name, Errno> {
        if self.text(at.path)?.is_empty() {
            return self.open(at.folder.map_or(libc::AT_FDCWD, |index| self.int(index)));
        }
        self.name(at, None)
    }

    /// What the caller has open, by no path.
    fn open(&self, descriptor: i32) -> Result<Name, Errno> {
        Ok(Name { base: Some(self.caller.point_to(Some(descriptor))?), path: Vec::new() })
    }

    fn name(&self, at: At, instead: Option<&[u8]>) -> Result<Name, Errno> {
        let path = match instead {
            Some(path) => path.to_vec(),
            None => self.text(at.path)?,
        };
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        if let Some((descriptor, rest)) = own_descriptor(&path) {
            let base = self.caller.point_to(descriptor).map_err(|_| Errno::NOENT)?;
            return Ok(Name { base: Some(base), path: rest.to_vec() });
        }
        let base = if path.starts_with(b"/") {
            None
        } else {
            let folder = at.folder.map(|index| self.int(index));
            Some(self.caller.point_to(folder)?)
        };
        Ok(Name { base, path })
    }

    fn text(&self, index: usize) -> Result<Vec<u8>, Errno> {
        let path = self.caller.path(self.notification.arguments[index]).ok_or(Errno::FAULT)?;
        Ok(path.into_os_string().into_vec())
    }

    /// All that the kernel takes of an `int`.
    fn int(&self, index: usize) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "that is what it is for")]
        let half = self.notification.arguments[index] as u32;
        half.cast_signed()
    }
}

pub(super) fn number_in(bytes: &[u8], index: usize) -> u64 {
    let number = bytes.get(index..).and_then(<[u8]>::first_chunk);
    number.map_or(0, |bytes| u64::from_ne_bytes(*bytes))
}

/// The structure of `openat2(2)`.
struct How {
    flags: i32,
    mode: u32,
    resolve: u64,
}

/// Whether this call is one to be carried out.
pub(super) fn is_named(notification: &Notification) -> bool {
    let flags = |index: usize| Reader::new(notification).int(index);
    Call::numbered(notification.call).is_some_and(|call| {
        if let Kind::Open { flags: index, .. } = call.kind {
            changes(flags(index))
        } else {
            !matches!(call.kind, Kind::Umask)
        }
    })
}

/// Whether it changes what a file is besides its content.
pub(super) fn changes_metadata(notification: &Notification) -> bool {
    Call::numbered(notification.call).is_some_and(|call| call.kind.changes_metadata())
}

pub(super) fn is_umask(notification: &Notification) -> bool {
    Call::numbered(notification.call).is_some_and(|call| matches!(call.kind, Kind::Umask))
}

/// What a path of the caller's own stands for that no other process may resolve: a descriptor, or
/// `None` for its working folder; and the path from there, empty for just that.
fn own_descriptor(path: &[u8]) -> Option<(Option<i32>, &[u8])> {
    for (name, number) in [("stdin", 0), ("stdout", 1), ("stderr", 2)] {
        if path.strip_prefix(b"/dev/") == Some(name.as_bytes()) {
            return Some((Some(number), b""));
        }
    }
    let own = [&b"/proc/self/"[..], b"/proc/thread-self/"]
        .iter()
        .find_map(|start| path.strip_prefix(*start));
    if let Some(rest) = own.and_then(|own| own.strip_prefix(b"cwd/")) {
        return Some((None, rest)).filter(|(_, rest)| !rest.is_empty());
    }
    let numbered = path.strip_prefix(b"/dev/fd/").or_else(|| own?.strip_prefix(b"fd/"))?;
    let end = numbered.iter().position(|&byte| byte == b'/').unwrap_or(numbered.len());
    let (number, rest) = numbered.split_at(end);
    let number: i32 = str::from_utf8(number).ok()?.parse().ok().filter(|number| *number >= 0)?;
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    let first = rest.iter().position(|&byte| byte != b'/').unwrap_or(rest.len());
    Some((Some(number), &rest[first..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_to_what_the_caller_has_open_are_known() {
        type Start = (Option<i32>, &'static str);
        let cases: [(&str, Option<Start>); 12] = [
            ("/proc/self/fd/3", Some((Some(3), ""))),
            ("/proc/thread-self/fd/3/a/b", Some((Some(3), "a/b"))),
            ("/proc/self/fd/3//a", Some((Some(3), "a"))),
            ("/proc/self/cwd/a", Some((None, "a"))),
            ("/dev/fd/12", Some((Some(12), ""))),
            ("/dev/stderr", Some((Some(2), ""))),
            ("/dev/stderr/a", None),
            ("/proc/self/fd/-1", None),
            ("/proc/self/fd/x", None),
            ("/proc/self/root/a", None),
            ("/proc/1/fd/3", None),
            ("/proc/self/fd/", None),
        ];
        for (path, expected) in cases {
            let expected = expected.map(|(number, rest)| (number, rest.as_bytes()));
            assert_eq!(own_descriptor(path.as_bytes()), expected, "{path}");
        }
    }
}
