//! Many servers at once. Alone in its file, because it counts what the whole process holds.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{children_of, open_descriptors, sh, spawn, within};
use paddock_supervisor::Exit;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;

const SERVERS: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_started_at_once_share_nothing_and_leave_nothing() {
    use_server(usize::MAX).await;
    let before = open_descriptors().unwrap();

    let mut servers: JoinSet<()> = (0..SERVERS).map(use_server).collect();
    while let Some(server) = within("the servers", servers.join_next()).await {
        server.unwrap();
    }

    assert_eq!(open_descriptors().unwrap(), before);
    assert_eq!(children_of(std::process::id()), [0_u32; 0]);
}

async fn use_server(number: usize) {
    let mut launch = sh("echo $NUMBER; ls /proc/$$/fd; cat");
    launch.env.push(("NUMBER".into(), number.to_string().into()));
    let (job, mut stdio) = spawn(launch).await;
    let said = format!("said to {number}\n");
    within("a write", stdio.stdin.write_all(said.as_bytes())).await.unwrap();

    let expected = format!("{number}\n0\n1\n2\n{said}");
    let mut heard = vec![0; expected.len()];
    within("an echo", stdio.stdout.read_exact(&mut heard)).await.unwrap();
    assert_eq!(String::from_utf8(heard).unwrap(), expected);

    assert_eq!(within("the stop", job.stop()).await, Exit::Code(0));
}
