//! What was said to a server and by it, and said again.

use std::fs;
use std::path::Path;
use std::process::Command;

use paddock_host::view::{Code, Direction, EnvEntry, ServerDraft, WireFilter, WireShape};
use serde_json::json;

use crate::world::{World, fake};

#[tokio::test(flavor = "multi_thread")]
async fn every_message_is_kept_paired_filtered_and_without_secrets() {
    let world = World::new();
    let mut draft = fake("fake", &[]);
    draft.env.push(EnvEntry { name: "API_TOKEN".into(), value: "open-sesame".into() });
    let server = world.add(draft).await;
    world.until_told(server).await;
    let arguments = json!({ "text": "it is open-sesame", "password": "1234" });
    world.call(server, "echo", arguments).await.unwrap();
    let _ = world.call(server, "answer", json!({ "error": { "code": 7, "message": "no" } })).await;

    let all = world.host.messages(server, WireFilter::default()).await.unwrap();
    assert!(!format!("{all:?}").contains("sesame") && !format!("{all:?}").contains("1234"));
    let numbers: Vec<_> = all.messages.iter().map(|it| it.number).collect();
    assert!(numbers.is_sorted_by(|a, b| a > b) && numbers.last() == Some(&1), "{numbers:?}");
    let failed = &all.messages[0];
    assert_eq!((failed.shape, failed.direction), (WireShape::Error, Direction::FromServer));
    assert!(failed.took.is_some_and(|took| took >= 0.0));
    let calls = WireFilter {
        direction: Some(Direction::ToServer),
        text: "tools/call".into(),
        ..WireFilter::default()
    };
    let calls = world.host.messages(server, calls).await.unwrap();
    assert_eq!(calls.messages.len(), 2);
    assert!(calls.messages.iter().all(|it| it.method.as_deref() == Some("tools/call")));
    let errors = WireFilter { errors_only: true, ..WireFilter::default() };
    let errors = world.host.messages(server, errors).await.unwrap();
    assert_eq!(errors.messages[0].number, failed.number);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::disallowed_methods, reason = "a person starts a reproducer without the app")]
async fn a_script_says_to_the_server_again_what_was_said_to_it() {
    let world = World::new();
    let record = world.ground.beside("it's the record");
    let name = "fake'; touch hacked; '".to_owned();
    let draft = fake("", &["--record", record.to_str().unwrap()]);
    let server = world.add(ServerDraft { name, ..draft }).await;
    world.until_told(server).await;
    let text = "it's $(touch hacked) `touch hacked` \\ \u{1F600}";
    world.call(server, "echo", json!({ "text": text })).await.unwrap();
    let page = world.host.messages(server, WireFilter::default()).await.unwrap();
    let script = world.host.reproduce(server, page.messages[0].number).await.unwrap();
    assert_eq!(world.host.reproduce(server, 0).await.unwrap_err().code, Code::UnknownMessage);
    let ground = world.quit().await;

    let heard = |record: &Path| {
        let record = fs::read_to_string(record).unwrap();
        let lines = record.lines().filter_map(|line| line.strip_prefix("< ").map(str::to_owned));
        lines.collect::<Vec<_>>()
    };
    let first = heard(&record);
    fs::remove_file(&record).unwrap();
    let status = Command::new("/bin/sh")
        .args(["-c", &script])
        .env("PAUSE", "0.1")
        .current_dir(ground.root())
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.unwrap().success(), "{script}");
    assert_eq!(heard(&record), first);
    for folder in [ground.root(), ground.places.home.clone()] {
        assert!(!folder.join("hacked").exists());
    }
}
