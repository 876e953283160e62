//! Entries of configs: each names a server that an app would launch, or reach.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::app::App;
use crate::config::{Config, Fields, Slot, fields};
use crate::error::AppError;
use crate::left::{LeftWithApp, left};
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
    /// What the app would put in.
    pub left: Vec<LeftWithApp>,
}

/// `paddock run SERVER --app APP`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Through {
    pub server: String,
    pub app: Option<String>,
}

impl Entry {
    /// A digest of what it says and asks for, as it was when it was shown.
    pub fn seen(&self) -> String {
        let mut hash = Sha256::new_with_prefix(self.meaning.0);
        if let Content::Command(launch) = &self.content {
            hash.update(format!("{:?}", launch.left));
        }
        let mut seen = String::new();
        for byte in hash.finalize() {
            let _ = write!(seen, "{byte:02x}");
        }
        seen
    }
}

impl Launch {
    /// The command and its arguments to be shown, with what looks like a secret masked. Still
    /// somebody else's text.
    pub fn words(&self) -> Vec<String> {
        let command = std::iter::once(&self.command);
        mask::words_masked(&command.chain(&self.args).cloned().collect::<Vec<_>>())
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

const URLS: &[&str] = &["url", "serverUrl", "httpUrl", "uri", "baseUrl"];

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
        let launch = launch(slot.node, &fields);
        let with_left = |launch| Launch { left: left(app, config, &fields, &launch), ..launch };
        return launch.map(with_left).map_or_else(unusual, Content::Command);
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
    if let Some(args) = fields.args.map(|pair| &pair.node).filter(|node| !node.is_nothing()) {
        line.extend(words(args.list().ok_or(args)?)?);
    }
    let env = fields.env.map(|pair| &pair.node).filter(|node| !node.is_nothing());
    let env = env.map_or_else(|| Ok(BTreeMap::new()), variables)?;
    let flag = |key: &str| entry.get(key).and_then(Node::is_true);
    let disabled = flag("disabled") == Some(true) || flag("enabled") == Some(false);
    let cwd = ["cwd", "workingDirectory"].iter().find_map(|key| fields.holder.get(key)?.text());
    Ok(Launch {
        through: through(&command, &line),
        command,
        args: line,
        env,
        cwd: cwd.map(str::to_owned),
        enabled: !disabled,
        left: Vec::new(),
    })
}

fn word(node: &Node) -> Result<String, &Node> {
    match &node.value {
        Value::Text(text) | Value::Other(text) if !node.is_nothing() => Ok(text.clone()),
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
