//! Gives entries of an app back to what they were.

use std::path::Path;

use paddock_apps::{Adoption, FileRef, GivenBack, Outcome, Places, Withheld, write};
use paddock_control::view::Failure;

use super::failure;
use super::kept::Kept;

/// An entry, and what is withheld of it.
type Record = (Adoption, Option<Withheld>);

/// What becomes of the entries of one file.
#[derive(Clone, Debug)]
pub struct GiveBack {
    pub adoptions: Vec<Adoption>,
    pub given: GivenBack,
}

/// Works out how these are given back, file by file. Blocks as long as the disk does.
///
/// # Errors
/// A file can't be read or edited.
pub fn plan_give_back(
    places: &Places,
    kept: &Kept,
    adoptions: impl IntoIterator<Item = Adoption>,
) -> Result<Vec<GiveBack>, Failure> {
    let mut files: Vec<(FileRef, Vec<Record>)> = Vec::new();
    for adoption in adoptions {
        let (file, withheld) = (adoption.entry.file.clone(), kept.withheld(&adoption.entry));
        match files.iter_mut().find(|(of, _)| *of == file) {
            Some((_, of_file)) => of_file.push((adoption, withheld)),
            None => files.push((file, vec![(adoption, withheld)])),
        }
    }
    let jobs = files.into_iter().map(|(_, records)| {
        let given = paddock_apps::give_back(places, &records).map_err(|error| failure(&error))?;
        Ok(GiveBack { adoptions: records.into_iter().map(|(it, _)| it).collect(), given })
    });
    jobs.collect()
}

/// Does what was worked out, and forgets what nothing is left of. Blocks as long as the disk does.
///
/// # Errors
/// A file can't be written, or changed meanwhile. Those before it stay given back.
pub fn give_back(data: &Path, jobs: &[GiveBack]) -> Result<(), Failure> {
    let mut kept = Kept::open(data)?;
    for job in jobs {
        if let Some(change) = &job.given.change {
            let app = &change.file.app;
            write(change, &kept.backup(app)).map_err(|error| failure(&error))?;
            kept.prune(app);
        }
        kept.remove(&over(job))?;
    }
    Ok(())
}

/// Entries of which nothing is left to be given back.
fn over(job: &GiveBack) -> Vec<Adoption> {
    let outcomes = job.adoptions.iter().zip(&job.given.outcomes);
    let over = outcomes.filter(|(_, outcome)| !is_left(outcome));
    over.map(|(adoption, _)| adoption.clone()).collect()
}

/// Whether an entry stays as it is now, and known.
pub fn is_left(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::LeftAlone | Outcome::Refused(_))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use paddock_apps::EntryRef;

    use super::*;
    use crate::adoption::adoptions;

    fn adoption(server: &str) -> Adoption {
        let file = FileRef { app: "zed".into(), path: "/x".into(), project: None };
        Adoption {
            entry: EntryRef { file, at: Vec::new(), name: "fs".into() },
            server: server.into(),
            original: Vec::new(),
            column: 0,
            original_meaning: String::new(),
            written_length: 0,
            written_hash: String::new(),
            written_meaning: String::new(),
            file_before: String::new(),
            file_after: String::new(),
        }
    }

    fn keep(data: &Path, adoptions: &[Adoption]) {
        let folder = data.join("apps");
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        let records = serde_json::to_vec(adoptions).unwrap();
        fs::write(folder.join("connected.json"), records).unwrap();
    }

    #[test]
    fn what_was_connected_anew_since_it_was_shown_stays_known() {
        let data = tempfile::tempdir().unwrap();
        let gone = GivenBack { change: None, outcomes: vec![Outcome::Gone] };
        let shown = GiveBack { adoptions: vec![adoption("then")], given: gone };
        keep(data.path(), &[adoption("now")]);
        give_back(data.path(), std::slice::from_ref(&shown)).unwrap();
        assert_eq!(adoptions(data.path()).unwrap(), [adoption("now")]);
        keep(data.path(), &[adoption("then")]);
        give_back(data.path(), &[shown]).unwrap();
        assert_eq!(adoptions(data.path()).unwrap(), []);
    }
}
