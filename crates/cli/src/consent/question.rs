//! What a person reads before they consent, in the words of the window.

use paddock_control::view::{
    self, Access, Code, Failure, LifetimeChoice, NamedBy, PickView, RunView, ServerView, SizeView,
    Tier, View, WarningLevel,
};
use paddock_core::text::shown;

use super::{ProposedGrant, Subject, widening};
use crate::arguments::values::Waiting;
use crate::names;
use crate::out::{Out, Tone};
use crate::words;

#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) prompt: String,
    pub(crate) expected: Expected,
}

/// What is typed to consent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Yes(String),
    /// The folder's own name, exactly.
    Name(String),
}

/// What is asked of the person.
///
/// # Errors
/// It no longer waits, or it cannot be granted at all: `grant-refused`.
pub(super) fn question(view: &View, asked: Subject<'_>, out: &Out) -> Result<Question, Failure> {
    match asked.which {
        Waiting::Pick(id) => {
            let pick = view.picks.iter().find(|pick| pick.id == id);
            let pick = pick.ok_or_else(|| Failure::new(Code::UnknownPick))?;
            folder(view, pick, asked.proposed, out)
        }
        Waiting::Consent(id) => {
            let consent = view.consents.iter().find(|consent| consent.id == id);
            let consent = consent
                .ok_or_else(|| Failure::new(Code::CliUnknownConsent).with("id", asked.which))?;
            Ok(yes(widening::text(view, consent, asked.without, out)?, out))
        }
    }
}

fn yes(text: String, out: &Out) -> Question {
    let yes = out.say("cli-yes");
    let prompt = out.say_with("cli-type-yes", &[("yes", yes.as_str().into())]);
    Question { text, prompt, expected: Expected::Yes(yes) }
}

fn folder(
    view: &View,
    pick: &PickView,
    proposed: Option<ProposedGrant>,
    out: &Out,
) -> Result<Question, Failure> {
    if pick.refused {
        let why = pick.warnings.iter().filter(|it| it.level == WarningLevel::Refused);
        let why = names::joined(why.map(|warning| words::warning(warning, out).0));
        let failure = Failure::new(Code::CliRefusedFolder).with("path", &pick.folder.path);
        return Err(failure.with("why", why));
    }
    let proposed = proposed.ok_or_else(|| Failure::new(Code::CliNeedsServer))?;
    let server = view.servers.iter().find(|server| server.id == proposed.server);
    let server = server.ok_or_else(|| Failure::new(Code::UnknownServer))?;
    let text = folder_text(view, pick, proposed, server, out);
    if !pick.type_name_to_grant {
        return Ok(yes(text, out));
    }
    let name = pick.folder.name.clone();
    let prompt = out.say_with("consent-type-name", &[("folder", shown(&name).into())]);
    let text = format!("{text}\n\n{}", out.say("consent-type-hint"));
    Ok(Question { text, prompt: format!("{prompt}:"), expected: Expected::Name(name) })
}

fn folder_text(
    view: &View,
    pick: &PickView,
    proposed: ProposedGrant,
    server: &ServerView,
    out: &Out,
) -> String {
    let name = shown(&server.name);
    let title = match proposed.access {
        Access::Read => "consent-title-read",
        Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => "consent-title-write",
    };
    let values = [("server", name.into()), ("folder", shown(&pick.folder.name).into())];
    let mut lines = vec![out.paint(Tone::Strong, &out.say_with(title, &values)), String::new()];
    for warning in pick.warnings.iter().filter(|it| it.concerns(proposed.access)) {
        let (words, tone) = words::warning(warning, out);
        lines.push(out.paint(tone, &words));
    }
    lines.extend(sends_anywhere(server, out));
    let mut fact = |head: &str, text: String| lines.push(format!("{}: {text}", out.say(head)));
    fact("consent-folder", shown(&pick.folder.path));
    for more in about_folder(view, pick, out) {
        lines.push(format!("  {more}"));
    }
    lines.extend(about_server(server, out));
    let mut fact = |head: &str, text: String| lines.push(format!("{}: {text}", out.say(head)));
    let hint = access_hint(proposed.access, server, view.system.attempts, out);
    fact("consent-access", format!("{}. {hint}", words::access(proposed.access, out)));
    fact("consent-duration", duration(proposed.lifetime, server, out));
    fact("consent-enforcement", keeping(server, out));
    fact("consent-effect", effect(pick, server, out));
    fact("cli-asked-by", words::by(&pick.by, out));
    lines.join("\n")
}

/// That what is in a folder could go to anyone.
pub(super) fn sends_anywhere(server: &ServerView, out: &Out) -> Option<String> {
    let values = [("server", shown(&server.name).into())];
    let line = server.reaches_anywhere.then(|| out.say_with("consent-sends-anywhere", &values))?;
    Some(out.paint(Tone::Caution, &line))
}

