//! The messages that went to and from a server.

use paddock_control::view::{Direction, Failure, WireFilter, WireView};
use paddock_core::text::{shown, shown_lines};
use serde_json::json;

use super::servers::named;
use crate::arguments::Messages;
use crate::exit::Exit;
use crate::out::{Out, Tone};
use crate::when;

/// The oldest of what is shown first, so that the newest stands where a terminal is read.
pub(super) async fn show(asked: &Messages, out: &Out) -> Result<Exit, Failure> {
    let (front, id) = named(&asked.server, false).await?;
    if let Some(upto) = asked.script {
        out.piece(&front.client.reproduce(id, upto).await?)?;
        return Ok(Exit::Done);
    }
    let filter = WireFilter {
        text: asked.text.clone(),
        errors_only: asked.errors,
        before: asked.before,
        ..WireFilter::default()
    };
    let page = front.client.messages(id, filter).await?;
    if out.json {
        out.json(
            &json!({ "messages": page.messages, "more": page.more, "dropped": page.dropped }),
        )?;
    } else if page.messages.is_empty() {
        out.said("cli-no-messages")?;
    } else {
        for message in page.messages.iter().rev() {
            out.line(line(message, out))?;
        }
    }
    Ok(Exit::Done)
}

fn line(message: &WireView, out: &Out) -> String {
    let arrow = match message.direction {
        Direction::ToServer => "→",
        Direction::FromServer => "←",
    };
    let at = out.paint(Tone::Faint, &when::stamp(message.at, out));
    let method = shown(message.method.as_deref().unwrap_or_default());
    let rest = if message.cut { " …" } else { "" };
    format!("#{} {at} {arrow} {method} {}{rest}", message.number, shown_lines(&message.text))
}
