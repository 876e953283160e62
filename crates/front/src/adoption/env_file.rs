//! Variables that an entry has in a file of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use paddock_apps::{AppError, EnvFile, Launch};
use paddock_control::view::Failure;

use super::on_disk;

/// A file, and the variables that were taken from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromFile {
    pub path: PathBuf,
    /// Those that are set nowhere else, by name.
    pub names: Vec<String>,
}

/// Reads the file that an entry names, if it names one. Why it is not read is for the person.
///
/// # Errors
/// The disk does not answer: [`Code::AppsSlow`](paddock_control::view::Code::AppsSlow).
pub(super) async fn read(
    launch: &Launch,
    home: &Path,
) -> Result<Option<Result<EnvFile, AppError>>, Failure> {
    let Some(written) = launch.env_file().map(str::to_owned) else { return Ok(None) };
    let home = home.to_path_buf();
    on_disk(move || Ok(Some(EnvFile::read(&written, &home)))).await
}

/// Sets what nobody set yet: what stands in an entry counts for its app, too.
///
/// <https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostMcpNode.ts>
pub(super) fn add(env: &mut BTreeMap<String, String>, file: EnvFile) -> FromFile {
    let EnvFile { path, variables } = file;
    let new = variables.into_iter().filter(|(name, _)| !env.contains_key(name));
    let new: BTreeMap<_, _> = new.collect();
    let names = new.keys().cloned().collect();
    env.extend(new);
    FromFile { path, names }
}
