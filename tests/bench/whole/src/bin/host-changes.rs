//! What a grant and a revocation cost: in the host's own process, through its socket, and while all
//! of *Activity* is written out. One measure a line.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs, io};

use paddock_control::{Client, Hello, Programs, Role, reach};
use paddock_core::{Action, Actor, AuditRecord, Commit, CommitId, Time};
use paddock_host::fronts::{Door, Fronts};
use paddock_host::view::{
    Access, ActivityFilter, ActivityFormat, Failure, FrontView, LifetimeChoice, RetentionView, View,
};
use paddock_host::{Host, Keyring, Places, System};
use paddock_storage::Storage;
use serde_json::json;
use tokio::runtime::Handle;

const RECORDS: usize = 1_000_000;
const TURNS: usize = 200;
/// Turns that are not counted.
const WARM: usize = 20;

#[tokio::main]
async fn main() -> io::Result<()> {
    let folder = tempfile::Builder::new().prefix("paddock-bench-").tempdir_in("/var/tmp")?;
    let places = places(folder.path())?;
    let acme = folder.path().join("acme");
    fs::create_dir(&acme)?;
    fill(&places.data)?;
    let own = programs(&places)?;
    let data = places.data.clone();

    let fronts = Fronts::default();
    let host = Host::start(places, fronts.clone(), &Handle::current()).map_err(failed)?;
    let door = Door::open(&data, &own)?;
    tokio::spawn(door.serve(host.clone(), fronts));
    let (from, to) = reach(&data).await?.into_split();
    let (front, _pushed) =
        Client::open(from, to, Hello::new(Role::Consent, false)).await.map_err(failed)?;

    let changes = Changes { host, front, acme };
    changes.through_the_socket().await.map_err(failed)?;
    changes.while_all_is_exported(&folder.path().join("all.jsonl")).await.map_err(failed)?;
    changes.host.quit().await;
    Ok(())
}

struct Changes {
    host: Host,
    front: Client,
    acme: PathBuf,
}

impl Changes {
    async fn through_the_socket(&self) -> Result<(), Failure> {
        let mut took: [Vec<u128>; 6] = Default::default();
        let server = self.files().await?;
        for turn in 0..WARM + TURNS {
            let began = Instant::now();
            let pick = self.host.pick(self.acme.clone(), None, FrontView::Window).await?;
            let proposed = began.elapsed();
            let began = Instant::now();
            self.host.grant(pick, server, READ, LifetimeChoice::Always, None).await?;
            let granted = began.elapsed();
            let revoked = self.revoke_here().await?;

            let began = Instant::now();
            let pick = self.front.pick(self.acme.clone().into()).await?;
            let proposed_there = began.elapsed();
            let began = Instant::now();
            self.front.grant(pick, server, READ, LifetimeChoice::Always, None).await?;
            let granted_there = began.elapsed();
            let grant = self.last_grant().await?;
            let began = Instant::now();
            self.front.revoke(grant).await?;
            let here = [proposed, granted, revoked];
            let there = [proposed_there, granted_there, began.elapsed()];
            if turn >= WARM {
                let all = here.into_iter().chain(there);
                took.iter_mut().zip(all).for_each(|(took, it)| took.push(it.as_nanos()));
            }
        }
        for (at, took) in took.iter().enumerate() {
            say(["propose", "grant", "revoke"][at % 3], ["here", "socket"][at / 3], took)?;
        }
        Ok(())
    }

    /// Revokes once after the other until all is written out, and so often again.
    async fn while_all_is_exported(&self, file: &Path) -> Result<(), Failure> {
        let mut took = Vec::new();
        while took.len() < TURNS {
            let (host, file) = (self.host.clone(), file.to_path_buf());
            let export = tokio::spawn(async move {
                let filter = ActivityFilter::default();
                host.export_activity(filter, ActivityFormat::JsonLines, &file).await
            });
            while !export.is_finished() {
                self.grant_here().await?;
                let revoked = self.revoke_here().await?;
                // What it was done in may have been the last moment.
                if !export.is_finished() {
                    took.push(revoked.as_nanos());
                }
            }
            let exported = export.await.map_err(Failure::internal)??;
            assert!(exported as usize >= RECORDS, "only {exported} were written out");
        }
        say("revoke", "exporting", &took)
    }

