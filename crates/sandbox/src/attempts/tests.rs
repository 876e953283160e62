//! A forked process plays the server; nothing denies it anything, so what is seen here is only what
//! is watched.

use std::ffi::{CString, OsStr};
use std::fs;
use std::os::fd::AsRawFd as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::ptr;

use libc::{AT_FDCWD, c_int, c_long};
use paddock_core::{AbsolutePath, Access as Granted, Identity, Root};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, waitpid};
use tempfile::TempDir;

use super::*;

const PATIENCE: Timespec = Timespec { tv_sec: 30, tv_nsec: 0 };

/// A host with a folder of each kind, each with a file in it.
struct World {
    top: TempDir,
}

impl World {
    fn new() -> Self {
        let host = Self { top: tempfile::tempdir().unwrap() };
        for file in ["hidden/file", "own/file", "read/file", "write/file", ".ssh/id"] {
            let file = host.path(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "x").unwrap();
        }
        host
    }

    fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.top.path().canonicalize().unwrap().join(below)
    }

    fn text(&self, below: impl AsRef<Path>) -> CString {
        text(self.path(below))
    }

    fn visible(&self) -> Visible {
        let folders =
            [self.folder("read", Granted::Read), self.folder("write", Granted::ReadWrite)];
        Visible::new(Host::new().unwrap(), vec![self.path("own"), "/proc".into()], &folders)
    }

    fn folder(&self, name: &str, access: Granted) -> RootEntry {
        let path = AbsolutePath::new(self.path(name)).unwrap();
        let identity = Identity { device: 0, inode: 0, born: None };
        RootEntry { root: Root { path, identity }, access }
    }

    /// What is told of a server that does `act` and nothing else.
    fn told_of(&self, act: impl FnOnce() -> c_int) -> Vec<Attempt> {
        let mut server = Server::start(self.visible(), false, Watch::Looks, act);
        let told = server.attempts();
        assert_eq!(server.end(), 0, "told of {told:?}");
        told
    }

    fn reads(&self, below: &str) -> Attempt {
        Attempt { path: self.path(below), write: false, denied_by: DeniedBy::Grants, held: None }
    }

    fn writes(&self, below: &str) -> Attempt {
        Attempt { write: true, ..self.reads(below) }
    }
}

struct Server {
    pid: Pid,
    detector: Detector,
}

impl Server {
    /// `act` may only make system calls.
    fn start(visible: Visible, holds: bool, what: Watch, act: impl FnOnce() -> c_int) -> Self {
        let (filter, handover) = filter::watch(Some(what), false).unwrap();
        let pid = fork(|| match filter.install() {
            Ok(()) => act(),
            Err(errno) => errno.raw_os_error(),
        });
        drop(filter);
        let arrived = wait_for(handover.as_fd());
        assert_eq!(arrived, PollFlags::IN, "the filter was not installed");
        let prepared = Prepared { handover, watches: true, holds, guard: None };
        Self { pid, detector: Detector::with(prepared, Some(visible)).unwrap() }
    }

    fn holding(host: &World, act: impl FnOnce() -> c_int) -> Self {
        Self::start(host.visible(), true, Watch::Looks, act)
    }

    /// The next that is told, `None` when all processes have ended.
    fn next_attempt(&mut self) -> Option<Attempt> {
        while self.takes_a_turn() {
            if let Some(attempt) = self.detector.turn(Instant::now(), || true).unwrap() {
                return Some(attempt);
            }
        }
        None
    }

    fn takes_a_turn(&self) -> bool {
        wait_for(self.detector.as_fd()).contains(PollFlags::IN)
    }

    fn attempts(&mut self) -> Vec<Attempt> {
        std::iter::from_fn(|| self.next_attempt()).collect()
    }

    fn end(self) -> c_int {
        end(self.pid)
    }
}

