//! What leads out of where it stands is not moved to where it would lead elsewhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use paddock_sandbox::OnAttempt;

use super::common::kept::{World, quoted};
use super::{TIERS, each_guarded, git, guarded, repository, start};

const PAYLOAD: &str = "printf '#!/bin/sh\\ntouch %s\\n'";

/// Two repositories and an editor's tasks, which lead to what lies beside them.
fn leading_out(world: &World) -> PathBuf {
    let work = world.make("work");
    let hooked = repository(world, "work/hooked");
    fs::create_dir_all(hooked.join(".git/hooks")).unwrap();
    symlink("../../../tools/check.sh", hooked.join(".git/hooks/pre-commit")).unwrap();
    let included = repository(world, "work/included");
    git(&included, &["config", "include.path", "../../shared/git.conf"]);
    fs::create_dir_all(work.join("edited/.vscode")).unwrap();
    symlink("../../tools/tasks.json", work.join("edited/.vscode/tasks.json")).unwrap();
    work
}

#[test]
fn a_repository_is_not_moved_from_what_it_leads_to() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let work = leading_out(&world);
        let proof = world.path().join("ran");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&work)]);
        server.succeeds(&format!("cd {}; mkdir -p x/tools x/shared", quoted(&work)));
        for folder in ["hooked", "included", "edited"] {
            server.fails(&format!("mv -T {folder} x/{folder}"));
            server.fails(&format!("mkdir y; mv -T {folder} y/{folder}"));
        }
        server.run("mkdir tools shared; cd x");
        server.run(&format!(
            "{PAYLOAD} {} >tools/check.sh; chmod 755 tools/check.sh",
            proof.display()
        ));
        let monitor = format!("fsmonitor = touch {}", proof.display());
        server.run(&format!("printf '[core]\\n\\t%s\\n' '{monitor}' >shared/git.conf"));
        server.run(
            "mv ../hooked ../included .; ln -s x/hooked ../hooked; ln -s x/included ../included",
        );
        for name in ["hooked", "included"] {
            git(&work.join(name), &["status"]);
            git(&work.join(name), &["commit", "-q", "--allow-empty", "-m", "more"]);
        }
        assert!(!proof.exists(), "{tier}");
    }
}

/// Nor is there a way by the folders that it is in.
#[test]
fn a_folder_around_what_leads_out_is_not_moved() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        world.make("top");
        let work = leading_out(&world);
        let top = world.path().join("files/top");
        fs::rename(&work, top.join("work")).unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&top)]);
        server.succeeds(&format!("cd {}; mkdir x", quoted(&top)));
        server.fails("mv -T work x/work");
        server.fails("mv -T work/edited/.vscode x/vscode");
    }
}

#[test]
fn a_repository_that_leads_to_nothing_outside_is_moved_where_no_server_commits() {
    for tier in TIERS {
        let world = World::new();
        let work = world.make("work");
        let plain = repository(&world, "work/plain");
        fs::create_dir_all(plain.join("scripts")).unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![guarded(&work)]);
        server.succeeds(&format!("cd {}; mkdir x; mv plain x/plain", quoted(&work)));
        git(&work.join("x/plain"), &["status"]);
    }
}
