//! Other processes and the kernel by way of `/proc` and `/sys`.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use super::links::beneath;
use crate::context::{bytes_of, did, read};
use crate::{Context, Failed, Tried};

/// The longest secret.
pub(super) const SECRET_SIZE: usize = 64;

pub(crate) fn init_root(context: &Context<'_>) -> Tried {
    read(&beneath(Path::new("/proc/1/root"), &context.victim()))
}

pub(crate) fn root(context: &Context<'_>) -> Tried {
    read(&beneath(&of_person(context, "root"), &context.victim()))
}

pub(crate) fn task_root(context: &Context<'_>) -> Tried {
    let pid = context.world.person.pid;
    read(&beneath(&of_person(context, &format!("task/{pid}/root")), &context.victim()))
}

pub(crate) fn cwd(context: &Context<'_>) -> Tried {
    read(&of_person(context, "cwd/victims").join(context.probe))
}

pub(crate) fn fd(context: &Context<'_>) -> Tried {
    read(&of_person(context, "fd").join(context.world.person.descriptor.to_string()))
}

pub(crate) fn environ(context: &Context<'_>) -> Tried {
    read(&of_person(context, "environ"))
}

pub(crate) fn cmdline(context: &Context<'_>) -> Tried {
    read(&of_person(context, "cmdline"))
}

pub(crate) fn maps(context: &Context<'_>) -> Tried {
    read(&of_person(context, "maps"))
}

pub(crate) fn mem(context: &Context<'_>) -> Tried {
    let memory = File::open(of_person(context, "mem"))?;
    let mut bytes = [0; SECRET_SIZE];
    memory.read_exact_at(&mut bytes, context.world.person.address)?;
    Ok(bytes_of(&bytes))
}

pub(crate) fn listed(context: &Context<'_>) -> Tried {
    let pid = context.world.person.pid.to_string();
    for entry in fs::read_dir("/proc")? {
        if entry?.file_name() == *pid {
            return did(format!("process {pid} is listed"));
        }
    }
    Err(Failed::because("not listed"))
}

/// Whether mounts of the host can be seen in the server's own list.
pub(crate) fn mountinfo(context: &Context<'_>) -> Tried {
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    let world = &context.world;
    let known = ["/usr", "/lib", "/bin", "/sbin", "/etc", "/proc", "/dev", "/tmp"];
    let own = [
        world.granted(),
        world.readonly(),
        world.revoked(),
        world.narrowed(),
        world.busy(),
        world.home(),
    ];
    let is_known = |mount: &Path| {
        mount == Path::new("/")
            || known.iter().any(|known| mount.starts_with(known))
            || own.iter().any(|own| mount.starts_with(own))
            || world.program().parent() == Some(mount)
    };
    // `\303\251` and the like: what is not plain is the server's own.
    let strange = mounts
        .lines()
        .filter_map(|line| line.split(' ').nth(4))
        .find(|mount| !mount.contains('\\') && !is_known(Path::new(mount)));
    strange.map_or_else(|| Err(Failed::because("own mounts only")), |mount| did(mount.to_owned()))
}

/// The process that started the server.
pub(crate) fn parent(_: &Context<'_>) -> Tried {
    let status = fs::read_to_string("/proc/self/status")?;
    let grandparent = status_number(&status, "PPid:")
        .and_then(|parent| fs::read_to_string(format!("/proc/{parent}/status")).ok())
        .and_then(|status| status_number(&status, "PPid:"))
        .filter(|parent| *parent > 0)
        .ok_or_else(|| Failed::because("no parent to be seen"))?;
    let memory = File::open(format!("/proc/{grandparent}/mem"))?;
    did(format!("opened the parent's memory as {memory:?}"))
}

pub(crate) fn sys_writable(_: &Context<'_>) -> Tried {
    opened_to_write("/proc/sys/kernel/core_pattern")
}

pub(crate) fn sysrq(_: &Context<'_>) -> Tried {
    opened_to_write("/proc/sysrq-trigger")
}

pub(crate) fn kernel_memory(_: &Context<'_>) -> Tried {
    if !fs::exists("/proc/kcore")? {
        return Err(Failed::lacking("/proc/kcore"));
    }
    File::open("/proc/kcore")?;
    did("opened /proc/kcore")
}

pub(crate) fn power_state(_: &Context<'_>) -> Tried {
    opened_to_write("/sys/kernel/mm/transparent_hugepage/enabled")
}

pub(crate) fn cgroup(_: &Context<'_>) -> Tried {
    let name = format!("paddock-escape-{}", std::process::id());
    let top = Path::new("/sys/fs/cgroup");
    let made = [top.join(&name), top.join("unified").join(&name), top.join("memory").join(&name)]
        .into_iter()
        .find(|folder| fs::create_dir(folder).is_ok());
    let folder = made.ok_or_else(|| Failed::because("none could be made"))?;
    fs::remove_dir(&folder)?;
    did(format!("made {}", folder.display()))
}

/// The own limits of a process are written through its `/proc` too.
pub(crate) fn score(context: &Context<'_>) -> Tried {
    fs::write(of_person(context, "oom_score_adj"), "500")?;
    crate::context::heard("oom_score_adj")
}

fn of_person(context: &Context<'_>, name: &str) -> PathBuf {
    Path::new("/proc").join(context.world.person.pid.to_string()).join(name)
}

fn status_number(status: &str, name: &str) -> Option<i32> {
    status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .and_then(|text| text.trim().parse().ok())
}

/// Opens, and writes nothing.
fn opened_to_write(path: &str) -> Tried {
    OpenOptions::new().write(true).open(path)?;
    did(format!("opened {path} to be written"))
}
