//! What one launch may reach: its grants, and what its program needs.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use paddock_core::network::{NetworkChoice, Rules, WEB_PORTS};
use paddock_core::{Access, Confinement, Footprint, RootEntry};
use paddock_supervisor::needs::{self, Reserved};
use paddock_supervisor::{Launch, MOST_PORTS, Network, OnAttempt, Policy, Sandbox, Tier};

use crate::kept_out::kept_out;
use crate::programs::Found;
use crate::view::{Code, Failure};
use crate::{Places, git, homes};

/// A launch under a policy, and what it can read besides its grants.
#[derive(Clone, Debug)]
pub(crate) struct Confined {
    pub(crate) launch: Launch,
    pub(crate) footprint: Footprint,
    /// The folder it was to start in, if it starts in its own home because it may not enter that.
    pub(crate) not_entered: Option<PathBuf>,
    /// Folders of its program in which secrets can't be looked for any more, and so not let in.
    pub(crate) not_searched: Vec<PathBuf>,
}

/// What a launch is put under.
#[derive(Debug)]
pub(crate) struct Terms<'a> {
    pub(crate) sandbox: &'a dyn Sandbox,
    pub(crate) tier: Tier,
    pub(crate) chosen: &'a Confinement,
    pub(crate) folders: &'a [RootEntry],
    /// What programs of servers are made of, this one's and those of the others.
    pub(crate) programs: Vec<PathBuf>,
    /// The server's own home; made here.
    pub(crate) home: PathBuf,
}

/// Makes the server's own home and the canary, and puts the launch under a policy.
///
/// # Errors
/// They can't be made, or nothing could keep the command to its folders.
pub(crate) fn confine(
    found: Found,
    terms: Terms<'_>,
    places: &Places,
) -> Result<Confined, Failure> {
    let Found { launch, own, footprint, .. } = found;
    let Terms { sandbox, tier, chosen, folders, programs, home } = terms;
    let not_made = |error| Failure::new(Code::StartFailed).with("reason", error);
    homes::make(&home).map_err(not_made)?;
    let canary = make_canary(&places.data).map_err(not_made)?;
    let (footprint, not_searched) = needs::hide_what_came(footprint);
    let footprint = Footprint { env: at_home(&footprint.env, &home), ..footprint };
    let network = network(sandbox, tier, chosen.network);
    let inherited = inherited(&launch.env, &places.environment, network);
    let mut env = needs::environment(&inherited, &own, &footprint);
    let safe_path = OsString::from("PYTHONSAFEPATH");
    if needs::needs_safe_path(&footprint, &launch.args, &launch.cwd)
        && !env.iter().any(|(name, _)| *name == safe_path)
    {
        env.push((safe_path, "1".into()));
    }
    if let Some(file) = git::identify(&home, places).map_err(not_made)?
        && !env.iter().any(|(name, _)| name == git::VARIABLE)
    {
        env.push((git::VARIABLE.into(), file.into()));
    }
    if tier.is_live() && is_too_long_for_sockets(&home) {
        for (_, folder) in env.iter_mut().filter(|(name, _)| name == "TMPDIR") {
            // It has one of its own.
            *folder = "/tmp".into();
        }
    }
    let enters = may_enter(&launch.cwd, folders, &footprint);
    let policy = Policy {
        tier,
        folders: enforceable(sandbox, folders),
        readable: footprint.parts.clone(),
        links: footprint.links.clone(),
        programs,
        reserved: Reserved::new(&places.home, &places.own_data()).places().to_vec(),
        home: home.clone(),
        network,
        // Those of the moment in which it is launched.
        ports: Vec::new(),
        attempts: attempts(sandbox, tier, *chosen),
        canary,
        data: places.own_data(),
        kept_out: kept_out(&places.home, &places.own_data(), &home, &footprint),
    };
    let not_entered = (!enters && launch.cwd != places.home).then(|| launch.cwd.clone());
    let launch = Launch {
        program: footprint.program.clone(),
        args: launch.args,
        env,
        cwd: if enters { launch.cwd } else { home },
        policy: None,
        bounds: launch.bounds,
    };
    let launch = sandbox
        .confine(launch, policy)
        .map_err(|error| Failure::new(Code::NotEnforceable).with("reason", error))?;
    Ok(Confined { launch, footprint, not_entered, not_searched })
}

/// Where no call can be seen before it is made nothing tells what runs from the rest: less is given.
fn enforceable(sandbox: &dyn Sandbox, folders: &[RootEntry]) -> Vec<RootEntry> {
    let mut folders = folders.to_vec();
    if !sandbox.capabilities().attempts {
        for folder in folders.iter_mut().filter(|it| it.access.guards()) {
            folder.access = Access::Read;
        }
    }
    folders
}

