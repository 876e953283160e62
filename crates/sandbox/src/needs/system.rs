use std::path::Path;

use super::{Search, Why};

/// Programs and libraries. `/usr/local` and `/opt` are not the system's, and are needed only by what
/// is installed there.
const SYSTEM: &[&str] = &[
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/sbin",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/libx32",
    "/usr/sbin",
    "/usr/share",
    "/etc/alternatives",
    "/etc/chromium",
    "/etc/chromium.d",
    "/etc/fonts",
    "/etc/gitconfig",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/os-release",
    "/etc/timezone",
    // Which fonts there are, as the system has found out: a browser without it reads each one.
    "/var/cache/fontconfig",
    // Browsers, which servers start.
    "/opt/google/chrome",
    "/opt/microsoft/msedge",
    // NixOS, Guix.
    "/nix/store",
    "/run/current-system/sw",
    "/gnu/store",
    "/run/current-system/profile",
];

/// Certificates and how they are used, and no private keys, which both `/etc/ssl` and `/etc/pki` hold.
const CERTIFICATES: &[&str] = &[
    "/etc/ca-certificates",
    "/etc/crypto-policies",
    "/etc/pki/ca-trust/extracted",
    "/etc/pki/tls/cert.pem",
    "/etc/pki/tls/certs",
    "/etc/pki/tls/openssl.cnf",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/etc/ssl/certs",
    // Named for where they lead on NixOS.
    "/etc/ssl/certs/ca-bundle.crt",
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/ssl/openssl.cnf",
    "/usr/local/share/ca-certificates",
];

const NAMES: &[&str] = &[
    "/etc/gai.conf",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/protocols",
    "/etc/resolv.conf",
    "/etc/services",
];

pub(super) fn add(search: &mut Search<'_>) {
    for (paths, why) in
        [(SYSTEM, Why::System), (CERTIFICATES, Why::Certificates), (NAMES, Why::Names)]
    {
        for path in paths {
            search.add(Path::new(path), why);
        }
    }
}

/// Whether all of the system's programs that may be needed are there anyway.
pub(super) fn holds(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}
