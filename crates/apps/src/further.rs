//! Environment that an entry has from elsewhere: from a file, or from its app by name.

use paddock_core::left_open::VARIABLE;
use paddock_core::secret::is_secret_name;

use crate::config::{Config, Fields};
use crate::entry::Launch;
use crate::grammar;
use crate::left::{AskedFor, LeftWithApp};
use crate::tree::{Node, Value};

/// Fields that name a file of variables.
const FILES: &[&str] = &["envFile", "env_file"];
/// The longest path that is taken for one, in bytes.
const LONGEST: usize = 4096;
/// Variables that one entry has by name, at the most.
const MOST: usize = 100;

/// Fields that name variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// Goose keeps their values in its keyring, and starts nothing where one is missing.
    Kept,
    /// Codex passes on those that are set where it runs.
    PassedOn,
}

impl Names {
    fn field(self) -> &'static str {
        match self {
            Self::Kept => "env_keys",
            Self::PassedOn => "env_vars",
        }
    }
}

/// What becomes of it. A field stays with the app where something in it is not understood.
pub(crate) fn further(config: &Config, fields: &Fields<'_>, launch: &Launch) -> Vec<LeftWithApp> {
    let mut left: Vec<LeftWithApp> = Vec::new();
    for field in FILES {
        let Some(node) = given(fields, field) else { continue };
        // The first counts: no app is known that has both.
        let path = node.text().filter(|path| left.is_empty() && path.len() <= LONGEST);
        left.push(match path {
            Some(path) => LeftWithApp::File(path.to_owned()),
            None => LeftWithApp::Field((*field).to_owned()),
        });
    }
    for names in [Names::Kept, Names::PassedOn] {
        let Some(node) = given(fields, names.field()) else { continue };
        match asked_for(config, launch, names, node) {
            Some(asked) => left.extend(asked.into_iter().map(LeftWithApp::Asked)),
            None => left.push(LeftWithApp::Field(names.field().to_owned())),
        }
    }
    left
}

fn given<'a>(fields: &Fields<'a>, field: &str) -> Option<&'a Node> {
    let is_empty = |node: &Node| match &node.value {
        Value::Text(text) => text.is_empty(),
        Value::List(list) => list.is_empty(),
        Value::Other(_) | Value::Map(_) => node.is_nothing(),
    };
    fields.holder.get(field).filter(|node| !is_empty(node))
}

fn asked_for(config: &Config, launch: &Launch, names: Names, node: &Node) -> Option<Vec<AskedFor>> {
    let list = node.list().filter(|list| list.len() <= MOST)?;
    let all = list.iter().map(name).collect::<Option<Vec<_>>>()?;
    // What the entry sets itself counts.
    let open = all.into_iter().filter(|name| !launch.env.contains_key(*name));
    let asked: Vec<_> = open.map(|name| asked(names, name)).collect();
    asked.iter().all(|it| config.has_room(it)).then_some(asked)
}

/// `"NAME"`, or `{ name = "NAME", source = "local" }`.
fn name(node: &Node) -> Option<&str> {
    let is_local = node.get("source").is_none_or(|source| source.text() == Some("local"));
    let name = node.text().or_else(|| node.get("name")?.text()).filter(|_| is_local)?;
    (grammar::name(name) == Some(name)).then_some(name)
}

fn asked(names: Names, name: &str) -> AskedFor {
    let is_kept = names == Names::Kept;
    AskedFor {
        placeholder: None,
        id: format!("{VARIABLE}{name}"),
        name: name.to_owned(),
        description: String::new(),
        default: (!is_kept).then(String::new),
        options: Vec::new(),
        secret: is_kept || is_secret_name(name),
    }
}