/// Where destinations can't be held there is no network: it is not opened instead.
fn network(sandbox: &dyn Sandbox, tier: Tier, chosen: NetworkChoice) -> Network {
    let holds = tier.is_live() && sandbox.capabilities().destinations;
    match chosen {
        NetworkChoice::Open => Network::Open,
        NetworkChoice::Ask if holds => Network::Destinations,
        NetworkChoice::Ask | NetworkChoice::Off => Network::Off,
    }
}

/// What is denied is denied in any case; to see it is more than to enforce it.
fn attempts(sandbox: &dyn Sandbox, tier: Tier, chosen: Confinement) -> OnAttempt {
    if !sandbox.capabilities().attempts {
        OnAttempt::Ignore
    } else if chosen.ask_first && tier.is_live() {
        OnAttempt::Hold
    } else {
        OnAttempt::Report
    }
}

type Variables = [(OsString, OsString)];

/// The host's environment with the `PATH` that the program was found with. No proxy leads out of a
/// network of the server's own.
pub(crate) fn inherited(
    found_with: &Variables,
    app: &Variables,
    network: Network,
) -> Vec<(OsString, OsString)> {
    let path = found_with.iter().filter(|(name, _)| name == "PATH");
    let is_of_use = |name: &OsString| network == Network::Open || !needs::is_of_proxies(name);
    let others = app.iter().filter(|(name, _)| name != "PATH" && is_of_use(name));
    others.chain(path).cloned().collect()
}

/// The ports at which a server that is launched now may connect: they are open before its program
/// runs. More than fit are opened later, or not at all.
pub(crate) fn ports_at_launch(rules: &Rules) -> Vec<u16> {
    const MOST: usize = MOST_PORTS - WEB_PORTS.len();
    let others = rules.ports().into_iter().filter(|port| !WEB_PORTS.contains(port));
    others.take(MOST).collect()
}

/// Whether a browser could not make its socket in the folder for what is temporary: 46 bytes more
/// are `/org.chromium.Chromium.XXXXXX/SingletonSocket`, and `unix(7)` allows for 107.
fn is_too_long_for_sockets(home: &Path) -> bool {
    const MOST: usize = 107 - 46;
    home.join("tmp").as_os_str().len() > MOST
}

/// What must be set, for a server whose home is now `home`: elsewhere than where it was worked out
/// when its boundary is proved.
fn at_home(env: &[(OsString, OsString)], home: &Path) -> Vec<(OsString, OsString)> {
    let was = env.iter().find(|(name, _)| name == "HOME").map(|(_, value)| PathBuf::from(value));
    let moved = |value: &OsString| {
        let inside = Path::new(value).strip_prefix(was.as_ref()?).ok()?;
        Some(home.join(inside).into_os_string())
    };
    let value = |value| moved(value).unwrap_or_else(|| value.clone());
    env.iter().map(|(name, it)| (name.clone(), value(it))).collect()
}

fn may_enter(cwd: &Path, folders: &[RootEntry], footprint: &Footprint) -> bool {
    folders.iter().any(|entry| cwd.starts_with(entry.root.path.as_path())) || footprint.reads(cwd)
}

/// A file that no server may ever read.
fn make_canary(data: &Path) -> io::Result<PathBuf> {
    let canary = data.join("canary");
    if !canary.is_file() {
        fs::write(&canary, "No server can read this.\n")?;
    }
    Ok(canary)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(texts: impl IntoIterator<Item = String>) -> Rules {
        Rules::new(texts.into_iter().map(|text| text.parse().unwrap()).collect(), Vec::new())
    }

    #[test]
    fn a_proxy_is_known_only_where_it_can_be_reached() {
        let variables = |all: &[(&str, &str)]| -> Vec<(OsString, OsString)> {
            all.iter().map(|(name, value)| (name.into(), value.into())).collect()
        };
        let app = variables(&[
            ("PATH", "/app"),
            ("LANG", "C"),
            ("HTTPS_PROXY", "http://proxy.example:3128"),
            ("all_proxy", "socks5://proxy.example"),
            ("NO_PROXY", "localhost"),
        ]);
        let found_with = variables(&[("PATH", "/bin"), ("HTTP_PROXY", "http://its.example")]);
        let known = |network| inherited(&found_with, &app, network);
        for network in [Network::Destinations, Network::Off] {
            assert_eq!(known(network), variables(&[("LANG", "C"), ("PATH", "/bin")]));
        }
        assert_eq!(known(Network::Open).len(), app.len());
    }

    #[test]
    fn what_is_allowed_is_open_before_the_program_runs() {
        let allowed = ["good.example", "localhost:5432", "db.example:5432", "10.0.0.1:22"];
        assert_eq!(ports_at_launch(&rules(allowed.map(str::to_owned))), [22, 5432]);
        assert_eq!(ports_at_launch(&Rules::default()), [0_u16; 0]);
    }

    #[test]
    fn more_ports_than_fit_keep_nothing_from_starting() {
        let many = rules((1000..2000).map(|port| format!("localhost:{port}")));
        assert_eq!(ports_at_launch(&many).len() + WEB_PORTS.len(), MOST_PORTS);
    }
}
