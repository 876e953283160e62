//! macOS: `sandbox-exec` with a profile made for one server. Written and type-checked, never run.
//!
//! A profile is fixed once the program runs, so a change needs a new start. It names paths, not
//! folders: what takes a folder's place while the server runs is reached in its stead. Nothing tries
//! the boundary from inside.
//!
//! Profiles are Scheme, of which Apple documents nothing but examples in `/System/Library/Sandbox`
//! and `/usr/share/sandbox`. The last rule that matches decides.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use paddock_core::Access;

use crate::{Attempts, ConfineError, Network, Policy, Tier};

/// The profile that carries `policy` out, for paths that are canonical but for the links that macOS
/// itself has at `/tmp`, `/var` and `/etc`.
///
/// # Errors
/// A policy for another tier, denied accesses that are to be seen, and paths that cannot be written
/// into a profile: they are not UTF-8, or hold control characters.
pub fn profile(policy: &Policy) -> Result<String, ConfineError> {
    if policy.tier != Tier::Seatbelt {
        return Err(ConfineError::Tier(policy.tier));
    }
    if policy.attempts != Attempts::Ignore {
        return Err(ConfineError::Attempts(policy.attempts));
    }
    let places = places(policy);
    let mut profile = String::from(BASE);
    if policy.network == Network::Open {
        profile.push_str(NETWORK);
    }
    for above in above(&places) {
        // A program resolves its own path part by part.
        rule(&mut profile, "allow file-read-metadata", "literal", &above)?;
    }
    for (path, access) in &places {
        match access {
            None => rule(&mut profile, "deny file-read* file-write*", "subpath", path)?,
            Some(Access::Read | Access::WriteGuarded) => {
                rule(&mut profile, "deny file-write*", "subpath", path)?;
                rule(&mut profile, READ, "subpath", path)?;
            }
            Some(Access::ReadWrite) => {
                rule(&mut profile, READ, "subpath", path)?;
                rule(&mut profile, "allow file-write*", "subpath", path)?;
            }
        }
    }
    Ok(profile)
}

const READ: &str = "allow file-read* file-map-executable process-exec*";

/// What every program needs: the dynamic loader and its caches, devices without content, and the
/// directory service that tells a user's name.
const BASE: &str = r#"(version 1)
(deny default)
(allow process-fork)
(allow process-info* signal (target same-sandbox))
(allow sysctl-read)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))
(allow file-read-data (literal "/"))
(allow file-read-metadata (literal "/etc") (literal "/tmp") (literal "/var"))
(allow file-read* file-map-executable
  (subpath "/System/Library")
  (subpath "/System/Cryptexes")
  (subpath "/System/Volumes/Preboot/Cryptexes")
  (subpath "/usr/lib")
  (subpath "/private/var/db/dyld"))
(allow file-read* (subpath "/usr/share") (literal "/private/etc/localtime") (subpath "/private/var/db/timezone"))
(allow file-read* file-write-data
  (literal "/dev/null")
  (literal "/dev/zero"))
(allow file-read* (literal "/dev/random") (literal "/dev/urandom"))
"#;

/// Internet sockets only: through a socket in a folder other programs could be made to act.
const NETWORK: &str = r#"(allow system-socket)
(allow network-outbound (remote ip))
(allow network-bind network-inbound (local ip))
(allow network-outbound (literal "/private/var/run/mDNSResponder"))
(allow file-read*
  (literal "/private/etc/hosts")
  (literal "/private/etc/services")
  (literal "/private/etc/resolv.conf")
  (literal "/private/var/run/resolv.conf")
  (subpath "/private/etc/ssl"))
(allow mach-lookup
  (global-name "com.apple.SystemConfiguration.configd")
  (global-name "com.apple.SystemConfiguration.DNSConfiguration")
  (global-name "com.apple.dnssd.service")
  (global-name "com.apple.trustd.agent"))
"#;

