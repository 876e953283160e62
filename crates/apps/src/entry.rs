//! Entries of configs: each names a server that an app would launch, or reach.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::config::{Config, Fields, Slot, fields};
use crate::error::AppError;
use crate::mask;
use crate::tree::{Meaning, Node, Value};

/// Which file it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileRef {
    /// Id of the app.
    pub app: String,
    /// As the app opens it; it may be a link.
    pub path: PathBuf,
    /// The folder of the project that it belongs to; none if it is the person's.
    pub project: Option<PathBuf>,
}

/// Which entry of which file it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntryRef {
    pub file: FileRef,
    /// Keys down to what holds the entries.
    pub at: Vec<String>,
    pub name: String,
}

/// An entry as it was found.
#[derive(Clone, Debug)]
pub struct Entry {
    pub id: EntryRef,
    pub content: Content,
    /// What it said, all of it: what is planned for is what was shown.
    pub(crate) meaning: Meaning,
}

#[derive(Clone, Debug)]
pub enum Content {
    /// It starts a server.
    Command(Launch),
    /// Servers elsewhere are named and left alone.
    Remote {
        url: String,
    },
    /// What the app brings itself.
    Other {
        kind: String,
    },
    Unreadable(AppError),
}

/// What an entry starts.
#[derive(Clone)]
pub struct Launch {
    pub command: String,
    pub args: Vec<String>,
    /// Values may be secrets.
    pub env: BTreeMap<String, String>,
    pub cwd: Option<String>,
    pub enabled: bool,
    /// It goes through Paddock already.
    pub through: Option<Through>,
    /// What the app would put in, and Paddock can't.
    pub left: Vec<LeftWithApp>,
}

/// `paddock run SERVER --app APP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Through {
    pub server: String,
    pub app: Option<String>,
}

/// A part of what the server is given that only its app knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftWithApp {
    /// Further environment comes from what this field names: a file, the app's keyring, its own
    /// environment.
    Field(String),
    /// The app puts something in place of this, such as `${input:token}`.
    Placeholder(String),
}

impl Launch {
    /// The command and its arguments to be shown, with what looks like a secret masked. Still
    /// somebody else's text.
    pub fn words(&self) -> Vec<String> {
        let command = std::iter::once(&self.command);
        mask::words_masked(&command.chain(&self.args).cloned().collect::<Vec<_>>())
    }

    /// A placeholder that an app of this id fills in, and Paddock can't: without it the server would
    /// be given the placeholder itself.
    pub fn needs_app(&self, app: &str) -> Option<&str> {
        let program = Path::new(&self.command).file_stem().unwrap_or_default().to_string_lossy();
        let is_shell = SHELLS.contains(&program.as_ref());
        let is_filled_in = |text: &str| match text.strip_prefix('$') {
            Some(name) if name.starts_with('{') => !is_shell,
            Some(_) => DOLLAR_ALONE.contains(&app),
            None => app_has_braces(app),
        };
        self.left.iter().find_map(|left| match left {
            LeftWithApp::Placeholder(text) => is_filled_in(text).then_some(text.as_str()),
            LeftWithApp::Field(_) => None,
        })
    }
}

impl fmt::Debug for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Launch")
            .field("command", &self.command)
            .field("args", &self.args.len())
            .field("env", &self.env.keys())
            .field("enabled", &self.enabled)
            .field("through", &self.through)
            .finish_non_exhaustive()
    }
}

/// Fields by which apps take environment from elsewhere.
const ENV_ELSEWHERE: &[&str] = &["envFile", "env_file", "env_keys", "env_vars"];
const URLS: &[&str] = &["url", "serverUrl", "httpUrl", "uri", "baseUrl"];
/// Placeholders that stand for home, which a command may have in Paddock, too.
const KNOWN: &[&str] = &["${HOME}", "${userHome}", "${env:HOME}"];
/// The folder that the app works in. Paddock puts it into arguments and environment.
pub const WORKSPACE: &str = "${workspaceFolder}";
/// Apps that put a variable in the place of a value that is `$NAME`.
const DOLLAR_ALONE: &[&str] = &["gemini", "qwen"];
/// What they run has variables of its own.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "fish"];

pub(crate) fn entry(app: &App, file: &FileRef, config: &Config, slot: &Slot<'_>) -> Entry {
    let id = EntryRef { file: file.clone(), at: slot.at.clone(), name: slot.name.clone() };
    let meaning = slot.node.meaning(&[]);
    let content = match (slot.twice, config.in_the_way(&slot.name, slot.node)) {
        (Some(at), _) => Content::Unreadable(config.duplicate(at)),
        (None, Some(error)) => Content::Unreadable(error),
        (None, None) => content(app, config, slot),
    };
    Entry { id, content, meaning }
}

fn content(app: &App, config: &Config, slot: &Slot<'_>) -> Content {
    let unusual = |at: &Node| Content::Unreadable(config.unusual(&slot.name, at.span.start));
    if let Some(fields) = fields(&app.shape, slot.node) {
        return launch(slot.node, &fields).map_or_else(unusual, Content::Command);
    }
    let inner = slot.node.get("transport").filter(|it| it.map().is_some()).unwrap_or(slot.node);
    let url = URLS.iter().find_map(|key| inner.get(key)?.text());
    if let Some(url) = url {
        return Content::Remote { url: url.to_owned() };
    }
    let kind = ["type", "source"].iter().find_map(|key| slot.node.get(key)?.text());
    match kind {
        Some(kind) => Content::Other { kind: kind.to_owned() },
        None => unusual(slot.node),
    }
}

