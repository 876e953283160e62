use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use paddock_core::Footprint;

use super::settings::{INDEXES, is_public_address};
use super::{Search, Variables, Why, value};

/// What any server may know of the host's environment. Nothing that leads out of a sandbox is among
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

/// The whole environment of a confined server: what it may inherit of the host's, what `footprint` sets,
/// and on top of both all of its `own`. The `PATH` in `inherited` must be the one that its program was
/// found with.
pub fn environment(
    inherited: &Variables,
    own: &Variables,
    footprint: &Footprint,
) -> Vec<(OsString, OsString)> {
    let inherited = inherited.iter().filter(|(name, value)| is_inherited(name, value, footprint));
    let all: BTreeMap<_, _> = inherited.chain(&footprint.env).chain(own).cloned().collect();
    all.into_iter().collect()
}

fn is_inherited(name: &OsStr, value: &OsStr, footprint: &Footprint) -> bool {
    let is_certificate = name.to_str().is_some_and(|name| CERTIFICATES.contains(&name));
    let is_readable = || std::env::split_paths(value).all(|path| footprint.reads(&path));
    may_be_known(name, value) && (!is_certificate || is_readable())
}

/// Whether any server may know this variable of the host, be it kept to its folders or not.
pub fn may_be_known(name: &OsStr, value: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    if PROXIES.contains(&name) || INDEXES.contains(&name) {
        return is_public_address(value);
    }
    [INHERITED, NO_PROXY, CERTIFICATES].iter().any(|known| known.contains(&name))
        || name.starts_with("LC_")
}

/// Whether a variable says by whom to connect elsewhere: where a server reaches nothing but its
/// destinations, that is none of them.
pub fn is_of_proxies(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| PROXIES.contains(&name) || NO_PROXY.contains(&name))
}

/// Adds the certificates that the host, or the server's own variables, name.
pub(super) fn add(search: &mut Search<'_>) {
    for name in CERTIFICATES {
        for variables in [search.around.inherited, &search.launch.env] {
            for path in value(variables, name).iter().flat_map(std::env::split_paths) {
                if are_certificates(search, &path) {
                    search.add(&path, Why::Certificates);
                }
            }
        }
    }
}

/// Whether a file holds certificates and no key, or a folder nothing else. A folder says so by the
/// names in it.
pub(super) fn are_certificates(search: &Search<'_>, path: &Path) -> bool {
    let Some(real) = search.real(path) else { return false };
    if !real.is_dir() {
        let text = search.reader.text(&real).unwrap_or_default();
        return text.contains("CERTIFICATE-----") && !text.contains("PRIVATE KEY");
    }
    let names = search.reader.entries(&real);
    names.iter().all(|path| is_certificate(path) && !path.is_dir())
}

/// By its name, which may be the hash of whom it is of (`openssl-rehash(1)`).
fn is_certificate(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_number = !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_digit());
    is_number || ["cer", "crt", "pem"].contains(&ending) || path.ends_with("java")
}
