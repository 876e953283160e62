use paddock_control::Push;
use paddock_control::view::{Failure, LogLine, LogSession, LogSource};
use paddock_core::text::{shown, shown_lines};

use super::servers::named;
use crate::exit::Exit;
use crate::front::{Front, gone};
use crate::out::{Out, Tone, while_read};
use crate::when;

/// What a server said beside its answers; with `follow`, until it is interrupted.
pub(super) async fn show(
    name: &str,
    session: Option<u32>,
    follow: bool,
    out: &Out,
) -> Result<Exit, Failure> {
    let (mut front, id) = named(name, follow).await?;
    if let Some(log) = front.client.follow_log(Some(id)).await? {
        written(&log.lines, session, out)?;
    }
    if !follow {
        return Ok(Exit::Done);
    }
    while_read(followed(&mut front, id, session, out)).await
}

async fn followed(
    front: &mut Front,
    id: u32,
    session: Option<u32>,
    out: &Out,
) -> Result<Exit, Failure> {
    loop {
        match front.pushed.next().await {
            Some(Push::Log(log)) if log.server == id => written(&log.lines, session, out)?,
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

/// Writes all lines, or those of that session of an app.
fn written(lines: &[LogLine], session: Option<u32>, out: &Out) -> Result<(), Failure> {
    let number = |line: &LogLine| line.session.as_ref().map(|it| it.number);
    for line in lines.iter().filter(|line| session.is_none() || number(line) == session) {
        if out.json {
            out.json_line(line)?;
            continue;
        }
        let source = out.say(match line.source {
            LogSource::Stderr => "cli-log-stderr",
            LogSource::Message => "cli-log-message",
            LogSource::Paddock => "app-name",
        });
        let source = match &line.session {
            None => source,
            Some(LogSession { number, app }) => {
                let number = number.to_string();
                let of = [("source", source), ("app", shown(app)), ("session", number)];
                out.say_with("cli-log-of-session", &of.map(|(name, it)| (name, it.into())))
            }
        };
        let at = out.paint(Tone::Faint, &when::stamp(line.at, out));
        out.line(format!("{at}  {source}  {}", shown_lines(&line.text)))?;
    }
    Ok(())
}
