//! The command that a manifest makes, with its variables filled in. No shell reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::manifest::{Config, Manifest};
use crate::{Bundle, BundleError, Kind, Value, Values};

/// Folders of the person that a manifest may name.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    pub home: &'a Path,
    pub desktop: &'a Path,
    pub documents: &'a Path,
    pub downloads: &'a Path,
}

pub(crate) type Variables = BTreeMap<String, Value>;

/// How a manifest names what was answered.
pub(crate) const ASKED: &str = "user_config.";

impl Folders<'_> {
    /// With the folder that a bundle is unpacked in.
    pub(crate) fn variables_in(&self, unpacked: &Path) -> Variables {
        let mut variables = self.variables();
        let unpacked = unpacked.to_string_lossy().into_owned();
        variables.insert("__dirname".into(), Value::One(unpacked));
        variables
    }

    pub(crate) fn variables(&self) -> Variables {
        let separator = std::path::MAIN_SEPARATOR_STR;
        let folders = [
            ("HOME", self.home.to_string_lossy()),
            ("DESKTOP", self.desktop.to_string_lossy()),
            ("DOCUMENTS", self.documents.to_string_lossy()),
            ("DOWNLOADS", self.downloads.to_string_lossy()),
            ("pathSeparator", separator.into()),
            ("/", separator.into()),
        ];
        folders.map(|(name, value)| (name.to_owned(), Value::One(value.into_owned()))).into()
    }
}

/// What is run.
#[derive(Clone, PartialEq, Eq)]
pub struct Launch {
    pub program: String,
    pub args: Vec<String>,
    pub env: BTreeMap<String, String>,
    /// Variables that hold what the manifest says is sensitive.
    pub secrets: BTreeSet<String>,
}

/// Values may be secrets.
impl std::fmt::Debug for Launch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launch").field("program", &self.program).finish_non_exhaustive()
    }
}

/// The command of a bundle that is unpacked in `folder`.
///
/// # Errors
/// A value is required and not there, or a sensitive one would be an argument.
pub fn launch(
    bundle: &Bundle,
    folder: &Path,
    folders: &Folders<'_>,
    values: &Values,
) -> Result<Launch, BundleError> {
    let has_file = |path: &str| bundle.has_file(path);
    made(&bundle.manifest, (folder, &has_file), folders, values)
}

/// Where a bundle is unpacked, and whether it holds a file.
pub type Unpacked<'a> = (&'a Path, &'a dyn Fn(&str) -> bool);

pub(crate) fn made(
    manifest: &Manifest,
    unpacked: Unpacked<'_>,
    folders: &Folders<'_>,
    values: &Values,
) -> Result<Launch, BundleError> {
    for (name, setting) in &manifest.user_config {
        if setting.required && !values.contains_key(name) {
            return Err(BundleError::Missing { setting: name.clone() });
        }
    }
    let mut variables = folders.variables_in(unpacked.0);
    let values = values.iter().map(|(name, value)| (format!("{ASKED}{name}"), value.clone()));
    variables.extend(values);
    let config = manifest.config();
    let sensitive = sensitive(manifest, &variables);
    let written = || [&config.command].into_iter().chain(&config.args);
    if let Some(name) = sensitive.iter().find(|name| written().any(|word| names(word, name))) {
        return Err(BundleError::SecretArgument { setting: name[ASKED.len()..].into() });
    }
    let inside = |word: String| inside(unpacked, word);
    let env = config.env.iter().filter(|(_, value)| !is_unset(value, &variables));
    let hides = |value: &str| sensitive.iter().any(|name| names(value, name));
    Ok(Launch {
        program: inside(substituted(&config.command, &variables)),
        args: config.args.iter().flat_map(|arg| words(arg, &variables)).map(inside).collect(),
        secrets: env
            .clone()
            .filter(|(_, value)| hides(value))
            .map(|(name, _)| name.clone())
            .collect(),
        env: env.map(|(name, value)| (name.clone(), substituted(value, &variables))).collect(),
    })
}

impl Manifest {
    pub(crate) fn config(&self) -> Config {
        let server = &self.server;
        match &server.mcp_config {
            Some(config) if server.kind != Kind::Uv => config.here(),
            Some(config) if !config.command.is_empty() => config.here(),
            _ => Config::of_uv(&server.entry_point),
        }
    }

    /// The words of its command as they are written, with nothing filled in.
    pub fn words(&self) -> Vec<String> {
        let config = self.config();
        std::iter::once(config.command).chain(config.args).collect()
    }

    /// The variables of its command as they are written, with nothing filled in.
    pub fn env(&self) -> BTreeMap<String, String> {
        self.config().env
    }
}

/// The variables of what is sensitive and was answered.
fn sensitive(manifest: &Manifest, variables: &Variables) -> Vec<String> {
    let settings = manifest.user_config.iter().filter(|(_, setting)| setting.sensitive);
    let names = settings.map(|(name, _)| format!("{ASKED}{name}"));
    names.filter(|name| variables.contains_key(name)).collect()
}

fn names(text: &str, variable: &str) -> bool {
    text.contains(&format!("${{{variable}}}"))
}

/// Manifests name what is packed from the bundle's folder, too, as in `server/index.js`.
pub(crate) fn inside((folder, has_file): Unpacked<'_>, word: String) -> String {
    let packed = word.strip_prefix("./").unwrap_or(&word);
    if packed.contains('/') && has_file(packed) {
        folder.join(packed).to_string_lossy().into_owned()
    } else {
        word
    }
}

/// One argument, or those that it stands for.
fn words(arg: &str, variables: &Variables) -> Vec<String> {
    match sole(arg).map(|name| (name, variables.get(name))) {
        Some((_, Some(Value::Many(all)))) => all.clone(),
        // What was not answered is no argument.
        Some((name, None)) if name.starts_with(ASKED) => Vec::new(),
        _ => vec![substituted(arg, variables)],
    }
}

fn is_unset(value: &str, variables: &Variables) -> bool {
    sole(value).is_some_and(|it| it.starts_with(ASKED) && !variables.contains_key(it))
}

/// The name of the variable that a text consists of.
pub(crate) fn sole(text: &str) -> Option<&str> {
    text.strip_prefix("${")?.strip_suffix('}').filter(|name| !name.contains(['{', '}']))
}

/// Fills in variables, each once: what a value says is not read again. What is unknown stays as it
/// is written, but for settings without an answer, which are empty; of several values, all are
/// written with a comma between.
pub(crate) fn substituted(text: &str, variables: &Variables) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            out.push_str("${");
            rest = after;
            continue;
        };
        match variables.get(name) {
            Some(Value::One(value)) => out.push_str(value),
            Some(Value::Many(all)) => out.push_str(&all.join(",")),
            None if name.starts_with(ASKED) => {}
            None => {
                out.push_str("${");
                rest = after;
                continue;
            }
        }
        rest = behind;
    }
    out + rest
}
