//! Runs `paddock` as a person, a script and an agent would.

use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use crate::fake_host::World;

/// The program in that world, with no terminal.
#[expect(clippy::disallowed_methods, reason = "it is the product's own program, not a server")]
pub(crate) fn paddock(world: &World, args: &[&str]) -> Command {
    // A session of its own has no controlling terminal.
    let mut command = Command::new("setsid");
    command.args(["--wait", env!("CARGO_BIN_EXE_paddock")]).args(args);
    in_world(&mut command, world);
    command
}

fn in_world(command: &mut Command, world: &World) {
    let home = world.home();
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_STATE_HOME", home.join("state"))
        .env("XDG_CACHE_HOME", home.join("cache"))
        .env("TERM", "xterm")
        .env("TZ", "UTC")
        .stdin(Stdio::null());
}

pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) fn run(world: &World, args: &[&str]) -> Ended {
    paddock(world, args).output().unwrap().into()
}

/// The program at a terminal of its own, as the foreground of it.
pub(crate) struct AtTerminal {
    child: Child,
    pty: std::fs::File,
    seen: String,
    /// How much of that was waited for.
    read_to: usize,
}

impl AtTerminal {
    /// With `typed_before` already in the terminal's queue.
    pub(crate) fn start(world: &World, args: &[&str], typed_before: &str) -> Self {
        Self::started(world, &[], args, typed_before)
    }

    /// With this `NAME=value` in its environment.
    pub(crate) fn start_with(world: &World, variable: &str, args: &[&str]) -> Self {
        Self::started(world, &["env", variable], args, "")
    }

    /// Under a shell that then says what it reads from the terminal.
    pub(crate) fn start_before_shell(world: &World, args: &[&str]) -> Self {
        let script = "trap : INT; stty noflsh; \"$@\"; ended=$?
            IFS= read -r typed; echo \"the shell read: $typed.\"; exit $ended";
        Self::started(world, &["sh", "-c", script, "sh"], args, "")
    }

    /// In the background: a shell is what the terminal listens to.
    pub(crate) fn start_behind(world: &World, args: &[&str]) -> Self {
        Self::started(world, &["sh", "-mc", "\"$@\" & wait $!", "sh"], args, "")
    }

    #[expect(clippy::disallowed_methods, reason = "it is the product's own program, not a server")]
    fn started(world: &World, before: &[&str], args: &[&str], typed_before: &str) -> Self {
        let pty = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&pty).unwrap();
        unlockpt(&pty).unwrap();
        let name = ptsname(&pty, Vec::new()).unwrap().into_string().unwrap();
        let slave: OwnedFd =
            std::fs::OpenOptions::new().read(true).write(true).open(name).unwrap().into();
        let mut pty = std::fs::File::from(pty);
        pty.write_all(typed_before.as_bytes()).unwrap();
        let mut command = Command::new("setsid");
        command.args(["--ctty", "--wait"]).args(before);
        command.arg(env!("CARGO_BIN_EXE_paddock")).args(args);
        in_world(&mut command, world);
        command.stdin(slave.try_clone().unwrap());
        command.stdout(slave.try_clone().unwrap());
        command.stderr(slave);
        let child = command.spawn().unwrap();
        Self { child, pty, seen: String::new(), read_to: 0 }
    }

    /// Reads until this was written to the terminal, behind what was waited for before. What is
    /// typed ahead of a question is no answer to it.
    pub(crate) fn until(&mut self, words: &str) -> &mut Self {
        let mut found = None;
        while found.is_none() {
            found = self.seen[self.read_to..].find(words);
            assert!(found.is_some() || self.read(), "{words}: {}", self.seen);
        }
        self.read_to += found.unwrap() + words.len();
        self
    }

    pub(crate) fn types(&mut self, text: &str) -> &mut Self {
        self.pty.write_all(text.as_bytes()).unwrap();
        self
    }

    /// As when the window of the terminal is closed.
    pub(crate) fn hangs_up(&mut self) -> &mut Self {
        kill_process(Pid::from_child(&self.child), Signal::HUP).unwrap();
        self
    }

    /// Whether what is typed is shown.
    pub(crate) fn echoes(&self) -> bool {
        tcgetattr(&self.pty).unwrap().local_modes.contains(LocalModes::ECHO)
    }

    pub(crate) fn until_its_end(&mut self) {
        while self.read() {}
    }

    /// Its exit code, and all that was written to the terminal.
    pub(crate) fn end(mut self) -> (i32, String) {
        while self.read() {}
        (self.child.wait().unwrap().code().unwrap_or(-1), self.seen)
    }

    /// False at the end: nobody has the terminal open any more.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        match self.pty.read(&mut bytes) {
            Ok(0) | Err(_) => false,
            Ok(count) => {
                self.seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
                true
            }
        }
    }
}
