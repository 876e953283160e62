//! YAML: one document of maps, lists and scalars. Anchors, aliases and tags are read, and what
//! holds one is not edited.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

use super::{Broken, DEEPEST};
use crate::splice::{Edit, line_end};
use crate::tree::{Layout, Map, Node, Pair, Value};

pub(super) fn parse(text: &str) -> Result<Node, Broken> {
    let mut reading = Reading { text, places: Places::of(text), open: Vec::new(), root: None };
    for event in Parser::new_from_str(text) {
        match event {
            Ok((event, span)) => reading.take(event, span)?,
            Err(error) => return Err(reading.broken(&error)),
        }
    }
    let empty = || Node::new(0..0, Value::Map(Map { pairs: Vec::new(), layout: Layout::Lines }));
    Ok(reading.root.unwrap_or_else(empty))
}

/// Puts a value that fits one line in place of one that stands below its key.
pub(super) fn replace_below(text: &str, pair: &Pair, literal: &str) -> Vec<Edit> {
    let colon = text[pair.key_span.end..]
        .find(':')
        .map_or(pair.key_span.end, |at| pair.key_span.end + at + 1);
    let end = line_end(text, colon);
    vec![
        Edit { span: colon..colon, text: format!(" {literal}") },
        Edit { span: end..pair.node.span.end, text: String::new() },
    ]
}

/// Where characters stand, in bytes.
enum Places {
    Same,
    Counted(Vec<u32>),
}

impl Places {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Same;
        }
        // A config is far shorter than this could count.
        let at = |(at, _)| u32::try_from(at).unwrap_or(u32::MAX);
        Self::Counted(text.char_indices().map(at).collect())
    }

    fn bytes(&self, index: usize, text: &str) -> usize {
        match self {
            Self::Same => index.min(text.len()),
            Self::Counted(places) => places.get(index).map_or(text.len(), |at| *at as usize),
        }
    }
}

/// A collection that has not ended.
struct Open {
    node: Node,
    key: Option<Node>,
}

struct Reading<'a> {
    text: &'a str,
    places: Places,
    open: Vec<Open>,
    root: Option<Node>,
}

impl Reading<'_> {
    fn broken(&self, error: &ScanError) -> Broken {
        let at = self.places.bytes(error.marker().index(), self.text);
        Broken { at, reason: error.info().to_owned() }
    }

    fn span(&self, span: Span) -> Range<usize> {
        let start = self.places.bytes(span.start.index(), self.text);
        start..self.places.bytes(span.end.index(), self.text).max(start)
    }

    /// The parser reads on to the next token behind some scalars.
    fn end_of_scalar(&self, span: &Range<usize>, style: ScalarStyle) -> usize {
        let quote = match style {
            ScalarStyle::SingleQuoted => '\'',
            ScalarStyle::DoubleQuoted => '"',
            ScalarStyle::Plain | ScalarStyle::Literal | ScalarStyle::Folded => {
                return span.start + self.text[span.clone()].trim_end().len();
            }
        };
        let mut inside = self.text[span.clone()].char_indices().skip(1).peekable();
        while let Some((at, c)) = inside.next() {
            if c == '\\' && quote == '"' {
                inside.next();
            } else if c == quote && inside.next_if(|(_, next)| *next == '\'' && c == '\'').is_none()
            {
                return span.start + at + 1;
            }
        }
        span.end
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Broken> {
        let mut span = self.span(span);
        match event {
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
            Event::Alias(_) => {
                let node = Node::new(span, Value::Other("*".to_owned()));
                self.put(Node { odd: true, ..node })
            }
            Event::Scalar(text, style, anchor, tag) => {
                span.end = self.end_of_scalar(&span, style);
                let value = if style == ScalarStyle::Plain && is_other(&text) {
                    Value::Other(text.into_owned())
                } else {
                    Value::Text(text.into_owned())
                };
                let odd = anchor != 0 || tag.is_some();
                self.put(Node { odd, ..Node::new(span, value) })
            }
            Event::SequenceStart(anchor, tag) => {
                self.begin(span, Value::List(Vec::new()), anchor != 0 || tag.is_some())
            }
            Event::MappingStart(anchor, tag) => {
                let flow = self.text[span.clone()].starts_with('{');
                let layout = if flow { Layout::Flow } else { Layout::Lines };
                let map = Value::Map(Map { pairs: Vec::new(), layout });
                self.begin(span, map, anchor != 0 || tag.is_some())
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(mut open) = self.open.pop() else { return Ok(()) };
                // The end of what has no brackets is that of the last thing in it.
                if !span.is_empty() {
                    open.node.span.end = span.end;
                }
                self.put(open.node)
            }
        }
    }

    fn begin(&mut self, span: Range<usize>, value: Value, odd: bool) -> Result<(), Broken> {
        if self.open.len() > DEEPEST {
            return Err(Broken { at: span.start, reason: "nested too deep".to_owned() });
        }
        self.open.push(Open { node: Node { odd, ..Node::new(span, value) }, key: None });
        Ok(())
    }

    fn put(&mut self, node: Node) -> Result<(), Broken> {
        let Some(open) = self.open.last_mut() else {
            if self.root.is_some() {
                return Err(Broken { at: node.span.start, reason: "a second document".to_owned() });
            }
            self.root = Some(node);
            return Ok(());
        };
        open.node.span.end = open.node.span.end.max(node.span.end);
        match &mut open.node.value {
            Value::List(list) => list.push(node),
            Value::Map(map) => match open.key.take() {
                None => open.key = Some(node),
                Some(key) => map.pairs.push(pair(key, node)),
            },
            Value::Text(_) | Value::Other(_) => {}
        }
        Ok(())
    }
}

fn pair(key: Node, mut node: Node) -> Pair {
    let whole = key.span.start..node.span.end.max(key.span.end);
    let (key_text, plain) = match key.value {
        Value::Text(text) | Value::Other(text) => (text, true),
        Value::List(_) | Value::Map(_) => (String::new(), false),
    };
    node.odd |= key.odd || !plain;
    Pair { key: key_text, key_span: key.span, node, parts: vec![whole] }
}

/// Whether a plain scalar is no string by the core schema.
fn is_other(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL" | "true" | "True" | "TRUE")
        || matches!(text, "false" | "False" | "FALSE")
        || text.parse::<f64>().is_ok_and(|_| text.contains(|c: char| c.is_ascii_digit()))
}
