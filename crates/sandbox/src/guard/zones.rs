//! Where a server may write, and what it may not write there.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use paddock_core::guarded::{Believed, believed, is_in_git, is_in_packages, is_lock, rebase};
use paddock_core::{Access, Guarded, RootEntry};
use paddock_sandbox::DeniedBy;
use paddock_sandbox::believed::Doubt;
use paddock_sandbox::led::Held;

use super::leads::Leads;
use super::own_folder;

/// All places where a server may write. Nothing outside of them is written for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Zones {
    /// The innermost first.
    zones: Vec<Zone>,
    leads: RefCell<Leads>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Zone {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Open,
    Guarded(Access),
    /// All of it is guarded, for what is around it.
    AllGuarded,
    Closed,
    /// What a program is made of.
    Program,
}

/// What may be done about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Free,
    /// Other programs run what has it.
    Guarded,
    /// Nothing may be written there at all.
    Outside,
}

impl Zones {
    /// `own` are the server's own places, `programs` what programs are made of.
    pub(crate) fn of(own: &[PathBuf], folders: &[RootEntry], programs: &[PathBuf]) -> Self {
        let own = own.iter().map(|path| Zone { path: path.clone(), kind: Kind::Open });
        let granted = folders.iter().map(|entry| {
            let path = entry.root.path.as_path().to_path_buf();
            let kind = match entry.access {
                Access::Read => Kind::Closed,
                Access::ReadWrite => Kind::Open,
                Access::WriteGuarded | Access::WriteCommits if is_guarded_around(&path) => {
                    Kind::AllGuarded
                }
                access @ (Access::WriteGuarded | Access::WriteCommits) => Kind::Guarded(access),
            };
            Zone { path, kind }
        });
        let programs = programs.iter().map(|path| Zone { path: path.clone(), kind: Kind::Program });
        // Of two at one path the later decides: what was granted, unless a program is made of it.
        let mut zones: Vec<_> = own.chain(granted).chain(programs).collect();
        zones.reverse();
        zones.sort_by_key(|zone| std::cmp::Reverse(zone.path.as_os_str().len()));
        Self { zones, leads: RefCell::default() }
    }

    /// The folders in which names are guarded.
    pub(super) fn held(&self) -> Vec<Held> {
        let held = self.zones.iter().filter_map(|zone| match zone.kind {
            Kind::Guarded(access) => Some(Held { folder: zone.path.clone(), access }),
            Kind::Open | Kind::AllGuarded | Kind::Closed | Kind::Program => None,
        });
        held.collect()
    }

    /// From now on this is what the person's programs are led to.
    pub(super) fn lead(&self, leads: Leads) {
        *self.leads.borrow_mut() = leads;
    }

    /// Whether there is anything that is not written for being what it is.
    pub(crate) fn guard_any(&self) -> bool {
        self.zones.iter().any(|zone| match zone.kind {
            Kind::Guarded(_) | Kind::AllGuarded => true,
            Kind::Program => self.is_written_around(&zone.path),
            Kind::Open | Kind::Closed => false,
        })
    }

    /// Whether something may not be written any more that could be.
    pub(crate) fn let_less_than(&self, before: &Self) -> bool {
        let was_written = |zone: &&Zone| matches!(zone.kind, Kind::Open | Kind::Guarded(_));
        before.zones.iter().filter(was_written).any(|zone| !self.zones.contains(zone))
    }

    fn is_written_around(&self, program: &Path) -> bool {
        let mut above = self.zones.iter().filter(|zone| program.starts_with(&zone.path));
        let nearest = above.find(|zone| zone.kind != Kind::Program);
        nearest.is_some_and(|zone| !matches!(zone.kind, Kind::AllGuarded | Kind::Closed))
    }

    /// `path` has no links in it.
    pub(super) fn judge(&self, path: &Path) -> Verdict {
        let Some((zone, below)) = self.nearest(path) else { return Verdict::Outside };
        match zone.kind {
            Kind::AllGuarded | Kind::Closed | Kind::Program => Verdict::Outside,
            Kind::Guarded(access)
                if Guarded::from(access, below).is_some() || self.leads.borrow().hold(path) =>
            {
                Verdict::Guarded
            }
            Kind::Open | Kind::Guarded(_) => Verdict::Free,
        }
    }

    /// What of it is guarded that keeps `path` from being written; `None` if it would not be written
    /// without a guard either.
    pub(super) fn denied_by(&self, path: &Path) -> Option<DeniedBy> {
        let (zone, below) = self.nearest(path)?;
        match zone.kind {
            Kind::Guarded(access)
                if Guarded::from(access, below).is_none() && believed(below).is_some() =>
            {
                Some(DeniedBy::Content(Doubt::InPlace))
            }
            Kind::Guarded(access)
                if Guarded::from(access, below).is_none()
                    && (is_lock(below) || rebase(below).is_some()) =>
            {
                Some(DeniedBy::Content(Doubt::NotOwn))
            }
            Kind::Guarded(_) | Kind::AllGuarded => Some(DeniedBy::Guard),
            Kind::Program => self.is_written_around(path).then_some(DeniedBy::Program),
            Kind::Open | Kind::Closed => None,
        }
    }