/// What is started; the value in the way if that can't be said.
pub(crate) fn launch<'a>(entry: &'a Node, fields: &Fields<'a>) -> Result<Launch, &'a Node> {
    let mut line = match &fields.command.node.value {
        Value::List(list) => words(list)?,
        Value::Text(_) | Value::Other(_) | Value::Map(_) => vec![word(&fields.command.node)?],
    };
    if line.is_empty() {
        return Err(&fields.command.node);
    }
    let command = line.remove(0);
    if let Some(args) = fields.args.map(|pair| &pair.node).filter(|node| !is_nothing(node)) {
        line.extend(words(args.list().ok_or(args)?)?);
    }
    let env = fields.env.map(|pair| &pair.node).filter(|node| !is_nothing(node));
    let env = env.map_or_else(|| Ok(BTreeMap::new()), variables)?;
    let flag = |key: &str| entry.get(key).and_then(Node::is_true);
    let disabled = flag("disabled") == Some(true) || flag("enabled") == Some(false);
    let cwd = ["cwd", "workingDirectory"].iter().find_map(|key| fields.holder.get(key)?.text());
    let mut launch = Launch {
        through: through(&command, &line),
        command,
        args: line,
        env,
        cwd: cwd.map(str::to_owned),
        enabled: !disabled,
        left: Vec::new(),
    };
    launch.left = left(fields, &launch);
    Ok(launch)
}

fn is_nothing(node: &Node) -> bool {
    matches!(&node.value, Value::Other(word) if matches!(word.as_str(), "null" | "~" | ""))
}

fn word(node: &Node) -> Result<String, &Node> {
    match &node.value {
        Value::Text(text) | Value::Other(text) if !is_nothing(node) => Ok(text.clone()),
        Value::Text(_) | Value::Other(_) | Value::List(_) | Value::Map(_) => Err(node),
    }
}

fn words(list: &[Node]) -> Result<Vec<String>, &Node> {
    list.iter().map(word).collect()
}

fn variables(node: &Node) -> Result<BTreeMap<String, String>, &Node> {
    let pairs = &node.map().ok_or(node)?.pairs;
    pairs.iter().map(|pair| Ok((pair.key.clone(), word(&pair.node)?))).collect()
}

/// Whether a command is the shim, by any path to it.
fn through(command: &str, args: &[String]) -> Option<Through> {
    let name = Path::new(command).file_name()?.to_str()?;
    let (first, rest) = args.split_first()?;
    if name.strip_suffix(".exe").unwrap_or(name) != "paddock" || first != "run" {
        return None;
    }
    let mut words = rest.iter();
    let (mut server, mut app) = (None, None);
    while let Some(word) = words.next() {
        if word == "--app" {
            app = words.next().cloned();
        } else if let Some(id) = word.strip_prefix("--app=") {
            app = Some(id.to_owned());
        } else if !word.starts_with('-') && server.is_none() {
            server = Some(word.clone());
        }
    }
    Some(Through { server: server?, app })
}

fn left(fields: &Fields<'_>, launch: &Launch) -> Vec<LeftWithApp> {
    let is_empty = |node: &Node| is_nothing(node) || node.list().is_some_and(<[Node]>::is_empty);
    let elsewhere = ENV_ELSEWHERE
        .iter()
        .filter(|key| fields.holder.get(key).is_some_and(|node| !is_empty(node)))
        .map(|key| LeftWithApp::Field((*key).to_owned()));
    let texts = launch.args.iter().chain(launch.env.values());
    let of_texts = texts.flat_map(|text| placeholders(text)).filter(|it| *it != WORKSPACE);
    let all = placeholders(&launch.command).into_iter().chain(of_texts);
    let mut left: Vec<_> = elsewhere.collect();
    let words = launch.env.values().filter_map(|text| variable(text));
    for placeholder in all.chain(words) {
        let placeholder = LeftWithApp::Placeholder(placeholder.to_owned());
        if !left.contains(&placeholder) {
            left.push(placeholder);
        }
    }
    left
}

/// Whether it fills in `{env:…}` and `{file:…}`.
fn app_has_braces(app: &str) -> bool {
    matches!(app, "opencode" | "kilo")
}

/// A value that is the name of a variable behind a dollar, as Gemini has it.
fn variable(text: &str) -> Option<&str> {
    let name = text.strip_prefix('$')?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && !name.is_empty() && name != "HOME").then_some(text)
}

/// `${…}`, and `{env:…}` and `{file:…}` of `OpenCode`.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for start in ["${", "{env:", "{file:"] {
        for (at, _) in text.match_indices(start) {
            let Some(end) = text[at..].find('}') else { continue };
            let placeholder = &text[at..=at + end];
            if !KNOWN.contains(&placeholder) {
                found.push(placeholder);
            }
        }
    }
    found
}
