//! What the person's own Git is led to by a link or a setting is guarded as what leads there is.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use paddock_core::RootEntry;
use paddock_sandbox::OnAttempt;

use super::common::kept::{World, quoted, root_of, write};
use super::{Granted, each_guarded, git, repository, start};

/// A repository whose hook is a link to a script of the project.
fn with_linked_hook(world: &World) -> PathBuf {
    let folder = repository(world, "project");
    fs::create_dir_all(folder.join("scripts")).unwrap();
    script(&folder.join("scripts/check.sh"));
    fs::create_dir_all(folder.join(".git/hooks")).unwrap();
    symlink("../../scripts/check.sh", folder.join(".git/hooks/pre-commit")).unwrap();
    folder
}

fn script(path: &Path) {
    fs::write(path, "#!/bin/sh\n").unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// What makes each file that it is tried for run the payload.
fn attacks(target: &str) -> Vec<String> {
    let (folder, name) = target.rsplit_once('/').unwrap_or((".", target));
    let make = format!("mkdir -p fresh/{folder}; cp evil fresh/{target}");
    [
        format!("cat evil >{target}"),
        format!("cat evil >>{target}"),
        format!("rm -f {target}; cp evil {target}"),
        format!("cp evil other; mv -f other {target}"),
        format!("ln -f evil {target}"),
        format!("ln -sf $PWD/evil {target}"),
        format!("ln {target} also; cat evil >also"),
        format!("mv {folder} away; {make}; mv fresh/{folder} {folder}"),
        format!("mv {folder} away; {make}; ln -s fresh/{folder} {folder}"),
        format!("{make}; cp -rT fresh/{folder} new; /usr/bin/python3 {{exchange}} new {folder}"),
        format!("rm -rf {folder}; mkdir -p {folder}; cp evil {target}"),
        format!("rm -rf {folder}; {make}; ln -s $PWD/fresh/{folder} {folder}"),
        format!("mkdir -p {folder}; cp evil {target}; chmod 755 {target}"),
        format!(
            "cd .. && mv project moved && mkdir project && cp -r moved/. project; cp evil {target}"
        ),
        format!("cp evil {}/{}", folder.to_uppercase(), name.to_uppercase()),
        format!("ln -s {target} way; cat evil >way"),
        format!("sed -i '$a touch ran' {target}"),
        format!("truncate -s 0 {target}; chmod 777 {target}"),
    ]
    .into()
}

const EXCHANGE: &str = "
import ctypes, sys
libc = ctypes.CDLL(None)
libc.renameat2(-100, sys.argv[1].encode(), -100, sys.argv[2].encode(), 2)
";

/// What the server did, if something of it ran as the person used Git.
fn attack(
    world: &World,
    tier: paddock_sandbox::Tier,
    granted: Granted,
    targets: &[&str],
) -> Option<String> {
    let folder = world.path().join("files/project");
    let proof = world.path().join("ran");
    let mut server = start(world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
    let exchange = world.home().join("exchange.py");
    fs::write(&exchange, EXCHANGE).unwrap();
    let go = format!("cd {}", quoted(&folder));
    server.succeeds(&format!("{go}; printf '#!/bin/sh\\ntouch {}\\n' >evil", proof.display()));
    server.succeeds("chmod 755 evil");
    for target in targets {
        for line in attacks(target) {
            let line = line.replace("{exchange}", exchange.to_str().unwrap());
            server.run(&format!("{{ {line}; }} 2>/dev/null; {go}"));
            use_git(&folder);
            if proof.exists() {
                return Some(format!("{target}: {line}"));
            }
        }
    }
    None
}

/// As it may go: a hook may well fail.
#[expect(clippy::disallowed_methods, reason = "the person uses it")]
fn use_git(folder: &Path) {
    for args in [
        &["status"][..],
        &["add", "note"],
        &["commit", "-q", "--allow-empty", "-m", "more"],
        &["checkout", "-q", "-B", "next"],
        &["check"],
    ] {
        let mut command = std::process::Command::new("git");
        command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
        command.args(args).env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    }
}

#[test]
fn a_script_that_a_hook_is_a_link_to_is_not_written() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        with_linked_hook(&world);
        assert_eq!(attack(&world, tier, granted, &["scripts/check.sh"]), None);
    }
}

