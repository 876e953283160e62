//! What Git writes in its folder when someone commits, branches, merges, rebases or stashes.
//!
//! A list of what may be written, not of what may not: hooks, settings, what leads to another
//! repository (`commondir`, `gitdir`, `alternates`, `modules`), what Git replays by
//! itself (`MERGE_RR`, `MERGE_AUTOSTASH`, `rr-cache`, `sequencer`) and whatever Git will know one day
//! are not on it. See `gitrepository-layout(5)`. Git does not doubt what is in the files that are:
//! what it would be led elsewhere by is told apart ([`Believed`]). A shared index is not on the list:
//! without one, Git writes an index that is whole.
//!
//! A linked worktree has its own folder in `worktrees`, which holds what is not shared: such as `HEAD`
//! and the index. That is written as in Git's folder itself; what leads from there to the worktree
//! and to what is shared is not, and neither is a folder for a further worktree made.

use std::path::Path;

use super::{Believed, Guarded};

/// Git's folder, by the one spelling that Git makes.
const GIT: &str = ".git";

const FILES: [&str; 20] = [
    "HEAD",
    "ORIG_HEAD",
    "FETCH_HEAD",
    "MERGE_HEAD",
    "MERGE_MODE",
    "MERGE_MSG",
    "AUTO_MERGE",
    "SQUASH_MSG",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "REBASE_HEAD",
    "COMMIT_EDITMSG",
    "TAG_EDITMSG",
    "index",
    "packed-refs",
    "packed-refs.new",
    "shallow",
    "gc.log",
    "gc.pid",
    "addp-hunk-edit.diff",
];

/// Of files that are there for a moment.
const STARTS: [&str; 2] = [STASHED, "next-index-"];

/// An index that is to be stashed.
const STASHED: &str = "index.stash.";

/// What is an id, or leads to a reference, and is written as references are.
const REFERENCES: [&str; 5] =
    ["HEAD", "ORIG_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD"];

/// Not `reftable`: in its list of tables, Git takes away those of other repositories. Not
/// `rebase-apply`: its counters are run by some prompts of shells, and Git does without none of them.
const FOLDERS: [&str; 5] = ["objects", "refs", "logs", REBASE, "lfs"];

/// Where a rebase is that goes on.
const REBASE: &str = "rebase-merge";

/// Some prompts of shells run what they say, and Git goes on without them.
const COUNTERS: [&str; 2] = ["msgnum", "end"];

/// Ends the name of what is at work for another file.
const LOCK: &str = ".lock";

/// Where linked worktrees keep what is their own.
const WORKTREES: &str = "worktrees";

/// What worktrees have in common, in Git's folder itself.
const SHARED: [&str; 2] = ["objects", "lfs"];

/// What a repository has beside its `HEAD` that leads Git on.
const SETTINGS: [&str; 6] = ["config", "config.worktree", "commondir", "gitdir", "hooks", "info"];

/// Whether Git writes what is at `below` for a commit, in the Git folder that is on the way there.
pub(super) fn need(below: &Path) -> bool {
    in_git(below).is_some_and(|names| match names.as_slice() {
        [worktrees, name, rest @ ..] if worktrees == WORKTREES => {
            Guarded::of_name(name).is_none() && is_of_worktree(rest)
        }
        names => is_of_commit(names),
    })
}

fn is_of_commit(names: &[String]) -> bool {
    match names {
        [file] if is_file(file) => true,
        [folder, rest @ ..] if FOLDERS.contains(&folder.as_str()) => match folder.as_str() {
            "objects" => is_object(rest),
            // Nothing there begins with a dot but what is on its way there.
            "refs" => {
                is_ref(rest) && !rest.iter().any(|name| name.starts_with('.') || may_be_lock(name))
            }
            "logs" => is_log(rest),
            REBASE if rest.first().is_some_and(|it| COUNTERS.contains(&it.as_str())) => false,
            _ => holds_nothing_guarded(rest),
        },
        _ => false,
    }
}

/// Objects are shared: with some of its own it could be taken for a repository by itself.
fn is_of_worktree(names: &[String]) -> bool {
    let is_shared = names.first().is_some_and(|first| SHARED.contains(&first.as_str()));
    !is_shared && is_of_commit(names)
}

/// What Git believes of what is at `below` in the end, not of what it writes at first.
pub(super) fn believed(below: &Path) -> Option<Believed> {
    believed_of(of_worktree(&in_git(below)?))
}

/// Whether Git writes there what it then moves to another place.
pub(super) fn is_lock(below: &Path) -> bool {
    let names = in_git(below).unwrap_or_default();
    match of_worktree(&names) {
        [file] if file == "packed-refs.new" => true,
        names => names.last().is_some_and(|name| name.ends_with(LOCK)),
    }
}

/// The folder of the rebase that `below` is a part of.
pub(super) fn rebase(below: &Path) -> Option<&Path> {
    let names = in_git(below)?;
    let inside = match of_worktree(&names) {
        [rebase, rest @ ..] if rebase == REBASE => rest.len(),
        _ => return None,
    };
    below.ancestors().nth(inside)
}

