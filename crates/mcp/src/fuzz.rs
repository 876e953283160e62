//! What a fuzzer throws at the frames.
#![expect(clippy::panic, reason = "a target fails by panicking")]

use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use serde_json::value::RawValue;
use tokio::io::{AsyncRead, ReadBuf};

use crate::frame::{Line, LineReader};
use crate::message::{Incoming, Message, ResponseBody, decode, decode_item};

/// The longest line, in bytes. Short, so that inputs are on both sides of it.
const LIMIT: usize = 256;

/// Cuts `data` into lines and reads each as a message.
///
/// # Panics
///
/// The lines depend on the pieces in which the bytes come, a line is over the limit, or a message
/// is not what it was after it was written again.
pub fn frames(data: &[u8]) {
    let lines = lines(data, data.len().max(1));
    assert_eq!(lines, self::lines(data, 1), "bytes one by one");
    assert_eq!(lines, self::lines(data, 7), "bytes by seven");
    for line in lines.iter().flatten() {
        assert!(line.len() <= LIMIT, "line is over the limit");
        read(line);
    }
    // Beyond what one line of the limit holds.
    for line in data.split(|byte| *byte == b'\n') {
        read(line);
    }
}

fn read(line: &[u8]) {
    match decode(line) {
        Ok(Incoming::One(message)) => written_is_read(&message),
        Ok(Incoming::Batch(items)) => {
            for message in items.iter().filter_map(|item| decode_item(item).ok()) {
                written_is_read(&message);
            }
        }
        Err(_) => {}
    }
}

fn written_is_read(message: &Message<'_>) {
    let written = write(message);
    let read = decode(written.as_bytes());
    let Ok(Incoming::One(again)) = &read else { panic!("{written} is {read:?}") };
    assert_eq!(format!("{again:?}"), format!("{message:?}"));
}

fn write(message: &Message<'_>) -> String {
    let named = |method: &str, params: Option<&RawValue>| {
        let params = params.map_or_else(String::new, |params| format!(r#","params":{params}"#));
        format!(r#""method":{}{params}"#, serde_json::Value::from(method))
    };
    let rest = match message {
        Message::Request { id, method, params } => {
            format!(r#""id":{},{}"#, id.as_str(), named(method, *params))
        }
        Message::Notification { method, params } => named(method, *params),
        Message::Response { id, answer: ResponseBody::Result(result) } => {
            format!(r#""id":{},"result":{result}"#, id.as_str())
        }
        Message::Response { id, answer: ResponseBody::Error(error) } => {
            format!(r#""id":{},"error":{error}"#, id.as_str())
        }
    };
    format!(r#"{{"jsonrpc":"2.0",{rest}}}"#)
}

/// The lines in `data`, which comes by `size` bytes; `None` stands for one over the limit.
fn lines(data: &[u8], size: usize) -> Vec<Option<Vec<u8>>> {
    let mut reader = LineReader::new(Pieces { data, size }, LIMIT);
    let mut all = Vec::new();
    loop {
        let mut context = Context::from_waker(Waker::noop());
        match pin!(reader.next()).poll(&mut context) {
            Poll::Ready(Ok(Some(Line::Bytes(line)))) => all.push(Some(line.to_vec())),
            Poll::Ready(Ok(Some(Line::TooLong))) => all.push(None),
            Poll::Ready(Ok(None)) => return all,
            Poll::Ready(Err(error)) => panic!("{error} of bytes that are there"),
            Poll::Pending => panic!("bytes that are there are waited for"),
        }
    }
}

struct Pieces<'a> {
    data: &'a [u8],
    size: usize,
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let size = self.size.min(self.data.len()).min(buffer.remaining());
        let (piece, rest) = self.data.split_at(size);
        buffer.put_slice(piece);
        self.data = rest;
        Poll::Ready(Ok(()))
    }
}
