//! What apps ask, shown in full and allowed by a person at the terminal or in the window.

use paddock_control::view::{
    Access, CallAnswer, Code, Failure, HeldCallDetail, HeldCallView, LifetimeChoice, PlaceView,
    ToolRule, View,
};
use paddock_core::text::{shown, shown_lines};
use serde_json::json;

use crate::arguments::GrantFor;
use crate::arguments::values::{Item, Waiting};
use crate::consent::{self, ProposedGrant, about_server, confirmed, done, is_waiting, settle};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone};
use crate::words;

/// Lets a call through, once a person has read it.
pub(super) async fn call(id: u32, answer: CallAnswer, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let call = find_call(&view, id)?;
    let detail = front.client.held_call(id).await?;
    let mut lines = call_lines(&view, call, &detail, out);
    let allowed = match answer {
        CallAnswer::Once => "held-call-once",
        CallAnswer::Hour => "held-call-hour",
        CallAnswer::Session => "held-call-session",
        CallAnswer::Always => "held-call-always",
    };
    lines.push(String::new());
    lines.push(out.paint(Tone::Strong, &out.say(allowed)));
    if answer != CallAnswer::Once {
        let values = [("app", shown(&call.app).into()), ("tool", shown(&call.tool).into())];
        lines.push(out.say_with("held-call-means", &values));
    }
    let person = confirmed(&front, &lines.join("\n"), out).await?;
    person.allow_call(id, answer).await?;
    done(out)
}

/// Refuses a call; with `block` its app may not call that tool of the server again.
pub(super) async fn deny_call(front: &Front, id: u32, block: bool) -> Result<(), Failure> {
    if !block {
        return front.client.deny_call(id).await;
    }
    let view = front.client.view().await?;
    let HeldCallView { server, app, tool, .. } = find_call(&view, id)?.clone();
    front.client.deny_call(id).await?;
    let off = Some(ToolRule::Off);
    front.client.set_tool_rule(server, Some(app), tool, off).await.map(|_| ())
}

/// Proposes the folder that an app works in, and has a person decide.
pub(super) async fn place(id: u32, asked: &GrantFor, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    // What a person reads says how it will be enforced.
    let view = front.surveyed().await?;
    let server = find_place(&view, id)?.server;
    let pick = front.client.pick_place(id).await?;
    proposed(&mut front, &view, (pick, server, Access::Read), asked, out).await
}

/// Has a person decide about a folder that was proposed for a server, for this access if no other was
/// named.
pub(super) async fn proposed(
    front: &mut Front,
    before: &View,
    (pick, server, access): (u32, u32, Access),
    asked: &GrantFor,
    out: &Out,
) -> Result<Exit, Failure> {
    let which = Waiting::Pick(pick);
    let proposed = ProposedGrant {
        server,
        access: asked.access.map_or(access, Into::into),
        lifetime: asked.lifetime.chosen().unwrap_or(LifetimeChoice::Always),
    };
    // It may have been proposed already.
    let is_own = !is_waiting(before, which);
    let asked_for = consent::Subject { which, proposed: Some(proposed), without: &[], is_own };
    settle(front, asked_for, asked.wait.no_wait, out).await
}

pub(super) async fn show_call(front: &Front, id: u32, out: &Out) -> Result<Exit, Failure> {
    let view = front.client.view().await?;
    let call = find_call(&view, id)?;
    let detail = front.client.held_call(id).await?;
    if out.json {
        let which = Item::Call(id).to_string();
        out.json(&json!({ "which": which, "call": call, "detail": detail }))?;
    } else {
        out.line(call_lines(&view, call, &detail, out).join("\n"))?;
    }
    Ok(Exit::Done)
}

pub(super) async fn show_place(front: &Front, id: u32, out: &Out) -> Result<Exit, Failure> {
    let view = front.client.view().await?;
    let place = find_place(&view, id)?;
    if out.json {
        let which = Item::Place(id).to_string();
        out.json(&json!({ "which": which, "place": place }))?;
    } else {
        let server = names::server_or_gone(&view, place.server, out);
        let values = [
            ("app", shown(&place.app).into()),
            ("folder", shown(&place.folder.name).into()),
            ("server", server.into()),
        ];
        out.said_with("place-title", &values)?;
        out.line(fact("consent-folder", &shown(&place.folder.path), out))?;
    }
    Ok(Exit::Done)
}

fn call_lines(view: &View, call: &HeldCallView, detail: &HeldCallDetail, out: &Out) -> Vec<String> {
    let (app, tool) = (shown(&call.app), shown(&call.tool));
    let server = names::server_or_gone(view, call.server, out);
    let values = [("app", app.into()), ("tool", tool.into()), ("server", server.into())];
    let mut lines = vec![out.paint(Tone::Strong, &out.say_with("held-call-title", &values))];
    lines.push(String::new());
    if call.changed {
        lines.push(out.paint(Tone::Caution, &out.say_with("held-call-changed", &values)));
    }
    if call.lapsed {
        lines.push(out.paint(Tone::Caution, &out.say_with("held-call-lapsed", &values)));
    }
    lines.push(format!("{}:", out.say("held-call-arguments")));
    lines.extend(indented(&detail.arguments));
    lines.push(format!("{}:", out.say("held-call-about")));
    let claims = detail.claims.as_ref();
    let said = claims.into_iter().flat_map(|it| [&it.title, &it.description]).flatten();
    lines.extend(said.flat_map(|text| indented(text)));
    lines.push(format!("  {}", words::claims(claims, out)));
    let session = view.sessions.iter().find(|it| it.number == call.session);
    for folder in session.map(|it| &*it.works_in).unwrap_or_default() {
        lines.push(fact("held-call-works-in", &shown(folder), out));
    }
    let server = view.servers.iter().find(|it| it.id == call.server);
    lines.extend(server.map(|it| about_server(it, out)).unwrap_or_default());
    lines
}

/// What others wrote stays beneath the words that say whose it is.
fn indented(text: &str) -> Vec<String> {
    shown_lines(text).lines().map(|line| format!("  {line}")).collect()
}

fn fact(head: &str, text: &str, out: &Out) -> String {
    format!("{}: {text}", out.say(head))
}

fn find_call(view: &View, id: u32) -> Result<&HeldCallView, Failure> {
    let found = view.held_calls.iter().find(|call| call.id == id);
    found.ok_or_else(|| Failure::new(Code::UnknownCall))
}

fn find_place(view: &View, id: u32) -> Result<&PlaceView, Failure> {
    let found = view.places.iter().find(|place| place.id == id);
    found.ok_or_else(|| Failure::new(Code::UnknownPlace))
}
