//! What holds a folder beyond its revocation where no descriptor of a process shows it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::Path;

use common::kept::{Server, World, launch, quoted, read, write};
use paddock_core::{Access, RootEntry};

/// Holds the file and then waits for its input to end, whereupon it lets go of it.
const IN_FLIGHT: &str = "a, b = socket.socketpair()
f = os.open(note, os.O_RDONLY)
socket.send_fds(a, [b'x'], [f])
os.close(f)
ready()
f = socket.recv_fds(b, 1, 1)[1][0]
assert os.read(f, 100)";
const MAPPED: &str = "f = os.open(note, os.O_RDONLY)
m = ctypes.CDLL(None).mmap
m.restype = ctypes.c_void_p
at = m(None, ctypes.c_size_t(64), 1, 2, f, ctypes.c_long(0))
os.close(f)
ready()
assert ctypes.string_at(at, 1)";
const THREAD: &str = "def hold():
    assert ctypes.CDLL(None).unshare(0x400) == 0
    f = os.open(note, os.O_RDONLY)
    ready()
    assert os.read(f, 100)
t = threading.Thread(target=hold)
t.start()
t.join()";
/// The thread is somewhere else than its process.
const THREAD_FOLDER: &str = "def hold():
    assert ctypes.CDLL(None).unshare(0x200) == 0
    os.chdir(os.path.dirname(note))
    ready()
    os.stat('note')
t = threading.Thread(target=hold)
t.start()
t.join()";

/// A watch is on no mount: no unmounting finds it.
const WATCH: &str = "c = ctypes.CDLL(None)
def watch(folder):
    w = c.inotify_init()
    assert c.inotify_add_watch(w, folder.encode(), 0xfff) > 0
    return w
";
const WATCH_IN_FLIGHT: &str = "a, b = socket.socketpair()
w = watch(os.path.dirname(note))
socket.send_fds(a, [b'x'], [w])
os.close(w)
ready()
w = socket.recv_fds(b, 1, 1)[1][0]
ready()";
const WATCH_OF_THREAD: &str = "def hold():
    assert c.unshare(0x400) == 0
    w = watch(os.path.dirname(note))
    ready()
t = threading.Thread(target=hold)
t.start()
t.join()";
/// Another table has other files at the same numbers.
const SAME_NUMBERS: &str = "def hold():
    assert ctypes.CDLL(None).unshare(0x400) == 0
    other = os.open(os.path.dirname(note), os.O_RDONLY)
    os.dup2(other, f)
    os.close(other)
    ready()
f = os.open(note, os.O_RDONLY)
t = threading.Thread(target=hold)
t.start()
t.join()";
const DEEP: &str = "folder = os.path.dirname(note)
os.chdir(folder)
for _ in range(1500):
    os.mkdir('deep')
    os.chdir('deep')
w = c.inotify_init()
assert c.inotify_add_watch(w, b'.', 0xfff) > 0
os.chdir('/')
ready()";

#[test]
fn a_descriptor_in_flight_is_counted() {
    is_counted_until_let_go(IN_FLIGHT);
}

#[test]
fn a_mapped_file_is_counted() {
    is_counted_until_let_go(MAPPED);
}

#[test]
fn a_descriptor_of_a_thread_is_counted() {
    is_counted_until_let_go(THREAD);
}

#[test]
fn a_working_folder_of_a_thread_is_counted() {
    is_counted_until_let_go(THREAD_FOLDER);
}

fn is_counted_until_let_go(how: &str) {
    let world = World::new();
    let (folder, other) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![write(&folder), read(&other)]));
    let Some(holder) = Holder::start(&mut server, &world, &folder, how) else { return };
    assert_eq!(server.grant(vec![read(&other)]).open_handles, 1);
    // However often it is asked, and whatever else goes.
    assert_eq!(server.grant(vec![]).open_handles, 1);
    assert_eq!(server.grant(vec![read(&folder)]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn a_watch_of_a_thread_is_counted() {
    is_counted_while_not_granted(WATCH_OF_THREAD);
}

#[test]
fn a_watch_far_below_is_counted() {
    is_counted_while_not_granted(DEEP);
}

/// A watch is the folder's, not of one grant of it.
fn is_counted_while_not_granted(how: &str) {
    let world = World::new();
    let (folder, other) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![write(&folder), read(&other)]));
    let how = format!("{WATCH}{how}");
    let Some(holder) = Holder::start(&mut server, &world, &folder, &how) else { return };
    assert_eq!(server.grant(vec![read(&other)]).open_handles, 1);
    assert_eq!(server.grant(vec![read(&folder)]).open_handles, 0);
    assert_eq!(server.grant(vec![]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![read(&other)]).open_handles, 0);
}

