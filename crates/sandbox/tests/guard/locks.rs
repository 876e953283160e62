//! What Git has in its folder for a moment, of the person's own and of other sessions.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Stdio};

use paddock_sandbox::{DeniedBy, Doubt, OnAttempt};

use super::commits::{GIT, enter};
use super::common::kept::{World, quoted, write};
use super::told::{refused, told};
use super::{TIERS, committed, git, guarded, python, repository, start};

const LOCKS: [&str; 6] = [
    "index.lock",
    "HEAD.lock",
    "packed-refs.lock",
    "packed-refs.new",
    "next-index-7.lock",
    "refs/heads/main.lock",
];

#[test]
fn locks_of_another_git_are_only_read() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let state = || {
            LOCKS.map(|lock| {
                let path = folder.join(".git").join(lock);
                let seen = fs::metadata(&path).unwrap();
                (seen.ino(), seen.nlink(), seen.permissions().mode(), fs::read(path).unwrap())
            })
        };
        for lock in LOCKS {
            fs::write(folder.join(".git").join(lock), "the person's own").unwrap();
        }
        let before = state();
        let mut server = start(&world, tier, OnAttempt::Report, vec![committed(&folder)]);
        server.succeeds(&format!("cd {}", quoted(&folder)));
        let locks = python(&world, "locks.py", include_str!("locks.py"));
        let output = server.succeeds(&format!("{locks} {}", LOCKS.join(" ")));
        assert_eq!(output.trim(), format!("{} tried", 24 * LOCKS.len()), "{tier}");
        assert!(state() == before, "{tier}");
        let of_another = refused(DeniedBy::Content(Doubt::NotOwn));
        assert!(told(&mut server).contains(&of_another(folder.join(".git/index.lock"))), "{tier}");
    }
}

/// While an editor is open for the message, the index that is to come is there.
#[test]
fn what_the_persons_git_is_about_to_put_in_place_stays_as_it_is() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let editor = world.path().join("editor");
        fs::write(&editor, "#!/bin/sh\necho begun\nread go\necho second >\"$1\"\n").unwrap();
        fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        server.succeeds(&format!("cd {}; cp .git/index .git/next-index-9", quoted(&folder)));
        fs::write(folder.join("note"), "changed").unwrap();
        let mut commit = person_commits(&folder, &editor);
        let mut says = BufReader::new(commit.stdout.take().unwrap()).lines();
        assert_eq!(says.next().unwrap().unwrap(), "begun");
        assert!(folder.join(".git/index.lock").exists());
        for line in [
            "rm -f .git/index.lock",
            "cat note >.git/index.lock",
            "mv -f .git/next-index-9 .git/index.lock",
            "ln .git/index.lock .git/next-index-8",
            "exec 9<>.git/index.lock",
        ] {
            server.fails(&format!("({line})"));
        }
        commit.stdin.take().unwrap().write_all(b"go\n").unwrap();
        assert!(commit.wait().unwrap().success(), "{tier}");
        assert_eq!(git(&folder, &["ls-files"]), "note\n", "{tier}");
        assert_eq!(git(&folder, &["status", "--porcelain"]), "", "{tier}");
    }
}

#[expect(clippy::disallowed_methods, reason = "the person uses it")]
fn person_commits(folder: &Path, editor: &Path) -> std::process::Child {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
    command.args(["commit", "-q", "-a"]).env("GIT_EDITOR", editor);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_lock_that_is_written_by_a_lock_of_its_own_is_the_servers() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let hook = folder.join(".git/hooks/pre-commit");
        fs::create_dir_all(hook.parent().unwrap()).unwrap();
        fs::write(&hook, format!("#!/bin/sh\necho by >by; {GIT} add by\n")).unwrap();
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        enter(&mut server, &folder);
        for line in [
            "echo two >>note; $G commit -q -a -m second",
            "echo three >>note; yes | $G commit -q -p -m third",
        ] {
            server.succeeds(&line.replace("$G", GIT));
        }
        assert_eq!(git(&folder, &["ls-files"]), "by\nnote\n", "{tier}");
        assert_eq!(git(&folder, &["status", "--porcelain"]), "", "{tier}");
    }
}

/// Work that was begun goes on while grants change, and what is gone is not taken for it.
#[test]
fn a_lock_stays_the_servers_when_another_folder_is_granted() {
    for tier in TIERS {
        let world = World::new();
        let (folder, other) = (repository(&world, "project"), world.make("other"));
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        server.succeeds(&format!(
            "cd {}/.git; mkdir rebase-merge; cp index index.lock",
            quoted(&folder)
        ));
        let many = "for i in $(seq 1100); do : >refs/heads/x.lock; rm refs/heads/x.lock; done";
        server.succeeds(many);
        if tier.is_live() {
            server.enforce(vec![committed(&folder), write(&other)]);
        }
        server.succeeds("echo x >>index.lock; rm index.lock; echo x >rebase-merge/done");
        server.succeeds("rm -r rebase-merge");
        fs::write(folder.join(".git/refs/heads/x.lock"), "").unwrap();
        server.fails("rm -f refs/heads/x.lock");
    }
}

