use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::environment::are_certificates;
use super::{Search, Why};

/// Hands on what the person's settings for `npm` say of where packages come from, as variables.
///
/// The file they are in stays out of reach: it is also where tokens are kept.
pub(super) fn add_registry(search: &mut Search<'_>) {
    let user =
        search.variable("NPM_CONFIG_USERCONFIG").or(search.variable("npm_config_userconfig"));
    let user = user.map_or_else(|| search.around.home.join(".npmrc"), PathBuf::from);
    let global = ["/usr/local/etc/npmrc", "/usr/etc/npmrc", "/etc/npmrc"].map(PathBuf::from);
    for text in std::iter::once(user)
        .chain(global)
        .filter_map(|file| search.read_text(&file))
        .collect::<Vec<_>>()
    {
        for (key, value) in text.lines().filter_map(setting) {
            let passed = match key {
                "registry" => is_public_address(value.as_ref()),
                "cafile" => {
                    let path = Path::new(value);
                    are_certificates(search, path) && search.add(path, Why::Certificates)
                }
                _ => is_scope(key) && is_public_address(value.as_ref()),
            };
            if passed {
                set_if_unset(search, key, value);
            }
        }
    }
}

/// Whether `key` says where packages of one scope come from.
fn is_scope(key: &str) -> bool {
    key.starts_with('@') && key.ends_with(":registry")
}

/// Names of variables that say where Python packages come from.
pub(super) const INDEXES: &[&str] = &[
    "PIP_EXTRA_INDEX_URL",
    "PIP_INDEX_URL",
    "UV_DEFAULT_INDEX",
    "UV_EXTRA_INDEX_URL",
    "UV_INDEX",
    "UV_INDEX_URL",
];

/// A wheel is fetched from where the person's own `uv` would fetch it, as far as variables tell.
pub(super) fn add_indexes(search: &mut Search<'_>) {
    for name in INDEXES {
        if let Some(value) = super::value(search.around.inherited, name)
            && is_public_address(value)
        {
            search.set(name, value);
        }
    }
}

fn set_if_unset(search: &mut Search<'_>, key: &str, value: &str) {
    let name = format!("npm_config_{key}");
    if !search.env.contains_key(OsStr::new(&name)) {
        search.set(&name, value);
    }
}

fn setting(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let value = value.trim().trim_matches(['"', '\'']);
    Some((key.trim(), value)).filter(|(key, _)| !key.starts_with([';', '#']))
}

/// Whether a value holds addresses of the web, and nothing that lets their reader in.
pub(super) fn is_public_address(value: &OsStr) -> bool {
    let Some(value) = value.to_str() else { return false };
    let is_public = |address: &str| {
        let rest = address.split_once("://").filter(|(scheme, _)| *scheme != "file");
        rest.is_some_and(|(_, rest)| !rest.contains(['@', '?', '#', '$']))
    };
    !value.trim().is_empty() && value.split_whitespace().all(is_public)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_a_key_in_it_is_not_public() {
        for address in ["https://npm.example/", "http://10.0.0.1:4873", "https://a.x/ https://b.x/"]
        {
            assert!(is_public_address(address.as_ref()), "{address}");
        }
        for address in [
            "https://ada:hunter2@npm.example/",
            "https://npm.example/?token=x",
            "https://${TOKEN}.example/",
            "https://a.x/ https://token@b.x/",
            "hunter2",
            "",
        ] {
            assert!(!is_public_address(address.as_ref()), "{address}");
        }
    }
}
