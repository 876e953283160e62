//! Server-sent events (HTML Living Standard, section 9.2), as models stream them.

use crate::ModelError;

/// The longest event, in bytes.
const EVENT: usize = 4 << 20;

/// What may stand before the first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Cuts bytes into events, however they come in pieces. Holds one event at most.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// What came of the line that is not complete.
    line: Vec<u8>,
    /// The data of the event that is not complete.
    data: String,
    has_data: bool,
    /// The first line is complete.
    has_begun: bool,
    /// The last line ended with `\r`, of which a `\n` may be the other half.
    half_ended: bool,
}

impl Events {
    /// Takes bytes in and hands the data of each event that they complete to `each`.
    pub(crate) fn push(
        &mut self,
        mut bytes: &[u8],
        mut each: impl FnMut(&str) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (piece, rest) = bytes.split_at(end);
            let half_ended = std::mem::replace(&mut self.half_ended, rest[0] == b'\r');
            let is_other_half = half_ended && rest[0] == b'\n' && piece.is_empty();
            bytes = &rest[1..];
            if is_other_half && self.line.is_empty() {
                continue;
            }
            self.extend(piece)?;
            let line = std::mem::take(&mut self.line);
            if line.is_empty() {
                self.dispatch(&mut each)?;
            } else {
                self.field(&line)?;
            }
        }
        self.extend(bytes)
    }

    fn dispatch(
        &mut self,
        each: &mut impl FnMut(&str) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        let data = std::mem::take(&mut self.data);
        self.has_begun = true;
        if std::mem::take(&mut self.has_data) { each(&data) } else { Ok(()) }
    }

    /// Only `data` matters: both APIs repeat the name of an event in it.
    fn field(&mut self, line: &[u8]) -> Result<(), ModelError> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let line = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first).unwrap_or(line);
        let line = if line == b"data" { b"data:" } else { line };
        let Some(value) = line.strip_prefix(b"data:") else { return Ok(()) };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        let value = std::str::from_utf8(value)
            .map_err(|_| ModelError::Malformed { reason: "not UTF-8".to_owned() })?;
        if self.has_data {
            self.data.push('\n');
        }
        self.has_data = true;
        self.data.push_str(value);
        self.bounded()
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), ModelError> {
        self.line.extend_from_slice(bytes);
        self.bounded()
    }

    fn bounded(&self) -> Result<(), ModelError> {
        if self.line.len() + self.data.len() > EVENT {
            return Err(ModelError::TooLong { limit: EVENT });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn events(pieces: &[&[u8]]) -> Result<Vec<String>, ModelError> {
        let mut events = Events::default();
        let mut all = Vec::new();
        for piece in pieces {
            events.push(piece, |data| {
                all.push(data.to_owned());
                Ok(())
            })?;
        }
        Ok(all)
    }

    #[test]
    fn data_is_taken_and_the_rest_left() {
        let stream =
            b": waiting\n\nevent: ping\ndata: {\"a\":1}\n\ndata:two\r\ndata: lines\r\n\r\n\
            id: 7\n\ndata\n\ndata: unfinished\n";
        assert_eq!(events(&[stream]).unwrap(), ["{\"a\":1}", "two\nlines", ""]);
    }

    #[test]
    fn every_end_of_a_line_is_one() {
        let marked = "\u{feff}data: a\r\rdata: b\n\rdata: c\r\n\r\ndata: \u{feff}d\r\n\n";
        assert_eq!(events(&[marked.as_bytes()]).unwrap(), ["a", "b", "c", "\u{feff}d"]);
        assert_eq!(events(&[b"data: a\r", b"", b"\n\r", b"\n"]).unwrap(), ["a"]);
    }

    #[test]
    fn an_event_without_end_is_cut_off() {
        let mut events = Events::default();
        let piece = vec![b'x'; 64 * 1024];
        let refused = (0..100).find_map(|_| events.push(&piece, |_| Ok(())).err());
        assert_eq!(refused, Some(ModelError::TooLong { limit: EVENT }));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert!(matches!(events(&[b"data: \xff\n\n"]), Err(ModelError::Malformed { .. })));
    }

    proptest! {
        #[test]
        fn any_cutting_gives_the_same_events(
            stream in "(data: ?[a-zé]{0,4}\n|\n|\r\n|\r|: [a-z]\n){0,20}",
            size in 1..7_usize,
        ) {
            let pieces: Vec<&[u8]> = stream.as_bytes().chunks(size).collect();
            prop_assert_eq!(events(&pieces).unwrap(), events(&[stream.as_bytes()]).unwrap());
        }
    }
}
