//! Settings above a server's script, by which what runs it would load other code, are nobody's.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::{Entry, Footprint, ResolvedProgram, RootEntry};
use paddock_sandbox::{OnAttempt, Tier, needs};

use super::common::kept::{Server, World, launch, quoted, write};
use super::{TIERS, guarded};

const SETTINGS: [&str; 6] =
    ["package.json", "deno.json", "deno.jsonc", "tsconfig.json", "jsconfig.json", "bunfig.toml"];

/// Where `node SCRIPT` looks for more of itself.
fn looked_for(script: &Path) -> Vec<PathBuf> {
    let file = ResolvedProgram { path: script.into(), size: 1, changed: 1 };
    let footprint = Footprint {
        program: "/usr/bin/node".into(),
        entries: vec![Entry { file, content: None }],
        ..Footprint::default()
    };
    let args = [script.to_str().unwrap().to_owned()];
    needs::lookups(("node", &args), &footprint, &[], None)
}

/// A neighbour that may write in the folder around the script.
fn neighbour(world: &World, tier: Tier, granted: RootEntry, script: &Path) -> Server {
    let mut launched = world.shell(vec![granted]);
    let policy = launched.policy.as_mut().unwrap();
    policy.programs = looked_for(script);
    (policy.tier, policy.attempts) = (tier, OnAttempt::Ignore);
    launch(launched)
}

#[test]
fn settings_above_a_script_are_made_and_changed_by_no_neighbour() {
    for (tier, access) in
        TIERS.into_iter().flat_map(|it| [(it, guarded as fn(&Path) -> _), (it, write)])
    {
        let world = World::new();
        let folder = world.make("work");
        fs::create_dir(folder.join("mcp")).unwrap();
        fs::write(folder.join("mcp/deno.json"), "old").unwrap();
        let script = folder.join("mcp/server.js");
        let mut server = neighbour(&world, tier, access(&folder), &script);
        let at = |command: &str| format!("cd {} && {command}", quoted(&folder));
        server.succeeds(&at("echo new >evil && mkdir -p other && echo x >other/package.json"));
        for name in SETTINGS {
            for attempt in [
                "echo new >{}",
                "cp evil {}",
                "mv note {}",
                "ln -s evil {}",
                "ln evil {}",
                "mkdir {}",
            ] {
                server.fails(&at(&attempt.replace("{}", name)));
            }
            assert!(folder.join(name).symlink_metadata().is_err(), "{tier} {name}");
        }
        for attempt in
            ["echo new >mcp/deno.json", "rm mcp/deno.json", "mv mcp away", "mv evil mcp/deno.json"]
        {
            server.fails(&at(attempt));
        }
        assert_eq!(fs::read_to_string(folder.join("mcp/deno.json")).unwrap(), "old", "{tier}");
    }
}
