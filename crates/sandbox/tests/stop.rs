//! How a server and all that came of it ends.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::future::ready;
use std::io;
use std::pin::pin;
use std::time::Duration;

use common::{
    FAMILY, FAMILY_SIZE, PATIENT, Watched, all_of, lines_until_done, parent_of, sh, spawn,
    spawn_with, until, within,
};
use paddock_supervisor::{Deadlines, Exit, Status};
use rustix::process::{Signal, kill_process};
use tokio::io::AsyncWriteExt as _;

const AT_ONCE: Duration = Duration::from_millis(1);

/// Patient at the step after the one that is known to be in vain.
const NO_TIME_TO_CLOSE: Deadlines = Deadlines { close: AT_ONCE, ..PATIENT };
const NO_TIME_AT_ALL: Deadlines = Deadlines { close: AT_ONCE, terminate: AT_ONCE, ..PATIENT };

#[tokio::test]
async fn a_server_that_heeds_the_end_of_its_input_ends_by_itself() {
    let (job, stdio) = spawn(sh("cat; exit 3")).await;
    let _held_by_the_protocol = stdio.stdin;
    assert_eq!(within("the stop", job.stop()).await, Exit::Code(3));
}

#[tokio::test]
async fn a_server_that_heeds_only_sigterm_gets_it() {
    let script = "trap 'exit 7' TERM; echo done; while :; do sleep 1000 & wait; done";
    let (job, mut stdio) = spawn_with(sh(script), NO_TIME_TO_CLOSE).await;
    lines_until_done(&mut stdio.stdout).await;
    assert_eq!(within("the stop", job.stop()).await, Exit::Code(7));
}

#[tokio::test]
async fn a_server_that_heeds_nothing_is_killed() {
    let script = "trap '' TERM; echo done; sleep 1000";
    let (job, mut stdio) = spawn_with(sh(script), NO_TIME_AT_ALL).await;
    lines_until_done(&mut stdio.stdout).await;
    assert_eq!(within("the stop", job.stop()).await, Exit::Signal(9));
}

#[tokio::test]
async fn a_kill_cuts_a_stop_short() {
    let (job, _stdio) = spawn(sh("sleep 1000")).await;
    let stop = tokio::spawn({
        let job = job.clone();
        async move { job.stop().await }
    });
    let mut status = job.watch();
    within("the stop", status.wait_for(|now| matches!(now, Status::Stopping { .. })))
        .await
        .unwrap();
    assert_eq!(within("the kill", job.kill()).await, Exit::Signal(9));
    assert_eq!(stop.await.unwrap(), Exit::Signal(9));
    assert_eq!(job.status(), Status::Finished(Exit::Signal(9)));
}

#[tokio::test]
async fn a_stop_after_the_end_tells_the_end() {
    let (job, _stdio) = spawn(sh("exit 5")).await;
    within("the end", job.wait()).await;
    assert_eq!(within("the stop", job.stop()).await, Exit::Code(5));
    assert_eq!(within("the kill", job.kill()).await, Exit::Code(5));
}

