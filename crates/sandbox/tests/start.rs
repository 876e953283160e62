//! What a server starts with.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use common::{PATIENT, all_of, keeper, sh, spawn, try_spawn, within};
use paddock_supervisor::{Bounds, Exit, Launch, StartError, Stdio};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

fn program(path: impl AsRef<Path>) -> Launch {
    Launch {
        program: path.as_ref().into(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: "/".into(),
        policy: None,
        bounds: Bounds::default(),
    }
}

async fn start_error(launch: Launch) -> StartError {
    try_spawn(launch, PATIENT).await.err().unwrap()
}

#[tokio::test]
async fn bytes_pass_unchanged_both_ways() {
    let bytes: Vec<u8> =
        (0_u32..1 << 18).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let (job, Stdio { mut stdin, mut stdout }) = spawn(program("/bin/cat")).await;
    let sent = bytes.clone();
    let writer = tokio::spawn(async move { stdin.write_all(&sent).await });
    let mut echoed = Vec::new();
    within("the echo", stdout.read_to_end(&mut echoed)).await.unwrap();
    writer.await.unwrap().unwrap();
    assert!(echoed == bytes, "{} of {} bytes came back", echoed.len(), bytes.len());
    assert_eq!(within("the end", job.wait()).await, Exit::Code(0));
}

#[tokio::test]
async fn the_exit_code_is_told() {
    let (job, _stdio) = spawn(sh("exit 42")).await;
    assert_eq!(within("the end", job.wait()).await, Exit::Code(42));
}

#[tokio::test]
async fn the_signal_is_told() {
    let (job, _stdio) = spawn(sh("kill -USR1 $$")).await;
    assert_eq!(within("the end", job.wait()).await, Exit::Signal(10));
}

#[tokio::test]
async fn the_environment_is_exactly_the_one_given() {
    let mut launch = program("/usr/bin/env");
    launch.env = vec![("B".into(), "two words".into()), ("A".into(), "".into())];
    let (_job, stdio) = spawn(launch).await;
    let mut lines: Vec<_> = all_of(stdio.stdout).await.lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, ["A=", "B=two words"]);
}

#[tokio::test]
async fn a_launch_of_two_megabytes_arrives() {
    let mut launch = sh("echo $#");
    launch.args.extend((0..20).map(|_| "x".repeat(100_000).into()));
    let (_job, stdio) = spawn(launch).await;
    assert_eq!(all_of(stdio.stdout).await, "19\n");
}

#[tokio::test]
async fn it_starts_in_the_folder_given() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let mut launch = program("/bin/pwd");
    launch.cwd.clone_from(&folder);
    let (_job, stdio) = spawn(launch).await;
    assert_eq!(all_of(stdio.stdout).await.trim_end(), folder.to_str().unwrap());
}

#[tokio::test]
async fn it_gets_no_descriptor_but_the_three() {
    let (_job, stdio) = spawn(sh("ls /proc/$$/fd; :")).await;
    assert_eq!(all_of(stdio.stdout).await, "0\n1\n2\n");
}

#[tokio::test]
async fn its_signals_are_as_if_started_from_a_shell() {
    // Not through a shell: that one may set them right.
    let mut launch = program("/bin/grep");
    launch.args = vec!["^Sig".into(), "/proc/self/status".into()];
    let (_job, stdio) = spawn(launch).await;
    let status = all_of(stdio.stdout).await;
    let set = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        u64::from_str_radix(line.trim(), 16).unwrap()
    };
    let pipe = 1 << (13 - 1);
    assert_eq!((set("SigBlk:"), set("SigIgn:") & pipe), (0, 0), "{status}");
}

#[tokio::test]
async fn neither_policy_nor_environment_can_be_read_from_the_keeper() {
    let script = "tr '\\0' ' ' </proc/$PPID/cmdline; echo; cat /proc/$PPID/environ";
    let mut launch = sh(script);
    launch.env.push(("TOKEN".into(), "hunter2".into()));
    let (_job, stdio) = spawn(launch).await;
    let shown = all_of(stdio.stdout).await;
    assert_eq!(shown.trim_end(), keeper().to_str().unwrap());
}

#[tokio::test]
async fn a_missing_program_is_named() {
    let error = start_error(program("/nowhere/server")).await;
    assert!(matches!(&error, StartError::NoProgram(path) if path == Path::new("/nowhere/server")));
    assert_eq!(error.to_string(), "there is no program `/nowhere/server`");
}

#[tokio::test]
async fn a_file_that_is_not_executable_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("server");
    fs::write(&script, "#!/bin/sh\n").unwrap();
    let error = start_error(program(&script)).await;
    assert!(matches!(&error, StartError::NotPermitted(path) if *path == script), "{error}");
}

#[tokio::test]
async fn a_missing_interpreter_is_not_a_missing_program() {
    let folder = tempfile::tempdir().unwrap();
    // Written by another process: a test that forks meanwhile would hold it open (ETXTBSY).
    let mut writer = sh("echo '#!/nowhere/node' >server; chmod +x server");
    writer.cwd = folder.path().into();
    let (job, _stdio) = spawn(writer).await;
    assert_eq!(within("the writer", job.wait()).await, Exit::Code(0));

    let script = folder.path().join("server");
    let error = start_error(program(&script)).await;
    assert!(matches!(&error, StartError::NoInterpreter(path) if *path == script), "{error}");
}

#[tokio::test]
async fn a_missing_folder_is_not_a_missing_program() {
    let mut launch = program("/bin/true");
    launch.cwd = "/nowhere".into();
    let error = start_error(launch).await;
    assert!(matches!(&error, StartError::Folder { cwd, .. } if cwd == Path::new("/nowhere")));
}

#[tokio::test]
async fn a_file_is_no_folder_to_start_in() {
    let mut launch = program("/bin/true");
    launch.cwd = "/bin/true".into();
    let error = start_error(launch).await;
    assert!(matches!(&error, StartError::Folder { .. }), "{error}");
}

#[tokio::test]
async fn nothing_is_searched() {
    let error = start_error(program("true")).await;
    assert!(matches!(&error, StartError::NotAbsolute(_)), "{error}");
}

#[tokio::test]
async fn a_missing_keeper_is_named() {
    let nowhere = Path::new("/nowhere/paddock-sandbox");
    let started = paddock_supervisor::spawn(nowhere, program("/bin/true"), PATIENT).await;
    let error = started.err().unwrap();
    assert!(matches!(&error, StartError::Keeper { keeper, .. } if keeper == nowhere), "{error}");
}

#[tokio::test]
async fn what_is_no_keeper_is_found_out() {
    let no_keeper = Path::new("/bin/true");
    let started = paddock_supervisor::spawn(no_keeper, program("/bin/true"), PATIENT).await;
    let error = started.err().unwrap();
    assert!(matches!(&error, StartError::KeeperFailed(_)), "{error}");
}

#[tokio::test]
async fn a_keeper_that_never_answers_is_not_waited_for() {
    let deaf = Path::new("/bin/cat");
    let mut deadlines = PATIENT;
    deadlines.start = Duration::from_millis(50);
    let started = paddock_supervisor::spawn(deaf, program("/bin/true"), deadlines).await;
    assert!(matches!(started.err(), Some(StartError::TimedOut(_))));
}
