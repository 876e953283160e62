//! What concerns Paddock as a whole.

use std::os::unix::process::CommandExt as _;

use paddock_control::end_by_signal;
use paddock_control::view::{Code, Failure, RetentionView};

use super::nothing_runs;
use crate::arguments::{OnOff, OwnSettings};
use crate::consent::{done, done_or_settled};
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::out::Out;
use crate::words;

/// Says that a host runs already, if one does: that is as it was asked for, unless it was to stay, which
/// nothing says of the one that runs.
pub(super) async fn runs_already(stay: bool, out: &Out) -> Result<Option<Exit>, Failure> {
    let Some(front) = Front::find(false).await? else { return Ok(None) };
    let version = front.client.host_version();
    if out.json {
        out.json(&serde_json::json!({ "running": true, "version": version }))?;
    } else {
        out.said_with("cli-host-runs", &[("version", version.into())])?;
    }
    Ok(Some(if stay { Exit::Unavailable } else { Exit::Done }))
}

/// Becomes the host.
pub(super) fn host(stay: bool) -> Result<(), Failure> {
    let program = whereabouts()?.programs.host;
    #[expect(clippy::disallowed_methods, reason = "the host is no server: it launches them")]
    let mut command = std::process::Command::new(&program);
    if stay {
        command.arg("--stay");
    }
    let error = command.exec();
    Err(Failure::new(Code::HostFailed).with("reason", error).with_path("path", &program))
}

pub(super) async fn pause(minutes: Option<u32>, out: &Out) -> Result<Exit, Failure> {
    // Kept over the end of a host: what starts one later, an app perhaps, finds the pause.
    let front = Front::open(false).await?;
    front.client.pause(minutes).await?;
    done(out)
}

pub(super) async fn resume(no_wait: bool, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let before = front.client.view().await?;
    if before.paused.is_none() {
        return already_so(out);
    }
    let waits = front.client.resume().await?;
    done_or_settled(&mut front, &before, waits, no_wait, out).await
}

pub(super) async fn terminal_consent(on: bool, no_wait: bool, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let before = front.client.view().await?;
    if before.terminal_consent == on {
        return already_so(out);
    }
    let waits = front.client.set_terminal_consent(on).await?;
    done_or_settled(&mut front, &before, waits, no_wait, out).await
}

/// Says that there was nothing to do.
pub(super) fn already_so(out: &Out) -> Result<Exit, Failure> {
    if out.json {
        return done(out);
    }
    out.said("cli-already-so").map(|()| Exit::Done)
}

/// Shows the settings, or changes those that are named.
pub(super) async fn settings(asked: &OwnSettings, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let before = front.client.view().await?;
    let now = before.retention;
    let keep = RetentionView {
        days: asked.keep_days.unwrap_or(now.days),
        megabytes: asked.keep_megabytes.unwrap_or(now.megabytes),
        paths: asked.keep_paths.map_or(now.paths, OnOff::is_on),
        arguments: asked.keep_arguments.map_or(now.arguments, OnOff::is_on),
    };
    if keep != now {
        let waits = front.client.set_retention(keep).await?;
        return done_or_settled(&mut front, &before, waits, asked.wait.no_wait, out).await;
    }
    if out.json {
        out.json(&serde_json::json!({ "activity": now }))?;
    } else {
        out.said_with("cli-retention", &[("keep", words::retention(now, out).into())])?;
    }
    Ok(Exit::Done)
}

pub(super) async fn keyring_only(on: bool, no_wait: bool, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let before = front.client.view().await?;
    let waits = front.client.set_keyring_only(on).await?;
    done_or_settled(&mut front, &before, waits, no_wait, out).await
}

/// Whether the host can't be asked to quit.
fn is_unheard(code: &Code) -> bool {
    matches!(code, Code::HostOlder | Code::HostNewer | Code::HostOtherVersion | Code::HostSilent)
}

pub(super) async fn quit(out: &Out) -> Result<Exit, Failure> {
    let found = Front::find(true).await;
    if let Err(failure) = &found
        && is_unheard(&failure.code)
    {
        end_by_signal(&whereabouts()?.data).await?;
        return done(out);
    }
    let Some(mut front) = found? else { return nothing_runs(out) };
    match front.client.quit().await {
        Ok(()) => {}
        Err(failure) if failure.code == Code::HostGone => return done(out),
        Err(failure) => return Err(failure),
    }
    // The connection ends with the host, after its servers.
    while front.pushed.next().await.is_some() {}
    done(out)
}
