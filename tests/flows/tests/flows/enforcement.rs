//! The operating system keeps servers to what they are granted.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use paddock_host::view::{
    Asked, Confinement, EnvEntry, InForceView, LifetimeChoice, MissedWhy, Outcome, ProofView,
    Reach, RequestKind, RunView, ServerDraft, ServerView, Tier, View,
};
use paddock_host::view::{Code, NetworkChoice};
use paddock_host::{AttemptOf, Notification};
use serde_json::json;

use crate::recorder::Seen;
use crate::world::{Ground, READ, WRITE, World, detail, fake, find, is_running};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_shown_is_what_a_probe_inside_found() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("fake").await;
    let (one, two) = (world.folder("one"), world.folder("two"));
    world.grant_and_tell(server, &one, READ).await;
    let on_two = world.grant_and_tell(server, &two, WRITE).await;
    let view = world.until_told(server).await;
    assert_eq!(view.enforcement.supported, Some(Tier::LiveMounts));
    assert_eq!(view.enforcement.in_force, InForceView::Enforced { tier: Tier::LiveMounts });
    let proof = view.proof.unwrap();
    assert!(proof.holds);
    let as_granted = |folder: &Path| {
        let path = folder.display().to_string();
        proof.findings.iter().any(|it| it.path == path && it.expected == it.found)
    };
    assert!(as_granted(&one) && as_granted(&two), "{proof:?}");
    assert!(proof.findings.iter().any(|it| it.blocked_by.is_some()), "the canary: {proof:?}");

    world.host.revoke(on_two).await.unwrap();
    world.until_told(server).await;
    let kinds = world.activity(server).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "proven").count(), 4, "{kinds:?}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_a_person_lets_go_is_shown_as_such() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    world.choose(server, Asked::Advisory).await;
    let advisory = |it: &ServerView| it.enforcement.in_force == InForceView::Advisory;
    world.until_server(server, "it is not enforced", advisory).await;
    world.grant_and_tell(server, &world.folder("acme"), READ).await;
    assert!(world.activity(server).await.contains(&"confinement-changed".to_owned()));

    let world = world.quit().await.start();
    let view = world.until_told(server).await;
    assert_eq!(view.enforcement.asked, Asked::Advisory, "it is kept");
    world.choose(server, Asked::Enforced).await;
    let enforced =
        |it: &ServerView| matches!(it.enforcement.in_force, InForceView::Enforced { .. });
    world.until_server(server, "it is enforced again", enforced).await;
    world.quit().await;
}

