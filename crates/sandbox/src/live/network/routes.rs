//! The loopback and the routes of a new network, by `rtnetlink(7)`.

use std::os::fd::OwnedFd;

use rustix::io::{Errno, retry_on_intr};
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, send, socket_with,
};

/// The loopback is the first interface of every network.
pub(super) const LOOPBACK: u32 = 1;

const HEADER: usize = 16;
/// `NLM_F_REQUEST` and `NLM_F_ACK`, in the width that the header has.
const REQUEST: u16 = 0x1 | 0x4;
/// `NLM_F_EXCL` and `NLM_F_CREATE`.
const NEW: u16 = 0x200 | 0x400;

pub(super) struct Netlink(OwnedFd);

impl Netlink {
    pub(super) fn open() -> Result<Self, Errno> {
        // Routes are what the kernel speaks of where no other protocol is named.
        socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None).map(Self)
    }

    /// With it come `127.0.0.0/8` and `::1`.
    pub(super) fn raise_loopback(&self) -> Result<(), Errno> {
        let up = libc::IFF_UP.cast_unsigned();
        let mut body = [0_u8; 16];
        body[4..8].copy_from_slice(&LOOPBACK.to_ne_bytes());
        body[8..12].copy_from_slice(&up.to_ne_bytes());
        body[12..16].copy_from_slice(&up.to_ne_bytes());
        self.request(libc::RTM_NEWLINK, REQUEST, &body)
    }

    /// Has every address of a family count as this machine's own.
    pub(super) fn lead_all_here(&self, family: AddressFamily) -> Result<(), Errno> {
        let family = u8::try_from(family.as_raw()).map_err(|_| Errno::INVAL)?;
        let mut body = vec![
            family,
            // No bit of the address counts, neither of where it goes nor of where it comes from.
            0,
            0,
            0,
            libc::RT_TABLE_LOCAL,
            libc::RTPROT_STATIC,
            libc::RT_SCOPE_HOST,
            libc::RTN_LOCAL,
        ];
        body.extend([0; 4]);
        body.extend(8_u16.to_ne_bytes());
        body.extend(libc::RTA_OIF.to_ne_bytes());
        body.extend(LOOPBACK.to_ne_bytes());
        self.request(libc::RTM_NEWROUTE, REQUEST | NEW, &body)
    }

    /// Waits for the kernel's answer, which is there once the request was sent.
    fn request(&self, kind: u16, flags: u16, body: &[u8]) -> Result<(), Errno> {
        let length = u32::try_from(HEADER + body.len()).map_err(|_| Errno::INVAL)?;
        let mut message = Vec::with_capacity(HEADER + body.len());
        message.extend(length.to_ne_bytes());
        message.extend(kind.to_ne_bytes());
        message.extend(flags.to_ne_bytes());
        // Its number and who asks: there is only one of either.
        message.extend([0; 8]);
        message.extend(body);
        retry_on_intr(|| send(&self.0, &message, SendFlags::empty()))?;
        let mut answer = [0_u8; 1024];
        let (count, _) = retry_on_intr(|| recv(&self.0, &mut answer[..], RecvFlags::empty()))?;
        acknowledged(&answer[..count])
    }
}

fn acknowledged(answer: &[u8]) -> Result<(), Errno> {
    let (header, rest) = answer.split_first_chunk::<HEADER>().ok_or(Errno::BADMSG)?;
    let kind = u16::from_ne_bytes([header[4], header[5]]);
    let error = rest.first_chunk::<4>().map(|error| i32::from_ne_bytes(*error));
    match error {
        Some(0) if i32::from(kind) == libc::NLMSG_ERROR => Ok(()),
        Some(error) if i32::from(kind) == libc::NLMSG_ERROR => {
            Err(Errno::from_raw_os_error(-error))
        }
        Some(_) | None => Err(Errno::BADMSG),
    }
}
