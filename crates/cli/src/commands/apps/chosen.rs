//! Which entries are meant.

use paddock_apps::{Entry, FoundApp};
use paddock_control::view::{Code, Failure};
use paddock_front::adoption::{direct, failure, launch_of, skipped};

use super::skipped::Skipped;

/// Entries of these names, or all that start a server and do not go through Paddock; and those that
/// are not among all of them.
pub(super) fn chosen(
    found: &FoundApp,
    names: &[String],
) -> Result<(Vec<Entry>, Vec<Skipped>), Failure> {
    if let Some(Err(error)) = found.broken().map(|file| &file.entries) {
        return Err(failure(error));
    }
    if names.is_empty() {
        return Ok((direct(found), skipped(found)));
    }
    let all = || found.files.iter().filter_map(|file| file.entries.as_ref().ok()).flatten();
    let mut chosen: Vec<Entry> = Vec::new();
    for name in names {
        let before = chosen.len();
        let is_new = |entry: &&Entry| !chosen.iter().any(|it| it.id == entry.id);
        let of_name: Vec<_> = all().filter(|it| it.id.name == *name).collect();
        let new: Vec<_> = of_name.iter().copied().filter(is_new).cloned().collect();
        chosen.extend(new);
        if of_name.is_empty() {
            let failure = Failure::new(Code::CliAppNoEntry).with("app", found.app.name);
            return Err(failure.with("name", name));
        }
        for entry in &chosen[before..] {
            launch_of(entry).map_err(|error| failure(&error))?;
        }
    }
    Ok((chosen, Vec::new()))
}
