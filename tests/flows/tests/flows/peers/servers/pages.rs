//! Servers that open pages: one of this computer, for as long as that is allowed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use paddock_host::view::LifetimeChoice;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Program, SECRET, ask};
use crate::peers::browsers::browser;
use crate::world::{PATIENCE, World};

#[tokio::test(flavor = "multi_thread")]
async fn mcp_server_fetch() {
    // Unless the page is wanted as it is, its first call has npm install a package beside its own.
    let args = ["--allow-private-ips", "--ignore-robots-txt"];
    opens_pages(Program::Python("mcp-server-fetch"), &args, "fetch", json!({ "raw": true })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp() {
    let Some(browser) = browser() else { return };
    let args = ["--headless", "--isolated", "--no-sandbox", "--executable-path", browser];
    opens_pages(Program::Node("@playwright/mcp/cli.js"), &args, "browser_navigate", json!({}))
        .await;
}

async fn opens_pages(program: Program, args: &[&str], tool: &str, extra: Value) {
    let Some(draft) = program.draft(args) else { return };
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let server = world.add(draft).await;
    world.until_running(server).await;
    let port = site();
    let (mut page, to) = (extra, format!("localhost:{port}"));
    page["url"] = json!(format!("http://127.0.0.1:{port}/"));
    let says = async || ask(&world, server, tool, page.clone()).await.text;
    assert!(!says().await.contains(SECRET));

    let once = LifetimeChoice::ThisRun;
    world.host.allow_destination(server, to.clone(), once).await.unwrap();
    // The port is opened a moment after the consent.
    let deadline = Instant::now() + PATIENCE;
    loop {
        let said = says().await;
        if said.contains(SECRET) {
            break;
        }
        assert!(Instant::now() < deadline, "the page is not opened: {said}");
    }

    world.host.forget_destination(server, to).await.unwrap();
    assert!(!says().await.contains(SECRET));
    world.until_running(server).await;
    world.quit().await;
}

/// A site on this computer with one page, and its port.
fn site() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let request = BufReader::new(&stream).lines().map_while(Result::ok);
                // All of it is read: what is left unread would end the connection early.
                request.take_while(|line| !line.is_empty()).for_each(drop);
                let page =
                    format!("<title>{SECRET}</title><p>A {SECRET} lives in the meadows.</p>");
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nCache-Control: no-store";
                let length = page.len();
                write!(
                    stream,
                    "{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{page}"
                )
            });
        }
    });
    port
}
