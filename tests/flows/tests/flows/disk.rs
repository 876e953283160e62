//! Nobody waits for a disk but who asked for what is on it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use paddock_core::{Action, Actor, AuditRecord, Commit, CommitId, ServerId, Time};
use paddock_host::Store;
use paddock_host::view::{
    ActivityFilter, ActivityFormat, Asked, Confinement, LifecycleView, LifetimeChoice, Reach,
    Restart, RunView, ServerDraft, ServerView, View,
};
use paddock_host::view::{Code, NetworkChoice};
use paddock_storage::{
    AuditRow, CommitError, Counted, Export, KeptAnswers, ReadError, Reading, Retention, STEP, Slot,
    Storage,
};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::world::{Ground, READ, fake, find, is_running, uri};

/// What every commit goes through. While it is shut, the disk does not answer.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn shut(&self) {
        *self.0.0.lock().unwrap() = true;
    }

    fn open(&self) {
        *self.0.0.lock().unwrap() = false;
        self.0.1.notify_all();
    }

    fn pass(&self) {
        drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |shut| *shut).unwrap());
    }

    fn before(&self) -> impl FnOnce(Storage) -> Gated + use<> {
        let gate = self.clone();
        |storage| Gated { gate, storage }
    }
}

struct Gated {
    gate: Gate,
    storage: Storage,
}

impl Store for Gated {
    fn commit(&mut self, commit: &Commit) -> Result<(), CommitError> {
        self.gate.pass();
        self.storage.commit(commit)
    }

    fn read(&self, reading: &mut Reading) -> Result<bool, ReadError> {
        self.storage.read(reading)
    }

    fn export_step(&self, export: &mut Export) -> Result<Option<Vec<AuditRow>>, ReadError> {
        self.storage.export_step(export)
    }

    fn count(&mut self, now: Time, all: &[Counted]) -> Result<(), CommitError> {
        self.gate.pass();
        self.storage.count(now, all)
    }

    fn seen(
        &self,
        server: Option<ServerId>,
        slot: Slot,
        since: Time,
    ) -> Result<Vec<Counted>, ReadError> {
        self.storage.seen(server, slot, since)
    }

    fn remember(&mut self, new: &KeptAnswers) -> Result<(), CommitError> {
        self.gate.pass();
        self.storage.remember(new)
    }

