use std::time::Duration;

use thiserror::Error;

/// The longest piece of a child's text that a report quotes, in bytes.
const EXCERPT: usize = 200;

/// What the child did wrong. The connection goes on; nothing in the message was acted on.
///
/// Quoted text is the child's own, cut to a few hundred bytes and not escaped for display.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    #[error("line is not UTF-8")]
    NotUtf8,
    #[error("line is not JSON-RPC: {excerpt}")]
    NotJsonRpc { excerpt: String },
    #[error("line is longer than {limit} bytes")]
    LineTooLong { limit: usize },
    #[error("message is refused: {reason}: {excerpt}")]
    Envelope { reason: String, excerpt: String },
    #[error("batch is refused: {reason}")]
    Batch { reason: &'static str },
    #[error("answer to an id that was never used: {id}")]
    UnknownId { id: String },
    #[error("second answer to id {id}")]
    AnsweredTwice { id: u64 },
    #[error("{method} is refused: {reason}")]
    Params { method: &'static str, reason: String },
    #[error("too many requests before `initialize` was answered")]
    TooEarly,
    #[error("request is refused, for the revision has none: {method}")]
    Request { method: String },
    #[error("item is left out of the answer to {method}: {reason}")]
    Item { method: &'static str, reason: String },
    #[error("ping had no answer within {after:?}")]
    PingUnanswered { after: Duration },
}

/// The start of `text`, short enough for a report.
pub fn excerpt(text: &str) -> String {
    cut(text, EXCERPT).to_owned()
}

/// At most `limit` bytes of `text`, whole characters only.
pub fn cut(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_keeps_whole_characters() {
        assert_eq!(cut("añb", 2), "a");
        assert_eq!(cut("añb", 3), "añ");
        assert_eq!(cut("añb", 99), "añb");
    }
}
