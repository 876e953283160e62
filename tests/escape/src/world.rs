use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::context::c_path;
use crate::sys::syscall;

/// What the harness has laid out, and where. Nothing in it is secret: a server may know where
/// everything is and still must not get at it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct World {
    pub base: PathBuf,
    pub person: Person,
    /// The number of the person's network namespace.
    pub network: u64,
    /// The parent of a server that runs under no keeper is the harness itself.
    pub kept: bool,
    /// A block device of the host.
    pub disk: Option<PathBuf>,
    /// The number of that device.
    pub disk_number: Option<u64>,
    /// `name_to_handle_at(2)` of the secret, taken by the harness: its type and its bytes.
    pub handle: Option<(i32, Vec<u8>)>,
    /// A copy of this program that belongs to root and has the set-user-id bit, and one that has a
    /// file capability, both where the server may execute them.
    pub privileged: Option<Privileged>,
}

/// Programs that carry privileges, and a file that only they can read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Privileged {
    pub set_user_id: PathBuf,
    pub capable: PathBuf,
    pub secret: PathBuf,
}

/// A process of the same user outside of the sandbox, with much to steal.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Person {
    pub pid: i32,
    /// Where the secret lies in its memory.
    pub address: u64,
    /// Its descriptor of the secret.
    pub descriptor: i32,
    pub tcp4: u16,
    pub tcp6: Option<u16>,
    pub udp: u16,
    pub vsock: Option<u32>,
    /// Name of an abstract socket.
    pub abstract_name: String,
    /// The one of a session bus on an abstract socket.
    pub abstract_datagram: String,
    pub key: Option<i32>,
    /// Key of a System V segment, semaphore and message queue.
    pub system_v: i32,
    /// Name of a POSIX queue and of a POSIX segment, without the slash.
    pub posix: String,
    pub terminal: Option<PathBuf>,
}

/// The name of the folder granted read-write; the letter is composed.
const GRANTED: &str = "granted-\u{e9}";

/// Folders beside the granted one with names that a careless comparison takes for its own.
pub const SPELLINGS: [(&str, &str); 9] = [
    ("sibling-prefix", "granted-\u{e9}-evil"),
    ("trailing-quote", "granted-\u{e9}\""),
    ("trailing-space", "granted-\u{e9} "),
    ("trailing-dot", "granted-\u{e9}."),
    ("letter-case", "GRANTED-\u{c9}"),
    ("decomposed-letter", "granted-e\u{301}"),
    ("percent-backslash", "granted-\u{e9}%5C.."),
    ("trailing-backslash", "granted-\u{e9}\\"),
    ("trailing-newline", "granted-\u{e9}\n"),
];

impl World {
    /// Granted read-write.
    pub fn granted(&self) -> PathBuf {
        self.base.join(GRANTED)
    }

    /// Granted to be read.
    pub fn readonly(&self) -> PathBuf {
        self.base.join("readonly")
    }

    /// Granted read-write at first and taken back later.
    pub fn revoked(&self) -> PathBuf {
        self.base.join("revoked")
    }

    /// Granted read-write at first and taken back while the server is writing to a file in it.
    pub fn busy(&self) -> PathBuf {
        self.base.join("busy")
    }

    /// Granted read-write at first and to be read later.
    pub fn narrowed(&self) -> PathBuf {
        self.base.join("narrowed")
    }

    /// Not granted.
    pub fn secret(&self) -> PathBuf {
        self.base.join("secret")
    }

    /// The server's own home.
    pub fn home(&self) -> PathBuf {
        self.base.join("homes/own")
    }

    /// Another server's home.
    pub fn other_home(&self) -> PathBuf {
        self.base.join("homes/other")
    }

    /// The home of the person whose files these are.
    pub fn person_home(&self) -> PathBuf {
        self.base.join("person")
    }

    /// What the app keeps of its own.
    pub fn app_data(&self) -> PathBuf {
        self.base.join("person/.local/share/paddock")
    }

    pub fn canary(&self) -> PathBuf {
        self.base.join("canary")
    }

    /// Where this program stands; to be read.
    pub fn program(&self) -> PathBuf {
        self.base.join("program/paddock-escape")
    }

    /// A program that is not granted; it prints the secret.
    pub fn hidden_program(&self) -> PathBuf {
        self.secret().join("program")
    }

    pub fn agent_socket(&self) -> PathBuf {
        self.base.join("run/agent.sock")
    }

    pub fn bus_socket(&self) -> PathBuf {
        self.base.join("run/bus")
    }

    pub fn display_socket(&self) -> PathBuf {
        self.base.join("run/X0")
    }

    pub fn datagram_socket(&self) -> PathBuf {
        self.base.join("run/log")
    }

    /// The folder that a careless comparison takes for the granted one.
    pub fn spelled(&self, probe: &str) -> PathBuf {
        let found = SPELLINGS.iter().find(|(name, _)| *name == probe);
        self.base.join(found.map_or("", |(_, folder)| folder))
    }

    /// A file of its own for a probe in `folder`, holding the secret.
    pub fn victim(folder: &Path, probe: &str) -> PathBuf {
        folder.join("victims").join(probe)
    }

    /// A file of its own for a probe in `folder` that is not there yet.
    pub fn fresh(folder: &Path, probe: &str) -> PathBuf {
        folder.join("fresh").join(probe)
    }

    /// A link that the harness has put into the granted folder.
    pub fn link(&self, probe: &str) -> PathBuf {
        self.granted().join("links").join(probe)
    }

    /// All links and where they lead. Links named after a probe are followed by that probe.
    pub fn links(&self) -> Vec<(PathBuf, PathBuf)> {
        let victim = |probe| Self::victim(&self.secret(), probe);
        let relative = |probe: &str| Path::new("../../secret/victims").join(probe);
        vec![
            (self.link("link-absolute"), victim("link-absolute")),
            (self.link("link-relative"), relative("link-relative")),
            (self.link("link-chained"), "link-chained-2".into()),
            (self.link("link-chained-2"), self.link("link-chained-3")),
            (self.link("link-chained-3"), relative("link-chained")),
            (self.link("link-in-the-middle"), self.secret()),
            (self.link("link-to-the-top"), "/".into()),
            (self.link("link-to-own-root"), "/proc/self/root".into()),
            (self.link("link-dangling"), Self::fresh(&self.secret(), "link-dangling")),
            (self.link("link-written-through"), victim("link-written-through")),
            (self.link("link-to-read-only"), self.readonly()),
            (self.link("link-to-socket"), self.agent_socket()),
            (self.readonly().join("link"), victim("link-in-read-only")),
        ]
    }
}

/// `name_to_handle_at(2)`, `None` where the filesystem has no handles.
pub fn handle_of(path: &Path) -> Option<(i32, Vec<u8>)> {
    let path = c_path(path).ok()?;
    let mut handle = [0_u32; 2 + 32];
    handle[0] = 128;
    let mut mount = 0_i32;
    let (at, start) = (libc::AT_FDCWD, handle.as_mut_ptr());
    syscall!(libc::SYS_name_to_handle_at, at, &*path, start, &raw mut mount, 0).ok()?;
    let bytes = handle[2..].iter().flat_map(|word| word.to_ne_bytes());
    Some((handle[1].cast_signed(), bytes.take(handle[0] as usize).collect()))
}
