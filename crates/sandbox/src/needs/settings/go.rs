//! Where `go` fetches modules from.

use std::ffi::OsString;
use std::path::PathBuf;

use super::{Search, is_public_address};
use crate::needs::value;

/// Variables that `go env -w` keeps. See <https://go.dev/ref/mod#environment-variables>.
const VARIABLES: [&str; 5] = ["GOPROXY", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB"];

/// Hands on what the person's environment and settings say of proxies. The file stays out of reach.
pub(crate) fn add_proxies(search: &mut Search<'_>) {
    let usual = || search.folder("XDG_CONFIG_HOME", ".config").join("go/env");
    let file = search.variable("GOENV").map_or_else(usual, PathBuf::from);
    let text = search.read_text(&file).unwrap_or_default();
    for name in VARIABLES {
        let inherited = value(search.around.inherited, name).map(ToOwned::to_owned);
        let kept = || variable_in(&text, name).map(OsString::from);
        if let Some(said) = inherited.or_else(kept).filter(may_be_known) {
            search.set(name, said);
        }
    }
}

fn variable_in<'a>(text: &'a str, variable: &str) -> Option<&'a str> {
    let mut lines = text.lines().filter_map(|line| line.split_once('='));
    lines.find(|(name, _)| *name == variable).map(|(_, value)| value)
}

/// Whether nothing in a list of addresses, names and patterns lets its reader in.
fn may_be_known(said: &OsString) -> bool {
    let Some(text) = said.to_str() else { return false };
    let mut addresses = text.split([',', '|', ' ']).filter(|it| it.contains([':', '@']));
    addresses.all(|it| is_public_address(it.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_read_as_go_keeps_them() {
        let text = "GOFLAGS=-mod=mod\nGOPROXY=https://go.example,direct\n";
        assert_eq!(variable_in(text, "GOPROXY"), Some("https://go.example,direct"));
        assert_eq!(variable_in(text, "GOFLAGS"), Some("-mod=mod"));
        assert_eq!(variable_in("# GOPROXY=x", "GOPROXY"), None);
    }

    #[test]
    fn what_lets_its_reader_in_is_not_handed_on() {
        for said in ["https://go.example,direct", "off", "*.corp.example,example.org/x"] {
            assert!(may_be_known(&said.into()), "{said}");
        }
        for said in ["https://ada:pw@go.example,direct", "direct|https://t@go.example", "ada:pw@x"]
        {
            assert!(!may_be_known(&said.into()), "{said}");
        }
    }
}
