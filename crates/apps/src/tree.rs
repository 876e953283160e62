//! A config as a tree of values, each with where it stands. All three formats come to this, so
//! that what is read, compared and edited is written once.

use std::ops::Range;

use sha2::{Digest as _, Sha256};

/// A value, and where it stands in the text, in bytes.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
    /// It is written in a way that is read, but not edited.
    pub(crate) odd: bool,
}

#[derive(Debug)]
pub(crate) enum Value {
    Text(String),
    /// A number, a truth value or nothing, as it is written.
    Other(String),
    List(Vec<Node>),
    Map(Map),
}

#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) layout: Layout,
}

/// How the pairs of a map are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// In brackets, with commas.
    Flow,
    /// Each on lines of its own.
    Lines,
    /// As keys with dots in another map.
    Dotted,
}

#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) key: String,
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node,
    /// All of it; several where it is written in several places.
    pub(crate) parts: Vec<Range<usize>>,
}

impl Node {
    pub(crate) fn new(span: Range<usize>, value: Value) -> Self {
        Self { span, value, odd: false }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    pub(crate) fn map(&self) -> Option<&Map> {
        if let Value::Map(map) = &self.value { Some(map) } else { None }
    }

    pub(crate) fn list(&self) -> Option<&[Node]> {
        if let Value::List(list) = &self.value { Some(list) } else { None }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.pair(key).map(|pair| &pair.node)
    }

    pub(crate) fn pair(&self, key: &str) -> Option<&Pair> {
        self.map()?.pairs.iter().find(|pair| pair.key == key)
    }

    /// It is written down that there is nothing.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(&self.value, Value::Other(word) if matches!(word.as_str(), "null" | "~" | ""))
    }

    pub(crate) fn is_true(&self) -> Option<bool> {
        let Value::Other(word) = &self.value else { return None };
        word.to_ascii_lowercase().parse().ok()
    }

    /// Where the first thing stands that is not edited.
    pub(crate) fn first_odd(&self) -> Option<usize> {
        if self.odd {
            return Some(self.span.start);
        }
        match &self.value {
            Value::Text(_) | Value::Other(_) => None,
            Value::List(list) => list.iter().find_map(Self::first_odd),
            Value::Map(map) => map.pairs.iter().find_map(|pair| pair.node.first_odd()),
        }
    }

    /// Where a key stands for the second time in one map, here or below.
    pub(crate) fn first_twice(&self) -> Option<usize> {
        match &self.value {
            Value::Text(_) | Value::Other(_) => None,
            Value::List(list) => list.iter().find_map(Self::first_twice),
            Value::Map(map) => {
                let below = map.pairs.iter().find_map(|pair| pair.node.first_twice());
                map.twice().or(below)
            }
        }
    }

    /// What it says, however it is written, without those nodes below it that `left_out` names.
    pub(crate) fn meaning(&self, left_out: &[&Node]) -> Meaning {
        let mut hash = Sha256::new();
        self.add_to(&mut hash, left_out);
        Meaning(hash.finalize().into())
    }

    fn add_to(&self, hash: &mut Sha256, left_out: &[&Node]) {
        let mut add = |kind: u8, text: &str| {
            hash.update([kind]);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        let stays = |node: &Node| !left_out.iter().any(|left| std::ptr::eq(*left, node));
        match &self.value {
            Value::Text(text) => add(b't', text),
            Value::Other(word) => add(b'o', word),
            Value::List(list) => {
                let list: Vec<_> = list.iter().filter(|node| stays(node)).collect();
                add(b'l', &list.len().to_string());
                for node in list {
                    node.add_to(hash, left_out);
                }
            }
            Value::Map(map) => {
                let mut pairs: Vec<_> = map.pairs.iter().filter(|it| stays(&it.node)).collect();
                add(b'm', &pairs.len().to_string());
                // Programs that write a config anew order it as they like.
                pairs.sort_by(|one, two| one.key.cmp(&two.key));
                for pair in pairs {
                    hash.update((pair.key.len() as u64).to_le_bytes());
                    hash.update(&pair.key);
                    pair.node.add_to(hash, left_out);
                }
            }
        }
    }
}

impl Map {
    /// Where a key stands for the second time.
    pub(crate) fn twice(&self) -> Option<usize> {
        let mut seen = std::collections::BTreeSet::new();
        let pair = self.pairs.iter().find(|pair| !seen.insert(pair.key.as_str()))?;
        Some(pair.key_span.start)
    }
}

/// A digest of what a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning(pub(crate) [u8; 32]);