fn fork(act: impl FnOnce() -> c_int) -> Pid {
    #[expect(unsafe_code, reason = "a process that has the filter of the server and no other")]
    // SAFETY: only system calls are made before it ends.
    unsafe {
        match libc::fork() {
            0 => libc::_exit(act()),
            pid => Pid::from_raw(pid).unwrap(),
        }
    }
}

fn wait_for(fd: BorrowedFd<'_>) -> PollFlags {
    let mut polled = [PollFd::from_borrowed_fd(fd, PollFlags::IN)];
    assert_eq!(poll(&mut polled, Some(&PATIENCE)), Ok(1), "waited in vain");
    polled[0].revents()
}

fn end(pid: Pid) -> c_int {
    let ends = pidfd_open(pid, PidfdFlags::empty()).unwrap();
    wait_for(ends.as_fd());
    let (_, status) = waitpid(Some(pid), WaitOptions::empty()).unwrap().unwrap();
    status.exit_status().or_else(|| status.terminating_signal().map(|signal| -signal)).unwrap()
}

fn text(path: impl AsRef<OsStr>) -> CString {
    CString::new(path.as_ref().as_bytes()).unwrap()
}

/// 0 or the error number.
#[expect(unsafe_code, reason = "exactly this call, and nothing around it")]
fn call<const N: usize>(number: c_long, arguments: [isize; N]) -> c_int {
    let mut all = [0; 6];
    all[..N].copy_from_slice(&arguments);
    // SAFETY: callers pass what the call takes, and nothing it could change.
    unsafe {
        match libc::syscall(number, all[0], all[1], all[2], all[3], all[4], all[5]) {
            0.. => 0,
            _ => *libc::__errno_location(),
        }
    }
}

fn open(path: &CString, flags: c_int) -> c_int {
    open_at(AT_FDCWD, path, flags)
}

fn open_at(folder: c_int, path: &CString, flags: c_int) -> c_int {
    call(libc::SYS_openat, [folder as isize, path.as_ptr() as isize, flags as isize, 0o600])
}

fn mkdir(path: &CString) -> c_int {
    call(libc::SYS_mkdirat, [AT_FDCWD as isize, path.as_ptr() as isize, 0o700])
}

fn read(path: &CString) -> c_int {
    open(path, libc::O_RDONLY)
}

#[test]
fn what_is_hidden_is_told_once() {
    let host = World::new();
    let file = host.text("hidden/file");
    assert_eq!(host.told_of(|| read(&file) | read(&file)), [host.reads("hidden/file")]);
}

#[test]
fn what_is_visible_or_missing_is_not_told() {
    let host = World::new();
    let paths = ["own/file", "read/file", "write/file", "write", "", "hidden/missing/x"];
    let paths = paths.map(|path| host.text(path));
    let told = host.told_of(|| {
        for path in &paths {
            read(path);
        }
        open(&paths[2], libc::O_RDWR)
    });
    assert_eq!(told, []);
}

#[test]
fn a_secret_is_told() {
    let host = World::new();
    let secret = host.text(".ssh/id");
    assert_eq!(host.told_of(|| read(&secret)), [host.reads(".ssh/id")]);
}

#[test]
fn a_path_is_told_as_it_is_on_the_host_however_it_was_written() {
    let host = World::new();
    symlink(host.path("hidden"), host.path("link")).unwrap();
    symlink("../hidden/file", host.path("write/link")).unwrap();
    for written in [
        "hidden/./file",
        "hidden//file",
        "write/../hidden/file",
        "link/file",
        "write/link",
        "own/../link/file",
    ] {
        let path = host.text(written);
        assert_eq!(host.told_of(|| read(&path)), [host.reads("hidden/file")], "{written}");
    }
}

#[test]
fn a_link_that_is_not_followed_is_told_itself() {
    let host = World::new();
    symlink("file", host.path("hidden/link")).unwrap();
    let link = host.text("hidden/link");
    let told = host.told_of(|| open(&link, libc::O_PATH | libc::O_NOFOLLOW));
    assert_eq!(told, [host.reads("hidden/link")]);
}