/// Without the names that lead to the folder of a linked worktree.
fn of_worktree(names: &[String]) -> &[String] {
    match names {
        [worktrees, _, rest @ ..] if worktrees == WORKTREES => rest,
        names => names,
    }
}

fn believed_of(names: &[String]) -> Option<Believed> {
    let is_lock = names.last()?.ends_with(LOCK);
    match names {
        _ if is_lock => None,
        [file] if file == "index" || file.starts_with(STASHED) => Some(Believed::Index),
        [file] if file == "packed-refs" => Some(Believed::PackedReferences),
        [file] if REFERENCES.contains(&file.as_str()) => Some(Believed::Reference),
        [refs, _, ..] if refs == "refs" => Some(Believed::Reference),
        _ => None,
    }
}

/// Whether `below` is Git's folder or in it.
pub(super) fn is_in_git(below: &Path) -> bool {
    in_git(below).is_some()
}

/// The names behind the first one that is guarded, if that is Git's folder.
fn in_git(below: &Path) -> Option<Vec<String>> {
    let mut names = below.iter().map(|name| name.to_string_lossy().into_owned());
    let first = names.find(|name| Guarded::of_name(name).is_some())?;
    (first == GIT).then(|| names.collect())
}

fn is_file(name: &str) -> bool {
    // A lock can be written anew while it is one, by a lock of its own.
    let bare = name.trim_end_matches(LOCK);
    FILES.contains(&bare) || STARTS.iter().any(|start| name.starts_with(start))
}

fn is_object(names: &[String]) -> bool {
    let is_known = |name: &String| name.starts_with("packs") || name.starts_with("commit-graph");
    let lists = match names {
        [info, name, ..] if info == "info" => is_known(name),
        _ => true,
    };
    lists && holds_nothing_guarded(names)
}

/// Whether some filesystem takes `name` for a lock that has another one.
fn may_be_lock(name: &str) -> bool {
    let is_spelt = name.to_ascii_lowercase().ends_with(LOCK) && !name.ends_with(LOCK);
    // A reference has no such letter in it, and short names of files have it.
    is_spelt || name.contains('~')
}

/// A remote has a `HEAD`, and must not become a repository by what is put beside it.
fn is_ref(names: &[String]) -> bool {
    match names {
        [remotes, _, head] if remotes == "remotes" && is_head(head) => true,
        [remotes, _, name, ..] if remotes == "remotes" && is_setting(name) => false,
        names => holds_nothing_guarded(names),
    }
}

fn is_log(names: &[String]) -> bool {
    match names {
        [head] if is_head(head) => true,
        [name, ..] if is_setting(name) => false,
        [refs, rest @ ..] if refs == "refs" => is_ref(rest),
        names => holds_nothing_guarded(names),
    }
}

fn is_head(name: &str) -> bool {
    name.strip_suffix(LOCK).unwrap_or(name) == "HEAD"
}

fn is_setting(name: &str) -> bool {
    SETTINGS.contains(&name)
}