    fn trim(&mut self, keep: Retention, now: Time) -> Result<bool, CommitError> {
        self.storage.trim(keep, now)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revocation_is_told_and_enforced_while_a_commit_hangs() {
    let gate = Gate::default();
    let world = Ground::new().start_on(gate.before());
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("fake").await;
    let [one, two, three] = ["one", "two", "three"].map(|name| world.folder(name));
    world.grant_and_tell(server, &one, READ).await;
    let on_two = world.grant_and_tell(server, &two, READ).await;

    gate.shut();
    let pick = world.host.pick(three.clone().into()).await.unwrap();
    let host = world.host.clone();
    let always = LifetimeChoice::Always;
    let granting = tokio::spawn(async move { host.grant(pick, server, READ, always, None).await });
    let host = world.host.clone();
    let revoking = tokio::spawn(async move { host.revoke(on_two).await });

    world.until("it is revoked", |view| view.grants.len() == 1).await;
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&one)]);
    let path = two.display().to_string();
    let shut = |it: &ServerView| {
        it.proof.as_ref().is_some_and(|proof| {
            proof.findings.iter().any(|it| it.path == path && it.found == Reach::Nothing)
        })
    };
    world.until_server(server, "a probe inside finds it gone", shut).await;
    // Neither is known to be kept, and what is not kept gives nothing.
    assert!(!revoking.is_finished() && !granting.is_finished());

    gate.open();
    revoking.await.unwrap().unwrap();
    granting.await.unwrap().unwrap();
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&one), uri(&three)]);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_takes_away_does_not_wait_for_what_gives_more() {
    let gate = Gate::default();
    let world = Ground::new().start_on(gate.before());
    let server = world.well_behaved("fake").await;
    gate.shut();
    // Whichever comes second is decided by what is kept of the first.
    let draft = world.host.server_draft(server).await.unwrap();
    let renamed = ServerDraft { name: "renamed".into(), ..draft };
    let host = world.host.clone();
    let first = tokio::spawn(async move { host.edit_server(server, renamed).await });
    let never = LifecycleView { restart: Restart::Never, ..LifecycleView::default() };
    let host = world.host.clone();
    let second = tokio::spawn(async move { host.set_lifecycle(server, never).await });
    let host = world.host.clone();
    let stopping = tokio::spawn(async move { host.stop_server(server).await });
    world.until_stopped(server).await;

    gate.open();
    for asked in [first, second, stopping] {
        asked.await.unwrap().unwrap();
    }
    let is_as_asked = |view: &View| {
        let known = find(view, server).unwrap();
        assert_eq!((&*known.name, &known.state), ("renamed", &RunView::Stopped));
        assert_eq!(known.lifecycle, never);
    };
    is_as_asked(&world.view().await);
    let world = world.quit().await.start();
    is_as_asked(&world.until("it is known what can be enforced", |it| it.system.known).await);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_put_off_is_not_done_after_it_was_taken_back() {
    let gate = Gate::default();
    let world = Ground::new().start_on(gate.before());
    let server = world.well_behaved("fake").await;
    gate.shut();
    let choice =
        Confinement { asked: Asked::Advisory, network: NetworkChoice::Open, ask_first: false };
    // Each is sent when it is first polled.
    let choosing = world.host.set_confinement(server, choice);
    let revoking = world.host.revoke_all();
    let draft = world.host.server_draft(server).await.unwrap();
    let renaming = world.host.edit_server(server, ServerDraft { name: "renamed".into(), ..draft });
    let opening = async {
        world.host.view().await.unwrap();
        gate.open();
    };
    let (renamed, chosen, revoked, ()) =
        tokio::join!(biased; renaming, choosing, revoking, opening);
    renamed.unwrap();
    assert_eq!(chosen.unwrap_err().code, Code::Overtaken);
    revoked.unwrap();
    let view = world.view().await;
    let known = find(&view, server).unwrap();
    assert_eq!((&*known.name, known.enforcement.asked), ("renamed", Asked::Enforced));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_on_its_way_is_kept_before_the_app_quits() {
    let gate = Gate::default();
    let world = Ground::new().start_on(gate.before());
    let server = world.well_behaved("fake").await;
    let grant = world.grant_and_tell(server, &world.folder("acme"), READ).await;
    gate.shut();
    let host = world.host.clone();
    let revoking = tokio::spawn(async move { host.revoke(grant).await });
    world.until("it is revoked", |view| view.grants.is_empty()).await;
    world.host.quit().await.unwrap();
    let quitting = tokio::spawn(world.end());
    world.until("nothing runs", |view| !view.servers.iter().any(is_running)).await;
    assert!(!quitting.is_finished());

    gate.open();
    quitting.await.unwrap();
    revoking.await.unwrap().unwrap();
    let kept = Storage::open(&world.ground.places.data).unwrap();
    assert!(kept.saved.grants.is_empty());
    let records = kept.storage.audit(&paddock_storage::AuditFilter::default(), None, 99).unwrap();
    let order: Vec<_> = records.rows.iter().map(|row| row.record.action).collect();
    let at = |action| order.iter().position(|it| *it == action).unwrap();
    assert!(at(Action::ServerStopped) < at(Action::Revoked), "the newest first: {order:?}");
}

/// It goes into a pipe that nobody reads, which is what a dead disk is like.
#[tokio::test(flavor = "multi_thread")]
async fn a_revocation_is_kept_while_an_export_hangs() {
    let ground = Ground::new();
    let steps = 3;
    fill(&ground, steps * STEP);
    let pipe = ground.beside("export.jsonl");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let world = ground.start();
    let server = world.well_behaved("fake").await;
    let grant = world.grant_and_tell(server, &world.folder("acme"), READ).await;

    let (host, into) = (world.host.clone(), pipe.clone());
    let exporting = tokio::spawn(async move {
        host.export_activity(ActivityFilter::default(), ActivityFormat::JsonLines, into.into())
            .await
    });
    let reading = tokio::task::spawn_blocking(move || {
        let mut lines = BufReader::with_capacity(512, File::open(pipe).unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        (first, lines)
    });
    let (first, mut lines) = reading.await.unwrap();
    assert!(first.starts_with('{'), "{first}");

    world.host.revoke(grant).await.unwrap();
    world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [""; 0]);
    let newest = world.host.activity(ActivityFilter::default()).await.unwrap().records;
    assert!(newest.iter().any(|record| record.kind == Action::Revoked));
    assert!(!exporting.is_finished());

    let mut rest = String::new();
    let read = tokio::task::spawn_blocking(move || lines.read_to_string(&mut rest).map(|_| rest));
    let rest = read.await.unwrap().unwrap();
    let rows = exporting.await.unwrap().unwrap();
    assert_eq!(usize::try_from(rows).unwrap(), 1 + rest.lines().count());
    assert!(i64::from(rows) > steps * STEP && !rest.contains("\"revoked\""));
    world.quit().await;
}

/// The canary is a pipe that nobody reads, so whoever writes it hangs.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_revoked_while_a_launch_is_prepared_is_not_let_in() {
    let ground = Ground::new();
    let canary = ground.places.data.join("canary");
    fs::create_dir_all(&ground.places.data).unwrap();
    mknodat(CWD, &canary, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let world = ground.start();
    if !world.enforces_live().await {
        return;
    }
    let server = world.host.add_server(fake("fake", &[])).await.unwrap();
    let [one, two] = ["one", "two"].map(|name| world.folder(name));
    world.grant(server, &one, READ).await;
    let on_two = world.grant(server, &two, READ).await;
    world.trust(server).await;
    let starting = |it: &ServerView| matches!(it.state, RunView::Starting { .. });
    world.until_server(server, "it is on its way", starting).await;
    // A preparation that begins from now on does not hang.
    let (pipe, end) = (world.ground.beside("pipe"), world.ground.beside("end"));
    fs::rename(&canary, &pipe).unwrap();
    fs::write(&end, "No server can read this.\n").unwrap();
    fs::rename(&end, &canary).unwrap();
    world.host.revoke(on_two).await.unwrap();
    world.until_server(server, "it still waits for the disk", starting).await;
    let released = tokio::task::spawn_blocking(move || fs::read(pipe));
    assert!(!released.await.unwrap().unwrap().is_empty());

    let view = world.until_told(server).await;
    assert_eq!(world.held_by_fake(server).await, [uri(&one)]);
    let path = two.display().to_string();
    let proof = view.proof.unwrap();
    assert!(proof.findings.iter().any(|it| it.path == one.display().to_string()), "{proof:?}");
    let open = |found: Reach| found != Reach::Nothing;
    assert!(!proof.findings.iter().any(|it| it.path == path && open(it.found)), "{proof:?}");
    world.quit().await;
}

/// Puts so many records into the database of a host that does not run.
fn fill(ground: &Ground, records: i64) {
    fs::create_dir_all(&ground.places.data).unwrap();
    let mut opened = Storage::open(&ground.places.data).unwrap();
    // What is older than Paddock keeps it would go meanwhile.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let began = i64::try_from(now.as_millis()).unwrap() - records;
    let record = |number| AuditRecord {
        at: Time(began + number),
        actor: Actor::Server,
        action: Action::ToolCalled,
        server: Some(ServerId(77)),
        server_name: Some("long gone".into()),
        app: None,
        grant: None,
        path: None,
        access: None,
        ok: true,
        detail: None,
        arguments: None,
    };
    let audit = (0..records).map(record).collect();
    opened.storage.commit(&Commit { id: CommitId(0), changes: Vec::new(), audit }).unwrap();
}
