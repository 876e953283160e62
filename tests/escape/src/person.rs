//! A process of the same user outside of the sandbox, with much to steal: its memory, environment,
//! arguments and descriptors hold the secret, it answers on sockets of every kind with the secret,
//! and it keeps it in the kernel's keyrings, segments and queues.
//!
//! It prints a [`Person`] once it is ready. Asked by a line on standard input, it prints the words
//! that it has heard since.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, IoSlice, Write};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener, UdpSocket};
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Resource, chdir, getpid, getrlimit};

use crate::World;
use crate::probes::messages::ADDED_KEY;
use crate::sys::{descriptor, memory, set_memory, socket, syscall};
use crate::world::Person;

/// Room behind the secret in memory, to be overwritten.
const ROOM: usize = 64;

type Heard = Arc<Mutex<BTreeSet<String>>>;

/// Lives until standard input ends. `base` is the world's, which the harness has laid out.
pub fn live(base: &Path, token: &str) -> io::Result<()> {
    block_signals()?;
    let world = World {
        base: base.into(),
        person: Person::default(),
        network: 0,
        kept: false,
        disk: None,
        disk_number: None,
        handle: None,
        privileged: None,
    };
    let secret = File::open(world.secret().join("secret.txt"))?;
    let listed = OwnedFd::from(File::open(world.secret().join(format!("named-{token}")))?);
    crate::sys::map(&listed, 16, libc::PROT_READ, 0)?;
    chdir(world.secret())?;

    let mut treasure = vec![0_u8; 2 * ROOM];
    treasure[..token.len()].copy_from_slice(token.as_bytes());
    let address = treasure.as_ptr().expose_provenance();

    let heard = Heard::default();
    let pid = getpid().as_raw_pid();
    let posix = format!("paddock-escape-{pid}");
    let system_v = 0x5041_0000 ^ pid;
    let sockets = Sockets { world: &world, token, secret: &secret, heard: &heard };
    let mut person = sockets.listen(pid)?;
    let messages = Messages::leave(system_v, &posix, token)?;
    let terminal = Terminal::open(token).ok();
    person.pid = pid;
    person.address = address as u64;
    person.descriptor = secret.as_raw_fd();
    person.key = messages.key;
    person.system_v = system_v;
    person.posix.clone_from(&posix);
    person.terminal = terminal.as_ref().map(|terminal| terminal.path.clone());

    say(&serde_json::to_string(&person)?)?;
    for line in io::stdin().lock().lines() {
        line?;
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        hear_signals(&mut heard);
        messages.hear(&mut heard);
        if memory(address + ROOM, 11) == b"overwritten" {
            heard.insert("memory".into());
        }
        if getrlimit(Resource::Sigpending).current == Some(999) {
            heard.insert("prlimit".into());
        }
        if fs::read_to_string("/proc/self/oom_score_adj")?.trim() == "500" {
            heard.insert("oom_score_adj".into());
        }
        say(&serde_json::to_string(&*heard)?)?;
    }
    drop(treasure);
    Ok(())
}

struct Sockets<'a> {
    world: &'a World,
    token: &'a str,
    secret: &'a File,
    heard: &'a Heard,
}

