//! What did not work, in a form that can be told.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use paddock_core::text::{shown, shown_lines};

use crate::view::{Code, Failure, Hint};

/// The longest detail, in bytes: servers may say what they like in their errors.
const LONGEST: usize = 16 << 10;

impl Failure {
    pub fn new(code: Code) -> Self {
        Self { code, details: BTreeMap::new(), hint: None }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        let mut value = shown_lines(&value.to_string());
        if value.len() > LONGEST {
            value.truncate(value.floor_char_boundary(LONGEST));
            value.push('…');
        }
        self.details.insert(name.to_owned(), value);
        self
    }

    #[must_use]
    pub fn with_path(mut self, name: &str, path: impl AsRef<Path>) -> Self {
        self.details.insert(name.to_owned(), shown(path.as_ref()));
        self
    }

    #[must_use]
    pub fn hinting(self, hint: Option<Hint>) -> Self {
        Self { hint, ..self }
    }

    pub fn internal(reason: impl Display) -> Self {
        Self::new(Code::Internal).with("reason", reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_say_is_spelled_out_and_cut() {
        let failure =
            Failure::new(Code::Internal).with("a", "\u{202e}b\nc").with("b", "ä".repeat(LONGEST));
        assert_eq!(failure.details["a"], "\\u{202e}b\nc");
        let long = &failure.details["b"];
        assert!(long.len() <= LONGEST + '…'.len_utf8() && long.ends_with("ä…"));
    }
}
