//! What the person's own programs are led to by what is guarded.

use std::path::{Path, PathBuf};

use paddock_core::guarded::may_be;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leads {
    /// `sources` are what leads there by where it stands.
    To { places: Vec<PathBuf>, sources: Vec<PathBuf> },
    /// Nobody can tell: all of it may be.
    Unknown,
}

impl Default for Leads {
    fn default() -> Self {
        Self::To { places: Vec::new(), sources: Vec::new() }
    }
}

impl Leads {
    /// Whether `path` is led to, or in a folder that is.
    pub(super) fn hold(&self, path: &Path) -> bool {
        match self {
            Self::To { places, .. } => places.iter().any(|place| begins(path, place)),
            Self::Unknown => true,
        }
    }

    /// Whether something that is led to, or leads there, is at `folder` or in it.
    pub(super) fn are_in(&self, folder: &Path) -> bool {
        match self {
            Self::To { places, sources } => {
                places.iter().chain(sources).any(|place| begins(place, folder))
            }
            Self::Unknown => true,
        }
    }
}

/// Whether `path` begins with all of `start`, on some filesystem.
fn begins(path: &Path, start: &Path) -> bool {
    let mut names = path.iter();
    start.iter().all(|start| {
        names.next().is_some_and(|name| {
            name == start || may_be(&name.to_string_lossy(), &start.to_string_lossy())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_led_to_is_held_with_all_in_it_by_any_spelling() {
        let places = vec!["/w/tools/check.sh".into(), "/w/hooks".into()];
        let leads = Leads::To { places, sources: vec!["/w/a/.git".into()] };
        let hold = |path: &str| leads.hold(Path::new(path));
        let are_in = |path: &str| leads.are_in(Path::new(path));
        assert!(hold("/w/tools/check.sh") && hold("/w/TOOLS/Check.sh") && hold("/w/hooks/a/b"));
        assert!(!hold("/w/tools") && !hold("/w/tools/check.sh2") && !hold("/w"));
        assert!(are_in("/w") && are_in("/w/Tools") && are_in("/w/hooks"));
        assert!(!are_in("/w/hooks/a") && !are_in("/w/too"));
        // What leads there is not moved, or it would lead elsewhere.
        assert!(are_in("/w/a") && !hold("/w/a/.git"));
    }

    #[test]
    fn while_nobody_can_tell_all_is_held() {
        assert!(Leads::Unknown.hold(Path::new("/w")) && Leads::Unknown.are_in(Path::new("/w")));
    }
}
