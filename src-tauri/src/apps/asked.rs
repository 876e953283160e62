//! What waits, as the page of consents shows it.

use std::path::Path;

use paddock_apps::{Adoption, Change as FileChange, FileRef, Outcome};
use paddock_core::text::shown;
use paddock_front::adoption::{FromFile, GiveBack, Job, Proposed, command, failure};

use super::view::{
    AppChangeView, AppChangeWhat, ConnectedEntryView, ConnectedFileView, EnvFileView,
    GivenEntryView, GivenFileView, GivenOutcome,
};
use super::waiting::{Change, What};

pub(super) fn change(change: &Change) -> AppChangeView {
    let (project, what) = match &change.what {
        What::Connect(jobs) => {
            let files = jobs.iter().map(connected).collect();
            let of = jobs.iter().find_map(|job| project(&job.plan.change.file));
            (of, AppChangeWhat::Connect { files })
        }
        What::GiveBack(jobs) => {
            let files = jobs.iter().filter_map(given).collect();
            let adoptions = jobs.iter().flat_map(|job| &job.adoptions);
            let of = adoptions.map(|it| &it.entry.file).find_map(project);
            (of, AppChangeWhat::GiveBack { files })
        }
    };
    AppChangeView { id: change.number, app: change.app.name.into(), project, what }
}

fn project(file: &FileRef) -> Option<String> {
    file.project.as_ref().map(shown)
}

fn target(change: &FileChange) -> Option<String> {
    (change.target != change.file.path).then(|| shown(&change.target))
}

fn connected(job: &Job) -> ConnectedFileView {
    ConnectedFileView {
        path: shown(&job.plan.change.file.path),
        target: target(&job.plan.change),
        entries: job.proposed.iter().map(proposed).collect(),
        diff: job.plan.change.diff.clone(),
    }
}

fn proposed(proposed: &Proposed) -> ConnectedEntryView {
    ConnectedEntryView {
        name: shown(&proposed.entry.id.name),
        server: shown(&proposed.draft.name),
        is_new: !proposed.is_there,
        command: command(&proposed.launch),
        cwd: proposed.draft.cwd.as_ref().map(shown),
        env: proposed.own_variables().map(shown).collect(),
        env_file: proposed.from_file.as_ref().and_then(|it| it.as_ref().ok()).map(env_file),
        problem: proposed.from_file.as_ref().and_then(|it| it.as_ref().err()).map(failure),
        unset: proposed.unset.clone(),
        folders: proposed.folders.iter().map(shown).collect(),
        lost: proposed.lost.clone(),
    }
}

fn env_file(file: &FromFile) -> EnvFileView {
    EnvFileView { path: shown(&file.path), names: file.names.iter().map(shown).collect() }
}

fn given(job: &GiveBack) -> Option<GivenFileView> {
    let path: &Path = &job.adoptions.first()?.entry.file.path;
    let entries = job.adoptions.iter().zip(&job.given.outcomes);
    Some(GivenFileView {
        path: shown(path),
        target: job.given.change.as_ref().and_then(target),
        entries: entries.map(|(adoption, outcome)| of(adoption, outcome)).collect(),
        diff: job.given.change.as_ref().map(|it| it.diff.clone()),
    })
}

fn of(adoption: &Adoption, outcome: &Outcome) -> GivenEntryView {
    let outcome = match outcome {
        Outcome::Restored => GivenOutcome::Restored,
        Outcome::AsBefore => GivenOutcome::AsBefore,
        Outcome::LeftAlone => GivenOutcome::LeftAlone,
        Outcome::Gone => GivenOutcome::Gone,
        Outcome::Refused(error) => GivenOutcome::Refused { problem: failure(error) },
    };
    GivenEntryView { name: shown(&adoption.entry.name), outcome }
}
