//! Nothing runs that a person has not seen.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use paddock_host::Notification;
use paddock_host::view::{
    Asked, Code, Difference, EnvEntry, RunView, ServerDraft, ServerView, TrustedView, View,
};

use crate::world::{World, fake, find, is_running, program};

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_shown_whole_and_does_not_run_before_it_is_trusted() {
    let world = World::new();
    let record = world.ground.beside("record");
    let long = "x".repeat(10_000);
    let mut draft = fake("new", &["--record", record.to_str().unwrap(), "--pids", &long]);
    draft.env.push(EnvEntry { name: "TOKEN".into(), value: "hunter2".into() });
    let id = world.host.add_server(draft.clone()).await.unwrap();
    world.choose(id, Asked::Advisory).await;
    let fingerprint = world.until_asked_to_trust(id).await;
    let view = world.view().await;
    let server = find(&view, id).unwrap();
    let line = format!("{} {}", draft.program, draft.args.join(" "));
    assert_eq!(server.command.line, line);
    assert_eq!(server.command.env_names, ["TOKEN"]);
    assert_eq!(
        server.state,
        RunView::NeedsTrust { fingerprint: fingerprint.clone(), changed: false, was: None }
    );
    assert_eq!(server.command.fingerprint.as_deref(), Some(&fingerprint[..16]));
    assert!(!format!("{view:?}").contains("hunter2"));

    // Neither by being started, nor together with the app.
    world.host.start_server(id).await.unwrap();
    world.until_asked_to_trust(id).await;
    let world = world.quit().await.start();
    world.until_asked_to_trust(id).await;
    assert!(!record.exists());

    world.host.trust_server(id, fingerprint).await.unwrap();
    world.until_told(id).await;
    assert!(record.exists());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_command_is_asked_for_again_and_the_old_consent_is_void() {
    let world = World::new();
    let id = world.host.add_server(fake("fake", &[])).await.unwrap();
    world.choose(id, Asked::Advisory).await;
    let old = world.until_asked_to_trust(id).await;
    world.host.trust_server(id, old.clone()).await.unwrap();
    world.until_told(id).await;

    let record = world.ground.beside("record");
    let edited = fake("fake", &["--record", record.to_str().unwrap()]);
    world.host.edit_server(id, edited).await.unwrap();
    let new = world.until_asked_to_trust(id).await;
    let view = world.view().await;
    let words = changed_words(&view, id);
    assert_eq!((words.args, words.differs), (vec![], Difference::Words));
    assert_ne!(new, old);
    assert!(!record.exists());
    let asks = Notification::CommandChanged { server: "fake".into() };
    let told = world.shell.until("the person is told", |seen| seen.notifications.first().cloned());
    assert_eq!(told.await, asks);

    for stale in [old, "no fingerprint".into(), "0".repeat(64)] {
        let refused = world.host.trust_server(id, stale).await.unwrap_err();
        assert_eq!(refused.code, Code::CommandChanged);
    }
    assert!(!record.exists());
    world.host.trust_server(id, new).await.unwrap();
    // What runs without enforcement is agreed to for one command, and this is another.
    let enforced = |it: &ServerView| it.enforcement.asked == Asked::Enforced;
    world.until_server(id, "it is enforced", enforced).await;
    world.choose(id, Asked::Advisory).await;
    world.until_server(id, "it runs", |it| !enforced(it) && is_running(it)).await;
    assert!(record.exists());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_or_secret_needs_no_new_trust() {
    let world = World::new();
    let mut draft = fake("fake", &[]);
    draft.env.push(EnvEntry { name: "TOKEN".into(), value: "old".into() });
    let id = world.add(draft.clone()).await;
    world.until_told(id).await;
    draft.name = "renamed".into();
    draft.env[0].value = "new".into();
    world.host.edit_server(id, draft).await.unwrap();
    world.until_server(id, "it is renamed", |it| it.name == "renamed").await;
    world.until_told(id).await;
    let asked = |view: &View| {
        let state = find(view, id).map(|it| it.state.clone());
        matches!(state, Some(RunView::NeedsTrust { changed: true, .. }))
    };
    assert!(!world.shell.views().iter().any(|view| asked(view)));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_at_the_same_path_is_asked_for_again() {
    let world = World::new();
    let script = world.ground.beside("server");
    write_script(&script, &[]);
    let draft = ServerDraft {
        name: "script".into(),
        program: script.display().to_string(),
        ..ServerDraft::default()
    };
    let id = world.add(draft).await;
    world.choose(id, Asked::Advisory).await;
    world.until_told(id).await;

    let record = world.ground.beside("record");
    write_script(&script, &["--record", record.to_str().unwrap()]);
    world.host.restart_server(id).await.unwrap();
    world.until_asked_to_trust(id).await;
    let changed = changed_words(&world.view().await, id);
    assert_eq!(changed.differs, Difference::Files, "only the file is another one");
    assert!(!record.exists());

    let world = world.quit().await.start();
    world.until_asked_to_trust(id).await;
    assert!(!record.exists());
    world.trust(id).await;
    let enforced = |it: &ServerView| it.enforcement.asked == Asked::Enforced;
    world.until_server(id, "it is enforced", enforced).await;
    world.choose(id, Asked::Advisory).await;
    world.until_server(id, "it runs", |it| !enforced(it) && is_running(it)).await;
    assert!(record.exists());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_leads_to_another_program_is_asked_for_again() {
    let world = World::new();
    let (one, two) = (world.ground.beside("one"), world.ground.beside("two"));
    write_script(&one, &[]);
    write_script(&two, &["--no-tools"]);
    let link = world.ground.beside("server");
    std::os::unix::fs::symlink(&one, &link).unwrap();
    let draft = ServerDraft {
        name: "link".into(),
        program: link.display().to_string(),
        ..ServerDraft::default()
    };
    let id = world.add(draft).await;
    world.until_told(id).await;
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&two, &link).unwrap();
    world.host.restart_server(id).await.unwrap();
    world.until_asked_to_trust(id).await;
    let view = world.view().await;
    let file = |path: &Path| Some(fs::canonicalize(path).unwrap().display().to_string());
    assert_eq!(changed_words(&view, id).file, file(&one));
    let command = &find(&view, id).unwrap().command;
    assert_eq!(command.resolved, Some(link.display().to_string()));
    assert_eq!(command.file, file(&two));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bundled_server_and_names_taken_can_not_be_edited_over() {
    let world = World::new();
    let files = world.bundled().await;
    let edited = world.host.edit_server(files, fake("Files", &[])).await.unwrap_err();
    assert_eq!(edited.code, Code::BundledServer);
    assert_eq!(world.host.remove_server(files).await.unwrap_err().code, Code::BundledServer);
    let taken = world.host.add_server(fake("files", &[])).await.unwrap_err();
    assert_eq!(taken.code, Code::DraftNameTaken);
    assert_eq!(world.view().await.servers.len(), 1);
    world.quit().await;
}

/// What was trusted of a server whose command changed since.
fn changed_words(view: &View, server: u32) -> TrustedView {
    let RunView::NeedsTrust { changed: true, was, .. } = &find(view, server).unwrap().state else {
        panic!("{view:?}")
    };
    was.clone().expect("it is known what was trusted")
}

/// A program that is the scriptable server with these arguments. It is written anew, so that a
/// running one keeps the old text.
fn write_script(path: &Path, args: &[&str]) {
    let new: PathBuf = path.with_extension("new");
    let quoted: Vec<_> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let fake = program("paddock-fake-server");
    let text = format!("#!/bin/sh\nexec '{}' {}\n", fake.display(), quoted.join(" "));
    fs::write(&new, text).unwrap();
    fs::set_permissions(&new, fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(new, path).unwrap();
}
