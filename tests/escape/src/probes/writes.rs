//! Files that would be read and run later, outside, whether they exist or not.

use std::fs;
use std::path::Path;

use super::hidden::made_without_a_name;
use crate::context::{c_path, write, wrote};
use crate::sys::syscall;
use crate::{Context, Tried};

pub(crate) fn secret(context: &Context<'_>) -> Tried {
    write(&context.fresh())
}

pub(crate) fn folder(context: &Context<'_>) -> Tried {
    fs::create_dir(context.fresh())?;
    wrote(&context.fresh())
}

pub(crate) fn unlink(context: &Context<'_>) -> Tried {
    fs::remove_file(context.victim())?;
    wrote(&context.victim())
}

pub(crate) fn truncate(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_truncate, &*c_path(&context.victim())?, 0)?;
    wrote(&context.victim())
}

pub(crate) fn mode(context: &Context<'_>) -> Tried {
    syscall!(libc::SYS_fchmodat, libc::AT_FDCWD, &*c_path(&context.victim())?, 0o777)?;
    wrote(&context.victim())
}

pub(crate) fn owner(context: &Context<'_>) -> Tried {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let path = c_path(&context.victim())?;
    syscall!(libc::SYS_fchownat, libc::AT_FDCWD, &*path, user, group, 0)?;
    wrote(&context.victim())
}

pub(crate) fn times(context: &Context<'_>) -> Tried {
    let long_ago = [1_i64, 0, 1, 0];
    let path = c_path(&context.victim())?;
    syscall!(libc::SYS_utimensat, libc::AT_FDCWD, &*path, long_ago.as_ptr(), 0)?;
    wrote(&context.victim())
}

pub(crate) fn attribute(context: &Context<'_>) -> Tried {
    let path = c_path(&context.victim())?;
    syscall!(libc::SYS_setxattr, &*path, c"user.note", b"x".as_ptr(), 1, 0)?;
    wrote(&context.victim())
}

pub(crate) fn shell_start(context: &Context<'_>) -> Tried {
    write(&context.world.person_home().join(".bashrc"))
}

pub(crate) fn existing_shell_start(context: &Context<'_>) -> Tried {
    write(&context.world.person_home().join(".profile"))
}

pub(crate) fn client_settings(context: &Context<'_>) -> Tried {
    let folder = context.world.person_home().join(".config/client");
    fs::create_dir_all(&folder)?;
    write(&folder.join("mcp.json"))
}

pub(crate) fn hook(context: &Context<'_>) -> Tried {
    write(&context.world.person_home().join("project/.git/hooks/pre-commit"))
}

pub(crate) fn login_keys(context: &Context<'_>) -> Tried {
    write(&context.world.person_home().join(".ssh/authorized_keys"))
}

pub(crate) fn autostart(context: &Context<'_>) -> Tried {
    let folder = context.world.person_home().join(".config/autostart");
    fs::create_dir_all(&folder)?;
    write(&folder.join("server.desktop"))
}

pub(crate) fn app_data(context: &Context<'_>) -> Tried {
    write(&context.world.app_data().join("paddock.db"))
}

pub(crate) fn app_settings(context: &Context<'_>) -> Tried {
    let folder = context.world.person_home().join(".config/paddock");
    fs::create_dir_all(&folder)?;
    write(&folder.join("settings.json"))
}

pub(crate) fn other_home(context: &Context<'_>) -> Tried {
    write(&context.world.other_home().join("planted"))
}

pub(crate) fn canary(context: &Context<'_>) -> Tried {
    write(&context.world.canary())
}

pub(crate) fn own_program(context: &Context<'_>) -> Tried {
    let program = context.world.program();
    let planted = program.with_file_name("planted");
    fs::write(&planted, "written by the server")?;
    wrote(&planted)
}

pub(crate) fn beside(context: &Context<'_>) -> Tried {
    write(&context.world.base.join("beside"))
}

pub(crate) fn system_programs(_: &Context<'_>) -> Tried {
    made_without_a_name(c"/usr/bin")
}

pub(crate) fn system_libraries(_: &Context<'_>) -> Tried {
    made_without_a_name(c"/usr/lib")
}

pub(crate) fn system_settings(_: &Context<'_>) -> Tried {
    made_without_a_name(c"/etc")
}

pub(crate) fn top(_: &Context<'_>) -> Tried {
    made_without_a_name(c"/")
}

pub(crate) fn variable_data(_: &Context<'_>) -> Tried {
    made_without_a_name(c"/var/tmp")
}

/// A temporary folder that the person's programs use too.
pub(crate) fn shared_temporary(context: &Context<'_>) -> Tried {
    let name = context.world.base.file_name().unwrap_or_default().to_string_lossy().into_owned();
    write(&Path::new("/tmp").join(format!("{name}-planted")))
}