#[test]
fn a_link_on_the_way_to_a_hook_is_not_exchanged() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = with_linked_hook(&world);
        fs::rename(folder.join("scripts"), folder.join("tools")).unwrap();
        symlink("tools", folder.join("scripts")).unwrap();
        assert_eq!(attack(&world, tier, granted, &["scripts/check.sh", "tools/check.sh"]), None);
    }
}

#[test]
fn what_the_settings_of_git_name_is_not_written() {
    for (setting, value, target) in [
        ("core.hooksPath", "ci/hooks", "ci/hooks/pre-commit"),
        ("core.fsmonitor", "./ci/watch.sh", "ci/watch.sh"),
        ("alias.check", "!sh ./ci/check.sh", "ci/check.sh"),
        ("filter.f.clean", "./ci/clean.sh", "ci/clean.sh"),
    ] {
        for (tier, granted) in each_guarded() {
            for is_there in [true, false] {
                let world = World::new();
                let folder = repository(&world, "project");
                fs::write(folder.join(".gitattributes"), "note filter=f\n").unwrap();
                git(&folder, &["config", setting, value]);
                if is_there {
                    fs::create_dir_all(folder.join(target).parent().unwrap()).unwrap();
                    script(&folder.join(target));
                }
                let ran = attack(&world, tier, granted, &[target]);
                assert_eq!(ran, None, "{tier} {setting} {is_there}");
            }
        }
    }
}

#[test]
fn settings_that_are_included_are_not_written() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        fs::write(folder.join("git.conf"), "[core]\n").unwrap();
        git(&folder, &["config", "include.path", "../git.conf"]);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        server.fails(&format!("cd {}; echo '[alias]' >>git.conf", quoted(&folder)));
        server.fails("mv git.conf other");
        server.succeeds("echo x >other");
    }
}

#[test]
fn a_folder_that_git_is_led_to_stays_where_it_is() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = world.make("project");
        fs::create_dir(folder.join("deep")).unwrap();
        git(&folder, &["init", "-q", "--separate-git-dir", "deep/store"]);
        let proof = world.path().join("ran");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        let evil = quoted(&world.home().join("evil"));
        server.succeeds(&format!("cd {}; cp -r deep/store {evil}", quoted(&folder)));
        let run = format!("fsmonitor = \"touch {}\"", proof.display());
        server.succeeds(&format!("printf '[core]\\n%s\\n' '{run}' >>{evil}/config"));
        server.run(&format!("mv deep away; mv deep/store away; ln -s {evil} deep/store"));
        server.run(&format!("mkdir deep; ln -s {evil} deep/store"));
        git(&folder, &["status"]);
        assert!(!proof.exists(), "{tier}");
    }
}

/// The person may come to have a hook while the server runs.
#[test]
fn what_is_led_to_later_is_guarded_then() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        server.succeeds(&format!("cd {}; mkdir ci; echo x >ci/check.sh", quoted(&folder)));
        git(&folder, &["config", "core.hooksPath", "ci"]);
        let until = "for n in $(seq 3000); do echo x 2>/dev/null >>ci/check.sh || break; done";
        server.succeeds(&format!("{until}; test $n != 3000 || sleep 1; ! echo x >ci/other"));
    }
}

/// A hook that is a link is no reason to close what else is there.
#[test]
fn what_is_beside_it_is_written_as_ever() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = with_linked_hook(&world);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        for line in [
            &*format!("cd {}", quoted(&folder)),
            "echo x >scripts/other.sh && mkdir scripts/more && rm -r scripts/more",
            "mkdir src && mv src lib && ln -s lib src && rm src && cat scripts/check.sh",
        ] {
            server.succeeds(line);
        }
    }
}

/// What a person opened whole stays so.
#[test]
fn a_folder_to_write_everything_in_is_open_whatever_leads_there() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = with_linked_hook(&world);
        let scripts = RootEntry { root: root_of(&folder.join("scripts")), ..write(&folder) };
        let folders = vec![granted(&folder), scripts];
        let mut server = start(&world, tier, OnAttempt::Ignore, folders);
        server.succeeds(&format!("echo x >{}", quoted(&folder.join("scripts/check.sh"))));
    }
}

