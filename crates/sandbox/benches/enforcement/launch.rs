//! From the start of `/bin/true` to the news of its end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use paddock_sandbox::{Launch, Network, OnAttempt, Policy, Tier};

use crate::common::kept::{World, launch, read};
use crate::place::{command, confine, find, free};
use crate::samples::{Case, compare, leave_out, timed};

const ROUNDS: usize = 200;
const PROGRAM: &str = "/bin/true";

pub(crate) fn measure() {
    let world = World::new();
    let folder = world.make("a");
    let free = free(Path::new(PROGRAM), &[]);
    let confined = |tier, attempts| confine(&world, &free, tier, attempts, vec![read(&folder)]);
    let landlock = confined(Tier::Landlock, OnAttempt::Ignore);
    let live = confined(Tier::LiveMounts, OnAttempt::Ignore);
    let watched = confined(Tier::LiveMounts, OnAttempt::Report);
    let mut offline = live.clone();
    offline.policy.as_mut().unwrap().network = Network::Off;
    let mut named = live.clone();
    named.policy.as_mut().unwrap().network = Network::Destinations;
    let bubblewrap = bubblewrap(live.policy.as_ref().unwrap(), &folder);

    let mut cases = vec![
        Case::new("plain", || run(command(PROGRAM))),
        Case::new("keeper", || keep(&free)),
        Case::new("landlock", || keep(&landlock)),
        Case::new("live", || keep(&live)),
        Case::new("live, detector", || keep(&watched)),
        Case::new("live, offline", || keep(&offline)),
        Case::new("live, destinations", || keep(&named)),
    ];
    if let Some((program, args)) = &bubblewrap {
        cases.push(Case::new("bubblewrap", move || {
            let mut command = command(program);
            command.args(args).env_clear();
            run(command)
        }));
    }
    compare("launch", ROUNDS, cases);
}

fn keep(launched: &Launch) -> Duration {
    let start = Instant::now();
    let mut server = launch(launched.clone());
    server.end();
    start.elapsed()
}

fn run(mut command: Command) -> Duration {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    timed(|| assert!(command.spawn().unwrap().wait().unwrap().success()))
}

/// bubblewrap, told to show the same and to take away as much as it can. `None` if it is not here or
/// may not do its work.
fn bubblewrap(policy: &Policy, folder: &Path) -> Option<(PathBuf, Vec<PathBuf>)> {
    let program = find("bwrap")?;
    let mut args: Vec<PathBuf> = [
        "--unshare-user",
        "--unshare-pid",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--tmpfs",
        "/tmp",
    ]
    .map(PathBuf::from)
    .to_vec();
    for path in policy.readable.iter().map(|part| &part.path) {
        match path.read_link() {
            Ok(target) => args.extend(["--symlink".into(), target, path.clone()]),
            Err(_) => args.extend(["--ro-bind".into(), path.clone(), path.clone()]),
        }
    }
    args.extend(["--ro-bind".into(), folder.into(), folder.into()]);
    args.extend(["--bind".into(), policy.home.clone(), policy.home.clone()]);
    args.extend(["--chdir".into(), policy.home.clone(), PROGRAM.into()]);
    let tried = command(&program).args(&args).env_clear().output().ok()?;
    if tried.status.success() {
        return Some((program, args));
    }
    leave_out("bubblewrap", String::from_utf8_lossy(&tried.stderr).trim());
    None
}
