use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::{SearchPath, Variables};

/// What a server may know of the app's environment. All else stays with the app: an environment
/// holds tokens, and the addresses of sockets that lead out of a sandbox, `XDG_RUNTIME_DIR` among
/// them.
const INHERITED: &[&str] = &[
    "HOME",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
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

/// The whole environment of a server: what it may inherit of `app`, the search path, and on top of
/// both its `own` variables.
pub fn for_server(
    app: &Variables,
    path: &SearchPath,
    own: &Variables,
) -> Vec<(OsString, OsString)> {
    let inherited = app.iter().filter(|(name, _)| is_inherited(name)).cloned();
    let path = ("PATH".into(), path.to_value());
    let all: BTreeMap<_, _> = inherited.chain([path]).chain(own.iter().cloned()).collect();
    all.into_iter().collect()
}

fn is_inherited(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    INHERITED.contains(&name)
        || name.starts_with("LC_")
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
    fn the_servers_own_variables_win() {
        let app = variables(&[("LANG", "C"), ("HOME", "/home/ada")]);
        let own = variables(&[("HOME", "/private"), ("GITHUB_TOKEN", "its own"), ("PATH", "/its")]);
        let expected =
            [("GITHUB_TOKEN", "its own"), ("HOME", "/private"), ("LANG", "C"), ("PATH", "/its")];
        let path = SearchPath::parse("/usr/bin".as_ref());
        assert_eq!(for_server(&app, &path, &own), variables(&expected));
    }
}