/// It would go on reading whatever the person can.
#[tokio::test(flavor = "multi_thread")]
async fn revoking_all_ends_what_is_not_enforced() {
    let world = World::new();
    let kept = world.well_behaved("kept").await;
    let free = world.well_behaved("free").await;
    world.choose(free, Asked::Advisory).await;
    world.until_server(free, "nothing keeps it", |it| it.reaches_all && is_running(it)).await;
    let outcomes = async |path: &str| {
        let verdicts = world.host.check_paths(None, path.to_owned()).await.unwrap();
        let of = |id| verdicts.iter().find(|it| it.server == id).unwrap().outcome;
        [of(kept), of(free)]
    };
    assert_eq!(outcomes("/etc/hostname").await, [Outcome::Outside, Outcome::NotEnforced]);

    let granted = world.folder("acme");
    world.grant(free, &granted, READ).await;
    world.host.revoke_all().await.unwrap();
    world.until_stopped(free).await;
    assert_eq!(outcomes("/etc/hostname").await, [Outcome::Outside, Outcome::Outside]);
    let view = world.view().await;
    assert!(view.grants.is_empty() && !view.servers.iter().any(|it| it.reaches_all));
    world.still_answers(kept).await;

    let world = world.quit().await.start();
    world.until_told(kept).await;
    world
        .until_server(free, "it does not come back by itself", |it| {
            it.state == RunView::Stopped && !it.reaches_all
        })
        .await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_change_needs_a_new_start_it_is_made_openly() {
    let world = Ground::up_to(Tier::Landlock).start();
    if !world.enforces_by(Tier::Landlock).await {
        return;
    }
    let files = world.bundled().await;
    let folder = world.folder("acme");
    fs::write(folder.join("hello.txt"), "hello").unwrap();
    let read = json!({ "path": folder.join("hello.txt") });
    let begun = world.until_told(files).await.state;
    let grant = world.grant_and_tell(files, &folder, READ).await;
    let granted = world.until_told(files).await;
    assert_ne!(granted.state, begun);
    assert_eq!(granted.enforcement.in_force, InForceView::Enforced { tier: Tier::Landlock });
    assert_eq!(world.call(files, "read_text_file", read.clone()).await.unwrap().text, "hello");

    world.host.revoke(grant).await.unwrap();
    let again =
        |it: &ServerView| matches!(it.state, RunView::Running { .. }) && it.state != granted.state;
    world.until_server(files, "it runs again", again).await;
    assert!(world.call(files, "read_text_file", read).await.unwrap().is_error);
    let restarting = world.shell.views().iter().any(|view| {
        find(view, files).is_some_and(|it| it.enforcement.in_force == InForceView::Restarting)
    });
    assert!(restarting, "the new start is shown");
    world.quit().await;
}

/// The keeper, which fails until there is a file at `works`: whoever asks it before that what can be
/// enforced here learns of nothing.
fn keeper_that_waits_for(works: &Path, ground: &Ground) -> PathBuf {
    let (script, keeper) = (ground.beside("keeper"), ground.places.keeper.display());
    let text = format!("#!/bin/sh\n[ -e '{}' ] || exit 1\nexec '{keeper}'\n", works.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    script
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_runs_that_can_not_be_kept_to_its_folders() {
    let mut ground = Ground::new();
    let works = ground.beside("the-keeper-works");
    ground.places.keeper = keeper_that_waits_for(&works, &ground);
    let world = ground.start();
    let files = world.view().await.servers[0].id;
    assert_eq!(world.until_failed(files).await.code, Code::NotEnforceable);
    fs::write(works, "").unwrap();
    world.choose(files, Asked::Advisory).await;
    world.until_running(files).await;
    world.quit().await;
}

/// The server may have moved it, and would write it there.
#[tokio::test(flavor = "multi_thread")]
async fn around_a_read_only_folder_that_is_gone_nothing_is_written() {
    let world = World::new();
    let files = world.bundled().await;
    let outer = world.folder("acme");
    let inner = world.folder("acme/middle/inner");
    fs::write(inner.join("kept.txt"), "kept").unwrap();
    let on_outer = world.grant_and_tell(files, &outer, WRITE).await;
    let on_inner = world.grant_and_tell(files, &inner, READ).await;
    world.until_told(files).await;

    fs::rename(outer.join("middle"), outer.join("elsewhere")).unwrap();
    let held_back = |view: &View| {
        let grant = view.grants.iter().find(|it| it.id == on_outer).unwrap();
        grant.held_back == Some(inner.display().to_string())
    };
    world.until("the folder around it may only be read", held_back).await;
    world.until_told(files).await;
    let file = outer.join("elsewhere/inner/kept.txt");
    let write = json!({ "path": file, "content": "lost" });
    assert!(world.call(files, "write_file", write.clone()).await.unwrap().is_error);
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");

    world.host.revoke(on_inner).await.unwrap();
    world.until_told(files).await;
    assert!(!world.call(files, "write_file", write).await.unwrap().is_error);
    world.quit().await;
}

/// A server that knows nothing of roots gets them in its command, and starts again with others.
#[tokio::test(flavor = "multi_thread")]
async fn folders_in_a_command_are_those_that_are_granted() {
    let world = World::new();
    let mut draft = fake("fake", &[]);
    draft.env.push(EnvEntry { name: "FOLDERS".into(), value: "${roots}".into() });
    let server = world.add(draft).await;
    let begun = world.until_told(server).await;
    assert!(begun.folders_in_command);
    world.grant_and_tell(server, &world.folder("acme"), READ).await;
    let granted = world.until_told(server).await;
    assert_ne!(granted.state, begun.state, "it was started again");

    let other = world.add(fake("other", &["--revision", "${root:nowhere}"])).await;
    assert_eq!(world.until_failed(other).await.code, Code::RootNotGranted);
    world.quit().await;
}

/// The first access waits for the person, and finds what is granted meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_access_waits_for_the_person() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = asking_reader(&world).await;

    let folder = world.folder("acme");
    let file = folder.join("hello.txt");
    fs::write(&file, "hello from acme").unwrap();
    let person = async {
        let tried = until_held(&world, server).await;
        assert_eq!(tried.path, file.display().to_string());
        assert_eq!(tried.offer.as_deref(), folder.to_str());
        let attempt = AttemptOf { server, attempt: tried.id };
        let asks = Notification::Asks { folder: "acme".into(), server: "reader".into(), attempt };
        let said = |seen: &Seen| seen.notifications.contains(&asks).then_some(());
        world.shell.until("the person is told", said).await;
        let pick = world.host.pick_attempt(server, tried.id).await.unwrap();
        let view = world.view().await;
        let offered = view.picks.iter().find(|it| it.id == pick).unwrap();
        assert_eq!(offered.server, Some(server));
        assert_eq!(Some(&offered.folder.path), tried.offer.as_ref());
        world.host.grant(pick, server, READ, LifetimeChoice::Always, None).await.unwrap();
    };
    let read = world.call(server, "read", json!({ "path": file }));
    assert_eq!(tokio::join!(read, person).0.unwrap().text, "hello from acme");

    let other = world.folder("other").join("hello.txt");
    fs::write(&other, "hello from other").unwrap();
    let person = async {
        let tried = until_held(&world, server).await;
        // What is offered is what was there when it tried.
        let offered = other.parent().unwrap();
        fs::rename(offered, offered.with_file_name("moved")).unwrap();
        std::os::unix::fs::symlink(&folder, offered).unwrap();
        let refused = world.host.pick_attempt(server, tried.id).await.unwrap_err();
        assert_eq!(refused.code, Code::FolderChanged);
        world.host.dismiss_attempt(server, tried.id, false).await.unwrap();
    };
    let read = world.call(server, "read", json!({ "path": other }));
    let answer = tokio::join!(read, person).0.unwrap().text;
    assert!(answer.contains("No such file"), "{answer}");
    assert!(world.activity(server).await.contains(&"attempt-denied".to_owned()));
    world.quit().await;
}

/// Nobody is asked again about what was refused for as long as the server runs, nor does it wait.
#[tokio::test(flavor = "multi_thread")]
async fn an_access_that_is_refused_for_good_waits_no_more() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = asking_reader(&world).await;
    let folder = world.folder("acme");
    let files = ["one.txt", "two.txt"].map(|name| folder.join(name));
    for file in &files {
        fs::write(file, "hello from acme").unwrap();
    }
    let person = async {
        let tried = until_held(&world, server).await;
        world.host.dismiss_attempt(server, tried.id, true).await.unwrap();
    };
    let read = world.call(server, "read", json!({ "path": files[0] }));
    let answer = tokio::join!(read, person).0.unwrap().text;
    assert!(answer.contains("No such file"), "{answer}");
    let soon = Duration::from_secs(20);
    for file in &files {
        let read = world.call(server, "read", json!({ "path": file }));
        let answer = tokio::time::timeout(soon, read).await.expect("it waits").unwrap().text;
        assert!(answer.contains("No such file"), "{answer}");
    }
    let seen = world.shell.watch();
    let asks =
        |it: &&Notification| matches!(it, Notification::Asks { folder, .. } if folder == "acme");
    let told = seen.borrow().notifications.iter().filter(asks).count();
    assert_eq!(told, 1, "asked once");
    world.quit().await;
}

/// What nobody answered in time is found under what was missed, until somebody does.
#[tokio::test(flavor = "multi_thread")]
async fn an_access_that_nobody_answers_is_missed() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = asking_reader(&world).await;
    let file = world.folder("acme").join("hello.txt");
    fs::write(&file, "hello from acme").unwrap();
    let read = world.call(server, "read", json!({ "path": file })).await;
    assert!(read.unwrap().text.contains("No such file"));
    let view = world.until("it is missed", |view| view.missed.len() == 1).await;
    let missed = &view.missed[0];
    assert_eq!((missed.kind, missed.why), (RequestKind::Access, MissedWhy::Lapsed));
    assert_eq!((missed.server, &missed.summary), (server, &file.display().to_string()));
    let tried = until_held(&world, server).await;
    world.host.dismiss_attempt(server, tried.id, false).await.unwrap();
    world.until("it is answered", |view| view.missed.is_empty()).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revocation_waits_for_no_call_under_way() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = asking_reader(&world).await;
    let (granted, other) = (world.folder("granted"), world.folder("other"));
    fs::write(granted.join("hello.txt"), "hello").unwrap();
    fs::write(other.join("hello.txt"), "hello").unwrap();
    let grant = world.grant(server, &granted, READ).await;
    let path = granted.display().to_string();
    let found = |proof: &ProofView| {
        proof.findings.iter().any(|it| it.path == path && it.found == Reach::Read)
    };
    let open = |it: &ServerView| it.proof.as_ref().is_some_and(found);
    world.until_server(server, "it is let in", open).await;

    let person = async {
        let tried = until_held(&world, server).await;
        world.host.revoke(grant).await.unwrap();
        let shut = |it: &ServerView| {
            let path = granted.display().to_string();
            let taken = |proof: &ProofView| {
                proof.findings.iter().any(|it| it.path == path && it.found == Reach::Nothing)
            };
            it.calls_in_flight == 1 && it.proof.as_ref().is_some_and(taken)
        };
        world.until_server(server, "it is taken while the call goes on", shut).await;
        world.host.dismiss_attempt(server, tried.id, false).await.unwrap();
    };
    let read = world.call(server, "read", json!({ "path": other.join("hello.txt") }));
    assert!(tokio::join!(read, person).0.unwrap().text.contains("No such file"));
    world.quit().await;
}

