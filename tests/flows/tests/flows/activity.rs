//! What happened: how use is noted, how long it is kept, and who deletes it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use paddock_control::Role;
use paddock_host::view::{
    Action, ActivityFilter, ActivityFormat, Code, RecordOutcome, RecordView, RetentionView,
    WideningView,
};
use serde_json::json;
use tokio::time::Instant;

use crate::app::App;
use crate::world::{PATIENCE, READ, World};

async fn calls(world: &World) -> Vec<RecordView> {
    let filter =
        ActivityFilter { kinds: vec![Action::ToolCalled.into()], ..ActivityFilter::default() };
    world.host.activity(filter).await.unwrap().records
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_says_which_granted_folder_it_names_and_nothing_else_of_its_arguments() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = world.folder("acme");
    world.grant_and_tell(files, &acme, READ).await;
    assert_eq!(world.view().await.grants[0].last_used, None);
    fs::write(acme.join("a.txt"), "hello").unwrap();
    let path = acme.join("a.txt").display().to_string();
    world.call(files, "read_text_file", json!({ "path": path })).await.unwrap();

    let used = world.view().await.grants[0].last_used.clone().unwrap();
    assert_eq!((used.by.as_str(), &used.path), ("read_text_file", &path));
    let record = calls(&world).await.remove(0);
    assert_eq!(
        (record.path.as_deref(), record.detail.as_deref()),
        (Some(&*path), Some("read_text_file"))
    );

    // It is known after a start.
    let world = world.quit().await.start();
    assert_eq!(world.view().await.grants[0].last_used, Some(used));

    // Where a person does not want paths kept, none is.
    let waits =
        world.host.set_retention(RetentionView { paths: false, ..RetentionView::default() });
    waits.await.unwrap();
    world.until_told(files).await;
    world.call(files, "read_text_file", json!({ "path": path })).await.unwrap();
    assert_eq!(calls(&world).await.remove(0).path, None);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_less_and_what_deletes_waits_for_a_person() {
    let world = World::new();
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let more = RetentionView { days: 365, ..RetentionView::default() };
    assert_eq!(page.set_retention(more).await.unwrap(), None);
    let less = RetentionView { days: 30, ..more };
    let waits = page.set_retention(less).await.unwrap().unwrap();
    assert_eq!(page.view().await.unwrap().retention, more);
    assert_eq!(page.agree(waits).await.unwrap_err().code, Code::NeedsConsent);
    let deletion = page.delete_activity().await.unwrap().unwrap();
    let waiting: Vec<_> = world.view().await.consents.into_iter().map(|it| it.what).collect();
    assert_eq!(waiting, [WideningView::Retention { keep: less }, WideningView::DeleteActivity]);
    let before = world.host.activity(ActivityFilter::default()).await.unwrap().records;
    assert!(before.len() > 1);

    world.host.agree(waits).await.unwrap();
    world.host.agree(deletion).await.unwrap();
    let view = world.view().await;
    assert_eq!((view.retention, view.activity_deleted.is_some()), (less, true));
    let left = world.host.activity(ActivityFilter::default()).await.unwrap().records;
    // Servers that are still on their way say so later.
    let last = before.first().map(|it| it.id);
    assert!(left.iter().all(|it| Some(it.id) > last), "{left:?}");
    assert!(left.iter().any(|it| it.kind == Action::ActivityDeleted), "{left:?}");

    let world = world.quit().await.start();
    assert_eq!(world.view().await.retention, less);
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_tools_are_called_with_is_written_down_only_once_a_person_agreed() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = world.folder("acme");
    world.grant_and_tell(files, &acme, READ).await;
    let mut app = App::open(&world.ground, "files", Some(&acme)).await;
    let path = acme.join("a.txt").display().to_string();
    let arguments =
        |token: &str| json!({ "path": path, "api_key": token, "text": "x".repeat(9000) });
    app.call("read_text_file", arguments("hunter2-a")).await;

    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let keep = RetentionView { arguments: true, ..RetentionView::default() };
    let waits = page.set_retention(keep).await.unwrap().unwrap();
    assert_eq!(page.agree(waits).await.unwrap_err().code, Code::NeedsConsent);
    app.call("read_text_file", arguments("hunter2-b")).await;
    until_called(&world, 2).await;
    assert!(calls(&world).await.iter().all(|it| it.arguments.is_none()));

    world.host.agree(waits).await.unwrap();
    app.call("read_text_file", arguments("hunter2-c")).await;
    let folder = acme.display().to_string();
    world.call(files, "list_directory", json!({ "path": folder })).await.unwrap();
    until_called(&world, 4).await;
    let kept: Vec<_> = calls(&world).await.into_iter().filter_map(|it| it.arguments).collect();
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(kept.iter().all(|it| it.contains(&folder) && it.len() < 5000), "{kept:?}");
    assert!(kept.iter().all(|it| !it.contains("hunter2")), "{kept:?}");
    let text = ActivityFilter { text: "xxxx".into(), ..ActivityFilter::default() };
    assert_eq!(world.host.activity(text).await.unwrap().records.len(), 1);

    // Less of it needs nobody's consent, and holds at once for the session that runs.
    assert_eq!(page.set_retention(RetentionView::default()).await.unwrap(), None);
    app.call("read_text_file", arguments("hunter2-d")).await;
    until_called(&world, 5).await;
    assert_eq!(calls(&world).await.iter().filter(|it| it.arguments.is_some()).count(), 2);
    world.quit().await;
}

/// The host hears of an app's calls after the app has its answers.
async fn until_called(world: &World, times: usize) {
    let deadline = Instant::now() + PATIENCE;
    while calls(world).await.len() < times {
        assert!(Instant::now() < deadline, "the calls are not written down");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_out_is_its_owners_alone_and_no_formula() {
    let world = World::new();
    world.add_fake("=HYPERLINK(\"http://x\")", &[]).await;
    let file = world.ground.beside("activity.csv");
    fs::write(&file, "what was there before").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let export = |format, file: &std::path::Path| {
        world.host.export_activity(ActivityFilter::default(), format, file.to_path_buf().into())
    };
    export(ActivityFormat::Csv, &file).await.unwrap();
    let lines = world.ground.beside("activity.jsonl");
    export(ActivityFormat::JsonLines, &lines).await.unwrap();
    for file in [&file, &lines] {
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let table = fs::read_to_string(&file).unwrap();
    assert!(table.starts_with("id,time,kind,"), "{table}");
    assert!(table.contains(r#","'=HYPERLINK(""http://x"")","#), "{table}");
    assert!(!table.contains("before"));
    let first: serde_json::Value =
        serde_json::from_str(fs::read_to_string(&lines).unwrap().lines().next().unwrap()).unwrap();
    assert!(first["time"].as_str().unwrap().ends_with('Z'), "{first}");
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_app_did_is_found_by_app_tool_result_and_time_and_written_out_so() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = world.folder("acme");
    world.grant_and_tell(files, &acme, READ).await;
    fs::write(acme.join("a.txt"), "hello").unwrap();
    let path = acme.join("a.txt").display().to_string();
    let mut app = App::open(&world.ground, "files", Some(&acme)).await;
    assert!(!app.call("read_text_file", json!({ "path": path })).await.is_error);
    assert!(app.call("write_file", json!({ "path": path, "content": "x" })).await.is_error);
    let own = json!({ "path": acme.display().to_string() });
    world.call(files, "list_directory", own).await.unwrap();

    let any = ActivityFilter::default;
    let of_app = ActivityFilter { app: Some("test app".into()), ..any() };
    let called = ActivityFilter { kinds: vec![Action::ToolCalled.into()], ..of_app.clone() };
    // The host hears of an app's calls after the app has its answers.
    let deadline = Instant::now() + PATIENCE;
    while tools(&world, called.clone()).await.len() < 2 {
        assert!(Instant::now() < deadline, "the calls are not written down");
    }
    assert_eq!(tools(&world, called.clone()).await, ["write_file", "read_text_file"]);
    let failed = ActivityFilter { outcome: Some(RecordOutcome::Failed), ..called.clone() };
    assert_eq!(tools(&world, failed).await, ["write_file"]);
    let one = ActivityFilter { tool: Some("list_directory".into()), ..any() };
    assert_eq!(tools(&world, one.clone()).await, ["list_directory"]);
    assert_eq!(tools(&world, ActivityFilter { app: of_app.app.clone(), ..one }).await, [""; 0]);

    let records = world.host.activity(called.clone()).await.unwrap().records;
    let later = ActivityFilter { since: Some(records[0].at + 1.0), ..called.clone() };
    assert_eq!(tools(&world, later).await, [""; 0]);
    let until = ActivityFilter { until: Some(records[0].at + 1.0), ..called.clone() };
    assert_eq!(tools(&world, until).await, ["write_file", "read_text_file"]);

    let file = world.ground.beside("activity.csv");
    let read = ActivityFilter { tool: Some("read_text_file".into()), ..called };
    let export = world.host.export_activity(read, ActivityFormat::Csv, file.clone().into());
    assert_eq!(export.await.unwrap(), 1);
    let table = fs::read_to_string(&file).unwrap();
    assert!(table.lines().nth(1).unwrap().contains(",Test App,"), "{table}");
    assert!(table.trim_end().ends_with(",true,done,read_text_file,"), "{table}");
    world.quit().await;
}

async fn tools(world: &World, filter: ActivityFilter) -> Vec<String> {
    let records = world.host.activity(filter).await.unwrap().records;
    records.into_iter().filter_map(|record| record.detail).collect()
}
