use std::io;

use paddock_sandbox::wire::End;
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, wait};

use crate::processes::signal_descendants;

/// The server and every process that came of it.
pub(crate) struct Tree {
    server: Pid,
    /// The first process of the server's process namespace: all others there end with it.
    init: Option<Pid>,
    end: Option<End>,
}

impl Tree {
    pub(crate) fn of(server: Pid, init: Option<Pid>) -> Self {
        Self { server, init, end: None }
    }

    pub(crate) fn server(&self) -> u32 {
        self.server.as_raw_pid().cast_unsigned()
    }

    pub(crate) fn server_has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Buries every child that has died; whether any is left alive.
    pub(crate) fn reap(&mut self) -> io::Result<bool> {
        loop {
            match self.wait(WaitOptions::NOHANG)? {
                Waited::Buried => {}
                Waited::AllAlive => return Ok(true),
                Waited::NoChild => return Ok(false),
            }
        }
    }

    /// Kills until nobody is left, and returns how the server ended.
    ///
    /// Each round signals at least all children of the keeper, so one of them dies and the wait
    /// returns; the children it leaves are the keeper's in the next round.
    pub(crate) fn kill(&mut self) -> io::Result<End> {
        if let Some(init) = self.init {
            // It is not buried before the last of the others, so the number is still its own.
            let killed = kill_process(init, Signal::KILL);
            // They end with it, so there is nobody to look for.
            while killed.is_ok()
                && self.init.is_some()
                && self.wait(WaitOptions::empty())? == Waited::Buried
            {}
        }
        while self.reap()? {
            signal_descendants(Signal::KILL)?;
            self.wait(WaitOptions::empty())?;
        }
        self.end.ok_or_else(|| Errno::CHILD.into())
    }

    fn wait(&mut self, options: WaitOptions) -> io::Result<Waited> {
        match retry_on_intr(|| wait(options)) {
            Ok(Some((pid, status))) => {
                if pid == self.server {
                    self.end = end(status);
                }
                if Some(pid) == self.init {
                    self.init = None;
                }
                Ok(Waited::Buried)
            }
            Ok(None) => Ok(Waited::AllAlive),
            Err(Errno::CHILD) => Ok(Waited::NoChild),
            Err(errno) => Err(errno.into()),
        }
    }
}

#[derive(PartialEq, Eq)]
enum Waited {
    Buried,
    AllAlive,
    NoChild,
}

fn end(status: WaitStatus) -> Option<End> {
    let code = status.exit_status().map(End::Code);
    code.or_else(|| status.terminating_signal().map(End::Signal))
}