impl Sockets<'_> {
    fn listen(&self, pid: i32) -> io::Result<Person> {
        for path in
            [self.world.agent_socket(), self.world.bus_socket(), self.world.display_socket()]
        {
            self.greet_local(UnixListener::bind(path)?)?;
        }
        let abstract_name = format!("paddock-escape-{pid}-stream");
        let name = SocketAddr::from_abstract_name(&abstract_name)?;
        self.greet_local(UnixListener::bind_addr(&name)?)?;
        self.hear_datagrams(UnixDatagram::bind(self.world.datagram_socket())?);
        let abstract_datagram = format!("paddock-escape-{pid}-datagram");
        let name = SocketAddr::from_abstract_name(&abstract_datagram)?;
        self.hear_datagrams(UnixDatagram::bind_addr(&name)?);

        let tcp4 = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let tcp6 = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).ok();
        Ok(Person {
            abstract_name,
            abstract_datagram,
            tcp6: tcp6.and_then(|listener| self.greet(listener).ok()),
            tcp4: self.greet(tcp4)?,
            udp: self.answer(UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?)?,
            vsock: self.greet_vsock().ok(),
            ..Person::default()
        })
    }

    /// Sends the secret and a descriptor of it to whoever connects.
    fn greet_local(&self, listener: UnixListener) -> io::Result<()> {
        let (token, secret) = (self.token.to_owned(), self.secret.try_clone()?);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                _ = hand_over(&client, token.as_bytes(), secret.as_fd());
            }
        });
        Ok(())
    }

    fn hear_datagrams(&self, socket: UnixDatagram) {
        let heard = self.heard.clone();
        thread::spawn(move || {
            let mut bytes = [0; 64];
            while let Ok(count) = socket.recv(&mut bytes) {
                hear(&heard, &bytes[..count]);
            }
        });
    }

    fn greet(&self, listener: TcpListener) -> io::Result<u16> {
        let (token, port) = (self.token.to_owned(), listener.local_addr()?.port());
        thread::spawn(move || {
            for client in listener.incoming() {
                _ = client.and_then(|mut client| client.write_all(token.as_bytes()));
            }
        });
        Ok(port)
    }

    fn answer(&self, socket: UdpSocket) -> io::Result<u16> {
        let (token, port) = (self.token.to_owned(), socket.local_addr()?.port());
        thread::spawn(move || {
            let mut bytes = [0; 64];
            while let Ok((_, client)) = socket.recv_from(&mut bytes) {
                _ = socket.send_to(token.as_bytes(), client);
            }
        });
        Ok(port)
    }

    /// On this machine's own address, if the kernel has it.
    fn greet_vsock(&self) -> io::Result<u32> {
        const LOCAL: u32 = 1;
        let listener = socket(libc::AF_VSOCK, libc::SOCK_STREAM, 0)?;
        let mut address = [0_u8; 16];
        let family = u16::try_from(libc::AF_VSOCK).map_err(io::Error::other)?;
        address[..2].copy_from_slice(&family.to_ne_bytes());
        address[4..8].copy_from_slice(&u32::MAX.to_ne_bytes());
        address[8..12].copy_from_slice(&LOCAL.to_ne_bytes());
        let mut size = 16_u32;
        syscall!(libc::SYS_bind, &listener, address.as_ptr(), size)?;
        syscall!(libc::SYS_listen, &listener, 8)?;
        let (start, size) = (address.as_mut_ptr(), &raw mut size);
        syscall!(libc::SYS_getsockname, &listener, start, size)?;
        let token = self.token.to_owned();
        thread::spawn(move || {
            while let Ok(client) = syscall!(libc::SYS_accept4, &listener, 0, 0, libc::SOCK_CLOEXEC)
            {
                _ = rustix::io::write(descriptor(client), token.as_bytes());
            }
        });
        Ok(u32::from_ne_bytes([address[4], address[5], address[6], address[7]]))
    }
}

/// What is left in the kernel; taken back when dropped.
struct Messages {
    key: Option<i32>,
    segment: Option<i64>,
    semaphore: Option<i64>,
    queue: Option<i64>,
    posix: String,
}

impl Messages {
    fn leave(system_v: i32, posix: &str, token: &str) -> io::Result<Self> {
        let create = libc::IPC_CREAT | 0o600;
        let segment = syscall!(libc::SYS_shmget, system_v, 4096, create).ok();
        if let Some(segment) = segment {
            let address = syscall!(libc::SYS_shmat, segment, 0, 0)?;
            set_memory(usize::try_from(address).map_err(io::Error::other)?, token.as_bytes());
        }
        let queue = syscall!(libc::SYS_msgget, system_v, create).ok();
        if let Some(queue) = queue {
            let mut message = 1_u64.to_ne_bytes().to_vec();
            message.extend_from_slice(token.as_bytes());
            syscall!(libc::SYS_msgsnd, queue, message.as_ptr(), token.len(), 0)?;
        }
        leave_in_posix_queue(posix, token);
        fs::write(Path::new("/dev/shm").join(posix), token)?;
        Ok(Self {
            key: leave_key(posix, token).ok(),
            segment,
            semaphore: syscall!(libc::SYS_semget, system_v, 1, create).ok(),
            queue,
            posix: posix.into(),
        })
    }

    fn hear(&self, heard: &mut BTreeSet<String>) {
        const GETVAL: i32 = 12;
        const KEYCTL_SEARCH: i32 = 10;
        if let Some(semaphore) = self.semaphore
            && syscall!(libc::SYS_semctl, semaphore, 0, GETVAL, 0) == Ok(7)
        {
            heard.insert("semaphore".into());
        }
        let name = CString::new(ADDED_KEY).unwrap_or_default();
        let ring = libc::KEY_SPEC_USER_KEYRING;
        if let Ok(key) = syscall!(libc::SYS_keyctl, KEYCTL_SEARCH, ring, c"user", &*name, 0) {
            const KEYCTL_INVALIDATE: i32 = 21;
            _ = syscall!(libc::SYS_keyctl, KEYCTL_INVALIDATE, key);
            heard.insert("key".into());
        }
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        const KEYCTL_INVALIDATE: i32 = 21;
        if let Some(key) = self.key {
            _ = syscall!(libc::SYS_keyctl, KEYCTL_INVALIDATE, key);
        }
        if let Some(segment) = self.segment {
            _ = syscall!(libc::SYS_shmctl, segment, libc::IPC_RMID, 0);
        }
        if let Some(semaphore) = self.semaphore {
            _ = syscall!(libc::SYS_semctl, semaphore, 0, libc::IPC_RMID, 0);
        }
        if let Some(queue) = self.queue {
            _ = syscall!(libc::SYS_msgctl, queue, libc::IPC_RMID, 0);
        }
        if let Ok(name) = CString::new(self.posix.as_str()) {
            _ = syscall!(libc::SYS_mq_unlink, &*name);
        }
        _ = fs::remove_file(Path::new("/dev/shm").join(&self.posix));
    }
}

