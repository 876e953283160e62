//! Links, symbolic and hard.

use std::fs;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, RenameFlags, linkat, open, renameat_with};

use crate::context::{read, write, wrote};
use crate::{Context, Tried, World};

/// A link of the harness's that leads to the secret itself.
pub(crate) fn followed(context: &Context<'_>) -> Tried {
    read(&context.world.link(context.probe))
}

/// A link of the harness's that leads to the folder above the victims.
pub(crate) fn chained(context: &Context<'_>) -> Tried {
    followed(context)
}

pub(crate) fn in_the_middle(context: &Context<'_>) -> Tried {
    read(&context.world.link(context.probe).join("victims").join(context.probe))
}

/// A link to `/`, by whatever name.
pub(crate) fn from_the_top(context: &Context<'_>) -> Tried {
    read(&beneath(&context.world.link(context.probe), &context.victim()))
}

pub(crate) fn in_read_only(context: &Context<'_>) -> Tried {
    read(&context.world.readonly().join("link"))
}

pub(crate) fn dangling(context: &Context<'_>) -> Tried {
    write(&context.world.link(context.probe))?;
    wrote(&context.fresh())
}

pub(crate) fn written_through(context: &Context<'_>) -> Tried {
    write(&context.world.link(context.probe))?;
    wrote(&context.victim())
}

pub(crate) fn to_read_only(context: &Context<'_>) -> Tried {
    write(&World::victim(&context.world.link(context.probe), context.probe))?;
    wrote(&context.readonly_victim())
}

pub(crate) fn made(context: &Context<'_>) -> Tried {
    made_in(&context.own(), context)
}

pub(crate) fn made_in_home(context: &Context<'_>) -> Tried {
    made_in(&context.world.home().join(context.probe), context)
}

pub(crate) fn made_in_tmp(context: &Context<'_>) -> Tried {
    let folder = std::env::temp_dir().join(format!("{}-{}", context.probe, std::process::id()));
    fs::create_dir(&folder)?;
    let read = made_in(&folder.join("link"), context);
    fs::remove_dir_all(&folder)?;
    read
}

pub(crate) fn made_to_own_root(context: &Context<'_>) -> Tried {
    symlink("/proc/self/root", context.own())?;
    read(&beneath(&context.own(), &context.victim()))
}

/// `/proc/self/cwd` is no ordinary link: it leads to the folder itself, not to its name.
pub(crate) fn magic_cwd(context: &Context<'_>) -> Tried {
    rustix::process::chdir(context.world.granted())?;
    read(&Path::new("/proc/self/cwd/../secret/victims").join(context.probe))
}

pub(crate) fn hard_link_in(context: &Context<'_>) -> Tried {
    fs::hard_link(context.victim(), context.own())?;
    read(&context.own())
}

/// By the descriptor of a path that was only looked up.
pub(crate) fn hard_link_of_descriptor(context: &Context<'_>) -> Tried {
    let found = open(context.victim(), OFlags::PATH, Mode::empty())?;
    if linkat(&found, "", CWD, context.own(), AtFlags::EMPTY_PATH).is_err() {
        let path = format!("/proc/self/fd/{}", found.as_raw_fd());
        linkat(CWD, path, CWD, context.own(), AtFlags::SYMLINK_FOLLOW)?;
    }
    read(&context.own())
}

pub(crate) fn hard_link_out(context: &Context<'_>) -> Tried {
    fs::write(context.own(), "written by the server")?;
    fs::hard_link(context.own(), context.fresh())?;
    wrote(&context.fresh())
}

pub(crate) fn renamed_in(context: &Context<'_>) -> Tried {
    fs::rename(context.victim(), context.own())?;
    read(&context.own())
}

pub(crate) fn renamed_out(context: &Context<'_>) -> Tried {
    fs::write(context.own(), "written by the server")?;
    fs::rename(context.own(), context.fresh())?;
    wrote(&context.fresh())
}

pub(crate) fn exchanged(context: &Context<'_>) -> Tried {
    fs::write(context.own(), "written by the server")?;
    renameat_with(CWD, context.own(), CWD, context.victim(), RenameFlags::EXCHANGE)?;
    read(&context.own())
}

/// The granted folder itself gives way to a link.
pub(crate) fn in_place_of_the_root(context: &Context<'_>) -> Tried {
    let granted = context.world.granted();
    let aside = context.world.base.join("aside");
    fs::rename(&granted, &aside)?;
    let read = symlink(context.world.secret(), &granted)
        .map_err(Into::into)
        .and_then(|()| read(&World::victim(&granted, context.probe)));
    fs::remove_file(&granted)?;
    fs::rename(&aside, &granted)?;
    read
}

fn made_in(link: &Path, context: &Context<'_>) -> Tried {
    symlink(context.victim(), link)?;
    let read = read(link);
    fs::remove_file(link)?;
    read
}

/// `path` as if `top` were `/`.
pub(super) fn beneath(top: &Path, path: &Path) -> PathBuf {
    top.join(path.strip_prefix("/").unwrap_or(path))
}
