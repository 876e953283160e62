//! How much of the computer a server may take.

use paddock_host::view::{Code, HeldByView, LimitsChoice, RunView, ServerDraft};

use crate::world::{World, detail, find};

fn most(memory: u32) -> LimitsChoice {
    LimitsChoice { processes: 4096, memory: Some(memory) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_is_started_again_with_its_limits_and_lives_with_them() {
    let world = World::new();
    let server = world.well_behaved("fake").await;
    let refused = world.host.set_limits(server, most(1)).await.unwrap_err();
    assert_eq!(refused.code, Code::LimitNotSensible);
    let began = world.until_told(server).await.state;
    world.host.set_limits(server, most(128)).await.unwrap();
    let is_another = |state: &RunView| matches!(state, RunView::Running { .. }) && *state != began;
    let another = world.until_server(server, "another run", |it| is_another(&it.state)).await;
    assert_eq!((another.limits.memory, another.limits.processes), (Some(128), 4096));
    world.until_told(server).await;

    let world = world.quit().await.start();
    world.until_told(server).await;
    assert_eq!(find(&world.view().await, server).unwrap().limits.memory, Some(128));
    world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_wants_more_memory_than_it_may_have_says_so() {
    let world = World::new();
    let draft = ServerDraft {
        name: "glutton".into(),
        program: "python3".into(),
        args: vec!["-c".into(), "held = bytearray(b'x' * (512 << 20))".into()],
        ..ServerDraft::default()
    };
    let server = world.host.add_server(draft).await.unwrap();
    world.host.set_limits(server, most(256)).await.unwrap();
    world.trust(server).await;
    let reason = world.until_failed(server).await;
    assert_eq!(detail(&reason, "limit"), "256 MB", "{reason:?}");
    if find(&world.view().await, server).unwrap().limits.memory_held == HeldByView::Group {
        assert_eq!(reason.code, Code::ServerOutOfMemory);
    } else {
        assert_eq!(reason.code, Code::ServerShortOfMemory);
        assert!(detail(&reason, "stderr").contains("MemoryError"), "{reason:?}");
    }
    world.quit().await;
}