fn leave_key(name: &str, token: &str) -> io::Result<i32> {
    const KEYCTL_SETPERM: i32 = 5;
    const ALL_BUT_OTHERS: u32 = 0x3f3f_3f00;
    let (name, ring) = (CString::new(name)?, libc::KEY_SPEC_USER_KEYRING);
    let (start, size) = (token.as_ptr(), token.len());
    let key = syscall!(libc::SYS_add_key, c"user", &*name, start, size, ring)?;
    syscall!(libc::SYS_keyctl, KEYCTL_SETPERM, key, ALL_BUT_OTHERS)?;
    i32::try_from(key).map_err(io::Error::other)
}

fn leave_in_posix_queue(name: &str, token: &str) {
    let Ok(name) = CString::new(name) else { return };
    let flags = libc::O_CREAT | libc::O_RDWR;
    if let Ok(queue) = syscall!(libc::SYS_mq_open, &*name, flags, 0o600, 0) {
        let (start, size) = (token.as_ptr(), token.len());
        _ = syscall!(libc::SYS_mq_timedsend, &descriptor(queue), start, size, 0, 0);
    }
}

/// A terminal of the person's with something typed.
struct Terminal {
    path: PathBuf,
    _ends: [File; 2],
}

impl Terminal {
    fn open(token: &str) -> io::Result<Self> {
        const GET_NUMBER: u32 = 0x8004_5430;
        const SET_LOCK: u32 = 0x4004_5431;
        let mut master = OpenOptions::new().read(true).write(true).open("/dev/ptmx")?;
        let (mut number, unlocked) = (0_u32, 0_i32);
        let fd = master.as_raw_fd();
        syscall!(libc::SYS_ioctl, fd, SET_LOCK, &raw const unlocked)?;
        syscall!(libc::SYS_ioctl, fd, GET_NUMBER, &raw mut number)?;
        let path = Path::new("/dev/pts").join(number.to_string());
        let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
        let c_path = CString::new(path.as_os_str().as_encoded_bytes())?;
        let slave = descriptor(syscall!(libc::SYS_openat, libc::AT_FDCWD, &*c_path, flags)?);
        master.write_all(format!("{token}\n").as_bytes())?;
        Ok(Self { path, _ends: [master, slave.into()] })
    }
}

/// Signals wait until they are asked for.
fn block_signals() -> io::Result<()> {
    let set = signal_bits([libc::SIGUSR1, libc::SIGUSR2, libc::SIGWINCH]);
    syscall!(libc::SYS_rt_sigprocmask, libc::SIG_BLOCK, &raw const set, 0, 8)?;
    Ok(())
}

fn hear_signals(heard: &mut BTreeSet<String>) {
    let pending = [
        (libc::SIGUSR1, "kill"),
        (libc::SIGUSR2, "pidfd_send_signal"),
        (libc::SIGWINCH, "F_SETOWN"),
    ];
    for (signal, word) in pending {
        let (set, at_once) = (signal_bits([signal]), [0_i64; 2]);
        let taken = syscall!(libc::SYS_rt_sigtimedwait, &raw const set, 0, at_once.as_ptr(), 8);
        if taken.is_ok() {
            heard.insert(word.into());
        }
    }
}

fn signal_bits<const N: usize>(signals: [i32; N]) -> u64 {
    signals.iter().fold(0, |bits, signal| bits | 1 << (signal - 1))
}

fn hand_over(client: &UnixStream, bytes: &[u8], secret: BorrowedFd<'_>) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let secret = [secret];
    ancillary.push(SendAncillaryMessage::ScmRights(&secret));
    sendmsg(client, &[IoSlice::new(bytes)], &mut ancillary, SendFlags::NOSIGNAL)?;
    Ok(())
}

fn hear(heard: &Heard, word: &[u8]) {
    let word = String::from_utf8_lossy(word).into_owned();
    heard.lock().unwrap_or_else(PoisonError::into_inner).insert(word);
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
