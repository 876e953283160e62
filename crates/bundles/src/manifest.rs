use std::collections::BTreeMap;

use serde::Deserialize;

use crate::BundleError;

/// Versions of the manifest that are known.
const VERSIONS: &[&str] = &["0.1", "0.2", "0.3", "0.4"];
/// What may be asked for at the most.
const MOST_SETTINGS: usize = 100;
/// The longest name of what is asked for, in bytes.
const LONGEST_NAME: usize = 200;

/// What a bundle says of itself. Nothing of it is proved.
#[derive(Clone, Debug, Deserialize)]
pub struct Manifest {
    #[serde(rename = "manifest_version", alias = "dxt_version")]
    format: Option<String>,
    pub name: String,
    pub display_name: Option<String>,
    pub version: String,
    #[serde(default)]
    pub description: String,
    pub author: Author,
    pub server: Server,
    /// What the person is asked for, by name.
    #[serde(default)]
    pub user_config: BTreeMap<String, Setting>,
    #[serde(default)]
    compatibility: Compatibility,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Author {
    pub name: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Server {
    #[serde(rename = "type")]
    pub kind: Kind,
    pub entry_point: String,
    pub mcp_config: Option<Config>,
}

/// What a server is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Node,
    Python,
    Binary,
    Uv,
}

/// How a server is run.
#[derive(Clone, Debug, Deserialize)]
pub struct Config {
    pub command: String,
    #[serde(default)]
    pub args: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    #[serde(default)]
    platform_overrides: BTreeMap<String, Override>,
}

#[derive(Clone, Debug, Deserialize)]
struct Override {
    command: Option<String>,
    args: Option<Vec<String>>,
    env: Option<BTreeMap<String, String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Compatibility {
    platforms: Option<Vec<String>>,
}

/// One thing that the person is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Setting {
    #[serde(rename = "type")]
    pub kind: SettingKind,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub multiple: bool,
    #[serde(default)]
    pub sensitive: bool,
    #[serde(default)]
    pub(crate) default: Option<serde_json::Value>,
    pub min: Option<Number>,
    pub max: Option<Number>,
}

/// A bound as it is written.
pub type Number = f64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SettingKind {
    String,
    Number,
    Boolean,
    Directory,
    File,
}

impl Setting {
    /// What is asked for elsewhere than in a manifest.
    pub fn new(kind: SettingKind, is_required: bool, is_sensitive: bool) -> Self {
        Self {
            kind,
            title: String::new(),
            description: String::new(),
            required: is_required,
            multiple: false,
            sensitive: is_sensitive,
            default: None,
            min: None,
            max: None,
        }
    }
}

impl Manifest {
    /// # Errors
    /// It is no manifest of a known version, or not for this system.
    pub(crate) fn read(text: &[u8]) -> Result<Self, BundleError> {
        let bad = |reason: String| BundleError::BadManifest { reason };
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let manifest: Self =
            serde_json::from_slice(text).map_err(|error| bad(error.to_string()))?;
        let version = manifest.format.clone().unwrap_or_default();
        if !VERSIONS.contains(&version.as_str()) {
            return Err(BundleError::UnknownVersion { version });
        }
        let is_long = |name: &String| name.len() > LONGEST_NAME;
        if manifest.user_config.keys().any(is_long) {
            return Err(bad("it asks for something with a name that is too long".to_owned()));
        }
        if manifest.name.is_empty() || manifest.user_config.len() > MOST_SETTINGS {
            return Err(bad("it has no name, or asks for too much".to_owned()));
        }
        if manifest.server.mcp_config.is_none() && manifest.server.kind != Kind::Uv {
            return Err(bad("it does not say how the server is run".to_owned()));
        }
        let platforms = manifest.compatibility.platforms.as_ref();
        if platforms.is_some_and(|known| !known.iter().any(|it| it == PLATFORM)) {
            return Err(BundleError::OtherSystem);
        }
        Ok(manifest)
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        self.display_name.as_deref().unwrap_or(&self.name)
    }
}

/// This system, as Node.js calls it.
const PLATFORM: &str = if cfg!(target_os = "macos") {
    "darwin"
} else if cfg!(windows) {
    "win32"
} else {
    "linux"
};

impl Config {
    /// How a server is run that leaves that to whoever runs it: `uv` makes its environment in a
    /// cache, for the bundle's own folder is not written to.
    pub(crate) fn of_uv(entry_point: &str) -> Self {
        let args = ["run", "--isolated", "--frozen", "--directory", "${__dirname}", entry_point];
        Self {
            command: "uv".to_owned(),
            args: args.map(str::to_owned).to_vec(),
            env: BTreeMap::new(),
            platform_overrides: BTreeMap::new(),
        }
    }

    /// As it is on this system.
    pub(crate) fn here(&self) -> Self {
        let mut here = self.clone();
        if let Some(other) = self.platform_overrides.get(PLATFORM).cloned() {
            here.command = other.command.unwrap_or(here.command);
            here.args = other.args.unwrap_or(here.args);
            here.env = other.env.unwrap_or(here.env);
        }
        here
    }
}
