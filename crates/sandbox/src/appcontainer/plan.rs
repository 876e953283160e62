use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use paddock_core::{Access, Part};

use crate::{Attempts, ConfineError, Policy, Tier};

/// Which paths are to have permissions for the server's package.
///
/// # Errors
/// A policy for another tier, denied accesses that are to be seen, and a place that is narrower than
/// one around it: permissions add up.
pub fn plan(policy: &Policy) -> Result<BTreeMap<PathBuf, Access>, ConfineError> {
    if policy.tier != Tier::AppContainer {
        return Err(ConfineError::Tier(policy.tier));
    }
    if policy.attempts != Attempts::Ignore {
        return Err(ConfineError::Attempts(policy.attempts));
    }
    let mut plan = BTreeMap::new();
    // What is let in is let in with all that is in it.
    let hides = |part: &&Part| part.own.as_ref().is_some_and(|own| !own.hidden.is_empty());
    let readable = policy.readable.iter().filter(|part| !hides(part));
    plan.extend(readable.map(|part| (part.path.clone(), Access::Read)));
    plan.insert(policy.home.clone(), Access::ReadWrite);
    let folders = policy.folders.iter();
    plan.extend(folders.map(|it| (it.root.path.as_path().to_path_buf(), it.access)));
    match narrower(&plan) {
        None => Ok(plan),
        Some((inner, outer)) => {
            Err(ConfineError::Nested { inner: inner.into(), outer: outer.into() })
        }
    }
}

fn narrower(plan: &BTreeMap<PathBuf, Access>) -> Option<(&Path, &Path)> {
    let read_only = plan.iter().filter(|(_, access)| **access < Access::ReadWrite);
    read_only.map(|(inner, _)| inner).find_map(|inner| {
        let writable = |above: &&Path| plan.get(*above) == Some(&Access::ReadWrite);
        Some((inner.as_path(), inner.ancestors().skip(1).find(writable)?))
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use paddock_core::{AbsolutePath, Identity, Need, Root, RootEntry};

    use super::*;
    use crate::Network;

    fn policy(folders: &[(&str, Access)]) -> Policy {
        let identity = Identity { device: 1, inode: 2, born: None };
        let folder = |(path, access): &(&str, Access)| RootEntry {
            root: Root { path: AbsolutePath::new(path).unwrap(), identity },
            access: *access,
        };
        Policy {
            tier: Tier::AppContainer,
            folders: folders.iter().map(folder).collect(),
            readable: vec![Part { path: "/programs/node".into(), need: Need::System, own: None }],
            links: Vec::new(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: "/home".into(),
            network: Network::Open,
            attempts: Attempts::Ignore,
            canary: "/canary".into(),
            kept_out: Vec::new(),
        }
    }

    #[test]
    fn grants_home_and_what_the_program_needs_are_all_there_is() {
        let planned = plan(&policy(&[("/a", Access::Read), ("/a/b", Access::ReadWrite)])).unwrap();
        let expected = [
            ("/a", Access::Read),
            ("/a/b", Access::ReadWrite),
            ("/home", Access::ReadWrite),
            ("/programs/node", Access::Read),
        ];
        assert_eq!(planned, expected.map(|(path, access)| (path.into(), access)).into());
    }

    #[test]
    fn a_place_narrower_than_one_around_it_is_refused() {
        for folders in [
            [("/a", Access::ReadWrite), ("/a/b/c", Access::Read)],
            [("/a", Access::Read), ("/programs", Access::ReadWrite)],
        ] {
            let refused = plan(&policy(&folders));
            assert!(matches!(refused, Err(ConfineError::Nested { .. })), "{folders:?}");
        }
        assert!(plan(&policy(&[("/a", Access::ReadWrite), ("/a-b", Access::Read)])).is_ok());
    }

    #[test]
    fn what_cannot_be_carried_out_is_refused() {
        let held = Policy { attempts: Attempts::Hold, ..policy(&[]) };
        assert!(matches!(plan(&held), Err(ConfineError::Attempts(Attempts::Hold))));
        let other = Policy { tier: Tier::Landlock, ..policy(&[]) };
        assert!(matches!(plan(&other), Err(ConfineError::Tier(Tier::Landlock))));
    }
}
