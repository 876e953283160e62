//! Answers to requests, as each revision shapes them.

use std::io::{self, Write};

use super::{escaped::Escaped, jsonrpc::write_string};

/// What a revision knows of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Content of type `audio`, since 2025-03-26.
    pub audio: bool,
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
    Media(Media),
}

/// What a file is, as it is.
#[derive(Debug)]
pub struct Media {
    /// Its address, as a JSON string.
    pub uri: Vec<u8>,
    pub mime_type: &'static str,
    pub base64: Vec<u8>,
}

impl Media {
    /// The JSON before and behind the data.
    fn frame(&self, dialect: Dialect) -> [Vec<u8>; 2] {
        let mime_type = self.mime_type;
        let family = mime_type.split('/').next().unwrap_or_default();
        if family == "image" || (family == "audio" && dialect.audio) {
            let open = format!("{{\"type\":\"{family}\",\"data\":\"").into_bytes();
            return [open, format!("\",\"mimeType\":\"{mime_type}\"}}").into_bytes()];
        }
        let mut open = b"{\"type\":\"resource\",\"resource\":{\"uri\":".to_vec();
        open.extend_from_slice(&self.uri);
        open.extend_from_slice(format!(",\"mimeType\":\"{mime_type}\",\"blob\":\"").as_bytes());
        [open, b"\"}}".to_vec()]
    }
}

impl Outcome {
    pub fn text(text: Escaped) -> Self {
        Self { body: Body::Text(text), is_error: false, next: None }
    }

    pub fn media(media: Media) -> Self {
        Self { body: Body::Media(media), is_error: false, next: None }
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
            Body::Media(_) => None,
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
        // Around the body in `content`, and where it comes again.
        let (body, [open, mut after], [open_again, mut tail]) = match body {
            Body::Text(text) => {
                let frame = [b"{\"type\":\"text\",\"text\":\"".to_vec(), b"\"}".to_vec()];
                (text.0, frame, [b"\"".to_vec(), b"\"".to_vec()])
            }
            Body::Media(media) => {
                let [open, close] = media.frame(dialect);
                let again = [[b"[", &*open].concat(), [&*close, b"]"].concat()];
                (media.base64, [open, close], again)
            }
        };
        head.extend_from_slice(&open);
        if let Some(cursor) = &next {
            write_way_on(&mut after, cursor);
        }
        after.push(b']');
        let middle = if !is_error && dialect.structured {
            after.extend_from_slice(b",\"structuredContent\":{\"content\":");
            after.extend_from_slice(&open_again);
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

    const PLAIN: Dialect = Dialect { audio: false, structured: false, typed: false };
    const STRUCTURED: Dialect = Dialect { audio: true, structured: true, typed: false };
    const TYPED: Dialect = Dialect { typed: true, ..STRUCTURED };

    fn media(mime_type: &'static str) -> Outcome {
        let (uri, base64) = (b"\"file:///a\"".to_vec(), b"AAAA".to_vec());
        Outcome::media(Media { uri, mime_type, base64 })
    }

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
    fn media_is_what_the_revision_knows() {
        let whole = |mime_type| json!({"type":"resource","resource":{"uri":"file:///a","mimeType":mime_type,"blob":"AAAA"}});
        for (mime_type, dialect, item) in [
            ("image/png", PLAIN, json!({"type":"image","data":"AAAA","mimeType":"image/png"})),
            ("audio/wav", PLAIN, whole("audio/wav")),
            ("audio/wav", STRUCTURED, json!({"type":"audio","data":"AAAA","mimeType":"audio/wav"})),
            ("application/octet-stream", STRUCTURED, whole("application/octet-stream")),
        ] {
            let mut said = json!({"content":[item]});
            if dialect.structured {
                said["structuredContent"] = json!({"content":[item]});
            }
            assert_eq!(result(media(mime_type), dialect), said);
        }
    }

    #[test]
    fn an_error_and_a_way_on() {
        let said = result(Outcome::error("no"), STRUCTURED);
        assert_eq!(said, json!({"content":[{"type":"text","text":"no"}],"isError":true}));
        let more = Outcome::text("a".into()).and_more_behind(Some("b \"c\"".into()));
        let said = result(more, STRUCTURED);
        assert_eq!(said["structuredContent"], json!({"content":"a","nextCursor":"b \"c\""}));
        assert!(said["content"][1]["text"].as_str().unwrap().ends_with(r#""cursor": "b \"c\"""#));
    }
}
