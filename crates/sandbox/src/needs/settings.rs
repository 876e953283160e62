pub(super) mod go;
pub(super) mod pip;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use saphyr_parser::{Event, Parser};
use toml_edit::{Document, Item, TableLike, Value};

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
    let (file, read, variable): (_, fn(&str) -> Option<String>, _) = match runner {
        "yarn" => (".yarnrc.yml", registry_of_yarn, "YARN_NPM_REGISTRY_SERVER"),
        "bun" | "bunx" => (".bunfig.toml", registry_of_bun, "BUN_CONFIG_REGISTRY"),
        _ => return,
    };
    let text = search.read_text(&search.around.home.join(file)).unwrap_or_default();
    if let Some(value) = read(&text)
        && is_public_address(value.as_ref())
        && search.variable(variable).is_none()
    {
        search.set(variable, value);
    }
}

/// A value at the top of a `.yarnrc.yml`. What is in others is passed over.
fn registry_of_yarn(text: &str) -> Option<String> {
    let (mut depth, mut key) = (0_usize, None);
    for event in Parser::new_from_str(text) {
        match event.ok()?.0 {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                if depth == 1 {
                    key = None;
                }
                depth += 1;
            }
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            Event::Scalar(text, ..) if depth == 1 => match key.take() {
                None => key = Some(text),
                Some(name) if name == "npmRegistryServer" => return Some(text.into_owned()),
                Some(_) => {}
            },
            Event::Alias(_) if depth == 1 => key = None,
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::Alias(_)
            | Event::Scalar(..) => {}
        }
    }
    None
}

fn registry_of_bun(text: &str) -> Option<String> {
    let settings = Document::parse(text).ok()?;
    let registry = settings.get("install")?.as_table_like()?.get("registry")?;
    registry.as_str().map(str::to_owned)
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
    let Ok(settings) = Document::parse(text) else { return Indexes::default() };
    let mut found = Indexes {
        instead: settings.get("index-url").and_then(Item::as_str).map(str::to_owned),
        besides: settings.get("extra-index-url").map(texts).unwrap_or_default(),
    };
    for index in settings.get("index").map(tables).unwrap_or_default() {
        let is = |name| index.get(name).and_then(Item::as_bool).unwrap_or_default();
        match index.get("url").and_then(Item::as_str).map(str::to_owned) {
            Some(url) if is("default") => found.instead = Some(url),
            Some(url) if !is("explicit") => found.besides.push(url),
            _ => {}
        }
    }
    found.instead = found.instead.filter(|it| is_public_address(it.as_ref()));
    found.besides.retain(|it| is_public_address(it.as_ref()));
    found
}

/// One text, or those of a list.
fn texts(item: &Item) -> Vec<String> {
    let of_list = item.as_array().into_iter().flatten().filter_map(Value::as_str);
    item.as_str().into_iter().chain(of_list).map(str::to_owned).collect()
}

/// Tables under headings of their own, or those of a list.
fn tables(item: &Item) -> Vec<&dyn TableLike> {
    let headed = item.as_array_of_tables().into_iter().flatten().map(|it| it as &dyn TableLike);
    let listed = item.as_array().into_iter().flatten().filter_map(Value::as_inline_table);
    headed.chain(listed.map(|it| it as &dyn TableLike)).collect()
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
        let lists = "extra-index-url = [\n  \"https://a.example/\", # ours\n]\n\
                     index = [{ url = \"https://b.example/\" }]\n";
        assert_eq!(indexes(lists).besides, ["https://a.example/", "https://b.example/"]);
        assert_eq!(indexes("index-url = "), Indexes::default());
    }

    #[test]
    fn a_registry_is_read_where_yarn_and_bun_have_it() {
        let own = Some("https://own.example".to_owned());
        for text in [
            "nodeLinker: pnp\nnpmRegistryServer: \"https://own.example\"\n",
            "npmScopes: {a: {npmRegistryServer: x}}\n'npmRegistryServer':   https://own.example # x",
            "list: [a, b]\nnpmRegistryServer: >-\n  https://own.example\n",
        ] {
            assert_eq!(registry_of_yarn(text), own, "{text}");
        }
        for text in ["npmScopes:\n  a:\n    npmRegistryServer: x\n", "npmRegistryServer: [", ""] {
            assert_eq!(registry_of_yarn(text), None, "{text}");
        }
        assert_eq!(registry_of_bun("[install]\nregistry = 'https://own.example' # x"), own);
        assert_eq!(registry_of_bun("install.registry = \"https://own.example\""), own);
        for text in ["[test]\nregistry = \"https://own.example\"", "registry =", ""] {
            assert_eq!(registry_of_bun(text), None, "{text}");
        }
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