/// Every place with its access, none to what is hidden, those above before those beneath. Where two are one, the grant
/// comes last and decides.
fn places(policy: &Policy) -> Vec<(PathBuf, Option<Access>)> {
    let readable = policy.readable.iter().map(|part| (canonical(&part.path), Some(Access::Read)));
    let hidden = policy.readable.iter().filter_map(|part| part.own.as_ref());
    let hidden = hidden.flat_map(|own| own.hidden.iter().map(|path| (canonical(path), None)));
    let home = (canonical(&policy.home), Some(Access::ReadWrite));
    let folders = policy.folders.iter();
    let folders =
        folders.map(|folder| (canonical(folder.root.path.as_path()), Some(folder.access)));
    let mut places: Vec<_> = readable.chain(hidden).chain([home]).chain(folders).collect();
    places.sort_by_key(|(path, _)| path.components().count());
    places
}

fn above(places: &[(PathBuf, Option<Access>)]) -> BTreeSet<PathBuf> {
    let above = places.iter().flat_map(|(path, _)| path.ancestors().skip(1));
    above.map(Path::to_path_buf).collect()
}

/// The path as the kernel compares it.
fn canonical(path: &Path) -> PathBuf {
    let linked = ["/tmp", "/var", "/etc"].iter().any(|link| path.starts_with(link));
    match path.strip_prefix("/") {
        Ok(rest) if linked => Path::new("/private").join(rest),
        Ok(_) | Err(_) => path.to_path_buf(),
    }
}

fn rule(profile: &mut String, action: &str, filter: &str, path: &Path) -> Result<(), ConfineError> {
    let path = quoted(path).ok_or_else(|| ConfineError::Path(path.to_path_buf()))?;
    _ = writeln!(profile, "({action} ({filter} {path}))");
    Ok(())
}

/// The path as a Scheme string.
fn quoted(path: &Path) -> Option<String> {
    let mut quoted = String::from("\"");
    for c in path.to_str()?.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => return None,
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    Some(quoted)
}

#[cfg(target_os = "macos")]
pub use macos::Seatbelt;

#[cfg(target_os = "macos")]
mod macos {
    use std::fs::{Metadata, symlink_metadata};
    use std::os::unix::fs::MetadataExt as _;
    use std::path::Path;
    use std::time::UNIX_EPOCH;

    use paddock_core::{Identity, Owned, Part, RootEntry};

    use super::profile;
    use crate::{Capabilities, ConfineError, Facility, Lacking, Launch, Policy, Sandbox, Tier};

    const SANDBOX_EXEC: &str = "/usr/bin/sandbox-exec";

    /// macOS: `sandbox-exec`. Written and type-checked, never run.
    #[derive(Debug)]
    pub struct Seatbelt {
        capabilities: Capabilities,
    }

    impl Seatbelt {
        /// Claims what the profile says, without having tried it.
        #[expect(clippy::new_without_default, reason = "it looks at the disk")]
        pub fn new() -> Self {
            let lacking = Lacking { what: Facility::System, errno: 0 };
            let works = Path::new(SANDBOX_EXEC).is_file();
            Self {
                capabilities: Capabilities {
                    tiers: vec![(Tier::Seatbelt, works.then_some(()).ok_or(lacking))],
                    landlock: 0,
                    // A folder that is open stays open, but the server is started anew.
                    held_folders_end: false,
                    network_off: works,
                    // Only Linux has such sockets.
                    abstract_sockets_kept: true,
                    attempts: false,
                    gaps: Vec::new(),
                },
            }
        }
    }

    impl Sandbox for Seatbelt {
        fn capabilities(&self) -> &Capabilities {
            &self.capabilities
        }

