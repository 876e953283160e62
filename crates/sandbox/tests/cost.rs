//! What the keeper costs. Run with `--release -- --ignored --nocapture`.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{lines_until_done, parent_of, sh, spawn, within};
use paddock_supervisor::Launch;

const RUNS: usize = 500;
const BALLAST: usize = 300 << 20;

#[tokio::test]
#[ignore = "measures; asserts nothing"]
async fn launch_of_true() {
    for ballast in [0, BALLAST] {
        let held = vec![1_u8; ballast];
        let (mut plain, mut kept) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let start = Instant::now();
            run_plain().await;
            plain.push(start.elapsed());
            let start = Instant::now();
            run_kept().await;
            kept.push(start.elapsed());
        }
        println!("with {} MB resident, start to end:", held.len() >> 20);
        println!(
            "  plain p50 {:?}, p95 {:?}",
            percentile(&mut plain, 50),
            percentile(&mut plain, 95)
        );
        println!(
            "  kept  p50 {:?}, p95 {:?}",
            percentile(&mut kept, 50),
            percentile(&mut kept, 95)
        );
    }
}

#[tokio::test]
#[ignore = "measures; asserts nothing"]
async fn memory_of_keepers() {
    let mut jobs = Vec::new();
    for _ in 0..10 {
        let (job, mut stdio) = spawn(sh("echo $$; echo done; cat")).await;
        let server = lines_until_done(&mut stdio.stdout).await[0].parse().unwrap();
        jobs.push((job, stdio, parent_of(server).unwrap()));
    }
    let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", jobs[0].2)).unwrap();
    for line in rollup.lines().filter(|line| {
        line.starts_with("Rss") || line.contains("Pss:") || line.starts_with("Private")
    }) {
        println!("one of {} keepers: {line}", jobs.len());
    }
    for (job, _, _) in &jobs {
        within("the stop", job.stop()).await;
    }
}

#[expect(clippy::disallowed_methods, reason = "what the keeper is compared with")]
async fn run_plain() {
    let mut command = tokio::process::Command::from(Command::new("/bin/true"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap().wait().await.unwrap();
}

async fn run_kept() {
    let launch =
        Launch { program: "/bin/true".into(), args: Vec::new(), env: Vec::new(), cwd: "/".into() };
    let (job, _stdio) = spawn(launch).await;
    job.wait().await;
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort();
    times[times.len() * percent / 100]
}
