//! Lets entries of an app go through Paddock.

use paddock_apps::Level;
use paddock_control::view::{Code, Failure};
use paddock_core::text::{shown, shown_lines};
use paddock_front::adoption::{self, Incomplete, Job, Proposed, command, propose};
use serde_json::json;

use super::chosen::chosen;
use super::skipped::{self, Skipped};
use super::{here, places};
use crate::arguments::Connect;
use crate::consent::said_yes;
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::names;
use crate::out::Out;
use crate::shell::{argument, quoted};

pub(in crate::commands) async fn connect(asked: &Connect, out: &Out) -> Result<Exit, Failure> {
    let places = places()?;
    let found = here(&places, &asked.of.client)?;
    let (entries, skipped) = chosen(&found, &asked.of.entries)?;
    if entries.is_empty() {
        for it in &skipped {
            out.note(&skipped::line(it, out));
        }
        return Err(Failure::new(Code::CliAppNothing).with("name", found.app.name));
    }
    let front = Front::open(false).await?;
    let shim = std::env::current_exe().map_err(Failure::internal)?;
    let wanted = (entries, Level::Person);
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
    told(found.app.name, &jobs, &skipped, out)
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
    if !proposed.draft.env.is_empty() {
        let names = proposed.draft.env.iter().map(|it| shown(&it.name));
        fact(said("cli-connect-env", names.collect()));
    }
    if !proposed.folders.is_empty() {
        fact(said("cli-connect-folders", proposed.folders.iter().map(shown).collect()));
    }
    if !proposed.lost.is_empty() {
        fact(said("cli-connect-lost", proposed.lost.clone()));
    }
    lines
}

fn told(app: &str, jobs: &[Job], skipped: &[Skipped], out: &Out) -> Result<Exit, Failure> {
    let all = || jobs.iter().flat_map(|job| &job.proposed);
    if out.json {
        let connected = all().map(|it| {
            json!({
                "entry": it.entry.id.name,
                "path": it.entry.id.file.path.to_string_lossy(),
                "server": it.draft.name,
                "new": !it.is_there,
                "folders": it.folders.iter().map(|it| it.to_string_lossy()).collect::<Vec<_>>(),
                "lost": it.lost,
            })
        });
        out.json(&json!({
            "app": app,
            "connected": connected.collect::<Vec<_>>(),
            "skipped": skipped.iter().map(skipped::value).collect::<Vec<_>>(),
        }))?;
        return Ok(Exit::Done);
    }
    out.said_with("cli-connected", &[("app", app.into())])?;
    for it in all() {
        let name = argument(&shown(&it.draft.name));
        if !it.is_there {
            out.line(format!("  paddock servers trust {name}"))?;
        }
        for folder in &it.folders {
            out.line(format!("  paddock grant {} {name}", quoted(&shown(folder))))?;
        }
    }
    Ok(Exit::Done)
}
