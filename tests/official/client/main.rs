//! The client that the official conformance suite tests: a whole host, and a person who says yes.
//!
//! Arguments: the command of the bridge, then the address that the suite appends. The scenario is
//! in `MCP_CONFORMANCE_SCENARIO`. It exits with 0 when the scenario was played.
#![expect(clippy::print_stderr, reason = "the suite shows it")]

mod person;
mod world;

use std::env;
use std::process::ExitCode;

use paddock_host::Host;
use paddock_host::view::{Failure, ToolView};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::world::World;

/// Scenarios whose server has no tools.
const NO_TOOLS: &[&str] = &["initialize", "request-metadata"];
/// Scenarios that want to see no tool called.
const LISTS_ONLY: &[&str] = &["json-schema-ref-no-deref"];
/// What wants to be told the schema of the other tool.
const ECHO: &str = "json_schema_echo";

#[tokio::main]
async fn main() -> ExitCode {
    match play().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("not played: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn play() -> Result<(), String> {
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO").map_err(|error| error.to_string())?;
    let world = World::new()?;
    let (host, server) = world.launch(env::args().skip(1).collect()).await?;
    let person = tokio::spawn(person::answer(host.clone(), world.shown()));
    let played = act(&host, server, &scenario).await.map_err(|failure| format!("{failure:?}"));
    person.abort();
    host.quit().await;
    played
}

async fn act(host: &Host, server: u32, scenario: &str) -> Result<(), Failure> {
    if NO_TOOLS.contains(&scenario) {
        return Ok(());
    }
    let tools = host.tools(server).await?;
    if LISTS_ONLY.contains(&scenario) {
        return Ok(());
    }
    // All at once: nothing of one call may appear in another.
    let mut calls = JoinSet::new();
    let echo = tools.iter().any(|tool| tool.name == ECHO);
    let called = tools.iter().filter(|tool| !echo || tool.name == ECHO);
    for (number, tool) in (0..).zip(called) {
        let (host, name) = (host.clone(), tool.name.clone());
        let arguments = arguments(tool, &tools).to_string();
        calls.spawn(async move { host.call_tool(server, name, arguments, number).await });
    }
    calls.join_all().await.into_iter().try_for_each(|called| called.map(drop))
}

fn arguments(tool: &ToolView, tools: &[ToolView]) -> Value {
    match tool.name.as_str() {
        "add_numbers" => json!({ "a": 5, "b": 3 }),
        ECHO => {
            let other = tools.iter().find(|other| other.name != tool.name);
            let schema = other.and_then(|other| serde_json::from_str(&other.schema).ok());
            json!({ "schema": schema.unwrap_or(Value::Null) })
        }
        _ => json!({}),
    }
}