/// A path of a socket has 107 bytes at the most, and a browser needs 46 of them.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_browsers_fit_however_deep_the_data_is() {
    let mut ground = Ground::new();
    ground.places.data = ground.root().join("a-folder-with-a-long-name".repeat(4));
    let world = ground.start();
    if !world.enforces_live().await {
        return;
    }
    let script = "import os, socket, tempfile\n\
        folder = os.path.join(tempfile.gettempdir(), 'org.chromium.Chromium.abcdef')\n\
        os.mkdir(folder)\n\
        socket.socket(socket.AF_UNIX).bind(os.path.join(folder, 'SingletonSocket'))";
    let server = reader(&world, script).await;
    world.until_running(server).await;
    world.quit().await;
}

/// What an earlier run tried says nothing of why this one ended.
#[tokio::test(flavor = "multi_thread")]
async fn what_it_missed_is_what_this_run_died_of() {
    let world = World::new();
    let [first, then] = ["first", "then"].map(|name| {
        let file = world.folder(name).join("settings.json");
        fs::write(&file, "{}").unwrap();
        file.display().to_string()
    });
    let script = [
        "import os".to_owned(),
        "ran = os.path.join(os.environ['HOME'], 'ran')".to_owned(),
        format!("needed = {then:?} if os.path.exists(ran) else {first:?}"),
        "open(ran, 'w').close()".to_owned(),
        "if not os.path.exists(needed): raise SystemExit(3)".to_owned(),
    ];
    let script = script.join("\n");
    let server = reader(&world, &script).await;
    let reason = world.until_failed(server).await;
    assert_eq!((reason.code.clone(), detail(&reason, "code")), (Code::ServerExitsAtStart, "3"));
    let missed = |it: &ServerView| it.missed.is_some();
    let missed = world.until_server(server, "it is known what it missed", missed).await.missed;
    let offer = missed.and_then(|missed| missed.offer);
    assert_eq!(offer.as_deref(), Path::new(&then).parent().unwrap().to_str());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_elsewhere_than_it_was_to_says_so() {
    let world = World::new();
    let (script, cwd) = (world.folder("bin").join("server.py"), world.folder("acme"));
    fs::write(&script, include_str!("reader.py")).unwrap();
    let draft = ServerDraft {
        name: "reader".into(),
        program: "python3".into(),
        args: vec![script.display().to_string()],
        cwd: Some(cwd.display().to_string()),
        ..ServerDraft::default()
    };
    let server = world.add(draft).await;
    let running = world.until_running(server).await;
    assert_eq!(running.not_entered, Some(cwd.display().to_string()));
    world.grant(server, &cwd, READ).await;
    world.host.restart_server(server).await.unwrap();
    let entered = |it: &ServerView| it.not_entered.is_none() && is_running(it);
    world.until_server(server, "it starts where it was to", entered).await;
    world.quit().await;
}

/// A server that reads what it is asked for, and does something `first`.
async fn reader(world: &World, first: &str) -> u32 {
    let script = world.folder("bin").join("server.py");
    fs::write(&script, format!("{first}\n{}", include_str!("reader.py"))).unwrap();
    let draft = ServerDraft {
        name: "reader".into(),
        program: "python3".into(),
        args: vec![script.display().to_string()],
        ..ServerDraft::default()
    };
    world.add(draft).await
}

/// One whose first access to something else waits for the person.
async fn asking_reader(world: &World) -> u32 {
    let server = reader(world, "").await;
    let choice =
        Confinement { asked: Asked::Enforced, network: NetworkChoice::Open, ask_first: true };
    world.confine(server, choice).await;
    let asks = |it: &ServerView| it.ask_first && matches!(it.state, RunView::Running { .. });
    world.until_server(server, "it asks first", asks).await;
    server
}

async fn until_held(world: &World, server: u32) -> paddock_host::view::AttemptView {
    let waits = |tried: &paddock_host::view::AttemptView| tried.held && tried.offer.is_some();
    let any_waits = |it: &ServerView| it.attempts.iter().any(waits);
    let view = world.until_server(server, "it waits", any_waits).await;
    view.attempts.into_iter().find(waits).unwrap()
}

/// Folders enough that not all are proved before a change is told.
async fn grant_many(world: &World, server: u32) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for number in 0..10 {
        let folder = world.folder(&format!("many-{number}"));
        world.grant(server, &folder, READ).await;
        folders.push(folder);
    }
    world.until_told(server).await;
    folders
}