#[test]
fn a_relative_path_starts_where_the_caller_is() {
    let host = World::new();
    let (above, file) = (host.text("write"), text("../hidden/file"));
    let told = host.told_of(|| call(libc::SYS_chdir, [above.as_ptr() as isize]) | read(&file));
    assert_eq!(told, [host.reads("hidden/file")]);
}

#[test]
fn a_relative_path_starts_at_the_folder_it_comes_with() {
    let host = World::new();
    let folder = fs::File::open(host.path("write")).unwrap();
    let file = text("../hidden/file");
    let told = host.told_of(|| open_at(folder.as_raw_fd(), &file, libc::O_RDONLY));
    assert_eq!(told, [host.reads("hidden/file")]);
}

#[test]
fn a_name_that_is_no_text_is_told_to_the_byte() {
    let host = World::new();
    let name = std::ffi::OsString::from_vec(b"hidden/\xff\xfe\n".to_vec());
    fs::write(host.path(&name), "x").unwrap();
    let file = host.text(&name);
    let told: Vec<_> = host.told_of(|| read(&file)).into_iter().map(|told| told.path).collect();
    assert_eq!(told, [host.path(name)]);
}

#[test]
fn what_is_looked_for_by_all_is_not_told() {
    let host = World::new();
    fs::create_dir_all(host.path("node_modules/x")).unwrap();
    for folder in ["", "hidden"] {
        fs::write(host.path(folder).join("package.json"), "{}").unwrap();
    }
    let paths = ["node_modules/x", "package.json", "hidden/package.json"];
    let paths = paths.map(|path| host.text(path));
    let system = ["/etc/passwd", "/sys"].map(text);
    let told = host.told_of(|| {
        for path in system.iter().chain(&paths) {
            read(path);
        }
        0
    });
    assert_eq!(told, [host.reads("hidden/package.json")]);
}

#[test]
fn a_sibling_with_the_same_prefix_is_hidden() {
    let host = World::new();
    fs::create_dir(host.path("write-evil")).unwrap();
    let sibling = host.text("write-evil");
    assert_eq!(host.told_of(|| read(&sibling)), [host.reads("write-evil")]);
}

#[test]
fn writing_is_told_where_only_reading_is_granted() {
    let host = World::new();
    let (file, new, folder) =
        (host.text("read/file"), host.text("read/new"), host.text("read/sub"));
    fs::create_dir(host.path("read/sub")).unwrap();
    let told = host.told_of(|| {
        read(&file);
        mkdir(&folder);
        open(&file, libc::O_RDONLY | libc::O_CREAT);
        open(&file, libc::O_WRONLY);
        open(&new, libc::O_WRONLY | libc::O_CREAT)
    });
    assert_eq!(told, [host.writes("read/file"), host.writes("read/new")]);
}

#[test]
fn a_file_that_would_be_made_in_a_hidden_folder_is_told() {
    let host = World::new();
    let (new, folder) = (host.text("hidden/new"), host.text("hidden/folder"));
    let nowhere = host.text("hidden/missing/new");
    let told = host.told_of(|| {
        open(&nowhere, libc::O_WRONLY | libc::O_CREAT);
        open(&new, libc::O_WRONLY | libc::O_CREAT) | mkdir(&folder)
    });
    assert_eq!(told, [host.writes("hidden/new"), host.writes("hidden/folder")]);
}

#[test]
fn writing_is_news_after_reading() {
    let host = World::new();
    let file = host.text("hidden/file");
    let told = host.told_of(|| read(&file) | open(&file, libc::O_RDWR) | read(&file));
    assert_eq!(told, [host.reads("hidden/file"), host.writes("hidden/file")]);
}

