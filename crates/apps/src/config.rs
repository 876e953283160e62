//! One config, read: its text, its values and its entries.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::app::{App, Shape, Step};
use crate::error::AppError;
use crate::format::Format;
use crate::left::AskedFor;
use crate::splice::{line_and_column, line_end};
use crate::tree::{Layout, Map, Node, Pair, Value};

const MARK: &str = "\u{feff}";

/// The largest config in a format that people write, in bytes; apps keep their own data elsewhere.
const LARGEST_BY_HAND: usize = 2 << 20;
/// Texts of what is asked for, of all entries of one config, in bytes: each entry has its own.
const LONGEST_ASKED: usize = 256 << 10;
/// Entries that one config may have.
const MOST: usize = 1000;

/// A config as text, and what it says.
pub(crate) struct Config {
    pub(crate) format: Format,
    /// It began with a byte order mark, which is in no span.
    pub(crate) marked: bool,
    pub(crate) text: String,
    pub(crate) root: Node,
    /// Bytes that its entries may still ask with.
    room: Cell<usize>,
}

/// An entry of a config, and where it is.
pub(crate) struct Slot<'a> {
    /// Keys from the outermost map down to what holds the entries.
    pub(crate) at: Vec<String>,
    pub(crate) name: String,
    pub(crate) node: &'a Node,
    /// Another entry has the same name.
    pub(crate) twice: Option<usize>,
}

/// What of an entry says how a server is started.
pub(crate) struct Fields<'a> {
    /// The map that has them.
    pub(crate) holder: &'a Node,
    pub(crate) command: &'a Pair,
    pub(crate) args: Option<&'a Pair>,
    pub(crate) env: Option<&'a Pair>,
    pub(crate) args_key: &'static str,
    pub(crate) env_key: &'static str,
}

impl Config {
    pub(crate) fn read(app: &App, bytes: &[u8]) -> Result<Self, AppError> {
        if app.format != Format::Json && bytes.len() > LARGEST_BY_HAND {
            return Err(AppError::TooLarge { most: LARGEST_BY_HAND as u64 });
        }
        let text = std::str::from_utf8(bytes).map_err(|_| AppError::NotText)?;
        let bare = text.strip_prefix(MARK);
        Self::parse(app.format, bare.unwrap_or(text).to_owned(), bare.is_some())
    }

    pub(crate) fn parse(format: Format, text: String, marked: bool) -> Result<Self, AppError> {
        match format.parse(&text) {
            Ok(root) => Ok(Self { format, marked, text, root, room: Cell::new(LONGEST_ASKED) }),
            Err(broken) => {
                let (line, column) = line_and_column(&text, broken.at);
                Err(AppError::Broken { line, column, reason: broken.reason })
            }
        }
    }

