//! One server, in full.

use paddock_control::view::{AttemptView, Failure, ReadableWhy, RunView, ServerView, View};
use paddock_core::text::shown;

use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::{Out, Tone};
use crate::when;
use crate::words;

pub(super) async fn show(name: &str, out: &Out) -> Result<Exit, Failure> {
    let view = Front::open(false).await?.client.view().await?;
    let server = names::server(&view, name)?;
    if out.json {
        out.json(server)?;
    } else {
        out.line(lines(&view, server, out).join("\n"))?;
    }
    Ok(Exit::Done)
}

fn lines(view: &View, server: &ServerView, out: &Out) -> Vec<String> {
    let (state, tone) = words::state(&server.state, out);
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
    fact("scope-title", words::scope(server.usage.scope, out));
    fact("servers-told", words::told(server.told, out));
    if let Some(reported) = &server.reported {
        fact("servers-reported", shown(reported));
    }
    if let Some(revision) = &server.revision {
        fact("servers-revision", shown(revision));
    }
    lines.extend(folders(view, server, out));
    lines.extend(destinations(server, out));
    lines.extend(reads(server, out));
    lines.extend(server.attempts.iter().map(|attempt| attempted(attempt, out)));
    lines
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

fn attempted(attempt: &AttemptView, out: &Out) -> String {
    let id = if attempt.write { "attempt-write" } else { "attempt-read" };
    let values = [("count", attempt.count.into()), ("time", when::when(attempt.last).into())];
    format!("{}: {}", shown(&attempt.path), out.say_with(id, &values))
}
