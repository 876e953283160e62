use paddock_sandbox::Facility;
use paddock_sandbox::wire::Refusal;
use rustix::io::Errno;
use rustix::thread::set_no_new_privs;

use super::{ARCHITECTURE, BEYOND, check, deny, deny_any_bit_of, error, install, lacking, on};
use crate::confine::bpf::{Program, When};

const NEW_USER: u32 = libc::CLONE_NEWUSER.cast_unsigned();

/// A filter for programs that are held to nothing else: they make no user namespaces.
pub(crate) struct NoUserNamespaces(Program);

impl NoUserNamespaces {
    pub(crate) fn new() -> Result<Self, Refusal> {
        check().map_err(lacking(Facility::Seccomp))?;
        Ok(Self(program()))
    }

    /// Safe to call between fork and exec.
    pub(crate) fn apply(&self) -> Result<(), Errno> {
        set_no_new_privs(true)?;
        install(&self.0, 0).map(drop)
    }
}

/// Calls by the rules of another architecture have other numbers, so there are none of them.
fn program() -> Program {
    let mut program = Program::default();
    program.load_architecture();
    program.when(When::Equal(ARCHITECTURE), |program| {
        program.load_number();
        program.when(When::AtLeast(BEYOND), |program| program.give(error(Errno::NOSYS)));
        deny(program, libc::SYS_clone3, Errno::NOSYS);
        for call in [libc::SYS_clone, libc::SYS_unshare] {
            on(program, call, |program| {
                program.load_argument(0);
                deny_any_bit_of(program, NEW_USER);
            });
        }
        program.give(libc::SECCOMP_RET_ALLOW);
    });
    program.give(error(Errno::NOSYS));
    program
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    use super::*;

    #[expect(clippy::disallowed_methods, reason = "what a program may do is what is tested")]
    fn succeeds(line: &str, restrained: bool) -> bool {
        let filter = NoUserNamespaces::new().unwrap();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]).stderr(std::process::Stdio::null());
        let restrain =
            move || if restrained { filter.apply().map_err(io::Error::from) } else { Ok(()) };
        #[expect(unsafe_code, reason = "`pre_exec` is the only way to act between fork and exec")]
        // SAFETY: the closure only makes system calls, which is allowed after fork.
        unsafe {
            command.pre_exec(restrain);
        }
        command.status().unwrap().success()
    }

    #[test]
    fn a_program_makes_no_user_namespace_and_all_else_goes_on() {
        if succeeds("unshare --user true", false) {
            assert!(!succeeds("unshare --user true", true));
            assert!(!succeeds("unshare --user --map-root-user --mount true", true));
        }
        assert!(succeeds("echo x | cat >/dev/null && (exit 0) & wait", true));
        let python = "import threading; t = threading.Thread(target=print); t.start(); t.join()";
        if succeeds("command -v python3 >/dev/null", false) {
            assert!(succeeds(&format!("python3 -c '{python}' >/dev/null"), true));
        }
    }
}
