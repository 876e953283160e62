//! A folder in which a server may also commit.

use std::fs;
use std::path::{Path, PathBuf};

use paddock_core::Access;
use paddock_sandbox::OnAttempt;

use super::common::kept::{Server, World, quoted};
use super::{TIERS, committed, git, guarded_state, python, repository, start};

/// As a server runs it.
pub(super) const GIT: &str =
    "git -c safe.directory='*' -c user.name=a -c user.email=a@b -c gc.auto=0";

pub(super) fn enter(server: &mut Server, folder: &Path) {
    server.succeeds(&format!("cd {}; export HOME=$PWD GIT_EDITOR=true", quoted(folder)));
}

#[test]
fn a_server_commits_branches_merges_rebases_stashes_and_tidies_up() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let before = guarded_state(&folder, Access::WriteCommits);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        enter(&mut server, &folder);
        for line in [
            "echo two >>note; echo new >new; $G add -A && $G commit -q -m second",
            "$G checkout -q -b next && echo three >>note && $G commit -q -a -m third",
            "$G checkout -q main && echo other >other && $G add other && $G commit -q -m fourth",
            "$G merge -q -m merged next && $G log --oneline | grep -q merged",
            "$G checkout -q -b topic HEAD~1 && echo t >topic && $G add topic && $G commit -q -m topic",
            "$G rebase -q main && $G log --oneline -1 | grep -q topic",
            "echo more >>note && $G stash -q && $G diff --quiet && $G stash pop -q && ! $G diff --quiet",
            "$G commit -q -a --amend -m amended && $G tag v1 && $G tag -a -m annotated v2",
            "$G cherry-pick --allow-empty main >cherry 2>&1; $G cherry-pick --abort 2>/dev/null; rm cherry",
            "$G reset -q --hard HEAD~1 && $G reflog | grep -q amended",
            "$G branch -q -D next && ! $G rev-parse -q --verify next",
            "$G switch -q main && $G revert --no-edit -m 1 HEAD >/dev/null",
            "$G gc -q --prune=now && $G repack -q -a -d && $G pack-refs --all",
            "$G fsck --no-dangling && test -z \"$($G status --porcelain)\"",
        ] {
            server.succeeds(&line.replace("$G", GIT));
        }
        assert_eq!(guarded_state(&folder, Access::WriteCommits), before, "{tier}");
        git(&folder, &["fsck"]);
        assert!(git(&folder, &["log", "--oneline"]).contains("Revert"), "{tier}");
    }
}

#[test]
fn nothing_of_a_server_that_commits_runs_when_the_person_uses_git() {
    for tier in TIERS {
        let world = World::new();
        let folder = repository(&world, "project");
        let outside = world.path().join("bashrc");
        fs::write(&outside, "the person's own\n").unwrap();
        let proof = world.path().join("ran");
        let before = guarded_state(&folder, Access::WriteCommits);
        let mut server = start(&world, tier, OnAttempt::Ignore, vec![committed(&folder)]);
        enter(&mut server, &folder);
        let redirect = python(&world, "redirect.py", include_str!("redirect.py"));
        let output =
            server.succeeds(&format!("{redirect} {} {}", quoted(&outside), quoted(&proof)));
        assert!(output.contains("125 tried"), "{output}");
        assert!(!output.contains("let through"), "{tier}: {output}");
        assert_eq!(guarded_state(&folder, Access::WriteCommits), before, "{tier}: {output}");
        assert_eq!(
            links_and_pipes(&folder.join(".git")),
            Vec::<PathBuf>::new(),
            "{tier}: {output}"
        );

        git(&folder, &["status"]);
        git(&folder, &["checkout", "-q", "-b", "of-the-person"]);
        git(&folder, &["commit", "-q", "--allow-empty", "-m", "second"]);
        assert!(!proof.exists(), "{tier}: {output}");
        assert_eq!(fs::read_to_string(&outside).unwrap(), "the person's own\n", "{tier}");
    }
}

fn links_and_pipes(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let (folders, rest): (Vec<_>, Vec<_>) =
        entries.partition(|entry| entry.file_type().unwrap().is_dir());
    let rest = rest.into_iter().filter(|entry| !entry.file_type().unwrap().is_file());
    let within = folders.iter().flat_map(|folder| links_and_pipes(&folder.path()));
    rest.map(|entry| entry.path()).chain(within).collect()
}