    async fn grant_here(&self) -> Result<(), Failure> {
        let server = self.files().await?;
        let pick = self.host.pick(self.acme.clone(), None, FrontView::Window).await?;
        self.host.grant(pick, server, READ, LifetimeChoice::Always, None).await
    }

    async fn revoke_here(&self) -> Result<std::time::Duration, Failure> {
        let grant = self.last_grant().await?;
        let began = Instant::now();
        self.host.revoke(grant).await?;
        Ok(began.elapsed())
    }

    async fn last_grant(&self) -> Result<u32, Failure> {
        let last = |view: View| view.grants.last().map(|it| it.id);
        last(self.host.view().await?).ok_or_else(|| Failure::internal("nothing is granted"))
    }

    /// The server that comes with Paddock.
    async fn files(&self) -> Result<u32, Failure> {
        let first = |view: View| view.servers.first().map(|it| it.id);
        first(self.host.view().await?).ok_or_else(|| Failure::internal("there is no server"))
    }
}

const READ: Access = Access::Read;

/// Writes down what happened, and that all of it is to be kept.
fn fill(data: &Path) -> io::Result<()> {
    let mut storage = Storage::open(data).map_err(io::Error::other)?.storage;
    let record = AuditRecord {
        at: Time(now()),
        actor: Actor::Server,
        action: Action::ToolCalled,
        server: None,
        server_name: Some("files".into()),
        app: Some("claude-code".into()),
        grant: None,
        path: None,
        access: None,
        ok: true,
        detail: Some("read_text_file".into()),
        arguments: None,
    };
    let audit = vec![record; 10_000];
    for id in 0..(RECORDS / audit.len()) as u64 {
        let commit = Commit { id: CommitId(id), changes: Vec::new(), audit: audit.clone() };
        storage.commit(&commit).map_err(io::Error::other)?;
    }
    let keep = RetentionView { megabytes: 10_000, ..RetentionView::default() };
    fs::write(data.join("activity.json"), serde_json::to_vec(&keep)?)
}

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX))
}

fn places(folder: &Path) -> io::Result<Places> {
    let home = folder.join("home");
    fs::create_dir(&home)?;
    let variable = |name: &str, value: &Path| (OsString::from(name), OsString::from(value));
    Ok(Places {
        data: folder.join("data"),
        own: Vec::new(),
        environment: vec![
            variable("HOME", &home),
            variable("PATH", Path::new("/usr/bin:/bin")),
            variable("SHELL", Path::new("/bin/sh")),
        ],
        home,
        keeper: beside("paddock-sandbox")?,
        files_server: beside("paddock-files")?,
        best_tier: None,
        keyring: Keyring::in_memory(),
        outside: Arc::new(System),
    })
}

/// A person consents in this very program.
fn programs(places: &Places) -> io::Result<Programs> {
    Ok(Programs {
        host: PathBuf::new(),
        desktop: env::current_exe()?,
        command_line: PathBuf::new(),
        keeper: places.keeper.clone(),
        files_server: places.files_server.clone(),
    })
}

fn beside(name: &str) -> io::Result<PathBuf> {
    Ok(env::current_exe()?.with_file_name(name))
}

fn say(group: &str, name: &str, samples: &[u128]) -> Result<(), Failure> {
    let measure = json!({ "group": group, "name": name, "unit": "ns", "samples": samples });
    writeln!(io::stdout(), "{measure}").map_err(Failure::internal)
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn failed(failure: Failure) -> io::Error {
    io::Error::other(format!("{failure:?}"))
}
