use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use paddock_sandbox::needs;

use super::{SearchPath, Variables};

/// Where the person's own things are, which a server may know that is not kept from them, besides
/// what any may. All else stays with the host: an environment holds tokens, and the addresses of
/// sockets that lead out of a sandbox, `XDG_RUNTIME_DIR` among them.
const PERSONAL: &[&str] = &[
    "HOME",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_DIRS",
    "XDG_CONFIG_HOME",
    "XDG_DATA_DIRS",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
];

/// Without these hardly a program starts on Windows.
const INHERITED_ON_WINDOWS: &[&str] = &[
    "APPDATA",
    "COMSPEC",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// The whole environment of a server that is not kept to its folders: what it may inherit of `app`,
/// the search path, and on top of both its `own` variables.
pub fn for_server(
    app: &Variables,
    path: &SearchPath,
    own: &Variables,
) -> Vec<(OsString, OsString)> {
    let inherited = app.iter().filter(|(name, value)| is_inherited(name, value)).cloned();
    let path = ("PATH".into(), path.to_value());
    let all: BTreeMap<_, _> = inherited.chain([path]).chain(own.iter().cloned()).collect();
    all.into_iter().collect()
}

fn is_inherited(name: &OsStr, value: &OsStr) -> bool {
    let may_be_known = needs::may_be_known(name, value);
    let Some(name) = name.to_str() else { return false };
    may_be_known
        || PERSONAL.contains(&name)
        || cfg!(windows) && INHERITED_ON_WINDOWS.contains(&name.to_ascii_uppercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
        pairs.iter().map(|(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn secrets_and_sockets_stay_with_the_app() {
        let app = variables(&[
            ("HOME", "/home/ada"),
            ("LC_TIME", "de_DE.UTF-8"),
            ("GITHUB_TOKEN", "hunter2"),
            ("SSH_AUTH_SOCK", "/run/agent"),
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"),
            ("XDG_RUNTIME_DIR", "/run/user/1000"),
            ("LD_PRELOAD", "/evil.so"),
            ("PATH", "/app/private/bin"),
        ]);
        let path = SearchPath::parse("/usr/bin".as_ref());
        let expected = [("HOME", "/home/ada"), ("LC_TIME", "de_DE.UTF-8"), ("PATH", "/usr/bin")];
        assert_eq!(for_server(&app, &path, &[]), variables(&expected));
    }

    #[test]
    fn certificates_and_proxies_are_known_and_passwords_in_them_are_not() {
        let app = variables(&[
            ("HTTPS_PROXY", "http://proxy.example:3128"),
            ("HTTP_PROXY", "http://ada:hunter2@proxy.example:3128"),
            ("NODE_EXTRA_CA_CERTS", "/etc/company/ca.pem"),
            ("NO_COLOR", "1"),
            ("NO_PROXY", "localhost"),
            ("SSL_CERT_FILE", "/etc/company/all.pem"),
        ]);
        let mut expected = variables(&[("PATH", "/usr/bin")]);
        expected.extend(app.iter().filter(|(name, _)| name != "HTTP_PROXY").cloned());
        expected.sort();
        let path = SearchPath::parse("/usr/bin".as_ref());
        assert_eq!(for_server(&app, &path, &[]), expected);
    }

    #[test]
    fn the_servers_own_variables_win() {
        let app = variables(&[("LANG", "C"), ("HOME", "/home/ada")]);
        let own = variables(&[("HOME", "/private"), ("GITHUB_TOKEN", "its own"), ("PATH", "/its")]);
        let expected =
            [("GITHUB_TOKEN", "its own"), ("HOME", "/private"), ("LANG", "C"), ("PATH", "/its")];
        let path = SearchPath::parse("/usr/bin".as_ref());
        assert_eq!(for_server(&app, &path, &own), variables(&expected));
    }
}
