use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::settings::{INDEXES, is_public_address};
use super::{Needs, Search, Variables, Why, value};

/// What any server may know of the app's environment. Nothing that leads out of a sandbox is among
/// it, as `XDG_RUNTIME_DIR` or `SSH_AUTH_SOCK` would, nor the person's home.
const INHERITED: &[&str] = &[
    "COLORTERM",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "NO_COLOR",
    "PATH",
    "SHELL",
    "TERM",
    "TZ",
    "USER",
];

/// Addresses, passed on if nothing secret is in them.
const PROXIES: &[&str] =
    &["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "http_proxy", "https_proxy"];

/// Lists of hosts.
const NO_PROXY: &[&str] = &["NO_PROXY", "no_proxy"];

/// Files and folders of certificates, passed on if they can be read.
const CERTIFICATES: &[&str] = &[
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "NIX_SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
];

/// The whole environment of a confined server: what it may inherit of the app's, what `needs` sets,
/// and on top of both all of its `own`. The `PATH` in `inherited` must be the one that its program was
/// found with.
pub fn environment(
    inherited: &Variables,
    own: &Variables,
    needs: &Needs,
) -> Vec<(OsString, OsString)> {
    let inherited = inherited.iter().filter(|(name, value)| is_inherited(name, value, needs));
    let all: BTreeMap<_, _> = inherited.chain(&needs.env).chain(own).cloned().collect();
    all.into_iter().collect()
}

fn is_inherited(name: &OsStr, value: &OsStr, needs: &Needs) -> bool {
    let Some(name) = name.to_str() else { return false };
    if PROXIES.contains(&name) || INDEXES.contains(&name) {
        return is_public_address(value);
    }
    if CERTIFICATES.contains(&name) {
        return std::env::split_paths(value).all(|path| needs.reads(&path));
    }
    INHERITED.contains(&name) || NO_PROXY.contains(&name) || name.starts_with("LC_")
}

/// Adds the certificates that the app, or the server's own variables, name.
pub(super) fn add(search: &mut Search<'_>) {
    for name in CERTIFICATES {
        for variables in [search.around.inherited, &search.launch.env] {
            for path in value(variables, name).iter().flat_map(std::env::split_paths) {
                search.add(&path, Why::Certificates);
            }
        }
    }
}

impl Needs {
    /// Whether `path` is within what may be read, as it is written.
    pub fn reads(&self, path: &Path) -> bool {
        self.readable.iter().any(|need| path.starts_with(&need.path))
    }
}
