//! Lets entries of an app go through Paddock.

use std::path::Path;

use paddock_apps::{AppError, Entry, Level};
use paddock_control::view::{AnsweredValue, Code, Failure};
use paddock_core::text::{shown, shown_lines};
use paddock_front::adoption::{
    self, FromFile, Incomplete, Job, Proposed, asks, command, failure, launch_of, propose,
};
use serde_json::{Value, json};

use super::chosen::chosen;
use super::skipped::{self, Skipped};
use super::{here, places};
use crate::arguments::{Connect, Grant};
use crate::commands::import::answers;
use crate::commands::{grant, run};
use crate::consent::said_yes;
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::names;
use crate::out::Out;
use crate::shell::{argument, quoted};

pub(in crate::commands) async fn connect(asked: &Connect, out: &Out) -> Result<Exit, Failure> {
    let places = places()?;
    let found = here(&places, &asked.of.client)?;
    let (mut entries, mut skipped) = chosen(&found, &asked.of.entries)?;
    if asked.yes {
        (entries, skipped) = without_asking(entries, skipped, !asked.of.entries.is_empty())?;
    }
    if entries.is_empty() {
        for it in &skipped {
            out.note(&skipped::line(it, out));
        }
        return Err(Failure::new(Code::CliAppNothing).with("name", found.app.name));
    }
    let front = Front::open(false).await?;
    let shim = std::env::current_exe().map_err(Failure::internal)?;
    let wanted = (answered(entries, asked.yes, out).await?, Level::Person);
    let jobs = propose(&front.client, &places, found.app, wanted, shim).await?;
    let text = preview(found.app.name, &jobs, &skipped, out);
    if !asked.yes {
        said_yes(&text, out).await?;
    } else if out.json {
        // Nothing is written that was not shown.
        out.note(&text);
    } else {
        out.line(text)?;
    }
    let done = adoption::connect(&front.client, &whereabouts()?.data, &jobs).await;
    done.map_err(|incomplete| undone(incomplete, &jobs, out))?;
    if out.json {
        return told(found.app.name, &jobs, &skipped, out);
    }
    out.said_with("cli-connected", &[("app", found.app.name.into())])?;
    let rest: Vec<_> = jobs.iter().flat_map(|job| &job.proposed).flat_map(Rest::of).collect();
    let left = if asked.yes { rest } else { left_of(rest, out).await };
    if !left.is_empty() {
        out.said("cli-connected-left")?;
    }
    left.iter().try_for_each(|it| out.line(format!("  {}", it.command())))?;
    Ok(Exit::Done)
}

/// What nobody has to be asked for, and what is left out; where entries were named, none is.
fn without_asking(
    entries: Vec<Entry>,
    mut skipped: Vec<Skipped>,
    are_named: bool,
) -> Result<(Vec<Entry>, Vec<Skipped>), Failure> {
    let mut left = Vec::new();
    for entry in entries {
        let asks = launch_of(&entry).map(asks).map_err(|error| failure(&error))?;
        match asks.into_iter().find(|it| it.required) {
            None => left.push(entry),
            Some(asked) => {
                let name = entry.id.name.clone();
                let error = AppError::EntryAsks { name, value: asked.title };
                if are_named {
                    return Err(failure(&error));
                }
                skipped.push((entry, error));
            }
        }
    }
    Ok((left, skipped))
}

/// Asks at the terminal for what their app would fill in, unless the defaults are to count.
async fn answered(
    entries: Vec<Entry>,
    by_default: bool,
    out: &Out,
) -> Result<Vec<(Entry, Vec<AnsweredValue>)>, Failure> {
    let home = whereabouts()?.home;
    let mut all = Vec::new();
    for entry in entries {
        let asks = launch_of(&entry).map(asks).map_err(|error| failure(&error))?;
        let asks = if by_default { Vec::new() } else { asks };
        let answers = answers(&entry.id.name, &asks, &home, out).await?;
        all.push((entry, answers));
    }
    Ok(all)
}

/// What a server needs before an app can use it.
enum Rest<'a> {
    Trust { server: &'a str },
    Folder { path: &'a Path, server: &'a str },
}

impl<'a> Rest<'a> {
    fn of(proposed: &'a Proposed) -> impl Iterator<Item = Self> {
        let server = proposed.draft.name.as_str();
        let trust = (!proposed.is_there).then_some(Self::Trust { server });
        let folders = proposed.folders.iter();
        trust.into_iter().chain(folders.map(move |path| Self::Folder { path, server }))
    }

    /// What asks for it later.
    fn command(&self) -> String {
        let name = |server: &str| argument(&shown(server));
        match self {
            Self::Trust { server } => format!("paddock servers trust {}", name(server)),
            Self::Folder { path, server } => {
                format!("paddock grant {} {}", quoted(&shown(path)), name(server))
            }
        }
    }

    async fn ask(&self, out: &Out) -> Result<Exit, Failure> {
        match self {
            Self::Trust { server } => run::trust(server, &[], false, out).await,
            Self::Folder { path, server } => grant::grant(&Grant::to_read(path, server), out).await,
        }
    }
}

