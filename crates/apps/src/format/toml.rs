//! TOML. `toml_edit` says where everything stands; it does not write, since it would make other
//! line ends of those that a file has.

use std::ops::Range;

use toml_edit::{Document, Item, Key, Table, TableLike, Value as Toml};

use super::{Broken, DEEPEST};
use crate::splice::line_start;
use crate::tree::{Layout, Map, Node, Pair, Value};

pub(super) fn parse(text: &str) -> Result<Node, Broken> {
    let document = Document::parse(text).map_err(|error| Broken {
        at: error.span().map_or(0, |span| span.start),
        reason: error.message().to_owned(),
    })?;
    let mut headers = Vec::new();
    headers_of(document.as_table(), &mut headers);
    headers.sort_unstable();
    let root = Reading { text, headers }.table(document.as_table(), 0)?;
    Ok(Node { span: 0..text.len(), odd: false, ..root })
}

/// Where all tables begin that have a header.
fn headers_of(table: &Table, headers: &mut Vec<usize>) {
    if let Some(span) = header(table) {
        headers.push(span.start);
    }
    for (_, item) in table {
        match item {
            Item::Table(table) => headers_of(table, headers),
            Item::ArrayOfTables(tables) => {
                tables.iter().for_each(|table| headers_of(table, headers));
            }
            Item::Value(_) | Item::None => {}
        }
    }
}

fn header(table: &Table) -> Option<Range<usize>> {
    let own = !table.is_dotted() && !table.is_implicit();
    table.span().filter(|span| own && !span.is_empty())
}

struct Reading<'a> {
    text: &'a str,
    headers: Vec<usize>,
}

impl Reading<'_> {
    fn table(&self, table: &Table, depth: usize) -> Result<Node, Broken> {
        let layout = if table.is_dotted() { Layout::Dotted } else { Layout::Lines };
        let pairs = self.pairs(table, depth)?;
        let mut parts: Vec<_> = header(table).into_iter().collect();
        parts.extend(pairs.iter().flat_map(|pair| pair.parts.iter().cloned()));
        let start = parts.iter().map(|part| part.start).min().unwrap_or_default();
        let end = parts.iter().map(|part| part.end).max().unwrap_or_default();
        let mut own = Vec::new();
        headers_of(table, &mut own);
        let before = |at: usize| self.headers.partition_point(|header| *header < at);
        let between = before(end) - before(start);
        let first = header(table).is_none_or(|span| span.start == start);
        // Other tables stand between those of this one, or one of its own before it.
        let odd = between != own.len() || !first;
        Ok(Node { odd, ..Node::new(start..end, Value::Map(Map { pairs, layout })) })
    }

    fn pairs(&self, table: &dyn TableLike, depth: usize) -> Result<Vec<Pair>, Broken> {
        let keys = table.iter().filter_map(|(key, _)| table.get_key_value(key));
        keys.map(|(key, item)| self.pair(key, item, depth + 1)).collect()
    }

    fn pair(&self, key: &Key, item: &Item, depth: usize) -> Result<Pair, Broken> {
        let key_span = key.span().unwrap_or_default();
        if depth > DEEPEST {
            return Err(Broken { at: key_span.start, reason: "nested too deep".to_owned() });
        }
        let (node, parts) = match item {
            Item::None => (Node::new(key_span.clone(), Value::Other(String::new())), Vec::new()),
            Item::Value(value) => {
                let node = self.value(value, depth)?;
                let whole = key_span.start..node.span.end;
                // A dotted inline table has its parts in the one around it.
                let dotted = value.as_inline_table().is_some_and(toml_edit::InlineTable::is_dotted);
                (Node { odd: dotted, ..node }, vec![whole])
            }
            Item::Table(table) => {
                let node = self.table(table, depth)?;
                let parts = if table.is_dotted() {
                    let pairs = node.map().map(|map| map.pairs.as_slice()).unwrap_or_default();
                    let parts = pairs.iter().flat_map(|pair| pair.parts.iter());
                    parts.map(|part| self.with_words_before(part)).collect()
                } else {
                    vec![node.span.clone()]
                };
                (node, parts)
            }
            Item::ArrayOfTables(tables) => {
                let nodes = tables.iter().map(|table| self.table(table, depth + 1));
                let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
                let parts: Vec<_> = nodes.iter().map(|node| node.span.clone()).collect();
                let start = parts.first().map_or(0, |part| part.start);
                let end = parts.last().map_or(0, |part| part.end);
                (Node::new(start..end, Value::List(nodes)), parts)
            }
        };
        Ok(Pair { key: key.get().to_owned(), key_span, node, parts })
    }

    /// With what stands before it on its line: the first words of a dotted key.
    fn with_words_before(&self, part: &Range<usize>) -> Range<usize> {
        let line = line_start(self.text, part.start);
        let before = &self.text[line..part.start];
        line + before.len() - before.trim_start_matches([' ', '\t']).len()..part.end
    }

    fn value(&self, value: &Toml, depth: usize) -> Result<Node, Broken> {
        let span = value.span().unwrap_or_default();
        if depth > DEEPEST {
            return Err(Broken { at: span.start, reason: "nested too deep".to_owned() });
        }
        let value = match value {
            Toml::String(text) => Value::Text(text.value().clone()),
            Toml::Integer(number) => Value::Other(number.value().to_string()),
            Toml::Float(number) => Value::Other(number.value().to_string()),
            Toml::Boolean(flag) => Value::Other(flag.value().to_string()),
            Toml::Datetime(time) => Value::Other(time.value().to_string()),
            Toml::Array(array) => {
                let items = array.iter().map(|item| self.value(item, depth + 1));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            Toml::InlineTable(table) => {
                let pairs = self.pairs(table, depth)?;
                Value::Map(Map { pairs, layout: Layout::Flow })
            }
        };
        Ok(Node::new(span, value))
    }
}
