//! Gives entries of an app back to what they were.

use paddock_apps::{
    Adoption, EntryRef, FileRef, GivenBack, Outcome, Places, Withheld, give_back, write,
};
use paddock_control::view::Failure;
use paddock_core::text::{shown, shown_lines};
use serde_json::{Value, json};

use super::kept::Kept;
use super::{failure, named, places};
use crate::arguments::OfApp;
use crate::consent::said_yes;
use crate::exit::Exit;
use crate::front::whereabouts;
use crate::out::Out;

/// An entry, and what is withheld of it.
type Record = (Adoption, Option<Withheld>);

/// What becomes of the entries of one file.
struct Job {
    adoptions: Vec<Adoption>,
    given: GivenBack,
}

pub(in crate::commands) async fn disconnect(asked: &OfApp, out: &Out) -> Result<Exit, Failure> {
    let (data, app) = (whereabouts()?.data, named(&asked.client)?);
    let places = places()?;
    // Nobody else is kept from it while a person reads.
    let jobs = {
        let kept = Kept::open(&data)?;
        jobs(&places, &kept, app.id, app.name, &asked.entries)?
    };
    let changes = jobs.iter().any(|job| job.given.change.is_some());
    let text = preview(app.name, &jobs, out);
    // It lets the app launch its servers outside of any sandbox again.
    if changes {
        said_yes(&text, out).await?;
    } else if !out.json {
        out.line(text)?;
    }
    let mut kept = Kept::open(&data)?;
    for job in &jobs {
        if let Some(change) = &job.given.change {
            write(change, &kept.backup(app.id)).map_err(|error| failure(&error))?;
            kept.prune(app.id);
        }
        kept.remove(&over(job))?;
    }
    told(app.name, &jobs, changes, out)
}

fn jobs(
    places: &Places,
    kept: &Kept,
    id: &str,
    name: &str,
    entries: &[String],
) -> Result<Vec<Job>, Failure> {
    let of_app: Vec<_> = kept.adoptions.iter().filter(|it| it.entry.file.app == id).collect();
    if of_app.is_empty() {
        return Err(Failure::new("cli-app-not-connected").with("name", name));
    }
    if let Some(unknown) = entries.iter().find(|it| !of_app.iter().any(|of| of.entry.name == **it))
    {
        return Err(Failure::new("cli-app-no-entry").with("app", name).with("name", unknown));
    }
    let wanted = |it: &&Adoption| entries.is_empty() || entries.contains(&it.entry.name);
    let mut files: Vec<(FileRef, Vec<Record>)> = Vec::new();
    for adoption in of_app.into_iter().filter(wanted) {
        // Where nothing was withheld, nothing is kept of it.
        let one = (adoption.clone(), kept.withheld(&adoption.entry));
        match files.iter_mut().find(|(file, _)| *file == adoption.entry.file) {
            Some((_, of_file)) => of_file.push(one),
            None => files.push((adoption.entry.file.clone(), vec![one])),
        }
    }
    let jobs = files.into_iter().map(|(_, adoptions)| {
        let given = give_back(places, &adoptions).map_err(|error| failure(&error))?;
        Ok(Job { adoptions: adoptions.into_iter().map(|(it, _)| it).collect(), given })
    });
    jobs.collect()
}

/// Entries of which nothing is left to be given back.
fn over(job: &Job) -> Vec<EntryRef> {
    let outcomes = job.adoptions.iter().zip(&job.given.outcomes);
    let over = outcomes.filter(|(_, outcome)| !is_left(outcome));
    over.map(|(adoption, _)| adoption.entry.clone()).collect()
}

fn is_left(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::LeftAlone | Outcome::Refused(_))
}

fn preview(app: &str, jobs: &[Job], out: &Out) -> String {
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

fn told(app: &str, jobs: &[Job], changed: bool, out: &Out) -> Result<Exit, Failure> {
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
