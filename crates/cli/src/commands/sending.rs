//! Servers that have sent what they may today.

use paddock_control::view::{AskedSendingView, Code, Failure, TodayView, View};
use serde::Serialize;
use serde_json::json;

use crate::arguments::AllowFor;
use crate::arguments::values::Item;
use crate::consent::done_or_settled;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;
use crate::words;

/// Has a person let a server send its limit once more today, or whatever it likes.
pub(super) async fn allow(server: u32, how: AllowFor, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.surveyed().await?;
    let asked = find(&view, server)?;
    let today = how.today(asked.up_to).ok_or_else(|| Failure::new(Code::CliNotForSending))?;
    let waits = front.client.send_today(server, today).await?;
    done_or_settled(&mut front, &view, waits, how.wait.no_wait, out).await
}

pub(super) async fn show(front: &Front, server: u32, out: &Out) -> Result<Exit, Failure> {
    let view = front.client.view().await?;
    let asked = find(&view, server)?;
    if out.json {
        let which = Item::Sending(server).to_string();
        out.json(&json!({ "which": which, "sending": asked }))?;
        return Ok(Exit::Done);
    }
    out.line(about(&view, asked, out))?;
    out.said("asked-sending-lead").map(|()| Exit::Done)
}

/// Stops it for today, where it is asked about.
pub(super) async fn stop(front: &Front, server: u32) -> Result<(), Failure> {
    find(&front.client.view().await?, server)?;
    front.client.send_today(server, TodayView::Stopped).await.map(drop)
}

pub(super) fn about(view: &View, asked: &AskedSendingView, out: &Out) -> String {
    let server = names::server_or_gone(view, asked.server, out);
    let size = words::kilobytes(asked.sent, out);
    out.say_with("asked-sending-title", &[("server", server.into()), ("size", size.into())])
}

/// Something that waits, with the name by which it is answered.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Named<'a> {
    which: String,
    #[serde(flatten)]
    it: &'a AskedSendingView,
}

pub(super) fn named(it: &AskedSendingView) -> Named<'_> {
    Named { which: Item::Sending(it.server).to_string(), it }
}

fn find(view: &View, server: u32) -> Result<&AskedSendingView, Failure> {
    let found = view.asked_sending.iter().find(|asked| asked.server == server);
    found.ok_or_else(|| Failure::new(Code::UnknownRequest))
}
