//! Linked worktrees of a repository in which a server may commit.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::{Access, RootEntry};
use paddock_sandbox::{OnAttempt, Tier};

use super::commits::GIT;
use super::common::kept::{Server, World, quoted};
use super::{TIERS, committed, git, guarded_state, repository, start, state};

/// What someone does who works in a worktree.
const WORK: [&str; 9] = [
    "test -z \"$($G status --porcelain)\"",
    "echo two >>note && echo new >new && $G add -A && $G commit -q -m second",
    "$G commit -q --amend -m amended && $G log --oneline -1 | grep -q amended",
    "$G checkout -q -b topic HEAD~1 && echo t >topic && $G add topic && $G commit -q -m topic",
    "$G rebase -q side && $G log --oneline -1 | grep -q topic",
    "echo more >>note && $G stash -q && $G diff --quiet && $G stash pop -q && ! $G diff --quiet",
    "$G reset -q --hard && $G reflog | grep -q rebase",
    "$G merge -q --no-edit main && $G checkout -q side && $G branch -q -D topic",
    "$G gc -q --prune=now && $G fsck --no-dangling && test -z \"$($G status --porcelain)\"",
];

/// The person's own repository, and a worktree of it beside it on a branch `side`.
struct Linked {
    work: PathBuf,
    main: PathBuf,
    side: PathBuf,
}

impl Linked {
    fn make(world: &World) -> Self {
        let work = world.make("work");
        let (main, side) = (repository(world, "work/main"), work.join("side"));
        git(&main, &["worktree", "add", "-q", "-b", "side", side.to_str().unwrap()]);
        Self { work, main, side }
    }

    fn of_worktree(&self, name: &str) -> PathBuf {
        self.main.join(".git/worktrees/side").join(name)
    }
}

fn serve(world: &World, tier: Tier, folders: &[&Path], at: &Path) -> Server {
    let folders = folders.iter().map(|folder| committed(folder)).collect();
    let mut server = start(world, tier, OnAttempt::Ignore, folders);
    server.succeeds(&format!("cd {}; export HOME=$PWD GIT_EDITOR=true", quoted(at)));
    server
}

#[test]
fn work_goes_on_in_a_worktree_whose_repository_is_granted_around_or_beside_it() {
    for tier in TIERS {
        for beside in [false, true] {
            let world = World::new();
            let linked = Linked::make(&world);
            let folders =
                if beside { vec![&*linked.main, &linked.side] } else { vec![&*linked.work] };
            let before = guarded_state(&linked.work, Access::WriteCommits);
            let mut server = serve(&world, tier, &folders, &linked.side);
            for line in WORK {
                server.succeeds(&line.replace("$G", GIT));
            }
            let after = guarded_state(&linked.work, Access::WriteCommits);
            assert_eq!(after, before, "{tier} {beside}");
            assert!(git(&linked.side, &["log", "--oneline"]).contains("amended"), "{tier}");
            git(&linked.main, &["fsck"]);
        }
    }
}

#[test]
fn a_worktree_alone_is_no_repository() {
    for tier in TIERS {
        let world = World::new();
        let linked = Linked::make(&world);
        let mut server = serve(&world, tier, &[&linked.side], &linked.side);
        let output = server.succeeds(&format!("{GIT} status && echo works; :"));
        assert!(output.contains("not a git repository") && !output.contains("works"), "{output}");
    }
}

#[test]
fn no_worktree_is_made_or_led_elsewhere() {
    for tier in TIERS {
        let world = World::new();
        let linked = Linked::make(&world);
        let before = guarded_state(&linked.work, Access::WriteCommits);
        let listed = git(&linked.main, &["worktree", "list"]);
        let mut server = serve(&world, tier, &[&linked.work], &linked.main);
        let own = quoted(&linked.of_worktree(""));
        for line in [
            "$G worktree add ../new".to_owned(),
            "$G worktree add -f --detach ../side2 main".to_owned(),
            "$G worktree lock ../side".to_owned(),
            "mkdir .git/worktrees/new".to_owned(),
            "mkdir made; mv made .git/worktrees/made".to_owned(),
            format!("cp -r {own} .git/worktrees/copy"),
            format!("mv {own} ../taken"),
            format!("rm {own}commondir"),
            format!("mv {own}commondir {own}index.lock"),
            format!("echo /evil >{own}commondir"),
            format!("echo /evil >evil; mv evil {own}gitdir"),
            format!("printf '[core]\\nfsmonitor = evil\\n' >{own}config.worktree"),
            format!("printf '[core]\\nfsmonitor = evil\\n' >{own}config"),
            format!("mkdir {own}hooks"),
            format!("mkdir -p {own}objects/info"),
            format!("ln -s /evil {own}logs/link"),
            "echo 'gitdir: /evil' >../side/.git".to_owned(),
            "rm ../side/.git".to_owned(),
        ] {
            let line = line.replace("$G", GIT);
            let output = server.succeeds(&format!("{{ {line}; }} && echo let through; :"));
            assert!(!output.contains("let through"), "{tier}: {line}: {output}");
        }
        assert_eq!(guarded_state(&linked.work, Access::WriteCommits), before, "{tier}");
        assert_eq!(git(&linked.main, &["worktree", "list"]), listed, "{tier}");
        assert_eq!(fs::read_to_string(linked.of_worktree("commondir")).unwrap(), "../..\n");
    }
}

