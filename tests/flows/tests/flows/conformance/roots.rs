//! Folders: declared, told, and told again.

use std::fs;
use std::os::unix::fs::symlink;

use paddock_mcp::{Event, Roots};
use serde_json::json;

use super::revision::Revision;
use super::wired::{Wired, one_root, options};
use crate::world::{READ, WRITE, World, uri, uris};

pub(super) async fn root_1_roots_are_declared(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    wired.call("echo", json!({})).await;
    let heard = wired.heard().await;
    if revision.is_modern() {
        for request in heard.requests() {
            let meta = &request["params"]["_meta"];
            assert!(meta["io.modelcontextprotocol/clientCapabilities"]["roots"].is_object());
        }
    } else {
        let declared = &heard.one("initialize")["params"]["capabilities"]["roots"];
        assert_eq!(declared["listChanged"], true);
    }
}

pub(super) async fn root_2_a_change_is_told_and_asked_for(revision: Revision) {
    const CHANGED: &str = "notifications/roots/list_changed";
    let mut wired = Wired::ready(revision, &[]).await;
    until_told(&mut wired, 1).await;
    for (generation, folder) in [(2, "file:///b"), (3, "file:///c")] {
        wired.connection.set_roots(one_root(generation, folder));
        until_told(&mut wired, generation).await;
        assert_eq!(uris(&wired.call("roots", json!({})).await), [folder]);
    }
    assert_eq!(wired.heard().await.all(CHANGED).len(), 2);
}

pub(super) async fn root_2_the_next_call_has_the_new_list(revision: Revision) {
    let wired = Wired::ready(revision, &[]).await;
    for (generation, folder) in [(2, "file:///b"), (3, "file:///c")] {
        wired.connection.set_roots(one_root(generation, folder));
        assert_eq!(uris(&wired.call("roots", json!({})).await), [folder]);
    }
    let told = wired.heard().await.methods();
    assert!(!told.iter().any(|method| method.starts_with("notifications/roots")), "{told:?}");
}

pub(super) async fn root_3_every_root_is_a_file_uri(revision: Revision) {
    let world = World::new();
    let server = world.add_fake("fake", &revision.args()).await;
    world.until_running(server).await;
    for name in ["plain", "with space", "é#?%41", "a\\b"] {
        world.grant(server, &world.folder(name), READ).await;
    }
    if !revision.is_modern() {
        world.until_told(server).await;
    }
    let held = world.held_by_fake(server).await;
    assert_eq!(held.len(), 4, "{held:?}");
    assert!(held.iter().all(|uri| uri.starts_with("file:///") && uri.is_ascii()), "{held:?}");
    world.quit().await;
}

pub(super) async fn root_4_a_server_sees_its_own_folders_and_no_others(revision: Revision) {
    let world = World::new();
    let one = world.add_fake("one", &revision.args()).await;
    let other = world.add_fake("other", &revision.args()).await;
    let folders = [world.folder("a"), world.folder("b")];
    for (server, folder) in [one, other].into_iter().zip(&folders) {
        world.until_running(server).await;
        world.grant_and_tell_or_ask(server, folder, revision).await;
    }
    assert_eq!(world.held_by_fake(one).await, [uri(&folders[0])]);
    assert_eq!(world.held_by_fake(other).await, [uri(&folders[1])]);
    world.quit().await;
}

pub(super) async fn root_4_a_link_is_told_as_what_it_leads_to(revision: Revision) {
    let world = World::new();
    let server = world.add_fake("fake", &revision.args()).await;
    world.until_running(server).await;
    let folder = world.folder("real");
    let link = world.ground.places.home.join("link");
    symlink(&folder, &link).unwrap();
    let roundabout = link.join("..").join("link");
    let pick = world.host.pick(roundabout.into()).await.unwrap();
    let always = paddock_host::view::LifetimeChoice::Always;
    world.host.grant(pick, server, WRITE, always, None).await.unwrap();
    if !revision.is_modern() {
        world.until_told(server).await;
    }
    assert_eq!(world.held_by_fake(server).await, [uri(&folder)]);
    world.quit().await;
}

pub(super) async fn root_4_a_folder_that_is_gone_is_not_told(revision: Revision) {
    let world = World::new();
    let server = world.add_fake("fake", &revision.args()).await;
    world.until_running(server).await;
    let (stays, goes) = (world.folder("stays"), world.folder("goes"));
    world.grant_and_tell_or_ask(server, &stays, revision).await;
    world.grant_and_tell_or_ask(server, &goes, revision).await;
    fs::rename(&goes, world.ground.beside("away")).unwrap();
    let reachable = paddock_host::view::ReachabilityView::Reachable;
    world
        .until("one folder is gone", |view| {
            view.grants.iter().filter(|grant| grant.reachability == reachable).count() == 1
        })
        .await;
    if !revision.is_modern() {
        world.until_told(server).await;
    }
    assert_eq!(world.held_by_fake(server).await, [uri(&stays)]);
    world.quit().await;
}

pub(super) async fn root_6_roots_that_are_not_offered_are_no_method(revision: Revision) {
    assert_eq!(code_without(revision, None).await, -32601);
}

pub(super) async fn root_6_a_list_that_is_not_to_be_had_is_an_internal_error(revision: Revision) {
    assert_eq!(code_without(revision, Some(Roots::unavailable(1))).await, -32603);
}

async fn code_without(revision: Revision, roots: Option<Roots>) -> i64 {
    let args = [&revision.args()[..], &["--ask-roots", "never", "--ask-on-call"]].concat();
    let offered = roots.is_some();
    let mut wired = Wired::start(&args, options(), roots);
    wired.until_ready().await;
    let error = wired.call("roots", json!({})).await;
    let declared = wired.heard().await.one("initialize");
    assert_eq!(declared["params"]["capabilities"].get("roots").is_some(), offered);
    serde_json::from_str::<serde_json::Value>(&error).unwrap()["code"].as_i64().unwrap()
}

async fn until_told(wired: &mut Wired, wanted: u64) {
    wired
        .until("the list is told", |event| match event {
            Event::RootsTold { generation } if generation == wanted => Ok(()),
            other => Err(other),
        })
        .await;
}

impl World {
    /// Grants a folder, and waits until the server knows. A modern one asks when it is called.
    pub(super) async fn grant_and_tell_or_ask(
        &self,
        server: u32,
        folder: &std::path::Path,
        revision: Revision,
    ) {
        if revision.is_modern() {
            self.grant(server, folder, READ).await;
            assert!(self.held_by_fake(server).await.contains(&uri(folder)));
        } else {
            self.grant_and_tell(server, folder, READ).await;
        }
    }
}