        fn confine(&self, launch: Launch, mut policy: Policy) -> Result<Launch, ConfineError> {
            if !self.capabilities.works(policy.tier) {
                return Err(ConfineError::Tier(policy.tier));
            }
            policy.folders.iter().try_for_each(check)?;
            policy.readable = policy.readable.iter().filter_map(found).collect();
            policy.home = policy.home.canonicalize().map_err(missing(&policy.home))?;
            let mut args = vec!["-p".into(), profile(&policy)?.into(), launch.program.into()];
            args.extend(launch.args);
            Ok(Launch { program: SANDBOX_EXEC.into(), args, policy: None, ..launch })
        }
    }

    /// The part where it is, unless it is not the one consented to.
    fn found(part: &Part) -> Option<Part> {
        let path = part.path.canonicalize().ok()?;
        let same = |own: &Owned| {
            let seen = symlink_metadata(&part.path).ok();
            path == part.path && seen.is_some_and(|it| identity(&it).is_same(&own.identity))
        };
        part.own.as_ref().is_none_or(same).then(|| Part { path, ..part.clone() })
    }

    fn missing(path: &Path) -> impl FnOnce(std::io::Error) -> ConfineError {
        let path = path.to_path_buf();
        |source| ConfineError::Missing { path, source }
    }

    /// Whether the folder consented to is still there.
    fn check(folder: &RootEntry) -> Result<(), ConfineError> {
        let path = folder.root.path.as_path();
        let canonical = path.canonicalize().map_err(missing(path))?;
        let seen = symlink_metadata(path).map_err(missing(path))?;
        if canonical == path && identity(&seen).is_same(&folder.root.identity) {
            Ok(())
        } else {
            Err(ConfineError::Replaced(path.to_path_buf()))
        }
    }

