//! Sockets of the same machine that have a name instead of an address.

use std::fs::File;
use std::io::{IoSliceMut, Read as _, Seek as _};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd as _;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener, UnixStream};
use std::path::Path;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use crate::context::{bytes_of, c_path, did, heard, read_file, wrote};
use crate::sys::syscall;
use crate::{Context, Failed, Tried};

pub(crate) fn agent(context: &Context<'_>) -> Tried {
    greeted(UnixStream::connect(context.world.agent_socket())?)
}

pub(crate) fn bus(context: &Context<'_>) -> Tried {
    greeted(UnixStream::connect(context.world.bus_socket())?)
}

pub(crate) fn display(context: &Context<'_>) -> Tried {
    greeted(UnixStream::connect(context.world.display_socket())?)
}

pub(crate) fn by_link(context: &Context<'_>) -> Tried {
    greeted(UnixStream::connect(context.world.link("link-to-socket"))?)
}

/// A long way around: by the descriptor of the folder in `/proc`.
pub(crate) fn by_descriptor(context: &Context<'_>) -> Tried {
    let socket = context.world.agent_socket();
    let folder = File::open(socket.parent().unwrap_or(Path::new("/")))?;
    greeted(UnixStream::connect(format!("/proc/self/fd/{}/agent.sock", folder.as_raw_fd()))?)
}

pub(crate) fn abstract_stream(context: &Context<'_>) -> Tried {
    let name = SocketAddr::from_abstract_name(&context.world.person.abstract_name)?;
    greeted(UnixStream::connect_addr(&name)?)
}

pub(crate) fn datagram(context: &Context<'_>) -> Tried {
    UnixDatagram::unbound()?.send_to(b"unix-datagram", context.world.datagram_socket())?;
    heard("unix-datagram")
}

pub(crate) fn abstract_datagram(context: &Context<'_>) -> Tried {
    let name = SocketAddr::from_abstract_name(&context.world.person.abstract_datagram)?;
    UnixDatagram::unbound()?.send_to_addr(b"abstract-datagram", &name)?;
    heard("abstract-datagram")
}

/// The other side hands over a descriptor of the secret.
pub(crate) fn handed_over(context: &Context<'_>) -> Tried {
    let socket = UnixStream::connect(context.world.agent_socket())?;
    received_file(&socket)
}

pub(crate) fn handed_over_abstractly(context: &Context<'_>) -> Tried {
    let name = SocketAddr::from_abstract_name(&context.world.person.abstract_name)?;
    received_file(&UnixStream::connect_addr(&name)?)
}

/// A socket file where nothing may be made.
pub(crate) fn bound_outside(context: &Context<'_>) -> Tried {
    UnixListener::bind(context.fresh())?;
    wrote(&context.fresh())
}

pub(crate) fn bound_in_read_only(context: &Context<'_>) -> Tried {
    UnixListener::bind(context.readonly_fresh())?;
    wrote(&context.readonly_fresh())
}

/// By which another server that has the folder too could be handed what is open here.
pub(crate) fn bound_in_granted(context: &Context<'_>) -> Tried {
    UnixListener::bind(context.own())?;
    did("made a socket")
}

pub(crate) fn made_in_granted(context: &Context<'_>) -> Tried {
    let mode = libc::S_IFSOCK | 0o600;
    syscall!(libc::SYS_mknodat, libc::AT_FDCWD, &*c_path(&context.own())?, mode, 0)?;
    did("made a socket")
}

pub(super) fn greeted(mut socket: UnixStream) -> Tried {
    let mut bytes = [0; 256];
    let count = socket.read(&mut bytes)?;
    Ok(bytes_of(&bytes[..count]))
}

fn received_file(socket: &UnixStream) -> Tried {
    let mut bytes = [0; 256];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut buffers = [IoSliceMut::new(&mut bytes)];
    recvmsg(socket, &mut buffers, &mut ancillary, RecvFlags::CMSG_CLOEXEC)?;
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(mut descriptors) = message
            && let Some(file) = descriptors.next()
        {
            let mut file = File::from(file);
            file.rewind()?;
            return read_file(&mut file);
        }
    }
    Err(Failed::because("no descriptor came"))
}
