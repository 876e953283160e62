//! What a person should know before giving a folder away.

use std::path::Path;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::likely_secret::is_likely_secret;
use crate::{AbsolutePath, Access, Guarded, Root, State};

/// What is known of the machine and of a picked folder, gathered by whoever may look.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent findings, not a state")]
pub struct Facts {
    pub home: Option<AbsolutePath>,
    /// Folders that hold this app's own data.
    pub own: Vec<AbsolutePath>,
    /// Folders that programs are started from.
    pub on_path: Vec<AbsolutePath>,
    /// A disk begins at the folder.
    pub is_mount_point: bool,
    /// The folder lies on another machine.
    pub is_network_share: bool,
    /// The folder was picked by a path that leads through a symbolic link.
    pub through_link: bool,
    /// It holds a Git repository of its own.
    pub has_git: bool,
    /// Names right in the folder, as many as were looked at.
    pub names: Vec<String>,
    /// There are more names than were looked at.
    pub is_large: bool,
    /// Not all of it was looked through for what leads to files that other programs run.
    pub leads_beyond: bool,
}

/// One thing to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Warning {
    pub level: WarningLevel,
    pub code: WarningCode,
    /// What it is about (a file or folder name), if the words need it; safe to show.
    pub subject: Option<String>,
}

impl Warning {
    /// Whether it is to be known of a folder that is given for this access.
    pub fn concerns(&self, access: Access) -> bool {
        match self.code {
            // Only who may write everything can write hooks.
            WarningCode::GitHooks => access == Access::ReadWrite,
            // For nobody else is what they lead to kept back.
            WarningCode::NotAllGuarded | WarningCode::AllGuarded => access.guards(),
            WarningCode::OwnData
            | WarningCode::ContainsOwnData
            | WarningCode::RootOfDisk
            | WarningCode::Home
            | WarningCode::WholeDrive
            | WarningCode::OnPath
            | WarningCode::SecretsFolder
            | WarningCode::CloudCredentials
            | WarningCode::BrowserProfile
            | WarningCode::ClientConfig
            | WarningCode::NetworkShare
            | WarningCode::SyncedFolder
            | WarningCode::Symlink
            | WarningCode::LikelySecrets
            | WarningCode::Large
            | WarningCode::SameFolder
            | WarningCode::InsideGranted
            | WarningCode::ContainsGranted
            | WarningCode::InsideProgram
            | WarningCode::HoldsProgram
            | WarningCode::Unknown(_) => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WarningLevel {
    Note,
    Amber,
    /// The folder's name must be typed.
    Red,
    /// It can't be granted.
    Refused,
}

crate::codes! {
/// What there is to know. Fronts have words for each: the message `warning-<code>` of the catalogue.
pub enum WarningCode {
    OwnData = "own-data",
    ContainsOwnData = "contains-own-data",
    RootOfDisk = "root-of-disk",
    Home = "home",
    WholeDrive = "whole-drive",
    OnPath = "on-path",
    SecretsFolder = "secrets-folder",
    CloudCredentials = "cloud-credentials",
    BrowserProfile = "browser-profile",
    ClientConfig = "client-config",
    NetworkShare = "network-share",
    SyncedFolder = "synced-folder",
    Symlink = "symlink",
    GitHooks = "git-hooks",
    NotAllGuarded = "not-all-guarded",
    AllGuarded = "all-guarded",
    LikelySecrets = "likely-secrets",
    Large = "large",
    SameFolder = "same-folder",
    InsideGranted = "inside-granted",
    ContainsGranted = "contains-granted",
    InsideProgram = "inside-program",
    HoldsProgram = "holds-program",
}
}

/// Places under home that hold what must not leak, each with what to warn of.
pub const PLACES: &[(WarningCode, &str)] = &[
    (WarningCode::SecretsFolder, ".ssh"),
    (WarningCode::SecretsFolder, ".gnupg"),
    (WarningCode::SecretsFolder, ".password-store"),
    (WarningCode::SecretsFolder, ".pki"),
    (WarningCode::SecretsFolder, ".local/share/keyrings"),
    (WarningCode::SecretsFolder, ".local/share/kwalletd"),
    (WarningCode::SecretsFolder, ".config/1Password"),
    (WarningCode::SecretsFolder, ".config/Bitwarden"),
    (WarningCode::SecretsFolder, "Library/Keychains"),
    (WarningCode::CloudCredentials, ".aws"),
    (WarningCode::CloudCredentials, ".azure"),
    (WarningCode::CloudCredentials, ".config/gcloud"),
    (WarningCode::CloudCredentials, ".config/gh"),
    (WarningCode::CloudCredentials, ".kube"),
    (WarningCode::CloudCredentials, ".docker"),
    (WarningCode::CloudCredentials, ".oci"),
    (WarningCode::BrowserProfile, ".mozilla"),
    (WarningCode::BrowserProfile, ".config/google-chrome"),
    (WarningCode::BrowserProfile, ".config/chromium"),
    (WarningCode::BrowserProfile, ".config/BraveSoftware"),
    (WarningCode::BrowserProfile, ".config/microsoft-edge"),
    (WarningCode::BrowserProfile, ".config/vivaldi"),
    (WarningCode::BrowserProfile, "snap/firefox"),
    (WarningCode::BrowserProfile, "Library/Application Support/Google/Chrome"),
    (WarningCode::BrowserProfile, "Library/Application Support/Firefox"),
    (WarningCode::ClientConfig, ".claude"),
    (WarningCode::ClientConfig, ".codex"),
    (WarningCode::ClientConfig, ".cursor"),
    (WarningCode::ClientConfig, ".gemini"),
    (WarningCode::ClientConfig, ".codeium"),
    (WarningCode::ClientConfig, ".vscode"),
    (WarningCode::ClientConfig, ".config/Claude"),
    (WarningCode::ClientConfig, ".config/Code/User"),
    (WarningCode::ClientConfig, ".config/zed"),
    (WarningCode::ClientConfig, "Library/Application Support/Claude"),
];

/// Folders under home that are kept the same on other machines.
pub const SYNCED: &[&str] =
    &["Dropbox", "OneDrive", "Google Drive", "Nextcloud", "ownCloud", "Library/Mobile Documents"];

/// All there is to know of `root` before it is granted, the worst first.
pub fn warnings(root: &Root, facts: &Facts, state: &State) -> Vec<Warning> {
    let mut found = Vec::new();
    whereabouts(&root.path, facts, &mut found);
    contents(facts, &mut found);
    neighbours(root, state, &mut found);
    found.sort_by_key(|warning| std::cmp::Reverse(warning.level));
    found
}

/// Whether `path` lies in a place that holds secrets, in anyone's home, or is by its name a file that
/// does. A server that asks for one is never offered it.
pub fn is_secret(path: &AbsolutePath) -> bool {
    let parts: Vec<_> = path.parts().collect();
    let lies_in = |place: &str| {
        let place: Vec<_> = Path::new(place).components().collect();
        parts.windows(place.len()).any(|part| part == place)
    };
    PLACES.iter().any(|(_, place)| lies_in(place)) || is_likely_secret(path.as_path(), false)
}

fn whereabouts(path: &AbsolutePath, facts: &Facts, found: &mut Vec<Warning>) {
    if facts.own.iter().any(|own| path.is_within(own)) {
        found.push(plain(WarningLevel::Refused, WarningCode::OwnData));
    } else if facts.own.iter().any(|own| own.is_within(path)) {
        found.push(plain(WarningLevel::Red, WarningCode::ContainsOwnData));
    }
    if path.parent().is_none() {
        found.push(plain(WarningLevel::Red, WarningCode::RootOfDisk));
    } else if facts.home.as_ref().is_some_and(|home| home.is_within(path)) {
        found.push(plain(WarningLevel::Red, WarningCode::Home));
    } else if facts.is_mount_point {
        found.push(plain(WarningLevel::Red, WarningCode::WholeDrive));
    }
    if facts.on_path.iter().any(|folder| folder.is_within(path) || path.is_within(folder)) {
        found.push(plain(WarningLevel::Red, WarningCode::OnPath));
    }
    if let Some(home) = &facts.home {
        under_home(path, home, found);
    }
    if facts.is_network_share {
        found.push(plain(WarningLevel::Amber, WarningCode::NetworkShare));
    }
    if facts.through_link {
        found.push(plain(WarningLevel::Note, WarningCode::Symlink));
    }
}

fn under_home(path: &AbsolutePath, home: &AbsolutePath, found: &mut Vec<Warning>) {
    let place = |name: &str| AbsolutePath::new(home.as_path().join(name)).ok();
    // The home folder holds them all, and says so already.
    if !home.is_within(path) {
        for (code, name) in PLACES {
            let Some(place) = place(name) else { continue };
            if path.is_within(&place) || place.is_within(path) {
                found.push(about(WarningLevel::Red, code.clone(), &format!("~/{name}")));
            }
        }
    }
    let synced = SYNCED.iter().find(|name| place(name).is_some_and(|it| path.is_within(&it)));
    if let Some(name) = synced {
        found.push(about(WarningLevel::Amber, WarningCode::SyncedFolder, name));
    }
}

fn contents(facts: &Facts, found: &mut Vec<Warning>) {
    if facts.has_git {
        found.push(plain(WarningLevel::Amber, WarningCode::GitHooks));
    }
    if facts.leads_beyond {
        found.push(plain(WarningLevel::Amber, WarningCode::NotAllGuarded));
    }
    if let Some(name) = facts.names.iter().find(|name| is_likely_secret(name.as_ref(), false)) {
        found.push(about(WarningLevel::Amber, WarningCode::LikelySecrets, name));
    }
    if facts.names.iter().any(|name| name == ".stfolder") {
        found.push(about(WarningLevel::Amber, WarningCode::SyncedFolder, "Syncthing"));
    }
    if facts.is_large {
        found.push(about(WarningLevel::Note, WarningCode::Large, &facts.names.len().to_string()));
    }
}

fn neighbours(root: &Root, state: &State, found: &mut Vec<Warning>) {
    let path = &root.path;
    if Guarded::from(Access::WriteGuarded, path.as_path()).is_some() {
        found.push(plain(WarningLevel::Amber, WarningCode::AllGuarded));
    }
    let others = || state.grants().filter(|grant| grant.root.path != *path);
    let shown = |grant: &crate::Grant| crate::text::shown(grant.root.path.as_path());
    if let Some(grant) = state.same_folder(root).find(|grant| grant.root.path != *path) {
        found.push(about(WarningLevel::Note, WarningCode::SameFolder, &shown(grant)));
    }
    programs(root, state, found);
    if let Some(grant) = others().find(|grant| path.is_within(&grant.root.path)) {
        found.push(about(WarningLevel::Note, WarningCode::InsideGranted, &shown(grant)));
    }
    if let Some(grant) = others().find(|grant| grant.root.path.is_within(path)) {
        found.push(about(WarningLevel::Note, WarningCode::ContainsGranted, &shown(grant)));
    }
}

/// Whoever writes into what a program is made of decides what it does. Around it that is prevented.
fn programs(root: &Root, state: &State, found: &mut Vec<Warning>) {
    let path = root.path.as_path();
    for server in state.servers() {
        let seen = server.trusted.as_ref().and_then(|trusted| trusted.seen.as_ref());
        let parts: Vec<_> = seen.iter().flat_map(|seen| seen.footprint.own()).collect();
        let is_in = |inner: &Path, outer: &Path| inner != outer && inner.starts_with(outer);
        let name = crate::text::shown(&server.name);
        if parts.iter().any(|(part, _)| is_in(path, &part.path)) {
            found.push(about(WarningLevel::Red, WarningCode::InsideProgram, &name));
        } else if parts.iter().any(|(part, _)| part.path.starts_with(path)) {
            found.push(about(WarningLevel::Note, WarningCode::HoldsProgram, &name));
        }
    }
}

fn plain(level: WarningLevel, code: WarningCode) -> Warning {
    Warning { level, code, subject: None }
}

fn about(level: WarningLevel, code: WarningCode, subject: &str) -> Warning {
    Warning { level, code, subject: Some(crate::text::shown(subject)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Saved, Time};

    fn path(path: &str) -> AbsolutePath {
        AbsolutePath::new(path).unwrap()
    }

    fn codes(at: &str, facts: &Facts) -> Vec<(WarningLevel, WarningCode)> {
        let root = Root { path: path(at), identity: Identity { device: 1, inode: 1, born: None } };
        let (state, _) = State::open(Saved::default(), Time(0));
        warnings(&root, facts, &state).iter().map(|w| (w.level, w.code.clone())).collect()
    }

    fn facts() -> Facts {
        Facts {
            home: Some(path("/home/ann")),
            own: vec![path("/home/ann/.local/share/paddock")],
            on_path: vec![path("/usr/bin"), path("/home/ann/.cargo/bin")],
            ..Facts::default()
        }
    }

    #[test]
    fn our_own_data_is_refused() {
        let found = codes("/home/ann/.local/share/paddock/x", &facts());
        assert_eq!(found[0], (WarningLevel::Refused, WarningCode::OwnData));
        let above = codes("/home/ann/.local", &facts());
        assert!(above.contains(&(WarningLevel::Red, WarningCode::ContainsOwnData)), "{above:?}");
    }

    #[test]
    fn a_folder_that_is_guarded_whole_says_so_where_that_matters() {
        for at in ["/w/acme/.husky", "/w/acme/.vscode/more", "/home/ann/.config/fish"] {
            let found = codes(at, &facts());
            assert!(found.contains(&(WarningLevel::Amber, WarningCode::AllGuarded)), "{at}");
        }
        assert!(codes("/w/acme", &facts()).is_empty());
        let holds = |access| plain(WarningLevel::Amber, WarningCode::AllGuarded).concerns(access);
        assert!(holds(Access::WriteGuarded) && holds(Access::WriteCommits));
        assert!(!holds(Access::Read) && !holds(Access::ReadWrite));
    }

    #[test]
    fn the_top_home_and_what_lies_above_home_are_red() {
        assert!(codes("/", &facts()).contains(&(WarningLevel::Red, WarningCode::RootOfDisk)));
        assert!(codes("/home/ann", &facts()).contains(&(WarningLevel::Red, WarningCode::Home)));
        assert!(codes("/home", &facts()).contains(&(WarningLevel::Red, WarningCode::Home)));
        let disk = Facts { is_mount_point: true, ..facts() };
        assert!(codes("/media/usb", &disk).contains(&(WarningLevel::Red, WarningCode::WholeDrive)));
    }

    #[test]
    fn places_that_hold_secrets_are_red_from_inside_and_from_above() {
        assert!(
            codes("/home/ann/.ssh", &facts())
                .contains(&(WarningLevel::Red, WarningCode::SecretsFolder))
        );
        assert!(
            codes("/home/ann/.aws/cli", &facts())
                .contains(&(WarningLevel::Red, WarningCode::CloudCredentials))
        );
        assert!(
            codes("/home/ann/.config", &facts())
                .contains(&(WarningLevel::Red, WarningCode::BrowserProfile))
        );
        assert!(
            codes("/home/ann/.cargo", &facts()).contains(&(WarningLevel::Red, WarningCode::OnPath))
        );
    }

    #[test]
    fn an_ordinary_project_is_nothing_to_warn_of() {
        assert_eq!(codes("/home/ann/projects/acme", &facts()), []);
        assert_eq!(codes("/home/ann/.sshd-notes", &facts()), []);
    }

    #[test]
    fn secrets_are_told_in_any_home_and_by_their_name() {
        for secret in [
            "/home/ann/.ssh",
            "/root/.ssh/id_rsa.pub",
            "/home/ann/.config/google-chrome/Default/Cookies",
            "/srv/homes/b/.aws/config",
            "/home/ann/projects/acme/.env",
        ] {
            assert!(is_secret(&path(secret)), "{secret}");
        }
        for plain in ["/home/ann/projects", "/home/ann/.config", "/home/ann/.sshd-notes", "/"] {
            assert!(!is_secret(&path(plain)), "{plain}");
        }
    }
}
