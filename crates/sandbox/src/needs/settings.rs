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

/// What `yarn` and `bun` are told in files of their own, which stay out of reach as well.
pub(super) fn add_registry_of(search: &mut Search<'_>, runner: &str) {
    let (file, key, variable) = match runner {
        "yarn" => (".yarnrc.yml", "npmRegistryServer:", "YARN_NPM_REGISTRY_SERVER"),
        "bun" | "bunx" => (".bunfig.toml", "registry =", "BUN_CONFIG_REGISTRY"),
        _ => return,
    };
    let text = search.read_text(&search.around.home.join(file)).unwrap_or_default();
    let mut values = text.lines().filter_map(|line| line.trim().strip_prefix(key));
    if let Some(value) = values.next().map(unquoted)
        && is_public_address(value.as_ref())
        && search.variable(variable).is_none()
    {
        search.set(variable, value);
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
    let user = search.folder("XDG_CONFIG_HOME", ".config").join("uv/uv.toml");
    let file = [user, PathBuf::from("/etc/uv/uv.toml")];
    let Some(text) = file.iter().find_map(|file| search.read_text(file)) else { return };
    let Indexes { instead, besides } = indexes(&text);
    let is_said = |search: &Search<'_>, names: [&str; 2]| {
        names.iter().any(|name| search.variable(name).is_some())
    };
    if let Some(instead) = instead
        && !is_said(search, ["UV_DEFAULT_INDEX", "UV_INDEX_URL"])
    {
        search.set("UV_DEFAULT_INDEX", instead);
    }
    if !besides.is_empty() && !is_said(search, ["UV_INDEX", "UV_EXTRA_INDEX_URL"]) {
        search.set("UV_INDEX", besides.join(" "));
    }
}

/// Where `uv` fetches from.
#[derive(Debug, Default, PartialEq, Eq)]
struct Indexes {
    /// In place of what is usual.
    instead: Option<String>,
    besides: Vec<String>,
}

/// What a `uv.toml` says of indexes. Those that count for single packages only are left out.
fn indexes(text: &str) -> Indexes {
    let mut found = Indexes::default();
    let (head, tables) = text.split_once("[[index]]").unwrap_or((text, ""));
    let top = head.split("\n[").next().unwrap_or_default();
    for (key, value) in top.lines().filter_map(setting) {
        match key {
            "index-url" => found.instead = Some(value.to_owned()),
            "extra-index-url" => {
                let all = value.trim_matches(['[', ']']).split(',').map(unquoted);
                found.besides.extend(all.filter(|it| !it.is_empty()).map(str::to_owned));
            }
            _ => {}
        }
    }
    for table in tables.split("[[index]]") {
        let own = table.split("\n[").next().unwrap_or_default();
        let of = |name| own.lines().filter_map(setting).find(|(key, _)| *key == name);
        let is = |name| of(name).is_some_and(|(_, value)| value == "true");
        match of("url").map(|(_, url)| url.to_owned()) {
            Some(url) if is("default") => found.instead = Some(url),
            Some(url) if !is("explicit") => found.besides.push(url),
            _ => {}
        }
    }
    found.instead = found.instead.filter(|it| is_public_address(it.as_ref()));
    found.besides.retain(|it| is_public_address(it.as_ref()));
    found
}

fn set_if_unset(search: &mut Search<'_>, key: &str, value: &str) {
    let name = format!("npm_config_{key}");
    if !search.env.contains_key(OsStr::new(&name)) {
        search.set(&name, value);
    }
}

fn setting(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    Some((key.trim(), unquoted(value))).filter(|(key, _)| !key.starts_with([';', '#']))
}

fn unquoted(value: &str) -> &str {
    value.trim().trim_matches(['"', '\''])
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
    fn indexes_of_uv_are_told_apart() {
        let text = "extra-index-url = [\"https://a.example/\", \"https://key@b.example/\"]\n\
                    [pip]\nindex-url = \"https://no.example/\"\n\
                    [[index]]\nname = \"own\"\nurl = \"https://own.example/simple\"\ndefault = true\n\
                    [[index]]\nurl = \"https://one.example/\"\nexplicit = true\n\
                    [[index]]\nurl = \"https://more.example/\"\n";
        let expected = Indexes {
            instead: Some("https://own.example/simple".into()),
            besides: vec!["https://a.example/".into(), "https://more.example/".into()],
        };
        assert_eq!(indexes(text), expected);
        let short = indexes("# x\nindex-url = 'https://own.example/'");
        assert_eq!(short.instead.as_deref(), Some("https://own.example/"));
        assert_eq!(indexes("index-url = \"https://ada:pw@own.example/\""), Indexes::default());
    }

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
