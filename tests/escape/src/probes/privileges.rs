//! Privileges: those left, and ways to regain them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::context::{bytes_of, did};
use crate::sys::syscall;
use crate::world::Privileged;
use crate::{Context, Failed, Tried};

/// Lines of `/proc/self/status`.
const HELD: [&str; 4] = ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"];

pub(crate) fn capabilities(_: &Context<'_>) -> Tried {
    let header = [0x2008_0522_u32, 0];
    let mut sets = [0_u32; 6];
    syscall!(libc::SYS_capget, header.as_ptr(), sets.as_mut_ptr())?;
    if sets.iter().any(|set| *set != 0) {
        return did(format!("{sets:x?}"));
    }
    Err(Failed::because("none"))
}

pub(crate) fn bounding_set(_: &Context<'_>) -> Tried {
    let left: Vec<_> = (0..64)
        .filter(|number| {
            syscall!(libc::SYS_prctl, libc::PR_CAPBSET_READ, *number, 0, 0, 0) == Ok(1)
        })
        .collect();
    if left.is_empty() { Err(Failed::because("empty")) } else { did(format!("{left:?}")) }
}

/// Execution as root brings capabilities back, if the bounding set lets it.
pub(crate) fn regained_by_exec(context: &Context<'_>) -> Tried {
    if !rustix::process::geteuid().is_root() {
        return Err(Failed::lacking("root"));
    }
    let shown = run(&context.world.program(), &["status"])?;
    let is_held = |line: &&str| HELD.iter().any(|name| line.starts_with(name)) && set_of(line) != 0;
    let regained = shown.lines().find(is_held);
    regained.map_or_else(|| Err(Failed::because("none")), |line| did(line.to_owned()))
}

pub(crate) fn set_capabilities(_: &Context<'_>) -> Tried {
    let header = [0x2008_0522_u32, 0];
    // CAP_SYS_ADMIN, effective, permitted and inheritable.
    let sets = [1_u32 << 21, 1 << 21, 1 << 21, 0, 0, 0];
    syscall!(libc::SYS_capset, header.as_ptr(), sets.as_ptr())?;
    did("may administer the system")
}

pub(crate) fn new_privileges(_: &Context<'_>) -> Tried {
    match syscall!(libc::SYS_prctl, libc::PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)? {
        0 => did("execution may bring privileges"),
        _ => Err(Failed::because("no new ones")),
    }
}

pub(crate) fn set_user_id(context: &Context<'_>) -> Tried {
    let Privileged { set_user_id, secret, .. } = privileged(context)?;
    let secret = secret.to_string_lossy().into_owned();
    Ok(bytes_of(run(set_user_id, &["read", &secret])?.as_bytes()))
}

pub(crate) fn file_capability(context: &Context<'_>) -> Tried {
    let Privileged { capable, secret, .. } = privileged(context)?;
    let secret = secret.to_string_lossy().into_owned();
    Ok(bytes_of(run(capable, &["read", &secret])?.as_bytes()))
}

pub(crate) fn groups(_: &Context<'_>) -> Tried {
    let none: [u32; 1] = [12_345];
    syscall!(libc::SYS_setgroups, 1, none.as_ptr())?;
    did("joined a group")
}

pub(crate) fn become_another(_: &Context<'_>) -> Tried {
    syscall!(libc::SYS_setuid, 65_533)?;
    did("became another user")
}

/// A program outside of what may be executed.
pub(crate) fn hidden_program(context: &Context<'_>) -> Tried {
    Ok(bytes_of(run(&context.world.hidden_program(), &[])?.as_bytes()))
}

/// The same by way of the dynamic loader, which opens it instead of executing it.
pub(crate) fn hidden_library(context: &Context<'_>) -> Tried {
    let loader = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
        .into_iter()
        .find(|loader| fs::exists(loader).unwrap_or(false))
        .ok_or_else(|| Failed::because("no loader"))?;
    let copy = context.world.secret().join("paddock-escape");
    let secret = context.world.home().join("none");
    let shown =
        run(Path::new(loader), &[&copy.to_string_lossy(), "say", &secret.to_string_lossy()])?;
    if shown.contains("said") { did("ran a hidden program") } else { Err(Failed::because(shown)) }
}

fn privileged<'a>(context: &'a Context<'_>) -> Result<&'a Privileged, Failed> {
    let privileged = context.world.privileged.as_ref();
    privileged.ok_or_else(|| Failed::lacking("a harness that is root and a server that is not"))
}

#[expect(clippy::disallowed_methods, reason = "this program is what the sandbox keeps")]
fn run(program: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let output = Command::new(program).args(arguments).output()?;
    if !output.status.success() && output.stdout.is_empty() {
        return Err(Failed::because(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The number in a line such as `CapEff: 00000000`.
fn set_of(line: &str) -> u64 {
    line.split_whitespace().nth(1).and_then(|text| u64::from_str_radix(text, 16).ok()).unwrap_or(0)
}
