//! Processes that outlive their parent, and one that does not hear SIGTERM.

use std::{
    env, fs, io,
    os::unix::process::CommandExt,
    path::Path,
    process::{Command, Stdio},
};

/// Starts `count` sleepers whose parent is gone and writes their process ids to `pids`.
pub(crate) fn spawn(count: usize, pids: Option<&Path>) -> io::Result<()> {
    // The shell's stdout ends when every sleeper has told its id.
    const SCRIPT: &str = r#"
        while [ "$1" -gt "${n:=0}" ]; do
            n=$((n + 1))
            setsid sh -c 'echo $$; exec sleep 86400 >/dev/null 2>&1' &
        done"#;
    let told = shell(SCRIPT)
        .args(["sh", &count.to_string()])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?
        .stdout;
    let Some(pids) = pids else { return Ok(()) };
    let whole = pids.with_extension("partial");
    fs::write(&whole, told)?;
    fs::rename(whole, pids)
}

/// Starts this program again in the same process, with SIGTERM ignored: that outlives an exec.
pub(crate) fn ignore_term() -> io::Result<()> {
    const DONE: &str = "PADDOCK_FAKE_SERVER_IGNORES_TERM";
    if env::var_os(DONE).is_some() {
        return Ok(());
    }
    let this = env::current_exe()?;
    let mut again = shell(r#"trap "" TERM; exec "$0" "$@""#);
    Err(again.arg(this).args(env::args_os().skip(1)).env(DONE, "1").exec())
}

#[expect(clippy::disallowed_methods, reason = "it must be able to do what no server should")]
fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script);
    shell
}