fn holds_nothing_guarded(names: &[String]) -> bool {
    names.iter().all(|name| Guarded::of_name(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commits_are_made_of_may_be_written() {
        let paths = [
            "index",
            "index.lock",
            "index.lock.lock",
            "HEAD",
            "HEAD.lock",
            "COMMIT_EDITMSG",
            "packed-refs.lock",
            "packed-refs.new",
            "next-index-123.lock",
            "objects",
            "objects/4b/825dc642cb6eb9a060e54bf8d69288fbee4904",
            "objects/pack/tmp_pack_x",
            "objects/info/packs",
            "objects/info/commit-graphs/commit-graph-chain",
            "refs/heads/main",
            "refs/heads/feature/config",
            "refs/heads/hooks/x",
            "refs/stash",
            "refs/remotes/origin/HEAD",
            "refs/remotes/origin/main",
            "logs",
            "logs/HEAD",
            "logs/refs/heads/main",
            "logs/refs/remotes/origin/HEAD",
            "logs/refs/.tmp-renamed-log",
            "rebase-merge/git-rebase-todo",
            "worktrees/side/HEAD",
            "worktrees/side/HEAD.lock",
            "worktrees/side/index.lock",
            "worktrees/side/ORIG_HEAD",
            "worktrees/side/COMMIT_EDITMSG",
            "worktrees/side/logs/HEAD",
            "worktrees/side/refs/rewritten/onto",
            "worktrees/side/rebase-merge/git-rebase-todo",
        ];
        for path in paths {
            assert!(need(&Path::new(".git").join(path)), "{path}");
            assert!(need(&Path::new("a/b/.git").join(path)), "{path}");
        }
    }

    #[test]
    fn what_git_runs_or_is_led_by_may_not() {
        let paths = [
            "",
            "config",
            "config.lock",
            "config.worktree",
            "commondir",
            "gitdir",
            "hooks",
            "hooks/pre-commit",
            "info",
            "info/attributes",
            "info/exclude",
            "modules/a/config",
            "modules/a/HEAD",
            "worktrees",
            "worktrees/a",
            "worktrees/a/gitdir",
            "worktrees/a/gitdir.lock",
            "worktrees/a/commondir",
            "worktrees/a/config",
            "worktrees/a/config.worktree",
            "worktrees/a/locked",
            "worktrees/a/hooks/pre-commit",
            "worktrees/a/info/sparse-checkout",
            "worktrees/a/objects/4b/825dc642cb6eb9a060e54bf8d69288fbee4904",
            "worktrees/a/worktrees/b/HEAD",
            "worktrees/a/modules/b/HEAD",
            "worktrees/.git/HEAD",
            "worktrees/HEAD",
            "worktrees/x.git/index",
            "remotes/origin",
            "branches/origin",
            "description",
            "MERGE_RR",
            "MERGE_AUTOSTASH",
            "rr-cache/x/postimage",
            "sequencer/opts",
            "objects/info/alternates",
            "objects/info/http-alternates",
            "objects/.git/config",
            "objects/x/HEAD",
            "objects/x.git/config",
            "objects/.envrc",
            "refs/heads/HEAD",
            "refs/heads/.paddock-1-0.lock",
            "refs/.hidden/x",
            "refs/heads/main.LOCK",
            "refs/heads/MAIN~1.LOC",
            ".paddock-1-0.lock",
            "worktrees/a/.paddock-1-0.lock",
            "refs/remotes/origin/config",
            "refs/remotes/origin/hooks/post-checkout",
            "logs/config",
            "logs/hooks/x",
            "logs/refs/remotes/origin/commondir",
            "rebase-merge/.git",
            "rebase-merge/msgnum",
            "worktrees/a/rebase-merge/end",
            "rebase-apply/patch",
            "rebase-apply",
            "reftable/tables.list",
            "unknown",
            "sharedindex.4b825dc642cb6eb9a060e54bf8d69288fbee4904",
            "sharedindex_XyZ123",
            "Index",
            "HEAD/x",
        ];
        for path in paths {
            assert!(!need(&Path::new(".git").join(path)), "{path}");
        }
        for path in
            [".GIT/index", "x.git/index", "bare/HEAD", ".config/.git/index", "index", "GIT~1/index"]
        {
            assert!(!need(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn what_git_believes_is_told_by_where_it_is_in_the_end() {
        let cases = [
            ("index", Some(Believed::Index)),
            ("index.stash.123", Some(Believed::Index)),
            ("HEAD", Some(Believed::Reference)),
            ("ORIG_HEAD", Some(Believed::Reference)),
            ("refs/stash", Some(Believed::Reference)),
            ("refs/heads/a/b", Some(Believed::Reference)),
            ("refs/remotes/origin/HEAD", Some(Believed::Reference)),
            ("packed-refs", Some(Believed::PackedReferences)),
            ("worktrees/side/index", Some(Believed::Index)),
            ("worktrees/side/HEAD", Some(Believed::Reference)),
            ("worktrees/side/refs/bisect/bad", Some(Believed::Reference)),
            ("index.lock", None),
            ("index.stash.123.lock", None),
            ("next-index-123.lock", None),
            ("HEAD.lock", None),
            ("refs/heads/main.lock", None),
            ("refs", None),
            ("packed-refs.new", None),
            ("logs/HEAD", None),
            ("logs/refs/heads/main", None),
            ("objects/4b/825dc642cb6eb9a060e54bf8d69288fbee4904", None),
            ("FETCH_HEAD", None),
            ("MERGE_HEAD", None),
            ("COMMIT_EDITMSG", None),
            ("worktrees/index", None),
        ];
        for (path, expected) in cases {
            assert_eq!(believed(&Path::new(".git").join(path)), expected, "{path}");
            assert_eq!(believed(&Path::new("a/b/.git").join(path)), expected, "{path}");
        }
        for path in ["index", "a/refs/heads/main", ".git", "x.git/HEAD", ".GIT/index"] {
            assert_eq!(believed(Path::new(path)), None, "{path}");
        }
    }

    #[test]
    fn locks_and_rebases_are_told_by_where_they_are() {
        let locks = ["index.lock", "index.lock.lock", "refs/heads/a.lock", "packed-refs.new"];
        for path in locks.iter().chain(&["worktrees/a/HEAD.lock", "worktrees/a/packed-refs.new"]) {
            assert!(is_lock(&Path::new("a/.git").join(path)), "{path}");
        }
        for path in [".git", ".git/index", "Cargo.lock", ".git/lock", ".git/refs/packed-refs.new"] {
            assert!(!is_lock(Path::new(path)), "{path}");
        }
        let of = |path| rebase(Path::new(path));
        assert_eq!(of("a/.git/rebase-merge/x/y"), Some(Path::new("a/.git/rebase-merge")));
        assert_eq!(of(".git/rebase-merge"), Some(Path::new(".git/rebase-merge")));
        let linked = ".git/worktrees/a/rebase-merge";
        assert_eq!(of(".git/worktrees/a/rebase-merge/done"), Some(Path::new(linked)));
        assert_eq!(
            (of(".git/rebase-apply/x"), of("rebase-merge/x"), of(".git")),
            (None, None, None)
        );
    }
}
