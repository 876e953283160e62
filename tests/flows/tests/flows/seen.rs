//! What servers did over time.

use std::fs;

use paddock_host::view::{LifetimeChoice, SeenSlot, SpanView};
use serde_json::json;

use crate::destinations::{neighbour, use_network};
use crate::world::{READ, World};

async fn seen(world: &World, server: u32) -> Vec<SeenSlot> {
    world.host.seen(Some(server), SpanView::Day).await.unwrap().slots
}

async fn calls(world: &World, server: u32) -> (u32, u32) {
    let slots = seen(world, server).await;
    slots.iter().fold((0, 0), |(calls, uses), it| (calls + it.calls, uses + it.uses))
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_are_counted_over_a_restart_until_the_activity_is_deleted() {
    let world = World::new();
    let files = world.bundled().await;
    let acme = world.folder("acme");
    world.grant_and_tell(files, &acme, READ).await;
    fs::write(acme.join("a.txt"), "hello").unwrap();
    let path = acme.join("a.txt").display().to_string();
    world.call(files, "read_text_file", json!({ "path": path })).await.unwrap();
    world.call(files, "list_allowed_directories", json!({})).await.unwrap();
    assert_eq!(calls(&world, files).await, (2, 1));

    let world = world.quit().await.start();
    world.until_told(files).await;
    assert_eq!(calls(&world, files).await, (2, 1));
    world.call(files, "read_text_file", json!({ "path": path })).await.unwrap();
    assert_eq!(calls(&world, files).await, (3, 2));
    let all = world.host.seen(None, SpanView::Week).await.unwrap();
    assert_eq!(all.slots.iter().map(|it| it.calls).sum::<u32>(), 3);

    world.host.delete_activity().await.unwrap();
    assert_eq!(seen(&world, files).await, []);
    let world = world.quit().await.start();
    assert_eq!(calls(&world, files).await, (0, 0));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_are_counted_for_the_server_and_for_where_they_went() {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.well_behaved("one").await;
    let port = neighbour();
    let to = format!("localhost:{port}");
    world.host.allow_destination(server, to.clone(), LifetimeChoice::Always).await.unwrap();
    while use_network(&world, server, "connect", "127.0.0.1", port).await != "and to you" {
        tokio::task::yield_now().await;
    }
    let sum = |slots: &[SeenSlot], to: Option<&str>| {
        let of = slots.iter().filter(|it| it.destination.as_deref() == to);
        of.fold((0, 0.0, 0.0), |all, it| {
            (all.0 + it.connections, all.1 + it.sent, all.2 + it.received)
        })
    };
    let slots = seen(&world, server).await;
    let counted = sum(&slots, Some(&to));
    assert!(counted.0 >= 1 && counted.1 >= 6.0 && counted.2 >= 10.0, "{counted:?}");
    assert_eq!(counted, sum(&slots, None));
    assert!(slots.iter().all(|it| !it.network_unseen));
    world.quit().await;
}
