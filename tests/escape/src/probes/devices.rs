//! Device nodes.

use std::fs::{self, File, OpenOptions};
use std::path::Path;

use crate::context::{c_path, did};
use crate::sys::syscall;
use crate::{Context, Failed, Tried};

/// Devices that lead past every folder, into other programs' input, or into the kernel.
const DANGEROUS: [&str; 12] = [
    "/dev/fuse",
    "/dev/kvm",
    "/dev/net/tun",
    "/dev/uinput",
    "/dev/uhid",
    "/dev/vhost-vsock",
    "/dev/vhost-net",
    "/dev/dri/card0",
    "/dev/input/event0",
    "/dev/snd/controlC0",
    "/dev/loop-control",
    "/dev/mapper/control",
];

pub(crate) fn memory(_: &Context<'_>) -> Tried {
    opened("/dev/mem")
}

pub(crate) fn kernel_log(_: &Context<'_>) -> Tried {
    opened("/dev/kmsg")
}

pub(crate) fn disk(context: &Context<'_>) -> Tried {
    let disk = context.world.disk.as_ref().ok_or_else(|| Failed::lacking("a disk"))?;
    File::open(disk)?;
    did(format!("opened {}", disk.display()))
}

pub(crate) fn others(_: &Context<'_>) -> Tried {
    let mut found = false;
    for device in DANGEROUS {
        found |= fs::exists(device).unwrap_or(false);
        if OpenOptions::new().read(true).write(true).open(device).is_ok() {
            return did(format!("opened {device}"));
        }
    }
    if found { Err(Failed::because("none")) } else { Err(Failed::lacking("such devices")) }
}

/// A node of the probe's own for a disk that is there.
pub(crate) fn node(context: &Context<'_>) -> Tried {
    let number = context.world.disk_number.ok_or_else(|| Failed::lacking("a disk"))?;
    let path = c_path(&context.own())?;
    let mode = libc::S_IFBLK | 0o600;
    syscall!(libc::SYS_mknodat, libc::AT_FDCWD, &*path, mode, number)?;
    let opened = File::open(context.own());
    fs::remove_file(context.own())?;
    opened?;
    did("opened a disk by a node of its own")
}

/// A node is a way to keep a privilege even if it cannot be opened here.
pub(crate) fn character_node(context: &Context<'_>) -> Tried {
    let path = c_path(&context.own())?;
    // `/dev/mem`
    let number = (1_u64 << 8) | 1;
    let mode = libc::S_IFCHR | 0o666;
    syscall!(libc::SYS_mknodat, libc::AT_FDCWD, &*path, mode, number)?;
    fs::remove_file(context.own())?;
    did("made a device node in the granted folder")
}

fn opened(path: &str) -> Tried {
    if !fs::exists(Path::new("/dev/null"))? {
        return Err(Failed::because("no devices"));
    }
    File::open(path)?;
    did(format!("opened {path}"))
}