fn about_folder(view: &View, pick: &PickView, out: &Out) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |id: &str, name: &str, value: &str| {
        lines.push(out.say_with(id, &[(name, shown(value).into())]));
    };
    if let Some(path) = &pick.picked_as {
        say("consent-picked-as", "path", path);
    }
    match pick.named.as_ref().map(|named| &named.by) {
        Some(NamedBy::Argument { text }) => say("consent-named-argument", "text", text),
        Some(NamedBy::Variable { name }) => say("consent-named-variable", "name", name),
        Some(NamedBy::WorkingFolder) => say("consent-named-start", "folder", ""),
        None => {}
    }
    if let Some(file) = pick.named.as_ref().and_then(|named| named.file.as_ref()) {
        say("consent-named-file", "file", file);
    }
    if let Some(repository) = &pick.repository {
        say("consent-repository", "folder", &repository.path);
    }
    let holders = pick.granted_to.iter().filter_map(|id| names::server_name(view, *id));
    let holders = names::joined(holders);
    if !holders.is_empty() {
        say("consent-granted-to", "servers", &holders);
    }
    lines.extend(pick.size.map(|size| folder_size(size, out)));
    lines
}

/// How much there is in a folder, as far as it was counted.
fn folder_size(size: SizeView, out: &Out) -> String {
    let id = if size.at_least { "consent-size-part" } else { "consent-size-whole" };
    let values = [
        ("count", size.files.into()),
        ("number", size.files.to_string().into()),
        ("size", out.words().size(size.bytes).into()),
    ];
    format!("{}: {}", out.say("consent-size"), out.say_with(id, &values))
}

pub(crate) fn about_server(server: &ServerView, out: &Out) -> Vec<String> {
    let proof = if server.bundled {
        out.say("consent-bundled")
    } else if let Some(fingerprint) = &server.command.fingerprint {
        out.say_with("consent-fingerprint", &[("fingerprint", shown(fingerprint).into())])
    } else {
        out.say("consent-no-fingerprint")
    };
    vec![
        format!("{}: {}", out.say("consent-server"), shown(&server.name)),
        format!("  {}", shown(&server.command.line)),
        format!("  {proof}"),
    ]
}

/// What the access chosen means to the server; what is not enforced is only told.
pub(super) fn access_hint(access: Access, server: &ServerView, guards: bool, out: &Out) -> String {
    let is_told = server.enforcement.asked == view::Asked::Advisory;
    out.say(match (access, is_told, guards) {
        (Access::Read, true, _) => "consent-told-read-hint",
        (Access::Read, false, _) => "consent-access-read-hint",
        (Access::WriteGuarded, false, true) => "consent-access-guarded-hint",
        (Access::WriteCommits, false, true) => "consent-access-commits-hint",
        (Access::WriteGuarded | Access::WriteCommits, false, false) => {
            "consent-access-guarded-less-hint"
        }
        (Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite, true, _) => {
            "consent-told-write-hint"
        }
        (Access::ReadWrite, false, _) => "consent-access-write-hint",
    })
}

fn duration(lifetime: LifetimeChoice, server: &ServerView, out: &Out) -> String {
    let words = words::chosen_lifetime(lifetime, out);
    let is_running = matches!(server.state, RunView::Running { .. });
    if lifetime == LifetimeChoice::ThisRun && !is_running {
        format!("{words}. {}", out.say("consent-duration-run-stopped"))
    } else {
        words
    }
}

fn keeping(server: &ServerView, out: &Out) -> String {
    match (server.enforcement.asked, server.enforcement.supported) {
        (view::Asked::Advisory, _) => out.say("not-enforced-here"),
        (view::Asked::Enforced, None) => out.say("consent-enforced-none"),
        (view::Asked::Enforced, Some(Tier::LiveMounts)) if !server.folders_in_command => {
            out.say("consent-enforced-live")
        }
        (view::Asked::Enforced, Some(_)) => {
            let count = server.calls_in_flight.into();
            out.say_with("consent-enforced-restart", &[("count", count)])
        }
    }
}

fn effect(pick: &PickView, server: &ServerView, out: &Out) -> String {
    let restarts =
        server.enforcement.supported != Some(Tier::LiveMounts) || server.folders_in_command;
    let id = match &server.state {
        RunView::Running { .. } if restarts => "consent-effect-restart",
        RunView::Running { .. } if server.told == view::ToldView::NeverAsked => {
            "consent-effect-never-asked"
        }
        RunView::Running { .. } => "consent-effect-running",
        RunView::NeedsTrust { .. } => "consent-effect-untrusted",
        RunView::Paused => "consent-effect-paused",
        RunView::Stopped
        | RunView::Asleep
        | RunView::Starting { .. }
        | RunView::Stopping
        | RunView::Restarting { .. }
        | RunView::Failed { .. } => "consent-effect-stopped",
    };
    let values = [("server", shown(&server.name).into())];
    let effect = out.say_with(id, &values);
    if pick.granted_to.contains(&server.id) {
        format!("{effect} {}", out.say_with("consent-replaces", &values))
    } else {
        effect
    }
}
