//! What a call that waits keeps in its caller's memory and in `/proc`.

use std::ffi::OsString;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use libc::{c_void, iovec};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::Errno;
use rustix::process::Pid;

/// With the NUL byte at its end (`limits.h`).
const PATH_MAX: usize = 4096;
/// The smallest there is: memory is readable or not by the page.
const PAGE: usize = 4096;

/// A thread whose call waits.
#[derive(Clone, Copy)]
pub(crate) struct Caller(pub(crate) Pid);

impl Caller {
    /// The path at `address`. `None` if there is none, or one too long for the kernel too.
    pub(crate) fn path(self, address: u64) -> Option<PathBuf> {
        let address = usize::try_from(address).ok().filter(|&address| address != 0)?;
        let mut bytes = vec![0; PATH_MAX];
        // What comes after the path may not be readable.
        let to_page_end = PAGE - address % PAGE;
        let first = self.read(address, &mut bytes[..to_page_end])?;
        let end = match end(&bytes[..first]) {
            Some(end) => end,
            None if first == to_page_end && first < PATH_MAX => {
                let next = self.read(address.checked_add(first)?, &mut bytes[first..])?;
                end(&bytes[..first + next])?
            }
            None => return None,
        };
        bytes.truncate(end);
        Some(OsString::from_vec(bytes).into())
    }

    pub(super) fn number(self, address: u64) -> Option<u64> {
        let mut bytes = [0; size_of::<u64>()];
        let read = self.read(usize::try_from(address).ok()?, &mut bytes)?;
        (read == bytes.len()).then_some(u64::from_ne_bytes(bytes))
    }

    /// The folder that a relative path starts from, as the caller sees it: its own, or the one open
    /// as `descriptor`.
    pub(super) fn folder(self, descriptor: Option<i32>) -> Option<PathBuf> {
        let thread = self.0.as_raw_pid();
        let link = match descriptor {
            None | Some(libc::AT_FDCWD) => format!("/proc/{thread}/cwd"),
            Some(descriptor) => format!("/proc/{thread}/fd/{descriptor}"),
        };
        fs::read_link(link).ok().filter(|folder| folder.is_absolute())
    }

    /// A pointer to what a relative path starts from, whatever it is: the caller's working folder, or
    /// what it has open as `descriptor`.
    pub(crate) fn point_to(self, descriptor: Option<i32>) -> Result<OwnedFd, Errno> {
        let thread = self.0.as_raw_pid();
        let link = match descriptor {
            None | Some(libc::AT_FDCWD) => format!("/proc/{thread}/cwd"),
            Some(descriptor) => format!("/proc/{thread}/fd/{descriptor}"),
        };
        let opened = open(link, OFlags::PATH | OFlags::CLOEXEC, Mode::empty());
        opened.map_err(|errno| if errno == Errno::NOENT { Errno::BADF } else { errno })
    }

    /// The permissions that what it makes does not get.
    pub(crate) fn umask(self) -> Option<u32> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.as_raw_pid())).ok()?;
        let umask = status.lines().find_map(|line| line.strip_prefix("Umask:"))?;
        u32::from_str_radix(umask.trim(), 8).ok()
    }

    /// As many bytes at `address` as there are; `None` if none can be read.
    pub(crate) fn bytes<const N: usize>(self, address: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        let read = self.read(usize::try_from(address).ok()?, &mut bytes)?;
        (read == N).then_some(bytes)
    }

    fn read(self, address: usize, bytes: &mut [u8]) -> Option<usize> {
        let local = iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
        let remote = iovec { iov_base: address as *mut c_void, iov_len: bytes.len() };
        #[expect(unsafe_code, reason = "rustix has no `process_vm_readv`")]
        // SAFETY: at most as many bytes are written as the slice has. The other address is looked
        // up in the other process's memory only.
        let read = unsafe {
            let (local, remote) = (&raw const local, &raw const remote);
            libc::process_vm_readv(self.0.as_raw_pid(), local, 1, remote, 1, 0)
        };
        usize::try_from(read).ok()
    }
}

fn end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == 0)
}
