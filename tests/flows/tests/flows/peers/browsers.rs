//! Servers that drive a browser: with the one that is installed, and where there is none, in which
//! case they start, tell their tools, and say in words that they can’t.

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

/// With the browser that is installed here. It has no sandbox of its own within ours, and says so
/// unless it is told to do without.
#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp_opens_a_page_in_the_installed_browser() {
    let Some(browser) = browser() else { return };
    let args = ["--headless", "--isolated", "--no-sandbox", "--executable-path", browser];
    let Some(draft) = module("@playwright/mcp/cli.js", &args) else { return };
    opens_a_page(draft, "browser_navigate", ("browser_snapshot", json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_devtools_mcp_opens_a_page_in_the_installed_browser() {
    let Some(browser) = browser() else { return };
    let script = "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js";
    let args =
        ["--headless", "--isolated", "--chromeArg=--no-sandbox", "--executablePath", browser];
    let Some(draft) = module(script, &args) else { return };
    opens_a_page(draft, "new_page", ("take_snapshot", json!({ "pageId": 2 }))).await;
}

async fn opens_a_page(draft: ServerDraft, open: &str, (look, at): (&str, Value)) {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.add(draft).await;
    world.until_running(server).await;
    let page = "data:text/html,<title>acme</title><h1>Hello from inside</h1>";
    let opened = world.call(server, open, json!({ "url": page })).await.unwrap();
    assert!(!opened.is_error, "{opened:?}");
    let seen = world.call(server, look, at).await.unwrap();
    assert!(seen.text.contains("Hello from inside"), "{seen:?}");
    world.quit().await;
}

pub(super) fn browser() -> Option<&'static str> {
    let places = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/opt/google/chrome/chrome"];
    let found = places.into_iter().find(|place| std::path::Path::new(place).exists());
    if found.is_none() {
        paddock_skip::skip("no browser is installed here");
    }
    found
}