    /// As it is on the disk.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mark = if self.marked { MARK } else { "" };
        [mark.as_bytes(), self.text.as_bytes()].concat()
    }

    /// Whether an entry may ask for this, too. What it takes is gone then.
    pub(crate) fn has_room(&self, asked: &AskedFor) -> bool {
        let AskedFor { placeholder, name, description, default, options, .. } = asked;
        let texts =
            [name, description].into_iter().chain(placeholder).chain(default).chain(options);
        let left = self.room.get().checked_sub(texts.map(|it| it.len() + 32).sum());
        self.room.set(left.unwrap_or_default());
        left.is_some()
    }

    pub(crate) fn duplicate(&self, at: usize) -> AppError {
        let (line, column) = line_and_column(&self.text, at);
        AppError::Duplicate { line, column }
    }

    pub(crate) fn unusual(&self, name: &str, at: usize) -> AppError {
        let (line, column) = line_and_column(&self.text, at);
        AppError::EntryUnusual { name: name.to_owned(), line, column }
    }

    /// All entries; an error if it can't be told which map holds them, or if they are too
    /// many.
    pub(crate) fn slots(&self, shape: &Shape) -> Result<Vec<Slot<'_>>, AppError> {
        let mut slots = Vec::new();
        for place in shape.places {
            let mut holders = Vec::new();
            walk(&self.root, place, &mut Vec::new(), &mut holders)
                .map_err(|at| self.duplicate(at))?;
            for (at, holder) in holders {
                slots_of(&at, holder, &mut slots);
                if slots.len() >= MOST {
                    return Err(AppError::TooMany { most: MOST });
                }
            }
        }
        Ok(slots)
    }

    /// All of an entry's text, to the end of its last line where it has lines of its own.
    pub(crate) fn region(&self, node: &Node) -> Range<usize> {
        let in_lines = node.map().is_some_and(|map| map.layout == Layout::Lines);
        let end = if in_lines { line_end(&self.text, node.span.end) } else { node.span.end };
        node.span.start..end
    }

    /// What is in the way of editing an entry, if anything is.
    pub(crate) fn in_the_way(&self, name: &str, node: &Node) -> Option<AppError> {
        if let Some(at) = node.first_twice() {
            return Some(self.duplicate(at));
        }
        let dotted = node.map().is_none_or(|map| map.layout == Layout::Dotted);
        let odd = if dotted { Some(node.span.start) } else { node.first_odd() };
        odd.map(|at| self.unusual(name, at))
    }
}

fn walk<'a>(
    node: &'a Node,
    steps: &[Step],
    at: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, &'a Node)>,
) -> Result<(), usize> {
    let Some((step, rest)) = steps.split_first() else {
        found.push((at.clone(), node));
        return Ok(());
    };
    let Some(map) = node.map() else { return Ok(()) };
    let wanted = |pair: &&Pair| match step {
        Step::Key(key) => pair.key == *key,
        Step::Each => true,
    };
    let mut seen = BTreeSet::new();
    for pair in map.pairs.iter().filter(wanted) {
        if !seen.insert(&pair.key) {
            return Err(pair.key_span.start);
        }
        at.push(pair.key.clone());
        walk(&pair.node, rest, at, found)?;
        at.pop();
    }
    Ok(())
}

fn slots_of<'a>(at: &[String], holder: &'a Node, slots: &mut Vec<Slot<'a>>) {
    let mut known = BTreeMap::new();
    let mut add = |name: &'a str, node: &'a Node, begins: usize| {
        let twin = known.insert(name, slots.len());
        if let Some(twin) = twin.and_then(|index: usize| slots.get_mut(index)) {
            twin.twice = Some(begins);
        }
        let twice = twin.map(|_| begins);
        slots.push(Slot { at: at.to_vec(), name: name.to_owned(), node, twice });
    };
    match &holder.value {
        Value::Map(Map { pairs, .. }) => {
            for pair in pairs.iter().take(MOST) {
                add(&pair.key, &pair.node, pair.key_span.start);
            }
        }
        Value::List(list) => {
            for node in list.iter().take(MOST) {
                let name = node.get("name").and_then(Node::text).unwrap_or_default();
                add(name, node, node.span.start);
            }
        }
        Value::Text(_) | Value::Other(_) => {}
    }
}

/// What of `entry` starts a server, if it starts one.
pub(crate) fn fields<'a>(shape: &Shape, entry: &'a Node) -> Option<Fields<'a>> {
    // Newer Cline: `transport: {type, command, args}`. Older Zed: `command: {path, args, env}`.
    let transport = entry.get("transport").filter(|inner| inner.map().is_some());
    let nested = entry.get(shape.command).filter(|inner| inner.map().is_some());
    let (holder, command) = match (transport, nested) {
        (Some(inner), _) => (inner, shape.command),
        (None, Some(inner)) => (inner, "path"),
        (None, None) => (entry, shape.command),
    };
    let command = holder.pair(command)?;
    Some(Fields {
        holder,
        command,
        args: holder.pair(shape.args),
        env: holder.pair(shape.env),
        args_key: shape.args,
        env_key: shape.env,
    })
}
