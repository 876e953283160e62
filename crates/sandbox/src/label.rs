//! The `AppArmor` profile that a package brings for the keeper: it may make user namespaces.
//!
//! Whatever the keeper executes has it too. A server with a policy can't use it. One without could,
//! and anybody on this machine can have the keeper start a program without a policy: for that the
//! keeper leaves the profile first. Where `AppArmor` does not let it, the program makes no user
//! namespaces by a filter, which is for good and costs it set-user-ID programs too.

use std::fs;
use std::io::Write as _;

/// As in the package (`src-tauri/packaging/apparmor`).
const PROFILE: &str = "paddock-sandbox";
/// Of the only thread (`apparmor(7)`, Linux 5.8). Other security modules have files of their own.
const CURRENT: &str = "/proc/thread-self/attr/apparmor/current";

/// Leaves the profile. Whether this process still has its permission.
pub(crate) fn is_kept() -> bool {
    let read = || fs::read_to_string(CURRENT).unwrap_or_default();
    let write = |order: &str| {
        let current = fs::OpenOptions::new().write(true).open(CURRENT);
        // What came of it is read.
        _ = current.and_then(|mut current| current.write_all(order.as_bytes()));
    };
    is_kept_by(read, write)
}

fn is_kept_by(read: impl Fn() -> String, write: impl FnOnce(&str)) -> bool {
    if !names_profile(&read()) {
        return false;
    }
    write("changeprofile unconfined");
    names_profile(&read())
}

/// Labels may be stacked: `a//&b (enforce)`.
fn names_profile(label: &str) -> bool {
    let label = label.trim_end_matches(['\n', '\0']);
    let names = label.rsplit_once(" (").map_or(label, |(names, _)| names);
    names.split("//&").any(|name| name == PROFILE || name.ends_with(&format!(":{PROFILE}")))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_profile_is_told_from_others() {
        for label in
            ["paddock-sandbox (unconfined)\n", "paddock-sandbox", "a//&paddock-sandbox (mixed)"]
        {
            assert!(names_profile(label), "{label}");
        }
        for label in ["", "unconfined\n", "snap.paddock.paddock (enforce)", "paddock-sandboxed (x)"]
        {
            assert!(!names_profile(label), "{label}");
        }
    }

    #[test]
    fn whether_the_profile_was_left_is_read_and_not_believed() {
        for (then, kept) in [
            ("unconfined\n", false),
            ("paddock-sandbox (unconfined)\n", true),
            ("paddock-sandbox//&unconfined (mixed)\n", true),
        ] {
            let label = RefCell::new("paddock-sandbox (unconfined)\n".to_owned());
            let write = |order: &str| {
                assert_eq!(order, "changeprofile unconfined");
                *label.borrow_mut() = then.into();
            };
            assert_eq!(is_kept_by(|| label.borrow().clone(), write), kept, "{then}");
        }
    }

    #[test]
    fn nothing_is_changed_without_the_profile() {
        let never = |_: &str| panic!("asked to change");
        assert!(!is_kept_by(|| "unconfined\n".into(), never));
        assert!(!is_kept());
    }
}