fn finds_all(proof: &ProofView, folders: &[PathBuf]) -> bool {
    folders.iter().all(|folder| {
        let path = folder.display().to_string();
        proof.findings.iter().any(|it| it.path == path && it.found == Reach::Read)
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_change_has_not_touched_is_proved_after_it() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("fake").await;
    let mut folders = grant_many(&world, server).await;
    folders.push(world.folder("one-more"));
    world.grant_and_tell(server, &folders[10], READ).await;
    let all = |it: &ServerView| it.proof.as_ref().is_some_and(|proof| finds_all(proof, &folders));
    let view = world.until_server(server, "all of it is proved", all).await;
    let proof = view.proof.unwrap();
    assert!(proof.holds, "{proof:?}");
    let canaries = proof.findings.iter().filter(|it| it.path.ends_with("/canary")).count();
    assert_eq!(canaries, 1, "{proof:?}");
    assert!(!world.activity(server).await.contains(&"proof-failed".to_owned()));
    world.still_answers(server).await;
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_rest_of_a_proof_does_not_hold_the_server_ends() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("fake").await;
    let folders = grant_many(&world, server).await;
    // It is there only where the server is.
    let processes = world.ground.processes();
    assert!(processes.iter().any(|(process, _)| open_up(*process, &folders[3])));
    world.grant(server, &world.folder("one-more"), READ).await;

    let failure = world.until_failed(server).await;
    assert_eq!(failure.code, Code::ProofFailed);
    assert!(world.activity(server).await.contains(&"proof-failed".to_owned()));
    let leaked = |seen: &Seen| {
        let leaked = |it: &Notification| matches!(it, Notification::Leaked { .. });
        seen.notifications.iter().any(leaked).then_some(())
    };
    world.shell.until("a person is told", leaked).await;
    world.quit().await;
}

/// Lets a process write where it may only read, behind its keeper's back.
#[expect(clippy::disallowed_methods, reason = "somebody tampers with a boundary")]
fn open_up(process: i32, folder: &Path) -> bool {
    let script =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/sandbox/tests/common/open_up.py");
    let mut tamper = std::process::Command::new("python3");
    tamper.arg(script).arg(process.to_string()).arg(folder);
    tamper.stderr(std::process::Stdio::null()).status().unwrap().success()
}
