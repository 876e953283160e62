//! How a test says that it can't run here, as one line on standard error that `npm test` counts:
//!
//! ```text
//! SKIPPED name::of_the_test: why
//! ```
//!
//! libtest knows no such outcome: the test returns and passes. It also hides what a passing test
//! prints, so the line is written around that.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::{env, thread};

/// Says that this test, or a part of it, is skipped, whatever is required.
pub fn skip(why: impl Display) {
    let thread = thread::current();
    let name = thread.name().unwrap_or("a test");
    // A line of its own, also where another test's line has just begun.
    _ = write!(io::stderr().lock(), "\nSKIPPED {name}: {why}\n");
}

/// As [`skip`], for lack of what a tier needs.
///
/// # Panics
/// With `PADDOCK_REQUIRE_TIERS=1`.
pub fn skip_for_tier(why: impl Display) {
    skip_unless_required("PADDOCK_REQUIRE_TIERS", why);
}

/// As [`skip`], for lack of a real server or program to test with.
///
/// # Panics
/// With `PADDOCK_REQUIRE_PEERS=1`.
pub fn skip_for_peer(why: impl Display) {
    skip_unless_required("PADDOCK_REQUIRE_PEERS", why);
}

fn skip_unless_required(variable: &str, why: impl Display) {
    assert!(!is_on(env::var_os(variable).as_deref()), "required by {variable}: {why}");
    skip(why);
}

fn is_on(value: Option<&std::ffi::OsStr>) -> bool {
    value.is_some_and(|value| value == "1")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::is_on;

    #[test]
    fn only_1_requires() {
        assert!(is_on(Some(OsStr::new("1"))));
        assert!(!is_on(Some(OsStr::new("0"))) && !is_on(Some(OsStr::new(""))) && !is_on(None));
    }
}
