//! Launches as the app makes them: confined to what the program is found to need.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use paddock_core::RootEntry;
use paddock_sandbox::needs::{self, Surroundings};
use paddock_sandbox::{Bounds, Launch, OnAttempt, Policy, Tier};

use crate::common::kept::World;

/// `free` under a policy.
pub(crate) fn confine(
    world: &World,
    free: &Launch,
    tier: Tier,
    attempts: OnAttempt,
    folders: Vec<RootEntry>,
) -> Launch {
    let inherited: Vec<_> = env::vars_os().collect();
    let around = Surroundings {
        home: &world.path(),
        private_home: &world.home(),
        own_data: &[],
        bundles: Path::new("/nonexistent"),
        inherited: &inherited,
        writable: &[],
        starts_anywhere: false,
    };
    let footprint = needs::footprint(free, &around).unwrap();
    let (readable, links) = (footprint.parts.clone(), footprint.links.clone());
    let policy = Policy { tier, attempts, readable, links, ..world.policy(folders) };
    Launch {
        program: footprint.program.clone(),
        args: free.args.clone(),
        env: needs::environment(&inherited, &[], &footprint),
        cwd: world.home(),
        policy: Some(policy),
        bounds: Bounds::default(),
    }
}

/// A launch without a policy.
pub(crate) fn free(program: &Path, args: &[&Path]) -> Launch {
    Launch {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        env: env::var_os("PATH").map(|path| ("PATH".into(), path)).into_iter().collect(),
        cwd: "/".into(),
        policy: None,
        bounds: Bounds::default(),
    }
}

/// The file that `PATH` finds.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// A process started without a keeper.
#[expect(clippy::disallowed_methods, reason = "what the keeper is compared with")]
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    Command::new(program)
}
