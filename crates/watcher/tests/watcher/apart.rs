//! Running a test again in a process of its own.

use std::env;
use std::process::Command;

const APART: &str = "PADDOCK_TEST_APART";
/// A user and mount namespace, where anybody may mount, and set limits.
const NAMESPACE: [&str; 2] = ["unshare", "-Urm"];

/// Runs a case where no other test shares its descriptors and threads.
pub(crate) fn alone(test: &str, case: impl FnOnce()) {
    if env::var_os(APART).is_some() {
        return case();
    }
    rerun(test, &[]);
}

/// Runs a case where it may mount; skipped where the system doesn't let it.
pub(crate) fn among_own_mounts(test: &str, case: impl FnOnce()) {
    if env::var_os(APART).is_some() {
        return case();
    }
    let probe = command(&[NAMESPACE[0], NAMESPACE[1], "true"]).output();
    if !probe.is_ok_and(|probe| probe.status.success()) {
        paddock_skip::skip_for_tier("no user and mount namespace can be made here");
        return;
    }
    rerun(test, &NAMESPACE);
}

fn rerun(test: &str, wrapper: &[&str]) {
    let program = env::current_exe().unwrap();
    let mut line = wrapper.to_vec();
    line.extend([program.to_str().unwrap(), "--exact", test, "--nocapture", "--include-ignored"]);
    let ended = command(&line).env(APART, "1").output().unwrap();
    let said = String::from_utf8_lossy(&ended.stdout);
    let complained = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success() && said.contains("1 passed"), "{said}\n{complained}");
    eprint!("{complained}");
}

fn command(line: &[&str]) -> Command {
    #[expect(clippy::disallowed_methods, reason = "a test that runs itself")]
    let mut command = Command::new(line[0]);
    command.args(&line[1..]);
    command
}
