//! What one launch may reach: its grants, and what its program needs.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use paddock_core::{Confinement, RootEntry};
use paddock_supervisor::needs::{self, Needs, Surroundings};
use paddock_supervisor::{Attempts, Launch, Network, Policy, Sandbox, Tier};

use crate::view::Failure;
use crate::{Places, homes};

/// A launch under a policy, and what it can read besides its grants.
#[derive(Clone, Debug)]
pub(crate) struct Confined {
    pub(crate) launch: Launch,
    pub(crate) needs: Needs,
    /// The folder it was to start in, if it starts in its own home because it may not enter that.
    pub(crate) not_entered: Option<PathBuf>,
}

/// What a launch is put under.
#[derive(Debug)]
pub(crate) struct Terms<'a> {
    pub(crate) sandbox: &'a dyn Sandbox,
    pub(crate) tier: Tier,
    pub(crate) chosen: &'a Confinement,
    pub(crate) folders: &'a [RootEntry],
    /// The server's own home; made here.
    pub(crate) home: PathBuf,
    /// Variables that are the server's own.
    pub(crate) own: &'a [(OsString, OsString)],
}

/// Makes the server's own home and the canary, and puts the launch under a policy.
///
/// # Errors
/// They can't be made, or nothing could keep the command to its folders.
pub(crate) fn confine(
    launch: Launch,
    terms: Terms<'_>,
    places: &Places,
) -> Result<Confined, Failure> {
    let Terms { sandbox, tier, chosen, folders, home, own } = terms;
    let not_made = |error| Failure::new("start-failed").with("reason", error);
    homes::make(&home).map_err(not_made)?;
    let canary = make_canary(&places.data).map_err(not_made)?;
    let allowed: Vec<_> = chosen.reads.iter().map(|path| path.as_path().to_path_buf()).collect();
    let around = Surroundings {
        home: &places.home,
        private_home: &home,
        own_data: &places.own_data(),
        inherited: &places.environment,
        chosen: &allowed,
    };
    let needs = needs::of(&launch, &around)
        .map_err(|daemon| Failure::new("daemon-command").with("program", daemon.program))?;
    let env = needs::environment(&inherited(&launch, places), own, &needs);
    let enters = may_enter(&launch.cwd, folders, &needs);
    let policy = Policy {
        tier,
        folders: folders.to_vec(),
        readable: needs.readable.iter().map(|need| need.path.clone()).collect(),
        home: home.clone(),
        network: if chosen.network { Network::Open } else { Network::Off },
        attempts: attempts(sandbox, tier, chosen),
        canary,
    };
    let not_entered = (!enters && launch.cwd != places.home).then(|| launch.cwd.clone());
    let launch = Launch {
        program: needs.program.clone(),
        args: launch.args,
        env,
        cwd: if enters { launch.cwd } else { home },
        policy: None,
    };
    let launch = sandbox
        .confine(launch, policy)
        .map_err(|error| Failure::new("not-enforceable").with("reason", error))?;
    Ok(Confined { launch, needs, not_entered })
}

/// What is denied is denied in any case; to see it is more than to enforce it.
fn attempts(sandbox: &dyn Sandbox, tier: Tier, chosen: &Confinement) -> Attempts {
    if !sandbox.capabilities().attempts {
        Attempts::Ignore
    } else if chosen.ask_first && tier.is_live() {
        Attempts::Hold
    } else {
        Attempts::Report
    }
}

/// The app's environment with the `PATH` that the program was found with.
fn inherited(launch: &Launch, places: &Places) -> Vec<(OsString, OsString)> {
    let path = launch.env.iter().filter(|(name, _)| name == "PATH");
    let others = places.environment.iter().filter(|(name, _)| name != "PATH");
    others.chain(path).cloned().collect()
}

fn may_enter(cwd: &Path, folders: &[RootEntry], needs: &Needs) -> bool {
    folders.iter().any(|entry| cwd.starts_with(entry.root.path.as_path()))
        || needs.readable.iter().any(|need| cwd.starts_with(&need.path))
}

/// A file that no server may ever read.
fn make_canary(data: &Path) -> io::Result<PathBuf> {
    let canary = data.join("canary");
    if !canary.is_file() {
        fs::write(&canary, "No server can read this.\n")?;
    }
    Ok(canary)
}
