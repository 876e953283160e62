//! A test in a process of its own.

use std::env;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::runtime::Runtime;

const TEST: &str = "PADDOCK_FLOWS_ALONE";

/// Whether this is the process that [`start`] started for `test`.
pub(crate) fn is_started_for(test: &str) -> bool {
    env::var_os(TEST).is_some_and(|started| started == test)
}

/// Starts `test` of this binary in a process of its own, its temporary files in `folder`. What is
/// too much for a limit on the size of files is an error there, and not its end.
#[expect(clippy::disallowed_methods, reason = "it is the app that is started here, not a server")]
pub(crate) fn start(test: &str, folder: &Path) -> Child {
    Command::new("sh")
        .args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#])
        .arg(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads", "1"])
        .env(TEST, test)
        .env("TMPDIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs `body` in a process of its own, as the test of that name.
pub(crate) fn run(test: &str, body: impl Future<Output = ()>) {
    if is_started_for(test) {
        return Runtime::new().unwrap().block_on(body);
    }
    let folder = tempfile::tempdir().unwrap();
    let ended = start(test, folder.path()).wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
