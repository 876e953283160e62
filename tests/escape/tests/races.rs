//! What a path means changes while it is looked up (GHSA-53mr-w429-c597 and kin).
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod common;

use std::fs;

use common::ground::Ground;
use common::keeper::Server;
use common::{Run, User, or_skip};
use paddock_escape::races::{Race, Raced};
use paddock_sandbox::{Network, Tier};

/// How often a path is opened in a race at least, on the slowest disk.
const FEWEST: u64 = 1000;

/// Landlock and live mounts refuse what is outside in different places of the kernel.
const TIERS: [Tier; 2] = [Tier::Landlock, Tier::LiveMounts];

#[test]
fn ghsa_53mr_w429_c597_the_bytes_of_a_path_change() {
    every_tier(Race::Bytes);
}

#[test]
fn ghsa_53mr_w429_c597_a_link_changes() {
    every_tier(Race::Link);
}

#[test]
fn ghsa_53mr_w429_c597_a_folder_and_a_link_trade_places() {
    every_tier(Race::Folder);
}

fn every_tier(race: Race) {
    bites(race);
    for tier in TIERS {
        let run = Run { tier: Some(tier), network: Network::Off, user: User::all()[0] };
        let ground = Ground::new(run);
        let before = ground.look();
        let Some(raced) = raced(&ground, run, race) else { continue };
        assert!(raced.both_ends_met() && raced.written > 0, "{run} never raced: {raced:?}");
        assert!(raced.opened() >= FEWEST, "{run} is too slow: {raced:?}");
        assert_eq!((raced.outside, raced.evidence), (0, None), "{run}");
        assert!(before == ground.look(), "{run}: something outside has changed");
    }
}

/// Without a sandbox both the secret's bytes and a write get through, if not at once.
fn bites(race: Race) {
    const TRIES: usize = 20;
    let run = Run { tier: None, network: Network::Open, user: User::all()[0] };
    let (mut was_read, mut was_written) = (false, false);
    let mut tries = Vec::new();
    while !(was_read && was_written) {
        let ground = Ground::new(run);
        let raced = raced(&ground, run, race).unwrap();
        let evidence = raced.evidence.as_deref().unwrap_or_default();
        was_read |= evidence.contains(&ground.token);
        let secret = fs::read_to_string(ground.world.secret().join("secret.txt")).unwrap();
        was_written |= secret.ends_with('.');
        tries.push(raced);
        let bit = was_read && was_written;
        assert!(bit || tries.len() < TRIES, "{race:?} does not bite: {tries:?}");
    }
}

fn raced(ground: &Ground, run: Run, race: Race) -> Option<Raced> {
    let which = serde_json::to_string(&race).unwrap();
    let world = serde_json::to_string(&ground.world).unwrap();
    let args = vec!["race".into(), which.trim_matches('"').into(), world.into()];
    let launch = ground.launch_of(run, &ground.world.program(), args);
    let mut server = if run.tier.is_none() {
        Server::bare(&launch, run.user, &ground.careless())
    } else {
        or_skip(Server::kept(launch, run.user, &ground.careless()), run, 1)?
    };
    let line = server.stdout.next().unwrap_or_else(|| panic!("{run}: no answer"));
    server.end();
    Some(serde_json::from_str(&line).unwrap())
}
