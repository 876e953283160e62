//! Every probe under every tier, against the table.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use common::ground::{Ground, Look};
use common::keeper::Server;
use common::{Run, User, loudly, or_skip};
use paddock_escape::table::{Bare, Kept, PROBES, Phase, Probe};
use paddock_escape::{Evidence, Outcome, Said};
use paddock_sandbox::{Network, Tier};

#[test]
fn without_a_sandbox_the_probes_bite() {
    check(User::all().into_iter().map(|user| Run { tier: None, network: Network::Open, user }));
}

#[test]
fn landlock_keeps_the_server_in() {
    every_way(Tier::Landlock);
}

#[test]
fn live_mounts_keep_the_server_in() {
    every_way(Tier::LiveMounts);
    let way = |user| Run { tier: Some(Tier::LiveMounts), network: Network::Destinations, user };
    check(User::all().into_iter().map(way));
}

fn every_way(tier: Tier) {
    let networks = [Network::Open, Network::Off];
    let ways = |user| networks.map(|network| Run { tier: Some(tier), network, user });
    check(User::all().into_iter().flat_map(ways));
}

fn check(runs: impl Iterator<Item = Run>) {
    let mut all = String::new();
    for run in runs {
        let wrong = wrongs(run);
        if !wrong.is_empty() {
            all.extend(["\n", &run.to_string(), ":\n", &wrong.join("\n"), "\n"]);
        }
    }
    assert!(all.is_empty(), "not as the table says:\n{all}");
}

/// What does not come as the table says.
fn wrongs(run: Run) -> Vec<String> {
    let mut ground = Ground::for_probes(run);
    let before = ground.look();
    let Some(mut server) = start(&ground, run) else { return Vec::new() };
    let mut said = Vec::new();
    let held = hear(&mut server, &mut said);
    let mut open_handles = None;
    if run.tier != Some(Tier::Landlock) {
        assert_eq!(held, serde_json::json!({ "held": null }), "{run}");
        open_handles = after_the_revocation(&ground, &mut server, &mut said);
    }
    server.end();
    let facts = Facts {
        run,
        open_handles,
        heard: ground.heard(),
        changed: changed(&before, &ground.look()),
        before,
        ground: &ground,
    };
    facts.judge_all(&said)
}

/// Yields how many open handles the keeper has counted.
fn after_the_revocation(ground: &Ground, server: &mut Server, said: &mut Vec<Said>) -> Option<u32> {
    let proof = server.enforce(1, ground.folders_left());
    let newer = ground.world.revoked().join(format!("newer-{}", ground.token));
    fs::write(&newer, "made by the person").unwrap();
    server.say("revoked");
    let done = hear(server, said);
    assert_eq!(done, serde_json::json!({ "done": true }));
    fs::remove_file(newer).unwrap();
    proof.map(|proof| proof.open_handles)
}

fn start(ground: &Ground, run: Run) -> Option<Server> {
    let launch = ground.launch(run);
    if run.tier.is_none() {
        return Some(Server::bare(&launch, run.user, &ground.careless()));
    }
    let server = Server::kept(launch, run.user, &ground.careless());
    let mut server = or_skip(server, run, PROBES.len())?;
    // Nobody is to be met in a network by destinations; who may be is tried in `network.rs`.
    drop(server.take_network());
    Some(server)
}

/// Takes lines in until one that is not about a probe.
fn hear(server: &mut Server, said: &mut Vec<Said>) -> serde_json::Value {
    loop {
        let line = server.stdout.next().unwrap_or_else(|| panic!("ended after {said:#?}"));
        match serde_json::from_str(&line) {
            Ok(one) => said.push(one),
            Err(_) => return serde_json::from_str(&line).unwrap(),
        }
    }
}

/// What is known once the server has ended.
struct Facts<'a> {
    run: Run,
    ground: &'a Ground,
    open_handles: Option<u32>,
    heard: Vec<String>,
    before: BTreeMap<PathBuf, Look>,
    changed: BTreeSet<PathBuf>,
}

/// What came of a probe, looked at from outside.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    Out(String),
    NotOut(String),
    NotApplicable(String),
}

/// What must come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Must {
    GetOut,
    StayIn,
    Either,
}

