//! Servers that drive a browser, where there is none: they start, tell their tools, and say in words
//! that they can't.

use paddock_host::view::ServerDraft;
use serde_json::{Value, json};

use super::{NODE, peer, place};
use crate::world::World;

#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp_says_that_it_has_no_browser() {
    let nowhere = ["--headless", "--executable-path", "/nowhere/chromium"];
    let Some(draft) = module("@playwright/mcp/cli.js", &nowhere) else { return };
    fails_in_words(draft, "browser_navigate", json!({ "url": "about:blank" })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_devtools_mcp_says_that_it_has_no_browser() {
    let nowhere = ["--headless", "--executablePath", "/nowhere/chromium"];
    let script = "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js";
    let Some(draft) = module(script, &nowhere) else { return };
    fails_in_words(draft, "list_pages", json!({})).await;
}

async fn fails_in_words(draft: ServerDraft, tool: &str, arguments: Value) {
    let world = World::new();
    let server = world.add(draft).await;
    world.until_running(server).await;
    let tools = world.host.tools(server).await.unwrap();
    assert!(tools.len() > 10 && tools.iter().any(|it| it.name == tool), "{tools:?}");
    let answer = world.call(server, tool, arguments).await.unwrap();
    assert!(answer.is_error, "{answer:?}");
    assert!(answer.text.contains("/nowhere/chromium"), "{answer:?}");
    world.until_running(server).await;
    world.quit().await;
}

fn module(script: &str, args: &[&str]) -> Option<ServerDraft> {
    let modules = std::path::PathBuf::from(place(NODE)?);
    let mut draft = peer("node", &modules.join(script));
    draft.args.extend(args.iter().map(|&arg| arg.to_owned()));
    Some(draft)
}