#[tokio::test]
async fn a_writer_to_a_deaf_server_is_let_go() {
    let (job, mut stdio) = spawn_with(sh("sleep 1000"), NO_TIME_AT_ALL).await;
    let more_than_a_pipe_holds = vec![b'x'; 4 << 20];
    let mut writing = pin!(stdio.stdin.write_all(&more_than_a_pipe_holds));
    tokio::select! {
        biased;
        written = &mut writing => panic!("the server read: {written:?}"),
        () = ready(()) => {}
    }
    let (written, _) = within("both", async { tokio::join!(writing, job.stop()) }).await;
    assert_eq!(written.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[tokio::test]
async fn dropping_every_handle_stops_the_server() {
    let (job, mut stdio) = spawn_with(sh("echo $$; echo done; sleep 1000"), NO_TIME_AT_ALL).await;
    let server = Watched::all(&lines_until_done(&mut stdio.stdout).await);
    drop(job);
    until("the end of the server", || server[0].has_ended()).await;
}

#[tokio::test]
async fn sigterm_reaches_the_whole_family() {
    let script = format!("{FAMILY} wait");
    let (job, mut stdio) = spawn_with(sh(&script), NO_TIME_TO_CLOSE).await;
    let family = family(&mut stdio.stdout).await;
    within("the stop", job.stop()).await;
    assert_all_ended(&family);
}

#[tokio::test]
async fn a_family_deaf_to_sigterm_is_killed() {
    let script = format!("trap '' TERM; {FAMILY} wait");
    let (job, mut stdio) = spawn_with(sh(&script), NO_TIME_AT_ALL).await;
    let family = family(&mut stdio.stdout).await;
    assert_eq!(within("the stop", job.stop()).await, Exit::Signal(9));
    assert_all_ended(&family);
}

#[tokio::test]
async fn a_stopped_family_is_killed() {
    let script = format!("{FAMILY} kill -STOP $$; wait");
    let (job, mut stdio) = spawn_with(sh(&script), NO_TIME_AT_ALL).await;
    let family = family(&mut stdio.stdout).await;
    assert_eq!(within("the stop", job.stop()).await, Exit::Signal(9));
    assert_all_ended(&family);
}

#[tokio::test]
async fn what_a_server_leaves_behind_ends_with_it() {
    let (job, mut stdio) = spawn(sh(&format!("{FAMILY} cat; exit 4"))).await;
    let family = family(&mut stdio.stdout).await;
    drop(stdio.stdin);
    assert_eq!(within("the end", job.wait()).await, Exit::Code(4));
    assert_all_ended(&family);
}

#[tokio::test]
async fn a_family_that_forks_without_end_is_killed() {
    let script = "echo $$; echo done; fork() { sleep 0.01; fork & }; fork; fork & wait; sleep 1000";
    let (job, mut stdio) = spawn_with(sh(script), NO_TIME_AT_ALL).await;
    let server = Watched::all(&lines_until_done(&mut stdio.stdout).await);
    within("the kill", job.kill()).await;
    assert_all_ended(&server);
    all_of(stdio.stdout).await;
}

#[tokio::test]
async fn an_orphan_that_ends_leaves_no_zombie() {
    let script = "(sh -c 'echo $$' &); cat >/dev/null";
    let (job, stdio) = spawn(sh(script)).await;
    let mut stdout = stdio.stdout;
    let orphan = {
        use tokio::io::AsyncBufReadExt as _;
        let mut line = String::new();
        let mut lines = tokio::io::BufReader::new(&mut stdout);
        within("the orphan", lines.read_line(&mut line)).await.unwrap();
        line.trim().parse().unwrap()
    };
    until("the burial", || parent_of(orphan).is_none()).await;
    assert!(matches!(job.status(), Status::Running { .. }));
    within("the stop", job.stop()).await;
}

#[tokio::test]
async fn a_server_does_not_outlive_its_keeper() {
    let (job, mut stdio) = spawn(sh("echo $$; echo done; exec sleep 1000")).await;
    let server = Watched::all(&lines_until_done(&mut stdio.stdout).await);
    kill_process(keeper_of(&server[0]).pid(), Signal::KILL).unwrap();
    assert_eq!(within("the end", job.wait()).await, Exit::KeeperLost);
    until("the end of the server", || server[0].has_ended()).await;
}

#[tokio::test]
async fn a_keeper_asked_to_end_takes_the_family_along() {
    let (job, mut stdio) = spawn(sh(&format!("{FAMILY} wait"))).await;
    let family = family(&mut stdio.stdout).await;
    kill_process(keeper_of(&family[0]).pid(), Signal::TERM).unwrap();
    assert_eq!(within("the end", job.wait()).await, Exit::Signal(9));
    assert_all_ended(&family);
}

#[tokio::test]
async fn a_keeper_that_was_stopped_is_given_up() {
    let deadlines = Deadlines { kill: Duration::from_millis(50), ..NO_TIME_AT_ALL };
    let script = "read line; kill -STOP $PPID; echo $$; echo done; exec sleep 1000";
    let (job, mut stdio) = spawn_with(sh(script), deadlines).await;
    stdio.stdin.write_all(b"go\n").await.unwrap();
    let server = Watched::all(&lines_until_done(&mut stdio.stdout).await);
    assert_eq!(within("the stop", job.stop()).await, Exit::Stuck);
    until("the end of the server", || server[0].has_ended()).await;
}

#[tokio::test]
async fn a_flood_on_stderr_is_bounded_and_costs_nobody_else() {
    let (flood, _stdio) = spawn_with(sh("exec yes flood >&2"), NO_TIME_TO_CLOSE).await;
    let mut lines = flood.stderr().watch();
    within("the flood", lines.wait_for(|lines| *lines > 500_000)).await.unwrap();

    let (other, stdio) = spawn(sh("echo here")).await;
    assert_eq!(all_of(stdio.stdout).await, "here\n");
    within("the other", other.wait()).await;

    let tail = flood.stderr().tail(0);
    assert!(tail.lines.len() <= 2000, "{}", tail.lines.len());
    assert!(tail.bytes_seen > 3_000_000, "{}", tail.bytes_seen);
    assert_eq!(within("the stop", flood.stop()).await, Exit::Signal(15));
}

#[tokio::test]
async fn last_words_are_there_when_the_job_has_finished() {
    let (job, _stdio) = spawn(sh("echo cannot go on >&2; printf really >&2; exit 1")).await;
    within("the end", job.wait()).await;
    let tail = job.stderr().tail(0);
    let words: Vec<_> = tail.lines.iter().map(|line| &*line.text).collect();
    assert_eq!(words, ["cannot go on", "really"]);
}

/// The numbers of the family come in any order but for the first, the server's.
async fn family(stdout: &mut paddock_supervisor::Stdout) -> Vec<Watched> {
    use tokio::io::AsyncBufReadExt as _;
    let mut lines = tokio::io::BufReader::new(stdout).lines();
    let mut family = Vec::new();
    while family.len() < FAMILY_SIZE {
        let line = within("the family", lines.next_line()).await.unwrap().unwrap();
        family.push(Watched::new(line.parse().unwrap()));
    }
    family
}

fn keeper_of(server: &Watched) -> Watched {
    let server = server.pid().as_raw_pid().cast_unsigned();
    Watched::new(parent_of(server).unwrap())
}

#[track_caller]
fn assert_all_ended(processes: &[Watched]) {
    let alive: Vec<_> = processes.iter().filter(|process| !process.has_ended()).collect();
    assert!(alive.is_empty(), "{alive:?}");
}
