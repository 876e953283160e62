//! What programs are made of, in a folder that a server may write: by which other way could it be
//! changed, or something be put where it is looked for?
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::in_a_mount_namespace;
use common::kept::{Server, World, launch, quoted, write};
use paddock_sandbox::{OnAttempt, Tier};
use rustix::mount::mount_bind;

const TIERS: [Tier; 2] = [Tier::LiveMounts, Tier::Landlock];

/// A server that may write `granted`, where `programs` are.
fn start(world: &World, tier: Tier, granted: &Path, programs: &[PathBuf]) -> Server {
    let mut launched = world.shell(vec![write(granted)]);
    let policy = launched.policy.as_mut().unwrap();
    policy.programs = programs.to_vec();
    (policy.tier, policy.attempts) = (tier, OnAttempt::Ignore);
    launch(launched)
}

/// A folder with a program in `mcp`, one file of which is `mcp/src/helper.py`.
fn work(world: &World) -> (PathBuf, PathBuf) {
    let folder = world.make("work");
    fs::create_dir_all(folder.join("mcp/src")).unwrap();
    let helper = folder.join("mcp/src/helper.py");
    fs::write(&helper, "old").unwrap();
    (folder, helper)
}

fn all_fail(server: &mut Server, folder: &Path, attempts: &[&str]) {
    for attempt in attempts {
        server.fails(&format!("cd {} && {attempt}", quoted(folder)));
    }
}

#[test]
fn a_program_is_not_written_by_another_mount_of_its_folder() {
    in_a_mount_namespace("a_program_is_not_written_by_another_mount_of_its_folder", || {
        for tier in TIERS {
            let world = World::new();
            let (folder, helper) = work(&world);
            let again = world.make("mounted again");
            mount_bind(&folder, &again).unwrap();
            let mut server = start(&world, tier, &again, &[folder.join("mcp")]);
            server.succeeds(&format!("cd {} && echo new > mine", quoted(&again)));
            let attempts = [
                "echo new > mcp/src/helper.py",
                "echo new > mcp/src/other.py",
                "mv mcp elsewhere",
                "rm mcp/src/helper.py",
            ];
            all_fail(&mut server, &again, &attempts);
            assert_eq!(fs::read_to_string(&helper).unwrap(), "old", "{tier}");
        }
    });
}

#[test]
fn a_program_is_not_written_by_a_mount_of_a_folder_in_it() {
    in_a_mount_namespace("a_program_is_not_written_by_a_mount_of_a_folder_in_it", || {
        for tier in TIERS {
            let world = World::new();
            let (folder, helper) = work(&world);
            let around = world.make("around");
            let inner = world.make("around/inner");
            mount_bind(folder.join("mcp/src"), &inner).unwrap();
            let mut server = start(&world, tier, &around, &[folder.join("mcp")]);
            server.succeeds(&format!("cd {} && echo new > mine", quoted(&around)));
            all_fail(&mut server, &around, &["echo new > inner/helper.py", "touch inner/x.py"]);
            assert_eq!(fs::read_to_string(&helper).unwrap(), "old", "{tier}");
        }
    });
}

#[test]
fn a_program_is_not_written_by_another_name_of_a_file() {
    for tier in TIERS {
        let world = World::new();
        let (folder, helper) = work(&world);
        // As a server may have made it before there was a program.
        fs::hard_link(&helper, folder.join("name")).unwrap();
        let (one, two) = (folder.join("one"), folder.join("two"));
        fs::write(&one, "").unwrap();
        fs::hard_link(&one, &two).unwrap();
        let mut server = start(&world, tier, &folder, &[folder.join("mcp")]);
        server.succeeds(&format!("cd {} && echo new > two && chmod 600 one", quoted(&folder)));
        let attempts = [
            "echo new > name",
            "echo new >> name",
            "truncate -s 0 name",
            "chmod 777 name",
            "exec 5< name; echo new > /dev/fd/5",
            "ln -s name way && echo new > way",
        ];
        all_fail(&mut server, &folder, &attempts);
        server.succeeds(&format!("cd {} && mv name renamed && rm renamed", quoted(&folder)));
        assert_eq!(fs::read_to_string(&helper).unwrap(), "old", "{tier}");
    }
}

#[test]
fn nothing_comes_to_be_where_a_program_looks_for_what_is_not_there() {
    for tier in TIERS {
        let world = World::new();
        let (folder, _) = work(&world);
        let looked_for = ["node_modules", "mcp/.npmrc"].map(|name| folder.join(name));
        let mut server = start(&world, tier, &folder, &looked_for);
        let attempts = [
            "mkdir node_modules",
            "mkdir -p node_modules/x",
            "touch node_modules",
            "ln -s mcp node_modules",
            "mkdir made && mv made node_modules",
            "touch mcp/.npmrc",
            "echo x > y && ln y mcp/.npmrc",
            "mv mcp gone",
        ];
        all_fail(&mut server, &folder, &attempts);
        server.succeeds(&format!("cd {} && touch mcp/x node_modules2", quoted(&folder)));
        assert!(!looked_for.iter().any(|path| path.exists()), "{tier}");
    }
}
