//! Answers to requests, as each revision shapes them.

use std::io::{self, Write};

use super::{escaped::Escaped, jsonrpc::write_string};

/// What a revision knows of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// `structuredContent` beside the text, since 2025-06-18.
    pub structured: bool,
    /// `resultType` and who answers in each result, since 2026-07-28.
    pub typed: bool,
}

/// What a tool has to say.
#[derive(Debug)]
pub struct Outcome {
    body: Body,
    is_error: bool,
    next: Option<String>,
}

#[derive(Debug)]
enum Body {
    Text(Escaped),
    /// One content item, as JSON.
    Item(Vec<u8>),
}

impl Outcome {
    pub fn text(text: Escaped) -> Self {
        Self { body: Body::Text(text), is_error: false, next: None }
    }

    /// One content item that is no text, as JSON.
    pub fn item(json: Vec<u8>) -> Self {
        Self { body: Body::Item(json), is_error: false, next: None }
    }

    pub fn error(why: &str) -> Self {
        Self { body: Body::Text(why.into()), is_error: true, next: None }
    }

    /// There is more, behind `cursor`.
    #[must_use]
    pub fn and_more_behind(mut self, cursor: Option<String>) -> Self {
        self.next = cursor;
        self
    }

    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// The text, if there is one.
    pub fn escaped(&self) -> Option<&Escaped> {
        match &self.body {
            Body::Text(text) => Some(text),
            Body::Item(_) => None,
        }
    }

    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }
}

/// One answer in pieces, so that what is large is neither copied nor escaped twice.
#[derive(Debug)]
pub struct ToolResult {
    head: Vec<u8>,
    body: Vec<u8>,
    /// Before the body comes a second time, if it does.
    middle: Option<Vec<u8>>,
    tail: Vec<u8>,
}

impl ToolResult {
    /// The answer to a `tools/call`, without a newline.
    pub fn of_tool(id: &str, outcome: Outcome, dialect: Dialect) -> Self {
        let Outcome { body, is_error, next } = outcome;
        let mut head = Vec::with_capacity(128);
        open_result(&mut head, id, dialect);
        head.extend_from_slice(b"\"content\":[");
        let (body, open, close): (_, &[u8], &[u8]) = match body {
            Body::Text(text) => {
                head.extend_from_slice(b"{\"type\":\"text\",\"text\":\"");
                (text.0, b"\"", b"\"}")
            }
            Body::Item(json) => (json, b"[", b""),
        };
        let is_text = open == b"\"";
        let mut after = close.to_vec();
        if let Some(cursor) = &next {
            write_way_on(&mut after, cursor);
        }
        after.push(b']');
        let mut tail = Vec::new();
        let middle = if !is_error && dialect.structured {
            after.extend_from_slice(b",\"structuredContent\":{\"content\":");
            after.extend_from_slice(open);
            tail.push(if is_text { b'"' } else { b']' });
            if let Some(cursor) = &next {
                tail.extend_from_slice(b",\"nextCursor\":");
                write_string(&mut tail, cursor);
            }
            tail.push(b'}');
            Some(after)
        } else {
            if is_error {
                after.extend_from_slice(b",\"isError\":true");
            }
            tail = after;
            None
        };
        tail.extend_from_slice(b"}}");
        Self { head, body, middle, tail }
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.pieces().map(<[u8]>::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn append_to(&self, out: &mut Vec<u8>) {
        out.reserve(self.len() + 1);
        self.pieces().for_each(|piece| out.extend_from_slice(piece));
    }

    /// Writes it as a line.
    pub fn write_line(&self, out: &mut impl Write) -> io::Result<()> {
        /// Up to here one write of a copy is cheaper than one write for each piece.
        const COPIED: usize = 256 << 10;
        if self.len() < COPIED {
            let mut line = Vec::new();
            self.append_to(&mut line);
            line.push(b'\n');
            return out.write_all(&line);
        }
        self.pieces().try_for_each(|piece| out.write_all(piece))?;
        out.write_all(b"\n")
    }

    fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let again = self.middle.as_ref().map(|middle| [middle.as_slice(), &self.body]);
        [self.head.as_slice(), &self.body]
            .into_iter()
            .chain(again.into_iter().flatten())
            .chain([self.tail.as_slice()])
    }
}

/// Appends an answer up to the first member of its result.
pub fn open_result(out: &mut Vec<u8>, id: &str, dialect: Dialect) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b",\"result\":{");
    if dialect.typed {
        out.extend_from_slice(b"\"resultType\":\"complete\",");
        out.extend_from_slice(
            concat!(
                "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"paddock-files\",",
                "\"version\":\"",
                env!("CARGO_PKG_VERSION"),
                "\"}},"
            )
            .as_bytes(),
        );
    }
}

/// A second content item: that this is not all.
fn write_way_on(out: &mut Vec<u8>, cursor: &str) {
    out.extend_from_slice(b",{\"type\":\"text\",\"text\":");
    let quoted = format!("{cursor:?}");
    write_string(
        out,
        &format!(
            "This is not all. To go on, call again with the same arguments and \"cursor\": {quoted}"
        ),
    );
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const PLAIN: Dialect = Dialect { structured: false, typed: false };
    const STRUCTURED: Dialect = Dialect { structured: true, typed: false };
    const TYPED: Dialect = Dialect { structured: true, typed: true };

    fn result(outcome: Outcome, dialect: Dialect) -> Value {
        let answer = ToolResult::of_tool("7", outcome, dialect);
        let (mut line, mut bytes) = (Vec::new(), Vec::new());
        answer.write_line(&mut line).unwrap();
        answer.append_to(&mut bytes);
        assert_eq!((line.pop(), line.len()), (Some(b'\n'), answer.len()));
        assert_eq!(line, bytes);
        let mut value: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(value["id"], 7);
        value["result"].take()
    }

    #[test]
    fn text_is_said_twice_where_the_revision_knows_how() {
        let outcome = || Outcome::text("a\n\"b\"".into());
        let content = json!([{"type":"text","text":"a\n\"b\""}]);
        assert_eq!(result(outcome(), PLAIN), json!({"content":content}));
        let structured = json!({"content":content,"structuredContent":{"content":"a\n\"b\""}});
        assert_eq!(result(outcome(), STRUCTURED), structured);
        let typed = result(outcome(), TYPED);
        assert_eq!(typed["resultType"], "complete");
        let who = &typed["_meta"]["io.modelcontextprotocol/serverInfo"]["name"];
        assert_eq!(who, "paddock-files");
    }

    #[test]
    fn large_text_is_the_same_line() {
        let text = "x\n".repeat(1 << 20);
        let said = result(Outcome::text(text.as_str().into()), STRUCTURED);
        assert_eq!(said["structuredContent"]["content"], text);
        assert_eq!(said["content"][0]["text"], text);
    }

    #[test]
    fn an_item_an_error_and_a_way_on() {
        let item = json!({"type":"image","data":"","mimeType":"image/png"});
        let said = result(Outcome::item(item.to_string().into_bytes()), STRUCTURED);
        assert_eq!(said, json!({"content":[item],"structuredContent":{"content":[item]}}));
        let said = result(Outcome::error("no"), STRUCTURED);
        assert_eq!(said, json!({"content":[{"type":"text","text":"no"}],"isError":true}));
        let more = Outcome::text("a".into()).and_more_behind(Some("b \"c\"".into()));
        let said = result(more, STRUCTURED);
        assert_eq!(said["structuredContent"], json!({"content":"a","nextCursor":"b \"c\""}));
        assert!(said["content"][1]["text"].as_str().unwrap().ends_with(r#""cursor": "b \"c\"""#));
    }
}
