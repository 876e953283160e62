use paddock_control::Push;
use paddock_control::view::{Failure, LogLine, LogSource};
use paddock_core::text::shown_lines;

use super::servers::named;
use crate::exit::Exit;
use crate::front::{Front, gone};
use crate::out::{Out, Tone, while_read};
use crate::when;

/// What a server said beside its answers; with `follow`, until it is interrupted.
pub(super) async fn show(name: &str, follow: bool, out: &Out) -> Result<Exit, Failure> {
    let (mut front, id) = named(name, follow).await?;
    if let Some(log) = front.client.follow_log(Some(id)).await? {
        written(&log.lines, out)?;
    }
    if !follow {
        return Ok(Exit::Done);
    }
    while_read(followed(&mut front, id, out)).await
}

async fn followed(front: &mut Front, id: u32, out: &Out) -> Result<Exit, Failure> {
    loop {
        match front.pushed.next().await {
            Some(Push::Log(log)) if log.server == id => written(&log.lines, out)?,
            Some(Push::Bye) | None => return Err(gone()),
            Some(
                Push::Log(_)
                | Push::View(_)
                | Push::Unshown(_)
                | Push::Grew(_)
                | Push::Progress(_)
                | Push::Notify(_),
            ) => {}
        }
    }
}

fn written(lines: &[LogLine], out: &Out) -> Result<(), Failure> {
    for line in lines {
        if out.json {
            out.json_line(line)?;
            continue;
        }
        let source = out.say(match line.source {
            LogSource::Stderr => "cli-log-stderr",
            LogSource::Message => "cli-log-message",
            LogSource::Paddock => "app-name",
        });
        let at = out.paint(Tone::Faint, &when::stamp(line.at));
        out.line(format!("{at}  {source}  {}", shown_lines(&line.text)))?;
    }
    Ok(())
}
