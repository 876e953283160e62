//! `io_uring(7)`: system calls that no filter of system calls sees.

use std::fs::File;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use crate::context::{c_path, read_file};
use crate::sys::{descriptor, map, memory, set_memory, syscall};
use crate::{Context, Failed, Tried};

const ENTRIES: u32 = 4;
const OFF_SQES: u64 = 0x1000_0000;
const GETEVENTS: u32 = 1;

const OPENAT: u8 = 18;
const CONNECT: u8 = 16;
const RECV: u8 = 27;
const SOCKET: u8 = 45;

/// A request as the kernel takes it, as far as it is used here.
#[derive(Default)]
struct Request {
    code: u8,
    fd: i32,
    offset: u64,
    address: u64,
    length: u32,
    flags: u32,
}

struct Ring {
    fd: OwnedFd,
    queues: usize,
    requests: usize,
    parameters: [u32; 30],
}

pub(crate) fn open(context: &Context<'_>) -> Tried {
    let ring = Ring::new()?;
    let path = c_path(&context.victim())?;
    let address = path.as_ptr().expose_provenance() as u64;
    let request = Request { code: OPENAT, fd: libc::AT_FDCWD, address, ..Request::default() };
    let fd = ring.run(&request)?;
    read_file(&mut File::from(descriptor(fd.into())))
}

/// A socket that `socket(2)` might not make.
pub(crate) fn unix_socket(context: &Context<'_>) -> Tried {
    let path = context.world.agent_socket();
    let mut address = [0_u8; 110];
    address[..2].copy_from_slice(&u16::try_from(libc::AF_UNIX).unwrap_or_default().to_ne_bytes());
    let bytes = path.as_os_str().as_encoded_bytes();
    address[2..2 + bytes.len()].copy_from_slice(bytes);
    greeted(libc::AF_UNIX, &address)
}

pub(crate) fn tcp_socket(context: &Context<'_>) -> Tried {
    let address = super::network::address(context.world.person.tcp4);
    greeted(libc::AF_INET, crate::sys::bytes_of(&address))
}

fn greeted(family: i32, address: &[u8]) -> Tried {
    let ring = Ring::new()?;
    let socket = ring.run(&Request {
        code: SOCKET,
        fd: family,
        offset: u64::from(libc::SOCK_STREAM.unsigned_abs()),
        ..Request::default()
    })?;
    ring.run(&Request {
        code: CONNECT,
        fd: socket,
        offset: address.len() as u64,
        address: address.as_ptr().expose_provenance() as u64,
        ..Request::default()
    })?;
    let mut bytes = [0_u8; 256];
    let count = ring.run(&Request {
        code: RECV,
        fd: socket,
        address: bytes.as_mut_ptr().expose_provenance() as u64,
        length: 256,
        ..Request::default()
    })?;
    let count = usize::try_from(count).unwrap_or_default().min(bytes.len());
    Ok(crate::context::bytes_of(&bytes[..count]))
}

impl Ring {
    fn new() -> Result<Self, Failed> {
        let mut parameters = [0_u32; 30];
        let made = syscall!(libc::SYS_io_uring_setup, ENTRIES, parameters.as_mut_ptr());
        let fd = descriptor(made?);
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let queues = map(&fd, 4096, protection, 0)?;
        let requests = map(&fd, 4096, protection, OFF_SQES)?;
        Ok(Self { fd, queues, requests, parameters })
    }

    /// Runs one request and yields its result.
    fn run(&self, request: &Request) -> Result<i32, Failed> {
        let mut bytes = [0_u8; 64];
        bytes[0] = request.code;
        bytes[4..8].copy_from_slice(&request.fd.to_ne_bytes());
        bytes[8..16].copy_from_slice(&request.offset.to_ne_bytes());
        bytes[16..24].copy_from_slice(&request.address.to_ne_bytes());
        bytes[24..28].copy_from_slice(&request.length.to_ne_bytes());
        bytes[28..32].copy_from_slice(&request.flags.to_ne_bytes());

        // `struct io_uring_params`: the offsets of the submission queue start at word 10, those of
        // the completion queue at word 20.
        let (tail, mask, array) = (self.word(11), self.word(12), self.word(16));
        let position = self.read(tail) & self.read(mask);
        set_memory(self.requests + position as usize * 64, &bytes);
        self.write(array + position as usize * 4, position);
        self.write(tail, self.read(tail).wrapping_add(1));
        syscall!(libc::SYS_io_uring_enter, &self.fd, 1, 1, GETEVENTS, 0, 0)?;

        let (head, mask, entries) = (self.word(20), self.word(22), self.word(25));
        let position = self.read(head) & self.read(mask);
        let result = self.read(entries + position as usize * 16 + 8).cast_signed();
        self.write(head, self.read(head).wrapping_add(1));
        if result < 0 { Err(Errno::from_raw_os_error(-result).into()) } else { Ok(result) }
    }

    /// Where a part of the queues begins.
    fn word(&self, index: usize) -> usize {
        self.queues + self.parameters[index] as usize
    }

    fn read(&self, address: usize) -> u32 {
        let _ = self;
        let bytes = memory(address, 4);
        bytes.first_chunk().map_or(0, |bytes| u32::from_ne_bytes(*bytes))
    }

    fn write(&self, address: usize, value: u32) {
        let _ = self;
        set_memory(address, &value.to_ne_bytes());
    }
}
