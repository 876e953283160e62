//! Servers that a runner fetches, with nothing fetched before: from a registry of the test's own,
//! which offers what the pinned servers were made of.

mod registry;

use std::path::Path;

use paddock_control::Role;
use paddock_host::view::{
    EnvEntry, LifetimeChoice, RunView, ServerDraft, ServerView, WideningView,
};
use paddock_site::{Page, Site};

use super::servers::names::{is_outside, trusting};
use super::{NODE, place};
use crate::world::{READ, World, detail, find};

/// An interpreter in whose environment uv is.
const UV: &str = "PADDOCK_PEERS_PYTHON_UV";
const REGISTRY: &str = "registry.example";

#[tokio::test(flavor = "multi_thread")]
async fn npx() {
    let Some(modules) = place(NODE) else { return };
    let packages = registry::npm(Path::new(&modules));
    let draft = ServerDraft {
        name: "memory".into(),
        program: "npx".into(),
        args: vec!["-y".into(), "@modelcontextprotocol/server-memory".into()],
        env: vec![
            entry("npm_config_registry", &format!("https://{REGISTRY}/")),
            // It goes on for 70 s where it finds no registry.
            entry("npm_config_fetch_retries", "0"),
        ],
        ..ServerDraft::default()
    };
    is_fetched_and_runs(draft, packages, "read_graph").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uvx() {
    let Some(python) = place(super::servers::PYTHON_SERVERS) else { return };
    let Some(python_with_uv) = place(UV) else { return };
    let uvx = Path::new(&python_with_uv).with_file_name("uvx");
    let packages = registry::python(Path::new(&python));
    let draft = ServerDraft {
        name: "time".into(),
        program: uvx.display().to_string(),
        args: vec!["mcp-server-time".into()],
        env: vec![
            entry("UV_DEFAULT_INDEX", &format!("https://{REGISTRY}/simple/")),
            // It goes on for 8 s where it finds no index.
            entry("UV_HTTP_RETRIES", "0"),
        ],
        ..ServerDraft::default()
    };
    is_fetched_and_runs(draft, packages, "get_current_time").await;
}

/// A runner is proposed its registry, fetches from it, is refused it, and is allowed it again.
async fn is_fetched_and_runs(
    mut draft: ServerDraft,
    packages: impl Fn(&str) -> Option<Page> + Send + Sync + 'static,
    tool: &str,
) {
    let world = World::new();
    if !world.enforces_live().await {
        return;
    }
    let site = Site::new(&[REGISTRY], packages);
    is_outside(&world.ground.elsewhere, &site, &[REGISTRY]).await;
    let certificates = world.folder("certificates");
    draft.env.extend(trusting(&certificates.join("authority.pem"), &site));
    let server = world.host.add_server(draft).await.unwrap();
    world.grant(server, &certificates, READ).await;

    // The registry is proposed with the command, and nothing else.
    let fingerprint = world.until_asked_to_trust(server).await;
    let (page, _pushed) = world.ground.connect(Role::View).await.unwrap();
    let waits = page.trust_server(server, fingerprint).await.unwrap().expect("it waits");
    let view = world.view().await;
    let consent = view.consents.iter().find(|it| it.id == waits).unwrap();
    let WideningView::Trust { destinations, .. } = &consent.what else { unreachable!() };
    assert_eq!(*destinations, [REGISTRY]);
    world.host.agree(waits).await.unwrap();
    world.until_running(server).await;
    let tools = world.host.tools(server).await.unwrap();
    assert!(tools.iter().any(|it| it.name == tool), "{tools:?}");
    assert!(site.connections() > 0);
    let view = world.view().await;
    let allowed = &find(&view, server).unwrap().destinations;
    assert_eq!(allowed.len(), 1);
    assert!(allowed[0].seen.received > 0.0, "{allowed:?}");
    assert_eq!(view.asked_destinations, []);

    // Taken away it does not start, and says why; allowed again it does.
    world.host.deny_destination(server, REGISTRY.into()).await.unwrap();
    world.host.restart_server(server).await.unwrap();
    let gave_up =
        |it: &ServerView| matches!(it.state, RunView::Failed { .. } | RunView::Restarting { .. });
    let state = world.until_server(server, "it gives up", gave_up).await.state;
    let (RunView::Failed { reason } | RunView::Restarting { reason, .. }) = state else {
        unreachable!()
    };
    assert!(detail(&reason, "stderr").contains(REGISTRY), "{reason:?}");
    let always = LifetimeChoice::Always;
    world.host.allow_destination(server, REGISTRY.into(), always).await.unwrap();
    world.until_running(server).await;
    world.quit().await;
}

fn entry(name: &str, value: &str) -> EnvEntry {
    EnvEntry { name: name.into(), value: value.into() }
}
