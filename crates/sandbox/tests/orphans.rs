//! Nothing outlives an app that was killed.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use common::{FAMILY, FAMILY_SIZE, PATIENCE, Watched, parent_of, sh, spawn};
use tokio::io::AsyncBufReadExt as _;

#[test]
fn nothing_outlives_an_app_that_was_killed() {
    let mut app = start_app();
    let output = BufReader::new(app.stdout.take().unwrap());
    let pids = output.lines().filter_map(|line| line.unwrap().strip_prefix("pid ")?.parse().ok());
    let mut family: Vec<_> = pids.take(FAMILY_SIZE).map(Watched::new).collect();
    assert_eq!(family.len(), FAMILY_SIZE, "the app did not start the family");
    let server = family[0].pid().as_raw_pid().cast_unsigned();
    family.push(Watched::new(parent_of(server).unwrap()));

    let killed = Instant::now();
    app.kill().unwrap();
    for process in &family {
        assert!(process.ends_within(PATIENCE), "{process:?} is an orphan");
    }
    println!("gone after {:?}", killed.elapsed());
    app.wait().unwrap();
}

/// This test binary once more, as an app with one server.
#[expect(clippy::disallowed_methods, reason = "stands for the app itself, not for a server")]
fn start_app() -> std::process::Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "app", "--ignored", "--nocapture"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test]
#[ignore = "the app that the other test starts and kills"]
async fn app() {
    let (job, stdio) = spawn(sh(&format!("trap '' TERM HUP; {FAMILY} wait"))).await;
    let mut lines = tokio::io::BufReader::new(stdio.stdout).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        println!("pid {line}");
    }
    job.wait().await;
}
