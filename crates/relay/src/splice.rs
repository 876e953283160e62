//! Changes to a line that leave all else in it to the byte.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A line with some places in it to be changed.
#[derive(Debug)]
pub(crate) struct Splice<'a> {
    line: &'a [u8],
    changes: Vec<(Range<usize>, Vec<u8>)>,
}

impl<'a> Splice<'a> {
    pub(crate) fn new(line: &'a [u8]) -> Self {
        Self { line, changes: Vec::new() }
    }

    /// Puts `text` where `part` is. `part` must have been read from the line.
    pub(crate) fn replace(&mut self, part: &str, text: impl Into<Vec<u8>>) {
        if let Some(range) = self.range(part) {
            self.changes.push((range, text.into()));
        }
    }

    /// Adds a member to an object that was read from the line.
    pub(crate) fn add_member(&mut self, object: &RawValue, member: &str) {
        let Some(range) = self.range(object.get()) else { return };
        let empty = object.get()[1..].trim_ascii_start().starts_with('}');
        let comma = if empty { "" } else { "," };
        let at = range.start + 1;
        self.changes.push((at..at, format!("{member}{comma}").into_bytes()));
    }

    pub(crate) fn apply(mut self) -> Vec<u8> {
        self.changes.sort_by_key(|(range, _)| range.start);
        let mut bytes = Vec::with_capacity(self.line.len() + 64);
        let mut from = 0;
        for (range, text) in &self.changes {
            bytes.extend_from_slice(&self.line[from..range.start]);
            bytes.extend_from_slice(text);
            from = range.end;
        }
        bytes.extend_from_slice(&self.line[from..]);
        bytes
    }

    pub(crate) fn range(&self, part: &str) -> Option<Range<usize>> {
        let start = part.as_ptr().addr().checked_sub(self.line.as_ptr().addr())?;
        let range = start..start.checked_add(part.len())?;
        (range.end <= self.line.len()).then_some(range)
    }
}

/// Values in an array, unread. More than `MOST` are refused: who sends them chose how many, and each
/// takes room of its own.
#[derive(Debug)]
pub(crate) struct Items<'a, const MOST: usize>(pub(crate) Vec<&'a RawValue>);

impl<'de: 'a, 'a, const MOST: usize> Deserialize<'de> for Items<'a, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor<const MOST: usize>;

        impl<'de, const MOST: usize> Visitor<'de> for ItemsVisitor<MOST> {
            type Value = Items<'de, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    if items.len() == MOST {
                        return Err(A::Error::custom(TOO_MANY));
                    }
                    items.push(item);
                }
                Ok(Items(items))
            }
        }

        deserializer.deserialize_seq(ItemsVisitor)
    }
}

/// Why [`Items`] and [`Members`] are refused that are too many.
const TOO_MANY: &str = "there are too many";

/// Whether that is why something was not read.
pub(crate) fn is_too_many(error: &serde_json::Error) -> bool {
    error.to_string().starts_with(TOO_MANY)
}

/// As many members are read as anybody has a reason to write.
const MOST_MEMBERS: usize = 1024;

/// The members of an object in their order, with their values unread. Two of one name are refused.
#[derive(Debug)]
pub(crate) struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    pub(crate) fn read(raw: &'a RawValue) -> serde_json::Result<Self> {
        serde_json::from_str(raw.get())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(has, _)| has == name).map(|(_, value)| *value)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (&**name, *value))
    }
}

/// An object that is being written.
#[derive(Debug)]
pub(crate) struct ObjectText {
    pub(crate) bytes: Vec<u8>,
}

impl ObjectText {
    pub(crate) fn new() -> Self {
        Self { bytes: vec![b'{'] }
    }

    /// Begins a member, whose value is to follow in `bytes`.
    pub(crate) fn name(&mut self, name: &str) {
        if self.bytes.last() != Some(&b'{') {
            self.bytes.push(b',');
        }
        self.bytes.extend_from_slice(serde_json::Value::from(name).to_string().as_bytes());
        self.bytes.push(b':');
    }

    pub(crate) fn member(&mut self, name: &str, value: &str) {
        self.name(name);
        self.bytes.extend_from_slice(value.as_bytes());
    }

    pub(crate) fn end(mut self) -> Vec<u8> {
        self.bytes.push(b'}');
        self.bytes
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                let mut names = HashSet::new();
                while let Some(Name(name)) = map.next_key()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom("two members have one name"));
                    }
                    if members.len() == MOST_MEMBERS {
                        return Err(A::Error::custom(TOO_MANY));
                    }
                    members.push((name, map.next_value()?));
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Parts<'a> {
        #[serde(borrow)]
        a: &'a RawValue,
        #[serde(borrow)]
        b: &'a RawValue,
    }

    #[test]
    fn all_else_stays_to_the_byte() {
        let line = r#" { "b" : { } ,"x":1.000, "a": {"c" :2}, "\u0061b":3 } "#;
        let parts: Parts<'_> = serde_json::from_str(line).unwrap();
        let mut splice = Splice::new(line.as_bytes());
        splice.add_member(parts.a, r#""n":1"#);
        splice.add_member(parts.b, r#""n":2"#);
        assert_eq!(
            String::from_utf8(splice.apply()).unwrap(),
            r#" { "b" : {"n":2 } ,"x":1.000, "a": {"n":1,"c" :2}, "\u0061b":3 } "#
        );
    }

    #[test]
    fn two_members_of_one_name_are_refused_however_they_are_written() {
        let raw: &RawValue = serde_json::from_str(r#"{"a":1,"\u0061":2}"#).unwrap();
        assert!(Members::read(raw).is_err());
    }

    #[test]
    fn what_is_not_in_the_line_changes_nothing() {
        let mut splice = Splice::new(b"{}");
        splice.replace("elsewhere", "x");
        assert_eq!(splice.apply(), b"{}");
    }
}
