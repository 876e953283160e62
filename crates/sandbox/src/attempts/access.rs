use std::path::PathBuf;

use super::caller::Caller;
use super::calls::{Call, Kind, PathArgument};
use super::listener::Notification;

/// What a call is about to do with one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Access {
    /// Absolute, otherwise as it was given.
    pub(super) path: PathBuf,
    /// What is there would be changed.
    pub(super) write: bool,
    /// What is missing would be made.
    pub(super) create: bool,
    /// Through a link at the end of the path to what it leads to.
    pub(super) follow: bool,
}

struct Manner {
    write: bool,
    create: bool,
    follow: bool,
}

/// What the call is about, as far as it can be read.
pub(super) fn read(notification: &Notification) -> Vec<Access> {
    let Some(call) = Call::numbered(notification.call) else { return Vec::new() };
    let caller = Caller(notification.thread);
    let Some(manner) = manner(&call.kind, notification, caller) else { return Vec::new() };
    let access = |argument: &PathArgument| {
        let path = path(argument, notification, caller)?;
        let Manner { write, create, follow } = manner;
        Some(Access { path, write, create: create || argument.made, follow })
    };
    call.paths.iter().filter_map(access).collect()
}

fn manner(kind: &Kind, notification: &Notification, caller: Caller) -> Option<Manner> {
    const LOOK: Manner = Manner { write: false, create: false, follow: true };

    let argument = |index: usize| notification.arguments[index];
    Some(match *kind {
        Kind::Open { flags } => opening(lower_half(argument(flags))),
        Kind::OpenHow { how } => opening(lower_half(caller.number(argument(how))?)),
        Kind::Look => LOOK,
        Kind::LookAtLink | Kind::ReadLink | Kind::Make => Manner { follow: false, ..LOOK },
        Kind::LookAs { flags } => {
            Manner { follow: lower_half(argument(flags)) & libc::AT_SYMLINK_NOFOLLOW == 0, ..LOOK }
        }
        Kind::Change => Manner { write: true, create: false, follow: false },
    })
}

fn opening(flags: i32) -> Manner {
    if flags & libc::O_PATH != 0 {
        return Manner { write: false, create: false, follow: flags & libc::O_NOFOLLOW == 0 };
    }
    let create = flags & libc::O_CREAT != 0;
    Manner {
        write: flags & libc::O_ACCMODE != libc::O_RDONLY || flags & libc::O_TRUNC != 0,
        create,
        follow: flags & libc::O_NOFOLLOW == 0 && !(create && flags & libc::O_EXCL != 0),
    }
}

fn path(argument: &PathArgument, notification: &Notification, caller: Caller) -> Option<PathBuf> {
    let path = caller.path(notification.arguments[argument.path])?;
    if path.as_os_str().is_empty() || path.is_absolute() {
        return Some(path).filter(|path| path.is_absolute());
    }
    let descriptor = argument.folder.map(|index| lower_half(notification.arguments[index]));
    Some(caller.folder(descriptor)?.join(path))
}

/// All that the kernel takes of an `int`.
fn lower_half(argument: u64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "that is what it is for")]
    let half = argument as u32;
    half.cast_signed()
}
