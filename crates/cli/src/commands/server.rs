//! One server, in full.

use paddock_control::view::{
    Failure, ReadableWhy, RunView, SeenOverTime, ServerView, SoughtView, SpanView, View,
};
use paddock_core::text::shown;
use serde::Serialize;

use super::attempts;
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone};
use crate::when;
use crate::words;

/// A server, and what it did lately.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    server: &'a ServerView,
    seen: Lately,
}

/// What a server did in the last 24 hours.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Lately {
    calls: u64,
    uses: u64,
    requests: u64,
    blocked: u64,
    connections: u64,
    sent: f64,
    received: f64,
    files_unseen: bool,
    network_unseen: bool,
}

impl Lately {
    fn of(seen: &SeenOverTime) -> Self {
        let mut all = Self::default();
        for slot in seen.slots.iter().filter(|slot| slot.destination.is_none()) {
            all.calls += u64::from(slot.calls);
            all.uses += u64::from(slot.uses);
            all.requests += u64::from(slot.requests);
            all.blocked += u64::from(slot.blocked);
            all.connections += u64::from(slot.connections);
            all.sent += slot.sent;
            all.received += slot.received;
            all.files_unseen |= slot.files_unseen;
            all.network_unseen |= slot.network_unseen;
        }
        all
    }
}

pub(super) async fn show(name: &str, out: &Out) -> Result<Exit, Failure> {
    let front = Front::open(false).await?;
    let view = front.client.view().await?;
    let server = names::server(&view, name)?;
    let seen = front.client.seen(Some(server.id), SpanView::Day).await?;
    if out.json {
        out.json(&Shown { server, seen: Lately::of(&seen) })?;
    } else {
        let mut lines = lines(&view, server, out);
        lines.extend(lately(&Lately::of(&seen), out));
        out.line(lines.join("\n"))?;
    }
    Ok(Exit::Done)
}

fn lines(view: &View, server: &ServerView, out: &Out) -> Vec<String> {
    let (mut state, tone) = words::state(&server.state, out);
    if let RunView::Starting { since } = server.state {
        state = out.say_with("starting-elapsed", &[("seconds", when::seconds_since(since).into())]);
    }
    let name = format!("{} #{}", shown(&server.name), server.id);
    let mut lines =
        vec![format!("{}  {}", out.paint(Tone::Strong, &name), out.paint(tone, &state))];
    let mut fact = |head: &str, text: String| lines.push(format!("{}: {text}", out.say(head)));
    if let RunView::Failed { reason } | RunView::Restarting { reason, .. } = &server.state {
        fact("cli-why", out.failure(reason));
    }
    let command = &server.command;
    fact("servers-command", shown(&command.line));
    if let Some(file) = command.file.as_ref().or(command.resolved.as_ref()) {
        fact("servers-found", shown(file));
    }
    if let Some(cwd) = &command.cwd {
        fact("servers-cwd", shown(cwd));
    }
    if !command.env_names.is_empty() {
        fact("servers-env", names::joined(command.env_names.iter().map(shown)));
    }
    if let Some(fingerprint) = &command.fingerprint {
        fact("servers-fingerprint", shown(fingerprint));
    }
    let kept = words::in_force(&server.enforcement, view.system.known, out).0;
    fact("servers-in-force", kept);
    fact("network", words::network(server.network, out));
    fact("limits-memory", words::memory_limit(&server.limits, out));
    fact("limits-processes", words::process_limit(&server.limits, out));
    fact("limits-sent", words::most_sent(server, out));
    fact("scope-title", words::scope(server.usage.scope, out));
    let starts = matches!(server.state, RunView::Starting { .. });
    let told = if starts { out.say("starting-wait") } else { words::told(server.told, out) };
    fact("servers-told", told);
    if let Some(reported) = &server.reported {
        fact("servers-reported", shown(reported));
    }
    if let Some(revision) = &server.revision {
        fact("servers-revision", shown(revision));
    }
    lines.extend(folders(view, server, out));
    lines.extend(destinations(server, out));
    lines.extend(reads(server, out));
    lines.extend(tried(server, out));
    lines.extend(server.sought.iter().map(|it| sought(it, out)));
    lines
}

