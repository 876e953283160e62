//! Adds the servers and writes the files, or takes back what it added.

use std::path::Path;

use paddock_apps::write;
use paddock_control::Client;
use paddock_control::view::Failure;
use paddock_core::text::shown;

use super::failure;
use super::kept::Kept;
use super::propose::Job;
use crate::front::Front;
use crate::names;
use crate::out::Out;

/// A server that was added by this call.
#[derive(Debug)]
struct Added {
    id: u32,
    name: String,
}

/// File by file; what was written stays if a later one fails, and is said.
pub(super) async fn apply(
    front: &Front,
    data: &Path,
    jobs: &[Job],
    out: &Out,
) -> Result<(), Failure> {
    let mut kept = Kept::open(data)?;
    for (index, job) in jobs.iter().enumerate() {
        let mut added = Vec::new();
        let done = match add(&front.client, job, &mut added).await {
            Ok(()) => put(&mut kept, job),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = done {
            take_back(&front.client, &added, out).await;
            let written = jobs[..index].iter().map(|job| shown(&job.plan.change.file.path));
            let written: Vec<_> = written.collect();
            if !written.is_empty() {
                let values = [("names", names::joined(written).into())];
                out.note(&out.say_with("cli-connect-partly", &values));
            }
            return Err(failure);
        }
    }
    Ok(())
}

async fn add(client: &Client, job: &Job, added: &mut Vec<Added>) -> Result<(), Failure> {
    for proposed in job.proposed.iter().filter(|it| !it.is_there) {
        let id = client.add_server(proposed.draft.clone()).await?;
        added.push(Added { id, name: proposed.draft.name.clone() });
    }
    Ok(())
}

/// Keeps what is needed to give the entries back, and then writes the file.
fn put(kept: &mut Kept, job: &Job) -> Result<(), Failure> {
    let app = &job.plan.change.file.app;
    let before = kept.add(&job.plan)?;
    let backup = kept.backup(app);
    if let Err(error) = write(&job.plan.change, &backup) {
        kept.go_back(before)?;
        return Err(failure(&error));
    }
    kept.prune(app);
    Ok(())
}

async fn take_back(client: &Client, added: &[Added], out: &Out) {
    let (mut removed, mut left) = (Vec::new(), Vec::new());
    for server in added {
        let done = client.remove_server(server.id).await.is_ok();
        if done { &mut removed } else { &mut left }.push(shown(&server.name));
    }
    for (id, servers) in [("cli-connect-taken-back", removed), ("cli-connect-left", left)] {
        if !servers.is_empty() {
            out.note(&out.say_with(id, &[("names", names::joined(servers).into())]));
        }
    }
}
