//! What concerns Paddock as a whole.

use std::os::unix::process::CommandExt as _;

use paddock_control::Push;
use paddock_control::view::Failure;

use super::nothing_runs;
use crate::consent::{done, done_or_settled};
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::out::Out;

/// Becomes the host.
pub(super) fn host(stay: bool) -> Result<(), Failure> {
    let program = whereabouts()?.programs.host;
    #[expect(clippy::disallowed_methods, reason = "the host is no server: it launches them")]
    let mut command = std::process::Command::new(&program);
    if stay {
        command.arg("--stay");
    }
    let error = command.exec();
    Err(Failure::new("host-failed").with("reason", error).with_path("path", &program))
}

pub(super) async fn pause(minutes: Option<u32>, out: &Out) -> Result<Exit, Failure> {
    let Some(front) = Front::find(false).await? else { return nothing_runs(out) };
    front.client.pause(minutes).await?;
    done(out)
}

pub(super) async fn resume(no_wait: bool, out: &Out) -> Result<Exit, Failure> {
    let Some(mut front) = Front::find(true).await? else { return nothing_runs(out) };
    let before = front.client.view().await?;
    let waits = front.client.resume().await?;
    done_or_settled(&mut front, &before, waits, no_wait, out).await
}

pub(super) async fn terminal_consent(on: bool, no_wait: bool, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let before = front.client.view().await?;
    let waits = front.client.set_terminal_consent(on).await?;
    done_or_settled(&mut front, &before, waits, no_wait, out).await
}

pub(super) async fn keyring_only(on: bool, out: &Out) -> Result<Exit, Failure> {
    Front::open(false).await?.client.set_keyring_only(on).await?;
    done(out)
}

pub(super) async fn quit(out: &Out) -> Result<Exit, Failure> {
    let Some(mut front) = Front::find(true).await? else { return nothing_runs(out) };
    match front.client.quit().await {
        Ok(()) => {}
        Err(failure) if failure.code == "host-gone" => return done(out),
        Err(failure) => return Err(failure),
    }
    // Its servers end first.
    while !matches!(front.pushed.next().await, Some(Push::Bye) | None) {}
    done(out)
}
