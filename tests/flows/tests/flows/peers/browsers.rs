//! Servers that drive a browser: with the one that is installed, and where there is none, in which
//! case they start, tell their tools, and say in words that they can’t.

use paddock_host::view::{Hint, ServerDraft, Tier};
use serde_json::{Value, json};

use super::{NODE, peer, place};
use crate::world::{Ground, World};

const PLAYWRIGHT: &str = "@playwright/mcp/cli.js";
const DEVTOOLS: &str = "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js";

#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp_says_that_it_has_no_browser() {
    let nowhere = ["--headless", "--executable-path", "/nowhere/chromium"];
    let Some(draft) = module(PLAYWRIGHT, &nowhere) else { return };
    fails_in_words(draft, "browser_navigate", json!({ "url": "about:blank" })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_devtools_mcp_says_that_it_has_no_browser() {
    let nowhere = ["--headless", "--executablePath", "/nowhere/chromium"];
    let Some(draft) = module(DEVTOOLS, &nowhere) else { return };
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
    let Some(draft) = module(PLAYWRIGHT, &args) else { return };
    opens_a_page(draft, "browser_navigate", ("browser_snapshot", json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_devtools_mcp_opens_a_page_in_the_installed_browser() {
    let Some(browser) = browser() else { return };
    let args =
        ["--headless", "--isolated", "--chromeArg=--no-sandbox", "--executablePath", browser];
    let Some(draft) = module(DEVTOOLS, &args) else { return };
    opens_a_page(draft, "new_page", ("take_snapshot", json!({ "pageId": 2 }))).await;
}

/// As root the browser does not even try to make a sandbox, and as anybody else it fails. Neither
/// server says so in the browser's words.
#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp_without_the_flag_is_told_of_it() {
    let Some(browser) = browser() else { return };
    let args = ["--headless", "--isolated", "--executable-path", browser];
    let Some(draft) = module(PLAYWRIGHT, &args) else { return };
    is_hinted(Tier::LiveMounts, draft, "browser_navigate", Hint::BrowserSandbox).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_devtools_mcp_without_the_flag_is_told_of_it() {
    let Some(browser) = browser() else { return };
    let args = ["--headless", "--isolated", "--executablePath", browser];
    let Some(draft) = module(DEVTOOLS, &args) else { return };
    is_hinted(Tier::LiveMounts, draft, "new_page", Hint::BrowserSandbox).await;
}

/// Chromium needs Unix sockets, which no server makes under Landlock.
#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp_is_told_that_no_browser_starts_under_landlock() {
    let Some(browser) = browser() else { return };
    let args = ["--headless", "--isolated", "--no-sandbox", "--executable-path", browser];
    let Some(draft) = module(PLAYWRIGHT, &args) else { return };
    is_hinted(Tier::Landlock, draft, "browser_navigate", Hint::BrowserLandlock).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_devtools_mcp_is_told_that_no_browser_starts_under_landlock() {
    let Some(browser) = browser() else { return };
    let args =
        ["--headless", "--isolated", "--chromeArg=--no-sandbox", "--executablePath", browser];
    let Some(draft) = module(DEVTOOLS, &args) else { return };
    is_hinted(Tier::Landlock, draft, "new_page", Hint::BrowserLandlock).await;
}

async fn is_hinted(tier: Tier, draft: ServerDraft, open: &str, hint: Hint) {
    let world = Ground::up_to(tier).start();
    if !world.enforces_by(tier).await {
        return;
    }
    let server = world.add(draft).await;
    world.until_running(server).await;
    let (page, number) = (json!({ "url": "about:blank" }).to_string(), world.next_call());
    let called = world.host.call_tool(server, open.to_owned(), page, number).await.unwrap();
    assert!(called.is_error && called.hint == Some(hint), "{called:?}");
    world.quit().await;
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
