//! Servers that send more than anyone can use: the app does not grow, and the server beside them
//! goes on.
//!
//! Memory is that of a whole process, so each flood has one of its own.

use std::fs;

use paddock_host::view::{LogLine, MissedWhy, View};
use tokio::time::Instant;

use crate::alone;
use crate::world::{PATIENCE, World};

/// KiB that the app may grow by at its peak. A line may be 12 MiB long, and is copied while room is
/// made for it.
const GROWTH: u64 = 64 << 10;

#[test]
fn messages_without_end_cost_no_memory() {
    let test = "floods::messages_without_end_cost_no_memory";
    beside_a_good_one(test, &["--bad", "flood-stdout"], async |world, good, bad| {
        until_much_is_said(world, good, bad).await;
        world.still_answers(bad).await;
    });
}

#[test]
fn standard_error_without_end_costs_no_memory() {
    let test = "floods::standard_error_without_end_costs_no_memory";
    beside_a_good_one(test, &["--bad", "flood-stderr"], async |world, good, bad| {
        until_much_is_said(world, good, bad).await;
        world.still_answers(bad).await;
    });
}

#[test]
fn requests_without_end_cost_no_memory() {
    let test = "floods::requests_without_end_cost_no_memory";
    beside_a_good_one(test, &["--bad", "flood-requests"], async |world, good, bad| {
        for _ in 0..200 {
            world.still_answers(good).await;
        }
        world.until_told(bad).await;
    });
}

#[test]
fn requests_for_a_person_without_end_cost_no_memory_and_one_record() {
    let test = "floods::requests_for_a_person_without_end_cost_no_memory_and_one_record";
    beside_a_good_one(test, &["--bad", "flood-asks"], async |world, good, bad| {
        let many = |view: &View| view.missed.first().is_some_and(|missed| missed.again >= 500);
        let deadline = Instant::now() + PATIENCE;
        let view = loop {
            world.still_answers(good).await;
            let view = world.view().await;
            if many(&view) {
                break view;
            }
            assert!(Instant::now() < deadline, "the flood is a trickle");
        };
        assert!(view.requests.len() <= 16, "{}", view.requests.len());
        assert_eq!(view.missed.len(), 1);
        assert_eq!(view.missed[0].why, MissedWhy::TooOften);
        let kinds = world.activity(bad).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "request-missed").count(), 1, "{kinds:?}");
    });
}

#[test]
fn a_line_as_long_as_a_film_costs_no_memory() {
    let test = "floods::a_line_as_long_as_a_film_costs_no_memory";
    beside_a_good_one(test, &["--bad", "long-line:200000000"], async |world, good, bad| {
        let deadline = Instant::now() + PATIENCE;
        let too_long = |line: &LogLine| line.text.contains("line is longer");
        while !world.host.follow_log(Some(bad)).await.unwrap().unwrap().lines.iter().any(too_long) {
            assert!(Instant::now() < deadline, "the line is not noticed");
            world.still_answers(good).await;
        }
        world.until_told(bad).await;
        world.still_answers(bad).await;
    });
}

/// Runs `flood` in a process of its own and looks at what it cost.
fn beside_a_good_one(test: &str, args: &[&str], flood: impl AsyncFnOnce(&World, u32, u32)) {
    alone::run(test, async {
        let world = World::new();
        let good = world.well_behaved("good").await;
        world.still_answers(good).await;
        let before = peak();
        let bad = world.add_fake("bad", args).await;
        world.until_running(bad).await;
        flood(&world, good, bad).await;
        let grown = peak() - before;
        assert!(grown <= GROWTH, "grown by {grown} KiB");
        world.quit().await;
    });
}

/// Keeps the good server busy until the other has said far more than is kept.
async fn until_much_is_said(world: &World, good: u32, bad: u32) {
    const MUCH: u64 = 20_000;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let log = world.host.follow_log(Some(bad)).await.unwrap().unwrap();
        let left_out: u64 = log.lines.iter().filter_map(left_out).sum();
        if left_out + log.lines.len() as u64 + u64::from(log.dropped) >= MUCH {
            break;
        }
        assert!(Instant::now() < deadline, "the flood is a trickle");
        world.still_answers(good).await;
    }
    world.host.follow_log(None).await.unwrap();
}

/// How many lines a line of the log stands for: `… 12 more`.
fn left_out(line: &LogLine) -> Option<u64> {
    line.text.strip_prefix("… ")?.strip_suffix(" more")?.parse().ok()
}

/// The most memory that this process ever had, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
