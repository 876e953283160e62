//! Servers that open pages of names, over TLS: asked about, allowed while they run, refused again.

use std::fs;

use paddock_host::view::{EnvEntry, LifetimeChoice, RunView, ServerDraft};
use paddock_site::{Page, Site};
use serde_json::{Value, json};
use tokio::time::{Duration, timeout};

use super::{Program, SECRET, ask};
use crate::elsewhere::Elsewhere;
use crate::peers::browsers::browser;
use crate::world::{READ, World};

const PAGE: &str = "page.example";
const OTHER: &str = "other.example";

/// Nobody is asked and nothing is waited for where a person has decided.
const AT_ONCE: Duration = Duration::from_mins(1);

/// What a browser says when its page about an earlier failure comes between.
const INTERRUPTED: &str = "is interrupted by another navigation";

#[tokio::test(flavor = "multi_thread")]
async fn mcp_server_fetch() {
    let Some(draft) = Program::Python("mcp-server-fetch").draft(&[]) else { return };
    opens_what_is_allowed(draft, "fetch", json!({ "raw": true })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playwright_mcp() {
    let Some(browser) = browser() else { return };
    // The browser trusts what its own store says, which nobody filled.
    let args = ["--headless", "--isolated", "--no-sandbox", "--ignore-https-errors"];
    let args = [&args[..], &["--executable-path", browser]].concat();
    let Some(draft) = Program::Node("@playwright/mcp/cli.js").draft(&args) else { return };
    opens_what_is_allowed(draft, "browser_navigate", json!({})).await;
}

async fn opens_what_is_allowed(draft: ServerDraft, tool: &'static str, extra: Value) {
    let Some(opener) = Opener::start(draft, tool, extra).await else { return };
    let said = opener.open_allowing(PAGE).await;
    assert!(said.contains(SECRET), "{said}");
    let said = opener.open(PAGE).await;
    assert!(said.contains(SECRET), "{said}");

    let said = opener.open_denying(OTHER).await;
    assert!(!said.contains(SECRET), "{said}");
    opener.is_refused_at_once(OTHER).await;
    let always = LifetimeChoice::Always;
    opener.world.host.allow_destination(opener.server, OTHER.into(), always).await.unwrap();
    let said = opener.open(OTHER).await;
    assert!(said.contains(SECRET), "{said}");

    opener.world.host.deny_destination(opener.server, PAGE.into()).await.unwrap();
    opener.is_refused_at_once(PAGE).await;
    let state = opener.world.until_running(opener.server).await.state;
    assert_eq!(state, opener.begun, "it was never started again");
    opener.world.quit().await;
}

/// A server that opens pages, and a site outside with two names.
struct Opener {
    world: World,
    server: u32,
    begun: RunView,
    tool: &'static str,
    /// What its tool is told besides the address.
    extra: Value,
}

impl Opener {
    async fn start(mut draft: ServerDraft, tool: &'static str, extra: Value) -> Option<Self> {
        let world = World::new();
        if !world.enforces_live().await {
            return None;
        }
        let site = Site::new(&[PAGE, OTHER], |_| {
            let page = format!("<title>{SECRET}</title><p>A {SECRET} lives in the meadows.</p>");
            Some(Page::html(page))
        });
        is_outside(&world.ground.elsewhere, &site, &[PAGE, OTHER]).await;
        let certificates = world.folder("certificates");
        draft.env.extend(trusting(&certificates.join("authority.pem"), &site));
        let server = world.host.add_server(draft).await.unwrap();
        world.grant(server, &certificates, READ).await;
        world.trust(server).await;
        let begun = world.until_running(server).await.state;
        Some(Self { world, server, begun, tool, extra })
    }

    async fn open(&self, name: &str) -> String {
        let mut arguments = self.extra.clone();
        arguments["url"] = json!(format!("https://{name}/"));
        loop {
            let said = ask(&self.world, self.server, self.tool, arguments.clone()).await.text;
            if !said.contains(INTERRUPTED) {
                return said;
            }
        }
    }

    async fn is_refused_at_once(&self, name: &str) {
        let said = timeout(AT_ONCE, self.open(name)).await;
        let said = said.unwrap_or_else(|_| panic!("it goes on trying to open {name}"));
        assert!(!said.contains(SECRET), "{said}");
    }

    /// Opens a page whose name is asked about, and allowed while the call waits.
    async fn open_allowing(&self, name: &str) -> String {
        let allowing = async {
            let id = self.asked(name).await;
            let always = LifetimeChoice::Always;
            self.world.host.allow_asked_destination(id, always).await.unwrap();
        };
        tokio::join!(self.open(name), allowing).0
    }

    async fn open_denying(&self, name: &str) -> String {
        let denying = async {
            self.asked(name).await;
            self.world.host.deny_destination(self.server, name.to_owned()).await.unwrap();
        };
        tokio::join!(self.open(name), denying).0
    }

    async fn asked(&self, name: &str) -> u32 {
        let is_asked = |it: &paddock_host::view::AskedDestinationView| it.destination == name;
        let view =
            self.world.until("it is asked", |view| view.asked_destinations.iter().any(is_asked));
        view.await.asked_destinations.into_iter().find(is_asked).unwrap().id
    }
}

/// Has names lead to a site, at an address of the internet.
pub(in crate::peers) async fn is_outside(elsewhere: &Elsewhere, site: &Site, names: &[&str]) {
    const ADDRESS: &str = "93.184.216.10";
    elsewhere.listen(ADDRESS, site.listen().await);
    for name in names {
        elsewhere.put(name, ADDRESS);
    }
}

/// What makes a program trust a site, by a file with its authority.
pub(in crate::peers) fn trusting(file: &std::path::Path, site: &Site) -> Vec<EnvEntry> {
    fs::write(file, &site.authority).unwrap();
    let entry = |name: &str| EnvEntry { name: name.into(), value: file.display().to_string() };
    // The last one in place of what settings of the whole computer say.
    ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "npm_config_cafile"].map(entry).to_vec()
}