/// What stands in the worktree, which nothing was changed in, follows the repository's path.
#[test]
fn no_repository_is_moved_from_where_its_worktrees_look_for_it() {
    for tier in TIERS {
        for access in [Access::WriteGuarded, Access::WriteCommits] {
            let world = World::new();
            let linked = Linked::make(&world);
            let bare = linked.work.join("deep/in/bare");
            git(&linked.work, &["clone", "-q", "--bare", "main", bare.to_str().unwrap()]);
            let of_bare = linked.work.join("of-bare");
            git(&bare, &["worktree", "add", "-q", "-b", "other", of_bare.to_str().unwrap()]);
            let plain = world.make("work/plain");
            git(&plain, &["init", "-q"]);
            let proof = world.path().join("ran");
            let folders = vec![RootEntry { access, ..committed(&linked.work) }];
            let mut server = start(&world, tier, OnAttempt::Ignore, folders);
            let evil = format!("{}/evil", quoted(&world.home()));
            server.succeeds(&format!(
                "cd {}; mkdir empty; mkdir {evil}; cp -r main/.git {evil}/.git; \
                 printf '[core]\\nfsmonitor = \"touch {}\"\\n' >>{evil}/.git/config",
                quoted(&linked.work),
                quoted(&proof)
            ));
            let rename = |from: &str, to: &str, flags: u32| {
                let program = "import ctypes, sys; c = ctypes.CDLL(None, use_errno=True); \
                               a, b = (it.encode() for it in sys.argv[1:3]); \
                               r = c.renameat2(-100, a, -100, b, int(sys.argv[3])); \
                               e = ctypes.get_errno(); sys.exit(0 if r == 0 else e)";
                format!("/usr/bin/python3 -c '{program}' {from} {to} {flags}")
            };
            for (from, to, flags) in [
                ("main", "moved", 0),
                ("main/", "moved", 0),
                ("main", "empty", 2),
                ("empty", "main", 2),
                ("deep", "moved", 0),
                ("deep/in", "moved", 0),
            ] {
                let (said, code) = server.run(&rename(from, to, flags));
                assert_eq!(code, rustix::io::Errno::XDEV.raw_os_error(), "{from} {to}: {said}");
            }
            server.fails(&rename("deep/in/bare", "moved", 0));
            server.fails(&rename("deep/in/bare/worktrees", "taken", 0));
            server.fails(&rename("deep/in/bare/worktrees/of-bare", "taken", 0));
            for name in ["main", "deep"] {
                server.fails(&format!("mv {name} moved"));
                server.run(&format!("rm -rf moved; ln -sfn {evil} {name}"));
            }
            git(&linked.side, &["status"]);
            git(&of_bare, &["status"]);
            assert!(!proof.exists(), "{tier} {access:?}");
            // Nobody looks for these by their path.
            if access == Access::WriteGuarded {
                server.succeeds(&rename("plain", "moved-plain", 0));
            }
            server.succeeds(&rename("empty", "moved-empty", 0));
            server.succeeds("mv side moved-side");
        }
    }
}

/// `tree/.bare` with worktrees beside it, as people have it who work on many branches at once.
fn with_bare(world: &World) -> PathBuf {
    repository(world, "origin");
    let tree = world.make("tree");
    git(&tree, &["clone", "-q", "--bare", "../origin", ".bare"]);
    git(&tree, &["--git-dir=.bare", "worktree", "add", "-q", "-b", "side", "main2"]);
    tree
}

#[test]
fn nothing_is_written_in_a_folder_of_gits_by_another_name() {
    for tier in TIERS {
        for access in [Access::WriteGuarded, Access::WriteCommits] {
            let world = World::new();
            let tree = with_bare(&world);
            let before = state(&tree.join(".bare"));
            let folders = vec![RootEntry { access, ..committed(&tree) }];
            let mut server = start(&world, tier, OnAttempt::Ignore, folders);
            server.succeeds(&format!("cd {}; echo x >index; mkdir refs", quoted(&tree)));
            for name in [
                "index",
                "worktrees/main2/index",
                "worktrees/main2/rebase-merge/git-rebase-todo",
                "sequencer/todo",
                "refs/heads/main",
                "refs/heads/other",
                "objects/info/alternates",
                "objects/aa/evil",
                "packed-refs",
                "modules/x/config",
                "hooks/post-checkout",
                "new",
            ] {
                server.fails(&format!("mkdir -p $(dirname .bare/{name}); cp index .bare/{name}"));
                server.fails(&format!("mv index .bare/{name}"));
                server.fails(&format!("ln -s $PWD/index .bare/{name}"));
            }
            server.fails("rm -rf .bare/refs");
            server.fails("mv .bare moved");
            server.fails("exec 3<.bare/refs; echo x >/proc/self/fd/3/heads/other");
            server.succeeds("echo x >>main2/note; mkdir main2/refs; echo x >main2/index");
            assert_eq!(state(&tree.join(".bare")), before, "{tier} {access:?}");
        }
    }
}

/// Some filesystems take `head` for `HEAD`.
#[test]
fn no_spelling_of_head_completes_a_repository() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        fs::create_dir_all(folder.join("mine")).unwrap();
        fs::write(folder.join("mine/HEAD"), "ref: refs/heads/main\n").unwrap();
        let folders = vec![RootEntry { access: Access::WriteGuarded, ..committed(&folder) }];
        let mut server = start(&world, tier, OnAttempt::Ignore, folders);
        server
            .succeeds(&format!("cd {}; mkdir -p a/objects b/refs; echo x >head", quoted(&folder)));
        for line in ["echo x >a/head", "mv head a/Head", "echo x >b/HEAD.", "mkdir b/hEAD"] {
            server.fails(line);
        }
        server.fails("mkdir mine/objects");
        server.fails("mv a/objects mine/refs");
        server.succeeds("mv head other; mkdir objects");
    }
}