/// A server may make very many names, so that a look among them comes to no end.
#[test]
fn a_repository_among_very_many_names_is_found_by_what_is_written_in_it() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let work = world.make("work");
        let folder = repository(&world, "work/deep/project");
        fs::create_dir_all(folder.join("ci")).unwrap();
        for number in 0..21_000 {
            fs::write(work.join(number.to_string()), "").unwrap();
        }
        git(&folder, &["config", "core.hooksPath", "ci"]);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&work)]);
        server.succeeds(&format!("cd {}; echo x >other", quoted(&folder)));
        server.fails("echo x >ci/pre-commit");
        server.fails("mv ci away");
        server.fails("exec 3<ci; echo x >/proc/self/fd/3/pre-commit");
    }
}

#[test]
fn another_name_that_a_script_has_already_is_no_way_to_it() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = with_linked_hook(&world);
        fs::hard_link(folder.join("scripts/check.sh"), folder.join("also")).unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        server.fails(&format!("cd {}; echo x >>also", quoted(&folder)));
        server.fails("chmod 777 also");
        server.succeeds("echo x >>note");
    }
}

#[test]
fn a_repository_that_comes_later_leads_too() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let work = world.make("work");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&work)]);
        server.succeeds(&format!("cd {}; echo x >other", quoted(&work)));
        let folder = repository(&world, "work/project");
        git(&folder, &["config", "core.hooksPath", "ci"]);
        server.fails("cd project && mkdir ci");
    }
}

/// A submodule's settings are in the folder of the repository around it.
#[test]
fn a_submodule_is_led_by_its_own_settings() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let (folder, other) = (repository(&world, "project"), repository(&world, "other"));
        let allowed = ["-c", "protocol.file.allow=always"];
        let add = ["submodule", "add", "-q", other.to_str().unwrap(), "sub"];
        git(&folder, &[&allowed[..], &add[..]].concat());
        git(&folder.join("sub"), &["config", "core.hooksPath", "ci"]);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        server.fails(&format!("cd {}; mkdir sub/ci", quoted(&folder)));
        server.fails("mkdir new && mv new sub/ci");
        server.fails("ln -s $PWD/new sub/ci");
        server.fails("mkdir sub/CI");
        server.succeeds("mkdir ci sub/more");
    }
}

/// One repository holds the settings of several worktrees.
#[test]
fn a_linked_worktree_is_led_by_the_settings_of_its_repository() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        let side = world.path().join("files/side");
        git(&folder, &["worktree", "add", "-q", "-b", "side", side.to_str().unwrap()]);
        git(&folder, &["config", "core.hooksPath", "ci"]);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&side)]);
        server.fails(&format!("cd {}; mkdir ci", quoted(&side)));
        server.succeeds("mkdir more");
    }
}

/// A server may set the times of a folder that it can't write in.
#[test]
fn a_hook_that_comes_later_is_seen_whatever_times_are_set() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        fs::create_dir_all(folder.join("scripts")).unwrap();
        fs::create_dir_all(folder.join(".git/hooks")).unwrap();
        script(&folder.join("scripts/check.sh"));
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        let stamp = quoted(&world.home().join("stamp"));
        server.succeeds(&format!("cd {}; touch -r .git/hooks {stamp}", quoted(&folder)));
        server.succeeds("echo x >>scripts/check.sh");
        symlink("../../scripts/check.sh", folder.join(".git/hooks/pre-commit")).unwrap();
        server.run(&format!("touch -r {stamp} .git/hooks"));
        server.fails("echo x >>scripts/check.sh");
        server.succeeds("echo x >>scripts/other.sh");
    }
}

#[test]
fn a_link_that_comes_elsewhere_later_is_followed_then() {
    for (tier, granted) in each_guarded() {
        let world = World::new();
        let folder = repository(&world, "project");
        for name in ["scripts", ".husky", "conf"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![granted(&folder)]);
        let go = format!("cd {}", quoted(&folder));
        server.succeeds(&format!("{go}; echo x >scripts/check.sh; echo x >conf/envrc"));
        symlink("../scripts/check.sh", folder.join(".husky/pre-push")).unwrap();
        server.fails("echo x >>scripts/check.sh");
        symlink("conf/envrc", folder.join(".envrc")).unwrap();
        server.fails("mv conf/envrc conf/other");
        server.succeeds("echo x >conf/other");
    }
}
