//! A server may write in a folder, but not what other programs run: a person hears that it tried.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_host::Tier;
use paddock_host::view::{Access, AttemptView, ServerDraft, ServerView};
use serde_json::json;

use crate::world::{Ground, READ, World, find};

async fn reader(world: &World) -> u32 {
    let script = world.folder("bin").join("server.py");
    fs::write(&script, include_str!("reader.py")).unwrap();
    let draft = ServerDraft {
        name: "reader".into(),
        program: "python3".into(),
        args: vec![script.display().to_string()],
        ..ServerDraft::default()
    };
    world.add(draft).await
}

/// Grants it, and waits until it runs with that.
async fn grant(world: &World, server: u32, folder: &Path, access: Access) -> u32 {
    let grant = world.grant(server, folder, access).await;
    restart(world, server).await;
    grant
}

async fn restart(world: &World, server: u32) {
    world.host.restart_server(server).await.unwrap();
    world.until_running(server).await;
}

/// Opens it to write at its end, and says how that went.
async fn append(world: &World, server: u32, path: &Path) -> String {
    let path = PathBuf::from(format!("append:{}", path.display()));
    world.call(server, "read", json!({ "path": path })).await.unwrap().text
}

async fn until_tried(world: &World, server: u32, path: &Path) -> AttemptView {
    let is_it = |tried: &AttemptView| Path::new(&tried.path) == path;
    let tried = |it: &ServerView| it.attempts.iter().any(is_it);
    let view = world.until_server(server, "it is shown what it tried", tried).await;
    view.attempts.into_iter().find(is_it).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_plant_is_shown_until_a_person_lets_it_or_not() {
    for best_tier in [None, Some(Tier::Landlock)] {
        let mut ground = Ground::new();
        ground.places.best_tier = best_tier;
        let world = ground.start();
        let server = reader(&world).await;
        let acme = world.folder("acme");
        let git = world.folder("acme/.git/hooks").parent().unwrap().to_path_buf();
        let of_acme = grant(&world, server, &acme, Access::WriteGuarded).await;

        let (hook, index) = (git.join("hooks/pre-commit"), git.join("index"));
        for path in [&hook, &index] {
            let answer = append(&world, server, path).await;
            assert!(answer.contains("Errno 30"), "{best_tier:?}: {answer}");
        }
        let tried = until_tried(&world, server, &hook).await;
        assert!(tried.write && !tried.held && tried.offer.is_none(), "{tried:?}");
        assert_eq!((tried.count, tried.needs), (1, Some(Access::ReadWrite)));
        let tried = until_tried(&world, server, &index).await;
        assert_eq!(tried.needs, Some(Access::WriteCommits));
        assert!(world.activity(server).await.contains(&"attempt-denied".to_owned()));

        // What else is granted makes no difference.
        grant(&world, server, &world.folder("other"), READ).await;
        until_tried(&world, server, &hook).await;

        world.host.set_access(of_acme, Access::ReadWrite).await.unwrap();
        let is_settled = |it: &ServerView| it.attempts.is_empty();
        world.until_server(server, "it may write it", is_settled).await;
        restart(&world, server).await;
        assert_eq!(append(&world, server, &hook).await, "opened", "{best_tier:?}");
        world.quit().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_server_runs_is_shown_as_what_no_access_lets_be_written() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let other = world.folder("work/mcp").join("server.py");
    fs::write(&other, include_str!("reader.py")).unwrap();
    let draft = ServerDraft {
        name: "other".into(),
        program: "python3".into(),
        args: vec![other.display().to_string()],
        ..ServerDraft::default()
    };
    let neighbour = world.add(draft).await;
    world.until_running(neighbour).await;
    let server = reader(&world).await;
    grant(&world, server, &world.folder("work"), Access::ReadWrite).await;
    let answer = append(&world, server, &other).await;
    assert!(answer.contains("Errno 30"), "{answer}");
    let tried = until_tried(&world, server, &other).await;
    assert_eq!((tried.write, tried.needs, tried.offer), (true, None, None));
    world.host.dismiss_attempt(server, tried.id, false).await.unwrap();
    let view = world.view().await;
    assert!(find(&view, server).unwrap().attempts.is_empty());
    world.quit().await;
}
