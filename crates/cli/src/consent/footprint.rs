//! What a command needs of the person's own files.

use paddock_control::view::{OwnView, ReadableView, ReadableWhy, ServerView};
use paddock_core::text::shown;

use crate::names;
use crate::out::Out;

/// A line for each, and how it differs from what was trusted.
pub(super) fn lines(server: &ServerView, was: Option<&[ReadableView]>, out: &Out) -> Vec<String> {
    let now = &server.reads;
    let has = |list: &[ReadableView], path: &str| {
        list.iter().any(|it| it.own.is_some() && it.path == path)
    };
    let mut lines = vec![format!("{}:", out.say("footprint-title"))];
    for (part, own) in own(now) {
        let is_new = was.is_some_and(|was| !has(was, &part.path));
        lines.extend(described(part, own, is_new.then_some("footprint-new"), out));
    }
    for (part, own) in own(was.unwrap_or_default()).filter(|(part, _)| !has(now, &part.path)) {
        lines.extend(described(part, own, Some("footprint-gone"), out));
    }
    if server.untold {
        lines.push(format!("  {}", out.say("footprint-untold")));
    } else if lines.len() == 1 {
        lines.push(format!("  {}", out.say("footprint-none")));
    }
    lines
}

/// What of the person's own its program needs.
pub(crate) fn read_by(server: &ServerView) -> Vec<&ReadableView> {
    own(&server.reads).map(|(part, _)| part).collect()
}

/// A line for each as it is now; none if there are none.
pub(crate) fn listed(server: &ServerView, out: &Out) -> Vec<String> {
    own(&server.reads).flat_map(|(part, own)| described(part, own, None, out)).collect()
}

fn own(reads: &[ReadableView]) -> impl Iterator<Item = (&ReadableView, &OwnView)> {
    reads.iter().filter_map(|part| part.own.as_ref().map(|own| (part, own)))
}

fn described(part: &ReadableView, own: &OwnView, change: Option<&str>, out: &Out) -> Vec<String> {
    let is_runtime = part.why == ReadableWhy::Runtime;
    let what = out.say(if is_runtime { "footprint-runtime" } else { "footprint-program" });
    let change = change.map(|id| format!(" ({})", out.say(id))).unwrap_or_default();
    let mut lines = vec![format!("  {}: {what}, {}{change}", shown(&part.path), counted(own, out))];
    if !own.hidden.is_empty() {
        let hidden = out.say_with("footprint-hidden", &[("count", own.hidden.len().into())]);
        lines.push(format!("    {hidden}: {}", names::joined(own.hidden.iter().map(shown))));
    }
    lines
}

fn counted(own: &OwnView, out: &Out) -> String {
    if own.files == 0 && !own.all {
        return out.say("footprint-size-unknown");
    }
    let id = if own.all { "footprint-size" } else { "footprint-size-least" };
    out.say_with(id, &[("files", own.files.into()), ("size", out.words().size(own.bytes).into())])
}
