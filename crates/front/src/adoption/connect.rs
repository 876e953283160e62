//! Adds the servers and writes the files, or takes back what it added.

use std::path::Path;

use paddock_apps::write;
use paddock_control::Client;
use paddock_control::view::{Code, Failure};

use super::kept::Kept;
use super::propose::Job;
use super::{failure, on_disk};

/// Why not all was done, and what was.
#[derive(Debug)]
pub struct Incomplete {
    pub failure: Failure,
    /// Files that were written before it, from the first on: they stay.
    pub written: usize,
    /// Servers that were added for the file that was not written, and removed again.
    pub taken_back: Vec<String>,
    /// Those that could not be removed again.
    pub left: Vec<String>,
}

/// A server that was added by this call.
#[derive(Debug)]
struct Added {
    id: u32,
    name: String,
}

/// Does what was proposed, file by file.
///
/// # Errors
/// At the first file that was not written, for whatever reason. Where the disk did not answer it may
/// still be written, so its servers stay.
pub async fn connect(client: &Client, data: &Path, jobs: &[Job]) -> Result<(), Incomplete> {
    let folder = data.to_path_buf();
    // Nothing is begun that can't be kept.
    let mut kept = on_disk(move || Kept::open(&folder)).await?;
    for (written, job) in jobs.iter().enumerate() {
        let mut added = Vec::new();
        let done = match add(client, job, &mut added).await {
            Ok(()) => put(kept, job.clone()).await,
            Err(failure) => Err(failure),
        };
        kept = match done {
            Ok(kept) => kept,
            Err(failure) => {
                return Err(undone(client, Incomplete { written, ..failure.into() }, &added).await);
            }
        };
    }
    Ok(())
}

impl From<Failure> for Incomplete {
    fn from(failure: Failure) -> Self {
        Self { failure, written: 0, taken_back: Vec::new(), left: Vec::new() }
    }
}

async fn add(client: &Client, job: &Job, added: &mut Vec<Added>) -> Result<(), Failure> {
    for proposed in job.proposed.iter().filter(|it| !it.is_there) {
        let id = client.add_server(proposed.draft.clone()).await?;
        added.push(Added { id, name: proposed.draft.name.clone() });
    }
    Ok(())
}

/// Keeps what is needed to give the entries back, and then writes the file.
async fn put(mut kept: Kept, job: Job) -> Result<Kept, Failure> {
    on_disk(move || {
        let app = &job.plan.change.file.app;
        let before = kept.add(&job.plan)?;
        let backup = kept.backup(app);
        if let Err(error) = write(&job.plan.change, &backup) {
            kept.go_back(before)?;
            return Err(failure(&error));
        }
        kept.prune(app);
        Ok(kept)
    })
    .await
}

async fn undone(client: &Client, mut incomplete: Incomplete, added: &[Added]) -> Incomplete {
    for server in added {
        let is_wanted = incomplete.failure.code == Code::AppsSlow;
        let is_gone = !is_wanted && client.remove_server(server.id).await.is_ok();
        let names = if is_gone { &mut incomplete.taken_back } else { &mut incomplete.left };
        names.push(server.name.clone());
    }
    incomplete
}
