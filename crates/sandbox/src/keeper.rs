use std::io;

use paddock_sandbox::wire::{Obstacle, Order, Refusal, Report};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;
use rustix::process::{
    DumpableBehavior, Signal, getpid, set_child_subreaper, set_dumpable_behavior,
};

use crate::control::{Control, ControlError};
use crate::processes::signal_descendants;
use crate::signals::Signals;
use crate::tree::Tree;
use crate::{descriptors, server};

#[derive(Debug, thiserror::Error)]
pub(crate) enum KeeperError {
    #[error("cannot talk to the app: {0}")]
    Control(#[from] ControlError),
    #[error("cannot keep processes: {0}")]
    System(#[from] io::Error),
}

/// Keeps one server from its launch until no process of its tree is left.
pub(crate) fn run() -> Result<(), KeeperError> {
    let prepared = become_keeper();
    let mut control = Control::from_stdin()?;
    let Some((launch, streams)) = control.launch()? else { return Ok(()) };
    let started = prepared.and_then(|signals| Ok((signals, server::start(&launch, streams)?)));
    let (signals, server) = match started {
        Ok(started) => started,
        Err(refusal) => return Ok(control.report(Report::NotStarted(refusal))?),
    };
    drop(launch);

    let mut tree = Tree::of(server);
    let kept = keep(&mut tree, &mut control, &signals);
    let end = tree.kill()?;
    kept?;
    Ok(control.report(Report::Ended(end))?)
}

/// Makes this process fit to hold a tree. Must come before it opens any descriptor.
fn become_keeper() -> Result<Signals, Refusal> {
    let refuse = |error: io::Error| {
        let errno = error.raw_os_error().unwrap_or_default();
        Refusal { obstacle: Obstacle::Keeper, errno }
    };
    let set_up = || {
        // Whatever the app itself inherited would reach the server.
        descriptors::close_all_but_standard()?;
        // The server runs as the same user: it could read the keeper's memory and take its socket.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_child_subreaper(Some(getpid()))?;
        Signals::block()
    };
    set_up().map_err(refuse)
}

/// Returns when the tree is to be killed: the server ended, the app said so or is gone, or the keeper
/// is asked to end by a signal.
fn keep(tree: &mut Tree, control: &mut Control, signals: &Signals) -> Result<(), KeeperError> {
    control.report(Report::Started { pid: tree.server() })?;
    loop {
        while let Some(order) = control.next_order()? {
            match order {
                Order::Terminate => signal_descendants(Signal::TERM)?,
                Order::Kill => return Ok(()),
                Order::Launch(_) => return Err(ControlError::SecondLaunch.into()),
            }
        }
        let ready = wait(control, signals)?;
        if ready.signal {
            let asked_to_end = signals.take()?;
            tree.reap()?;
            if asked_to_end || tree.server_has_ended() {
                return Ok(());
            }
        }
        if ready.control && !control.receive()? {
            return Ok(());
        }
    }
}

struct Ready {
    control: bool,
    signal: bool,
}

fn wait(control: &Control, signals: &Signals) -> io::Result<Ready> {
    let mut polled = [PollFd::new(control, PollFlags::IN), PollFd::new(signals, PollFlags::IN)];
    retry_on_intr(|| poll(&mut polled, None))?;
    let [control, signal] = polled.map(|polled| !polled.revents().is_empty());
    Ok(Ready { control, signal })
}