/// Asks for one after the other; what was not agreed to is given back. Where nobody can be asked,
/// nothing more is.
async fn left_of<'a>(rest: Vec<Rest<'a>>, out: &Out) -> Vec<Rest<'a>> {
    let mut left = Vec::new();
    let mut can_ask = true;
    for it in rest {
        let agreed = if can_ask { it.ask(out).await } else { Ok(Exit::Waits) };
        match agreed {
            Ok(Exit::Done) => continue,
            Ok(_) => {}
            Err(failure) if failure.code == Code::CliNotConsented => {}
            Err(failure) => {
                out.note(&out.failure(&failure));
                can_ask = false;
            }
        }
        left.push(it);
    }
    left
}

/// Says what was done before it failed, and what was undone.
fn undone(incomplete: Incomplete, jobs: &[Job], out: &Out) -> Failure {
    let Incomplete { failure, written, taken_back, left } = incomplete;
    let written = jobs[..written].iter().map(|job| shown(&job.plan.change.file.path));
    for (id, names) in [
        ("cli-connect-taken-back", taken_back.iter().map(shown).collect()),
        ("cli-connect-left", left.iter().map(shown).collect()),
        ("cli-connect-partly", written.collect::<Vec<_>>()),
    ] {
        if !names.is_empty() {
            out.note(&out.say_with(id, &[("names", names::joined(names).into())]));
        }
    }
    failure
}

/// All that will be done.
fn preview(app: &str, jobs: &[Job], skipped: &[Skipped], out: &Out) -> String {
    let mut lines = vec![out.say_with("cli-connect-title", &[("app", app.into())])];
    for job in jobs {
        let path = shown(&job.plan.change.file.path);
        lines.push(format!("\n{}: {path}", out.say("cli-head-file")));
        if job.plan.change.target != job.plan.change.file.path {
            let to = shown(&job.plan.change.target);
            lines.push(format!("  {}", out.say_with("cli-connect-link", &[("path", to.into())])));
        }
        job.proposed.iter().for_each(|it| lines.extend(about(it, out)));
        lines.push(String::new());
        lines.push(shown_lines(job.plan.change.diff.trim_end()));
    }
    lines.push(String::new());
    lines.extend(skipped.iter().map(|it| skipped::line(it, out)));
    lines.push(out.say("cli-connect-waits"));
    lines.join("\n")
}

fn about(proposed: &Proposed, out: &Out) -> Vec<String> {
    let id = if proposed.is_there { "cli-connect-there" } else { "cli-connect-new" };
    let values = [
        ("entry", shown(&proposed.entry.id.name).into()),
        ("server", shown(&proposed.draft.name).into()),
    ];
    let mut lines = vec![out.say_with(id, &values)];
    let mut fact = |text: String| lines.push(format!("  {text}"));
    fact(format!("{}: {}", out.say("cli-head-command"), command(&proposed.launch)));
    if let Some(cwd) = &proposed.draft.cwd {
        fact(format!("{}: {}", out.say("servers-cwd"), shown(cwd)));
    }
    let said =
        |id, values: Vec<String>| out.say_with(id, &[("names", names::joined(values).into())]);
    let own: Vec<_> = proposed.own_variables().map(shown).collect();
    if !own.is_empty() {
        fact(said("cli-connect-env", own));
    }
    match &proposed.from_file {
        Some(Ok(file)) if !file.names.is_empty() => {
            let names = names::joined(file.names.iter().map(shown));
            let values = [("path", shown(&file.path).into()), ("names", names.into())];
            fact(out.say_with("cli-connect-env-file", &values));
        }
        Some(Err(error)) => fact(out.failure(&failure(error))),
        Some(Ok(_)) | None => {}
    }
    if !proposed.unset.is_empty() {
        fact(said("cli-connect-unset", proposed.unset.clone()));
    }
    if !proposed.folders.is_empty() {
        fact(said("cli-connect-folders", proposed.folders.iter().map(shown).collect()));
    }
    if !proposed.lost.is_empty() {
        fact(said("cli-connect-lost", proposed.lost.clone()));
    }
    lines
}

fn env_file(file: &FromFile) -> Value {
    json!({ "path": file.path.to_string_lossy(), "names": file.names })
}

fn told(app: &str, jobs: &[Job], skipped: &[Skipped], out: &Out) -> Result<Exit, Failure> {
    let connected = jobs.iter().flat_map(|job| &job.proposed).map(|it| {
        json!({
            "entry": it.entry.id.name,
            "path": it.entry.id.file.path.to_string_lossy(),
            "server": it.draft.name,
            "new": !it.is_there,
            "folders": it.folders.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>(),
            "envFile": it.from_file.as_ref().and_then(|it| it.as_ref().ok()).map(env_file),
            "problem": it.from_file.as_ref().and_then(|it| it.as_ref().err()).map(failure),
            "unset": it.unset,
            "lost": it.lost,
        })
    });
    out.json(&json!({
        "app": app,
        "connected": connected.collect::<Vec<_>>(),
        "skipped": skipped.iter().map(skipped::value).collect::<Vec<_>>(),
    }))?;
    Ok(Exit::Done)
}
