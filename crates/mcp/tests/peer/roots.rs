use paddock_mcp::{Event, Roots};
use serde_json::{Value, json};

use crate::fake::{World, granted, listed, roots};

async fn told(world: &mut World) -> Value {
    world.server.request("0", "roots/list").await;
    world.server.read().await["result"].clone()
}

#[tokio::test(start_paused = true)]
async fn root_1_the_list_is_told_when_asked_for() {
    let mut world = granted().await;
    world.server.silent().await;
    world.events.silent().await;
    assert_eq!(told(&mut world).await, listed("a"));
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 1 }));
}

#[tokio::test(start_paused = true)]
async fn root_2_a_change_is_announced_and_told() {
    let mut world = granted().await;
    told(&mut world).await;
    world.events.next().await;

    world.connection.set_roots(roots(2, "b"));
    let message = world.server.read().await;
    assert_eq!(message, json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    assert!(matches!(world.events.next().await, Event::RootsChangedSent { generation: 2 }));
    assert_eq!(told(&mut world).await, listed("b"));
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 2 }));
}

#[tokio::test(start_paused = true)]
async fn root_2_the_last_revocation_is_told_as_an_empty_list() {
    let mut world = granted().await;
    world.connection.set_roots(Roots::new(2, &[]).unwrap());
    world.server.read().await;
    assert_eq!(told(&mut world).await, json!({"roots": []}));
}

#[tokio::test(start_paused = true)]
async fn root_2_changes_are_coalesced_until_the_server_asks() {
    let mut world = granted().await;
    for generation in 2..1000 {
        world.connection.set_roots(roots(generation, &format!("f{generation}")));
        tokio::task::yield_now().await;
    }
    assert_eq!(world.server.read().await["method"], "notifications/roots/list_changed");
    world.server.silent().await;
    assert_eq!(told(&mut world).await, listed("f999"));

    world.connection.set_roots(roots(1000, "g"));
    assert_eq!(world.server.read().await["method"], "notifications/roots/list_changed");
}

#[tokio::test(start_paused = true)]
async fn the_same_list_is_not_announced_but_counts_as_told() {
    let mut world = granted().await;
    told(&mut world).await;
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 1 }));

    world.connection.set_roots(roots(2, "a"));
    world.server.silent().await;
    assert!(matches!(world.events.next().await, Event::RootsTold { generation: 2 }));
}

#[tokio::test(start_paused = true)]
async fn a_question_that_crosses_the_announcement_gets_the_new_list() {
    let mut world = granted().await;
    world.server.request("0", "roots/list").await;
    // Both happen before the host's tasks run.
    world.connection.set_roots(roots(2, "b"));

    let mut answers = 0;
    for _ in 0..2 {
        let message = world.server.read().await;
        if message["id"] == 0 {
            assert_eq!(message["result"], listed("b"));
            answers += 1;
        }
    }
    assert_eq!(answers, 1);
}

#[tokio::test(start_paused = true)]
async fn a_revoked_root_is_not_told_from_the_queue() {
    let mut world = granted().await;
    // Longer than the pipe: what follows waits in the host's queue.
    let arguments = serde_json::value::to_raw_value(&"x".repeat(200 << 10)).unwrap();
    let jam = tokio::spawn(world.connection.call_tool("t", arguments));
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    world.server.request("0", "roots/list").await;
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;

    world.connection.set_roots(Roots::new(2, &[]).unwrap());
    world.server.read_request("tools/call").await;
    assert_eq!(world.server.read().await["result"], json!({"roots": []}));
    jam.abort();
}