impl Facts<'_> {
    fn judge_all(&self, said: &[Said]) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut escaped = 0;
        // The harness itself has made a file there.
        let mut accounted = BTreeSet::from([self.ground.world.revoked()]);
        for probe in PROBES.iter().filter(|probe| self.has_run(probe)) {
            let Some(said) = said.iter().find(|said| said.probe == probe.name) else {
                wrong.push(format!("{}: said nothing", probe.name));
                continue;
            };
            let came = self.look_into(&said.outcome);
            if matches!(came, Came::Out(_)) {
                escaped += 1;
                if let Outcome::Escaped(Evidence::Wrote(path)) = &said.outcome {
                    accounted.insert(path.clone());
                }
            }
            let must = self.must(probe);
            if !self.is_right(probe, must, &came) {
                wrong.push(format!("{}: must {must:?}, {came:?}", probe.name));
            }
        }
        if self.run.tier.is_some() {
            let changed = self.changed.difference(&accounted);
            wrong.extend(changed.map(|path| format!("{}: changed", path.display())));
        }
        // The working folder, two folders, two files, the watch, and what is held of the narrowed
        // folder; what is mapped is of a folder that is counted anyway.
        if self.open_handles.is_some_and(|count| count < 7) {
            wrong.push(format!("{:?} counted", self.open_handles));
        }
        loudly(&format!("{}: {escaped} of {} probes got out", self.run, said.len()));
        wrong
    }

    fn has_run(&self, probe: &Probe) -> bool {
        probe.phase == Phase::Start || self.run.tier != Some(Tier::Landlock)
    }

    fn look_into(&self, outcome: &Outcome) -> Came {
        match outcome {
            Outcome::Blocked(how) => Came::NotOut(how.clone()),
            Outcome::NotApplicable(why) => Came::NotApplicable(why.clone()),
            Outcome::Escaped(evidence) if self.is_true(evidence) => {
                Came::Out(format!("{evidence:?}"))
            }
            Outcome::Escaped(evidence) => Came::NotOut(format!("only inside: {evidence:?}")),
        }
    }

    fn is_true(&self, evidence: &Evidence) -> bool {
        match evidence {
            Evidence::Bytes(bytes) => bytes.contains(&self.ground.token),
            Evidence::Wrote(path) if path.starts_with(&self.ground.world.base) => {
                self.changed.contains(path)
            }
            // Beside the world: nobody else makes files of that name.
            Evidence::Wrote(path) => fs::remove_file(path).is_ok(),
            Evidence::Heard(word) => self.heard.contains(word),
            Evidence::Inode(number) => self.before.values().any(|look| look.inode == *number),
            Evidence::Did(_) => true,
        }
    }

    fn must(&self, probe: &Probe) -> Must {
        let bites = self.bites(probe);
        match self.run.tier.map(|tier| kept(probe, tier)) {
            None | Some(Kept::Residual(_)) => bites,
            Some(Kept::AsUser(_)) if !self.run.user.is_root() => bites,
            Some(Kept::WhileNetworkOpen(_)) if self.run.network == Network::Open => bites,
            Some(
                Kept::Blocked | Kept::AsUser(_) | Kept::WhileNetworkOpen(_) | Kept::StartsAnew,
            ) => Must::StayIn,
        }
    }

    /// What comes of it without a sandbox.
    fn bites(&self, probe: &Probe) -> Must {
        let only_if = |condition| if condition { Must::GetOut } else { Must::StayIn };
        match probe.bare {
            Bare::Escapes => Must::GetOut,
            Bare::AsRoot => only_if(self.run.user.is_root()),
            Bare::BesideRoot => only_if(self.ground.world.privileged.is_some()),
            Bare::Blocked(_) => Must::StayIn,
            Bare::Depends(_) => Must::Either,
        }
    }

    fn is_right(&self, probe: &Probe, must: Must, came: &Came) -> bool {
        match (came, must) {
            (Came::Out(_), Must::GetOut | Must::Either)
            | (Came::NotOut(_), Must::StayIn | Must::Either) => true,
            (Came::NotApplicable(_), _) => self.bites(probe) != Must::GetOut,
            (Came::Out(_), Must::StayIn) | (Came::NotOut(_), Must::GetOut) => false,
        }
    }
}

fn kept(probe: &Probe, tier: Tier) -> Kept {
    match tier {
        Tier::Landlock => probe.landlock,
        Tier::LiveMounts => probe.live,
    }
}

fn changed(before: &BTreeMap<PathBuf, Look>, after: &BTreeMap<PathBuf, Look>) -> BTreeSet<PathBuf> {
    let paths = before.keys().chain(after.keys());
    paths.filter(|path| before.get(*path) != after.get(*path)).cloned().collect()
}
