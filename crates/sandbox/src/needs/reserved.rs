use std::path::{Path, PathBuf};

use paddock_core::consent::{PLACES, SYNCED, WarningCode};

use super::reading::text_of;

/// Folders of the system that are never needed whole: some for being everything, some for holding
/// other people's files.
const NEVER_WHOLE: &[&str] =
    &["/", "/etc", "/home", "/media", "/mnt", "/nix", "/opt", "/run", "/srv", "/tmp", "/var"];

/// Folders under home in which people keep all kinds of things, unless they are called otherwise.
const SHARED: &[&str] =
    &["Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos"];

/// Nothing in these is needed either.
const NEVER: &[&str] = &[
    "/dev",
    "/proc",
    "/run/dbus",
    "/run/user",
    "/sys",
    "/etc/gshadow",
    "/etc/machine-id",
    "/etc/shadow",
    "/etc/ssl/private",
    "/var/lib/dbus",
];

/// Places that hold settings of other apps, and also programs that these installed.
const WITH_PROGRAMS: WarningCode = WarningCode::ClientConfig;

/// What no program needs in order to run, and what would give such a thing away.
#[derive(Clone, Debug)]
pub struct Reserved {
    /// Neither these nor what is above them, but what is in them may be.
    whole: Vec<PathBuf>,
    /// Nor what is in these.
    all: Vec<PathBuf>,
}

impl Reserved {
    /// `home` is the person's, `own_data` the host's own folders.
    pub fn new(home: &Path, own_data: &[PathBuf]) -> Self {
        let mut reserved = Self { whole: Vec::new(), all: Vec::new() };
        reserved.whole.extend(NEVER_WHOLE.iter().map(PathBuf::from));
        reserved.all.extend(NEVER.iter().map(PathBuf::from));
        reserved.all.extend(own_data.iter().flat_map(|path| both(path)));
        for home in both(home) {
            for (code, place) in PLACES {
                let list =
                    if *code == WITH_PROGRAMS { &mut reserved.whole } else { &mut reserved.all };
                list.extend(both(&home.join(place)));
            }
            let shared = SHARED.iter().chain(SYNCED).map(|name| home.join(name));
            reserved.whole.extend(shared.chain(named_by_desktop(&home)).flat_map(|it| both(&it)));
            reserved.whole.push(home);
        }
        reserved
    }

    /// Places of which nothing is needed, not even what is in them.
    pub fn places(&self) -> &[PathBuf] {
        &self.all
    }

    /// Whether `path` is in a place of which nothing is needed.
    pub(super) fn lies_in(&self, path: &Path) -> bool {
        self.all.iter().any(|kept| path.starts_with(kept))
    }

    /// Whether `path` is reserved, or holds something that is. It is taken as it is written.
    pub fn holds(&self, path: &Path) -> bool {
        let covers = |kept: &PathBuf| kept.starts_with(path);
        is_drive_or_home(path)
            || self.whole.iter().any(covers)
            || self.all.iter().any(|kept| covers(kept) || path.starts_with(kept))
    }
}

/// Whether a disk that was plugged in is mounted at `path`, or somebody is at home there.
fn is_drive_or_home(path: &Path) -> bool {
    let drives = [("/media", 2), ("/mnt", 1), ("/run/media", 2), ("/Volumes", 1)];
    let mut depths = drives.into_iter().chain([("/home", 1), ("/Users", 1), ("/root", 0)]);
    let is_at = |(top, depth): (&str, usize)| {
        path.strip_prefix(top).is_ok_and(|rest| rest.components().count() <= depth)
    };
    depths.any(is_at)
}

/// The folders that are called otherwise, in the person's language: lines such as
/// `XDG_DOCUMENTS_DIR="$HOME/Dokumente"` (`user-dirs.dirs(5)`).
fn named_by_desktop(home: &Path) -> Vec<PathBuf> {
    let text = text_of(&home.join(".config/user-dirs.dirs")).unwrap_or_default();
    let folder = |line: &str| {
        let (_, value) = line.trim().strip_prefix("XDG_")?.split_once("_DIR=")?;
        let value = value.trim_matches('"');
        Some(value.strip_prefix("$HOME/").map_or_else(|| value.into(), |under| home.join(under)))
    };
    text.lines().filter_map(folder).filter(|folder: &PathBuf| folder.is_absolute()).collect()
}

/// `path`, and what is behind it where it leads through symbolic links.
fn both(path: &Path) -> Vec<PathBuf> {
    let real = path.canonicalize().ok().filter(|real| real != path);
    std::iter::once(path.to_path_buf()).chain(real).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_a_secret_is_reserved_and_what_is_beside_it_is_not() {
        let own = ["/home/ada/.local/share/paddock".into()];
        let reserved = Reserved::new("/home/ada".as_ref(), &own);
        for path in [
            "/",
            "/home",
            "/home/ada",
            "/home/ada/.ssh",
            "/home/ada/.ssh/id_ed25519",
            "/home/ada/.config",
            "/home/ada/.local",
            "/home/ada/.local/share",
            "/home/ada/.local/share/paddock/state.db",
            "/home/ada/.vscode",
            "/home/ada/Downloads",
            "/media/ada/STICK",
            "/run/user/1000/bus",
            "/etc",
        ] {
            assert!(reserved.holds(path.as_ref()), "{path}");
        }
        for path in [
            "/usr",
            "/home/ada/.local/bin",
            "/home/ada/.local/share/uv/python",
            "/home/ada/.nvm/versions/node/v22.1.0",
            "/home/ada/.sshd",
            "/home/ada/Downloads/server",
            "/media/ada/STICK/server",
            "/home/ada/.vscode/extensions/acme/server.js",
            "/etc/ssl/certs",
        ] {
            assert!(!reserved.holds(path.as_ref()), "{path}");
        }
    }
}
