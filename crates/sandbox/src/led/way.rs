//! Where a path leads, link by link.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// As many links as the kernel follows in one path (`path_resolution(7)`).
const LINKS: usize = 40;

/// How many names a path may have with all that its links add.
const NAMES: usize = 4096;

/// Nothing that is led through can be exchanged without leading elsewhere.
pub(super) struct Way {
    /// Where each link on the way stands, one at the end too.
    pub(super) links: Vec<PathBuf>,
    /// Where it ends, without links. It need not exist.
    pub(super) end: PathBuf,
}

enum Step {
    Root,
    Up,
    Into(OsString),
}

/// The way of `path` from the folder `base`, which has no links in it. `None` if it leads nowhere.
pub(super) fn walk(base: &Path, path: &Path) -> Option<Way> {
    let (mut links, mut end) = (Vec::new(), base.to_path_buf());
    let mut left: VecDeque<Step> = steps(path).collect();
    let mut taken = 0;
    while let Some(step) = left.pop_front() {
        taken += 1;
        if taken > NAMES {
            return None;
        }
        match step {
            Step::Root => end = PathBuf::from("/"),
            Step::Up => _ = end.pop(),
            Step::Into(name) => {
                let next = end.join(name);
                let Some(target) = linked(&next) else {
                    end = next;
                    continue;
                };
                links.push(next);
                if links.len() > LINKS {
                    return None;
                }
                let target: Vec<_> = steps(&target).collect();
                target.into_iter().rev().for_each(|step| left.push_front(step));
            }
        }
    }
    Some(Way { links, end })
}

fn linked(path: &Path) -> Option<PathBuf> {
    fs::symlink_metadata(path).ok().filter(fs::Metadata::is_symlink)?;
    fs::read_link(path).ok()
}

fn steps(path: &Path) -> impl Iterator<Item = Step> {
    path.components().filter_map(|component| match component {
        Component::RootDir => Some(Step::Root),
        Component::ParentDir => Some(Step::Up),
        Component::Normal(name) => Some(Step::Into(name.to_owned())),
        Component::CurDir | Component::Prefix(_) => None,
    })
}
