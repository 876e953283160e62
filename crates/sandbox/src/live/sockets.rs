//! Where a server may make sockets: in its own home, and in its own `/tmp`.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use paddock_core::RootEntry;
use paddock_sandbox::Policy;

const TMP: &str = "/tmp";

pub(super) struct Sockets {
    /// A folder of the host's that is mounted in `/tmp` is beneath it, to Landlock, and may be
    /// another server's too. With one from the start, there are none in `/tmp`; with sockets there, none
    /// that can be written comes later.
    in_tmp: bool,
}

impl Sockets {
    pub(super) fn of(policy: &Policy) -> Self {
        Self { in_tmp: !policy.folders.iter().any(is_in_tmp) }
    }

    pub(super) fn places(&self, policy: &Policy) -> Vec<CString> {
        let tmp = self.in_tmp.then_some(Path::new(TMP));
        let places = [policy.home.as_path()].into_iter().chain(tmp);
        // Cannot fail: no path with NUL comes over the wire.
        places.filter_map(|place| CString::new(place.as_os_str().as_bytes()).ok()).collect()
    }

    /// Whether one could be made in the folder.
    pub(super) fn could_be_in(&self, entry: &RootEntry) -> bool {
        self.in_tmp && entry.access.writes() && is_in_tmp(entry)
    }
}

fn is_in_tmp(entry: &RootEntry) -> bool {
    entry.root.path.as_path().starts_with(TMP)
}