    /// Whether names are guarded here.
    pub(super) fn is_guarded(&self, path: &Path) -> bool {
        self.nearest(path).is_some_and(|(zone, _)| zone.guards())
    }

    /// Whether this is Git's folder, or in it, and not all of it may be written.
    pub(super) fn is_in_git(&self, path: &Path) -> bool {
        self.nearest(path).is_some_and(|(zone, below)| zone.guards() && is_in_git(below))
    }

    /// What Git believes of a file here, where not all of Git's folder may be written.
    pub(super) fn believed(&self, path: &Path) -> Option<Believed> {
        let (zone, below) = self.nearest(path)?;
        if zone.guards() { believed(below) } else { None }
    }

    /// Whether Git moves what is there to another place, and not all of its folder may be written.
    pub(super) fn is_lock(&self, path: &Path) -> bool {
        self.nearest(path).is_some_and(|(zone, below)| zone.guards() && is_lock(below))
    }

    /// Whether Git takes what is there away again, likewise: a lock, or what a rebase notes down.
    pub(super) fn is_transient(&self, path: &Path) -> bool {
        self.is_lock(path) || self.rebase(path).is_some()
    }

    /// Whether a server may commit here.
    pub(super) fn commits(&self, path: &Path) -> bool {
        let commits = Kind::Guarded(Access::WriteCommits);
        self.nearest(path).is_some_and(|(zone, _)| zone.kind == commits)
    }

    /// The folder of the unfinished rebase that this is or is in, likewise.
    pub(super) fn rebase<'path>(&self, path: &'path Path) -> Option<&'path Path> {
        let (zone, below) = self.nearest(path)?;
        let inside = below.strip_prefix(rebase(below)?).ok()?.iter().count();
        if zone.guards() { path.ancestors().nth(inside) } else { None }
    }

    /// Whether what may be written in both places may also come from one to the other: nothing
    /// becomes guarded or ceases to be by being moved.
    pub(super) fn share_rules(&self, from: &Path, to: &Path, is_folder: bool) -> bool {
        let (Some((from_zone, from)), Some((to_zone, to))) = (self.nearest(from), self.nearest(to))
        else {
            return false;
        };
        if !from_zone.guards() && !to_zone.guards() {
            return true;
        }
        match (is_in_git(from), is_in_git(to)) {
            // Of a folder what is in it may not be where it is allowed by its new path.
            (true, true) => from_zone == to_zone && !is_folder,
            (false, false) => {
                from_zone == to_zone && (!is_folder || is_in_packages(from) == is_in_packages(to))
            }
            // What leads Git elsewhere, such as a link, can be made outside of its folder.
            (true, false) | (false, true) => false,
        }
    }

    /// Whether a place with rules of its own lies in `folder` or is it.
    pub(super) fn begin_in(&self, folder: &Path) -> bool {
        self.zones.iter().any(|zone| zone.path.starts_with(folder))
            || self.is_guarded(folder) && self.leads.borrow().are_in(folder)
    }

    fn nearest<'path>(&self, path: &'path Path) -> Option<(&Zone, &'path Path)> {
        self.zones.iter().find_map(|zone| Some((zone, path.strip_prefix(&zone.path).ok()?)))
    }
}

impl Zone {
    fn guards(&self) -> bool {
        matches!(self.kind, Kind::Guarded(_))
    }
}

/// What is guarded for the name of a folder around it has none of that name below it.
fn is_guarded_around(path: &Path) -> bool {
    Guarded::from(Access::WriteGuarded, path).is_some() || path.ancestors().any(own_folder::is_gits)
}

#[cfg(test)]
mod tests {
    use paddock_core::{AbsolutePath, Identity, Root};

    use super::*;

    fn zones() -> Zones {
        let entry = |path: &str, access| {
            let identity = Identity { device: 1, inode: 1, born: None };
            RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
        };
        let folders = [
            entry("/w", Access::WriteGuarded),
            entry("/w/read", Access::Read),
            entry("/w/all", Access::ReadWrite),
            entry("/all", Access::ReadWrite),
            entry("/all/deep/inner", Access::WriteGuarded),
            entry("/x/.git/modules", Access::WriteGuarded),
            entry("/c", Access::WriteCommits),
            entry("/y/.git", Access::WriteCommits),
            entry("/w/.husky", Access::WriteGuarded),
            entry("/p/.github/hooks", Access::WriteCommits),
        ];
        let programs = ["/all/mcp/server".into(), "/elsewhere/server".into()];
        Zones::of(&["/home".into(), "/tmp".into()], &folders, &programs)
    }

