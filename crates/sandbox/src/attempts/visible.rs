use std::path::{Path, PathBuf};

use paddock_core::consent::is_secret;
use paddock_core::{AbsolutePath, Access as Granted, RootEntry};
use paddock_sandbox::Policy;

use super::Denied;
use super::access::Access;
use super::host::Host;
use super::paths::{is_plain, is_within};

/// What a server sees, by the paths it has on the host.
pub(super) struct Visible {
    host: Host,
    /// What the server needs and what is its own. Nothing is ever asked about it.
    own: Vec<PathBuf>,
    folders: Vec<(PathBuf, Granted)>,
}

/// Where a path lies, by the nearest that is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Own,
    Folder(Granted),
    /// A folder on the way to something visible. The server sees it, with nothing else in it.
    Above,
    Hidden,
}

struct Found {
    path: PathBuf,
    place: Place,
    is_missing: bool,
}

/// Either the server's own or nobody's, however much of it there is.
const OWN: [&str; 3] = ["/dev", "/proc", "/tmp"];

/// What is looked for wherever a program comes from, and granted to none: settings of the system and
/// its devices.
const OF_THE_SYSTEM: [&str; 2] = ["/etc", "/sys"];

/// Looked for by `git`, `node` and `npm` in each folder on the way up.
const LOOKED_FOR_ABOVE: [&str; 3] = [".git", "node_modules", "package.json"];

const KEPT_BY_INTERPRETERS: &str = "__pycache__";

impl Visible {
    pub(super) fn under(policy: &Policy, host: Host) -> Self {
        let needed = policy.readable.iter().map(|part| &part.path).chain([&policy.home]);
        let real = |path| host.find_at_once(path, true);
        let places = needed.flat_map(|path| [Some(path.clone()), real(path)]).flatten();
        let own = places.chain(OWN.map(PathBuf::from)).collect();
        Self::new(host, own, &policy.folders)
    }

    /// `own`: absolute paths, each with all that is in it.
    pub(super) fn new(host: Host, own: Vec<PathBuf>, folders: &[RootEntry]) -> Self {
        let mut visible = Self { host, own, folders: Vec::new() };
        visible.set_folders(folders);
        visible
    }

    pub(super) fn set_folders(&mut self, folders: &[RootEntry]) {
        let folder = |entry: &RootEntry| (entry.root.path.as_path().to_path_buf(), entry.access);
        self.folders = folders.iter().map(folder).collect();
    }

    pub(super) fn shows(&self, path: &Path) -> bool {
        self.place(path) != Place::Hidden
    }

    /// What the access fails at, if that exists.
    pub(super) fn denies(&mut self, access: &Access) -> Option<Denied> {
        if self.lets_through(access) {
            return None;
        }
        let Found { path, place, is_missing } = self.find(access)?;
        let hidden = match place {
            Place::Hidden => true,
            Place::Folder(Granted::Read) if access.write || is_missing => false,
            Place::Own | Place::Folder(_) | Place::Above => return None,
        };
        Some(Denied { path, write: access.write || access.create, hidden })
    }

    /// Whether a folder is there that the server does not see and that may be told of.
    pub(super) fn hides_folder(&mut self, access: &Access) -> bool {
        let Some(denied) = self.denies(access).filter(|denied| denied.hidden) else { return false };
        self.may_tell_of(&denied) && may_be_granted(&denied) && self.host.is_folder(&denied.path)
    }

    /// Whether what is denied is not looked for by every program.
    pub(super) fn may_tell_of(&self, denied: &Denied) -> bool {
        !(denied.hidden && self.is_looked_for_by_all(&denied.path))
    }

    /// Whether what the guard refused is in a folder that is granted for writing, and is none of what
    /// an interpreter keeps beside a program each time that it runs it.
    pub(super) fn may_tell_of_refused(&self, path: &Path) -> bool {
        let is_granted =
            self.folders.iter().any(|(folder, access)| access.writes() && is_within(path, folder));
        let is_own = || self.own.iter().any(|own| is_within(path, own));
        let is_kept = || path.iter().any(|name| name == KEPT_BY_INTERPRETERS);
        is_plain(path) && is_granted && !(is_kept() && is_own())
    }

    /// The cheap answer for nearly all that a server does: no more is looked up than must be.
    fn lets_through(&self, access: &Access) -> bool {
        if !is_plain(&access.path) {
            return false;
        }
        match self.place(&access.path) {
            Place::Own => true,
            Place::Folder(Granted::Read) if access.write || access.create => false,
            Place::Folder(_) => !self.host.leads_through_link(&access.path),
            Place::Above => !access.create,
            Place::Hidden => false,
        }
    }

    /// What stands at the path, or would be made there, and where that is.
    fn find(&mut self, access: &Access) -> Option<Found> {
        if let Some(path) = self.host.find(&access.path, access.follow) {
            let place = self.place(&path);
            return Some(Found { path, place, is_missing: false });
        }
        if !access.create {
            return None;
        }
        let folder = self.host.find(access.path.parent()?, true)?;
        let place = match self.place(&folder) {
            Place::Above => Place::Hidden,
            place @ (Place::Own | Place::Folder(_) | Place::Hidden) => place,
        };
        let path = folder.join(access.path.file_name()?);
        Some(Found { path, place, is_missing: true })
    }

    /// Whether it says nothing of a server that it looks for this.
    fn is_looked_for_by_all(&self, path: &Path) -> bool {
        let of_the_system = OF_THE_SYSTEM.iter().any(|top| is_within(path, Path::new(top)));
        let looked_for_above = path.ancestors().any(|path| {
            let is_known = LOOKED_FOR_ABOVE.iter().any(|name| path.ends_with(name));
            is_known && path.parent().is_some_and(|above| self.place(above) == Place::Above)
        });
        of_the_system || looked_for_above
    }

    fn place(&self, path: &Path) -> Place {
        let own = self.own.iter().map(|own| (own, Place::Own));
        let folders = self.folders.iter().map(|(path, access)| (path, Place::Folder(*access)));
        let nearest = own
            .chain(folders)
            .filter(|(above, _)| is_within(path, above))
            .max_by_key(|(above, _)| above.as_os_str().len());
        let all = || self.own.iter().chain(self.folders.iter().map(|(path, _)| path));
        match nearest {
            Some((_, place)) => place,
            None if all().any(|visible| is_within(visible, path)) => Place::Above,
            None => Place::Hidden,
        }
    }
}

/// Whether it is no secret, which is told of and never offered.
pub(super) fn may_be_granted(denied: &Denied) -> bool {
    denied.hidden && AbsolutePath::new(&denied.path).is_ok_and(|path| !is_secret(&path))
}
