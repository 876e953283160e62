//! What matters most is tried in every proof.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::kept::{World, launch, quoted, read, try_launch};
use common::{in_a_mount_namespace, own};
use paddock_sandbox::wire::Obstacle;
use paddock_sandbox::{Proof, Reach, Tier};
use rustix::mount::mount_bind;

#[test]
fn what_is_kept_out_is_tried_after_every_change() {
    let world = World::new();
    let (keys, inner, other) = (world.make("keys"), world.make("keys/public"), world.make("b"));
    let mut launched = world.shell(vec![read(&other)]);
    launched.policy.as_mut().unwrap().kept_out = vec![keys.clone(), world.path().join("missing")];
    let mut server = launch(launched);
    let tried = |proof: &Proof| {
        proof.findings.iter().any(|it| it.path == keys && it.expected == Reach::Nothing)
    };
    assert!(tried(server.proof.as_ref().unwrap()));
    // On the way to what is granted there is a folder of that name, and it is another one.
    let proof = server.grant(vec![read(&inner)]);
    assert!(tried(&proof));
    server.succeeds(&format!("ls {}", quoted(&keys)));
    assert!(!tried(&server.grant(vec![read(&keys)])));
    assert!(!tried(&server.grant(vec![read(&world.path().join("files"))])));
    assert!(tried(&server.grant(vec![])));
    server.fails(&format!("stat {}", quoted(&keys)));
}

#[test]
fn a_server_whose_program_needs_what_is_kept_out_does_not_start() {
    let world = World::new();
    let keys = world.make("keys");
    let needs = [keys.clone(), keys.join("note"), world.path().join("files")];
    let tiers = [Tier::LiveMounts, Tier::Landlock];
    for (tier, needed) in tiers.iter().flat_map(|tier| needs.iter().map(move |it| (tier, it))) {
        let mut launched = world.shell(vec![]);
        let policy = launched.policy.as_mut().unwrap();
        policy.tier = *tier;
        policy.kept_out = vec![keys.clone(), keys.join("note")];
        policy.readable.push(own(needed, &[]));
        let refusal = try_launch(launched).err().unwrap();
        assert_eq!(refusal.obstacle, Obstacle::Proof);
    }
}

#[test]
fn where_folders_come_by_a_new_start_it_is_tried_too() {
    let world = World::new();
    let keys = world.make("keys");
    for (granted, is_tried) in [(vec![], true), (vec![read(&keys)], false)] {
        let mut launched = world.shell(granted);
        let policy = launched.policy.as_mut().unwrap();
        policy.tier = Tier::Landlock;
        policy.kept_out = vec![keys.clone()];
        let server = launch(launched);
        let proof = server.proof.as_ref().unwrap();
        assert_eq!(
            proof.findings.iter().any(|it| it.path == keys && it.expected == Reach::Nothing),
            is_tried,
            "{proof:?}"
        );
    }
}

/// Whatever path leads there, and however deep in the app's data it is.
#[test]
fn no_home_of_another_server_is_let_in_by_another_mount() {
    in_a_mount_namespace("no_home_of_another_server_is_let_in_by_another_mount", || {
        for tier in [Tier::LiveMounts, Tier::Landlock] {
            let world = World::new();
            let deep = world.path().join("data/servers/2/deep");
            std::fs::create_dir_all(&deep).unwrap();
            std::fs::write(deep.join("token"), "token").unwrap();
            let (granted, needed) = (world.make("granted"), world.make("needed"));
            for again in [&granted, &needed] {
                mount_bind(&deep, again).unwrap();
            }
            let mut launched = world.shell(vec![read(&granted)]);
            let policy = launched.policy.as_mut().unwrap();
            policy.tier = tier;
            policy.reserved = vec![world.path().join("data")];
            policy.readable.push(own(&needed, &[]));
            let mut server = launch(launched);
            for again in [&granted, &needed] {
                let withheld = &server.proof.as_ref().unwrap().withheld;
                assert!(withheld.iter().any(|it| it.path == *again), "{tier}: {withheld:?}");
                server.fails(&format!("cat {}", quoted(&again.join("token"))));
            }
        }
    });
}