    #[test]
    fn the_nearest_place_decides_and_nothing_outside_is_written() {
        let judge = |path: &str| zones().judge(Path::new(path));
        for path in ["/w", "/w/a", "/w/all/.git/config", "/all/.git", "/home/.bashrc", "/tmp/x"] {
            assert_eq!(judge(path), Verdict::Free, "{path}");
        }
        for path in ["/w/.git", "/w/a/.git/hooks/x", "/w/.envrc", "/all/deep/inner/.git"] {
            assert_eq!(judge(path), Verdict::Guarded, "{path}");
        }
        for path in ["/", "/wx", "/w/read/x", "/etc/passwd", "/x/.git/modules/a/config"] {
            assert_eq!(judge(path), Verdict::Outside, "{path}");
        }
        // There, what runs is all that there is.
        for path in ["/w/.husky/pre-commit", "/p/.github/hooks/x"] {
            assert_eq!(judge(path), Verdict::Outside, "{path}");
        }
    }

    #[test]
    fn what_a_program_is_made_of_is_not_written_whatever_is_granted_around_it() {
        let judge = |path: &str| zones().judge(Path::new(path));
        assert_eq!(judge("/all/mcp/server/helper.py"), Verdict::Outside);
        assert_eq!(judge("/all/mcp/other.py"), Verdict::Free);
        assert!(zones().begin_in(Path::new("/all/mcp")));
        let of = |folder: &str, access| {
            let identity = Identity { device: 1, inode: 1, born: None };
            let root = Root { path: AbsolutePath::new(folder).unwrap(), identity };
            Zones::of(&[], &[RootEntry { root, access }], &["/w/mcp".into()])
        };
        assert!(of("/w", Access::ReadWrite).guard_any());
        assert!(of("/w/mcp", Access::ReadWrite).guard_any());
        assert!(!of("/w", Access::Read).guard_any());
        assert!(!of("/x", Access::ReadWrite).guard_any());
        assert!(of("/w/.husky", Access::WriteGuarded).guard_any());
        assert_eq!(of("/w/mcp", Access::ReadWrite).judge(Path::new("/w/mcp/a")), Verdict::Outside);
    }

    #[test]
    fn nothing_is_moved_to_where_other_rules_hold() {
        let share = |from: &str, to: &str, is_folder| {
            zones().share_rules(Path::new(from), Path::new(to), is_folder)
        };
        assert!(share("/w/a", "/w/b/c", true));
        assert!(share("/home/a", "/all/b", true));
        assert!(!share("/w/a", "/w/all/b", false));
        assert!(!share("/home/a", "/w/b", false));
        assert!(share("/w/node_modules/a", "/w/node_modules/.b", true));
        assert!(!share("/w/node_modules/a", "/w/a", true));
        assert!(!share("/w/node_modules", "/w/a", true));
        assert!(share("/w/node_modules/a", "/w/a", false));
    }

    #[test]
    fn what_commits_write_is_free_and_takes_nothing_in() {
        let judge = |path: &str| zones().judge(Path::new(path));
        assert_eq!(judge("/c/.git/index"), Verdict::Free);
        assert_eq!(judge("/c/.git/config"), Verdict::Guarded);
        assert_eq!(judge("/w/.git/index"), Verdict::Guarded);
        assert_eq!(judge("/y/.git/index"), Verdict::Outside);
        let share = |from: &str, to: &str, is_folder| {
            zones().share_rules(Path::new(from), Path::new(to), is_folder)
        };
        assert!(share("/c/.git/index.lock", "/c/.git/index", false));
        assert!(!share("/c/link", "/c/.git/index", false));
        assert!(!share("/c/.git/index", "/c/note", false));
        assert!(!share("/c/.git/objects/a", "/c/.git/objects/b", true));
        assert!(share("/c/a", "/c/b", true));
    }

    #[test]
    fn what_git_believes_is_not_written_in_place_where_commits_write_it() {
        let of =
            |path: &str| (zones().believed(Path::new(path)), zones().denied_by(Path::new(path)));
        let in_place = Some(DeniedBy::Content(Doubt::InPlace));
        assert_eq!(of("/c/.git/index"), (Some(Believed::Index), in_place));
        assert_eq!(of("/c/.git/refs/heads/x"), (Some(Believed::Reference), in_place));
        assert_eq!(of("/c/.git/index.lock").0, None);
        assert_eq!(of("/c/.git/hooks/x"), (None, Some(DeniedBy::Guard)));
        assert_eq!(of("/w/.git/index").1, Some(DeniedBy::Guard));
        assert_eq!(of("/all/.git/index"), (None, None));
    }

    #[test]
    fn a_folder_above_another_place_is_known() {
        assert!(zones().begin_in(Path::new("/all/deep")));
        assert!(zones().begin_in(Path::new("/w")));
        assert!(!zones().begin_in(Path::new("/w/a")));
    }
}
