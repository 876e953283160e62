//! What the person's own Git would believe, in a folder in which a server may commit.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use paddock_sandbox::{Attempt, DeniedBy, Doubt, OnAttempt};

use super::commits::{GIT, enter};
use super::common::kept::{World, quoted};
use super::told::{refused, told};
use super::{TIERS, committed, git, python, repository, start};

#[test]
fn nothing_that_git_would_be_led_by_gets_to_its_place() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        enter(&mut server, &folder);
        let forge = python(&world, "forge.py", include_str!("forge.py"));
        let output = server.succeeds(&forge);
        assert!(output.contains("161 tried"), "{tier}: {output}");
        assert!(!output.contains("let through"), "{tier}: {output}");

        git(&folder, &["checkout", "-q", "--", "."]);
        git(&folder, &["checkout-index", "-a", "-f"]);
        git(&folder, &["fsck"]);
        assert_eq!(git(&folder, &["status", "--porcelain"]), "", "{tier}: {output}");
        let names = |folder: &Path| fs::read_dir(folder).unwrap().count();
        assert_eq!(names(&folder), 2, "{tier}: {output}");
        assert_eq!(names(folder.parent().unwrap()), 1, "{tier}: {output}");
        assert_eq!(left_behind(&folder.join(".git")), Vec::<PathBuf>::new(), "{tier}: {output}");
    }
}

fn left_behind(folder: &Path) -> Vec<PathBuf> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    names.filter(|name| name.to_string_lossy().contains(".paddock-")).collect()
}

/// Also where Git writes more into it than it has to.
#[test]
fn git_goes_on_writing_whatever_index_the_person_has() {
    const MORE: [&str; 5] = [
        "index.version=4",
        "index.threads=2",
        "index.recordEndOfIndexEntries=true",
        "index.recordOffsetTable=true",
        "core.untrackedCache=true",
    ];
    let kinds: [(&str, &[&str], &[&str]); 4] = [
        ("sha1", &["index.version=2"], &[]),
        ("sha1", &MORE, &[]),
        ("sha256", &MORE, &[]),
        // It is written whole then.
        ("sha1", &[], &["core.splitIndex=true"]),
    ];
    for tier in TIERS {
        for (format, settings, later) in kinds {
            let world = World::new();
            let folder = with(&world, format, settings);
            set(&folder, later);
            let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
            enter(&mut server, &folder);
            for line in [
                "mkdir -p a/b 'with blank'; for i in 1 2 3 4 5 6 7 8 9; do echo $i >a/b/$i; done",
                "echo x >'with blank/é' && $G add -A && $G commit -q -m second && $G status",
                "echo new >new && $G add -N new && $G update-index --skip-worktree a/b/1",
                "$G commit -q -a -m third && $G checkout -q -b topic && echo t >>note",
                "$G stash -q && $G stash pop -q && $G commit -q -a -m fourth && $G tag -a -m x v1",
                "$G pack-refs --all && $G checkout -q main && $G merge -q topic",
                "$G update-index --no-skip-worktree a/b/1 && test -z \"$($G status --porcelain)\"",
            ] {
                server.succeeds(&line.replace("$G", GIT));
            }
            git(&folder, &["fsck"]);
            let state = git(&folder, &["status", "--porcelain"]);
            assert_eq!(state, "", "{tier} {format} {settings:?} {later:?}");
            assert!(git(&folder, &["log", "--oneline"]).contains("fourth"), "{tier} {format}");
        }
    }
}

/// A repository whose ids are of this kind, with these settings.
fn with(world: &World, format: &str, settings: &[&str]) -> PathBuf {
    let folder = world.make("project");
    git(&folder, &["init", "-q", "-b", "main", &format!("--object-format={format}")]);
    set(&folder, settings);
    git(&folder, &["add", "-A"]);
    git(&folder, &["commit", "-q", "-m", "first"]);
    folder
}

fn set(folder: &Path, settings: &[&str]) {
    for setting in settings {
        let (name, value) = setting.split_once('=').unwrap();
        git(folder, &["config", name, value]);
    }
}

#[test]
fn an_index_that_is_split_stays_as_the_person_has_it() {
    for tier in TIERS {
        let world = World::new();
        let folder = world.make("project");
        // Of few files, Git would write all anew once one changes.
        for number in 0..20 {
            fs::write(folder.join(number.to_string()), "").unwrap();
        }
        let folder = with(&world, "sha1", &[]);
        git(&folder, &["update-index", "--split-index"]);
        let index = fs::read(folder.join(".git/index")).unwrap();
        let mut server = start(&world, tier, OnAttempt::Report, vec![committed(&folder)]);
        enter(&mut server, &folder);
        server.fails(&format!("echo new >new; {GIT} add new"));
        assert_eq!(fs::read(folder.join(".git/index")).unwrap(), index, "{tier}");
        let split = of_content(folder.join(".git/index"), Doubt::Split);
        assert!(told(&mut server).contains(&split), "{tier}");
    }
}

fn of_content(path: PathBuf, doubt: Doubt) -> Attempt {
    refused(DeniedBy::Content(doubt))(path)
}

#[test]
fn what_was_wrong_with_it_is_told() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Report, vec![committed(&folder)]);
        server.succeeds(&format!("cd {}/.git", quoted(&folder)));
        for (line, path, doubt) in [
            ("echo x >index.lock; mv index.lock index", "index", Doubt::Malformed),
            ("echo x >HEAD.lock; mv HEAD.lock HEAD", "HEAD", Doubt::Reference),
            ("echo x >refs/heads/main", "refs/heads/main", Doubt::InPlace),
            (
                "echo x >packed-refs.new; mv packed-refs.new packed-refs",
                "packed-refs",
                Doubt::Reference,
            ),
        ] {
            let output = server.fails(line);
            assert!(output.contains("Read-only"), "{tier}: {output}");
            let path = folder.join(".git").join(path);
            assert_eq!(told(&mut server), [of_content(path, doubt)], "{tier} {line}");
        }
        server.succeeds("rm -f index.lock HEAD.lock packed-refs.new");
    }
}

/// By when its index was written, Git tells what may have been changed since.
#[test]
fn what_gets_to_its_place_has_the_mode_and_the_time_of_what_was_moved() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        server.succeeds(&format!("cd {}/.git && cp index index.lock", quoted(&folder)));
        server.succeeds("chmod 640 index.lock && touch -d @1000.25 index.lock");
        server.succeeds("/usr/bin/python3 -c 'import os; os.rename(\"index.lock\", \"index\")'");
        let index = fs::metadata(folder.join(".git/index")).unwrap();
        assert_eq!(index.permissions().mode() & 0o7777, 0o640, "{tier}");
        assert_eq!((index.mtime(), index.mtime_nsec()), (1000, 250_000_000), "{tier}");
        server.fails("test -e index.lock");
        git(&folder, &["status"]);
    }
}