#[test]
fn a_watch_in_flight_is_counted_and_so_it_is_once_it_arrives() {
    let world = World::new();
    let (folder, other) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![write(&folder), read(&other)]));
    let how = format!("{WATCH}{WATCH_IN_FLIGHT}");
    let Some(holder) = Holder::start(&mut server, &world, &folder, &how) else { return };
    assert_eq!(server.grant(vec![read(&other)]).open_handles, 1);
    assert_eq!(server.grant(vec![]).open_handles, 1);
    holder.go_on(&mut server);
    assert_eq!(server.grant(vec![read(&other)]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn a_watch_that_is_sent_off_after_the_revocation_is_counted() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![write(&folder)]));
    let how = format!(
        "{WATCH}a, b = socket.socketpair()\nw = watch(os.path.dirname(note))\nready()\n\
         socket.send_fds(a, [b'x'], [w])\nos.close(w)\nready()"
    );
    let Some(holder) = Holder::start(&mut server, &world, &folder, &how) else { return };
    assert_eq!(server.grant(vec![]).open_handles, 1);
    holder.go_on(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

/// While something else is in flight, a watch that can be seen is not taken for one that can't.
#[test]
fn what_is_in_flight_and_no_watch_is_not_counted() {
    let world = World::new();
    let (folder, other) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![write(&folder), read(&other)]));
    let how = format!(
        "{WATCH}w = watch({:?})\na, b = socket.socketpair()\n\
         socket.send_fds(a, [b'x'], [os.open('/dev/null', os.O_RDONLY)])\nready()",
        other.to_str().unwrap()
    );
    let Some(holder) = Holder::start(&mut server, &world, &folder, &how) else { return };
    assert_eq!(server.grant(vec![read(&other)]).open_handles, 0);
    assert_eq!(server.grant(vec![]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn descriptors_of_one_number_in_two_tables_are_two() {
    let world = World::new();
    let folder = world.make("a");
    let mut server = launch(world.shell(vec![write(&folder)]));
    let Some(holder) = Holder::start(&mut server, &world, &folder, SAME_NUMBERS) else { return };
    assert_eq!(server.grant(vec![]).open_handles, 2);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

/// What a guarded folder is written with was opened by another process, in the server's stead.
#[test]
fn what_was_opened_to_write_in_a_guarded_folder_is_counted() {
    let world = World::new();
    let folder = world.make("a");
    let guarded = RootEntry { access: Access::WriteGuarded, ..write(&folder) };
    let mut server = launch(world.shell(vec![guarded]));
    server.succeeds(&format!("exec 5>>{}; echo x >&5", quoted(&folder.join("note"))));
    assert_eq!(server.grant(vec![read(&folder)]).open_handles, 1);
    assert_eq!(server.grant(vec![]).open_handles, 1);
    server.succeeds("exec 5>&-");
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn what_is_held_in_a_nested_folder_is_counted() {
    let world = World::new();
    let (outer, inner) = (world.make("a"), world.make("a/in"));
    let mut server = launch(world.shell(vec![write(&outer), read(&inner)]));
    let Some(holder) = Holder::start(&mut server, &world, &inner, IN_FLIGHT) else { return };
    assert_eq!(server.grant(vec![]).open_handles, 1);
    assert_eq!(server.grant(vec![write(&outer), read(&inner)]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

#[test]
fn what_is_held_of_a_family_that_is_made_anew_is_counted() {
    let world = World::new();
    let (outer, inner) = (world.make("a"), world.make("a/in"));
    let mut server = launch(world.shell(vec![write(&outer)]));
    let Some(holder) = Holder::start(&mut server, &world, &outer, IN_FLIGHT) else { return };
    // What is read-only is not mounted on what is written while that one is in use.
    assert_eq!(server.grant(vec![write(&outer), read(&inner)]).open_handles, 1);
    holder.let_go(&mut server);
    assert_eq!(server.grant(vec![read(&outer)]).open_handles, 0);
}

#[test]
fn every_folder_that_is_held_counts() {
    let world = World::new();
    let (a, b) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![read(&a), read(&b)]));
    let Some(first) = Holder::start(&mut server, &world, &a, IN_FLIGHT) else { return };
    let second = Holder::start(&mut server, &world, &b, MAPPED).unwrap();
    server.succeeds(&format!("exec 5<{}", quoted(&b.join("note"))));
    assert_eq!(server.grant(vec![]).open_handles, 2);
    server.succeeds("exec 5<&-");
    assert_eq!(server.grant(vec![]).open_handles, 2);
    first.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 1);
    second.let_go(&mut server);
    assert_eq!(server.grant(vec![]).open_handles, 0);
}

/// From a folder that is held there is nothing to be seen of another one that is. What is above it is
/// the root that the server sees anyway.
#[test]
fn a_held_folder_leads_to_no_other() {
    let world = World::new();
    let (a, b) = (world.make("a"), world.make("b"));
    let mut server = launch(world.shell(vec![write(&a), write(&b)]));
    server.succeeds(&format!("exec 7<{}; exec 8<{}", quoted(&a), quoted(&b)));
    server.succeeds(&format!("cd {}", quoted(&a)));
    assert_eq!(server.grant(vec![]).open_handles, 3);
    assert_eq!(server.succeeds("ls .."), server.succeeds("ls /"));
    for line in ["stat ../0/note", "stat ../1/note", "cat ../1/note", "ls ../0", "cat note"] {
        server.fails(line);
    }
    for fd in [7, 8] {
        server.fails(&format!("cat /proc/self/fd/{fd}/note"));
        server.fails(&format!("echo x >/proc/self/fd/{fd}/new"));
    }
    let shown = server.succeeds("cat /proc/self/mountinfo");
    assert!(!shown.contains("/files/"), "{shown}");
}

/// A process of the server that holds something until it is told.
struct Holder {
    tell: String,
}

impl Holder {
    /// `None` where there is no Python.
    fn start(server: &mut Server, world: &World, folder: &Path, how: &str) -> Option<Self> {
        if !Path::new("/usr/bin/python3").exists() {
            paddock_skip::skip("there is no Python");
            return None;
        }
        let name = format!("holder-{}", world.home().read_dir().unwrap().count());
        let tell = world.home().join(&name).to_str().unwrap().to_owned();
        let program = format!(
            "import ctypes, mmap, os, socket, threading\nnote = {:?}\ndef ready():\n    \
             open('{tell}.ready', 'w')\n    open('{tell}.fifo').read()\n{how}\n\
             open('{tell}.done', 'w')\nopen('{tell}.fifo').read()\n",
            folder.join("note").to_str().unwrap()
        );
        std::fs::write(format!("{tell}.py"), program).unwrap();
        server.succeeds(&format!("mkfifo {tell}.fifo; python3 {tell}.py & echo $! >{tell}.pid"));
        wait_for(&format!("{tell}.ready"));
        Some(Self { tell })
    }

    /// To where it is ready the next time.
    fn go_on(&self, server: &mut Server) {
        let Self { tell } = self;
        std::fs::remove_file(format!("{tell}.ready")).unwrap();
        server.succeeds(&format!("echo >{tell}.fifo"));
        wait_for(&format!("{tell}.ready"));
    }

    /// It must still be able to use what it holds.
    fn let_go(self, server: &mut Server) {
        let Self { tell } = self;
        server.succeeds(&format!("echo >{tell}.fifo"));
        wait_for(&format!("{tell}.done"));
        server.succeeds(&format!("echo >{tell}.fifo; wait $(cat {tell}.pid)"));
    }
}

fn wait_for(path: &str) {
    while !Path::new(path).exists() {
        std::thread::yield_now();
    }
}
