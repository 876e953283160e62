//! One broker acts at a time on a filesystem: another session's could change what stands at a name
//! between a look at it and an act.

use std::cell::Cell;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::io::{Errno, retry_on_intr};

/// Beside the homes of servers, where none of them gets.
const NAME: &str = "turns.lock";

/// How often something may be found on another filesystem than a moment ago.
const TRIES: u32 = 8;

/// Each byte of a file that all brokers have open stands for one filesystem.
#[derive(Debug)]
pub(super) struct Turns {
    file: OwnedFd,
    held: Cell<Option<i64>>,
}

impl Turns {
    /// Those of all sessions whose homes lie beside `home`.
    pub(super) fn beside(home: &Path) -> io::Result<Self> {
        let path = home.parent().ok_or(io::ErrorKind::InvalidInput)?.join(NAME);
        let mut options = OpenOptions::new();
        options.write(true).create(true).mode(0o600).custom_flags(libc::O_NOFOLLOW);
        Ok(Self { file: options.open(path)?.into(), held: Cell::new(None) })
    }

    /// Waits for the turn on the filesystem where something is found, and finds it once more then: it
    /// may have been moved. The turn is kept until [`leave`](Self::leave).
    pub(super) fn take_where<Found>(
        &self,
        find: impl Fn() -> Result<Found, Errno>,
        device: impl Fn(&Found) -> Result<u64, Errno>,
    ) -> Result<Found, Errno> {
        for _ in 0..TRIES {
            let wanted = device(&find()?)?;
            self.take(wanted)?;
            let found = find()?;
            if device(&found)? == wanted {
                return Ok(found);
            }
            self.leave()?;
        }
        Err(Errno::AGAIN)
    }

    pub(super) fn is_taken(&self) -> bool {
        self.held.get().is_some()
    }

    /// Waits for it. One at a time: nobody waits for somebody who waits.
    pub(super) fn take(&self, device: u64) -> Result<(), Errno> {
        let byte = (device & (i64::MAX as u64 >> 1)).cast_signed();
        match self.held.get() {
            Some(held) if held == byte => return Ok(()),
            Some(_) => return Err(Errno::XDEV),
            None => {}
        }
        self.set(libc::F_WRLCK, byte)?;
        self.held.set(Some(byte));
        Ok(())
    }

    pub(super) fn leave(&self) -> Result<(), Errno> {
        self.held.take().map_or(Ok(()), |byte| self.set(libc::F_UNLCK, byte))
    }

    #[expect(unsafe_code, reason = "rustix has no locks of parts of a file")]
    fn set(&self, kind: libc::c_int, byte: i64) -> Result<(), Errno> {
        let lock = libc::flock {
            l_type: kind.try_into().map_err(|_| Errno::INVAL)?,
            l_whence: 0,
            l_start: byte,
            l_len: 1,
            l_pid: 0,
        };
        retry_on_intr(|| {
            // SAFETY: the kernel only reads what it is pointed at, which lives as long as the call.
            let result =
                unsafe { libc::fcntl(self.file.as_raw_fd(), libc::F_OFD_SETLKW, &raw const lock) };
            if result == 0 { Ok(()) } else { Err(last_errno()) }
        })
    }
}

impl AsFd for Turns {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

fn last_errno() -> Errno {
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn one_at_a_time_acts_on_a_filesystem() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("7");
        let (one, other) = (Turns::beside(&home).unwrap(), Turns::beside(&home).unwrap());
        one.take(5).unwrap();
        one.take(5).unwrap();
        assert_eq!(one.take(6), Err(Errno::XDEV));
        other.take(6).unwrap();
        other.leave().unwrap();
        let (taken, is_taken) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                other.take(5).unwrap();
                taken.send(()).unwrap();
                other.leave().unwrap();
            });
            assert!(is_taken.try_recv().is_err());
            one.leave().unwrap();
            is_taken.recv().unwrap();
        });
        one.take(5).unwrap();
    }

    #[test]
    fn what_counts_is_where_it_is_once_the_turn_has_come() {
        let folder = tempfile::tempdir().unwrap();
        let turns = Turns::beside(&folder.path().join("7")).unwrap();
        // On another filesystem at first, and moved there while nobody had a turn.
        let devices = Cell::new([1, 2, 2, 2].as_slice());
        let find = || {
            let [device, rest @ ..] = devices.get() else { return Err(Errno::NOENT) };
            devices.set(rest);
            Ok((*device, rest.len()))
        };
        assert_eq!(turns.take_where(find, |(device, _)| Ok(*device)), Ok((2, 0)));
        assert_eq!(turns.held.get(), Some(2));
        turns.leave().unwrap();
        let moves = Cell::new(0);
        let never = || Ok(moves.replace(moves.get() + 1));
        assert_eq!(turns.take_where(never, |device| Ok(*device)), Err(Errno::AGAIN));
        assert!(!turns.is_taken());
    }
}