    fn identity(seen: &Metadata) -> Identity {
        let born = seen.created().ok().and_then(|born| born.duration_since(UNIX_EPOCH).ok());
        let born = born.and_then(|since| i64::try_from(since.as_nanos()).ok());
        Identity { device: seen.dev(), inode: seen.ino(), born }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use paddock_core::{AbsolutePath, Identity, Need, Part, Root, RootEntry};

    use super::*;

    fn folder(path: impl AsRef<Path>, access: Access) -> RootEntry {
        let identity = Identity { device: 1, inode: 2, born: None };
        RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
    }

    fn policy(folders: Vec<RootEntry>) -> Policy {
        Policy {
            tier: Tier::Seatbelt,
            folders,
            readable: vec![Part { path: "/opt/node".into(), need: Need::System, own: None }],
            links: Vec::new(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: "/Users/ann/Library/paddock/1".into(),
            network: Network::Off,
            attempts: Attempts::Ignore,
            canary: "/Users/ann/canary".into(),
            kept_out: Vec::new(),
        }
    }

    /// The rules that follow what every profile begins with.
    fn rules(policy: &Policy) -> Vec<String> {
        let profile = profile(policy).unwrap();
        profile.strip_prefix(BASE).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn everything_is_denied_but_what_is_named() {
        let folders = vec![folder("/Users/ann/notes", Access::Read)];
        let expected = r#"(allow file-read-metadata (literal "/"))
(allow file-read-metadata (literal "/Users"))
(allow file-read-metadata (literal "/Users/ann"))
(allow file-read-metadata (literal "/Users/ann/Library"))
(allow file-read-metadata (literal "/Users/ann/Library/paddock"))
(allow file-read-metadata (literal "/opt"))
(deny file-write* (subpath "/opt/node"))
(allow file-read* file-map-executable process-exec* (subpath "/opt/node"))
(deny file-write* (subpath "/Users/ann/notes"))
(allow file-read* file-map-executable process-exec* (subpath "/Users/ann/notes"))
(allow file-read* file-map-executable process-exec* (subpath "/Users/ann/Library/paddock/1"))
(allow file-write* (subpath "/Users/ann/Library/paddock/1"))"#;
        assert_eq!(rules(&policy(folders)).join("\n"), expected);
        assert!(BASE.starts_with("(version 1)\n(deny default)\n"));
    }

    #[test]
    fn of_nested_folders_the_nearest_comes_last_in_whatever_order_they_are_granted() {
        let outer = folder("/a", Access::ReadWrite);
        let inner = folder("/a/b", Access::Read);
        let innermost = folder("/a/b/c", Access::ReadWrite);
        let nested = rules(&policy(vec![innermost, inner, outer]));
        let at = |rule: &str| nested.iter().position(|line| line == rule).expect(rule);
        let outer = at(r#"(allow file-write* (subpath "/a"))"#);
        let inner = at(r#"(deny file-write* (subpath "/a/b"))"#);
        let innermost = at(r#"(allow file-write* (subpath "/a/b/c"))"#);
        assert!(outer < inner && inner < innermost, "{nested:#?}");
    }

    #[test]
    fn a_grant_decides_over_the_same_folder_being_readable() {
        let both = rules(&policy(vec![folder("/opt/node", Access::ReadWrite)]));
        let about = |line: &&String| line.contains("write") && line.contains("/opt/node");
        let last = both.iter().rfind(about).unwrap();
        assert_eq!(last, r#"(allow file-write* (subpath "/opt/node"))"#);
    }

    #[test]
    fn links_of_the_system_are_followed() {
        for (given, canonical) in
            [("/tmp/x", "/private/tmp/x"), ("/var", "/private/var"), ("/tmpfile", "/tmpfile")]
        {
            let rules = rules(&policy(vec![folder(given, Access::ReadWrite)]));
            let expected = format!("(allow file-write* (subpath \"{canonical}\"))");
            assert!(rules.contains(&expected), "{rules:#?}");
        }
    }

    #[test]
    fn a_path_cannot_write_rules_of_its_own() {
        let hostile = "/a\"))\n(allow file* (subpath \"/\\";
        let rules = rules(&policy(vec![folder(hostile, Access::ReadWrite)]));
        let expected = r#"(allow file-write* (subpath "/a\"))\n(allow file* (subpath \"/\\"))"#;
        assert!(rules.iter().any(|rule| rule == expected), "{rules:#?}");
        assert!(!rules.iter().any(|rule| rule.starts_with("(allow file* ")), "{rules:#?}");
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused() {
        for bytes in [b"/a\xff".as_slice(), b"/a\x01", b"/a\x7f", "/a\u{85}".as_bytes()] {
            let refused = profile(&policy(vec![folder(OsStr::from_bytes(bytes), Access::Read)]));
            assert!(matches!(refused, Err(ConfineError::Path(_))), "{bytes:?}");
        }
    }

    #[test]
    fn the_network_is_there_only_if_the_policy_says_so() {
        let network = |network| profile(&Policy { network, ..policy(Vec::new()) }).unwrap();
        assert!(network(Network::Open).contains("(allow network-outbound (remote ip))"));
        let off = network(Network::Off);
        assert!(!off.contains("network") && !off.contains("socket"), "{off}");
    }

    #[test]
    fn what_cannot_be_carried_out_is_refused() {
        for attempts in [Attempts::Report, Attempts::Hold] {
            let refused = profile(&Policy { attempts, ..policy(Vec::new()) });
            assert!(matches!(refused, Err(ConfineError::Attempts(_))));
        }
        let refused = profile(&Policy { tier: Tier::LiveMounts, ..policy(Vec::new()) });
        assert!(matches!(refused, Err(ConfineError::Tier(Tier::LiveMounts))));
    }

    #[test]
    fn every_parenthesis_is_closed() {
        for network in [Network::Open, Network::Off] {
            let folders = vec![folder("/a", Access::Read), folder("/a/b", Access::ReadWrite)];
            let profile = profile(&Policy { network, ..policy(folders) }).unwrap();
            let count = |c| profile.matches(c).count();
            assert_eq!(count('('), count(')'), "{profile}");
            assert_eq!(count('"') % 2, 0, "{profile}");
        }
    }
}