#[test]
fn every_call_that_names_a_path_is_seen() {
    let host = World::new();
    for known in calls::all() {
        fs::write(host.path("hidden/file"), "x").unwrap();
        let (hidden, elsewhere) = (host.text("hidden/file"), host.text("own/moved"));
        let mut buffer = [0_u8; 4096];
        let how = [libc::O_RDONLY as u64, 0, 0];
        let mut arguments = [0_isize; 6];
        if let calls::Kind::OpenHow { how: index } = known.kind {
            arguments[index] = how.as_ptr() as isize;
            arguments[index + 1] = size_of_val(&how).cast_signed();
        }
        // Where a call stores what it found.
        let stores = [
            (libc::SYS_newfstatat, 2),
            (libc::SYS_statx, 4),
            (libc::SYS_readlinkat, 2),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_stat, 1),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_lstat, 1),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_readlink, 1),
        ];
        for (number, index) in stores {
            if number == known.number {
                arguments[index] = buffer.as_mut_ptr() as isize;
            }
        }
        for (argument, path) in known.paths.iter().zip([&hidden, &elsewhere]) {
            arguments[argument.path] = path.as_ptr() as isize;
            if let Some(folder) = argument.folder {
                arguments[folder] = AT_FDCWD as isize;
            }
        }
        let told = host.told_of(|| {
            call(known.number, arguments);
            0
        });
        let told: Vec<_> = told.into_iter().map(|attempt| attempt.path).collect();
        assert_eq!(told, [host.path("hidden/file")], "call {}", known.number);
    }
}

#[test]
fn both_paths_of_a_move_are_seen() {
    let host = World::new();
    let (from, to) = (host.text("own/file"), host.text("hidden/moved"));
    let told = host.told_of(|| {
        let cwd = AT_FDCWD as isize;
        call(libc::SYS_renameat2, [cwd, from.as_ptr() as isize, cwd, to.as_ptr() as isize, 0])
    });
    assert_eq!(told, [host.writes("hidden/moved")]);
}

