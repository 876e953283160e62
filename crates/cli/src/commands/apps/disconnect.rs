//! Gives entries of an app back to what they were.

use paddock_apps::{Adoption, Outcome};
use paddock_control::view::{Code, Failure};
use paddock_core::text::{shown, shown_lines};
use paddock_front::adoption::{
    GiveBack, Kept, failure, give_back, is_left, on_disk, plan_give_back,
};
use serde_json::{Value, json};

use super::{named, places};
use crate::arguments::OfApp;
use crate::consent::said_yes;
use crate::exit::Exit;
use crate::front::whereabouts;
use crate::out::Out;

pub(in crate::commands) async fn disconnect(asked: &OfApp, out: &Out) -> Result<Exit, Failure> {
    let (data, app) = (whereabouts()?.data, named(&asked.client)?);
    let places = places()?;
    let (folder, entries) = (data.clone(), asked.entries.clone());
    // Nobody else is kept from it while a person reads.
    let jobs = on_disk(move || {
        let kept = Kept::open(&folder)?;
        let records = records(&kept, app.id, app.name, &entries)?;
        plan_give_back(&places, &kept, records)
    });
    let jobs = jobs.await?;
    let changes = jobs.iter().any(|job| job.given.change.is_some());
    let text = preview(app.name, &jobs, out);
    // It lets the app launch its servers outside of any sandbox again.
    if changes {
        said_yes(&text, out).await?;
    } else if !out.json {
        out.line(text)?;
    }
    let agreed = jobs.clone();
    on_disk(move || give_back(&data, &agreed)).await?;
    told(app.name, &jobs, changes, out)
}

/// The records that are meant.
fn records(
    kept: &Kept,
    id: &str,
    name: &str,
    entries: &[String],
) -> Result<Vec<Adoption>, Failure> {
    let of_app: Vec<_> = kept.adoptions().iter().filter(|it| it.entry.file.app == id).collect();
    if of_app.is_empty() {
        return Err(Failure::new(Code::CliAppNotConnected).with("name", name));
    }
    if let Some(unknown) = entries.iter().find(|it| !of_app.iter().any(|of| of.entry.name == **it))
    {
        return Err(Failure::new(Code::CliAppNoEntry).with("app", name).with("name", unknown));
    }
    let wanted = |it: &&Adoption| entries.is_empty() || entries.contains(&it.entry.name);
    Ok(of_app.into_iter().filter(wanted).cloned().collect())
}

fn preview(app: &str, jobs: &[GiveBack], out: &Out) -> String {
    let mut lines = vec![out.say_with("cli-disconnect-title", &[("app", app.into())])];
    for job in jobs {
        for (adoption, outcome) in job.adoptions.iter().zip(&job.given.outcomes) {
            let path = shown(&adoption.entry.file.path);
            let words = words(outcome, out);
            lines.push(format!("  {} ({path}): {words}", shown(&adoption.entry.name)));
        }
        if let Some(change) = &job.given.change {
            lines.push(String::new());
            lines.push(shown_lines(change.diff.trim_end()));
        }
    }
    if jobs.iter().any(|job| job.given.change.is_some()) {
        lines.push(String::new());
        lines.push(out.say("cli-disconnect-direct"));
    }
    lines.join("\n")
}

fn words(outcome: &Outcome, out: &Out) -> String {
    match outcome {
        Outcome::Restored => out.say("cli-disconnect-restored"),
        Outcome::AsBefore => out.say("cli-disconnect-as-before"),
        Outcome::LeftAlone => out.say("cli-disconnect-left"),
        Outcome::Gone => out.say("cli-disconnect-gone"),
        Outcome::Refused(error) => out.failure(&failure(error)),
    }
}

fn told(app: &str, jobs: &[GiveBack], changed: bool, out: &Out) -> Result<Exit, Failure> {
    let outcomes = || jobs.iter().flat_map(|job| job.adoptions.iter().zip(&job.given.outcomes));
    let exit = if outcomes().any(|(_, outcome)| is_left(outcome)) { Exit::No } else { Exit::Done };
    if out.json {
        let entries: Vec<_> = outcomes().map(|(it, outcome)| value(it, outcome)).collect();
        out.json(&json!({ "app": app, "entries": entries }))?;
    } else if changed {
        out.said_with("cli-disconnected", &[("app", app.into())])?;
    }
    Ok(exit)
}

fn value(adoption: &Adoption, outcome: &Outcome) -> Value {
    let (word, problem) = match outcome {
        Outcome::Restored => ("restored", None),
        Outcome::AsBefore => ("asBefore", None),
        Outcome::LeftAlone => ("changed", None),
        Outcome::Gone => ("gone", None),
        Outcome::Refused(error) => ("refused", Some(failure(error))),
    };
    json!({
        "entry": adoption.entry.name,
        "path": adoption.entry.file.path.to_string_lossy(),
        "server": adoption.server,
        "outcome": word,
        "problem": problem,
    })
}
