//! The files server that comes with the app: a folder is given, and taken back, while it runs.

use std::fs;
use std::path::Path;

use paddock_host::view::{PartView, RunView, ServerView};
use serde_json::json;

use crate::world::{READ, WRITE, World, find, is_running, uri};

#[tokio::test(flavor = "multi_thread")]
async fn a_granted_folder_is_read_and_a_revoked_one_is_not() {
    let world = World::new();
    let files = world.bundled().await;
    let begun = run(&world, files).await;
    let (acme, notes) = (with_a_file(&world, "acme"), with_a_file(&world, "notes"));
    let allowed = "Allowed directories:";

    world.until_told(files).await;
    assert!(world.ask(files, "list_allowed_directories").await.contains("\nNone."));
    assert!(read(&world, files, &acme).await.is_err());

    let on_acme = world.grant_and_tell(files, &acme, READ).await;
    let listed = world.ask(files, "list_allowed_directories").await;
    assert_eq!(listed, format!("{allowed}\n{} (read)", acme.display()));
    assert_eq!(read(&world, files, &acme).await, Ok("hello".to_owned()));
    assert!(read(&world, files, &notes).await.is_err());

    let on_notes = world.grant_and_tell(files, &notes, WRITE).await;
    let listed = world.ask(files, "list_allowed_directories").await;
    assert_eq!(listed, format!("{allowed}\n{} (read)\n{}", acme.display(), notes.display()));
    assert_eq!(read(&world, files, &notes).await, Ok("hello".to_owned()));

    world.host.revoke(on_acme).await.unwrap();
    world.until_told(files).await;
    assert!(read(&world, files, &acme).await.is_err());
    assert_eq!(read(&world, files, &notes).await, Ok("hello".to_owned()));

    world.host.revoke(on_notes).await.unwrap();
    world.until_told(files).await;
    assert!(read(&world, files, &notes).await.is_err());
    assert!(world.ask(files, "list_allowed_directories").await.contains("\nNone."));

    assert_eq!(run(&world, files).await, begun, "it was never started again");
    // When it was proved, between what, is another matter.
    let beside = ["tool-called", "proven", "attempt-denied"];
    let not_called = |kind: &String| !beside.contains(&kind.as_str());
    let activity: Vec<_> = world.activity(files).await.into_iter().filter(not_called).collect();
    let (granted, revoked) = (["granted", "roots-told"], ["revoked", "roots-told"]);
    let expected = [
        &["server-added", "server-started", "roots-told"][..],
        &granted,
        &granted,
        &revoked,
        &revoked,
    ];
    assert_eq!(activity, expected.concat());
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_be_read_may_not_be_written_until_it_is_said_so() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = with_a_file(&world, "acme");
    let grant = world.grant_and_tell(files, &acme, READ).await;
    let begun = run(&world, files).await;

    assert!(write(&world, files, &acme).await.is_err());
    assert!(!acme.join("new.txt").exists());

    world.host.set_access(grant, WRITE).await.unwrap();
    world.until_told(files).await;
    assert_eq!(write(&world, files, &acme).await.map(drop), Ok(()));
    assert_eq!(fs::read_to_string(acme.join("new.txt")).unwrap(), "written");

    world.host.set_access(grant, READ).await.unwrap();
    world.until_told(files).await;
    assert!(write(&world, files, &acme).await.is_err());
    assert_eq!(read(&world, files, &acme).await, Ok("hello".to_owned()));

    assert_eq!(run(&world, files).await, begun, "it was never started again");
    let changes = world.activity(files).await;
    assert_eq!(changes.iter().filter(|kind| *kind == "access-changed").count(), 2);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_folder_can_be_given_again() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = with_a_file(&world, "acme");
    let grant = world.grant_and_tell(files, &acme, READ).await;
    world.host.revoke(grant).await.unwrap();
    let view = world.until("the grant has ended", |view| !view.ended.is_empty()).await;
    assert!(view.grants.is_empty());

    world.host.grant_again(view.ended[0].id).await.unwrap();
    world.until_told(files).await;
    assert!(world.view().await.ended.is_empty());
    assert_eq!(read(&world, files, &acme).await, Ok("hello".to_owned()));
    world.quit().await;
}

fn with_a_file(world: &World, name: &str) -> std::path::PathBuf {
    let folder = world.folder(name);
    fs::write(folder.join("hello.txt"), "hello").unwrap();
    folder
}

/// The text read, or why it was not.
async fn read(world: &World, server: u32, folder: &Path) -> Result<String, String> {
    let arguments = json!({ "path": folder.join("hello.txt") });
    outcome(world, server, "read_text_file", arguments).await
}

async fn write(world: &World, server: u32, folder: &Path) -> Result<String, String> {
    let arguments = json!({ "path": folder.join("new.txt"), "content": "written" });
    outcome(world, server, "write_file", arguments).await
}

async fn outcome(
    world: &World,
    server: u32,
    tool: &str,
    arguments: serde_json::Value,
) -> Result<String, String> {
    let answer = world.call(server, tool, arguments).await.unwrap();
    if answer.is_error { Err(answer.text) } else { Ok(answer.text) }
}

/// The run under way, with when it began.
async fn run(world: &World, server: u32) -> RunView {
    let view = world.view().await;
    let server = find(&view, server).unwrap();
    assert!(is_running(server));
    server.state.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_resources_that_are_followed_as_long_as_their_folder_is_granted() {
    let world = World::new();
    let files = world.bundled().await;
    let (acme, notes) = (with_a_file(&world, "acme"), with_a_file(&world, "notes"));
    let on_acme = world.grant_and_tell(files, &acme, READ).await;
    let hello = acme.join("hello.txt");
    let listed = world.host.resources(files).await.unwrap().resources;
    let listed: Vec<_> = listed.into_iter().map(|it| it.uri).collect();
    assert_eq!(listed, [uri(&hello)]);

    let read = world.host.read_resource(files, uri(&hello), 900).await.unwrap();
    let [PartView::Resource { text: Some(text), .. }] = &read.parts[..] else { panic!("{read:?}") };
    assert_eq!(text, "hello");
    let outside = uri(&notes.join("hello.txt"));
    assert!(world.host.read_resource(files, outside.clone(), 901).await.is_err());
    assert!(world.host.follow_resource(files, outside, true).await.is_err());

    world.host.follow_resource(files, uri(&hello), true).await.unwrap();
    fs::write(&hello, "hello again").unwrap();
    let changed = |it: &ServerView| it.followed.first().is_some_and(|it| it.changes > 0);
    world.until_server(files, "the change is told", changed).await;

    world.host.revoke(on_acme).await.unwrap();
    world.until_told(files).await;
    assert!(world.host.resources(files).await.unwrap().resources.is_empty());
    assert!(world.host.read_resource(files, uri(&hello), 902).await.is_err());
    world.quit().await;
}