#[test]
fn a_path_at_the_end_of_readable_memory_is_read() {
    let host = World::new();
    let path = host.text("hidden/file");
    let path = path.as_bytes_with_nul();
    for before_end in [path.len(), 4096 + path.len() / 2] {
        let page = 4096;
        #[expect(unsafe_code, reason = "memory that ends where the path does")]
        // SAFETY: a new mapping of three pages, the last of which is not touched again.
        let start = unsafe {
            let (readable, private) =
                (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            let memory = libc::mmap(ptr::null_mut(), 3 * page, readable, private, -1, 0);
            assert_eq!(libc::mprotect(memory.add(2 * page), page, libc::PROT_NONE), 0);
            let start = memory.cast::<u8>().add(2 * page - before_end);
            ptr::copy_nonoverlapping(path.as_ptr(), start, path.len());
            start
        };
        let told = host.told_of(|| call(libc::SYS_openat, [AT_FDCWD as isize, start as isize, 0]));
        assert_eq!(told, [host.reads("hidden/file")]);
    }
}

#[test]
fn what_is_no_path_is_left_to_the_kernel() {
    let host = World::new();
    let endless = CString::new(vec![b'/'; 5000]).unwrap();
    let (none, relative) = (CString::default(), text("x"));
    let told = host.told_of(|| {
        let at = AT_FDCWD as isize;
        let nothing = call(libc::SYS_openat, [at, 0, 0]);
        let nowhere = call(libc::SYS_openat, [at, 8, 0]);
        let empty = open(&none, 0);
        let closed = open_at(1000, &relative, 0);
        let expected = [libc::EFAULT, libc::EFAULT, libc::ENOENT, libc::EBADF, libc::ENAMETOOLONG];
        c_int::from([nothing, nowhere, empty, closed, read(&endless)] != expected)
    });
    assert_eq!(told, []);
}

#[test]
fn what_is_open_already_is_not_asked_about() {
    let (filter, handover) = filter::watch(Some(Watch::Looks), false).unwrap();
    let pid = fork(|| {
        let mut buffer = [0_u8; 4096];
        let buffer = buffer.as_mut_ptr() as isize;
        let (empty, flags) = (c"".as_ptr() as isize, libc::AT_EMPTY_PATH as isize);
        let installed = filter.install();
        c_int::from(installed.is_err())
            | call(libc::SYS_newfstatat, [0, empty, buffer, flags])
            | call(libc::SYS_statx, [0, empty, flags, 0, buffer])
            | call(libc::SYS_fstat, [0, buffer])
    });
    assert_eq!(end(pid), 0);
    drop(handover);
}

#[test]
fn looks_are_not_asked_about_where_only_opens_can_be_denied() {
    let host = World::new();
    let (file, folder) = (host.text("hidden/file"), host.text("hidden"));
    let act = || {
        let at = AT_FDCWD as isize;
        call(libc::SYS_faccessat, [at, file.as_ptr() as isize, 0]) | read(&folder)
    };
    let mut server = Server::start(host.visible(), false, Watch::Opens, act);
    assert_eq!(server.attempts(), [host.reads("hidden")]);
}

#[test]
fn children_are_seen_too() {
    let host = World::new();
    let file = host.text("hidden/file");
    let told = host.told_of(|| end_of_child(|| read(&file)));
    assert_eq!(told, [host.reads("hidden/file")]);
}

fn end_of_child(act: impl FnOnce() -> c_int) -> c_int {
    let child = fork(act);
    waitpid(Some(child), WaitOptions::empty()).map_or(1, |_| 0)
}

#[test]
fn what_is_held_goes_on_when_it_is_decided() {
    let host = World::new();
    let (file, missing) = (host.text("hidden/late/file"), host.path("hidden/late"));
    fs::create_dir(&missing).unwrap();
    fs::write(missing.join("file"), "x").unwrap();
    let mut server = Server::holding(&host, || read(&file) | read(&file));
    let held = server.next_attempt().unwrap();
    assert_eq!(held, Attempt { held: Some(1), ..host.reads("hidden/late/file") });
    assert!(server.detector.time_left(Instant::now()).is_some());

    // What the call finds is what is there when it goes on.
    fs::remove_dir_all(missing).unwrap();
    server.detector.decide(2).unwrap();
    server.detector.decide(1).unwrap();
    assert_eq!(server.detector.time_left(Instant::now()), None);
    assert_eq!(server.attempts(), []);
    assert_eq!(server.end(), libc::ENOENT);
}

#[test]
fn a_refusal_is_final_until_something_is_granted() {
    let host = World::new();
    let file = host.text("hidden/file");
    let mut server = Server::holding(&host, || read(&file) | read(&file));
    assert_eq!(server.next_attempt().unwrap().held, Some(1));
    server.detector.decide(1).unwrap();
    assert_eq!(server.next_attempt(), None);
    assert_eq!(server.end(), 0);
}

#[test]
fn what_was_granted_and_taken_back_is_told_again() {
    let host = World::new();
    let (file, own) = (host.text("hidden/file"), host.text("hidden/other"));
    fs::write(host.path("hidden/other"), "x").unwrap();
    let mut server = Server::holding(&host, || read(&file) | read(&own) | read(&file));
    assert_eq!(server.next_attempt().unwrap().held, Some(1));
    server.detector.see(&[host.folder("hidden", Granted::Read)]).unwrap();
    server.detector.see(&[]).unwrap();
    server.detector.decide(1).unwrap();
    assert_eq!(server.next_attempt().unwrap().held, Some(2));
    server.detector.decide(2).unwrap();
    let again = server.next_attempt().unwrap();
    assert_eq!(again, Attempt { held: Some(3), ..host.reads("hidden/file") });
    server.detector.decide(3).unwrap();
    assert_eq!(server.next_attempt(), None);
}

#[test]
fn all_who_wait_for_the_same_go_on_together() {
    let host = World::new();
    let file = host.text("hidden/file");
    let mut server = Server::holding(&host, || {
        let other = fork(|| read(&file));
        let own = read(&file);
        waitpid(Some(other), WaitOptions::empty()).map_or(1, |_| own)
    });
    assert_eq!(server.next_attempt().unwrap().held, Some(1));
    assert!(server.takes_a_turn());
    assert_eq!(server.detector.turn(Instant::now(), || true).unwrap(), None);
    server.detector.decide(1).unwrap();
    assert_eq!(server.next_attempt(), None);
    assert_eq!(server.end(), 0);
}

#[test]
fn nobody_is_held_forever_and_not_again_while_nobody_answers() {
    let host = World::new();
    let (file, folder, other) = (host.text("hidden/file"), host.text("hidden"), host.text("o"));
    fs::write(host.path("o"), "x").unwrap();
    let mut server = Server::holding(&host, || read(&file) | read(&folder) | read(&other));
    assert_eq!(server.next_attempt().unwrap().held, Some(1));
    let now = Instant::now();
    assert!(server.detector.time_left(now).unwrap() <= held::LONGEST);
    server.detector.expire(now).unwrap();
    assert!(server.detector.time_left(now).is_some());
    server.detector.expire(now + held::LONGEST).unwrap();
    assert_eq!(server.next_attempt().unwrap(), host.reads("hidden"));

    server.detector.decide(1).unwrap();
    assert_eq!(server.next_attempt().unwrap().held, Some(2));
    server.detector.let_go().unwrap();
    assert_eq!(server.next_attempt(), None);
    assert_eq!(server.end(), 0);
}

#[test]
fn what_may_only_not_be_written_is_not_held() {
    let host = World::new();
    let file = host.text("read/file");
    let mut server = Server::holding(&host, || open(&file, libc::O_RDWR));
    assert_eq!(server.attempts(), [host.writes("read/file")]);
}

#[test]
fn a_server_killed_while_held_leaves_nothing_behind() {
    let host = World::new();
    let file = host.text("hidden/file");
    let mut server = Server::holding(&host, || read(&file));
    assert_eq!(server.next_attempt().unwrap().held, Some(1));
    kill_process(server.pid, Signal::KILL).unwrap();
    assert_eq!(server.next_attempt(), None);
    server.detector.decide(1).unwrap();
    server.detector.expire(Instant::now() + held::LONGEST).unwrap();
    assert_eq!(server.detector.time_left(Instant::now()), None);
    assert_eq!(server.end(), -9);
}

#[test]
fn only_so_many_are_held_at_once() {
    const MANY: u8 = 40;

    let host = World::new();
    let files: Vec<_> = (0..MANY).map(|n| host.path(format!("hidden/{n}"))).collect();
    for file in &files {
        fs::write(file, "x").unwrap();
    }
    let files: Vec<_> = files.iter().map(text).collect();
    let mut server = Server::holding(&host, || {
        for file in &files {
            fork(|| read(file));
        }
        0
    });
    let mut held = 0;
    for _ in 0..MANY {
        assert!(server.takes_a_turn());
        let attempt = server.detector.turn(Instant::now(), || true).unwrap();
        held += usize::from(attempt.is_some_and(|attempt| attempt.held.is_some()));
    }
    assert_eq!(held, 16);
    server.detector.let_go().unwrap();
    assert_eq!(server.attempts(), []);
}

#[test]
fn a_flood_is_told_in_part() {
    let host = World::new();
    let file = host.path("hidden/00000");
    let folder = text(file.parent().unwrap());
    for n in 0..1000 {
        fs::write(host.path(format!("hidden/{n:05}")), "x").unwrap();
    }
    let started = Instant::now();
    let told = host.told_of(|| {
        let mut path = [0_u8; 4096];
        let start = folder.as_bytes();
        path[..start.len()].copy_from_slice(start);
        for round in 0..100_000_u32 {
            let mut rest = round % 1000;
            path[start.len()] = b'/';
            for digit in (1..=5).rev() {
                path[start.len() + digit] = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
            call(libc::SYS_faccessat, [AT_FDCWD as isize, path.as_ptr() as isize, 0]);
        }
        0
    });
    let most = 32 + 2 * (usize::try_from(started.elapsed().as_secs()).unwrap() + 1);
    assert!((32..=most).contains(&told.len()), "{} were told", told.len());
}