/// What was not there at a look can be there at the act.
#[test]
fn a_lock_that_comes_while_a_server_takes_it_away_stays() {
    const ROUNDS: u32 = 300;
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let lock = folder.join(".git/index.lock");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        let take = python(&world, "take.py", include_str!("take.py"));
        let stop = folder.join("stop");
        server.begin(&format!("cd {}; {take}", quoted(&folder)));
        let mut made = 0;
        while made < ROUNDS {
            // The server makes it, too, for a moment.
            let Ok(file) = fs::File::create_new(&lock) else { continue };
            made += 1;
            for _ in 0..20 {
                let seen = fs::metadata(&lock).expect("it was taken away");
                assert_eq!(seen.ino(), file.metadata().unwrap().ino(), "{tier}: it was replaced");
                std::thread::yield_now();
            }
            fs::remove_file(&lock).unwrap();
        }
        fs::write(&stop, "").unwrap();
        let (output, code) = server.outcome();
        assert_eq!((code, output.as_str()), (0, ""), "{tier}");
    }
}

#[test]
fn a_rebase_of_the_persons_takes_no_steps_of_a_server() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let rebase = folder.join(".git/rebase-merge");
        fs::create_dir(&rebase).unwrap();
        fs::write(rebase.join("git-rebase-todo"), "pick 1 one\n").unwrap();
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        server.succeeds(&format!("cd {}/.git", quoted(&folder)));
        for line in [
            "echo exec evil >>rebase-merge/git-rebase-todo",
            "echo x >rebase-merge/done",
            "mkdir rebase-merge/x",
            "rm rebase-merge/git-rebase-todo",
            "rm -r rebase-merge",
            "mv rebase-merge rebase-other",
            "mv rebase-merge/git-rebase-todo COMMIT_EDITMSG",
            "chmod 777 rebase-merge",
        ] {
            server.fails(line);
        }
        let todo = fs::read_to_string(rebase.join("git-rebase-todo")).unwrap();
        assert_eq!((todo.as_str(), fs::read_dir(&rebase).unwrap().count()), ("pick 1 one\n", 1));
        fs::remove_dir_all(&rebase).unwrap();

        // The person's Git goes on in a folder that was there. What it writes there is its own.
        server.succeeds("mkdir rebase-merge && echo x >rebase-merge/done");
        fs::write(rebase.join("git-rebase-todo"), "pick 1 one\n").unwrap();
        for line in [
            "echo exec evil >>rebase-merge/git-rebase-todo",
            "rm rebase-merge/git-rebase-todo",
            "echo exec evil >rebase-merge/x; mv rebase-merge/x rebase-merge/git-rebase-todo",
            "ln rebase-merge/git-rebase-todo rebase-merge/y",
        ] {
            server.fails(line);
        }
        assert_eq!(fs::read_to_string(rebase.join("git-rebase-todo")).unwrap(), "pick 1 one\n");
        // What a prompt of the person's shell would run is left out of the server's own, too.
        server.fails("echo '$(evil)' >rebase-merge/msgnum");
        server.fails("echo '$(evil)' >rebase-merge/end");
        server.fails("mkdir rebase-apply");
        server.fails("mkdir reftable");
    }
}

#[test]
fn a_rebase_of_the_servers_goes_on_and_can_be_given_up() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        enter(&mut server, &folder);
        for line in [
            "$G checkout -q -b topic && echo a >note && $G commit -q -a -m a && echo b >note",
            "$G commit -q -a -m b && $G checkout -q main && echo c >note && $G commit -q -a -m c",
            "$G checkout -q topic && ! $G rebase -q main",
            "$G rebase --abort && test ! -e .git/rebase-merge && ! $G rebase -q main",
            "echo a >note && $G add note && { $G rebase --continue || true; }",
            "echo b >note && $G add note && { $G rebase --continue || true; }",
            "test ! -e .git/rebase-merge && $G log --oneline -1 | grep -q ' b'",
            "test -z \"$($G status --porcelain)\"",
        ] {
            server.succeeds(&line.replace("$G", GIT));
        }
        git(&folder, &["fsck"]);
    }
}

/// The person's Git moves its lock by the path of the repository.
#[test]
fn no_repository_is_moved_where_a_server_commits() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("work");
        for name in ["x", "y", "plain"] {
            fs::create_dir(folder.join(name)).unwrap();
        }
        for name in ["x", "y"] {
            git(&folder.join(name), &["init", "-q"]);
        }
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        server.succeeds(&format!("cd {}", quoted(&folder)));
        let rename = "/usr/bin/python3 -c 'import os, sys; os.rename(*sys.argv[1:])'";
        server.fails(&format!("{rename} x other"));
        server.fails(&format!("mkdir deep; {rename} x deep/x"));
        server.succeeds(&format!("{rename} plain other && {rename} other plain"));
    }
}

#[test]
fn two_sessions_bring_nothing_about_that_one_may_not() {
    const ROUNDS: u32 = 3000;
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        fs::write(folder.join("one"), "").unwrap();
        fs::create_dir(folder.join("other")).unwrap();
        fs::write(folder.join("other/config.toml"), "evil").unwrap();
        let mut servers =
            [(); 2].map(|()| start(&world, tier, OnAttempt::Ignore, vec![guarded(&folder)]));
        let swap = python(&world, "swap.py", include_str!("swap.py"));
        for (server, does) in servers.iter_mut().zip(["swap", "move"]) {
            server.begin(&format!("{swap} {} {does} {ROUNDS}", quoted(&folder)));
        }
        for server in &mut servers {
            let (output, code) = server.outcome();
            assert_eq!(code, 0, "{tier}: {output}");
            assert!(output.starts_with("made ") && output.trim() != "made 0", "{tier}: {output}");
        }
        assert!(!folder.join("mise").is_dir(), "{tier}");
    }
}
