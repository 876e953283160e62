use std::path::Path;

use paddock_core::{Acts, acts_elsewhere};

use super::name;

/// A command whose work is done by a process that was not started by it, and so is kept to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{program}` {acts}, where no sandbox of this server reaches")]
pub struct Unconfinable {
    /// Name of the program.
    pub program: String,
    pub acts: Acts,
}

/// Refuses `program` if it, or what is behind it, works elsewhere.
pub(super) fn check(program: &Path) -> Result<(), Unconfinable> {
    let real = program.canonicalize().unwrap_or_default();
    // Apps of snap are links to `snap`; those of flatpak are scripts that run `flatpak`.
    let exported = program.parent().is_some_and(|folder| folder.ends_with("flatpak/exports/bin"));
    let names = [name(program), name(&real), if exported { "flatpak" } else { "" }];
    let found = names.into_iter().find_map(acts_elsewhere);
    found.map_or(Ok(()), |acts| Err(Unconfinable { program: name(program).to_owned(), acts }))
}
