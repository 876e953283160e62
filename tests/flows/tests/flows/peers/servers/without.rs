//! Servers that need no folder: they run, answer, and reach nothing of the person's.

use std::fs;

use paddock_host::view::Outcome;
use serde_json::{Value, json};

use super::Program;
use crate::world::World;

#[tokio::test(flavor = "multi_thread")]
async fn server_sequential_thinking() {
    let script = "@modelcontextprotocol/server-sequential-thinking/dist/index.js";
    let thought = json!({
        "thought": "one", "thoughtNumber": 1, "totalThoughts": 2, "nextThoughtNeeded": true,
    });
    answers(Program::Node(script), "sequentialthinking", thought, "\"totalThoughts\": 2").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mcp_server_time() {
    let program = Program::Python("mcp-server-time");
    let noon = json!({
        "source_timezone": "Europe/Berlin", "time": "12:00", "target_timezone": "Asia/Tokyo",
    });
    answers(program, "convert_time", noon, "Asia/Tokyo").await;
}

async fn answers(program: Program, tool: &str, arguments: Value, holds: &str) {
    let Some(draft) = program.draft(&[]) else { return };
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let diary = world.folder("diary").join("today.txt");
    fs::write(&diary, "mine").unwrap();
    let server = world.add(draft).await;
    let proof = world.until_running(server).await.proof;
    assert!(proof.is_some_and(|proof| proof.holds));
    let said = world.call(server, tool, arguments).await.unwrap();
    assert!(!said.is_error && said.text.contains(holds), "{said:?}");
    let path = diary.display().to_string();
    let verdicts = world.host.check_paths(Some(server), path).await.unwrap();
    assert_eq!(verdicts[0].outcome, Outcome::Outside);
    let view = world.until_running(server).await;
    let home = world.ground.places.home.display().to_string();
    assert!(view.reads.iter().all(|it| !it.path.starts_with(&home)), "{:?}", view.reads);
    world.quit().await;
}
