//! Races between somebody who looks a path up and somebody who changes what it means.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde::{Deserialize, Serialize};

use crate::sys::{descriptor, syscall};
use crate::{Failed, World};

/// How often a path is opened, unless that takes too long.
const ROUNDS: u64 = 100_000;

/// How long a race goes on at most.
const BUDGET: Duration = Duration::from_secs(30);

/// What the file inside begins with.
const INSIDE: &[u8] = b"granted";

/// What is changed while it is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Race {
    /// The bytes of the path in memory.
    Bytes,
    /// Where a link leads.
    Link,
    /// A folder on the way, which trades places with a link.
    Folder,
}

/// What came of a race.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raced {
    /// How often the file inside was opened.
    pub inside: u64,
    /// How often nothing was.
    pub refused: u64,
    /// How often something else was read.
    pub outside: u64,
    /// What that was.
    pub evidence: Option<String>,
    /// How often something was opened to be written.
    pub written: u64,
}

/// Looks the path up, to read and to write in turns, while another thread changes what it means.
pub fn race(world: &World, race: Race) -> Result<Raced, Failed> {
    let arena = world.granted().join("race");
    fs::create_dir_all(&arena)?;
    let [inside, outside] =
        equally_long([world.granted().join("file.txt"), world.secret().join("secret.txt")]);
    match race {
        Race::Bytes => {
            let path = Bytes::new(&inside);
            Ok(look_up(&path, |path| {
                path.set(&outside);
                thread::yield_now();
                path.set(&inside);
            }))
        }
        Race::Link => {
            let (link, next) = (arena.join("link"), arena.join("next"));
            let lead = |target: &Path| {
                symlink(target, &next).and_then(|()| fs::rename(&next, &link)).is_ok()
            };
            lead(&inside);
            Ok(look_up(&Bytes::new(&link), |_| {
                lead(&outside);
                thread::yield_now();
                lead(&inside);
            }))
        }
        Race::Folder => {
            let (folder, link) = (arena.join("folder"), arena.join("out"));
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("secret.txt"), INSIDE)?;
            symlink(world.secret(), &link)?;
            Ok(look_up(&Bytes::new(&folder.join("secret.txt")), |_| {
                _ = renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE);
            }))
        }
    }
}

fn look_up(path: &Bytes, change: impl Fn(&Bytes) + Sync) -> Raced {
    let done = AtomicBool::new(false);
    let mut raced = Raced::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                change(path);
                // A single processor is let go at either end, and not only on the way.
                thread::yield_now();
            }
        });
        let deadline = Instant::now() + BUDGET;
        let mut rounds = 0;
        while Instant::now() < deadline && (rounds < ROUNDS || !raced.both_ends_met()) {
            raced.open(path, rounds % 2 == 0);
            rounds += 1;
        }
        done.store(true, Ordering::Relaxed);
    });
    raced
}

impl Raced {
    /// Whether the path has meant the one and the other.
    pub fn both_ends_met(&self) -> bool {
        self.inside > 0 && self.refused + self.outside > 0
    }

    /// How often the path was opened, or was tried to be.
    pub fn opened(&self) -> u64 {
        self.inside + self.refused + self.outside + self.written
    }

    fn open(&mut self, path: &Bytes, to_read: bool) {
        let access = if to_read { libc::O_RDONLY } else { libc::O_WRONLY | libc::O_APPEND };
        let opened = syscall!(libc::SYS_openat, libc::AT_FDCWD, path.0.as_ptr(), access);
        let Ok(fd) = opened else {
            self.refused += 1;
            return;
        };
        let mut file = File::from(descriptor(fd));
        if !to_read {
            // What it was is seen from outside.
            _ = rustix::io::write(&file, b".");
            self.written += 1;
            return;
        }
        let mut bytes = [0; 64];
        let count = file.read(&mut bytes).unwrap_or(0);
        if bytes[..count].starts_with(INSIDE) {
            self.inside += 1;
        } else {
            self.outside += 1;
            self.evidence = Some(String::from_utf8_lossy(&bytes[..count]).into_owned());
        }
    }
}

/// A path in memory that changes under the kernel's eyes.
struct Bytes(Vec<AtomicU8>);

impl Bytes {
    fn new(path: &Path) -> Self {
        let bytes = path.as_os_str().as_bytes().iter().chain([&0]);
        Self(bytes.map(|byte| AtomicU8::new(*byte)).collect())
    }

    fn set(&self, path: &Path) {
        for (byte, new) in self.0.iter().zip(path.as_os_str().as_bytes()) {
            byte.store(*new, Ordering::Relaxed);
        }
    }
}

/// The shorter path begins with as many more slashes.
fn equally_long(paths: [PathBuf; 2]) -> [PathBuf; 2] {
    let longest = paths.iter().map(|path| path.as_os_str().len()).max().unwrap_or_default();
    paths.map(|path| {
        let mut padded = "/".repeat(longest - path.as_os_str().len()).into_bytes();
        padded.extend_from_slice(path.as_os_str().as_bytes());
        PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(&padded))
    })
}
