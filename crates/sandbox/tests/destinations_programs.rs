//! Programs as they are, in a network by destinations, against servers outside that prove who they are.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use common::destinations::name;
use common::sites::{GOOD, OTHER, hello, stage_for};
use paddock_network::{Event, Meant, Refusal, Unasked};
use paddock_site::{Page, Site};

#[tokio::test]
async fn curl_fetches_what_is_allowed() {
    let site = hello();
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, Unasked::Refuse).await else { return };
    let fetch = |url| format!("curl -sS --max-time 20 {url} 2>&1");
    assert_eq!(stage.succeeds(&fetch("https://good.example/")).await, "hello");
    assert_eq!(stage.seen(), [Meant::Name(name(GOOD), 443)]);

    let before = site.connections();
    let printed = stage.fails(&fetch("https://other.example/")).await;
    assert!(printed.contains("Could not resolve host"), "{printed}");
    assert_eq!(stage.event().await, Event::NameRefused(name(OTHER)));
    stage.fails(&fetch("https://93.184.216.1/")).await;
    assert_eq!(site.connections(), before);
}

/// `c-ares` asks in a way of its own.
#[tokio::test]
async fn nodes_own_resolver_is_answered() {
    let site = hello();
    let Some(mut stage) = stage_for("/usr/bin/node", &site, Unasked::Refuse).await else { return };
    let ask = |name: &str| {
        format!(
            "node -e 'require(\"dns\").promises.resolve4(\"{name}\").then(a => console.log(a[0]), e => console.log(e.code))'"
        )
    };
    assert_eq!(stage.succeeds(&ask(GOOD)).await, "33.250.0.1");
    assert_eq!(stage.succeeds(&ask(OTHER)).await, "ENOTFOUND");
    let ask6 = "node -e 'require(\"dns\").promises.resolve6(\"good.example\").catch(e => console.log(e.code))'";
    assert_eq!(stage.succeeds(ask6).await, "ENODATA");
}

#[tokio::test]
async fn getent_finds_what_is_allowed() {
    let site = hello();
    let Some(mut stage) = stage_for("/usr/bin/getent", &site, Unasked::Refuse).await else {
        return;
    };
    assert!(stage.succeeds("getent ahosts good.example").await.starts_with("33.250.0.1"));
    stage.fails("getent ahosts other.example").await;
    assert!(stage.succeeds("getent hosts localhost").await.contains("localhost"));
}

/// A whole repository, by the files that it is made of.
#[tokio::test]
async fn git_clones_what_is_allowed() {
    const CLONE: &str = "/usr/bin/git clone -q https://";
    let repository = Arc::new(OnceLock::<PathBuf>::new());
    let served = Arc::clone(&repository);
    let site = Site::new(&[GOOD, OTHER], move |path| {
        let file = served.get()?.join(path.strip_prefix("/a.git/")?);
        Some(Page::new("application/octet-stream", fs::read(file).ok()?))
    });
    let helper = "/usr/lib/git-core/git-remote-https";
    let Some(mut stage) = stage_for(helper, &site, Unasked::Refuse).await else { return };
    repository.set(stage.world.home().join("made/.git")).unwrap();
    let made = "cd && git init -q made && cd made && echo marmot >note && git add note \
                && git -c user.name=a -c user.email=a@b commit -qm one && git update-server-info";
    stage.succeeds(&made.split_whitespace().collect::<Vec<_>>().join(" ")).await;

    let clone = format!("cd && {CLONE}good.example/a.git cloned && cat cloned/note");
    assert_eq!(stage.succeeds(&clone).await, "marmot");
    let refused = stage.fails(&format!("cd && {CLONE}other.example/a.git other 2>&1")).await;
    assert!(refused.contains("Could not resolve host"), "{refused}");

    // Allowed while it runs, and cut in what it loads after that.
    stage.allow(&[OTHER]).await;
    stage.succeeds("cd ~/cloned && /usr/bin/git fetch -q https://other.example/a.git").await;
    let refused = stage.fails("cd ~/cloned && /usr/bin/git fetch -q 2>&1").await;
    assert!(refused.contains("Could not resolve host"), "{refused}");
}

/// One process, that is refused, asks, and is allowed.
#[tokio::test]
async fn what_is_asked_for_is_waited_for_in_the_same_request() {
    let site = hello();
    let hold = Unasked::Hold(Duration::from_secs(20));
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, hold).await else { return };
    stage.begin("curl -sS --max-time 20 https://other.example/ 2>&1").await;
    assert_eq!(stage.event().await, Event::AsksForName(name(OTHER)));
    stage.allow(&[OTHER]).await;
    assert_eq!(stage.outcome().await, ("hello".into(), 0));
}

#[tokio::test]
async fn what_is_revoked_is_cut_in_the_middle_of_an_answer() {
    let site = hello();
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, Unasked::Refuse).await else { return };
    stage.begin("curl -sSN --max-time 20 https://good.example/for-ever 2>&1 | tee got; echo ${PIPESTATUS[0]}").await;
    let got: PathBuf = stage.world.home().join("got");
    common::until("an answer to begin", || fs::read(&got).is_ok_and(|it| !it.is_empty())).await;
    stage.allow(&[]).await;
    let (printed, _) = stage.outcome().await;
    assert!(printed.starts_with("begun\n"), "{printed}");
    assert_ne!(printed.lines().last(), Some("0"), "{printed}");
    assert_eq!(stage.event().await, Event::Cut(Meant::Name(name(GOOD), 443)));
}

/// The address of an allowed name, and a greeting for another one that is served there too.
#[tokio::test]
async fn a_shared_address_leads_to_no_other_name() {
    let site = hello();
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, Unasked::Refuse).await else { return };
    let fronting = "curl -sS --max-time 20 --connect-to other.example:443:good.example:443 https://other.example/ 2>&1";
    stage.fails(fronting).await;
    let refused = Refusal::OtherServerName(name(OTHER));
    assert_eq!(stage.event().await, Event::Refused(Meant::Name(name(GOOD), 443), refused));
}
