//! A program that brings the C library of Alpine, musl, whose resolver is another than glibc's.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};

use common::PATIENCE;
use common::destinations::{Outside, Stage, name};
use paddock_network::{Event, Unasked};

#[tokio::test]
async fn musls_resolver_finds_what_is_allowed_and_is_told_what_is_not() {
    let Some(compiler) = musl() else { return };
    let mut stage = Stage::which(Unasked::Hold(PATIENCE), &["good.example"]).await;
    let outside = Outside::echo().await;
    for name in ["good.example", "other.example", "later.example"] {
        stage.is_at(name, &outside);
    }
    build(&compiler, &stage.world.home());
    stage.succeeds("cd").await;
    assert_eq!(stage.succeeds("./reach good.example 80").await, "hello");

    // Refused for good, it is told at once that there is no such name.
    stage.decide(&["good.example"], &["other.example"]);
    let refused = stage.fails("./reach other.example 80").await;
    assert_eq!(refused, "no address: Name does not resolve");
    assert_eq!(stage.event().await, Event::NameRefused(name("other.example")));

    // It waits for a decision, for both kinds of address.
    stage.begin("./reach later.example 80").await;
    while stage.event().await != Event::AsksForName(name("later.example")) {}
    stage.decide(&["good.example", "later.example"], &["other.example"]);
    assert_eq!(stage.outcome().await, ("hello".into(), 0));
    assert_eq!(stage.fails("./reach localhost 81 2>&1").await, "not reached: Connection refused");
}

fn musl() -> Option<PathBuf> {
    let compiler = PathBuf::from("/usr/bin/musl-gcc");
    if compiler.exists() {
        return Some(compiler);
    }
    paddock_skip::skip("there is no musl-gcc (musl-tools)");
    None
}

#[expect(clippy::disallowed_methods, reason = "a compiler is no server")]
fn build(compiler: &Path, home: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/reach.c");
    let mut build = std::process::Command::new(compiler);
    build.args(["-static", "-O1", "-o"]).arg(home.join("reach")).arg(source);
    assert!(build.status().unwrap().success());
}