/// One line, without what could not be seen.
fn lately(seen: &Lately, out: &Out) -> Option<String> {
    let blind = seen.files_unseen && seen.blocked == 0;
    let id = if blind { "seen-lately-blind" } else { "seen-lately" };
    let mut values = vec![("calls", seen.calls.into())];
    if !blind {
        values.push(("blocked", seen.blocked.into()));
    }
    let calls = (seen.calls + seen.blocked > 0).then(|| out.say_with(id, &values));
    let sent = [
        ("sent", out.words().size(seen.sent).into()),
        ("received", out.words().size(seen.received).into()),
    ];
    let bytes = seen.sent + seen.received > 0.0;
    let bytes = bytes.then(|| out.say_with("seen-destination", &sent));
    let said: Vec<_> = calls.into_iter().chain(bytes).collect();
    (!said.is_empty()).then(|| format!("{}: {}", out.say("seen-title"), said.join("; ")))
}

fn folders(view: &View, server: &ServerView, out: &Out) -> Vec<String> {
    let mut lines = vec![format!("{}:", out.say("servers-folders"))];
    for grant in view.grants.iter().filter(|grant| grant.server == server.id) {
        let access = words::access(grant.access, out);
        let lifetime = words::lifetime(grant.lifetime, out);
        lines.push(format!("  #{} {}  {access}, {lifetime}", grant.id, shown(&grant.folder.path)));
    }
    if lines.len() == 1 {
        lines.push(format!("  {}", out.say("access-no-grants")));
    }
    for path in &server.unmet {
        let values = [("count", 1.into()), ("folders", shown(path).into())];
        lines.push(format!("  {}", out.paint(Tone::Caution, &out.say_with("unmet", &values))));
    }
    lines
}

fn destinations(server: &ServerView, out: &Out) -> Vec<String> {
    let listed = server.destinations.iter().map(|of| {
        let (rule, tone) = super::destinations::rule(&of.rule, out);
        format!("  {}  {}", shown(&of.destination), out.paint(tone, &rule))
    });
    let mut lines = vec![format!("{}:", out.say("destinations-title"))];
    lines.extend(listed);
    if server.destinations.is_empty() { Vec::new() } else { lines }
}

fn reads(server: &ServerView, out: &Out) -> Vec<String> {
    let count = server.reads.len().into();
    let mut lines = vec![format!("{}:", out.say_with("reads-title", &[("count", count)]))];
    for part in &server.reads {
        let why = out.say(match part.why {
            ReadableWhy::System => "reads-system",
            ReadableWhy::Certificates => "reads-certificates",
            ReadableWhy::Names => "reads-names",
            ReadableWhy::Runtime => "reads-runtime",
            ReadableWhy::Program => "reads-program",
            ReadableWhy::Home => "reads-home",
        });
        lines.push(format!("  {}  {}", shown(&part.path), out.paint(Tone::Faint, &why)));
    }
    if server.reads.is_empty() { Vec::new() } else { lines }
}

/// With the name by which it is granted or not.
fn tried(server: &ServerView, out: &Out) -> Vec<String> {
    let listed = server.attempts.iter().map(|attempt| {
        let which = attempts::which(server, attempt);
        format!("  {which} {}", attempts::about(attempt, out))
    });
    let mut lines = vec![format!("{}:", out.say("attempts-title"))];
    lines.extend(listed);
    if server.attempts.is_empty() { Vec::new() } else { lines }
}

fn sought(it: &SoughtView, out: &Out) -> String {
    let values = [("count", it.count.into()), ("time", when::when(it.last, out).into())];
    let key = if it.never { "attempt-refused" } else { "attempt-connect" };
    format!("{}: {}", shown(&it.destination), out.say_with(key, &values))
}
